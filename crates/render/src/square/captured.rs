//! Captured pieces in the panel of two sides.

use scene::{Piece, Side};

use super::panel::{LEFT, PAD, ROOM};
use crate::{canvas::Canvas, theme::Colouring};

/// The most captured pieces that are drawn for a side; far beyond what any game has.
const MOST_CAPTURED: usize = 60;

/// The layout of captured pieces.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Strip {
    rows: usize,
    /// The most pieces in a row.
    per_row: usize,
    /// The side of a piece's box.
    size: f32,
    /// The gap between pieces, where the row has room for it.
    gap: f32,
}

impl Strip {
    /// The layout for what a side has captured. `is_roomy` says that no dice have to lie between
    /// the strips of large armies: then pieces keep their size, and rows are added.
    pub(crate) fn of(side: &Side, is_roomy: bool) -> Self {
        let count = side.captured.len().min(MOST_CAPTURED);
        let (rows, size) = match count {
            0..=16 if is_roomy => (count.div_ceil(4).max(1), 42.0),
            0..=4 => (1, 50.0),
            5..=6 => (1, 46.0),
            7..=12 => (2, 46.0),
            _ => (3, 34.0),
        };
        let (per_row, gap) =
            if is_roomy && count <= 16 { (4, 8.0) } else { (count.div_ceil(rows), 5.0) };
        Self { rows, per_row, size, gap }
    }

    /// Returns how high the strip is. A piece takes up less than its box: nothing stands above 0.01 or below
    /// 0.90 of it.
    pub(crate) fn height(self) -> f32 {
        self.size.max(48.0) * 0.92 + self.size * 0.86 * (self.rows - 1) as f32 + 9.0
    }

    /// The left edge of the box of a piece, by its place in the row.
    pub(crate) fn left(self, index: usize) -> f32 {
        // Of its box a piece fills the middle: 0.78 of the width at most.
        let (bare, wide) = (self.size * 0.11, self.size * 0.78);
        let room = ROOM - 12.0 - wide;
        let step = (wide + self.gap).min(room / (self.per_row.max(2) - 1) as f32);
        LEFT + PAD + 6.0 - bare + step * index as f32
    }
}

/// Draws the pieces that a side has captured on a tray; returns its height.
pub(crate) fn captured(canvas: &mut Canvas<'_>, side: &Side, top: f32, strip: Strip) -> f32 {
    let pieces = &side.captured[..side.captured.len().min(MOST_CAPTURED)];
    let height = strip.height();
    if pieces.is_empty() {
        return height;
    }
    canvas.boxed([LEFT + PAD, top, ROOM, height], canvas.assets.colours.tray);
    for (row, pieces) in pieces.chunks(strip.per_row).enumerate() {
        let top = top + 4.0 + strip.size * 0.86 * row as f32;
        captured_row(canvas, pieces, strip, top);
    }
    height
}

fn captured_row(canvas: &mut Canvas<'_>, pieces: &[Piece], strip: Strip, top: f32) {
    for (index, piece) in pieces.iter().enumerate() {
        let at = [canvas.assets.px(strip.left(index)), canvas.assets.px(top)];
        let colouring = Colouring::of(piece.shade);
        let size = canvas.assets.size(strip.size);
        canvas.sprite(&piece.sprite, colouring, at, size);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        assets::AssetsKey,
        palette::PaletteKind,
        scale::{Format, Scale},
        square::panel::{BOTTOM, TOP},
        tests::renderer,
        theme::Theme,
    };
    use scene::Shade;

    fn side(count: usize) -> Side {
        let piece = Piece { sprite: "mix/checker".to_owned(), shade: Shade::Dark };
        Side { captured: vec![piece; count], ..Side::of(String::new(), Shade::Light) }
    }

    #[test]
    fn strips_of_large_armies_hold_all_but_the_king() {
        for width in [300, 400, 900] {
            let scale = Scale::new(Format::Panel, width);
            let assets = renderer().assets_of(AssetsKey {
                theme: Theme::Contrast,
                palette_kind: PaletteKind::Armies,
                scale,
            });
            let kinds = ["king", "dama", "silver", "knight", "liner", "pawn", "checker"];
            let columns = kinds.map(|kind| {
                let piece = Piece { sprite: format!("mix/{kind}"), shade: Shade::Light };
                assets.columns(&piece, assets.size(42.0))
            });
            let first = columns.iter().map(|columns| columns.start).min().unwrap();
            let last = columns.iter().map(|columns| columns.end).max().unwrap();
            for count in 1..=16 {
                let strip = Strip::of(&side(count), true);
                assert!(strip.rows * strip.per_row >= count, "{count}: {strip:?}");
                let left = |index: usize| assets.px(strip.left(index));
                assert!(left(0) + first >= assets.px(LEFT + PAD), "{count} at {width}");
                let right = assets.px(LEFT + PAD + ROOM);
                assert!(left(strip.per_row - 1) + last <= right, "{count} at {width}");
                assert!(left(1) - left(0) >= last - first - 1, "{count} at {width}: side by side");
            }
        }
    }

    #[test]
    fn both_strips_of_large_armies_fit_into_the_panel() {
        let height = Strip::of(&side(16), true).height();
        // Headline, a note of two lines and a name above; name and foot below.
        let (above, below) = (12.0 + 34.0 + 58.0 + 12.0 + 34.0, 10.0 + 32.0 + 36.0);
        assert!(above + below + 2.0 * height + 16.0 <= BOTTOM - TOP, "{height}");
    }
}
