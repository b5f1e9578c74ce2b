//! A command as somebody gave it, read but not judged, and the values that handlers get of it.

use games::{GameKind, Seat};
use table::{SeatChoice, TimeControl};

use crate::commands::{CommandInfo, Values};

/// The level of a bot where the challenge names none.
pub(crate) const DEFAULT_LEVEL: u8 = 2;

/// A command with the values of its parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Command {
    /// Its row in the command table.
    pub(crate) info: &'static CommandInfo,
    /// The values given.
    pub(crate) values: Values,
}

/// The way a board is to be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BoardView {
    /// As a picture from the side that pictures of this game show at the bottom.
    Usual,
    /// As text, without a picture.
    Text,
    /// As a picture from the side across from the usual one.
    Flipped,
    /// As a picture from the usual side, with the name of every square in it.
    Names,
    /// As a picture from the side of this seat.
    Side(Seat),
}

/// The word behind `draw` or `takeback`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProposalWord {
    /// None, `draw offer` or `takeback ask`.
    Offer,
    /// `accept`.
    Accept,
    /// `decline`.
    Decline,
}

impl ProposalWord {
    /// The word that was chosen, as the table of commands spells it.
    pub(crate) fn of(word: &str) -> Self {
        match word {
            "accept" => Self::Accept,
            "decline" => Self::Decline,
            _ => Self::Offer,
        }
    }
}

/// A selection of the games to list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum GameFilter {
    /// The author's offers and running games.
    Mine,
    /// Those of this person, as typed without `@`.
    Of(String),
    /// The offers and running games of this place.
    Here,
    /// The open offers of this place.
    Open,
    /// The author's finished games.
    Done,
}

/// The words of a challenge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Challenge {
    /// Who is asked, in the order in which they are named.
    pub(crate) who: Vec<Invited>,
    /// Which game is to be played.
    pub(crate) kind: GameKind,
    /// The number of seats, if it is named.
    pub(crate) players: Option<u8>,
    /// The seat that the challenger wants.
    pub(crate) seat_choice: SeatChoice,
    /// Whether the others sit in the order in which they are named.
    pub(crate) listed: bool,
    /// The time control, if one is given.
    pub(crate) clock: Option<TimeControl>,
    /// Whether the result is to count for ratings.
    pub(crate) rated: bool,
    /// Options as `key=value` parts or short names, joined by commas.
    pub(crate) options: String,
    /// Display options as `key=value` parts, joined by commas.
    pub(crate) look: String,
}

/// Somebody who is challenged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Invited {
    /// `@ann` or `<@KEY>`: the word as typed, without `@`.
    Person(String),
    /// Whoever accepts first.
    Anyone,
    /// Whoever has offered the game already, otherwise whoever accepts first.
    Someone,
    /// The bot at this level.
    Bot(u8),
}

/// The reason why a line that begins with a command's name does not read as that command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BadCommand {
    /// The command whose name it is.
    pub(crate) info: &'static CommandInfo,
    /// The fault, as a sentence; empty where the usage line says enough.
    pub(crate) why: String,
    /// Whether the line is certainly meant for the bot nevertheless.
    pub(crate) meant: bool,
    /// The line as it was probably meant, where that is known.
    pub(crate) line: Option<String>,
}
