//! Shaping: which glyphs of which fonts a text becomes, from left to right.

use std::ops::Range;
use std::sync::{Arc, LazyLock};

use harfrust::{
    Buffer, BufferFlags, Direction, Feature, Script, ShapeOptions, ShapePlan, ShaperFont, Tag,
    shape,
};
use unicode_bidi::{Level, ParagraphBidiInfo};
use unicode_segmentation::UnicodeSegmentation as _;

use super::{
    super::cache::{Cache, Weighed},
    face::Face,
    prepared::is_read_from_the_left,
};

/// A glyph with its advance and its offset from the pen, right and up, as parts of the font size.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShapedGlyph {
    pub face: Face,
    pub id: u16,
    pub advance: f32,
    pub offset: [f32; 2],
}

/// How many plans are kept: one is enough for each script of most people's names.
const MOST_PLANS: usize = 64;
/// About what a plan takes, which does not tell its size.
const PLAN_BYTES: usize = 4 << 10;
/// Without these, letters of the family stand as they do in a plain text.
const AS_PLAIN: [Feature; 2] = [off(b"kern"), off(b"liga")];

const fn off(tag: &[u8; 4]) -> Feature {
    Feature { tag: Tag::new(tag), value: 0, start: Feature::GLOBAL_START, end: Feature::GLOBAL_END }
}

/// The glyphs of a prepared text from left to right, in a family of which `family` is one weight.
pub(super) fn shaped(text: &str, family: Face) -> Vec<ShapedGlyph> {
    let level = is_read_from_the_left(text).then(Level::ltr);
    let order = ParagraphBidiInfo::new(text, level);
    let (levels, runs) = order.visual_runs(0..text.len());
    let mut glyphs = Vec::new();
    for run in runs {
        let Some(level) = levels.get(run.start) else { continue };
        let mut parts = by_face(&text[run], family);
        let direction = if level.is_rtl() {
            parts.reverse();
            Direction::RightToLeft
        } else {
            Direction::LeftToRight
        };
        for (face, part) in parts {
            shape_part(part, face, direction, &mut glyphs);
        }
    }
    glyphs
}

/// A text cut into the longest parts that one face draws.
fn by_face(text: &str, family: Face) -> Vec<(Face, &str)> {
    let mut ranges: Vec<(Face, Range<usize>)> = Vec::new();
    for (start, cluster) in text.grapheme_indices(true) {
        let (face, _) = Face::of(cluster, family);
        let end = start + cluster.len();
        match ranges.last_mut() {
            Some((last, range)) if *last == face => range.end = end,
            _ => ranges.push((face, start..end)),
        }
    }
    ranges.into_iter().map(|(face, range)| (face, &text[range])).collect()
}

fn shape_part(text: &str, face: Face, direction: Direction, glyphs: &mut Vec<ShapedGlyph>) {
    let mut buffer = Buffer::new();
    buffer.push_str(text);
    buffer.set_direction(direction);
    buffer.set_flags(BufferFlags::REMOVE_DEFAULT_IGNORABLES);
    buffer.guess_segment_properties();
    let plan = Plan::of(face, direction, buffer.script());
    let options = ShapeOptions::new().plan(Some(&plan.0)).features(features(face));
    shape(&ShaperFont::new(face.shaped()), &mut buffer, options)
        .expect("the plan is for what the new buffer holds");
    let part = |units: i32| units as f32 / f32::from(face.shaped().units_per_em());
    let shaped = buffer.glyph_infos().iter().zip(buffer.glyph_positions());
    glyphs.extend(shaped.map(|(info, position)| ShapedGlyph {
        face,
        id: info.glyph_id as u16,
        advance: part(position.x_advance),
        offset: [part(position.x_offset), part(position.y_offset)],
    }));
}

const fn features(face: Face) -> &'static [Feature] {
    if matches!(face, Face::Narrow | Face::NarrowBold) { &AS_PLAIN } else { &[] }
}

/// The key of a plan.
type PlanKey = (Face, Direction, Option<Script>);

/// The rules by which a face shapes a script. To find them takes longer than to shape a name.
struct Plan(ShapePlan);

impl Plan {
    fn of(face: Face, direction: Direction, script: Option<Script>) -> Arc<Self> {
        static PLANS: LazyLock<Cache<PlanKey, Plan>> =
            LazyLock::new(|| Cache::new(MOST_PLANS * PLAN_BYTES));
        PLANS.get((face, direction, script), || {
            Self(ShapePlan::new(face.shaped(), direction, script, None, features(face)))
        })
    }
}

impl Weighed for Plan {
    fn bytes(&self) -> usize {
        PLAN_BYTES
    }
}
