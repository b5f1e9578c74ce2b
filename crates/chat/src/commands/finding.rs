//! Commands that find games and give their records.

use super::{
    CommandInfo, Parameter, ParameterKind, SeenBy, Values,
    parameter::{word, word_or},
    shared::{ANY_NO, GAME},
};
use crate::{parse::command::GameFilter, questions};

/// Which games are listed.
const FILTER: Parameter = Parameter::new(
    "which",
    ParameterKind::Choice(&[word("mine"), word("here"), word("open"), word("done")]),
    "yours, those of this place, open offers, or your finished ones",
)
.shown_as("mine|@name|here|open|done");

/// Whose games are listed.
const PLAYER: Parameter =
    Parameter::new("player", ParameterKind::Person, "whose games, if not yours")
        .instead_of("which")
        .hidden();

/// Which page of a long list is shown.
pub(super) const PAGE: Parameter =
    Parameter::new("page", ParameterKind::Page, "which page of a long list");

/// With whom the author's score is asked for.
const OPPONENT: Parameter = Parameter::new("player", ParameterKind::Person, "with whom").required();

/// Whose games a profile is about.
const WHOSE: Parameter = Parameter::new("player", ParameterKind::Person, "whose, if not yours");

/// With whom a profile compares its author.
const VERSUS: Parameter =
    Parameter::new("versus", ParameterKind::Person, "your score with somebody instead")
        .keyed("versus")
        .instead_of("player")
        .hidden();

/// Which ply of a game is shown.
const PLY: Parameter = Parameter::new(
    "ply",
    ParameterKind::Ply,
    "one ply, 0 for the start; all of them if you leave it out",
);

/// The word for the form of a record that is a picture.
const CARD: &str = "card";

/// The form of a record.
const FORM: Parameter = Parameter::new(
    "as",
    ParameterKind::Choice(&[word_or("text", "file"), word(CARD)]),
    "a text, which comes as a file, or the card of a finished game, a picture to share",
);

/// A record of somebody's own.
const GIVEN: Parameter =
    Parameter::new("record", ParameterKind::File, "a record as a text file, of at most 1 MiB")
        .hidden();

/// The line for the card of a game.
pub(in super::super) const RECORD_CARD: &str = "record card";

/// The path of the command that shows a game once more.
pub(in super::super) const REPLAY: &str = "replay";

pub(super) const FINDING: &[CommandInfo] = &[
    CommandInfo {
        path: "games",
        aliases: &["g"],
        parameters: &[FILTER, PLAYER, PAGE],
        seen_by: SeenBy::Author,
        does: "lists games, the most urgent first",
        example: "games",
        slash: Some("games"),
        run: |ctx, values| questions::games(ctx, &filter(values), values.page(&PAGE)),
        ..CommandInfo::QUESTION
    },
    CommandInfo {
        path: "next",
        seen_by: SeenBy::Author,
        does: "shows the board that waits for you: the one with the least time left, or else the longest",
        example: "next",
        run: |ctx, _| questions::next(ctx),
        ..CommandInfo::QUESTION
    },
    CommandInfo {
        path: "score",
        parameters: &[OPPONENT],
        seen_by: SeenBy::Author,
        does: "your finished games with somebody: who won how many",
        example: "score @name",
        run: |ctx, values| questions::score(ctx, values.person(&OPPONENT).unwrap_or_default()),
        ..CommandInfo::QUESTION
    },
    CommandInfo {
        path: "rating",
        aliases: &["ratings"],
        parameters: &[WHOSE, GAME],
        seen_by: SeenBy::Author,
        does: "how strong you are, or somebody is, by rated games",
        example: "rating @name",
        slash: Some("rating"),
        run: |ctx, values| questions::rating(ctx, values.person(&WHOSE), values.named_game()),
        ..CommandInfo::QUESTION
    },
    CommandInfo {
        path: "top",
        aliases: &["leaderboard"],
        parameters: &[GAME],
        does: "the best of this server in a game, by rated games",
        example: "top",
        slash: Some("top"),
        run: |ctx, values| questions::top(ctx, values.named_game()),
        ..CommandInfo::QUESTION
    },
    CommandInfo {
        path: "profile",
        parameters: &[WHOSE, VERSUS],
        seen_by: SeenBy::Author,
        does: "how many games you, or somebody, have played and won, and the ratings",
        example: "profile",
        slash: Some("profile"),
        run: |ctx, values| match values.person(&VERSUS) {
            Some(other) => questions::score(ctx, other),
            None => questions::profile(ctx, values.person(&WHOSE)),
        },
        ..CommandInfo::QUESTION
    },
    CommandInfo {
        path: "record",
        aliases: &["pgn"],
        parameters: &[ANY_NO, FORM],
        does: "the game as text, or as a card: a picture of how it ended, to share",
        example: "record #12",
        slash: Some("record"),
        run: |ctx, values| match values.word(&FORM) {
            CARD => questions::card(ctx, values.game_no()),
            _ => questions::record(ctx, values.game_no()),
        },
        ..CommandInfo::QUESTION
    },
    CommandInfo {
        path: REPLAY,
        parameters: &[ANY_NO, PLY],
        does: "shows a game ply by ply, as an animation, or one ply of it",
        example: "replay #12",
        slash: Some(REPLAY),
        run: |ctx, values| questions::replay(ctx, values.game_no(), values.ply(&PLY)),
        ..CommandInfo::QUESTION
    },
    CommandInfo {
        path: "verify",
        parameters: &[ANY_NO, GIVEN],
        does: "checks a game, its commitment and every roll, or a record that you attach (on Discord) or paste",
        example: "verify #12",
        slash: Some("verify"),
        run: |ctx, values| questions::verify(ctx, values.game_no()),
        ..CommandInfo::QUESTION
    },
];

fn filter(values: &Values) -> GameFilter {
    match (values.person(&PLAYER), values.word(&FILTER)) {
        (Some(name), _) => GameFilter::Of(name.to_owned()),
        (None, "here") => GameFilter::Here,
        (None, "open") => GameFilter::Open,
        (None, "done") => GameFilter::Done,
        (None, _) => GameFilter::Mine,
    }
}
