//! Compares the search with a plain one, and checks what the bot promises in Lyra.

mod duel;
mod luck;
mod net;

use games::{
    Dice, GameKind, Play, Roll, Rules, legal_moves,
    lyra::{Move, Options, Position},
};

use super::{Lyra, TUNED};
use crate::{
    BestMove, Choice, EvalStyle, Job, Limit, Opponent, SearchRequest, best_move, choose,
    evaluate::Evaluate,
    expected_score,
    random::SplitMix,
    rank,
    scoring::end_value,
    search::{Budget, CHECK_INTERVAL, SearchReport, SearchSettings, search},
    transposition::TranspositionTable,
    value::WIN,
};

/// Options texts that together touch every option.
const OPTIONS: [&str; 13] = [
    "",
    "v1=on",
    "v2=on",
    "v3=on",
    "v4=on",
    "v5=on",
    "combat=classic",
    "v1=on,v2=on,v3=on,v4=on,v5=on",
    "v2=on,jump=soldiers,inherit=full,captain_diag=all",
    "combat=classic,v2=on,v3=on,v4=on",
    "progress=2",
    "repetition=0,progress=0",
    "v5=on,inherit=full,repetition=2,progress=4",
];

fn options(text: &str) -> Options {
    text.parse().unwrap()
}

pub(super) fn position(text: &str, options_text: &str) -> Position {
    Position::from_position_text(text, &options(options_text)).unwrap()
}

/// A roll of these dice.
pub(super) fn throw(dice: &Dice, random: &mut SplitMix) -> Roll {
    let face = |sides: u8| random.below(u64::from(sides)) as u8 + 1;
    let faces: Vec<u8> = dice.as_slice().iter().map(|die| die.sides()).map(face).collect();
    Roll::from_faces(&faces).unwrap()
}

/// The positions since the last ply that cannot be undone, some random plies into a game that is
/// not over.
fn random_past(options: &Options, random: &mut SplitMix) -> Vec<Position> {
    loop {
        let mut play = Play::new(Position::start(options));
        let mut positions = vec![*play.position()];
        for _ in 0..random.below(120) {
            let mut moves = Vec::new();
            play.position().legal_moves(&mut moves);
            let mv = moves[random.below(moves.len() as u64) as usize];
            let roll = throw(&play.dice(&mv), random);
            play.play(&mv, &roll).unwrap();
            if play.outcome().is_some() {
                break;
            }
            if play.position().is_after_irreversible_ply() {
                positions.clear();
            }
            positions.push(*play.position());
        }
        if play.outcome().is_none() {
            return positions;
        }
    }
}

/// Positions under all options in turn.
fn positions(n: usize, seed: u64) -> impl Iterator<Item = Vec<Position>> {
    let mut random = SplitMix::new(seed);
    (0..n).map(move |i| random_past(&options(OPTIONS[i % OPTIONS.len()]), &mut random))
}

/// Expectiminimax without any pruning, with which the search is compared.
struct PlainExpectiminimax<'a> {
    eval: &'a Lyra,
    draw: i32,
    /// Hashes from the past to the parent; `since` is the first that can come back.
    path: Vec<u64>,
    since: usize,
}

impl PlainExpectiminimax<'_> {
    fn node(&mut self, position: &Position, depth: u32, ply: usize) -> i32 {
        if let Some(value) = end_value(self.eval, position, position.to_move(), 0) {
            return value;
        }
        let draw = if ply.is_multiple_of(2) { self.draw } else { -self.draw };
        let hash = self.eval.hash(position);
        let met = self.path[self.since..].contains(&hash) && !position.is_after_irreversible_ply();
        let repeated = met && position.drawn_by_count(u32::MAX).is_some();
        if repeated || position.drawn_by_count(1).is_some() {
            return draw;
        }
        if depth == 0 {
            return self.eval.value(position);
        }
        let since = self.since;
        if position.is_after_irreversible_ply() {
            self.since = self.path.len();
        }
        self.path.push(hash);
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let best = moves.iter().map(|mv| self.move_value(position, mv, depth, ply)).max().unwrap();
        self.path.pop();
        self.since = since;
        best
    }

    fn move_value(&mut self, position: &Position, mv: &Move, depth: u32, ply: usize) -> i32 {
        let mut branches = Vec::new();
        position.branches(mv, &mut branches);
        let (mut sum, mut total) = (0, 0);
        for branch in branches {
            let mut child = *position;
            child.apply(mv, &branch.roll);
            sum += i64::from(branch.weight) * -i64::from(self.node(&child, depth - 1, ply + 1));
            total += i64::from(branch.weight);
        }
        sum.div_euclid(total) as i32
    }
}

