//! An edition in tables, at each of its stages.

use event::{
    EditionEvent, EditionSettings, Form, Format, GameResult, Gone, Who, league_rounds, next_round,
    pairing,
    sample::{self, begin, join, new_edition, settings, who},
};
use games::{Outcome, Reason, Seat};
use table::MINUTE;

use super::*;
use crate::events::mine::actions_for;

fn happen(edition: &mut Edition, event: EditionEvent) {
    sample::happen(edition, MINUTE, event);
}

/// An edition that these have entered, the first of them the strongest.
fn entered(form: Form, format: Format, names: &[&str]) -> Edition {
    let mut edition = new_edition(EditionSettings { format, ..settings(form) });
    for (name, below) in names.iter().zip(0..) {
        join(&mut edition, name, 1_800 - below);
    }
    edition
}

/// Pairs the next round; its games have the numbers from ten times the round on.
fn pair(edition: &mut Edition, results: &mut Results) {
    let round = edition.rounds().len();
    let next = match edition.settings().form {
        Form::Evening => next_round(edition, results, |event| Some(pairing(&event))).unwrap(),
        Form::League => league_rounds(edition).swap_remove(round),
    };
    let first = u32::try_from(round + 1).unwrap() * 10;
    for board in sample::pair(edition, next, first) {
        results.insert(board.game, GameResult { outcome: None, plies: 0 });
    }
}

/// A game is won by the seat, or drawn, after so many plies.
fn ended(results: &mut Results, game: u32, winner: Option<Seat>, plies: u32) {
    let outcome = match winner {
        Some(seat) => Outcome::win(seat, Reason::Resignation),
        None => Outcome::Draw(Reason::Agreement),
    };
    results.insert(GameNo(game), GameResult { outcome: Some(outcome), plies });
}

fn words(table: &EventTable) -> Vec<String> {
    let name = |number| {
        let player = table.players.iter().find(|player| player.number == Some(number));
        player.map_or("", |player| player.name.as_str())
    };
    let line = |line: &LineView| {
        let cells: Vec<&str> = line.rounds.iter().map(|cell| &*cell.text).collect();
        let place = line.place.unwrap();
        format!("{place}. {} {} | {}", name(line.number), line.points, cells.join(" "))
    };
    table.groups.iter().flat_map(|group| group.lines.iter().map(line)).collect()
}

#[test]
fn before_it_begins_there_are_players_and_ways_in_and_out() {
    let mut edition = entered(Form::Evening, Format::Auto, &["ann", "ben"]);
    let mut results = Results::new();
    let labels = |edition: &Edition, name: &str| {
        let actions = actions_for(edition, &Results::new(), &who(name));
        actions.into_iter().map(|one| format!("{}: {}", one.label, one.line)).collect::<Vec<_>>()
    };
    let view = event_table(&edition, &Results::new(), &who("ben"));
    assert!(view.groups.is_empty() && view.rounds.is_empty());
    assert_eq!(
        view.players[1],
        PlayerView {
            number: None,
            name: "ben".to_owned(),
            rating: 1_799,
            is_person: true,
            here: false,
            gone: false,
            mine: true,
        }
    );
    assert!(!view.players[0].mine);
    assert_eq!(labels(&edition, "carl"), ["Join: tournament join T1"]);
    assert_eq!(labels(&edition, "ann"), ["Not today: tournament leave T1"]);
    happen(&mut edition, EditionEvent::CheckInOpened);
    let both = ["I am here: tournament checkin T1", "Not today: tournament leave T1"];
    assert_eq!(labels(&edition, "ann"), both);
    happen(&mut edition, EditionEvent::CheckedIn { who: who("ann") });
    assert_eq!(labels(&edition, "ann"), ["Not today: tournament leave T1"]);
    // Before it gives up a game its player is asked.
    begin(&mut edition, Vec::new());
    assert_eq!(labels(&edition, "ann"), ["Leave: tournament leave T1"]);
    assert_eq!(labels(&edition, "carl"), ["Join: tournament join T1"], "nobody has moved");
    pair(&mut edition, &mut results);
    let moved = |result: &mut GameResult| result.plies = 1;
    results.values_mut().for_each(moved);
    let carl = actions_for(&edition, &results, &who("carl"));
    assert_eq!(carl, [], "where everybody meets everybody nobody comes after the first move");
}

