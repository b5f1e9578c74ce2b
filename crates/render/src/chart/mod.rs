//! The chart of a rating: its course as a line, in a band that shows how far it may be off.
//!
//! `axes` decides what the chart spans and which labels stand along it, in points and pixels alone;
//! `plot` says where a value lies; `band` and `picture` paint.

mod axes;
mod band;
mod picture;
mod plot;

pub(crate) use picture::compose;
