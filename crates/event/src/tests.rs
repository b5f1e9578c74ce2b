#![allow(clippy::unwrap_used, reason = "a test may panic, helpers included")]

use games::{Outcome, Reason, Seat};
use jiff::tz::TimeZone;
use pairing::{
    history::{Bye, Entry, Number},
    standings::{System, standings},
};
use table::{EditionNo, MINUTE, PersonId};

use super::{
    sample::{happen, new_edition, pair, settings},
    *,
};

fn who(at: usize) -> PersonId {
    sample::who(&format!("p{at}"))
}

fn join(edition: &mut Edition, at: usize) {
    sample::join(edition, &format!("p{at}"), 2_000 - u32::try_from(at).unwrap());
}

/// An edition that has begun with so many players.
fn begun(players: usize, rounds: u16) -> Edition {
    let mut edition = new_edition(EditionSettings { rounds, ..settings(Form::Evening) });
    (0..players).for_each(|at| join(&mut edition, at));
    sample::begin(&mut edition, Vec::new());
    edition
}

/// Pairs the next round, whose games have numbers of their own, and lets White win each of them.
fn play_round(edition: &mut Edition, results: &mut Results) -> Option<NextRound> {
    let next = next_round(edition, results, |event| Some(pairing(&event))).ok()?;
    let first = 1_000 * u32::try_from(edition.rounds().len()).unwrap() + 1;
    for board in pair(edition, next.clone(), first) {
        let outcome = Some(Outcome::win(Seat::FIRST, Reason::Resignation));
        results.insert(board.game, GameResult { outcome, plies: 9 });
    }
    Some(next)
}

/// A Swiss edition of so many players after the first of its three rounds.
fn after_a_round(players: usize) -> (Edition, Results) {
    let mut edition =
        new_edition(EditionSettings { format: Format::Swiss, ..settings(Form::Evening) });
    (0..players).for_each(|at| join(&mut edition, at));
    sample::begin(&mut edition, Vec::new());
    let mut results = Results::new();
    play_round(&mut edition, &mut results);
    (edition, results)
}

#[test]
fn few_play_everybody_against_everybody_and_many_by_the_swiss_system() {
    for (players, rounds, games) in [(3, 3, 3), (6, 5, 15), (9, 5, 20), (40, 5, 100)] {
        let mut edition = begun(players, 5);
        let mut results = Results::new();
        let mut played = 0;
        while let Some(next) = play_round(&mut edition, &mut results) {
            played += next.games.len();
        }
        assert_eq!((edition.rounds().len(), played), (rounds, games), "{players} players");
        let table = &table(&edition, &results)[0];
        assert_eq!(table.standings.lines.len(), players);
    }
}

/// What was begun by the older rule, by which five people were enough for everybody to meet everybody in four
/// rounds, goes on so.
#[test]
fn an_old_log_is_paired_as_it_was() {
    let begun = |system| {
        let mut edition = new_edition(EditionSettings { rounds: 4, ..settings(Form::Evening) });
        (0..5).for_each(|at| join(&mut edition, at));
        let players = edition.entrants().iter().map(|one| one.who.clone()).collect();
        let (ratings, groups) = (Vec::new(), Vec::new());
        let started = EditionEvent::Started { players, ratings, groups, system };
        let text = started.text().replace(",\"system\":null", "");
        happen(&mut edition, MINUTE, EditionEvent::parse(&text).unwrap());
        (edition.system(), edition.planned_rounds())
    };
    assert_eq!(begun(None), (System::RoundRobin, 5));
    assert_eq!(begun(Some(System::Swiss)), (System::Swiss, 4));
    assert_eq!(settings(Form::Evening).system(3), System::RoundRobin);
}

#[test]
fn a_log_replays_to_the_same_edition() {
    let mut edition = begun(7, 4);
    let mut results = Results::new();
    play_round(&mut edition, &mut results);
    happen(&mut edition, 11, EditionEvent::Went { who: Who::Person(who(2)), why: Gone::Left });
    happen(&mut edition, 12, EditionEvent::ByeAsked { who: who(3), round: 1 });
    join(&mut edition, 7);
    play_round(&mut edition, &mut results);
    let log: Vec<EditionEntry> = edition
        .log()
        .iter()
        .map(|entry| {
            let event = EditionEvent::parse(&entry.event.text()).unwrap();
            EditionEntry { event, ..entry.clone() }
        })
        .collect();
    let of = (edition.event(), edition.ordinal());
    let at = (edition.place().clone(), None);
    assert_eq!(Edition::replay(edition.no(), of, at.clone(), log.clone()), Ok(edition));
    let cut = log[1..].to_vec();
    assert!(Edition::replay(EditionNo(1), of, at, cut).is_err());
}

