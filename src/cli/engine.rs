//! Commands of the engine: `bestmove`, `match`, `engine`.
//!
//! The search itself is pure; the clock that caps it and the processes that play against it live
//! here. Each command is a function from its arguments to the lines that it prints.

mod contest;
mod protocol;
mod remote;

use std::{
    cell::Cell,
    io::{self, BufRead},
    str::FromStr,
    time::{Duration, Instant},
};

pub use contest::run_match;
pub use protocol::protocol;

use super::Failure;
use crate::{
    engine::{
        Limit, Opponent, OpponentModel, SearchRequest, choose, duel::Clock, expected_score,
        levels::N_LEVELS, mate_distance::MateDistance,
    },
    games::{GameKind, Rules},
    with_game,
};

/// The longest time for a move of a level: a safety stop that a level meets only on a machine
/// that is far too busy.
const LEVEL_CAP: Duration = Duration::from_secs(3);

/// The longest time that can be given for a move, a day in milliseconds.
const MAX_MOVETIME: u64 = 86_400_000;

/// Arguments of `bestmove`.
#[derive(Clone, Debug, clap::Args)]
#[command(
    group(clap::ArgGroup::new("effort").args(["level", "depth", "nodes"])),
    group(
        clap::ArgGroup::new("limit")
            .args(["level", "depth", "nodes", "movetime"])
            .required(true)
            .multiple(true)
    )
)]
pub struct BestmoveArgs {
    /// Which game.
    #[arg(value_parser = game)]
    pub game: GameKind,
    /// Options of the game: key=value parts joined by commas.
    #[arg(long, default_value = "")]
    pub options: String,
    /// The position; without it the start.
    #[arg(long)]
    pub position: Option<String>,
    /// A playing level.
    #[arg(long, value_parser = number::<u8>(1, u64::from(N_LEVELS)))]
    pub level: Option<u8>,
    /// Milliseconds for the move; caps the others.
    #[arg(long, value_parser = number::<u64>(0, MAX_MOVETIME))]
    pub movetime: Option<u64>,
    /// Full depth in plies.
    #[arg(long, value_parser = number::<u32>(1, u64::from(u32::MAX)))]
    pub depth: Option<u32>,
    /// Nodes to visit.
    #[arg(long, value_parser = number::<u64>(1, u64::MAX))]
    pub nodes: Option<u64>,
    /// Seed of the choice among near-equal moves.
    #[arg(long, default_value_t = 1, value_parser = number::<u64>(0, u64::MAX))]
    pub seed: u64,
}

/// Arguments of `match`.
#[derive(Clone, Debug, clap::Args)]
pub struct MatchArgs {
    /// Which game.
    #[arg(value_parser = game)]
    pub game: GameKind,
    /// Options of the game: key=value parts joined by commas.
    #[arg(long, default_value = "")]
    pub options: String,
    /// The player whose score is shown: random, greedy, level:N, depth:N, nodes:N, cmd:PROGRAM. It
    /// holds one seat, a different one in each game of a round.
    #[arg(long)]
    pub first: Spec,
    /// Its opponent, in all other seats.
    #[arg(long)]
    pub second: Spec,
    /// Games to play, rounded up to whole rounds: a round has a game for each seat.
    #[arg(long, value_parser = number::<u64>(1, 10_000_000))]
    pub games: u64,
    /// Seed of openings and dice.
    #[arg(long, default_value_t = 1, value_parser = number::<u64>(0, u64::MAX))]
    pub seed: u64,
    /// Milliseconds for each move, of either player.
    #[arg(long, value_parser = number::<u64>(0, MAX_MOVETIME))]
    pub movetime: Option<u64>,
    /// Rounds played at the same time; by default as many as there are cores. The result is the
    /// same, unless time limits the moves: then it is one.
    #[arg(long, hide = true, value_parser = number::<u16>(1, 256))]
    pub threads: Option<u16>,
    /// What the first player believes of many others: paranoid or maxn:WIDTH.
    #[arg(long = "first-creed", value_name = "FIRST_CREED", hide = true, value_parser = opponent_model)]
    pub first_opponent_model: Option<OpponentModel>,
    /// The same for the second player.
    #[arg(long = "second-creed", value_name = "SECOND_CREED", hide = true, value_parser = opponent_model)]
    pub second_opponent_model: Option<OpponentModel>,
}

fn opponent_model(text: &str) -> Result<OpponentModel, String> {
    let width = text.strip_prefix("maxn:").and_then(|width| width.parse().ok());
    match width.filter(|width| *width > 0) {
        Some(width) => Ok(OpponentModel::MaxN { width }),
        None if text == "paranoid" => Ok(OpponentModel::Paranoid),
        None => Err("it must be paranoid or maxn:1 to maxn:255".to_owned()),
    }
}

fn game(text: &str) -> Result<GameKind, String> {
    GameKind::from_key(text).ok_or_else(|| {
        let keys: Vec<&str> = GameKind::ALL.into_iter().map(GameKind::key).collect();
        format!("the games are {}", keys.join(", "))
    })
}

