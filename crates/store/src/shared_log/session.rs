//! A session with the database server, with every statement that goes there.

use std::{fmt, time::Duration};

use postgres::{
    Statement,
    error::SqlState,
    types::{ToSql, Type},
};
use table::Millis;

use super::{
    LogError, Times,
    address::{Connected, LogAddress},
    position::Position,
};
use crate::migrate;

/// PostgreSQL 14, since which sessions end by themselves.
const OLDEST_SERVER: i32 = 140_000;

/// The most by which our clock may be off the server's, in milliseconds.
const MOST_SKEW: Millis = 1_000;

/// The tables, made where there are none.
const TABLES: &str = "
CREATE SCHEMA IF NOT EXISTS martian_cake;
CREATE TABLE IF NOT EXISTS martian_cake.log (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    id bigint NOT NULL,
    active text,
    signed_off boolean NOT NULL DEFAULT true,
    seen timestamptz NOT NULL DEFAULT now(),
    through bigint NOT NULL,
    forgotten bigint NOT NULL DEFAULT 0,
    rewritten bigint NOT NULL DEFAULT 0,
    is_left boolean NOT NULL DEFAULT false
) WITH (fillfactor = 50);
CREATE TABLE IF NOT EXISTS martian_cake.entry (
    n bigint PRIMARY KEY,
    writer bigint NOT NULL,
    format integer NOT NULL,
    forgets boolean NOT NULL,
    body bytea NOT NULL
);
CREATE INDEX IF NOT EXISTS entry_forgets ON martian_cake.entry (n) WHERE forgets;
CREATE TABLE IF NOT EXISTS martian_cake.snapshot (
    n bigint NOT NULL,
    part integer NOT NULL,
    writer bigint NOT NULL,
    schema integer NOT NULL,
    made timestamptz NOT NULL DEFAULT now(),
    body bytea NOT NULL,
    PRIMARY KEY (n, part)
);
CREATE TABLE IF NOT EXISTS martian_cake.process (
    name text PRIMARY KEY,
    seen timestamptz NOT NULL,
    reads integer NOT NULL,
    schema integer NOT NULL,
    n bigint NOT NULL,
    version text NOT NULL
);";

/// A row of the log.
#[derive(Clone)]
pub(super) struct LogRow {
    pub(super) n: i64,
    pub(super) writer: i64,
    pub(super) format: i32,
    /// Whether somebody is forgotten by it.
    pub(super) forgets: bool,
    /// Entries as text, packed.
    pub(super) body: Vec<u8>,
}

/// The state of a log as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LogState {
    pub(super) id: i64,
    /// Up to here its rows are known to be on the standby.
    pub(super) through: i64,
    /// The last row, or the last one that a snapshot holds.
    pub(super) head: i64,
    /// Whether whoever wrote last has ended as it should.
    pub(super) signed_off: bool,
    /// Whether the games went on elsewhere.
    pub(super) is_left: bool,
}

/// The outcome of an attempt to add a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Added {
    /// It counts.
    Acknowledged,
    /// Another row stands there.
    Taken,
    /// It is there, and the standby may lack it.
    Unsure,
    /// It is not there, since that behind which it was to be is not.
    Nowhere,
}

/// A session.
pub(super) struct Session {
    pub(super) connected: Connected,
    pid: i32,
    address: LogAddress,
    append: Statement,
    beat: Statement,
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session").field("pid", &self.pid).finish_non_exhaustive()
    }
}

