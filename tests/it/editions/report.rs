//! Standings from the records of games alone, by the program.

use std::collections::BTreeMap;

use games::{Outcome, Seat};
use table::{GameNo, LogEvent, record::Record};

use super::{
    edition::{Edition, Ended, opponent},
    news::{Board, Corrected, Free, Line, Round},
};
use crate::support::calls::printed;

/// Where results come from.
pub(super) struct Results<'a> {
    pub(super) records: &'a BTreeMap<GameNo, Record>,
    pub(super) corrected: &'a BTreeMap<GameNo, Corrected>,
}

/// The standings of an edition, group by group; of an evening there is one.
pub(super) fn standings(edition: &Edition, results: &Results<'_>) -> Vec<Vec<Line>> {
    let groups = if edition.event.is_league() { groups(edition) } else { vec![players(edition)] };
    let untold = untold_rounds(edition);
    let of_group = |names: &Vec<String>| {
        let mut file = format!("012 {}\n", edition.event.name);
        for (at, name) in names.iter().enumerate() {
            let rounds = edition.rounds.iter().chain(&untold);
            let cells = rounds.map(|round| cell(edition, results, names, (at, round)));
            let number = at + 1;
            file += &format!("001 {number:>4}      {name:<33}{:42}", "");
            file += cells.collect::<String>().trim_end();
            file.push('\n');
        }
        of_file(&file, edition.is_round_robin())
    };
    groups.iter().map(of_group).collect()
}

/// Returns what the program makes of a report file.
pub(super) fn of_file(file: &str, is_round_robin: bool) -> Vec<Line> {
    let more: &[&str] = if is_round_robin { &["--round-robin"] } else { &[] };
    let call = [&["standings", "event.trf"], more].concat();
    let table = printed(&call, &[("event.trf", file)]);
    let mut lines = table.lines();
    let codes = lines.next().expect("a heading").split(' ').count() - 4;
    without_filler(lines.map(|line| read(line, codes)).collect())
}

/// Returns `true` for the name of a bot that fills up.
pub(super) fn is_filler(name: &str) -> bool {
    name.starts_with("Martian Cake, level ")
}

/// The standings of the people: a bot that fills up has no place.
fn without_filler(mut lines: Vec<Line>) -> Vec<Line> {
    if let Some(at) = lines.iter().position(|line| is_filler(&line.name)) {
        let Line { place, .. } = lines.remove(at);
        lines.iter_mut().filter(|line| line.place > place).for_each(|line| line.place -= 1);
    }
    lines
}

/// A line of the program's table: place, number, points, tie-breaks, name.
fn read(line: &str, codes: usize) -> Line {
    let words: Vec<&str> = line.splitn(codes + 4, ' ').collect();
    let (whole, tenths) = words[2].split_once('.').expect("points");
    let number = |word: &str| word.parse::<u32>().expect("a number");
    Line {
        place: words[0].parse().expect("a place"),
        points: number(whole) * 10 + number(tenths),
        tie_breaks: words[3..3 + codes].iter().map(|&word| word.to_owned()).collect(),
        name: words[3 + codes].to_owned(),
    }
}

/// The last rounds of a round robin that has ended, of which nothing is told since nobody has played in them or in the
/// one before: whoever is left has the point against those who have gone.
fn untold_rounds(edition: &Edition) -> Vec<Round> {
    let (names, n) = (&edition.starters, edition.starters.len());
    let is_table = edition.is_round_robin() && !edition.event.is_league();
    let left = |name: &String| {
        let missed = edition.no_shows.get(name).copied().unwrap_or(0);
        edition.expected.contains(name) && missed < 2
    };
    if !is_table || edition.ended != Some(Ended::Podium) || !names.iter().any(left) {
        return Vec::new();
    }
    let free = |round: usize, at: usize| {
        let name = names[at].clone();
        match opponent(at, round, n).map(|other| &names[other]) {
            None => Some((name, Free::Rests)),
            Some(other) => left(&name).then(|| (name, Free::Walkover(other.clone()))),
        }
    };
    (edition.rounds.len()..n + n % 2 - 1)
        .map(|round| {
            let free = (0..n).filter_map(|at| free(round, at)).collect();
            Round { round, boards: Vec::new(), free, is_given_up: false }
        })
        .collect()
}

