//! What the bot promises in Martian Chess.

use std::collections::HashSet;

use games::{
    Rules as _, Seat, legal_moves,
    martian::{Cell, Move, Options, Position},
};

use super::seats;
use crate::{
    EvalStyle, Limit, Opponent as _, SearchRequest, choose,
    evaluate::Evaluate as _,
    net::{
        MAX_INPUTS, PHASES,
        seats::{SeatsGame as _, View},
    },
    opponents::tests::net,
    random::SplitMix,
};

const OPTIONS: [&str; 11] = [
    "",
    "undo_rule=off",
    "promotion=off",
    "deadlock=auto27",
    "players=3",
    "players=4",
    "players=4,teams=on",
    "players=5",
    "players=5,centre=closed",
    "players=6",
    "players=3,undo_rule=on,deadlock=off",
];

fn options(text: &str) -> Options {
    text.parse().unwrap()
}

fn position(text: &str) -> Position {
    Position::from_position_text(text, &options("")).unwrap()
}

/// Positions of random games under all options in turn; no game is over.
fn positions(n: usize, seed: u64) -> Vec<Position> {
    let mut random = SplitMix::new(seed);
    let mut spare = Vec::new();
    let mut found = Vec::new();
    while found.len() < n {
        let mut position = Position::start(&options(OPTIONS[found.len() % OPTIONS.len()]));
        for _ in 0..random.below(80) {
            position = position.after(position.random_move(&mut random, &mut spare).unwrap());
            if position.is_over() {
                break;
            }
        }
        if !position.is_over() {
            found.push(position);
        }
    }
    found
}

fn best(position: Position, limit: Limit) -> Move {
    choose(&[position], &SearchRequest::new(limit, 1, 50), &|| false).unwrap().into_move()
}

#[test]
fn a_random_move_is_any_legal_move() {
    let mut random = SplitMix::new(1);
    let mut spare = Vec::new();
    for position in positions(44, 2) {
        let moves = legal_moves(&position);
        let n_draws = 400 * moves.len();
        let mut counts = vec![0_u32; moves.len()];
        for _ in 0..n_draws {
            let mv = position.random_move(&mut random, &mut spare).unwrap();
            counts[moves.iter().position(|other| *other == mv).unwrap()] += 1;
        }
        // Five standard deviations of a count whose mean is 400.
        assert!(counts.iter().all(|count| count.abs_diff(400) < 100), "{position} {counts:?}");
    }
}

#[test]
fn turning_the_board_changes_nothing() {
    let options = options("players=5");
    let eval = Position::evaluator(EvalStyle::Full, &options);
    for position in positions(110, 3).iter().filter(|position| position.n_seats() == 5) {
        let text = position.to_string();
        let fields: Vec<&str> = text.split(' ').collect();
        let turn = |list: &str, sign: &str| {
            let mut parts: Vec<&str> = list.split(sign).collect();
            parts.rotate_right(1);
            parts.join(sign)
        };
        let seat = position.to_move().index();
        let next = Seat::from_index((seat as u8 + 1) % 5).unwrap();
        let turned = format!(
            "{} {next} {} - {} {}",
            turn(fields[0], "|"),
            turn(fields[2], ","),
            fields[4],
            fields[5]
        );
        let turned = Position::from_position_text(&turned, position.options()).unwrap();
        let (here, there) = (eval.shares(position), eval.shares(&turned));
        assert_eq!(here[seat], there[next.index()], "{text}");
        assert!(here.iter().sum::<i32>() <= 1_000_000 && here.iter().all(|share| *share >= 0));
    }
}

