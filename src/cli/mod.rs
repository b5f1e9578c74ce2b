//! The command line: headless commands, with one file for each family. They print plain lines on
//! stdout and diagnostics on stderr.
//!
//! A command returns its whole output as text, or a [`Failure`], so nothing is written to stdout if
//! something goes wrong. Messages are short and never repeat more than a few characters of the
//! input, whatever it was.

mod args;
mod db;
pub mod engine;
mod errors;
mod event_file;
mod events;
mod failure;
mod invocation;
mod output;
mod plies;
mod rate;
mod ratings;
mod record;
mod render;
mod rules;
mod setup;
mod standings;
mod text_file;

pub use failure::{CommandOutcome, Failure};
pub use invocation::{Headless, Invocation, parse};
pub use output::{LogLines, print, print_note, report_failure, report_panics};
pub use plies::{Plies, Ply};
pub use rules::GameArgs;
