//! Sentences about messages that were written while the program was away and could not be done.

/// The length to which a refusal is cut in a list of several, in characters.
const MOST_OF_ONE: usize = 150;

/// The head of the sentence: `ann, while I was away you wrote`.
fn you_wrote(who: Option<&str>) -> String {
    match who {
        Some(who) => format!("{who}, while I was away you wrote"),
        None => "While I was away you wrote".to_owned(),
    }
}

/// One thing could not be done; `refusal` says why.
#[must_use]
pub fn refused_late(who: Option<&str>, typed: &str, refusal: &str) -> String {
    format!("{} `{typed}`. {refusal}", you_wrote(who))
}

/// Several things could not be done: what was typed, and why not. Of `more` only the number is told.
#[must_use]
pub fn several_refused_late(who: Option<&str>, refused: &[(&str, &str)], more: usize) -> String {
    let n = refused.len() + more;
    let mut lines = vec![format!("{} {n} things that I could not do:", you_wrote(who))];
    lines.extend(refused.iter().map(|(typed, why)| format!("`{typed}`: {}", first_line(why))));
    if more > 0 {
        lines.push(format!("and {more} more."));
    }
    lines.join("\n")
}

/// The first line of a refusal, cut if it is long. What is cut inside `code` ends there.
fn first_line(words: &str) -> String {
    let line = words.lines().next().unwrap_or_default();
    if line.chars().count() <= MOST_OF_ONE {
        return line.to_owned();
    }
    let cut: String = line.chars().take(MOST_OF_ONE).collect();
    let open = if cut.matches('`').count() % 2 == 1 { "`" } else { "" };
    format!("{}{open}…", cut.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_of_late_messages() {
        let one = refused_late(Some("ann"), "c2-c3", "It is ben's turn in #12.");
        assert_eq!(one, "ann, while I was away you wrote `c2-c3`. It is ben's turn in #12.");
        let long = format!("{} `code that goes on`", "w".repeat(145));
        let several = several_refused_late(None, &[("a", "one\ntwo"), ("b", &long)], 3);
        let cut = format!("{} `cod`…", "w".repeat(145));
        assert_eq!(
            several,
            format!(
                "While I was away you wrote 5 things that I could not do:\n`a`: one\n`b`: {cut}\n\
                 and 3 more."
            )
        );
    }
}
