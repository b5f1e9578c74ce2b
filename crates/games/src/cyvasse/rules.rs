//! The rules of Cyvasse as the rest of the program asks for them.

use std::ops::RangeInclusive;

use super::{
    Fault, Move, Options, Position, Report, army::Army, arrangement, ends::KING, notation, options,
    perft, position::Key, read,
};
use crate::{
    Arranging, GameKind, OptionLine, Outcome, Perft, PositionError, ReadError, Reason, Roll, Rules,
    Seat,
};

impl Rules for Position {
    const KIND: GameKind = GameKind::Cyvasse;
    const VERSION: u32 = 1;
    const SEATS: RangeInclusive<u8> = 2..=2;
    const ENDS: &'static [Reason] = &[KING];
    const OPTION_LINES: &'static [OptionLine] = options::LINES;
    const OPTION_WORDS: &'static [&'static str] = options::WORDS;
    const COUNTS_COMMANDS: bool = false;

    type Options = Options;
    type Move = Move;
    type Key = Key;
    type Report = Report;
    type Fault = Fault;

    /// Bastion against Bastion. [`Position::from_armies`] starts from two other armies.
    fn start(options: &Options) -> Self {
        let bastion = Army::bastion();
        Self::from_armies([&bastion, &bastion], options)
    }

    fn from_position_text(text: &str, options: &Options) -> Result<Self, PositionError> {
        notation::parse(text, options)
    }

    fn arranging(options: &Options) -> Option<Box<dyn Arranging<Self>>> {
        Some(Box::new(arrangement::Armies::new(options)))
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn to_move(&self) -> Seat {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        self.end_by_king()
    }

    fn drawn_by_count(&self, _seen: u32) -> Option<Outcome> {
        let limit = self.options.progress.saturating_mul(2);
        let is_over = limit > 0 && u64::from(self.quiet) >= limit;
        is_over.then_some(Outcome::Draw(Reason::Progress))
    }

    fn key(&self) -> Key {
        let Self { kinds, centres, in_hand, turn, .. } = *self;
        Key { kinds, white: self.sides[0], centres, in_hand, turn }
    }

    fn is_after_irreversible_ply(&self) -> bool {
        self.quiet == 0
    }

    fn legal_moves(&self, out: &mut Vec<Move>) {
        let start = out.len();
        self.moves_unsorted(out);
        out[start..].sort_by_cached_key(|mv| mv.sort_key());
    }

    fn is_legal(&self, mv: &Move) -> bool {
        self.allows(*mv)
    }

    fn apply(&mut self, mv: &Move, _roll: &Roll) -> Report {
        self.play_with_report(*mv)
    }

    fn perft(&self, depth: u32) -> Perft {
        perft::count(self, depth)
    }

    fn read(&self, text: &str) -> Result<Move, ReadError<Move, Fault>> {
        read::read(self, text)
    }
}
