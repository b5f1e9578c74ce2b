//! Text: the only place that knows the fonts.

mod face;
mod prepared;
mod shaping;
#[cfg(test)]
mod tests;

use rusttype::{GlyphId, point};
use unicode_normalization::char::is_combining_mark;
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
        let has_all = || text.chars().all(|character| self.family().glyph(character).0 != 0);
        is_plain(text) && (text.is_ascii() || has_all())
    }

    /// The glyphs of a plain text, with their advances in pixels.
    fn plain_glyphs(self, text: &str) -> impl Iterator<Item = (u16, f32)> {
        let (face, unit) = (self.family(), self.family().unit(self.size));
        text.chars().map(move |character| {
            let (id, advance) = face.glyph(character);
            (id, advance * unit)
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

    /// A text on lines of these widths, as many as it needs, and what that costs it; the last one is cut if the text
    /// is longer. Lines end at spaces, and between East Asian letters, which are written without; a word that is
    /// longer than a line goes on in the next one.
    pub(crate) fn lines(self, text: &str, widths: &[f32]) -> (Vec<String>, Harm) {
        let words: Vec<&str> = text.split_whitespace().take(40).collect();
        self.broken(&words.join(" "), "", widths, &line_ends)
    }

    /// A name on lines of these widths, as many as it needs, and what that costs it: broken behind blanks and signs,
    /// or within a word that is longer than a line, and cut in the last line if it is longer, before the `tail`,
    /// which is to be seen.
    pub(crate) fn name_lines(self, name: &str, tail: &str, widths: &[f32]) -> (Vec<String>, Harm) {
        let (name, tail) = (prepared(name), prepared(tail));
        let name = name.trim();
        let soft = self.broken(name, &tail, widths, &soft_ends);
        let cut = soft.1 == Harm::Cut;
        // What is longer than a line need not begin on one of its own.
        let filled = || self.broken(name, &tail, widths, &|text| self.ends_within(text, widths));
        let filled = cut.then(filled).filter(|(_, harm)| *harm < Harm::Cut);
        filled.map_or(soft, |(lines, _)| (lines, Harm::Split))
    }

    /// Where a name may be broken, also within what is longer than all lines.
    fn ends_within(self, name: &str, widths: &[f32]) -> Vec<usize> {
        let (mut start, mut ends) = (0, Vec::new());
        for end in soft_ends(name) {
            let part = &name[start..end];
            if self.width(part.trim()) > widest(widths) {
                ends.extend(part.grapheme_indices(true).map(|(at, _)| start + at).skip(1));
            }
            ends.push(end);
            start = end;
        }
        ends
    }

    /// A text on lines of these widths that end where the text may be broken. What is longer than a line is broken
    /// behind signs, and else within a word; the last line is cut.
    fn broken(
        self,
        text: &str,
        tail: &str,
        widths: &[f32],
        ends: &dyn Fn(&str) -> Vec<usize>,
    ) -> (Vec<String>, Harm) {
        let (mut lines, mut harm, mut rest) = (Vec::new(), Harm::None, text);
        for (index, &width) in widths.iter().enumerate() {
            if rest.is_empty() {
                break;
            }
            let is_last = index + 1 == widths.len();
            let fits = |end: &usize| self.width(rest[..*end].trim_end()) <= width;
            let last = |ends: &[usize]| ends.iter().copied().take_while(fits).last();
            let ends = if fits(&rest.len()) { vec![rest.len()] } else { ends(rest) };
            let mut end = last(&ends).filter(|end| !is_last || *end == rest.len());
            if end.is_none() && !is_last {
                end = last(&soft_ends(rest));
                // The word may have room on another line.
                let word = &rest[..ends.first().copied().unwrap_or(rest.len())];
                if end.is_none() || self.width(word) <= widest(widths) {
                    harm = harm.max(Harm::Split);
                }
                end = end.or_else(|| self.fitting_ends(rest, width).pop());
            }
            let Some(end) = end else {
                lines.push(self.cut(rest, tail, width));
                return (lines, Harm::Cut);
            };
            let (line, after) = rest.split_at(end);
            lines.push(isolated(&prepared(line.trim_end())));
            rest = after.trim_start();
        }
        (lines, if rest.is_empty() { harm } else { Harm::Cut })
    }

    /// As much of a text as fits into a width, cut before the tail if it ends with that.
    fn cut(self, text: &str, tail: &str, width: f32) -> String {
        match text.strip_suffix(tail) {
            Some(head) if !tail.is_empty() => {
                let tail = self.fit(tail, width * 0.75);
                isolated(&(self.fit(head, width - self.width(&tail)) + &tail))
            }
            _ => self.fit(text, width),
        }
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

/// The harm of breaking a text into lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Harm {
    /// All words are whole.
    #[default]
    None,
    /// A line ends within a word.
    Split,
    /// Some of it is missing.
    Cut,
}

/// The greatest of some widths.
fn widest(widths: &[f32]) -> f32 {
    widths.iter().copied().fold(0.0, f32::max)
}

/// Where a name may be broken: where any text may, and behind signs, such as hyphens.
fn soft_ends(text: &str) -> Vec<usize> {
    let mut ends = line_ends(text);
    let behind = text.grapheme_indices(true).map(|(at, sign)| (at + sign.len(), sign));
    ends.extend(behind.filter(|(_, sign)| may_end_a_line(sign)).map(|(end, _)| end));
    ends.sort_unstable();
    ends
}

/// Returns `true` for a sign behind which a word may be broken: none that belongs to a letter, or to what follows.
fn may_end_a_line(sign: &str) -> bool {
    let is_bound = |c: char| {
        c.is_alphanumeric()
            || is_combining_mark(c)
            || matches!(
                c,
                '\u{2011}'
                    | '\''
                    | '’'
                    | '‘'
                    | '“'
                    | '„'
                    | '"'
                    | '('
                    | '['
                    | '{'
                    | '<'
                    | '«'
                    | '#'
                    | '@'
            )
    };
    !sign.contains(is_bound)
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
