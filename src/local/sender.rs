//! Replies of the host become lines.

use std::{sync::Arc, time::Duration};

use tokio::runtime::Handle;

use super::{markup, now, pictures::Key, room::Room};
use crate::{
    chat::Outgoing,
    host::Outbox,
    render::{self, Theme},
    store::{PageLine, message_id},
};

/// How long after a failure the next try is.
const LATER: Duration = Duration::from_secs(3);

/// Takes replies until the host has no more. Each is queued at once, so that many share a commit;
/// the store keeps their order.
pub(super) async fn run(room: Arc<Room>, mut outbox: Outbox) {
    while let Some(outgoing) = outbox.recv().await {
        send(&room, outgoing);
    }
}

/// Keeps a reply as a line, together with the mark that it is delivered, and shows it then. If
/// that fails it is tried again, and after a restart it comes from the outbox again.
fn send(room: &Arc<Room>, Outgoing { outbox, reply, png }: Outgoing) {
    let mut line = PageLine::of_reply(outbox, &reply, now());
    if let Some(sent) = &reply.file {
        line.text = format!("{}\n{}", line.text, markup::file(&sent.name, &sent.text));
    }
    let line = Arc::new(line);
    keep(room, line, outbox, png);
}

/// Keeps the line; a store that cannot write just now is asked again later.
fn keep(room: &Arc<Room>, line: Arc<PageLine>, outbox: Option<u64>, png: Option<Arc<Vec<u8>>>) {
    let (keeper, kept_line, runtime) = (Arc::clone(room), Arc::clone(&line), Handle::current());
    room.store.page_append((*line).clone(), outbox, move |result| match result {
        Ok(kept) => {
            if let (Some(png), Some(picture)) = (png, &kept_line.picture) {
                let width = render::default_width(&picture.scene);
                let key = Key { line: kept.id, width, theme: Theme::default() };
                keeper.pictures.keep(key, png);
            }
            if kept.fresh {
                keeper.kept(kept.id, kept_line);
            }
            if let Some(outbox) = outbox {
                keeper.host.delivered(outbox, Some(message_id(kept.id)));
            }
        }
        Err(error) => {
            tracing::error!("a reply cannot be kept yet: {error}");
            runtime.spawn(async move {
                tokio::time::sleep(LATER).await;
                keep(&keeper, kept_line, outbox, png);
            });
        }
    });
}
