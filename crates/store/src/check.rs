//! Inspecting a whole database, also while a bot is running: check, and a walk over all games. Neither
//! changes the database.

use std::{
    fmt,
    fs::{File, TryLockError},
    path::{Path, PathBuf},
};

use signing::HostKey;
use table::GameNo;

use super::{
    EventRow, GameRow, GameState, SeatRow, StoreError,
    files::{beside, file_error},
    migrate, open, queries,
    ratings::KeptRatings,
    reader::{Reader, number},
};
use crate::quarantine::log_damage;

/// How many faults are listed; the first ones say enough.
const MAX_FAULTS: usize = 100;

/// The findings of [`check`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckReport {
    /// How many games and offers there are.
    pub games: u64,
    /// How many log lines there are.
    pub events: u64,
    /// The first hundred faults; empty for a sound database.
    pub faults: Vec<String>,
}

impl fmt::Display for CheckReport {
    /// Writes `ok N games, M events`, or the faults, one per line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.faults.is_empty() {
            write!(f, "ok {} games, {} events", self.games, self.events)
        } else {
            f.write_str(&self.faults.join("\n"))
        }
    }
}

/// Checks a database: what SQLite says of the file, then each game's rows against each other,
/// then what `replay` says of it.
///
/// # Errors
/// [`StoreError`] if there is no database of this version at `path`, or it cannot be read at all.
pub fn check(
    path: &Path,
    replay: impl FnMut(&GameRow, &[EventRow]) -> Result<(), String>,
) -> Result<CheckReport, StoreError> {
    check_inspected(&Inspection::at_current(path)?, replay)
}

/// Checks a database of this program's schema that is being inspected.
pub(super) fn check_inspected(
    inspected: &Inspection,
    mut replay: impl FnMut(&GameRow, &[EventRow]) -> Result<(), String>,
) -> Result<CheckReport, StoreError> {
    let in_file = file_faults(&inspected.reader)?;
    let is_broken = !in_file.is_empty();
    let mut report = CheckReport { faults: wal_faults(&inspected.path)?, ..Default::default() };
    report.faults.extend(in_file);
    if is_broken {
        // Rows of a broken file would only add noise.
        return Ok(report);
    }
    inspected.games(|reader, no| {
        report.games += 1;
        // A row that cannot be read is a fault like any other: the next game may be sound.
        let (faults, events) = match reader.game(no) {
            Ok(Some((game, events))) => (game_faults(reader, &game, &events, &mut replay), events),
            Ok(None) => (vec!["not there".into()], Vec::new()),
            Err(error) => (vec![error.to_string()], Vec::new()),
        };
        report.events += events.len() as u64;
        let room = MAX_FAULTS.saturating_sub(report.faults.len());
        report.faults.extend(faults.into_iter().take(room).map(|what| format!("{no}: {what}")));
        Ok::<_, StoreError>(())
    })?;
    Ok(report)
}

/// Calls `each` with every game, its log, and the name of the person on each seat (`None` for a
/// bot or an open seat), in the order of their numbers and as of one moment. Returns how many
/// there are.
///
/// # Errors
/// As [`check`], and the first error of `each`.
pub fn each_game<E: From<StoreError>>(
    path: &Path,
    mut each: impl FnMut(GameRow, Vec<EventRow>, Vec<Option<String>>) -> Result<(), E>,
) -> Result<u64, E> {
    let mut count = 0;
    Inspection::at_current(path)?.games(|reader, no| {
        let Some((game, events)) = reader.game(no)? else { return Ok(()) };
        let names = game.seats.iter().map(|seat| name_of(reader, seat));
        let names = names.collect::<Result<_, StoreError>>()?;
        count += 1;
        each(game, events, names)
    })?;
    Ok(count)
}

/// The key with which the host of this database signs records; `None` if it has never started.
///
/// # Errors
/// As [`check`].
pub fn host_key(path: &Path) -> Result<Option<HostKey>, StoreError> {
    Inspection::at_current(path)?.reader.host_key()
}

/// Begins with what a database keeps about ratings, and calls `each` with that and every game and its log, in
/// the order of their numbers: all as of one moment, whatever is written meanwhile.
///
/// # Errors
/// As [`check`], and the first error of `each`.
pub fn over_ratings<T, E: From<StoreError>>(
    path: &Path,
    begin: impl FnOnce(KeptRatings) -> T,
    mut each: impl FnMut(&mut T, GameRow, Vec<EventRow>) -> Result<(), E>,
) -> Result<T, E> {
    let inspected = Inspection::at_current(path)?;
    inspected.reader.at_one_moment(|| {
        let mut all = begin(inspected.reader.kept_ratings()?);
        inspected.games(|reader, no| {
            let Some((game, events)) = reader.game(no)? else { return Ok(()) };
            each(&mut all, game, events)
        })?;
        Ok(all)
    })
}

/// A database that is only looked at.
pub(super) struct Inspection {
    pub(super) reader: Reader,
    path: PathBuf,
    /// A shared lock that keeps a bot from starting meanwhile; `None` if one is running already.
    _lock: Option<File>,
}

impl Inspection {
    /// Begins to inspect any database of ours.
    pub(super) fn at(path: &Path) -> Result<Self, StoreError> {
        let inspected = Self::unidentified(path)?;
        open::identify(inspected.reader.conn())?;
        Ok(inspected)
    }

    /// Begins to inspect a database of this program's schema.
    fn at_current(path: &Path) -> Result<Self, StoreError> {
        let inspected = Self::unidentified(path)?;
        match open::identify(inspected.reader.conn())? {
            migrate::KNOWN => Ok(inspected),
            0 => Err(StoreError::Other(format!("{}: the database is empty", path.display()))),
            old => Err(StoreError::Other(format!(
                "the database has the older schema {old}; start the bot once to bring it to {}",
                migrate::KNOWN
            ))),
        }
    }

