//! Sprites as pixels: painted in colours and cut to size.

use std::borrow::Cow;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::{
    canvas::Pixel,
    theme::{Paint, Rgb},
};

/// How much larger than in its own box a sprite stands at most that is fitted into one: a small man stays
/// smaller than a great one.
const ENLARGED: f32 = 1.35;
/// The width of a pip in a sprite's own box.
pub(crate) const PIP: f32 = 13.8;
/// The least width in pixels at which pips can be counted; smaller ones would only blur a piece.
const LEAST_PIP: f32 = 3.0;
/// The beginning of the group of pips in the sources of sprites.
pub(crate) const PIPS: &str = "<g id=\"pips\">";
/// The same of what a head stands on.
const BASE: &str = "<g id=\"base\">";

/// A sprite in a box `size` pixels wide and high, without pips where they would be too small.
pub(crate) fn whole(source: &str, paint: &Paint, halo: Option<Rgb>, size: u32) -> Vec<Pixel> {
    let scale = size as f32 / 100.0;
    let Some(mut pixmap) = Pixmap::new(size, size) else { return Vec::new() };
    let has_room = PIP * scale >= LEAST_PIP;
    let source = if has_room { Cow::Borrowed(source) } else { without(source, PIPS).into() };
    for source in layers(&source, paint, halo) {
        let transform = Transform::from_scale(scale, scale);
        resvg::render(&parse(&source), transform, &mut pixmap.as_mut());
    }
    pixels(&pixmap)
}

/// A sprite that has fallen to its right, as large as has room in a box `size` pixels wide and high, at the bottom of
/// it, with a rim that parts it from what it lies on.
pub(crate) fn lying(source: &str, paint: &Paint, rim: Rgb, size: u32) -> Vec<Pixel> {
    let Some(mut pixmap) = Pixmap::new(size, size) else { return Vec::new() };
    let [a, b, c, d, e, f] = lying_turn(source, paint, rim);
    let part = size as f32 / 100.0;
    let transform = Transform::from_row(a, b, c, d, e, f).post_scale(part, part);
    for layer in layers(source, paint, Some(rim)) {
        resvg::render(&parse(&layer), transform, &mut pixmap.as_mut());
    }
    pixels(&pixmap)
}

/// The transform of a sprite that has fallen, in a box of 100: as SVG writes a matrix.
pub(crate) fn lying_turn(source: &str, paint: &Paint, rim: Rgb) -> [f32; 6] {
    let outer = layers(source, paint, Some(rim)).first().map(|layer| parse(layer));
    let Some(bounds) = outer.map(|outer| outer.root().abs_stroke_bounding_box()) else {
        return [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];
    };
    let scale = 100.0 / bounds.width().max(bounds.height());
    // A quarter turn clockwise: its left side becomes the upper one, its foot the left one.
    [0.0, scale, -scale, 0.0, bounds.bottom() * scale, 100.0 - bounds.right() * scale]
}

/// The square box around the head of a sprite: left edge, upper edge, width and height; `None` where it has no head.
pub(crate) fn head_box(source: &str, paint: &Paint) -> Option<[f32; 4]> {
    let tree = parse(&painted(source, paint));
    let bounds = tree.node_by_id("head")?.abs_layer_bounding_box()?;
    let side = bounds.width().max(bounds.height());
    let start = |low: f32, length: f32| low - (side - length) / 2.0;
    Some([start(bounds.x(), bounds.width()), start(bounds.y(), bounds.height()), side, side])
}

