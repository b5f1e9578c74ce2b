//! Tournament report files: the fixed columns of FIDE's TRF of 2016, the lines by which pairing programs extend it
//! (`XXR`, `XXC`, `XXP`, `XXZ`, `XXA`, `XXS`, `BBW` and the like), and those lines of the form of 2026 that say the
//! same or the type of the event (`142`, `152`, `162`, `192`, `240`, `250`, `260`).

mod extras;
mod player;
mod read;
#[cfg(test)]
mod tests;
mod worths;
mod write;

pub use read::{Fault, Reading, Unfinished, read};
pub use write::{write, write_ranked};
