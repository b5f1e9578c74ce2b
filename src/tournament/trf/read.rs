//! Reading a report file.

use std::collections::HashMap;
use std::fmt;

use super::super::event::{Bye, Colour, Entry, Event, Number, Player, PointSystem, Points, Score};
use super::extras::{Extras, number};

/// The most players, rounds and points that a file may speak of.
pub(super) const MOST: u32 = 9_999;
const MOST_ROUNDS: usize = 500;

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
    pub event: Event,
    /// What does not fit together in the file, though it could be read: points that are not those of the results.
    pub remarks: Vec<String>,
}

/// A player's line with what is checked once all are known.
struct Line {
    line: usize,
    player: Player,
    stated: Option<Points>,
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
            _ => extras.line(code, rest).map_err(fault)?,
        }
    }
    if !extras.rank {
        lines.sort_by_key(|line| line.player.number);
    }
    let played = rounds_played(&lines);
    let mut index = HashMap::new();
    for (at, line) in lines.iter().enumerate() {
        if index.insert(line.player.number, at).is_some() {
            let why =
                format!("the start number {} stands there for the second time", line.player.number);
            return Err(Fault { line: line.line, why });
        }
    }
    check_opponents(&lines, &index)?;
    let mut players: Vec<Player> = Vec::with_capacity(lines.len());
    let stated: Vec<Option<Points>> = lines.iter().map(|line| line.stated).collect();
    players.extend(lines.into_iter().map(|line| line.player));
    extras.apply(&mut players, &index, played)?;
    let event = Event {
        name,
        rounds: extras.rounds,
        played,
        initial: extras.initial,
        players,
        forbidden: extras.forbidden,
        points: extras.points,
    };
    if event.rounds > 0 && played > event.rounds {
        let why = format!("{played} rounds were played, though the event has {}", event.rounds);
        return Err(Fault { line: 0, why });
    }
    let remarks = remarks(&event, &stated);
    Ok(Reading { event, remarks })
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

/// The characters of some columns, counted from 1 as the form does.
fn columns(line: &[char], from: usize, to: usize) -> String {
    line.get(from - 1..line.len().min(to)).unwrap_or_default().iter().collect()
}

fn player(at: usize, raw: &str) -> Result<Line, String> {
    let chars: Vec<char> = raw.chars().collect();
    let start: Number = number(&columns(&chars, 5, 8), "the start number in columns 5 to 8")?;
    let rating = columns(&chars, 49, 52);
    let rating = match rating.trim() {
        "" => 0,
        text => number(text, "the rating in columns 49 to 52")?,
    };
    let stated = match columns(&chars, 81, 84).trim() {
        "" => None,
        text => Some(points(text)?),
    };
    let mut entries = Vec::new();
    let mut blank = 0;
    let mut column = 92;
    while column <= chars.len() {
        let round = (column - 92) / 10 + 1;
        if round > MOST_ROUNDS {
            return Err(format!("no event has more than {MOST_ROUNDS} rounds"));
        }
        let cell = columns(&chars, column, column + 7);
        match entry(&cell, start).map_err(|why| format!("round {round}: {why}"))? {
            None => blank += 1,
            Some(entry) => {
                entries.extend(std::iter::repeat_n(Entry::Absent, blank));
                blank = 0;
                entries.push(entry);
            }
        }
        if !columns(&chars, column + 8, column + 9).trim().is_empty() {
            return Err(format!("round {round}: something stands between the rounds"));
        }
        column += 10;
    }
    let name = columns(&chars, 15, 47).trim().to_owned();
    Ok(Line {
        line: at,
        player: Player { number: start, name, rating, entries, acceleration: Vec::new() },
        stated,
    })
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

/// What may be shown of a text that was not understood.
pub(super) fn short(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(8).collect()
}

/// One round: the opponent in four columns, the colour, the result, each after a space.
fn entry(cell: &str, own: Number) -> Result<Option<Entry>, String> {
    if cell.trim().is_empty() {
        return Ok(None);
    }
    let chars: Vec<char> = cell.chars().collect();
    let sign = |column: usize| chars.get(column - 1).copied().unwrap_or(' ');
    let opponent = match columns(&chars, 1, 4).trim() {
        "" | "0000" | "0" => None,
        text => Some(number(text, "the opponent")?),
    };
    if opponent == Some(own) {
        return Err("nobody plays against himself".into());
    }
    let colour = match sign(6).to_ascii_lowercase() {
        'w' => Some(Colour::White),
        'b' => Some(Colour::Black),
        '-' | ' ' => None,
        other => return Err(format!("the colour is w, b or -, not {}", short(&other.to_string()))),
    };
    let result = sign(8).to_ascii_uppercase();
    let Some(opponent) = opponent else { return unpaired(colour, result).map(Some) };
    let game = |score| match colour {
        Some(colour) => Ok(Some(Entry::Game { opponent, colour, score })),
        None => Err(format!("the game against {opponent} has no colour")),
    };
    match result {
        '1' | 'W' => game(Score::Win),
        '=' | 'D' => game(Score::Draw),
        '0' | 'L' => game(Score::Loss),
        '+' => Ok(Some(Entry::Forfeit { opponent, colour, score: Score::Win })),
        '-' => Ok(Some(Entry::Forfeit { opponent, colour, score: Score::Loss })),
        ' ' => Err(format!("the game against {opponent} has no result")),
        other => Err(format!("no result of a game is written {}", short(&other.to_string()))),
    }
}

/// A round without an opponent.
fn unpaired(colour: Option<Colour>, result: char) -> Result<Entry, String> {
    if colour.is_some() {
        return Err("there is a colour, but no opponent".into());
    }
    let bye = match result {
        'U' | '+' => Bye::Allocated,
        'F' | '1' | 'W' => Bye::Full,
        'H' | '=' | 'D' => Bye::Half,
        'Z' | '0' | '-' | 'L' | ' ' => Bye::Zero,
        other => return Err(format!("no bye is written {}", short(&other.to_string()))),
    };
    Ok(Entry::Bye { bye })
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
fn remarks(event: &Event, stated: &[Option<Points>]) -> Vec<String> {
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
