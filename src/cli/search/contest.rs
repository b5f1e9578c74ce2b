//! `match`: many rounds of games between two players, and what the results say about them.

use std::{
    mem,
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering},
        mpsc::{Sender, channel},
    },
    thread,
    time::Duration,
};

use engine::{
    EvalStyle, Opponent, OpponentModel,
    duel::{
        BeginnerPlayer, GreedyPlayer, Player, RandomPlayer, RoundResult, SearchPlayer, Tally,
        statistics::{Margin, SPRT_BOUND},
    },
    luck::Judge,
    scoring::{self, Share},
};
use games::with_game;

use super::{
    args::{MatchArgs, PlayerSpec, parse_options},
    remote::{Patience, Remote},
    timer::{Timer, now},
};
use crate::cli::failure::Failure;

/// The milliseconds for a move if a program plays and no time is given.
const PROGRAM_MOVETIME: u64 = 100;

/// The time for which a thread collects results before it sends them: waking the counting thread for each one
/// would cost more than a fast game.
const BATCH: Duration = Duration::from_millis(10);

/// The style, the name and the depth of the judge that says what a roll was worth. No judge favours a
/// side; a good one makes the interval narrower.
const JUDGE: (EvalStyle, &str, u32) = (EvalStyle::Full, "full", 1);

/// How many lines of progress a match shows.
const REPORTS: u64 = 20;

/// Plays a match: `wins N`, `draws N`, `losses N`, `score S ± W`, `elo E [L, U]`, `fair F` where
/// the game has three or more seats, and `less luck S, elo E [L, U], judge J at depth D` where dice were
/// thrown. The score is the first player's mean share of the point; a
/// win is the whole point, a loss nothing, all between is a draw. Progress, the speed and notes
/// about forfeits go line by line to `progress`.
///
/// # Errors
/// [`Failure::Usage`] if the options cannot be read, [`Failure::Failed`] if a program cannot be
/// started.
pub(crate) fn run_match(
    args: &MatchArgs,
    progress: &mut dyn FnMut(&str),
) -> Result<String, Failure> {
    with_game!(args.game, G => run_match_of::<G>(args, progress))
}

fn run_match_of<G: Opponent>(
    args: &MatchArgs,
    progress: &mut dyn FnMut(&str),
) -> Result<String, Failure> {
    let contest = Contest::<G>::new(args)?;
    let n_rounds = args.games.div_ceil(contest.n_seats);
    // With a time limit, games that run side by side would take time from each other.
    let timed = args.movetime.is_some()
        || [&args.first, &args.second].iter().any(|spec| matches!(spec, PlayerSpec::Program(_)));
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let n_threads = if timed { 1 } else { args.threads.map_or(cores, usize::from) };
    let start = now();
    let tally = contest.play(n_rounds, n_threads, progress)?;
    let seconds = now().saturating_duration_since(start).as_secs_f64();
    progress(&details(&tally, contest.n_seats, seconds));
    Ok(summary(&tally, contest.n_seats))
}

struct Contest<'a, G: Opponent> {
    args: &'a MatchArgs,
    options: G::Options,
    n_seats: u64,
    /// The share of the point that an equal gets.
    fair: Share,
}

impl<'a, G: Opponent> Contest<'a, G> {
    fn new(args: &'a MatchArgs) -> Result<Self, Failure> {
        let options = parse_options::<G>(&args.options)?;
        let start = G::start(&options);
        let fair = scoring::fair_share(&G::evaluator(EvalStyle::Full, &options), &start);
        Ok(Self { args, options, n_seats: u64::from(start.n_seats()), fair })
    }

