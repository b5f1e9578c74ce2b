//! Whose turn it is: messages and other work wait here until what they depend on is free.

pub(super) mod backlogs;
pub(super) mod fair_queue;
pub(super) mod holds;
pub(super) mod key_queues;
pub(super) mod pending;
pub(super) mod retries;
pub(super) mod taking_turns;
pub(super) mod turns;
pub(super) mod work;
