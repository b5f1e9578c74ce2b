//! The line of a player: who it is, and the rounds.

use std::ops::Range;

use super::super::history::{Bye, Colour, Entry, Number, Player, Points, Score};
use super::extras::number;
use super::read::{MOST_ROUNDS, points, short};

/// The round of a game without a result, from 0, and the opponent in it.
type Open = Option<(usize, Number)>;

/// A player's line with what is checked once all are known.
pub(super) struct Line {
    /// The number of the line in the file.
    pub(super) line: usize,
    pub(super) player: Player,
    /// The points that the line says.
    pub(super) stated: Option<Points>,
    /// The first game that has no result yet. In the entries such games are [`Entry::Absent`].
    pub(super) open: Open,
    /// The columns behind the name do not stand where the form has them.
    pub(super) is_shifted: bool,
}

impl Line {
    /// The player as messages name them, with no more of the name than a line takes.
    pub(super) fn who(&self) -> String {
        named(self.player.number, &self.player.name)
    }

    /// Returns `true` if there is no round in the line.
    fn is_empty(&self) -> bool {
        self.player.entries.is_empty() && self.open.is_none()
    }

    /// Returns `true` if the file has anything about this round, counted from 0.
    pub(super) fn has(&self, round: usize) -> bool {
        self.player.entry(round) != Entry::Absent
    }
}

/// The columns of the name.
const NAME: Range<usize> = 15..48;

/// Columns between fields that are read. Two of them that are neighbours, and both filled, belong to a shifted field.
const BORDERS: [(usize, usize); 5] = [(48, 49), (80, 81), (84, 85), (90, 90), (91, 91)];

/// The columns of a round.
enum Cell {
    /// Nothing at all.
    Blank,
    Entry(Entry),
    /// A game against this opponent that has no result yet.
    Open(Number),
}

/// The characters of some columns, counted from 1 as the form does.
fn columns(line: &[char], from: usize, to: usize) -> String {
    line.get(from - 1..line.len().min(to)).unwrap_or_default().iter().collect()
}

/// `3 (Ann)`, with no more of the name than a line takes.
pub(super) fn named(number: Number, name: &str) -> String {
    let name: String = name.chars().filter(|c| !c.is_control()).take(20).collect();
    if name.is_empty() { number.to_string() } else { format!("{number} ({})", name.trim_end()) }
}

/// Reads the line of a player; `at` is its number in the file.
///
/// A line whose columns do not fit is read where they stand, if they are shifted by the length of the name alone:
/// some programs count the bytes of a name, and some do not cut long ones.
pub(super) fn player(at: usize, raw: &str) -> Result<Line, String> {
    let chars: Vec<char> = raw.trim_end().chars().collect();
    let number = number(&columns(&chars, 5, 8), "the start number in columns 5 to 8")?;
    let plain = line_of(at, number, &chars, 0);
    let is_told = |line: &Line| line.stated.is_some();
    if plain.as_ref().is_ok_and(is_told) {
        return plain;
    }
    let shifted: Vec<Line> =
        shifts(&chars).filter_map(|shift| line_of(at, number, &chars, shift).ok()).collect();
    match plain {
        Ok(plain) if !shifted.iter().any(is_told) && !is_loose(&plain, &chars) => Ok(plain),
        plain => {
            let told = shifted.iter().position(is_told);
            let fits = told.or_else(|| shifted.iter().position(|line| !line.is_empty()));
            match fits.and_then(|at| shifted.into_iter().nth(at)) {
                Some(shifted) => Ok(shifted),
                None => Err(plain.err().unwrap_or_else(|| {
                    format!("the columns of player {number} are not where the form has them")
                })),
            }
        }
    }
}

/// By how much the columns behind the name may be shifted, as its characters have it: to the left where they were
/// counted as more than there are, to the right where the name is too long.
fn shifts(chars: &[char]) -> impl Iterator<Item = isize> {
    let mut bytes = 0;
    let in_name = chars.iter().skip(NAME.start - 1).take_while(|c| {
        bytes += c.len_utf8();
        bytes <= NAME.len()
    });
    let more: usize = in_name.map(|c| c.len_utf8() - 1).sum();
    // Other ways to count, by units of UTF-16 or by the width on a screen, come to less than the bytes.
    let left = (1..=more).rev();
    let is_full = |end: &usize| {
        let at = |column: usize| chars.get(column - 1).is_some_and(|c| *c != ' ');
        at(NAME.end) && at(end - 1) && !at(*end)
    };
    let right = (NAME.end + 1..chars.len()).filter(is_full).take(8).map(|end| end - NAME.end);
    left.map(|by| -(by as isize)).chain(right.map(|by| by as isize))
}

