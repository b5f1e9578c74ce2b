//! The distance of a side from a connection, and its worth.

use games::{
    Seat,
    mix::{Position, SquareSet},
};

/// The numbers of steps for which [`Weights::connection`](super::Weights::connection) has values;
/// the last one is [`FAR`], where the value is 0.
const KNOTS: [usize; 6] = [1, 2, 4, 7, 11, 16];

/// From this many steps on, no connection is in sight.
pub(super) const FAR: usize = 16;

/// About how many King's steps keep a side from a connection: those of its men outside the biggest
/// group to that group, and one for each man in the camp; at most [`FAR`]. `least` is the smallest
/// army that can connect.
pub(super) fn steps_to_connect(position: &Position, seat: Seat, least: u32) -> usize {
    let men = position.men_of(seat);
    let out = men.without(position.camp(seat));
    let n_in = (men.size() - out.size()) as usize;
    if men.size() < least || n_in >= FAR {
        return FAR;
    }
    let size = groups(out).map(SquareSet::size).max().unwrap_or(0);
    let biggest = groups(out).filter(|group| group.size() == size);
    // Of several groups of this size, the one that the other men reach soonest counts.
    biggest.map(|group| steps_to(group, men, n_in)).min().unwrap_or(FAR)
}

/// The groups of men that touch by side or corner.
fn groups(men: SquareSet) -> impl Iterator<Item = SquareSet> {
    let mut left = men;
    std::iter::from_fn(move || {
        let mut found = SquareSet::of(left.first()?);
        loop {
            let grown = found.grown() & men;
            if grown == found {
                left = left.without(found);
                return Some(found);
            }
            found = grown;
        }
    })
}

/// The King's steps that bring all men to touch a group, plus `more`; at most [`FAR`].
fn steps_to(group: SquareSet, men: SquareSet, more: usize) -> usize {
    let mut steps = more;
    let mut reached = group.grown();
    loop {
        let rest = men.without(reached).size() as usize;
        if rest == 0 || steps >= FAR {
            return steps.min(FAR);
        }
        steps += rest;
        reached = reached.grown();
    }
}

/// Returns the worth of being this many steps away from a connection: in proportion between the [`KNOTS`],
/// whose values are given.
pub(super) fn value_of_steps(values: &[i32; 5], steps: usize) -> i32 {
    let at = |n: usize| values.get(n).copied().unwrap_or(0);
    let Some(next) = KNOTS.iter().position(|knot| *knot >= steps) else { return 0 };
    if next == 0 {
        return at(0);
    }
    let (low, high) = (KNOTS[next - 1] as i32, KNOTS[next] as i32);
    at(next) + (at(next - 1) - at(next)) * (high - steps as i32) / (high - low)
}
