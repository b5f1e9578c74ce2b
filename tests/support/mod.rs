//! Helpers that several integration tests share.

pub(crate) mod bot;
pub(crate) mod browser;
pub(crate) mod calls;
pub(crate) mod cards;
pub(crate) mod chance;
pub(crate) mod curves;
pub(crate) mod dances;
pub(crate) mod discord_hosted;
pub(crate) mod discord_rig;
pub(crate) mod hosted;
pub(crate) mod local_page;
pub(crate) mod matches;
pub(crate) mod names;
pub(crate) mod offers;
pub(crate) mod outbox;
pub(crate) mod pictures;
pub(crate) mod platform;
pub(crate) mod postgres;
pub(crate) mod program;
pub(crate) mod running;
pub(crate) mod servers;
pub(crate) mod simulation;
pub(crate) mod stand_in;
pub(crate) mod standings;
pub(crate) mod tables;
