//! Armies: how one player arranges the men on the home rows, with the army's text and its faults
//! (rules, section 5).

use std::fmt;

use super::{
    DragonStart, Figure, Hex, Kind,
    rows::{row, write_row},
};
use crate::{Seat, text::excerpt};

/// The number of hexes of a home.
pub(super) const HOME: usize = 40;
/// The rows of an army's text, the front row first: the number of hexes of each.
pub(super) const ROWS: [u8; 5] = [10, 9, 8, 7, 6];
/// The longest text of an army that is read, in bytes.
pub(super) const TEXT_MAX: usize = 120;
/// The largest number of faults that are listed at once.
const FAULTS_MAX: usize = 12;

/// The men and mountains of one player as that player sees them, complete or not. `Display` writes
/// the canonical text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Army {
    /// The figure on each hex: the front row from left to right, then the rows behind it.
    places: [Option<Figure>; HOME],
}

/// A fault in an army; `Display` is the short form for programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArmyFault {
    /// The text is longer than that of any army.
    TooLong,
    /// The text has letters or signs beyond ASCII.
    NotAscii,
    /// The text does not have five rows.
    Rows,
    /// The row with this number, counted from the front, has a letter after its last hex.
    RowTooLong(u8),
    /// A row does not fill its hexes: its number from the front, how many hexes it fills, and how
    /// many it has.
    RowHas(u8, u64, u8),
    /// The number of these figures is wrong; the second field is how many there are.
    Number(Figure, u8),
    /// A letter or sign stands for no figure.
    BadLetter(char),
}

impl fmt::Display for ArmyFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => f.write_str("too long"),
            Self::NotAscii => f.write_str("not ASCII"),
            Self::Rows => f.write_str("need 5 rows"),
            Self::RowTooLong(_) => f.write_str("row too long"),
            Self::RowHas(_, found, wanted) => write!(f, "row has {found} of {wanted} hexes"),
            Self::Number(figure, found) => write!(f, "{}: {found}", figure.letter()),
            Self::BadLetter(' ') => f.write_str("bad letter  "),
            Self::BadLetter(letter) => {
                write!(f, "bad letter {}", excerpt(letter.encode_utf8(&mut [0; 4])))
            }
        }
    }
}

/// The named armies and their texts.
pub(super) const NAMED: [(&str, &str); 3] = [
    ("bastion", "1RR1RR1RR1/C1MS1SM1C/T1MLLM1T/HEMKMEH/6"),
    ("vanguard", "T2RRRR2T/MC1SDS1CM/HLM2MLH/1ER1RE1/M1K2M"),
    ("harbour", "1R1RMMR1R1/TC1S1SR1T/1LEMMEL1/CM1R1MH/KH4"),
];

impl Army {
    /// An army without any men.
    pub const EMPTY: Self = Self { places: [None; HOME] };

    /// The named army `bastion`.
    #[must_use]
    pub fn bastion() -> Self {
        Self::named("bastion", DragonStart::Choice).unwrap_or(Self::EMPTY)
    }

    /// The army with this name in any case, `default` included; `None` for an unknown name.
    #[must_use]
    pub fn named(name: &str, dragon: DragonStart) -> Option<Self> {
        let default = if dragon == DragonStart::Board { "vanguard" } else { "bastion" };
        let name = if name.eq_ignore_ascii_case("default") { default } else { name };
        let (_, text) = NAMED.iter().find(|(known, _)| known.eq_ignore_ascii_case(name))?;
        read_text(text).ok().map(|(army, _)| army)
    }

    /// Reads a text or a name, and checks it.
    ///
    /// # Errors
    /// All faults in the order of section 5, twelve at most.
    pub fn read(text: &str, dragon: DragonStart) -> Result<Self, Vec<ArmyFault>> {
        let (army, bad) = match Self::named(text, dragon) {
            Some(army) => (army, Vec::new()),
            None => read_text(text).map_err(|fault| vec![fault])?,
        };
        let mut faults = army.faults(dragon);
        faults.extend(bad.into_iter().map(ArmyFault::BadLetter));
        faults.truncate(FAULTS_MAX);
        if faults.is_empty() { Ok(army) } else { Err(faults) }
    }

    /// Reads a text or a name as a draft, which may have the wrong numbers of men.
    ///
    /// # Errors
    /// The faults that make the text unreadable as a draft.
    pub fn read_draft(text: &str, dragon: DragonStart) -> Result<Self, Vec<ArmyFault>> {
        if let Some(army) = Self::named(text, dragon) {
            return Ok(army);
        }
        match read_text(text) {
            Ok((army, bad)) if bad.is_empty() => Ok(army),
            Ok(_) => Err(Self::read(text, dragon).err().unwrap_or_default()),
            Err(fault) => Err(vec![fault]),
        }
    }

    /// The wrong numbers of men, in the order of [`Figure::ALL`]; empty for an army that can play.
    #[must_use]
    pub fn faults(&self, dragon: DragonStart) -> Vec<ArmyFault> {
        let fits = |figure: Figure, found: u8| match (figure, dragon) {
            (Figure::Man(Kind::Dragon), DragonStart::Choice) => found <= 1,
            (Figure::Man(Kind::Dragon), DragonStart::Hold) => found == 0,
            _ => found == figure.set_size(),
        };
        let counted = Figure::ALL.into_iter().map(|figure| (figure, self.count(figure)));
        let wrong = counted.filter(|(figure, found)| !fits(*figure, *found));
        wrong.map(|(figure, found)| ArmyFault::Number(figure, found)).collect()
    }

