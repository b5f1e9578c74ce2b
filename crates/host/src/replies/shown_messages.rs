//! The messages about a game that the platform has, as an adapter needs them to look after older ones.

use store::{Batch, OutboxRow};
use table::{GameNo, MessageId, PlaceId};

use super::shown_message::ShownMessage;
use crate::{
    base::Base,
    handle::HostHandle,
    input::{AdapterInput, ReplyInput},
    or_log::OrLog as _,
};

/// How many boards of a game are of interest, and how many other messages about it.
const BOARDS: u32 = 2;
const OTHERS: u32 = 4;

impl HostHandle {
    /// The newest messages about a game that the platform has: boards, and others. An answer that nothing
    /// depends on is none of them.
    pub async fn shown_messages(&self, game: GameNo) -> Vec<ShownMessage> {
        self.ask_loop(|back| AdapterInput::Reply(ReplyInput::Shown(game, back)))
            .await
            .unwrap_or_default()
    }
}

impl Base {
    /// Remembers the message of an answer about a game, as of one from the outbox: a reply to it names
    /// that game.
    pub(crate) fn posted(&mut self, place: PlaceId, game: GameNo, message: MessageId) {
        self.state.note_posted(message.clone(), game);
        let id = self.next_outbox();
        // The board that it may show was announced before.
        let row = OutboxRow { id, place, game: Some(game), board: false, body: String::new() };
        let delivered = vec![(id, Some(message))];
        let batch = Batch { outbox: vec![row], delivered, ..self.batch() };
        self.write_unawaited(batch, "the message of an answer could not be remembered");
    }

    /// The newest messages about a game that the platform has.
    pub(crate) fn shown_messages(&self, game: GameNo) -> Vec<ShownMessage> {
        let mut shown = Vec::new();
        for (is_board, most) in [(true, BOARDS), (false, OTHERS)] {
            let found = self.state.reader().shown_messages(game, is_board, most);
            let found = found.or_log(format_args!("the messages about {game} cannot be read"));
            let message = |(place, message)| ShownMessage { place, message, is_board };
            shown.extend(found.into_iter().flatten().map(message));
        }
        shown
    }
}
