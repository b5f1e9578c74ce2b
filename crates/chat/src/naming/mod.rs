//! Names of people, seats and games, and the search for whom a word means.

pub(super) mod games;
pub(super) mod names;
pub(super) mod people;
pub(super) mod titles;
