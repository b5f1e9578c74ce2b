//! A line of text and a map of named values lead to the same command.

use games::{GameKind, look_lines, option_words};
use proptest::prelude::*;
use table::{SeatChoice, span_text};

use super::super::{Reading, read, read_named};
use crate::{
    commands::{CommandInfo, Form, Parameter, ParameterKind, Value, commands, find},
    parse::{
        command::{Command, Invited},
        named_command::NamedValues,
    },
};

/// More lines than the examples: each parameter is given in one of them.
const LINES: &[&str] = &[
    "challenge @ann <@7> bot:3 anyone players:5 seat:3 order:listed",
    "challenge anyone white",
    "challenge someone",
    "vs @\"Ann B\" casual none",
    "seek players:4 random order:listed rated",
    "challenge @ann rated",
    "bot hard black players:2 order:listed",
    "bot bot bot:7",
    "tournament create \"Friday\" roundrobin start:19:00 rounds:5 weeks:3 clock:5m+10s casual checkin:off \
     noshow:3m fill:2 options:v3",
    "tournament weekly \"Friday\" league auto weeks:4 start:\"tomorrow 19:00\" clock:15m rounds:3 rated \
     checkin:15m noshow:5m fill:off options:v3",
    "tournament edit T7 \"Monday\" evening swiss rounds:4 weeks:4 start:30m clock:15m rated checkin:10m \
     noshow:5m fill:3 options:v3",
    "tournament create \"League\" evening start:19:00",
    "tournament weekly T7 \"off\"",
    "tournament join T7",
    "tournament standings T7 @ann",
    "tournament standings T7 why",
    "tournament list 2",
    "tournament log T7 2",
    "tournament pairings T7 2",
    "tournament add T7 @ann",
    "tournament withdraw T7 @ann",
    "tournament cancel T7 yes",
    "tournament leave T7 yes",
    "tournament start T7",
    "tournament export T7 json",
    "bye next T7",
    "pair undo T7",
    "accept #12",
    "decline 12 no time today",
    "withdraw 7",
    "fill 12 bot easy",
    "remove #3 <@80351110224678912>",
    "premove #12 hit c4-c5; push then c3xc4",
    "leave 4",
    "move #12 c2xc3 draw",
    "m c2 c3",
    "#12 board seat:4",
    "board white",
    "legal",
    "#4 legal c2",
    "#4 why d6",
    "setup #4 done",
    "draw #4 accept",
    "odds #7 c2xd3",
    "why c2 d3",
    "setup swap a1-b2",
    "resign 12 yes",
    "resign all yes",
    "thread #12",
    "draw no",
    "takeback #4 accept",
    "draw",
    "abort #1 yes",
    "claim #1",
    "rematch 9",
    "seek 2d/move",
    "bot 2 7d+12h",
    "clock #12",
    "time give #12 1d",
    "help time give",
    "snooze #12 90m",
    "vacation",
    "vacation off",
    "games @ann",
    "games done",
    "games done 3",
    "score @ann",
    "profile",
    "profile @ann",
    "profile versus:@ann",
    "record text",
    "record #12 card",
    "record card",
    "replay #12",
    "replay 12 30",
    "replay #12 0",
    "verify 4",
    "rules",
    "help board",
    "mod close #12 a dispute yes",
    "mod ban @ann rated cheats yes",
    "mod unban @ann yes",
    "privacy forget yes",
    "privacy return yes",
    "report #12 @ann insults",
    "check <#80351110224678912>",
    "about",
];

fn command(line: &str) -> Command {
    match read(line) {
        Reading::Command(command) => command,
        other => panic!("{line}: {other:?}"),
    }
}

fn person(name: &str) -> String {
    if name.starts_with("<@") { name.to_owned() } else { format!("@{name}") }
}

fn invited(who: &Invited) -> String {
    match who {
        Invited::Person(name) => person(name),
        Invited::Anyone => "anyone".to_owned(),
        Invited::Someone => "someone".to_owned(),
        Invited::Bot(level) => format!("bot:{level}"),
    }
}

/// The texts by which a map names a value: one, or several of opponents.
fn texts(value: &Value) -> Vec<String> {
    vec![match value {
        Value::Opponents(who) => return who.iter().map(invited).collect(),
        Value::GameNo(no) => no.0.to_string(),
        Value::EventNo(no) => no.to_string(),
        Value::Person(name) => person(name),
        Value::Channel(key) => format!("<#{key}>"),
        Value::Game(game) => game.words(),
        Value::Number(n) => n.to_string(),
        Value::Page(n) | Value::Ply(n) => n.to_string(),
        Value::Word(word) => (*word).to_owned(),
        Value::Side(SeatChoice::White) => "white".to_owned(),
        Value::Side(SeatChoice::Black) => "black".to_owned(),
        Value::Side(SeatChoice::Random) => "random".to_owned(),
        Value::Side(SeatChoice::Seat(n)) => format!("seat:{n}"),
        Value::Text(text) => text.clone(),
        Value::Options(options) => options.join(" "),
        Value::Command(info) => info.path.to_owned(),
        Value::Clock(control) => control.to_string(),
        Value::Span(span) => span_text(*span),
        Value::Yes => "true".to_owned(),
    }]
}