impl Session {
    /// Connects, and makes the tables where there are none.
    pub(super) fn open(address: &LogAddress) -> Result<Self, LogError> {
        let mut connected = address.connect()?;
        let client = &mut connected.client;
        let setting = |client: &mut postgres::Client, name: &str| -> Result<String, LogError> {
            Ok(client.query_one("SELECT current_setting($1)", &[&name])?.get(0))
        };
        let version = setting(client, "server_version_num")?;
        if version.parse().is_ok_and(|version: i32| version < OLDEST_SERVER) {
            let told = setting(client, "server_version")?;
            return Err(LogError::refused(format!(
                "the database server is PostgreSQL {told}; 14 is the oldest that will do"
            )));
        }
        if !["on", "remote_apply"].contains(&&*setting(client, "synchronous_commit")?) {
            client.batch_execute("SET synchronous_commit = on")?;
        }
        client.batch_execute(
            "SET idle_session_timeout = '8s'; SET idle_in_transaction_session_timeout = '8s'; \
             SET client_min_messages = warning",
        )?;
        let there = "SELECT to_regclass('martian_cake.process') IS NOT NULL";
        if !client.query_one(there, &[])?.get::<_, bool>(0) {
            // Two at once would trip over each other.
            client.batch_execute(&format!(
                "BEGIN; SELECT pg_advisory_xact_lock(hashtext('martian_cake')); {TABLES}; COMMIT"
            ))?;
        }
        let pid = client.query_one("SELECT pg_backend_pid()", &[])?.get(0);
        let append = client.prepare_typed(
            "INSERT INTO martian_cake.entry (n, writer, format, forgets, body) SELECT $1, $2, $3, $4, $5 \
             WHERE EXISTS (SELECT 1 FROM martian_cake.entry WHERE n = $1 - 1 AND writer = $6) \
             OR EXISTS (SELECT 1 FROM martian_cake.snapshot WHERE n = $1 - 1 AND part = 0 AND writer = $6) \
             RETURNING current_setting('synchronous_standby_names') <> ''",
            &[Type::INT8, Type::INT8, Type::INT4, Type::BOOL, Type::BYTEA, Type::INT8],
        )?;
        let beat = client.prepare_typed(
            "UPDATE martian_cake.log SET seen = clock_timestamp(), through = greatest(through, $1), \
             signed_off = $2 WHERE id = $3 \
             RETURNING pg_backend_pid(), current_setting('synchronous_standby_names') <> ''",
            &[Type::INT8, Type::BOOL, Type::INT8],
        )?;
        connected.was_warned();
        Ok(Self { connected, pid, address: address.clone(), append, beat })
    }

    /// Looks whether a process may be active on this server.
    ///
    /// # Errors
    /// Says what its owner has to change.
    pub(super) fn check_fit(
        &mut self,
        address: &LogAddress,
        times: &Times,
    ) -> Result<(), LogError> {
        let row = self.connected.client.query_one(
            "SELECT current_setting('synchronous_standby_names') <> '', \
             (extract(epoch FROM clock_timestamp()) * 1000)::bigint, pg_backend_pid()",
            &[],
        )?;
        let (waits, theirs, pid): (bool, Millis, i32) = (row.get(0), row.get(1), row.get(2));
        if address.needs_standby() && !waits {
            return Err(LogError::refused(
                "the database server waits for no standby (synchronous_standby_names is empty): with its disk, \
                 confirmed moves would be lost. Give it a synchronous standby, or set DATABASE_STANDBY=none if that is \
                 wanted"
                    .to_owned(),
            ));
        }
        let skew = (times.now)() - theirs;
        if skew.abs() > MOST_SKEW {
            return Err(LogError::refused(format!(
                "this machine's clock is {skew} ms off the database server's, and 1,000 is the most; set both by NTP"
            )));
        }
        if pid != self.pid || Self::shares_sessions(address, self.pid)? {
            return Err(LogError::refused(
                "something between here and the database server gives its sessions to others (a pooler); \
                 DATABASE_URL must name the server itself"
                    .to_owned(),
            ));
        }
        Self::check_primary(address)
    }

    /// Looks whether more than one of the servers can be written to: nobody knows which of them has the games.
    pub(super) fn check_primary(address: &LogAddress) -> Result<(), LogError> {
        match address.writable() {
            0 | 1 => Ok(()),
            n => Err(LogError::refused(format!(
                "{n} of the servers that DATABASE_URL names can be written to; shut those down that are not the \
                 primary, before moves go apart"
            ))),
        }
    }

    /// Returns `true` if a second connection, while the first one is open, is the same session.
    fn shares_sessions(address: &LogAddress, pid: i32) -> Result<bool, LogError> {
        let mut second = address.connect()?;
        let other: i32 = second.client.query_one("SELECT pg_backend_pid()", &[])?.get(0);
        Ok(other == pid)
    }

