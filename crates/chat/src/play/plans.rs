//! Conditional moves: what somebody says beforehand, for themselves alone, and what comes of it when
//! the next ply is played.

mod faults;
mod follow;
mod premove;

pub(crate) use follow::{Followed, drop_plans, follow};
pub(crate) use premove::{mistyped, premove};
