//! Days that are shorter, longer or rare: both changes of summer time, a leap day, and a zone that is
//! three quarters of an hour off. A clock runs by time that passes, a person sleeps by the wall.

use jiff::Timestamp;

use super::*;

/// A game of Lyra of two days a move that Ann begins at this instant, with these quiet hours: the reminders
/// in it, by how long after its start they came, and that it ends after two days to the minute.
async fn reminded(begin: &str, quiet: &str) -> Vec<(u64, u64)> {
    let begin: Timestamp = begin.parse().unwrap();
    let (folder, clock) = (Folder::new(), ManualClock::new(begin.as_millisecond()));
    let mut table = Table::at(&folder.db(), &clock);
    let noted = table.asked("ann", &format!("notify quiet {quiet}")).await;
    assert!(noted.contains("Noted"), "{noted}");
    table.begin("2d/move").await;
    let mut said = table.passes(DAY * 2 - MINUTE * 10).await;
    clock.advance(MINUTE * 10 - Duration::from_millis(1));
    assert!(table.replies().await.is_empty(), "a millisecond is left");
    clock.advance(Duration::from_millis(1));
    let over = table.replies().await;
    assert!(over.iter().any(|reply| reply.text.contains("ben wins")), "{over:?}");
    table.stop().await;
    said.retain(|(_, reply)| reply.ping == [person("ann").id]);
    hours(&said)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_night_in_which_summer_time_begins_is_an_hour_shorter() {
    // 04:30 in Berlin; a day later it is 05:30 there, and seven is an hour and a half away.
    let reminders = reminded("2027-03-27T03:30:00Z", "22-7 Europe/Berlin").await;
    // The next would come at night, and the night outlasts the time: ten minutes before ten.
    assert_eq!(reminders, [(25, 30), (40, 20)]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_night_in_which_it_ends_is_an_hour_longer() {
    // 05:30 in Berlin; a day later it is 04:30 there.
    let reminders = reminded("2027-10-30T03:30:00Z", "22-7 Europe/Berlin").await;
    assert_eq!(reminders, [(26, 30), (41, 20)]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_leap_day_in_kathmandu_is_a_day_like_any_other() {
    // 01:50 on 28 February in Kathmandu; half of the time is over at 01:50 on the 29th.
    let reminders = reminded("2028-02-27T20:05:00Z", "22:00-07:00 Asia/Kathmandu").await;
    assert_eq!(reminders, [(29, 10), (43, 20), (44, 0)]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_vacation_over_a_change_of_the_clocks_lasts_days_of_twenty_four_hours() {
    let begin: Timestamp = "2027-03-27T12:00:00Z".parse().unwrap();
    let (folder, clock) = (Folder::new(), ManualClock::new(begin.as_millisecond()));
    let mut table = Table::at(&folder.db(), &clock);
    table.asked("ann", "notify quiet 22-7 Europe/Berlin").await;
    table.begin("1d/move").await;
    table.asked("ann", "notify remind off").await;
    table.asked("ann", "vacation 2d").await;
    assert!(table.passes(DAY * 3 - MINUTE * 10).await.is_empty());
    let said = table.passes(MINUTE * 20).await;
    assert!(said.iter().any(|(_, reply)| reply.text.contains("ben wins")), "{said:?}");
    table.stop().await;
}