    /// The number of these figures in the army.
    #[must_use]
    pub fn count(&self, figure: Figure) -> u8 {
        self.places.iter().filter(|place| **place == Some(figure)).count() as u8
    }

    /// The same army mirrored left to right.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let mut mirrored = *self;
        let mut rest = mirrored.places.as_mut_slice();
        for width in ROWS {
            let (row, behind) = rest.split_at_mut(width.into());
            row.reverse();
            rest = behind;
        }
        mirrored
    }

    /// Returns what stands on a hex if this seat uses the army; `None` outside its home.
    #[must_use]
    pub fn at(&self, seat: Seat, hex: Hex) -> Option<Figure> {
        self.places[place_of(seat, hex)?]
    }

    /// Puts a figure, or nothing, on a hex of this seat's home; does nothing for any other hex.
    pub fn set(&mut self, seat: Seat, hex: Hex, figure: Option<Figure>) {
        if let Some(place) = place_of(seat, hex) {
            self.places[place] = figure;
        }
    }

    /// Returns what stands where if this seat uses the army, the front row first.
    pub fn figures(&self, seat: Seat) -> impl Iterator<Item = (Hex, Figure)> {
        let placed = home(seat).zip(self.places);
        placed.filter_map(|(hex, figure)| Some((hex, figure?)))
    }

    /// The hex of the fortress, which is where the King stands.
    #[must_use]
    pub fn fortress(&self, seat: Seat) -> Option<Hex> {
        let king = Figure::Man(Kind::King);
        self.figures(seat).find(|(_, figure)| *figure == king).map(|(hex, _)| hex)
    }

    /// An army without faults, arranged at random; `below(n)` gives a number below `n`.
    #[must_use]
    pub fn scattered(dragon: DragonStart, below: &mut dyn FnMut(usize) -> usize) -> Self {
        let with_dragon = match dragon {
            DragonStart::Board => true,
            DragonStart::Hold => false,
            DragonStart::Choice => below(2) == 1,
        };
        let wanted = Figure::ALL.into_iter().flat_map(|figure| {
            let is_dragon = figure == Figure::Man(Kind::Dragon);
            let n = if is_dragon { u8::from(with_dragon) } else { figure.set_size() };
            std::iter::repeat_n(figure, n.into())
        });
        let mut army = Self::EMPTY;
        for (place, figure) in army.places.iter_mut().zip(wanted) {
            *place = Some(figure);
        }
        // The shuffle of Fisher and Yates.
        for last in (1..HOME).rev() {
            army.places.swap(last, below(last + 1));
        }
        army
    }
}

/// The hexes of a side's home as that side sees them: the front row first, each row from left to
/// right.
pub fn home(seat: Seat) -> impl Iterator<Item = Hex> {
    let rows = (1..=5).rev().flat_map(row);
    rows.map(move |hex| if seat == Seat::FIRST { hex } else { hex.turned() })
}

/// The index of a hex in this side's army; `None` outside its home.
fn place_of(seat: Seat, hex: Hex) -> Option<usize> {
    home(seat).position(|other| other == hex)
}

impl fmt::Display for Army {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.places.as_slice();
        for (index, width) in ROWS.into_iter().enumerate() {
            let (row, behind) = rest.split_at(width.into());
            if index > 0 {
                f.write_str("/")?;
            }
            write_row(f, row.iter().map(|figure| figure.map(Figure::letter)))?;
            rest = behind;
        }
        Ok(())
    }
}

/// The army of a text, whatever its numbers of men, and the letters that stand for no figure.
fn read_text(text: &str) -> Result<(Army, Vec<char>), ArmyFault> {
    if !text.is_ascii() {
        return Err(ArmyFault::NotAscii);
    }
    if text.len() > TEXT_MAX {
        return Err(ArmyFault::TooLong);
    }
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != ROWS.len() {
        return Err(ArmyFault::Rows);
    }
    let (mut army, mut bad, mut first) = (Army::EMPTY, Vec::new(), 0);
    for ((width, row), number) in ROWS.into_iter().zip(rows).zip(1..) {
        let places = &mut army.places[first..first + usize::from(width)];
        read_row(number, row, places, &mut bad)?;
        first += usize::from(width);
    }
    Ok((army, bad))
}

fn read_row(
    number: u8,
    row: &str,
    places: &mut [Option<Figure>],
    bad: &mut Vec<char>,
) -> Result<(), ArmyFault> {
    let mut filled: u64 = 0;
    let mut signs = row.chars().peekable();
    while let Some(sign) = signs.next() {
        if let Some(digit) = sign.to_digit(10) {
            let mut run = u64::from(digit);
            while let Some(digit) = signs.peek().and_then(|next| next.to_digit(10)) {
                run = run.saturating_mul(10).saturating_add(digit.into());
                signs.next();
            }
            filled = filled.saturating_add(run);
            continue;
        }
        let figure = Figure::from_letter(sign);
        if figure.is_none() && !bad.contains(&sign) {
            bad.push(sign);
        }
        if sign.is_ascii_alphabetic() || sign == '^' {
            let place = usize::try_from(filled).ok().and_then(|at| places.get_mut(at));
            *place.ok_or(ArmyFault::RowTooLong(number))? = figure;
            filled += 1;
        }
    }
    let wanted = places.len() as u8;
    if filled == u64::from(wanted) {
        Ok(())
    } else {
        Err(ArmyFault::RowHas(number, filled, wanted))
    }
}
