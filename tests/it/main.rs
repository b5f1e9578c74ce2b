//! Everything that is tested from outside, in one binary.

mod discord;
#[path = "../support/mod.rs"]
mod support;