/// A parser for a number from `least` to `most` in plain digits.
fn number<T: TryFrom<u64>>(
    least: u64,
    most: u64,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync {
    move |text| {
        let digits = text.bytes().all(|b| b.is_ascii_digit());
        let read = text.parse().ok().filter(|n| digits && (least..=most).contains(n));
        read.and_then(|n| T::try_from(n).ok())
            .ok_or_else(|| format!("it must be a number from {least} to {most}"))
    }
}

/// A player of a match, as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spec {
    /// Uniform over the legal moves.
    Random,
    /// One ply, the plainest evaluation.
    Greedy,
    /// The engine at this limit.
    Engine(Limit),
    /// Another program that speaks the engine protocol.
    Program(String),
}

impl FromStr for Spec {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = match text.split_once(':') {
            None if text == "random" => Some(Self::Random),
            None if text == "greedy" => Some(Self::Greedy),
            Some(("cmd", program)) if !program.trim().is_empty() => {
                Some(Self::Program(program.to_owned()))
            }
            Some((key, number)) => limit(key, number).map(Self::Engine),
            None => None,
        };
        known.ok_or_else(|| {
            "players are random, greedy, level:1 to level:7, depth:N, nodes:N, cmd:PROGRAM"
                .to_owned()
        })
    }
}

/// Reads a limit such as `level` `3`; `None` if it is none.
fn limit(key: &str, number: &str) -> Option<Limit> {
    if !number.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    match key {
        "level" => number.parse().ok().filter(|n| (1..=N_LEVELS).contains(n)).map(Limit::Level),
        "depth" => number.parse().ok().filter(|n| *n > 0).map(Limit::Depth),
        "nodes" => number.parse().ok().filter(|n| *n > 0).map(Limit::Nodes),
        _ => None,
    }
}

/// The time for a move: none, or so much from its start.
#[derive(Clone, Debug)]
struct Timer {
    time: Option<Duration>,
    start: Cell<Instant>,
}

impl Timer {
    /// A timer for moves at this limit; `movetime` is in milliseconds.
    fn new(limit: Limit, movetime: Option<u64>) -> Self {
        let safety = matches!(limit, Limit::Level(_)).then_some(LEVEL_CAP);
        let given = movetime.map(Duration::from_millis);
        let time = given.into_iter().chain(safety).min();
        Self { time, start: Cell::new(now()) }
    }

    fn elapsed(&self) -> Duration {
        now().saturating_duration_since(self.start.get())
    }
}

impl Clock for Timer {
    fn start(&self) {
        self.start.set(now());
    }

    fn is_over(&self) -> bool {
        self.time.is_some_and(|time| self.elapsed() >= time)
    }
}

#[expect(clippy::disallowed_methods, reason = "the command line is an edge: time enters here")]
fn now() -> Instant {
    Instant::now()
}

/// Reads the options text of a call.
fn parse_options<G: Rules>(text: &str) -> Result<G::Options, Failure> {
    text.parse().map_err(|error: crate::games::OptionsError| Failure::Usage(error.0))
}

/// The best move of a position: `bestmove M`, `value V`, `pv …`, `nodes N`, `nps N`, `depth N`, and
/// where the end is sure and its distance known `win N` or `loss N`, N in moves of the winner.
///
/// # Errors
/// Usage for texts that cannot be read, else a failure where the game is over.
pub fn bestmove(args: &BestmoveArgs) -> Result<String, Failure> {
    with_game!(args.game, G => bestmove_of::<G>(args))
}

fn bestmove_of<G: Opponent>(args: &BestmoveArgs) -> Result<String, Failure> {
    let options = parse_options::<G>(&args.options)?;
    let start = G::start(&options);
    let position = match &args.position {
        None => start.clone(),
        Some(text) => {
            G::from_position_text(text, &options).map_err(|error| Failure::Usage(error.0))?
        }
    };
    let limit = args
        .level
        .map(Limit::Level)
        .or(args.depth.map(Limit::Depth))
        .or(args.nodes.map(Limit::Nodes))
        .unwrap_or(Limit::Time);
    // A position from elsewhere is past its opening.
    let ply = if position == start { 0 } else { u32::MAX };
    let timer = Timer::new(limit, args.movetime);
    let choice =
        choose(&[position], &SearchRequest::new(limit, args.seed, ply), &|| timer.is_over())
            .ok_or_else(|| {
                Failure::Failed("the game is over here, so there is no move".to_owned())
            })?;
    let seconds = timer.elapsed().as_secs_f64().max(1e-6);
    let nodes = choice.report.nodes;
    let chosen = &choice.report.moves[choice.chosen];
    let line: Vec<String> = chosen.line.iter().map(ToString::to_string).collect();
    Ok(format!(
        "bestmove {}\nvalue {}\npv {}\nnodes {nodes}\nnps {:.0}\ndepth {}\n{}",
        chosen.mv,
        score_text(chosen.value),
        line.join(" "),
        nodes as f64 / seconds,
        choice.report.depth,
        chosen.proven.map(end_text).unwrap_or_default(),
    ))
}

