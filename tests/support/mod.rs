//! What several tests lean on.

pub(crate) mod browser;
pub(crate) mod discord;
pub(crate) mod program;
pub(crate) mod table;
