//! Tests of the rules of Cyvasse: the cases and tables of the rules page, what must always hold,
//! and a second judge.

mod arranging;
mod oracle;
mod page;
mod properties;
mod starts;
