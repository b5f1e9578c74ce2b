//! Pieces counted by their kinds.

use std::cmp::Reverse;

use scene::Piece;

use super::assets::Assets;

/// The first piece of each kind and how many there are, the biggest kind first: that whose sprite
/// was given last.
pub(crate) fn piece_kinds<'a>(assets: &Assets, pieces: &'a [Piece]) -> Vec<(&'a Piece, usize)> {
    let mut kinds: Vec<(&Piece, usize)> = Vec::new();
    for piece in pieces {
        match kinds.iter_mut().find(|(known, _)| known.sprite == piece.sprite) {
            Some((_, count)) => *count += 1,
            None => kinds.push((piece, 1)),
        }
    }
    kinds.sort_by_key(|(piece, _)| Reverse(assets.sprite(&piece.sprite)));
    kinds
}
