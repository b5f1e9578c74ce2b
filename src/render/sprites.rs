//! Sprites: SVG sources from `sprites/`, painted in a theme's colours and cut to size.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use super::stamp::Dot;
use super::theme::{Paint, Rgb};
use crate::scene::Ground;

/// The colours that stand in the sources for those of a [`Paint`], in the order of [`tokens`].
const TOKENS: [&str; 5] = ["#f8efdc", "#3b2614", "#dbc49c", "#fffdf6", "#b8432f"];
const WEIGHT_TOKEN: &str = "stroke-width=\"3\"";

macro_rules! registry {
    ($($name:literal),* $(,)?) => {
        /// Every sprite: its name and its source.
        const SPRITES: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../../sprites/", $name, ".svg")))),*];
    };
}

registry![
    "unknown",
    "lyra/soldier",
    "lyra/reversed",
    "lyra/lieutenant",
    "lyra/captain",
    "lyra/assassin",
    "lyra/general",
    "martian/pawn",
    "martian/drone",
    "martian/queen",
    "mix/king",
    "mix/dama",
    "mix/silver",
    "mix/knight",
    "mix/liner",
    "mix/pawn",
    "mix/checker",
    "cyvasse/rabble",
    "cyvasse/king",
    "cyvasse/crossbows",
    "cyvasse/spears",
    "cyvasse/light",
    "cyvasse/heavy",
    "cyvasse/trebuchet",
    "cyvasse/elephant",
    "cyvasse/dragon",
    "cyvasse/mountain",
    "cyvasse/hill",
    "cyvasse/forest",
    "cyvasse/grassland",
    "cyvasse/fortress",
    "cyvasse/ruin",
    "dice/any",
    "dice/d4",
    "dice/d6",
    "dice/d8",
    "dice/d10",
    "dice/d12",
];

/// A sprite of the registry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Sprite(u8);

impl Sprite {
    /// A disc with a question mark.
    const UNKNOWN: Self = Self(0);

    /// The sprite of a name, or the unknown one.
    pub(super) fn named(name: &str) -> Self {
        let found = SPRITES.iter().position(|(known, _)| *known == name);
        found.map_or(Self::UNKNOWN, |index| Self(index as u8))
    }

    /// What stands for a ground.
    pub(super) fn of(ground: Ground) -> Self {
        Self::named(match ground {
            Ground::Mountain => "cyvasse/mountain",
            Ground::Hill => "cyvasse/hill",
            Ground::Forest => "cyvasse/forest",
            Ground::Grassland => "cyvasse/grassland",
            Ground::Fortress(_) => "cyvasse/fortress",
            Ground::Ruin(_) => "cyvasse/ruin",
        })
    }

    fn source(self) -> &'static str {
        SPRITES[usize::from(self.0)].1
    }
}

/// A sprite in a box `size` pixels wide and high.
pub(super) fn whole(sprite: Sprite, paint: &Paint, halo: Option<Rgb>, size: u32) -> Vec<Dot> {
    let scale = size as f32 / 100.0;
    let Some(mut pixmap) = Pixmap::new(size, size) else { return Vec::new() };
    for source in layers(sprite, paint, halo) {
        let transform = Transform::from_scale(scale, scale);
        resvg::render(&parse(&source), transform, &mut pixmap.as_mut());
    }
    dots(&pixmap)
}

/// The head alone of a sprite, fitted into a box `size` pixels wide and high; all of it where it
/// has no head.
pub(super) fn head(sprite: Sprite, paint: &Paint, size: u32) -> Vec<Dot> {
    let tree = parse(&painted(sprite.source(), paint));
    let Some(node) = tree.node_by_id("head") else { return whole(sprite, paint, None, size) };
    let (Some(bounds), Some(mut pixmap)) = (node.abs_layer_bounding_box(), Pixmap::new(size, size))
    else {
        return Vec::new();
    };
    let scale = size as f32 / bounds.width().max(bounds.height());
    let centred = |length: f32| (size as f32 - length * scale) / 2.0;
    let transform = Transform::from_translate(centred(bounds.width()), centred(bounds.height()))
        .pre_scale(scale, scale);
    resvg::render_node(node, transform, &mut pixmap.as_mut());
    dots(&pixmap)
}

/// What is drawn for a sprite, one above the other: the rim if there is one, then the sprite.
fn layers(sprite: Sprite, paint: &Paint, halo: Option<Rgb>) -> Vec<String> {
    let rim = halo.map(|rim| Paint {
        fill: rim,
        line: rim,
        shade: rim,
        shine: rim,
        mark: rim,
        weight: paint.weight + 500,
    });
    rim.iter().chain([paint]).map(|paint| painted(sprite.source(), paint)).collect()
}

fn parse(source: &str) -> Tree {
    Tree::from_str(source, &Options::default()).expect("the embedded sprites are valid SVG")
}

/// A source with a paint's colours in place of the stand-ins.
fn painted(source: &str, paint: &Paint) -> String {
    let colours = [paint.fill, paint.line, paint.shade, paint.shine, paint.mark];
    // Shades of the fill's own colour would only nibble at a heavy outline.
    let source = if paint.shade == paint.fill {
        source.replace("fill=\"#dbc49c\" stroke=\"none\"", "fill=\"none\" stroke=\"none\"")
    } else {
        source.to_owned()
    };
    let coloured = TOKENS.iter().zip(colours).fold(source, |svg, (token, colour)| {
        let Rgb(red, green, blue) = colour;
        // Upper case, so that a colour put in is never taken for the next stand-in.
        svg.replace(token, &format!("#{red:02X}{green:02X}{blue:02X}"))
    });
    let (whole, hundredths) = (paint.weight / 100, paint.weight % 100);
    coloured.replace(WEIGHT_TOKEN, &format!("stroke-width=\"{whole}.{hundredths:02}\""))
}

