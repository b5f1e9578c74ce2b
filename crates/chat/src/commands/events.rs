//! Commands about events.

use super::{
    CommandInfo, Effect, InSilence, Parameter, ParameterKind, ReportNeed, SeenBy, Where, Who,
    finding::PAGE,
    parameter::{Form, word, word_or},
    shared::{GAME, MARKED_NO, SURE},
};
use crate::events::{create, entering, history, leaving, manage, questions};

/// Which event, by its number `T7`.
const EVENT: Parameter =
    Parameter::new("event", ParameterKind::EventNo, "number of the event, as T7");

/// The name of an event, which stands behind all else that is read.
const NAME: Parameter = Parameter {
    form: Form::Quoted,
    ..Parameter::new("name", ParameterKind::Text, "the name of the event, in quotes")
}
.required()
.shown_as("\"NAME\"");

/// The same, where the event has one already.
const NEW_NAME: Parameter = Parameter { required: false, ..NAME };

/// The form of an event.
const FORM: Parameter = Parameter::new(
    "form",
    ParameterKind::Choice(&[word("evening"), word("league")]),
    "one evening (usual), or a league of some weeks",
);

/// The pairing of an evening.
const PAIRING: Parameter = Parameter::new(
    "pairing",
    ParameterKind::Choice(&[word("auto"), word("swiss"), word_or("roundrobin", "round-robin")]),
    "how an evening is paired; auto (usual): round robin where the rounds suffice for it",
);

/// When an event begins.
const START: Parameter = Parameter::new(
    "start",
    ParameterKind::Text,
    "when it begins, for instance Fri 19:00, 2026-12-04 19:00, or 30m",
)
.keyed("start")
.shown_as("start:\"Fri 19:00\"");

/// The most rounds of an evening.
const ROUNDS: Parameter = Parameter::new(
    "rounds",
    ParameterKind::Number { least: 1, most: create::MOST_ROUNDS },
    "rounds of an evening",
)
.keyed("rounds");

/// The length of a league.
const WEEKS: Parameter = Parameter::new(
    "weeks",
    ParameterKind::Number { least: 1, most: create::MOST_WEEKS },
    "weeks of a league",
)
.keyed("weeks");

/// The clock of each game of an evening.
const CLOCK: Parameter = Parameter::new(
    "clock",
    ParameterKind::Clock,
    "the clock of each player in an evening, for instance 15m or 5m+10s",
)
.keyed("clock")
.shown_as("clock:15m");

/// Whether the games count for ratings.
const RATED: Parameter = Parameter::new(
    "rated",
    ParameterKind::Choice(&[word("rated"), word("casual")]),
    "whether the games count for ratings (usual: casual)",
);

/// The length of the check-in.
const CHECK_IN: Parameter = Parameter {
    form: Form::Keyed("checkin"),
    ..Parameter::new("checkin", ParameterKind::Text, "how long before the start; off: none")
}
.shown_as("checkin:15m|off");

/// Within which time one has to come to a game.
const NO_SHOW: Parameter = Parameter {
    form: Form::Keyed("noshow"),
    ..Parameter::new("noshow", ParameterKind::Span, "within which time one has to come to a game")
}
.shown_as("noshow:5m");

/// The bot that plays whoever is left over.
const FILL: Parameter = Parameter {
    form: Form::Keyed("fill"),
    ..Parameter::new(
        "fill",
        ParameterKind::Text,
        "the level of a bot that plays whoever would be left over; off: none",
    )
}
.shown_as("fill:2|off");

/// Options of the game.
const OPTIONS: Parameter = Parameter {
    form: Form::Keyed("options"),
    ..Parameter::new("options", ParameterKind::Text, "options of the game, as in a challenge")
}
.shown_as("options:v3");

/// Whose standing is explained.
const WHOSE: Parameter =
    Parameter::new("player", ParameterKind::Person, "whose place is explained")
        .shown_as("why @name");

