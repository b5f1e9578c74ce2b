//! Batches: what the host has written in one transaction.

use serde::{Deserialize, Serialize};
use table::{GameNo, Key, MessageId, Millis, Person, PersonId, PlaceId, ServerId};

use super::{EditionWrite, EventRow, GameRow, Hidden, RatingWrite, RowWrite, SyncWrite};

/// One transaction: all of it is written, or nothing. People are written before the games, so a
/// batch may seat somebody whom it adds itself; a seat for somebody whom the store has never seen
/// is an error.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Batch {
    /// The people who have been seen, to be added or renamed.
    pub people: Vec<Person>,
    /// The games that are new or have changed, each at most once.
    pub games: Vec<GameWrite>,
    /// When something is due that has no row above, `None` for never again. The deadlines of the games
    /// above go with their rows.
    pub deadlines: Vec<(Key, Option<Millis>)>,
    /// The id of the message that this batch handles; a second batch with the same id fails with
    /// [`StoreError::Repeated`].
    ///
    /// [`StoreError::Repeated`]: super::StoreError::Repeated
    pub handled: Option<MessageId>,
    /// Replies to keep until they are delivered.
    pub outbox: Vec<OutboxRow>,
    /// Outbox numbers of replies that the platform has, with the platform's message id. Only the
    /// first report about a reply counts.
    pub delivered: Vec<(u64, Option<MessageId>)>,
    /// The servers to which places belong, for the games there that do not have theirs yet.
    pub servers: Vec<(PlaceId, ServerId)>,
    /// Settings, vacations, conditional moves and outages.
    pub rows: Vec<RowWrite>,
    /// Rated games, ratings and corrections.
    pub ratings: Vec<RatingWrite>,
    /// Changes to events. Games and people of the same batch are written before.
    pub editions: Vec<EditionWrite>,
    /// The people who come back after they were forgotten. They do so before anything else is written.
    pub returned: Vec<PersonId>,
    /// The people to be forgotten, once all else is written.
    pub forgotten: Vec<PersonId>,
    /// Fresh chance for their marks; the store draws it where it is `None`.
    pub chance: Option<Hidden>,
    /// Changes to the sync state with a platform.
    pub sync_state: Vec<SyncWrite>,
    /// The time at which all this happens.
    pub at: Millis,
}

/// A new or changed game with what its log gains.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameWrite {
    /// The game. A new one has version 1; a changed one must replace exactly version − 1, otherwise
    /// the batch fails with [`StoreError::Conflict`].
    ///
    /// [`StoreError::Conflict`]: super::StoreError::Conflict
    pub row: GameRow,
    /// Lines to append to the game's log. Their numbers must go on where the log ends, and their
    /// plies and rolls must be new, otherwise the batch fails with [`StoreError::Conflict`].
    ///
    /// [`StoreError::Conflict`]: super::StoreError::Conflict
    pub events: Vec<EventRow>,
}

/// A reply to keep until it is delivered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OutboxRow {
    /// The outbox number, unique in the database and growing.
    pub id: u64,
    /// Where the reply goes.
    pub place: PlaceId,
    /// The game that it is about.
    pub game: Option<GameNo>,
    /// Whether it shows that game's board.
    pub board: bool,
    /// The reply as JSON, opaque to the store; dropped once it is delivered.
    pub body: String,
}

impl Batch {
    /// Returns `true` if the batch does nothing but mark replies as delivered, places as caught up, messages as
    /// answered, and times in which the program ran or could not be reached; then nobody waits for it.
    pub(super) fn only_marks(&self) -> bool {
        let Self {
            people,
            games,
            deadlines,
            handled,
            outbox,
            servers,
            rows,
            ratings,
            editions,
            returned,
            forgotten,
            sync_state,
            delivered: _,
            chance: _,
            at: _,
        } = self;
        let is_mark = |write: &SyncWrite| match write {
            SyncWrite::Mark(..) | SyncWrite::DropMark(_) | SyncWrite::Answered(_) => true,
            SyncWrite::Keep(_) | SyncWrite::Gone(_) | SyncWrite::DropGone(_) => false,
        };
        people.is_empty()
            && games.is_empty()
            && deadlines.is_empty()
            && handled.is_none()
            && outbox.is_empty()
            && servers.is_empty()
            && ratings.is_empty()
            && editions.is_empty()
            && returned.is_empty()
            && forgotten.is_empty()
            && rows.iter().all(RowWrite::is_mark)
            && sync_state.iter().all(is_mark)
    }
}
