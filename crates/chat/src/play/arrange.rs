//! Arranging men before the first move: hidden ones in private, open ones in turns.
//!
//! What a seat hides goes from its own draft into its own private chat, or into an answer that only
//! the person on that seat sees, and nowhere else; all other words and pictures are made from what the
//! table shows to anybody.

mod begin;
mod bots;
mod hidden;
mod open;
mod stray;
mod which_game;

pub(crate) use begin::opening;
pub(crate) use bots::arrange_bots;
pub(crate) use hidden::{check_set_up, setup};
pub(crate) use open::place;
pub use stray::redacted;
pub(crate) use stray::{is_for_my_set_up, is_stray};
