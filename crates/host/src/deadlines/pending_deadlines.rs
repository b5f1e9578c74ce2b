//! Which deadlines the loop has taken from the table, and from where it reads on.
//!
//! Deadlines are read in the order in which they are due, a few at a time. What is taken stays in the
//! table until the change that it leads to is committed, so that nothing is lost if the program
//! ends; until then it is remembered here, so that nothing is taken twice.

use std::{collections::HashMap, time::Duration};

use store::DeadlineRow;
use table::{Key, Millis};

/// How many deadlines are under way at a time.
const MAX_UNDER_WAY: usize = 64;
/// With no more than this many left, further ones are taken.
const FEW_UNDER_WAY: usize = MAX_UNDER_WAY / 2;
/// How many rows are read at a time.
pub(crate) const CHUNK: u32 = 64;
/// The pause after a first failure; it doubles with each further one.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
/// The longest pause.
const LONGEST_PAUSE: Duration = Duration::from_secs(3_600);

/// A deadline that is taken, with the instant at which it was due.
#[derive(Debug)]
struct Taken {
    at: Millis,
    state: State,
}

/// The state of a deadline that is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// It waits for its turn, or what it has led to is being committed.
    UnderWay,
    /// It waits until its place is released.
    Held,
    /// It waits until all is heard that was said before its instant.
    Unheard,
    /// It waits for something that is made beside the loop.
    Aside,
    /// It has failed, and is tried again after a pause.
    Paused,
}

/// The deadlines that are taken, and how far the table is read.
#[derive(Debug)]
pub(crate) struct PendingDeadlines {
    /// Every deadline up to this one has been taken, or is not there any more.
    passed: DeadlineRow,
    /// Before this instant nothing behind `passed` is due.
    next: Millis,
    taken: HashMap<Key, Taken>,
    /// How many of these are under way.
    under_way: usize,
    /// How often each has failed since it last went well.
    failures: HashMap<Key, u32>,
}

/// The place in the table before all deadlines of this instant.
fn before(at: Millis) -> DeadlineRow {
    DeadlineRow { at, key: String::new() }
}

impl Default for PendingDeadlines {
    fn default() -> Self {
        Self {
            passed: before(Millis::MIN),
            next: Millis::MIN,
            taken: HashMap::new(),
            under_way: 0,
            failures: HashMap::new(),
        }
    }
}

impl PendingDeadlines {
    /// Returns `true` if nothing is under way, and nothing is due by `now` that could be taken.
    pub(crate) fn is_idle(&self, now: Millis) -> bool {
        self.under_way == 0 && self.next > now
    }

    /// Returns when the table is worth a look again; `None` as long as enough deadlines are under way.
    pub(crate) const fn next(&self) -> Option<Millis> {
        if self.under_way <= FEW_UNDER_WAY { Some(self.next) } else { None }
    }

    /// The row behind which to read on.
    pub(crate) const fn passed(&self) -> &DeadlineRow {
        &self.passed
    }

    /// The table could not be read: it is left alone until then.
    pub(crate) fn not_before(&mut self, at: Millis) {
        self.next = at;
    }

    /// Takes of these rows, the first [`CHUNK`] behind [`PendingDeadlines::passed`], what is due, and returns what is
    /// to be begun.
    pub(crate) fn take(&mut self, rows: Vec<DeadlineRow>, now: Millis) -> Vec<Key> {
        let is_all = rows.len() < CHUNK as usize;
        let mut begun = Vec::new();
        for row in rows {
            if row.at > now || self.under_way >= MAX_UNDER_WAY {
                self.next = row.at;
                return begun;
            }
            match row.key.parse::<Key>() {
                Ok(key) if self.taken.contains_key(&key) => {}
                Ok(key) => {
                    self.taken.insert(key.clone(), Taken { at: row.at, state: State::UnderWay });
                    self.under_way += 1;
                    begun.push(key);
                }
                Err(error) => {
                    // Only of what kind it is: what follows may be the id of a person.
                    let kind = row.key.split(':').next();
                    tracing::error!(kind, "something is due, but it is {error}");
                }
            }
            self.passed = row;
        }
        self.next = if is_all { Millis::MAX } else { self.passed.at };
        begun
    }

