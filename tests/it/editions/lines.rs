//! What people type about events at an awkward moment, and managers where there are several.

use martian_cake::host::Clock as _;

use crate::support::table::{Folder, MINUTE, START, Table, channel};

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
async fn who_has_left_a_round_robin_comes_back_to_it_but_nobody_comes_late() {
    let folder = Folder::new();
    let mut table = Table::open(&folder.db());
    table.asked("ann", "tournament create \"Friday\" roundrobin start:1h checkin:off").await;
    for name in ["ann", "ben", "carl"] {
        table.asked(name, "tournament join").await;
    }
    assert!(table.asked("ann", "tournament start").await.contains(", round 1 of 3."));
    let said = table.asked("carl", "tournament leave").await;
    assert!(said.contains("carl has left T1. `tournament join T1` leads back."), "{said}");
    let said = table.asked("carl", "tournament join").await;
    assert!(said.contains("carl has entered T1 and is paired from the next round on."), "{said}");
    let said = table.asked("dora", "tournament join").await;
    assert!(said.contains("nobody can enter late"), "{said}");
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
