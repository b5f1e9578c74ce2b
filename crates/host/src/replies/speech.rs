//! The saying of replies: they are rendered, put into their order, and handed to the adapter.

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
    time::Instant,
};

use chat::{Audience, GameChange, Incoming, Outgoing, Receipt, Reply, ThreadWork, World as _};
use store::{Batch, StoreError, SyncWrite};
use table::{Game, GameNo, PlaceId, Platform};
use tokio::sync::mpsc::{self, error::SendError};

use super::{
    asked_pictures::{Asked, AskedPictures},
    unsent::{UnsentReplies, UnsentReply, is_asked},
};
use crate::{
    base::Base,
    host_event::{HostEvent, MessageOutcome},
    input::{Delivered, Input, SpeechInput},
    jobs::Beneficiary,
    messages::outcomes::MessageOutcomes,
    or_log::OrLog as _,
    queues::key_queues::Ticket,
    state::committed_state::CommittedState,
};

/// A reply about a game that has been handed over and is not delivered yet.
#[derive(Clone, Debug)]
pub(crate) struct SentReply {
    /// The game.
    pub(crate) game: GameNo,
    /// The board that is shown, if one is.
    pub(crate) board: Option<SentBoard>,
    /// Whether it opens a thread, and if so, whether somebody has asked for that.
    pub(crate) opens: Option<bool>,
    /// Where it is said.
    pub(crate) place: PlaceId,
}

/// The board of a reply that has been handed over.
#[derive(Clone, Debug)]
pub(crate) struct SentBoard {
    /// How much of the game it shows.
    pub(crate) shows: Option<usize>,
}

impl SentReply {
    /// Returns what is remembered of a reply; `None` if it is about no game.
    fn of(reply: &Reply) -> Option<Self> {
        let board = reply.board().map(|recipe| SentBoard { shows: recipe.age() });
        let opens = match &reply.thread {
            Some(ThreadWork::Opens(new)) => Some(new.is_asked),
            Some(ThreadWork::Closes) | None => None,
        };
        Some(Self { game: reply.game?, board, opens, place: reply.place.clone() })
    }
}

/// The replies of the loop, until the platform has them.
#[derive(Debug)]
pub(crate) struct Speech {
    out: mpsc::UnboundedSender<HostEvent>,
    /// The platform whose replies the adapter takes.
    platform: Platform,
    /// Replies that are not handed over yet.
    unsent: UnsentReplies,
    /// Replies about a game that have been handed over and are not delivered yet, by outbox number.
    pub(crate) sent: HashMap<u64, SentReply>,
    /// The replies from the outbox that have been handed over and have no end yet, with where they are said and
    /// since when they wait.
    pub(crate) awaited: BTreeMap<u64, (PlaceId, Instant)>,
    /// The ends of messages.
    pub(crate) ends: MessageOutcomes,
    /// The pictures of answers to questions.
    asked_pictures: AskedPictures,
}

impl Speech {
    /// Nothing is said yet; what is said goes this way.
    pub(crate) fn new(out: mpsc::UnboundedSender<HostEvent>, platform: Platform) -> Self {
        let (unsent, sent, awaited, ends, asked_pictures) = Default::default();
        Self { out, platform, unsent, sent, awaited, ends, asked_pictures }
    }

    /// Returns `true` if everything has been handed over.
    pub(crate) fn is_idle(&self) -> bool {
        self.unsent.is_empty()
    }

    /// Returns how many replies the platform does not have yet.
    pub(crate) fn waiting(&self) -> usize {
        self.unsent.len() + self.awaited.len()
    }

    /// Returns `true` if there is room for one more picture of an answer.
    pub(crate) fn has_room(&self) -> bool {
        self.asked_pictures.has_room()
    }

    /// Drops replies that are not to be said after all.
    pub(crate) fn discard(&mut self, tokens: Vec<u64>) {
        tokens.into_iter().for_each(|token| self.unsent.discard(token));
    }

    /// A reply that is due to this message has been said. Gives its end if it was the last one.
    pub(crate) fn reply_said(&mut self, message: Ticket) {
        let end = self.ends.reply_sent(message);
        end.into_iter().for_each(|end| self.tell(end));
    }

    /// Says of all messages that have no end yet that they are dropped.
    pub(crate) fn drop_all(&mut self) {
        self.ends.drop_all().into_iter().for_each(|end| self.tell(end));
    }

