//! A shared log, as whoever looks at it takes part.

use std::{path::Path, sync::Arc};

use host::{Clock as _, SystemClock};
use store::{BackupFolder, Ending, Formats, Lag, LogAddress, LogThrottle, SharedLog, Times};

/// The log of this URL, with a copy beside this database.
pub(crate) fn shared_log(url: &str, database: &Path) -> SharedLog {
    SharedLog {
        address: LogAddress::new(url, None, false).expect("the URL of a server"),
        database: database.to_owned(),
        backups: BackupFolder::new(database.with_extension("backups"), database, 1),
        formats: Formats::default(),
        times: Times {
            instant: Arc::new(|| SystemClock.instant()),
            now: Arc::new(|| SystemClock.now()),
        },
        throttle: LogThrottle::default(),
        answered: Arc::new(|_| ()),
        ending: Ending::default(),
        lag: Lag::default(),
    }
}
