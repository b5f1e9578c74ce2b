//! The standings of an event as a table.
//!
//! `extent` says which lines are drawn and how high the picture is, `columns` where the columns lie and
//! which of them have room; `signs` and `picture` paint.

mod columns;
mod extent;
mod picture;
mod signs;

pub(crate) use extent::height;
pub(crate) use picture::compose;
