//! Which piece the picture beside an option shows: what the option is about.

use std::collections::HashMap;

use table::Game;

use crate::{parse::move_parts::parts, pictures::pieces_on_board};

/// A game, and what the pictures of the pieces on its board are called.
pub(super) struct PicturedGame<'a> {
    pub(super) game: &'a Game,
    /// The names of the pictures by the squares, as moves name them.
    on_squares: HashMap<String, String>,
}

impl<'a> PicturedGame<'a> {
    /// A game as everybody sees it now.
    pub(super) fn new(game: &'a Game) -> Self {
        let placed = pieces_on_board(game).into_iter();
        let on_squares = placed.map(|one| (one.at.to_string(), one.piece.picture_name()));
        Self { game, on_squares: on_squares.collect() }
    }

    /// The picture for a man that a part of a move names: on a square, in hand, or what a man becomes.
    pub(super) fn of_part(&self, part: &str) -> Option<String> {
        self.on_squares.get(part).cloned().or_else(|| {
            let piece = self.game.position().piece_called(part)?;
            Some(piece.picture_name())
        })
    }

    /// The picture for moves that begin with these parts: of the last part that names a piece, so of what
    /// is attacked or made where there is such a thing, and of the man that moves otherwise.
    pub(super) fn of_parts(&self, parts: &[&str]) -> Option<String> {
        parts.iter().rev().find_map(|part| self.of_part(part))
    }

    /// The picture for a move.
    pub(super) fn of_move(&self, mv: &str) -> Option<String> {
        let parts = parts(mv);
        let (man, rest) = parts.split_first()?;
        // What is taken on the way stands on no square that the move names.
        let taken = || {
            let attacked = self.game.position().attacked(mv);
            attacked.iter().find_map(|at| self.on_squares.get(&at.to_string()).cloned())
        };
        self.of_parts(rest).or_else(taken).or_else(|| self.of_part(man))
    }
}
