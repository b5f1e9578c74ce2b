//! Playing: moves and what follows from them, proposals among the players, plans made beforehand,
//! and the arranging of men before the first move.

pub(super) mod announcements;
pub(super) mod arrange;
pub(super) mod draws;
pub(super) mod moves;
pub(super) mod plans;
pub(super) mod plies;
pub(super) mod proposals;
pub(super) mod refusals;
pub(super) mod resign;
pub(super) mod resign_all;
pub(super) mod results;
pub(super) mod takeback;
