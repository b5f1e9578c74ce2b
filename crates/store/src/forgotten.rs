//! The marks of people who have asked to be forgotten: a keyed hash of the id of each, and when. They stand in the
//! database and in a file beside it, since a backup from before knows nothing of them.

use std::{
    collections::BTreeSet,
    fs,
    io::{ErrorKind, Write as _},
    path::Path,
};

use data_encoding::HEXLOWER;
use hmac::{Hmac, KeyInit as _, Mac as _};
use rusqlite::{Connection, OptionalExtension as _, params};
use sha2::Sha256;
use table::{Forgotten, Millis, PersonId};

use super::{
    Reader, StoreError,
    files::{beside, file_error, new_file, sync_folder_of},
    queries,
};

/// The ending of the name of the file.
const ENDING: &str = ".forgotten";

type Bytes = [u8; 32];

/// A mark with what it is compared by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    key: Bytes,
    hash: Bytes,
    is: Forgotten,
}

impl Mark {
    /// Returns `true` if it is the mark of this person.
    fn is_of(&self, who: &PersonId) -> bool {
        hash(&self.key, who) == self.hash
    }
}

/// HMAC-SHA256 of a person's id.
fn hash(key: &Bytes, who: &PersonId) -> Bytes {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("a key of any length will do");
    mac.update(who.to_string().as_bytes());
    mac.finalize().into_bytes().into()
}

/// The keys of all marks: one, but where files of several databases came together.
fn keys(conn: &Connection) -> rusqlite::Result<Vec<Bytes>> {
    let (mut keys, mut next) = (Vec::new(), conn.prepare_cached(queries::NEXT_FORGOTTEN_KEY.sql)?);
    let mut last = Vec::new();
    while let Some(key) = next.query_row([&last], |row| row.get::<_, Option<Bytes>>(0))? {
        last = key.to_vec();
        keys.push(key);
    }
    Ok(keys)
}

/// The mark of a person, if there is one.
pub(super) fn mark_of(conn: &Connection, who: &PersonId) -> rusqlite::Result<Option<Forgotten>> {
    let mut last: Option<Forgotten> = None;
    for key in keys(conn)? {
        let mut find = conn.prepare_cached(queries::FORGOTTEN.sql)?;
        let is = |row: &rusqlite::Row<'_>| Ok(Forgotten { at: row.get(0)?, returned: row.get(1)? });
        let found = find.query_row([key, hash(&key, who)], is).optional()?;
        last = last.into_iter().chain(found).max_by_key(|mark| mark.at);
    }
    Ok(last)
}

/// The ids under which the bans of somebody stand who was forgotten. Each is a hash of theirs.
pub(super) fn hashed(conn: &Connection, who: &PersonId) -> rusqlite::Result<Vec<PersonId>> {
    let id = |key: &Bytes| format!("forgotten:{}", HEXLOWER.encode(&hash(key, who)));
    let ids = keys(conn)?.into_iter().map(|key| PersonId::new(who.platform(), id(&key)));
    Ok(ids.collect())
}

/// Marks a person as forgotten, by fresh chance: that is the key of all marks if there is none yet.
pub(super) fn mark(
    conn: &Connection,
    who: &PersonId,
    at: Millis,
    chance: &Bytes,
) -> Result<(), StoreError> {
    let key = keys(conn)?.first().copied().unwrap_or(*chance);
    if let Some(before) = mark_of(conn, who)? {
        // What is from before that goes in time, too: a mark of nobody sees to it.
        put(conn, &Mark { key, hash: hash(chance, who), is: before })?;
    }
    put(conn, &Mark { key, hash: hash(&key, who), is: Forgotten { at, returned: None } })
}

/// The mark of a person stands no more: they are back, later than they were forgotten.
pub(super) fn come_back(conn: &Connection, who: &PersonId, now: Millis) -> Result<(), StoreError> {
    for key in keys(conn)? {
        conn.prepare_cached(queries::COME_BACK.sql)?.execute(params![key, hash(&key, who), now])?;
    }
    Ok(())
}

/// Puts a mark in the place of an older one of the same person.
fn put(conn: &Connection, mark: &Mark) -> Result<(), StoreError> {
    let Mark { key, hash, is: Forgotten { at, returned } } = mark;
    conn.prepare_cached(queries::PUT_FORGOTTEN.sql)?.execute(params![key, hash, at, returned])?;
    Ok(())
}

/// All marks of a database.
pub(super) fn marks(conn: &Connection) -> Result<Vec<Mark>, StoreError> {
    let mut all = conn.prepare_cached(queries::ALL_FORGOTTEN.sql)?;
    let marks = all.query_map([], |row| {
        let is = Forgotten { at: row.get(2)?, returned: row.get(3)? };
        Ok(Mark { key: row.get(0)?, hash: row.get(1)?, is })
    })?;
    Ok(marks.collect::<Result<_, _>>()?)
}

