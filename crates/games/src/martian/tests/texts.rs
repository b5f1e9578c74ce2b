//! Texts: positions that are taken and refused, options, moves as people type them.

use proptest::prelude::*;

use super::super::*;
use crate::{
    GameKind, Rules as _,
    testkit::{Block, check_readers, data, reading},
};

#[test]
fn positions_refused() {
    let mut n = 0;
    for block in Block::all(data!("martian/refused.txt"), " ") {
        let text = block.get("position").unwrap();
        let error =
            Position::from_position_text(text, &block.options::<Position>()).expect_err(text);
        for words in block.get("says").unwrap().split(" & ") {
            assert!(error.0.contains(words), "{text}: {error}");
        }
        n += 1;
    }
    assert_eq!(n, 65);
}

#[test]
fn every_fault_has_its_own_message() {
    let mut messages = std::collections::BTreeMap::new();
    for block in Block::all(data!("martian/refused.txt"), " ").take(20) {
        let error = Position::from_position_text(
            block.get("position").unwrap(),
            &block.options::<Position>(),
        )
        .unwrap_err();
        assert!(!error.0.contains("; "), "more than one fault: {error}");
        messages.insert(error.0, block.get("fault").unwrap().to_owned());
    }
    let faults: std::collections::BTreeSet<&String> = messages.values().collect();
    assert_eq!(faults.len(), 15);
}

#[test]
fn long_texts_are_refused_unread() {
    let long = format!("{}1", " ".repeat(400));
    let error = Position::from_position_text(&long, &Options::default()).unwrap_err();
    assert!(error.0.contains("at most 400 bytes"), "{error}");
    let just = format!("QQD1/QDP1/DPP1/4/4/1PPD/1PDQ/1DQQ{}1", " ".repeat(366));
    assert_eq!(just.len(), 400);
    assert!(Position::from_position_text(&just, &Options::default()).is_ok());
}

#[test]
fn positions_read_mildly_and_printed_canonically() {
    for (options, text, canonical) in [
        ("", "3P/4/4/4/1P2/4/4/D3 1", "3P/4/4/4/1P2/4/4/D3 1 0,0 - - 0"),
        ("", "3P/13/112/4/1P11/4/22/D3  1   0,0", "3P/4/4/4/1P2/4/4/D3 1 0,0 - - 0"),
        ("", " 3P/4/4/4/1P2/4/4/D3 01 007,0 - 03 000000009 ", "3P/4/4/4/1P2/4/4/D3 1 7,0 - 3 9"),
        (
            "",
            "3P/4/4/4/1P2/4/4/D3 1 999999999,0 - 0 999999999",
            "3P/4/4/4/1P2/4/4/D3 1 999999999,0 - 0 999999999",
        ),
        (
            "",
            "4/4/4/3P|P3/4/4/4|P3/4/4/4 3 0,0,0 - - 0 02",
            "4/4/4/3P|P3/4/4/4|P3/4/4/4 3 0,0,0 - - 0 2",
        ),
        ("players=3", "4/4/4/3P|P3/4/4/4|P3/4/4/4 3", "4/4/4/3P|P3/4/4/4|P3/4/4/4 3 0,0,0 - - 0"),
        ("players=2", "3P/4/4/4/1P2/4/4/D3 1", "3P/4/4/4/1P2/4/4/D3 1 0,0 - - 0"),
        (
            "",
            "QQQQ/QQQQ/QQQQ/QQQQ/QQQQ/QQQQ/QQQQ/QQQQ 2",
            "QQQQ/QQQQ/QQQQ/QQQQ/QQQQ/QQQQ/QQQQ/QQQQ 2 0,0 - - 0",
        ),
        ("deadlock=auto27", "3P/4/4/4/1P2/4/4/D3 1 0,0 - - 99", "3P/4/4/4/1P2/4/4/D3 1 0,0 - - 99"),
        (
            "undo_rule=on",
            "4/4/4/3P|P3/4/4/4|P3/4/4/4 1 0,0,0 A11-C12",
            "4/4/4/3P|P3/4/4/4|P3/4/4/4 1 0,0,0 A11-C12 - 0",
        ),
    ] {
        let position = Position::from_position_text(text, &options.parse().unwrap()).unwrap();
        assert_eq!(position.to_string(), canonical);
        assert_eq!(Position::from_position_text(canonical, position.options()), Ok(position));
    }
}

