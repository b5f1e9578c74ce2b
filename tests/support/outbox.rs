//! What the host says, without what becomes of messages, and what it is yet to say.

use std::{path::Path, sync::Arc};

use chat::{Attachment, Outgoing, Reply};
use host::{HostSettings, Outbox, SystemClock, SystemEntropy};
use scene::Style;
use store::{Batch, OutboxRow, Store};
use table::{PlaceId, Platform};

use super::pictures::renderer;

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

/// Returns how a host says a reply with one picture that the last program has left, as somebody with this style
/// sees it.
pub(crate) async fn said_after_restart(
    database: &Path,
    reply: &mut Reply,
    style: Style,
) -> Outgoing {
    let Some(Attachment::Picture(picture)) = reply.attachments.first_mut() else { panic!("one") };
    picture.style = style;
    leave_unsent(database, &[&serde_json::to_string(&reply).expect("it is written")]);
    let store = Store::open(database).expect("the store opens");
    let (clock, renderer) = (Arc::new(SystemClock), renderer());
    let settings = HostSettings::new(Platform::Local);
    let started = host::start(store.clone(), settings, clock, Box::new(SystemEntropy), renderer);
    let (host, mut outbox) = started.expect("it starts");
    let sent = next_reply(&mut outbox).await.expect("a reply");
    host.stop().await;
    store.close();
    sent
}
