//! Opening a database: the file is first looked at without changing it; then it is connected to,
//! migrated and tidied.

use std::{
    fs::File,
    io::{ErrorKind, Read},
    path::Path,
    sync::Arc,
    time::Duration,
};

use rusqlite::{Connection, OpenFlags, config::DbConfig};

use super::{
    StoreError,
    files::{beside, file_error, make_folder, size_of},
    forget,
    forgotten::{self, Mark},
    lock::FileLock,
    migrate, queries,
};
use crate::quarantine::keep_damaged_log;

/// `MCke` in the header of every database of ours.
pub(super) const APPLICATION_ID: i32 = 1_296_264_037;
/// `MCkg` and `MCkd`: its games are being moved to a shared log, or have been.
pub(super) const MOVING: i32 = APPLICATION_ID + 2;
pub(super) const MOVED: i32 = APPLICATION_ID - 1;

/// Up to this size a start reads every page once, which takes a tenth of a second at most; a
/// larger database is left to `db check`.
const SURVEY_BYTES: u64 = 16 << 20;

/// Since this schema what is deleted is overwritten.
const SECURE_SINCE: u32 = 21;

/// The time to wait for a lock of another program, such as the `sqlite3` shell.
pub(super) const BUSY: Duration = Duration::from_secs(5);

/// A write-ahead log that has grown beyond this is cut back when it starts over. Below, it is
/// kept and overwritten, which syncs faster than a file that grows.
const WAL_KEPT_BYTES: i64 = 16 << 20;

/// Locks a database, looks at it, connects to it and migrates it. Before a connection that writes is
/// made, a copy is kept of a write-ahead log that is damaged.
pub(super) fn open(path: &Path) -> Result<(Connection, Arc<FileLock>), StoreError> {
    make_folder(path)?;
    let lock = FileLock::take(path)?;
    survey(lock.path())?;
    keep_damaged_log(lock.path())?;
    let mut conn = connect_to_write(lock.path(), "full")?;
    let before = identify(&conn)?;
    #[cfg(feature = "postgres")]
    if super::shared_log::Position::of(&conn)?.is_some() {
        return Err(StoreError::Log(
            "it is the copy of a shared log; `martian-cake db pull FILE` makes a database of that"
                .to_owned(),
        ));
    }
    migrate::to_latest(&mut conn)?;
    conn.execute(queries::PUT_WRITTEN_BY.sql, [env!("CARGO_PKG_VERSION")])?;
    if (1..SECURE_SINCE).contains(&before) {
        rewrite(&conn);
    }
    let marks = forgotten::read_beside(lock.database())?;
    if !marks.is_empty() {
        forget_again(&mut conn, &marks)?;
    }
    forgotten::write_beside(lock.database(), &forgotten::marks(&conn)?)?;
    Ok((conn, Arc::new(lock)))
}

/// The same for the copy of a shared log, which is brought to where that is by the log alone, and is made anew where it
/// is damaged. It stays as it is until it is [begun](begin_copy).
#[cfg(feature = "postgres")]
pub(super) fn open_copy(
    path: &Path,
    database: &Path,
) -> Result<(Connection, FileLock), StoreError> {
    let lock = FileLock::take(path)?.for_copy_of(database)?;
    survey(lock.path())?;
    // What a power cut takes is in the log; but no page may be left from before, which no check finds.
    let conn = connect_to_write(lock.path(), "normal")?;
    identify(&conn)?;
    Ok((conn, lock))
}

/// Begins with a copy that its log goes on with: migrates it, and keeps the marks of who was forgotten.
#[cfg(feature = "postgres")]
pub(super) fn begin_copy(conn: &mut Connection, lock: &FileLock) -> Result<(), StoreError> {
    migrate::to_latest(conn)?;
    conn.execute(queries::PUT_WRITTEN_BY.sql, [env!("CARGO_PKG_VERSION")])?;
    forgotten::write_beside(lock.database(), &forgotten::marks(conn)?)?;
    Ok(conn.pragma_update(None, "wal_autocheckpoint", AUTOCHECKPOINT)?)
}

/// The mark of a database by which it is known.
#[cfg(feature = "postgres")]
pub(super) fn kind_of(path: &Path) -> Result<i32, StoreError> {
    let lock = FileLock::take_if_there(path)?;
    let lock =
        lock.ok_or_else(|| StoreError::Log(format!("there is no file {}", path.display())))?;
    check_header(lock.path(), true)?;
    let conn = connect_to_read(lock.path())?;
    let number = conn.query_row(queries::APPLICATION_ID.sql, [], |row| row.get(0))?;
    Ok(number)
}