    /// Says replies that need no commit.
    pub(crate) fn say(
        &mut self,
        base: &mut Base,
        replies: Vec<Reply>,
        source: Option<(Ticket, &Incoming)>,
    ) {
        self.say_with(base, replies, source, None);
    }

    /// Says replies with a receipt, which is given when all of them are out.
    pub(crate) fn say_with(
        &mut self,
        base: &mut Base,
        replies: Vec<Reply>,
        source: Option<(Ticket, &Incoming)>,
        receipt: Option<&Receipt>,
    ) {
        for reply in replies {
            let receipt = receipt.cloned();
            let outgoing = Outgoing { receipt, ..Outgoing::new(None, reply) };
            let token = self.prepare(base, outgoing, source, &[]);
            self.release(base, token);
        }
    }

    /// Begins to render the picture of a reply, which is said once it is released under the token. These games
    /// are as the change makes them that it tells of, if it tells of one.
    pub(crate) fn prepare(
        &mut self,
        base: &mut Base,
        outgoing: Outgoing,
        source: Option<(Ticket, &Incoming)>,
        changed: &[Arc<Game>],
    ) -> u64 {
        let game = outgoing.reply.game.and_then(|no| {
            let changed = changed.iter().find(|game| game.no() == no).cloned();
            changed.or_else(|| base.state.game(no).ok().flatten())
        });
        let is_of_event = game.is_some_and(|game| game.terms().event.is_some());
        let token = base.next_number();
        let cause = source.map(|(_, incoming)| incoming.id.clone());
        let mut outgoing = Outgoing { cause, ..outgoing };
        if let Some(picture) = outgoing.reply.picture() {
            let author = source.map(|(_, incoming)| incoming.author.id.clone());
            let whose = author.or_else(|| whose_turn_led_to(&base.state, &outgoing.reply));
            if !is_asked(&outgoing, source) {
                base.jobs.render(whose, token, picture.clone(), false);
            } else {
                match self.asked_pictures.ask(token, picture) {
                    Asked::New => base.jobs.render(whose, token, picture.clone(), true),
                    Asked::UnderWay => {}
                    Asked::Kept(png) => outgoing.png = Some(png),
                }
            }
        }
        self.unsent.prepare(token, UnsentReply::new(outgoing, source, is_of_event));
        token
    }

    /// Lets a reply go as soon as its picture is rendered and nothing before it is on its way.
    pub(crate) fn release(&mut self, base: &Base, token: u64) {
        if let Some(source) = self.unsent.source(token) {
            self.ends.reply_follows(source);
        }
        let ready = self.unsent.release(token);
        self.hand_over(base, ready);
    }

    /// The picture of a reply is rendered, or could not be.
    pub(crate) fn rendered(&mut self, base: &Base, token: u64, png: Option<Arc<Vec<u8>>>) {
        for token in self.asked_pictures.drawn(token, png.as_ref()) {
            let ready = self.unsent.rendered(token, png.clone());
            self.hand_over(base, ready);
        }
    }

    /// Drops the answers to questions, since the host is to end: nobody waits for their pictures.
    pub(crate) fn drop_answers(&mut self) {
        for source in self.unsent.drop_asked() {
            let end = self.ends.reply_dropped(source);
            end.into_iter().for_each(|end| self.tell(end));
        }
    }

    /// Hands replies to the adapter, each with the end of its message if it was the last one.
    fn hand_over(&mut self, base: &Base, replies: Vec<UnsentReply>) {
        for UnsentReply { outgoing, source, .. } in replies {
            // The replies of another platform wait in the store for its adapter.
            if outgoing.reply.place.platform() == self.platform {
                let outgoing = without_needless_thread(&base.state, outgoing);
                let sent = outgoing.outbox.zip(SentReply::of(&outgoing.reply));
                self.sent.extend(sent);
                let awaited = (outgoing.reply.place.clone(), base.clock.instant());
                self.awaited.extend(outgoing.outbox.map(|outbox| (outbox, awaited)));
                // By now it is known of the first reply in a thread as well.
                let in_own_thread =
                    base.state.channel_of_own_thread(&outgoing.reply.place).is_some();
                self.tell(HostEvent::Say(Outgoing { in_own_thread, ..outgoing }));
            }
            let end = source.and_then(|ticket| self.ends.reply_sent(ticket));
            end.into_iter().for_each(|end| self.tell(end));
        }
    }

