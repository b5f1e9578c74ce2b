//! A node count that shows whether any search has changed.

use games::{GameKind, with_game};

use super::{
    choice::{SearchRequest, choose},
    levels::Limit,
    opponent::Opponent,
};

/// The depth to which [`bench_signature`] searches, in plies.
const BENCH_DEPTH: u32 = 5;

/// Searches fixed positions of all games and counts the nodes. The count is the same on every
/// machine and changes only when a search does.
#[must_use]
pub fn bench_signature() -> u64 {
    GameKind::ALL.into_iter().map(|kind| with_game!(kind, G => bench_of::<G>())).sum()
}

fn bench_of<G: Opponent>() -> u64 {
    let nodes = |(options, position): &(&str, &str)| {
        let options: G::Options = options.parse().ok()?;
        let position = G::from_position_text(position, &options).ok()?;
        let request = SearchRequest::new(Limit::Depth(BENCH_DEPTH), 1, u32::MAX);
        let choice = choose(&[position], &request, &|| false)?;
        Some(choice.report.nodes)
    };
    G::bench_positions().iter().filter_map(nodes).sum()
}
