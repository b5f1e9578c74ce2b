//! Finding positions for the suite: from games among searching players, and from a few men put on
//! the board at random.

use super::solve::{Verdict, children, ends_by, moves_that, solve};
use crate::{
    engine::{Ask, Limit, choose, random::SplitMix},
    games::{
        Reason, Roll, Rules as _,
        mix::{Kind, Options, Position},
    },
};

/// The positions that the judge may look at for one line, so that a slow build can prove it again.
const BUDGET: u64 = 100_000;

/// Lines of the suite found in `n` sources, see [`super::suite`].
pub(crate) fn find(options: &str, seed: u64, n: u64) -> Vec<String> {
    let rules: Options = options.parse().unwrap();
    let mut lines = Vec::new();
    for index in 0..n {
        let mut random = SplitMix::part(seed, index);
        let positions = if index % 100 == 0 {
            game(&rules, &mut random)
        } else {
            few_men(&rules, &mut random).into_iter().collect()
        };
        let found = positions.iter().filter_map(task);
        lines.extend(found.map(|(task, position, moves)| {
            let options = if options.is_empty() { "-" } else { options };
            format!("{task} | {options} | {position} | {}", moves.join(" "))
        }));
    }
    lines
}

/// A game of a weak player against itself.
fn game(options: &Options, random: &mut SplitMix) -> Vec<Position> {
    let mut positions = vec![Position::start(options)];
    let seed = random.next_u64();
    loop {
        let ask = Ask::new(Limit::Level(3), seed, positions.len() as u32);
        let Some(choice) = choose(&positions, &ask, &|| false) else {
            return positions.split_off(positions.len().saturating_sub(10));
        };
        let mut next = positions[positions.len() - 1];
        next.apply(&choice.into_move(), &Roll::NONE);
        positions.push(next);
    }
}

/// A King on the rim, three to seven men near him, most of them enemies, and the other King
/// anywhere; `None` where that is no position, or one that is over.
fn few_men(options: &Options, random: &mut SplitMix) -> Option<Position> {
    let mut board = [' '; 64];
    let white = random.below(2) == 0;
    let of = |kind: Kind, ours: bool| {
        if ours == white { kind.letter() } else { kind.letter().to_ascii_lowercase() }
    };
    let centre = match random.below(4) {
        0 => random.below(8),
        1 => 56 + random.below(8),
        2 => 8 * random.below(8),
        _ => 8 * random.below(8) + 7,
    };
    for _ in 0..3 + random.below(5) {
        let (row, file) = (centre / 8 + random.below(7), centre % 8 + random.below(7));
        let kind = Kind::ALL[random.below(6) as usize];
        let ours = random.below(3) > 0;
        if (3..11).contains(&row) && (3..11).contains(&file) {
            board[((row - 3) * 8 + file - 3) as usize] = of(kind, ours);
        }
    }
    board[random.below(64) as usize] = of(Kind::King, true);
    board[centre as usize] = of(Kind::King, false);
    let rank = |rank: &[char]| {
        let (mut text, mut gap) = (String::new(), 0);
        for letter in rank.iter().chain(['|'].iter()) {
            match letter {
                ' ' => gap += 1,
                _ => {
                    if gap > 0 {
                        text += &gap.to_string();
                    }
                    text.push(*letter);
                    gap = 0;
                }
            }
        }
        text.trim_end_matches('|').to_owned()
    };
    let ranks: Vec<String> = board.chunks(8).map(rank).collect();
    let side = if white { "w" } else { "b" };
    let position = Position::parse(&format!("{} {side} - 0 1", ranks.join("/")), options).ok()?;
    // The King of who has moved is safe.
    let safe = position.checkers_of(position.turn().other()).is_empty();
    (safe && position.outcome().is_none()).then_some(position)
}

/// What there is to find in a position: kind and number, and the right moves.
fn task(position: &Position) -> Option<(String, Position, Vec<String>)> {
    if position.outcome().is_some() || position.drawn_by_count(1).is_some() {
        return None;
    }
    win(position).or_else(|| rescue(position)).map(|(task, moves)| (task, *position, moves))
}

/// A win in up to three moves by at most two moves.
fn win(position: &Position) -> Option<(String, Vec<String>)> {
    let found = choose(&[*position], &Ask::new(Limit::Depth(5), 1, 99), &|| false)?;
    let end = found.report.moves[found.chosen].end.filter(|end| end.wins && end.plies <= 5)?;
    let plies = end.plies.next_multiple_of(2) - 1;
    let mut budget = BUDGET;
    let moves = moves_that(position, plies, Verdict::Loses, &mut budget);
    let sooner = plies > 2 && solve(position, plies - 2, &mut budget) != Verdict::Open;
    let (winner, reason) = ends_by(position, plies, &mut budget)?;
    let kind = kind_of(reason)?;
    let fits = !sooner && winner == position.turn() && (1..=2).contains(&moves.len());
    let hard = children(position).count() > 3 * moves.len();
    (fits && hard && budget > 0).then(|| (format!("{kind} {}", plies.div_ceil(2)), moves))
}

/// The suite's name for a way to win.
pub(super) fn kind_of(reason: Reason) -> Option<&'static str> {
    match reason {
        Reason::Checkmate => Some("mate"),
        Reason::Connection => Some("connect"),
        Reason::Stalemate => Some("stalemate"),
        _ => None,
    }
}

/// All moves but one lose within two or four plies.
fn rescue(position: &Position) -> Option<(String, Vec<String>)> {
    let n_moves = children(position).count();
    for plies in [2, 4] {
        let mut budget = BUDGET;
        let lost = moves_that(position, plies, Verdict::Wins, &mut budget);
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
