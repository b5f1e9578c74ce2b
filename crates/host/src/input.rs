//! What comes into the host's loop.

use std::sync::Arc;

use chat::{Checked, Incoming, InternalError, LostThread, NoThread, Renewal, Verification};
use engine::BestMove;
use games::Seat;
use pairing::{dutch::Pairing, history::PairingHistory};
use store::{RowWrite, StoreError, SyncWrite};
use table::{Area, EditionNo, GameNo, Key, MessageId, Millis, Person, PlaceId, ServerId};
use tokio::sync::oneshot;

use crate::{
    places::live_place::LivePlace, queues::key_queues::Ticket, replies::shown_message::ShownMessage,
};

/// An item that comes into the host's loop.
#[derive(Debug)]
pub(super) enum Input {
    /// A message from an adapter.
    Message(Incoming),
    /// The platform has a reply, or will never take it.
    Delivered(Delivered),
    /// The place of a reply takes nothing any more, for this reason, and so never this reply.
    Lost(Delivered, LostThread),
    /// The platform has a reply that was to open a thread; the thread, or why there is none; and who waits
    /// for what comes of that.
    Threaded(Delivered, Result<PlaceId, NoThread>, Arc<oneshot::Sender<()>>),
    /// The adapter wants to know whether a thread is needed.
    ThreadNeeded(PlaceId, oneshot::Sender<bool>),
    /// A thread takes nothing any more.
    ThreadLost(PlaceId, LostThread),
    /// The platform has an answer about this game, said in this place, as the message with this id.
    Posted(PlaceId, GameNo, MessageId),
    /// The platform has the answer to this message, which has changed nothing, or will never have it.
    AnswerOut(MessageId),
    /// The commit of the change with this ticket has ended.
    Committed(Ticket, Result<(), StoreError>),
    /// The picture of the reply with this token is rendered, or could not be.
    Rendered(u64, Option<Arc<Vec<u8>>>),
    /// The search for a game with this ticket has ended.
    SearchDone(GameNo, u64, Option<BestMove>),
    /// The bot has judged a draw offer: whether it accepts.
    DrawAnswer(DrawQuestion, bool),
    /// The record of the message with this ticket is verified; `None` after a fault of ours.
    Verified(Ticket, Option<Checked>),
    /// The ratings that the change with this ticket concerns are made anew; `None` after a fault of ours.
    Renewed(Ticket, Option<Result<Renewal, InternalError>>),
    /// The next round of an edition that stood so is paired; `None` after a fault of ours.
    Paired(EditionNo, Box<PairingHistory>, Option<Pairing>),
    /// A reply that the platform has could not be marked as delivered, since the disk has no room.
    Unmarked(Delivered),
    /// The store has stopped.
    StoreStopped,
    /// The platform tells that these places belong to a server.
    Places(ServerId, Vec<PlaceId>),
    /// What is due there is to wait.
    Hold(Area),
    /// What is due there is to wait no more.
    Release(Area),
    /// Replies to this place cannot be delivered, or can be again.
    Unreachable(PlaceId, bool),
    /// All that was said before this instant has come in.
    Heard(Millis),
    /// Outages could not be written.
    OutagesUnwritten(Vec<RowWrite>),
    /// Everything that is due later has come to stand in the table of deadlines as due now.
    AllWoken(Vec<(Key, Option<Millis>)>),
    /// These deadlines stand in their table.
    Woken(Vec<(Key, Option<Millis>)>),
    /// A text is to be kept for the adapter, or to be forgotten.
    Keep {
        /// The key.
        key: String,
        /// The text; `None` forgets it.
        value: Option<String>,
        /// Learns whether that is durable.
        done: oneshot::Sender<bool>,
    },
    /// The adapter wants to have all that it has kept.
    Kept(oneshot::Sender<Vec<(String, String)>>),
    /// Everything said in a place up to this message has its end.
    CaughtUp(PlaceId, MessageId),
    /// A write of marks and of places that are gone has ended.
    SyncWritten(Vec<SyncWrite>, Result<(), StoreError>),
    /// Replies that nothing else was committed with are in the outbox now, by their tokens, or could not be
    /// kept.
    ReplyKept(Vec<u64>, Result<(), StoreError>),
    /// Somebody who has used the bot for the first time is kept, or could not be.
    NewcomerKept(Person, Result<(), StoreError>),
    /// The adapter wants to know which places matter.
    LivePlaces(oneshot::Sender<Vec<LivePlace>>),
    /// The adapter wants to know which messages about a game the platform has.
    ShownMessages(GameNo, oneshot::Sender<Vec<ShownMessage>>),
    /// The platform has deleted a place.
    Gone(PlaceId),
    /// Whether the platform hides what is written without a mention.
    ContentHidden(bool),
    /// A caller wants to be told once nothing is under way.
    WhenSettled(oneshot::Sender<()>),
    /// The loop is to finish what is under way and then end.
    Stop(oneshot::Sender<()>),
}

/// The report of a platform about a reply.
#[derive(Clone, Debug)]
pub(super) struct Delivered {
    /// The outbox number of the reply.
    pub(super) outbox: u64,
    /// The message as which the platform has it; `None` if it will never take it.
    pub(super) message: Option<MessageId>,
    /// Since when.
    pub(super) at: Millis,
}

impl Delivered {
    /// The mark that the store keeps of it.
    pub(super) fn mark(self) -> (u64, Option<MessageId>) {
        (self.outbox, self.message)
    }
}

/// A person's draw offer that a bot is to answer.
#[derive(Clone, Debug)]
pub(super) struct DrawQuestion {
    /// The game in which the draw is offered.
    pub(super) no: GameNo,
    /// How many plies had been played when the draw was offered.
    pub(super) ply: u32,
    /// The seat that offers.
    pub(super) seat: Seat,
    /// The message that offers.
    pub(super) source: Incoming,
    /// The ticket of that message.
    pub(super) ticket: Ticket,
}

/// A message whose record is to be verified.
#[derive(Clone, Debug)]
pub(super) struct VerifyQuestion {
    /// The message.
    pub(super) source: Incoming,
    /// What is verified on its behalf.
    pub(super) verification: Verification,
}
