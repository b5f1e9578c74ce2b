//! What people type about events at an awkward moment, and managers where there are several.

use chat::Audience;
use host::Clock as _;

use crate::support::tables::{Folder, HOUR, MINUTE, START, Table, channel, person};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_has_checked_in_in_time_is_in_whenever_that_is_heard() {
    let folder = Folder::new();
    let mut table = Table::open(&folder.db());
    table.host.heard(START);
    table.asked("ann", "tournament create \"Friday\" start:30m").await;
    table.asked("ann", "tournament join").await;
    table.asked("ben", "tournament join").await;
    table.clock.advance(15 * MINUTE);
    assert!(table.answers().await.concat().contains("Say that you are here"));
    table.asked("ann", "checkin").await;
    table.clock.advance(15 * MINUTE);
    let start = table.clock.now();
    table.host.heard(start - 1_000);
    assert_eq!(table.answers().await, [""; 0], "it begins before all is heard");
    table.say_at(start - 500, channel(), "ben", "checkin");
    table.host.heard(start);
    let said = table.answers().await.join("\n");
    assert!(said.contains("ben is here (2 so far)") && said.contains(", round 1 of 1."), "{said}");
    table.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_of_several_weekly_events_does_not_come_again() {
    let folder = Folder::new();
    let mut table = Table::open(&folder.db());
    for name in ["Friday", "Sunday"] {
        table.asked("ann", &format!("tournament weekly \"{name}\" start:\"Fri 19:00\"")).await;
    }
    assert!(table.asked("ann", "tournament weekly off").await.contains("Which event?"));
    assert!(table.asked("ben", "tournament weekly off T2").await.contains("Only whoever"));
    let said = table.asked("ann", "tournament weekly off T2").await;
    assert!(said.starts_with("After T2 the event does not come again."), "{said}");
    let said = table.asked("ann", "tournament weekly off T2").await;
    assert_eq!(said, "T2 does not come again as it is.");
    table.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_has_left_a_round_robin_comes_back_to_it() {
    let folder = Folder::new();
    let mut table = Table::open(&folder.db());
    table.asked("ann", "tournament create \"Friday\" roundrobin start:1h checkin:off").await;
    for name in ["ann", "ben", "carl"] {
        table.asked(name, "tournament join").await;
    }
    assert!(table.asked("ann", "tournament start").await.contains(", round 1 of 3."));
    let said = table.asked("carl", "tournament leave").await;
    assert!(said.contains("You lose the game that you have."), "{said}");
    let said = table.asked("carl", "tournament leave T1 yes").await;
    assert!(said.contains("carl has left T1. `tournament join T1` leads back."), "{said}");
    let said = table.asked("carl", "tournament join").await;
    assert!(said.contains("carl has entered T1 and is paired from the next round on."), "{said}");
    table.stop().await;
}

/// Whoever comes before the first move of a round robin is in it: its games are closed, and it begins once more a
/// minute after the last newcomer. After a move nobody comes any more.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_round_robin_takes_newcomers_until_somebody_has_moved() {
    let folder = Folder::new();
    let mut table = Table::open(&folder.db());
    table.asked("ann", "tournament create \"Friday\" roundrobin start:1h checkin:off").await;
    for name in ["ann", "ben", "carl", "dora"] {
        table.asked(name, "tournament join").await;
    }
    assert!(table.asked("ann", "tournament start").await.contains(", round 1 of 3."));
    table.clock.advance(MINUTE / 20);
    let said = table.asked("eve", "tournament join").await;
    let closed = "a minute after the last one. #1, #2 are closed without results.";
    assert!(said.contains(closed), "{said}");
    assert!(said.contains("eve has entered T1. 5 have entered. Round 1 is paired anew"), "{said}");
    table.clock.advance(MINUTE / 2);
    let said = table.asked("fay", "tournament join").await;
    assert!(said.contains("fay has entered T1. 6 have entered."), "{said}");
    assert!(!said.contains("closed"), "once is enough: {said}");
    table.clock.advance(MINUTE / 2 + MINUTE / 60);
    assert!(!table.answers().await.concat().contains("round 1"), "the last one has come later");
    table.clock.advance(MINUTE / 2);
    let said = table.answers().await.concat();
    assert!(said.contains("**Friday** (T1), round 1 of 5."), "{said}");
    assert_eq!(said.matches("– ").count(), 3, "three games: {said}");

    let first = said.split("<@local:").nth(1).and_then(|rest| rest.split('>').next()).unwrap();
    table.asked(first, "c2-c3").await;
    let said = table.asked("gus", "tournament join").await;
    assert!(said.contains("nobody can enter after the first move"), "{said}");
    table.stop().await;
}

/// Whoever leaves a league is asked first. What was begun is given up; to the rest they can come back for a day.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_leaves_a_league_can_come_back_for_a_day_to_what_was_not_begun() {
    let folder = Folder::new();
    let mut table = Table::open(&folder.db());
    table.asked("ann", "tournament create \"Autumn\" league weeks:5 start:1h checkin:off").await;
    for name in ["ann", "ben", "carl", "dora"] {
        table.asked(name, "tournament join").await;
    }
    let said = table.asked("ann", "tournament start").await;
    assert!(said.contains("carl (White)"), "six games at once: {said}");
    let mut boards = String::new();
    for round in 1..=3 {
        boards.push_str(&table.asked("ann", &format!("tournament pairings {round}")).await);
        boards.push('\n');
    }
    let of = |names: [&str; 2]| {
        let line = boards.lines().find(|line| names.iter().all(|name| line.contains(name)));
        let line = line.unwrap_or_else(|| panic!("{names:?}: {boards}"));
        format!("#{}", line.rsplit('#').next().unwrap().trim_end_matches('.'))
    };
    let begun = of(["ann", "ben"]);
    let white = if boards.lines().any(|line| line.contains("ann – ben")) { "ann" } else { "ben" };
    let said = table.asked(white, &format!("{begun} c2-c3")).await;
    assert!(said.contains("moved c2-c3"), "{said}");

    let said = table.asked("ben", "tournament leave").await;
    assert!(said.contains("1 game in which somebody has moved you lose at once."), "{said}");
    assert!(said.contains("2 games in which nobody has you lose a day later"), "{said}");
    assert!(!said.contains("forfeited"), "{said}");
    let said = table.asked("ben", "tournament leave T1 yes").await;
    assert_eq!(said.matches("forfeited").count(), 1, "{said}");
    assert!(said.contains("`tournament join T1` leads back, within a day,"), "{said}");
    let said = table.asked("ben", "tournament join").await;
    assert!(said.contains("ben has entered T1. 4 have entered."), "{said}");
    table.clock.advance(24 * HOUR + MINUTE);
    assert!(!table.answers().await.concat().contains("forfeited"), "ben is back");

    table.asked("ben", "tournament leave T1 yes").await;
    table.clock.advance(24 * HOUR - MINUTE);
    assert!(!table.answers().await.concat().contains("forfeited"), "a minute is left");
    table.clock.advance(2 * MINUTE);
    let said = table.answers().await.concat();
    assert_eq!(said.matches(": ben forfeited").count(), 2, "{said}");
    let said = table.asked("ben", "tournament join").await;
    assert!(said.contains("nobody can enter late"), "{said}");
    table.stop().await;
}