/// Adds marks that a database may not know. Returns those people of the database who are to be forgotten by them, since
/// it knows them since before, and when they were.
pub(super) fn learn(
    conn: &Connection,
    marks: &[Mark],
) -> Result<Vec<(PersonId, Millis)>, StoreError> {
    let known = self::marks(conn)?;
    let is_applied = |new: &&Mark| {
        known.iter().any(|old| (old.key, old.hash) == (new.key, new.hash) && old.is.at >= new.is.at)
    };
    for mark in marks {
        put(conn, mark)?;
    }
    let new: Vec<&Mark> = marks.iter().filter(|mark| !is_applied(mark)).collect();
    if new.is_empty() {
        return Ok(Vec::new());
    }
    let mut people = conn.prepare(queries::PEOPLE_SINCE.sql)?;
    let people = people.query_map([], |row| Ok((super::columns::id(row, 0)?, row.get(1)?)))?;
    let people = people.collect::<Result<Vec<(PersonId, Millis)>, _>>()?;
    let goes = |(who, since): (PersonId, Millis)| {
        let mark = new.iter().find(|mark| since <= mark.is.at && mark.is_of(&who))?;
        Some((who, mark.is.at))
    };
    Ok(people.into_iter().filter_map(goes).collect())
}

/// The marks in the file beside a database; none where there is no such file.
pub(super) fn read_beside(path: &Path) -> Result<Vec<Mark>, StoreError> {
    let file = beside(path, ENDING);
    let text = match fs::read_to_string(&file) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(file_error(&file, &error)),
    };
    let marks = text.lines().zip(1..).map(|(line, n)| {
        parse(line).ok_or_else(|| {
            StoreError::Other(format!(
                "{}: line {n} cannot be read. The file names those who have asked to be forgotten: put back a copy of it, \
                 or move it away if nobody has",
                file.display()
            ))
        })
    });
    marks.collect()
}

/// Reads a line of the file.
fn parse(line: &str) -> Option<Mark> {
    let mut words = line.split_ascii_whitespace();
    let mut bytes = || HEXLOWER.decode(words.next()?.as_bytes()).ok()?.try_into().ok();
    let (key, hash) = (bytes()?, bytes()?);
    let at = words.next()?.parse().ok()?;
    let returned = match words.next()? {
        "-" => None,
        at => Some(at.parse().ok()?),
    };
    Some(Mark { key, hash, is: Forgotten { at, returned } })
}

/// Writes the marks of a database beside it, with those that stand there already. Where nobody was ever forgotten there
/// is no file.
pub(super) fn write_beside(path: &Path, marks: &[Mark]) -> Result<(), StoreError> {
    let there = read_beside(path)?;
    if marks.iter().all(|mark| there.contains(mark)) {
        return Ok(());
    }
    let is_known =
        |one: &&Mark| !marks.iter().any(|new| (new.key, new.hash) == (one.key, one.hash));
    let lines: BTreeSet<String> =
        marks.iter().chain(there.iter().filter(is_known)).map(line).collect();
    let (file, part) = (beside(path, ENDING), beside(path, &format!("{ENDING}.part")));
    let written = || {
        drop(fs::remove_file(&part)); // What a kill has left.
        let mut new = new_file(&part)?;
        lines.iter().try_for_each(|line| writeln!(new, "{line}"))?;
        new.sync_all()?;
        fs::rename(&part, &file)
    };
    written().map_err(|error| file_error(&file, &error))?;
    sync_folder_of(path)
}

/// A mark as a line of the file.
fn line(mark: &Mark) -> String {
    let Mark { key, hash, is: Forgotten { at, returned } } = mark;
    let returned = returned.map_or_else(|| "-".to_owned(), |at| at.to_string());
    format!("{} {} {at} {returned}", HEXLOWER.encode(key), HEXLOWER.encode(hash))
}

impl Reader {
    /// The mark of a person who has asked to be forgotten; `None` for anybody else.
    ///
    /// # Errors
    /// [`StoreError`] if the store cannot be read.
    pub fn forgotten(&self, who: &PersonId) -> Result<Option<Forgotten>, StoreError> {
        self.noted(mark_of(self.conn(), who))
    }

    /// Returns when somebody was last forgotten by this instant; `None` if nobody was.
    ///
    /// # Errors
    /// [`StoreError`] if the store cannot be read.
    pub fn last_forgotten(&self, by: Millis) -> Result<Option<Millis>, StoreError> {
        Ok(self.one(queries::LAST_FORGOTTEN, [by], |row| row.get(0))?.flatten())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::Platform;

    #[test]
    fn a_line_reads_back_and_nothing_else_does() {
        let ann = PersonId::new(Platform::Local, "ann");
        for returned in [None, Some(9)] {
            let key = [7; 32];
            let mark = Mark { key, hash: hash(&key, &ann), is: Forgotten { at: 5, returned } };
            assert_eq!(parse(&line(&mark)), Some(mark));
            assert!(mark.is_of(&ann) && !mark.is_of(&PersonId::new(Platform::Discord, "ann")));
            assert!(!line(&mark).contains("ann"));
        }
        for text in ["", "00 11 5 -", "ann", &"0".repeat(200)] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
