//! Positions with one or two right answers, which a solver that looks at everything proves; for
//! tests of games of two sides without dice that count plies.

use std::{fmt::Debug, str::FromStr};

use games::{Reason, Roll};

use super::solve::{Solution, children, ends_by, moves_that, solve};
use crate::{
    Limit, Opponent, SearchRequest, choose, mate_distance::MateDistance, random::SplitMix,
};

/// A line of a suite: `KIND N | options | position | moves`.
pub(in crate::opponents) struct SuiteTask<G> {
    text: String,
    kind: String,
    n: u32,
    position: G,
    /// The texts of the right moves.
    moves: Vec<String>,
}

impl<G: Opponent> SuiteTask<G>
where
    <G::Options as FromStr>::Err: Debug,
{
    /// The tasks of a suite; lines that begin with `#` are comments.
    pub(in crate::opponents) fn all(suite: &str) -> Vec<Self> {
        suite.lines().filter(|line| !line.starts_with('#')).map(Self::new).collect()
    }

    fn new(line: &str) -> Self {
        let fields: Vec<&str> = line.split(" | ").collect();
        let &[task, options, text, moves] = fields.as_slice() else { panic!("{line}") };
        let (kind, n) = task.split_once(' ').unwrap();
        let options = if options == "-" { "" } else { options };
        Self {
            text: line.to_owned(),
            kind: kind.to_owned(),
            n: n.parse().unwrap(),
            position: G::from_position_text(text, &options.parse().unwrap()).unwrap(),
            moves: moves.split(", ").map(str::to_owned).collect(),
        }
    }

    /// Returns how many plies to look ahead: a win in n moves ends with the n-th move of the side to move,
    /// while `avoid` counts plies.
    fn plies(&self) -> u32 {
        if self.kind == "avoid" { self.n } else { 2 * self.n - 1 }
    }

    /// Asserts by the rules alone that the task is right.
    pub(in crate::opponents) fn prove(&self) {
        if self.kind == "avoid" { self.prove_rescue() } else { self.prove_win() }
    }

    /// Asserts that no win is nearer, that these moves and no others win in time, and that the game
    /// ends as the task says.
    fn prove_win(&self) {
        let (position, plies, mut budget) = (&self.position, self.plies(), u64::MAX);
        if plies > 1 {
            let sooner = solve(position, plies - 2, &mut budget);
            assert_eq!(sooner, Solution::Open, "{}", self.text);
        }
        let winning = moves_that(position, plies, Solution::Loses, &mut budget);
        assert_eq!(winning, self.moves, "{}", self.text);
        let (winner, reason) = ends_by(position, plies, &mut budget).unwrap();
        assert_eq!((winner, kind_of(reason)), (position.to_move(), Some(self.kind.as_str())));
    }

    /// Asserts that all moves but one lose in time.
    fn prove_rescue(&self) {
        let mut budget = u64::MAX;
        let lost = moves_that(&self.position, self.plies(), Solution::Wins, &mut budget);
        let all = children(&self.position).map(|(mv, _)| mv);
        let safe: Vec<String> = all.filter(|mv| !lost.contains(mv)).collect();
        assert_eq!((safe.len(), &safe), (1, &self.moves), "{}", self.text);
    }

    /// Asserts that the bot finds a right move and the exact distance.
    pub(in crate::opponents) fn ask(&self, limit: Limit) {
        let choice = choose(
            std::slice::from_ref(&self.position),
            &SearchRequest::new(limit, 1, 99),
            &|| false,
        )
        .unwrap();
        let chosen = &choice.report.moves[choice.chosen];
        assert!(self.moves.contains(&chosen.mv.to_string()), "{} not {}", self.text, chosen.mv);
        if self.kind != "avoid" {
            let end = MateDistance { wins: true, plies: self.plies() };
            assert_eq!(chosen.proven, Some(end), "{}", self.text);
            assert_eq!(end.moves(), self.n);
        }
    }
}

/// The name that a suite gives to a way to win; `None` if it has none.
fn kind_of(reason: Reason) -> Option<&'static str> {
    match reason.key() {
        "checkmate" => Some("mate"),
        "connection" => Some("connect"),
        key @ ("stalemate" | "king") => Some(key),
        _ => None,
    }
}

/// How many positions the solver may look at for one line, so that a slow build can prove it again.
const BUDGET: u64 = 100_000;

/// A line for a suite; `None` if there is no task in this position.
pub(in crate::opponents) fn line_of<G: Opponent>(position: &G) -> Option<String> {
    if position.outcome().is_some() || position.drawn_by_count(1).is_some() {
        return None;
    }
    let (task, moves) = win(position).or_else(|| rescue(position))?;
    let options = position.options().to_string();
    let options = if options.is_empty() { "-" } else { &options };
    Some(format!("{task} | {options} | {position} | {}", moves.join(", ")))
}

/// The name of the task and its moves, if one or two moves win within three moves.
fn win<G: Opponent>(position: &G) -> Option<(String, Vec<String>)> {
    let found = choose(
        std::slice::from_ref(position),
        &SearchRequest::new(Limit::Depth(5), 1, 99),
        &|| false,
    )?;
    let end = found.report.moves[found.chosen].proven.filter(|end| end.wins && end.plies <= 5)?;
    let plies = end.plies.next_multiple_of(2) - 1;
    let mut budget = BUDGET;
    let moves = moves_that(position, plies, Solution::Loses, &mut budget);
    let sooner = plies > 2 && solve(position, plies - 2, &mut budget) != Solution::Open;
    let (winner, reason) = ends_by(position, plies, &mut budget)?;
    let kind = kind_of(reason)?;
    let fits = !sooner && winner == position.to_move() && (1..=2).contains(&moves.len());
    let hard = children(position).count() > 3 * moves.len();
    (fits && hard && budget > 0).then(|| (format!("{kind} {}", plies.div_ceil(2)), moves))
}

/// The name of the task and its move, if all moves but one lose within two or four plies.
fn rescue<G: Opponent>(position: &G) -> Option<(String, Vec<String>)> {
    let n_moves = children(position).count();
    for plies in [2, 4] {
        let mut budget = BUDGET;
        let lost = moves_that(position, plies, Solution::Wins, &mut budget);
        if budget == 0 || n_moves < 5 || lost.len() == n_moves {
            return None;
        }
        if lost.len() + 1 == n_moves {
            let safe = children(position).map(|(mv, _)| mv).filter(|mv| !lost.contains(mv));
            return Some((format!("avoid {plies}"), safe.collect()));
        }
    }
    None
}

/// The last positions of a game of a weak player against itself.
pub(in crate::opponents) fn game<G: Opponent>(
    options: &G::Options,
    random: &mut SplitMix,
) -> Vec<G> {
    let mut positions = vec![G::opening_start(options, random)];
    let seed = random.next_u64();
    loop {
        let ask = SearchRequest::new(Limit::Level(3), seed, positions.len() as u32);
        let Some(choice) = choose(&positions, &ask, &|| false) else {
            return positions.split_off(positions.len().saturating_sub(10));
        };
        let mut next = positions[positions.len() - 1].clone();
        next.apply(&choice.into_move(), &Roll::NONE);
        positions.push(next);
    }
}