    /// The log; `None` if there is none yet.
    pub(super) fn log(&mut self) -> Result<Option<LogState>, LogError> {
        let row = self.connected.client.query_opt(
            "SELECT id, through, signed_off, is_left, greatest( \
             coalesce((SELECT max(n) FROM martian_cake.entry), 0), \
             coalesce((SELECT max(n) FROM martian_cake.snapshot), 0)) FROM martian_cake.log",
            &[],
        )?;
        self.address.has_answered();
        Ok(row.map(|row| LogState {
            id: row.get(0),
            through: row.get(1),
            signed_off: row.get(2),
            is_left: row.get(3),
            head: row.get(4),
        }))
    }

    /// Who wrote a row, or the last row of a snapshot; `None` if it is not there.
    pub(super) fn writer_of(&mut self, n: i64) -> Result<Option<i64>, LogError> {
        let row = self.connected.client.query_opt(
            "SELECT writer FROM martian_cake.entry WHERE n = $1 \
             UNION ALL SELECT writer FROM martian_cake.snapshot WHERE n = $1 AND part = 0 LIMIT 1",
            &[&n],
        )?;
        Ok(row.map(|row| row.get(0)))
    }

    /// Some of the rows behind `n`, up to `to`.
    pub(super) fn rows(&mut self, n: i64, to: i64) -> Result<Vec<LogRow>, LogError> {
        let rows = self.connected.client.query(
            "SELECT n, writer, format, forgets, body FROM martian_cake.entry WHERE n > $1 AND n <= $2 \
             ORDER BY n LIMIT 256",
            &[&n, &to],
        )?;
        let row = |row: postgres::Row| LogRow {
            n: row.get(0),
            writer: row.get(1),
            format: row.get(2),
            forgets: row.get(3),
            body: row.get(4),
        };
        Ok(rows.into_iter().map(row).collect())
    }

    /// Adds a row behind that of `before`, in one statement. An error leaves open whether it is there.
    pub(super) fn append(&mut self, row: &LogRow, before: i64) -> Result<Added, LogError> {
        let LogRow { n, writer, format, forgets, body } = row;
        let row: &[&(dyn ToSql + Sync)] = &[n, writer, format, forgets, body, &before];
        match self.connected.client.query_opt(&self.append, row) {
            Err(error) if error.code() == Some(&SqlState::UNIQUE_VIOLATION) => Ok(Added::Taken),
            Err(error) => Err(error.into()),
            Ok(None) => Ok(Added::Nowhere),
            Ok(Some(_)) if self.connected.was_warned() => Ok(Added::Unsure),
            Ok(Some(waits)) if self.address.needs_standby() && !waits.get::<_, bool>(0) => {
                Ok(Added::Unsure)
            }
            Ok(Some(_)) => Ok(Added::Acknowledged),
        }
    }

    /// Commits a sign of life: everything up to `through` is known to be on the standby. Returns once this is, too.
    pub(super) fn beat(&mut self, id: i64, through: i64, signed_off: bool) -> Result<(), LogError> {
        let told = self.connected.client.query_opt(&self.beat, &[&through, &signed_off, &id])?;
        match told.map(|row| (row.get::<_, i32>(0), row.get::<_, bool>(1))) {
            _ if self.connected.was_warned() => Err(LogError::unconfirmed()),
            Some((pid, waits)) if pid == self.pid && (waits || !self.address.needs_standby()) => {
                Ok(())
            }
            // It was taken from it meanwhile: what is committed now, the standby may lack.
            Some((pid, _)) if pid == self.pid => Err(LogError::unconfirmed()),
            Some(_) => Err(LogError::refused(
                "the session with the database server was given to somebody else (by a pooler)"
                    .to_owned(),
            )),
            None => Err(LogError::gone()),
        }
    }

    /// Asks for the lock of a log once; it holds as long as the session. Waiting for it would hold back vacuum.
    pub(super) fn try_lock(&mut self, id: i64) -> Result<bool, LogError> {
        Ok(self.connected.client.query_one("SELECT pg_try_advisory_lock($1)", &[&id])?.get(0))
    }

