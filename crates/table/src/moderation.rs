//! Decisions of moderators and players about people: bans, blocks, reports.

use super::{
    ids::{GameNo, PersonId},
    log::Millis,
};
use serde::{Deserialize, Serialize};

/// The activities that a ban keeps somebody from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BannedFrom {
    /// Games that count for ratings.
    Rated,
    /// Evenings and leagues.
    Events,
    /// Everything that begins a game or joins one.
    All,
}

impl BannedFrom {
    /// Every kind, the mildest first.
    pub const ALL: [Self; 3] = [Self::Rated, Self::Events, Self::All];

    /// The word for it in commands and in the store.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Rated => "rated",
            Self::Events => "events",
            Self::All => "all",
        }
    }

    /// The kind that a word names; `None` for any other word.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.word() == word)
    }
}

/// A ban of a person from something in a server or on the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ban {
    /// The scope of the server, as in a [`Setting`](super::Setting).
    pub scope: String,
    /// The person who is banned.
    pub who: PersonId,
    /// The activity that they are kept from.
    pub from: BannedFrom,
    /// The instant at which it ends; `None` for a ban without end.
    pub until: Option<Millis>,
    /// The manager's reason, at most 200 characters.
    pub why: String,
}

impl Ban {
    /// Returns `true` if it still holds at an instant.
    #[must_use]
    pub fn holds(&self, now: Millis) -> bool {
        self.until.is_none_or(|until| until > now)
    }
}

/// A line of the log of a server's moderation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModEntry {
    /// The scope of the server, as in a [`Setting`](super::Setting).
    pub scope: String,
    /// The instant of it.
    pub at: Millis,
    /// The person who did it.
    pub by: PersonId,
    /// The act that was done.
    pub act: ModAct,
    /// The person whom it concerns, if it concerns one.
    pub who: Option<PersonId>,
    /// The game that it concerns, if it concerns one.
    pub game: Option<GameNo>,
    /// Its terms and its reason, in words, at most 300 characters.
    pub words: String,
}

/// An act that the log of a server's moderation tells of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ModAct {
    /// A game was closed.
    Close,
    /// A result was put right.
    Result,
    /// Somebody was banned.
    Ban,
    /// The bans of somebody were lifted.
    Unban,
    /// Somebody reported a game or a person.
    Report,
    /// The data of somebody were handed out.
    Export,
    /// Somebody was forgotten.
    Forget,
}

impl ModAct {
    /// Every act, in no order.
    pub const ALL: [Self; 7] = [
        Self::Close,
        Self::Result,
        Self::Ban,
        Self::Unban,
        Self::Report,
        Self::Export,
        Self::Forget,
    ];

    /// The word for it in the log.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Close => "close",
            Self::Result => "result",
            Self::Ban => "ban",
            Self::Unban => "unban",
            Self::Report => "report",
            Self::Forget => "forget",
            Self::Export => "export",
        }
    }

    /// The act that a word names; `None` for any other word.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.word() == word)
    }
}

/// The last time at which somebody asked somebody else for a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// The instant of the last offer; `None` before the first one.
    pub at: Option<Millis>,
    /// The instant at which an offer was last declined; `None` if none was.
    pub declined: Option<Millis>,
}

/// A change to what moderators and players have decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum ModWrite {
    /// A ban, in place of one from the same activity.
    Ban(Ban),
    /// All bans of a person in a scope end.
    Unban {
        /// The scope of the server.
        scope: String,
        /// The person whose bans end.
        who: PersonId,
    },
    /// A new line of the log.
    Log(ModEntry),
    /// A person blocks another one, or does so no more.
    Block {
        /// The person who blocks.
        person: PersonId,
        /// The person who is blocked.
        blocked: PersonId,
        /// Whether the block holds from now on.
        holds: bool,
    },
    /// A person has asked another one for a game, or an offer of theirs was declined.
    Asked {
        /// The person who asked.
        by: PersonId,
        /// The person who was asked.
        whom: PersonId,
        /// The times as they are now.
        asked: Asked,
    },
    /// Words that a person is told in private with their next command.
    Notice {
        /// The person to be told.
        person: PersonId,
        /// The words, in Markdown.
        words: String,
    },
    /// A person has been told all their notices.
    Told(PersonId),
}

impl ModWrite {
    /// The person whose affairs it changes: nothing else of theirs changes at the same time.
    #[must_use]
    pub const fn person(&self) -> Option<&PersonId> {
        match self {
            Self::Ban(ban) => Some(&ban.who),
            Self::Unban { who: person, .. }
            | Self::Block { person, .. }
            | Self::Notice { person, .. }
            | Self::Told(person) => Some(person),
            Self::Log(_) | Self::Asked { .. } => None,
        }
    }
}
