//! A board, layer by layer: its ground, what lies under the pieces, the pieces, what lies over
//! them.

use scene::{Board, Mark, Scene, Spot};

use super::{
    arrows::arrows,
    coordinates::Coordinates,
    empty::empty_board,
    geometry::BoardGeometry,
    marks,
    names::{self, CellName},
    pieces, plies,
};
use crate::{
    assets::Assets,
    canvas::Canvas,
    hex,
    layout::Layout,
    living::{Overlay, Stroke},
};

/// How much of what it covers a mark of an earlier ply hides, of 255.
const PALER: u8 = 115;

/// A canvas with the board of a scene on it, ready for what stands beside the board.
pub(crate) fn render_board<'a>(
    assets: &'a Assets,
    scene: &Scene,
    geometry: &BoardGeometry,
    layout: Layout,
    coordinates: Coordinates,
) -> Canvas<'a> {
    let board = &scene.board;
    let key = (board.shape, layout, coordinates);
    let empty = assets.board(key, || empty_board(assets, geometry, coordinates));
    let mut canvas = Canvas::new(assets, (*empty).clone());
    canvas.image.repeats = geometry.repeats();
    hex::render_ground(&mut canvas, geometry, board);
    let mut layers = Layers::new(assets, scene, geometry);
    layers.render_under(&mut canvas);
    pieces::render_gone(&mut canvas, geometry, board);
    for placed in &board.pieces {
        pieces::render_piece(&mut canvas, geometry, board, placed);
    }
    pieces::render_fallen(&mut canvas, geometry, board);
    layers.render_over(&mut canvas);
    // The copies that it keeps are large: what follows is to find room where they were.
    drop(layers);
    plies::render_numbers(&mut canvas, scene, geometry);
    canvas
}

/// All that lies on the board of a scene besides its ground and its men, on a canvas of strokes.
pub(crate) fn render_overlay(
    canvas: &mut Canvas<'_>,
    scene: &Scene,
    geometry: &BoardGeometry,
) -> Overlay {
    let board = &scene.board;
    let mut layers = Layers::new(canvas.assets, scene, geometry);
    layers.render_under(canvas);
    let under = canvas.take_strokes();
    pieces::render_gone(canvas, geometry, board);
    pieces::render_fallen(canvas, geometry, board);
    let gone = canvas.take_strokes().into_iter().filter_map(Stroke::into_man).collect();
    layers.render_over(canvas);
    let over = canvas.take_strokes();
    plies::render_numbers(canvas, scene, geometry);
    Overlay { under, gone, over, chips: canvas.take_strokes() }
}

/// The layers of marks and names under the men of a scene and over them.
struct Layers<'s> {
    geometry: &'s BoardGeometry,
    board: &'s Board,
    marks: Marks<'s>,
    names: Vec<CellName>,
}

impl<'s> Layers<'s> {
    fn new(assets: &Assets, scene: &'s Scene, geometry: &'s BoardGeometry) -> Self {
        let (board, marks) = (&scene.board, Marks::of(scene, geometry));
        Self { geometry, board, marks, names: names::names(assets, geometry, board) }
    }

    fn render_under(&mut self, canvas: &mut Canvas<'_>) {
        let Self { geometry, board, marks, names } = self;
        marks.layer(canvas, |canvas, marks| {
            for &mark in marks {
                marks::below(canvas, geometry, board, mark);
            }
        });
        // A name can be read over the line of a way, but a line over a name would strike it out.
        marks.layer(canvas, |canvas, marks| {
            marks::connecting_lines(canvas, geometry, marks);
            arrows(canvas, geometry, board, marks);
            marks::threats(canvas, geometry, marks);
        });
        let is_step = |at: Spot| board.marks.contains(&Mark::Step(at));
        for name in names.iter().filter(|name| !name.is_ringed) {
            name.write(canvas, geometry, is_step(name.at));
        }
    }

    fn render_over(&mut self, canvas: &mut Canvas<'_>) {
        let Self { geometry, board, marks, names } = self;
        marks.layer(canvas, |canvas, marks| {
            for &mark in marks {
                match mark {
                    Mark::Step(at) => {
                        let is_low = names.iter().any(|name| name.at == at && name.is_central);
                        marks::dot(canvas, geometry, at, is_low);
                    }
                    _ => marks::above(canvas, geometry, board, mark),
                }
            }
        });
        for name in names.iter().filter(|name| name.is_ringed) {
            name.write(canvas, geometry, false);
        }
    }
}

/// The marks of the earlier plies and of the last one.
struct Marks<'m> {
    earlier: &'m [Vec<Mark>],
    last: &'m [Mark],
    /// Between which heights those of the earlier plies lie, in pixels.
    heights: [i32; 2],
    /// What a layer of those covers; one buffer for all layers.
    covered: Vec<u8>,
}

impl<'m> Marks<'m> {
    fn of(scene: &'m Scene, geometry: &BoardGeometry) -> Self {
        let heights = heights(geometry, scene.earlier.iter().flatten());
        Self { earlier: &scene.earlier, last: &scene.board.marks, heights, covered: Vec::new() }
    }

    /// Draws a layer: those of the earlier plies, paler than the others, and then the others.
    fn layer(&mut self, canvas: &mut Canvas<'_>, draw: impl Fn(&mut Canvas<'_>, &[Mark])) {
        if !self.earlier.is_empty() {
            canvas.paler(&mut self.covered, self.heights, PALER, |canvas| {
                for marks in self.earlier {
                    draw(canvas, marks);
                }
            });
        }
        draw(canvas, self.last);
    }
}

/// Between which heights marks lie, in pixels: no mark reaches farther than a cell from the places that it marks.
fn heights<'m>(geometry: &BoardGeometry, marks: impl Iterator<Item = &'m Mark>) -> [i32; 2] {
    let cells = marks.flat_map(|mark| mark.spots()).flatten();
    cells.filter_map(|at| geometry.place(at)).fold([i32::MAX, 0], |[top, bottom], place| {
        let ([_, y], size) = (place.corner, i32::from(place.size));
        [top.min(y - size), bottom.max(y + 2 * size)]
    })
}