fn search_to(
    past: &[Position],
    depth: u32,
    settings: SearchSettings,
) -> (SearchReport<Move>, Lyra) {
    let (position, earlier) = past.split_last().unwrap();
    let eval = Position::evaluator(EvalStyle::Full, position.options());
    let hashes: Vec<u64> = earlier.iter().map(|earlier| eval.hash(earlier)).collect();
    let budget = Budget { depth, nodes: u64::MAX, stop: &|| false };
    let mut table = TranspositionTable::for_nodes(0);
    (
        search(position, legal_moves(position), &hashes, &eval, &budget, settings, &mut table)
            .unwrap(),
        eval,
    )
}

/// The values of all root moves by plain search.
fn plain_values(past: &[Position], depth: u32, eval: &Lyra, draw: i32) -> Vec<(Move, i32)> {
    let position = past.last().unwrap();
    let path = past.iter().map(|earlier| eval.hash(earlier)).collect();
    let mut plain = PlainExpectiminimax { eval, draw, path, since: 0 };
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves.into_iter().map(|mv| (mv, plain.move_value(position, &mv, depth, 0))).collect()
}

#[test]
fn pruned_search_is_plain_search_to_the_last_unit() {
    compare_with_plain(positions(208, 1), |i| if i % 4 == 0 { 2 } else { 3 });
}

#[test]
fn pruned_search_is_plain_search_with_the_net() {
    let mut random = SplitMix::new(6);
    let pasts = (0..1000).map(|_| random_past(&Options::default(), &mut random));
    compare_with_plain(pasts, |i| if i % 20 == 0 { 3 } else { 2 });
}

fn compare_with_plain(pasts: impl Iterator<Item = Vec<Position>>, depth: impl Fn(usize) -> u32) {
    for (i, past) in pasts.enumerate() {
        let margin = if i % 2 == 0 { 0 } else { 60_000 };
        let settings = SearchSettings {
            draw_offset: -40_000 * (i as i32 % 3),
            margin,
            exact: true,
            ..SearchSettings::default()
        };
        let depth = depth(i);
        let (report, eval) = search_to(&past, depth, settings);
        let plain = plain_values(&past, depth, &eval, settings.draw_offset);
        let best = plain.iter().map(|(_, value)| *value).max().unwrap();
        let text = past.last().unwrap();
        assert_eq!(report.moves[0].value, best, "{text} {} depth {depth}", text.options());
        if best.abs() == WIN {
            continue;
        }
        for root in &report.moves {
            let value = plain.iter().find(|(mv, _)| *mv == root.mv).unwrap().1;
            if root.exact {
                assert_eq!(root.value, value, "{text} {} {}", text.options(), root.mv);
            } else {
                assert!(root.value >= value && value < best.max(1 - WIN) - margin + 1);
            }
        }
    }
}

#[test]
fn the_look_at_attacks_is_what_playing_them_gives() {
    for past in positions(1000, 2) {
        let position = past.last().unwrap();
        let full = Lyra::new(&TUNED, position.options(), true);
        let short = Lyra::new(&TUNED, position.options(), false);
        let still = short.value(position);
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let mut best = 0;
        for mv in moves.iter().filter(|mv| mv.is_attack()) {
            let mut branches = Vec::new();
            position.branches(mv, &mut branches);
            let gain = |mark| {
                let branch = branches.iter().find(|branch| branch.mark == Some(mark));
                branch.map_or(0, |branch| {
                    let mut child = *position;
                    child.apply(mv, &branch.roll);
                    let after = end_value(&short, &child, child.to_move(), 0)
                        .unwrap_or_else(|| short.value(&child));
                    i64::from(branch.weight) * i64::from(-after - still)
                })
            };
            let total: u32 = branches.iter().map(|branch| branch.weight).sum();
            best = best.max((gain('w') + gain('l')).div_euclid(i64::from(total)));
        }
        assert_eq!(i64::from(full.value(position) - still), best, "{position}");
    }
}

/// The position turned by half a turn with colours exchanged.
pub(super) fn turned(position: &Position) -> Position {
    let text = position.to_string();
    let fields: Vec<&str> = text.split(' ').collect();
    let swap =
        |c: char| if c.is_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
    let board: String = fields[0].chars().rev().map(swap).collect();
    let side = if fields[1] == "w" { "b" } else { "w" };
    let (white, black) = fields[2].split_once('/').unwrap();
    let text = format!("{board} {side} {black}/{white} {}", fields[3]);
    Position::from_position_text(&text, position.options()).unwrap()
}

#[test]
fn half_a_turn_changes_nothing() {
    for (i, past) in positions(1000, 3).enumerate() {
        let other: Vec<Position> = past.iter().map(turned).collect();
        let eval = Position::evaluator(EvalStyle::Full, past[0].options());
        let (here, there) = (past.last().unwrap(), other.last().unwrap());
        assert_eq!(eval.value(here), eval.value(there), "{here}");
        if i % 10 == 0 {
            let settings = SearchSettings { exact: true, ..SearchSettings::default() };
            let (a, b) = (search_to(&past, 2, settings).0, search_to(&other, 2, settings).0);
            assert_eq!(a.moves[0].value, b.moves[0].value, "{here}");
        }
    }
}

