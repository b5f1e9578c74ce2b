//! The squares that men reach, found for all men of a kind at once.

use games::{
    Seat,
    mix::{Line, Position, Sq, SquareSet},
};

/// These squares moved one file to the right; those of the last file drop out.
const fn right(set: SquareSet) -> SquareSet {
    SquareSet::from_bits(set.bits() << 8)
}

/// These squares moved one file to the left; those of the first file drop out.
const fn left(set: SquareSet) -> SquareSet {
    SquareSet::from_bits(set.bits() >> 8)
}

/// The squares right and left of these.
fn beside(set: SquareSet) -> SquareSet {
    right(set) | left(set)
}

/// These squares moved one rank forward, as a side sees it.
pub(super) fn forward(set: SquareSet, seat: Seat) -> SquareSet {
    if seat == Seat::FIRST { set.up() } else { set.down() }
}

/// The squares where Pawns take.
pub(super) fn pawns(set: SquareSet, seat: Seat) -> SquareSet {
    beside(forward(set, seat))
}

/// The squares that Silvers go to, whoever stands there.
pub(super) fn silvers(set: SquareSet, seat: Seat) -> SquareSet {
    corners(set) | forward(set, seat)
}

/// The squares that touch these by a corner.
pub(super) fn corners(set: SquareSet) -> SquareSet {
    let sides = beside(set);
    sides.up() | sides.down()
}

/// The squares that Knights go to, whoever stands there.
pub(super) fn knights(set: SquareSet) -> SquareSet {
    let one = beside(set);
    let two = right(right(set)) | left(left(set));
    one.up().up() | one.down().down() | two.up() | two.down()
}

/// The squares that the Liner on a square goes to, whoever stands there.
pub(super) fn liner(position: &Position, at: Sq) -> SquareSet {
    let all = Line::ALL.into_iter();
    all.fold(SquareSet::EMPTY, |set, line| set | position.liner_targets(line, at))
}

/// The empty squares that Damas slide to.
pub(super) fn slides(position: &Position, damas: SquareSet) -> SquareSet {
    let free = !position.men();
    let ways: [fn(SquareSet) -> SquareSet; 4] = [
        |set| right(set).up(),
        |set| right(set).down(),
        |set| left(set).up(),
        |set| left(set).down(),
    ];
    let mut all = SquareSet::EMPTY;
    for way in ways {
        let mut front = way(damas) & free;
        while !front.is_empty() {
            all |= front;
            front = way(front) & free;
        }
    }
    all
}
