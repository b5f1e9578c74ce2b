//! Parsers for arguments that several commands share.

use std::ops::RangeInclusive;

use games::GameKind;

/// Reads the key of a game, in any case.
///
/// # Errors
/// A clause that lists the games.
pub(super) fn game(text: &str) -> Result<GameKind, String> {
    let known: Vec<&str> = GameKind::ALL.iter().map(|kind| kind.key()).collect();
    GameKind::from_key(text).ok_or_else(|| format!("no such game; known: {}", known.join(", ")))
}

/// A parser for a number in a range, written in plain digits, without a sign or leading zeros.
pub(super) fn number(range: RangeInclusive<u32>) -> impl Fn(&str) -> Result<u32, String> + Clone {
    move |text| {
        let plain = text.bytes().all(|b| b.is_ascii_digit());
        let plain = plain && (text == "0" || !text.starts_with('0'));
        let found = text.parse().ok().filter(|n| plain && range.contains(n));
        found
            .ok_or_else(|| format!("it must be a number from {} to {}", range.start(), range.end()))
    }
}
