//! `render`: draws a position as a PNG.

use std::path::{Path, PathBuf};

use clap::Args;
use games::{Present, Seat, with_game};
use render::{Renderer, Subject, Theme};
use scene::Scene;
use table::{AnyPosition as _, Caption, Highlight};

use super::{
    args::number,
    failure::{CommandOutcome, Failure},
    plies::Plies,
    rules::{GameArgs, played},
};

/// The widths that a picture can have. Nothing could be read in a smaller picture, and a larger one
/// would take long and help nobody.
const WIDTHS: std::ops::RangeInclusive<u32> = 100..=4000;

#[derive(Debug, Args)]
pub(super) struct RenderArgs {
    #[command(flatten)]
    start: GameArgs,
    #[command(flatten)]
    plies: Plies,
    /// Seen from the opposite side
    #[arg(long)]
    flip: bool,
    /// With the marks of `why` about this place, in place of the last move's
    #[arg(long, value_name = "SQUARE")]
    why: Option<String>,
    /// Look: wood, slate, paper, contrast, mars or felt [default: the game's own]
    #[arg(long, value_name = "THEME", value_parser = theme)]
    theme: Option<Theme>,
    /// Width in pixels [default: 900, for boards of wedges and hexes 840]
    #[arg(long, value_name = "PX", value_parser = number(WIDTHS))]
    width: Option<u32>,
    /// The file to write
    #[arg(short, value_name = "FILE")]
    output: PathBuf,
}

/// Reads a theme by its name.
pub(super) fn theme(text: &str) -> Result<Theme, String> {
    let known = || Theme::ALL.map(Theme::key).join(", ");
    Theme::from_key(text).ok_or_else(|| format!("no such theme; known: {}", known()))
}

/// Runs `render`.
pub(super) fn render(args: &RenderArgs) -> CommandOutcome {
    let scene = with_game!(args.start.game, G => pictured::<G>(args))?;
    let subject = Subject::Board(scene);
    let renderer = Renderer::new(games::sprites());
    let bytes = subject.file(&renderer, args.theme, subject.width(args.width));
    write(&args.output, bytes)?;
    Ok(String::new())
}

/// Writes a picture to a file.
///
/// # Errors
/// [`Failure::Failed`] if the system does not let it.
pub(super) fn write(file: &Path, bytes: Vec<u8>) -> Result<(), Failure> {
    std::fs::write(file, bytes)
        .map_err(|err| Failure::Failed(format!("the picture could not be written: {err}")))
}

fn pictured<G: Present>(args: &RenderArgs) -> Result<Scene, Failure> {
    let played = played::<G>(&args.start, &args.plies)?;
    let position = played.now();
    let mut seats = Seat::all(position.n_seats());
    let opposite = seats.clone().nth(usize::from(position.n_seats()) / 2);
    let facing = if args.flip { opposite } else { seats.next() };
    let caption = Caption {
        facing: facing.unwrap_or(Seat::FIRST),
        names: Seat::all(position.n_seats()).map(|s| position.seat_name(s).to_owned()).collect(),
        outcome: played.outcome(),
        number: None,
        look: String::new(),
        times: Vec::new(),
    };
    let marks = match &args.why {
        Some(asked) => Some(position.why(asked).map_err(Failure::Failed)?.1),
        None => None,
    };
    let shown = marks.as_deref().map_or(Highlight::Plies(1), Highlight::Marks);
    Ok(played.scene(&caption, shown))
}
