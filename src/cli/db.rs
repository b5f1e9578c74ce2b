//! `db check`, `db backup` and `db export`: they look at the database from outside, even while the
//! bot is running. `db restore` goes back to a backup while it is not. All of these work on a file.

use std::{
    fs,
    path::{Path, PathBuf},
};

use clap::Subcommand;
use host::{Clock as _, SystemClock, replay_game};
use store::{EventRow, GameRow, GameState, SeatRow, StoreError};
use table::{PersonId, Stage, record::Record};

use super::{
    db_log,
    failure::{CommandOutcome, Failure},
    output::print_note,
    ratings::{self, RatingsArgs},
};
use crate::config::{Config, DATABASE_URL};

/// How many faults a message lists; any others are only counted.
const LISTED: usize = 10;

#[derive(Debug, Subcommand)]
pub(super) enum DbCommand {
    /// Looks for damage: `ok N games, M events` or the faults
    Check,
    /// Writes a consistent copy
    Backup {
        /// The new file
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Puts a backup in place of the database, which is set aside
    Restore {
        /// The backup; it stays as it is
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Recomputes all ratings: `ok N rated games, M ratings` or what differs
    Ratings(RatingsArgs),
    /// Writes one record per game, signed by this host
    Export {
        /// The folder, made where it is missing
        #[arg(value_name = "DIR")]
        dir: PathBuf,
    },
    /// Moves the games to the log of DATABASE_URL, which several processes share
    Move,
    /// Writes the games of that log to a file, and leaves the log
    Pull {
        /// The new file
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
}

/// Runs `db …`.
pub(super) fn run(command: &DbCommand) -> CommandOutcome {
    match command {
        DbCommand::Check => check(&file()?),
        DbCommand::Backup { file: to } => {
            store::backup(&file()?, to).map_err(failed).map(|()| String::new())
        }
        DbCommand::Restore { file: from } => restore(&file()?, from),
        DbCommand::Ratings(args) => ratings::run(&file()?, args),
        DbCommand::Export { dir } => export(&file()?, dir),
        DbCommand::Move => db_log::take_in(),
        DbCommand::Pull { file: to } => db_log::pull(to),
    }
}

/// The file of the settings. With a shared log the games are not in it.
fn file() -> Result<PathBuf, Failure> {
    let config = Config::load().map_err(|err| Failure::Failed(err.to_string()))?;
    if config.log_address.is_none() {
        return Ok(config.database_path);
    }
    let url = DATABASE_URL.name;
    Err(Failure::Failed(format!(
        "this works on a file, and with {url} the games are in a log. Name a file by DATABASE_PATH, without {url}: a \
         backup, or what `martian-cake db pull FILE` makes of the log, with which nobody goes on after that"
    )))
}

fn failed(error: StoreError) -> Failure {
    Failure::Failed(error.to_string())
}

/// Checks the file as SQLite does, and then replays every game.
fn check(path: &Path) -> CommandOutcome {
    let report = store::check(path, replay).map_err(failed)?;
    if report.faults.is_empty() { Ok(format!("{report}\n")) } else { Err(faults(&report.faults)) }
}

/// Returns what is wrong with a stored game by the rules.
pub(super) fn replay(row: &GameRow, events: &[EventRow]) -> Result<(), String> {
    let game = replay_game(row, events, |_| String::new())?;
    // What pauses and settings make of it is looked up when it wakes; but it has to wake.
    let is_in_time = match game.stage() {
        Stage::Offered(until) => row.due == Some(until),
        Stage::Running => game.clocks().running().next().is_none() || row.due.is_some(),
        Stage::Over(_) => row.due.is_none(),
    };
    is_in_time.then_some(()).ok_or_else(|| "its wake is not when it is due".to_owned())
}

/// Goes back to a backup, and says where the database of before is.
fn restore(path: &Path, from: &Path) -> CommandOutcome {
    let restored = store::restore(path, from, SystemClock.now(), replay).map_err(failed)?;
    let mut told = format!("{} is in place of {}\n", from.display(), path.display());
    if let Some(set_aside) = restored.set_aside {
        told += &format!("the database of before is kept as {}\n", set_aside.display());
    }
    if restored.schema < restored.known {
        told += &format!(
            "it has the older schema {}; the next start brings it to {}\n",
            restored.schema, restored.known
        );
    }
    Ok(told)
}

pub(super) fn faults(faults: &[String]) -> Failure {
    let mut lines: Vec<String> = faults.iter().take(LISTED).cloned().collect();
    if faults.len() > LISTED {
        lines.push(format!("and {} more", faults.len() - LISTED));
    }
    Failure::Failed(lines.join("\n"))
}

/// Writes a file for each game that has started. A game that cannot be replayed does not stop the
/// others from being written.
fn export(path: &Path, dir: &Path) -> CommandOutcome {
    let mut written: u64 = 0;
    let mut wrong = Vec::new();
    fs::create_dir_all(dir).map_err(|err| cannot_write(&err))?;
    let key = store::host_key(path)?;
    store::each_game(path, |row, events, names| {
        if !has_started(&row) {
            return Ok(());
        }
        let name = |id: &PersonId| name_of(&row, &names, id);
        match replay_game(&row, &events, name) {
            Ok(game) => {
                let file = dir.join(format!("{}-{}.txt", row.kind, row.no.0));
                let record = Record::of_game(&game);
                // A database that no host has run on has no key.
                let record = match &key {
                    Some(key) => record.signed_by(key),
                    None => record,
                };
                fs::write(file, record.to_text()).map_err(|err| cannot_write(&err))?;
                written += 1;
            }
            Err(what) => wrong.push(format!("{}: {what}", row.no)),
        }
        Ok::<(), Failure>(())
    })?;
    if wrong.is_empty() {
        print_note(&format!("{written} games"));
        Ok(String::new())
    } else {
        Err(faults(&wrong))
    }
}

fn cannot_write(error: &std::io::Error) -> Failure {
    Failure::Failed(format!("the records could not be written: {error}"))
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        failed(error)
    }
}

/// Returns `true` if a game has ever started, and is not an offer that came to nothing: somebody has moved, or
/// it began, either at once against a bot or later when somebody accepted.
fn has_started(row: &GameRow) -> bool {
    match row.state {
        GameState::Offered => false,
        GameState::Running => true,
        GameState::Over => {
            let bot = row.seats.iter().any(|seat| matches!(seat, SeatRow::Bot(_)));
            bot || row.ply > 0 || row.moved > row.created
        }
    }
}

/// The name of a person on one of the seats.
fn name_of(row: &GameRow, names: &[Option<String>], id: &PersonId) -> String {
    let at = row.seats.iter().position(|seat| matches!(seat, SeatRow::Person(sits) if sits == id));
    at.and_then(|at| names.get(at)?.clone()).unwrap_or_else(|| "?".to_owned())
}
