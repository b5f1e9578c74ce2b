//! Events in a place of which nothing is known for a while, into which nothing can be written, or that is gone.

use std::time::Duration;

use chat::Incoming;
use host::LivePlace;
use table::{Area, PlaceId, Platform, ServerId};

use super::{Heard, PATIENCE, START, Table, channel, database, person, server};

const MINUTE: Duration = Duration::from_secs(60);

/// A server by the clocks of London, and an event in its first channel that begins in half an hour.
async fn with_event(table: &mut Table) -> PlaceId {
    let place = channel("1");
    manage(table, &place, "!server set zone Europe/London").await;
    let said = manage(table, &place, "!tournament weekly \"Friday\" lyra start:30m").await;
    assert!(said.contains("It begins"), "{said}");
    for name in ["ann", "ben", "carl"] {
        table.asked(name, &place, "!tournament join").await;
    }
    place
}

/// Ann, who may manage the server, says something.
async fn manage(table: &mut Table, place: &PlaceId, text: &str) -> String {
    let typed = Incoming { manages: true, ..table.typed("ann", place, text) };
    table.host.receive(typed);
    table.heard().await.texts()
}

/// Time passes, and all is heard that was said meanwhile.
async fn pass(table: &mut Table, minutes: u32) -> String {
    table.clock.advance(minutes * MINUTE);
    table.host.heard(host::Clock::now(&table.clock));
    table.heard().await.texts()
}

#[tokio::test]
async fn the_place_of_an_event_is_read_back_until_it_is_over() {
    let (_folder, path) = database();
    let mut table = Table::open(&path);
    let place = with_event(&mut table).await;
    let live = |after| {
        let place = place.clone();
        vec![LivePlace { place, server: Some(server()), after, since: START }]
    };
    assert_eq!(table.live().await, live(None));
    table.host.caught_up(place.clone(), super::message(1_000));
    assert_eq!(table.live().await, live(Some(super::message(1_000))));
    table.last = 1_000;
    let mut table = table.restarted(&path).await;
    assert_eq!(table.live().await, live(Some(super::message(1_000))), "also after a restart");
    let said = manage(&mut table, &place, "!tournament weekly off").await;
    assert!(said.contains("does not come again"), "{said}");
    let said = manage(&mut table, &place, "!tournament cancel T1 yes").await;
    assert!(said.contains("is called off"), "{said}");
    assert_eq!(table.live().await, []);
    table.stop().await;
}

#[tokio::test]
async fn what_somebody_plays_in_another_server_is_not_listed_where_others_read() {
    let (_folder, path) = database();
    let mut table = Table::open(&path);
    let place = with_event(&mut table).await;
    let typed = table.typed("ben", &channel("70"), "!tournament list");
    let elsewhere = Some(ServerId::new(Platform::Discord, "77"));
    table.host.receive(Incoming { server: elsewhere, ..typed });
    let said = table.heard().await.texts();
    assert!(said.contains("There is no event here"), "{said}");
    let said = table.asked("ben", &place, "!tournament list").await;
    assert!(said.contains("**T1** Friday") && said.contains("You take part"), "{said}");
    table.stop().await;
}

#[tokio::test]
async fn who_checks_in_while_the_place_is_being_read_back_is_paired() {
    let (_folder, path) = database();
    let mut table = Table::open(&path);
    let place = with_event(&mut table).await;
    assert!(pass(&mut table, 16).await.contains("Say that you are here"));
    table.asked("ann", &place, "!tournament checkin").await;
    // A new session: nobody knows what was said since.
    table.host.hold(Area::Platform(Platform::Discord));
    table.heard().await;
    table.clock.advance(20 * MINUTE);
    let late = table.late("ben", &place, "!tournament checkin", 18);
    table.host.receive(late);
    let said = table.heard().await.texts();
    assert!(said.contains("ben is here") && !said.contains("round 1"), "not all is heard: {said}");
    table.host.release(Area::Platform(Platform::Discord));
    let said = table.heard().await.texts();
    assert!(!said.contains("round 1"), "the check-in is longer by what was not heard: {said}");
    let said = pass(&mut table, 14).await;
    assert!(!said.contains("round 1"), "{said}");
    let said = pass(&mut table, 2).await;
    assert!(said.contains("round 1 of 1") && said.contains("ben"), "{said}");
    table.stop().await;
}

