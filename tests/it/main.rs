//! The one integration binary.
mod dice;
mod discord;
mod local;
#[path = "../support/mod.rs"]
mod support;
mod transcript;
