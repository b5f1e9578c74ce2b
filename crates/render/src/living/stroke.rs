//! The strokes of which marks consist.

use crate::theme::Rgb;

/// One part of a drawing, in pixels of the board alone at its default width, rounded to tenths. Colours are
/// written `#rrggbb`.
#[derive(Clone, Debug, PartialEq)]
pub enum Stroke {
    /// An area: its outline as the data of an SVG path, and its colour.
    Area(String, String),
    /// A line from point to point, or several of one width.
    Line(Lines),
    /// A shape of the [sheet](crate::Renderer::sheet) in a square box.
    Shape {
        /// The left and the upper edge of the box, and its side.
        place: [f32; 3],
        /// The name of the symbol, without the prefix that all have.
        name: String,
        /// The colour of its inside.
        core: String,
        /// The colour of its edge; `None` for that of all marks.
        edge: Option<String>,
    },
    /// A text that stands in one line.
    Text {
        /// The letters that are written.
        words: String,
        /// Its middle, across and along the line.
        at: [f32; 2],
        /// The size of its letters.
        size: f32,
        /// The colour of the letters.
        colour: String,
        /// The width that it takes, in pixels.
        width: f32,
    },
    /// Strokes that cover only a part of what lies under them, from 0 to 1.
    Group(f32, Vec<Self>),
}

impl Stroke {
    /// The name of a man's symbol and his box, if it shows a man.
    pub(crate) fn into_man(self) -> Option<(String, [f32; 3])> {
        match self {
            Self::Shape { place, name, .. } => Some((name, place)),
            Self::Group(_, mut strokes) => strokes.pop()?.into_man(),
            _ => None,
        }
    }
}

/// Lines of one width.
#[derive(Clone, Debug, PartialEq)]
pub struct Lines {
    /// Their course as the data of an SVG path.
    pub path: String,
    /// The colour of the lines.
    pub colour: String,
    /// The width of each, in pixels.
    pub width: f32,
    /// Whether their ends are round.
    pub round: bool,
    /// The lengths of dashes and of the gaps between them, in turn; empty for unbroken lines.
    pub dashes: Vec<f32>,
}

/// All that lies on a board besides its men.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overlay {
    /// The strokes under the men.
    pub under: Vec<Stroke>,
    /// The men who are no longer there: the name of each one's symbol, and left edge, upper edge and side of his box.
    pub gone: Vec<(String, [f32; 3])>,
    /// The strokes over the men.
    pub over: Vec<Stroke>,
    /// The dice of fights, which lie over all else.
    pub chips: Vec<Stroke>,
}

/// A colour as SVG writes it.
pub(super) fn hex(Rgb(red, green, blue): Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}
