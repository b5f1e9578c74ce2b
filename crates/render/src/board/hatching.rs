//! Hatching of dark cells, where tones alone would not print.

use crate::assets::Assets;

/// The direction in which the lines of a hatching run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slope {
    Up,
    Down,
    Level,
}

/// The slope for a zone of a board with `zones` zones: neighbouring zones differ.
pub(crate) fn slope(zones: usize, zone: Option<usize>) -> Slope {
    let ways = if zones == 2 || zones == 4 { 2 } else { 3 };
    match zone.unwrap_or(0) % ways {
        0 => Slope::Up,
        1 => Slope::Down,
        _ => Slope::Level,
    }
}

/// Returns `true` if a pixel lies on a line of a hatching.
pub(crate) fn is_hatched(assets: &Assets, slope: Slope, x: i32, y: i32) -> bool {
    let period = assets.px(9.0).max(2);
    let at = match slope {
        Slope::Up => x + y,
        Slope::Down => x - y,
        Slope::Level => y,
    };
    at.rem_euclid(period) < assets.px(2.0).max(1)
}
