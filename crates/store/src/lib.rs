//! SQLite: migrations, queries, the writer. The only crate that names SQL.
//!
//! # How it works
//!
//! - [`Store::commit`] queues a [`Batch`]; one thread (`writer`) takes all that waits into one
//!   commit, each in a savepoint of its own, and calls back once the disk has it. A batch that
//!   does not fit fails alone; if the commit fails, all of its batches do, and nothing is written.
//! - [`Reader`] has a connection of its own, so reading and writing do not wait for each other
//!   (write-ahead logging). None of its queries scans a table: a test asks SQLite for the plan of
//!   each. Partial indices hold what is open, so finished games cost nothing.
//! - Only one process has the database open (`lock`). What a crash leaves behind is put right the
//!   next time the database is opened; a file that is newer, damaged or another program's is refused
//!   before a byte of it changes (`open`).
//! - Checkpoints, which sync more, wait for a quiet moment.
//! - At the first sign of damage, after a sync that failed, and when the path does not lead to the
//!   open file any more, the store [stops](Stop): no further commit, no checkpoint, not even at its
//!   end, and its files stay as they are (`health`, `watch`, `wal`). A disk without room is no damage.
//! - [`check()`], [`backup()`] and [`each_game`] look at a database from outside, even while a bot
//!   is running, and change nothing. [`restore`] puts a backup in the place of a database that nobody
//!   has open.
//!
//! The texts of replies and the scenes of pictures come and go as JSON that only their owners can
//! read: the store knows neither the chat nor how anything looks.

mod backup;
mod backup_folder;
mod batch;
mod check;
mod columns;
mod correspondence;
mod database;
mod devices;
mod entry;
mod error;
mod events;
mod files;
mod forget;
mod forgotten;
mod game;
mod game_summary;
mod health;
mod left_servers;
mod lock;
mod log_throttle;
mod migrate;
mod moderation;
mod open;
mod page_lines;
mod personal;
mod quarantine;
mod queries;
mod ratings;
mod reader;
mod restore;
mod scrub;
#[cfg(feature = "postgres")]
mod shared_log;
mod stamp;
mod sync_state;
#[cfg(test)]
mod tests;
mod transaction;
mod wal;
mod watch;
mod writer;

pub use backup::backup;
pub use backup_folder::{BackupFolder, MadeBackup};
pub use batch::{Batch, GameWrite, OutboxRow};
pub use check::{CheckReport, check, each_game, host_key, over_ratings};
pub use correspondence::{OutageRow, RowWrite};
pub use database::Store;
pub use devices::{DeviceAdmission, OthersSignedOut, SignedOut, SignedOutBy};
pub use entry::{Entry, EntryError, FORMAT, Formats, Hidden};
pub use error::StoreError;
pub use events::{EditionGameRow, EditionLogRow, EditionRow, EditionState, EditionWrite};
pub use game::{DeadlineRow, EventRow, GameRow, GameState, RollRow, SeatRow};
pub use game_summary::GameSummaryRow;
pub use health::Stop;
pub use log_throttle::LogThrottle;
pub use page_lines::{
    Appended, Claimed, LinePicture, NameStatus, PageClaim, PageLine, PagePicture, PageRow,
    message_id,
};
pub use personal::{DATA, DataKind};
pub use ratings::{KeptRatings, RatingWrite};
pub use reader::Reader;
pub use restore::{Restored, restore};
#[cfg(feature = "postgres")]
pub use shared_log::{Active, Ending, Keeper, Lag, LogAddress, Moved, Pulled, SharedLog, Times};
pub use sync_state::{Kept, LiveGame, SyncWrite};
