//! Marks on a board: their shapes, and how they are drawn on cells of every form.

mod border;
mod drawing;
mod path;
mod pixels;
mod shape;

pub(crate) use border::mark_border;
pub(crate) use drawing::Pen;
pub(crate) use path::{Arrow, arrow, mark_path};
pub(crate) use pixels::{areas, pixels};
pub(crate) use shape::MarkShape;
