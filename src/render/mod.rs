//! Scenes to pictures. Sees scenes only, never a position.
//!
//! A picture is copied rather than painted: `kit` keeps, for a theme and a width, the empty board
//! and every sprite, mark and glyph seen so far as stamps in palette indices; `board` and
//! `panel` put them on a copy of the empty board; `encode` packs the indices. All of it is a
//! pure function of scene, theme and width.

mod board;
mod border;
mod canvas;
mod comb;
mod corners;
mod dice;
mod encode;
mod fan;
mod grid;
mod ground;
mod hive;
mod ink;
mod kit;
mod layout;
mod marks;
mod nooks;
mod pack;
mod palette;
mod panel;
mod plan;
mod scale;
mod screen;
mod sides;
mod sketch;
mod slant;
mod sprites;
mod stamp;
mod tables;
mod text;
mod theme;

#[cfg(test)]
mod tests;

use std::ops::RangeInclusive;
use std::sync::Arc;

use crate::scene::{Scene, Shade, Shape};
use kit::{Kit, Make};
use layout::Layout;
use palette::Dyes;
use scale::{Form, Scale};
use stamp::Frame;

pub use plan::Patch;
pub use theme::Theme;

/// The width of a scene's picture where nothing else is asked for, in pixels.
#[must_use]
pub const fn default_width(scene: &Scene) -> u32 {
    Form::of(scene.board.shape).width()
}

/// Width and height of a scene's picture of a width, in pixels.
#[must_use]
pub const fn size(scene: &Scene, width: u32) -> [u32; 2] {
    let scale = Scale::new(Form::of(scene.board.shape), width);
    [scale.width, scale.height]
}

/// Where the cells of a scene's board lie, in pixels of the default width.
#[must_use]
pub fn patches(scene: &Scene) -> Vec<Patch> {
    let scale = Scale::new(Form::of(scene.board.shape), default_width(scene));
    plan::Plan::new(scale, scene.board.shape, Layout::of(scene)).patches()
}

/// The widths that a picture can have, in pixels.
pub const WIDTHS: RangeInclusive<u32> = 100..=4000;

/// Draws a scene as an indexed PNG exactly `width` pixels wide, and four fifths of that high, or
/// six sevenths where the board leaves its corners free; the same bytes every time.
///
/// A width outside [`WIDTHS`] is brought to its nearest end. What the board or the sprites do not
/// have is left out or drawn as unknown. What a theme and width need is prepared when it is first
/// seen and kept, so the first picture takes longer than those after it.
#[must_use]
pub fn png(scene: &Scene, theme: Theme, width: u32) -> Vec<u8> {
    let kit = kit_of(scene, theme, width);
    encode::png(&composed(&kit, scene), &kit.palette)
}

/// Draws scenes of one game as one animated GIF that starts over at its end; each is shown for
/// `pause` milliseconds, the last one four times as long. Empty where there are no scenes.
///
/// Size, theme and what is kept as with [`png()`], by the first scene.
#[must_use]
pub fn gif(scenes: &[Scene], theme: Theme, width: u32, pause: u32) -> Vec<u8> {
    let Some(first) = scenes.first() else { return Vec::new() };
    let kit = kit_of(first, theme, width);
    let last = scenes.len() - 1;
    let frames = scenes.iter().enumerate().map(|(index, scene)| {
        let pause = if index == last { pause.saturating_mul(4) } else { pause };
        (composed(&kit, scene), pause)
    });
    encode::gif(frames, &kit.palette)
}

fn kit_of(scene: &Scene, theme: Theme, width: u32) -> Arc<Kit> {
    let width = width.clamp(*WIDTHS.start(), *WIDTHS.end());
    let scale = Scale::new(Form::of(scene.board.shape), width);
    Kit::of(Make { theme, dyes: dyes(scene), scale })
}

/// The fills that a scene needs.
fn dyes(scene: &Scene) -> Dyes {
    let has_zones = match scene.board.shape {
        Shape::Squares(board) => board.zone.is_some(),
        Shape::Wedges(_) => true,
        Shape::Hexes(_) => return Dyes::Hexes,
    };
    let mut shades = scene.board.pieces.iter().map(|placed| placed.piece.shade);
    if has_zones || shades.any(|shade| matches!(shade, Shade::Tone(_))) {
        Dyes::Tones
    } else {
        Dyes::Armies
    }
}

fn composed(kit: &Kit, scene: &Scene) -> Frame {
    let layout = Layout::of(scene);
    let mut canvas = board::draw(kit, &scene.board, layout);
    let plan = plan::Plan::new(kit.scale, scene.board.shape, layout);
    panel::draw(&mut canvas, &scene.panel, layout, &plan);
    canvas.frame
}
