//! Scenes to pictures. Sees scenes only, never a position.
//!
//! A picture is copied rather than painted: `kit` keeps, for a theme and a width, the empty board
//! and every sprite, mark and glyph seen so far as stamps in palette indices; `board` and
//! `panel` put them on a copy of the empty board; `encode` packs the indices. All of it is a
//! pure function of scene, theme and width.

mod board;
mod canvas;
mod dice;
mod encode;
mod kit;
mod marks;
mod pack;
mod palette;
mod panel;
mod sprites;
mod stamp;
mod text;
mod theme;

#[cfg(test)]
mod tests;

use std::ops::RangeInclusive;
use std::sync::Arc;

use crate::scene::Scene;
use kit::Kit;
use stamp::Frame;

pub use theme::Theme;

/// The width of a picture where nothing else is asked for, in pixels.
pub const DEFAULT_WIDTH: u32 = 900;

/// The widths that a picture can have, in pixels.
pub const WIDTHS: RangeInclusive<u32> = 100..=4000;

/// Draws a scene as an indexed PNG exactly `width` pixels wide and four fifths of that high; the
/// same bytes every time.
///
/// A width outside [`WIDTHS`] is brought to its nearest end. What the board or the sprites do not
/// have is left out or drawn as unknown. What a theme and width need is prepared when it is first
/// seen and kept, so the first picture takes longer than those after it.
#[must_use]
pub fn png(scene: &Scene, theme: Theme, width: u32) -> Vec<u8> {
    let kit = kit_of(theme, width);
    encode::png(&composed(&kit, scene), &kit.palette)
}

/// Draws scenes as one animated GIF that starts over at its end; each is shown for `pause`
/// milliseconds, the last one four times as long. Empty where there are no scenes.
///
/// Size, theme and what is kept as with [`png()`].
#[must_use]
pub fn gif(scenes: &[Scene], theme: Theme, width: u32, pause: u32) -> Vec<u8> {
    let kit = kit_of(theme, width);
    let last = scenes.len().saturating_sub(1);
    let frames = scenes.iter().enumerate().map(|(index, scene)| {
        let pause = if index == last { pause.saturating_mul(4) } else { pause };
        (composed(&kit, scene), pause)
    });
    encode::gif(frames, &kit.palette)
}

fn kit_of(theme: Theme, width: u32) -> Arc<Kit> {
    Kit::of(theme, width.clamp(*WIDTHS.start(), *WIDTHS.end()))
}

fn composed(kit: &Kit, scene: &Scene) -> Frame {
    let mut canvas = board::draw(kit, &scene.board);
    panel::draw(&mut canvas, &scene.panel);
    canvas.frame
}
