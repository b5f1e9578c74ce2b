//! What the dice of Lyra were worth, and duels less that.

use games::{Rules as _, lyra::Position};

use super::{options, positions};
use crate::{
    EvalStyle, Limit, Opponent,
    duel::{GreedyPlayer, NoTimeLimit, Player, SearchPlayer, Tally, play_round},
    luck::{Judge, luck},
    scoring::Share,
    value::WIN,
};

/// A cheap player that is better than greedy.
fn depth_1() -> SearchPlayer<NoTimeLimit> {
    SearchPlayer { limit: Limit::Depth(1), opponent_model: None, clock: NoTimeLimit }
}

/// A duel of this many pairs under these options, seen by a judge of this style.
fn duel(
    options_text: &str,
    style: EvalStyle,
    [first, second]: [&mut dyn Player<Position>; 2],
    n_pairs: u64,
) -> Tally {
    let options = options(options_text);
    let eval = Position::evaluator(EvalStyle::Full, &options);
    let judge = Judge { eval: &Position::evaluator(style, &options), depth: 1 };
    let mut tally = Tally::new(2, Share::HALF);
    for index in 0..n_pairs {
        let players: [&mut dyn Player<Position>; 2] = [first, second];
        tally.add(&play_round(&options, &eval, Some(&judge), players, 1, index));
    }
    tally
}

#[test]
fn the_mean_luck_of_a_fight_is_nothing() {
    let (mut fights, mut ways) = (0, 0);
    for past in positions(130, 21) {
        let position = past.last().unwrap();
        let eval = Position::evaluator(EvalStyle::Full, position.options());
        let judge = Judge { eval: &eval, depth: 1 };
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        for mv in &moves {
            let mut branches = Vec::new();
            position.branches(mv, &mut branches);
            let total: i64 = branches.iter().map(|branch| i64::from(branch.weight)).sum();
            let all: Vec<(i64, i64)> = branches
                .iter()
                .map(|branch| (branch.weight, luck(position, mv, &branch.roll, &judge)))
                .map(|(weight, luck)| (i64::from(weight), i64::from(luck)))
                .collect();
            let sum: i64 = all.iter().map(|(weight, luck)| weight * luck).sum();
            assert!((0..total).contains(&sum), "{position} {mv}: {all:?}");
            if position.dice(mv).is_empty() {
                assert_eq!(sum, 0, "{position} {mv}");
            } else {
                fights += 1;
                ways = ways.max(branches.len());
                assert!(all.iter().any(|(_, luck)| *luck != 0), "{position} {mv}: {all:?}");
            }
        }
    }
    assert!(fights > 100 && ways == 3, "{fights} {ways}");
}

#[test]
fn a_hit_on_the_general_is_worth_what_was_missing_to_the_win() {
    let here = super::position("6/2g3/1AC3/L5/6/5G w -/- 0", "");
    let attack = "b4xc5".parse().unwrap();
    let eval = Position::evaluator(EvalStyle::Full, here.options());
    let judge = Judge { eval: &eval, depth: 1 };
    let mut branches = Vec::new();
    here.branches(&attack, &mut branches);
    let [hit, push] = [0, 1].map(|i| luck(&here, &attack, &branches[i].roll, &judge));
    // The Assassin has 9/20. A hit wins, whatever the judge says of a push.
    assert!(0 < hit && hit < WIN * 11 / 10 && push < 0, "{hit} {push}");
    assert!((9 * hit + 11 * push).abs() < 20, "{hit} {push}");
}

#[test]
fn two_judges_agree_within_their_intervals() {
    for (options_text, narrower) in [("", 0.7), ("v5=on", 0.5)] {
        // The player of level 5 is as strong, or nearly so: results that are all alike leave little to luck.
        let level_5 = || SearchPlayer { limit: Limit::Level(5), ..depth_1() };
        let seen = |style| duel(options_text, style, [&mut depth_1(), &mut level_5()], 100);
        let [one, other] = [EvalStyle::Full, EvalStyle::Yardstick].map(seen);
        assert_eq!(one.wins + one.draws + one.losses, 200);
        // A judge changes nothing of the games.
        assert_eq!((&one.rounds, one.plies, one.rolls), (&other.rounds, other.plies, other.rolls));
        let (plain, [one, other]) = (one.rounds, [one.less_luck, other.less_luck]);
        assert_ne!(one, other);
        let apart = (one.score() - other.score()).abs();
        assert!(apart <= one.half_width().max(other.half_width()), "{one:?} {other:?}");
        for judged in [one, other] {
            assert!((judged.score() - plain.score()).abs() <= plain.half_width(), "{judged:?}");
            let width = judged.half_width();
            assert!(width < narrower * plain.half_width(), "{judged:?} {plain:?}");
        }
    }
}

#[test]
fn a_program_against_itself_scores_one_half_less_luck_too() {
    for options_text in ["", "v5=on"] {
        let itself = duel(options_text, EvalStyle::Full, [&mut depth_1(), &mut depth_1()], 8);
        assert!(itself.rolls > 100, "{itself:?}");
        assert_eq!((itself.less_luck.score(), itself.less_luck.half_width()), (0.5, 0.0));
    }
}

#[test]
fn without_dice_there_is_no_luck() {
    let [one, other] = [EvalStyle::Full, EvalStyle::Yardstick]
        .map(|style| duel("combat=classic", style, [&mut depth_1(), &mut GreedyPlayer], 4));
    assert_eq!((one.rolls, &one), (0, &other));
    assert!((one.less_luck.score() - one.rounds.score()).abs() < 1e-9);
}
