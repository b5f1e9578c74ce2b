//! The file with everything that stands on boards of a game: each man, sign, die and shape of a mark is one of its
//! symbols.

use std::fmt::Write as _;

use scene::{Board, Ground, Mark, Piece, Placed, Shade};

use crate::{
    marks::{self, MarkShape},
    sprite::{self, SpriteSet},
    theme::{Colours, Paint, Rgb, Theme},
};

/// The name of the symbol of a piece, without the prefix that all have: `captain-light`.
#[must_use]
pub fn piece_symbol(piece: &Piece) -> String {
    named(&piece.sprite, piece.shade)
}

/// The name of the symbol of a man on a board, without the prefix that all have: `captain-light`, of a king in check
/// `king-light-rim`.
#[must_use]
pub fn man_symbol(board: &Board, placed: &Placed) -> String {
    let rim = if board.marks.contains(&Mark::Check(placed.at)) { "-rim" } else { "" };
    format!("{}{rim}", piece_symbol(&placed.piece))
}

/// The name of a sprite in a shade; the part of its name that is the game's is left out.
pub(super) fn named(sprite: &str, shade: Shade) -> String {
    let kind = sprite.rsplit('/').next().unwrap_or_default();
    match shade {
        Shade::Light => format!("{kind}-light"),
        Shade::Dark => format!("{kind}-dark"),
        Shade::Tone(tone) => format!("{kind}-tone{tone}"),
    }
}

/// The name of the sign for a ground; only walls have an owner.
pub(super) fn ground_symbol(sprites: &SpriteSet, ground: Ground) -> String {
    let sign = sprites.name(sprites.of(ground));
    let shade = match ground {
        Ground::Fortress(shade) | Ground::Ruin(shade) => shade,
        _ => Shade::Light,
    };
    named(sign, shade)
}

/// The symbols of a game in a theme as one SVG file; `None` for a game without sprites.
pub(crate) fn sheet(sprites: &SpriteSet, game: &str, theme: Theme) -> Option<String> {
    let mut sheet = Sheet { colours: Colours::of(theme), text: String::new() };
    let mut men = sprites.of_game(game).peekable();
    men.peek()?;
    for (name, source) in men {
        for shade in shades(source) {
            sheet.man(&named(name, shade), source, shade);
        }
    }
    for (name, source) in sprites.of_game("dice") {
        for shade in [Shade::Light, Shade::Dark] {
            let layers = sprite::layers(source, &sheet.colours.paint(shade), None);
            sheet.symbol(&named(name, shade), WHOLE, &layers);
        }
    }
    sheet.grounds(sprites);
    for (shape, name) in MarkShape::SYMBOLS {
        sheet.shape(name, shape);
    }
    Some(format!("<svg xmlns=\"http://www.w3.org/2000/svg\">{}</svg>", sheet.text))
}

/// The shades in which a game shows pieces: those with pips belong to whoever stands where they are, so that their
/// colours mean nothing and they have every tone.
fn shades(source: &str) -> Vec<Shade> {
    let tones = if source.contains(sprite::PIPS) { 12 } else { 0 };
    [Shade::Light, Shade::Dark].into_iter().chain((0..tones).map(Shade::Tone)).collect()
}

/// The box of a sprite: left and upper edge, width and height.
const WHOLE: [f32; 4] = [0.0, 0.0, 100.0, 100.0];

/// A file in the making.
struct Sheet {
    colours: &'static Colours,
    text: String,
}

impl Sheet {
    /// A man as he stands, with a rim in every theme, as he lies, and his head.
    fn man(&mut self, name: &str, source: &str, shade: Shade) {
        let (paint, rim) = (self.colours.paint(shade), self.rim());
        self.symbol(name, WHOLE, &sprite::layers(source, &paint, self.colours.halo));
        let rimmed = sprite::layers(source, &paint, Some(rim));
        self.symbol(&format!("{name}-rim"), WHOLE, &rimmed);
        if let Some(bounds) = sprite::head_box(source, &paint) {
            let head = sprite::layers(&sprite::without_base(source), &paint, None);
            self.symbol(&format!("{name}-head"), bounds, &head);
        }
        let [a, b, c, d, e, f] = sprite::lying_turn(source, &paint, rim);
        let lies = format!(
            "<svg><g transform=\"matrix({a} {b} {c} {d} {e} {f})\">\
             <use href=\"#m-{name}-rim\" width=\"100\" height=\"100\"/></g></svg>"
        );
        self.symbol(&format!("{name}-lying"), WHOLE, &[lies]);
    }

    /// The rim of what needs one in every theme.
    fn rim(&self) -> Rgb {
        self.colours.halo.unwrap_or(self.colours.medal)
    }

    fn grounds(&mut self, sprites: &SpriteSet) {
        let walls = [Shade::Light, Shade::Dark];
        let walls = walls.into_iter().flat_map(|it| [Ground::Fortress(it), Ground::Ruin(it)]);
        let all = [Ground::Mountain, Ground::Hill, Ground::Forest, Ground::Grassland];
        for ground in all.into_iter().chain(walls) {
            let paint: Paint = self.colours.ground_paint(ground);
            let layers = sprite::layers(sprites.source(sprites.of(ground)), &paint, None);
            self.symbol(&ground_symbol(sprites, ground), WHOLE, &layers);
        }
    }

    /// The shape of a mark: its inside has the fill of whatever uses it, and its edge the colour of text there.
    fn shape(&mut self, name: &str, shape: MarkShape) {
        let areas = marks::areas(shape, 100.0, [0.0, 0.0]).into_iter();
        let paths = areas.map(|(path, is_core)| {
            let fill = if is_core { "" } else { " fill=\"currentColor\"" };
            format!("<path{fill} d=\"{path}\"/>")
        });
        let paths: String = paths.collect();
        let clear = format!("<svg><g fill-rule=\"evenodd\">{paths}</g></svg>");
        self.symbol(name, WHOLE, &[clear]);
    }

    /// A symbol with the contents of some drawings, one above the other.
    fn symbol(&mut self, name: &str, [left, top, width, height]: [f32; 4], drawings: &[String]) {
        let inside: String = drawings.iter().map(|drawing| inside(drawing)).collect();
        let written = write!(
            self.text,
            "<symbol id=\"m-{name}\" viewBox=\"{left} {top} {width} {height}\">{inside}</symbol>"
        );
        debug_assert!(written.is_ok(), "a text takes whatever is written");
    }
}

/// The contents of a drawing's outermost element. Names within it would be no longer one of a kind; pips keep theirs
/// as a class, so that they can be left out where they are too small.
fn inside(drawing: &str) -> String {
    let (_, rest) = drawing.split_once('>').unwrap_or_default();
    let inner = rest.trim_end().strip_suffix("</svg>").unwrap_or(rest);
    let inner = inner.replace("id=\"pips\"", "class=\"pips\"");
    ["base", "head"]
        .iter()
        .fold(inner, |inner, name| inner.replace(&format!(" id=\"{name}\""), ""))
        .replace('\n', "")
}
