//! Reads the report file of an event that a command names.

use std::path::Path;

use pairing::trf::{self, Reading};

use super::{failure::Failure, text_file};

/// The longest report file, in bytes: thousands of players in hundreds of rounds fit in.
const MAX_FILE: usize = 16 << 20;

/// How many lines about what does not fit together, or was given up, are told one by one.
const TOLD: usize = 10;

/// The event of a report file. What does not fit together in it goes to `note`.
///
/// # Errors
/// [`Failure::Failed`] with the line if the file is not in the form, or if it cannot be read at all.
pub(super) fn read(path: &Path, note: &mut dyn FnMut(&str)) -> Result<Reading, Failure> {
    let text = text_file::read_old(path, "report of an event", MAX_FILE)?;
    let reading = trf::read(&text).map_err(|fault| Failure::Failed(fault.to_string()))?;
    tell(&reading.remarks, note);
    Ok(reading)
}

/// Says these lines, but no more than a screen takes.
pub(super) fn tell(lines: &[String], note: &mut dyn FnMut(&str)) {
    for line in lines.iter().take(TOLD) {
        note(line);
    }
    if lines.len() > TOLD {
        note(&format!("and {} more", lines.len() - TOLD));
    }
}

/// `1 game has no result yet`.
pub(super) fn missing_results(games: usize) -> String {
    match games {
        1 => "1 game has no result yet".to_owned(),
        games => format!("{games} games have no result yet"),
    }
}
