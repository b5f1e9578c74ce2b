//! `games`, `moves`, `play`, `perft`: the rules on the command line.

use std::{fmt::Write as _, time::Instant};

use clap::Args;
use games::{
    GameKind, Perft, Present, ReadError, Refusal, Roll, RollError, Rules, result_text, with_game,
};
use table::{AnyPosition as _, PlayedPosition, record::excerpt};

use super::{
    args::{self, number},
    failure::{CommandOutcome, Failure},
    output::print_note,
    plies::{Plies, Ply},
};

/// The greatest depth of a perft: more than anyone can wait for, and few enough for the stack.
const MAX_DEPTH: u32 = 255;

/// A position and the game to which it belongs.
#[derive(Clone, Debug, Args)]
pub(crate) struct GameArgs {
    /// Which game
    #[arg(value_name = "GAME", value_parser = args::game)]
    pub(crate) game: GameKind,
    /// Options: key=value, joined by commas
    #[arg(long, value_name = "OPTIONS", default_value = "")]
    pub(crate) options: String,
    /// Position text; without it the game's own start
    #[arg(long, value_name = "POSITION")]
    pub(crate) position: Option<String>,
}

#[derive(Debug, Args)]
pub(super) struct PlayArgs {
    #[command(flatten)]
    start: GameArgs,
    #[command(flatten)]
    plies: Plies,
}

#[derive(Debug, Args)]
pub(super) struct PerftArgs {
    #[command(flatten)]
    start: GameArgs,
    /// How many plies deep
    #[arg(long, value_name = "N", value_parser = number(0..=MAX_DEPTH))]
    depth: u32,
    /// First the count below each move
    #[arg(long)]
    divide: bool,
}

impl GameArgs {
    /// The position that the arguments describe.
    ///
    /// # Errors
    /// [`Failure::Usage`] if the options or the position cannot be read.
    pub(crate) fn position<G: Rules>(&self) -> Result<G, Failure> {
        let options: G::Options =
            self.options.parse().map_err(|err| Failure::Usage(format!("--options: {err}")))?;
        match &self.position {
            None => Ok(G::start(&options)),
            Some(text) => G::from_position_text(text, &options)
                .map_err(|err| Failure::Usage(format!("--position: {err}"))),
        }
    }
}

/// Runs `games`.
pub(super) fn games() -> String {
    let blocks: Vec<String> =
        GameKind::ALL.into_iter().map(|kind| with_game!(kind, G => block::<G>(kind))).collect();
    blocks.join("")
}

fn block<G: Rules>(kind: GameKind) -> String {
    let (least, most) = (G::SEATS.start(), G::SEATS.end());
    let seats = if least == most { least.to_string() } else { format!("{least} to {most}") };
    let mut text = format!("{}: {}, {seats} players\n", kind.key(), kind.title());
    for line in G::OPTION_LINES {
        let (key, values, default) = (line.key, line.values, line.default);
        let _ = writeln!(text, "  {key}={values} ({default}): {}", line.meaning);
    }
    text
}

/// Runs `moves`.
pub(super) fn moves(args: &GameArgs) -> CommandOutcome {
    with_game!(args.game, G => args.position::<G>().map(|position| {
        legal(&position).iter().fold(String::new(), |text, mv| text + &format!("{mv}\n"))
    }))
}

fn legal<G: Rules>(position: &G) -> Vec<G::Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

/// Runs `play`.
pub(super) fn play(args: &PlayArgs) -> CommandOutcome {
    with_game!(args.start.game, G => {
        let played = played::<G>(&args.start, &args.plies)?;
        Ok(format!("{}\nresult {}\n", played.now(), result_text(played.outcome())))
    })
}

/// Plays the plies of a command line from its position.
pub(super) fn played<G: Present>(
    start: &GameArgs,
    plies: &Plies,
) -> Result<PlayedPosition<G>, Failure> {
    let mut played = PlayedPosition::new(start.position::<G>()?);
    for ply in &plies.0 {
        step(&mut played, ply).map_err(Failure::Failed)?;
    }
    Ok(played)
}

