//! Time in games: clocks, what is due when, notices and reminders, vacations, and games that stand
//! still.

pub(super) mod claim;
mod claimed;
pub(super) mod clocks;
pub(super) mod deadlines;
pub(super) mod due;
pub(super) mod idle;
pub(super) mod idle_days;
pub(super) mod notices;
pub(super) mod time_left;
pub(super) mod vacation;
