//! Perft of Lyra.

use super::Position;
use crate::games::{Perft, perft};

pub(super) fn count(position: &Position, depth: u32) -> Perft {
    perft::slow(position, depth)
}