#[test]
fn whoever_may_come_late_is_offered_the_way_in() {
    let mut edition = entered(Form::Evening, Format::Swiss, &["ann", "ben", "carl"]);
    let mut results = Results::new();
    begin(&mut edition, Vec::new());
    let can_join = |edition: &Edition, name: &str| {
        actions_for(edition, &Results::new(), &who(name))
            .iter()
            .any(|one| one.line == "tournament join T1")
    };
    pair(&mut edition, &mut results);
    assert!(can_join(&edition, "dora"));
    for (name, why, again) in [("ben", Gone::Left, true), ("carl", Gone::TakenOut, false)] {
        happen(&mut edition, EditionEvent::Went { who: Who::Person(who(name)), why });
        assert_eq!(can_join(&edition, name), again, "{name}");
    }
    let view = event_table(&edition, &results, &who("ann"));
    assert_eq!(view.players.iter().filter(|player| player.gone).count(), 2);
    happen(&mut edition, EditionEvent::Finished);
    assert!(!can_join(&edition, "dora"));
}

#[test]
fn an_evening_is_seen_round_by_round() {
    let mut edition = entered(Form::Evening, Format::Swiss, &["ann", "ben", "carl", "dora", "eve"]);
    let mut results = Results::new();
    begin(&mut edition, Vec::new());
    pair(&mut edition, &mut results);
    let view = event_table(&edition, &results, &who("carl"));
    // Nothing counts yet, but whom everybody plays is there.
    assert_eq!((view.groups[0].rounds, view.groups[0].group), (0, None));
    assert_eq!(
        words(&view),
        ["1. ann 0 | 3w…", "1. ben 0 | 4b…", "1. carl 0 | 1b…", "1. dora 0 | 2w…", "1. eve 0 | +"]
    );
    let cell = &view.groups[0].lines[2].rounds[0];
    assert_eq!(
        (cell.how, cell.with, cell.white, cell.game),
        ("plays", Some(1), Some(false), Some(GameNo(10)))
    );
    assert_eq!(view.rounds[0].free, ["eve is left over and has a point"]);
    assert_eq!(view.rounds[0].pairs[0].result, None);

    // ann wins over the board, dora since ben did not come.
    ended(&mut results, 10, Some(Seat::FIRST), 30);
    ended(&mut results, 11, Some(Seat::FIRST), 1);
    pair(&mut edition, &mut results);
    let view = event_table(&edition, &results, &who("carl"));
    let told: Vec<_> = view.rounds[0].pairs.iter().map(|pair| pair.result.as_deref()).collect();
    assert_eq!(told, [Some("1–0"), Some("1–0 by forfeit")]);
    assert_eq!(view.groups[0].rounds, 1);
    let lines = words(&view);
    assert!(lines.iter().all(|line| line.contains(" | ")), "{lines:?}");
    let ann = lines.iter().find(|line| line.contains("ann")).unwrap();
    assert!(ann.contains("ann 1 | ") && ann.contains("w1 ") && ann.ends_with('…'), "{lines:?}");
    let row = |view: &EventTable, number| {
        view.groups[0].lines.iter().find(|line| line.number == number).unwrap().clone()
    };
    assert_eq!(row(&view, 4).rounds[0].how, "won by forfeit");
    assert_eq!(row(&view, 4).rounds[0].game, Some(GameNo(11)));
    assert_eq!(row(&view, 5).rounds[0].how, "a point without a game");

    // A draw of the round that is being played is seen, and counts once the round is over.
    let drawn = view.rounds[1].pairs[0].clone();
    ended(&mut results, drawn.game.0, None, 40);
    let view = event_table(&edition, &results, &who("carl"));
    let cell = row(&view, drawn.white).rounds[1].clone();
    assert!(cell.text.ends_with("w½") && cell.how == "drew", "{cell:?}");
    assert_eq!(view.groups[0].rounds, 1);
    let heads: Vec<_> = view.groups[0].tie_breaks.iter().map(|one| (one.code, one.name)).collect();
    assert_eq!(heads[0], ("BH-C1", "Buchholz Cut 1"));
    assert!(view.groups[0].lines.iter().all(|line| line.tie_breaks.len() == heads.len()));
}

