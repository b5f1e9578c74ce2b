//! The store on real files: what it keeps, what it refuses, and what a crash or a full disk
//! cannot take.

mod child;
mod commit;
mod correspondence;
mod damage;
mod entries;
mod events;
mod fault;
mod forget;
mod log;
mod migration;
mod opening;
mod page;
mod personal;
mod plan;
mod read;
mod sample;
#[cfg(feature = "postgres")]
mod shared_log;
mod stop;
mod sync_state;
mod whole;
