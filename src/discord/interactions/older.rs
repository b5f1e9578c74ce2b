//! The buttons of older boards: they are taken away once a newer board of the game stands in its place.

use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

use serenity::model::id::ChannelId;

use crate::{
    chat::{Audience, Outgoing},
    discord::payload,
    table::GameNo,
};

/// Up to which age Discord lets a message be edited as often as one likes, with some room.
const EDITABLE: Duration = Duration::from_secs(55 * 60);

/// Of how many games it is known which message has the buttons.
const MAX_GAMES: usize = 4_096;

/// Which message of each game has the buttons. What is forgotten keeps them, which does no harm: a button
/// of an older board says that the game has moved on.
#[derive(Debug, Default)]
pub(in crate::discord) struct NewestButtons(HashMap<GameNo, Shown>);

#[derive(Clone, Copy, Debug)]
struct Shown {
    channel: ChannelId,
    message: u64,
    since: Instant,
}

impl NewestButtons {
    /// Learns that a reply stands in a channel as this message. Gives the older message of its game there
    /// from which the buttons are to be taken.
    pub(in crate::discord) fn posted(
        &mut self,
        outgoing: &Outgoing,
        channel: ChannelId,
        message: u64,
        now: Instant,
    ) -> Option<u64> {
        let reply = &outgoing.reply;
        // What only answers a question stands beside the board, and has fewer buttons.
        let is_board = outgoing.outbox.is_some()
            && reply.shows_board()
            && reply.audience == Audience::Place
            && payload::has_buttons(outgoing);
        let game = reply.game.filter(|_| is_board)?;
        if self.0.len() >= MAX_GAMES {
            self.0.clear();
        }
        let older = self.0.insert(game, Shown { channel, message, since: now })?;
        let is_editable = now.saturating_duration_since(older.since) < EDITABLE;
        (older.channel == channel && is_editable).then_some(older.message)
    }
}
