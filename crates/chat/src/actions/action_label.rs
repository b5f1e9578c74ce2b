//! The label on the button of a command: the name that people use, and not the line that it stands for.

/// Returns what people call what this line does.
pub(crate) fn label_of(line: &str) -> String {
    let words: Vec<&str> = line.split(' ').filter(|word| !is_number(word)).collect();
    let known = match *words {
        ["accept"] => "Accept",
        ["decline"] => "Decline",
        ["withdraw"] => "Withdraw",
        ["fill"] => "Fill with bots",
        ["leave"] => "Leave",
        ["rematch"] => "Rematch",
        ["replay", ply] => return format!("Ply {ply}"),
        ["record", "card"] => "Card",
        ["resign"] => "Resign",
        ["draw", "offer"] => "Offer a draw",
        ["draw", "accept"] => "Accept the draw",
        ["draw", "decline"] => "Decline the draw",
        ["takeback"] => "Take back",
        ["takeback", "accept"] => "Accept the takeback",
        ["takeback", "decline"] => "Decline the takeback",
        ["legal"] => "Legal moves",
        ["board", "text"] => "Text board",
        ["board", "flip"] => "Flip",
        ["board", "names"] => "Names",
        ["rules", _, "options"] => "Options",
        ["rules", ..] => "Rules",
        ["challenge", "bot", ..] => "Play the bot",
        ["setup", "show"] => "My set-up",
        ["setup", name, "done"] => return format!("{} and done", capital(name)),
        ["setup", name] => name,
        [_] | [] | [_, ..] => return whole(line, &words),
    };
    capital(known)
}

/// Returns `true` if a word is the number of a game, `#12`.
fn is_number(word: &str) -> bool {
    word.strip_prefix('#')
        .is_some_and(|no| !no.is_empty() && no.bytes().all(|c| c.is_ascii_digit()))
}

/// The words of any other command; a line that begins with something else, as a move does, stands as it is.
fn whole(line: &str, words: &[&str]) -> String {
    let is_word = |word: &&str| word.bytes().all(|c| c.is_ascii_lowercase());
    if words.first().is_some_and(is_word) { capital(&words.join(" ")) } else { line.to_owned() }
}

fn capital(words: &str) -> String {
    let mut rest = words.chars();
    let first = rest.next().map(|first| first.to_uppercase().to_string());
    first.unwrap_or_default() + rest.as_str()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_button_says_what_people_call_it() {
        for (line, label) in [
            ("accept", "Accept"),
            ("accept #12", "Accept"),
            ("draw decline #3", "Decline the draw"),
            ("rules NAME", "Rules"),
            ("rules NAME options", "Options"),
            ("challenge bot 1 NAME", "Play the bot"),
            ("setup name", "Name"),
            ("setup done", "Done"),
            ("setup name done", "Name and done"),
            ("board", "Board"),
            ("board #4", "Board"),
            ("record", "Record"),
            ("record card #12", "Card"),
            ("replay", "Replay"),
            ("replay 29 #12", "Ply 29"),
            ("c2-c3", "c2-c3"),
            ("#4 c2-c3", "#4 c2-c3"),
            ("", ""),
        ] {
            assert_eq!(label_of(line), label, "{line}");
        }
    }
}
