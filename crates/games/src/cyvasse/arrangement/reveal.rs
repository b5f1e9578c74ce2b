//! Secrets that a typed line could tell of a hidden arrangement, judged by the line's form alone.

use super::edit::NAMES;

/// The first words of lines that change a draft or place a man.
const VERBS: [&str; 12] = [
    "move", "swap", "put", "place", "remove", "take", "mirror", "mirrored", "clear", "empty",
    "hold", "dragon",
];

/// Returns `true` if a line consists of five rows of letters and numbers, with slashes between.
pub(super) fn is_like_army(typed: &str) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '/' || c == '^';
    typed.matches('/').count() == 4 && typed.chars().all(fits)
}

/// Returns `true` if a text begins with a verb, the name of an army, or something with a hex or a row in it.
pub(super) fn is_like_change(typed: &str) -> bool {
    let Some(first) = typed.split_whitespace().next() else { return false };
    let first = first.to_lowercase();
    let has_place = |c: char| c.is_ascii_digit() || matches!(c, '/' | '@');
    VERBS.contains(&&*first) || first.contains(has_place) || NAMES.contains(&&*first)
}

/// Returns `true` if these words name an army, ask for a change, or hold rows of an army.
///
/// A row without a number counts only beside another, since it could be a word of talk.
pub(super) fn may_reveal(words: &[&str]) -> bool {
    let names_one = words.iter().any(|word| *word != "default" && NAMES.contains(word));
    let rows = words.iter().filter(|word| is_row(word)).count();
    let digit = |c: char| c.is_ascii_digit();
    let numbered = words.iter().any(|word| is_row(word) && word.contains(digit));
    let has_rows = rows > 1 || numbered;
    let changes = words.first().is_some_and(|first| VERBS.contains(first)) && words.len() > 1;
    names_one || has_rows || changes
}

/// Returns `true` if a word could be a row of an army: letters and numbers without vowels but `e`.
fn is_row(word: &str) -> bool {
    let fits = |c: char| c.is_ascii_digit() || "rkcsltehdmz".contains(c);
    word.len() > 4 && word.chars().all(fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_tell_of_an_army_reveal_it() {
        for line in [
            "vanguard",
            "mine is the harbour one",
            "move h2 h1",
            "1rr1rr1rr1 c1ms1sm1c t1mllm1t hemkmeh 6",
            "hemkmeh t1mllm1t",
        ] {
            assert!(may_reveal(&line.split(' ').collect::<Vec<_>>()), "{line}");
        }
        for line in ["", "hello all", "c2 c3", "move", "the default one", "resign 1 yes", "there"] {
            assert!(!may_reveal(&line.split(' ').collect::<Vec<_>>()), "{line}");
        }
    }

    #[test]
    fn an_army_and_a_change_are_told_from_talk() {
        let text = "1RR1RR1RR1/C1MS1SM1C/T1MLLM1T/HEMKMEH/6";
        assert!(is_like_army(text));
        assert!(!is_like_army("vanguard") && !is_like_army(&text.replace('/', " / ")));
        for typed in ["Vanguard", "move h2-h1", "h2-h1", "D@g4", "dragon hold", text] {
            assert!(is_like_change(typed), "{typed}");
        }
        for typed in ["", "takes ages", "is done", "my men"] {
            assert!(!is_like_change(typed), "{typed}");
        }
    }
}
