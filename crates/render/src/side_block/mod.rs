//! The facts about one side in games with zones, as a block that stands where there is room for it.

mod block;
mod captured;
mod facts;

pub(crate) use block::{SideBlock, SideSetting};
pub(crate) use facts::render_side;
