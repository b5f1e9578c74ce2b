//! The one integration binary.
mod dice;
mod discord;
mod kill;
#[path = "../support/mod.rs"]
mod support;
mod transcript;
