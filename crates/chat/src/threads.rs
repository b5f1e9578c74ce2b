//! A thread for each game: which replies open one, and what follows when it is there, cannot be had, or
//! is lost. The platform's adapter opens and archives threads; the game moves by a change like any other.

mod allowed;
mod begin;
mod command;
mod kept;
mod lost;
mod opened;
mod why;
mod work;

pub(super) use allowed::{are_refused, kept_report, missing_for_threads};
pub use begin::add_threads;
pub(super) use command::thread;
pub use kept::channel_of_own_thread;
pub use lost::thread_lost;
pub use opened::{Opening, thread_opened};
pub use why::{LostThread, NoThread};
pub use work::{NewThread, ThreadWork};
