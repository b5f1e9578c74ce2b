//! A thread for each game: which replies open one, and what follows when it is there, cannot be had, or
//! is lost. The platform's adapter opens and archives threads; the game moves by a change like any other.
//!
//! Where a server wishes threads, the first public message of a game that begins gets a `ThreadWork`,
//! and so does the last one about all games that end in a thread of ours. It is stored with the reply. In
//! one change the game gets its new place, the clocks that the board has started, and the mark that the
//! reply is delivered; a setting keeps to which channel the thread belongs.

mod allowed;
mod begin;
mod command;
mod kept;
mod lost;
mod opened;
mod why;
mod work;

pub(crate) use allowed::{are_refused, kept_report, missing_for_threads};
pub use begin::add_threads;
pub(crate) use command::thread;
pub use kept::channel_of_own_thread;
pub use lost::thread_lost;
pub use opened::{Opening, thread_opened};
pub use why::{LostThread, NoThread};
pub use work::{NewThread, ThreadWork};
