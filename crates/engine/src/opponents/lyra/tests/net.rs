//! The net of Lyra: what it sees, and that it is the one that was trained.

use games::{
    Rules as _,
    lyra::{Options, Position},
};

use super::super::net::NET;
use super::{SplitMix, random_past};
use crate::{
    EvalStyle, Opponent,
    evaluate::Evaluate,
    net::{
        MAX_INPUTS, NetGame,
        self_play::SelfPlay,
        training::{Training, train},
    },
    random::stir,
};

fn positions(n: usize, seed: u64) -> impl Iterator<Item = Position> {
    let mut random = SplitMix::new(seed);
    let past = move |_| random_past(&Options::default(), &mut random);
    (0..n).map(past).filter_map(|past| past.last().copied())
}

/// The position seen in a mirror: file a becomes file f.
fn mirrored(position: &Position) -> Position {
    let text = position.to_string();
    let (board, rest) = text.split_once(' ').unwrap();
    let ranks: Vec<String> = board.split('/').map(|rank| rank.chars().rev().collect()).collect();
    let text = format!("{} {rest}", ranks.join("/"));
    Position::from_position_text(&text, position.options()).unwrap()
}

#[test]
fn sums_by_difference_are_the_sums_of_all_inputs() {
    // One evaluator sees all positions, as it does in a search.
    let eval = Position::evaluator(EvalStyle::Full, &Options::default());
    for position in positions(1000, 11) {
        let mut inputs = Vec::new();
        position.inputs(&mut inputs);
        assert!(inputs.len() < usize::from(MAX_INPUTS), "{position}");
        let mut sums = NET.start();
        inputs.iter().for_each(|input| NET.add(&mut sums, usize::from(*input)));
        assert_eq!(eval.sums(&position), sums, "{position}");
    }
}

#[test]
fn a_mirror_changes_nothing() {
    let eval = Position::evaluator(EvalStyle::Full, &Options::default());
    for position in positions(1000, 12) {
        let other = mirrored(&position);
        // The table of a frame must not remember the other one.
        assert_eq!(eval.value(&position), eval.value(&other), "{position}");
    }
}

#[test]
fn the_weights_are_those_that_were_trained() {
    let hash =
        include_bytes!("../net.bin").iter().fold(0, |hash, byte| stir(hash ^ u64::from(*byte)));
    assert_eq!(hash, 12_269_277_891_703_549_671, "`cargo xtask train lyra` makes them");
}

#[test]
fn the_same_seed_makes_the_same_net() {
    let options = Options::default();
    let eval = Position::evaluator_with_net(None, &options);
    let made = |seed| {
        let mut samples = Vec::new();
        let play = SelfPlay { seed, nodes: 50 };
        (0..4).for_each(|index| play.game::<Position>(&eval, &options, index, &mut samples));
        train(Position::INPUTS, &samples, Training { seed, epochs: 2, step: 0.003 })
    };
    let ((bytes, errors), other) = (made(1), made(2));
    assert_eq!(bytes, made(1).0);
    assert_ne!(bytes, other.0);
    assert!(errors[2] < errors[0], "{errors:?}");
}
