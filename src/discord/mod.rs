//! The adapter to Discord, built on serenity: messages come in, replies go out, and the limits of the
//! platform are kept. It is the only module that names serenity.
//!
//! # Layout
//!
//! - `adapter`: puts both halves together.
//! - `gateway`: the receiving half. It finds the gateway, runs the shards on a thread of their own,
//!   and connects again without message content where Discord refuses that.
//! - `inbound`: turns a message from Discord into an [`Incoming`](crate::chat::Incoming) for the
//!   `host`.
//! - `sender`: the sending half, one queue per channel. `delivery`: sending one reply, and what to
//!   do when a channel refuses.
//! - `payload`: turns a [`Reply`](crate::chat::Reply) into what Discord takes: mentions, length,
//!   picture, nonce.
//! - `request`: what can be asked of Discord. `rest`: sending it, with retries. `rate_limit`: when
//!   it may go out.
//! - `definitions`: the slash commands as Discord wants them defined.
//! - `settings`, `error`, and `text`: the sentences that only this platform needs.
//!
//! # Choices
//!
//! **Our own rate limits instead of serenity's.** serenity 0.12.5 ignores another API address
//! while its limiter is on, does not hold other requests back on a global limit, retries nothing
//! but 429, and gives an error without the headers of the answer. So requests are built by serenity (routes,
//! authorisation, multipart, the other address) and sent here, where the headers can be read. The
//! same code runs in the tests and in production.
//!
//! **Shards without serenity's `Client`.** A `Client` falls back to Discord's own gateway when
//! `GET /gateway` fails, whatever address the requests go to. The shard manager below it takes the
//! gateway's address from us, so there is nothing to fall back to.
//!
//! **A thread for the shards.** serenity starts a task for each event, and a runtime of many
//! threads may run two of them in either order: of two moves that arrive together (as after a
//! resume) the second could come first. On a runtime of one thread tasks start in the order in
//! which they were made, nothing else can hold up a heartbeat, and ending the runtime ends every
//! task that serenity would leave behind.

mod adapter;
mod attached;
mod definitions;
mod delivery;
mod error;
mod gateway;
mod host;
mod inbound;
mod payload;
mod rate_limit;
mod request;
mod rest;
mod sender;
mod settings;
mod signs;
mod text;

pub use adapter::run;
pub use definitions::definitions;
pub use error::DiscordError;
pub use gateway::THREADS;
pub use host::Host;
pub use settings::{Pace, Settings};
pub use text::NO_TOKEN;
