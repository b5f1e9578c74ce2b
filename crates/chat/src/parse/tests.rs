//! How lines read, and that named values read alike.

mod round_trip;

use games::{GameKind, option_words};
use table::SeatChoice;

use super::*;
use crate::{
    commands::{asked, commands, find},
    parse::command::{Challenge, Invited},
};

fn line(text: &str) -> Command {
    match read(text) {
        Reading::Command(command) => command,
        other => panic!("{text}: {other:?}"),
    }
}

fn challenge_in(text: &str) -> Challenge {
    let command = line(text);
    assert!(
        command.info.path == "challenge"
            || command.info.path == "bot"
            || command.info.path == "seek"
    );
    asked(&command.values)
}

/// The command of this path with values by the names of its parameters.
fn made(path: &str, values: &[(&str, Value)]) -> Command {
    let info = find(path).unwrap();
    let mut all = Values::default();
    for (name, value) in values {
        let parameter = info.parameters.iter().find(|one| one.name == *name).unwrap();
        all.set(parameter, value.clone());
    }
    Command { info, values: all }
}

#[test]
fn a_challenge_takes_its_words_in_any_order() {
    let kind = GameKind::ALL[0];
    let (lines, shorts) = option_words(kind);
    let (key, short) = (kind.key(), shorts[0]);
    let (option, value) = (lines[0].key, lines[0].default);
    let expected = Challenge {
        who: vec![Invited::Person("ann".to_owned())],
        kind,
        players: None,
        seat_choice: SeatChoice::White,
        listed: false,
        rated: false,
        clock: None,
        options: format!("{short},{option}={value}"),
        look: String::new(),
    };
    let text = format!("challenge @ann {key} white {short} {option}:{value}");
    assert_eq!(challenge_in(&text), expected);
    let text = format!("play WHITE {} {key} {option}={value} @ann", short.to_uppercase());
    assert_eq!(challenge_in(&text), expected);
}

#[test]
fn the_bot_takes_its_level_in_three_spellings() {
    for text in ["challenge bot:3", "challenge bot 3", "bot 3", "vs bot 3 casual none"] {
        let challenge = challenge_in(text);
        assert_eq!(challenge.who, [Invited::Bot(3)], "{text}");
    }
    assert!(matches!(read("challenge bot 9"), Reading::Bad(_)));
}

#[test]
fn several_may_be_asked() {
    let text = "challenge players:6 @ann <@7> anyone bot:2 bot 5 seat:3 order:listed";
    let challenge = challenge_in(text);
    let person = |name: &str| Invited::Person(name.to_owned());
    let who = [person("ann"), person("<@7>"), Invited::Anyone, Invited::Bot(2), Invited::Bot(5)];
    assert_eq!((challenge.who.as_slice(), challenge.players), (&who[..], Some(6)));
    assert_eq!((challenge.seat_choice, challenge.listed), (SeatChoice::Seat(3), true));
    for (text, n) in [
        ("seek anyone", 1),
        ("seek @ann", 2),
        ("bot bot:3", 1),
        ("bot bot bot", 2),
        ("vs bot:1 bot:1", 2),
    ] {
        let challenge = challenge_in(text);
        assert_eq!(challenge.who.len(), n, "{text}");
    }
    assert!(matches!(read("challenge bot:9 players:4"), Reading::Bad(_)));
    assert!(matches!(read("challenge players:4"), Reading::Bad(BadCommand { meant: true, .. })));
}

