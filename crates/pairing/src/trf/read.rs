//! Reading a report file.

use std::collections::HashMap;
use std::fmt;

use super::super::history::{Entry, Number, PairingHistory, Player, PointSystem, Points};
use super::extras::Extras;
use super::player::{Line, player};

/// The most players, rounds and points that a file may speak of.
pub(super) const MOST: u32 = 9_999;
pub(super) const MOST_ROUNDS: usize = 500;

/// A line that cannot be understood, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line, from 1; 0 where the whole file is meant.
    pub line: usize,
    /// What is wrong with it, as a sentence without a full stop.
    pub why: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}", self.why),
            line => write!(f, "line {line}: {}", self.why),
        }
    }
}

impl std::error::Error for Fault {}

/// An event that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The event as the file has it.
    pub event: PairingHistory,
    /// The round that is being played, if there is one.
    pub unfinished: Option<Unfinished>,
    /// What does not fit together in the file, though it could be read: points that are not those of the results.
    pub remarks: Vec<String>,
}

/// A round that is being played. It is not in the event yet, nor is what stands behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unfinished {
    /// Which round it is, from 1.
    pub round: usize,
    /// How many of its games have no result yet.
    pub games: usize,
    /// The line of the file in which the first of them stands.
    pub line: usize,
}

/// Reads a report file.
///
/// # Errors
/// [`Fault`] names the first line that is not in the form, or contradicts another one.
pub fn read(text: &str) -> Result<Reading, Fault> {
    let mut lines: Vec<Line> = Vec::new();
    let mut extras = Extras::default();
    let mut name = String::new();
    for (at, raw) in split(text) {
        let fault = |why: String| Fault { line: at, why };
        let (code, rest) = raw.split_at_checked(3).unwrap_or((raw, ""));
        match code {
            "001" => lines.push(player(at, raw).map_err(fault)?),
            "012" => name = rest.trim().to_owned(),
            _ => extras.line(at, code, rest).map_err(fault)?,
        }
    }
    if lines.is_empty() {
        let why = "there is no player, which is a line that begins with 001".to_owned();
        return Err(Fault { line: 0, why });
    }
    if !extras.rank {
        lines.sort_by_key(|line| line.player.number);
    }
    let index = places(&lines)?;
    let unfinished = unfinished(&mut lines, &index)?;
    let played = unfinished.map_or_else(|| rounds_played(&lines), |one| one.round - 1);
    extras.check_rounds(unfinished.map_or(played, |one| one.round))?;
    check_opponents(&lines, &index)?;
    let stated: Vec<Option<Points>> = lines.iter().map(|line| line.stated).collect();
    let mut players: Vec<Player> = lines.into_iter().map(|line| line.player).collect();
    extras.apply(&mut players, &index, played)?;
    let event = PairingHistory {
        name,
        rounds: extras.rounds,
        played,
        initial: extras.initial,
        players,
        forbidden: extras.forbidden.into_iter().map(|(_, group)| group).collect(),
        points: extras.points,
    };
    // The points of a round that is being played may be among those that are said.
    let remarks = if unfinished.is_some() { Vec::new() } else { remarks(&event, &stated) };
    Ok(Reading { event, unfinished, remarks })
}

/// Returns where each start number stands among the lines.
fn places(lines: &[Line]) -> Result<HashMap<Number, usize>, Fault> {
    let mut index = HashMap::new();
    for (at, line) in lines.iter().enumerate() {
        if index.insert(line.player.number, at).is_some() {
            let why =
                format!("the start number {} stands there for the second time", line.player.number);
            return Err(Fault { line: line.line, why });
        }
    }
    Ok(index)
}

/// The first round in which a game has no result. It is taken away with all that stands behind it.
fn unfinished(
    lines: &mut [Line],
    index: &HashMap<Number, usize>,
) -> Result<Option<Unfinished>, Fault> {
    let first = lines.iter().filter_map(|line| line.open).map(|(round, _)| round).min();
    let Some(round) = first else { return Ok(None) };
    let mut open = Vec::new();
    for line in lines.iter() {
        let Some((_, opponent)) = line.open.filter(|(at, _)| *at == round) else { continue };
        let theirs = index.get(&opponent).map(|at| lines[*at].open);
        if theirs != Some(Some((round, line.player.number))) {
            let why = match theirs {
                None => format!("round {}: there is no player {opponent}", round + 1),
                Some(_) => format!(
                    "round {}: the line of player {opponent} says something else",
                    round + 1
                ),
            };
            return Err(Fault { line: line.line, why });
        }
        open.push(line.line);
    }
    let line = open.iter().copied().min().unwrap_or_default();
    lines.iter_mut().for_each(|line| line.player.entries.truncate(round));
    Ok(Some(Unfinished { round: round + 1, games: open.len() / 2, line }))
}

