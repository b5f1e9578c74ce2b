//! Makes the tables of endings, in integers, so that every machine makes the same.

use std::{iter::once, mem::take};

use games::{
    Rules, legal_moves,
    lyra::{Held, Kind, Options, Position, Sq},
};

use super::{FADING, HALF, PIECES, PLACES, UNIT, place};
use crate::value::WIN;

/// A millionth of 2p − 1 while the tables are made.
const MILLIONTH: i32 = 1 << 10;

/// A table is ready when no value moves by more than this.
const STILL: u32 = 1 << 4;

/// The place behind all others, of a game that the side to move has lost.
const LOST: usize = PLACES;

/// The moves of a position, as the places that they lead to.
struct Moves {
    place: usize,
    steps: Vec<usize>,
    /// Fights and promotions: how many rolls lead to which place.
    strikes: Vec<Vec<(u32, usize)>>,
}

/// The bytes of all tables.
#[must_use]
pub fn made() -> Vec<u8> {
    made_of(once(None).chain(PIECES.into_iter().map(Some)))
}

/// The bytes of all tables, of which only these are made; none needs one that comes later.
pub(super) fn made_of(pieces: impl Iterator<Item = Option<(Kind, Held)>>) -> Vec<u8> {
    let mut values = vec![0; PLACES + 1];
    values[LOST] = -WIN * MILLIONTH;
    pieces.for_each(|piece| solve(piece, &mut values));
    let unit = UNIT * MILLIONTH;
    let stored = values[..PLACES].iter().map(|value| (value + unit / 2).div_euclid(unit) as i16);
    stored.flat_map(i16::to_le_bytes).collect()
}

/// Finds the values of a table from those before it, by looking one fight further at a time.
///
/// A fight ends the game or takes the piece in 3 of 20 rolls at least, so each look brings the values nearer to the only
/// ones that agree with themselves. Looking one ply further at a time would not: whoever fights on the last ply before
/// a game is broken off does so without danger, and values change to and fro for ever.
fn solve(piece: Option<(Kind, Held)>, values: &mut [i32]) {
    let all: Vec<Moves> = positions(piece).filter_map(|position| moves(&position)).collect();
    let mut change = u32::MAX;
    while change > STILL {
        let strikes: Vec<i32> = all.iter().map(|moves| best_strike(moves, values)).collect();
        let before: Vec<i32> = all.iter().map(|moves| take(&mut values[moves.place])).collect();
        approach(&all, &strikes, values);
        let changes = all.iter().zip(before).map(|(moves, old)| values[moves.place].abs_diff(old));
        change = changes.max().unwrap_or(0);
    }
}

/// Finds the values where each side may step until it strikes, for what its best strike is worth. All of them are 0 at
/// first, so that steps without end are worth 0.
fn approach(all: &[Moves], strikes: &[i32], values: &mut [i32]) {
    let mut is_ready = false;
    while !is_ready {
        is_ready = true;
        for (moves, strike) in all.iter().zip(strikes) {
            let after = |to: &usize| values[*to] / FADING - values[*to];
            let best = moves.steps.iter().map(after).fold(*strike, i32::max);
            is_ready &= values[moves.place] == best;
            values[moves.place] = best;
        }
    }
}

/// The value of the best fight or promotion; less than any other where there is none.
fn best_strike(moves: &Moves, values: &[i32]) -> i32 {
    let value = |outcomes: &Vec<(u32, usize)>| {
        let (mut sum, mut total) = (0, 0);
        for (rolls, to) in outcomes {
            sum -= i64::from(*rolls) * i64::from(values[*to]);
            total += i64::from(*rolls);
        }
        (sum / total) as i32
    };
    moves.strikes.iter().map(value).max().unwrap_or(i32::MIN)
}

/// The moves of a position that has a place.
fn moves(position: &Position) -> Option<Moves> {
    let mut moves = Moves { place: place(position)?, steps: Vec::new(), strikes: Vec::new() };
    for mv in &legal_moves(position) {
        let (mut branches, mut outcomes, mut is_step) = (Vec::new(), Vec::new(), false);
        position.branches(mv, &mut branches);
        for branch in branches {
            let mut next = *position;
            next.apply(mv, &branch.roll);
            is_step = next.quiet() > 0;
            outcomes.push((branch.weight, place(&next).unwrap_or(LOST)));
        }
        if is_step {
            moves.steps.extend(outcomes.iter().map(|(_, to)| to));
        } else {
            moves.strikes.push(outcomes);
        }
    }
    Some(moves)
}

/// The positions of a table, or of two Generals alone. White has the piece, and its General stands on the left half.
pub(super) fn positions(piece: Option<(Kind, Held)>) -> impl Iterator<Item = Position> {
    let letters: Vec<char> = "Gg".chars().chain(piece.map(|(kind, _)| kind.letter())).collect();
    let n = HALF * Sq::COUNT.pow(letters.len() as u32 - 1);
    let held = piece.map_or(Held::NONE, |(_, held)| held);
    let sides = if piece.is_some() { &["w", "b"][..] } else { &["w"] };
    sides.iter().flat_map(move |side| {
        let letters = letters.clone();
        (0..n).filter_map(move |squares| {
            let text = format!("{} {side} {held}/- 0", board(&letters, squares)?);
            Position::from_position_text(&text, &Options::default()).ok()
        })
    })
}

/// The text of a board with these pieces, whose squares are the digits of a number; `None` if two share a square.
fn board(letters: &[char], mut squares: usize) -> Option<String> {
    let mut ranks = [['.'; 6]; 6];
    for letter in letters.iter().rev() {
        let at = Sq::from_index(squares % Sq::COUNT)?;
        squares /= Sq::COUNT;
        let cell = &mut ranks[usize::from(5 - at.rank())][usize::from(at.file())];
        if *cell != '.' {
            return None;
        }
        *cell = *letter;
    }
    let text = ranks.map(String::from_iter).join("/");
    Some((1..=6).rev().fold(text, |text, n| text.replace(&".".repeat(n), &n.to_string())))
}
