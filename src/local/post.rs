//! Replies of the host become lines.

use std::sync::Arc;

use super::{markup, now, pictures::Key, room::Room};
use crate::{
    chat::Outgoing,
    host::Outbox,
    render::{DEFAULT_WIDTH, Theme},
    store::{PageLine, message_id},
};

/// Takes replies until the host has no more. Each is queued at once, so that many share a commit;
/// the store keeps their order.
pub(super) async fn run(room: Arc<Room>, mut outbox: Outbox) {
    while let Some(outgoing) = outbox.recv().await {
        post(&room, outgoing);
    }
}

/// Keeps a reply as a line, together with the mark that it is delivered, and shows it then. If
/// that fails it stays in the outbox and comes again at the next start.
fn post(room: &Arc<Room>, Outgoing { outbox, reply, png }: Outgoing) {
    let mut line = PageLine::of_reply(outbox, &reply, now());
    if let Some(sent) = &reply.file {
        line.text = format!("{}\n{}", line.text, markup::file(&sent.name, &sent.text));
    }
    let line = Arc::new(line);
    let (keeper, kept_line) = (Arc::clone(room), Arc::clone(&line));
    room.store.page_append((*line).clone(), outbox, move |result| match result {
        Ok(kept) => {
            if let Some(png) = png {
                let key = Key { line: kept.id, width: DEFAULT_WIDTH, theme: Theme::default() };
                keeper.pictures.keep(key, png);
            }
            if kept.fresh {
                keeper.kept(kept.id, kept_line);
            }
            if let Some(outbox) = outbox {
                keeper.host.delivered(outbox, Some(message_id(kept.id)));
            }
        }
        Err(error) => tracing::error!("a reply cannot be kept: {error}"),
    });
}
