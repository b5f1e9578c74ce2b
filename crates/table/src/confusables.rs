//! The looks of names: when two of them can be mistaken for each other, and how many marks may be piled on a
//! letter.

use std::{cell::RefCell, collections::HashMap, rc::Rc};

use unicode_normalization::{UnicodeNormalization as _, char::is_combining_mark};

use crate::invisible::is_joiner;

/// How many combining marks may follow each other: more would run into the lines around them.
const MOST_MARKS: usize = 2;

/// The Latin letters that look like small capitals, with what they are. The tables of Unicode hold
/// them apart from their letters.
const SMALL_CAPITALS: [(char, char); 24] = [
    ('ᴀ', 'a'),
    ('ʙ', 'b'),
    ('ᴄ', 'c'),
    ('ᴅ', 'd'),
    ('ᴇ', 'e'),
    ('ꜰ', 'f'),
    ('ɢ', 'g'),
    ('ʜ', 'h'),
    ('ɪ', 'i'),
    ('ᴊ', 'j'),
    ('ᴋ', 'k'),
    ('ʟ', 'l'),
    ('ᴍ', 'm'),
    ('ɴ', 'n'),
    ('ᴏ', 'o'),
    ('ᴘ', 'p'),
    ('ʀ', 'r'),
    ('ꜱ', 's'),
    ('ᴛ', 't'),
    ('ᴜ', 'u'),
    ('ᴠ', 'v'),
    ('ᴡ', 'w'),
    ('ʏ', 'y'),
    ('ᴢ', 'z'),
];

/// Returns what is left of a name when everything is taken off it that an eye may miss: names with the same
/// skeleton can be mistaken for each other. It is that of UTS 39 over the compatibility form (NFKC), taken
/// again after folding upper and lower case, since a letter may look like another in one of them alone. Accents
/// stay; what cannot be seen is gone.
///
/// ```
/// use martian_cake_table::skeleton;
///
/// assert_eq!(skeleton("𝐀nn"), skeleton("аnn"));
/// assert_ne!(skeleton("ánn"), skeleton("ann"));
/// ```
#[must_use]
pub fn skeleton(name: &str) -> String {
    let mut last: String = name.nfkc().collect();
    // It comes to rest after a few rounds: each maps letters to fewer ones.
    for _ in 0..8 {
        let full: String = last.chars().map(full_letter).collect();
        let bare = without_hidden_dots(unicode_security::skeleton(&full));
        let next: String = bare.to_lowercase().nfkc().collect();
        if next == last {
            break;
        }
        last = next;
    }
    last
}

/// The form in which a name is looked up: in letters of their plain shape (NFKC), whatever case they
/// are in, and without joiners, which few keyboards have.
///
/// ```
/// use martian_cake_table::name_key;
///
/// assert_eq!(name_key("𝐀nn"), name_key("aNN"));
/// assert_eq!(name_key("علی\u{200c}رضا"), name_key("علیرضا"));
/// assert_ne!(name_key("аnn"), name_key("ann"), "the first one begins with a Cyrillic letter");
/// ```
#[must_use]
pub fn name_key(name: &str) -> String {
    let plain: String = name.nfkc().filter(|c| !is_joiner(*c)).collect();
    plain.to_lowercase().nfkc().collect()
}

/// The looks of a name: its skeleton, and that of its letters in lower case. The first takes `I` for `l`, the
/// second for `i`.
type Look = Rc<[String; 2]>;

/// How many looks are kept.
const MOST_LOOKS: usize = 4_096;

thread_local! {
    /// The looks of names met lately: in a list of an event each name is compared with all others.
    static LOOKS: RefCell<HashMap<String, Look>> = RefCell::default();
}

/// Returns `true` if two names look the same or differ in upper and lower case alone.
pub(crate) fn is_lookalike(one: &str, other: &str) -> bool {
    let (one, other) = (look(one), look(other));
    one.iter().zip(other.iter()).any(|(one, other)| one == other)
}

fn look(name: &str) -> Look {
    LOOKS.with_borrow_mut(|looks| {
        if let Some(known) = looks.get(name) {
            return Rc::clone(known);
        }
        if looks.len() >= MOST_LOOKS {
            looks.clear();
        }
        let look = Rc::new([skeleton(name), skeleton(&name_key(name))]);
        looks.insert(name.to_owned(), Rc::clone(&look));
        look
    })
}

/// The letter that a small capital is, or the Latin letter that a capital is taken for whose small form
/// the tables of Unicode hold apart, as they do `ƅ` of `Ƅ`; any other character is itself.
fn full_letter(c: char) -> char {
    if c.is_ascii() {
        return c;
    }
    let small = SMALL_CAPITALS.iter().find(|(small, _)| *small == c).map(|(_, letter)| *letter);
    small.or_else(|| letter_of_capital(c)).unwrap_or(c)
}

