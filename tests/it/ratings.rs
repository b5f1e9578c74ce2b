//! Rated games, their ratings, and results that are put right: the real host on a real store.

#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

mod servers;

use std::{path::Path, time::Duration};

use chat::{Drawing, Incoming};
use engine::bot_rating;
use games::GameKind;
use host::{HostSettings, ManualClock, RatingCheck, replay_game};
use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};
use store::{KeptRatings, StoreError};
use table::{MessageId, Person, PersonId, PlaceId, Platform, ServerId};

use crate::support::tables::{DAY, Folder, START, Table, channel};

impl Table {
    /// A game of Lyra between two people, white first, in which each moves once and one of them resigns.
    async fn plays(&mut self, terms: &str, white: &str, black: &str, loser: &str) -> String {
        self.asked(white, &format!("challenge @{black} lyra white {terms}")).await;
        let begun = self.asked(black, "accept").await;
        let no =
            begun.split_whitespace().find(|word| word.starts_with("**#") || word.starts_with('#'));
        let no =
            no.unwrap_or_else(|| panic!("{begun}")).trim_matches(|c: char| !c.is_ascii_digit());
        let no = no.to_owned();
        for (name, mv) in [(white, "b2-b3"), (black, "b5-b4")] {
            let said = self.asked(name, &format!("move {mv} #{no}")).await;
            assert!(said.contains("turn"), "{said}");
        }
        self.asked(loser, &format!("resign #{no} yes")).await
    }
}

/// Returns what is wrong with the ratings of a database.
fn faults(database: &Path) -> Vec<String> {
    let check = store::over_ratings(database, RatingCheck::new, |check, row, events| {
        check.see(&replay_game(&row, &events, |_| String::new()).unwrap());
        Ok::<(), StoreError>(())
    });
    check.unwrap().finish().0
}

