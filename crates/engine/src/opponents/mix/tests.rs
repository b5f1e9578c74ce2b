//! What holds for the bot in Game Mix.

mod find;
mod suite;

use games::{
    Rules as _, Seat, legal_moves,
    mix::{Kind, Move, Options, Position},
};

use super::{Mix, PLAIN, STEADY, TUNED};
use crate::{
    Choice, EvalStyle, Limit, Opponent as _, SearchRequest, choose,
    evaluate::Evaluate as _,
    expected_score,
    opponents::tests::{net, plain},
    random::SplitMix,
    search::SearchSettings,
};

/// Options texts that together touch every option.
const OPTIONS: [&str; 12] = [
    "",
    "connect=off",
    "preset=mixchess",
    "connect=half",
    "dama_path=turning,connect=off",
    "must_capture=army",
    "liner_leap=friends",
    "checker_capture=displace,connect=off",
    "must_capture=piece,connect_tie=mover",
    "connect_min=4",
    "connect_min=1,stalemate=draw,progress=3",
    "dama_check=bishop,bare=on,progress=0",
];

fn position(text: &str, options: &str) -> Position {
    Position::from_position_text(text, &options.parse().unwrap()).unwrap()
}

/// Positions of random games under all options in turn, each after the earlier ones that it could
/// repeat; no game is over.
fn pasts(n: usize, seed: u64) -> Vec<Vec<Position>> {
    let mut random = SplitMix::new(seed);
    let mut spare = Vec::new();
    let mut found: Vec<Vec<Position>> = Vec::new();
    while found.len() < n {
        let options: Options = OPTIONS[found.len() % OPTIONS.len()].parse().unwrap();
        let mut past = vec![Position::start(&options)];
        for _ in 0..random.below(220) {
            let next = past[past.len() - 1]
                .after(past[past.len() - 1].random_move(&mut random, &mut spare).unwrap());
            if next.outcome().is_some() || next.drawn_by_count(1).is_some() {
                break;
            }
            if next.is_after_irreversible_ply() {
                past.clear();
            }
            past.push(next);
        }
        found.push(past);
    }
    found
}

fn thought(position: &Position, limit: Limit) -> Choice<Move> {
    choose(&[*position], &SearchRequest::new(limit, 1, 99), &|| false).unwrap()
}

fn best(text: &str, options: &str, limit: Limit) -> String {
    thought(&position(text, options), limit).into_move().to_string()
}

/// The position seen from the other side of the board: colours changed, ranks turned over.
fn mirrored(position: &Position) -> Position {
    let text = position.to_string();
    let fields: Vec<&str> = text.split(' ').collect();
    let swap =
        |c: char| if c.is_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
    let ranks: Vec<String> =
        fields[0].split('/').rev().map(|rank| rank.chars().map(swap).collect()).collect();
    let side = if fields[1] == "w" { "b" } else { "w" };
    let passed = fields[2].replace('3', "x").replace('6', "3").replace('x', "6");
    let text = format!("{} {side} {passed} {} {}", ranks.join("/"), fields[3], fields[4]);
    Position::from_position_text(&text, position.options()).unwrap()
}

/// The position seen in a mirror beside the board: file a becomes file h.
fn reversed(position: &Position) -> Position {
    let text = position.to_string();
    let fields: Vec<&str> = text.split(' ').collect();
    let ranks: Vec<String> =
        fields[0].split('/').map(|rank| rank.chars().rev().collect()).collect();
    let flip = |c: char| if c.is_ascii_lowercase() { (b'a' + b'h' - c as u8) as char } else { c };
    let passed: String = fields[2].chars().map(flip).collect();
    let text = format!("{} {} {passed} {} {}", ranks.join("/"), fields[1], fields[3], fields[4]);
    Position::from_position_text(&text, position.options()).unwrap()
}

#[test]
fn a_mirror_changes_nothing() {
    let eval = Position::evaluator(EvalStyle::Full, &Options::default());
    for here in net::positions::<Position>(500, 5) {
        assert_eq!(eval.value(&here), eval.value(&reversed(&here)), "{here}");
    }
}

