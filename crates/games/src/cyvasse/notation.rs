//! Position texts: writing them, reading them with the faults of section 9, and starting from two
//! armies.

use std::fmt;

use super::{
    Army, Centre, DragonStart, Figure, Hex, HexSet, Kind, Options, Position, Terrain,
    hexes::NameFault,
    rows::{row, write_row},
};
use crate::{PositionError, Seat, text::excerpt};

/// The largest value of the counters of a position, at which they stop.
pub(super) const COUNTER_MAX: u16 = u16::MAX;

/// Reads a position text; the error names the first fault.
pub(super) fn parse(text: &str, options: &Options) -> Result<Position, PositionError> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let read = match fields.as_slice() {
        [pair] if pair.contains('+') => read_pair(pair, options),
        _ => read(&fields, options),
    };
    read.map_err(PositionError)
}

/// Reads `WHITE+BLACK`, each the name or the text of an army; either side may have its Dragon on
/// the board or in hand, whatever the options say.
fn read_pair(text: &str, options: &Options) -> Result<Position, String> {
    let parts: Vec<&str> = text.split('+').collect();
    let &[white, black] = parts.as_slice() else {
        return Err(format!("need 2 set-ups with one `+` between, not {}", parts.len()));
    };
    let read = |text: &str| Army::read(text, DragonStart::Choice);
    match (read(white), read(black)) {
        (Ok(white), Ok(black)) => Ok(Position::from_armies([&white, &black], options)),
        (white, black) => {
            let sides = [("White", white.err()), ("Black", black.err())];
            let faults = sides.into_iter().flat_map(|(side, faults)| {
                faults.into_iter().flatten().map(move |fault| format!("{side}: {fault}"))
            });
            Err(faults.collect::<Vec<_>>().join("\n"))
        }
    }
}

fn read(fields: &[&str], options: &Options) -> Result<Position, String> {
    let &[board, side, centres, terrain, dragons, quiet, number] = fields else {
        return Err("need 7 fields".to_owned());
    };
    let mut position = Position::empty(options);
    put_board(&mut position, board)?;
    position.turn = match side {
        "w" => Seat::FIRST,
        "b" => Seat::SECOND,
        _ => return Err(format!("bad side {}", excerpt(side))),
    };
    position.centres = read_centres(centres)?;
    put_terrain(&mut position, terrain)?;
    position.in_hand = match dragons {
        "-" => [false, false],
        "D" => [true, false],
        "d" => [false, true],
        "Dd" => [true, true],
        _ => return Err(format!("bad dragon field {}", excerpt(dragons))),
    };
    check_numbers(&position)?;
    position.quiet = counter(quiet, 0)?;
    position.number = counter(number, 1)?;
    check_whole(&position)?;
    Ok(position)
}

fn put_board(position: &mut Position, text: &str) -> Result<(), String> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != 11 {
        return Err("need 11 rows".to_owned());
    }
    for (text, number) in rows.into_iter().zip((1..=11).rev()) {
        let is_sign = |c: char| c == '^' || Kind::from_letter(c).is_some() || c.is_ascii_digit();
        if let Some(wrong) = text.chars().find(|c| !is_sign(*c)) {
            return Err(format!("bad letter {}", excerpt(wrong.encode_utf8(&mut [0; 4]))));
        }
        put_row(position, text, number)?;
    }
    Ok(())
}

fn put_row(position: &mut Position, text: &str, number: u8) -> Result<(), String> {
    let hexes: Vec<Hex> = row(number).collect();
    let mut filled: usize = 0;
    let mut rest = text;
    while let Some(sign) = rest.chars().next() {
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        if digits > 0 {
            let run = rest[..digits].parse().unwrap_or(usize::MAX / 2);
            filled = filled.saturating_add(run);
            rest = &rest[digits..];
            continue;
        }
        if let Some(at) = hexes.get(filled).copied() {
            match Kind::from_letter(sign) {
                Some(kind) => {
                    let white = sign.is_ascii_uppercase();
                    position.put(if white { Seat::FIRST } else { Seat::SECOND }, kind, at);
                }
                None => position.mountains |= HexSet::of(at),
            }
        }
        filled = filled.saturating_add(1);
        rest = &rest[sign.len_utf8()..];
    }
    if filled == hexes.len() { Ok(()) } else { Err(format!("row {number} has {filled} hexes")) }
}

/// Reads the name of a hex.
fn read_hex(text: &str) -> Result<Hex, String> {
    Hex::parse(text).map_err(|fault| match fault {
        NameFault::NoName => format!("bad hex {}", excerpt(text)),
        NameFault::OffBoard => format!("off board {text}"),
    })
}

fn read_centres(text: &str) -> Result<[Centre; 2], String> {
    let parts: Vec<&str> = text.split(',').collect();
    let &[white, black] = parts.as_slice() else { return Err("need 2 centres".to_owned()) };
    let read = |text: &str| match text.strip_prefix('@') {
        Some(hex) => read_hex(hex).map(Centre::Ruin),
        None if text == "?" => Ok(Centre::Fallen),
        None => read_hex(text).map(Centre::Fortress),
    };
    Ok([read(white)?, read(black)?])
}

