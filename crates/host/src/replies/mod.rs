//! How replies are said: rendered, put into their order, and handed to the adapter.

pub(super) mod asked_pictures;
pub(super) mod deliveries;
pub(super) mod kept_replies;
pub(super) mod outbox;
pub(super) mod shown_message;
pub(super) mod shown_messages;
pub(super) mod unsent;

use std::sync::Arc;

use chat::{Audience, Drawing, Incoming, Outgoing, Receipt, Reply, ThreadWork, World as _};
use table::{Game, GameNo, PlaceId};

use tokio::sync::mpsc::error::SendError;

use super::{
    event_loop::HostLoop,
    host_event::{HostEvent, MessageOutcome},
    jobs::Beneficiary,
};
use crate::{
    queues::key_queues::Ticket,
    replies::{
        asked_pictures::Asked,
        unsent::{UnsentReply, is_asked},
    },
};

/// A reply about a game that has been handed over and is not delivered yet.
#[derive(Clone, Debug)]
pub(super) struct SentReply {
    /// The game.
    pub(super) game: GameNo,
    /// The board that is shown, if one is.
    pub(super) board: Option<SentBoard>,
    /// Whether it opens a thread, and if so, whether somebody has asked for that.
    pub(super) opens: Option<bool>,
    /// Where it is said.
    pub(super) place: PlaceId,
}

/// The board of a reply that has been handed over.
#[derive(Clone, Debug)]
pub(super) struct SentBoard {
    /// How much of the game it shows.
    pub(super) shows: Option<usize>,
}

impl SentReply {
    /// Returns what is remembered of a reply; `None` if it is about no game.
    fn of(reply: &Reply) -> Option<Self> {
        let board = reply.picture().and_then(|picture| match &picture.drawing {
            Drawing::OfGame(recipe) => Some(SentBoard { shows: recipe.age() }),
            Drawing::Board(_)
            | Drawing::Replay(_)
            | Drawing::Card(_)
            | Drawing::Curve(_)
            | Drawing::Standings(_) => None,
        });
        let opens = match &reply.thread {
            Some(ThreadWork::Opens(new)) => Some(new.is_asked),
            Some(ThreadWork::Closes) | None => None,
        };
        Some(Self { game: reply.game?, board, opens, place: reply.place.clone() })
    }
}

impl HostLoop {
    /// Says replies that need no commit.
    pub(super) fn say(&mut self, replies: Vec<Reply>, source: Option<(Ticket, &Incoming)>) {
        self.say_with(replies, source, None);
    }

    /// Says replies with a receipt, which is given when all of them are out.
    pub(super) fn say_with(
        &mut self,
        replies: Vec<Reply>,
        source: Option<(Ticket, &Incoming)>,
        receipt: Option<&Receipt>,
    ) {
        for reply in replies {
            let receipt = receipt.cloned();
            let outgoing = Outgoing { receipt, ..Outgoing::new(None, reply) };
            let token = self.prepare(outgoing, source);
            self.release(token);
        }
    }

    /// Begins to render the picture of a reply, which is said once it is released under the token.
    pub(super) fn prepare(
        &mut self,
        outgoing: Outgoing,
        source: Option<(Ticket, &Incoming)>,
    ) -> u64 {
        let game = outgoing.reply.game.and_then(|no| self.state.game(no).ok().flatten());
        let is_of_event = game.is_some_and(|game| game.terms().event.is_some());
        self.prepare_in_order(outgoing, source, is_of_event)
    }

    /// Does the same for a reply to a change that brings these games.
    pub(super) fn prepare_change(
        &mut self,
        outgoing: Outgoing,
        source: Option<(Ticket, &Incoming)>,
        games: &[Arc<Game>],
    ) -> u64 {
        let game = outgoing.reply.game.and_then(|no| games.iter().find(|game| game.no() == no));
        match game.map(|game| game.terms().event.is_some()) {
            Some(is_of_event) => self.prepare_in_order(outgoing, source, is_of_event),
            None => self.prepare(outgoing, source),
        }
    }

