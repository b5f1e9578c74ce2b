//! Tests of the rules of Cyvasse: the cases and tables of the rules page, what must always hold,
//! and a second judge.

mod arranging;
mod help;
mod oracle;
mod page;
mod properties;
mod read;
mod starts;
mod sums;
mod talk;
mod whys;
mod words;
