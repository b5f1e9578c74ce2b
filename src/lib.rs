//! Martian Cake: a game host that lives in a chat channel.
//!
//! # Layout
//! - [`games`]: the rules, pure; [`engine`]: the bot opponent, pure; [`opponents`]: what each game
//!   tells the bot of itself, pure; [`scene`]: what a picture shows, plain data;
//! - [`dice`]: fair dice; [`table`]: a match in progress, its log and its record;
//! - [`chat`]: commands in, replies out, every sentence; [`host`]: the one loop;
//! - [`store`]: SQLite; [`render`]: scenes to PNG;
//! - [`local`] and [`discord`]: the two adapters; [`cli`]: headless commands; [`config`]: settings.
//!
//! # Invariants
//! - `games`, `engine`, `opponents` and `scene` hold no input or output, no clock, no random
//!   source, no async; dice and time come in as values.
//! - Only `discord` names serenity, only `store` names SQL, only `local` names the web server;
//!   `render` never sees a position.
//! - A search has no way to a dice secret: an [`engine::Job`] holds texts of positions and no secret.
//!
//! Tests read the sources and see to these. Others see to the last:
//! - Nothing is said before it is durable.
//!
//! # A move, end to end
//! An adapter turns a message into a [`chat::Incoming`]. The [`host`] hands it to [`chat::handle`],
//! which reads it, tries the move on a copy of the game with a roll of [`dice`], and gives back a
//! [`chat::Change`]: the new game, the new entries of its log, and the replies as data. The host has
//! the [`store`] commit it while a worker renders the replies' scenes. When both are done the new
//! game takes the old one's place and the replies go to the adapter, which tells the host when the
//! platform has them. `docs/ARCHITECTURE.md` has the whole story with a diagram.

pub mod chat;
pub mod cli;
pub mod config;
pub mod dice;
pub mod discord;
pub mod engine;
pub mod games;
pub mod host;
pub mod local;
pub mod opponents;
pub mod render;
pub mod scene;
pub mod store;
pub mod table;
