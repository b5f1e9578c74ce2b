//! Conditional moves: what somebody says beforehand, for themselves alone, and what comes of it when
//! the next ply is played.

mod faults;
mod follow;
mod premove;

pub(super) use follow::{Followed, drop_plans, follow};
pub(super) use premove::{mistyped, premove};
