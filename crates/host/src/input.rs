//! The inputs of the host's loop.

use std::{fmt, sync::Arc};

use chat::{Alarm, Checked, Incoming, InternalError, LostThread, NoThread, Renewal, Verification};
use engine::BestMove;
use games::Seat;
use pairing::{dutch::Pairing, history::PairingHistory};
use store::{RowWrite, StoreError, SyncWrite};
use table::{Area, EditionNo, GameNo, Key, MessageId, Millis, Person, PersonId, PlaceId, ServerId};
use tokio::sync::oneshot;

use crate::{
    places::live_place::LivePlace,
    queues::key_queues::Ticket,
    replies::shown_message::ShownMessage,
    report::{Report, Shards},
};

/// An item that comes into the host's loop.
#[derive(Debug)]
pub(super) enum Input {
    /// An adapter tells or asks something.
    Adapter(AdapterInput),
    /// Something has come of what the loop has written, drawn or said.
    Speech(SpeechInput),
    /// A bot has thought.
    Bot(BotInput),
    /// Something is made that was to be made aside.
    Aside(AsideInput),
    /// A write about the contact with the platform has ended.
    Link(LinkInput),
    /// The commit of the change with this ticket has ended.
    Committed(Ticket, Result<(), StoreError>),
    /// Somebody who has used the bot for the first time is kept, or could not be.
    NewcomerKept(Person, Result<(), StoreError>),
    /// The store has stopped.
    StoreStopped,
}

/// An item that an adapter tells the loop, or asks it.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "most of them are messages")]
pub enum AdapterInput {
    /// A message has been said.
    Message(Incoming),
    /// Something has become of a reply.
    Reply(ReplyInput),
    /// Something is known of a place, or asked about places.
    Place(PlaceInput),
    /// Something is known of how far the platform is heard.
    Hearing(HearingInput),
    /// Something is to be kept for the adapter.
    Keeping(KeepingInput),
    /// These people own the bot.
    Owners(Vec<PersonId>),
    /// Something is amiss that only the owner can mend.
    Alarm(Alarm),
    /// Somebody wants to know how it all is: first by the loop, then whether the store's writer answers.
    Report(oneshot::Sender<Report>, oneshot::Sender<()>),
    /// The platform was asked who has left a server for this message: these have.
    WhoLeft(MessageId, Vec<PersonId>),
    /// A caller wants to be told once nothing is under way.
    WhenSettled(oneshot::Sender<()>),
    /// The loop is to finish what is under way and then end.
    Stop(oneshot::Sender<()>),
}

/// An item about a reply or an answer that was handed to the adapter.
#[derive(Debug)]
pub enum ReplyInput {
    /// The platform has a reply, or will never take it.
    Delivered(Delivered),
    /// The place of a reply takes nothing any more, for this reason, and so never this reply.
    Lost(Delivered, LostThread),
    /// The platform has a reply that was to open a thread; the thread, or why there is none; and who waits
    /// for what comes of that.
    Threaded(Delivered, Result<PlaceId, NoThread>, Arc<oneshot::Sender<()>>),
    /// The platform has an answer about this game, said in this place, as the message with this id.
    Posted(PlaceId, GameNo, MessageId),
    /// The adapter wants to know which messages about a game the platform has.
    Shown(GameNo, oneshot::Sender<Vec<ShownMessage>>),
}

/// An item about places.
#[derive(Debug)]
pub enum PlaceInput {
    /// The platform tells that these places belong to a server.
    OfServer(ServerId, Vec<PlaceId>),
    /// The platform tells in which servers the bot is.
    Servers(IsInServer),
    /// Replies to this place cannot be delivered, or can be again.
    Unreachable(PlaceId, bool),
    /// The platform has deleted a place.
    Gone(PlaceId),
    /// A thread takes nothing any more.
    ThreadLost(PlaceId, LostThread),
    /// The adapter wants to know whether a thread is needed.
    IsThreadNeeded(PlaceId, oneshot::Sender<bool>),
    /// The adapter wants to know which places matter.
    Live(oneshot::Sender<Vec<LivePlace>>),
}

