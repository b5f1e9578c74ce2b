//! `pair`: the next round of an event in a report file.

use std::{fmt::Write as _, path::PathBuf};

use clap::Args;
use pairing::{
    dutch::{self, GivenUp, Pairing},
    history::PairingHistory,
    trf::Reading,
};
use serde_json::{Value, json};

use super::{
    event_file,
    failure::{CommandOutcome, Failure},
};

/// The most players who are paired. The time grows with their third power, and so many take half a
/// minute.
const MOST: usize = 1000;

#[derive(Debug, Args)]
pub(super) struct PairArgs {
    /// The event, as a tournament report file (TRF)
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Prints `impossible` where the rules allow no pairing, and gives nothing up
    #[arg(long)]
    strict: bool,
    /// Prints JSON
    #[arg(long)]
    json: bool,
}

/// Runs `pair`. What was given up, and what does not fit together in the file, goes to `note`.
pub(super) fn pair(args: &PairArgs, note: &mut dyn FnMut(&str)) -> CommandOutcome {
    let reading = event_file::read(&args.file, note)?;
    let event = to_pair(&reading).map_err(Failure::Failed)?;
    let paired = if args.strict { dutch::strict(event) } else { dutch::pair(event) };
    let pairing = paired.ok();
    let given_up = pairing.iter().flat_map(|pairing| &pairing.given_up).map(given_up);
    event_file::tell(&given_up.collect::<Vec<_>>(), note);
    Ok(match pairing {
        pairing if args.json => format!("{:#}\n", as_json(event, pairing.as_ref())),
        Some(pairing) => lines(&pairing),
        None => "impossible\n".to_owned(),
    })
}

/// The event, if it has a round that can be paired now.
fn to_pair(reading: &Reading) -> Result<&PairingHistory, String> {
    let event = &reading.event;
    if let Some(fault) = &reading.unpairable {
        return Err(fault.to_string());
    }
    if let Some(open) = reading.unfinished {
        let missing = event_file::missing_results(open.games);
        return Err(format!("line {}: round {} is being played: {missing}", open.line, open.round));
    }
    if event.rounds > 0 && event.played >= event.rounds {
        return Err(format!("all {} rounds are played", event.rounds));
    }
    match event.players.len() {
        players if players > MOST => Err(format!(
            "{players} players are too many for one event: at most {MOST} can be paired"
        )),
        _ => Ok(event),
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

/// The pairing with the number of its round; `None` where none is possible.
fn as_json(event: &PairingHistory, pairing: Option<&Pairing>) -> Value {
    let games = pairing.into_iter().flat_map(|pairing| &pairing.games);
    let games: Vec<Value> =
        games.map(|(white, black)| json!({ "white": white, "black": black })).collect();
    json!({
        "event": event.name,
        "round": event.played + 1,
        "regulations": "FIDE C.04.3, 2026-02-01",
        "possible": pairing.is_some(),
        "games": games,
        "bye": pairing.and_then(|pairing| pairing.bye),
        "given_up": pairing.map_or(&[][..], |pairing| &pairing.given_up),
    })
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
