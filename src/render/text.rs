//! Type: the only place that knows fonts.

use std::sync::OnceLock;

use rusttype::{Font, GlyphId, Scale, point};

use super::stamp::Dot;
use super::theme::Rgb;

static REGULAR: &[u8] = include_bytes!("../../fonts/DejaVuSans.ttf");
static BOLD: &[u8] = include_bytes!("../../fonts/DejaVuSans-Bold.ttf");

/// Longer texts are cut before they are measured: no panel is that wide.
const LONGEST: usize = 200;

/// Height of capitals and figures in this family, of the type size.
pub(super) const CAPITALS: f32 = 0.729;

/// Steps within a pixel at which glyphs are prepared.
const SUBPIXELS: f32 = 4.0;

/// The two weights of the family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Weight {
    Regular,
    Bold,
}

/// A size of type, in pixels of the em square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Type {
    pub weight: Weight,
    pub size: u16,
}

/// A glyph, ready to be drawn: which, how large, and how far into its pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Glyph {
    pub id: u16,
    pub kind: Type,
    pub subpixel: u8,
}

/// A line of type: glyphs with their distance from its left end, and its width.
#[derive(Debug, Default)]
pub(super) struct Line {
    pub glyphs: Vec<(Glyph, i32)>,
    pub width: f32,
}

impl Type {
    pub(super) const fn regular(size: u16) -> Self {
        Self { weight: Weight::Regular, size }
    }

    pub(super) const fn bold(size: u16) -> Self {
        Self { weight: Weight::Bold, size }
    }

    fn font(self) -> &'static Font<'static> {
        static FONTS: OnceLock<[Font<'static>; 2]> = OnceLock::new();
        let [regular, bold] = FONTS.get_or_init(|| {
            [REGULAR, BOLD]
                .map(|bytes| Font::try_from_bytes(bytes).expect("the embedded fonts are valid"))
        });
        match self.weight {
            Weight::Regular => regular,
            Weight::Bold => bold,
        }
    }

    /// The library measures from ascender to descender, type is measured in em.
    fn scale(self) -> Scale {
        let font = self.font();
        let metrics = font.v_metrics_unscaled();
        let em = f32::from(font.units_per_em());
        Scale::uniform(f32::from(self.size) * (metrics.ascent - metrics.descent) / em)
    }

    fn advance(self, character: char) -> f32 {
        self.font().glyph(character).scaled(self.scale()).h_metrics().advance_width
    }

    /// The width of a text in pixels.
    pub(super) fn width(self, text: &str) -> f32 {
        shown(text).map(|character| self.advance(character)).sum()
    }

    /// As much of a text as fits into a width, with `…` where it was cut.
    pub(super) fn fit(self, text: &str, width: f32) -> String {
        let text: String = shown(text).collect();
        if self.width(&text) <= width {
            return text;
        }
        let room = width - self.advance('…');
        let mut used = 0.0;
        let kept = text.chars().take_while(|&character| {
            used += self.advance(character);
            used <= room
        });
        let kept: String = kept.collect();
        format!("{}…", kept.trim_end())
    }

    /// Sets a line.
    pub(super) fn set(self, text: &str) -> Line {
        let mut line = Line::default();
        for character in shown(text) {
            let id = self.font().glyph(character).id().0;
            let at = line.width.floor();
            let subpixel = ((line.width - at) * SUBPIXELS) as u8;
            line.glyphs.push((Glyph { id, kind: self, subpixel }, at as i32));
            line.width += self.advance(character);
        }
        line
    }
}

/// The pixels of a glyph around its pen on the base line.
pub(super) fn dots(glyph: Glyph, colour: Rgb) -> Vec<Dot> {
    let offset = point(f32::from(glyph.subpixel) / SUBPIXELS, 0.0);
    let font = glyph.kind.font();
    let placed = font.glyph(GlyphId(glyph.id)).scaled(glyph.kind.scale()).positioned(offset);
    let Some(bounds) = placed.pixel_bounding_box() else { return Vec::new() };
    let mut dots = Vec::new();
    placed.draw(|x, y, coverage| {
        let alpha = (coverage.clamp(0.0, 1.0) * 255.0 + 0.5) as u8;
        dots.push(Dot { x: bounds.min.x + x as i32, y: bounds.min.y + y as i32, colour, alpha });
    });
    dots
}

/// The characters of a text that are drawn. Those that have no picture of their own (controls,
/// joiners, direction marks, variation selectors) are left out; what the font lacks is drawn as
/// the font's empty box.
fn shown(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|&character| !is_silent(character)).take(LONGEST)
}

fn is_silent(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{300}'..='\u{36f}' | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}' | '\u{1f3fb}'..='\u{1f3ff}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIND: Type = Type::bold(30);

    #[test]
    fn short_names_stay_and_long_ones_are_cut_by_width() {
        assert_eq!(KIND.fit("ann", 150.0), "ann");
        for name in [
            "wwwwwwwwwwwwwwww",
            "iiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiii",
            "Ω".repeat(200).as_str(),
        ] {
            let cut = KIND.fit(name, 150.0);
            assert!(cut.ends_with('…'), "{cut}");
            let width = KIND.width(&cut);
            assert!(width <= 150.0 && width > 110.0, "{cut} is {width} wide");
        }
    }

    #[test]
    fn odd_characters_are_left_out_or_boxed() {
        assert_eq!(KIND.fit("a\u{202e}b\u{0}c\u{200d}", 150.0), "abc");
        let boxed = KIND.set("\u{1f600}");
        assert_eq!(boxed.glyphs.len(), 1);
        assert!(!dots(boxed.glyphs[0].0, Rgb(0, 0, 0)).is_empty(), "the box has ink");
        assert!(KIND.set("").glyphs.is_empty());
        assert_eq!(KIND.fit("abc", 0.0), "…");
    }

    #[test]
    fn capitals_are_as_high_as_the_layout_takes_them() {
        let line = Type::bold(100).set("H");
        let top = dots(line.glyphs[0].0, Rgb(0, 0, 0)).iter().map(|dot| -dot.y).max();
        assert_eq!(top, Some((CAPITALS * 100.0).ceil() as i32));
    }
}
