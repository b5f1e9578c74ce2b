//! The one integration binary.
mod dice;
mod discord;
#[path = "../support/mod.rs"]
mod support;
mod transcript;