fn dots(pixmap: &Pixmap) -> Vec<Dot> {
    let width = pixmap.width() as usize;
    let pixels = pixmap.pixels().iter().enumerate().filter(|(_, pixel)| pixel.alpha() > 0);
    pixels
        .map(|(index, pixel)| {
            let colour = pixel.demultiply();
            Dot {
                x: (index % width) as i32,
                y: (index / width) as i32,
                colour: Rgb(colour.red(), colour.green(), colour.blue()),
                alpha: colour.alpha(),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::theme::Theme;

    #[test]
    fn every_sprite_is_small_and_has_what_the_renderer_needs() {
        for (name, source) in SPRITES {
            let shapes = ["<path", "<circle", "<ellipse", "<rect"];
            let count: usize = shapes.iter().map(|shape| source.matches(shape).count()).sum();
            assert!((1..=12).contains(&count), "{name} has {count} elements");
            assert!(source.contains("viewBox=\"0 0 100 100\""), "{name}");
            assert!(source.contains(WEIGHT_TOKEN), "{name} has no outline to adapt");
            assert_eq!(name.starts_with("lyra/"), source.contains("id=\"head\""), "{name}");
            parse(source);
        }
    }

    #[test]
    fn pieces_stand_at_ninety_and_stay_inside() {
        let folders = ["lyra/", "martian/", "mix/"];
        let is_piece = |name: &str| folders.iter().any(|folder| name.starts_with(folder));
        for (name, source) in SPRITES.iter().filter(|(name, _)| is_piece(name)) {
            let bounds = parse(source).root().abs_stroke_bounding_box();
            assert!((bounds.bottom() - 90.0).abs() < 0.1, "{name} stands at {}", bounds.bottom());
            assert!(bounds.top() >= 0.0 && bounds.left() >= 0.0, "{name} {bounds:?}");
            assert!(bounds.right() <= 100.0, "{name} {bounds:?}");
        }
    }

    /// Pixels that a sprite covers at the size at which kinds must still be told apart.
    fn silhouette(name: &str) -> Vec<bool> {
        let paint = Theme::Wood.colours().white;
        let mut covered = vec![false; 24 * 24];
        for dot in whole(Sprite::named(name), &paint, None, 24) {
            covered[(dot.y * 24 + dot.x) as usize] = dot.alpha > 127;
        }
        covered
    }

    /// Pixels of the sign on a token, which all tokens have in the same colour and no other part.
    fn sign(name: &str) -> Vec<bool> {
        let mut paint = Theme::Paper.colours().white;
        let (ground, ink) = (Rgb(255, 255, 255), Rgb(0, 0, 0));
        (paint.line, paint.shade, paint.mark) = (ground, ground, ink);
        let mut covered = vec![false; 24 * 24];
        for dot in whole(Sprite::named(name), &paint, None, 24) {
            covered[(dot.y * 24 + dot.x) as usize] = dot.alpha > 127 && dot.colour.0 < 128;
        }
        covered
    }

    #[test]
    fn tokens_fill_their_box_and_have_signs_of_their_own() {
        let kinds = ["rabble", "king", "crossbows", "spears", "light", "heavy"];
        let more = ["trebuchet", "elephant", "dragon"];
        let names: Vec<String> =
            kinds.iter().chain(&more).map(|kind| format!("cyvasse/{kind}")).collect();
        for name in &names {
            let bounds = parse(Sprite::named(name).source()).root().abs_stroke_bounding_box();
            let sides =
                [bounds.left(), bounds.top(), 100.0 - bounds.right(), 100.0 - bounds.bottom()];
            assert!(sides.iter().all(|side| (side - 2.5).abs() < 0.1), "{name} {bounds:?}");
            let inked = sign(name).iter().filter(|&&inked| inked).count();
            assert!((50..200).contains(&inked), "{name}: {inked} pixels of a 24 px square");
        }
        told_apart(&names, sign);
    }

    /// The pips tell the kinds apart even where sizes cannot be compared.
    #[test]
    fn pyramids_have_as_many_pips_as_points() {
        let pips = |name: &str| Sprite::named(name).source().matches("<circle").count();
        for (points, kind) in (1..).zip(["pawn", "drone", "queen"]) {
            assert_eq!(pips(&format!("martian/{kind}")), points, "{kind}");
        }
    }

    #[test]
    fn kinds_have_silhouettes_of_their_own() {
        let armies = ["soldier", "lieutenant", "captain", "assassin", "general"];
        told_apart(&armies.map(|kind| format!("lyra/{kind}")), silhouette);
        let pyramids = ["pawn", "drone", "queen"].map(|kind| format!("martian/{kind}"));
        told_apart(&pyramids, silhouette);
        let mixed = ["king", "dama", "silver", "knight", "liner", "pawn", "checker"];
        told_apart(&mixed.map(|kind| format!("mix/{kind}")), silhouette);
    }

    fn told_apart(kinds: &[String], look: fn(&str) -> Vec<bool>) {
        let silhouettes: Vec<_> = kinds.iter().map(|kind| look(kind)).collect();
        for (index, one) in silhouettes.iter().enumerate() {
            for (other_index, other) in silhouettes.iter().enumerate().skip(index + 1) {
                let apart = one.iter().zip(other).filter(|(one, other)| one != other).count();
                let pair = (&kinds[index], &kinds[other_index]);
                assert!(apart >= 24, "{pair:?} differ in {apart} pixels of a 24 px square");
            }
        }
    }
}
