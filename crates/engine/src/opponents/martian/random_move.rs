//! A random move without a list of all moves: random games are played by the hundred thousand.

use games::{
    Rules as _,
    martian::{CellSet, Kind, Move, Position, Way},
};

use crate::random::SplitMix;

/// The most pieces of one seat: a zone has this many cells.
const MOST_PIECES: usize = 16;

/// How often a move is drawn before the moves are listed after all. That is seldom needed, since
/// every other attempt gives a move.
const MOST_TRIES: u32 = 64;

/// A legal move, every one equally likely: draws a piece and one of as many places as it would see
/// on a board without others, until there is a move for that. The position is not over.
pub(super) fn random_move(
    position: &Position,
    random: &mut SplitMix,
    spare: &mut Vec<Move>,
) -> Option<Move> {
    let sampler = MoveSampler::new(position);
    for _ in 0..MOST_TRIES {
        let found = sampler.attempt(random);
        if found.is_some() {
            return found;
        }
    }
    spare.clear();
    position.legal_moves(spare);
    spare.get(random.below(spare.len() as u64) as usize).copied()
}

/// A position with the mover's pieces counted, so that a move can be drawn from it at random.
struct MoveSampler<'a> {
    position: &'a Position,
    /// The cells of the mover's zone.
    zone: CellSet,
    /// The mover's pieces, and where the places of each end when they are counted through.
    pieces: [(Kind, u8, u32); MOST_PIECES],
    n_pieces: usize,
    n_places: u32,
}

impl<'a> MoveSampler<'a> {
    fn new(position: &'a Position) -> Self {
        let mover = position.to_move();
        let mut draw = Self {
            position,
            zone: position.zone(mover),
            pieces: [(Kind::Pawn, 0, 0); MOST_PIECES],
            n_pieces: 0,
            n_places: 0,
        };
        for kind in Kind::ALL {
            for at in position.pieces(mover, kind).indices() {
                draw.n_places += position.most_seen(kind, at);
                draw.pieces[draw.n_pieces] = (kind, at as u8, draw.n_places);
                draw.n_pieces += 1;
            }
        }
        draw
    }

    /// The move of a random place, if there is one.
    fn attempt(&self, random: &mut SplitMix) -> Option<Move> {
        let place = random.below(self.n_places.into()) as u32;
        let pieces = &self.pieces[..self.n_pieces];
        let &(kind, from, end) = pieces.iter().find(|(_, _, end)| place < *end)?;
        let from = usize::from(from);
        let to = self.position.reach(kind, from).nth_index(end - place - 1)?;
        let (from, target) = (self.position.cell(from), self.position.cell(to));
        let plain = Move { from, way: Way::Plain, to: target, call: false };
        if !self.position.occupied().has(to) {
            let banned =
                self.position.ban().is_some_and(|ban| (ban.from, ban.to) == (from, target));
            return (!banned).then_some(plain);
        }
        if !self.zone.has(to) {
            return Some(Move { way: Way::Capture, ..plain });
        }
        let merge = Move { way: Way::Merge, ..plain };
        self.position.is_legal(&merge).then_some(merge)
    }
}