/// The word before that.
const WHY: Parameter =
    Parameter::new("why", ParameterKind::Choice(&[word("why")]), "explains a place").hidden();

/// The most rounds that an event can have: those of a round robin of the most players, 200.
const MOST_ROUNDS_PLAYED: u8 = 199;
/// Which round.
const ROUND: Parameter = Parameter::new(
    "round",
    ParameterKind::Number { least: 1, most: MOST_ROUNDS_PLAYED },
    "which round",
);

/// Whom a manager means.
const WHOM: Parameter = Parameter::new("player", ParameterKind::Person, "who is meant").required();

/// The result that a manager decides for a game.
const RESULT: Parameter = Parameter::new("result", ParameterKind::Text, "1-0, 0-1 or draw")
    .required()
    .shown_as("1-0|0-1|draw");

/// In which form an event is handed on.
const AS: Parameter = Parameter::new(
    "as",
    ParameterKind::Choice(&[word("trf"), word("json")]),
    "as a report file for other programs (usual), or as JSON",
);

/// All that an event can be set up with.
const SETTINGS: &[Parameter] = &[
    GAME, FORM, PAIRING, START, ROUNDS, WEEKS, CLOCK, RATED, CHECK_IN, NO_SHOW, FILL, OPTIONS, NAME,
];

/// The same, for an event that comes again every week; `off` names the one that is meant.
const WEEKLY_SETTINGS: &[Parameter] = &[
    EVENT, GAME, FORM, PAIRING, START, ROUNDS, WEEKS, CLOCK, RATED, CHECK_IN, NO_SHOW, FILL,
    OPTIONS, NAME,
];

/// The same, for an event that is there.
const NEW_SETTINGS: &[Parameter] = &[
    EVENT, GAME, FORM, PAIRING, START, ROUNDS, WEEKS, CLOCK, RATED, CHECK_IN, NO_SHOW, FILL,
    OPTIONS, NEW_NAME,
];

/// The values of a command that sets up an event.
fn asked(values: &super::Values) -> create::Asked<'_> {
    let family = values.named_game().map_or("", |game| game.option);
    let options = format!("{family} {}", values.text(&OPTIONS)).trim().to_owned();
    let options = (values.has(&OPTIONS) || !family.is_empty()).then_some(options);
    create::Asked {
        name: values.has(&NEW_NAME).then(|| values.text(&NEW_NAME)),
        game: values.game(),
        options,
        form: values.has(&FORM).then(|| values.word(&FORM)),
        pairing: values.has(&PAIRING).then(|| values.word(&PAIRING)),
        start: values.has(&START).then(|| values.text(&START)),
        rounds: values.number(&ROUNDS),
        weeks: values.number(&WEEKS),
        clock: values.clock(&CLOCK),
        rated: values.has(&RATED).then(|| values.word(&RATED) == "rated"),
        check_in: values.has(&CHECK_IN).then(|| values.text(&CHECK_IN)),
        no_show: values.span(&NO_SHOW),
        fill: values.has(&FILL).then(|| values.text(&FILL)),
    }
}

/// Which page of a list is asked for.
fn page(values: &super::Values) -> usize {
    usize::try_from(values.page(&PAGE)).unwrap_or(usize::MAX)
}

/// A command about an event that its players may type.
const PLAYERS: CommandInfo = CommandInfo {
    parameters: &[EVENT],
    in_silence: InSilence::WithEvent,
    run: |ctx, values| questions::info(ctx, values.event_no()),
    ..CommandInfo::QUESTION
};

/// The same for what changes their part in it.
const ENTRANTS: CommandInfo = CommandInfo { effect: Effect::Acts, ..PLAYERS };

/// A command of whoever manages the place of an event.
const MANAGERS: CommandInfo =
    CommandInfo { who: Who::Manager, place: Where::InServer, refusal: manage::refusal, ..ENTRANTS };

/// A command that makes an event, for whose games threads may have to be opened.
const MAKERS: CommandInfo =
    CommandInfo { in_silence: InSilence::Never, report: ReportNeed::Always, ..MANAGERS };

