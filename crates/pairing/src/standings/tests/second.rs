//! A second calculation, article by article and in floating point, and events to compare by.

use std::collections::BTreeMap;

use super::super::{
    System, TieBreak, TieBreakValue, encounter::split, records::Records, standings,
};
use crate::{
    history::{Bye, Colour, Entry, PairingHistory, Player, PointSystem, Score},
    standings::Standings,
};

/// An event from lines of rounds: `9w1` is a game with White against number 9 that was won, `=` and
/// `0` are other results, `+` and `-` forfeits; `U`, `F`, `H`, `Z` are byes, `-` is nothing.
pub(super) fn event(lines: &[&str]) -> PairingHistory {
    let entry = |text: &str| match text {
        "U" => Entry::Bye { bye: Bye::Allocated },
        "F" => Entry::Bye { bye: Bye::Full },
        "H" => Entry::Bye { bye: Bye::Half },
        "Z" => Entry::Bye { bye: Bye::Zero },
        "-" => Entry::Absent,
        text => {
            let (rest, result) = text.split_at(text.len() - 1);
            let (number, colour) = rest.split_at(rest.len() - 1);
            let opponent = number.parse().unwrap();
            let colour = if colour == "w" { Colour::White } else { Colour::Black };
            let game = |score| Entry::Game { opponent, colour, score };
            let forfeit = |score| Entry::Forfeit { opponent, colour: Some(colour), score };
            match result {
                "1" => game(Score::Win),
                "=" => game(Score::Draw),
                "0" => game(Score::Loss),
                "+" => forfeit(Score::Win),
                "-" => forfeit(Score::Loss),
                _ => panic!("{text}"),
            }
        }
    };
    let player = |(number, line): (u32, &&str)| Player {
        number,
        name: format!("Player {number}"),
        rating: 0,
        entries: line.split_whitespace().map(entry).collect(),
        acceleration: Vec::new(),
    };
    of_players((1..).zip(lines).map(player).collect())
}

fn of_players(players: Vec<Player>) -> PairingHistory {
    let played = players.iter().map(|player| player.entries.len()).max().unwrap_or_default();
    PairingHistory {
        name: String::new(),
        rounds: played,
        played,
        initial: None,
        players,
        forbidden: Vec::new(),
        points: PointSystem::default(),
    }
}

fn points(entry: &Entry) -> f64 {
    match entry {
        Entry::Game { score: Score::Win, .. } | Entry::Forfeit { score: Score::Win, .. } => 1.0,
        Entry::Game { score: Score::Draw, .. } | Entry::Forfeit { score: Score::Draw, .. } => 0.5,
        Entry::Bye { bye: Bye::Allocated | Bye::Full } => 1.0,
        Entry::Bye { bye: Bye::Half } => 0.5,
        _ => 0.0,
    }
}

/// Article 16.2.
#[derive(PartialEq)]
enum Category {
    Played,
    FullBye,
    ForfeitWin,
    Requested,
    ForfeitLoss,
    RequestedAtTheEnd,
}

fn category(event: &PairingHistory, number: u32, round: usize) -> Category {
    let player = event.player(number).unwrap();
    let voluntary = |entry: Entry| match entry {
        Entry::Bye { bye } => bye == Bye::Half || bye == Bye::Zero,
        Entry::Forfeit { score, .. } => score == Score::Loss,
        Entry::Absent => true,
        Entry::Game { .. } => false,
    };
    match player.entry(round) {
        Entry::Game { .. } => Category::Played,
        Entry::Bye { bye: Bye::Allocated | Bye::Full } => Category::FullBye,
        Entry::Forfeit { score: Score::Loss, .. } => Category::ForfeitLoss,
        Entry::Forfeit { .. } => Category::ForfeitWin,
        Entry::Bye { .. } | Entry::Absent => {
            let mut later = (round + 1..event.played).map(|later| player.entry(later));
            if later.all(voluntary) { Category::RequestedAtTheEnd } else { Category::Requested }
        }
    }
}

fn own_score(event: &PairingHistory, number: u32) -> f64 {
    let player = event.player(number).unwrap();
    (0..event.played).map(|round| points(&player.entry(round))).sum()
}

fn score_for_opponents(event: &PairingHistory, number: u32) -> f64 {
    let player = event.player(number).unwrap();
    let score = |round| match category(event, number, round) {
        Category::RequestedAtTheEnd => 0.5,
        _ => points(&player.entry(round)),
    };
    (0..event.played).map(score).sum()
}

