//! Tests of the rules of Cyvasse, by the cases and tables of the rules page.

mod arranging;
mod page;
