//! `replay` and `card`: a game as an animated GIF, and the card of one that is over as a PNG.

use std::{path::PathBuf, sync::Arc};

use clap::Args;
use render::{Renderer, Subject, Theme};
use table::record::{self, MAX_RECORD, Replayable};

use super::{
    failure::{CommandOutcome, Failure},
    picture::{theme, write},
    text_file,
};

#[derive(Debug, Args)]
pub(super) struct RecordPictureArgs {
    /// The record
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Look: wood, slate, paper, contrast, mars or felt [default: the game's own]
    #[arg(long, value_name = "THEME", value_parser = theme)]
    theme: Option<Theme>,
    /// The file to write
    #[arg(short, value_name = "FILE")]
    output: PathBuf,
}

/// Runs `replay`.
pub(super) fn replay(args: &RecordPictureArgs) -> CommandOutcome {
    let game = read(args)?.replay;
    let renderer = Renderer::new(games::sprites());
    let words = game.shown_words();
    let subject = Subject::Replay(Arc::new(game));
    write(&args.output, subject.file(&renderer, args.theme, subject.default_width()))?;
    Ok(words.map(|words| format!("it shows {words}\n")).unwrap_or_default())
}

/// Runs `card`.
pub(super) fn card(args: &RecordPictureArgs) -> CommandOutcome {
    let Replayable { replay, kind, options, date } = read(args)?;
    let none =
        || Failure::Failed("the game has no result, so there is no card of it yet".to_owned());
    let what = games::variation(kind, &options).unwrap_or(kind.key());
    let card = replay.card(&date, &format!("play {what}")).ok_or_else(none)?;
    let renderer = Renderer::new(games::sprites());
    let subject = Subject::Card(Arc::new(card));
    write(&args.output, subject.file(&renderer, args.theme, subject.default_width()))?;
    Ok(String::new())
}

/// Reads the record that is to be shown.
fn read(args: &RecordPictureArgs) -> Result<Replayable, Failure> {
    let text = text_file::read(&args.file, "record", MAX_RECORD)?;
    let read = record::replay(&text).map_err(|fault| Failure::Failed(fault.to_string()))?;
    let none = || {
        Failure::Failed(
            "the record has no plies that stand, so there is nothing to show".to_owned(),
        )
    };
    read.ok_or_else(none)
}
