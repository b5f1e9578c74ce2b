//! Ends and results (rules, section 6), and seats that leave (section 10).

use super::{Deadlock, Position};
use crate::{Outcome, Reason, Seat, SeatSet};

/// How many moves in a row without a capture end a game under `deadlock=auto27`.
pub(super) const QUIET_LIMIT: u32 = 27;

/// The reason why a game is over by the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// The zone of this seat is empty.
    Empty(Seat),
    Clock,
    Auto27,
}

/// The end in which a zone is empty.
pub(super) const EMPTY: Reason = Reason::rule("empty", None);
/// The end in which the end clock that a player called runs out.
pub(super) const CLOCK: Reason = Reason::rule("clock", None);
/// The end after 27 moves without a capture.
pub(super) const AUTO27: Reason = Reason::rule("auto27", None);

impl Position {
    /// Returns `true` if the game is over by the rules: a zone is empty, or the clock or the quiet count ends
    /// it.
    #[must_use]
    #[inline]
    pub fn is_over(&self) -> bool {
        let occupied = self.occupied();
        let zones = self.board.zones.iter().take(self.n_seats().into());
        zones.fold(false, |over, zone| over | (occupied & *zone).is_empty()) || self.has_run_out()
    }

    /// Returns `true` if the clock or the quiet count ends the game.
    #[inline]
    const fn has_run_out(&self) -> bool {
        match self.options.deadlock {
            Deadlock::Clock => matches!(self.clock, Some(0)),
            Deadlock::Auto27 => self.quiet >= QUIET_LIMIT,
            Deadlock::Off => false,
        }
    }

    /// The reason why the game is over, by the precedence of section 6.1.
    fn end(&self) -> Option<End> {
        let is_empty = |seat: &Seat| self.pieces_of(*seat).is_empty();
        match self.seats().find(is_empty) {
            Some(owner) => Some(End::Empty(owner)),
            None if !self.has_run_out() => None,
            None if self.options.deadlock == Deadlock::Clock => Some(End::Clock),
            None => Some(End::Auto27),
        }
    }

    /// The result of a game that is over by the rules (section 6.3); `None` if it goes on.
    pub(super) fn judge(&self) -> Option<Outcome> {
        let end = self.end()?;
        let (ender, reason) = match end {
            End::Empty(owner) => (Some(owner), EMPTY),
            End::Clock => (None, CLOCK),
            End::Auto27 => (None, AUTO27),
        };
        // Sides without an active seat do not count (section 10).
        let counts = |side: SeatSet| side.iter().any(|seat| !self.out.contains(seat));
        let total = |side: SeatSet| self.total(side);
        let sides: Vec<SeatSet> = self.sides().filter(|side| counts(*side)).collect();
        let most = sides.iter().map(|side| total(*side)).max()?;
        let leaders: Vec<SeatSet> =
            sides.iter().copied().filter(|side| total(*side) == most).collect();
        let ender = leaders.iter().find(|side| ender.is_some_and(|seat| side.contains(seat)));
        Some(match (leaders.as_slice(), ender) {
            ([only], _) => Outcome::Win(*only, reason),
            (_, Some(ender)) => Outcome::Win(*ender, reason),
            (shared, None) if shared.len() == sides.len() => Outcome::Draw(reason),
            (shared, None) => {
                Outcome::Win(shared.iter().flat_map(|side| side.iter()).collect(), reason)
            }
        })
    }

    /// Returns `true` if seats 1 and 3 play against 2 and 4, as in games of four with `teams=on`.
    #[must_use]
    pub const fn has_teams(&self) -> bool {
        self.options.teams && self.n_seats() == 4
    }

    /// The seats whose points count together with those of `seat`, itself among them.
    #[must_use]
    pub fn side_of(&self, seat: Seat) -> SeatSet {
        let partner = |other: &Seat| *other == seat || other.index().abs_diff(seat.index()) == 2;
        if self.has_teams() { self.seats().filter(partner).collect() } else { SeatSet::of(seat) }
    }

    /// The points of these seats together.
    pub(super) fn total(&self, side: SeatSet) -> u64 {
        side.iter().map(|seat| u64::from(self.scores[seat.index()])).sum()
    }

    /// The sides, each once.
    pub(super) fn sides(&self) -> impl Iterator<Item = SeatSet> {
        let first = if self.has_teams() { 2 } else { self.n_seats() };
        self.seats().take(first.into()).map(|seat| self.side_of(seat))
    }

    /// Takes a seat out of the game that resigned or ran out of time. Gives the winners if that ends
    /// the game; the position then stays as it was, since no position may have fewer than two
    /// seats, or a whole team, out (V15).
    pub(super) fn remove_seat(&mut self, seat: Seat) -> Option<SeatSet> {
        let out = self.out.with(seat);
        let mut left = self.sides().filter(|side| side.iter().any(|seat| !out.contains(seat)));
        if let (Some(winner), None) = (left.next(), left.next()) {
            return Some(winner);
        }
        drop(left);
        self.out = out;
        if self.turn == seat {
            self.turn = self.next_active(seat);
            self.ban = None;
        }
        None
    }
}
