//! Arrows on a board, which lie behind the men: each ends just before the man at its target, and a chain of jumps
//! is one line.

use scene::{Board, Mark, Spot};

use super::{geometry::BoardGeometry, pieces};
use crate::{
    canvas::Canvas,
    marks::{Arrow, arrow},
    point::Point,
};

/// How far before the outline of a man an arrow ends, at the default width.
const GAP: f32 = 6.0;
/// How broad the dot is at a landing of a chain, at the default width.
const LANDING: f32 = 14.0;
/// How far an arrow keeps from the middle of a cell where nobody stands, in sides of a cell.
const FREE: f32 = 0.36;

/// Draws the arrows among some marks.
pub(super) fn arrows(
    canvas: &mut Canvas<'_>,
    geometry: &BoardGeometry,
    board: &Board,
    marks: &[Mark],
) {
    let (side, factor) = (geometry.side(), canvas.assets.scale.factor());
    for cells in chains(geometry, marks) {
        let mut points: Vec<Point> = Vec::new();
        for hop in cells.windows(2) {
            let way = geometry.way(hop[0], hop[1]);
            points.extend(way.into_iter().skip(usize::from(!points.is_empty())));
        }
        let ([_, landings @ .., target], [.., before, _]) = (&cells[..], &points[..]) else {
            continue;
        };
        let outline = pieces::outline(canvas, geometry, board, *target, *before);
        let drawn = Arrow {
            start: FREE * side,
            end: outline.map_or(FREE * side, |outline| outline + GAP * factor),
            landings: landings.iter().filter_map(|at| geometry.centre(*at)).collect(),
            dot: LANDING * factor,
            side,
            points,
        };
        arrow(canvas, &drawn);
    }
}

/// The cells of each arrow in their order. Arrows of which each begins where the one before it ends are one.
fn chains(geometry: &BoardGeometry, marks: &[Mark]) -> Vec<Vec<Spot>> {
    let mut chains: Vec<Vec<Spot>> = Vec::new();
    for mark in marks {
        let Mark::Arrow(from, to) = *mark else { continue };
        if from == to || geometry.place(from).is_none() || geometry.place(to).is_none() {
            continue;
        }
        match chains.last_mut() {
            Some(chain) if chain.last() == Some(&from) => chain.push(to),
            _ => chains.push(vec![from, to]),
        }
    }
    chains
}
