//! Characters that nobody sees, which no text of a stranger may bring into another one.

/// Returns `true` if a character is an invisible mark: of zero width, a filler, a direction mark, a variation
/// selector, a byte order mark or a tag.
///
/// ```
/// use martian_cake_table::is_invisible;
///
/// assert!(is_invisible('\u{202e}') && is_invisible('\u{200b}'));
/// assert!(!is_invisible(' ') && !is_invisible('ä'));
/// ```
#[must_use]
pub const fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{034F}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{3164}' | '\u{FFA0}'
        | '\u{1BCA0}'..='\u{1BCA3}' | '\u{E0000}'..='\u{E0FFF}' |
        '\u{00AD}' | '\u{061C}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}')
}