fn thought(text: &str, limit: Limit) -> BestMove {
    let job = Job {
        kind: GameKind::Lyra,
        options: String::new(),
        positions: vec![text.to_owned()],
        limit,
        seed: 1,
        ply: 50,
    };
    best_move(&job, &|| false).unwrap()
}

#[test]
fn the_general_in_reach_is_attacked_with_the_best_odds() {
    // The Assassin has 9/20, the Captain 7/20, the Lieutenant 1/4.
    let text = "6/2g3/1AC3/L5/6/5G w -/- 0";
    for limit in [Limit::Depth(1), Limit::Depth(2), Limit::Depth(3), Limit::Level(6)] {
        assert_eq!(thought(text, limit).mv, "b4xc5", "{limit:?}");
    }
}

#[test]
fn a_threatened_general_leaves_when_it_can() {
    // The Assassin threatens the General, which cannot reach anything itself.
    for text in ["5g/6/6/s3s1/3L2/2G2a w -/A 0", "g5/6/c5/6/G5/5L w -/- 0"] {
        for limit in [Limit::Depth(2), Limit::Depth(3), Limit::Depth(4), Limit::Level(7)] {
            let here = position(text, "");
            let mv: Move = thought(text, limit).mv.parse().unwrap();
            let mut next = here;
            next.apply(&mv, &throw(&here.dice(&mv), &mut SplitMix::new(0)));
            let mut replies = Vec::new();
            next.legal_moves(&mut replies);
            let eval = Position::evaluator(EvalStyle::Full, next.options());
            let takes = |reply: &Move| {
                let mut branches = Vec::new();
                next.branches(reply, &mut branches);
                branches.iter().any(|b| eval.ending_value(&next, reply, b) == Some(WIN))
            };
            assert!(!replies.iter().any(takes), "{text} {limit:?} {mv}");
        }
    }
}

#[test]
fn same_seed_same_move_on_any_thread() {
    let mut random = SplitMix::new(5);
    let past = random_past(&Options::default(), &mut random);
    for level in 1..=7 {
        let run =
            || choose(&past, &SearchRequest::new(Limit::Level(level), 9, 12), &|| false).unwrap();
        let alone = run();
        let together: Vec<Choice<Move>> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(run)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert!(together.iter().all(|choice| *choice == alone), "level {level}");
    }
}

#[test]
fn the_seed_varies_the_opening_and_the_weak_levels() {
    let start = [Position::start(&Options::default())];
    for level in 1..=6 {
        let mut moves: Vec<String> = (0..20)
            .map(|seed| {
                choose(&start, &SearchRequest::new(Limit::Level(level), seed, 0), &|| false)
                    .unwrap()
            })
            .map(|choice| choice.into_move().to_string())
            .collect();
        moves.sort();
        moves.dedup();
        assert!(moves.len() > 1, "level {level}");
    }
}

#[test]
fn a_node_budget_is_kept() {
    for past in positions(26, 6) {
        for nodes in [500, 5_000, 20_000] {
            let choice =
                choose(&past, &SearchRequest::new(Limit::Nodes(nodes), 1, 50), &|| false).unwrap();
            let used = choice.report.nodes;
            // The search may stop earlier only if it has seen everything.
            let complete = choice.report.moves[0].value.abs() == WIN || choice.report.depth == 64;
            assert!(used <= nodes * 101 / 100 && (complete || used >= nodes * 99 / 100), "{used}");
        }
    }
}

#[test]
fn the_stop_flag_ends_a_search_at_once() {
    use std::cell::Cell;
    let start = [Position::start(&Options::default())];
    let asked = Cell::new(0_u64);
    let stop = || {
        asked.set(asked.get() + 1);
        asked.get() > 20
    };
    let choice = choose(&start, &SearchRequest::new(Limit::Time, 1, 50), &stop).unwrap();
    assert!(choice.report.nodes <= 22 * CHECK_INTERVAL, "{}", choice.report.nodes);
    let choice = choose(&start, &SearchRequest::new(Limit::Time, 1, 50), &|| true).unwrap();
    assert_eq!((choice.report.depth, choice.report.moves.len()), (1, 10));
}