/// Returns what the database keeps about ratings.
fn kept(database: &Path) -> KeptRatings {
    store::over_ratings(database, |kept| kept, |_, _, _| Ok::<(), StoreError>(())).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rated_game_changes_ratings_and_a_casual_one_does_not() {
    let folder = Folder::new();
    let mut table = Table::open(&folder.db());
    let said = table.asked("ann", "rating").await;
    assert_eq!(said, "You have finished no rated game yet. `challenge @name rated` starts one.");
    let said = table.plays("casual", "ann", "ben", "ben").await;
    assert!(!said.contains("Ratings"), "{said}");
    let offered = table.asked("ann", "challenge @ben lyra white rated").await;
    assert!(offered.contains(", rated."), "{offered}");
    table.asked("ann", "withdraw").await;
    let said = table.plays("rated", "ann", "ben", "ben").await;
    assert!(said.contains("\nRatings: ann 1662? (+162), ben 1338? (−162).\n"), "{said}");
    let said = table.asked("ann", "rating").await;
    assert!(said.contains("Lyra: **1662?** ± 581, 1 game."), "{said}");
    let shown = table.asked_in(channel(), "ann", "rating").await;
    let picture = shown[0].picture().unwrap();
    assert!(picture.alt.starts_with("The course of a rating: ann, Lyra. 1662? ± 581, 1 game."));
    assert!(matches!(&picture.drawing, Drawing::Curve(curve) if curve.points.len() == 1));
    assert!(table.asked("ann", "rating @ben lyra").await.contains("**1338?**"));
    assert!(table.asked("ann", "profile @ben").await.contains("Lyra: **1338?**"));
    let top = table.asked("carl", "top").await;
    let (ann, ben) = (top.find("ann **1662?**").unwrap(), top.find("ben **1338?**").unwrap());
    assert!(ann < ben && top.contains("1: 743, 2: 1038"), "{top}");
    assert!(table.asked("carl", "top mix").await.contains("Nobody has finished a rated game"));
    // A game for which nobody moved enough says so.
    table.asked("ann", "challenge @ben lyra white rated").await;
    table.asked("ben", "accept").await;
    table.asked("ann", "b2-b3").await;
    let said = table.asked("ben", "resign yes").await;
    assert!(!said.contains("Ratings:"), "{said}");
    table.stop().await;
    assert_eq!(faults(&folder.db()), [""; 0]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rated_games_are_between_people() {
    let folder = Folder::new();
    let mut table = Table::open(&folder.db());
    let said = table.asked("ann", "challenge bot:3 rated").await;
    assert!(said.contains("Games with the bot are casual"), "{said}");
    table.asked("ann", "challenge anyone martian players:3 rated").await;
    let said = table.asked("ann", "fill").await;
    assert!(said.contains("is rated, so its seats are for people"), "{said}");
    table.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rated_game_has_a_clock() {
    let folder = Folder::new();
    let mut table = Table::open(&folder.db());
    for line in ["challenge @ben lyra rated", "seek lyra rated", "challenge anyone lyra rated"] {
        let said = table.asked("ann", line).await;
        assert!(said.contains("Sides by lot, 3d a move, rated."), "{line}: {said}");
        table.asked("ann", "withdraw").await;
    }
    let said = table.asked("ann", "challenge @ben lyra none rated").await;
    let wanted = "A rated game needs a clock, or it could stand still for ever. \
                  `challenge @ben lyra 3d/move rated` has one.";
    assert_eq!(said, wanted);
    let said = table.asked("ann", "seek rated unlimited").await;
    assert!(said.contains("`seek rated 3d/move` has one."), "{said}");
    let said = table.asked("ann", "challenge bot rated none").await;
    assert!(said.contains("Games with the bot are casual"), "{said}");
    // The server's usual clock holds for rated games as well; that it has none does not.
    for (usual, clock) in [("2d/move", "2d a move"), ("none", "3d a move")] {
        table.asked("ann", &format!("server set default lyra {usual}")).await;
        let said = table.asked("ann", "challenge @ben lyra rated").await;
        assert!(said.contains(&format!(", {clock}, rated.")), "{usual}: {said}");
        table.asked("ann", "withdraw").await;
    }
    assert!(table.asked("ann", "challenge @ben lyra").await.contains("no clock, casual."));
    table.asked("ann", "withdraw").await;
    table.plays("rated 5d/move", "ann", "ben", "ben").await;
    let said = table.asked("ann", "rematch").await;
    assert!(said.contains(", 5d a move, rated."), "{said}");
    table.stop().await;
}

/// Whoever has gone away loses all the same; after three losses on time in a row nobody gains by it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_row_of_losses_on_time_costs_the_loser_alone() {
    let (folder, clock) = (Folder::new(), ManualClock::new(START));
    let mut table = Table::at(&folder.db(), &clock);
    for (at, other) in ["ben", "carl", "dora", "ben", "carl"].into_iter().enumerate() {
        table.asked("ann", &format!("challenge @{other} lyra white 10s/move rated")).await;
        table.asked(other, "accept").await;
        table.asked("ann", "b2-b3").await;
        table.asked(other, "b5-b4").await;
        clock.advance(Duration::from_secs(11));
        let said = table.answers().await.join("\n");
        let ratings = said.lines().find(|line| line.starts_with("Ratings: ")).unwrap();
        assert!(ratings.contains("ann 1"), "{ratings}");
        assert_eq!(ratings.contains(&format!("{other} 1")), at < 3, "{ratings}");
        assert_eq!(ratings.contains(" Nobody gains by the loss on time: "), at >= 3, "{ratings}");
    }
    let said = table.asked("carl", "rating @ben").await;
    assert!(said.contains(", 1 game."), "{said}");
    assert!(table.asked("ann", "rating").await.contains(", 5 games."));
    // Ann manages the page. That she has won the second one ends the row, and begins a new one.
    table.asked("ann", "mod result #2 1-0 the clock was wrong").await;
    assert!(table.asked("ben", "rating").await.contains(", 2 games."));
    table.stop().await;
    assert_eq!(faults(&folder.db()), [""; 0]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_eleventh_game_of_a_week_does_not_count_and_next_week_counts_again() {
    let (folder, clock) = (Folder::new(), ManualClock::new(START));
    let mut table = Table::at(&folder.db(), &clock);
    for _ in 0..10 {
        assert!(table.plays("rated", "ann", "ben", "ben").await.contains("Ratings: "));
    }
    let said = table.plays("rated", "ann", "ben", "ben").await;
    assert!(said.contains("It does not count for ratings: two of you have had 10"), "{said}");
    let said = table.asked("ann", "mod result #11 draw we had agreed on one").await;
    let why =
        "is put right: drawn. Why: we had agreed on one. It does not count for ratings: two of you";
    assert!(said.contains(why), "{said}");
    clock.advance(DAY * 7);
    assert!(table.plays("rated", "ann", "ben", "ben").await.contains("Ratings: "));
    table.stop().await;
    assert_eq!(faults(&folder.db()), [""; 0]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hundred_corrections_leave_what_the_games_come_to() {
    let (folder, clock) = (Folder::new(), ManualClock::new(START));
    let mut table = Table::at(&folder.db(), &clock);
    let (people, mut random) = (["ann", "ben", "carl", "dora"], StdRng::seed_from_u64(7));
    for _ in 0..24 {
        let first = random.random_range(0..4_usize);
        let second = (first + 1 + random.random_range(0..3_usize)) % 4;
        let loser = if random.random_bool(0.5) { first } else { second };
        table.plays("rated", people[first], people[second], people[loser]).await;
        clock.advance(DAY * random.random_range(0..4_u32));
    }
    let said = table.asked("ann", "mod result #1 none").await;
    assert!(said.ends_with("without a result. It does not count for ratings any more."), "{said}");
    let why = "both of them agreed afterwards that the clock had been wrong";
    let said = table.asked("ann", &format!("mod result #1 draw {why}")).await;
    assert!(said.contains(&format!(" Why: {why}.")), "{said}");
    assert!(said.starts_with("<@") && said.contains(": the result of #1 is put right"), "{said}");
    let refused = table.asked("ben", "mod result #3 draw he asked").await;
    assert!(refused.contains("Only whoever took the first name"), "{refused}");
    let mut corrected = 0;
    for _ in 0..100 {
        let no = random.random_range(1..=24);
        let result = ["1-0", "0-1", "draw", "none"][random.random_range(0..4_usize)];
        let said = table.asked("ann", &format!("mod result #{no} {result} by mistake")).await;
        corrected += usize::from(said.contains("is put right"));
        assert!(said.contains("put right") || said.contains("stands so already"), "{said}");
    }
    assert!(corrected > 50, "{corrected}");
    table.plays("rated", "ann", "ben", "ben").await;
    table.stop().await;
    assert_eq!(faults(&folder.db()), [""; 0]);
    let conn = rusqlite::Connection::open(folder.db()).unwrap();
    conn.execute("UPDATE rating SET rating = rating + 1 WHERE person = 'local:ann'", []).unwrap();
    drop(conn);
    assert!(!faults(&folder.db()).is_empty(), "a rating that is off by a millionth is found");
}

/// A club's ratings by the formulas before there were bounds are computed anew at the first start, once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ratings_by_older_formulas_are_computed_anew_once() {
    let folder = Folder::new();
    let mut table = Table::open(&folder.db());
    table.plays("rated", "ann", "ben", "ben").await;
    table.plays("rated", "carl", "ben", "carl").await;
    table.stop().await;
    let right = kept(&folder.db()).ratings;
    let older = "DELETE FROM rating_formulas;
        UPDATE rating SET rating = 30471000000, deviation = 758000000 WHERE person = 'local:ann';
        DELETE FROM rating WHERE person = 'local:ben';";
    rusqlite::Connection::open(folder.db()).unwrap().execute_batch(older).unwrap();
    assert_eq!(faults(&folder.db()), [""; 0], "ratings of other formulas are not compared");
    Table::open(&folder.db()).stop().await;
    assert_eq!((kept(&folder.db()).ratings, faults(&folder.db())), (right, vec![]));
    let edited = "UPDATE rating SET rating = rating + 1 WHERE person = 'local:ann'";
    rusqlite::Connection::open(folder.db()).unwrap().execute_batch(edited).unwrap();
    Table::open(&folder.db()).stop().await;
    assert_eq!(faults(&folder.db()).len(), 1, "the next start has computed nothing");
}

/// Whoever wins thirty games over three new accounts has a rating that says something, but nobody knows how strong
/// the others are.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_place_needs_opponents_whose_strength_is_known() {
    let (folder, clock) = (Folder::new(), ManualClock::new(START));
    let mut table = Table::at(&folder.db(), &clock);
    for loser in ["ben", "carl", "dora"] {
        for _ in 0..10 {
            table.plays("rated", "ann", loser, loser).await;
        }
    }
    let place = |top: &str, name: &str| {
        let line = top.lines().find(|line| line.contains(&format!("{name} **"))).unwrap();
        line.split_once("\\. ").map(|(place, _)| place.to_owned())
    };
    let top = table.asked("ann", "top").await;
    assert_eq!(["ann", "ben"].map(|name| place(&top, name)), [None, None], "{top}");
    assert!(top.contains("has yet to play with 3 people"), "{top}");
    assert!(top.find("ann").unwrap() < top.find("ben").unwrap(), "{top}");
    // Those who have lost play among themselves, until it is known how strong they are.
    for _ in 0..2 {
        clock.advance(DAY * 7);
        for [one, other] in [["ben", "carl"], ["carl", "dora"], ["dora", "ben"]] {
            for loser in [one, other].repeat(5) {
                table.plays("rated", one, other, loser).await;
            }
        }
    }
    let top = table.asked("ann", "top").await;
    let places = ["ann", "ben", "carl", "dora"].map(|name| place(&top, name).unwrap());
    assert_eq!(places[0], "1", "{top}");
    table.stop().await;
}

/// Where only two are rated, each is all that the other needs.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_who_play_with_each_other_have_places() {
    let (folder, clock) = (Folder::new(), ManualClock::new(START));
    let mut table = Table::at(&folder.db(), &clock);
    for _ in 0..3 {
        for loser in ["ann", "ben", "ben", "ann", "ben", "ben", "ann", "ben", "ann", "ben"] {
            table.plays("rated", "ann", "ben", loser).await;
        }
        clock.advance(DAY * 7);
    }
    let top = table.asked("carl", "top").await;
    assert!(top.contains("1\\. ann **") && top.contains("2\\. ben **"), "{top}");
    table.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_of_three_seats_has_a_scale_of_its_own() {
    let folder = Folder::new();
    let mut table = Table::open(&folder.db());
    table.asked("ann", "challenge @ben @carl martian players:3 order:listed seat:1 rated").await;
    table.asked("ben", "accept").await;
    table.asked("carl", "accept").await;
    for _ in 0..3 {
        for name in ["ann", "ben", "carl"] {
            let legal = table.asked(name, "legal").await;
            let mv = legal.split('`').nth(1).unwrap_or_default().to_owned();
            table.asked(name, &format!("move {mv}")).await;
        }
    }
    table.asked("ben", "resign yes").await;
    table.asked("ann", "draw offer").await;
    let said = table.asked("carl", "draw accept").await;
    // Who had left has no part in the draw of the others.
    let ratings = "Ratings: ann 1611? (+111), ben 1279? (−221), carl 1611? (+111).";
    assert!(said.contains(ratings), "{said}");
    assert!(table.asked("ann", "rating").await.contains("Martian Chess for 3: **"));
    table.stop().await;
    assert_eq!(faults(&folder.db()), [""; 0]);
}

/// The fixed ratings of the bots follow from the ladders that docs/ENGINE.md lists: the player of random moves
/// has 500, and each level is better than the one below by what their games say.
#[test]
fn ratings_of_bots_follow_from_the_measured_ladders() {
    let doc = include_str!("../../docs/ENGINE.md");
    for kind in GameKind::ALL {
        let (_, rest) = doc.split_once(&format!("### The ladder of {}\n", kind.title())).unwrap();
        let mut expected: f64 = 500.0;
        for level in 1..=7_u8 {
            let line = rest.lines().find(|line| line.starts_with(&format!("| {level} |"))).unwrap();
            let score = line.split('|').nth(2).unwrap().split_whitespace().next().unwrap();
            let score: f64 = format!("0{score}").parse().unwrap();
            expected += 400.0 * (score / (1.0 - score)).log10();
            let has = f64::from(bot_rating(kind, level).unwrap());
            assert!((has - expected).abs() < 0.51, "{} {level}: {has}, {expected}", kind.title());
        }
        assert_eq!((bot_rating(kind, 0), bot_rating(kind, 8)), (None, None));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_result_is_put_right_in_the_server_of_its_game_alone() {
    let (folder, clock) = (Folder::new(), ManualClock::new(START));
    let mut table = Table::with(&folder.db(), &clock, HostSettings::new(Platform::Discord));
    let people = ["ann", "ben"]
        .map(|name| Person { id: PersonId::new(Platform::Discord, name), name: name.to_owned() });
    let mut n = 0;
    let mut line = |server: &str, who: usize, text: &str| {
        n += 1;
        let place = PlaceId::channel(Platform::Discord, format!("7{server}"));
        let id = MessageId::new(Platform::Discord, format!("{n}"));
        Incoming {
            mentioned: people.to_vec(),
            server: Some(ServerId::new(Platform::Discord, server)),
            manages: who == 0 && server == "2",
            ..Incoming::line(id, people[who].clone(), place, text, START)
        }
    };
    let story = [
        (0, "!challenge @ben lyra white rated"),
        (1, "!accept"),
        (0, "!b2-b3"),
        (1, "!b5-b4"),
        (0, "!resign #1 yes"),
    ];
    for (who, text) in story {
        table.host.receive(line("1", who, text));
        table.answers().await;
    }
    // Ann manages another server, from which she sees the game since she has played it.
    table.host.receive(line("2", 0, "!mod result #1 1-0 I should have won"));
    let said = table.answers().await.join("\n");
    assert_eq!(said, "#1 is a game of another server; its result can be put right there.");
    table.stop().await;
    assert_eq!(faults(&folder.db()), [""; 0]);
    assert!(kept(&folder.db()).corrections.is_empty());
}