    /// Lets this session rest for a quarter of an hour before the server ends it.
    pub(super) fn rest_long(&mut self) -> Result<(), LogError> {
        Ok(self.connected.client.batch_execute("SET idle_session_timeout = '15min'")?)
    }

    /// Ends the session that holds the lock if it was stopped in the middle of a statement: while it is idle, the
    /// server sees to that itself.
    pub(super) fn end_stalled_holder(&mut self, id: i64) -> Result<bool, LogError> {
        let ended = self.connected.client.query_opt(
            "SELECT pg_terminate_backend(a.pid) FROM pg_locks AS l JOIN pg_stat_activity AS a USING (pid) \
             WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1 \
             AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database()) \
             AND (l.classid::bigint << 32 | l.objid::bigint) = $1 \
             AND a.state <> 'idle' AND a.wait_event_type = 'Client' AND a.wait_event = 'ClientRead' \
             AND clock_timestamp() - greatest(a.state_change, a.query_start) > interval '8 seconds'",
            &[&id],
        )?;
        Ok(ended.is_some())
    }

    /// Notes that a process is about to be active. Returns whether its predecessor has ended as it should.
    pub(super) fn take(&mut self, id: i64, name: &str) -> Result<bool, LogError> {
        let row = self.connected.client.query_opt(
            "UPDATE martian_cake.log AS new SET active = $2, signed_off = false, seen = clock_timestamp() \
             FROM martian_cake.log AS old WHERE new.id = $1 AND old.id = $1 RETURNING old.signed_off",
            &[&id, &name],
        )?;
        let row = row.ok_or_else(LogError::gone)?;
        if self.connected.was_warned() {
            return Err(LogError::unconfirmed());
        }
        Ok(row.get(0))
    }

    /// Notes that a process reads the log, and how far it has come.
    pub(super) fn note_process(&mut self, name: &str, reads: u32, n: i64) -> Result<(), LogError> {
        let reads = i32::try_from(reads).unwrap_or(i32::MAX);
        let schema = i32::try_from(migrate::KNOWN).unwrap_or(i32::MAX);
        let mut noted = self.connected.client.transaction()?;
        // It does not matter whether the standby has it, and that may be away.
        noted.batch_execute("SET LOCAL synchronous_commit = local")?;
        noted.execute(
            "INSERT INTO martian_cake.process (name, seen, reads, schema, n, version) \
             VALUES ($1, clock_timestamp(), $2, $3, $4, $5) ON CONFLICT (name) DO UPDATE SET seen = excluded.seen, \
             reads = excluded.reads, schema = excluded.schema, n = excluded.n, version = excluded.version",
            &[&name, &reads, &schema, &n, &env!("CARGO_PKG_VERSION")],
        )?;
        noted.commit()?;
        Ok(())
    }

    /// The newest format that all processes read which were seen in the last ten minutes; `own` if there are none.
    pub(super) fn newest_of_all(&mut self, own: u32) -> Result<u32, LogError> {
        let row = self.connected.client.query_one(
            "SELECT min(reads) FROM martian_cake.process WHERE seen > clock_timestamp() - interval '10 minutes'",
            &[],
        )?;
        let newest: Option<i32> = row.get(0);
        Ok(newest
            .and_then(|newest| u32::try_from(newest).ok())
            .map_or(own, |newest| newest.min(own)))
    }

    /// Returns `true` if all processes read a schema that were seen in the last ten minutes.
    pub(super) fn is_read_by_all(&mut self, schema: u32) -> Result<bool, LogError> {
        let schema = i32::try_from(schema).unwrap_or(i32::MAX);
        let row = self.connected.client.query_one(
            "SELECT NOT EXISTS (SELECT 1 FROM martian_cake.process \
             WHERE seen > clock_timestamp() - interval '10 minutes' AND schema < $1)",
            &[&schema],
        )?;
        Ok(row.get(0))
    }

