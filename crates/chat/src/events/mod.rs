//! Events in the chat: what people and managers ask of them, and what they do by themselves.
//!
//! `due` asks an edition what comes next and does it; `rounds` opens games, `no_shows` ends those to which
//! somebody does not come, `posts` has what is said. Whatever happens to an edition is collected by `Progress`,
//! which makes one change of it.
//!
//! In the store, round and pair of each game and the key of each post are unique, so nothing of that
//! happens twice. What outages took from a check-in is added to it. An event whose place is gone is
//! paused until a manager resumes it in another channel.

mod after;
mod best_fight;
mod channel_lost;
mod corrected;
pub(super) mod create;
mod crowded;
mod due;
mod ends;
pub(super) mod entering;
mod form;
pub(super) mod history;
pub(super) mod leaving;
mod list;
mod log;
pub(super) mod manage;
mod mine;
mod no_shows;
mod people;
mod posts;
mod progress;
pub(super) mod questions;
mod rounds;
mod standing;
mod start;
mod tools;
mod view;
mod visible;
mod when;

pub use after::after_games;
pub use form::{EventForm, GameChoice, NewEvent, event_form};
pub use list::{EventEntry, EventView, OwnGame, event, events};
pub use log::{EditionListRow, EditionLog};
pub use view::{
    CellKind, CellView, EventTable, GroupView, LineView, PairView, PlayerView, RoundView,
    TieBreakHead,
};

pub(super) use corrected::corrected_standings;
pub(super) use due::edition_due;
pub(super) use leaving::withdrawn_from;
pub(super) use visible::{LOOKED_THROUGH, held_here};
