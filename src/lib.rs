//! Martian Cake: a game host that lives in a chat channel.

pub mod chat;
pub mod cli;
pub mod config;
pub mod dice;
pub mod discord;
pub mod engine;
pub mod games;
pub mod host;
pub mod local;
pub mod render;
pub mod scene;
pub mod store;
pub mod table;