/// What `pair undo` says holds: people can be added then, to a round robin, too.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_manager_adds_people_to_a_round_robin_that_was_taken_back() {
    let folder = Folder::new();
    let mut table = Table::open(&folder.db());
    table.asked("ann", "tournament create \"Friday\" roundrobin start:1h checkin:off fill:1").await;
    for name in ["ann", "ben", "carl"] {
        table.asked(name, "tournament join").await;
    }
    table.asked("dora", "about").await;
    assert!(table.asked("ann", "tournament start").await.contains(", round 1 of 3."));
    table.asked("ann", "pair undo").await;
    let said = table.asked("ann", "tournament add @dora").await;
    assert!(said.contains("dora has entered T1."), "{said}");
    assert!(!said.contains("paired anew"), "not before it goes on: {said}");
    let said = table.asked("ann", "tournament resume").await;
    // The bot that filled up is needed no more.
    assert!(said.contains("**Friday** (T1), round 1 of 3.") && !said.contains("the bot"), "{said}");
    table.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_evening_is_paired_as_is_asked_and_a_league_is_not_asked() {
    let folder = Folder::new();
    let mut table = Table::open(&folder.db());
    let said = table.asked("ann", "tournament create \"Friday\" evening swiss start:1h").await;
    assert!(said.contains("one evening: 5 rounds; each"), "{said}");
    for (asked, terms) in [
        ("edit T1 auto", "one evening: 5 rounds, or everybody against everybody if few come;"),
        ("edit T1 league", "a league over 5 weeks"),
        ("edit T1 league swiss", "`swiss`, `roundrobin` and `auto` are for an `evening`."),
        ("edit T1 round-robin", "one evening: everybody against everybody; each player has 15 min"),
    ] {
        let said = table.asked("ann", &format!("tournament {asked}")).await;
        assert!(said.contains(terms), "{asked}: {said}");
    }
    table.stop().await;
}

