//! The work of the host, which may have to wait.

use std::sync::Arc;

use chat::{Change, Checked, Delivery, Incoming, LostThread, Opening};
use table::{GameNo, Key, PersonId, PlaceId};
use tokio::sync::oneshot;

use crate::{
    host_event::MessageOutcome,
    input::{Delivered, DrawQuestion, VerifyQuestion},
};

/// Something to be done as soon as nothing that it depends on is under way. It looks at the state
/// only then.
#[derive(Clone, Debug)]
pub(crate) enum Work {
    /// Somebody's message is to be handled.
    Message(Incoming),
    /// The bot of this game has chosen its move, which is to be played.
    BotPly(GameNo),
    /// A bot has been thinking about this ply of a game for a while.
    StillThinking(GameNo, u32),
    /// The bot has judged a draw offer: whether it accepts.
    DrawAnswer(DrawQuestion, bool),
    /// The record of a message is verified; `None` after a fault of ours.
    Verified(Box<VerifyQuestion>, Option<Checked>),
    /// Something may be due about this key.
    Due(Key),
    /// The platform has the board of a game.
    Delivery(Delivered, Delivery),
    /// The platform has a message that was to open a thread for its game.
    Opening(Box<Opened>),
    /// The thread of a game takes nothing any more; the reply about it with which that was found out, if one
    /// was.
    LostThread(GameNo, PlaceId, LostThread, Option<Delivered>),
}

/// A message that was to open a thread, and what has become of that.
#[derive(Clone, Debug)]
pub(crate) struct Opened {
    /// The platform's report about the message.
    pub(crate) delivered: Delivered,
    /// The thread, or why there is none.
    pub(crate) opening: Opening,
    /// Whoever waits for what follows learns that it is done when the last copy is dropped.
    _awaited: Arc<oneshot::Sender<()>>,
}

impl Opened {
    /// Such a message, for what follows from which somebody waits.
    pub(crate) fn new(
        delivered: Delivered,
        opening: Opening,
        awaited: Arc<oneshot::Sender<()>>,
    ) -> Self {
        Self { delivered, opening, _awaited: awaited }
    }
}

impl Work {
    /// Returns what is known to be needed before anything is tried.
    pub(crate) fn keys(&self) -> Vec<Key> {
        match self {
            Self::Message(incoming) => {
                let author = Key::Person(incoming.author.id.clone());
                [author].into_iter().chain(self.late_key()).collect()
            }
            Self::Verified(question, _) => vec![Key::Person(question.source.author.id.clone())],
            Self::BotPly(no) | Self::StillThinking(no, _) => vec![Key::Game(*no)],
            // What was said in the place that the game leaves, and is read back late, comes before.
            Self::LostThread(no, place, ..) => vec![Key::Game(*no), late_key(place)],
            Self::Opening(opened) => {
                let Delivery { game, place, .. } = &opened.opening.delivery;
                vec![Key::Game(*game), late_key(place)]
            }
            Self::Due(key) => vec![key.clone()],
            // Most boards change nothing by being delivered, so nothing is waited for.
            Self::Delivery(..) => Vec::new(),
            Self::DrawAnswer(question, _) => {
                let author = question.source.author.id.clone();
                vec![Key::Game(question.no), Key::Person(author)]
            }
        }
    }

    /// The place that a game leaves by this: all that was said there is to be looked at before.
    pub(crate) const fn leaves(&self) -> Option<&PlaceId> {
        match self {
            Self::Opening(opened) => Some(&opened.opening.delivery.place),
            Self::LostThread(_, thread, ..) => Some(thread),
            Self::Message(_)
            | Self::BotPly(_)
            | Self::StillThinking(..)
            | Self::DrawAnswer(..)
            | Self::Verified(..)
            | Self::Due(_)
            | Self::Delivery(..) => None,
        }
    }

    /// Returns what only one message of a place may have that is read back late: they come in one go, and each
    /// waits for what was said before it.
    pub(crate) fn late_key(&self) -> Option<Key> {
        let late = self.source().filter(|source| source.late)?;
        Some(late_key(&late.place))
    }

    /// Returns `true` if this is due to a message that was read back late in a place.
    pub(crate) fn is_late_in(&self, place: &PlaceId) -> bool {
        self.source().is_some_and(|source| source.late && source.place == *place)
    }

    /// The message to which all this is due.
    pub(crate) const fn source(&self) -> Option<&Incoming> {
        match self {
            Self::Message(incoming) => Some(incoming),
            Self::DrawAnswer(question, _) => Some(&question.source),
            Self::Verified(question, _) => Some(&question.source),
            Self::BotPly(_)
            | Self::StillThinking(..)
            | Self::Due(_)
            | Self::Delivery(..)
            | Self::Opening(..)
            | Self::LostThread(..) => None,
        }
    }

    /// Returns what the platform says of a reply, to be marked together with what comes of it.
    pub(crate) const fn delivered(&self) -> Option<&Delivered> {
        match self {
            Self::Delivery(delivered, _) => Some(delivered),
            Self::Opening(opened) => Some(&opened.delivered),
            Self::LostThread(_, _, _, lost) => lost.as_ref(),
            Self::Message(_)
            | Self::BotPly(_)
            | Self::StillThinking(..)
            | Self::DrawAnswer(..)
            | Self::Verified(..)
            | Self::Due(_) => None,
        }
    }
}

/// Returns what the messages of a place wait for one after the other, those that are read back late.
pub(crate) fn late_key(place: &PlaceId) -> Key {
    Key::Task(format!("late:{place}"))
}

/// The result of some work when it has its turn.
#[derive(Debug)]
pub(crate) enum WorkStep {
    /// Nothing more is done about it.
    Done(MessageOutcome),
    /// This is to be committed once nothing else concerns what it concerns.
    Commit(Change),
    /// It is done afresh once it may have these keys.
    Wait(Vec<Key>),
    /// It goes on outside the loop, and comes back under the same ticket.
    GoesOn,
    /// The adapter is asked which of these people have left the server of the message. Until it answers, what the
    /// author sends later waits.
    AskWhoLeft(Vec<PersonId>),
    /// A record is verified outside the loop. Until that has ended, what the author sends later waits.
    Verify(Box<VerifyQuestion>),
}