    /// The version of the newest program that has read the log; `None` before one has.
    pub(super) fn newest_version(&mut self) -> Result<Option<String>, LogError> {
        let row = self.connected.client.query_opt(
            "SELECT version FROM martian_cake.process ORDER BY reads DESC, schema DESC, seen DESC LIMIT 1",
            &[],
        )?;
        Ok(row.map(|row| row.get(0)))
    }

    /// Begins a log, with what a snapshot of its start holds. It is there as a whole or not at all.
    pub(super) fn begin(
        &mut self,
        at: Position,
        schema: u32,
        parts: impl Iterator<Item = Result<Vec<u8>, LogError>>,
    ) -> Result<(), LogError> {
        let mut begun = self.connected.client.transaction()?;
        // What was left makes room. The processes may have their copies of it still: they count as behind whatever is
        // forgotten from here on.
        if begun.execute("DELETE FROM martian_cake.log WHERE is_left", &[])? > 0 {
            begun.batch_execute(
                "DELETE FROM martian_cake.entry; DELETE FROM martian_cake.snapshot; UPDATE martian_cake.process SET n = 0",
            )?;
        }
        begun.execute(
            "INSERT INTO martian_cake.log (id, through) VALUES ($1, $2)",
            &[&at.id, &at.n],
        )?;
        put_parts(&mut begun, at, schema, parts)?;
        begun.commit()?;
        if self.connected.was_warned() {
            return Err(LogError::unconfirmed());
        }
        Ok(())
    }

    /// Keeps a snapshot of the active process of this name, and drops the rows and snapshots that it makes needless: all before it, or with `keeps_one`
    /// those behind the one before.
    pub(super) fn keep_snapshot(
        &mut self,
        at: Position,
        schema: u32,
        parts: impl Iterator<Item = Result<Vec<u8>, LogError>>,
        (name, keeps_one): (&str, bool),
    ) -> Result<(), LogError> {
        let mut kept = self.connected.client.transaction()?;
        put_parts(&mut kept, at, schema, parts)?;
        let before: Option<i64> = kept
            .query_one("SELECT max(n) FROM martian_cake.snapshot WHERE n < $1", &[&at.n])?
            .get(0);
        let cut = if keeps_one { before.unwrap_or(0) } else { at.n };
        kept.execute("DELETE FROM martian_cake.snapshot WHERE n < $1", &[&cut])?;
        kept.execute("DELETE FROM martian_cake.entry WHERE n <= $1", &[&cut])?;
        // Whoever was overtaken meanwhile keeps nothing, be it somebody who was forgotten since. This comes last: signs
        // of life wait for it.
        let forgotten = if keeps_one { 0 } else { cut };
        let is_ours = "UPDATE martian_cake.log SET forgotten = greatest(forgotten, $1) \
                       WHERE id = $2 AND active = $3 AND forgotten <= $4";
        if kept.execute(is_ours, &[&forgotten, &at.id, &name, &at.n])? == 0 {
            return Err(LogError::Away("another process is the active one now".to_owned()));
        }
        kept.commit()?;
        if self.connected.was_warned() {
            return Err(LogError::unconfirmed());
        }
        Ok(())
    }

    /// The state of snapshots: how many rows there are behind the newest one, its age in seconds, and whether
    /// somebody was forgotten since.
    pub(super) fn since_snapshot(&mut self) -> Result<SinceSnapshot, LogError> {
        let row = self.connected.client.query_one(
            "WITH newest AS (SELECT n, made FROM martian_cake.snapshot WHERE part = 0 ORDER BY n DESC LIMIT 1) \
             SELECT log.through - newest.n, extract(epoch FROM clock_timestamp() - newest.made)::bigint, \
             EXISTS (SELECT 1 FROM martian_cake.entry WHERE entry.n > newest.n AND forgets), \
             log.through, log.forgotten > log.rewritten FROM martian_cake.log AS log, newest",
            &[],
        )?;
        Ok(SinceSnapshot {
            rows: row.get(0),
            seconds: row.get(1),
            forgot: row.get(2),
            through: row.get(3),
            is_dirty: row.get(4),
        })
    }

