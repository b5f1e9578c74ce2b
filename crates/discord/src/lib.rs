//! The adapter to Discord: messages come in, replies go out, and the limits of the platform are kept.
//! Models are serenity's, the gateway's connections twilight-gateway's; no other crate names either.
//!
//! # Layout
//!
//! - `adapter`: puts both halves together. `application`: who owns our application, and which papers it names.
//! - `gateway`: the receiving half. It finds the gateway, keeps the shards connected on a thread of
//!   their own, and connects again without message content where Discord refuses that.
//! - `raw_message`: reads what Discord sends into serenity's model. `inbound`: turns a message into an
//!   [`Incoming`](chat::Incoming) for the host. `channel_events`: what it tells the sending half.
//! - `permission_probe`: finds out what we may do in a channel, for whoever asks, and what a server is like (`inquiries`:
//!   about which one somebody asks already). `permissions`: how Discord computes
//!   that. `attached`: fetches the file of a message or of a command. `turns`: whose turn it is to have such things fetched.
//! - `catch_up`: reads back what was said before a new session. `backfill_hold`: where what is said and done meanwhile
//!   waits.
//! - `servers`: what is known of servers, where we may write there and who sees that.
//! - `skew`: by how much our clock is ahead of Discord's.
//! - `ack_tracker`: which messages have no end yet, and what may be kept as handled because of that.
//! - `sender`: the sending half, which carries out what `queues` says: that is one queue per channel
//!   as a machine without input and output, with what waits, what is parked until a sign of life, and
//!   what a newer board supersedes. `delivery`: one try to send a reply. `failure`: what to do about
//!   Discord's refusals, by classes. `channels`: what each channel refuses, and who was told.
//!   `sent_lookup`: recognising what a channel has already. `channel_events`: what makes the sender try again.
//! - `payload`: turns a [`Reply`](chat::Reply) into what Discord takes: mentions, length,
//!   picture, nonce. `picture_name`: what a picture is called. `tag`: what a reply is known by there.
//!   `board_age`: which of two boards is the newer one.
//! - `request`: what can be asked of Discord. `rest`: sending it, with retries. `rate_limit`: when
//!   it may go out.
//! - `interactions`: slash commands, menus and buttons, from their arrival to their answers.
//! - `emojis`: the emojis of our application, which stand in lists. `emoji_upload`: how they get there.
//! - `definitions`: the slash commands as Discord wants them defined.
//! - `settings`, `error`, and `text`: the sentences that only this platform needs.
//!
//! # Choices
//!
//! **Our own requests instead of serenity's.** serenity 0.12.5 ignores another API address
//! while its limiter is on, does not hold other requests back on a global limit, retries nothing
//! but 429, and gives an error without the headers of the answer. Its types of requests come only with the
//! TLS of its own gateway: an old rustls with known faults beside the one that is used. So the two dozen
//! requests of this bot are built and sent here, as serenity would build them. The same code runs in the
//! tests and in production.
//!
//! **twilight's connections instead of serenity's gateway.** serenity 0.12.5 begins a new session where
//! the old one could be resumed, brakes nowhere, and cannot be given a session, so a restart or three
//! seconds without network lose what was said meanwhile. A `twilight_gateway::Shard` holds one
//! connection with its heartbeats, and can be given session, sequence and address. It has no brakes
//! against a server that closes or refuses every session, and forgets the address of the session when
//! a connection fails. So each connection is a `Shard` of its own, built from what we keep, and all
//! pauses between two of them are ours.
//!
//! **A thread for the shards.** Events are read in their order on a runtime of one thread: of two moves
//! that arrive together (as after a resume) the second cannot come first. Nothing else can hold up a
//! heartbeat, and ending the runtime ends every task that is left.

mod ack_tracker;
mod adapter;
mod application;
mod attached;
mod backfill_hold;
mod board_age;
mod catch_up;
mod channel_events;
mod channels;
mod definitions;
mod delivery;
mod emoji_upload;
mod emojis;
mod error;
mod failure;
mod gateway;
mod ids;
mod inbound;
mod inquiries;
mod interactions;
mod payload;
mod permission_probe;
mod permissions;
mod picture_name;
mod queues;
mod rate_limit;
mod raw_message;
mod request;
mod rest;
mod sender;
mod sent_lookup;
mod servers;
mod settings;
mod skew;
mod tag;
mod text;
mod threads;
mod turns;

pub use adapter::run;
pub use definitions::definitions;
pub use emojis::{EMOJI_SIDE, PiecePictures};
pub use error::DiscordError;
pub use gateway::THREADS;
pub use settings::{DiscordToken, Pace, Settings};
pub use text::NO_TOKEN;
