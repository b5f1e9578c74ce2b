//! What the host says, without what becomes of messages.

use martian_cake::{chat::Outgoing, host::Outbox};

/// Waits for the next reply; `None` once the host has ended.
pub(crate) async fn next_reply(outbox: &mut Outbox) -> Option<Outgoing> {
    loop {
        if let Some(outgoing) = outbox.recv().await?.into_reply() {
            return Some(outgoing);
        }
    }
}

/// All replies that are there. Those that were committed are in the order of their outbox numbers:
/// which of several pictures is rendered first is left to chance.
pub(crate) fn replies(outbox: &mut Outbox) -> Vec<Outgoing> {
    let events = std::iter::from_fn(|| outbox.try_recv().ok());
    let mut replies: Vec<Outgoing> = events.filter_map(|event| event.into_reply()).collect();
    replies.sort_by_key(|outgoing| outgoing.outbox);
    replies
}