/// The line of a sure end for the side to move.
fn end_text(end: MateDistance) -> String {
    format!("{} {}\n", if end.wins { "win" } else { "loss" }, end.moves())
}

/// An expected score with three decimals from a value of the search.
fn score_text(value: i32) -> String {
    let thousandths = (expected_score(value) + 500) / 1000;
    format!("{}.{:03}", thousandths / 1000, thousandths % 1000)
}

/// The longest line that is read; the rest of a longer one is dropped.
const MAX_LINE: usize = 4096;

/// The next line without its end, `None` at the end of the input. Bytes that are no text become
/// replacement characters.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    let mut any = false;
    loop {
        let chunk = input.fill_buf()?;
        if chunk.is_empty() {
            break;
        }
        any = true;
        let end = chunk.iter().position(|byte| *byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        let room = MAX_LINE.saturating_sub(line.len()).min(part.len());
        line.extend_from_slice(&part[..room]);
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            break;
        }
    }
    Ok(any.then(|| String::from_utf8_lossy(&line).trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Debug, Parser)]
    enum Call {
        Bestmove(BestmoveArgs),
        Match(MatchArgs),
    }

    fn parse(words: &str) -> Result<Call, clap::Error> {
        Call::try_parse_from(["martian-cake"].into_iter().chain(words.split(' ')))
    }

    fn best(words: &[&str]) -> Result<String, Failure> {
        let call = ["martian-cake", "bestmove", "lyra"].into_iter().chain(words.iter().copied());
        match Call::try_parse_from(call).unwrap() {
            Call::Bestmove(args) => bestmove(&args),
            Call::Match(_) => unreachable!(),
        }
    }

    #[test]
    fn a_best_move_has_six_lines() {
        let position = "6/2g3/1AC3/L5/6/5G w -/- 0";
        let answer = best(&["--depth", "2", "--position", position]).unwrap();
        let lines: Vec<&str> = answer.lines().collect();
        assert_eq!(lines.len(), 6, "{answer}");
        assert_eq!((lines[0], lines[2]), ("bestmove b4xc5", "pv b4xc5"));
        assert!(lines[1].starts_with("value 0.") && lines[1].len() == 11, "{answer}");
        assert!(lines[3].starts_with("nodes ") && lines[4].starts_with("nps "), "{answer}");
        assert_eq!(lines[5], "depth 2");
        let again = best(&["--depth", "2", "--position", position]).unwrap();
        assert!(again.lines().take(4).eq(answer.lines().take(4)));
        assert!(best(&["--movetime", "5"]).is_ok());
        assert!(best(&["--level", "3", "--movetime", "1000", "--seed", "9"]).is_ok());
    }

    #[test]
    fn a_sure_end_is_told_in_moves_of_the_winner() {
        let text = |wins, plies| end_text(MateDistance { wins, plies });
        assert_eq!([text(true, 3), text(false, 4)], ["win 2\n", "loss 2\n"]);
    }

    #[test]
    fn failures_have_their_codes() {
        let over = best(&["--level", "1", "--position", "6/6/3G2/6/6/6 b -/- 0"]);
        assert_eq!(over.unwrap_err().code(), 1);
        for words in [["--position", "6/6/6"], ["--options", "v9"], ["--options", "v1,v1"]] {
            let call: Vec<&str> = ["--level", "1"].into_iter().chain(words).collect();
            assert_eq!(best(&call).unwrap_err().code(), 2);
        }
    }

    #[test]
    fn wrong_arguments_are_refused() {
        for words in [
            "bestmove lyra",
            "bestmove chess --depth 1",
            "bestmove lyra --level 0",
            "bestmove lyra --level 8",
            "bestmove lyra --depth 0",
            "bestmove lyra --depth 1 --nodes 5",
            "bestmove lyra --depth +1",
            "bestmove lyra --depth 99999999999",
            "bestmove lyra --level 1 --seed -1",
            "bestmove lyra --depth 1 --depth 2",
            "match lyra --first random --second random",
            "match lyra --first random --second random --games 0",
            "match lyra --first level:8 --second random --games 2",
            "match lyra --first depth:+1 --second random --games 2",
            "match lyra --first cmd: --second random --games 2",
            "match lyra --first cmd --second random --games 2",
        ] {
            assert!(parse(words).is_err(), "{words}");
        }
        for words in [
            "bestmove lyra --movetime 0",
            "bestmove LYRA --depth 3 --movetime 10",
            "match lyra --first nodes:5 --second cmd:./x --games 1 --seed 3 --movetime=50",
        ] {
            assert!(parse(words).is_ok(), "{words}");
        }
    }

    #[test]
    fn long_lines_are_cut_and_strange_bytes_survived() {
        let mut input: &[u8] = b"one\r\n\n\xff\xfe\nlast";
        let mut lines = Vec::new();
        while let Some(line) = next_line(&mut input).unwrap() {
            lines.push(line);
        }
        assert_eq!(lines, ["one", "", "\u{fffd}\u{fffd}", "last"]);
        let long = vec![b'x'; 100_000];
        assert_eq!(next_line(&mut long.as_slice()).unwrap().unwrap().len(), MAX_LINE);
    }
}
