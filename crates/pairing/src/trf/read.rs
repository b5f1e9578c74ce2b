//! Reading a report file.

use std::collections::HashMap;
use std::fmt;

use super::super::history::{Bye, Entry, Number, PairingHistory, Player, Points, Score};
use super::extras::Extras;
use super::player::{Line, named, player};

/// The most players, rounds and points that a file may speak of.
pub(super) const MOST: u32 = 9_999;
pub(super) const MOST_ROUNDS: usize = 500;

/// A line that cannot be understood, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line, from 1; 0 where the whole file is meant.
    pub line: usize,
    /// The fault, as a sentence without a full stop.
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
    /// Why the next round cannot be paired by the type of the event that the file names, if it cannot. Standings need
    /// no type.
    pub unpairable: Option<Fault>,
    /// Notes on what does not fit together in the file, or is not in the form, though it could be read:
    /// points that are not those of the results, shifted columns, and the like.
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
            _ if raw.trim_start().starts_with("001 ") => {
                return Err(fault("001 does not stand at the beginning of the line".to_owned()));
            }
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
    let mut remarks = std::mem::take(&mut extras.remarks);
    remarks.extend(shifted(&lines));
    let unfinished = unfinished(&mut lines, &index, &mut remarks)?;
    let played = match unfinished {
        Some(open) => open.round - 1,
        None => rounds_played(&lines)?,
    };
    extras.check_rounds(unfinished.map_or(played, |one| one.round))?;
    check_opponents(&lines, &index, &mut remarks)?;
    let stated: Vec<(usize, Option<Points>)> =
        lines.iter().map(|line| (line.line, line.stated)).collect();
    let mut players: Vec<Player> = lines.into_iter().map(|line| line.player).collect();
    extras.apply(&mut players, &index, played)?;
    let (points, unpairable) = (extras.points(), extras.unpairable());
    let event = PairingHistory {
        name,
        rounds: extras.rounds,
        played,
        initial: extras.initial,
        players,
        forbidden: extras.forbidden.into_iter().map(|(_, group)| group).collect(),
        points,
    };
    // The points of a round that is being played may be among those that are said.
    if unfinished.is_none() {
        remarks.extend(other_points(&event, &stated)?);
    }
    Ok(Reading { event, unfinished, unpairable, remarks })
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
    remarks: &mut Vec<String>,
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
    let is_behind = |line: &Line| line.player.entries.iter().skip(round + 1).any(Entry::paired);
    if lines.iter().any(is_behind) {
        let missing = format!("results are missing in round {}", round + 1);
        remarks.push(format!("line {line}: {missing}, so the rounds behind it do not count"));
    }
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

/// Reads points such as `4.5`, `4,5`, `.5` or `4½`, into tenths.
pub(super) fn points(text: &str) -> Result<Points, String> {
    let text = text.trim();
    let wrong = || format!("these are no points: {}", short(text));
    let (whole, tenths) = match text.strip_suffix('½') {
        Some(whole) => (whole, "5"),
        None => text.split_once(['.', ',']).unwrap_or((text, "")),
    };
    let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let is_empty = whole.is_empty() && tenths.is_empty();
    if is_empty || !digits(whole) || !digits(tenths) || tenths.len() > 1 || whole.len() > 4 {
        return Err(wrong());
    }
    let number = |part: &str| match part {
        "" => Ok(0),
        part => part.parse::<Points>().map_err(|_| wrong()),
    };
    Ok(number(whole)? * 10 + number(tenths)?)
}

/// Writes points such as `4.5`.
pub(super) fn tenths(points: Points) -> String {
    format!("{}.{}", points / 10, points % 10)
}

/// Returns what may be shown of a text that was not understood.
pub(super) fn short(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(8).collect()
}

/// Says which lines were read where their columns stand.
fn shifted(lines: &[Line]) -> Option<String> {
    let mut shifted = lines.iter().filter(|line| line.is_shifted);
    let first = shifted.next()?;
    let others = match shifted.count() {
        0 => String::new(),
        1 => ", and those of 1 other player".to_owned(),
        others => format!(", and those of {others} other players"),
    };
    let who = first.who();
    Some(format!(
        "line {}: the columns of player {who} are shifted by the name and were read so{others}",
        first.line
    ))
}

/// Everything up to the last pairing has been played; so has a round for which all have an entry. What stands
/// behind that was asked for in advance.
fn rounds_played(lines: &[Line]) -> Result<usize, Fault> {
    let last = |is_it: fn(&Entry) -> bool| {
        let of_line =
            |line: &Line| line.player.entries.iter().rposition(is_it).map_or(0, |at| at + 1);
        lines.iter().map(of_line).max().unwrap_or(0)
    };
    let written = lines.iter().map(|line| line.player.entries.len()).max().unwrap_or(0);
    let mut played = last(Entry::paired).max(written.saturating_sub(1));
    if lines.iter().all(|line| line.player.entries.len() > played) {
        played += 1;
    }
    for round in last(|entry| entry.opponent().is_some())..played {
        check_byes(lines, round)?;
    }
    Ok(played)
}

