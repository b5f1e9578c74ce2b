//! The one integration binary.
mod browser;
mod dice;
mod discord;
mod local;
#[path = "../support/mod.rs"]
mod support;
mod transcript;