/// The map of a command's values.
fn named(command: &Command) -> NamedValues {
    let mut named = NamedValues::new();
    for parameter in command.info.parameters {
        let texts = command.values.get(parameter).map(texts).unwrap_or_default();
        assert!(texts.len() <= parameter.names().len(), "{command:?}");
        named.extend(parameter.names().into_iter().zip(texts));
    }
    named
}

/// The line of a map: the values as they are typed, in the order of the row.
fn line(info: &CommandInfo, named: &NamedValues) -> String {
    let mut words = vec![info.path.to_owned()];
    let mut last = Vec::new();
    for parameter in info.parameters {
        for text in parameter.names().iter().filter_map(|name| named.get(name)) {
            match (parameter.kind, parameter.form) {
                (ParameterKind::GameNo { .. }, _) => words.push(format!("#{text}")),
                (ParameterKind::Flag(word), _) => last.push(word.to_owned()),
                // In a challenge the level belongs to the bot that is named.
                (ParameterKind::Level, _) => words.push(format!("bot:{text}")),
                (_, Form::Keyed(key)) if text.contains(' ') => {
                    words.push(format!("{key}:\"{text}\""));
                }
                (_, Form::Keyed(key)) => words.push(format!("{key}:{text}")),
                (ParameterKind::Text, Form::Word | Form::Quoted) => {
                    words.push(format!("\"{text}\""))
                }
                // A name of two words is one word within quotation marks.
                (ParameterKind::Person | ParameterKind::Opponents, _) if text.contains(' ') => {
                    words.push(format!("\"{text}\""));
                }
                (_, Form::Word | Form::Quoted | Form::Repeated | Form::Rest) => {
                    words.push(text.clone())
                }
            }
        }
    }
    words.extend(last);
    words.join(" ")
}

#[test]
fn a_line_and_its_named_values_are_the_same_command() {
    let examples = commands().map(|info| info.example);
    for text in examples.chain(LINES.iter().copied()) {
        let from_line = command(text);
        let named = named(&from_line);
        let from_map = read_named(from_line.info, &named, GameKind::ALL[0]);
        assert_eq!(from_map.as_ref(), Ok(&from_line), "{text}: {named:?}");
        assert_eq!(command(&line(from_line.info, &named)), from_line, "{text}: {named:?}");
    }
}

#[test]
fn every_parameter_is_given_in_some_line() {
    let given: Vec<Command> =
        commands().map(|info| info.example).chain(LINES.iter().copied()).map(command).collect();
    for info in commands() {
        for parameter in info.parameters.iter().filter(is_written) {
            // What depends on the games is given in generated values; a level belongs to a bot.
            let elsewhere = matches!(
                parameter.kind,
                ParameterKind::Options | ParameterKind::Topic | ParameterKind::Game
            );
            let is_level = parameter.kind == ParameterKind::Level && info.path != "fill";
            let is_given = given.iter().any(|one| one.info == info && one.values.has(parameter));
            assert!(elsewhere || is_level || is_given, "{} {}", info.path, parameter.name);
        }
    }
}

#[test]
fn named_values_without_anybody_invite_anyone_or_the_bot() {
    let challenge = find("challenge").unwrap();
    let read = |values: &[(&str, &str)]| {
        let values = values.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
        read_named(challenge, &values.collect(), GameKind::ALL[0])
    };
    assert_eq!(read(&[]), Ok(command("challenge anyone")));
    assert_eq!(read(&[("level", "3")]), Ok(command("challenge bot:3")));
    let several = [("opponent", "<@7>"), ("opponent3", "bot"), ("level", "5"), ("players", "4")];
    assert_eq!(read(&several), Ok(command("challenge <@7> bot:5 players:4")));
    for wrong in
        [[("level", "9")], [("colour", "nowhere")], [("options", "anyone")], [("opponent", "x")]]
    {
        let bad = read(&wrong).unwrap_err();
        assert!(bad.meant && !bad.why.is_empty(), "{wrong:?}: {bad:?}");
    }
    assert_eq!(read(&[("options", "players=4")]), Ok(command("challenge anyone players:4")));
    let bad = read(&[("who", "@ann")]).unwrap_err();
    assert_eq!(bad.why, "`challenge` takes no `who`.");
}

#[test]
fn wrong_named_values_are_refused() {
    for (path, name, text) in [
        ("board", "game", "twelve"),
        ("draw", "answer", "maybe"),
        ("fill", "level", "0"),
        ("games", "player", "ann"),
        ("help", "command", "nothing"),
        ("rules", "topic", "no such topic"),
        ("move", "offer_draw", "true"),
        ("why", "square", "a b c"),
    ] {
        let named = NamedValues::from([(name.to_owned(), text.to_owned())]);
        let bad = read_named(find(path).unwrap(), &named, GameKind::ALL[0]).unwrap_err();
        assert!(bad.meant, "{path}: {bad:?}");
    }
    let both = [("which".to_owned(), "here".to_owned()), ("player".to_owned(), "@ann".to_owned())];
    assert!(
        read_named(find("games").unwrap(), &NamedValues::from(both), GameKind::ALL[0]).is_err()
    );
}