    /// Has nothing left in the server's files of what was deleted, unless somebody is at it just now: nobody waits for that.
    /// `VACUUM FULL` would keep what a transaction from before could still look at, be it one that never does.
    pub(super) fn rewrite(&mut self) -> Result<(), LogError> {
        let asked = "SELECT forgotten FROM martian_cake.log";
        let forgotten: i64 = self.connected.client.query_one(asked, &[])?.get(0);
        for table in ["entry", "snapshot"] {
            let mut anew = self.connected.client.transaction()?;
            anew.batch_execute(&format!(
                "SET LOCAL lock_timeout = '100ms'; LOCK martian_cake.{table}; \
                 CREATE TEMPORARY TABLE kept ON COMMIT DROP AS SELECT * FROM martian_cake.{table}; \
                 TRUNCATE martian_cake.{table}; INSERT INTO martian_cake.{table} SELECT * FROM kept"
            ))?;
            anew.commit()?;
        }
        let done = "UPDATE martian_cake.log SET rewritten = $1";
        self.connected.client.execute(done, &[&forgotten])?;
        Ok(())
    }

    /// The newest snapshot of a schema that this program knows: its position and its schema.
    pub(super) fn newest_snapshot(&mut self, known: u32) -> Result<Option<i64>, LogError> {
        let known = i32::try_from(known).unwrap_or(i32::MAX);
        let row = self
            .connected
            .client
            .query_one("SELECT max(n) FROM martian_cake.snapshot WHERE schema <= $1", &[&known])?;
        Ok(row.get(0))
    }

    /// A part of a snapshot; `None` behind the last one.
    pub(super) fn part(&mut self, n: i64, part: i32) -> Result<Option<Vec<u8>>, LogError> {
        let row = self.connected.client.query_opt(
            "SELECT body FROM martian_cake.snapshot WHERE n = $1 AND part = $2",
            &[&n, &part],
        )?;
        self.address.has_answered();
        Ok(row.map(|row| row.get(0)))
    }

    /// The games go on elsewhere.
    pub(super) fn leave(&mut self, id: i64) -> Result<(), LogError> {
        let leaves = "UPDATE martian_cake.log SET is_left = true WHERE id = $1";
        let left = self.connected.client.execute(leaves, &[&id])?;
        match () {
            () if self.connected.was_warned() => Err(LogError::unconfirmed()),
            () if left == 0 => Err(LogError::gone()),
            () => Ok(()),
        }
    }

    /// The processes but this one that were not seen since somebody was last forgotten: they may still know them.
    pub(super) fn unseen_since_forgetting(&mut self, but: &str) -> Result<Vec<String>, LogError> {
        let rows = self.connected.client.query(
            "SELECT process.name FROM martian_cake.process AS process, martian_cake.log AS log \
             WHERE process.n < log.forgotten AND process.name <> $1 \
             AND process.seen < clock_timestamp() - interval '1 minute' \
             ORDER BY process.name",
            &[&but],
        )?;
        Ok(rows.into_iter().map(|row| row.get(0)).collect())
    }
}

/// The log behind its newest snapshot.
#[derive(Clone, Copy, Debug)]
pub(super) struct SinceSnapshot {
    pub(super) rows: i64,
    pub(super) seconds: i64,
    /// Whether somebody was forgotten since.
    pub(super) forgot: bool,
    /// Up to here the rows are on the standby.
    pub(super) through: i64,
    /// Whether what was deleted when somebody was forgotten may still stand in the server's files.
    pub(super) is_dirty: bool,
}

fn put_parts(
    to: &mut postgres::Transaction<'_>,
    at: Position,
    schema: u32,
    parts: impl Iterator<Item = Result<Vec<u8>, LogError>>,
) -> Result<(), LogError> {
    let schema = i32::try_from(schema).unwrap_or(i32::MAX);
    for (part, body) in (0_i32..).zip(parts) {
        to.execute(
            "INSERT INTO martian_cake.snapshot (n, part, writer, schema, body) VALUES ($1, $2, $3, $4, $5)",
            &[&at.n, &part, &at.writer, &schema, &body?],
        )?;
    }
    Ok(())
}

/// The pause between two questions of a process that waits.
pub(super) const POLL: Duration = Duration::from_millis(250);
