//! Moves as people type them: what the games share in taking a text apart and in answering it.

use super::{ReadError, Refusal};

/// The most legal moves that a refusal shows, unless the rules page of a game asks for all moves of a
/// piece.
pub(super) const NEAR_MAX: usize = 4;

/// A typed text in small letters, without spaces around it and without full stops and other marks
/// at its end.
pub(super) fn without_end_marks(text: &str) -> String {
    let is_end = |c: char| c.is_whitespace() || matches!(c, '.' | '!' | '?');
    text.trim_start().trim_end_matches(is_end).to_lowercase()
}

/// The part of a typed text in small letters that is not read yet.
///
/// A method that finds what it looks for takes it, with the spaces behind it; a method that does not
/// find it takes nothing.
#[derive(Clone, Copy)]
pub(super) struct TextReader<'a> {
    pub(super) rest: &'a str,
}

impl TextReader<'_> {
    /// Takes the first of these words with which the rest begins; whether there is one.
    pub(super) fn any(&mut self, words: &[&str]) -> bool {
        let rest = words.iter().find_map(|word| self.rest.strip_prefix(word));
        if let Some(rest) = rest {
            self.rest = rest.trim_start();
        }
        rest.is_some()
    }

    /// Takes the name of one of these kinds of pieces, or the letter of any kind.
    ///
    /// A letter that a digit follows is never a kind: it is the file of a square.
    pub(super) fn kind<K: Copy>(
        &mut self,
        kinds: impl IntoIterator<Item = K>,
        name: fn(K) -> &'static str,
        from_letter: fn(char) -> Option<K>,
    ) -> Option<K> {
        let is_named = |kind: &K| self.any(&[&name(*kind).to_lowercase()]);
        if let Some(kind) = kinds.into_iter().find(is_named) {
            return Some(kind);
        }
        let mut chars = self.rest.chars();
        let kind = from_letter(chars.next()?.to_ascii_uppercase())?;
        if chars.clone().next().is_some_and(|c| c.is_ascii_digit()) {
            return None;
        }
        self.rest = chars.as_str().trim_start();
        Some(kind)
    }
}

/// Answers that a text means no legal move, for this reason, with the legal moves near to it.
pub(super) fn refuse<T, M, F>(fault: F, near: Vec<M>) -> Result<T, ReadError<M, F>> {
    Err(ReadError::Refused(Refusal { fault, near }))
}

/// The legal moves nearest to what was typed: the moves of the named kind to the typed target, then
/// the moves that are the least far from the text, at most [`NEAR_MAX`] together.
///
/// `is_short` says that the text names no start. With a kind it then asks about the pieces of that
/// kind, so other pieces count only if none of them can move.
pub(super) fn nearest<M: Clone>(
    legal: &[M],
    is_short: bool,
    is_named: impl Fn(&M) -> bool,
    is_to_target: impl Fn(&M) -> bool,
    far: impl Fn(&M) -> u32,
) -> Vec<M> {
    let is_meant = |mv: &&M| is_named(mv) && is_to_target(mv);
    let about_kind = is_short && legal.iter().any(&is_named);
    let asked = || legal.iter().filter(|mv| !about_kind || is_named(mv));
    let least = asked().map(&far).min();
    let closest = asked().filter(|mv| Some(far(mv)) == least && !is_meant(mv));
    legal.iter().filter(is_meant).chain(closest).take(NEAR_MAX).cloned().collect()
}