#[test]
fn turning_the_square_board_changes_nothing() {
    let options = options("players=4");
    let eval = Position::evaluator(EvalStyle::Full, &options);
    let all = positions(220, 6);
    let squares = all.iter().filter(|position| *position.options() == options);
    for position in squares {
        let text = position.to_string();
        let fields: Vec<&str> = text.split(' ').collect();
        let cell = |file: usize, rank: usize| {
            let place = Cell::flat(file as u8, rank as u8).unwrap();
            let signs = ['P', 'D', 'Q'];
            position.piece_at(place).map_or('1', |kind| signs[kind.index()])
        };
        // A quarter clockwise: the file becomes the rank from above.
        let rank_text = |rank: usize| (0..8).map(|file| cell(7 - rank, file)).collect::<String>();
        let ranks: Vec<String> = (0..8).rev().map(rank_text).collect();
        // Empty cells in a row are one number.
        let join = |board: String, n: usize| board.replace(&"1".repeat(n), &n.to_string());
        let board = (1..=8).rev().fold(ranks.join("/"), join);
        let mut scores: Vec<&str> = fields[2].split(',').collect();
        scores.rotate_right(1);
        let seat = position.to_move().index();
        let next = Seat::from_index((seat as u8 + 1) % 4).unwrap();
        let turned = format!("{board} {next} {} - {} {}", scores.join(","), fields[4], fields[5]);
        let turned = Position::from_position_text(&turned, position.options()).unwrap();
        let mut here = eval.shares(position);
        here[..4].rotate_right(1);
        assert_eq!(here, eval.shares(&turned), "{text}");
    }
}

#[test]
fn the_views_of_several_seats_fit_the_net() {
    for position in positions(440, 5).iter().filter(|position| position.n_seats() > 2) {
        for View { inputs, .. } in position.views() {
            assert!(inputs.len() < usize::from(MAX_INPUTS), "{position}");
            assert!(inputs.iter().all(|input| usize::from(*input) < seats::INPUTS - 1));
            let different: HashSet<&u16> = inputs.iter().collect();
            assert_eq!(different.len(), inputs.len(), "{position} {inputs:?}");
        }
        assert!(position.phase() < PHASES, "{position}");
        let eval = Position::evaluator(EvalStyle::Full, position.options());
        if !position.has_teams() {
            let total: i32 = eval.shares(position).iter().sum();
            assert!((999_990..=1_000_000).contains(&total), "{position} {total}");
        }
    }
}

#[test]
fn the_net_of_several_seats_is_the_one_that_was_trained() {
    net::check_bytes(include_bytes!("seats.bin"), 13_257_006_975_340_969_351);
}

#[test]
fn points_without_end_are_a_sure_win() {
    for text in ["3P/4/4/4/4/4/4/P3 1 999999999,0 - - 0", "3P/4/4/4/4/4/4/P3 1 0,999999999 - - 0"] {
        let here = position(text);
        let value = Position::evaluator(EvalStyle::Full, here.options()).value(&here);
        assert_eq!(value > 0, here.score(Seat::FIRST) > 0, "{text}");
    }
}

#[test]
fn half_a_turn_of_two_zones_changes_nothing() {
    let eval = Position::evaluator(EvalStyle::Full, &Options::default());
    for position in positions(400, 4).iter().filter(|position| position.n_seats() == 2) {
        let text = position.to_string();
        let fields: Vec<&str> = text.split(' ').collect();
        let board: String = fields[0].chars().rev().collect();
        let scores: Vec<&str> = fields[2].split(',').rev().collect();
        let seat = position.to_move().other();
        let turned = format!("{board} {seat} {} - {} {}", scores.join(","), fields[4], fields[5]);
        let turned = Position::from_position_text(&turned, position.options()).unwrap();
        assert_eq!(eval.value(position), eval.value(&turned), "{text}");
    }
}

#[test]
fn the_last_piece_crosses_only_to_win() {
    for limit in [Limit::Depth(1), Limit::Depth(4), Limit::Level(3), Limit::Level(7)] {
        let crosses = |text: &str| position(text).after(best(position(text), limit)).is_over();
        // Level, so whoever ends the game wins it; then behind by a point.
        assert!(crosses("3P/4/4/4/1D2/4/4/4 1 5,5 - - 0"), "{limit:?}");
        assert!(!crosses("3P/4/4/4/1D2/4/4/4 1 5,6 - - 0"), "{limit:?}");
        // A capture on the way makes up for it.
        assert!(crosses("3P/4/4/1Q2/1D2/4/4/4 1 4,6 - - 3"), "{limit:?}");
    }
}

