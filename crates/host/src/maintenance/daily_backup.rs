//! The backup that is made once a day, by the names of those that are there: a restart does not put it
//! off, and a clock that jumps neither.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use store::{BackupFolder, Store, StoreError};
use table::Millis;

use crate::clock::Clock;

/// How long after a backup the next one is made.
const DAY: Duration = Duration::from_secs(24 * 3_600);
/// The longest time without a backup before the owner is told.
const OVERDUE: Millis = 2 * table::DAY;
/// The longest pause between two looks: so late it is noticed at most that the wall clock was set.
const LONGEST_PAUSE: Duration = Duration::from_secs(3_600);

/// The backups of a database.
#[derive(Debug)]
pub struct Backups {
    /// The folder in which they are.
    pub folder: BackupFolder,
    /// Whether one is made each day; where none is, older ones go all the same once they must.
    pub are_made: bool,
}

/// Makes a backup whenever one is due.
#[derive(Debug)]
pub(crate) struct DailyBackup {
    store: Store,
    folder: BackupFolder,
    are_made: bool,
    clock: Arc<dyn Clock>,
    is_given_up: Arc<AtomicBool>,
    /// When this program has made the last one.
    made: Option<Instant>,
    /// When it was first looked after.
    began: Millis,
}

impl DailyBackup {
    /// Backups into a folder; one that is under way is given up as soon as the flag is set.
    pub(crate) fn new(
        store: Store,
        Backups { folder, are_made }: Backups,
        clock: Arc<dyn Clock>,
        is_given_up: Arc<AtomicBool>,
    ) -> Self {
        let began = clock.now();
        Self { store, folder, are_made, clock, is_given_up, made: None, began }
    }

    /// Makes a backup if one is due, deletes those that may not be kept any longer, and returns after which pause to
    /// look again. It blocks as long as the copying takes.
    pub(crate) fn look(&mut self) -> Duration {
        let made = if self.are_made { self.make_if_due() } else { Ok(LONGEST_PAUSE) };
        match made {
            Ok(pause) => {
                // A backup of the last day is there by now.
                let last = |by| self.store.reader()?.last_forgotten(by);
                self.folder.drop_forgotten(self.clock.now(), last);
                pause
            }
            // The program ends, or it has said already what is wrong with the database.
            Err(_) if self.is_given_up.load(Ordering::Relaxed) => LONGEST_PAUSE,
            Err(StoreError::Stopped) => LONGEST_PAUSE,
            Err(error) => {
                tracing::error!(
                    "no backup was made, it is tried again in an hour: {error}. The program needs \
                     room and the right to write in {}; BACKUP_DIR names another folder",
                    self.folder.path().display()
                );
                LONGEST_PAUSE
            }
        }
    }

    /// Returns `true` if there has been no backup for two days, as far as this program can tell.
    pub(crate) fn is_overdue(&self) -> bool {
        let now = self.clock.now();
        let newest = self.folder.newest(now).ok().flatten();
        let last = newest.unwrap_or(self.began);
        if self.are_made {
            metrics::gauge!("martian_cake_last_backup_timestamp_seconds")
                .set(Duration::from_millis(last.max(0).unsigned_abs()));
        }
        self.are_made && now.saturating_sub(last) >= OVERDUE
    }

    fn make_if_due(&mut self) -> Result<Duration, StoreError> {
        let now = self.clock.now();
        if let Some(rest) = self.rest(now)? {
            return Ok(rest.min(LONGEST_PAUSE));
        }
        let made = self.folder.add(&self.store, now, &self.is_given_up)?;
        self.made = Some(self.clock.instant());
        tracing::info!("a backup is at {} ({} bytes)", made.path.display(), made.bytes);
        Ok(LONGEST_PAUSE)
    }

    /// Returns how long until the next backup is due; `None` if it is due now.
    fn rest(&self, now: Millis) -> Result<Option<Duration>, StoreError> {
        if self.made.is_some_and(|made| self.clock.instant().duration_since(made) >= DAY) {
            return Ok(None);
        }
        let newest = self.folder.newest(now)?;
        let passed = newest.map(|at| Duration::from_millis(now.abs_diff(at)));
        Ok(passed.and_then(|passed| DAY.checked_sub(passed)).filter(|rest| !rest.is_zero()))
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path, sync::mpsc};

    use store::Batch;
    use table::{PersonId, Platform};
    use tempfile::TempDir;