/// Texts for a parameter; `kind` is the game that is named.
fn value(parameter: &'static Parameter, kind: GameKind) -> BoxedStrategy<Vec<String>> {
    let one = |texts: Vec<String>| prop::sample::select(texts).prop_map(|text| vec![text]).boxed();
    let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
    match parameter.kind {
        ParameterKind::GameNo { .. } => (1..100_000u32).prop_map(|no| vec![no.to_string()]).boxed(),
        ParameterKind::EventNo => one(words(&["T7", "T120"])),
        ParameterKind::Channel => one(words(&["<#80351110224678912>"])),
        ParameterKind::Person => one(words(&["@ann", "@ben", "<@80351110224678912>"])),
        ParameterKind::Opponents => {
            let who = ["@ann", "@ben", "<@7>", "bot", "bot:7", "anyone"];
            let who: Vec<String> = words(&who);
            prop::collection::vec(prop::sample::select(who), 1..=4).boxed()
        }
        ParameterKind::Game => one(vec![kind.key().to_owned()]),
        ParameterKind::Number { least, most } => {
            (least..=most).prop_map(|n| vec![n.to_string()]).boxed()
        }
        ParameterKind::Ply => (0..1_000u32).prop_map(|n| vec![n.to_string()]).boxed(),
        ParameterKind::Page => (1..1_000u32).prop_map(|n| vec![n.to_string()]).boxed(),
        ParameterKind::Square => one(words(&["c2", "c2xd3", "c2 d3", "a24"])),
        ParameterKind::Piece => one(words(&["c2", "k11", "some word"])),
        ParameterKind::Move => one(words(&["c2-c3", "c3xd4", "Nf3", "=T f1j1", "c2 c3"])),
        ParameterKind::Text | ParameterKind::Setting => {
            one(words(&["show", "done", "move a1-b2", "put X a1"]))
        }
        ParameterKind::Command => one(commands().map(|info| info.path.to_owned()).collect()),
        ParameterKind::Flag(_) => one(words(&["true"])),
        ParameterKind::Clock => one(words(&["2d/move", "7d+12h", "30m+10s", "15m", "none"])),
        ParameterKind::Span => one(words(&["1d", "36h", "2 days"])),
        ParameterKind::Topic => one(words(&["options"])),
        ParameterKind::Options => {
            let (lines, shorts) = option_words(kind);
            let values = lines.iter().chain(look_lines(kind)).flat_map(|line| {
                let values = line.values.suggestions().into_iter();
                values.map(move |value| format!("{}={value}", line.key))
            });
            // The number of players is a parameter of its own.
            let values = values.filter(|option| !option.starts_with("players="));
            let all: Vec<String> = values.chain(words(shorts)).collect();
            prop::collection::vec(prop::sample::select(all), 1..=3)
                .prop_map(|options| vec![options.join(" ")])
                .boxed()
        }
        other => one(other.choices().into_iter().map(|choice| choice.value).collect()),
    }
}

/// Returns `true` if slash commands have this parameter, and as text.
fn is_written(parameter: &&Parameter) -> bool {
    parameter.in_slash && parameter.kind != ParameterKind::File
}

/// Named values for a command: what is required, and any of the others.
fn arguments(info: &'static CommandInfo) -> impl Strategy<Value = NamedValues> {
    prop::sample::select(GameKind::ALL.to_vec()).prop_flat_map(move |kind| {
        let given = info.parameters.iter().filter(is_written);
        let each: Vec<_> = given
            .map(|parameter| {
                // Options and topics are those of a game, so it is named.
                let needed = parameter.required || parameter.kind == ParameterKind::Game;
                let value = value(parameter, kind);
                let value = if needed {
                    value.prop_map(Some).boxed()
                } else {
                    prop::option::of(value).boxed()
                };
                value.prop_map(move |texts| {
                    let texts = texts.into_iter().flatten();
                    parameter.names().into_iter().zip(texts).collect::<Vec<_>>()
                })
            })
            .collect();
        each.prop_map(move |all| {
            let mut named: NamedValues = all.into_iter().flatten().collect();
            // A number alone is that of a game.
            if !named.contains_key("game") {
                named.remove("ply");
            }
            for parameter in info.parameters {
                if parameter.instead_of.is_some_and(|other| named.contains_key(other)) {
                    named.remove(parameter.name);
                }
            }
            named
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn generated_values_and_their_line_are_the_same_command(
        (info, values) in prop::sample::select(commands().collect::<Vec<_>>())
            .prop_flat_map(|info| (Just(info), arguments(info)))
    ) {
        let from_map = read_named(info, &values, GameKind::ALL[0]).unwrap();
        let named = named(&from_map);
        prop_assert_eq!(&read_named(info, &named, GameKind::ALL[0]).unwrap(), &from_map);
        let line = line(info, &named);
        prop_assert_eq!(&command(&line), &from_map, "{}", line);
    }
}
