//! The ranking of the seats in a game that counts points.

use std::cmp::Reverse;

use games::{BySeat, Outcome, Seat, SeatSet};

use super::game::Game;

/// The place and the points of one seat in a game that counts points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The place, from 1. Equal seats share a place, and then the next place is left out.
    pub place: u8,
    /// Which seat it is.
    pub seat: Seat,
    /// Its points in this position, as the game counts them.
    pub points: u32,
    /// Whether it has left the game.
    pub out: bool,
}

impl Game {
    /// Returns how the seats stand, the best one first: the winners, then the others by points, then those who
    /// have left, the last one to leave first. `None` in a game that counts no points.
    #[must_use]
    pub fn standings(&self) -> Option<Vec<Standing>> {
        let scores: BySeat<u32> = self.position().scores()?;
        let winners = match self.outcome() {
            Some(Outcome::Win(winners, _)) => winners,
            _ => SeatSet::default(),
        };
        let points = |seat: Seat| scores.get(seat.index()).copied().unwrap_or(0);
        let rank = |seat: Seat| {
            let left = self.left_at(seat);
            // Seats that have left are ranked by when they left, whatever their points.
            let counted = if left.is_none() { points(seat) } else { 0 };
            Reverse((winners.contains(seat), left.unwrap_or(usize::MAX), counted))
        };
        let mut seats: Vec<Seat> = Seat::all(self.position().n_seats()).collect();
        seats.sort_by_key(|seat| rank(*seat));
        let mut standings: Vec<Standing> = Vec::new();
        for (seat, n) in seats.into_iter().zip(1..) {
            let equal = standings.last().filter(|last| rank(last.seat) == rank(seat));
            let place = equal.map_or(n, |last| last.place);
            let out = self.left_at(seat).is_some();
            standings.push(Standing { place, seat, points: points(seat), out });
        }
        Some(standings)
    }

    /// The index of the log entry by which a seat left the game.
    fn left_at(&self, seat: Seat) -> Option<usize> {
        self.log().iter().position(|entry| entry.event.leaver() == Some(seat))
    }
}