#[test]
fn each_group_of_a_league_has_a_table_of_its_own() {
    let mut edition = entered(Form::League, Format::Auto, &["ann", "ben", "carl", "dora"]);
    let mut results = Results::new();
    begin(&mut edition, vec![vec![1, 2], vec![3, 4]]);
    pair(&mut edition, &mut results);
    ended(&mut results, 10, Some(Seat::SECOND), 12);
    let view = event_table(&edition, &results, &who("dora"));
    let groups: Vec<_> = view.groups.iter().map(|group| (group.group, group.lines.len())).collect();
    assert_eq!(groups, [(Some(1), 2), (Some(2), 2)]);
    assert_eq!([view.groups[0].games, view.groups[1].games], [Some((1, 1)), Some((0, 1))]);
    // Opponents are told by the lines of their own group.
    let second = &words(&view)[2..];
    assert!(second.iter().all(|line| line.ends_with('…') && line.contains(" 0 | ")), "{second:?}");
    let first = &view.groups[0].lines[0];
    assert_eq!((first.points.as_str(), first.rounds[0].how), ("1", "won"));
}

#[test]
fn a_podium_is_for_those_who_have_points_when_it_was_played_to_its_end() {
    for (end, podium) in [
        (EditionEvent::Finished, vec!["ann"]),
        (EditionEvent::Cancelled { why: String::new() }, Vec::new()),
    ] {
        let mut edition = entered(Form::Evening, Format::Swiss, &["ann", "ben", "carl", "dora"]);
        let mut results = Results::new();
        begin(&mut edition, Vec::new());
        pair(&mut edition, &mut results);
        ended(&mut results, 10, Some(Seat::FIRST), 12);
        ended(&mut results, 11, Some(Seat::FIRST), 12);
        let stands = |edition: &Edition| {
            let view = event_table(edition, &results, &who("ann"));
            let lines = view.groups[0].lines.iter().filter(|line| line.podium);
            let name = |line: &LineView| {
                let player = view.players.iter().find(|one| one.number == Some(line.number));
                player.unwrap().name.clone()
            };
            lines.map(name).collect::<Vec<_>>()
        };
        assert!(stands(&edition).is_empty(), "it is still being played");
        happen(&mut edition, end);
        assert_eq!(stands(&edition).first().map(String::as_str), podium.first().copied());
    }
}

/// A page asks for all of it whenever something changes.
#[test]
fn the_largest_evening_is_not_too_much_for_a_page() {
    let names: Vec<String> = (1..=200).map(|n| format!("player number {n}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut edition = entered(Form::Evening, Format::Swiss, &names);
    let mut results = Results::new();
    begin(&mut edition, Vec::new());
    for round in 0..7 {
        // Half of them move on by one seat each round.
        let boards: Vec<Board> = (0..100)
            .map(|at| Board {
                pair: u16::try_from(at + 1).unwrap(),
                white: at + 1,
                black: 101 + (at + round) % 100,
                game: GameNo(1_000 * (round + 1) + at),
            })
            .collect();
        for board in &boards {
            let winner = [Some(Seat::FIRST), None, Some(Seat::SECOND)][board.game.0 as usize % 3];
            ended(&mut results, board.game.0, winner, 30);
        }
        let round = usize::try_from(round).unwrap();
        let paired = EditionEvent::Paired { round, boards, free: Vec::new(), given_up: Vec::new() };
        happen(&mut edition, paired);
    }
    let view = event_table(&edition, &results, &who("player number 7"));
    let cells = view.groups[0].lines.iter().map(|line| line.rounds.len());
    assert_eq!((cells.sum::<usize>(), view.rounds.len()), (1_400, 7));
    let size = serde_json::to_string(&view).unwrap().len();
    assert!(size < 256 * 1_024, "{size} bytes");
}