    /// Does the same, in order with the news of its place if it tells of an event.
    pub(super) fn prepare_in_order(
        &mut self,
        outgoing: Outgoing,
        source: Option<(Ticket, &Incoming)>,
        is_of_event: bool,
    ) -> u64 {
        let token = self.next_number();
        let cause = source.map(|(_, incoming)| incoming.id.clone());
        let mut outgoing = Outgoing { cause, ..outgoing };
        if let Some(picture) = outgoing.reply.picture() {
            let author = source.map(|(_, incoming)| incoming.author.id.clone());
            let whose = author.or_else(|| self.whose_turn_led_to(&outgoing.reply));
            if !is_asked(&outgoing, source) {
                self.jobs.render(whose, token, picture.clone(), false);
            } else {
                match self.asked_pictures.ask(token, picture) {
                    Asked::New => self.jobs.render(whose, token, picture.clone(), true),
                    Asked::UnderWay => {}
                    Asked::Kept(png) => outgoing.png = Some(png),
                }
            }
        }
        self.unsent.prepare(token, UnsentReply::new(outgoing, source, is_of_event));
        token
    }

    /// The person on whose behalf a reply is said that answers no message.
    fn whose_turn_led_to(&self, reply: &Reply) -> Beneficiary {
        if let Audience::Only(person) = &reply.audience {
            return Some(person.clone());
        }
        let game = reply.game.and_then(|no| self.state.game(no).ok().flatten())?;
        game.person_before().map(|person| person.id.clone())
    }

    /// Lets a reply go as soon as its picture is rendered and nothing before it is on its way.
    pub(super) fn release(&mut self, token: u64) {
        if let Some(source) = self.unsent.source(token) {
            self.ends.reply_follows(source);
        }
        let ready = self.unsent.release(token);
        self.hand_over(ready);
    }

    /// The picture of a reply is rendered, or could not be.
    pub(super) fn rendered(&mut self, token: u64, png: Option<Arc<Vec<u8>>>) {
        for token in self.asked_pictures.drawn(token, png.as_ref()) {
            let ready = self.unsent.rendered(token, png.clone());
            self.hand_over(ready);
        }
    }

    /// Drops the answers to questions, since the host is to end: nobody waits for their pictures.
    pub(super) fn drop_answers(&mut self) {
        for source in self.unsent.drop_asked() {
            let end = self.ends.reply_dropped(source);
            end.into_iter().for_each(|end| self.tell(end));
        }
    }

    /// Hands replies to the adapter, each with the end of its message if it was the last one.
    fn hand_over(&mut self, replies: Vec<UnsentReply>) {
        for UnsentReply { outgoing, source, .. } in replies {
            // The replies of another platform wait in the store for its adapter.
            if outgoing.reply.place.platform() == self.settings.platform {
                let outgoing = self.without_needless_thread(outgoing);
                let sent = outgoing.outbox.zip(SentReply::of(&outgoing.reply));
                self.sent.extend(sent);
                // By now it is known of the first reply in a thread as well.
                let in_own_thread = self.channel_of_own_thread(&outgoing.reply.place).is_some();
                self.tell(HostEvent::Say(Outgoing { in_own_thread, ..outgoing }));
            }
            let end = source.and_then(|ticket| self.ends.reply_sent(ticket));
            end.into_iter().for_each(|end| self.tell(end));
        }
    }

    /// The reply without the thread that it was to open, if its game is over or elsewhere by now: it may have
    /// waited long.
    fn without_needless_thread(&self, mut outgoing: Outgoing) -> Outgoing {
        let reply = &mut outgoing.reply;
        if !matches!(reply.thread, Some(ThreadWork::Opens(_))) {
            return outgoing;
        }
        // What cannot be read is judged when the thread is there.
        let game = reply.game.and_then(|no| self.state.game(no).ok().flatten());
        if game.is_some_and(|game| !game.is_running() || *game.place() != reply.place) {
            reply.thread = None;
        }
        outgoing
    }

    /// Nothing more is done about a message; the adapter learns of it behind the last reply.
    pub(super) fn conclude(&mut self, message: Ticket, end: MessageOutcome) {
        self.conflicts.remove(&message);
        let end = self.ends.conclude(message, end);
        end.into_iter().for_each(|end| self.tell(end));
    }

    /// Tells the adapter something. One that is gone needs nothing any more.
    pub(super) fn tell(&self, event: HostEvent) {
        if let Err(SendError(HostEvent::Say(outgoing))) = self.out.send(event) {
            // An answer that nobody takes any more is not out, so its message is not noted as handled.
            outgoing.receipt.iter().for_each(Receipt::awaits);
        }
    }
}
