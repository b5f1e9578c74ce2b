//! Single words of a command: people, seats, levels, numbers.

use games::Seat;
use table::SeatChoice;

use crate::commands::{LEVEL_NAMES, LEVELS};

/// The person in `@ann` or `<@KEY>`: the name without `@`, the key with its marks.
pub(super) fn person(word: &str) -> Option<String> {
    let key = word.strip_prefix("<@").and_then(|rest| rest.strip_suffix('>'));
    let name = key.map(|_| word.to_owned()).or_else(|| word.strip_prefix('@').map(str::to_owned));
    name.filter(|name| !name.is_empty())
}

/// The seat in `white`, `black`, `random` or `seat:3`.
pub(super) fn seat_choice(word: &str) -> Option<SeatChoice> {
    match word {
        "white" => Some(SeatChoice::White),
        "black" => Some(SeatChoice::Black),
        "random" => Some(SeatChoice::Random),
        _ => {
            let number = digits(value_after(word, "seat")?)?.parse().ok()?;
            (1..=Seat::MAX).contains(&number).then_some(SeatChoice::Seat(number))
        }
    }
}

/// The digits of a text that has nothing else.
pub(super) fn digits(text: &str) -> Option<&str> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then_some(text)
}

/// Returns what stands behind the key in `KEY:VALUE` or `KEY=VALUE`.
pub(crate) fn value_after<'a>(word: &'a str, key: &str) -> Option<&'a str> {
    let (before, value) = word.split_once([':', '='])?;
    before.eq_ignore_ascii_case(key).then_some(value)
}

/// The level of a bot in `3`, `bot:3`, `level:3`, or in a word.
pub(crate) fn level(word: &str) -> Option<u8> {
    let word = word.trim_start_matches("bot:").trim_start_matches("level:");
    match LEVEL_NAMES.iter().find(|(name, _)| *name == word) {
        Some((_, level)) => Some(*level),
        None => word.parse().ok().filter(|level| LEVELS.contains(level)),
    }
}

/// Returns `true` if a word has a digit in it, as the name of a square does.
pub(super) fn has_digit(word: &str) -> bool {
    word.bytes().any(|byte| byte.is_ascii_digit())
}
