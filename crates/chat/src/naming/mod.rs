//! What people, seats and games are called, and whom a word means.

pub(super) mod games;
pub(super) mod names;
pub(super) mod people;
pub(super) mod titles;
