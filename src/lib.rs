//! Martian Cake: a game host that lives in a chat channel.
//!
//! # Layout, from the bottom up
//! - [`scene`]: what a picture shows, as plain data; [`games`]: the rules of each game and how it
//!   presents itself;
//! - [`engine`]: the search, for any game; [`opponents`]: what each game adds so that the bot can
//!   play it;
//! - [`dice`]: fair dice; [`signing`]: signatures of records; [`table`]: a game that people play,
//!   its log and its record; [`pairing`]: pairings and standings of events, and ratings, from results
//!   alone; [`event`]: an event that the bot runs, its log and what comes next in it;
//! - [`chat`]: from a message to the replies, with every sentence of the bot; [`render`]: from a
//!   scene to a PNG; [`store`]: the database;
//! - [`host`]: the loop that brings all of these together;
//! - [`page`] and [`discord`]: the adapters to the local page and to Discord; [`cli`]: the commands
//!   that need neither; [`config`]: the settings.
//!
//! # Invariants
//! - `games`, `engine`, `opponents`, `scene` and `tournament` are pure: they have no input or output,
//!   no clock, no random source and no async code. Dice and time come in as values.
//! - Only `discord` names serenity and twilight-gateway, only `store` names SQL, and only `local` names
//!   the web server; `render` never sees a position.
//! - A search cannot reach a dice secret: an [`engine::Job`] holds texts of positions and no secret.
//!
//! Tests that read the sources check all of these; others check the last one:
//! - Nothing is said before it is durable.
//!
//! # A move, end to end
//! An adapter turns a message into a [`chat::Incoming`]. The [`host`] hands it to [`chat::handle`],
//! which reads it, tries the move on a copy of the game with a roll of [`dice`], and returns a
//! [`chat::Change`]: the new game, the new entries of its log, and the replies as data. The host has
//! the [`store`] commit the change while a worker renders the scenes of the replies. When both are
//! done, the new game takes the place of the old one, and the replies go to the adapter, which tells
//! the host when the platform has them. `docs/ARCHITECTURE.md` has the whole story with a diagram.

pub mod chat;
pub mod cli;
pub mod config;
pub mod dice;
pub mod discord;
pub mod engine;
pub mod event;
pub mod games;
pub mod host;
pub mod opponents;
pub mod page;
pub mod pairing;
pub mod render;
pub mod scene;
pub mod signing;
pub mod store;
pub mod table;
