//! The store on real files: what it keeps, what it refuses, and what a crash or a full disk
//! cannot take.

mod commit;

mod page;
mod plan;
mod read;
mod sample;