/// Compares the searches in so many positions.
fn pruned_is_plain(positions: usize) {
    for (i, past) in pasts(positions, 1).iter().enumerate() {
        // The quiet tree is deep, the noisy one wide: not both at once.
        let (depth, style) =
            if i % 2 == 0 { (2, EvalStyle::WithoutTactics) } else { (1, EvalStyle::Full) };
        let margin = if i / 12 % 2 == 0 { 0 } else { 60_000 };
        let settings = SearchSettings {
            draw_offset: -40_000 * (i as i32 % 3),
            margin,
            exact: true,
            ..SearchSettings::default()
        };
        let eval = Position::evaluator(style, past[past.len() - 1].options());
        plain::compare(&eval, past, depth, settings);
    }
}

#[test]
fn pruned_search_is_plain_search_to_the_last_unit() {
    pruned_is_plain(36);
}

#[test]
#[ignore = "second tier: cargo xtask long"]
fn pruned_search_is_plain_search_in_many_positions() {
    pruned_is_plain(480);
}

#[test]
fn changing_the_colours_changes_nothing() {
    for (i, past) in pasts(480, 3).iter().enumerate() {
        let (here, there) = (past[past.len() - 1], mirrored(&past[past.len() - 1]));
        for weights in [&PLAIN, &TUNED, &STEADY] {
            let eval = Mix::new(weights, here.options(), true);
            assert_eq!(eval.value(&here), eval.value(&there), "{here}");
            assert!(eval.value(&here).abs() <= 970_000, "{here}");
        }
        let eval = Position::evaluator(EvalStyle::Full, here.options());
        assert_eq!(eval.value(&here), eval.value(&there), "{here}");
        if i % 10 == 0 {
            let best = |position| plain::best_value(&eval, &[position], 2);
            assert_eq!(best(here), best(there), "{here}");
        }
    }
}

#[test]
fn same_seed_same_move_on_any_thread() {
    let past = pasts(1, 5).swap_remove(0);
    let limits = (1..=6).map(Limit::Level).chain([Limit::Nodes(20_000)]);
    for limit in limits {
        let run = || choose(&past, &SearchRequest::new(limit, 9, 12), &|| false).unwrap();
        let alone = run();
        let together: Vec<Choice<Move>> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(run)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert!(together.iter().all(|choice| *choice == alone), "{limit:?}");
    }
}

#[test]
fn a_node_budget_is_kept() {
    for past in pasts(24, 6) {
        // Depth 1 is always finished, however many checks have to be answered there.
        for nodes in [3_000, 20_000] {
            let choice =
                choose(&past, &SearchRequest::new(Limit::Nodes(nodes), 1, 50), &|| false).unwrap();
            let used = choice.report.nodes;
            // Fewer nodes are used only if everything was searched.
            let complete = choice.report.moves[0].proven.is_some() || choice.report.depth == 64;
            assert!(used <= nodes * 101 / 100 && (complete || used >= nodes * 99 / 100), "{used}");
        }
    }
}

#[test]
fn the_chosen_move_is_legal_and_its_value_a_score() {
    let limits = [1, 2, 3, 4].map(Limit::Level).into_iter().chain([Limit::Nodes(300)]);
    for (past, limit) in pasts(600, 7).iter().zip(limits.cycle()) {
        let choice = choose(past, &SearchRequest::new(limit, 3, 8), &|| false).unwrap();
        let chosen = &choice.report.moves[choice.chosen];
        assert!(expected_score(chosen.value) <= 1_000_000);
        let mut next = past[past.len() - 1];
        for mv in &chosen.line {
            assert!(next.is_legal(mv), "{next} {:?}", chosen.line);
            next = next.after(*mv);
        }
        if let Some(end) = chosen.proven.filter(|_| next.outcome().is_some()) {
            assert_eq!(end.plies as usize, chosen.line.len(), "{next}");
        }
    }
}

#[test]
fn the_weak_levels_vary_with_the_seed() {
    let start = [Position::start(&Options::default())];
    for level in 1..=6 {
        let choose =
            |seed| choose(&start, &SearchRequest::new(Limit::Level(level), seed, 0), &|| false);
        let mut moves: Vec<Move> = (0..20).map(|seed| choose(seed).unwrap().into_move()).collect();
        moves.sort();
        moves.dedup();
        assert!(moves.len() > 1, "level {level}");
    }
}

