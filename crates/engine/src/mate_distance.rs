//! Mate distance: proven wins and losses, and how many plies away they are, in games that count
//! plies (`Evaluate::counts_plies`).
//!
//! A win at once is worth [`WIN`], and every ply on the way to it takes one unit off, so the
//! quickest of several wins has the highest value, and so has the slowest of several losses. A
//! value counts plies from the position that it belongs to, so a stored value needs no correction.

use super::value::WIN;

/// The greatest distance in plies that a value can express; no search is so deep.
const MAX_DISTANCE: i32 = 1000;

/// Values above this are proven wins, values below its negative are proven losses. Static values
/// stay far from both.
const PROVEN: i32 = WIN - MAX_DISTANCE;

/// A win or loss that the other side cannot avert, with its distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MateDistance {
    /// Whether the side to move wins; otherwise it loses.
    pub wins: bool,
    /// The plies to the end if the winner takes the shortest way and the loser the longest.
    pub plies: u32,
}

impl MateDistance {
    /// The proven result that a value of a game that counts plies stands for; `None` where the
    /// value proves nothing.
    #[must_use]
    pub fn of(value: i32) -> Option<Self> {
        is_proven(value).then(|| Self { wins: value > 0, plies: WIN.abs_diff(value.abs()) })
    }

    /// The moves that the winner still makes; 0 where the loser's next move ends the game.
    #[must_use]
    pub const fn moves(self) -> u32 {
        if self.wins { self.plies.div_ceil(2) } else { self.plies / 2 }
    }
}

/// Returns `true` if a value of a game that counts plies is a proven win or loss.
pub(super) const fn is_proven(value: i32) -> bool {
    value > PROVEN || value < -PROVEN
}

/// The value of a child as its parent sees it, one ply further from the end.
#[must_use]
pub const fn parent_value(value: i32) -> i32 {
    if value > PROVEN {
        value - 1
    } else if value < -PROVEN {
        value + 1
    } else {
        value
    }
}

/// The least value of a child whose [`parent_value`] is at least `value`.
pub(super) const fn child_bound(value: i32) -> i32 {
    if value > PROVEN {
        value + 1
    } else if value <= -PROVEN {
        value - 1
    } else {
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_holds_its_distance() {
        assert_eq!(MateDistance::of(WIN - 5), Some(MateDistance { wins: true, plies: 5 }));
        assert_eq!(MateDistance::of(4 - WIN), Some(MateDistance { wins: false, plies: 4 }));
        assert_eq!(MateDistance::of(970_000), None);
        assert_eq!(MateDistance::of(-40_000), None);
        let moves = |value| MateDistance::of(value).map(MateDistance::moves);
        assert_eq!([WIN - 1, WIN - 2, WIN - 5].map(moves), [Some(1), Some(1), Some(3)]);
        assert_eq!([1 - WIN, 2 - WIN, 4 - WIN].map(moves), [Some(0), Some(1), Some(2)]);
    }

    #[test]
    fn a_window_shifts_with_its_values() {
        let ends = [PROVEN - 2, PROVEN - 1, PROVEN, PROVEN + 1, PROVEN + 2, WIN - 1, WIN, 0, 5];
        let all: Vec<i32> = ends.into_iter().flat_map(|value| [value, -value]).collect();
        for value in &all {
            for least in &all {
                assert_eq!(
                    parent_value(*value) >= *least,
                    *value >= child_bound(*least),
                    "{value} {least}"
                );
            }
        }
    }
}
