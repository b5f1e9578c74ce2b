//! The rows of the board, and the text of what stands in a row.

use std::fmt;

use super::hexes::{EDGE, Hex};

/// The hexes of the row with this number, from left to right.
pub(super) fn row(number: u8) -> impl Iterator<Item = Hex> {
    let y = number as i8 - EDGE as i8;
    (-5..=5).filter_map(move |x| Hex::new(x, y))
}

/// Writes the signs of a row, with each run of empty hexes as a number.
pub(super) fn write_row(
    f: &mut impl fmt::Write,
    signs: impl IntoIterator<Item = Option<char>>,
) -> fmt::Result {
    let mut empty = 0;
    for sign in signs {
        let Some(sign) = sign else {
            empty += 1;
            continue;
        };
        if empty > 0 {
            write!(f, "{empty}")?;
        }
        empty = 0;
        f.write_char(sign)?;
    }
    if empty > 0 { write!(f, "{empty}") } else { Ok(()) }
}