#[test]
fn who_leaves_is_not_paired_and_who_comes_late_is() {
    let mut edition = begun(8, 3);
    let mut results = Results::new();
    play_round(&mut edition, &mut results);
    happen(&mut edition, 11, EditionEvent::Went { who: Who::Person(who(0)), why: Gone::Left });
    join(&mut edition, 8);
    happen(&mut edition, 12, EditionEvent::ByeAsked { who: who(1), round: 1 });
    let next = play_round(&mut edition, &mut results).unwrap();
    let playing: Vec<Number> = next.games.iter().flat_map(|&(one, other)| [one, other]).collect();
    assert!(!playing.contains(&1) && !playing.contains(&2) && playing.contains(&9));
    assert!(next.free.contains(&FreeRound { number: 2, why: Free::AskedHalf }));
    let table = &table(&edition, &results)[0];
    let points =
        |number| table.standings.lines.iter().find(|line| line.number == number).unwrap().points;
    // Half a point for the round that was missed, and what the game brought.
    assert!([5, 15].contains(&points(9)), "{}", points(9));
}

#[test]
fn the_bot_fills_up_only_where_somebody_would_be_left_over() {
    let mut edition = begun(8, 5);
    edition = {
        let mut filled =
            new_edition(EditionSettings { filler: Some(2), ..settings(Form::Evening) });
        (0..8).for_each(|at| join(&mut filled, at));
        let (who, name) = (Who::Bot(2), "bot".to_owned());
        happen(&mut filled, 1, EditionEvent::Joined { who, name, rating: 0 });
        sample::begin(&mut filled, Vec::new());
        assert_eq!(edition.starters() + 1, filled.starters());
        filled
    };
    let mut results = Results::new();
    let even = play_round(&mut edition, &mut results).unwrap();
    assert!(even.games.iter().all(|&(one, other)| one != 9 && other != 9) && even.free.is_empty());
    happen(&mut edition, 11, EditionEvent::Went { who: Who::Person(who(7)), why: Gone::Left });
    let odd = play_round(&mut edition, &mut results).unwrap();
    assert!(odd.games.iter().any(|&(one, other)| one == 9 || other == 9) && odd.free.is_empty());
    let bots_board =
        edition.rounds()[1].boards.iter().find(|board| board.white == 9 || board.black == 9);
    let winner = if bots_board.unwrap().white == 9 { Seat::FIRST } else { Seat::SECOND };
    let outcome = Some(Outcome::win(winner, Reason::Resignation));
    results.insert(bots_board.unwrap().game, GameResult { outcome, plies: 9 });
    // It stands in the table among the players, and the places are as if it did not.
    let table = &table(&edition, &results)[0];
    let lines = &table.standings.lines;
    let of_bot = lines.iter().position(|line| line.number == 9).unwrap();
    assert!(of_bot < 8, "somebody stands below it");
    assert_eq!(table.place(&lines[of_bot]), None);
    let people = lines.iter().filter(|line| line.number != 9).map(|line| (line, line.place));
    for (line, place) in people {
        let above = usize::from(lines[of_bot].place < place);
        assert_eq!(table.place(line), Some(place - above));
    }
}

#[test]
fn opponents_of_who_has_left_a_round_robin_have_the_point() {
    let mut edition = begun(4, 5);
    let mut results = Results::new();
    play_round(&mut edition, &mut results);
    happen(&mut edition, 11, EditionEvent::Went { who: Who::Person(who(3)), why: Gone::Left });
    let next = play_round(&mut edition, &mut results).unwrap();
    assert_eq!(next.games.len(), 1);
    assert!(next.free.iter().any(|free| free.why == Free::Walkover(4)));
    assert!(next.free.iter().any(|free| free.number == 4));
}

