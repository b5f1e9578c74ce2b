//! `pair`: the next round of an event in a report file.

use std::{fmt::Write as _, path::PathBuf};

use clap::Args;

use super::{
    failure::{CommandOutcome, Failure},
    text_file,
};
use crate::tournament::{
    dutch::{self, GivenUp, Pairing},
    trf::{self, Reading},
};

/// The longest report file: thousands of players in hundreds of rounds fit in.
const MAX_FILE: usize = 16 << 20;

/// How many lines about what does not fit together, or was given up, are told one by one.
const TOLD: usize = 10;

#[derive(Debug, Args)]
pub(super) struct PairArgs {
    /// The event, as a tournament report file (TRF)
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Prints `impossible` where the rules allow no pairing, and gives nothing up
    #[arg(long)]
    strict: bool,
}

/// Runs `pair`. What was given up, and what does not fit together in the file, goes to `note`.
pub(super) fn pair(args: &PairArgs, note: &mut dyn FnMut(&str)) -> CommandOutcome {
    let text = text_file::read_old(&args.file, "report of an event", MAX_FILE)?;
    let Reading { event, remarks } =
        trf::read(&text).map_err(|fault| Failure::Failed(fault.to_string()))?;
    tell(&remarks, note);
    if event.rounds > 0 && event.played >= event.rounds {
        return Err(Failure::Failed(format!("all {} rounds are played", event.rounds)));
    }
    let paired = if args.strict { dutch::strict(&event) } else { dutch::pair(&event) };
    let Ok(pairing) = paired else { return Ok("impossible\n".to_owned()) };
    tell(&pairing.given_up.iter().map(given_up).collect::<Vec<_>>(), note);
    Ok(lines(&pairing))
}

fn tell(lines: &[String], note: &mut dyn FnMut(&str)) {
    for line in lines.iter().take(TOLD) {
        note(line);
    }
    if lines.len() > TOLD {
        note(&format!("and {} more", lines.len() - TOLD));
    }
}

/// `WHITE BLACK` for each game, then `bye N`.
fn lines(pairing: &Pairing) -> String {
    let mut text = String::new();
    for (white, black) in &pairing.games {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{white} {black}");
    }
    if let Some(player) = pairing.bye {
        let _ = writeln!(text, "bye {player}");
    }
    text
}

fn given_up(what: &GivenUp) -> String {
    match what {
        GivenUp::Colours { one, other } => {
            format!("given up: {one} and {other} both have to get the same colour")
        }
        GivenUp::Bye { player } => {
            format!("given up: {player} has had a bye or points without a game before")
        }
        GivenUp::Rematch { one, other } => format!("given up: {one} and {other} have met before"),
    }
}