/// Buchholz cut 1, Buchholz and Sonneborn-Berger of a player in a Swiss event.
fn sums(event: &PairingHistory, number: u32) -> [f64; 3] {
    let player = event.player(number).unwrap();
    let (mut values, mut voluntary, mut berger) = (Vec::new(), Vec::new(), 0.0);
    for round in 0..event.played {
        let entry = player.entry(round);
        let category = category(event, number, round);
        let value = match category {
            Category::Played => score_for_opponents(event, entry.opponent().unwrap()),
            Category::ForfeitWin | Category::ForfeitLoss => {
                own_score(event, number).min(score_for_opponents(event, entry.opponent().unwrap()))
            }
            Category::FullBye | Category::Requested | Category::RequestedAtTheEnd => {
                own_score(event, number).min(0.5 * event.played as f64)
            }
        };
        values.push(value);
        berger += value * points(&entry);
        if !matches!(category, Category::Played | Category::FullBye | Category::ForfeitWin) {
            voluntary.push(value);
        }
    }
    let total: f64 = values.iter().sum();
    let least = |values: &[f64]| values.iter().copied().reduce(f64::min);
    let cut = least(&voluntary).or_else(|| least(&values)).unwrap_or_default();
    [total - cut, total, berger]
}

fn wins(event: &PairingHistory, number: u32) -> u32 {
    let player = event.player(number).unwrap();
    (0..event.played).filter(|round| points(&player.entry(*round)) == 1.0).count() as u32
}

/// Returns who is ahead by direct encounter, article 6: tries every result of every game that is missing.
pub(super) fn encounters(event: &PairingHistory, tied: &[u32]) -> Vec<Vec<u32>> {
    let mut met: BTreeMap<(u32, u32), Vec<f64>> = BTreeMap::new();
    for number in tied {
        for entry in &event.player(*number).unwrap().entries {
            if let Entry::Game { opponent, .. } = entry
                && tied.contains(opponent)
            {
                met.entry((*number, *opponent)).or_default().push(points(entry));
            }
        }
    }
    let mean = |one, other| {
        let games: &Vec<f64> = met.get(&(one, other))?;
        Some(games.iter().sum::<f64>() / games.len() as f64)
    };
    let mut missing = Vec::new();
    for (at, one) in tied.iter().enumerate() {
        missing.extend(
            tied[..at]
                .iter()
                .filter(|other| mean(*one, **other).is_none())
                .map(|other| (*one, *other)),
        );
    }
    let mut tables: Vec<BTreeMap<u32, f64>> = vec![
        tied.iter()
            .map(|one| (*one, tied.iter().filter_map(|other| mean(*one, *other)).sum()))
            .collect(),
    ];
    for (one, other) in &missing {
        tables = tables
            .into_iter()
            .flat_map(|table| {
                [0.0, 0.5, 1.0].map(|result| {
                    let mut table = table.clone();
                    *table.get_mut(one).unwrap() += result;
                    *table.get_mut(other).unwrap() += 1.0 - result;
                    table
                })
            })
            .collect();
    }
    let mut groups = Vec::new();
    let mut rest = tied.to_vec();
    if missing.is_empty() {
        let score = |one: &u32| (tables[0][one] * 1e6).round() as i64;
        rest.sort_by_key(|one| -score(one));
        groups.extend(rest.chunk_by(|a, b| score(a) == score(b)).map(<[u32]>::to_vec));
    } else {
        let always_ahead = |one: u32, rest: &[u32]| {
            let beats = |table: &BTreeMap<u32, f64>| {
                rest.iter().all(|other| *other == one || table[&one] > table[other] + 1e-9)
            };
            tables.iter().all(beats)
        };
        while let Some(first) = rest.iter().copied().find(|one| always_ahead(*one, &rest)) {
            groups.push(vec![first]);
            rest.retain(|one| *one != first);
        }
        if !rest.is_empty() {
            groups.push(rest);
        }
    }
    if groups.len() < 2 {
        let mut tied = tied.to_vec();
        tied.sort_unstable();
        return vec![tied];
    }
    groups.into_iter().flat_map(|group| encounters(event, &group)).collect()
}

/// Places by points and direct encounter alone.
pub(super) fn places_by_encounter(event: &PairingHistory, system: System) -> BTreeMap<u32, usize> {
    let records = Records::new(event, system);
    let mut by_points: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for player in 0..records.players() {
        by_points.entry(records.points(player)).or_default().push(player);
    }
    let mut places = BTreeMap::new();
    for tied in by_points.into_values().rev() {
        for group in split(&records, &tied) {
            let place = places.len() + 1;
            places.extend(group.iter().map(|player| (records.number(*player), place)));
        }
    }
    places
}

