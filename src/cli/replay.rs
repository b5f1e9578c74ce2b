//! `replay`: a game as an animated GIF.

use std::path::PathBuf;

use clap::Args;
use render::{REPLAY_WIDTH, Renderer, Theme};
use table::{
    MOST_FRAMES,
    record::{self, MAX_RECORD},
};

use super::{
    failure::{CommandOutcome, Failure},
    picture::{theme, write},
    text_file,
};

#[derive(Debug, Args)]
pub(super) struct ReplayArgs {
    /// The record
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Look: wood, slate, paper or contrast
    #[arg(long, value_name = "THEME", value_parser = theme)]
    theme: Option<Theme>,
    /// The file to write
    #[arg(short, value_name = "FILE")]
    output: PathBuf,
}

/// Runs `replay`.
pub(super) fn replay(args: &ReplayArgs) -> CommandOutcome {
    let text = text_file::read(&args.file, "record", MAX_RECORD)?;
    let read = record::replay(&text).map_err(|fault| Failure::Failed(fault.to_string()))?;
    let none =
        || Failure::Failed("the record has no plies, so there is nothing to show".to_owned());
    let game = read.ok_or_else(none)?;
    let renderer = Renderer::new(games::sprites());
    let bytes = renderer.gif(game.frames(), args.theme, REPLAY_WIDTH);
    write(&args.output, bytes)?;
    let plies = game.plies();
    Ok(match plies {
        0..MOST_FRAMES => String::new(),
        _ => format!("{MOST_FRAMES} pictures of {plies} plies: the rest is left out\n"),
    })
}
