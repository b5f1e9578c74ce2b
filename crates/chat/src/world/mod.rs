//! The data that the handling of a message can read: the committed state, the time, and chance.

pub(super) mod game_list_row;
pub(super) mod game_summary;
pub(super) mod scopes;
pub(super) mod server_summary;

use std::sync::Arc;

use dice::Secret;
use games::{GameKind, Seat};
use signing::HostKey;
use table::{
    Game, GameNo, MessageId, Millis, Person, PersonId, PlaceId, Platform, ScaleName, ServerId,
    StoredPlan,
};

use super::{
    events::EditionLog, message::Addressing, moderation::ModerationLog, operator::Operator,
    ratings::RatingLog,
};
use crate::{
    handling::step::InternalError,
    world::{
        game_list_row::GameListRow,
        game_summary::{GameSummary, GamesListed},
        server_summary::ServerSummary,
    },
};

/// The settings that hold for the bot in one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaceSettings {
    /// The prefix of commands, such as `!`.
    pub prefix: String,
    /// The text that sentences put before the commands that they suggest: the prefix, or a mention of the bot
    /// with a space where the platform shows no other messages to it.
    pub shown_prefix: String,
    /// Whether a command has to be addressed to the bot, by the prefix or otherwise.
    pub needs_prefix: bool,
    /// Whether the bot has opened it as a thread for a game: whoever writes there has come for the game.
    pub is_own_thread: bool,
    /// Whether the platform has deleted the place: what is said about its games goes to their people in
    /// private.
    pub is_gone: bool,
}

impl PlaceSettings {
    /// The prefix as it stands before commands that the bot suggests; empty where none is needed.
    #[must_use]
    pub fn needed_prefix(&self) -> &str {
        if self.needs_prefix { &self.shown_prefix } else { "" }
    }

    /// The prefix as it stands before commands that an answer suggests to a message that was addressed in
    /// this way; empty where none is needed.
    #[must_use]
    pub fn prefix_for(&self, addressing: Addressing) -> &str {
        let needs_one = addressing == Addressing::Channel && !self.is_own_thread;
        if needs_one { &self.shown_prefix } else { "" }
    }
}

