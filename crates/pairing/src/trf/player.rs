//! The line of a player: who it is, and the rounds.

use super::super::history::{Bye, Colour, Entry, Number, Player, Points, Score};
use super::extras::number;
use super::read::{MOST_ROUNDS, points, short};

/// A player's line with what is checked once all are known.
pub(super) struct Line {
    /// The number of the line in the file.
    pub(super) line: usize,
    pub(super) player: Player,
    /// The points that the line says.
    pub(super) stated: Option<Points>,
    /// The first round, from 0, with a game that has no result yet, and its opponent. In the entries such games are
    /// [`Entry::Absent`].
    pub(super) open: Option<(usize, Number)>,
}

/// The content of the columns of a round.
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

/// Reads the line of a player; `at` is its number in the file.
pub(super) fn player(at: usize, raw: &str) -> Result<Line, String> {
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
    let mut open = None;
    let mut column = 92;
    while column <= chars.len() {
        let round = (column - 92) / 10 + 1;
        if round > MOST_ROUNDS {
            return Err(format!("no event has more than {MOST_ROUNDS} rounds"));
        }
        let cell = columns(&chars, column, column + 7);
        match cell_of(&cell, start).map_err(|why| format!("round {round}: {why}"))? {
            Cell::Blank => blank += 1,
            filled => {
                entries.extend(std::iter::repeat_n(Entry::Absent, blank));
                blank = 0;
                if let Cell::Open(opponent) = filled {
                    open = open.or(Some((round - 1, opponent)));
                }
                entries.push(if let Cell::Entry(entry) = filled { entry } else { Entry::Absent });
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
        open,
    })
}

/// One round: the opponent in four columns, the colour, the result, each after a space.
fn cell_of(cell: &str, own: Number) -> Result<Cell, String> {
    if cell.trim().is_empty() {
        return Ok(Cell::Blank);
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
