//! The commands of the engine: `bestmove`, `match`, `engine`.
//!
//! The search itself is pure; the clock that caps it and the processes that play against it are
//! here. Each command is a function from its arguments to the lines that it prints.

mod args;
mod bestmove;
mod contest;
mod incoming;
mod lines;
mod protocol;
mod remote;
mod timer;

pub(crate) use args::{BestmoveArgs, MatchArgs};
pub(crate) use bestmove::bestmove;
pub(crate) use contest::run_match;
pub(crate) use protocol::protocol;
