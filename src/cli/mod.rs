//! The command line: headless commands, with one file for each family. They print plain lines on
//! stdout and diagnostics on stderr.
//!
//! A command returns its whole output as text, or a [`Failure`], so nothing is written to stdout if
//! something goes wrong. Messages are short and never repeat more than a few characters of the
//! input, whatever it was.

mod args;
mod db;
mod db_log;
mod errors;
mod event_file;
mod events;
mod failure;
mod invocation;
mod output;
mod papers;
mod picture;
mod plies;
mod rate;
mod ratings;
mod record;
mod replay;
mod rules;
mod search;
mod settings;
mod setup;
mod standings;
mod text_file;

pub(crate) use failure::Failure;
pub(crate) use invocation::{Invocation, parse};
pub(crate) use output::{print, report_failure, report_panics};
pub(crate) use settings::settings;