pub(super) const TOURNAMENTS: &[CommandInfo] = &[
    CommandInfo {
        path: "tournament list",
        aliases: &["tournament", "tournaments"],
        parameters: &[PAGE],
        seen_by: SeenBy::Author,
        does: "the events of this server: what is being played, what comes, what is over",
        example: "tournament list",
        slash: Some("tournament list"),
        run: |ctx, values| questions::list(ctx, page(values)),
        ..PLAYERS
    },
    CommandInfo {
        path: "tournament info",
        seen_by: SeenBy::Author,
        does: "how an event is held, who takes part, and what comes next in it",
        example: "tournament info T7",
        slash: Some("tournament info"),
        ..PLAYERS
    },
    CommandInfo {
        path: "tournament standings",
        parameters: &[EVENT, WHY, WHOSE],
        seen_by: SeenBy::Author,
        does: "the table of an event; `why @name` shows what a place is made of",
        example: "tournament standings T7 why @ann",
        slash: Some("tournament standings"),
        run: |ctx, values| {
            let whose = values.person(&WHOSE);
            let asks_why = whose.is_some() || values.has(&WHY);
            questions::standings(ctx, values.event_no(), asks_why.then_some(whose))
        },
        ..PLAYERS
    },
    CommandInfo {
        path: "tournament pairings",
        parameters: &[EVENT, ROUND],
        seen_by: SeenBy::Author,
        does: "who plays whom in a round, with the results",
        example: "tournament pairings 2",
        slash: Some("tournament pairings"),
        run: |ctx, values| {
            questions::pairings(ctx, values.event_no(), values.number(&ROUND).map(usize::from))
        },
        ..PLAYERS
    },
    CommandInfo {
        path: "tournament log",
        parameters: &[EVENT, PAGE],
        seen_by: SeenBy::Author,
        does: "what has happened in an event, and who has done it",
        example: "tournament log T7",
        slash: Some("tournament log"),
        run: |ctx, values| history::log(ctx, values.event_no(), page(values)),
        ..PLAYERS
    },
    CommandInfo {
        path: "tournament export",
        parameters: &[EVENT, AS],
        seen_by: SeenBy::Author,
        does: "an event as a file that pairing programs read",
        example: "tournament export T7 trf",
        slash: Some("tournament export"),
        run: |ctx, values| {
            questions::export(ctx, values.event_no(), values.has(&AS) && values.word(&AS) == "json")
        },
        ..PLAYERS
    },
];

