//! Processes that take part in a log, each with a folder of its own, and what there is in the log.

use std::{
    fs,
    io::Read as _,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering::Relaxed},
        mpsc::{Receiver, Sender, channel},
    },
    thread::{self, JoinHandle},
    time::{Instant, SystemTime, UNIX_EPOCH},
};

use ::postgres::Client;
use flate2::read::ZlibDecoder;
use rusqlite::Connection;
use table::Millis;

use super::{
    super::sample::{Folder, put, running, tables, with_game},
    lines,
    postgres::wait_until,
};
use crate::{
    Active, BackupFolder, Batch, Ending, Entry, Formats, Lag, LogAddress, LogThrottle, SharedLog,
    Store, StoreError, Times, files::beside, writer::Pace,
};

/// What comes of following.
type Followed = Result<Option<Active>, StoreError>;

/// A process that takes part.
pub(super) struct Party {
    pub(super) folder: Folder,
    pub(super) log: SharedLog,
    /// The name of its thread.
    name: String,
    following: Option<JoinHandle<Followed>>,
}

/// The clocks of a machine whose time of day is so far ahead.
pub(super) fn times(ahead: Millis) -> Times {
    let now = move || {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
        Millis::try_from(since.as_millis()).unwrap() + ahead
    };
    Times { instant: Arc::new(Instant::now), now: Arc::new(now) }
}

impl Party {
    /// One that can do without a standby.
    pub(super) fn new(url: &str) -> Self {
        Self::at(LogAddress::new(url, None, false).unwrap(), 0)
    }

    pub(super) fn at(address: LogAddress, ahead: Millis) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(1);
        lines::keep();
        let folder = Folder::new();
        let log = SharedLog {
            address,
            database: folder.db(),
            backups: BackupFolder::new(folder.path("backups"), &folder.db(), 1),
            formats: Formats::default(),
            times: times(ahead),
            throttle: LogThrottle::default(),
            answered: Arc::new(|_| {}),
            ending: Ending::default(),
            lag: Lag::default(),
        };
        let name = format!("party {}", NEXT.fetch_add(1, Relaxed));
        Self { folder, log, name, following: None }
    }

    /// From now on the log is elsewhere.
    pub(super) fn turn_to(&mut self, url: &str) {
        self.log.address = LogAddress::new(url, None, false).unwrap();
    }

    /// Begins to follow.
    pub(super) fn follow(&mut self) {
        self.log.ending = Ending::default();
        let log = self.log.clone();
        let thread = thread::Builder::new().name(self.name.clone());
        self.following = Some(thread.spawn(move || log.follow()).unwrap());
    }

    /// Waits for what comes of following.
    pub(super) fn followed(&mut self) -> Followed {
        let following = self.following.take().unwrap();
        wait_until("it has followed", || following.is_finished());
        following.join().unwrap()
    }

    /// Waits until it is the active one.
    pub(super) fn active(&mut self) -> Active {
        self.followed().unwrap().expect("nobody has ended it")
    }

    /// Follows, and waits until it is the active one.
    pub(super) fn begin(&mut self) -> Active {
        self.follow();
        self.active()
    }

    /// Has it end while it follows.
    pub(super) fn end(&mut self) {
        self.log.ending.end();
        assert!(self.followed().unwrap().is_none(), "it was to end while it followed");
    }

    /// Returns `true` as long as it follows.
    pub(super) fn follows(&self) -> bool {
        self.following.as_ref().is_some_and(|following| !following.is_finished())
    }

    /// Returns `true` once it does no more, for whatever reason.
    pub(super) fn has_followed(&self) -> bool {
        self.following.as_ref().is_some_and(JoinHandle::is_finished)
    }

    pub(super) fn copy(&self) -> PathBuf {
        beside(&self.folder.db(), ".copy")
    }

    /// The tables of its copy; none as long as there is no copy.
    pub(super) fn tables(&self) -> String {
        let copy = Some(self.copy()).filter(|copy| copy.exists());
        copy.map_or_else(String::new, |copy| tables(&Connection::open(copy).unwrap()))
    }

    /// Waits until its copy has what this one has.
    pub(super) fn catches_up_with(&self, other: &Self) {
        wait_until("the copies are equal", || self.tables() == other.tables());
    }

    /// What it has said in the program's log while it followed.
    pub(super) fn said(&self) -> Vec<String> {
        lines::of(Some(&self.name))
    }

    /// Waits until it has said this.
    pub(super) fn says(&self, what: &str) {
        wait_until(what, || self.said().iter().any(|line| line.contains(what)));
    }
}

