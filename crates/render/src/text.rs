//! Text: the only place that knows the fonts.

mod face;
mod prepared;
mod shaping;
#[cfg(test)]
mod tests;

use rusttype::{GlyphId, point};
use unicode_segmentation::UnicodeSegmentation as _;

use super::{canvas::Pixel, theme::Rgb};
pub(crate) use face::Face;
use prepared::{is_plain, isolated, prepared};
use shaping::{ShapedGlyph, shaped};

/// The height of capitals and figures, as a part of the font size.
pub(crate) const CAPITALS: f32 = 0.711;
/// How many steps within a pixel glyphs are prepared for.
const SUBPIXELS: f32 = 4.0;

/// The weights of the one family in which all pictures are written. It is narrow: there is little room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Weight {
    Narrow,
    NarrowBold,
}

/// A weight of the family in a size, which is that of the em square in pixels. What the family
/// lacks is drawn in fonts that have it, in one weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Font {
    pub weight: Weight,
    pub size: u16,
}

/// A glyph, ready to be drawn: its number in its font, the size, and at which step within a pixel
/// it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Glyph {
    pub id: u16,
    pub face: Face,
    pub size: u16,
    pub subpixel: u8,
}

/// A line of text: glyphs with their distance to the right of its left end and below its base
/// line, and its width.
#[derive(Debug, Default)]
pub(crate) struct TextLine {
    pub glyphs: Vec<(Glyph, [i32; 2])>,
    pub width: f32,
}

impl TextLine {
    /// Adds a glyph at an offset from the end of the line, which stays where it is.
    fn put(&mut self, face: Face, size: u16, id: u16, [right, up]: [f32; 2]) {
        let x = self.width + right;
        let at = x.floor();
        let subpixel = ((x - at) * SUBPIXELS) as u8;
        self.glyphs.push((Glyph { id, face, size, subpixel }, [at as i32, -up.round() as i32]));
    }
}

impl Font {
    /// The regular weight in a size.
    pub(crate) const fn narrow(size: u16) -> Self {
        Self { weight: Weight::Narrow, size }
    }

    /// The bold weight in a size.
    pub(crate) const fn narrow_bold(size: u16) -> Self {
        Self { weight: Weight::NarrowBold, size }
    }

    const fn family(self) -> Face {
        match self.weight {
            Weight::Narrow => Face::Narrow,
            Weight::NarrowBold => Face::NarrowBold,
        }
    }

    /// Returns `true` if each character of a text is one glyph of the family, which lacks a few.
    fn is_plain(self, text: &str) -> bool {
        let has_all = || text.chars().all(|character| self.family().has(character));
        is_plain(text) && (text.is_ascii() || has_all())
    }

    /// The glyphs of a plain text, with their advances in pixels.
    fn plain_glyphs(self, text: &str) -> impl Iterator<Item = (u16, f32)> {
        let (font, scale) = (self.family().outlines(), self.family().scale(self.size));
        text.chars().map(move |character| {
            let glyph = font.glyph(character);
            (glyph.id().0, glyph.scaled(scale).h_metrics().advance_width)
        })
    }

    /// The width of a text in pixels.
    pub(crate) fn width(self, text: &str) -> f32 {
        let text = prepared(text);
        if self.is_plain(&text) {
            return self.plain_glyphs(&text).map(|(_, advance)| advance).sum();
        }
        let glyphs = shaped(&text, self.family());
        glyphs.iter().map(|glyph| glyph.advance * f32::from(self.size)).sum()
    }

    /// As much of a text as fits into a width, with `…` where it was cut, which is where it goes on
    /// for its readers. Within a longer line it keeps its own order.
    pub(crate) fn fit(self, text: &str, width: f32) -> String {
        let text = isolated(&prepared(text));
        let fits = |text: &str| self.width(text) <= width;
        if fits(&text) {
            return text;
        }
        let cut = |end: usize| isolated(&format!("{}…", text[..end].trim_end()));
        let ends: Vec<usize> = text.grapheme_indices(true).map(|(end, _)| end).collect();
        let fitting = ends.partition_point(|&end| fits(&cut(end)));
        cut(fitting.checked_sub(1).map_or(0, |last| ends[last]))
    }

    /// The ends of the first parts of a text, such as letters with their marks, that have room beside each other.
    fn fitting_ends(self, text: &str, width: f32) -> Vec<usize> {
        let mut ends: Vec<usize> =
            text.grapheme_indices(true).map(|(at, part)| at + part.len()).collect();
        ends.truncate(ends.partition_point(|&end| self.width(text[..end].trim_end()) <= width));
        ends
    }

    /// A text in at most `most` lines of a width, the last one cut if the text is longer. Lines end
    /// at spaces, and between East Asian letters, which are written without; a word that is longer than a line goes
    /// on in the next one.
    pub(crate) fn wrap(self, text: &str, width: f32, most: usize) -> Vec<String> {
        let words: Vec<&str> = text.split_whitespace().take(40).collect();
        let text = words.join(" ");
        let ends = line_ends(&text);
        let mut lines: Vec<String> = Vec::new();
        let mut start = 0;
        while start < text.len() && lines.len() < most {
            let ends = &ends[ends.partition_point(|&end| end <= start)..];
            let is_last = lines.len() + 1 == most;
            let fitting = ends.partition_point(|&end| self.width(text[start..end].trim()) <= width);
            let within = || {
                let parts = self.fitting_ends(&text[start..ends[0]], width);
                soft_end(&text[start..], &parts).or(parts.last().copied()).map(|end| start + end)
            };
            let end = match fitting.checked_sub(1) {
                _ if is_last => text.len(),
                Some(last) => ends[last],
                None => within().unwrap_or(ends[0]),
            };
            lines.push(self.fit(text[start..end].trim(), width));
            start = end;
        }
        lines
    }

