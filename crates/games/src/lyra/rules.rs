//! Lyra as the rules of a game.

use std::ops::RangeInclusive;

use super::{
    Fault, Key, Kind, Move, Options, Position, Report, Side, combat, notation, options, perft, read,
};
use crate::{
    Branch, Dice, GameKind, OptionLine, Outcome, Perft, PositionError, ReadError, Reason, Roll,
    Rules, Seat,
};

/// The end in which a General falls.
pub(super) const GENERAL: Reason = Reason::rule("general", Some("the General fell"));

impl Rules for Position {
    const KIND: GameKind = GameKind::Lyra;
    const VERSION: u32 = 1;
    const SEATS: RangeInclusive<u8> = 2..=2;
    const ENDS: &'static [Reason] = &[GENERAL];
    const OPTION_LINES: &'static [OptionLine] = options::LINES;
    const OPTION_WORDS: &'static [&'static str] = options::WORDS;
    const COUNTS_COMMANDS: bool = true;
    const FAMILIES: &'static [(&'static str, &'static str)] = &[("classic", "Lyra without dice")];

    fn family(options: &Options) -> Option<&'static str> {
        options.classic().then_some("classic")
    }

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

    fn to_move(&self) -> Seat {
        self.side.seat()
    }

    fn outcome(&self) -> Option<Outcome> {
        let fallen =
            Side::ALL.into_iter().find(|side| self.pieces(*side, Kind::General).is_empty())?;
        Some(Outcome::win(fallen.other().seat(), GENERAL))
    }

    fn drawn_by_count(&self, seen: u32) -> Option<Outcome> {
        let Options { progress, repetition, .. } = self.options;
        if self.is_decided() {
            None
        } else if progress > 0 && self.quiet >= 2 * progress {
            Some(Outcome::Draw(Reason::Progress))
        } else if repetition > 0 && seen >= u32::from(repetition) {
            Some(Outcome::Draw(Reason::Repetition))
        } else {
            None
        }
    }

    fn key(&self) -> Key {
        self.position_key()
    }

    fn is_after_irreversible_ply(&self) -> bool {
        self.quiet == 0
    }

    fn legal_moves(&self, out: &mut Vec<Move>) {
        self.list(out);
    }

    fn is_legal(&self, mv: &Move) -> bool {
        match mv {
            Move::Action(action) => self.is_legal_action(action),
            Move::Pass => self.must_pass(),
        }
    }

    fn dice(&self, mv: &Move) -> Dice {
        fighters(self, *mv)
            .map_or(Dice::NONE, |(attacker, victim)| combat::dice(attacker, victim, &self.options))
    }

    fn branches(&self, mv: &Move, out: &mut Vec<Branch>) {
        match fighters(self, *mv) {
            Some((attacker, victim)) => combat::branches(attacker, victim, &self.options, out),
            None => out.push(Branch::WITHOUT_DICE),
        }
    }

    fn apply(&mut self, mv: &Move, roll: &Roll) -> Report {
        self.play_unchecked(*mv, roll)
    }

    fn perft(&self, depth: u32) -> Perft {
        perft::count(self, depth)
    }

    fn read(&self, text: &str) -> Result<Move, ReadError<Move, Fault>> {
        read::read(self, text)
    }
}

/// The kinds of attacker and victim of a legal attack.
fn fighters(position: &Position, mv: Move) -> Option<(Kind, Kind)> {
    let action = mv.action().filter(|action| action.attack)?;
    Some((position.kind_on(action.from), position.kind_on(action.to)))
}