/// An evening of Ann and Ben that a manager begins, with these settings; its boards are there.
async fn begun(folder: &Folder, settings: &str) -> Table {
    let mut table = Table::open(&folder.db());
    table
        .asked("ann", &format!("tournament create \"Friday\" start:1h checkin:off {settings}"))
        .await;
    for name in ["ann", "ben"] {
        table.asked(name, "tournament join").await;
    }
    assert!(table.asked("ann", "tournament start").await.contains(", round 1 of"));
    table
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_does_not_come_in_time_loses_though_nothing_else_happens() {
    for (settings, loses) in [
        ("swiss clock:10m noshow:2m", "did not come in time"),
        // Here that time and the clock are over at once.
        ("swiss clock:1m", "ran out"),
    ] {
        let folder = Folder::new();
        let mut table = begun(&folder, settings).await;
        let mut said = String::new();
        for _ in 0..5 {
            table.clock.advance(MINUTE);
            said.push_str(&table.answers().await.concat());
        }
        assert!(said.contains(loses), "{settings}: {said}");
        let log = table.asked("ann", "tournament log").await;
        assert!(log.contains("did not come to #1\n"), "by itself: {log}");
        table.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_did_not_come_twice_comes_back_by_a_manager_alone() {
    let folder = Folder::new();
    let mut table = Table::open(&folder.db());
    let made =
        "tournament create \"Friday\" swiss rounds:5 start:1h checkin:off clock:10m noshow:2m";
    table.asked("ann", made).await;
    for name in ["ann", "ben", "carl", "dora"] {
        table.asked(name, "tournament join").await;
    }
    table.asked("ann", "tournament start").await;
    let mut said = String::new();
    for _ in 0..20 {
        table.clock.advance(MINUTE);
        said.push_str(&table.answers().await.concat());
    }
    let log = table.asked("ann", "tournament log").await;
    let out = ["ann", "ben", "carl", "dora"]
        .into_iter()
        .find(|name| log.contains(&format!("{name} is out, after two games without coming")));
    let out = out.unwrap_or_else(|| panic!("somebody is out: {log}\n{said}"));
    let said = table.asked(out, "tournament join T1").await;
    assert!(said.contains("a manager can add you again") || said.contains("is over"), "{said}");
    table.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_holds_an_event_up_by_gifts_or_vacations() {
    let folder = Folder::new();
    let mut table = begun(&folder, "swiss clock:10m").await;
    let said = table.asked("ben", "time give 30m #1").await;
    assert!(said.contains("nobody can give time"), "{said}");
    let said = table.asked("ben", "vacation 3d").await;
    assert!(said.contains("stands in no game. It runs on in 1 game of an event"), "{said}");
    let clocks = table.asked("ann", "clock #1").await;
    assert!(!clocks.contains("vacation"), "{clocks}");
    table.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_week_that_is_begun_early_leaves_the_next_one_as_it_is() {
    let folder = Folder::new();
    let mut table = Table::open(&folder.db());
    // It is Friday.
    table.asked("ann", "tournament weekly \"Friday\" swiss rounds:1 start:\"Fri 19:00\"").await;
    table.asked("ann", "tournament join").await;
    let said = table.asked("ann", "tournament start").await;
    assert!(said.contains("takes 2 players, and only one player is there"), "{said}");
    table.asked("ben", "tournament join").await;
    assert!(table.asked("ann", "tournament start").await.contains("round 1 of 1"));
    let said = table.asked("ann", "resign yes").await;
    let start = START + (7 * 24 + 11) * 3_600_000;
    let announced = format!("It begins <t:{}:F>. Check in during", start / 1_000);
    assert!(said.contains(&announced), "{said}");
    table.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_taken_out_before_the_start_stays_out() {
    let folder = Folder::new();
    let mut table = Table::open(&folder.db());
    table.asked("ann", "tournament create \"Friday\" start:1h").await;
    table.asked("ben", "tournament join").await;
    table.asked("ann", "tournament withdraw @ben").await;
    assert!(table.asked("ben", "tournament join").await.contains("only a manager can add you"));
    assert!(table.asked("ann", "tournament add @ben").await.contains("ben has entered"));
    table.stop().await;
}

/// Whoever enters and leaves without end tells all of it a dozen times a minute, and then nobody but themselves.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_comes_and_goes_all_the_time_fills_no_channel() {
    let folder = Folder::new();
    let mut table = Table::open(&folder.db());
    table.asked("ann", "tournament create \"Friday\" swiss start:1h").await;
    let mut public = 0;
    for n in 0..60 {
        let line = ["tournament join", "tournament leave"][n % 2];
        for reply in table.asked_in(channel(), "ben", line).await {
            public += usize::from(reply.audience == Audience::Place);
        }
    }
    assert_eq!(public, 12);
    table.clock.advance(MINUTE);
    let said = table.asked_in(channel(), "ben", "tournament join").await;
    assert_eq!(said[0].audience, Audience::Place);
    table.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_long_log_has_pages_and_a_long_list_says_so() {
    let folder = Folder::new();
    let mut table = Table::open(&folder.db());
    for n in 0..14 {
        table.asked("ann", &format!("tournament create \"Event {n}\" start:1h")).await;
    }
    let all = table.asked("ann", "tournament list").await;
    assert!(all.ends_with("More: `tournament list 2`, of 2 pages.") && !all.contains("**T2**"));
    // What is being played comes first, what is over last, and all of it can be reached.
    for name in ["ben", "carl"] {
        table.asked(name, "tournament join T2").await;
    }
    table.asked("ann", "tournament start T2").await;
    table.asked("ann", "tournament cancel T14 yes").await;
    assert!(
        table.asked("ann", "tournament list").await.starts_with("**T2** Event 1: Lyra, round 1")
    );
    let rest = table.asked("ann", "tournament list 2").await;
    assert!(rest.starts_with("**T1** ") && rest.contains("\n**T14** Event 13: Lyra, called off"));
    for _ in 0..10 {
        table.asked("ben", "tournament join T1").await;
        table.asked("ben", "tournament leave T1").await;
    }
    let first = table.asked("ann", "tournament log T1").await;
    assert!(first.ends_with("Older lines: `tournament log T1 2`, of 2 pages."), "{first}");
    let second = table.asked("ann", "tournament log T1 2").await;
    assert!(second.ends_with("announced (ann)") && second.lines().count() == 6, "{second}");
    table.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_log_tells_what_was_edited_and_which_results_were_put_right() {
    let folder = Folder::new();
    let mut table = Table::open(&folder.db());
    table.asked("ann", "tournament weekly \"Friday\" swiss rounds:3 start:1h checkin:off").await;
    for name in ["ann", "ben"] {
        table.asked(name, "tournament join").await;
    }
    for edit in [
        "tournament edit rounds:1 clock:10m+5s checkin:10m fill:3 rated",
        "tournament edit rounds:1",
        "tournament edit \"Late\" lyra start:2h noshow:3m fill:off casual roundrobin",
        "tournament weekly off",
        "tournament edit checkin:off",
        "tournament start",
        "resign #1 yes",
        "mod result #1 draw a slip of the pen",
        "mod result #1 none",
    ] {
        table.asked("ann", edit).await;
        table.clock.advance(MINUTE);
    }
    let log = table.asked("ann", "tournament log").await;
    let lines: Vec<&str> =
        log.lines().filter_map(|line| line.split_once(">: ").map(|(_, words)| words)).collect();
    let start = START / 1_000 + 2 * 3_600 + 2 * 60;
    let late = format!(
        "edited: name “Late”; evening of everybody against everybody; casual; start <t:{start}:F>; \
         3 minutes to come to a game; no bot fills up (ann)"
    );
    assert_eq!(
        lines,
        [
            "#1 put right, no result (ann)",
            "#1 put right, ½–½: a slip of the pen (ann)",
            "over",
            "round 1 paired, 1 game",
            "began with 2 players (ann)",
            "edited: no check-in (ann)",
            "edited: no further week (ann)",
            &*late,
            "edited, but nothing changed (ann)",
            "edited: 1 round; 10 minutes and 5 seconds more for each move; rated; \
             check-in 10 minutes before; Martian Cake, level 3, fills up (ann)",
            "ben entered (ben)",
            "ann entered (ann)",
            "announced (ann)",
        ],
        "{log}"
    );
    table.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_start_is_told_and_checked_in_to_anew() {
    let folder = Folder::new();
    let mut table = Table::open(&folder.db());
    table.asked("ann", "tournament create \"Friday\" start:26h").await;
    table.asked("ben", "tournament join").await;
    for (edit, hours) in [(None, 26), (Some("tournament edit start:30h"), 30)] {
        if let Some(edit) = edit {
            table.asked("ann", edit).await;
        }
        table.clock.advance((hours - 24) * HOUR);
        assert!(table.answers().await.concat().contains("1 has entered so far"), "{edit:?}");
        table.clock.advance(24 * HOUR - 14 * MINUTE);
        assert!(table.answers().await.concat().contains("Say that you are here"), "{edit:?}");
    }
    table.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_check_in_that_is_switched_off_leaves_nobody_out() {
    let folder = Folder::new();
    let mut table = Table::open(&folder.db());
    table.asked("ann", "tournament create \"Friday\" start:30m").await;
    for name in ["ann", "ben"] {
        table.asked(name, "tournament join").await;
    }
    table.clock.advance(16 * MINUTE);
    table.answers().await;
    table.asked("ann", "checkin").await;
    table.asked("ann", "tournament edit checkin:off").await;
    table.clock.advance(14 * MINUTE);
    assert!(table.answers().await.concat().contains("round 1 of 1"));
    table.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_start_can_be_changed_and_changed_back() {
    let folder = Folder::new();
    let mut table = Table::open(&folder.db());
    // It is Friday, 15 January 2027, 08:00.
    table.asked("ann", "tournament create \"Friday\" start:\"16 Jan 10:00\"").await;
    table.asked("ann", "tournament join").await;
    table.clock.advance(2 * HOUR);
    assert!(table.answers().await.concat().contains("1 has entered so far"));
    for start in ["16 Jan 12:00", "16 Jan 10:00"] {
        let said = table.asked("ann", &format!("tournament edit start:\"{start}\"")).await;
        assert!(said.contains("from now on"), "{said}");
    }
    table.clock.advance(24 * HOUR - 14 * MINUTE);
    assert!(table.answers().await.concat().contains("Say that you are here"));
    table.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_arranges_their_men_has_come_and_who_both_do_not_both_lose() {
    let folder = Folder::new();
    let mut table = Table::open(&folder.db());
    table
        .asked("ann", "tournament create \"Friday\" cyvasse swiss rounds:2 start:1h checkin:off")
        .await;
    for name in ["ann", "ben"] {
        table.asked(name, "tournament join").await;
    }
    table.asked("ann", "tournament start").await;
    for name in ["ann", "ben"] {
        table.asked_in(person(name).id.private_place(), name, "setup default done").await;
    }
    table.clock.advance(6 * MINUTE);
    assert_eq!(table.answers().await, [""; 0], "they think about the first move");
    assert!(table.asked("ann", "resign #1 yes").await.contains("round 2 of 2"));
    table.clock.advance(6 * MINUTE);
    let said = table.answers().await.concat();
    assert!(said.contains("nobody has arranged their men in #2"), "{said}");
    let log = table.asked("ann", "tournament log T1").await;
    for name in ["ann", "ben"] {
        assert!(log.contains(&format!("{name} did not come to #2")), "{log}");
    }
    let said = table.asked("ann", "tournament standings T1").await;
    assert!(said.contains("ben **1**") && said.contains("ann **0**"), "{said}");
    table.stop().await;
}

/// The names of the groups of a league, in the order of their standings.
async fn groups(table: &mut Table, no: &str) -> Vec<Vec<String>> {
    let said = table.asked("ann", &format!("tournament standings {no}")).await;
    let mut groups: Vec<Vec<String>> = Vec::new();
    for line in said.lines() {
        if line.contains("Group ") {
            groups.push(Vec::new());
        } else if let (Some((_, rest)), Some(group)) = (line.split_once("\\. "), groups.last_mut())
        {
            group.extend(rest.split(' ').next().map(str::to_owned));
        }
    }
    groups
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn places_won_in_a_league_outlast_one_that_was_called_off() {
    const NAMES: [&str; 7] = ["ann", "ben", "carl", "dora", "eve", "finn", "gwen"];
    let folder = Folder::new();
    let mut table = Table::open(&folder.db());
    table.asked("ann", "tournament weekly \"League\" league weeks:1 start:1h").await;
    let mut ended = Vec::new();
    for no in ["T1", "T3"] {
        for name in NAMES {
            table.asked(name, &format!("tournament join {no}")).await;
        }
        table.asked("ann", &format!("tournament start {no}")).await;
        if no == "T1" {
            for game in 1..=9 {
                table.asked("ann", &format!("tournament adjudicate #{game} 1-0")).await;
            }
            ended = groups(&mut table, no).await;
            table.asked("ann", "tournament cancel T2 yes").await;
        }
    }
    assert_eq!((ended[0].len(), ended[1].len()), (4, 3), "{ended:?}");
    let up = ended[1].remove(0);
    ended[0][3] = up;
    let mut now = groups(&mut table, "T3").await;
    now[0].sort();
    ended[0].sort();
    assert_eq!(now[0], ended[0]);
    table.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_added_to_a_round_robin_that_is_played() {
    let folder = Folder::new();
    let mut table = Table::open(&folder.db());
    table.asked("ann", "tournament create \"Friday\" roundrobin start:1h checkin:off").await;
    for name in ["ann", "ben", "carl"] {
        table.asked(name, "tournament join").await;
    }
    table.asked("ann", "tournament withdraw @carl").await;
    table.asked("ann", "tournament start").await;
    let said = table.asked("ann", "c2-c3").await;
    assert!(said.contains("c2-c3"), "{said}");
    let said = table.asked("ann", "tournament add @carl").await;
    assert!(said.contains("nobody can enter after the first move"), "{said}");
    table.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_lets_an_event_go_on_reads_when_it_begins() {
    let folder = Folder::new();
    let mut table = Table::open(&folder.db());
    table.asked("ann", "tournament create \"Friday\" start:30m").await;
    for name in ["ann", "ben"] {
        table.asked(name, "tournament join").await;
    }
    table.clock.advance(15 * MINUTE);
    let said = table.answers().await.concat();
    assert!(said.contains(&format!("begins <t:{}:R>", START / 1_000 + 30 * 60)), "{said}");
    table.asked("ann", "tournament pause").await;
    table.clock.advance(20 * MINUTE);
    let begins = format!("begins <t:{}:R>", START / 1_000 + 50 * 60);
    let said = table.asked("ann", "tournament resume").await;
    assert!(said.contains(&format!("T1 goes on. It {begins}")), "{said}");
    for name in ["ann", "ben"] {
        assert!(table.asked(name, "checkin").await.contains(&begins), "{name}");
    }
    table.clock.advance(15 * MINUTE);
    assert!(table.answers().await.concat().contains("round 1 of 1"));
    table.stop().await;
}
