//! The settings of an edition.

use games::GameKind;
use pairing::{berger, history::Colour, standings::System};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use table::{DAY, Millis, TimeControl};

use super::schedule::Weekly;

/// The time for which a league that is to be over waits for games that outages have lengthened, or for a
/// manager, in milliseconds: three days. Then points decide what is not decided, where the game has them.
pub const LEAGUE_GRACE: Millis = 3 * DAY;

/// The way an event is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Form {
    /// One sitting: a round begins as soon as the one before it is over.
    Evening,
    /// Groups of at most six, in which everybody has all games at once.
    League,
}

/// The method by which the rounds of an evening are paired.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// Everybody against everybody where the rounds suffice for that, else Swiss.
    #[default]
    Auto,
    /// The Dutch system.
    Swiss,
    /// Everybody against everybody, whatever the number of rounds.
    RoundRobin,
}

/// The set-up of an edition. It may be changed until the edition begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EditionSettings {
    /// The name of the event, as whoever made it has typed it.
    pub name: String,
    /// The game that is played.
    #[serde(serialize_with = "write_game", deserialize_with = "read_game")]
    pub game: GameKind,
    /// The options of the game in canonical text.
    pub options: String,
    /// The form in which it is held.
    pub form: Form,
    /// The pairing format of an evening.
    #[serde(default)]
    pub format: Format,
    /// The most rounds of an evening; a round robin has as many as it needs.
    pub rounds: u16,
    /// The clock of each game. In a league it follows from `period`.
    pub clock: TimeControl,
    /// Whether the games count for ratings.
    pub rated: bool,
    /// When it begins: from then on nobody can enter before the first round.
    pub start: Millis,
    /// The name of the time zone in which its times are meant, as `Europe/Berlin`.
    pub zone: String,
    /// The time before the start at which everybody has to say that they are there; 0 where nobody has to.
    pub check_in: Millis,
    /// Within which time of their clock a player has to act for the first time in a game, or loses it.
    pub no_show: Millis,
    /// The length of a league, in milliseconds; 0 for an evening.
    #[serde(default)]
    pub period: Millis,
    /// The level of a bot that plays whoever would have no opponent.
    #[serde(default)]
    pub filler: Option<u8>,
    /// When the next edition begins, if there is one.
    #[serde(default)]
    pub weekly: Option<Weekly>,
    /// The colour of the first player in the first round of a Swiss edition, drawn by lot when the edition is made
    /// (C.04.3, article 4.1).
    #[serde(default = "white")]
    pub initial: Colour,
}

/// A game is kept by its key.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn write_game<S: Serializer>(game: &GameKind, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(game.key())
}

fn read_game<'de, D: Deserializer<'de>>(deserializer: D) -> Result<GameKind, D::Error> {
    let key = String::deserialize(deserializer)?;
    GameKind::from_key(&key).ok_or_else(|| D::Error::custom(format!("no game is called `{key}`")))
}

/// Returns what holds for editions that were made before there was a lot.
const fn white() -> Colour {
    Colour::White
}

impl EditionSettings {
    /// Returns how an edition with so many players is paired.
    #[must_use]
    pub fn system(&self, players: usize) -> System {
        match (self.form, self.format) {
            (Form::League, _) | (_, Format::RoundRobin) => System::RoundRobin,
            (_, Format::Swiss) => System::Swiss,
            (_, Format::Auto) => berger::auto(players, usize::from(self.rounds)),
        }
    }

    /// Returns how an edition with so many players was paired before its log told that: an odd number met everybody
    /// also where that took a round more than there were.
    pub(super) fn system_of_old(&self, players: usize) -> System {
        match (self.form, self.format) {
            (Form::Evening, Format::Auto) if players == usize::from(self.rounds) + 1 => {
                System::RoundRobin
            }
            _ => self.system(players),
        }
    }

    /// Returns when one can check in: from then on until the start. `None` where nobody has to.
    #[must_use]
    pub fn check_in_opens(&self) -> Option<Millis> {
        (self.check_in > 0).then(|| self.start.saturating_sub(self.check_in))
    }
}
