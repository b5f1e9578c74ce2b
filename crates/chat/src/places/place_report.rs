//! The permissions of the bot in a channel. An adapter finds it out for a message that asks, and it comes
//! with that message.

use table::{Occupant, PersonId, PlaceId};

/// The facts that could be found out about a channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlaceReport {
    /// There is no such channel, as far as whoever asks may know.
    NoSuchChannel,
    /// The permissions of the bot there.
    Found(Findings),
}

/// The rights of the bot in a channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Findings {
    /// The channel, by the platform's key.
    pub channel: String,
    /// The permissions that it needs there, in the order in which they are told.
    pub permissions: Vec<(Permission, Standing)>,
    /// Whether somebody has forbidden it everything but to read for a while.
    pub is_timed_out: bool,
    /// Whether it gets the text of messages that do not speak to it.
    pub sees_content: bool,
    /// The links that invite it; `None` while they are not known.
    pub invite: Option<Invite>,
}

/// The links that invite the bot with the permissions that it needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invite {
    /// To a server in which games have no threads of their own.
    pub usual: String,
    /// To one in which they have.
    pub with_threads: String,
}

/// A permission that the bot needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Permission {
    /// To see the channel and what is said there.
    View,
    /// To enter a channel for voices, without which nothing is read or written beside them either.
    Connect,
    /// To write in the channel itself.
    Send,
    /// To attach pictures and files.
    Attach,
    /// To read what was said before.
    History,
    /// To write in threads.
    SendInThreads,
    /// To open a thread for a game, which is needed only where games have threads of their own.
    OpenThreads,
}

/// The state of a permission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// The bot has it.
    There,
    /// The bot has it, but it is of no use while something else is missing.
    Idle,
    /// The bot does not have it.
    Missing,
    /// It could not be found out.
    Unknown,
}

impl Findings {
    /// Returns how it stands with a permission; `None` for one that is not needed there.
    #[must_use]
    pub fn standing(&self, permission: Permission) -> Option<Standing> {
        let mut all = self.permissions.iter();
        all.find(|(one, _)| *one == permission).map(|(_, standing)| *standing)
    }

    /// Returns `true` if it is known that the bot cannot write there.
    pub(crate) fn is_closed(&self) -> bool {
        let is_thread = self.standing(Permission::Send).is_none();
        let send = if is_thread { Permission::SendInThreads } else { Permission::Send };
        let is_lost = |one| matches!(self.standing(one), Some(Standing::Missing | Standing::Idle));
        is_lost(Permission::View) || is_lost(Permission::Connect) || is_lost(send)
    }
}

/// The known facts about a place in which the bot may not write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClosedPlace {
    /// The permission that it lacks there.
    pub lacks: Permission,
    /// The channels of the same server in which it may write, and which the author and all `readers` can see, as
    /// far as that is known; the nearest first.
    pub open: Vec<OpenPlace>,
    /// The people beside the author of whom it is known that they can see those channels.
    pub readers: Vec<PersonId>,
}

/// A channel in which the bot may write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenPlace {
    /// The channel where it may.
    pub place: PlaceId,
    /// Whether the author of the message may write there.
    pub takes_author: bool,
    /// Whether it is a channel for talk, and not the chat beside voices.
    pub is_for_talk: bool,
}

impl ClosedPlace {
    /// Returns `true` if this is one of the places that work.
    pub(crate) fn opens(&self, place: &PlaceId) -> bool {
        self.open.iter().any(|one| one.place == *place)
    }

    /// Returns `true` if all who are asked to play are known to see the places that work.
    pub(crate) fn is_read_by(&self, others: &[Occupant]) -> bool {
        others.iter().all(|other| match other {
            Occupant::Asked(person) => self.readers.contains(&person.id),
            _ => true,
        })
    }
}