#[test]
fn a_game_to_which_somebody_does_not_come_is_a_forfeit() {
    use pairing::history::{Colour, Entry, Score};
    let win = Outcome::win(Seat::SECOND, Reason::Forfeit);
    let result = GameResult { outcome: Some(win), plies: 0 };
    let lost = result.entry(Colour::White, 2);
    let forfeit =
        |opponent, colour, score| Some(Entry::Forfeit { opponent, colour: Some(colour), score });
    assert_eq!(lost, forfeit(2, Colour::White, Score::Loss));
    assert_eq!(result.entry(Colour::Black, 1), forfeit(1, Colour::Black, Score::Win));
    let void = GameResult { outcome: Some(Outcome::Aborted), plies: 12 };
    assert_eq!(void.entry(Colour::White, 2), forfeit(2, Colour::White, Score::Loss));
}

#[test]
fn the_check_in_lasts_as_long_as_was_said_also_after_an_outage() {
    let start = 100 * MINUTE;
    let mut edition = new_edition(EditionSettings { start, ..settings(Form::Evening) });
    let none = Results::new();
    assert_eq!(upcoming(&edition, &none, &[]), Upcoming::CheckIn(85 * MINUTE));
    happen(&mut edition, 85 * MINUTE, EditionEvent::CheckInOpened);
    assert_eq!(upcoming(&edition, &none, &[]), Upcoming::Start(100 * MINUTE));
    let outage = table::Pause {
        from: 90 * MINUTE,
        to: Some(130 * MINUTE),
        cause: table::PauseCause::Outage,
    };
    assert_eq!(upcoming(&edition, &none, &[outage]), Upcoming::Start(140 * MINUTE));
    happen(&mut edition, 86 * MINUTE, EditionEvent::Cancelled { why: String::new() });
    assert_eq!(upcoming(&edition, &none, &[]), Upcoming::Nothing);
}

/// A year of Fridays, 19:00 by the clocks of Berlin, across both changes of summer time.
#[test]
fn a_year_of_starts_is_at_the_same_time_of_day() {
    let zone = TimeZone::get("Europe/Berlin")
        .unwrap_or_else(|_| jiff::tz::TimeZoneDatabase::bundled().get("Europe/Berlin").unwrap());
    let friday = Weekly { weekday: 5, minute: 19 * 60 };
    // 1 January 2027, 00:00 UTC.
    let mut at = 1_798_761_600_000;
    let (mut offsets, mut before) = (Vec::new(), None);
    for _ in 0..52 {
        at = weekly_after(at, friday, &zone).unwrap();
        let local = jiff::Timestamp::from_millisecond(at).unwrap().to_zoned(zone.clone());
        assert_eq!((local.hour(), local.minute()), (19, 0), "{local}");
        assert_eq!(local.weekday(), jiff::civil::Weekday::Friday);
        if let Some(before) = before {
            assert_eq!(local.date().since(before).unwrap().get_days(), 7);
        }
        before = Some(local.date());
        offsets.push(local.offset().seconds());
        assert_eq!(Weekly::of(at, &zone), Some(friday));
    }
    offsets.dedup();
    assert_eq!(offsets, [3_600, 7_200, 3_600]);
}

#[test]
fn a_league_plays_all_rounds_of_its_groups_at_once() {
    let mut edition = new_edition(settings(Form::League));
    (0..9).for_each(|at| join(&mut edition, at));
    sample::begin(&mut edition, vec![vec![1, 2, 3, 4, 5], vec![6, 7, 8, 9]]);
    let rounds = league_rounds(&edition);
    let games: usize = rounds.iter().map(|round| round.games.len()).sum();
    assert_eq!((rounds.len(), games), (5, 10 + 6));
    assert!(
        rounds.iter().flat_map(|round| &round.games).all(|&(one, other)| (one < 6) == (other < 6))
    );
}

/// A report file has no sign for half a point that both have without a game.
#[test]
fn what_is_drawn_counts_as_played_though_nobody_has_moved() {
    let mut edition = begun(2, 1);
    let mut results = Results::new();
    play_round(&mut edition, &mut results);
    for result in results.values_mut() {
        *result = GameResult { outcome: Some(Outcome::Draw(Reason::Adjudication)), plies: 0 };
    }
    let file = pairing::trf::write(&whole_event(&edition, &results));
    let read = pairing::trf::read(&file).unwrap();
    assert_eq!(read.event.players, whole_event(&edition, &results).players);
    assert!(table(&edition, &results)[0].standings.lines.iter().all(|line| line.points == 5));
}

