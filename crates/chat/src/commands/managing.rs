//! Commands of whoever manages a server, and those by which people reach them or keep others away.

use super::{
    CommandInfo, InSilence, Parameter, ParameterKind, SeenBy, Where, Who,
    shared::{ANY_NO, OVER_NO, RUNNING_NO, SURE},
};
use crate::{
    moderation::{bans, blocks, close, reports},
    personal_data::{self, forget},
    ratings::correct,
    text,
};

/// The result that is to hold, and why.
const RESULT: Parameter = Parameter::new(
    "result",
    ParameterKind::Text,
    "1-0, 0-1, draw, @name of who won, or none; then why",
)
.required()
.shown_as("1-0|0-1|draw|@name|none why");

/// The person whom it concerns.
const PERSON: Parameter = Parameter::new("person", ParameterKind::Person, "whom it concerns");

/// The reason.
const WHY: Parameter = Parameter::new("why", ParameterKind::Text, "why, in a few words");

/// The activity, the length and the reason of a ban.
const BAN: Parameter = Parameter::new(
    "terms",
    ParameterKind::Text,
    "rated, events or all; for how long, such as 30d; then why",
)
.shown_as("[rated|events|all] [30d] why");

/// A command of managers.
const MODERATES: CommandInfo = CommandInfo {
    who: Who::Manager,
    place: Where::InServer,
    in_silence: InSilence::ForManagers,
    refusal: correct::refusal,
    ..CommandInfo::DEED
};

/// A command that is nobody else's affair.
const ASIDE: CommandInfo =
    CommandInfo { place: Where::Unseen, seen_by: SeenBy::Author, ..CommandInfo::DEED };

pub(super) const MANAGING: &[CommandInfo] = &[
    CommandInfo {
        path: "mod result",
        parameters: &[OVER_NO, RESULT],
        does: "puts the result of a finished game right, and with it the ratings",
        example: "mod result #12 0-1 a wrong button",
        slash: Some("mod result"),
        run: |ctx, values| correct::correct_result(ctx, values.game_no(), values.text(&RESULT)),
        ..MODERATES
    },
    CommandInfo {
        path: "mod close",
        parameters: &[RUNNING_NO, WHY, SURE],
        does: "ends a running game without a result",
        example: "mod close #12 a dispute",
        slash: Some("mod close"),
        run: |ctx, values| {
            close::close(ctx, values.game_no(), values.text(&WHY), values.has(&SURE))
        },
        ..MODERATES
    },
    CommandInfo {
        path: "mod ban",
        parameters: &[PERSON.required(), BAN, SURE],
        does: "keeps somebody from rated games, events or all new games here",
        example: "mod ban @ann all 30d ten challenges a minute",
        slash: Some("mod ban"),
        run: |ctx, values| {
            let (person, terms) = (values.person(&PERSON), values.text(&BAN));
            bans::ban(ctx, person, terms, values.has(&SURE))
        },
        ..MODERATES
    },
    CommandInfo {
        path: "mod unban",
        parameters: &[PERSON.required(), SURE],
        does: "ends all bans of somebody here",
        example: "mod unban @ann",
        slash: Some("mod unban"),
        run: |ctx, values| bans::unban(ctx, values.person(&PERSON), values.has(&SURE)),
        ..MODERATES
    },
    CommandInfo {
        path: "mod log",
        does: "shows what was moderated and reported here",
        example: "mod log",
        slash: Some("mod log"),
        seen_by: SeenBy::Author,
        effect: CommandInfo::QUESTION.effect,
        run: |ctx, _| bans::log(ctx),
        ..MODERATES
    },
];

pub(super) const PEOPLE: &[CommandInfo] = &[
    CommandInfo {
        path: "privacy",
        seen_by: SeenBy::Author,
        does: "what is kept of you, why and how long, and who runs this",
        example: "privacy",
        slash: Some("privacy about"),
        run: |ctx, _| personal_data::tell(ctx),
        ..CommandInfo::QUESTION
    },
    CommandInfo {
        path: "privacy export",
        does: "all that is kept of you as a file",
        example: "privacy export",
        slash: Some("privacy export"),
        effect: CommandInfo::QUESTION.effect,
        run: |ctx, _| personal_data::export(ctx),
        ..ASIDE
    },
    CommandInfo {
        path: "privacy forget",
        parameters: &[SURE],
        does: "deletes what is kept of you; you play no more",
        example: "privacy forget",
        slash: Some("privacy forget"),
        run: |ctx, values| forget::forget(ctx, values.has(&SURE)),
        ..ASIDE
    },
    CommandInfo {
        path: "privacy return",
        parameters: &[SURE],
        does: "brings you back, as a new person, after you were forgotten",
        example: "privacy return",
        slash: Some("privacy return"),
        run: |ctx, values| forget::come_back(ctx, values.has(&SURE)),
        ..ASIDE
    },
    CommandInfo {
        path: "report",
        parameters: &[ANY_NO, PERSON, WHY],
        place: Where::InServer,
        seen_by: SeenBy::Author,
        refusal: |_| Ok(text::report_in_server()),
        does: "tells the managers of this server about a game or a person",
        example: "report @ann insults",
        slash: Some("report"),
        run: |ctx, values| {
            reports::report(ctx, values.game_no(), values.person(&PERSON), values.text(&WHY))
        },
        ..CommandInfo::DEED
    },
    CommandInfo {
        path: "block",
        parameters: &[PERSON.required()],
        does: "keeps somebody away from you: no offers between you",
        example: "block @ann",
        slash: Some("block add"),
        run: |ctx, values| blocks::block(ctx, values.person(&PERSON)),
        ..ASIDE
    },
    CommandInfo {
        path: "unblock",
        parameters: &[PERSON.required()],
        does: "ends that",
        example: "unblock @ann",
        slash: Some("block end"),
        run: |ctx, values| blocks::unblock(ctx, values.person(&PERSON)),
        ..ASIDE
    },
    CommandInfo {
        path: "block list",
        does: "lists whom you block",
        example: "block list",
        slash: Some("block list"),
        effect: CommandInfo::QUESTION.effect,
        run: |ctx, _| blocks::list(ctx),
        ..ASIDE
    },
];
