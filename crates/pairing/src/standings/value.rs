//! Numbers of a table.

use std::{fmt, iter::Sum, ops::Add};

/// Points in hundredths: what is a tenth in an event is a hundredth where two are multiplied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hundredths(pub u64);

impl Hundredths {
    /// Returns what so many tenths of a point are.
    pub(super) const fn of_tenths(tenths: u32) -> Self {
        Self(tenths as u64 * 10)
    }

    /// The product of two numbers of points, both in tenths.
    pub(super) const fn product(one: u32, other: u32) -> Self {
        Self(one as u64 * other as u64)
    }
}

impl Add for Hundredths {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl Sum for Hundredths {
    fn sum<I: Iterator<Item = Self>>(numbers: I) -> Self {
        numbers.fold(Self::default(), Add::add)
    }
}

/// With the decimals that it needs, but at least as many as are asked for: `7`, `7.5`, `{:.1}` of
/// seven is `7.0`.
impl fmt::Display for Hundredths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, part) = (self.0 / 100, self.0 % 100);
        let needed = if part == 0 { 0 } else { 2 - usize::from(part % 10 == 0) };
        let text = match needed.max(f.precision().unwrap_or(0)) {
            0 => whole.to_string(),
            1 => format!("{whole}.{}", part / 10),
            _ => format!("{whole}.{part:02}"),
        };
        f.pad_integral(true, "", &text)
    }
}
