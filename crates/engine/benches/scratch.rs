#![allow(warnings, clippy::all)]
use std::{cell::Cell, time::{Duration, Instant}};
use games::{cyvasse, lyra, martian, mix, Rules};
use martian_cake_engine::{*, net::NetGame, duel::*, luck::Judge, search::{Budget, SearchSettings, search}, transposition::TranspositionTable, evaluate::Evaluate};
struct P<G: NetGame> { eval: G::Eval, nodes: u64, ms: u64, used: Duration, moves: u64, done: u64, depth: u64 }
impl<G: NetGame> Player<G> for P<G> {
    fn is_trusted(&self) -> bool { true }
    fn choose(&mut self, turn: &Turn<'_, G>) -> Result<G::Move, String> {
        let begun = Instant::now();
        let limit = Duration::from_millis(self.ms);
        let stop = || self.ms > 0 && begun.elapsed() >= limit;
        let budget = Budget { depth: u32::MAX, nodes: if self.ms > 0 { u64::MAX } else { self.nodes }, stop: &stop };
        let mut table = TranspositionTable::for_nodes(if self.ms > 0 { self.ms * 3000 } else { self.nodes });
        let since = turn.positions.iter().rposition(Rules::is_after_irreversible_ply).unwrap_or(0);
        let (position, past) = turn.positions[since..].split_last().unwrap();
        let past: Vec<u64> = past.iter().map(|p| self.eval.hash(p)).collect();
        let report = search(position, games::legal_moves(position), &past, &self.eval, &budget, SearchSettings::default(), &mut table).ok_or("none".to_owned())?;
        self.used += begun.elapsed(); self.moves += 1; self.done += report.nodes; self.depth += report.depth as u64;
        let best = report.moves.into_iter().next().unwrap();
        let mv = best.mv;
        Ok(position.declaring_move(&mv).filter(|_| false).unwrap_or(mv))
    }
}
fn run<G: NetGame>(net: [Option<Vec<u8>>; 2], amounts: [u64; 2], time: bool, pairs: u64, seed: u64) where G::Options: Sync {
    let options = G::Options::default();
    let next = std::sync::atomic::AtomicU64::new(0);
    let all: Vec<(Vec<(f64, f64)>, Vec<[f64; 4]>, u64)> = std::thread::scope(|s| {
        let threads: Vec<_> = (0..2).map(|_| s.spawn(|| {
            let player = |i: usize| P::<G> { eval: G::evaluator_with_net(net[i].as_deref(), &options), nodes: amounts[i], ms: if time { amounts[i] } else { 0 }, used: Duration::ZERO, moves: 0, done: 0, depth: 0 };
            let (mut a, mut b) = (player(0), player(1));
            let eval = G::evaluator(EvalStyle::Full, &options);
            let judge = Judge { eval: &eval, depth: 1 };
            let mut out = vec![]; let mut plies = 0;
            loop {
                let i = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                if i >= pairs { break }
                let r = play_round::<G, _>(&options, &eval, Some(&judge), [&mut a, &mut b], seed, i);
                let score: f64 = r.shares.iter().map(|s| s.value() as f64 / 2e6 + 0.5).sum::<f64>() / r.shares.len() as f64;
                let luck: f64 = r.luck.iter().map(|l| *l as f64 / 2e6).sum::<f64>() / r.shares.len() as f64;
                plies += r.plies;
                out.push((score, score - luck));
            }
            let f = |p: &P<G>| [p.used.as_secs_f64(), p.moves as f64, p.done as f64, p.depth as f64];
            (out, vec![f(&a), f(&b)], plies)
        })).collect();
        threads.into_iter().map(|t| t.join().unwrap()).collect()
    });
    let scores: Vec<(f64, f64)> = all.iter().flat_map(|a| a.0.clone()).collect();
    let elo = |s: f64| -400.0 * (1.0 / s.clamp(0.001, 0.999) - 1.0).log10();
    for (name, v) in [("plain", scores.iter().map(|s| s.0).collect::<Vec<_>>()), ("less luck", scores.iter().map(|s| s.1).collect())] {
        let n = v.len() as f64; let m = v.iter().sum::<f64>() / n;
        let sd = (v.iter().map(|x| (x - m).powi(2)).sum::<f64>() / (n - 1.0)).sqrt(); let ci = 1.96 * sd / n.sqrt();
        print!("{name} {m:.3}±{ci:.3} elo {:.0} [{:.0}, {:.0}]; ", elo(m), elo(m - ci), elo(m + ci));
    }
    for i in 0..2 {
        let t = all.iter().fold([0.0; 4], |mut t, a| { (0..4).for_each(|k| t[k] += a.1[i][k]); t });
        print!("{}: {:.2} ms/move {:.0} nodes/move {:.0} ns/node depth {:.1}; ", i + 1, 1e3 * t[0] / t[1], t[2] / t[1], 1e9 * t[0] / t[2], t[3] / t[1]);
    }
    println!("{} pairs, {:.0} plies a game", scores.len(), all.iter().map(|a| a.2).sum::<u64>() as f64 / scores.len() as f64 / 2.0);
}
fn main() {
    let w: Vec<String> = std::env::args().skip(1).filter(|w| w != "--bench").collect();
    let n = |i: usize| w[i].parse::<u64>().unwrap();
    let net = |i: usize| (w[i] != "-").then(|| std::fs::read(&w[i]).unwrap());
    // GAME NET1 NET2 N1 N2 nodes|ms PAIRS SEED
    let (nets, amounts, time, pairs, seed) = ([net(1), net(2)], [n(3), n(4)], w[5] == "ms", n(6), n(7));
    match w[0].as_str() {
        "lyra" => run::<lyra::Position>(nets, amounts, time, pairs, seed),
        "martian" => run::<martian::Position>(nets, amounts, time, pairs, seed),
        "mix" => run::<mix::Position>(nets, amounts, time, pairs, seed),
        _ => run::<cyvasse::Position>(nets, amounts, time, pairs, seed),
    }
}
