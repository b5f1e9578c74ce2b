//! Text: the only place that knows the fonts.

use std::sync::OnceLock;

use rusttype::{Font as FontFile, GlyphId, Scale, point};

use super::{canvas::Pixel, theme::Rgb};

static REGULAR: &[u8] = include_bytes!("../../../fonts/DejaVuSans.ttf");
static BOLD: &[u8] = include_bytes!("../../../fonts/DejaVuSans-Bold.ttf");
static NARROW: &[u8] = include_bytes!("../../../fonts/RobotoCondensed-Regular.ttf");
static NARROW_BOLD: &[u8] = include_bytes!("../../../fonts/RobotoCondensed-Bold.ttf");
/// Longer texts are cut before they are measured: no panel is that wide.
const LONGEST: usize = 200;
/// The height of capitals and figures, as a part of the font size; of the narrow face it is 0.711.
pub(crate) const CAPITALS: f32 = 0.729;
/// How many steps within a pixel glyphs are prepared for.
const SUBPIXELS: f32 = 4.0;

/// The weights: two for the board, and two of a narrow face for the words beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Weight {
    Regular,
    Bold,
    Narrow,
    NarrowBold,
}

/// A weight of the family in a size, which is that of the em square in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Font {
    pub weight: Weight,
    pub size: u16,
}

/// A glyph, ready to be drawn: its number in the font, its font, and at which step within a pixel
/// it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Glyph {
    pub id: u16,
    pub font: Font,
    pub subpixel: u8,
}

/// A line of text: glyphs with their distance from its left end, and its width.
#[derive(Debug, Default)]
pub(crate) struct TextLine {
    pub glyphs: Vec<(Glyph, i32)>,
    pub width: f32,
}

impl Font {
    /// The regular weight in a size.
    pub(crate) const fn regular(size: u16) -> Self {
        Self { weight: Weight::Regular, size }
    }

    /// The bold weight in a size.
    pub(crate) const fn bold(size: u16) -> Self {
        Self { weight: Weight::Bold, size }
    }

    /// The narrow face in a size.
    pub(crate) const fn narrow(size: u16) -> Self {
        Self { weight: Weight::Narrow, size }
    }

    /// The bold weight of the narrow face in a size.
    pub(crate) const fn narrow_bold(size: u16) -> Self {
        Self { weight: Weight::NarrowBold, size }
    }

