//! The formats and sizes of pictures.

use scene::Shape;

/// The format of a picture: what it shows beside the board, and its aspect ratio.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Format {
    /// A board with a panel at its right, four to three.
    Panel,
    /// A board that fills the picture but for the corners, seven to six.
    Corners,
    /// A chart, eight to five.
    Chart,
    /// The card of a finished game, sixteen to nine.
    Card,
    /// The standings of an event, as high as their lines ask for.
    Standings,
}

impl Format {
    /// The format of a board's pictures.
    pub(crate) const fn of(shape: Shape) -> Self {
        match shape {
            Shape::Squares(_) => Self::Panel,
            Shape::Wedges(_) | Shape::Hexes(_) => Self::Corners,
        }
    }

    /// The default width, in pixels: the one in which places and lengths are given.
    pub(crate) const fn width(self) -> u32 {
        match self {
            Self::Card => 1200,
            Self::Panel => 960,
            Self::Chart | Self::Standings => 900,
            Self::Corners => 840,
        }
    }
}

/// A format at a width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Scale {
    /// The format that it is a size of.
    pub format: Format,
    /// The width in pixels.
    pub width: u32,
    /// The height in pixels; 0 where it follows from what is shown.
    pub height: u32,
}

impl Scale {
    /// The size of a picture of a format at a width.
    pub(crate) const fn new(format: Format, width: u32) -> Self {
        let height = match format {
            Format::Panel => width * 3 / 4,
            Format::Corners => width * 6 / 7,
            Format::Chart => width * 5 / 8,
            Format::Card => width * 9 / 16,
            Format::Standings => 0,
        };
        Self { format, width, height }
    }

    /// Returns how much larger than in the default width everything is.
    pub(crate) fn factor(self) -> f32 {
        self.width as f32 / self.format.width() as f32
    }

    /// A length given for the default width, in pixels of this one.
    pub(crate) fn px(self, length: f32) -> i32 {
        (length * self.width as f32 / self.format.width() as f32).round() as i32
    }

    /// The same for a size, which is at least one pixel.
    pub(crate) fn size(self, length: f32) -> u16 {
        self.px(length).clamp(1, i32::from(u16::MAX)) as u16
    }

    /// Sizes of letters from one down to the least that can be read where a chat program shows the picture small.
    pub(crate) fn sizes_from(self, largest: f32) -> impl Iterator<Item = f32> {
        let least = if self.format == Format::Corners { 26.0 } else { 28.0 };
        let smaller = |size: &f32| Some(size - 2.0);
        std::iter::successors(Some(largest), smaller).take_while(move |size| *size >= least)
    }
}
