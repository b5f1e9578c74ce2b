//! Set-ups that are typed where others read them.

use crate::{
    chat::{context::Context, fold::fold, wire::Addressing, world::InternalError},
    games::{Arrangement, GameKind, arranges},
    table::open,
};

/// Whether a line without a command looks like a set-up that its writer, who is to make one, has
/// typed in the wrong place.
pub(in crate::chat) fn is_stray(ctx: Context<'_>, typed: &str) -> Result<bool, InternalError> {
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

/// Whether what follows `setup` would arrange something, rather than be talk.
pub(super) fn arranges_something(typed: &str) -> bool {
    let Some(first) = typed.split_whitespace().next() else { return false };
    let first = first.to_lowercase();
    let has_place = |c: char| c.is_ascii_digit() || matches!(c, '/' | '@');
    VERBS.contains(&&*first) || first.contains(has_place) || is_name(&first)
}

/// Whether a whole set-up of some game is called so.
pub(super) fn is_name(word: &str) -> bool {
    let tables = GameKind::ALL.into_iter().filter_map(|kind| open(kind, ""));
    let mut names = tables.flat_map(|table| table.arranging().map_or(&[][..], Arrangement::names));
    names.any(|name| *name == word)
}

/// Whether a line of a private chat without a command speaks of a set-up that its writer is to
/// make: `done`, a name, a change.
pub(in crate::chat) fn is_for_my_set_up(
    ctx: Context<'_>,
    typed: &str,
) -> Result<bool, InternalError> {
    let lower = typed.to_lowercase();
    let known = matches!(lower.as_str(), "done" | "ready") || arranges_something(typed);
    if ctx.msg.addressing != Addressing::Private || !known {
        return Ok(false);
    }
    for brief in ctx.world.open_games_of(ctx.me())? {
        if !brief.is_running() || !arranges(brief.kind) {
            continue;
        }
        let Ok(game) = ctx.game(brief.no)? else { continue };
        let hidden = game.table.arranging().filter(|arrangement| !arrangement.is_open());
        if hidden.is_some() && game.waits_for(ctx.me()) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Words with which a draft is changed, in any game.
const VERBS: [&str; 12] = [
    "move", "swap", "put", "place", "remove", "take", "mirror", "mirrored", "clear", "empty",
    "hold", "dragon",
];

/// What a line of a public place becomes before anybody but its writer reads it, where the writer
/// still arranges men unseen: whatever could tell of them is blotted out, rather too much than too
/// little. `None` where the line may stand.
#[must_use]
pub fn blotted(line: &str) -> Option<String> {
    let plain = |c: char| if c.is_alphanumeric() { c } else { ' ' };
    let text: String = fold(line).to_lowercase().chars().map(plain).collect();
    let words: Vec<&str> = text.split_whitespace().collect();
    let joined = words.join(" ").replace("set up", "setup");
    let harmless = ["setup", "setup show", "setup done"];
    let bare =
        harmless.iter().any(|known| joined == *known || joined.ends_with(&format!(" {known}")));
    let names_one = words.iter().any(|word| *word != "default" && is_name(word));
    let speaks = joined.split(' ').any(|word| word == "setup") && !bare;
    let rows = words.iter().filter(|word| is_row(word)).count();
    let digit = |c: char| c.is_ascii_digit();
    let numbered = words.iter().any(|word| is_row(word) && word.contains(digit));
    let has_rows = rows > 1 || numbered;
    let moves = words.first().is_some_and(|first| VERBS.contains(first)) && words.len() > 1;
    (names_one || speaks || has_rows || moves).then(|| "…".to_owned())
}

/// Whether a word could be a row of a set-up: letters and numbers without vowels but `e`.
fn is_row(word: &str) -> bool {
    let fits = |c: char| c.is_ascii_digit() || "rkcsltehdmz".contains(c);
    word.len() > 4 && word.chars().all(fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_up_in_a_public_line_is_blotted_out() {
        let text = "1RR1RR1RR1/C1MS1SM1C/T1MLLM1T/HEMKMEH/6";
        let spaced = text.replace('/', " / ");
        for line in [
            "setup vanguard",
            "!setup vanguard",
            "@Martian Cake, #1 setup harbour",
            "setup show vanguard",
            "#12 SETUP 10/9/8/7/6",
            "set-up: move h2-h1",
            "“setup vanguard”",
            "||setup random||",
            "se\u{200b}tup vanguard",
            "vanguard",
            "move h2-h1",
            "mine is the Harbour one",
            text,
            &format!("`{text}`."),
            &spaced,
            &text.replace('/', "\n"),
        ] {
            assert_eq!(blotted(line).as_deref(), Some("…"), "{line}");
        }
        for line in
            ["setup", "!setup done", "Setup show", "hello all", "c2-c3", "resign #1 yes", "board"]
        {
            assert_eq!(blotted(line), None, "{line}");
        }
    }
}
