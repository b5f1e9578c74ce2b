//! The search for rot, while nobody wants anything: each table of the database is read once a day.

use std::{
    collections::VecDeque,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use store::{Store, StoreError};

use crate::clock::Clock;

/// How long after the beginning of a round the next one begins.
const DAY: Duration = Duration::from_secs(24 * 3_600);
/// How long nothing must have been written before a table is read, and the pause between two tables.
const REST: Duration = Duration::from_secs(2);
/// How long a table may take at most, even if nobody wants anything: the write-ahead log grows meanwhile.
const LONGEST_READ: Duration = Duration::from_secs(30);
/// How often the reading of a table is left because somebody writes; then it goes on beside that, which
/// holds nobody up.
const MOST_LEFT: u32 = 20;

/// Reads the tables one after the other.
#[derive(Debug)]
pub(crate) struct Scrubber {
    store: Store,
    clock: Arc<dyn Clock>,
    is_given_up: Arc<AtomicBool>,
    /// The pages that are still to be read in this round.
    tables: VecDeque<String>,
    /// When this round began.
    began: Option<Instant>,
    /// The value of [`Store::submitted`] at the last look.
    submitted: u64,
    /// How often the first of the tables was left.
    left: u32,
}

impl Scrubber {
    /// A search that is given up as soon as the flag is set.
    pub(crate) fn new(store: Store, clock: Arc<dyn Clock>, is_given_up: Arc<AtomicBool>) -> Self {
        let submitted = store.submitted();
        let tables = VecDeque::new();
        Self { store, clock, is_given_up, tables, began: None, submitted, left: 0 }
    }

    /// Reads a table if it is time to and nobody wants anything, and returns after which pause to look
    /// again. It blocks as long as the reading takes.
    pub(crate) fn look(&mut self) -> Duration {
        if self.store.stopped().is_some() {
            return DAY;
        }
        self.read().unwrap_or_else(|error| {
            // Of damage the store itself has told.
            if !matches!(error, StoreError::Damaged(_) | StoreError::Stopped) {
                tracing::warn!("the database could not be read through: {error}");
            }
            self.tables.clear();
            DAY
        })
    }

    fn read(&mut self) -> Result<Duration, StoreError> {
        let now = self.clock.instant();
        if self.tables.is_empty() {
            if let Some(rest) =
                self.began.and_then(|began| (began + DAY).checked_duration_since(now))
                && !rest.is_zero()
            {
                return Ok(rest);
            }
            self.tables = self.store.tables()?.into();
            self.began = Some(now);
        }
        let submitted = self.store.submitted();
        let is_busy = std::mem::replace(&mut self.submitted, submitted) != submitted;
        let is_urgent = self.left >= MOST_LEFT;
        if is_busy && !is_urgent {
            self.left += 1;
            return Ok(REST);
        }
        let Some(table) = self.tables.front() else { return Ok(REST) };
        let (store, clock) = (self.store.clone(), Arc::clone(&self.clock));
        let given_up = Arc::clone(&self.is_given_up);
        let is_wanted = move || {
            let is_late = clock.instant().duration_since(now) > LONGEST_READ;
            let is_wanted = !is_urgent && store.submitted() != submitted;
            is_late || is_wanted || given_up.load(Ordering::Relaxed)
        };
        if self.store.scrub(table, is_wanted)? || is_urgent {
            self.tables.pop_front();
            self.left = 0;
        } else {
            self.left += 1;
        }
        Ok(REST)
    }
}

#[cfg(test)]
mod tests {
    use std::{
        fs::{File, OpenOptions},
        os::unix::fs::FileExt as _,
        path::Path,
        sync::mpsc,
    };

    use tempfile::TempDir;

    use super::*;
    use crate::ManualClock;
    use store::{Batch, PageLine};
    use table::{PlaceId, Platform};

    /// A database with a few hundred pages of lines, all of them in the database file itself.
    fn filled(path: &Path) {
        let store = Store::open(path).unwrap();
        let (tell, told) = mpsc::channel();
        for n in 0..400 {
            let line = PageLine {
                place: PlaceId::channel(Platform::Local, "channel"),
                author: None,
                only: None,
                reply_to: None,
                text: format!("{n} ").repeat(500),
                ping: Vec::new(),
                picture: None,
                game: None,
                actions: Vec::new(),
                at: 1,
                client: None,
            };
            let tell = tell.clone();
            store.append_line(line, None, move |result| tell.send(result).unwrap());
        }
        assert!(told.iter().take(400).all(|result| result.is_ok()));
        store.close();
    }

    fn scrubber(store: &Store, clock: &ManualClock) -> Scrubber {
        Scrubber::new(store.clone(), Arc::new(clock.clone()), Arc::default())
    }

    /// Looks until the next round is waited for, and returns how often.
    fn round(scrubber: &mut Scrubber, clock: &ManualClock) -> usize {
        for n in 1..1_000 {
            let pause = scrubber.look();
            if pause > REST {
                return n;
            }
            clock.advance(pause);
        }
        panic!("the round has no end");
    }

    #[test]
    fn rot_is_found_and_stops_the_store() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("games.db");
        filled(&path);
        let (store, clock) = (Store::open(&path).unwrap(), ManualClock::new(0));
        let mut scrubber = scrubber(&store, &clock);
        assert!(round(&mut scrubber, &clock) > 5, "each table has its turn");
        assert_eq!(store.stopped(), None);

        // The disk changes a page, and nothing else tells of it: neither size nor time.
        let file = OpenOptions::new().write(true).open(&path).unwrap();
        let modified = file.metadata().unwrap().modified().unwrap();
        let pages = file.metadata().unwrap().len() / 4096;
        file.write_all_at(&[0xEE; 4096], pages / 2 * 4096).unwrap();
        file.set_modified(modified).unwrap();
        // Closing this descriptor drops SQLite's locks, so it is kept as long as the store.
        clock.advance(DAY);
        round(&mut scrubber, &clock);
        let told = store.stopped().map(|stop| stop.to_string()).unwrap_or_default();
        assert!(told.contains("page_line") && told.contains("db restore"), "{told}");
        assert_eq!(scrubber.look(), DAY, "nothing more is read");
        drop::<File>(file);
    }

    #[test]
    fn a_round_waits_for_rest_and_comes_once_a_day() {
        let folder = TempDir::new().unwrap();
        let store = Store::open(&folder.path().join("games.db")).unwrap();
        let clock = ManualClock::new(0);
        let mut scrubber = scrubber(&store, &clock);
        let write = || {
            let (tell, told) = mpsc::channel();
            store.commit(Batch::default(), move |result| tell.send(result).unwrap());
            told.recv().unwrap().unwrap();
        };
        scrubber.look();
        let left = scrubber.tables.len();
        for _ in 0..MOST_LEFT {
            write();
            assert_eq!(scrubber.look(), REST);
            assert_eq!(scrubber.tables.len(), left, "somebody writes");
        }
        write();
        scrubber.look();
        assert_eq!(scrubber.tables.len(), left - 1, "it does not wait for ever");
        round(&mut scrubber, &clock);
        let pause = scrubber.look();
        assert!(pause > DAY / 2 && pause <= DAY, "{pause:?}");
        clock.advance(pause);
        scrubber.look();
        assert!(!scrubber.tables.is_empty(), "the next round");
    }

    #[test]
    fn a_read_is_left_as_soon_as_the_program_ends() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("games.db");
        filled(&path);
        let store = Store::open(&path).unwrap();
        assert_eq!(store.scrub("page_line", || true), Ok(false));
        assert_eq!(store.scrub("page_line", || false), Ok(true));
        assert_eq!(store.stopped(), None);
    }
}
