//! Duels with the dice of Lyra.

use games::{
    Roll, Rules as _, Seat,
    lyra::{Move, Options, Position},
};

use crate::{
    EvalStyle, Limit, Opponent,
    duel::{
        DuelGame, GreedyPlayer, NoTimeLimit, Player, RandomPlayer, RoundResult, SearchPlayer,
        Tally, Turn, play_round, throw,
    },
    random::SplitMix,
    scoring::Share,
};

fn pair(players: [&mut dyn Player<Position>; 2], seed: u64, index: u64) -> RoundResult {
    let options = Options::default();
    let eval = Position::evaluator(EvalStyle::Full, &options);
    play_round(&options, &eval, None, players, seed, index)
}

#[test]
fn a_program_against_itself_scores_one_half() {
    let level = SearchPlayer { limit: Limit::Level(4), opponent_model: None, clock: NoTimeLimit };
    for index in 0..4 {
        for result in [
            pair([&mut RandomPlayer::default(), &mut RandomPlayer::default()], 7, index),
            pair([&mut level.clone(), &mut level.clone()], 7, index),
        ] {
            let points: u64 = result.shares.iter().map(|score| score.sixtieths()).sum();
            assert_eq!((points, result.forfeits.len()), (Share::WHOLE, 0));
        }
    }
}

#[test]
fn a_pair_depends_on_its_seed_and_number_alone() {
    let results: Vec<RoundResult> = (0..6)
        .map(|index| pair([&mut GreedyPlayer, &mut RandomPlayer::default()], 1, index))
        .collect();
    let again: Vec<RoundResult> = (0..6)
        .rev()
        .map(|index| pair([&mut GreedyPlayer, &mut RandomPlayer::default()], 1, index))
        .collect();
    assert!(results.iter().eq(again.iter().rev()));
    assert_ne!(results[0], results[1]);
    assert_ne!(results[0], pair([&mut GreedyPlayer, &mut RandomPlayer::default()], 2, 0));
}

#[test]
fn the_nth_fight_of_a_seat_meets_the_same_luck() {
    let here =
        Position::from_position_text("6/2g3/1AC3/L5/6/5G w -/- 0", &Options::default()).unwrap();
    let attack: Move = "b4xc5".parse().unwrap();
    let rolls = |seat| -> Vec<Roll> {
        let mut n_rolls = 0;
        (0..50).map(|_| throw(&here, &attack, 3, seat, &mut n_rolls)).collect()
    };
    assert_eq!(rolls(Seat::FIRST), rolls(Seat::FIRST));
    assert_ne!(rolls(Seat::FIRST), rolls(Seat::SECOND));
    let quiet: Move = "f1-e1".parse().unwrap();
    assert_eq!(throw(&here, &quiet, 3, Seat::FIRST, &mut 0), Roll::NONE);
}

/// A player that always answers with an illegal move.
struct IllegalMover;

impl Player<Position> for IllegalMover {
    fn choose(&mut self, _turn: &Turn<'_, Position>) -> Result<Move, String> {
        Ok("a1-a6".parse().unwrap())
    }
}

#[test]
fn an_illegal_move_loses_the_game() {
    let result = pair([&mut IllegalMover, &mut RandomPlayer::default()], 1, 0);
    assert_eq!(result.shares, [Share::LOSS; 2]);
    assert_eq!(result.forfeits.iter().map(|(player, _)| *player).collect::<Vec<_>>(), [1, 1]);
    let mut tally = Tally::new(2, Share::HALF);
    tally.add(&result);
    assert_eq!((tally.losses, tally.rounds.with(0)), (2, 1));
}

#[test]
fn openings_are_quiet_and_different() {
    let options = Options::default();
    let eval = Position::evaluator(EvalStyle::Full, &options);
    let ends: Vec<Position> = (0..20)
        .map(|seed| {
            let mut random = SplitMix::new(seed);
            let opening = DuelGame::opening(Position::start(&options), &eval, &mut random);
            assert_eq!(opening.positions().len(), 5);
            *opening.position()
        })
        .collect();
    assert!(ends.iter().all(|end| end.quiet() == 4));
    assert!(ends.windows(2).any(|two| two[0] != two[1]));
}
