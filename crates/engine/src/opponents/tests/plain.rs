//! Compares the search with a plain one that looks at everything and has no window, for tests of
//! games of two sides without dice.

use std::fmt::Debug;

use games::{Roll, Rules, legal_moves};

use crate::{
    evaluate::Evaluate,
    mate_distance::parent_value,
    scoring::end_value,
    search::{Budget, SearchReport, SearchSettings, search},
    transposition::TranspositionTable,
    value::WIN,
};

/// A search of the same tree that prunes nothing.
struct PlainSearch<'e, E> {
    eval: &'e E,
    draw: i32,
    path: Vec<u64>,
    since: usize,
    /// Whether a repetition draws in this game.
    repeats: bool,
}

impl<E> PlainSearch<'_, E> {
    /// The value for the side to move, with `depth` plies of all moves left and then `left` plies
    /// of noisy moves.
    fn node<G: Rules>(&mut self, position: &G, depth: u32, left: u32, ply: u32) -> i32
    where
        E: Evaluate<G>,
    {
        let draw = if ply.is_multiple_of(2) { self.draw } else { -self.draw };
        if let Some(value) = end_value(self.eval, position, position.to_move(), draw) {
            return value;
        }
        let hash = self.eval.hash(position);
        // Noisy moves cannot be undone.
        let calm = self.repeats && left == self.eval.quiescence_depth();
        let met = calm
            && self.path[self.since..].contains(&hash)
            && !position.is_after_irreversible_ply();
        if met || position.drawn_by_count(1).is_some() {
            return draw;
        }
        let mut moves = legal_moves(position);
        let mut best = None;
        if depth == 0 {
            best = Some(self.eval.value(position));
            moves.retain(|mv| left > 0 && self.eval.is_noisy(position, mv));
        }
        let since = self.since;
        if position.is_after_irreversible_ply() {
            self.since = self.path.len();
        }
        self.path.push(hash);
        for mv in moves {
            let (depth, left) = if depth == 0 { (0, left - 1) } else { (depth - 1, left) };
            best = best.max(Some(self.after(position, &mv, depth, left, ply)));
        }
        self.path.pop();
        self.since = since;
        best.unwrap()
    }

    /// The value of a move for the side that makes it.
    fn after<G: Rules>(
        &mut self,
        position: &G,
        mv: &G::Move,
        depth: u32,
        left: u32,
        ply: u32,
    ) -> i32
    where
        E: Evaluate<G>,
    {
        let child = self.eval.play(position, mv, &Roll::NONE);
        let value = -self.node(&child, depth, left, ply + 1);
        if self.eval.counts_plies() { parent_value(value) } else { value }
    }
}

/// The report of a search of the last of these positions, which begins with an empty table.
pub(in crate::opponents) fn search_to<G: Rules, E: Evaluate<G>>(
    eval: &E,
    past: &[G],
    depth: u32,
    settings: SearchSettings,
) -> SearchReport<G::Move> {
    let (position, earlier) = past.split_last().unwrap();
    let hashes: Vec<u64> = earlier.iter().map(|earlier| eval.hash(earlier)).collect();
    let budget = Budget { depth, nodes: u64::MAX, stop: &|| false };
    let mut table = TranspositionTable::for_nodes(0);
    search(position, legal_moves(position), &hashes, eval, &budget, settings, &mut table).unwrap()
}

/// The value of the best move to this depth.
pub(in crate::opponents) fn best_value<G: Rules, E: Evaluate<G>>(
    eval: &E,
    past: &[G],
    depth: u32,
) -> i32 {
    search_to(eval, past, depth, SearchSettings { exact: true, ..SearchSettings::default() }).moves
        [0]
    .value
}

/// The values of all root moves by plain search.
fn plain_values<G: Rules, E: Evaluate<G>>(
    eval: &E,
    past: &[G],
    depth: u32,
    draw: i32,
) -> Vec<(G::Move, i32)> {
    let position = &past[past.len() - 1];
    let path = past.iter().map(|earlier| eval.hash(earlier)).collect();
    let repeats = position.drawn_by_count(u32::MAX).is_some();
    let mut plain = PlainSearch { eval, draw, path, since: 0, repeats };
    let value = |mv: G::Move| {
        let value = plain.after(position, &mv, depth - 1, eval.quiescence_depth(), 0);
        (mv, value)
    };
    legal_moves(position).into_iter().map(value).collect()
}

/// Asserts that a pruned search of the last position gives the same values as a plain one.
pub(in crate::opponents) fn compare<G: Rules + Debug, E: Evaluate<G>>(
    eval: &E,
    past: &[G],
    depth: u32,
    settings: SearchSettings,
) {
    let position = &past[past.len() - 1];
    let report = search_to(eval, past, depth, SearchSettings { exact: true, ..settings });
    let plain = plain_values(eval, past, depth, settings.draw_offset);
    let best = plain.iter().map(|(_, value)| *value).max().unwrap();
    assert_eq!(report.moves[0].value, best, "{position:?}");
    // A proven result ends the deepening, and then the other moves are not searched as far.
    if report.moves[0].proven.is_some() || best.abs() == WIN {
        return;
    }
    for root in &report.moves {
        let (_, value) = plain.iter().find(|(mv, _)| *mv == root.mv).unwrap();
        let said = format!("{position:?} {}", root.mv);
        if root.exact {
            assert_eq!(root.value, *value, "{said}");
        } else {
            assert!(root.value >= *value && *value <= best - settings.margin, "{said}");
        }
    }
}
