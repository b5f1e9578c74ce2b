//! `match`: many pairs of games between two players, and what they say.

use std::{
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering},
        mpsc::{Sender, channel},
    },
    thread,
    time::Duration,
};

use super::{
    Failure, MatchArgs, Spec, Timer, parse_options,
    remote::{Patience, Remote},
};
use crate::{
    engine::{
        Opponent, Style,
        duel::{PairResult, Player, Tally, play_pair},
        players::{Greedy, Random, Thinker},
        stats::{Margin, SPRT_BOUND},
    },
    with_game,
};

/// Milliseconds for a move where a program needs a time and none is given.
const PROGRAM_MOVETIME: u64 = 100;

/// How many lines of progress a match shows.
const REPORTS: u64 = 20;

/// Plays a match: `wins N`, `draws N`, `losses N`, `score S ± W`, `elo E [L, U]`. Progress and
/// notes about forfeits go line by line to `progress`.
///
/// # Errors
/// Usage for an options text that is none, else a failure where a program cannot be started.
pub fn run_match(args: &MatchArgs, progress: &mut dyn FnMut(&str)) -> Result<String, Failure> {
    with_game!(args.game, G => run_match_of::<G>(args, progress))
}

fn run_match_of<G: Opponent>(
    args: &MatchArgs,
    progress: &mut dyn FnMut(&str),
) -> Result<String, Failure> {
    let contest = Contest::<G> { args, options: parse_options::<G>(&args.options)? };
    let n_pairs = args.games.div_ceil(2);
    // Where time counts, games side by side would take it from each other.
    let timed = args.movetime.is_some()
        || [&args.first, &args.second].iter().any(|spec| matches!(spec, Spec::Program(_)));
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let n_threads = if timed { 1 } else { args.threads.map_or(cores, usize::from) };
    let tally = contest.play(n_pairs, n_threads, progress)?;
    progress(&details(&tally));
    Ok(summary(&tally))
}

/// A player on a thread of its own.
type Seat<G> = Box<dyn Player<G>>;

struct Contest<'a, G: Opponent> {
    args: &'a MatchArgs,
    options: G::Options,
}

impl<G: Opponent> Contest<'_, G> {
    /// Plays the pairs, several at a time. A pair depends on nothing but seed and number, and the
    /// tally does not depend on the order in which pairs end.
    fn play(
        &self,
        n_pairs: u64,
        n_threads: usize,
        progress: &mut dyn FnMut(&str),
    ) -> Result<Tally, Failure> {
        let next = AtomicU64::new(0);
        let failure = Mutex::new(None);
        let (sender, results) = channel();
        let mut tally = Tally::default();
        thread::scope(|scope| {
            for _ in 0..n_threads {
                let (sender, next, failure) = (sender.clone(), &next, &failure);
                scope.spawn(move || {
                    if let Err(error) = self.work(n_pairs, next, &sender) {
                        *failure.lock().unwrap_or_else(|broken| broken.into_inner()) = Some(error);
                    }
                });
            }
            drop(sender);
            for (index, pair) in results {
                note_forfeits(index, &pair, progress);
                tally.add(&pair);
                report_progress(&tally, n_pairs, progress);
            }
        });
        match failure.into_inner().unwrap_or_else(|broken| broken.into_inner()) {
            Some(error) => Err(error),
            None => Ok(tally),
        }
    }

    /// Plays pair after pair until none is left.
    fn work(
        &self,
        n_pairs: u64,
        next: &AtomicU64,
        results: &Sender<(u64, PairResult)>,
    ) -> Result<(), Failure> {
        let eval = G::evaluator(Style::Full, &self.options);
        let (mut first, mut second) = (self.seat(&self.args.first)?, self.seat(&self.args.second)?);
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= n_pairs {
                return Ok(());
            }
            let pair = play_pair(
                &self.options,
                &eval,
                [first.as_mut(), second.as_mut()],
                self.args.seed,
                index,
            );
            if results.send((index, pair)).is_err() {
                return Ok(());
            }
        }
    }

    fn seat(&self, spec: &Spec) -> Result<Seat<G>, Failure> {
        let movetime = self.args.movetime;
        Ok(match spec {
            Spec::Random => Box::new(Random),
            Spec::Greedy => Box::new(Greedy),
            Spec::Engine(limit) => {
                Box::new(Thinker { limit: *limit, clock: Timer::new(*limit, movetime) })
            }
            Spec::Program(program) => {
                let time = Duration::from_millis(movetime.unwrap_or(PROGRAM_MOVETIME));
                let started = Remote::start(program, time, Patience::USUAL);
                let remote = started.map_err(|error| {
                    Failure::Failed(format!("the program of a cmd: player does not start: {error}"))
                })?;
                Box::new(remote)
            }
        })
    }
}

