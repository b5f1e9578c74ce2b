//! People's names within sentences, whichever way they are written.

/// Isolates: what stands between one of the first two and the last keeps its own order, and does not alter that of
/// the words around it.
const FROM_THE_LEFT: char = '\u{2066}';
const FROM_THE_RIGHT: char = '\u{2067}';
const END_OF_ISOLATE: char = '\u{2069}';

/// A name as it stands between words and numbers: isolated if letters of it are written from right to left. One with
/// letters of both kinds is read from left to right, as pictures read it.
///
/// ```
/// use martian_cake_games::isolated;
///
/// assert_eq!(isolated("Zoë"), "Zoë");
/// assert_eq!(isolated("דן 7"), "\u{2067}דן 7\u{2069}");
/// assert_eq!(isolated("ann דן"), "\u{2066}ann דן\u{2069}");
/// ```
#[must_use]
pub fn isolated(name: &str) -> String {
    if !name.contains(is_from_the_right) {
        return name.to_owned();
    }
    let is_from_the_left = |c: char| c.is_alphabetic() && !is_from_the_right(c);
    let start = if name.contains(is_from_the_left) { FROM_THE_LEFT } else { FROM_THE_RIGHT };
    format!("{start}{name}{END_OF_ISOLATE}")
}

/// Something that is somebody's. Behind a name that is written from right to left no `'s` can stand, since that would
/// seem to stand before it.
///
/// ```
/// use martian_cake_games::whose;
///
/// assert_eq!(whose("the", "turn", "ann"), "ann's turn");
/// assert_eq!(whose("the", "turn", "דן"), "the turn of \u{2067}דן\u{2069}");
/// ```
#[must_use]
pub fn whose(the: &str, what: &str, name: &str) -> String {
    if name.contains(is_from_the_right) {
        format!("{the} {what} of {}", isolated(name))
    } else {
        format!("{name}'s {what}")
    }
}

/// Returns `true` for the letters of Hebrew, Arabic, Syriac and all other scripts that are written from right to left.
const fn is_from_the_right(c: char) -> bool {
    matches!(c,
        '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}'
        | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
}
