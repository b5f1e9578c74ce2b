//! Empty boards of hexes: three tones, and the names along the border.

use super::border::HALF_ROOT;
use super::canvas::{Align, Canvas};
use super::ground::pixel;
use super::hive::Hive;
use super::ink::Line;
use super::plan::Plan;
use super::text::Type;

/// How far outside the middle of the first or last hex of a line its name stands, in sides.
const NUMBER: f32 = 1.27;
const LETTER: f32 = 1.15;

/// The board without anything on it.
pub(super) fn draw(canvas: &mut Canvas<'_>, plan: &Plan, hive: &Hive) {
    let colours = canvas.kit.colours;
    let rim = (2.0 * canvas.kit.scale.factor()).max(1.0);
    for hex in hive.hexes() {
        canvas.line(&hive.corners(hex), Line::closed(2.0 * rim), colours.edge);
    }
    for hex in hive.hexes() {
        let Some(place) = plan.place(hex.into()) else { continue };
        canvas.area(&hive.corners(hex), colours.ground(None, place.tone));
    }
    let between = Line::closed((1.4 * canvas.kit.scale.factor()).max(0.6));
    for hex in hive.hexes() {
        canvas.line(&hive.corners(hex), between, colours.edge);
    }
    names(canvas, hive);
}

/// Numbers at the right ends of the rows, letters in line with the files at their lower ends.
fn names(canvas: &mut Canvas<'_>, hive: &Hive) {
    let kit = canvas.kit;
    let kind = Type::bold(kit.size(24.0));
    // Names would run into each other on very fine boards.
    if hive.unit < f32::from(kind.size) * 0.7 {
        return;
    }
    for hex in hive.hexes() {
        let name = hex.to_string();
        let ([x, y], (letter, number)) = (hive.centre(hex), name.split_at(1));
        if hive.beside(hex, 1, 0).is_none() {
            let at = [x + NUMBER * hive.unit, y];
            canvas.text(number, kind, kit.colours.ink, pixel(at), Align::Middle);
        }
        if hive.beside(hex, 0, -1).is_none() {
            let away = LETTER * hive.unit;
            let at = [x - 0.5 * away, y + HALF_ROOT * away];
            canvas.text(letter, kind, kit.colours.ink, pixel(at), Align::Middle);
        }
    }
}