/// A sprite in the middle of a box `size` pixels wide and high, larger than its own box would make it by
/// [`ENLARGED`] at most: what is seen small shows no more ground than it must.
pub(crate) fn fitted(source: &str, paint: &Paint, halo: Option<Rgb>, size: u32) -> Vec<Pixel> {
    let trees: Vec<Tree> = layers(source, paint, halo).iter().map(|layer| parse(layer)).collect();
    let (Some(outer), Some(mut pixmap)) = (trees.first(), Pixmap::new(size, size)) else {
        return Vec::new();
    };
    let (bounds, side) = (outer.root().abs_stroke_bounding_box(), size as f32);
    let scale = (side / bounds.width().max(bounds.height())).min(ENLARGED * side / 100.0);
    let start = |low: f32, length: f32| side / 2.0 - (low + length / 2.0) * scale;
    let (x, y) = (start(bounds.x(), bounds.width()), start(bounds.y(), bounds.height()));
    let transform = Transform::from_translate(x, y).pre_scale(scale, scale);
    trees.iter().for_each(|tree| resvg::render(tree, transform, &mut pixmap.as_mut()));
    pixels(&pixmap)
}

/// The head alone of a sprite, fitted into a box `size` pixels wide and high; all of it where it
/// has no head.
pub(crate) fn head(source: &str, paint: &Paint, size: u32) -> Vec<Pixel> {
    let tree = parse(&painted(source, paint));
    let Some(node) = tree.node_by_id("head") else { return whole(source, paint, None, size) };
    let (Some(bounds), Some(mut pixmap)) = (node.abs_layer_bounding_box(), Pixmap::new(size, size))
    else {
        return Vec::new();
    };
    let scale = size as f32 / bounds.width().max(bounds.height());
    let centred = |length: f32| (size as f32 - length * scale) / 2.0;
    let transform = Transform::from_translate(centred(bounds.width()), centred(bounds.height()))
        .pre_scale(scale, scale);
    resvg::render_node(node, transform, &mut pixmap.as_mut());
    pixels(&pixmap)
}

/// Returns what is drawn for a sprite, one above the other: the rim if there is one, then the sprite.
pub(crate) fn layers(source: &str, paint: &Paint, halo: Option<Rgb>) -> Vec<String> {
    let rim = halo.map(|rim| Paint {
        fill: rim,
        line: rim,
        shade: rim,
        shine: rim,
        mark: rim,
        weight: paint.weight + 500,
    });
    rim.iter().chain([paint]).map(|paint| painted(source, paint)).collect()
}

/// The source of a head alone.
pub(crate) fn without_base(source: &str) -> String {
    without(source, BASE)
}

/// A source without the group that begins so.
fn without(source: &str, group: &str) -> String {
    let Some((before, group)) = source.split_once(group) else { return source.to_owned() };
    group.split_once("</g>").map_or(source.to_owned(), |(_, after)| format!("{before}{after}"))
}

pub(crate) fn parse(source: &str) -> Tree {
    Tree::from_str(source, &Options::default()).expect("sprites are valid SVG")
}

/// A source with a paint's colours in place of those that stand for them.
fn painted(source: &str, paint: &Paint) -> String {
    // Where the shade is the same as the fill, drawing it would only nibble at a heavy outline.
    let source = if paint.shade == paint.fill {
        source.replace(Paint::SHADED_AREA, Paint::NO_AREA)
    } else {
        source.to_owned()
    };
    let coloured = paint.replacements().into_iter().fold(source, |svg, (stand_in, colour)| {
        let Rgb(red, green, blue) = colour;
        // Upper case, so that a colour put in is never taken for the next one that stands in.
        svg.replace(stand_in, &format!("#{red:02X}{green:02X}{blue:02X}"))
    });
    let (whole, hundredths) = (paint.weight / 100, paint.weight % 100);
    coloured.replace(Paint::WEIGHT, &format!("stroke-width=\"{whole}.{hundredths:02}\""))
}

fn pixels(pixmap: &Pixmap) -> Vec<Pixel> {
    let width = pixmap.width() as usize;
    let pixels = pixmap.pixels().iter().enumerate().filter(|(_, pixel)| pixel.alpha() > 0);
    pixels
        .map(|(index, pixel)| {
            let colour = pixel.demultiply();
            Pixel {
                x: (index % width) as i32,
                y: (index / width) as i32,
                colour: Rgb(colour.red(), colour.green(), colour.blue()),
                alpha: colour.alpha(),
            }
        })
        .collect()
}
