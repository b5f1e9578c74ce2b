//! `db check`, `db backup`, `db export`: the database from outside, also while the bot runs.

use std::path::PathBuf;

use clap::Subcommand;

use super::{Done, Failure};

#[derive(Debug, Subcommand)]
pub(super) enum DbCommand {
    /// Looks for damage: `ok N games, M events` or the faults
    Check,
    /// Writes a consistent copy
    Backup {
        /// The new file
        file: PathBuf,
    },
    /// Writes one record per game
    Export {
        /// The folder, made where it is missing
        dir: PathBuf,
    },
}

/// `db …`
pub(super) fn run(_command: &DbCommand) -> Done {
    Err(Failure::Failed("not yet".to_owned()))
}