    /// A deadline that is under way has to wait until its place is released.
    pub(crate) fn hold(&mut self, key: &Key) {
        self.set_state(key, State::Held);
    }

    /// Lets everything that is held be taken again.
    pub(crate) fn release(&mut self) {
        self.take_again(State::Held);
    }

    /// A deadline that is under way has to wait until more is heard.
    pub(crate) fn await_word(&mut self, key: &Key) {
        self.set_state(key, State::Unheard);
    }

    /// More is heard: lets everything that waits for that be taken again.
    pub(crate) fn word_came(&mut self) {
        self.take_again(State::Unheard);
    }

    fn take_again(&mut self, state: State) {
        let waits = |taken: &Taken| taken.state == state;
        let first = self.taken.values().filter(|taken| waits(taken)).map(|taken| taken.at).min();
        self.taken.retain(|_, taken| !waits(taken));
        first.into_iter().for_each(|at| self.read_again_from(at));
    }

    /// A deadline that is under way has failed. Returns after which pause it may be tried again.
    pub(crate) fn fail(&mut self, key: &Key) -> Duration {
        self.set_state(key, State::Paused);
        let failures = self.failures.entry(key.clone()).or_default();
        *failures += 1;
        let doubled = 1_u32.checked_shl(*failures - 1).unwrap_or(u32::MAX);
        FIRST_PAUSE.saturating_mul(doubled).min(LONGEST_PAUSE)
    }

    /// A deadline that is under way has to wait for something that is made beside the loop.
    pub(crate) fn set_aside(&mut self, key: &Key) {
        self.set_state(key, State::Aside);
    }

    /// Lets a deadline be taken again that has failed, or that has waited for what is there now.
    pub(crate) fn retry(&mut self, key: &Key) {
        let waits = |taken: &Taken| matches!(taken.state, State::Aside | State::Paused);
        if self.taken.get(key).is_some_and(waits) {
            self.forget(key);
        }
    }

    /// These deadlines stand in the table, as by [`written`](Self::written).
    pub(crate) fn all_written(&mut self, deadlines: &[(Key, Option<Millis>)]) {
        deadlines.iter().for_each(|(key, due)| self.written(key, *due));
    }

    /// A deadline stands in the table with this next instant, `None` if it stands there no more. If it is
    /// held or paused, that was about another instant.
    pub(crate) fn written(&mut self, key: &Key, due: Option<Millis>) {
        match self.taken.get_mut(key) {
            // If it has to wait after all, it is looked for where it stands then.
            Some(taken) if taken.state == State::UnderWay => {
                taken.at = due.map_or(taken.at, |at| at.min(taken.at));
            }
            Some(_) => {
                self.taken.remove(key);
                self.failures.remove(key);
            }
            None => {}
        }
        let Some(at) = due else { return };
        if (DeadlineRow { at, key: key.to_string() }) <= self.passed {
            self.passed = before(at);
        }
        self.next = self.next.min(at);
    }

    /// Returns what a deadline that is under way has led to is committed; `due` is what the table says of it
    /// now, `None` if the commit has not touched it. Returns whether the deadline is done: otherwise it would
    /// come again and again, and has [failed](Self::fail).
    pub(crate) fn is_done(&mut self, key: &Key, due: Option<Option<Millis>>) -> bool {
        if self.taken.get(key).is_none_or(|taken| taken.state != State::UnderWay) {
            return true;
        }
        // That it is later than now was seen to before the commit. It may be what it was: the wall clock
        // can have been set back.
        let is_written = due.is_some();
        if is_written {
            self.taken.remove(key);
            self.failures.remove(key);
            self.under_way -= 1;
        }
        is_written
    }

    fn set_state(&mut self, key: &Key, state: State) {
        if let Some(taken) = self.taken.get_mut(key)
            && std::mem::replace(&mut taken.state, state) == State::UnderWay
        {
            self.under_way -= 1;
        }
    }

    /// Forgets that a deadline was taken. If it is still in the table, it is found again.
    fn forget(&mut self, key: &Key) {
        if let Some(taken) = self.taken.remove(key) {
            self.under_way -= usize::from(taken.state == State::UnderWay);
            self.read_again_from(taken.at);
        }
    }

