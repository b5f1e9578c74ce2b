//! The characters of a text that are drawn, in the spelling in which the fonts have them.

use std::borrow::Cow;

use unicode_bidi::{BidiClass, bidi_class};
use unicode_normalization::{UnicodeNormalization as _, char::decompose_compatible};

use super::face::{is_known, is_unseen};

/// Longer texts are cut before they are measured: no panel is that wide.
const LONGEST: usize = 200;

/// Isolates: what stands between one of the first two and the last keeps its own order, and does
/// not alter that of what stands around it.
const FROM_THE_LEFT: char = '\u{2066}';
const FROM_THE_RIGHT: char = '\u{2067}';
const END_OF_ISOLATE: char = '\u{2069}';

/// Returns `true` if each character of a text is one glyph of the family that stands right of the
/// one before: there is nothing to shape, to order or to look for in another font.
pub(super) fn is_plain(text: &str) -> bool {
    text.chars().all(|character| {
        matches!(character,
            ' '..='~' | '\u{a0}'..='\u{ac}' | '\u{ae}'..='\u{2ff}' | '\u{370}'..='\u{482}'
            | '\u{48a}'..='\u{52f}' | '\u{1e00}'..='\u{1fff}' | '\u{2010}'..='\u{2027}'
            | '\u{2030}'..='\u{205e}')
    })
}

/// The characters of a text that are drawn. Those without a picture of their own (controls,
/// direction marks, variation selectors) are left out. Joiners stay, which letters beside them
/// heed, and so do isolates. Marks are put together with their letters.
pub(super) fn prepared(text: &str) -> Cow<'_, str> {
    if text.len() <= LONGEST && is_plain(text) {
        return Cow::Borrowed(text);
    }
    let shown = text.chars().filter(|&character| !is_silent(character)).take(LONGEST);
    let mut spelled = String::new();
    for character in shown {
        if is_plain_in_disguise(character) {
            decompose_compatible(character, |part| spelled.push(part));
        } else {
            spelled.push(character);
        }
    }
    Cow::Owned(spelled.nfc().collect())
}

/// A text that keeps its order, and leaves that of the line in which it is put as it is.
pub(super) fn isolated(text: &str) -> String {
    if is_plain(text) {
        return text.to_owned();
    }
    if !text.chars().any(|c| matches!(bidi_class(c), BidiClass::R | BidiClass::AL)) {
        return text.chars().filter(|&c| !is_isolate(c)).collect();
    }
    let (text, is_one) = balanced(text);
    if is_one { text } else { format!("{}{text}{END_OF_ISOLATE}", start_of_isolate(&text)) }
}

/// The beginning of an isolate around a text.
fn start_of_isolate(text: &str) -> char {
    if is_read_from_the_left(text) { FROM_THE_LEFT } else { FROM_THE_RIGHT }
}

/// A part of a text in which every isolate has its beginning and its end, as in the part they may not. Returns `true`
/// beside it if all of it is one isolate.
fn balanced(part: &str) -> (String, bool) {
    let (mut text, mut open, mut is_one) = (String::new(), 0, true);
    for c in part.chars() {
        is_one &= open > 0 || text.is_empty();
        match c {
            FROM_THE_LEFT | FROM_THE_RIGHT => open += 1,
            END_OF_ISOLATE if open == 0 => text.insert(0, start_of_isolate(&text)),
            END_OF_ISOLATE => open -= 1,
            _ => is_one &= open > 0,
        }
        text.push(c);
    }
    text.extend(std::iter::repeat_n(END_OF_ISOLATE, open));
    (text, is_one)
}

/// Returns `true` if a text has letters that are written from left to right, or names that are isolated, as those of a
/// sentence are. All of it is then read so: a name that is written otherwise stays where it stands in the line.
pub(super) fn is_read_from_the_left(text: &str) -> bool {
    text.chars().any(|c| is_isolate(c) || bidi_class(c) == BidiClass::L)
}

fn is_isolate(character: char) -> bool {
    matches!(character, FROM_THE_LEFT | FROM_THE_RIGHT | END_OF_ISOLATE)
}

/// Returns `true` for a plain letter in another form: one of those of mathematics or a ready-joined
/// Arabic one, of which fonts have some and not others, or one that no font has.
fn is_plain_in_disguise(character: char) -> bool {
    matches!(character,
        '\u{fb50}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' | '\u{1d400}'..='\u{1d7ff}')
        || !is_known(character)
}

fn is_silent(character: char) -> bool {
    let is_mark_of_order_or_form = matches!(character,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
        | '\u{1f3fb}'..='\u{1f3ff}' | '\u{e0000}'..='\u{e0fff}');
    character.is_control() || is_mark_of_order_or_form && !is_unseen(character)
}
