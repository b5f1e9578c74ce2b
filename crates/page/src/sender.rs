//! Turns the host's replies into lines of the page.

use std::{sync::Arc, time::Duration};

use chat::{Action, Audience, Outgoing, Reply};
use host::{HostEvent, Outbox};
use store::{LinePicture, PageLine, StoreError, message_id};
use table::Millis;
use tokio::runtime::Handle;

use super::{
    chat_room::{ChatRoom, NewLine},
    drawn::{Drawn, KeptDrawing},
    forgetting, markup,
    picture_cache::{PictureKey, PictureSource},
};

/// The time to wait after a failure before the next try.
const RETRY_AFTER: Duration = Duration::from_secs(3);

/// Takes replies until the host has no more. Each one is queued at once, so that many share a
/// commit; the store keeps their order.
pub(super) async fn run(room: Arc<ChatRoom>, mut outbox: Outbox) {
    while let Some(event) = outbox.recv().await {
        match event {
            HostEvent::Say(outgoing) => send(&room, outgoing),
            HostEvent::Forgotten { who, farewell, .. } => {
                forgetting::forget(&room, &who, &farewell)
            }
            // The page shows a message as soon as it is typed, and waits for nothing.
            HostEvent::MessageOutcome { .. } => {}
            // There are none here.
            HostEvent::LeaveServer(_) | HostEvent::AskWhoLeft { .. } => {}
        }
    }
}

/// Keeps a reply as a line, marks it as delivered in the same transaction, and then shows it. If that
/// fails, it is tried again; after a restart the reply comes from the outbox again.
fn send(room: &Arc<ChatRoom>, Outgoing { outbox, reply, png, .. }: Outgoing) {
    let mut line = line_of(outbox, &reply, room.clock.now());
    if let Some(sent) = reply.file() {
        line.text = format!("{}\n{}", line.text, markup::file(&sent.name, &sent.text));
    }
    let drawn = reply.picture().and_then(|it| Drawn::of(&it.drawing, it.style.theme));
    let drawn = drawn.map(Arc::new);
    if outbox.is_none() && room.store.stopped().is_some() {
        room.show_unkept(&line);
        return;
    }
    if let (Some(file), Some(kept), Some(shown), Some(drawn)) =
        (&png, &line.picture, reply.picture(), &drawn)
    {
        let (source, side) = (PictureSource::of(&kept.scene), drawn.side());
        let width = drawn.subject.styled_width(shown.style);
        let theme = drawn.theme.unwrap_or_else(|| drawn.subject.face());
        room.pictures.keep(PictureKey { source, side, width, theme }, file);
    }
    let new = NewLine { line: Arc::new(line), drawn, actions: reply.actions };
    keep(room, new, outbox);
}

/// The line of a reply. Its outbox number is its client id, so that a reply that comes again after
/// a restart stays one line.
fn line_of(outbox: Option<u64>, reply: &Reply, at: Millis) -> PageLine {
    PageLine {
        place: reply.place.clone(),
        author: None,
        only: match &reply.audience {
            Audience::Place => None,
            Audience::Only(person) => Some(person.clone()),
        },
        reply_to: reply.reply_to.clone(),
        text: reply.text.clone(),
        ping: reply.ping.clone(),
        picture: reply.picture().map(|picture| {
            let (drawing, theme) = (picture.drawing.clone(), picture.style.theme);
            let scene = serde_json::to_string(&KeptDrawing { drawing, theme })
                .expect("a drawing holds nothing that JSON cannot say");
            LinePicture { alt: picture.alt.clone(), scene }
        }),
        game: reply.game,
        actions: Action::lines(&reply.actions),
        at,
        client: outbox.map(|id| format!("outbox:{id}")),
    }
}

/// Keeps the line. If the store cannot write just now, that is tried again later with a reply that is
/// in the outbox; any other is shown without being kept, since it would come too late.
fn keep(room: &Arc<ChatRoom>, new: NewLine, outbox: Option<u64>) {
    let (line, runtime) = ((*new.line).clone(), Handle::current());
    let at = line.at;
    let later = Arc::clone(room);
    room.store.append_line(line, outbox, move |result| match result {
        Ok(kept) => {
            let message = message_id(kept.id);
            // The host knows the message before anybody can reply to it.
            match (outbox, new.line.game) {
                (Some(outbox), _) => later.host.delivered(outbox, Some(message), at),
                (None, Some(game)) => later.host.posted(new.line.place.clone(), game, message),
                (None, None) => {}
            }
            if kept.is_new {
                later.line_stored(kept.id, new);
            }
        }
        // It comes again from the outbox after the next start.
        Err(StoreError::Stopped | StoreError::Unknown) if outbox.is_some() => {}
        Err(StoreError::NoRoom(_) | StoreError::Stopped | StoreError::Unknown)
            if outbox.is_none() =>
        {
            later.show_unkept(&new.line);
        }
        Err(error) => {
            later.log_failure("reply", "a reply cannot be kept yet", &error);
            runtime.spawn(async move {
                later.clock.sleep(RETRY_AFTER).await;
                keep(&later, new, outbox);
            });
        }
    });
}