/// Returns whether the bot is in a server, if that is told.
type ToldOfServer = dyn Fn(&ServerId) -> Option<bool> + Send;

/// The word of a platform on the servers in which the bot is: whether it is in one; `None` where this word does not
/// tell of that server.
pub struct IsInServer(pub Box<ToldOfServer>);

impl fmt::Debug for IsInServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("IsInServer")
    }
}

/// An item about how far the loop hears its platform.
#[derive(Debug)]
pub enum HearingInput {
    /// Deadlines there are to wait.
    Hold(Area),
    /// Deadlines there are to wait no more.
    Release(Area),
    /// All that was said before this instant has come in.
    Heard(Millis),
    /// Everything said in a place up to this message has its end.
    CaughtUp(PlaceId, MessageId),
    /// The connections to the platform's gateway have changed.
    Shards(Shards),
    /// Whether the platform hides what is written without a mention.
    ContentHidden(bool),
}

/// An item about what the adapter keeps over restarts.
#[derive(Debug)]
pub enum KeepingInput {
    /// A text is to be kept, or to be forgotten.
    Keep {
        /// The key under which it is kept.
        key: String,
        /// The text; `None` forgets it.
        value: Option<String>,
        /// Learns whether that is durable.
        done: oneshot::Sender<bool>,
    },
    /// The adapter wants to have all that it has kept.
    All(oneshot::Sender<Vec<(String, String)>>),
}

/// An item that comes of what the loop has said.
#[derive(Debug)]
pub(super) enum SpeechInput {
    /// The picture of the reply with this token is rendered, or could not be.
    Rendered(u64, Option<Arc<Vec<u8>>>),
    /// The platform has the answer to this message, which has changed nothing, or will never have it.
    AnswerOut(MessageId),
    /// A reply that the platform has could not be marked as delivered, since the disk has no room.
    Unmarked(Delivered),
    /// Replies that nothing else was committed with are in the outbox now, by their tokens, or could not be
    /// kept.
    Kept(Vec<u64>, Result<(), StoreError>),
}

/// An item that comes of a bot's thinking.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "they are few, and taken as they come")]
pub(super) enum BotInput {
    /// The search for a game with this ticket has ended.
    SearchDone(GameNo, u64, Option<BestMove>),
    /// The bot has judged a draw offer: whether it accepts.
    DrawAnswer(DrawQuestion, bool),
}

/// An item that was made beside the loop.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "they are few, and taken as they come")]
pub(super) enum AsideInput {
    /// The record of the message with this ticket is verified; `None` after a fault of ours.
    Verified(Ticket, Option<Checked>),
    /// The ratings that the change with this ticket concerns are made anew; `None` after a fault of ours.
    Renewed(Ticket, Option<Result<Renewal, InternalError>>),
    /// The next round of an edition that stood so is paired; `None` after a fault of ours.
    Paired(EditionNo, Box<PairingHistory>, Option<Pairing>),
}

/// An item that comes of a write about the contact with the platform.
#[derive(Debug)]
pub(super) enum LinkInput {
    /// Outages could not be written.
    OutagesUnwritten(Vec<RowWrite>),
    /// Everything that is due later has come to stand in the table of deadlines as due now.
    AllWoken(Vec<(Key, Option<Millis>)>),
    /// These deadlines stand in their table.
    Woken(Vec<(Key, Option<Millis>)>),
    /// A write of marks and of places that are gone has ended.
    Written(Vec<SyncWrite>, Result<(), StoreError>),
    /// All that was chosen and decided in a server is gone, unless the bot was back there.
    ServerDropped(ServerId),
}

/// The report of a platform about a reply.
#[derive(Clone, Debug)]
pub struct Delivered {
    /// The outbox number of the reply.
    pub outbox: u64,
    /// The message as which the platform has it; `None` if it will never take it.
    pub message: Option<MessageId>,
    /// Since when that is so.
    pub at: Millis,
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
    /// The verification that it asks for.
    pub(super) verification: Verification,
}
