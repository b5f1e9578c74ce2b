//! Reading the database through in search of rot, a table at a time, beside the games.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use super::{Stop, Store, StoreError, queries};

/// How many steps of SQLite's there are between two looks at whether somebody waits.
const STEPS_BETWEEN_LOOKS: i32 = 1_000;

impl Store {
    /// Returns how often something was handed over to be written: as long as it stays the same, nobody has
    /// wanted to write.
    #[must_use]
    pub fn submitted(&self) -> u64 {
        self.inner.writer.submitted()
    }

    /// The names of all tables, in order.
    ///
    /// # Errors
    /// [`StoreError`] if they cannot be read; damage stops the store.
    pub fn tables(&self) -> Result<Vec<String>, StoreError> {
        self.reader()?.all(queries::TABLES, [], |row| row.get(0))
    }

    /// Reads a table with its indices whole, from the disk and not from what is in memory, and checks
    /// them against each other, on the thread that calls. Nobody waits for that; the write-ahead log
    /// does not start over meanwhile. Returns `false` if it was left because `is_wanted` was true.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] with the first fault; the store has stopped then.
    pub fn scrub(
        &self,
        table: &str,
        is_wanted: impl Fn() -> bool + Send + 'static,
    ) -> Result<bool, StoreError> {
        // A connection of its own remembers no page from before.
        let reader = self.reader()?;
        let is_left = Arc::new(AtomicBool::new(false));
        let left = Arc::clone(&is_left);
        let look = move || {
            let wanted = is_wanted();
            left.fetch_or(wanted, Ordering::Relaxed);
            wanted
        };
        reader.conn().progress_handler(STEPS_BETWEEN_LOOKS, Some(look))?;
        let verdict = reader.all(queries::SCRUB, [table], |row| row.get::<_, String>(0));
        if is_left.load(Ordering::Relaxed) {
            return Ok(false);
        }
        match verdict?.iter().find(|line| *line != "ok") {
            Some(fault) => {
                self.inner.health.stop(Stop::damage(format!("table {table}: {fault}")));
                Err(StoreError::Damaged(fault.clone()))
            }
            None => Ok(true),
        }
    }
}