#[test]
fn the_chosen_move_is_legal_and_its_value_a_score() {
    let n = 10_000;
    let limits = [1, 2, 3, 4, 5].map(Limit::Level).into_iter().chain([Limit::Nodes(300)]);
    for (past, limit) in positions(n, 7).zip(limits.cycle()) {
        let position = past.last().unwrap();
        let choice = choose(&past, &SearchRequest::new(limit, 3, 8), &|| false).unwrap();
        let mut next = *position;
        for root in &choice.report.moves {
            assert!(position.is_legal(&root.mv));
            assert!(expected_score(root.value) <= 1_000_000);
            assert!(!root.exact || root.line.first() == Some(&root.mv));
        }
        let line = &choice.report.moves[choice.chosen].line;
        for (i, mv) in line.iter().enumerate() {
            assert!(next.is_legal(mv), "{position} {line:?}");
            assert!(i + 1 == line.len() || next.dice(mv).is_empty());
            next.apply(mv, &throw(&next.dice(mv), &mut SplitMix::new(1)));
        }
    }
}

#[test]
fn a_finished_game_gives_no_move() {
    assert!(
        choose::<Position>(&[], &SearchRequest::new(Limit::Level(1), 1, 0), &|| false).is_none()
    );
    for text in ["6/6/3G2/6/6/6 b -/- 0", "g5/6/6/6/6/5G w -/- 80"] {
        assert!(
            choose(&[position(text, "")], &SearchRequest::new(Limit::Level(4), 1, 0), &|| false)
                .is_none()
        );
    }
    // The third time is a draw by rule, but not across a ply that cannot be undone.
    let [here, there] = ["g5/6/6/6/6/5G w -/- 5", "g5/6/6/6/5G/6 b -/- 6"];
    let [here, there] = [position(here, ""), position(there, "")];
    let fresh = position("g5/6/6/6/6/5G w -/- 0", "");
    let past = [here, there, here, there, here];
    assert!(choose(&past, &SearchRequest::new(Limit::Level(4), 1, 0), &|| false).is_none());
    let forgotten = [here, there, here, there, fresh];
    assert!(choose(&forgotten, &SearchRequest::new(Limit::Level(4), 1, 0), &|| false).is_some());
}

#[test]
fn all_moves_are_ranked_with_exact_values() {
    for (i, past) in positions(26, 8).enumerate() {
        let job = Job {
            kind: GameKind::Lyra,
            options: past[0].options().to_string(),
            positions: past.iter().map(ToString::to_string).collect(),
            limit: Limit::Depth(2),
            seed: 0,
            ply: 0,
        };
        let cut = if i % 2 == 0 { 1_000_000 } else { 20_000 };
        let ranked = rank(&job, cut, &|| false).unwrap();
        let eval = Position::evaluator(EvalStyle::Full, past[0].options());
        let mut plain = plain_values(&past, 2, &eval, 0);
        plain.sort_by_key(|(_, value)| -value);
        let best = plain[0].1;
        plain.retain(|(_, value)| best - value <= 2 * cut as i32);
        assert!(best.abs() == WIN || ranked.len() == plain.len(), "{job:?}");
        for candidate in &ranked {
            let (_, value) = plain.iter().find(|(mv, _)| mv.to_string() == candidate.mv).unwrap();
            assert!(best.abs() == WIN || candidate.value == expected_score(*value), "{job:?}");
        }
        assert!(ranked.windows(2).all(|two| two[0].value >= two[1].value));
    }
}

#[test]
fn texts_that_cannot_be_read_give_no_thought() {
    let job = |options: &str, positions: &[&str]| Job {
        kind: GameKind::Lyra,
        options: options.to_owned(),
        positions: positions.iter().map(|text| (*text).to_owned()).collect(),
        limit: Limit::Depth(1),
        seed: 0,
        ply: 0,
    };
    for job in [job("v9=on", &["x"]), job("", &[]), job("", &["", "garbage"])] {
        assert_eq!(best_move(&job, &|| false), None);
    }
}

#[test]
fn a_position_met_before_is_a_draw_in_the_search() {
    // Bare Generals far apart: whatever is not known to repeat is worth about one half.
    let here = position("g5/6/6/6/6/5G w -/- 4", "");
    let all: Vec<Position> = {
        let mut moves = Vec::new();
        here.legal_moves(&mut moves);
        moves
            .iter()
            .map(|mv| {
                let mut next = here;
                next.apply(mv, &Roll::NONE);
                next
            })
            .collect()
    };
    let eval = Lyra::new(&TUNED, here.options(), true);
    let hashes: Vec<u64> = [here; 3].iter().chain(&all).map(|earlier| eval.hash(earlier)).collect();
    let budget = Budget { depth: 3, nodes: u64::MAX, stop: &|| false };
    let settings = SearchSettings { draw_offset: -40_000, ..SearchSettings::default() };
    let mut table = TranspositionTable::for_nodes(0);
    let mut past = hashes.clone();
    // An even number of plies back, whichever of them it is.
    past.extend(hashes.iter().rev());
    let report =
        search(&here, legal_moves(&here), &past, &eval, &budget, settings, &mut table).unwrap();
    assert!(report.moves.iter().any(|root| root.value == -40_000), "{report:?}");
}
