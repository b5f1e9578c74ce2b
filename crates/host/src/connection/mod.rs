//! The connection with platform and store over time: outages, restarts, what was missed, and what
//! is done when something fails.

pub(super) mod catching_up;
pub(super) mod contact;
pub(super) mod ending;
pub(super) mod failures;
pub(super) mod halt;
pub(super) mod link;
pub(super) mod outages;
pub(super) mod reach;
pub(super) mod sync_state;
