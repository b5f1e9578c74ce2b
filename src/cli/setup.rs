//! `setup`: checks whether a set-up is legal, by the rules of its own game alone.

use clap::Args;
use games::{
    GameKind, Seat, arranges,
    cyvasse::{Army, Figure, Kind, Options},
};

use super::failure::{CommandOutcome, Failure};

#[derive(Debug, Args)]
pub(super) struct SetupArgs {
    /// Which game
    #[arg(value_name = "GAME", value_parser = super::args::game)]
    game: GameKind,
    /// The set-up: five rows from the front, or a name
    #[arg(long, value_name = "SETUP")]
    setup: String,
    /// Options: key=value, joined by commas
    #[arg(long, value_name = "OPTIONS", default_value = "")]
    options: String,
}

/// Runs `setup`: returns `ok SETUP fortress HEX dragon board|hand`, as White has it, or every fault
/// on a line of its own.
pub(super) fn setup(args: &SetupArgs) -> CommandOutcome {
    if args.game != GameKind::Cyvasse {
        let with = GameKind::ALL.into_iter().filter(|kind| arranges(*kind)).map(GameKind::key);
        let with = with.collect::<Vec<_>>().join(", ");
        let title = args.game.title();
        return Err(Failure::Usage(format!("{title} has no set-ups; games that have: {with}")));
    }
    let options: Options =
        args.options.parse().map_err(|err| Failure::Usage(format!("--options: {err}")))?;
    let setup = Army::read(&args.setup, options.dragon()).map_err(|faults| {
        let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
        Failure::Failed(faults.join("\n"))
    })?;
    let fortress = setup.fortress(Seat::FIRST).map(|hex| hex.to_string()).unwrap_or_default();
    let has_dragon = setup.count(Figure::Man(Kind::Dragon)) > 0;
    let dragon = if has_dragon { "board" } else { "hand" };
    Ok(format!("ok {setup} fortress {fortress} dragon {dragon}\n"))
}