#[tokio::test]
async fn a_check_in_that_cannot_be_told_lasts_longer() {
    let (_folder, path) = database();
    let mut table = Table::open(&path);
    let place = with_event(&mut table).await;
    assert!(pass(&mut table, 16).await.contains("Say that you are here"));
    // The bot loses its permission for two hours.
    table.host.unreachable(place.clone(), true);
    table.heard().await;
    assert_eq!(pass(&mut table, 120).await, "", "it neither begins nor is called off");
    table.host.unreachable(place.clone(), false);
    table.heard().await;
    for name in ["ann", "ben"] {
        assert!(table.asked(name, &place, "!tournament checkin").await.contains("is here"));
    }
    assert!(pass(&mut table, 20).await.contains("round 1 of 1"));
    table.stop().await;
}

/// Returns what is said next. What is due is written first, for which nobody waits.
async fn told(table: &mut Table) -> Heard {
    let told = async {
        loop {
            let said = table.heard().await;
            if !said.replies.is_empty() {
                return said;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(PATIENCE, told).await.expect("somebody is told")
}

#[tokio::test]
async fn whoever_has_made_a_paused_event_hears_once_that_its_channel_is_gone() {
    let (_folder, path) = database();
    let mut table = Table::open(&path);
    with_event(&mut table).await;
    manage(&mut table, &channel("1"), "!tournament pause T1").await;
    table.host.gone(channel("1"));
    let said = told(&mut table).await;
    assert!(said.texts().contains("is gone, so it is paused"), "{}", said.texts());
    let mut table = table.restarted(&path).await;
    assert_eq!(pass(&mut table, 60).await, "", "it was said");
    table.stop().await;
}

#[tokio::test]
async fn an_event_whose_channel_is_gone_waits_and_goes_on_in_another() {
    let (_folder, path) = database();
    let mut table = Table::open(&path);
    with_event(&mut table).await;
    table.host.gone(channel("1"));
    let said = told(&mut table).await;
    let private = person("ann").id.private_place();
    assert_eq!(said.replies.len(), 1, "{}", said.texts());
    assert_eq!(said.replies[0].reply.place, private, "whoever has made it hears of it");
    assert!(said.texts().contains("is gone, so it is paused"), "{}", said.texts());
    let mut table = table.restarted(&path).await;
    assert_eq!(pass(&mut table, 60).await, "", "nobody would read it");
    let two = channel("2");
    let said = manage(&mut table, &two, "!tournament resume T1").await;
    assert!(said.contains("T1 goes on.") && said.contains("Say that you are here"), "{said}");
    for name in ["ann", "ben"] {
        assert!(table.asked(name, &two, "!tournament checkin").await.contains("is here"));
    }
    let said = pass(&mut table, 16).await;
    assert!(said.contains("2: **Friday** (T1), round 1 of 1"), "{said}");
    // Its last round ends without a channel, and the next edition is not announced to nobody.
    table.host.gone(two);
    table.written().await;
    let said = manage(&mut table, &channel("3"), "!tournament cancel T1 yes").await;
    assert!(said.contains("is called off") && !said.contains("edition 2"), "{said}");
    table.stop().await;
}

#[tokio::test]
async fn no_event_is_made_in_a_thread_of_others() {
    let (_folder, path) = database();
    let mut table = Table::open(&path);
    let forum = channel("9");
    manage(&mut table, &channel("1"), "!server set zone Europe/London").await;
    let typed = table.typed("ann", &channel("7"), "!tournament create \"Friday\" lyra start:30m");
    table.host.receive(Incoming { manages: true, within: Some(forum), ..typed });
    let said = table.heard().await.texts();
    assert!(said.contains("An event lives in a channel"), "{said}");
    table.stop().await;
}

#[tokio::test]
async fn everybody_is_called_to_the_check_in_however_many_there_are() {
    let (_folder, path) = database();
    let mut table = Table::open(&path);
    let place = channel("1");
    manage(&mut table, &place, "!server set zone Europe/London").await;
    manage(&mut table, &place, "!tournament create \"Large\" lyra swiss start:30m").await;
    for n in 0..130_u32 {
        let mut typed = table.typed("ann", &place, "!tournament join");
        let id = table::PersonId::new(Platform::Discord, (5_000 + n).to_string());
        typed.author = table::Person { id, name: format!("player{n}") };
        table.host.receive(typed);
    }
    table.heard().await;
    table.clock.advance(16 * MINUTE);
    table.host.heard(host::Clock::now(&table.clock));
    let said = table.heard().await;
    let calls: Vec<usize> = said.replies.iter().map(|out| out.reply.ping.len()).collect();
    assert_eq!(calls, [60, 60, 10]);
    for out in &said.replies {
        assert!(out.reply.text.chars().count() < 2_000);
        let is_named = |who: &table::PersonId| out.reply.text.contains(&format!("<@{who}>"));
        assert!(out.reply.ping.iter().all(is_named));
    }
    table.stop().await;
}
