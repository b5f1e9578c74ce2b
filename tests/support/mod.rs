//! What several tests lean on.

pub(crate) mod discord;
