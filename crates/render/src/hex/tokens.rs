//! Captured and waiting pieces as tokens on trays, in a corner beside a board of hexes.

use scene::Piece;

use crate::{
    canvas::{Align, Canvas},
    corner::Corner,
    piece_kinds::piece_kinds,
    text::Font,
    theme::Colouring,
};

/// The size of a token.
pub(crate) const TOKEN: f32 = 29.0;
/// The height of a tray of tokens.
pub(crate) const TRAY: f32 = 34.0;
/// The gap between tokens.
pub(crate) const BETWEEN: f32 = 3.5;
/// The most rows of tokens that are drawn one by one; more are counted.
const SINGLE_ROWS: usize = 2;
/// The most tokens that are drawn one by one; more are counted.
const MOST_SINGLE: usize = 20;

/// A kind of piece, and how many there are.
pub(crate) type Group<'a> = (&'a Piece, usize);

/// Draws the captured pieces: each of them, or one of each kind with its number where that would
/// take too much room. Returns those that found no room, for the opposite corner.
pub(crate) fn captured<'a>(
    canvas: &mut Canvas<'_>,
    corner: &mut Corner<'_>,
    pieces: &'a [Piece],
) -> Vec<Group<'a>> {
    // This leaves a little room between them and the name.
    corner.filled += BETWEEN;
    let groups = piece_kinds(canvas.assets, pieces);
    let single: Vec<_> = groups
        .iter()
        .flat_map(|&(piece, count)| vec![(piece, 1); count])
        .take(MOST_SINGLE)
        .collect();
    let rows = rows(canvas, corner, &single);
    let is_all = rows.iter().sum::<usize>() == pieces.len();
    let groups = if is_all && rows.len() <= SINGLE_ROWS { single } else { groups };
    stack(canvas, corner, &groups).to_vec()
}

/// Draws groups in as many rows as they need; returns those that find no room.
pub(crate) fn stack<'a, 'b>(
    canvas: &mut Canvas<'_>,
    corner: &mut Corner<'_>,
    groups: &'b [Group<'a>],
) -> &'b [Group<'a>] {
    let mut rest = groups;
    for count in rows(canvas, corner, groups) {
        let (row, after) = rest.split_at(count);
        let at = corner.take(width(canvas, row), TRAY);
        tray(canvas, at, row);
        rest = after;
    }
    rest
}

/// Returns how many groups stand in each row.
fn rows(canvas: &Canvas<'_>, corner: &Corner<'_>, groups: &[Group<'_>]) -> Vec<usize> {
    let mut corner = corner.clone();
    let mut rest = groups;
    let mut rows = Vec::new();
    while !rest.is_empty() {
        let count = fitting(canvas, rest, corner.room(TRAY));
        if count == 0 {
            break;
        }
        rows.push(count);
        rest = &rest[count..];
        corner.take(0.0, TRAY);
    }
    rows
}

/// Returns how many groups fit into a width.
fn fitting(canvas: &Canvas<'_>, groups: &[Group<'_>], room: f32) -> usize {
    (0..=groups.len()).rev().find(|&count| width(canvas, &groups[..count]) <= room).unwrap_or(0)
}

/// The font of the numbers of groups.
fn figures(canvas: &Canvas<'_>) -> Font {
    Font::narrow_bold(canvas.assets.size(28.0))
}

/// Returns how wide a group is: its token, and its number unless that is one.
fn group_width(canvas: &Canvas<'_>, count: usize) -> f32 {
    let figure = match count {
        0 | 1 => 0.0,
        _ => figures(canvas).width(&count.to_string()) / canvas.assets.scale.factor() + 2.0,
    };
    TOKEN + figure
}

/// Returns how wide the tray of some groups is.
pub(crate) fn width(canvas: &Canvas<'_>, groups: &[Group<'_>]) -> f32 {
    groups.iter().map(|(_, count)| group_width(canvas, *count) + BETWEEN).sum::<f32>() + BETWEEN
}

/// Draws groups on a tray in a tone on which both armies show.
pub(crate) fn tray(canvas: &mut Canvas<'_>, [left, top]: [f32; 2], groups: &[Group<'_>]) {
    let assets = canvas.assets;
    if groups.is_empty() {
        return;
    }
    canvas.boxed([left, top, width(canvas, groups), TRAY], assets.colours.tray);
    let mut x = left + BETWEEN;
    for (piece, count) in groups {
        let at = [assets.px(x), assets.px(top + (TRAY - TOKEN) / 2.0)];
        canvas.sprite(&piece.sprite, Colouring::of(piece.shade), at, assets.size(TOKEN));
        if *count > 1 {
            let at = [assets.px(x + TOKEN + 2.0), assets.px(top + TRAY / 2.0)];
            canvas.text(&count.to_string(), figures(canvas), assets.colours.edge, at, Align::Left);
        }
        x += group_width(canvas, *count) + BETWEEN;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        assets::AssetsKey,
        canvas::IndexedImage,
        corner::LINE,
        hex::{
            HexGrid,
            corners::{NAME, extent},
        },
        palette::PaletteKind,
        scale::{Format, Scale},
        tests::renderer,
        theme::Theme,
    };
    use scene::{Hexes, Shade, Veil};

    const SET: [(&str, usize); 10] = [
        ("rabble", 6),
        ("king", 2),
        ("crossbows", 2),
        ("spears", 2),
        ("light", 2),
        ("heavy", 2),
        ("trebuchet", 2),
        ("elephant", 2),
        ("dragon", 1),
        ("mountain", 6),
    ];

    /// All men find room: those captured in the two corners of a side, under a long note and
    /// beside a hand; those that wait while a board is set up in the right one.
    #[test]
    fn corners_hold_a_whole_army() {
        let army: Vec<Piece> = SET
            .iter()
            .flat_map(|(kind, count)| {
                let sprite = format!("set/{kind}");
                vec![Piece { sprite, shade: Shade::Light }; *count]
            })
            .collect();

        for width in [300, 400, 840, 1200] {
            let scale = Scale::new(Format::Corners, width);
            let assets = renderer().assets_of(AssetsKey {
                theme: Theme::Wood,
                palette_kind: PaletteKind::Hexes,
                scale,
            });
            let canvas = Canvas::new(&assets, IndexedImage::new(1, 1, 0));
            let groups = piece_kinds(&assets, &army);
            let hexes = Hexes { edge: 6, half_turned: false, veil: Veil::None };
            let extent = extent(&canvas, &HexGrid::new(scale, hexes));
            for is_low in [false, true] {
                let placed = |is_right, filled, groups| {
                    let mut corner = Corner::new(&extent, is_right, is_low);
                    corner.filled = filled;
                    rows(&canvas, &corner, groups).iter().sum::<usize>()
                };
                // Nobody captures mountains.
                let captured: Vec<_> = groups
                    .iter()
                    .filter(|group| !group.0.sprite.contains("mount"))
                    .copied()
                    .collect();
                let left = placed(false, NAME + 3.0 * LINE + BETWEEN, &captured[..]);
                let right = placed(true, 2.0 * LINE + TRAY, &captured[left..]);
                assert_eq!(left + right, captured.len(), "captured at {width}, low {is_low}");
                assert_eq!(placed(true, LINE, &groups[..]), groups.len(), "{width}, low {is_low}");
            }
        }
    }
}
