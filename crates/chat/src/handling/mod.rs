//! The handling of a message: the handler is found, what it needs is at hand, and what it gives is a step for
//! the host.

pub(super) mod candidates;
pub(super) mod cause;
pub(super) mod changes;
pub(super) mod checking;
pub(super) mod context;
pub(super) mod delivery;
pub(super) mod dispatch;
pub(super) mod finished;
pub(super) mod home;
pub(super) mod late;
pub(super) mod nearest_help;
pub(super) mod new_game;
pub(super) mod person;
pub(super) mod privacy;
pub(super) mod query;
pub(super) mod selection;
pub(super) mod slash;
pub(super) mod speaking;
pub(super) mod step;
pub(super) mod table_view;
pub(super) mod verification;