fn players(edition: &Edition) -> Vec<String> {
    edition.starters.iter().chain(edition.late.keys()).cloned().collect()
}

/// The groups of a league: who plays whom, and whom those play.
fn groups(edition: &Edition) -> Vec<Vec<String>> {
    let mut groups: Vec<Vec<String>> = Vec::new();
    for Board { white, black, .. } in edition.boards() {
        let (of_them, others): (Vec<_>, Vec<_>) =
            groups.into_iter().partition(|group| group.contains(white) || group.contains(black));
        let mut joined: Vec<String> = of_them.into_iter().flatten().collect();
        for name in [white, black] {
            if !joined.contains(name) {
                joined.push(name.clone());
            }
        }
        groups = others;
        groups.push(joined);
    }
    groups
}

/// Returns what somebody did in a round, in the ten columns of a report file.
fn cell(
    edition: &Edition,
    results: &Results<'_>,
    names: &[String],
    (at, round): (usize, &Round),
) -> String {
    let name = &names[at];
    let number = |name: &str| 1 + names.iter().position(|one| one == name).expect("a player");
    let board = round.boards.iter().find(|board| [&board.white, &board.black].contains(&name));
    if let Some(board) = board {
        let is_white = board.white == *name;
        let (sign, other) = if is_white { ('w', &board.black) } else { ('b', &board.white) };
        return format!("  {:>4} {sign} {}", number(other), result(results, board, is_white));
    }
    let free = round.free.iter().find(|(free, _)| free == name).map(|(_, why)| why);
    let gift = round.free.iter().find_map(|(winner, why)| match why {
        Free::Walkover(missing) if missing == name => Some(winner),
        _ => None,
    });
    match (free, gift) {
        (Some(Free::LeftOver), _) => "  0000 - U".to_owned(),
        (Some(Free::Half), _) => "  0000 - H".to_owned(),
        (Some(Free::Zero), _) => "  0000 - Z".to_owned(),
        (Some(Free::Walkover(missing)), _) => format!("  {:>4} - +", number(missing)),
        (None, Some(winner)) => format!("  {:>4} - -", number(winner)),
        (None, None) if edition.is_round_robin() && !edition.event.is_league() => {
            // Both have gone.
            match opponent(at, round.round, edition.starters.len()) {
                Some(other) => format!("  {:>4} - -", other + 1),
                None => " ".repeat(10),
            }
        }
        // Whoever comes during the first round has half a point for it.
        (None, None) if edition.late.get(name) == Some(&1) && round.round == 0 => {
            "  0000 - H".to_owned()
        }
        // A round counts also if one alone has anything in it.
        (None, None) if !edition.is_round_robin() => "  0000 - Z".to_owned(),
        (Some(Free::Rests) | None, None) | (Some(Free::Rests), Some(_)) => " ".repeat(10),
    }
}

/// Returns how a game has ended for one side.
fn result(results: &Results<'_>, board: &Board, is_white: bool) -> char {
    let record = &results.records[&board.game];
    let is_ply = |event: &&LogEvent| event.is_ply();
    let plies = record.events.iter().filter(is_ply).count();
    let seat = if is_white { Seat::FIRST } else { Seat::SECOND };
    let own = if is_white { &board.white } else { &board.black };
    let (score, is_void) = match results.corrected.get(&board.game) {
        Some(Corrected::Won(name)) => (if name == own { '1' } else { '0' }, false),
        Some(Corrected::Drawn) => ('=', false),
        Some(Corrected::Void) => ('0', true),
        None => match record.result.unwrap_or_else(|| panic!("{} goes on", board.game)) {
            Outcome::Win(winners, _) => (if winners.contains(seat) { '1' } else { '0' }, false),
            Outcome::Draw(_) => ('=', false),
            Outcome::Aborted => ('0', true),
        },
    };
    match score {
        // What is drawn counts as played: a report file has no sign for half a point that both have without.
        score if plies >= 2 && !is_void || score == '=' => score,
        '1' => '+',
        _ => '-',
    }
}
