//! Martian Chess as the rules of a game.

use std::ops::RangeInclusive;

use super::{Fault, Key, Move, Options, Position, Report, notation, options, perft, read, results};
use crate::{
    BySeat, GameKind, OptionLine, Outcome, Perft, PositionError, ReadError, Reason, Roll, Rules,
    Seat, SeatSet,
};

impl Rules for Position {
    const KIND: GameKind = GameKind::Martian;
    const VERSION: u32 = 1;
    const SEATS: RangeInclusive<u8> = 2..=6;
    const ENDS: &'static [Reason] = &[results::EMPTY, results::CLOCK, results::AUTO27];
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
        notation::parse(text, options)
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn with_seats(options: Options, n: u8) -> Option<Options> {
        options.for_players(n)
    }

    fn n_seats(&self) -> u8 {
        self.n_seats()
    }

    fn active(&self) -> SeatSet {
        self.out.iter().fold(self.seats().collect(), SeatSet::without)
    }

    fn leave(&mut self, seat: Seat) -> Option<SeatSet> {
        self.remove_seat(seat)
    }

    fn scores(&self) -> Option<BySeat<u32>> {
        Some(self.seats().map(|seat| self.score(seat)).collect())
    }

    fn to_move(&self) -> Seat {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.is_over() { self.judge() } else { None }
    }

    fn drawn_by_count(&self, _seen: u32) -> Option<Outcome> {
        None
    }

    fn key(&self) -> Key {
        self.position_key()
    }

    /// There is no rule about repetition.
    fn is_after_irreversible_ply(&self) -> bool {
        true
    }

    fn legal_moves(&self, out: &mut Vec<Move>) {
        self.list(out);
    }

    fn is_legal(&self, mv: &Move) -> bool {
        self.allows(mv)
    }

    fn apply(&mut self, mv: &Move, _roll: &Roll) -> Report {
        self.play_unchecked(*mv)
    }

    fn perft(&self, depth: u32) -> Perft {
        perft::count(self, depth)
    }

    fn read(&self, text: &str) -> Result<Move, ReadError<Move, Fault>> {
        read::read(self, text)
    }
}