/// Refuses a round, counted from 0, in which nobody has an opponent and that only one line has, or none of them
/// though a later one stands there.
fn check_byes(lines: &[Line], round: usize) -> Result<(), Fault> {
    let mut holders = lines.iter().filter(|line| line.has(round));
    let alone = match (holders.next(), holders.next()) {
        (Some(one), None) if lines.len() > 1 => Some((one, round)),
        (None, _) => {
            let later = |line: &&Line| line.player.entries.len() > round;
            lines.iter().find(later).map(|line| (line, line.player.entries.len() - 1))
        }
        _ => None,
    };
    let Some((line, bye)) = alone else { return Ok(()) };
    let why = match bye == round {
        true => "though nobody else has that round".to_owned(),
        false => format!("though nobody has round {}", round + 1),
    };
    let why = format!("round {}: player {} has a bye, {why}", bye + 1, line.who());
    Err(Fault { line: line.line, why })
}

fn check_opponents(
    lines: &[Line],
    index: &HashMap<Number, usize>,
    remarks: &mut Vec<String>,
) -> Result<(), Fault> {
    for line in lines {
        for (round, entry) in line.player.entries.iter().enumerate() {
            let Some(opponent) = entry.opponent() else { continue };
            let other = index.get(&opponent).map(|at| &lines[*at]);
            let remark = match other {
                None => Err(format!("there is no player {opponent}")),
                Some(other) => check_pair(line, other, round),
            };
            let said = |why: String| format!("round {}: {why}", round + 1);
            match remark {
                Ok(None) => {}
                Ok(Some(remark)) => remarks.push(format!("line {}: {}", line.line, said(remark))),
                Err(why) => return Err(Fault { line: line.line, why: said(why) }),
            }
        }
    }
    Ok(())
}

/// Compares what two lines say about the pairing of a round, counted from 0. Gives a remark on a forfeit of which the
/// line of the opponent, who was absent, does not tell.
///
/// # Errors
/// Why both cannot be true.
fn check_pair(line: &Line, other: &Line, round: usize) -> Result<Option<String>, String> {
    let (own, theirs) = (line.player.entry(round), other.player.entry(round));
    let names_back = theirs.opponent() == Some(line.player.number);
    let scores = match (own, theirs) {
        (Entry::Forfeit { .. }, Entry::Absent | Entry::Bye { bye: Bye::Zero }) => {
            let (player, absent) = (line.who(), other.who());
            return Ok(Some(format!("player {player} has a forfeit, but not {absent}")));
        }
        (Entry::Game { colour, score, .. }, Entry::Game { colour: against, score: back, .. })
            if names_back && colour == against.other() =>
        {
            [score, back]
        }
        (Entry::Forfeit { score, .. }, Entry::Forfeit { score: back, .. }) if names_back => {
            [score, back]
        }
        _ => return Err(format!("the line of player {} says something else", other.player.number)),
    };
    let said = |score| match score {
        Score::Win => "has won",
        Score::Draw => "has drawn",
        Score::Loss => "has lost",
    };
    let (player, opponent) = (line.who(), other.who());
    match scores {
        [Score::Loss, Score::Loss] => Ok(None),
        [score, back] if back == score.of_opponent() => Ok(None),
        [Score::Win, Score::Win] => Err(format!("players {player} and {opponent} have both won")),
        [score, back] => {
            Err(format!("player {player} {}, but {opponent} {}", said(score), said(back)))
        }
    }
}

/// Says which points are not those of the results, with or without what counts for the pairing alone. `stated` has the
/// line of each player and its points.
///
/// # Errors
/// Points stand there, but no round at all.
fn other_points(
    event: &PairingHistory,
    stated: &[(usize, Option<Points>)],
) -> Result<Vec<String>, Fault> {
    let mut remarks = Vec::new();
    let has_rounds = event.players.iter().any(|player| !player.entries.is_empty());
    for (player, (line, stated)) in event.players.iter().zip(stated) {
        let Some(stated) = *stated else { continue };
        let points = event.points_of(player);
        let next = player.entries.get(event.played).map_or(0, |entry| event.points.of(entry));
        let bonus = player.acceleration.get(event.played).copied().unwrap_or(0);
        if [points, points + next, points + bonus, points + next + bonus].contains(&stated) {
            continue;
        }
        let stated = tenths(stated);
        if !has_rounds {
            let who = named(player.number, &player.name);
            let why = format!("player {who} has {stated} points, but the file has no rounds");
            return Err(Fault { line: *line, why });
        }
        let points = tenths(points);
        let number = player.number;
        remarks.push(format!("player {number} has {points} points by the results, not {stated}"));
    }
    Ok(remarks)
}