/// A new and empty database in a new file, as `begin` leaves it.
#[cfg(feature = "postgres")]
pub(super) fn make_new(
    path: &Path,
    begin: impl FnOnce(&Connection) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    drop(super::files::new_file(path).map_err(|error| file_error(path, &error))?);
    let mut conn = connect_alone(path)?;
    migrate::to_latest(&mut conn)?;
    begin(&conn)
}

/// The pages in the write-ahead log of a copy that is only followed by, before they are copied to it.
#[cfg(feature = "postgres")]
const AUTOCHECKPOINT: u32 = 1_000;

/// Writes the whole file anew, without what was deleted and not overwritten before. It needs as much room again; where
/// there is none, the old bytes stay until they are used.
fn rewrite(conn: &Connection) {
    if let Err(error) = conn.execute_batch("VACUUM") {
        tracing::warn!("what was deleted before may still stand in the database's file: {error}");
    }
}

/// Forgets whom a backup that was put in place still knows, by these marks.
pub(super) fn forget_again(conn: &mut Connection, marks: &[Mark]) -> Result<(), StoreError> {
    let transaction = conn.transaction()?;
    for (who, at) in forgotten::learn(&transaction, marks)? {
        forget::replace(&transaction, &who, at)?;
    }
    Ok(transaction.commit()?)
}

/// Finds out whether the file is ours, whole and not too new, changing no byte of it.
///
/// What a crash leaves behind is not damage: changes that wait in the write-ahead log are read with
/// the rest, and SQLite undoes a first start that was cut short (a rollback journal).
fn survey(path: &Path) -> Result<(), StoreError> {
    let size = path.metadata().map_err(|error| file_error(path, &error))?.len();
    let wal = size_of(&beside(path, "-wal"));
    if size == 0 && wal > 0 {
        // SQLite would delete that log; it may be all that is left of the games.
        return Err(StoreError::Damaged("it is empty, but changes wait in its -wal file".into()));
    }
    if size == 0 || size_of(&beside(path, "-journal")) > 0 {
        return Ok(());
    }
    check_header(path, wal > 0)?;
    let conn = if wal > 0 { connect_to_read(path)? } else { connect_immutable(path)? };
    identify(&conn)?;
    if size + wal <= SURVEY_BYTES {
        let verdict: String = conn.query_row(queries::QUICK_CHECK.sql, [], |row| row.get(0))?;
        if verdict != "ok" {
            return Err(StoreError::Damaged(verdict));
        }
    }
    Ok(())
}

/// Checks that the database is one of ours and returns the number of its schema; 0 is an empty
/// database.
pub(super) fn identify(conn: &Connection) -> Result<u32, StoreError> {
    let number = |query: queries::Query| -> Result<i64, StoreError> {
        Ok(conn.query_row(query.sql, [], |row| row.get(0))?)
    };
    if number(queries::SCHEMA_OBJECTS)? == 0 {
        return Ok(0);
    }
    match i32::try_from(number(queries::APPLICATION_ID)?) {
        Ok(APPLICATION_ID) => {}
        Ok(MOVING) => return Err(StoreError::Moved { whole: false }),
        Ok(MOVED) => return Err(StoreError::Moved { whole: true }),
        _ => return Err(StoreError::Damaged("it belongs to another program".into())),
    }
    let known = migrate::KNOWN;
    match u32::try_from(number(queries::USER_VERSION)?) {
        Ok(found) if found > known => Err(StoreError::Newer { found, known, by: written_by(conn) }),
        Ok(found) => Ok(found),
        Err(_) => Err(StoreError::Damaged("its schema number makes no sense".into())),
    }
}

/// The version of the program that had the database last. The file may be anybody's: it is shown as far as it looks
/// like a version.
fn written_by(conn: &Connection) -> Option<String> {
    const LONGEST: usize = 40;
    let is_of_version = |c: char| c.is_ascii_alphanumeric() || ".-+".contains(c);
    // A view could go on for ever.
    conn.query_row(queries::HAS_WRITTEN_BY.sql, [], |_| Ok(())).ok()?;
    let told: String = conn.query_row(queries::WRITTEN_BY.sql, [], |row| row.get(0)).ok()?;
    (told.len() <= LONGEST && told.chars().all(is_of_version)).then_some(told)
}

