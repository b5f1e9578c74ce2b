//! The movement of each kind of man, in words.

use super::{kinds::Kind, options::Options};

/// Returns how a kind of man moves (rules, section 4), as the words after "moves".
pub(super) const fn words(kind: Kind, options: &Options) -> &'static str {
    match kind {
        Kind::Pawn => {
            "one square straight forward, from its second rank also two, and takes diagonally \
             forward"
        }
        Kind::Checker if options.displace() => {
            "one square diagonally forward, and takes on a neighbouring square in any diagonal \
             direction"
        }
        Kind::Checker => {
            "one square diagonally forward, and takes by jumping over a neighbour in any diagonal \
             direction"
        }
        Kind::Liner if options.friends_only() => {
            "along a line exactly as many squares as men stand on that line, over friends only"
        }
        Kind::Liner => {
            "along a line exactly as many squares as men stand on that line, over anybody"
        }
        Kind::Silver => "one square diagonally or straight forward",
        Kind::Knight => "two squares straight and one aside, over anybody",
        Kind::Dama if options.turning() => {
            "along free diagonals, and takes by up to three jumps, turning as it likes, each to \
             the square right behind its victim"
        }
        Kind::Dama => {
            "along free diagonals, and takes by up to three jumps in one line, each to the square \
             right behind its victim"
        }
        Kind::King => "one square in any direction, but not into check",
    }
}