#[test]
fn it_walks_together_only_where_that_wins() {
    // Two steps bring the Knight and the Pawn to the King; without connections the Pawn runs.
    let text = "7k/pp6/8/8/1K1P3N/8/8/8 w - 0 1";
    let wins = thought(&position(text, ""), Limit::Depth(4));
    let end = wins.report.moves[wins.chosen].proven;
    assert!(end.is_some_and(|end| end.wins), "{end:?}");
    let goes_on = thought(&position(text, "connect=off"), Limit::Depth(4));
    assert_eq!(goes_on.report.moves[goes_on.chosen].proven, None);
    let steps = |options: &str| {
        let near = position("7k/pp6/8/8/1K1P3N/8/8/8 w - 0 1", options);
        let far = position("7k/pp6/8/8/1K6/8/3P4/7N w - 0 1", options);
        let eval = Position::evaluator(EvalStyle::WithoutTactics, near.options());
        eval.value(&near) - eval.value(&far)
    };
    assert!(steps("") > steps("connect=off") + 50_000);
    assert!(steps("connect_min=4") < steps(""), "three men cannot connect");
}

#[test]
fn it_does_not_hand_the_game_over_by_a_capture() {
    // Taking the straggler leaves Black with a King and a Silver that touch.
    let text = "8/8/7k/3p3s/8/2N5/8/7K w - 0 1";
    assert_ne!(best(text, "", Limit::Level(3)), "c3d5");
    for limit in [Limit::Depth(1), Limit::Depth(3), Limit::Level(5), Limit::Level(6)] {
        assert_ne!(best(text, "", limit), "c3d5", "{limit:?}");
        assert_eq!(best(text, "connect=off", limit), "c3d5", "{limit:?}");
    }
}

#[test]
fn a_pass_is_left_to_sides_that_have_moves_to_spare() {
    let eval = Position::evaluator(EvalStyle::Full, &Options::default());
    let start = Position::start(&Options::default());
    let passed = eval.null_move(&start).unwrap();
    assert_eq!(passed.turn(), Seat::SECOND);
    assert_eq!(eval.null_move(&position("k7/8/8/8/8/2PCP3/8/KN6 w - 0 1", "")), None);
    let check = position("lnskdsnl/ccppppcc/8/L7/8/8/CCPPPPCC/1NSDKSNL b - 1 1", "");
    assert!(eval.extends_line(&check) && eval.null_move(&check).is_none());
}

#[test]
fn noisy_moves_take_or_promote() {
    for past in pasts(240, 8) {
        let here = past[past.len() - 1];
        let eval = Position::evaluator(EvalStyle::Full, here.options());
        let mut noisy = Vec::new();
        eval.noisy_moves(&here, &mut noisy);
        let weight = |position: &Position| {
            let size = |kind| position.of_kind(kind).size();
            (position.men().size(), size(Kind::Pawn), size(Kind::Checker))
        };
        for mv in legal_moves(&here) {
            let changes = weight(&here) != weight(&here.after(mv));
            assert_eq!(noisy.contains(&mv), changes, "{here} {mv}");
            assert_eq!(eval.tactical_score(&here, &mv).is_some(), changes, "{here} {mv}");
        }
    }
}

#[test]
fn the_bench_positions_can_be_read() {
    for (options, text) in Position::bench_positions() {
        assert_eq!(position(text, options).outcome(), None, "{text}");
    }
}

#[test]
fn the_net_knows_all_inputs_and_is_the_one_that_was_trained() {
    net::check::<Position>(include_bytes!("net.bin"), 13_933_741_185_965_777_482);
}

#[test]
fn more_men_than_the_net_has_room_for_are_weighed_without_it() {
    let rank = "DDDDDDDD/";
    let text = format!("kddddddd/{}KDDDDDDD w - 0 1", rank.repeat(6));
    let here = position(&text, "");
    let weighed = Mix::new(super::weights(here.options()), here.options(), true);
    let eval = Position::evaluator(EvalStyle::Full, here.options());
    assert_eq!(eval.value(&here), weighed.value(&here));
    let start = Position::start(here.options());
    assert_ne!(eval.value(&start), weighed.value(&start));
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
