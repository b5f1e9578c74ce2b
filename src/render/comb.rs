//! Empty boards of hexes: three tones, and the names along the border.

use super::border::HALF_ROOT;
use super::canvas::{Align, Canvas};
use super::ground::pixel;
use super::hive::Hive;
use super::ink::{Line, Point};
use super::kit::{Key, Kit};
use super::plan::Plan;
use super::screen;
use super::text::Type;
use super::theme::Tone;
use crate::scene::{Board, Ground, Spot};

/// Whether a pixel of a hex has ink where tones alone would not print: lines, dots, nothing.
fn is_hatched(kit: &Kit, tone: Tone, x: i32, y: i32) -> bool {
    let (period, weight) = (kit.px(9.0).max(3), kit.px(2.0).max(1));
    match tone {
        Tone::Light => false,
        Tone::Middle => {
            let shift = if y.div_euclid(period) % 2 == 0 { 0 } else { period / 2 };
            (x + shift).rem_euclid(period) < weight && y.rem_euclid(period) < weight
        }
        Tone::Dark => (x + y).rem_euclid(period) < weight,
    }
}

/// How far outside the middle of the first or last hex of a line its name stands, in sides.
const NUMBER: f32 = 1.27;
const LETTER: f32 = 1.15;
/// The longest edge at which names find room.
const FINEST: u8 = 8;

/// The board without anything on it.
pub(super) fn draw(canvas: &mut Canvas<'_>, hive: &Hive) {
    let colours = canvas.kit.colours;
    let rim = (2.0 * canvas.kit.scale.factor()).max(1.0);
    for hex in hive.hexes() {
        canvas.line(&hive.corners(hex), Line::closed(2.0 * rim), colours.edge);
    }
    for hex in hive.hexes() {
        let tone = hive.tone(hex);
        canvas.area(&hive.corners(hex), colours.ground(None, tone));
        if let Some(ink) = colours.hatched {
            let kit = canvas.kit;
            canvas.area_where(&hive.corners(hex), ink, |x, y| is_hatched(kit, tone, x, y));
        }
    }
    for hex in hive.hexes() {
        outline(canvas, &hive.corners(hex));
    }
    screen::draw(canvas, hive);
    let (kind, ink) = (name_type(canvas.kit), colours.ink);
    for (name, at) in names(hive) {
        canvas.text(&name, kind, ink, pixel(at), Align::Middle);
    }
}

/// The ground of a board.
pub(super) fn grounds(canvas: &mut Canvas<'_>, plan: &Plan, board: &Board) {
    for &(at, ground) in &board.ground {
        let soil = canvas.kit.colours.soil(ground);
        let border = plan.place(at).and_then(|place| place.border);
        if let (Some(soil), Some(border)) = (soil, border) {
            canvas.area(border.corners(), soil);
            outline(canvas, border.corners());
        }
    }
    signs(canvas, plan, board, |_| true);
}

/// What stands for the ground of some hexes: terrains, and over them fortresses and ruins.
pub(super) fn signs(
    canvas: &mut Canvas<'_>,
    plan: &Plan,
    board: &Board,
    chosen: impl Fn(Spot) -> bool,
) {
    let is_wall = |ground| matches!(ground, Ground::Fortress(_) | Ground::Ruin(_));
    for walls in [false, true] {
        for &(at, ground) in &board.ground {
            if is_wall(ground) == walls && chosen(at) {
                sign(canvas, plan, at, ground);
            }
        }
    }
}

/// Puts what stands for a ground on its hex.
fn sign(canvas: &mut Canvas<'_>, plan: &Plan, at: Spot, ground: Ground) {
    let (Plan::Hive(hive), Some(centre)) = (plan, plan.centre(at)) else {
        return;
    };
    let size = (2.0 * hive.unit).round();
    let [x, y] = centre.map(|at| (at - size / 2.0).round() as i32);
    canvas.put(Key::Ground(ground, size.max(1.0) as u16), x, y);
}

/// The line between a hex and its neighbours.
fn outline(canvas: &mut Canvas<'_>, corners: &[Point]) {
    let between = Line::closed((1.4 * canvas.kit.scale.factor()).max(0.6));
    canvas.line(corners, between, canvas.kit.colours.edge);
}

/// The type of the names along the border.
pub(super) fn name_type(kit: &Kit) -> Type {
    Type::bold(kit.size(24.0))
}

/// The names along the border and their middles: numbers at the right ends of the rows, letters in
/// line with the files at their lower ends. None on very fine boards, where they would run into
/// each other.
pub(super) fn names(hive: &Hive) -> Vec<(String, Point)> {
    let mut names = Vec::new();
    for hex in hive.hexes().filter(|_| hive.edge <= FINEST) {
        let name = hex.to_string();
        let ([x, y], (letter, number)) = (hive.centre(hex), name.split_at(1));
        if hive.beside(hex, 1, 0).is_none() {
            // Longer numbers begin as far from the board as short ones.
            let longer = 0.17 * (number.len() as f32 - 1.0);
            names.push((number.to_owned(), [x + (NUMBER + longer) * hive.unit, y]));
        }
        if hive.beside(hex, 0, -1).is_none() {
            let away = LETTER * hive.unit;
            names.push((letter.to_owned(), [x - 0.5 * away, y + HALF_ROOT * away]));
        }
    }
    names
}
