//! Checks that hold for every game with a net.

use std::fmt::Debug;

use crate::{
    EvalStyle, Opponent,
    net::{MAX_INPUTS, NetGame, PHASES},
    opponents::tests::plain,
    random::{SplitMix, stir},
    search::SearchSettings,
};

/// Positions of random games under the default options that go on.
pub(in crate::opponents) fn positions<G: Opponent>(n: usize, seed: u64) -> Vec<G> {
    let (mut random, mut spare) = (SplitMix::new(seed), Vec::new());
    let mut found = Vec::new();
    while found.len() < n {
        let mut position = G::opening_start(&G::Options::default(), &mut random);
        for _ in 0..random.below(120) {
            let Some(mv) = position.random_move(&mut random, &mut spare) else { break };
            position.apply(&mv, &games::Roll::NONE);
            if position.outcome().or_else(|| position.drawn_by_count(1)).is_some() {
                break;
            }
        }
        if position.outcome().or_else(|| position.drawn_by_count(1)).is_none() {
            found.push(position);
        }
    }
    found
}

/// Asserts that the net has all the inputs of a position, that no sum of them can overflow, and that the weights are those with
/// this hash.
pub(in crate::opponents) fn check<G: NetGame>(bytes: &[u8], hash: u64) {
    for position in positions::<G>(1000, 11) {
        let mut inputs = Vec::new();
        position.inputs(&mut inputs);
        assert!(inputs.len() < usize::from(MAX_INPUTS), "{position}");
        assert!(inputs.iter().all(|input| usize::from(*input) < G::INPUTS - 1), "{position}");
        assert!(position.phase() < PHASES, "{position}");
    }
    check_bytes(bytes, hash);
}

/// Asserts that the weights are those with this hash.
pub(in crate::opponents) fn check_bytes(bytes: &[u8], hash: u64) {
    let found = bytes.iter().fold(0, |hash, byte| stir(hash ^ u64::from(*byte)));
    assert_eq!(found, hash, "`cargo xtask train` makes the weights");
}

/// Asserts that pruned search with the net is plain search in these positions under default options.
pub(in crate::opponents) fn pruned_is_plain<G: Opponent + Debug>(
    eval: &G::Eval,
    positions: impl IntoIterator<Item = G>,
) {
    for (i, position) in positions.into_iter().enumerate() {
        let settings = SearchSettings {
            draw_offset: -40_000 * (i as i32 % 3),
            margin: if i % 2 == 0 { 0 } else { 60_000 },
            exact: true,
            ..SearchSettings::default()
        };
        plain::compare(eval, &[position], 1, settings);
    }
}

/// The same by the evaluator that plays, in this many positions of random games.
pub(in crate::opponents) fn pruned_is_plain_by_default<G: Opponent + Debug>(n: usize) {
    let eval = G::evaluator(EvalStyle::Full, &G::Options::default());
    pruned_is_plain(&eval, positions::<G>(n, 12));
}
