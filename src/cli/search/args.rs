//! The arguments of `bestmove` and `match`.

use std::str::FromStr;

use engine::{Limit, OpponentModel, levels::N_LEVELS};
use games::{GameKind, OptionsError, Rules};

use crate::cli::failure::Failure;

/// The longest time that can be given for a move, in milliseconds: a day.
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
pub(crate) struct BestmoveArgs {
    /// Which game.
    #[arg(value_parser = game)]
    pub(crate) game: GameKind,
    /// Options of the game: key=value parts joined by commas.
    #[arg(long, default_value = "")]
    pub(crate) options: String,
    /// The position; without it the start.
    #[arg(long)]
    pub(crate) position: Option<String>,
    /// A playing level.
    #[arg(long, value_parser = number::<u8>(1, u64::from(N_LEVELS)))]
    pub(crate) level: Option<u8>,
    /// Milliseconds for the move; caps the others.
    #[arg(long, value_parser = number::<u64>(0, MAX_MOVETIME))]
    pub(crate) movetime: Option<u64>,
    /// Full depth in plies.
    #[arg(long, value_parser = number::<u32>(1, u64::from(u32::MAX)))]
    pub(crate) depth: Option<u32>,
    /// Nodes to visit.
    #[arg(long, value_parser = number::<u64>(1, u64::MAX))]
    pub(crate) nodes: Option<u64>,
    /// Seed of the choice among near-equal moves.
    #[arg(long, default_value_t = 1, value_parser = number::<u64>(0, u64::MAX))]
    pub(crate) seed: u64,
}

impl BestmoveArgs {
    /// The limit of the search besides time.
    pub(super) fn limit(&self) -> Limit {
        let level = self.level.map(Limit::Level);
        let depth = self.depth.map(Limit::Depth);
        level.or(depth).or(self.nodes.map(Limit::Nodes)).unwrap_or(Limit::Time)
    }
}

/// Arguments of `match`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct MatchArgs {
    /// Which game.
    #[arg(value_parser = game)]
    pub(crate) game: GameKind,
    /// Options of the game: key=value parts joined by commas.
    #[arg(long, default_value = "")]
    pub(crate) options: String,
    /// The player whose score is shown: random, greedy, beginner, level:N, depth:N, nodes:N, cmd:PROGRAM.
    /// It holds one seat, a different one in each game of a round.
    #[arg(long)]
    pub(crate) first: PlayerSpec,
    /// Its opponent, in all other seats.
    #[arg(long)]
    pub(crate) second: PlayerSpec,
    /// Games to play, rounded up to whole rounds: a round has a game for each seat.
    #[arg(long, value_parser = number::<u64>(1, 10_000_000))]
    pub(crate) games: u64,
    /// Seed of openings and dice.
    #[arg(long, default_value_t = 1, value_parser = number::<u64>(0, u64::MAX))]
    pub(crate) seed: u64,
    /// Milliseconds for each move, of either player.
    #[arg(long, value_parser = number::<u64>(0, MAX_MOVETIME))]
    pub(crate) movetime: Option<u64>,
    /// Rounds played at the same time; by default as many as there are cores. The result is the
    /// same, unless time limits the moves: then it is one.
    #[arg(long, hide = true, value_parser = number::<u16>(1, 256))]
    pub(crate) threads: Option<u16>,
    /// What the first player believes of many others: paranoid or maxn:WIDTH.
    #[arg(long = "first-creed", value_name = "FIRST_CREED", hide = true, value_parser = opponent_model)]
    pub(crate) first_opponent_model: Option<OpponentModel>,
    /// The same for the second player.
    #[arg(long = "second-creed", value_name = "SECOND_CREED", hide = true, value_parser = opponent_model)]
    pub(crate) second_opponent_model: Option<OpponentModel>,
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
pub(crate) enum PlayerSpec {
    /// Uniform over the legal moves.
    Random,
    /// One ply, the plainest evaluation.
    Greedy,
    /// Two plies, the same evaluation, and half of the attacks that are hard to see overlooked.
    Beginner,
    /// The engine at this limit.
    Engine(Limit),
    /// Another program that speaks the engine protocol.
    Program(String),
}

impl FromStr for PlayerSpec {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = match text.split_once(':') {
            None if text == "random" => Some(Self::Random),
            None if text == "greedy" => Some(Self::Greedy),
            None if text == "beginner" => Some(Self::Beginner),
            Some(("cmd", program)) if !program.trim().is_empty() => {
                Some(Self::Program(program.to_owned()))
            }
            Some((key, number)) => limit(key, number).map(Self::Engine),
            None => None,
        };
        known.ok_or_else(|| {
            "players are random, greedy, beginner, level:1 to level:7, depth:N, nodes:N, \
             cmd:PROGRAM"
                .to_owned()
        })
    }
}

/// Reads a limit such as `level` `3`; `None` if there is no such limit.
pub(super) fn limit(key: &str, number: &str) -> Option<Limit> {
    let number = saturating(number)?;
    match key {
        "level" => u8::try_from(number)
            .ok()
            .filter(|level| (1..=N_LEVELS).contains(level))
            .map(Limit::Level),
        "depth" if number > 0 => Some(Limit::Depth(u32::try_from(number).unwrap_or(u32::MAX))),
        "nodes" if number > 0 => Some(Limit::Nodes(number)),
        _ => None,
    }
}

/// Reads a number in plain digits; one that is too great counts as the greatest. `None` if the text
/// is no number.
pub(super) fn saturating(text: &str) -> Option<u64> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    digits.then(|| text.parse().unwrap_or(u64::MAX))
}

/// Reads the text of `--options`.
pub(super) fn parse_options<G: Rules>(text: &str) -> Result<G::Options, Failure> {
    text.parse().map_err(|error: OptionsError| Failure::Usage(error.0))
}