#[test]
fn a_round_robin_goes_on_where_a_round_has_no_games() {
    let mut edition = begun(4, 5);
    let mut results = Results::new();
    play_round(&mut edition, &mut results);
    for number in [2, 4] {
        let who = edition.entrant(number).unwrap().who.clone();
        happen(&mut edition, 11 * MINUTE, EditionEvent::Went { who, why: Gone::Left });
    }
    let second = play_round(&mut edition, &mut results).unwrap();
    assert!(second.games.is_empty());
    let walkover = |number, gone| FreeRound { number, why: Free::Walkover(gone) };
    assert!(second.free.contains(&walkover(1, 2)) && second.free.contains(&walkover(3, 4)));
    let third = play_round(&mut edition, &mut results).unwrap();
    assert_eq!(third.games, [(3, 1)], "those who are there meet");
    assert_eq!(
        next_round(&edition, &results, |event| Some(pairing(&event))),
        Err(Unpairable::AllPlayed)
    );
    // One alone has a point against everybody who has gone; without anybody there is no round.
    let mut alone = begun(3, 5);
    let nobody = Results::new();
    for (number, rounds) in [(1, 3), (2, 3), (3, 0)] {
        let who = alone.entrant(number).unwrap().who.clone();
        happen(&mut alone, 11 * MINUTE, EditionEvent::Went { who, why: Gone::Left });
        let next = next_round(&alone, &nobody, |event| Some(pairing(&event)));
        assert_eq!(next.is_ok(), rounds > 0, "{number}");
    }
}

#[test]
fn byes_that_were_asked_for_do_not_end_an_evening() {
    let (mut edition, mut results) = after_a_round(3);
    for at in [0, 2] {
        happen(&mut edition, 11 * MINUTE, EditionEvent::ByeAsked { who: who(at), round: 1 });
    }
    let second = play_round(&mut edition, &mut results).unwrap();
    assert!(second.games.is_empty());
    for number in [1, 3] {
        assert!(second.free.contains(&FreeRound { number, why: Free::AskedHalf }));
    }
    let third = play_round(&mut edition, &mut results).unwrap();
    assert_eq!(third.games.len(), 1);
    let table = &table(&edition, &results)[0];
    let points: u32 = table.standings.lines.iter().map(|line| line.points).sum();
    assert_eq!(points, 20 + 20 + 20, "two games, and what was had without one: {table:?}");
}

/// Half a point is for the bye for which it was promised, also if a round was taken back since.
#[test]
fn the_first_bye_that_was_asked_for_is_worth_half_a_point() {
    let (mut edition, mut results) = after_a_round(4);
    for round in [2, 1] {
        happen(&mut edition, 11 * MINUTE, EditionEvent::ByeAsked { who: who(0), round });
    }
    for why in [Free::AskedZero, Free::AskedHalf] {
        let next = play_round(&mut edition, &mut results).unwrap();
        assert!(next.free.contains(&FreeRound { number: 1, why }), "{next:?}");
    }
}

#[test]
fn a_report_has_nothing_of_a_round_that_is_being_played() {
    let mut edition = begun(5, 3);
    let mut results = Results::new();
    play_round(&mut edition, &mut results);
    play_round(&mut edition, &mut results);
    let latest = edition.rounds().last().unwrap().boards[0].game;
    results.get_mut(&latest).unwrap().outcome = None;
    let event = whole_event(&edition, &results);
    assert_eq!(event.played, 1);
    assert!(event.players.iter().all(|player| player.entries.len() == 1));
}

#[test]
fn another_start_calls_everybody_anew() {
    let mut edition = new_edition(settings(Form::Evening));
    join(&mut edition, 0);
    happen(&mut edition, 15 * MINUTE, EditionEvent::CheckInOpened);
    happen(&mut edition, 16 * MINUTE, EditionEvent::CheckedIn { who: who(0) });
    let edited = |start| edited(EditionSettings { start, rounds: 4, ..settings(Form::Evening) });
    happen(&mut edition, 17 * MINUTE, edited(30 * MINUTE));
    assert!(edition.entrant_of(&who(0)).unwrap().is_here, "the start is the same");
    happen(&mut edition, 17 * MINUTE, edited(90 * MINUTE));
    assert!(!edition.entrant_of(&who(0)).unwrap().is_here);
    assert_eq!(upcoming(&edition, &Results::new(), &[]), Upcoming::CheckIn(75 * MINUTE));
}

#[test]
fn who_comes_in_a_round_that_is_taken_back_is_paired_in_it() {
    let (mut edition, mut results) = after_a_round(4);
    join(&mut edition, 4);
    happen(&mut edition, 12 * MINUTE, EditionEvent::Unpaired { round: 0 });
    let again = play_round(&mut edition, &mut results).unwrap();
    let playing = again.games.iter().flat_map(|&(one, other)| [one, other]);
    let has_round = playing.chain(again.free.iter().map(|free| free.number)).any(|one| one == 5);
    assert!(has_round && again.free.len() == 1, "{again:?}");
}

