//! What each game adds to its rules so that the bot can play it.

pub mod lyra;
