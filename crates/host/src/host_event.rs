//! The host's notifications to its adapter.

use chat::{Outgoing, Reply};
use table::{MessageId, PersonId, ServerId};
use tokio::sync::mpsc;

/// A notification from the host to its adapter.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "an adapter takes them as they come, so few exist")]
pub enum HostEvent {
    /// A reply to send.
    Say(Outgoing),
    /// Somebody is forgotten: whatever an adapter remembers of them goes.
    Forgotten {
        /// The person who is forgotten.
        who: PersonId,
        /// The last words to them, where no reply can be.
        farewell: String,
        /// The replies that wait, by outbox number, as they read without the person.
        waiting: Vec<(u64, Reply)>,
    },
    /// The end of a message. Every message that was handed over gets exactly one end, behind
    /// the last reply that it has led to.
    MessageOutcome {
        /// The id under which the message was handed over.
        message: MessageId,
        /// How it has ended.
        end: MessageOutcome,
    },
    /// The owner of the bot keeps it out of this server, which it is to leave if it is there.
    LeaveServer(ServerId),
    /// The host waits for [`HostHandle::who_left`](super::HostHandle::who_left) before it goes on with a message.
    AskWhoLeft {
        /// The id of that message.
        message: MessageId,
        /// The server in which it was written.
        server: ServerId,
        /// The people of whom it is asked whether they have left it.
        people: Vec<PersonId>,
    },
}

impl HostEvent {
    /// The reply, if there is one.
    #[must_use]
    pub fn into_reply(self) -> Option<Outgoing> {
        match self {
            Self::Say(outgoing) => Some(outgoing),
            Self::Forgotten { .. }
            | Self::LeaveServer(_)
            | Self::AskWhoLeft { .. }
            | Self::MessageOutcome { .. } => None,
        }
    }
}

/// The final state of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessageOutcome {
    /// It was answered, or what it asked for was done; where a bot moves next, the bot's message
    /// says so later.
    Answered,
    /// It was talk, which gets no answer.
    Silent,
    /// A message with this id was handled before.
    Repeated,
    /// It was not handled: too many messages of its author wait, or the host is ending.
    Dropped,
    /// Something failed on our side, and nothing has changed.
    Failed,
    /// The disk failed while the change was written, and the host has stopped: the state that the next
    /// start reads decides whether it took effect. It was neither confirmed nor refused.
    Unknown,
}

impl MessageOutcome {
    /// Its name in figures about the program.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Answered => "answered",
            Self::Silent => "silent",
            Self::Repeated => "repeated",
            Self::Dropped => "dropped",
            Self::Failed => "failed",
            Self::Unknown => "unknown",
        }
    }
}

/// The channel of all that the host tells its adapter, in the order in which it is to be sent. A reply with an outbox
/// number comes again after every restart until it is acknowledged.
pub type Outbox = mpsc::UnboundedReceiver<HostEvent>;
