//! The page's own cases, from `tests/data/martian/`; its properties are in the modules below.

mod boards;
mod oracle;
mod properties;
mod texts;
mod words;

use super::*;
use crate::games::{Perft, Play, Reason, Roll, Rules as _, Seat, perft::slow, result_text};

/// A block of a data file: lines of a key and the rest.
struct Block<'a>(Vec<(&'a str, &'a str)>);

impl<'a> Block<'a> {
    fn all(text: &'a str) -> impl Iterator<Item = Self> {
        text.split("\n\n")
            .map(|block| {
                let lines = block.lines().filter(|line| !line.starts_with('#'));
                Self(lines.map(|line| line.split_once(' ').unwrap_or((line, ""))).collect())
            })
            .filter(|block| !block.0.is_empty())
    }

    fn get(&self, key: &str) -> Option<&'a str> {
        self.0.iter().find(|(name, _)| *name == key).map(|(_, value)| *value)
    }

    fn options(&self) -> Options {
        self.get("options").unwrap_or("").parse().unwrap()
    }

    fn position(&self) -> Position {
        let text = self.get("position").unwrap();
        Position::from_position_text(text, &self.options())
            .unwrap_or_else(|err| panic!("{text}: {err}"))
    }
}

/// The lines of a data file that are no comments.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

fn moves(position: &Position) -> Vec<String> {
    let mut list = Vec::new();
    position.legal_moves(&mut list);
    list.iter().map(Move::to_string).collect()
}

/// Checks `n: a b c` against the moves of a position.
fn check_moves(label: &str, position: &Position, expected: &str) {
    let (n, list) = expected.split_once(':').unwrap();
    let listed = moves(position);
    assert_eq!(listed.join(" "), list.trim(), "{label}");
    assert_eq!(listed.len().to_string(), n, "{label}");
}

/// Plays moves, and `leave:2` for a seat that goes.
fn play_all(play: &mut Play<Position>, plies: &str) {
    for ply in plies.split_whitespace() {
        if let Some(seat) = ply.strip_prefix("leave:") {
            let seat = Seat::from_index(seat.parse::<u8>().unwrap() - 1).unwrap();
            play.leave(seat, Reason::Resignation).unwrap();
            continue;
        }
        let mv: Move = ply.parse().unwrap();
        play.play(&mv, &Roll::NONE).unwrap_or_else(|err| panic!("{ply}: {err}"));
    }
}

/// Runs the cases of a data file and counts them.
fn run_cases(text: &str) -> usize {
    let mut n = 0;
    for case in Block::all(text) {
        let label = case.get("case").unwrap_or("a game");
        let start = match case.get("position") {
            Some(_) => case.position(),
            None => Position::start(&case.options()),
        };
        let mut play = Play::new(start);
        play_all(&mut play, case.get("play").unwrap_or(""));
        let after = case.get("after").or_else(|| case.get("position")).unwrap();
        assert_eq!(play.position().to_string(), after, "{label}");
        if let Some(expected) = case.get("moves") {
            check_moves(label, play.position(), expected);
        }
        let result = case.get("result").unwrap_or("ongoing");
        assert_eq!(result_text(play.outcome()), result, "{label}");
        n += 1;
    }
    n
}

#[test]
fn cases_of_section_12() {
    assert_eq!(run_cases(include_str!("../../../tests/data/martian/cases.txt")), 44);
}

#[test]
fn seats_that_leave() {
    assert_eq!(run_cases(include_str!("../../../tests/data/martian/leave.txt")), 13);
}

#[test]
fn sample_games_of_section_11() {
    assert_eq!(run_cases(include_str!("../../../tests/data/martian/games.txt")), 3);
}

#[test]
fn starts_of_section_4() {
    for line in lines(include_str!("../../../tests/data/martian/starts.txt")) {
        let (n, text) = line.split_once(' ').unwrap();
        let options = Options::default().for_players(n.parse().unwrap()).unwrap();
        let start = Position::start(&options);
        assert_eq!(start.to_string(), text);
        assert_eq!(Position::from_position_text(text, &options), Ok(start));
        let pips: u32 = start.occupied().map(|at| start.kind_on(at).pips()).sum();
        assert_eq!(pips, 18 * u32::from(start.n_seats()));
    }
}

/// Checks the perft tables as far as counts stay below a limit.
fn check_perft(limit: u64) -> usize {
    let mut n = 0;
    for block in Block::all(include_str!("../../../tests/data/martian/perft.txt")) {
        let position = block.position();
        let label = format!("{position} {}", position.options());
        let counts = block.get("nodes").unwrap().split(' ').map(|n| n.parse().unwrap());
        for (depth, nodes) in (1..).zip(counts).filter(|(_, nodes)| *nodes <= limit) {
            let expected = Perft { nodes, commands: nodes };
            assert_eq!(position.perft(depth), expected, "{label} depth {depth}");
        }
        if let Some(expected) = block.get("moves") {
            check_moves(&label, &position, expected);
        }
        n += 1;
    }
    n
}

#[test]
fn perft_of_section_11() {
    assert_eq!(check_perft(1_000_000), 28);
}

#[test]
#[ignore = "takes seconds even when optimised: the deepest counts of the page"]
fn deep_perft_of_section_11() {
    assert_eq!(check_perft(u64::MAX), 28);
}

#[test]
fn slow_perft_agrees() {
    for block in Block::all(include_str!("../../../tests/data/martian/perft.txt")) {
        let position = block.position();
        for depth in 0..=2 {
            assert_eq!(position.perft(depth), slow(&position, depth), "{position} {depth}");
        }
    }
}

#[test]
fn perft_of_a_finished_position_has_no_lines() {
    let over =
        Position::from_position_text("4/2P1/4/4/4/1D2/4/4 1 5,5 - 0 17", &Options::default())
            .unwrap();
    assert_eq!(over.perft(0).nodes, 1);
    for depth in [1, 2, 64, 65, u32::MAX] {
        assert_eq!(over.perft(depth), Perft::default());
    }
}