/// Returns `true` if rounds or points stand where the form has none of them, and nothing is where it has them.
fn is_loose(line: &Line, chars: &[char]) -> bool {
    let rest: String = chars.iter().skip(9).collect();
    let words: Vec<&str> = rest.split_whitespace().collect();
    let is_points = |word: &&str| word.contains(['.', ',']) && points(word).is_ok();
    let is_round = |two: &[&str]| matches!(two, ["w" | "b" | "-", result] if result.len() == 1 && "10=+-WDLHFUZ".contains(*result));
    line.is_empty() && (words.iter().any(is_points) || words.windows(2).any(is_round))
}

/// Reads a line in which everything behind the name is shifted to the right by so many columns.
fn line_of(at: usize, start: Number, chars: &[char], shift: isize) -> Result<Line, String> {
    let from = |column: usize| column.saturating_add_signed(shift);
    let field = |first, last| columns(chars, from(first), from(last));
    let name = columns(chars, NAME.start, from(NAME.end) - 1).trim().to_owned();
    let is_filled = |column| !matches!(&*field(column, column), "" | " ");
    if let Some((_, column)) =
        BORDERS.iter().find(|(one, other)| is_filled(*one) && is_filled(*other))
    {
        let who = named(start, &name);
        return Err(format!("the columns of player {who} are shifted, as column {column} shows"));
    }
    if chars.iter().skip(from(NAME.end) - 1).any(|c| *c == '\t') {
        return Err(format!(
            "the columns of player {} cannot be counted: there is a tab",
            named(start, &name)
        ));
    }
    let rating = match field(49, 52).trim_matches(' ') {
        "" => 0,
        text => number(text, "the rating in columns 49 to 52")?,
    };
    let stated = match field(81, 84).trim_matches(' ') {
        "" => None,
        text => Some(points(text)?),
    };
    match field(86, 89).trim_matches(' ') {
        "" => 0,
        text => number(text, "the rank in columns 86 to 89")?,
    };
    let (entries, open) = rounds(start, chars.get(from(92) - 1..).unwrap_or_default())?;
    let player = Player { number: start, name, rating, entries, acceleration: Vec::new() };
    Ok(Line { line: at, player, stated, open, is_shifted: shift != 0 })
}

/// Reads the columns of the rounds, ten for each. Blank ones at the end are no rounds.
fn rounds(own: Number, chars: &[char]) -> Result<(Vec<Entry>, Open), String> {
    let mut entries = Vec::new();
    let mut filled = 0;
    let mut open = None;
    for (at, cell) in chars.chunks(10).enumerate() {
        let round = at + 1;
        if round > MOST_ROUNDS {
            return Err(format!("no event has more than {MOST_ROUNDS} rounds"));
        }
        let cell = cell_of(cell, own).map_err(|why| format!("round {round}: {why}"))?;
        if let Cell::Open(opponent) = cell {
            open = open.or(Some((at, opponent)));
        }
        if !matches!(cell, Cell::Blank) {
            filled = round;
        }
        entries.push(if let Cell::Entry(entry) = cell { entry } else { Entry::Absent });
    }
    entries.truncate(filled);
    Ok((entries, open))
}

/// One round: the opponent in four columns, the colour, the result, each after a space; then two spaces.
fn cell_of(chars: &[char], own: Number) -> Result<Cell, String> {
    if chars.iter().all(|c| *c == ' ') {
        return Ok(Cell::Blank);
    }
    let sign = |column: usize| chars.get(column - 1).copied().unwrap_or(' ');
    if [5, 7, 9, 10].iter().any(|column| sign(*column) != ' ') {
        return Err(format!("the columns of player {own} are shifted"));
    }
    let opponent = match columns(chars, 1, 4).trim_matches(' ') {
        "" | "0000" | "0" => None,
        text => Some(number(text, &format!("the opponent of player {own}"))?),
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
    let Some(opponent) = opponent else { return unpaired(colour, result).map(Cell::Entry) };
    let game = |score| match colour {
        Some(colour) => Ok(Cell::Entry(Entry::Game { opponent, colour, score })),
        None => Err(format!("the game against {opponent} has no colour")),
    };
    match result {
        '1' | 'W' => game(Score::Win),
        '=' | 'D' => game(Score::Draw),
        '0' | 'L' => game(Score::Loss),
        '+' => Ok(Cell::Entry(Entry::Forfeit { opponent, colour, score: Score::Win })),
        '-' => Ok(Cell::Entry(Entry::Forfeit { opponent, colour, score: Score::Loss })),
        ' ' => Ok(Cell::Open(opponent)),
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