    /// Connects to a file without asking whose database it is.
    fn unidentified(path: &Path) -> Result<Self, StoreError> {
        let path = path.canonicalize().map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => {
                StoreError::Other(format!("there is no database at {}", path.display()))
            }
            _ => file_error(path, &error),
        })?;
        let (conn, lock) = match lock_idle(&path)? {
            Some(lock) => {
                open::check_header(&path, false)?;
                (open::connect_immutable(&path)?, Some(lock))
            }
            None => (open::connect_to_read(&path)?, None),
        };
        Ok(Self { reader: Reader::with_connection(conn), path, _lock: lock })
    }

    /// Calls `each` for every game, all as of one moment.
    fn games<E: From<StoreError>>(
        &self,
        mut each: impl FnMut(&Reader, GameNo) -> Result<(), E>,
    ) -> Result<(), E> {
        let reader = &self.reader;
        reader.at_one_moment(|| {
            let numbers = reader.all(queries::GAME_NUMBERS, [], number)?;
            numbers.into_iter().try_for_each(|no| each(reader, no))
        })
    }
}

/// Locks a database that nobody has open: without a write-ahead log, there is no connection to it.
/// A database that is read under this lock needs no files beside it, whereas a usual reader would
/// leave two behind. `None` if somebody has the database open or is just opening it.
fn lock_idle(path: &Path) -> Result<Option<File>, StoreError> {
    let wal: PathBuf = beside(path, "-wal");
    if wal.exists() || beside(path, "-journal").exists() || cfg!(not(unix)) {
        return Ok(None);
    }
    let file = File::open(path).map_err(|error| file_error(path, &error))?;
    match file.try_lock_shared() {
        Ok(()) if !wal.exists() => Ok(Some(file)),
        Ok(()) | Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(file_error(path, &error)),
    }
}

/// The name of the person on a seat; `None` for a bot or an open seat.
fn name_of(reader: &Reader, seat: &SeatRow) -> Result<Option<String>, StoreError> {
    match seat {
        SeatRow::Person(id) | SeatRow::Asked(id) => {
            Ok(reader.person(id)?.map(|person| person.name))
        }
        SeatRow::Bot(_) | SeatRow::Open => Ok(None),
    }
}

/// Returns what is wrong with the log beside the database. SQLite passes over what it cannot read there.
fn wal_faults(path: &Path) -> Result<Vec<String>, StoreError> {
    let damage = log_damage(path)?.map(|what| {
        format!(
            "the -wal file is damaged ({what}): the moves that were confirmed last may be in it and \
             nowhere else; copy it before the next start, which goes on without them"
        )
    });
    Ok(damage.into_iter().collect())
}

/// Returns what SQLite finds in the file.
pub(super) fn file_faults(reader: &Reader) -> Result<Vec<String>, StoreError> {
    let mut faults = reader.all(queries::INTEGRITY, [], |row| row.get::<_, String>(0))?;
    faults.retain(|line| line != "ok");
    if faults.is_empty() {
        faults = reader.all(queries::FOREIGN_KEYS, [], |row| {
            let (table, parent): (String, String) = (row.get(0)?, row.get(1)?);
            Ok(format!("a row of {table} names something that is not in {parent}"))
        })?;
    }
    Ok(faults)
}

/// Returns what is wrong with a game: its rows against each other, then its replay.
fn game_faults(
    reader: &Reader,
    game: &GameRow,
    events: &[EventRow],
    replay: &mut impl FnMut(&GameRow, &[EventRow]) -> Result<(), String>,
) -> Vec<String> {
    let mut faults = log_faults(game, events);
    faults.extend(row_faults(game));
    match reader.seats(game.no) {
        Ok(seats) if seats.iter().zip(0..).all(|(seat, n)| seat.0 == n) => {}
        Ok(_) => faults.push("the seats do not count up from 0".into()),
        Err(error) => faults.push(error.to_string()),
    }
    if faults.is_empty() {
        faults.extend(replay(game, events).err());
    }
    faults
}

/// Returns what is wrong with the numbers of a log.
fn log_faults(game: &GameRow, events: &[EventRow]) -> Vec<String> {
    let counts_up = |numbers: Vec<u32>| numbers.into_iter().zip(1..).all(|(n, wanted)| n == wanted);
    let plies: Vec<_> = events.iter().filter_map(|event| event.ply).collect();
    let mut faults = Vec::new();
    if plies.len() as u64 != u64::from(game.ply) {
        faults.push(format!("{} plies, but {} in the log", game.ply, plies.len()));
    }
    let rolls = events.iter().filter_map(|event| event.roll.as_ref()).map(|roll| roll.n);
    let counted = [
        ("log lines", events.iter().map(|event| event.n).collect()),
        ("plies", plies),
        ("rolls", rolls.collect()),
    ];
    for (what, numbers) in counted {
        if !counts_up(numbers) {
            faults.push(format!("the {what} do not count up from 1"));
        }
    }
    faults
}

/// Returns what is wrong with a game's own row.
fn row_faults(game: &GameRow) -> Vec<String> {
    let seats = game.seats.len();
    let sound = [
        (game.announced <= game.ply, "more plies told than played"),
        ((game.state == GameState::Over) == game.result.is_some(), "state and result disagree"),
        (game.to_move.is_none_or(|seat| usize::from(seat) < seats), "no such seat to move"),
    ];
    sound.into_iter().filter(|(sound, _)| !sound).map(|(_, fault)| fault.to_owned()).collect()
}