    /// A name on lines of these widths, as many as it needs: broken behind blanks and signs where that leaves no
    /// more lines, else anywhere, and cut in the last line if it is longer, before the `tail`, which is to be seen.
    /// Returns `true` beside it if the name is whole.
    pub(crate) fn name_lines(self, name: &str, tail: &str, widths: &[f32]) -> (Vec<String>, bool) {
        let mut lines = Vec::new();
        let name = prepared(name);
        let mut rest = name.trim();
        let mut widths = widths.iter();
        let Some(mut width) = widths.next().copied() else { return (lines, false) };
        while self.width(rest) > width {
            let Some(&next) = widths.next() else { break };
            let ends = self.fitting_ends(rest, width);
            let Some(&whole) = ends.last() else { break };
            let soft = soft_end(rest, &ends);
            // A break behind a word must leave what follows as much room as it needs.
            let left = next + widths.clone().sum::<f32>();
            let soft = soft.filter(|at| self.width(&rest[*at..]) <= left);
            let (line, after) = rest.split_at(soft.unwrap_or(whole));
            lines.push(isolated(line.trim_end()));
            rest = after.trim_start();
            width = next;
        }
        let is_whole = self.width(rest) <= width;
        let last = match rest.strip_suffix(&*prepared(tail)) {
            Some(head) if !is_whole && !tail.is_empty() => {
                let tail = self.fit(tail, width * 0.75);
                isolated(&(self.fit(head, width - self.width(&tail)) + &tail))
            }
            _ => self.fit(rest, width),
        };
        lines.extend(Some(last).filter(|line| !line.is_empty()));
        (lines, is_whole)
    }

    /// The glyphs of a text on one line.
    pub(crate) fn set(self, text: &str) -> TextLine {
        let text = prepared(text);
        let (size, mut line) = (self.size, TextLine::default());
        if self.is_plain(&text) {
            for (id, advance) in self.plain_glyphs(&text) {
                line.put(self.family(), size, id, [0.0, 0.0]);
                line.width += advance;
            }
            return line;
        }
        let pixels = |part: f32| part * f32::from(size);
        for ShapedGlyph { face, id, advance, offset } in shaped(&text, self.family()) {
            line.put(face, size, id, offset.map(pixels));
            line.width += pixels(advance);
        }
        line
    }
}

/// The last of these ends of a text at which a word may be broken: behind a blank or a sign, such as a hyphen.
fn soft_end(text: &str, ends: &[usize]) -> Option<usize> {
    let is_sign = |end: &&usize| text[..**end].ends_with(|c: char| !c.is_alphanumeric());
    ends.iter().rev().find(is_sign).copied()
}

/// Returns `true` if pictures can show all of a text, such as a name, and there is something to
/// show. What has no picture of its own, such as direction marks, counts for nothing.
#[must_use]
pub fn can_draw(text: &str) -> bool {
    let text = prepared(text);
    if !has_ink(&text) {
        return false;
    }
    let mut clusters = text.graphemes(true);
    !text.trim().is_empty() && clusters.all(|cluster| Face::of(cluster, Face::NarrowBold).1)
}

/// Returns `true` if anything is drawn of a text: some glyphs are blank, such as that of a sign of Braille without dots.
fn has_ink(text: &str) -> bool {
    let line = Font::narrow_bold(16).set(text);
    line.glyphs.into_iter().any(|(glyph, _)| !pixels(glyph, Rgb(0, 0, 0)).is_empty())
}

/// The pixels of a glyph around its pen on the base line.
pub(crate) fn pixels(glyph: Glyph, colour: Rgb) -> Vec<Pixel> {
    let offset = point(f32::from(glyph.subpixel) / SUBPIXELS, 0.0);
    let scaled =
        glyph.face.outlines().glyph(GlyphId(glyph.id)).scaled(glyph.face.scale(glyph.size));
    let placed = scaled.positioned(offset);
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

/// Where a line may end in a text with single spaces: at spaces, between East Asian letters, and at
/// the end of the text.
fn line_ends(text: &str) -> Vec<usize> {
    let mut before = ' ';
    let mut ends: Vec<usize> = Vec::new();
    for (at, character) in text.char_indices() {
        if character == ' ' || is_east_asian(before) && is_east_asian(character) {
            ends.push(at);
        }
        before = character;
    }
    ends.push(text.len());
    ends
}

/// Returns `true` for letters of Chinese and Japanese, which are written without spaces.
fn is_east_asian(character: char) -> bool {
    character.is_alphanumeric()
        && matches!(character,
            '\u{2e80}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{ff66}'..='\u{ff9f}'
            | '\u{20000}'..='\u{3ffff}')
}