/// The lines with their numbers, whatever ends them; empty ones left out.
fn split(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let text = text.trim_start_matches('\u{feff}');
    let ends = |piece: &str| piece.trim_end_matches(['\r', '\n']).len();
    // A file may end its lines with CR alone, as one of the pairing programs does.
    let mut lines: Vec<&str> = Vec::new();
    for piece in text.split_inclusive('\n') {
        lines.extend(piece[..ends(piece)].split('\r'));
    }
    lines
        .into_iter()
        .enumerate()
        .map(|(at, line)| (at + 1, line))
        .filter(|(_, line)| !line.trim().is_empty())
}

/// Reads points such as `4.5`, into tenths.
pub(super) fn points(text: &str) -> Result<Points, String> {
    let text = text.trim();
    let wrong = || format!("these are no points: {}", short(text));
    let (whole, tenths) = text.split_once(['.', ',']).unwrap_or((text, "0"));
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole) || !digits(tenths) || tenths.len() > 1 || whole.len() > 4 {
        return Err(wrong());
    }
    let whole: Points = whole.parse().map_err(|_| wrong())?;
    let tenths: Points = tenths.parse().map_err(|_| wrong())?;
    Ok(whole * 10 + tenths)
}

/// Returns what may be shown of a text that was not understood.
pub(super) fn short(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(8).collect()
}

/// Everything up to the last pairing has been played; so has a round for which all have an entry. What stands
/// behind that was asked for in advance.
fn rounds_played(lines: &[Line]) -> usize {
    let paired =
        |line: &Line| line.player.entries.iter().rposition(Entry::paired).map_or(0, |at| at + 1);
    let before = |line: &Line| line.player.entries.len().saturating_sub(1);
    let played = lines.iter().map(|line| paired(line).max(before(line))).max().unwrap_or(0);
    let complete = !lines.is_empty() && lines.iter().all(|line| line.player.entries.len() > played);
    played + usize::from(complete)
}

fn check_opponents(lines: &[Line], index: &HashMap<Number, usize>) -> Result<(), Fault> {
    for line in lines {
        for (round, entry) in line.player.entries.iter().enumerate() {
            let Some(opponent) = entry.opponent() else { continue };
            let fault = |why: &str| {
                Err(Fault { line: line.line, why: format!("round {}: {why}", round + 1) })
            };
            let Some(&other) = index.get(&opponent) else {
                return fault(&format!("there is no player {opponent}"));
            };
            let theirs = lines[other].player.entry(round);
            let agrees = match (entry, theirs) {
                (
                    Entry::Game { colour, .. },
                    Entry::Game { opponent: back, colour: theirs, .. },
                ) => back == line.player.number && *colour == theirs.other(),
                (Entry::Game { .. }, _) | (_, Entry::Game { .. }) => false,
                _ => true,
            };
            if !agrees {
                return fault(&format!("the line of player {opponent} says something else"));
            }
        }
    }
    Ok(())
}

/// Points that are not those of the results, with or without what counts for the pairing alone.
fn remarks(event: &PairingHistory, stated: &[Option<Points>]) -> Vec<String> {
    let mut remarks = Vec::new();
    for (player, stated) in event.players.iter().zip(stated) {
        let Some(stated) = *stated else { continue };
        let points = event.points_of(player);
        let next = player.entries.get(event.played).map_or(0, |entry| event.points.of(entry));
        let bonus = player.acceleration.get(event.played).copied().unwrap_or(0);
        if ![points, points + next, points + bonus, points + next + bonus].contains(&stated) {
            remarks.push(format!(
                "player {} has {}.{} points by the results, not {}.{}",
                player.number,
                points / 10,
                points % 10,
                stated / 10,
                stated % 10
            ));
        }
    }
    remarks
}

/// The usual points, for [`Extras`].
pub(super) fn usual() -> PointSystem {
    PointSystem::default()
}
