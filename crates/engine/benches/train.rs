//! Trains a net from games of the engine against itself: `cargo bench --bench train -- GAME FILE`, as
//! `cargo xtask train GAME` calls it.
//! `cargo bench --bench train -- martian-seats FILE` trains that of Martian Chess for more than two seats.
//! `cargo bench --bench train -- endings FILE` makes the tables of endings of Lyra, as `cargo xtask endings` calls it.
//!
//! Without arguments it trains on a few games, to show that it works.

#![expect(clippy::print_stdout, reason = "a bench prints its figures")]

use std::{
    fs,
    panic::resume_unwind,
    sync::atomic::{AtomicU64, Ordering},
    thread,
};

use games::{cyvasse, lyra, martian, mix};
use martian_cake_engine::{
    net::{
        NetGame,
        seats::SeatsGame,
        self_play::{Sample, SelfPlay},
        training::{Training, train},
    },
    opponents::lyra::endings,
};

/// The seed of all that is drawn.
const SEED: u64 = 59;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let number = |i: usize| words.get(i).and_then(|word| word.parse::<u64>().ok());
    // Without a game it is only to show that it works.
    let game = words.first().map_or("lyra", String::as_str);
    let n_games = |all| number(2).unwrap_or(if words.is_empty() { 10 } else { all });
    let bytes = match game {
        "lyra" => made::<lyra::Position>(n_games(14_000)),
        "martian" => made::<martian::Position>(n_games(3_000)),
        "martian-seats" => made_for_seats::<martian::Position>(number(2)),
        "mix" => made::<mix::Position>(n_games(3_000)),
        "cyvasse" => made::<cyvasse::Position>(n_games(2_500)),
        "endings" => endings::made(),
        other => panic!("nothing is made for '{other}'"),
    };
    println!("{} bytes", bytes.len());
    if let Some(file) = words.get(1) {
        fs::write(file, bytes).unwrap_or_else(|error| panic!("{file}: {error}"));
    }
}

/// The nodes of each search, in the games without a net, in those of the net of these games, and so on.
const NODES: [u64; 3] = [600, 400, 400];

/// Games of the evaluator without a net, a net of these, games of that one, and the net of all games.
fn made<G: NetGame>(n_games: u64) -> Vec<u8> {
    let (mut samples, mut net) = (Vec::new(), None);
    for (seed, nodes) in (SEED..).zip(NODES) {
        let play = SelfPlay { seed, nodes };
        played::<G>(play, net.as_deref(), n_games, &mut samples);
        let (bytes, errors) =
            train(G::INPUTS, &samples, Training { seed: SEED, epochs: 6, step: 0.003 });
        println!("mean squared errors {errors:?}");
        net = Some(bytes);
    }
    net.unwrap_or_default()
}

/// The games and the nodes of each search, in the games without a net and in those of the net of these.
const SEATS_GAMES: [(u64, u64); 2] = [(4000, 400), (4000, 400)];

/// As [`made`], for games of more than two seats.
fn made_for_seats<G: SeatsGame>(n_games: Option<u64>) -> Vec<u8> {
    let (mut samples, mut net): (_, Option<Vec<u8>>) = (Vec::new(), None);
    for (seed, (games, nodes)) in (SEED..).zip(SEATS_GAMES) {
        let play = SelfPlay { seed, nodes };
        let evals = || -> Vec<_> {
            let with_eval = |options: G::Options| {
                let eval = G::evaluator_for_seats(net.as_deref(), &options);
                (options, eval)
            };
            G::options_to_learn().into_iter().map(with_eval).collect()
        };
        in_order(
            n_games.unwrap_or(games),
            evals,
            |evals, index, out| play.seats_game::<G>(evals, index, out),
            &mut samples,
        );
        let (bytes, errors) =
            train(G::INPUTS, &samples, Training { seed: SEED, epochs: 6, step: 0.003 });
        println!("mean squared errors {errors:?}");
        net = Some(bytes);
    }
    net.unwrap_or_default()
}

/// Plays games of two seats.
fn played<G: NetGame>(play: SelfPlay, net: Option<&[u8]>, n_games: u64, out: &mut Vec<Sample>) {
    let options = G::Options::default();
    let eval = || G::evaluator_with_net(net, &options);
    in_order(n_games, eval, |eval, index, out| play.game::<G>(eval, &options, index, out), out);
}

/// Plays games on all cores, each with its own evaluator; their order does not depend on how many there are.
fn in_order<E, S: Send>(
    n_games: u64,
    evaluator: impl Fn() -> E + Sync,
    play: impl Fn(&E, u64, &mut Vec<S>) + Sync,
    out: &mut Vec<S>,
) {
    let next = AtomicU64::new(0);
    let work = || {
        let eval = evaluator();
        let mut games = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= n_games {
                return games;
            }
            let mut samples = Vec::new();
            play(&eval, index, &mut samples);
            games.push((index, samples));
        }
    };
    let n_threads = thread::available_parallelism().map_or(1, usize::from);
    let mut games: Vec<(u64, Vec<S>)> = thread::scope(|scope| {
        let threads: Vec<_> = (0..n_threads).map(|_| scope.spawn(work)).collect();
        threads
            .into_iter()
            .flat_map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
            .collect()
    });
    games.sort_by_key(|(index, _)| *index);
    let before = out.len();
    out.extend(games.into_iter().flat_map(|(_, samples)| samples));
    println!("{n_games} games, {} positions", out.len() - before);
}