    /// Nothing more is done about a message; the adapter learns of it behind the last reply.
    pub(crate) fn conclude(&mut self, message: Ticket, end: MessageOutcome) {
        let end = self.ends.conclude(message, end);
        end.into_iter().for_each(|end| self.tell(end));
    }

    /// Tells the adapter something. One that is gone needs nothing any more.
    pub(crate) fn tell(&self, event: HostEvent) {
        if let HostEvent::MessageOutcome { end, .. } = &event {
            metrics::counter!("martian_cake_messages_total", "end" => end.name()).increment(1);
        }
        if let Err(SendError(HostEvent::Say(outgoing))) = self.out.send(event) {
            // An answer that nobody takes any more is not out, so its message is not noted as handled.
            outgoing.receipt.iter().for_each(Receipt::awaits);
        }
    }

    /// Says something without the store, ahead of all pictures.
    pub(crate) fn say_now(&self, reply: Reply) {
        if reply.place.platform() == self.platform {
            self.tell(HostEvent::Say(Outgoing::new(None, reply)));
        }
    }

    /// Says replies once they are in the outbox, together with these marks, and in place of a reply that
    /// the platform will never take.
    pub(crate) fn tell_kept(
        &mut self,
        base: &mut Base,
        replies: Vec<Reply>,
        sync_state: Vec<SyncWrite>,
        instead_of: Option<Delivered>,
    ) {
        let delivered = instead_of.map(Delivered::mark).into_iter().collect();
        let batch = Batch { delivered, sync_state, ..base.batch() };
        self.tell_with(base, replies, batch);
    }

    /// Says replies once they are in the outbox, together with this.
    pub(crate) fn tell_with(&mut self, base: &mut Base, replies: Vec<Reply>, batch: Batch) {
        let mut replies = base.state.rehomed(replies, &[], None);
        finish(&base.state, None, &[], &mut replies);
        let (outgoing, outbox) = base.numbered(replies);
        let batch = Batch { outbox, ..batch };
        let tokens = outgoing.into_iter().map(|out| self.prepare(base, out, None, &[])).collect();
        base.write(batch, move |result| Some(Input::Speech(SpeechInput::Kept(tokens, result))));
    }

    /// Replies are in the outbox, or could not be kept. Without room they are said all the same: they
    /// confirm nothing.
    pub(crate) fn reply_kept(
        &mut self,
        base: &Base,
        tokens: Vec<u64>,
        result: &Result<(), StoreError>,
    ) {
        match result {
            Ok(()) | Err(StoreError::NoRoom(_)) => {}
            Err(StoreError::Stopped | StoreError::Unknown) => return self.discard(tokens),
            Err(error) => tracing::error!("a message could not be kept: {error}"),
        }
        tokens.into_iter().for_each(|token| self.release(base, token));
    }
}

/// Adds to replies what can be done next, and how their boards look where they are seen.
pub(crate) fn finish(
    state: &CommittedState,
    source: Option<&Incoming>,
    changed: &[GameChange],
    replies: &mut [Reply],
) {
    state.reader().together(|| {
        // The reply stands without what cannot be read.
        chat::add_actions(state, source, changed, replies)
            .or_log("what can be done next is not known");
        chat::style_boards(state, source, changed, replies)
            .or_log("how a board is to look is not known");
        chat::add_threads(state, source, changed, replies)
            .or_log("whether a game gets a thread is not known");
    });
}

/// The person on whose behalf a reply is said that answers no message.
fn whose_turn_led_to(state: &CommittedState, reply: &Reply) -> Beneficiary {
    if let Audience::Only(person) = &reply.audience {
        return Some(person.clone());
    }
    let game = reply.game.and_then(|no| state.game(no).ok().flatten())?;
    game.person_before().map(|person| person.id.clone())
}

/// The reply without the thread that it was to open, if its game is over or elsewhere by now: it may have
/// waited long.
fn without_needless_thread(state: &CommittedState, mut outgoing: Outgoing) -> Outgoing {
    let reply = &mut outgoing.reply;
    if !matches!(reply.thread, Some(ThreadWork::Opens(_))) {
        return outgoing;
    }
    // What cannot be read is judged when the thread is there.
    let game = reply.game.and_then(|no| state.game(no).ok().flatten());
    if game.is_some_and(|game| !game.is_running() || *game.place() != reply.place) {
        reply.thread = None;
    }
    outgoing
}