/// Returns what is wrong with a line, whether it is surely meant, and how it was probably meant.
fn bad(text: &str) -> (String, bool, Option<String>) {
    match read(text) {
        Reading::Bad(BadCommand { why, meant, line, .. }) => (why, meant, line),
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn a_slip_in_the_name_of_a_game_is_mended() {
    for key in GameKind::ALL.map(GameKind::key) {
        let slip = &key[..key.len() - 1];
        let (why, _, line) = bad(&format!("challenge bot {slip} white"));
        assert_eq!(line, Some(format!("challenge bot {key} white")), "{why}");
        assert_eq!(bad(&format!("challenge bot {key} {slip}")).2, None, "two games");
    }
    assert_eq!(bad("challenge bot xyz white").2, None);
}

#[test]
fn a_mistyped_setting_of_an_event_is_no_name() {
    for (text, wrong) in [
        ("tournament edit rounds:abc", "rounds:abc"),
        ("tournament create players=4 start:30m", "players=4"),
        ("tournament create \"Friday\" start:30m clock:5+3", "clock:5+3"),
        ("tournament join Sprint", "Sprint"),
    ] {
        assert_eq!(bad(text), (format!("I could not read `{wrong}` there."), true, None), "{text}");
    }
    let unquoted = bad("tournament create Friday start:30m");
    assert_eq!(unquoted, (crate::text::unread_setting("Friday"), true, None));
    let clock = bad("tournament edit T1 15m");
    assert_eq!(clock.2.as_deref(), Some("tournament edit T1 clock:15m"));
    for text in [
        "tournament create \"rounds:3\" start:30m",
        "tournament create name:Friday start:30m",
        "tournament create name:\"Friday evening\" start:30m",
    ] {
        assert!(matches!(read(text), Reading::Command(_)), "{text}");
    }
}

#[test]
fn of_the_commands_about_events_the_nearest_is_offered() {
    let (_, _, line) = bad("tournament creat \"Friday Night\" start:\"Fri, 7 pm\"");
    assert_eq!(line.as_deref(), Some("tournament create \"Friday Night\" start:\"Fri, 7 pm\""));
    let (why, meant, line) = bad("tournament standigns T7");
    assert!(why.starts_with("`standigns` is none of list, info, standings,"), "{why}");
    assert_eq!((meant, line.as_deref()), (true, Some("tournament standings T7")));
    let (_, meant, line) = bad("tournament was great");
    assert_eq!((meant, line), (false, None), "that is talk");
}

#[test]
fn challenges_are_read_as_people_say_them() {
    let key = GameKind::ALL[1].key();
    for (text, typed) in [
        (format!("play {key}"), format!("challenge bot {key}")),
        (format!("vs {key} black"), format!("challenge bot {key} black")),
        (format!("challenge bot {key} 4 players"), format!("challenge bot {key} players:4")),
        (format!("challenge bot 3 4 players {key}"), format!("bot 3 players:4 {key}")),
        ("challenge bot easy".to_owned(), "bot 1".to_owned()),
        ("challenge bot medium".to_owned(), "bot 4".to_owned()),
        ("bot hard".to_owned(), "challenge bot:7".to_owned()),
        (format!("play {key} 3"), format!("challenge bot 3 {key}")),
        (format!("play easy {key}"), format!("challenge bot 1 {key}")),
        (format!("challenge {key} hard"), format!("challenge bot 7 {key}")),
    ] {
        assert_eq!(challenge_in(&text), challenge_in(&typed), "{text}");
        let challenge = challenge_in(&text);
        assert!(matches!(challenge.who.as_slice(), [Invited::Bot(_)]), "{text}");
    }
    for kind in GameKind::ALL {
        let longer = option_words(kind).1.iter().filter_map(|w| w.strip_prefix(kind.key()));
        for word in longer.filter(|word| !word.is_empty()) {
            let text = format!("challenge bot {} {word}", kind.key());
            let typed = format!("challenge bot {0} {0}{word}", kind.key());
            assert_eq!(challenge_in(&text), challenge_in(&typed), "{text}");
        }
    }
    for talk in [format!("play {key} tomorrow then"), "play 4 players".to_owned()] {
        assert!(matches!(read(&talk), Reading::Bad(_)), "{talk}");
    }
}

#[test]
fn more_names_than_seats_are_refused_unread() {
    let names = |n: usize| (0..n).map(|n| format!("@u{n}")).collect::<Vec<_>>().join(" ");
    assert_eq!(challenge_in(&format!("challenge {}", names(5))).who.len(), 5);
    for n in [6, 300] {
        // A fault behind the names would be told otherwise.
        let text = format!("challenge {} nonsense", names(n));
        let Reading::Bad(bad) = read(&text) else { panic!("{text}") };
        let why = format!("You name {n} people, and no game has more than 6 seats.");
        assert_eq!((bad.why, bad.meant), (why, true));
    }
    let long = format!("challenge @ann{}", " white".repeat(300));
    let Reading::Bad(bad) = read(&long) else { panic!("it is not read") };
    assert_eq!(bad.why, "That is too long for a challenge.");
}

#[test]
fn a_bot_has_one_level() {
    for text in ["bot 3 5", "challenge bot 2 hard", "vs bot:3 5", "challenge 2 bot:3"] {
        let Reading::Bad(bad) = read(text) else { panic!("{text}") };
        assert!(bad.meant && bad.why.contains("level twice"), "{text}: {}", bad.why);
    }
    for (text, levels) in [("vs bot 3 bot 5", [3, 5]), ("bot 3 bot 5", [3, 5])] {
        assert_eq!(challenge_in(text).who, levels.map(Invited::Bot), "{text}");
    }
    // A level says nothing of people, or where no game is named.
    for text in ["challenge 3 @ann", "challenge easy", "play hard"] {
        assert!(matches!(read(text), Reading::Bad(_)), "{text}");
    }
}

#[test]
fn whoever_is_here_is_anyone() {
    for (text, typed) in [
        ("play someone here", "challenge someone"),
        ("challenge anyone here white", "challenge anyone white"),
    ] {
        assert_eq!(challenge_in(text), challenge_in(typed), "{text}");
    }
    for talk in ["bot here", "play here", "seek here"] {
        assert!(matches!(read(talk), Reading::Bad(_)), "{talk}");
    }
}

#[test]
fn people_play_against_somebody() {
    for (text, typed) in [
        ("play casual against bot 2 white", "challenge casual bot 2 white"),
        ("play against <@101> white", "challenge <@101> white"),
        ("challenge casual vs anyone", "challenge casual anyone"),
        ("play with bot", "challenge bot"),
    ] {
        assert_eq!(challenge_in(text), challenge_in(typed), "{text}");
    }
    for talk in ["play with fire", "play against the wind", "play casual against"] {
        assert!(matches!(read(talk), Reading::Bad(_)), "{talk}");
    }
}

#[test]
fn numbers_select_games() {
    let game = |no| ("game", Value::GameNo(GameNo(no)));
    assert_eq!(line("resign #12 yes"), made("resign", &[game(12), ("sure", Value::Yes)]));
    assert_eq!(line("resign 12"), made("resign", &[game(12)]));
    assert_eq!(line("#7"), made("board", &[game(7)]));
    assert_eq!(read("#12 c2-c3"), Reading::Other(Some(GameNo(12)), "c2-c3".to_owned(), false));
}

#[test]
fn why_takes_a_place_or_from_and_to() {
    let why = |square: &str| made("why", &[("square", Value::Text(square.to_owned()))]);
    assert_eq!(line("why C2?"), why("c2"));
    assert_eq!(line("why c2xd3"), why("c2xd3"));
    assert_eq!(line("why c2 D3?"), why("c2 d3"));
    assert!(matches!(read("why not now"), Reading::Bad(BadCommand { meant: false, .. })));
}

#[test]
fn every_example_reads() {
    for info in commands() {
        assert!(matches!(read(info.example), Reading::Command(_)), "{}", info.example);
    }
}

#[test]
fn talk_is_no_command() {
    for text in ["play nice", "draw me a sheep", "next week then", "help me please", "why not?"] {
        let talk = match read(text) {
            Reading::Bad(bad) => !bad.meant,
            Reading::Other(..) => true,
            // Whether the word is a square is checked later; `not` is no square.
            Reading::Command(command) => command.info.path == "why",
        };
        assert!(talk, "{text}");
    }
}
