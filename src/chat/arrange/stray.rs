//! Set-ups that are typed where others read them.

use crate::{
    chat::{context::Context, world::Trouble},
    games::arranges,
};

/// Whether a line without a command looks like a set-up that its writer, who is to make one, has
/// typed in the wrong place.
pub(in crate::chat) fn is_stray(ctx: Context<'_>, typed: &str) -> Result<bool, Trouble> {
    if !looks_like_a_set_up(typed) {
        return Ok(false);
    }
    Ok(ctx.world.open_games_of(ctx.me())?.iter().any(|game| arranges(game.kind)))
}

/// Rows of letters and numbers with slashes between.
fn looks_like_a_set_up(typed: &str) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '/' || c == '^';
    typed.matches('/').count() == 4 && typed.chars().all(fits)
}

/// What a line of a public place becomes before anybody but its writer reads it: a set-up that
/// went astray is blotted out. `None` where the line may stand.
#[must_use]
pub fn blotted(line: &str) -> Option<String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_command = |word: &&&str| word.eq_ignore_ascii_case("setup");
    let at = words.iter().take(3).position(|word| is_command(&word));
    let harmless =
        |word: &str| ["show", "done"].iter().any(|known| word.eq_ignore_ascii_case(known));
    match at {
        Some(at) if words.get(at + 1).is_some_and(|next| !harmless(next)) => {
            Some(format!("{} …", words[..=at].join(" ")))
        }
        _ => words.iter().any(|word| looks_like_a_set_up(word)).then(|| "…".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_up_in_a_public_line_is_blotted_out() {
        let blotted = |line: &str| blotted(line).unwrap_or_else(|| line.to_owned());
        assert_eq!(blotted("setup vanguard"), "setup …");
        assert_eq!(blotted("@Martian Cake, setup harbour"), "@Martian Cake, setup …");
        assert_eq!(blotted("#12 SETUP 10/9/8/7/6"), "#12 SETUP …");
        assert_eq!(blotted("mine is 1RR1RR1RR1/C1MS1SM1C/T1MLLM1T/HEMKMEH/6"), "…");
        for stands in ["setup", "setup done", "Setup show", "how is the setup", "1/2/3", "c2-c3"] {
            assert_eq!(blotted(stands), stands);
        }
    }
}
