//! A change that has not taken effect yet.

use std::sync::Arc;

use crate::{
    chat::{Incoming, Outgoing},
    store::StoreError,
    table::Game,
};

/// A change while it is committed and the pictures of its replies are rendered, both at
/// the same time.
#[derive(Debug)]
pub(super) struct Pending {
    /// The games as the change makes them.
    pub(super) games: Vec<Arc<Game>>,
    /// The message that brought the change; `None` for what the host or a bot did.
    pub(super) source: Option<Incoming>,
    /// How the commit has ended; `None` while it goes on.
    pub(super) committed: Option<Result<(), StoreError>>,
    /// The replies that wait for it.
    pub(super) outgoing: Vec<Outgoing>,
    /// Whether the pictures of those replies are all rendered.
    pub(super) rendered: bool,
}
