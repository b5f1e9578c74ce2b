//! The font files: what each is for, which characters it has, and how its glyphs are outlined.

use std::sync::OnceLock;

use harfrust::Font as ShapedFont;
use rusttype::{Font as FontFile, Scale};
use unicode_bidi::BidiClass;

/// A font file. Their order is the one in which they are asked for a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Face {
    Narrow,
    NarrowBold,
    /// Letters and signs that the family lacks, in its weights.
    Broad,
    BroadBold,
    Arabic,
    Hebrew,
    Syriac,
    Devanagari,
    Bengali,
    Tamil,
    Thai,
    /// Chinese characters, kana and Hangul.
    EastAsian,
    Emoji,
}

const FACES: usize = Face::Emoji as usize + 1;
/// The faces for characters that the family lacks, in one weight.
const OTHERS: [Face; FACES - 4] = [
    Face::Arabic,
    Face::Hebrew,
    Face::Syriac,
    Face::Devanagari,
    Face::Bengali,
    Face::Tamil,
    Face::Thai,
    Face::EastAsian,
    Face::Emoji,
];

/// The files are read when they are first needed: most programs never draw most scripts.
static OUTLINES: [OnceLock<FontFile<'static>>; FACES] = [const { OnceLock::new() }; FACES];
static SHAPED: [OnceLock<ShapedFont>; FACES] = [const { OnceLock::new() }; FACES];

/// Before this character are those of which a face keeps the glyphs, once it is asked for one: the Latin letters. To
/// look them up takes most of the time in which a text is measured, and words that look for room are measured often.
const KEPT: char = '\u{250}';
static GLYPHS: [OnceLock<Vec<(u16, f32)>>; FACES] = [const { OnceLock::new() }; FACES];

impl Face {
    const fn bytes(self) -> &'static [u8] {
        macro_rules! font {
            ($file:literal) => {
                include_bytes!(concat!("../../../../fonts/", $file))
            };
        }
        match self {
            Self::Narrow => font!("RobotoCondensed-Regular.ttf"),
            Self::NarrowBold => font!("RobotoCondensed-Bold.ttf"),
            Self::Broad => font!("DejaVuSans.ttf"),
            Self::BroadBold => font!("DejaVuSans-Bold.ttf"),
            Self::Arabic => font!("NotoSansArabic-Regular.ttf"),
            Self::Hebrew => font!("NotoSansHebrew-Regular.ttf"),
            Self::Syriac => font!("NotoSansSyriac-Regular.ttf"),
            Self::Devanagari => font!("NotoSansDevanagari-Regular.ttf"),
            Self::Bengali => font!("NotoSansBengali-Regular.ttf"),
            Self::Tamil => font!("NotoSansTamil-Regular.ttf"),
            Self::Thai => font!("NotoSansThai-Regular.ttf"),
            // A collection; its first font is the one with proportional letters.
            Self::EastAsian => font!("wqy-microhei.ttc"),
            Self::Emoji => font!("NotoEmoji-Regular.ttf"),
        }
    }

    /// The outlines of its glyphs.
    pub(super) fn outlines(self) -> &'static FontFile<'static> {
        OUTLINES[self as usize].get_or_init(|| {
            FontFile::try_from_bytes_and_index(self.bytes(), 0)
                .expect("the embedded fonts are valid")
        })
    }

    /// Its tables for shaping.
    pub(super) fn shaped(self) -> &'static ShapedFont {
        SHAPED[self as usize]
            .get_or_init(|| ShapedFont::new(self.bytes(), 0).expect("the embedded fonts are valid"))
    }

    /// A font size as `rusttype` wants it: it measures from ascender to descender, fonts are
    /// measured in em.
    pub(super) fn scale(self, size: u16) -> Scale {
        let font = self.outlines();
        let metrics = font.v_metrics_unscaled();
        let em = f32::from(font.units_per_em());
        Scale::uniform(f32::from(size) * (metrics.ascent - metrics.descent) / em)
    }

    /// How many pixels a unit of its advances is in a size.
    pub(super) fn unit(self, size: u16) -> f32 {
        let scale = self.scale(size);
        self.outlines().scale_for_pixel_height(scale.y) * scale.x / scale.y
    }

    /// The glyph of a character, and its advance in units of the font.
    pub(super) fn glyph(self, character: char) -> (u16, f32) {
        let looked_up = |character: char| {
            let (font, metrics) = (self.outlines(), self.outlines().v_metrics_unscaled());
            let glyph = font.glyph(character);
            let unscaled = Scale::uniform(metrics.ascent - metrics.descent);
            (glyph.id().0, glyph.scaled(unscaled).h_metrics().advance_width)
        };
        let kept = || GLYPHS[self as usize].get_or_init(|| ('\0'..KEPT).map(looked_up).collect());
        if character < KEPT { kept()[character as usize] } else { looked_up(character) }
    }

    /// Returns `true` if the font can draw a character, or if there is nothing to draw.
    pub(super) fn has(self, character: char) -> bool {
        is_unseen(character) || self.outlines().glyph(character).id().0 != 0
    }

    /// The face for a grapheme cluster among those of a family: the first that has all of it. If
    /// there is none, the first that has its base, or else that of the family with its empty box;
    /// and `false`.
    pub(super) fn of(cluster: &str, family: Self) -> (Self, bool) {
        let base = cluster.chars().next().unwrap_or(' ');
        let has_all = |face: &Self| cluster.chars().all(|character| face.has(character));
        let broad = if family == Self::Narrow { Self::Broad } else { Self::BroadBold };
        let latin = [family, broad].into_iter().filter(|_| !is_better_elsewhere(base));
        let mut faces = latin.chain(OTHERS).chain([family]);
        match faces.clone().find(has_all) {
            Some(face) => (face, true),
            None => (faces.find(|face| face.has(base)).unwrap_or(family), false),
        }
    }
}

/// Returns `true` if any font has a character.
pub(super) fn is_known(character: char) -> bool {
    [Face::Narrow, Face::Broad].into_iter().chain(OTHERS).any(|face| face.has(character))
}

/// Returns `true` if a character tells how others are joined or ordered, and is not seen itself.
pub(super) fn is_unseen(character: char) -> bool {
    matches!(character, '\u{200c}' | '\u{200d}' | '\u{2066}' | '\u{2067}' | '\u{2069}')
}

/// Returns `true` for letters and pictures that the family has in part, and others have whole: what
/// is written from right to left, and pictographs.
fn is_better_elsewhere(character: char) -> bool {
    matches!(character, '\u{1f000}'..='\u{1ffff}')
        || matches!(
            unicode_bidi::bidi_class(character),
            BidiClass::R | BidiClass::AL | BidiClass::AN
        )
}
