//! The search against a plain one that looks at everything and knows no window.

use super::{Mix, pasts};
use crate::{
    engine::{
        search::{Budget, Evaluate as _, Report, Terms, end_value, legal_moves, search},
        sure::aged,
        table::Table,
    },
    games::{
        Rules as _,
        mix::{Move, Position},
    },
    opponents::mix::weights,
};

/// A plain search of the same tree.
struct Plain {
    eval: Mix,
    draw: i32,
    path: Vec<u64>,
    since: usize,
}

impl Plain {
    /// The value for the side to move, with so many plies left, and then so many of noisy moves.
    fn node(&mut self, position: &Position, depth: u32, left: u32, ply: u32) -> i32 {
        let draw = if ply.is_multiple_of(2) { self.draw } else { -self.draw };
        if let Some(value) = end_value(&self.eval, position, position.to_move(), draw) {
            return value;
        }
        let hash = self.eval.hash(position);
        // Noisy moves cannot be undone.
        let noisy = left < self.eval.beyond();
        let met = self.path[self.since..].contains(&hash) && !position.forgets_past() && !noisy;
        if met || position.drawn_by_count(1).is_some() {
            return draw;
        }
        let mut moves = legal_moves(position);
        let mut best = None;
        if depth == 0 {
            best = Some(self.eval.value(position));
            moves.retain(|mv| left > 0 && self.eval.noisy(position, mv));
        }
        let since = self.since;
        if position.forgets_past() {
            self.since = self.path.len();
        }
        self.path.push(hash);
        for mv in moves {
            let (depth, left) = if depth == 0 { (0, left - 1) } else { (depth - 1, left) };
            best = best.max(Some(self.after(position, mv, depth, left, ply)));
        }
        self.path.pop();
        self.since = since;
        best.unwrap()
    }

    /// The value of a move for the mover.
    fn after(&mut self, position: &Position, mv: Move, depth: u32, left: u32, ply: u32) -> i32 {
        aged(-self.node(&position.after(mv), depth, left, ply + 1))
    }
}

fn search_to(past: &[Position], depth: u32, looks_on: bool, terms: Terms) -> Report<Move> {
    let (position, earlier) = past.split_last().unwrap();
    let eval = Mix::new(weights(position.rules()), position.rules(), looks_on);
    let hashes: Vec<u64> = earlier.iter().map(|earlier| eval.hash(earlier)).collect();
    let budget = Budget { depth, nodes: u64::MAX, stop: &|| false };
    let mut table = Table::for_nodes(0);
    search(position, legal_moves(position), &hashes, &eval, &budget, terms, &mut table).unwrap()
}

/// The value of the best move to this depth.
pub(super) fn best_value(past: &[Position], depth: u32) -> i32 {
    search_to(past, depth, true, Terms { exact: true, ..Terms::default() }).moves[0].value
}

/// The values of all root moves by plain search.
fn plain_values(past: &[Position], depth: u32, looks_on: bool, draw: i32) -> Vec<(Move, i32)> {
    let position = &past[past.len() - 1];
    let eval = Mix::new(weights(position.rules()), position.rules(), looks_on);
    let path = past.iter().map(|earlier| eval.hash(earlier)).collect();
    let left = eval.beyond();
    let mut plain = Plain { eval, draw, path, since: 0 };
    let moves = legal_moves(position).into_iter();
    moves.map(|mv| (mv, plain.after(position, mv, depth - 1, left, 0))).collect()
}

#[test]
fn pruned_search_is_plain_search_to_the_last_unit() {
    for (i, past) in pasts(120, 1).iter().enumerate() {
        // The quiet tree is deep, the noisy one wide: not both at once.
        let (depth, looks_on) = if i % 2 == 0 { (2, false) } else { (1, true) };
        let margin = if i / 12 % 2 == 0 { 0 } else { 60_000 };
        let terms = Terms { draw: -40_000 * (i as i32 % 3), margin, exact: true };
        let report = search_to(past, depth, looks_on, terms);
        let plain = plain_values(past, depth, looks_on, terms.draw);
        let best = plain.iter().map(|(_, value)| *value).max().unwrap();
        let text = format!("{} {}", past[past.len() - 1], past[0].options());
        assert_eq!(report.moves[0].value, best, "{text}");
        if report.moves[0].end.is_some() {
            continue;
        }
        for root in &report.moves {
            let value = plain.iter().find(|(mv, _)| *mv == root.mv).unwrap().1;
            if root.exact {
                assert_eq!(root.value, value, "{text} {}", root.mv);
            } else {
                assert!(root.value >= value && value <= best - margin, "{text} {}", root.mv);
            }
        }
    }
}