    use super::*;
    use crate::ManualClock;

    /// 2026-11-23 at half past one.
    const NOW: Millis = 1_795_397_400_000;
    const HOUR: Duration = Duration::from_secs(3_600);

    fn backups_of(folder: &Path, clock: &ManualClock, kept: usize) -> DailyBackup {
        let database = folder.join("games.db");
        let store = Store::open(&database).unwrap();
        let into = BackupFolder::new(folder.join("kept"), &database, kept);
        let into = Backups { folder: into, are_made: true };
        DailyBackup::new(store, into, Arc::new(clock.clone()), Arc::default())
    }

    /// The names in a folder, in order; none if there is no folder.
    fn names(folder: &Path) -> Vec<String> {
        let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// Looks as often as the pauses ask for, for so long.
    fn run(backup: &mut DailyBackup, clock: &ManualClock, so_long: Duration) {
        let until = clock.instant() + so_long;
        loop {
            let pause = backup.look();
            assert!(pause <= HOUR && !pause.is_zero());
            if clock.instant() + pause > until {
                return;
            }
            clock.advance(pause);
        }
    }

    #[test]
    fn one_is_made_each_day_and_seven_are_kept_and_nothing_else_is_touched() {
        let (folder, clock) = (TempDir::new().unwrap(), ManualClock::new(NOW));
        let kept = folder.path().join("kept");
        fs::create_dir(&kept).unwrap();
        let others = ["games-2026-11-01.db", "other-2026-11-01-000000.db", "z.txt", "games.db"];
        others.iter().for_each(|name| fs::write(kept.join(name), "mine").unwrap());
        let unfinished =
            ["games-2026-11-22-000000.db.77.part", "games-2026-11-23-013000.db.77.part"];
        unfinished.iter().for_each(|name| fs::write(kept.join(name), "").unwrap());
        let mut backup = backups_of(folder.path(), &clock, 7);
        run(&mut backup, &clock, HOUR * 24 * 9);
        let days = 26..=32_u32;
        let name = |day: u32| match day {
            ..=30 => format!("games-2026-11-{day}-013000.db"),
            _ => format!("games-2026-12-{:02}-013000.db", day - 30),
        };
        let mut expected: Vec<String> = days.map(name).collect();
        expected.extend(others.map(str::to_owned));
        expected.sort();
        let found = names(&kept);
        assert_eq!(found, expected, "and what was left unfinished a day ago is gone");
    }

    #[test]
    fn a_restart_puts_none_off_and_makes_none_too_many() {
        let (folder, clock) = (TempDir::new().unwrap(), ManualClock::new(NOW));
        for _ in 0..10 {
            let mut backup = backups_of(folder.path(), &clock, 7);
            backup.look();
            clock.advance(HOUR * 5);
        }
        assert_eq!(names(&folder.path().join("kept")).len(), 2, "45 hours have passed");
    }

    #[test]
    fn a_clock_that_jumps_leaves_a_backup_each_day() {
        let (folder, clock) = (TempDir::new().unwrap(), ManualClock::new(NOW));
        let kept = folder.path().join("kept");
        let mut backup = backups_of(folder.path(), &clock, 3);
        backup.look();
        // Years ahead, and back again: the one of that year does not count for the newest.
        clock.set(NOW + 400 * 86_400_000);
        backup.look();
        assert_eq!(names(&kept).len(), 2);
        clock.set(NOW + 3_600_000);
        run(&mut backup, &clock, HOUR * 24);
        assert_eq!(names(&kept).len(), 3);
        // The next one makes room at the cost of the one whose date is wrong.
        run(&mut backup, &clock, HOUR * 24);
        assert!(names(&kept).iter().all(|name| name.contains("2026")), "{:?}", names(&kept));
        // Far back: all others are of the future, and still there is one more within the hour.
        clock.set(NOW - 400 * 86_400_000);
        clock.advance(backup.look());
        assert!(names(&kept).iter().any(|name| name.contains("2025")), "{:?}", names(&kept));
    }

    #[test]
    fn two_days_without_one_are_too_many() {
        let (folder, clock) = (TempDir::new().unwrap(), ManualClock::new(NOW));
        let kept = folder.path().join("kept");
        fs::write(&kept, "in the way").unwrap();
        let mut backup = backups_of(folder.path(), &clock, 3);
        run(&mut backup, &clock, HOUR * 47);
        assert!(!backup.is_overdue());
        run(&mut backup, &clock, HOUR);
        assert!(backup.is_overdue());
        fs::remove_file(&kept).unwrap();
        run(&mut backup, &clock, HOUR * 2);
        assert!(!backup.is_overdue());
    }

    #[test]
    fn one_that_fails_is_tried_again_and_deletes_nothing() {
        let (folder, clock) = (TempDir::new().unwrap(), ManualClock::new(NOW));
        let kept = folder.path().join("kept");
        let mut backup = backups_of(folder.path(), &clock, 1);
        backup.look();
        let first = names(&kept);
        clock.advance(HOUR * 24);
        backup.is_given_up.store(true, Ordering::Relaxed);
        assert_eq!(backup.look(), LONGEST_PAUSE);
        assert_eq!(names(&kept), first, "nothing half made is left either");
        backup.is_given_up.store(false, Ordering::Relaxed);
        backup.look();
        assert_eq!(names(&kept).len(), 1);
        assert_ne!(names(&kept), first);
        // The folder is no folder any more.
        fs::remove_dir_all(&kept).unwrap();
        fs::write(&kept, "in the way").unwrap();
        clock.advance(HOUR * 24);
        assert_eq!(backup.look(), LONGEST_PAUSE);
        fs::remove_file(&kept).unwrap();
        backup.look();
        assert_eq!(names(&kept).len(), 1);
    }

    /// Forgets somebody now.
    fn forget(backup: &DailyBackup, clock: &ManualClock) {
        let forgotten = vec![PersonId::new(Platform::Local, "ann")];
        let batch = Batch { forgotten, at: clock.now(), ..Batch::default() };
        let (tell, told) = mpsc::channel();
        backup.store.commit(batch, move |result| tell.send(result).unwrap());
        told.recv().unwrap().unwrap();
    }

    #[test]
    fn thirty_days_after_somebody_was_forgotten_no_backup_is_from_before() {
        let (folder, clock) = (TempDir::new().unwrap(), ManualClock::new(NOW));
        let kept = folder.path().join("kept");
        let mut backup = backups_of(folder.path(), &clock, 100);
        run(&mut backup, &clock, HOUR * 24 * 4);
        let with_them = names(&kept);
        assert_eq!(with_them.len(), 5);
        forget(&backup, &clock);
        run(&mut backup, &clock, HOUR * 24 * 29);
        assert!(with_them.iter().all(|name| names(&kept).contains(name)));
        run(&mut backup, &clock, HOUR * 24);
        let left = names(&kept);
        assert!(!with_them.iter().any(|name| left.contains(name)), "{left:?}");
        assert_eq!(left.len(), 30, "the others stay, whatever their number");
        assert_eq!(left.first().unwrap(), "games-2026-11-28-013000.db");
    }

    #[test]
    fn older_backups_go_where_none_are_made_any_more() {
        let (folder, clock) = (TempDir::new().unwrap(), ManualClock::new(NOW));
        let kept = folder.path().join("kept");
        let mut backup = backups_of(folder.path(), &clock, 100);
        backup.look();
        forget(&backup, &clock);
        backup.are_made = false;
        run(&mut backup, &clock, HOUR * 24 * 29);
        assert!(names(&kept).len() == 1 && !backup.is_overdue());
        run(&mut backup, &clock, HOUR * 24);
        assert_eq!(names(&kept), [""; 0]);
    }

    #[test]
    fn the_last_backup_goes_only_for_a_newer_one() {
        let (folder, clock) = (TempDir::new().unwrap(), ManualClock::new(NOW));
        let kept = folder.path().join("kept");
        let mut backup = backups_of(folder.path(), &clock, 7);
        backup.look();
        // Its date is that of a clock that was wrong, so it may be from before.
        fs::write(kept.join("games-2031-01-01-000000.db"), "").unwrap();
        forget(&backup, &clock);
        drop(backup);
        let first = names(&kept);
        // The program is off for long.
        clock.advance(HOUR * 24 * 50);
        let mut backup = backups_of(folder.path(), &clock, 7);
        backup.is_given_up.store(true, Ordering::Relaxed);
        backup.look();
        assert_eq!(names(&kept), first, "no newer one could be made");
        backup.is_given_up.store(false, Ordering::Relaxed);
        backup.look();
        assert_eq!(names(&kept), ["games-2027-01-12-013000.db"]);
    }
}