fn step<G: Present>(played: &mut PlayedPosition<G>, ply: &Ply) -> Result<(), String> {
    if let Some(outcome) = played.outcome() {
        let result = result_text(Some(outcome));
        return Err(format!("the game is over ({result}), so no move is taken"));
    }
    let position = played.now();
    let mv = position.read(&ply.mv).map_err(|err| not_read(position, &ply.mv, err))?;
    let dice = position.dice(&mv);
    let told = |err: RollError| format!("{mv}: {err}");
    let roll = ply.roll.map_or(Ok(Roll::NONE), |faces| faces.fitting(&dice)).map_err(told)?;
    played.play(&mv.to_string(), &roll).map_err(|err| format!("{mv}: {err}"))
}

/// Says why a typed text was not accepted as a move, and what could be typed instead.
fn not_read<G: Present>(position: &G, typed: &str, error: ReadError<G::Move, G::Fault>) -> String {
    let shown = excerpt(typed);
    match error {
        ReadError::NotAMove => {
            let example = position.example_move();
            let other = legal(position).into_iter().rfind(|mv| example.as_ref() != Some(mv));
            let examples: Vec<String> =
                example.into_iter().chain(other).map(|mv| format!("`{mv}`")).collect();
            let hint = match examples.as_slice() {
                [] => String::new(),
                examples => format!("; a move is for instance {}", examples.join(" or ")),
            };
            format!("`{shown}` does not read as a move{hint}")
        }
        ReadError::Ambiguous(moves) => {
            format!("`{shown}` could be several moves: {}", listed(&moves))
        }
        ReadError::Refused(Refusal { fault, near }) => {
            let words = position.fault_words(&shown, &fault);
            if near.is_empty() { words } else { format!("{words} Legal: {}", listed(&near)) }
        }
    }
}

/// The first twenty moves joined by commas.
fn listed<M: ToString>(moves: &[M]) -> String {
    const MOST: usize = 20;
    let shown: Vec<String> = moves.iter().take(MOST).map(ToString::to_string).collect();
    shown.join(", ") + if moves.len() > MOST { ", …" } else { "" }
}

/// Runs `perft`.
pub(super) fn perft(args: &PerftArgs) -> CommandOutcome {
    with_game!(args.start.game, G => {
        let position = args.start.position::<G>()?;
        Ok(counted(&position, args.depth, args.divide))
    })
}

fn counted<G: Rules>(position: &G, depth: u32, divide: bool) -> String {
    #[expect(clippy::disallowed_methods, reason = "the command tells how long it took")]
    let start = Instant::now();
    let mut text = String::new();
    let total = match depth.checked_sub(1) {
        Some(below) if divide => divided(position, below, &mut text),
        _ => position.perft(depth),
    };
    let _ = writeln!(text, "nodes {}", total.nodes);
    let mut visited = total.nodes;
    if G::COUNTS_COMMANDS {
        let _ = writeln!(text, "commands {}", total.commands);
        visited = visited.saturating_add(total.commands);
    }
    let time = start.elapsed();
    // At least a microsecond, so that there is always a speed to show.
    let micros = time.as_micros().max(1);
    let speed = u128::from(visited) * 1_000_000 / micros;
    print_note(&format!("{:.3} s, {speed} nodes/s", time.as_secs_f64()));
    text
}

/// Writes the count below each move, one per line, and gives their sum.
fn divided<G: Rules>(position: &G, below: u32, text: &mut String) -> Perft {
    let mut total = Perft::default();
    let mut branches = Vec::new();
    for mv in legal(position) {
        branches.clear();
        position.branches(&mv, &mut branches);
        let mut nodes = 0;
        for (i, branch) in branches.iter().enumerate() {
            let mut next = position.clone();
            next.apply(&mv, &branch.roll);
            let count = next.perft(below);
            nodes += count.nodes;
            // Only the success, which is the first branch, counts for the number of commands.
            if i == 0 {
                total.commands += count.commands;
            }
        }
        total.nodes += nodes;
        let _ = writeln!(text, "{mv} {nodes}");
    }
    total
}
