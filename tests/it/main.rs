//! The integration tests, in one binary.
mod backup;
mod browser;
mod cli;
mod completions;
mod dice;
mod discord;
mod ends;
mod golden;
mod history;
mod kill;
mod local;
mod old_databases;
mod pictures;
mod privacy;
mod questions;
mod readme;
mod record;
mod restart;
mod secrets;
mod shares;
mod signed;
mod stopped;
#[path = "../support/mod.rs"]
mod support;
mod tidy;
mod time;
mod transcript;
