//! The rules of Game Mix as the shared code asks for them.

use std::ops::RangeInclusive;

use super::{
    ends,
    faults::Fault,
    moves::Move,
    notation,
    options::{self, Options},
    perft,
    position::Position,
    read,
    repetition::Key,
    report::Report,
};
use crate::{
    GameKind, OptionLine, Outcome, Perft, PositionError, ReadError, Reason, Roll, Rules, Seat,
};

impl Rules for Position {
    const KIND: GameKind = GameKind::Mix;
    const VERSION: u32 = 1;
    const SEATS: RangeInclusive<u8> = 2..=2;
    const ENDS: &'static [Reason] =
        &[ends::CHECKMATE, ends::CONNECTION, ends::STALEMATE, ends::MATERIAL];
    const OPTION_LINES: &'static [OptionLine] = options::LINES;
    const OPTION_WORDS: &'static [&'static str] = options::WORDS;
    const COUNTS_COMMANDS: bool = false;

    type Options = Options;
    type Move = Move;
    type Key = Key;
    type Report = Report;
    type Fault = Fault;

    fn start(options: &Options) -> Self {
        notation::start(options)
    }

    fn from_position_text(text: &str, options: &Options) -> Result<Self, PositionError> {
        notation::parse_position(text, options)
    }

    fn options(&self) -> &Options {
        Position::options(self)
    }

    const FAMILIES: &'static [(&'static str, &'static str)] = &[("chess", "Mix Chess")];

    fn family(options: &Options) -> Option<&'static str> {
        options.is_mix_chess().then_some("chess")
    }

    fn title(options: &Options) -> &'static str {
        if options.is_mix_chess() { "Mix Chess" } else { Self::KIND.title() }
    }

    fn to_move(&self) -> Seat {
        self.turn()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.end_on_board()
    }

    /// Too little material is among these ends: like the counters it leaves the list of moves as
    /// it is.
    fn drawn_by_count(&self, seen: u32) -> Option<Outcome> {
        self.draw_by_count(seen)
    }

    fn key(&self) -> Key {
        Key::of(self)
    }

    fn is_after_irreversible_ply(&self) -> bool {
        self.clock() == 0
    }

    fn legal_moves(&self, out: &mut Vec<Move>) {
        let start = out.len();
        self.moves_unsorted(out);
        out[start..].sort_unstable();
    }

    fn is_legal(&self, mv: &Move) -> bool {
        self.allows(*mv)
    }

    fn apply(&mut self, mv: &Move, _roll: &Roll) -> Report {
        self.play_and_report(*mv)
    }

    fn perft(&self, depth: u32) -> Perft {
        perft::count(self, depth)
    }

    fn read(&self, text: &str) -> Result<Move, ReadError<Move, Fault>> {
        read::read(self, text)
    }
}
