//! Tests of the rules of Cyvasse, by the cases and tables of the rules page.

mod help;
mod page;
mod read;
mod sums;
mod talk;
mod whys;
mod words;