/// A newcomer to a round robin whose first round is taken back plays everybody, as if all had begun together.
#[test]
fn a_round_robin_begins_once_more_with_whoever_comes_before_the_first_move() {
    let mut edition = begun(4, 3);
    let next = next_round(&edition, &Results::new(), |_| None).unwrap();
    let boards = pair(&mut edition, next, 1);
    let plies = |plies| GameResult { outcome: None, plies };
    let mut results: Results = boards.iter().map(|board| (board.game, plies(0))).collect();
    assert!(edition.is_unplayed(&results));
    results.insert(boards[0].game, plies(1));
    assert!(!edition.is_unplayed(&results), "somebody has moved");

    happen(&mut edition, 12 * MINUTE, EditionEvent::Unpaired { round: 0 });
    assert_eq!(upcoming(&edition, &results, &[]), Upcoming::RoundOver, "nobody has come");
    for (at, minute) in [(4, 13), (5, 14)] {
        let (who, name) = (Who::Person(who(at)), format!("p{at}"));
        happen(&mut edition, minute * MINUTE, EditionEvent::Joined { who, name, rating: 3_000 });
        let again = Upcoming::Restart((minute + 1) * MINUTE);
        assert_eq!(upcoming(&edition, &results, &[]), again, "a minute after the last one");
    }
    happen(&mut edition, 14 * MINUTE, EditionEvent::Paused);
    assert_eq!(upcoming(&edition, &results, &[]), Upcoming::Nothing);
    let mut resumed = edition.clone();
    happen(&mut resumed, 14 * MINUTE, EditionEvent::Resumed);
    let at_once = Upcoming::Restart(14 * MINUTE);
    assert_eq!(upcoming(&resumed, &results, &[]), at_once, "whoever lets it go on says when");

    let gone = EditionEvent::Went { who: Who::Person(who(1)), why: Gone::TakenOut };
    happen(&mut resumed, 14 * MINUTE, gone);
    let players: Vec<Who> = [5, 4, 0, 2, 3].map(|at| Who::Person(who(at))).to_vec();
    let started = EditionEvent::Started {
        players,
        ratings: vec![2_000; 5],
        groups: Vec::new(),
        system: None,
    };
    happen(&mut resumed, 15 * MINUTE, started);
    assert!(resumed.is_taken_out(&who(1)), "only a manager brings them back");
    // Five are too many for everybody to meet everybody in three rounds.
    assert_eq!((resumed.starters(), resumed.system()), (5, System::Swiss));
    assert_eq!(upcoming(&resumed, &results, &[]), Upcoming::RoundOver);
}

#[test]
fn half_a_point_is_for_the_first_round_only() {
    let (mut edition, mut results) = after_a_round(4);
    join(&mut edition, 4);
    play_round(&mut edition, &mut results);
    join(&mut edition, 5);
    happen(&mut edition, 12 * MINUTE, EditionEvent::Unpaired { round: 1 });
    join(&mut edition, 6);
    play_round(&mut edition, &mut results);
    let event = whole_event(&edition, &results);
    let first = |number: usize| event.players[number - 1].entry(0);
    assert_eq!(first(5), Entry::Bye { bye: Bye::Half }, "came in the first round");
    assert_eq!([first(6), first(7)], [Entry::Absent; 2], "came in the second one");
    assert!(event.players[5..].iter().all(|player| player.entry(1) != Entry::Absent));
}

/// Returns what an edition is edited to.
fn edited(settings: EditionSettings) -> EditionEvent {
    EditionEvent::Edited { settings: Box::new(settings) }
}

#[test]
fn without_a_check_in_all_are_there() {
    let mut edition = new_edition(settings(Form::Evening));
    happen(&mut edition, 15 * MINUTE, EditionEvent::CheckInOpened);
    let off = EditionSettings { check_in: 0, ..settings(Form::Evening) };
    happen(&mut edition, 16 * MINUTE, edited(off));
    assert_eq!(edition.check_in_opened(), None);
    assert_eq!(upcoming(&edition, &Results::new(), &[]), Upcoming::Start(30 * MINUTE));
}