impl Drop for Party {
    fn drop(&mut self) {
        self.log.ending.end();
        if let Some(following) = self.following.take() {
            drop(following.join());
        }
    }
}

/// Has an active process end as it should.
pub(super) fn close(active: Active) {
    let Active { store, keeper, .. } = active;
    drop(keeper);
    store.close();
    assert_eq!(store.stopped(), None);
}

/// A process that stands still in the middle of a group: what it has applied waits for its way to the log.
pub(super) struct Asleep {
    wake: Sender<()>,
    told: Receiver<Result<(), StoreError>>,
}

impl Asleep {
    /// Has the store stand still before it appends this.
    pub(super) fn before(store: &Store, batch: Batch) -> Self {
        let (begun, wake) = sleep(store);
        begun.recv().unwrap();
        // While it stands still, what comes goes into one group.
        let (begun, next) = sleep(store);
        let (tell, told) = channel();
        // A test that fails has ended before.
        store.commit(batch, move |result| drop(tell.send(result)));
        drop(wake);
        begun.recv().unwrap();
        Self { wake: next, told }
    }

    /// It goes on, and answers some time.
    pub(super) fn wake(self) -> Receiver<Result<(), StoreError>> {
        drop(self.wake);
        self.told
    }
}

/// Has the writer wait from the first word until the second end goes.
fn sleep(store: &Store) -> (Receiver<()>, Sender<()>) {
    let (begin, begun) = channel();
    let (wake, woken) = channel::<()>();
    let apply = move |_: &Connection| {
        begin.send(()).unwrap();
        let _ = woken.recv();
        Ok(())
    };
    store.inner.writer.submit(Pace::Usual, None, apply, |_: Result<(), StoreError>| ());
    (begun, wake)
}

/// Begins games from this number on, one after the other, for as long as it is told to, and counts them. Each is
/// confirmed.
pub(super) fn begin_games(store: &Store, from: u32, count: &AtomicU32, goes_on: impl Fn() -> bool) {
    for no in from.. {
        assert_eq!(put(store, with_game(&running(no))), Ok(()), "game {no}");
        count.store(no, Relaxed);
        if !goes_on() {
            return;
        }
    }
}

/// Ends the session that has the lock of the log. Returns `false` if there is none.
pub(super) fn terminate_holder(client: &mut Client) -> bool {
    let ended = client.query(
        "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 1 \
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
        &[],
    );
    !ended.unwrap().is_empty()
}

/// A row of the log: its number and its entries.
pub(super) fn rows(client: &mut Client) -> Vec<(i64, Vec<Entry>)> {
    let rows = client.query("SELECT n, body FROM martian_cake.entry ORDER BY n", &[]).unwrap();
    let read = |body: &[u8]| Entry::from_text(Formats::default(), &unpacked(body)).unwrap();
    rows.into_iter().map(|row| (row.get(0), read(row.get(1)))).collect()
}

fn unpacked(body: &[u8]) -> String {
    let mut text = String::new();
    ZlibDecoder::new(body).read_to_string(&mut text).unwrap();
    text
}

/// The numbers of the games that the rows of the log begin, in their order.
pub(super) fn games(client: &mut Client) -> Vec<u32> {
    let entries = rows(client).into_iter().flat_map(|(_, entries)| entries);
    let batches = entries.filter_map(|entry| match entry {
        Entry::Batch(batch) => Some(batch.games),
        _ => None,
    });
    batches.flatten().map(|game| game.row.no.0).collect()
}

/// The bytes of each snapshot that there is, unpacked.
pub(super) fn snapshots(client: &mut Client) -> Vec<(i64, Vec<u8>)> {
    let asked = "SELECT n, string_agg(body, '' ORDER BY part) FROM martian_cake.snapshot GROUP BY n ORDER BY n";
    let unpacked = |row: ::postgres::Row| {
        let mut bytes = Vec::new();
        ZlibDecoder::new(row.get::<_, &[u8]>(1)).read_to_end(&mut bytes).unwrap();
        (row.get(0), bytes)
    };
    client.query(asked, &[]).unwrap().into_iter().map(unpacked).collect()
}

/// The tables that the oldest snapshot and all rows behind it give.
pub(super) fn rebuilt(client: &mut Client) -> String {
    let folder = Folder::new();
    let (n, bytes) = snapshots(client).swap_remove(0);
    fs::write(folder.db(), bytes).unwrap();
    let conn = Connection::open(folder.db()).unwrap();
    let mut last = n;
    for (n, entries) in rows(client).into_iter().filter(|row| row.0 > n) {
        assert_eq!(n, last + 1, "a hole");
        entries.iter().for_each(|entry| entry.apply(&conn).unwrap());
        last = n;
    }
    tables(&conn)
}
