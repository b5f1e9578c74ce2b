//! Sprites: SVG drawings of pieces, dice and terrains, painted in a theme's colours.

mod pixels;
mod set;

#[cfg(test)]
pub(crate) use pixels::{PIP, parse};
pub(crate) use pixels::{fitted, head, lying, whole};
pub(crate) use set::{Sprite, SpriteSet};
