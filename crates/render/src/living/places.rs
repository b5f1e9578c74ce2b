//! Where men stand and go, and the colours of marks.

use scene::{Scene, Spot};

use super::stroke::{Overlay, hex};
use crate::{
    assets::Assets,
    board::{self, BoardGeometry, render_overlay},
    canvas::Canvas,
    layout::Layout,
    point::Point,
    scale::{Format, Scale},
    theme::{Colours, Theme},
};

/// The colours in which a surface draws marks of its own, written `#rrggbb`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkColours {
    /// The squares to which a man may go.
    pub legal: String,
    /// The last move.
    pub last: String,
    /// The edge that every mark has.
    pub edge: String,
    /// Medallions and labels.
    pub medal: String,
    /// An attack that was pushed back.
    pub push: String,
    /// A lost attacker, and what cannot be.
    pub lost: String,
}

/// The colours of marks in a theme.
#[must_use]
pub fn mark_colours(theme: Theme) -> MarkColours {
    let colours = Colours::of(theme);
    MarkColours {
        legal: hex(colours.legal),
        last: hex(colours.last),
        edge: hex(colours.edge),
        medal: hex(colours.medal),
        push: hex(colours.push),
        lost: hex(colours.lost),
    }
}

/// The cells of the board of a scene alone at its default width, and where that begins in the whole picture.
pub(super) fn geometry(scene: &Scene) -> (BoardGeometry, Point) {
    let (shape, layout) = (scene.board.shape, Layout::of(scene));
    let format = Format::of(shape);
    let [left, top, ..] = layout.board_area();
    (
        BoardGeometry::new(Scale::new(format, format.width()), shape, layout),
        [left, top].map(|at| at as f32),
    )
}

/// The measures from which the box of every man on the board of a scene follows: the diameter of the circle in his cell in pixels of
/// the default width, the side of the box in such circles, and where in the box the middle of the cell lies, in parts of
/// its side. In a picture the circle is whole pixels wide; so is the box, rounded down, and both corners lie on pixels.
#[must_use]
pub fn man_measures(scene: &Scene) -> [f32; 4] {
    board::man_measures(&geometry(scene).0)
}

/// The box of a man in a picture of the board whose pixels are `scale` times those of the default width, from the middle
/// of his cell there: its upper left corner and its side.
#[must_use]
pub fn man_box([circle, reach, across, down]: [f32; 4], scale: f32, [x, y]: [f32; 2]) -> [f32; 3] {
    let half = circle * scale / 2.0;
    let circle = (circle * scale).round();
    let corner = |at: f32, middle: f32| {
        ((at * scale - half).round() + circle / 2.0 - circle * reach * middle).round()
    };
    [corner(x, across), corner(y, down), (circle * reach).floor()]
}

/// The middles of the cells that a way passes on the board of a scene alone, in pixels of its default width: over seams
/// it bends where an arrow does. Each of `hops` is a cell at which a jump ends, the first one where it begins.
#[must_use]
pub fn way(scene: &Scene, hops: &[Spot]) -> Vec<[f32; 2]> {
    let (geometry, [left, top]) = geometry(scene);
    let mut points: Vec<Point> = Vec::new();
    for hop in hops.windows(2) {
        let way = geometry.way(hop[0], hop[1]);
        points.extend(way.into_iter().skip(usize::from(!points.is_empty())));
    }
    points.into_iter().map(|[x, y]| [x - left, y - top]).collect()
}

/// All that lies on the board of a scene besides its ground and its men.
pub(crate) fn overlay(assets: &Assets, scene: &Scene) -> Overlay {
    let (geometry, from) = geometry(scene);
    render_overlay(&mut Canvas::of_strokes(assets, from), scene, &geometry)
}
