//! Sure results and how many plies away they are, in games that count plies
//! (`Evaluate::counts_plies`).
//!
//! A win at once is worth [`WIN`], and every ply on the way to it takes one unit off: the quickest
//! of several wins is the best, the slowest of several losses too. A value counts plies from the
//! position that it belongs to, so one that is remembered needs no correction.

use super::search::WIN;

/// The greatest distance in plies that a value can tell; no search is so deep.
const FURTHEST: i32 = 1000;

/// Values above it are sure wins, those below its negative sure losses. No static value comes near.
const SURE: i32 = WIN - FURTHEST;

/// A result that nobody can avert.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sure {
    /// Whether the side to move wins; otherwise it loses.
    pub wins: bool,
    /// The plies to the end if the winner hurries and the loser resists.
    pub plies: u32,
}

impl Sure {
    /// What a value of a game that counts plies says for sure.
    #[must_use]
    pub fn of(value: i32) -> Option<Self> {
        is_sure(value).then(|| Self { wins: value > 0, plies: WIN.abs_diff(value.abs()) })
    }

    /// The moves that the winner makes up to the end; 0 where the loser's next move ends the game.
    #[must_use]
    pub const fn moves(self) -> u32 {
        if self.wins { self.plies.div_ceil(2) } else { self.plies / 2 }
    }
}

/// Whether a value of a game that counts plies is a sure win or loss.
pub(super) const fn is_sure(value: i32) -> bool {
    value > SURE || value < -SURE
}

/// A value as it is seen from one ply before.
#[must_use]
pub const fn aged(value: i32) -> i32 {
    if value > SURE {
        value - 1
    } else if value < -SURE {
        value + 1
    } else {
        value
    }
}

/// The least value that [`aged`] makes at least `value` of.
pub(super) const fn before(value: i32) -> i32 {
    if value > SURE {
        value + 1
    } else if value <= -SURE {
        value - 1
    } else {
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_tells_its_distance() {
        assert_eq!(Sure::of(WIN - 5), Some(Sure { wins: true, plies: 5 }));
        assert_eq!(Sure::of(4 - WIN), Some(Sure { wins: false, plies: 4 }));
        assert_eq!(Sure::of(970_000), None);
        assert_eq!(Sure::of(-40_000), None);
        let moves = |value| Sure::of(value).map(Sure::moves);
        assert_eq!([WIN - 1, WIN - 2, WIN - 5].map(moves), [Some(1), Some(1), Some(3)]);
        assert_eq!([1 - WIN, 2 - WIN, 4 - WIN].map(moves), [Some(0), Some(1), Some(2)]);
    }

    #[test]
    fn a_window_ages_with_its_values() {
        let ends = [SURE - 2, SURE - 1, SURE, SURE + 1, SURE + 2, WIN - 1, WIN, 0, 5];
        let all: Vec<i32> = ends.into_iter().flat_map(|value| [value, -value]).collect();
        for value in &all {
            for least in &all {
                assert_eq!(aged(*value) >= *least, *value >= before(*least), "{value} {least}");
            }
        }
    }
}