    /// Plays the rounds, several at a time. A round depends on nothing but its seed and number, and
    /// the tally does not depend on the order in which rounds end.
    fn play(
        &self,
        n_rounds: u64,
        n_threads: usize,
        progress: &mut dyn FnMut(&str),
    ) -> Result<Tally, Failure> {
        let next = AtomicU64::new(0);
        let failure = Mutex::new(None);
        let (sender, results) = channel();
        let mut tally = Tally::new(self.n_seats, self.fair);
        thread::scope(|scope| {
            for _ in 0..n_threads {
                let (sender, next, failure) = (sender.clone(), &next, &failure);
                scope.spawn(move || {
                    if let Err(error) = self.work(n_rounds, next, &sender) {
                        *failure.lock().unwrap_or_else(|broken| broken.into_inner()) = Some(error);
                    }
                });
            }
            drop(sender);
            for (index, round) in results.into_iter().flatten() {
                note_forfeits(index, &round, progress);
                tally.add(&round);
                report_progress(&tally, n_rounds, progress);
            }
        });
        match failure.into_inner().unwrap_or_else(|broken| broken.into_inner()) {
            Some(error) => Err(error),
            None => Ok(tally),
        }
    }

    /// Plays round after round until none is left.
    fn work(
        &self,
        n_rounds: u64,
        next: &AtomicU64,
        results: &Sender<Vec<(u64, RoundResult)>>,
    ) -> Result<(), Failure> {
        let (style, _, depth) = JUDGE;
        let eval = G::evaluator(EvalStyle::Full, &self.options);
        let judge = Judge { eval: &G::evaluator(style, &self.options), depth };
        let mut first = self.player(&self.args.first, self.args.first_opponent_model)?;
        let mut second = self.player(&self.args.second, self.args.second_opponent_model)?;
        let (mut done, mut sent) = (Vec::new(), now());
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= n_rounds {
                // The receiver is gone only if the match has failed elsewhere.
                let _ = results.send(done);
                return Ok(());
            }
            let round = G::play_round(
                &self.options,
                &eval,
                Some(&judge),
                [first.as_mut(), second.as_mut()],
                self.args.seed,
                index,
            );
            done.push((index, round));
            let time = now();
            if time.saturating_duration_since(sent) >= BATCH {
                sent = time;
                if results.send(mem::take(&mut done)).is_err() {
                    return Ok(());
                }
            }
        }
    }

    /// Makes a player for one thread.
    fn player(
        &self,
        spec: &PlayerSpec,
        opponent_model: Option<OpponentModel>,
    ) -> Result<Box<dyn Player<G>>, Failure> {
        let movetime = self.args.movetime;
        Ok(match spec {
            PlayerSpec::Random => Box::new(RandomPlayer::default()),
            PlayerSpec::Greedy => Box::new(GreedyPlayer),
            PlayerSpec::Beginner => Box::new(BeginnerPlayer),
            PlayerSpec::Engine(limit) => Box::new(SearchPlayer {
                limit: *limit,
                opponent_model,
                clock: Timer::new(*limit, movetime),
            }),
            PlayerSpec::Program(program) => {
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

fn note_forfeits(index: u64, round: &RoundResult, progress: &mut dyn FnMut(&str)) {
    for (player, why) in &round.forfeits {
        let name = if *player == 1 { "first" } else { "second" };
        progress(&format!("round {}: {name} forfeits: {why}", index + 1));
    }
}

fn report_progress(tally: &Tally, n_rounds: u64, progress: &mut dyn FnMut(&str)) {
    // Whether this is a round to report at comes first: adding up all of them each time would cost.
    let done = tally.rounds.n_rounds();
    if done.is_multiple_of(n_rounds.div_ceil(REPORTS).max(1)) && done < n_rounds {
        let score = tally.rounds.score();
        progress(&format!("{done} of {n_rounds} rounds, score {score:.3}"));
    }
}

/// The details that go to the log besides the result.
fn details(tally: &Tally, n_seats: u64, seconds: f64) -> String {
    let games = (tally.wins + tally.draws + tally.losses).max(1) as f64;
    let plies = tally.plies as f64 / games;
    let speed = games / seconds.max(1e-6);
    let pairs = if n_seats == 2 { pair_details(tally) } else { String::new() };
    format!("{pairs}{plies:.1} plies a game; {seconds:.2} s, {speed:.0} games/s")
}

/// Counts of pairs by their points, and what a sequential test makes of them.
fn pair_details(tally: &Tally) -> String {
    let rounds = &tally.rounds;
    let halves = |n: u64| rounds.with(n * Share::HALF.sixtieths());
    let [lost, half, even, more, won] = [0, 1, 2, 3, 4].map(halves);
    let gain = rounds.log_ratio(Margin::Zero, Margin::Plus10);
    let clean = rounds.log_ratio(Margin::Minus10, Margin::Zero);
    format!(
        "pairs with 0, ½, 1, 1½, 2 points: {lost} {half} {even} {more} {won}; \
         log ratio of +10 against 0 {gain:.2}, of 0 against -10 {clean:.2} \
         (stop at ±{SPRT_BOUND}); "
    )
}

fn summary(tally: &Tally, n_seats: u64) -> String {
    let rounds = &tally.rounds;
    let [elo, low, high] = rounds.elo();
    let mut text = format!(
        "wins {}\ndraws {}\nlosses {}\nscore {:.3} ± {:.3}\nelo {elo} [{low}, {high}]\n",
        tally.wins,
        tally.draws,
        tally.losses,
        rounds.score(),
        rounds.half_width(),
    );
    if n_seats > 2 {
        text += &format!("fair {:.3}\n", rounds.fair());
    }
    if tally.rolls > 0 {
        let ([elo, low, high], score) = (tally.less_luck.elo(), tally.less_luck.score());
        let (_, judge, depth) = JUDGE;
        text += &format!(
            "less luck {score:.3}, elo {elo} [{low}, {high}], judge {judge} at depth {depth}\n"
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::GameKind;

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
            first_opponent_model: None,
            second_opponent_model: None,
        }
    }

    fn run(args: &MatchArgs) -> String {
        run_match(args, &mut |_| {}).unwrap()
    }

    #[test]
    fn the_result_has_six_lines_and_does_not_depend_on_threads() {
        let call = args("level:1", "random", 15);
        let result = run(&call);
        let words: Vec<&str> = result.lines().filter_map(|line| line.split(' ').next()).collect();
        assert_eq!(words, ["wins", "draws", "losses", "score", "elo", "less"]);
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
        let plain = "score 0.500 ± 0.000\nelo 0 [0, 0]\n";
        let luck = "less luck 0.500, elo 0 [0, 0], judge full at depth 1\n";
        assert!(result.ends_with(&format!("{plain}{luck}")), "{result}");
    }

    #[test]
    fn without_dice_no_luck_is_taken() {
        let classic =
            MatchArgs { options: "combat=classic".to_owned(), ..args("greedy", "random", 4) };
        let martian = MatchArgs { game: GameKind::Martian, ..args("random", "random", 4) };
        for call in [classic, martian] {
            let result = run(&call);
            assert!(!result.contains("luck") && result.lines().count() == 5, "{result}");
        }
    }

    #[test]
    fn a_sweep_has_no_finite_elo() {
        let result = run(&args("greedy", "random", 8));
        assert!(result.contains("score 1.000 ± 0.000\nelo inf [inf, inf]\n"), "{result}");
        let result = run(&args("random", "greedy", 8));
        assert!(result.contains("score 0.000 ± 0.000\nelo -inf [-inf, -inf]\n"), "{result}");
    }

    #[test]
    fn wrong_calls_are_told_apart() {
        let usage = MatchArgs { options: "v9=on".to_owned(), ..args("random", "random", 2) };
        assert_eq!(run_match(&usage, &mut |_| {}).unwrap_err().code(), 2);
        let missing = args("cmd:/nowhere/at all", "random", 2);
        assert_eq!(run_match(&missing, &mut |_| {}).unwrap_err().code(), 1);
    }
}
