//! Deadlines and timers: deadlines from the table of the store, timers of the loop, and what
//! happens when their time has come.

pub(super) mod due;
pub(super) mod pending_deadlines;
pub(super) mod timers;
