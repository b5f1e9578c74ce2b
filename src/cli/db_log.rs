//! `db move` and `db pull`: the games go from a file to the log that several processes share, and back to a file.

use std::path::Path;

use super::failure::CommandOutcome;

pub(super) use with_log::{pull, take_in};

#[cfg(not(feature = "postgres"))]
mod with_log {
    use super::*;
    use crate::{cli::Failure, shared_log::WITHOUT};

    pub(crate) fn take_in() -> CommandOutcome {
        Err(Failure::Failed(WITHOUT.to_owned()))
    }

    pub(crate) fn pull(_: &Path) -> CommandOutcome {
        take_in()
    }
}

#[cfg(feature = "postgres")]
mod with_log {
    use std::sync::Arc;

    use host::{Clock, SystemClock, Voice};
    use store::{Moved, Pulled, SharedLog, StoreError};

    use super::*;
    use crate::{
        cli::{Failure, db, settings},
        config::DATABASE_URL,
        shared_log::shared,
    };

    /// The log of the settings. Warnings on the way go to stderr, as those of a running bot do.
    fn log() -> Result<SharedLog, Failure> {
        let config = settings()?;
        let clock: Arc<dyn Clock> = Arc::new(SystemClock);
        shared(&config, &clock, Voice::default()).ok_or_else(|| {
            let name = DATABASE_URL.name;
            Failure::Failed(format!(
                "{name} is not set: it names the database server and an empty database there. Example: \
                 {name}=postgres://martian_cake:PASSWORD@db1.example.org,db2.example.org/martian_cake"
            ))
        })
    }

    /// Moves the games of the file to the log, once the file is as `db check` wants it.
    pub(crate) fn take_in() -> CommandOutcome {
        let log = log()?;
        let mut faults = Vec::new();
        let moved = log.take_in(|path| {
            faults = store::check(path, db::replay)?.faults;
            faults.first().map_or(Ok(()), |first| Err(StoreError::Damaged(first.clone())))
        });
        if !faults.is_empty() {
            return Err(db::faults(&faults));
        }
        let file = log.database.display();
        Ok(match moved? {
            Moved::Now => format!(
                "the games are in the log of DATABASE_URL now; start with DATABASE_URL from here on\n\
                 {file} keeps them as they were, and no start without DATABASE_URL writes to it\n"
            ),
            Moved::Before => format!(
                "the games of {file} are in the log of DATABASE_URL already; start with DATABASE_URL\n"
            ),
        })
    }

    /// Makes a file of the log, which is left.
    pub(crate) fn pull(to: &Path) -> CommandOutcome {
        let Pulled { unmarked } = log()?.pull(to)?;
        let file = to.display();
        let next = format!("start with DATABASE_PATH={file} and without DATABASE_URL");
        Ok(match unmarked {
            None => format!("{file} has all games; {next}\n"),
            Some(why) => format!(
                "{file} has the games of this machine's copy; moves that only the log has may be missing\n\
                 the log could not be marked as left, so nobody must go on with it: {why}\n\
                 {next}\n"
            ),
        })
    }
}
