//! The committed state, as handlers read it, and how a change becomes part of it.

pub(super) mod changes;
pub(super) mod committed_state;
pub(super) mod edition_log;
pub(super) mod moderation_log;
pub(super) mod rating_check;
pub(super) mod rating_log;
pub(super) mod rows;
