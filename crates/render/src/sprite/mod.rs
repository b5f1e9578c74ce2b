//! Sprites: SVG drawings of pieces, dice and terrains, painted in a theme's colours.

mod pixels;
mod set;

#[cfg(test)]
pub(crate) use pixels::{PIP, parse};
pub(crate) use pixels::{
    PIPS, fitted, head, head_box, layers, lying, lying_turn, whole, without_base,
};
pub(crate) use set::{Sprite, SpriteSet};
