//! Commands about offers: making, answering and changing them.

use games::{GameKind, Seat, look_lines};

use super::{
    CommandInfo, InSilence, Parameter, ParameterKind, Values, Who,
    parameter::word,
    shared::{GAME, OFFER_NO},
};
use crate::{
    handling::{context::Context, step::Handled},
    offers,
    parse::command::{Challenge, DEFAULT_LEVEL},
};

/// Who is challenged.
const OPPONENTS: Parameter =
    Parameter::new("opponent", ParameterKind::Opponents, "who is to play; nobody named: anyone");

/// The level of the bots that are challenged.
const BOT_LEVEL: Parameter = Parameter::new(
    "level",
    ParameterKind::Level,
    "level of the bot: a game against it if nobody else is named",
);

/// The number of seats.
const PLAYERS: Parameter = Parameter::new(
    "players",
    ParameterKind::Number { least: 2, most: Seat::MAX },
    "number of seats",
)
.keyed("players");

/// The seat that the challenger wants.
const SEAT: Parameter = Parameter::new(
    "colour",
    ParameterKind::Side(&["random"]),
    "your colour, or in a game with more players your seat",
);

/// The order of the other seats.
const ORDER: Parameter = Parameter::new(
    "order",
    ParameterKind::Choice(&[word("listed"), word("random")]),
    "whether the others sit in the order in which you name them",
)
.keyed("order")
.hidden();

/// Options of the game and of its pictures.
const OPTIONS: Parameter =
    Parameter::new("options", ParameterKind::Options, "options of the game, for instance jump=any");

/// The players' time control.
const CLOCK: Parameter = Parameter::new(
    "clock",
    ParameterKind::Clock,
    "time for each move (2d/move), a bank with an increment (7d+12h), or none",
);

/// Whether the result counts for ratings.
const RATED: Parameter = Parameter::new(
    "rated",
    ParameterKind::Choice(&[word("rated"), word("casual")]),
    "whether it counts for ratings: casual unless you say so; a rated game has a clock (3d/move)",
);

/// The terms that every game with the bot has anyway.
const TERMS: Parameter =
    Parameter::new("terms", ParameterKind::Idle(&["casual"]), "terms that every game with me has")
        .hidden();

/// The level of the bots that fill the open seats.
const FILL_LEVEL: Parameter =
    Parameter::new("level", ParameterKind::Level, "level of the bots").keyed("bot");

/// The person whose seat is freed.
const PERSON: Parameter =
    Parameter::new("player", ParameterKind::Person, "whose seat is freed").required();

/// Words behind `decline`.
const REASON: Parameter = Parameter::new("reason", ParameterKind::Talk, "why; it is talk").hidden();

pub(super) const OFFERS: &[CommandInfo] = &[
    CommandInfo {
        path: "challenge",
        aliases: &["play", "vs"],
        parameters: &[
            OPPONENTS,
            GAME,
            PLAYERS,
            SEAT,
            BOT_LEVEL.hidden(),
            ORDER,
            CLOCK,
            RATED,
            OPTIONS,
        ],
        does: "invites people, anyone, or the bot at a level to a game; several for a game with more seats",
        example: "challenge bot 2",
        slash: Some("challenge"),
        run: challenge,
        in_silence: InSilence::Never,
        ..CommandInfo::DEED
    },
    CommandInfo {
        path: "seek",
        parameters: &[OPPONENTS.hidden(), GAME, PLAYERS, SEAT, ORDER, CLOCK, RATED, OPTIONS],
        does: "an open challenge: whoever accepts first plays",
        example: "seek",
        run: challenge,
        in_silence: InSilence::Never,
        ..CommandInfo::DEED
    },
    CommandInfo {
        path: "bot",
        parameters: &[
            BOT_LEVEL,
            OPPONENTS.hidden(),
            GAME,
            PLAYERS,
            SEAT,
            ORDER,
            CLOCK,
            OPTIONS,
            TERMS,
        ],
        does: "starts a game against the bot",
        example: "bot 3 white",
        run: challenge,
        in_silence: InSilence::Never,
        ..CommandInfo::DEED
    },
    CommandInfo {
        path: "accept",
        parameters: &[OFFER_NO],
        does: "takes up an offer",
        example: "accept",
        slash: Some("challenge-answer accept"),
        run: |ctx, values| offers::accept(ctx, values.game_no()),
        ..CommandInfo::DEED
    },
    CommandInfo {
        path: "decline",
        parameters: &[OFFER_NO, REASON],
        does: "turns an offer down",
        example: "decline",
        slash: Some("challenge-answer decline"),
        run: |ctx, values| offers::decline(ctx, values.game_no()),
        ..CommandInfo::DEED
    },
    CommandInfo {
        path: "withdraw",
        parameters: &[OFFER_NO],
        who: Who::Challenger,
        does: "takes your own offer back",
        example: "withdraw",
        slash: Some("challenge-answer withdraw"),
        run: |ctx, values| offers::withdraw(ctx, values.game_no()),
        ..CommandInfo::DEED
    },
    CommandInfo {
        path: "fill",
        parameters: &[OFFER_NO, FILL_LEVEL],
        who: Who::Challenger,
        does: "lets bots take the open seats of your offer",
        example: "fill bot:3",
        slash: Some("challenge-answer fill"),
        run: |ctx, values| {
            let level = values.number(&FILL_LEVEL).unwrap_or(DEFAULT_LEVEL);
            offers::fill(ctx, values.game_no(), level)
        },
        ..CommandInfo::DEED
    },
    CommandInfo {
        path: "remove",
        parameters: &[OFFER_NO, PERSON],
        who: Who::Challenger,
        does: "frees a seat of your offer",
        example: "remove @ann",
        slash: Some("challenge-answer remove"),
        run: |ctx, values| {
            offers::remove(ctx, values.game_no(), values.person(&PERSON).unwrap_or_default())
        },
        ..CommandInfo::DEED
    },
    CommandInfo {
        path: "leave",
        parameters: &[OFFER_NO],
        who: Who::Player,
        does: "gets up from an offer before the game starts",
        example: "leave",
        slash: Some("challenge-answer leave"),
        run: |ctx, values| offers::leave(ctx, values.game_no()),
        ..CommandInfo::DEED
    },
];

fn challenge(ctx: Context<'_>, values: &Values) -> Handled {
    offers::challenge(ctx, &asked(values))
}

/// The challenge that these values describe.
pub(crate) fn asked(values: &Values) -> Challenge {
    let kind = values.game().unwrap_or(GameKind::ALL[0]);
    let is_look = |option: &&String| {
        look_lines(kind).iter().any(|line| option.split('=').next() == Some(line.key))
    };
    let (look, options): (Vec<&String>, Vec<&String>) =
        values.options(&OPTIONS).iter().partition(is_look);
    let joined =
        |parts: Vec<&String>| parts.iter().map(|part| part.as_str()).collect::<Vec<_>>().join(",");
    Challenge {
        who: values.opponents(&OPPONENTS).to_vec(),
        kind,
        players: values.number(&PLAYERS),
        seat_choice: values.side(&SEAT).unwrap_or_default(),
        listed: values.word(&ORDER) == "listed",
        rated: values.word(&RATED) == "rated",
        clock: values.clock(&CLOCK),
        options: joined(options),
        look: joined(look),
    }
}
