//! The sizes of pictures.

use crate::scene::Shape;

/// The form of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Form {
    /// A board with a panel at its right, five to four.
    Panel,
    /// A board that fills the picture but for the corners, seven to six.
    Corners,
}

impl Form {
    /// The form of a board's pictures.
    pub(super) const fn of(shape: Shape) -> Self {
        match shape {
            Shape::Squares(_) => Self::Panel,
            Shape::Wedges(_) | Shape::Hexes(_) => Self::Corners,
        }
    }

    /// The width in which places and lengths are given.
    pub(super) const fn width(self) -> u32 {
        match self {
            Self::Panel => 900,
            Self::Corners => 840,
        }
    }
}

/// A form at a width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Scale {
    pub form: Form,
    pub width: u32,
    pub height: u32,
}

impl Scale {
    pub(super) const fn new(form: Form, width: u32) -> Self {
        let height = match form {
            Form::Panel => width * 4 / 5,
            Form::Corners => width * 6 / 7,
        };
        Self { form, width, height }
    }

    /// Number of pixels.
    pub(super) const fn area(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// How much larger than in the default width everything is.
    pub(super) fn factor(self) -> f32 {
        self.width as f32 / self.form.width() as f32
    }

    /// A length of the default width in pixels.
    pub(super) fn px(self, length: f32) -> i32 {
        (length * self.width as f32 / self.form.width() as f32).round() as i32
    }

    /// The same for sizes, which never vanish.
    pub(super) fn size(self, length: f32) -> u16 {
        self.px(length).clamp(1, i32::from(u16::MAX)) as u16
    }
}