struct Stream(u64);

impl Stream {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}

/// An event with everything in it: games and forfeits between any two, byes of all kinds, people who
/// come late, go and come back.
fn random_event(stream: &mut Stream) -> PairingHistory {
    let (players, rounds) = (2 + stream.below(18) as usize, 1 + stream.below(9) as usize);
    let mut entries = vec![vec![Entry::Absent; rounds]; players];
    for round in 0..rounds {
        let mut free: Vec<usize> = (0..players).filter(|_| stream.below(6) > 0).collect();
        while free.len() > 1 {
            let white = free.remove(stream.below(free.len() as u64) as usize);
            let black = free.remove(stream.below(free.len() as u64) as usize);
            let results = [Score::Win, Score::Draw, Score::Loss];
            let at = stream.below(3) as usize;
            let (mine, theirs) = (results[at], results[2 - at]);
            let is_forfeit = stream.below(8) == 0;
            let entry = |opponent: usize, colour, score| {
                let opponent = opponent as u32 + 1;
                if !is_forfeit {
                    Entry::Game { opponent, colour, score }
                } else {
                    let score = if score == Score::Win { score } else { Score::Loss };
                    Entry::Forfeit { opponent, colour: Some(colour), score }
                }
            };
            entries[white][round] = entry(black, Colour::White, mine);
            entries[black][round] = entry(white, Colour::Black, theirs);
        }
        if let Some(last) = free.first() {
            entries[*last][round] = Entry::Bye { bye: Bye::Allocated };
        }
        for entries in &mut entries {
            if entries[round] == Entry::Absent && stream.below(2) == 0 {
                let bye = [Bye::Half, Bye::Zero, Bye::Full][stream.below(3) as usize];
                entries[round] = Entry::Bye { bye };
            }
        }
    }
    let player = |(number, entries)| Player {
        number,
        name: String::new(),
        rating: 0,
        entries,
        acceleration: Vec::new(),
    };
    of_players((1..).zip(entries).map(player).collect())
}

fn total(standings: &Standings, line: usize, tie_break: TieBreak) -> f64 {
    let at = standings.tie_breaks.iter().position(|one| *one == tie_break).unwrap();
    match &standings.lines[line].tie_breaks[at] {
        TieBreakValue::Sum(sum) => sum.total.0 as f64 / 100.0,
        TieBreakValue::Count(count) => f64::from(*count),
        TieBreakValue::Encounter(_) => panic!("no sum"),
    }
}

#[test]
fn a_second_calculation_agrees() {
    let mut stream = Stream(19);
    let mut compared = 0;
    for number in 0..400 {
        let event = random_event(&mut stream);
        let standings = standings(&event, System::Swiss);
        for (at, line) in standings.lines.iter().enumerate() {
            let ours = [TieBreak::BuchholzCut1, TieBreak::Buchholz, TieBreak::SonnebornBerger]
                .map(|tie_break| total(&standings, at, tie_break));
            assert_eq!(ours, sums(&event, line.number), "event {number}, player {}", line.number);
            assert_eq!(total(&standings, at, TieBreak::Wins), f64::from(wins(&event, line.number)));
            assert_eq!(f64::from(line.points) / 10.0, own_score(&event, line.number));
            compared += 1;
        }
    }
    assert!(compared > 3000, "{compared}");
}

/// Ties of up to four players, by every way in which their missing games could end.
#[test]
fn direct_encounter_tries_everything() {
    let mut stream = Stream(6);
    let (mut compared, mut parted) = (0, 0);
    for number in 0..800 {
        let event = random_event(&mut stream);
        let records = Records::new(&event, System::Swiss);
        let mut by_points: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for player in 0..records.players() {
            by_points.entry(records.points(player)).or_default().push(player);
        }
        for tied in by_points.values().filter(|tied| (2..=4).contains(&tied.len())) {
            let numbers: Vec<u32> = tied.iter().map(|player| records.number(*player)).collect();
            let mut ours: Vec<Vec<u32>> = split(&records, tied)
                .iter()
                .map(|group| group.iter().map(|player| records.number(*player)).collect())
                .collect();
            ours.iter_mut().for_each(|group| group.sort_unstable());
            assert_eq!(ours, encounters(&event, &numbers), "event {number}, tied {numbers:?}");
            compared += 1;
            parted += usize::from(ours.len() > 1);
        }
    }
    assert!(compared > 1000 && parted > 100, "{compared}, {parted}");
}
