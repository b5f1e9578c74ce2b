//! Tests of the rules of Game Mix, by the cases and tables of the rules page.

mod oracle;
mod page;
mod properties;
mod read;
mod whys;
mod words;

use super::{Key, Options, Position};
use crate::{
    Perft, Play, Roll, Rules, result_text,
    testkit::{self, Case, check_reference_perft, data, lines, moves_of},
};

const START: &str = "lnskdsnl/ccppppcc/8/8/8/8/CCPPPPCC/LNSDKSNL w - 0 1";

fn at(position: &str, options: &str) -> Position {
    testkit::at(position, options)
}

fn cases() -> Vec<Case> {
    Case::all(data!("mix/cases.txt"))
}

#[test]
fn the_cases_of_the_rules_page() {
    let cases = cases();
    assert_eq!(cases.len(), 55);
    for case in cases {
        let play = case.play::<Position>(" ");
        let (position, name) = (play.position(), case.name());
        if !case.field("after").is_empty() {
            assert_eq!(position.to_string(), case.field("after"), "{name}");
        }
        let moves = moves_of(position);
        let shown = format!("{}: {}", moves.len(), moves.join(" "));
        let listed = case.field("moves");
        assert_eq!(shown.trim_end_matches([' ', ':']), listed, "{name}");
        let check = if position.is_check() { "yes" } else { "no" };
        assert_eq!(check, case.field("check"), "{name}");
        assert_eq!(result_text(play.outcome()), case.field("result"), "{name}");
    }
}

/// What the notes of some cases say of other options.
#[test]
fn the_notes_of_the_cases() {
    let result = |position: &str, options: &str, mv: &str| {
        let mut play = Play::new(at(position, options));
        if !mv.is_empty() {
            play.play(&mv.parse().unwrap(), &Roll::NONE).unwrap();
        }
        result_text(play.outcome())
    };
    let connects = "k7/p7/8/8/4K3/3P2N1/8/8 w - 0 1";
    let both = "8/8/7k/3Kp2s/8/5N2/8/8 w - 0 1";
    let stuck = "k7/8/1KN5/8/8/8/8/8 b - 0 1";
    for (position, options, mv, expected) in [
        (connects, "connect=half", "g3f5", "ongoing"),
        (connects, "connect=off", "g3f5", "ongoing"),
        (both, "connect_tie=mover", "f3e5", "win 1 connection"),
        (stuck, "connect=off", "", "win 1 stalemate"),
        ("k7/2K5/8/1N6/8/8/8/8 b - 0 1", "stalemate=draw", "", "draw stalemate"),
        ("k7/2K5/8/1N6/8/1L6/8/8 b - 0 1", "", "", "win 1 stalemate"),
        ("8/8/8/4k3/8/8/8/K6N w - 0 1", "connect_min=1", "", "win 2 connection"),
        ("k7/8/8/4K3/3S4/8/p7/8 w - 0 1", "", "", "win 1 connection"),
        ("8/8/4k3/8/8/8/8/KC6 w - 0 1", "", "", "ongoing"),
        ("8/8/4k3/8/8/8/8/KNL5 w - 0 1", "preset=mixchess", "", "ongoing"),
        ("8/8/4k3/8/8/8/8/KN5n w - 100 61", "preset=mixchess", "", "draw progress"),
        ("8/8/4k3/8/8/8/8/KN5n w - 39 61", "", "", "ongoing"),
        ("8/8/4k3/8/8/8/8/KN5n w - 9999 61", "progress=0", "", "ongoing"),
        // Bare Kings, but row 4 of the table comes first.
        ("8/8/4k3/8/8/8/8/K7 w - 0 1", "connect_min=1", "", "win 2 connection"),
    ] {
        assert_eq!(result(position, options, mv), expected, "{position} {options} {mv}");
    }
}

#[test]
fn moves_of_single_men() {
    for line in lines(data!("mix/examples.txt")) {
        let parts: Vec<&str> = line.split("; ").collect();
        let moves = moves_of(&at(parts[0], parts[1]));
        let from: Vec<String> = moves.into_iter().filter(|mv| mv.starts_with(parts[2])).collect();
        assert_eq!(from.join(" "), parts[3], "{line}");
    }
}

#[test]
fn lists_of_the_six_positions() {
    for line in lines(data!("mix/lists.txt")) {
        let (position, moves) = line.split_once("; ").unwrap();
        assert_eq!(moves_of(&at(position, "-")).join(" "), moves, "{position}");
    }
}

#[test]
fn perft_agrees_with_the_rules_page() {
    for line in lines(data!("mix/perft.txt")) {
        let parts: Vec<&str> = line.split("; ").collect();
        let position = at(parts[0], parts[1]);
        for (count, depth) in parts[2].split(' ').zip(1..) {
            let nodes: u64 = count.parse().unwrap();
            assert_eq!(position.perft(depth), Perft { nodes, commands: nodes }, "{line}: {depth}");
        }
    }
}

#[test]
fn slow_perft_agrees() {
    for line in lines(data!("mix/perft.txt")) {
        let parts: Vec<&str> = line.split("; ").collect();
        let position = at(parts[0], parts[1]);
        check_reference_perft(&position);
    }
}