/// Read access to the committed state, the time and random numbers. Every lookup uses an index; none
/// goes through all games.
pub trait World {
    /// The same state, also where this shows only what somebody may see: for what happens by itself, whoever has set
    /// it off. Nothing of it may reach that person's answer.
    fn whole(&self) -> &dyn World;
    /// The time at which the message came in.
    fn now(&self) -> Millis;
    /// Returns what holds for the bot in this place, which belongs to this server, if it belongs to one.
    fn settings(&self, place: &PlaceId, server: Option<&ServerId>) -> PlaceSettings;
    /// The channel to which a place belongs, if it is known to be a thread of one.
    fn channel_of(&self, place: &PlaceId) -> Option<PlaceId>;
    /// The game with this number in brief, without a replay; `None` if there is no such game.
    ///
    /// # Errors
    /// [`InternalError`] if the store cannot be read or its row does not fit together.
    fn game_list_row(&self, no: GameNo) -> Result<Option<GameListRow>, InternalError>;
    /// The game with this number; `None` if there is no such game.
    ///
    /// # Errors
    /// [`InternalError`] if the store cannot be read or the log does not replay.
    fn game(&self, no: GameNo) -> Result<Option<Arc<Game>>, InternalError>;
    /// The offers and running games of a person, newest first.
    ///
    /// # Errors
    /// [`InternalError`] if the store cannot be read.
    fn open_games_of(&self, who: &PersonId) -> Result<Vec<GameListRow>, InternalError>;
    /// Returns how many running games a person has, wherever they are played: all of them count for the limit,
    /// whoever may see them, but for those of events, whose number nobody chooses.
    ///
    /// # Errors
    /// [`InternalError`] if the store cannot be read.
    fn count_running(&self, who: &PersonId) -> Result<usize, InternalError>;
    /// The numbers of all running games of a server, or of all places that have none. They are for
    /// whatever concerns each of them, never to be told.
    ///
    /// # Errors
    /// [`InternalError`] if the store cannot be read.
    fn running_games_of(&self, server: Option<&ServerId>) -> Result<Vec<GameNo>, InternalError>;
    /// The offers and running games of a place, newest first, at most a few dozen.
    ///
    /// # Errors
    /// [`InternalError`] if the store cannot be read.
    fn open_games_at(&self, place: &PlaceId) -> Result<Vec<GameListRow>, InternalError>;
    /// The finished games of a person, the one that ended last first, at most a dozen.
    ///
    /// # Errors
    /// [`InternalError`] if the store cannot be read.
    fn finished_games_of(&self, who: &PersonId) -> Result<Vec<GameListRow>, InternalError>;
    /// The finished games of a server, or of all places that have none, the one that ended last first, at
    /// most a hundred.
    ///
    /// # Errors
    /// [`InternalError`] if the store cannot be read.
    fn finished_games_in(
        &self,
        server: Option<&ServerId>,
    ) -> Result<Vec<GameListRow>, InternalError>;
    /// All of these games at a glance, with the seats that another person has in them. Nothing is
    /// left out.
    ///
    /// # Errors
    /// [`InternalError`] if the store cannot be read.
    fn game_summaries(
        &self,
        which: GamesListed<'_>,
        other: &PersonId,
    ) -> Result<Vec<GameSummary>, InternalError>;
    /// The newest message of the bot with the board of a game in this place, or about it while there is none
    /// with its board; `None` if there is no such message.
    ///
    /// # Errors
    /// [`InternalError`] if the store cannot be read.
    fn newest_board(&self, no: GameNo, place: &PlaceId)
    -> Result<Option<MessageId>, InternalError>;
    /// The game that a message of the bot was about; `None` for any other message.
    ///
    /// # Errors
    /// [`InternalError`] if the store cannot be read.
    fn game_of_message(&self, message: &MessageId) -> Result<Option<GameNo>, InternalError>;
    /// The people of a platform who have this name, in upper or lower case.
    ///
    /// # Errors
    /// [`InternalError`] if the store cannot be read.
    fn people_named(&self, platform: Platform, name: &str) -> Result<Vec<Person>, InternalError>;
    /// Returns `true` if pictures can show all of a name.
    fn can_draw(&self, name: &str) -> bool;
    /// The name of a person's account, for pictures that cannot show the other one. `None` where it is not known, and
    /// if the store cannot be read, since a picture without it is better than none.
    fn account(&self, who: &PersonId) -> Option<String> {
        self.setting(&scopes::of_person(who), scopes::ACCOUNT).ok().flatten()
    }
    /// Returns what was chosen under a key in a scope, which is written as in [`Setting`](table::Setting);
    /// `None` if nothing was.
    ///
    /// # Errors
    /// [`InternalError`] if the store cannot be read.
    fn setting(&self, scope: &str, key: &str) -> Result<Option<String>, InternalError>;
    /// The times in which a place, or its whole platform, could not be reached, as far as they end after
    /// `from`, in no order and with overlaps: since when, and until when; `None` for one that is not over.
    fn outages(&self, place: &PlaceId, from: Millis) -> Vec<(Millis, Option<Millis>)>;
    /// Returns when a person is away by the rules of a scope, as far as that ends after `from`: since when and
    /// until when, the first one first.
    ///
    /// # Errors
    /// [`InternalError`] if the store cannot be read.
    fn vacations(
        &self,
        who: &PersonId,
        scope: &str,
        from: Millis,
    ) -> Result<Vec<(Millis, Millis)>, InternalError>;
    /// Returns what is registered for a seat of a game. It is the secret of the person on that seat: nothing of
    /// it, not even that it is there, may be said to anybody else.
    ///
    /// # Errors
    /// [`InternalError`] if the store cannot be read.
    fn plan(&self, game: GameNo, seat: Seat) -> Result<Option<StoredPlan>, InternalError>;
    /// Returns what is kept about ratings.
    fn ratings(&self) -> &dyn RatingLog;
    /// Returns what moderators and players have decided about people.
    fn moderation(&self) -> &dyn ModerationLog;
    /// Returns what is kept about events.
    fn editions(&self) -> &dyn EditionLog;
    /// Everything that was said in a place before this instant has come in. On a platform that brings what
    /// is said at once, that is now; while a place is being read back, it is the beginning of all time.
    fn heard_until(&self, place: &PlaceId) -> Millis;
    /// The key with which this host signs records.
    fn host_key(&self) -> &HostKey;
    /// A number that no game has.
    fn fresh_no(&self) -> GameNo;
    /// A secret from the operating system.
    ///
    /// # Errors
    /// [`InternalError`] if the system gives none.
    fn fresh_secret(&self) -> Result<Secret, InternalError>;
    /// A random number below `n`, which is at least 1.
    fn random_below(&self, n: u32) -> u32;
    /// Whoever took the first name on the page, and so manages it; `None` while nobody has.
    ///
    /// # Errors
    /// [`InternalError`] if the store cannot be read.
    fn page_owner(&self) -> Result<Option<PersonId>, InternalError>;
    /// The person who manages the page once [`Self::page_owner`] has left it; `None` where nobody has another name.
    ///
    /// # Errors
    /// [`InternalError`] if the store cannot be read.
    fn page_heir(&self) -> Result<Option<PersonId>, InternalError>;
    /// All data about a person as JSON, without a secret of anybody else.
    ///
    /// # Errors
    /// [`InternalError`] if the store cannot be read.
    fn data_of(&self, who: &PersonId) -> Result<String, InternalError>;
    /// Whoever runs the bot.
    fn operator(&self) -> &Operator;
    /// Returns `true` if somebody owns the bot: by its settings, or as its platform tells.
    fn is_owner(&self, who: &PersonId) -> bool;
    /// The servers of which something is known, in no order.
    ///
    /// # Errors
    /// [`InternalError`] if the store cannot be read.
    fn servers(&self) -> Result<Vec<ServerSummary>, InternalError>;
    /// The rating of a bot of this level on a scale, as it was measured; `None` where it never was, and if
    /// there is no such level.
    fn bot_rating(&self, scale: &ScaleName, level: u8) -> Option<u16>;
    /// The army that a bot of this level chooses where players arrange their men, as canonical
    /// text; the same seed gives the same army. `None` if bots cannot arrange anything in this
    /// game or the options cannot be read.
    fn bot_army(&self, kind: GameKind, options: &str, level: u8, seed: u64) -> Option<String>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_is_shown_only_where_it_is_needed() {
        let settings = PlaceSettings {
            prefix: "!".to_owned(),
            shown_prefix: "@bot ".to_owned(),
            needs_prefix: true,
            is_own_thread: false,
            is_gone: false,
        };
        assert_eq!(settings.needed_prefix(), "@bot ");
        assert_eq!(PlaceSettings { needs_prefix: false, ..settings }.needed_prefix(), "");
    }
}
