//! Measures how fast the bot searches: one node count over fixed positions of all games, and the
//! speed.
//!
//! `cargo bench --bench engine`. The count changes only when a search does; `docs/ENGINE.md` has
//! the last one.

#![expect(clippy::print_stdout, reason = "a bench prints its figures")]

use std::time::Instant;

use engine::bench_signature;

#[expect(clippy::disallowed_methods, reason = "a bench reads a clock")]
fn main() {
    let start = Instant::now();
    let nodes = bench_signature();
    let seconds = start.elapsed().as_secs_f64();
    println!("nodes {nodes}");
    println!("nps {:.0}", nodes as f64 / seconds);
}