    fn file(self) -> &'static FontFile<'static> {
        static FONTS: OnceLock<[FontFile<'static>; 4]> = OnceLock::new();
        let [regular, bold, narrow, narrow_bold] = FONTS.get_or_init(|| {
            [REGULAR, BOLD, NARROW, NARROW_BOLD]
                .map(|bytes| FontFile::try_from_bytes(bytes).expect("the embedded fonts are valid"))
        });
        match self.weight {
            Weight::Regular => regular,
            Weight::Bold => bold,
            Weight::Narrow => narrow,
            Weight::NarrowBold => narrow_bold,
        }
    }

    /// The size as the library wants it: it measures from ascender to descender, fonts are measured
    /// in em.
    fn scale(self) -> Scale {
        let font = self.file();
        let metrics = font.v_metrics_unscaled();
        let em = f32::from(font.units_per_em());
        Scale::uniform(f32::from(self.size) * (metrics.ascent - metrics.descent) / em)
    }

    fn advance(self, character: char) -> f32 {
        self.file().glyph(character).scaled(self.scale()).h_metrics().advance_width
    }

    /// The width of a text in pixels.
    pub(crate) fn width(self, text: &str) -> f32 {
        shown(text).map(|character| self.advance(character)).sum()
    }

    /// As much of a text as fits into a width, with `…` where it was cut.
    pub(crate) fn fit(self, text: &str, width: f32) -> String {
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

    /// A text in at most `most` lines of a width, the last one cut if the text is longer.
    pub(crate) fn wrap(self, text: &str, width: f32, most: usize) -> Vec<String> {
        let words: Vec<&str> = text.split_whitespace().take(40).collect();
        let mut lines: Vec<String> = Vec::new();
        let mut rest = words.as_slice();
        while !rest.is_empty() && lines.len() < most {
            let fits = |count: &usize| self.width(&rest[..*count].join(" ")) <= width;
            let is_last = lines.len() + 1 == most;
            let fitting = (1..=rest.len()).rev().find(fits).unwrap_or(1);
            let count = if is_last { rest.len() } else { fitting };
            lines.push(self.fit(&rest[..count].join(" "), width));
            rest = &rest[count..];
        }
        lines
    }

    /// A name on lines of these widths, as many as it needs: broken behind blanks and signs where that leaves no more
    /// lines, else anywhere, and cut at the end of the last line if it is longer.
    pub(crate) fn name_lines(self, name: &str, widths: &[f32]) -> Vec<String> {
        let mut lines = Vec::new();
        let mut rest = name.trim();
        let mut widths = widths.iter();
        let Some(mut width) = widths.next().copied() else { return lines };
        while self.width(rest) > width {
            let Some(&next) = widths.next() else { break };
            let fits = |end: &usize| self.width(rest[..*end].trim_end()) <= width;
            let ends = rest.char_indices().map(|(at, character)| at + character.len_utf8());
            let Some(whole) = ends.take_while(fits).last() else { break };
            let is_end = |character: char| !character.is_alphanumeric();
            let soft = rest[..whole]
                .rfind(is_end)
                .map(|at| at + 1)
                .filter(|at| rest.is_char_boundary(*at));
            // A break behind a word must leave what follows as much room as it needs.
            let left = next + widths.clone().sum::<f32>();
            let soft = soft.filter(|at| self.width(&rest[*at..]) <= left);
            let (line, after) = rest.split_at(soft.unwrap_or(whole));
            lines.push(line.trim_end().to_owned());
            rest = after.trim_start();
            width = next;
        }
        if !rest.is_empty() {
            lines.push(self.fit(rest, width));
        }
        lines
    }

    /// The glyphs of a text on one line.
    pub(crate) fn set(self, text: &str) -> TextLine {
        let mut line = TextLine::default();
        for character in shown(text) {
            let id = self.file().glyph(character).id().0;
            let at = line.width.floor();
            let subpixel = ((line.width - at) * SUBPIXELS) as u8;
            line.glyphs.push((Glyph { id, font: self, subpixel }, at as i32));
            line.width += self.advance(character);
        }
        line
    }
}

/// The pixels of a glyph around its pen on the base line.
pub(crate) fn pixels(glyph: Glyph, colour: Rgb) -> Vec<Pixel> {
    let offset = point(f32::from(glyph.subpixel) / SUBPIXELS, 0.0);
    let font = glyph.font.file();
    let placed = font.glyph(GlyphId(glyph.id)).scaled(glyph.font.scale()).positioned(offset);
    let Some(bounds) = placed.pixel_bounding_box() else { return Vec::new() };
    let mut pixels = Vec::new();
    placed.draw(|x, y, coverage| {
        let alpha = (coverage.clamp(0.0, 1.0) * 255.0 + 0.5) as u8;
        pixels.push(Pixel {
            x: bounds.min.x + x as i32,
            y: bounds.min.y + y as i32,
            colour,
            alpha,
        });
    });
    pixels
}

/// The characters of a text that are drawn. Those without a picture of their own (controls,
/// joiners, direction marks, variation selectors) are left out; one that the font lacks is drawn as
/// its empty box.
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

    const FONT: Font = Font::bold(30);

    #[test]
    fn short_names_stay_and_long_ones_are_cut_by_width() {
        assert_eq!(FONT.fit("ann", 150.0), "ann");
        for name in [
            "wwwwwwwwwwwwwwww",
            "iiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiii",
            "Ω".repeat(200).as_str(),
        ] {
            let cut = FONT.fit(name, 150.0);
            assert!(cut.ends_with('…'), "{cut}");
            let width = FONT.width(&cut);
            assert!(width <= 150.0 && width > 110.0, "{cut} is {width} wide");
        }
    }

    #[test]
    fn odd_characters_are_left_out_or_boxed() {
        assert_eq!(FONT.fit("a\u{202e}b\u{0}c\u{200d}", 150.0), "abc");
        let boxed = FONT.set("\u{1f600}");
        assert_eq!(boxed.glyphs.len(), 1);
        assert!(!pixels(boxed.glyphs[0].0, Rgb(0, 0, 0)).is_empty(), "the box has ink");
        assert!(FONT.set("").glyphs.is_empty());
        assert_eq!(FONT.fit("abc", 0.0), "…");
    }

    #[test]
    fn capitals_are_as_high_as_the_layout_takes_them() {
        let line = Font::bold(100).set("H");
        let top = pixels(line.glyphs[0].0, Rgb(0, 0, 0)).iter().map(|dot| -dot.y).max();
        assert_eq!(top, Some((CAPITALS * 100.0).ceil() as i32));
    }
}