    fn read_again_from(&mut self, at: Millis) {
        if at <= self.passed.at {
            self.passed = before(at);
        }
        self.next = self.next.min(at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::GameNo;

    /// The table of deadlines, and what the loop knows of it.
    #[derive(Default)]
    struct Table {
        rows: Vec<DeadlineRow>,
        deadlines: PendingDeadlines,
    }

    fn key(no: u32) -> Key {
        Key::Game(GameNo(no))
    }

    impl Table {
        /// Deadlines of these games at these instants, as a program before has left them.
        fn of(deadlines: &[(u32, Millis)]) -> Self {
            let row = |&(no, at): &(u32, Millis)| DeadlineRow { at, key: key(no).to_string() };
            let mut rows: Vec<DeadlineRow> = deadlines.iter().map(row).collect();
            rows.sort();
            Self { rows, deadlines: PendingDeadlines::default() }
        }

        /// A change of a game is committed.
        fn write(&mut self, no: u32, due: Option<Millis>) {
            let key = key(no);
            self.rows.retain(|row| row.key != key.to_string());
            self.rows.extend(due.map(|at| DeadlineRow { at, key: key.to_string() }));
            self.rows.sort();
            self.deadlines.written(&key, due);
        }

        /// Returns what a deadline has led to is committed.
        fn done(&mut self, no: u32, due: Option<Millis>) -> bool {
            self.write(no, due);
            self.deadlines.is_done(&key(no), Some(due))
        }

        /// Everything that can be begun by `now`.
        fn begin(&mut self, now: Millis) -> Vec<u32> {
            let mut begun = Vec::new();
            while self.deadlines.next().is_some_and(|next| next <= now) {
                let behind = self.rows.iter().filter(|row| *row > self.deadlines.passed());
                let rows = behind.take(CHUNK as usize).cloned().collect();
                begun.extend(self.deadlines.take(rows, now));
            }
            let number = |key| match key {
                Key::Game(no) => no.0,
                other => panic!("{other}"),
            };
            begun.into_iter().map(number).collect()
        }
    }

    #[test]
    fn each_is_taken_once_when_it_is_due_and_not_before() {
        let mut table = Table::of(&[(1, 30), (2, 10), (3, 20)]);
        assert_eq!(table.begin(9), [0; 0]);
        assert_eq!(table.deadlines.next(), Some(10));
        assert_eq!(table.begin(20), [2, 3]);
        assert_eq!(table.begin(25), [0; 0], "both are under way");
        assert!(!table.deadlines.is_idle(25));
        assert!(table.done(2, None) && table.done(3, Some(40)));
        assert!(table.deadlines.is_idle(25) && !table.deadlines.is_idle(30));
        assert_eq!(table.begin(50), [1, 3]);
        assert!(table.done(1, None) && table.done(3, None));
        assert_eq!(table.deadlines.next(), Some(Millis::MAX));
    }

    #[test]
    fn so_many_are_under_way_and_no_more() {
        let due: Vec<(u32, Millis)> = (1..=200).map(|no| (no, 10)).collect();
        let mut table = Table::of(&due);
        let mut begun = table.begin(10);
        assert_eq!(begun.len(), MAX_UNDER_WAY);
        assert_eq!(table.deadlines.next(), None);
        let mut done = 0;
        while let Some(&no) = begun.get(done) {
            assert!(table.done(no, None));
            done += 1;
            begun.extend(table.begin(10));
            assert!(begun.len() - done <= MAX_UNDER_WAY);
        }
        begun.sort_unstable();
        assert_eq!(begun, (1..=200).collect::<Vec<_>>(), "each once");
    }

    #[test]
    fn what_is_held_blocks_nothing_and_comes_when_it_is_released() {
        let due: Vec<(u32, Millis)> = (1..=200).map(|no| (no, Millis::from(no))).collect();
        let mut table = Table::of(&due);
        let mut begun = table.begin(300);
        let mut at = 0;
        while let Some(&no) = begun.get(at) {
            if no <= 190 {
                table.deadlines.hold(&key(no))
            } else {
                assert!(table.done(no, None))
            }
            at += 1;
            begun.extend(table.begin(300));
        }
        assert_eq!(begun.len(), 200);
        assert!(table.deadlines.is_idle(300));
        // A move is caught up with: the game is due later.
        table.write(7, Some(400));
        table.deadlines.release();
        assert_eq!(table.begin(300)[..8], [1, 2, 3, 4, 5, 6, 8, 9]);
    }

    #[test]
    fn what_waits_for_a_word_comes_with_it_and_not_with_a_release() {
        let mut table = Table::of(&[(1, 10), (2, 11)]);
        assert_eq!(table.begin(12), [1, 2]);
        table.deadlines.await_word(&key(1));
        table.deadlines.hold(&key(2));
        assert!(table.deadlines.is_idle(12));
        table.deadlines.release();
        assert_eq!(table.begin(12), [2]);
        table.deadlines.hold(&key(2));
        table.deadlines.word_came();
        assert_eq!(table.begin(12), [1]);
        assert!(table.done(1, None));
    }

    #[test]
    fn what_fails_pauses_longer_and_longer_and_the_others_go_on() {
        let mut table = Table::of(&[(1, 10), (2, 10), (3, 20)]);
        assert_eq!(table.begin(10), [1, 2]);
        assert_eq!(table.deadlines.fail(&key(1)), FIRST_PAUSE);
        assert!(table.done(2, None));
        assert_eq!(table.begin(20), [3]);
        for exponent in 1..40 {
            table.deadlines.retry(&key(1));
            assert_eq!(table.begin(20), [1]);
            let pause = FIRST_PAUSE * 2_u32.pow(exponent.min(20));
            assert_eq!(table.deadlines.fail(&key(1)), pause.min(LONGEST_PAUSE));
        }
        table.deadlines.retry(&key(1));
        assert_eq!(table.begin(20), [1]);
        assert!(table.done(1, Some(30)));
        assert_eq!(table.begin(30), [1]);
        assert_eq!(table.deadlines.fail(&key(1)), FIRST_PAUSE, "it went well in between");
    }

    #[test]
    fn one_that_fails_is_taken_as_usual_once_it_is_due_anew() {
        let mut table = Table::of(&[(1, 10)]);
        assert_eq!(table.begin(10), [1]);
        table.deadlines.fail(&key(1));
        table.write(1, Some(15));
        assert_eq!(table.begin(15), [1]);
        table.deadlines.retry(&key(1));
        assert_eq!(table.begin(15), [0; 0], "the old pause is about nothing any more");
    }

    #[test]
    fn one_whose_row_was_not_touched_is_not_done() {
        let mut table = Table::of(&[(1, 10)]);
        assert_eq!(table.begin(12), [1]);
        assert!(!table.deadlines.is_done(&key(1), None));
        // A further thing that was due in the meantime, too.
        assert!(table.done(1, Some(11)));
        assert_eq!(table.begin(12), [1]);
    }

    /// Something is due, and meanwhile a message of before is read back that makes it due earlier.
    #[test]
    fn a_wake_that_comes_earlier_while_it_is_under_way_is_not_lost_when_it_is_held() {
        let mut table = Table::of(&[(1, 30), (2, 50)]);
        assert_eq!(table.begin(36), [1]);
        table.write(1, Some(19));
        assert_eq!(table.begin(36), [0; 0], "it is under way");
        table.deadlines.hold(&key(1));
        table.deadlines.release();
        assert_eq!(table.begin(36), [1]);
    }

    #[test]
    fn a_wake_before_those_that_were_taken_is_found() {
        let mut table = Table::of(&[(1, 100)]);
        assert_eq!(table.begin(100), [1]);
        // The clock is set back, and an offer is made.
        table.write(2, Some(60));
        assert_eq!(table.begin(50), [0; 0]);
        assert_eq!(table.deadlines.next(), Some(60));
        assert_eq!(table.begin(60), [2], "and 1 is still under way");
    }

    #[test]
    fn a_row_that_cannot_be_read_is_passed() {
        let mut table = Table::of(&[(1, 10)]);
        table.rows.insert(0, DeadlineRow { at: 5, key: "round:3".into() });
        assert_eq!(table.begin(10), [1]);
        assert!(table.done(1, None));
        assert!(table.deadlines.is_idle(10));
    }
}
