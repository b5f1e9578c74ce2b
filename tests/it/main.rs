//! The integration tests, in one binary. Unit tests stand beside the code.
//!
//! - What the bot says: `transcript` plays chats through the real host on a real store, from
//!   `tests/data/transcripts/`; `discord_tour` is a tour through it all, with every answer.
//! - Discord: the real adapter against a stand-in that is as strict as the platform
//!   (`tests/support/discord/`).
//! - The page: over real sockets (`local`), and in a real browser (`browser`).
//! - Time: the host with a clock that is moved by hand (`time`, `clocks`, `season`, `editions`), judged
//!   by a second implementation.
//! - Faults: the program killed at random instants (`kill`), databases damaged (`stopped`) or of older
//!   versions (`old_databases`). Disks that fail or lose power are played in the tests of the host.
//! - Two machines (`moving`), with the feature `postgres` and a real server: the games go to a shared log, and back.
//! - What is handed out (`package`): the unit for systemd.
//! - The command line as a program (`cli`), dice against a second implementation in Python (`dice`), the
//!   shape of the sources and pages (`tidy`, `readme`).
mod backup;
mod boards;
mod browser;
mod cards;
mod cli;
mod clocks;
mod completions;
mod contact_sheets;
mod crowd;
mod dice;
mod discord;
mod discord_catch_up;
mod discord_check;
mod discord_claims;
mod discord_deferred;
mod discord_emojis;
mod discord_events;
mod discord_faults;
mod discord_gateway;
mod discord_interactions;
mod discord_keyboard;
mod discord_limits;
mod discord_managers;
mod discord_moderation;
mod discord_not_understood;
mod discord_notices;
mod discord_older;
mod discord_outbox;
mod discord_places;
mod discord_presses;
mod discord_set_up;
mod discord_settings;
mod discord_stand_in;
mod discord_sure;
mod discord_taps;
mod discord_thread_faults;
mod discord_threads;
mod discord_tour;
mod discord_whole_games;
mod editions;
mod ends;
mod forgotten;
mod golden;
mod health;
mod history;
mod kill;
mod left_servers;
mod lists;
mod living;
mod local;
mod local_addresses;
mod local_devices;
mod local_events;
mod local_forgotten;
mod local_home;
mod local_living;
mod local_moderation;
mod local_person;
mod local_table;
mod log_filters;
mod log_names;
mod martian_words;
mod moderation;
mod moderation_roles;
mod moderation_rounds;
#[cfg(feature = "postgres")]
mod moving;
mod notices;
mod old_databases;
mod outages;
mod owner;
mod package;
mod pairing;
mod papers;
mod personal_data;
mod pictures;
mod privacy;
mod questions;
mod random_games;
mod rating_curves;
mod ratings;
mod readme;
mod record;
mod replays;
mod resign_all;
mod restart;
mod rows;
mod season;
mod secrets;
mod shares;
mod signed;
mod standings;
mod stopped;
#[path = "../support/mod.rs"]
mod support;
mod sync_state;
mod tidy;
mod time;
mod transcript;
#[cfg(feature = "postgres")]
mod two_machines;
mod words_whole;
