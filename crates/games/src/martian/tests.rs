//! The page's own cases, from `tests/data/martian/`; its properties are in the modules below.

mod boards;
mod oracle;
mod properties;
mod texts;
mod words;

use super::*;
use crate::{
    Perft, Play, Reason, Roll, Rules as _, Seat,
    testkit::{
        Block, check_cases, check_moves, check_no_lines, check_reference_perft, data, lines,
    },
};

/// Plays a move, or `leave:2` for a seat that goes.
fn play_or_leave(play: &mut Play<Position>, ply: &str) {
    if let Some(seat) = ply.strip_prefix("leave:") {
        let seat = Seat::from_index(seat.parse::<u8>().unwrap() - 1).unwrap();
        play.leave(seat, Reason::Resignation).unwrap();
        return;
    }
    let mv: Move = ply.parse().unwrap();
    play.play(&mv, &Roll::NONE).unwrap_or_else(|err| panic!("{ply}: {err}"));
}

#[test]
fn cases_of_section_12() {
    assert_eq!(check_cases(data!("martian/cases.txt"), play_or_leave), 44);
}

#[test]
fn seats_that_leave() {
    assert_eq!(check_cases(data!("martian/leave.txt"), play_or_leave), 13);
}

#[test]
fn sample_games_of_section_11() {
    assert_eq!(check_cases(data!("martian/games.txt"), play_or_leave), 3);
}

#[test]
fn starts_of_section_4() {
    for line in lines(data!("martian/starts.txt")) {
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
    for block in Block::all(data!("martian/perft.txt"), " ") {
        let position: Position = block.position();
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
#[ignore = "second tier: cargo xtask long"]
fn deep_perft_of_section_11() {
    assert_eq!(check_perft(u64::MAX), 28);
}

#[test]
fn slow_perft_agrees() {
    for block in Block::all(data!("martian/perft.txt"), " ") {
        check_reference_perft(&block.position::<Position>());
    }
}

#[test]
fn perft_of_a_finished_position_has_no_lines() {
    let over =
        Position::from_position_text("4/2P1/4/4/4/1D2/4/4 1 5,5 - 0 17", &Options::default())
            .unwrap();
    check_no_lines(&over);
}
