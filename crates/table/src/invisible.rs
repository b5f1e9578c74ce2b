//! Characters that nobody sees, which no text of a stranger may bring into another one.

use unicode_normalization::char::is_combining_mark;

/// The sign of Braille without a dot.
const BRAILLE_BLANK: char = '\u{2800}';

/// A text without its invisible marks. Of the joiners (U+200C, U+200D) those stay that stand between two letters of a
/// script that needs them, such as Arabic or Devanagari, or between two emojis: there they change what is seen.
/// The blank of Braille becomes a space, which it is there.
///
/// ```
/// use martian_cake_table::without_invisible;
///
/// assert_eq!(without_invisible("a\u{200b}nn\u{202e}"), "ann");
/// assert_eq!(without_invisible("a\u{200c}nn"), "ann");
/// assert_eq!(without_invisible("علی\u{200c}رضا"), "علی\u{200c}رضا");
/// ```
#[must_use]
pub fn without_invisible(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut joiner = None;
    for c in text.chars() {
        let c = if c == BRAILLE_BLANK { ' ' } else { c };
        if is_joiner(c) {
            joiner = joiner.or(Some(c));
        } else if !is_invisible(c) {
            kept.extend(joiner.take().filter(|_| may_join(c) && kept.ends_with(may_join)));
            kept.push(c);
        }
    }
    kept
}

/// Returns `true` if a character is an invisible mark: of zero width, a filler, a direction mark, a variation
/// selector, a byte order mark, a tag, or any other that Unicode lets a font leave out or that every font leaves blank.
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
        '\u{00AD}' | '\u{034F}' | '\u{061C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}'
        | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}' | BRAILLE_BLANK | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}'
        | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFC}' | '\u{13430}'..='\u{1343F}' | '\u{16FE4}'
        | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D159}' | '\u{1D173}'..='\u{1D17A}'
        | '\u{E0000}'..='\u{E0FFF}')
}

/// Returns `true` if something of a text is seen that stands by itself, and not only marks on nothing.
pub(crate) fn is_seen(text: &str) -> bool {
    let is_blank = |c: char| c.is_whitespace() || c.is_control() || is_invisible(c);
    text.chars().any(|c| !is_blank(c) && !is_combining_mark(c))
}

/// Returns `true` for the marks that keep letters apart or bring them together.
pub(crate) const fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200C}' | '\u{200D}')
}

/// Returns `true` if a joiner beside this character may change how it looks: in the blocks of scripts from Arabic to
/// Mongolian and of their like farther on, and in those of emojis.
const fn may_join(c: char) -> bool {
    matches!(c,
        '\u{0600}'..='\u{109F}' | '\u{1780}'..='\u{1CFF}' | '\u{A840}'..='\u{ABFF}'
        | '\u{10A00}'..='\u{11FFF}' | '\u{1E900}'..='\u{1E95F}' | '\u{2190}'..='\u{2BFF}'
        | '\u{1F000}'..='\u{1FAFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joiners_stay_where_they_are_seen() {
        for whole in [
            "علی\u{200c}رضا",
            "ශ\u{dca}\u{200d}රී",
            "क\u{94d}\u{200c}ष",
            "👩\u{200d}💻",
            "👩🏽\u{200d}💻",
            "🏳\u{200d}🌈",
        ] {
            assert_eq!(without_invisible(whole), whole);
        }
        for (text, shown) in [
            ("❤\u{fe0f}\u{200d}🔥", "❤\u{200d}🔥"),
            ("ع\u{200c}\u{200c}\u{200d}ل", "ع\u{200c}ل"),
            ("ع\u{200b}\u{200c}\u{2066}ل", "ع\u{200c}ل"),
            ("\u{200d}ع\u{200c} ل\u{200d}", "ع ل"),
            ("a\u{200d}ع\u{200d}a", "aعa"),
            ("王\u{200d}王", "王王"),
            ("\u{200c}\u{200d}\u{200b}", ""),
        ] {
            assert_eq!(without_invisible(text), shown, "{text:?}");
        }
    }
}