pub(super) const EVENTS: &[CommandInfo] = &[
    CommandInfo {
        path: "tournament join",
        does: "enters an event; while it is played, from its next round on",
        example: "tournament join T7",
        slash: Some("tournament join"),
        run: |ctx, values| entering::join(ctx, values.event_no()),
        ..ENTRANTS
    },
    CommandInfo {
        path: "tournament leave",
        parameters: &[EVENT, SURE],
        does: "leaves an event; a game of it that is being played is given up",
        example: "tournament leave T7",
        slash: Some("tournament leave"),
        run: |ctx, values| leaving::leave(ctx, values.event_no(), values.has(&SURE)),
        ..ENTRANTS
    },
    CommandInfo {
        path: "tournament checkin",
        aliases: &["checkin"],
        does: "says that you are there, shortly before an event begins",
        example: "tournament checkin T7",
        slash: Some("tournament checkin"),
        run: |ctx, values| entering::check_in(ctx, values.event_no()),
        ..ENTRANTS
    },
    CommandInfo {
        path: "bye next",
        does: "sits out the next round of an event, once for half a point",
        example: "bye next",
        slash: Some("tournament bye"),
        run: |ctx, values| entering::bye_next(ctx, values.event_no()),
        ..ENTRANTS
    },
    CommandInfo {
        path: "tournament create",
        parameters: SETTINGS,
        does: "makes an event, which then runs by itself",
        example: "tournament create \"Friday\" evening start:\"Fri 19:00\" rounds:5",
        slash: Some("tournament create"),
        run: |ctx, values| create::create(ctx, &asked(values)),
        ..MAKERS
    },
    CommandInfo {
        path: "tournament weekly",
        parameters: WEEKLY_SETTINGS,
        does: "makes an event that comes again every week; `tournament weekly off T7` ends that",
        example: "tournament weekly \"Friday\" evening start:\"Fri 19:00\" rounds:5 rated",
        slash: Some("tournament weekly"),
        run: |ctx, values| create::create_weekly(ctx, values.event_no(), &asked(values)),
        ..MAKERS
    },
    CommandInfo {
        path: "tournament edit",
        parameters: NEW_SETTINGS,
        does: "changes an event that has not begun",
        example: "tournament edit T7 start:\"Fri 20:00\"",
        slash: Some("tournament manage edit"),
        run: |ctx, values| create::edit(ctx, values.event_no(), &asked(values)),
        ..MANAGERS
    },
    CommandInfo {
        path: "tournament start",
        does: "begins an event now, with those who are there",
        example: "tournament start T7",
        slash: Some("tournament manage start"),
        run: |ctx, values| manage::start_now(ctx, values.event_no()),
        report: ReportNeed::Always,
        ..MANAGERS
    },
    CommandInfo {
        path: "tournament pause",
        does: "lets no further round of an event begin",
        example: "tournament pause T7",
        slash: Some("tournament manage pause"),
        run: |ctx, values| manage::pause(ctx, values.event_no()),
        ..MANAGERS
    },
    CommandInfo {
        path: "tournament resume",
        does: "lets an event go on",
        example: "tournament resume T7",
        slash: Some("tournament manage resume"),
        run: |ctx, values| manage::resume(ctx, values.event_no()),
        report: ReportNeed::Always,
        ..MANAGERS
    },
    CommandInfo {
        path: "tournament cancel",
        parameters: &[EVENT, SURE],
        does: "calls an event off",
        example: "tournament cancel T7",
        slash: Some("tournament manage cancel"),
        run: |ctx, values| manage::cancel_event(ctx, values.event_no(), values.has(&SURE)),
        ..MANAGERS
    },
    CommandInfo {
        path: "pair undo",
        does: "takes a round back in which nobody has moved, and pauses the event",
        example: "pair undo T7",
        slash: Some("tournament manage unpair"),
        run: |ctx, values| manage::unpair(ctx, values.event_no()),
        ..MANAGERS
    },
    CommandInfo {
        path: "tournament add",
        parameters: &[EVENT, WHOM],
        does: "enters somebody into an event",
        example: "tournament add @ann",
        slash: Some("tournament manage add"),
        run: |ctx, values| manage::add(ctx, values.event_no(), values.person(&WHOM)),
        ..MANAGERS
    },
    CommandInfo {
        path: "tournament withdraw",
        parameters: &[EVENT, WHOM],
        does: "takes somebody out of an event",
        example: "tournament withdraw @ann",
        slash: Some("tournament manage withdraw"),
        run: |ctx, values| manage::take_out(ctx, values.event_no(), values.person(&WHOM)),
        ..MANAGERS
    },
    CommandInfo {
        path: "tournament forfeit",
        parameters: &[MARKED_NO, WHOM],
        does: "lets somebody lose a game of an event",
        example: "tournament forfeit #12 @ann",
        slash: Some("tournament manage forfeit"),
        run: |ctx, values| manage::forfeit(ctx, values.game_no(), values.person(&WHOM)),
        ..MANAGERS
    },
    CommandInfo {
        path: "tournament adjudicate",
        parameters: &[MARKED_NO, RESULT],
        does: "ends a game of an event with this result",
        example: "tournament adjudicate #12 draw",
        slash: Some("tournament manage adjudicate"),
        run: |ctx, values| manage::adjudicate(ctx, values.game_no(), values.text(&RESULT)),
        ..MANAGERS
    },
];
