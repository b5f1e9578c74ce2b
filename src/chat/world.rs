//! What handling a message may look at, and what it may ask to happen.

use std::sync::Arc;

use super::wire::Reply;
use crate::{
    dice::Secret,
    games::{GameKind, Seat},
    table::{Game, GameNo, LogEntry, Millis, Occupant, Person, PersonId, PlaceId, Stage},
};

/// The committed state, to look at. Every lookup goes by an index, none over all games.
pub trait World {
    /// The time of the message.
    fn now(&self) -> Millis;
    /// What stands before commands in a public channel.
    fn prefix(&self) -> &str;
    /// A game by its number.
    ///
    /// # Errors
    /// [`InternalError`]: ours, not the player's.
    fn game(&self, no: GameNo) -> Result<Option<Arc<Game>>, InternalError>;
    /// Offers and running games of a person, newest first.
    ///
    /// # Errors
    /// [`InternalError`].
    fn open_games_of(&self, who: &PersonId) -> Result<Vec<Brief>, InternalError>;
    /// Offers and running games of a place, newest first, at most some dozen.
    ///
    /// # Errors
    /// [`InternalError`].
    fn open_games_at(&self, place: &PlaceId) -> Result<Vec<Brief>, InternalError>;
    /// Finished games of a person, the last one first, at most a dozen.
    ///
    /// # Errors
    /// [`InternalError`].
    fn finished_games_of(&self, who: &PersonId) -> Result<Vec<Brief>, InternalError>;
    /// The game that a message of ours was about.
    ///
    /// # Errors
    /// [`InternalError`].
    fn game_of_message(&self, message: &str) -> Result<Option<GameNo>, InternalError>;
    /// People of a platform by name, any case.
    ///
    /// # Errors
    /// [`InternalError`].
    fn people_named(&self, platform: &str, name: &str) -> Result<Vec<Person>, InternalError>;
    /// A number that no game has.
    fn fresh_no(&self) -> GameNo;
    /// A secret from the operating system.
    ///
    /// # Errors
    /// [`InternalError`] if the system gives none.
    fn fresh_secret(&self) -> Result<Secret, InternalError>;
    /// A random number below `n`, which is at least 1.
    fn lot(&self, n: u32) -> u32;
    /// The army that a bot of this level chooses where players arrange their men, as canonical
    /// text; the same seed gives the same army. `None` if bots cannot arrange anything in this
    /// game or the options cannot be read.
    fn bot_army(&self, kind: GameKind, options: &str, level: u8, seed: u64) -> Option<String>;
}

/// A game in brief, for lists and for finding the one that is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Brief {
    /// Number.
    pub no: GameNo,
    /// Which game.
    pub kind: GameKind,
    /// Where.
    pub place: PlaceId,
    /// Who plays or is asked.
    pub seats: Vec<Occupant>,
    /// Where it stands.
    pub stage: Stage,
    /// Whose turn it is in a running game; `None` while several arrange their men.
    pub to_move: Option<Seat>,
    /// Plies played.
    pub ply: u32,
    /// When it was offered.
    pub created: Millis,
    /// Start or last ply.
    pub moved: Millis,
}

impl Brief {
    /// Whether it is going on.
    #[must_use]
    pub const fn is_running(&self) -> bool {
        matches!(self.stage, Stage::Running)
    }

    /// Whether it ever started: offers that came to nothing did not.
    #[must_use]
    pub fn was_played(&self) -> bool {
        match self.stage {
            Stage::Offered(_) => false,
            Stage::Running => true,
            Stage::Over(outcome) => self.ply > 0 || outcome != crate::games::Outcome::Aborted,
        }
    }

    /// Whether it is this person's turn.
    #[must_use]
    pub fn waits_for(&self, who: &PersonId) -> bool {
        let is_theirs = |s: &Occupant| matches!(s, Occupant::Person(person) if person.id == *who);
        self.is_running()
            && match self.to_move {
                Some(seat) => self.seats.get(seat.index()).is_some_and(is_theirs),
                None => self.seats.iter().any(is_theirs),
            }
    }

    /// Whether this person made the offer.
    #[must_use]
    pub fn is_offer_of(&self, who: &PersonId) -> bool {
        matches!(self.stage, Stage::Offered(_))
            && matches!(self.seats.first(), Some(Occupant::Person(person)) if person.id == *who)
    }

    /// Whether this is an offer in which the person has sat down, the challenger's own left out.
    #[must_use]
    pub fn has_seated(&self, who: &PersonId) -> bool {
        matches!(self.stage, Stage::Offered(_))
            && !self.is_offer_of(who)
            && self.seats.iter().any(|s| matches!(s, Occupant::Person(person) if person.id == *who))
    }

    /// Whether this person is asked by name, or anyone who has not sat down yet is.
    #[must_use]
    pub fn asks(&self, who: &PersonId) -> bool {
        let sits = |s: &Occupant| matches!(s, Occupant::Person(person) if person.id == *who);
        matches!(self.stage, Stage::Offered(_))
            && !self.seats.iter().any(sits)
            && self.seats.iter().any(|occupant| match occupant {
                Occupant::Asked(person) => person.id == *who,
                Occupant::Open => true,
                Occupant::Person(_) | Occupant::Bot(_) => false,
            })
    }
}

/// Something failed on our side. The cause goes into the log, never to people.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct InternalError(pub String);

/// What handling a message comes to.
#[derive(Debug)]
pub enum Step {
    /// Talk: no answer.
    Silent,
    /// Answers that change nothing.
    Say(Vec<Reply>),
    /// A change, to be committed before anything is said.
    Change(Box<Change>),
    /// The bot is to answer a draw offer of this seat.
    AskBot(GameNo, Seat),
}

/// A change of one game.
#[derive(Debug)]
pub struct Change {
    /// The game as it is to be; its version is still the one it had.
    pub game: Game,
    /// The log entries that are new, at the end of the game's log.
    pub added: Vec<LogEntry>,
    /// People to remember.
    pub people: Vec<Person>,
    /// What to say once it is durable. Empty where a bot moves next: then the host tells both
    /// plies in one message.
    pub replies: Vec<Reply>,
}