#[test]
fn divide_of_the_start() {
    for line in lines(data!("mix/divide.txt")) {
        let parts: Vec<&str> = line.split(' ').collect();
        let after = at(START, "-").after(parts[0].parse().unwrap());
        assert_eq!(after.perft(2).nodes.to_string(), parts[1], "{line}");
        assert_eq!(after.perft(3).nodes.to_string(), parts[2], "{line}");
    }
}

/// How many leaves of the tree from the start position have which property (rules, section 12.1).
#[test]
fn what_the_leaves_hold() {
    /// Captures, jumps, chains, captures in passing, promotions, checks, mates, connections.
    fn count(position: &Position, depth: u32, held: &mut [u32; 8]) {
        for mv in moves_of(position) {
            let mut next = *position;
            let report = next.apply(&mv.parse().unwrap(), &Roll::NONE);
            if depth > 1 {
                count(&next, depth - 1, held);
                continue;
            }
            let result = result_text(report.outcome);
            let marks = [
                !report.taken.is_empty(),
                report.mv.is_jump(),
                report.taken.len() > 1,
                report.is_passing,
                report.promoted.is_some(),
                next.is_check(),
                result.ends_with("checkmate"),
                result.ends_with("connection"),
            ];
            held.iter_mut().zip(marks).for_each(|(n, mark)| *n += u32::from(mark));
        }
    }
    for (depth, expected) in [
        (1, [0, 0, 0, 0, 0, 1, 0, 0]),
        (2, [8, 0, 0, 0, 0, 16, 0, 0]),
        (3, [224, 7, 0, 0, 0, 304, 0, 0]),
        (4, [8041, 266, 0, 0, 0, 5907, 9, 0]),
    ] {
        let mut held = [0; 8];
        count(&at(START, "-"), depth, &mut held);
        assert_eq!(held, expected, "{depth}");
    }
}

#[test]
fn positions_that_are_refused() {
    let words = [
        "five fields",
        "eight ranks",
        "neither a man",
        "two digits",
        "must fill 8",
        "exactly one King",
        "last rank",
        "first rank",
        "side to move",
        "en passant field",
        "must be on rank",
        "just have passed",
        "plain number",
        "the clock must be 0",
    ];
    let mut seen = 0;
    for line in lines(data!("mix/refused.txt")) {
        let (number, position) = line.split_once("; ").unwrap();
        let error =
            Position::from_position_text(position, &Options::default()).unwrap_err().to_string();
        let word = words[number.parse::<usize>().unwrap() - 1];
        assert!(error.contains(word), "{line}: {error}");
        seen += 1;
    }
    assert_eq!(seen, words.len());
}

#[test]
fn a_position_comes_back_for_the_third_time() {
    let mut play = Play::new(at(START, "-"));
    let dance = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
    for mv in dance.split(' ') {
        assert_eq!(play.outcome(), None);
        play.play(&mv.parse().unwrap(), &Roll::NONE).unwrap();
    }
    assert_eq!(result_text(play.outcome()), "draw repetition");
}

/// A square passed over counts for repetition only where a Pawn may legally take there.
#[test]
fn keys_hold_legal_captures_in_passing_alone() {
    let keys = |a: &str, b: &str| -> (Key, Key, bool) {
        let (a, b) = (at(a, "-"), at(b, "-"));
        (a.key(), b.key(), a.hash64() == b.hash64())
    };
    for (position, same) in [
        ("4k3/8/8/3pP3/8/8/8/4K3 w d6 0 2", false),
        // A Checker takes nothing there; the King would be exposed by arithmetic.
        ("4k3/8/8/3pC3/8/8/8/4K3 w d6 0 2", true),
        ("7k/8/8/3pPK1l/8/8/8/N7 w d6 0 2", true),
    ] {
        let (with, without, hashes) = keys(position, &position.replace("d6", "-"));
        assert_eq!((with == without, hashes), (same, same), "{position}");
    }
}

#[test]
fn options_are_read_and_written() {
    let canonical = |text: &str| text.parse::<Options>().map(|options| options.to_string());
    for (text, expected) in [
        ("", ""),
        ("mix", ""),
        ("preset=mix,connect=off", "connect=off"),
        ("mixchess", "preset=mixchess"),
        ("liner_leap=friends,mixchess", "preset=mixchess,liner_leap=friends"),
        (
            "progress=30,preset=mixchess",
            "connect=off,stalemate=draw,dama_check=bishop,progress=30,bare=on",
        ),
        ("connect=off,stalemate=draw,dama_check=bishop,progress=50,bare", "preset=mixchess"),
        ("bare,connect_min=1,progress=0", "connect_min=1,progress=0,bare=on"),
        ("connect=camp,must_capture=army,connect_tie=mover", "connect_tie=mover,must_capture=army"),
    ] {
        assert_eq!(canonical(text).as_deref(), Ok(expected), "{text}");
    }
    for (text, word) in [
        ("connect", "needs a value; allowed: off|camp|half"),
        ("connect=on", "cannot be `on`"),
        ("connect_min=0", "1 to 16"),
        ("connect_min=17", "1 to 16"),
        ("progress=1001", "0 to 1000"),
        ("progress=+5", "0 to 1000"),
        ("mix,mixchess", "given twice"),
        ("bare,bare=on", "given twice"),
        ("chess", "no option `chess`"),
        ("bare,", "missing beside a comma"),
    ] {
        let error = text.parse::<Options>().unwrap_err().to_string();
        assert!(error.contains(word), "{text}: {error}");
    }
}