fn put_terrain(position: &mut Position, text: &str) -> Result<(), String> {
    if text == "-" {
        return Ok(());
    }
    let mut named = HexSet::EMPTY;
    for group in text.split(';') {
        let bad = || format!("bad terrain {}", excerpt(group));
        let (letter, hexes) = group.split_once('=').ok_or_else(bad)?;
        let is_called = |terrain: &Terrain| letter == terrain.letter().to_string();
        let terrain = Terrain::ALL.into_iter().find(is_called).ok_or_else(bad)?;
        if hexes.is_empty() {
            return Err(bad());
        }
        for name in hexes.split(',') {
            let hex = read_hex(name)?;
            if named.contains(hex) {
                return Err(format!("two terrains on {hex}"));
            }
            named |= HexSet::of(hex);
            position.grounds[terrain.index()] |= HexSet::of(hex);
        }
    }
    Ok(())
}

fn check_numbers(position: &Position) -> Result<(), String> {
    for kind in Kind::ALL {
        for (seat, letter) in Seat::all(2).zip([kind.letter(), kind.letter().to_ascii_lowercase()])
        {
            if position.pieces(seat, kind).size() > u32::from(kind.set_size()) {
                return Err(format!("too many {letter}"));
            }
        }
    }
    Ok(())
}

fn counter(text: &str, least: u16) -> Result<u16, String> {
    let is_number = text.bytes().all(|b| b.is_ascii_digit());
    let number = text.parse().ok().filter(|n| is_number && (least..=COUNTER_MAX).contains(n));
    number.ok_or_else(|| format!("bad number {}", excerpt(text)))
}

/// Checks what no single field shows.
fn check_whole(position: &Position) -> Result<(), String> {
    let fault = |text: &str| Err(text.to_owned());
    if position.mountains.size() > 12 {
        return fault("too many ^");
    }
    let [white, black] = position.centres.map(Centre::hex);
    if white.is_some() && white == black {
        return fault("centres on one hex");
    }
    let mut fortresses = Seat::all(2).filter_map(|seat| position.fortress(seat));
    if fortresses.any(|fortress| position.mountains.contains(fortress)) {
        return fault("mountain on a fortress");
    }
    if position.centre(position.turn) == Centre::Fallen {
        return fault("corner due to the wrong side");
    }
    let has_two = |seat: Seat| {
        position.has_dragon_in_hand(seat) && !position.pieces(seat, Kind::Dragon).is_empty()
    };
    if Seat::all(2).any(has_two) { fault("two dragons") } else { Ok(()) }
}

impl Position {
    /// The start position of White's and Black's army.
    #[must_use]
    pub fn from_armies(armies: [&Army; 2], options: &Options) -> Self {
        let mut position = Self::empty(options);
        for (seat, army) in Seat::all(2).zip(armies) {
            for (hex, figure) in army.figures(seat) {
                match figure {
                    Figure::Mountain => position.mountains |= HexSet::of(hex),
                    Figure::Man(kind) => {
                        position.put(seat, kind, hex);
                        if let Some(terrain) = kind.tile() {
                            position.grounds[terrain.index()] |= HexSet::of(hex);
                        }
                    }
                }
            }
            if let Some(fortress) = army.fortress(seat) {
                position.centres[seat.index() & 1] = Centre::Fortress(fortress);
            }
            position.in_hand[seat.index() & 1] = army.count(Figure::Man(Kind::Dragon)) == 0;
        }
        position
    }
}

impl Position {
    /// The sign of what stands on a hex, as the text of a position has it.
    fn sign(&self, at: Hex) -> Option<char> {
        if self.mountains.contains(at) {
            return Some('^');
        }
        let letter = self.kind_at(at)?.letter();
        let white = self.men_of(Seat::FIRST).contains(at);
        Some(if white { letter } else { letter.to_ascii_lowercase() })
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for number in (1..=11).rev() {
            write_row(f, row(number).map(|at| self.sign(at)))?;
            f.write_str(if number > 1 { "/" } else { " " })?;
        }
        let side = if self.turn == Seat::FIRST { 'w' } else { 'b' };
        let [white, black] = self.centres;
        write!(f, "{side} {white},{black} ")?;
        write_terrain(f, self)?;
        let hands = match self.in_hand {
            [false, false] => "-",
            [true, false] => "D",
            [false, true] => "d",
            [true, true] => "Dd",
        };
        write!(f, " {hands} {} {}", self.quiet, self.number)
    }
}

fn write_terrain(f: &mut fmt::Formatter<'_>, position: &Position) -> fmt::Result {
    let mut is_first = true;
    for terrain in Terrain::ALL {
        let mut hexes: Vec<Hex> = position.ground(terrain).collect();
        if hexes.is_empty() {
            continue;
        }
        hexes.sort_by_key(|hex| (hex.x(), hex.y()));
        let names: Vec<String> = hexes.iter().map(ToString::to_string).collect();
        let gap = if is_first { "" } else { ";" };
        write!(f, "{gap}{}={}", terrain.letter(), names.join(","))?;
        is_first = false;
    }
    if is_first { f.write_str("-") } else { Ok(()) }
}