/// The Latin letter that the capital of this letter looks like, if this letter looks like none.
fn letter_of_capital(c: char) -> Option<char> {
    let look = |c: char| only(unicode_security::skeleton(c.encode_utf8(&mut [0; 4])));
    if look(c) != Some(c) {
        return None;
    }
    let letter = look(only(c.to_uppercase())?)?;
    letter.is_ascii_alphabetic().then(|| letter.to_ascii_lowercase())
}

/// The only character of several; `None` if there are more or none.
fn only(mut chars: impl Iterator<Item = char>) -> Option<char> {
    let first = chars.next()?;
    chars.next().is_none().then_some(first)
}

/// A decomposed text without the dots above letters that have one anyway, or lose theirs to another
/// mark: nobody sees them.
fn without_hidden_dots(text: impl Iterator<Item = char>) -> String {
    let mut base = ' ';
    let keep = |c: &char| {
        if !is_combining_mark(*c) {
            base = *c;
        }
        *c != '\u{307}' || !matches!(base, 'i' | 'j' | 'l' | 'ı' | 'ȷ' | 'ɨ' | 'ɉ' | 'ʝ' | 'ɩ')
    };
    text.filter(keep).collect()
}

/// A text without the combining marks behind the second in a row. The marks of a letter that has its
/// own, such as `ế`, count with those that follow it.
#[must_use]
pub fn without_piles(text: &str) -> String {
    let mut run = 0;
    let keep = |c: &char| {
        if is_combining_mark(*c) {
            run += 1;
        } else if !is_joiner(*c) {
            run = std::iter::once(*c).nfd().filter(|part| is_combining_mark(*part)).count();
        }
        run <= MOST_MARKS || !is_combining_mark(*c)
    };
    text.chars().filter(keep).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_alike_has_one_skeleton() {
        for twins in [
            &[
                "ann",
                "ANN",
                "Ꭺnn",
                "𝐚𝐧𝐧",
                "ａｎｎ",
                "аnn",
                "ɑnn",
                "ᴀɴɴ",
                "a\u{200b}nn",
                "an\u{2060}n",
            ][..],
            &["ánn", "a\u{301}nn", "Ánn"],
            &["Iris", "lris", "1ris"],
            &["b0b", "bob", "BOB", "bоb", "b\u{3bf}b"],
            &["corn", "com"],
            &["marian", "marıan", "mаrian"],
            &["iris", "i\u{307}ris", "ir\u{131}\u{307}s", "i\u{307}ri\u{307}s", "ⅰris"],
            &["jim", "j\u{307}im", "\u{237}\u{307}im", "\u{458}\u{307}im"],
            &["k\u{1ecb}m", "ki\u{307}\u{323}m", "k\u{1ecb}\u{307}m"],
            &["bob", "ƅoƅ", "Ƅob", "ьоь"],
        ] {
            for twin in twins {
                assert_eq!(skeleton(twin), skeleton(twins[0]), "{twin} and {}", twins[0]);
            }
        }
    }

    #[test]
    fn names_that_differ_in_case_alone_look_alike() {
        for (one, other) in
            [("Iris", "iris"), ("IRIS", "iris"), ("Iris", "lris"), ("Ann", "\u{410}nn")]
        {
            assert!(is_lookalike(one, other), "{one} and {other}");
        }
        for (one, other) in [("ann", "ben"), ("ann", "ánn"), ("", "ann")] {
            assert!(!is_lookalike(one, other), "{one} and {other}");
        }
    }

    #[test]
    fn what_looks_different_has_another() {
        for (one, other) in [
            ("ann", "anne"),
            ("ann", "ánn"),
            ("lan", "Alan"),
            ("ben", "den"),
            ("李雷", "李雪"),
            ("дарья", "марья"),
            ("ann-2", "ann-3"),
        ] {
            assert_ne!(skeleton(one), skeleton(other), "{one} and {other}");
        }
    }

    #[test]
    fn a_skeleton_is_at_rest() {
        for name in [
            "Ꭺnn",
            "Вера",
            "Ольга",
            "İi\u{307}ris",
            "Straße",
            "İstanbul",
            "हिन्दी",
            "Marian-Lee",
            "𝔐𝔢",
            "ﷺ",
        ] {
            assert_eq!(skeleton(&skeleton(name)), skeleton(name), "{name}");
        }
    }

    #[test]
    fn at_most_two_marks_pile_up() {
        let pile = |n: usize| format!("a{}b", "\u{301}".repeat(n));
        assert_eq!(without_piles(&pile(20)), pile(2));
        assert_eq!(without_piles(&pile(2)), pile(2));
        assert_eq!(without_piles("ế\u{323}x"), "ếx");
        assert_eq!(without_piles(&format!("क{}", "ि".repeat(20))), "किि");
        for plain in ["हिन्दी", "Việt", "น้ำ"] {
            assert_eq!(without_piles(plain), plain);
        }
    }
}