/// Checks the first 100 bytes, and that the file is as long as they say. With changes in the
/// write-ahead log it may be shorter: its last pages may be there.
/// Layout: <https://www.sqlite.org/fileformat.html#the_database_header>.
///
/// Only for a file that no SQLite connection of this process has open: this opens and closes it,
/// which would drop their locks.
pub(super) fn check_header(path: &Path, wal: bool) -> Result<(), StoreError> {
    let mut header = [0; 100];
    let mut file = File::open(path).map_err(|error| file_error(path, &error))?;
    let size = file.metadata().map_err(|error| file_error(path, &error))?.len();
    match file.read_exact(&mut header) {
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Err(not_a_database()),
        other => other.map_err(|error| file_error(path, &error))?,
    }
    let number = |from: usize| {
        header[from..from + 4].iter().fold(0_u64, |sum, &byte| sum << 8 | u64::from(byte))
    };
    let page = match number(16) >> 16 {
        1 => 65_536,
        bytes => bytes,
    };
    let sound = page.is_power_of_two() && page >= 512 && header[21..24] == [64, 32, 32];
    if &header[..16] != b"SQLite format 3\0" || !sound {
        return Err(not_a_database());
    }
    let expected = page * number(28);
    // The page count is valid only if it was written together with the last change.
    if !wal && number(24) == number(92) && size < expected {
        return Err(StoreError::Damaged(format!("it is cut off: {size} of {expected} bytes")));
    }
    Ok(())
}

fn not_a_database() -> StoreError {
    StoreError::Damaged("it is not an SQLite database".into())
}

/// The writing connection, with the settings that the writer relies on.
pub(super) fn connect_to_write(path: &Path, synchronous: &str) -> Result<Connection, StoreError> {
    let conn = connect(path, "mode=rw")?;
    let mode: String =
        conn.pragma_update_and_check(None, "journal_mode", "wal", |row| row.get(0))?;
    if mode != "wal" {
        return Err(StoreError::Other(format!(
            "{}: this file system has no shared memory, which write-ahead logging needs",
            path.display()
        )));
    }
    // FULL: a commit has reached the disk when it returns, even if the power fails right after.
    conn.pragma_update(None, "synchronous", synchronous)?;
    conn.pragma_update(None, "foreign_keys", true)?;
    // What is deleted is overwritten: nobody can read it in the file.
    conn.pragma_update(None, "secure_delete", true)?;
    // The writer makes checkpoints itself, when nobody waits for a commit.
    conn.pragma_update(None, "wal_autocheckpoint", 0)?;
    conn.pragma_update(None, "journal_size_limit", WAL_KEPT_BYTES)?;
    Ok(conn)
}

/// A connection to a file that nobody else knows of yet, which changes it at once.
pub(super) fn connect_alone(path: &Path) -> Result<Connection, StoreError> {
    let conn = connect(path, "mode=rw")?;
    conn.pragma_update_and_check(None, "journal_mode", "memory", |_| Ok(()))?;
    conn.pragma_update(None, "foreign_keys", true)?;
    conn.pragma_update(None, "secure_delete", true)?;
    Ok(conn)
}

/// Makes a database of its own of the copy of a copy of a shared log; any other one is that already.
pub(super) fn make_database(path: &Path) -> Result<(), StoreError> {
    #[cfg(feature = "postgres")]
    super::shared_log::Position::end(&connect_alone(path)?)?;
    #[cfg(not(feature = "postgres"))]
    let _ = path;
    Ok(())
}

/// A reading connection to the database that this process writes to. No statement on it can change
/// anything; but it may be the last connection to be closed, and must then be able to remove an empty
/// write-ahead log, which a connection of mode `ro` would leave behind. It copies nothing out of one.
pub(super) fn connect_beside_writer(path: &Path) -> Result<Connection, StoreError> {
    let conn = connect(path, "mode=rw")?;
    conn.pragma_update(None, "query_only", true)?;
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    Ok(conn)
}

/// A reading connection to a database that another process may write to meanwhile.
pub(super) fn connect_to_read(path: &Path) -> Result<Connection, StoreError> {
    connect(path, "mode=ro")
}

/// A reading connection to a database that nobody writes to and that has no changes in a
/// write-ahead log: it makes no file and takes no lock.
pub(super) fn connect_immutable(path: &Path) -> Result<Connection, StoreError> {
    connect(path, "mode=ro&immutable=1")
}

fn connect(path: &Path, how: &str) -> Result<Connection, StoreError> {
    // The mode in the URI decides, as long as it asks for no more than the flags allow.
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_URI
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let conn = Connection::open_with_flags(uri(path, how), flags)?;
    conn.busy_timeout(BUSY)?;
    conn.set_prepared_statement_cache_capacity(64);
    // A tampered or broken file is to do as little harm as possible.
    conn.pragma_update(None, "trusted_schema", false)?;
    conn.pragma_update(None, "cell_size_check", true)?;
    // Sorting goes to memory: nothing is written beside the database.
    conn.pragma_update(None, "temp_store", "memory")?;
    Ok(conn)
}

/// The path as a URI of SQLite's, with everything escaped that could mean something there.
fn uri(path: &Path, how: &str) -> String {
    use std::fmt::Write as _;
    let mut uri = String::from("file:");
    for &byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' => {
                uri.push(char::from(byte));
            }
            _ => write!(uri, "%{byte:02x}").expect("a String takes any text"),
        }
    }
    uri.push('?');
    uri.push_str(how);
    uri
}