fn note_forfeits(index: u64, pair: &PairResult, progress: &mut dyn FnMut(&str)) {
    for (player, why) in &pair.forfeits {
        let name = if *player == 1 { "first" } else { "second" };
        progress(&format!("pair {}: {name} forfeits: {why}", index + 1));
    }
}

fn report_progress(tally: &Tally, n_pairs: u64, progress: &mut dyn FnMut(&str)) {
    let done = tally.pairs.n_pairs();
    if done.is_multiple_of(n_pairs.div_ceil(REPORTS).max(1)) && done < n_pairs {
        let score = tally.pairs.score();
        progress(&format!("{done} of {n_pairs} pairs, score {score:.3}"));
    }
}

/// What a reader of the log wants to know beyond the result.
fn details(tally: &Tally) -> String {
    let [lost, half, even, more, won] = tally.pairs.0;
    let games = (tally.wins + tally.draws + tally.losses).max(1);
    let gain = tally.pairs.log_ratio(Margin::Zero, Margin::Plus10);
    let clean = tally.pairs.log_ratio(Margin::Minus10, Margin::Zero);
    format!(
        "pairs with 0, ½, 1, 1½, 2 points: {lost} {half} {even} {more} {won}; \
         {:.1} plies a game; log ratio of +10 against 0 {gain:.2}, of 0 against -10 {clean:.2} \
         (stop at ±{SPRT_BOUND})",
        tally.plies as f64 / games as f64,
    )
}

fn summary(tally: &Tally) -> String {
    let [elo, low, high] = tally.pairs.elo();
    format!(
        "wins {}\ndraws {}\nlosses {}\nscore {:.3} ± {:.3}\nelo {elo} [{low}, {high}]\n",
        tally.wins,
        tally.draws,
        tally.losses,
        tally.pairs.score(),
        tally.pairs.half_width(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GameKind;

    fn args(first: &str, second: &str, games: u64) -> MatchArgs {
        MatchArgs {
            game: GameKind::Lyra,
            options: String::new(),
            first: first.parse().unwrap(),
            second: second.parse().unwrap(),
            games,
            seed: 1,
            movetime: None,
            threads: None,
        }
    }

    fn run(args: &MatchArgs) -> String {
        run_match(args, &mut |_| {}).unwrap()
    }

    #[test]
    fn the_result_has_five_lines_and_does_not_depend_on_threads() {
        let call = args("level:1", "random", 15);
        let result = run(&call);
        let words: Vec<&str> = result.lines().filter_map(|line| line.split(' ').next()).collect();
        assert_eq!(words, ["wins", "draws", "losses", "score", "elo"]);
        let games: u32 = result
            .lines()
            .take(3)
            .map(|line| line.split(' ').nth(1).unwrap().parse::<u32>().unwrap())
            .sum();
        assert_eq!(games, 16);
        for threads in [1, 3] {
            assert_eq!(run(&MatchArgs { threads: Some(threads), ..call.clone() }), result);
        }
        assert_ne!(run(&MatchArgs { seed: 2, ..call }), result);
    }

    #[test]
    fn even_players_draw_level() {
        let result = run(&args("random", "random", 8));
        assert!(result.ends_with("score 0.500 ± 0.000\nelo 0 [0, 0]\n"), "{result}");
    }

    #[test]
    fn a_sweep_has_no_finite_elo() {
        let result = run(&args("greedy", "random", 8));
        assert!(result.ends_with("score 1.000 ± 0.000\nelo inf [inf, inf]\n"), "{result}");
        let result = run(&args("random", "greedy", 8));
        assert!(result.ends_with("score 0.000 ± 0.000\nelo -inf [-inf, -inf]\n"), "{result}");
    }

    #[test]
    fn wrong_calls_are_told_apart() {
        let usage = MatchArgs { options: "v9=on".to_owned(), ..args("random", "random", 2) };
        assert_eq!(run_match(&usage, &mut |_| {}).unwrap_err().code(), 2);
        let missing = args("cmd:/nowhere/at all", "random", 2);
        assert_eq!(run_match(&missing, &mut |_| {}).unwrap_err().code(), 1);
    }
}
