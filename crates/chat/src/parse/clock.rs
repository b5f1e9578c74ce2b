//! Reads the clocks of a challenge as people write them, in one word or in several.

use table::{
    LONGEST_BANK, LONGEST_MOVE, SHORTEST_TIME, TimeControl, TimeControlError, parse_span, span_text,
};

use crate::parse::plain_text::echo;

/// The words with a bank and its increment as one word: `7d + 12h` as `7d+12h`.
pub(super) fn glued(words: &[String]) -> Vec<String> {
    let mut glued: Vec<String> = Vec::new();
    for word in words {
        let belongs = |last: &String| {
            last.starts_with(|c: char| c.is_ascii_digit())
                && (word.starts_with('+') || last.ends_with('+'))
        };
        match glued.last_mut() {
            Some(last) if belongs(last) => last.push_str(word),
            _ => glued.push(word.clone()),
        }
    }
    glued
}

/// A small number that is written as a word.
fn number_word(word: &str) -> Option<&'static str> {
    const WORDS: [(&str, &str); 7] = [
        ("one", "1"),
        ("two", "2"),
        ("three", "3"),
        ("four", "4"),
        ("five", "5"),
        ("six", "6"),
        ("seven", "7"),
    ];
    WORDS.iter().find(|(name, _)| name.eq_ignore_ascii_case(word)).map(|(_, digit)| *digit)
}

/// A clock that people write in several words, as one: `2 days per move` as `2d/move`, `2 days` as `2d`,
/// and `no clock` as `none`. With it come the words behind it.
pub(super) fn clock_of_words(words: &[String]) -> Option<(String, &[String])> {
    if let [no, clock, behind @ ..] = words
        && matches!(no.to_lowercase().as_str(), "no" | "without")
        && clock.eq_ignore_ascii_case("clock")
    {
        return Some(("none".to_owned(), behind));
    }
    let is_number = |word: &str| word.parse::<f32>().is_ok_and(f32::is_finite);
    let (span, mut behind) = match words {
        [number, unit, behind @ ..] if number_word(number).is_some() => {
            (format!("{}{unit}", number_word(number)?), behind)
        }
        [number, unit, behind @ ..] if is_number(number) => (format!("{number}{unit}"), behind),
        [span, behind @ ..] => (span.clone(), behind),
        [] => return None,
    };
    let lower = span.to_lowercase();
    let time = lower.split(['/', '+']).next().unwrap_or_default();
    let time = parse_span(time)?;
    let is_span = !lower.contains(['/', '+']);
    let mut clock = if is_span { span_text(time) } else { lower };
    if let [per, what, rest @ ..] = behind
        && matches!(per.to_lowercase().as_str(), "per" | "a" | "each" | "/")
        && matches!(what.to_lowercase().as_str(), "move" | "turn" | "ply")
    {
        clock = format!("{clock}/move");
        behind = rest;
    } else if let [each, rest @ ..] = behind
        && each.eq_ignore_ascii_case("each")
    {
        behind = rest;
    }
    Some((clock, behind))
}

/// Returns what is wrong with a word in lower case that was meant as a clock, as a sentence; `None` if it is
/// like none.
pub(super) fn unknown_clock(word: &str) -> Option<String> {
    let shown = echo(word);
    match word.parse::<TimeControl>() {
        Ok(_) | Err(TimeControlError::Form | TimeControlError::Ambiguous) => {
            clock_fault(word).map(|(why, _)| why)
        }
        Err(TimeControlError::TooShort) => {
            Some(format!("`{shown}` is too short a clock: {} at least.", span_text(SHORTEST_TIME)))
        }
        Err(TimeControlError::TooLong) => Some(format!(
            "`{shown}` is too long a clock: at most {} for a move, and {} for a game.",
            span_text(LONGEST_MOVE),
            span_text(LONGEST_BANK)
        )),
    }
}

/// Returns what is wrong with how a clock in lower case is written, and how it was probably meant.
pub(super) fn clock_fault(word: &str) -> Option<(String, String)> {
    let shown = echo(word);
    match word.parse::<TimeControl>() {
        Err(TimeControlError::Ambiguous) => {
            let each = format!("{word}/move");
            let why = format!("`{shown}`: for each move, or for the whole game (`{shown}+0h`)?");
            Some((why, each))
        }
        Err(TimeControlError::Form) if is_like_clock(word) => {
            Some((format!("`{shown}` is no clock."), mended_clock(word)))
        }
        _ => None,
    }
}

/// A clock with the units that people leave out: `15+10` are minutes and seconds, `2/move` are days.
fn mended_clock(word: &str) -> String {
    let with_unit = |text: &str, unit: &str| {
        let is_bare = text.bytes().all(|byte| byte.is_ascii_digit());
        format!("{text}{}", if is_bare { unit } else { "" })
    };
    let mended = match (word.split_once('+'), word.split_once('/')) {
        (Some((bank, increment)), _) => {
            let bank = with_unit(bank, "m");
            let unit = if bank.ends_with(['d', 'w']) { "h" } else { "s" };
            format!("{bank}+{}", with_unit(increment, unit))
        }
        (None, Some((time, _))) => format!("{}/move", with_unit(time, "d")),
        (None, None) => word.to_owned(),
    };
    match mended.parse::<TimeControl>() {
        Ok(_) => mended,
        Err(_) => "2d/move".to_owned(),
    }
}

/// Returns `true` if a word looks like a clock with a mistake in it: it begins with a number and has one of the
/// marks that clocks have.
fn is_like_clock(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit()) && word.contains(['/', '+'])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn a_clock_of_several_words_is_one() {
        for (typed, clock, n_behind) in [
            ("2 days per move white", "2d/move", 1),
            ("Three days a turn", "3d/move", 0),
            ("36h each move", "36h/move", 0),
            ("1.5 days each", "36h", 0),
            ("7d+12h each", "7d+12h", 0),
            ("no clock white", "none", 1),
        ] {
            let read = words(typed);
            let (read, behind) = clock_of_words(&read).expect(typed);
            assert_eq!((read.as_str(), behind.len()), (clock, n_behind), "{typed}");
        }
        for typed in ["no", "4 players", "white", "nan days"] {
            assert_eq!(clock_of_words(&words(typed)), None, "{typed}");
        }
        assert_eq!(glued(&words("@ben 7d + 12h white")), ["@ben", "7d+12h", "white"]);
        assert_eq!(glued(&words("@ben 7d +12h + x")), ["@ben", "7d+12h+x"]);
    }

    #[test]
    fn a_mistake_in_a_clock_is_mended() {
        for (typed, mended) in [
            ("15+10", "15m+10s"),
            ("7d+12", "7d+12h"),
            ("2/move", "2d/move"),
            ("2d/week", "2d/move"),
            ("9x+y", "2d/move"),
            ("2d", "2d/move"),
        ] {
            assert_eq!(clock_fault(typed).expect(typed).1, mended, "{typed}");
        }
        for typed in ["white", "2d/move", "v1"] {
            assert_eq!(clock_fault(typed), None, "{typed}");
            assert_eq!(unknown_clock(typed), None, "{typed}");
        }
        assert!(unknown_clock("1s/move").expect("a fault").contains("too short"));
        assert!(unknown_clock("900d/move").expect("a fault").contains("too long"));
    }
}
