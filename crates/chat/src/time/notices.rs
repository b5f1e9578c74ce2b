//! Notices: what tells a player that it is their turn, or that their time runs out, as each of them
//! wishes it.

pub(crate) mod command;
mod prefs;
mod quiet;
mod reminder;
mod schedule;
mod turn;
mod zone;

pub(crate) use reminder::{next_reminder, remind, snooze};
pub(crate) use turn::{ask_as_wished, ping_as_wished};
pub(crate) use zone::{NoZone, find_zone, zone_called, zones_with};
