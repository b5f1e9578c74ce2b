//! What the host says, without what becomes of messages, and what it is yet to say.

use std::path::Path;

use martian_cake::{
    chat::Outgoing,
    host::Outbox,
    store::{Batch, OutboxRow, Store},
    table::{PlaceId, Platform},
};

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

/// Puts replies into a database as a program that has ended has left them.
pub(crate) fn leave_unsent(database: &Path, bodies: &[&str]) {
    let store = Store::open(database).expect("the store opens");
    let row = |(id, body): (u64, &&str)| OutboxRow {
        id,
        place: PlaceId::channel(Platform::Local, "channel"),
        game: None,
        board: false,
        body: (*body).to_owned(),
    };
    let outbox = (1..).zip(bodies).map(row).collect();
    let (tell, told) = std::sync::mpsc::channel();
    store.commit(Batch { outbox, ..Batch::default() }, move |result| {
        tell.send(result).expect("somebody waits");
    });
    told.recv().expect("an answer").expect("a commit");
    store.close();
}