#[test]
fn counters_stop_at_nine_digits() {
    let text = "3P/4/4/1Q2/1D2/4/4/D3 1 999999998,0 - - 999999999";
    let position = Position::from_position_text(text, &Options::default()).unwrap();
    let after = |mv: &str| position.after(mv.parse().unwrap()).to_string();
    assert_eq!(after("b4xb5"), "3P/4/4/1D2/4/4/4/D3 2 999999999,0 b5-b4 - 0");
    assert_eq!(after("b4-b3"), "3P/4/4/1Q2/4/1D2/4/D3 2 999999998,0 - - 999999999");
}

#[test]
fn options_text() {
    for (text, canonical) in [
        ("", ""),
        ("players=2", ""),
        ("players=5,centre=closed", "players=5,centre=closed"),
        ("centre=closed,players=5", "players=5,centre=closed"),
        ("teams", "teams=on"),
        ("undo_rule", "undo_rule=on"),
        ("promotion", ""),
        ("teams=off,undo_rule=auto,promotion=on,deadlock=clock,centre=nearest", ""),
        ("deadlock=auto27,promotion=off", "promotion=off,deadlock=auto27"),
        ("deadlock=off,undo_rule=off,players=6", "players=6,undo_rule=off,deadlock=off"),
    ] {
        let options: Options = text.parse().unwrap();
        assert_eq!(options.to_string(), canonical);
        assert_eq!(canonical.parse(), Ok(options));
    }
    for n in 2..=6 {
        let options = Position::with_seats("teams".parse().unwrap(), n).unwrap();
        assert_eq!((Position::start(&options).n_seats(), options.teams()), (n, true));
    }
    assert_eq!(Position::with_seats(Options::default(), 7), None);
    assert_eq!(Position::with_seats(Options::default(), 1), None);
}

#[test]
fn options_refused() {
    for (text, says) in [
        (
            "v1",
            "there is no option `v1`; allowed: players, undo_rule, promotion, deadlock, centre, teams",
        ),
        ("colours=rainbow", "there is no option"),
        ("players", "the option `players` needs a value; allowed: 2|3|4|5|6"),
        ("centre", "needs a value; allowed: nearest|closed"),
        ("deadlock", "needs a value; allowed: clock|auto27|off"),
        ("players=7", "the option `players` cannot be `7`; allowed: 2|3|4|5|6"),
        ("players=02", "cannot be `02`"),
        ("deadlock=on", "cannot be `on`; allowed: clock|auto27|off"),
        ("promotion=maybe", "allowed: on|off"),
        ("Teams", "there is no option `Teams`"),
        ("teams,teams=off", "the option `teams` is given twice"),
        ("teams=", "needs a value"),
        ("teams,,promotion", "an option is missing beside a comma"),
        (" teams", "there is no option `?teams`"),
        ("=on", "there is no option"),
    ] {
        let error = text.parse::<Options>().unwrap_err();
        assert!(error.0.contains(says), "{text}: {error}");
    }
}

#[test]
fn typed_moves_of_section_8() {
    let mut wrong = String::new();
    for block in Block::all(data!("martian/typed.txt"), " ") {
        let position: Position = block.position();
        let text = data!("martian/typed.txt");
        let place = text.find(block.get("position").unwrap()).unwrap();
        let lines = text[place..].split("\n\n").next().unwrap().lines().skip(1);
        for line in lines.filter(|line| !line.starts_with("options ")) {
            let (typed, expected) = line.split_once(" => ").unwrap_or((line, ""));
            let found = match reading(&position, typed) {
                talk if talk == "talk" => "no move".to_owned(),
                read => read,
            };
            if found != expected {
                wrong += &format!("{typed} => {found}\n");
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn full_moves_are_told_from_talk() {
    for text in ["b3c4", "b3 to c4", "Qd1xd2!", "A11-B12", "a11 b12*", "h1-h8", "queen d1 d2"] {
        assert!(crate::is_full_move_text(GameKind::Martian, text), "{text}");
    }
    for text in ["c4", "b3", "hello", "r2d2", "a9-b8", "G11-A11", "b3 c4 d5", "x", "a4 please"] {
        assert!(!crate::is_full_move_text(GameKind::Martian, text), "{text}");
    }
}

/// Texts that are nearly right, and texts that are not.
fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[a-hA-FxX:=+*\\-–→ 1-9PDQ!?.>]{0,16}",
        "[PDQ1-8/|]{0,60} [1-6]{0,2} [0-9,]{0,8} [a-h1-8A-F-]{0,6} [0-9-]{0,3} [0-9]{0,10}",
        "(players|undo_rule|teams|promotion|deadlock|centre|=|,|on|off|[0-9]{1,9}| ){0,8}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    /// The readers survive any text, and say what they read the way they read it.
    #[test]
    fn readers_survive_any_text(text in any_text()) {
        check_readers::<Position>(&text, &["", "players=3"]);
    }
}
