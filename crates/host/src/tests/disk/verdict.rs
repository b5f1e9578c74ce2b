//! What must hold after a session, however it has ended: the database opens and is sound, every move
//! that was confirmed is in it, none that was refused is, and after a start the page has said each
//! move exactly once.

use std::{fs, path::Path};

use store::{EventRow, GameRow};
use table::LogEvent;

use super::session::{self, SmallPage, channel, database, step};
use crate::{Clock as _, ManualClock, replay_game};

/// The statements of a session, in its order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Said {
    /// The last move that somebody began to say.
    pub(super) begun: usize,
    /// The last move that was confirmed.
    pub(super) confirmed: usize,
    /// Whether the last thing heard of the last move is that nothing was changed.
    pub(super) refused: bool,
    /// Whether its author was told that nobody knows yet whether the last move took effect.
    pub(super) unclear: bool,
    /// Whether the program did not start when it was to, or the backup was not made at once.
    pub(super) failed: bool,
    /// The file in which the backup is.
    pub(super) backup: Option<String>,
    /// What does not belong to a session.
    pub(super) odd: Vec<String>,
}

impl Said {
    /// Reads the marks of a session.
    pub(super) fn read(folder: &Path) -> Self {
        Self::of(&fs::read_to_string(session::said(folder)).unwrap_or_default())
    }

    /// Understands marks.
    pub(super) fn of(marks: &str) -> Self {
        let mut said = Self::default();
        for line in marks.lines() {
            let (what, rest) = line.split_once(' ').unwrap_or((line, ""));
            let k = || rest.split(' ').next().unwrap_or("").parse().expect("the number of a move");
            match what {
                "say" => (said.begun, said.refused) = (k(), false),
                "confirmed" => (said.confirmed, said.refused) = (k(), false),
                "refused" => said.refused = true,
                "unclear" => said.unclear = true,
                "backup" => said.backup = Some(rest.to_owned()),
                "failed" => said.failed = true,
                "odd" => said.odd.push(rest.to_owned()),
                _ => {}
            }
        }
        said
    }
}

/// The moves of the game in a database, none if it has not begun; or what is wrong, as `db check` finds
/// it.
fn checked(database: &Path) -> Result<Vec<String>, String> {
    let mut moves = Vec::new();
    let replay = |row: &GameRow, events: &[EventRow]| {
        let game = replay_game(row, events, |id| id.key().to_owned())?;
        moves.extend(game.log().iter().filter_map(|entry| match &entry.event {
            LogEvent::Ply { mv, .. } => Some(mv.clone()),
            _ => None,
        }));
        Ok(())
    };
    let report = store::check(database, replay).map_err(|error| error.to_string())?;
    if report.faults.is_empty() { Ok(moves) } else { Err(report.faults.join("; ")) }
}

/// Looks at what a session has left in its folder, starts the program on it, and returns how many
/// moves there are; what is wrong otherwise.
pub(super) fn sound(folder: &Path, said: &Said) -> Result<usize, String> {
    if !said.odd.is_empty() {
        return Err(format!("heard {:?}", said.odd));
    }
    let database = database(folder);
    // A start puts right what the end has left behind. It says what was committed and not said.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let lines = runtime.block_on(restart(&database))?;
    let moves = checked(&database)?;
    let counted = moves.len();
    let (begun, confirmed) = (said.begun, said.confirmed);
    if counted < confirmed || counted > begun {
        return Err(format!("{counted} moves; {begun} begun, {confirmed} confirmed"));
    }
    if said.refused && counted == begun {
        return Err(format!("move {begun} was refused, and yet it is there"));
    }
    if moves.iter().zip(1..).any(|(mv, k)| mv != step(k).1) {
        return Err(format!("not the moves that were made: {moves:?}"));
    }
    said_once(&lines, counted)?;
    // A backup gets its name when it is whole; before that, the name may stand for an empty file.
    let all = fs::read_dir(folder).map_err(|error| error.to_string())?;
    for file in all.filter_map(Result::ok) {
        let name = file.file_name().to_string_lossy().into_owned();
        let is_whole = file.metadata().is_ok_and(|file| file.len() > 0);
        let is_backup = name.starts_with("backup") && name.ends_with(".db") && is_whole;
        if is_backup || said.backup.as_deref() == Some(&name) {
            let moves = checked(&file.path())?;
            if moves.len() != session::MOVES {
                return Err(format!("{} moves in {name}", moves.len()));
            }
        }
    }
    if let Some(name) = said.backup.as_deref().filter(|name| !folder.join(name).exists()) {
        return Err(format!("{name} is gone"));
    }
    Ok(counted)
}

/// Returns whether the bot has told each move once.
fn said_once(lines: &[String], moves: usize) -> Result<(), String> {
    for first in 1..=4 {
        let (name, mv) = step(first);
        let told = format!("{name} moved {mv}");
        let times = lines.iter().filter(|line| line.contains(&told)).count();
        let played = (first..=moves).step_by(4).count();
        if times != played {
            return Err(format!("\"{told}\" {times} times on the page, {played} times played"));
        }
    }
    Ok(())
}

/// Starts the program, lets it say what is left to say, and ends it in good order. Returns what the
/// bot has said on the page.
async fn restart(database: &Path) -> Result<Vec<String>, String> {
    let clock = ManualClock::new(1_900_000_000_000);
    let mut page = SmallPage::open(database, &clock).map_err(|error| error.to_string())?;
    page.catch_up(clock.now()).await.map_err(|_| "the page cannot keep a line")?;
    let reader = page.store.reader().map_err(|error| error.to_string())?;
    let lines = reader.last_lines(&channel(), None, 10_000).map_err(|error| error.to_string())?;
    drop(reader);
    page.host.stop().await;
    page.store.close();
    let said = lines.into_iter().filter(|line| line.author.is_none());
    Ok(said.map(|line| line.text).collect())
}
