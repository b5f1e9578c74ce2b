//! Replies as the store keeps them until they are delivered.

use chat::Reply;
use store::{OutboxRow, Reader, StoreError};

use crate::state::rows::board_replay;

/// The row in which the store keeps a reply, under its outbox number.
pub(crate) fn outbox_row(id: u64, reply: &Reply) -> OutboxRow {
    OutboxRow {
        id,
        place: reply.place.clone(),
        game: reply.game,
        board: reply.shows_board(),
        body: serde_json::to_string(reply).expect("a reply holds nothing that JSON cannot say"),
    }
}

/// The replies that are not delivered, with their outbox numbers and in their order. One that this
/// version cannot read any more is left out and logged: it must not keep the others, and the
/// program, from going on.
pub(crate) fn undelivered(reader: &Reader) -> Result<Vec<(u64, Reply)>, StoreError> {
    let waiting = reader.undelivered()?;
    let readable = waiting.into_iter().filter_map(|(id, body)| match serde_json::from_str(&body) {
        Ok(reply) => Some((id, drawn(reader, reply))),
        // The log says only where the fault is: serde's message would quote what people wrote.
        Err(error) => {
            let column = error.column();
            tracing::warn!(
                "reply {id} is not delivered: JSON of an unknown form at column {column}"
            );
            None
        }
    });
    Ok(readable.collect())
}

/// A reply that is not delivered, by its outbox number; `None` if it cannot be read, or is delivered.
pub(crate) fn kept_reply(reader: &Reader, outbox: u64) -> Option<Reply> {
    let body = reader.undelivered_body(outbox).ok()??;
    Some(drawn(reader, serde_json::from_str(&body).ok()?))
}

/// The reply with its boards, which are stored without what they show. One that cannot be drawn is left
/// out by whoever sends the reply: the text stands alone.
fn drawn(reader: &Reader, mut reply: Reply) -> Reply {
    for drawing in reply.pictures_mut().map(|picture| &mut picture.drawing) {
        let replay = drawing
            .drawn_from()
            .and_then(|game| reader.game(game).ok().flatten())
            .and_then(|(game, events)| board_replay(&game, &events));
        if let Some(mut replay) = replay {
            drawing.redraw(&mut replay);
        }
    }
    reply
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;
    use chat::Action;
    use store::{Batch, Store};
    use table::{MessageId, PersonId, PlaceId, Platform};

    fn reply(text: &str) -> Reply {
        Reply {
            reply_to: Some(MessageId::new(Platform::Local, "1")),
            ping: vec![PersonId::new(Platform::Local, "ann")],
            actions: vec![Action::command("board")],
            ..Reply::new(PlaceId::channel(Platform::Local, "channel"), text)
        }
    }

    #[test]
    fn a_reply_of_an_unknown_form_does_not_hold_up_the_others() {
        let folder = tempfile::TempDir::new().unwrap();
        let store = Store::open(&folder.path().join("games.db")).unwrap();
        let old = OutboxRow { body: "{\"text\":1}".into(), ..outbox_row(1, &reply("old")) };
        let outbox = vec![old, outbox_row(2, &reply("new"))];
        let (tell, told) = mpsc::channel();
        store.commit(Batch { outbox, ..Batch::default() }, move |result| {
            tell.send(result).unwrap();
        });
        told.recv().unwrap().unwrap();
        let reader = store.reader().unwrap();
        assert_eq!(undelivered(&reader).unwrap(), [(2, reply("new"))]);
    }
}
