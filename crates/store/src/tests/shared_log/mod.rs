//! The shared log on real PostgreSQL servers: who writes, what counts, and what a copy may be.
#![expect(
    clippy::disallowed_methods,
    reason = "a server's clock is the machine's, and no test can move it"
)]

mod copies;
mod fit;
mod following;
mod forgetting;
mod lines;
mod moving;
mod party;
#[path = "../../../../../tests/support/postgres.rs"]
mod postgres;
mod standby;
mod unclear;
mod versions;
