//! The chat contract: the command table, parsing, handling, and every sentence shown to people.

mod wire;

pub use wire::{Audience, Door, Incoming, Outgoing, Picture, Reply};
