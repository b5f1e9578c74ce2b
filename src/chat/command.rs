//! What somebody asks of the bot: a command with its arguments, which has been read but not judged.

use super::command_table::CommandInfo;
use crate::{
    games::{GameKind, Seat},
    table::{GameNo, SeatChoice},
};

/// The level of a bot where the challenge names none.
pub(super) const DEFAULT_LEVEL: u8 = 2;

/// A line that reads as a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CommandLine {
    /// The game named by `#12`.
    pub(super) game: Option<GameNo>,
    /// What to do, with that game where a command is about one.
    pub(super) command: Command,
}

/// A command with its arguments. [`super::command_table::COMMANDS`] says what each command does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// `move …`: the text of a move, and whether a draw is offered with it.
    Move(String, bool),
    /// `challenge …`, `seek …` or `bot …`.
    Challenge(Challenge),
    /// `accept`: an offer, or a draw.
    Accept,
    /// `decline`: an offer, or a draw.
    Decline,
    /// `withdraw`: the author's own offer.
    Withdraw,
    /// `fill …`: with bots of this level.
    Fill(u8),
    /// `remove @ann`: the person as typed, without `@`.
    Remove(String),
    /// `leave`: a seat of somebody else's offer.
    Leave,
    /// `board …`.
    Board(BoardView),
    /// `legal …`: what is asked about, in lower case; empty for all moves.
    Legal(String),
    /// `odds …`: the move as typed.
    Odds(String),
    /// `why …`: one or two squares, in lower case.
    Why(String),
    /// `setup …`: what to change, as typed; may be empty.
    Setup(String),
    /// `resign`, and whether `yes` stands behind it.
    Resign(bool),
    /// `draw …`.
    Draw(DrawWord),
    /// `abort`, and whether `yes` stands behind it.
    Abort(bool),
    /// `rematch`.
    Rematch,
    /// `games …`.
    Games(GameFilter),
    /// `next`.
    Next,
    /// `record`.
    Record,
    /// `verify`.
    Verify,
    /// `rules …`: of a game, about a topic (empty for all); without a game, of the author's own.
    Rules(Option<GameKind>, String),
    /// `help …`: about one command, or about all.
    Help(Option<&'static CommandInfo>),
    /// `about`.
    About,
}

/// How a board is to be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BoardView {
    /// As a picture from the side that pictures of this game show at the bottom.
    Usual,
    /// As text, without a picture.
    Text,
    /// As a picture from the side of this seat.
    Side(Seat),
}

/// The word behind `draw`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DrawWord {
    /// `draw` or `draw offer`.
    Offer,
    /// `draw accept`.
    Accept,
    /// `draw decline`.
    Decline,
}

/// Which games to list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum GameFilter {
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
pub(super) struct Challenge {
    /// Who is asked, in the order in which they are named.
    pub(super) who: Vec<Invited>,
    /// Which game is to be played.
    pub(super) kind: GameKind,
    /// The number of seats, if it is named.
    pub(super) players: Option<u8>,
    /// The seat that the challenger wants.
    pub(super) seat_choice: SeatChoice,
    /// Whether the others sit in the order in which they are named.
    pub(super) listed: bool,
    /// Options as `key=value` parts or short names, joined by commas.
    pub(super) options: String,
    /// Display options as `key=value` parts, joined by commas.
    pub(super) look: String,
}

/// Somebody who is challenged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Invited {
    /// `@ann` or `<@KEY>`: the word as typed, without `@`.
    Person(String),
    /// Whoever accepts first.
    Anyone,
    /// The bot at this level.
    Bot(u8),
}

/// Why a line that begins with a command's name does not read as that command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BadCommand {
    /// The command whose name it is.
    pub(super) info: &'static CommandInfo,
    /// What is wrong with it, as a sentence; empty where the usage line says enough.
    pub(super) why: String,
    /// Whether the line is certainly meant for the bot nevertheless.
    pub(super) meant: bool,
}