#[test]
fn points_in_reach_are_taken() {
    // The Queen is free to take: nothing stands near the square where the Drone arrives.
    let text = "P3/4/4/1Q2/1D2/4/4/P2P 1 0,0 - - 0";
    for limit in [Limit::Depth(1), Limit::Depth(3), Limit::Level(5)] {
        assert_eq!(best(position(text), limit).to_string(), "b4xb5", "{limit:?}");
    }
}

#[test]
fn who_leads_calls_the_clock_and_who_trails_does_not() {
    // Bare Drones far from each other: nothing will be captured soon.
    for (scores, quiet, calls) in
        [("9,2", 5, true), ("2,9", 5, false), ("2,9", 99, false), ("5,5", 5, false)]
    {
        let text = format!("2DD/4/4/4/4/4/4/DD2 1 {scores} - - {quiet}");
        for limit in [Limit::Depth(2), Limit::Level(4), Limit::Level(7)] {
            assert_eq!(best(position(&text), limit).call, calls, "{text} {limit:?}");
        }
    }
    let level = position("2DD/4/4/4/4/4/4/DD2 1 5,5 - - 31");
    assert!(best(level, Limit::Level(7)).call);
    // A running clock is not called again, and other deadlock rules have none.
    assert!(!best(position("2DD/4/4/4/4/4/4/DD2 1 9,2 - 5 9"), Limit::Level(4)).call);
    let off =
        Position::from_position_text("2DD/4/4/4/4/4/4/DD2 1 9,2 - - 9", &options("deadlock=off"))
            .unwrap();
    assert!(!best(off, Limit::Level(4)).call);
}

#[test]
fn partners_share_a_value() {
    let options = options("players=4,teams=on");
    let eval = Position::evaluator(EvalStyle::Full, &options);
    let start = Position::start(&options);
    let allies = eval.allies(Seat::FIRST);
    assert_eq!(allies.iter().map(Seat::number).collect::<Vec<_>>(), [1, 3]);
    // Points of the partner count for both.
    let text = start.to_string().replace("0,0,0,0", "0,0,9,0");
    let ahead = Position::from_position_text(&text, &options).unwrap();
    assert!(eval.value(&ahead) > eval.value(&start) + 100_000);
}

#[test]
fn a_seat_that_has_left_gets_nothing() {
    let options = options("players=3");
    let eval = Position::evaluator(EvalStyle::Full, &options);
    let mut position = Position::start(&options);
    let second = Seat::from_index(1).unwrap();
    assert_eq!(position.leave(second), None);
    assert_eq!(eval.shares(&position)[1], 0);
    // Two are left, so the others are one camp of one.
    assert!(eval.value(&position).abs() < 200_000);
    let choice =
        choose(&[position], &SearchRequest::new(Limit::Level(5), 1, 9), &|| false).unwrap();
    assert!(position.is_legal(&choice.into_move()));
}

#[test]
fn the_bench_positions_can_be_read() {
    for (options_text, text) in Position::bench_positions() {
        let position = Position::from_position_text(text, &options(options_text)).unwrap();
        assert!(!position.is_over(), "{text}");
    }
}

#[test]
fn the_net_knows_all_inputs_and_is_the_one_that_was_trained() {
    net::check::<Position>(include_bytes!("net.bin"), 642_627_789_421_328_216);
}

#[test]
fn pruned_search_is_plain_search_with_the_net() {
    net::pruned_is_plain_by_default::<Position>(30);
}

#[test]
#[ignore = "second tier: cargo xtask long"]
fn pruned_search_is_plain_search_with_the_net_in_many_positions() {
    net::pruned_is_plain_by_default::<Position>(1000);
}
