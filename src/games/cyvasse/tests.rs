//! Tests of the rules of Cyvasse, by the cases and tables of the rules page.

mod page;
mod read;
mod sums;
mod whys;
mod words;