/// Whatever happens, an edition begins when it was said to, but for the time in which nobody could check in.
#[test]
fn only_what_keeps_players_from_the_check_in_moves_the_start() {
    use EditionEvent::{CheckInOpened, Paused, Resumed};
    let begins = |made: EditionSettings, happened: Vec<(i64, EditionEvent)>| {
        let mut edition = new_edition(made);
        for (at, event) in happened {
            happen(&mut edition, at * MINUTE, event);
        }
        upcoming(&edition, &Results::new(), &[]).at().map(|at| at / MINUTE)
    };
    let usual = || settings(Form::Evening);
    assert_eq!(begins(usual(), vec![(15, CheckInOpened)]), Some(30), "as was said");
    let soon = EditionSettings { start: 5 * MINUTE, ..usual() };
    assert_eq!(begins(soon, vec![(0, CheckInOpened)]), Some(5), "made shortly before");
    let longer = edited(EditionSettings { check_in: 25 * MINUTE, ..usual() });
    assert_eq!(begins(usual(), vec![(15, CheckInOpened), (20, longer)]), Some(30), "made longer");
    let earlier = edited(EditionSettings { start: 20 * MINUTE, ..usual() });
    assert_eq!(begins(usual(), vec![(12, earlier), (12, CheckInOpened)]), Some(20), "made earlier");
    assert_eq!(begins(usual(), vec![(25, CheckInOpened)]), Some(40), "opened late");
    let paused = vec![(15, CheckInOpened), (17, Paused), (47, Resumed)];
    assert_eq!(begins(usual(), paused), Some(60), "paused within");
    let before = vec![(5, Paused), (45, Resumed), (45, CheckInOpened)];
    assert_eq!(begins(usual(), before), Some(60), "paused before");
    let long_before = vec![(1, Paused), (3, Resumed), (15, CheckInOpened)];
    assert_eq!(begins(usual(), long_before), Some(30), "paused long before");
    let later = edited(EditionSettings { start: 60 * MINUTE, ..usual() });
    let edited = vec![(10, Paused), (50, later), (51, Resumed), (51, CheckInOpened)];
    assert_eq!(begins(usual(), edited), Some(61), "paused before it was set up anew");
}

#[test]
fn an_outage_before_an_event_was_made_does_not_put_it_off() {
    let soon = EditionSettings { start: 5 * MINUTE, ..settings(Form::Evening) };
    let mut edition = new_edition(soon);
    happen(&mut edition, 0, EditionEvent::CheckInOpened);
    let outage = |from, to| table::Pause {
        from: from * MINUTE,
        to: Some(to * MINUTE),
        cause: table::PauseCause::Outage,
    };
    let begins = |outage| upcoming(&edition, &Results::new(), &[outage]);
    assert_eq!(begins(outage(-60, -2)), Upcoming::Start(5 * MINUTE));
    assert_eq!(begins(outage(-60, 2)), Upcoming::Start(7 * MINUTE));
}

#[test]
fn ratings_are_those_of_the_start() {
    let mut edition = new_edition(settings(Form::Evening));
    (0..2).for_each(|at| join(&mut edition, at));
    let players = [1, 0].map(|at| Who::Person(who(at))).to_vec();
    let event = EditionEvent::Started {
        players,
        ratings: vec![2_100, 1_900],
        groups: Vec::new(),
        system: None,
    };
    happen(&mut edition, MINUTE, event);
    let ratings: Vec<u32> = edition.entrants().iter().map(|one| one.rating).collect();
    assert_eq!(ratings, [2_100, 1_900]);
}

/// A report file shows a round by its pairings; where there are none, by what everybody has in it.
#[test]
fn a_report_has_rounds_that_nobody_has_played() {
    let (mut edition, mut results) = after_a_round(3);
    let who_left = Who::Person(who(1));
    happen(&mut edition, 11 * MINUTE, EditionEvent::Went { who: who_left, why: Gone::Left });
    for at in [0, 2] {
        happen(&mut edition, 11 * MINUTE, EditionEvent::ByeAsked { who: who(at), round: 1 });
    }
    assert!(play_round(&mut edition, &mut results).unwrap().games.is_empty());
    let event = whole_event(&edition, &results);
    let read = pairing::trf::read(&pairing::trf::write(&event)).unwrap().event;
    assert_eq!((event.played, read.played), (2, 2));
    let lines = |event| standings(event, System::Swiss).lines;
    let [ours, theirs] = [lines(&event), lines(&read)];
    assert_eq!(ours, theirs);
}
