//! The search: true to a plain one, the same everywhere, within its budget.

use games::{
    Rules as _,
    cyvasse::{Move, Options, Position},
};

use super::{
    super::{Evaluator, TUNED, net::NET},
    OPTIONS, positions, suite,
};
use crate::{
    Choice, EvalStyle, Limit, Opponent as _, SearchRequest, choose,
    evaluate::Evaluate as _,
    expected_score,
    opponents::tests::{net, plain},
    random::SplitMix,
    search::{CHECK_INTERVAL, SearchSettings},
};

/// Positions with few men under all options in turn, where a plain search is not endless.
fn small(n: usize, seed: u64) -> Vec<Position> {
    let options = |i: usize| OPTIONS[i % OPTIONS.len()].parse().unwrap();
    let mut random = SplitMix::new(seed);
    let found = (0..).filter_map(|i| suite::few_men(&options(i), &mut random));
    found.take(n).collect()
}

#[test]
fn pruned_search_is_plain_search_to_the_last_unit() {
    for (i, here) in small(60, 1).iter().enumerate() {
        // The quiet tree is deep, the noisy one wide: not both at once.
        let (depth, style) =
            if i % 2 == 0 { (2, EvalStyle::WithoutTactics) } else { (1, EvalStyle::Full) };
        let margin = if i % 3 == 0 { 0 } else { 60_000 };
        let settings = SearchSettings {
            draw_offset: -40_000 * (i as i32 % 3),
            margin,
            exact: true,
            ..SearchSettings::default()
        };
        plain::compare(&Position::evaluator(style, here.options()), &[*here], depth, settings);
    }
}

#[test]
fn turned_and_mirrored_boards_are_worth_the_same() {
    for (i, here) in positions(300, 3).into_iter().enumerate() {
        let eval = Position::evaluator(EvalStyle::Full, here.options());
        for there in [here.turned(), here.mirrored()] {
            assert_eq!(eval.value(&here), eval.value(&there), "{here}");
            if i % 10 == 0 {
                let best = |position| plain::best_value(&eval, &[position], 1);
                assert_eq!(best(here), best(there), "{here}");
            }
        }
        assert!(eval.value(&here).abs() <= 970_000, "{here}");
    }
}

#[test]
fn same_seed_same_move_on_any_thread() {
    let past = positions(4, 5).split_off(3);
    let limits = (1..=6).map(Limit::Level).chain([Limit::Nodes(5_000)]);
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
    for here in positions(20, 6) {
        // Depth 1 always finishes.
        let nodes = 10_000;
        let choice =
            choose(&[here], &SearchRequest::new(Limit::Nodes(nodes), 1, 50), &|| false).unwrap();
        let used = choice.report.nodes;
        // The search may stop earlier only if it has seen everything.
        let complete = choice.report.moves[0].proven.is_some() || choice.report.depth == 64;
        assert!(
            used <= nodes * 101 / 100 && (complete || used >= nodes * 99 / 100),
            "{used} {here}"
        );
    }
}

#[test]
fn a_flag_stops_the_search_after_depth_one() {
    let start = Position::start(&Options::default());
    let choice = choose(&[start], &SearchRequest::new(Limit::Level(7), 1, 50), &|| true).unwrap();
    assert_eq!(choice.report.depth, 1);
    let depth_1 = choose(&[start], &SearchRequest::new(Limit::Depth(1), 1, 50), &|| false).unwrap();
    assert!(choice.report.nodes <= depth_1.report.nodes + CHECK_INTERVAL);
}

#[test]
fn the_chosen_move_is_legal_and_its_value_a_score() {
    let limits = [1, 2, 3, 4].map(Limit::Level).into_iter().chain([Limit::Nodes(300)]);
    for (here, limit) in positions(400, 7).into_iter().zip(limits.cycle()) {
        let choice = choose(&[here], &SearchRequest::new(limit, 3, 8), &|| false).unwrap();
        let chosen = &choice.report.moves[choice.chosen];
        assert!(expected_score(chosen.value) <= 1_000_000);
        let mut next = here;
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
fn every_form_of_turn_is_chosen_where_it_is_the_only_one() {
    let only = [
        ("k5/7/8/9/10/11/10/9/8/^^5/K^4 w f1,a11 - - 0 1", "", "pass"),
        ("k5/7/8/9/10/11/10/9/8/^^3^^/K^2^C w k1,a11 - - 0 1", "promotion=forced", "=T pass"),
        ("k5/7/8/9/6T3/11/10/9/3rC3/7/6 w g3,a11 - - 0 1", "", "g7g3=K"),
    ];
    for (text, options, turn) in only {
        for limit in [Limit::Level(1), Limit::Level(7)] {
            assert_eq!(super::best(text, options, limit), turn);
        }
    }
    let due = "k5/7/8/9/10/11/10/9/3e4/7/4K1 b ?,a11 - - 7 3";
    assert!(super::best(due, "", Limit::Level(4)).starts_with('@'));
}

#[test]
fn the_weak_levels_vary_with_the_seed() {
    let start = [Position::start(&Options::default())];
    for level in 1..=6 {
        let choose =
            |seed| choose(&start, &SearchRequest::new(Limit::Level(level), seed, 0), &|| false);
        let moves = (0..8).map(|seed| choose(seed).unwrap().into_move().to_string());
        let mut moves: Vec<String> = moves.collect();
        moves.sort();
        moves.dedup();
        assert!(moves.len() > 1, "level {level}");
    }
}

#[test]
fn the_bench_positions_can_be_read() {
    for (options, text) in Position::bench_positions() {
        assert_eq!(super::position(text, options).outcome(), None, "{text}");
    }
    assert!(OPTIONS.iter().all(|options| options.parse::<Options>().is_ok()));
}

#[test]
fn the_net_knows_all_inputs_and_is_the_one_that_was_trained() {
    net::check::<Position>(include_bytes!("../net.bin"), 5_554_116_373_883_684_909);
}

/// Here the net is asked of few men too, since a plain search of many is endless.
fn pruned_is_plain_with_the_net(positions: impl Iterator<Item = Position>) {
    let eval = Evaluator::new(&TUNED, true).with_net(&NET, 0);
    net::pruned_is_plain(&eval, positions);
}

/// Positions with few men under the default options.
fn few_men(n: usize) -> impl Iterator<Item = Position> {
    let mut random = SplitMix::new(12);
    let found = std::iter::repeat_with(move || suite::few_men(&Options::default(), &mut random));
    found.flatten().take(n)
}

#[test]
fn pruned_search_is_plain_search_with_the_net() {
    pruned_is_plain_with_the_net(few_men(30));
}

#[test]
#[ignore = "second tier: cargo xtask long"]
fn pruned_search_is_plain_search_with_the_net_in_many_positions() {
    pruned_is_plain_with_the_net(few_men(1000));
}
