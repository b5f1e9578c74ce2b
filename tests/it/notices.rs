//! Reminders, quiet hours, vacations and the settings of a server: the real host on a real store, with a
//! clock that is moved by hand.

#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

mod zones;

use std::time::Duration;

use chat::Reply;
use host::{Clock as _, ManualClock};
use table::{PersonId, PlaceId};

use crate::support::tables::{DAY, Folder, HOUR, MINUTE, START, Table, channel, person};

impl Table {
    /// Returns what is said in this time, and whom each pings, with how far into it that is: looked at every
    /// ten minutes.
    async fn passes(&mut self, time: Duration) -> Vec<(Duration, Reply)> {
        let (begin, mut said) = (self.clock.now(), Vec::new());
        let end = begin + i64::try_from(time.as_millis()).unwrap();
        while self.clock.now() < end {
            self.clock.advance(MINUTE * 10);
            let after = u64::try_from(self.clock.now() - begin).unwrap();
            let heard = self.replies().await.into_iter();
            said.extend(heard.map(|reply| (Duration::from_millis(after), reply)));
        }
        said
    }

    /// A game of two days a move, in which it is ann's turn.
    async fn begin(&mut self, clock: &str) {
        self.asked("ann", &format!("challenge @ben lyra white {clock}")).await;
        self.asked("ben", "accept").await;
    }
}

/// Returns when something was said, in hours and minutes of the time that passed.
fn hours(said: &[(Duration, Reply)]) -> Vec<(u64, u64)> {
    said.iter().map(|(at, _)| (at.as_secs() / 3_600, at.as_secs() / 60 % 60)).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_is_to_move_is_reminded_three_times_and_nobody_else() {
    let (folder, clock) = (Folder::new(), ManualClock::new(START));
    let mut table = Table::at(&folder.db(), &clock);
    table.begin("2d/move").await;
    let said = table.passes(DAY * 2 - HOUR / 2).await;
    assert_eq!(hours(&said), [(24, 0), (43, 20), (47, 0)]);
    for (_, reply) in &said {
        assert_eq!((&reply.place, reply.ping.as_slice()), (&channel(), &[person("ann").id][..]));
        assert!(reply.text.contains("your turn in #1 against ben"), "{}", reply.text);
    }
    assert!(said[0].1.text.contains("your time ends <t:1800172800:R>"), "{}", said[0].1.text);
    assert!(said[0].1.text.contains("`snooze 3h #1`"), "{}", said[0].1.text);
    assert!(said[2].1.text.contains("last call"), "{}", said[2].1.text);
    table.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reminder_comes_once_over_restarts_and_a_move_ends_them() {
    let (folder, clock) = (Folder::new(), ManualClock::new(START));
    let mut table = Table::at(&folder.db(), &clock);
    table.begin("2d/move").await;
    assert_eq!(table.passes(HOUR * 25).await.len(), 1);
    table.stop().await;
    let mut table = Table::at(&folder.db(), &clock);
    // The last ten minutes before the end of the program may count as an outage.
    let said = hours(&table.passes(HOUR * 19).await);
    assert!(matches!(said.as_slice(), [(18, 20..=30)]), "{said:?}");
    table.asked("ann", "c2-c3").await;
    let said = table.passes(HOUR * 12).await;
    assert!(said.is_empty(), "{said:?}");
    table.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reminders_come_when_somebody_wishes_and_not_in_quiet_hours() {
    let (folder, clock) = (Folder::new(), ManualClock::new(START));
    let mut table = Table::at(&folder.db(), &clock);
    table.begin("2d/move").await;
    table.asked("ann", "notify remind 30h").await;
    let noted = table.asked("ann", "notify quiet 13-16 UTC").await;
    assert!(noted.contains("`13:00-16:00 UTC`"), "{noted}");
    // 18 hours after 08:00 it would be 02:00.
    assert_eq!(hours(&table.passes(HOUR * 6).await), [(0, 0); 0]);
    table.asked("ann", "notify quiet 1-5 UTC").await;
    assert_eq!(hours(&table.passes(HOUR * 41).await), [(15, 0)], "at 05:00");
    let refused = table.asked("ann", "notify quiet 22-7 Europe/Berln").await;
    assert!(refused.contains("Did you mean `Europe/Berlin`"), "{refused}");
    let shown = table.asked("ann", "notify").await;
    assert!(shown.contains("30h before") && shown.contains("`01:00-05:00 UTC`"), "{shown}");
    table.asked("ann", "notify remind off").await;
    let shown = table.asked("ann", "notify").await;
    assert!(shown.contains("Reminders: never"), "{shown}");
    table.stop().await;
}

/// Returns where replies go, and whom they ping.
fn pings(replies: &[Reply]) -> Vec<(PlaceId, Vec<PersonId>)> {
    replies.iter().map(|reply| (reply.place.clone(), reply.ping.clone())).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_turn_is_told_where_somebody_wishes() {
    let (folder, clock) = (Folder::new(), ManualClock::new(START));
    let mut table = Table::at(&folder.db(), &clock);
    table.begin("2d/move").await;
    let ben = person("ben").id;
    table.asked("ben", "notify turn dm").await;
    let said = table.asked_in(channel(), "ann", "c2-c3").await;
    assert_eq!(pings(&said), [(channel(), vec![]), (ben.private_place(), vec![ben.clone()])]);
    assert!(said[1].text.starts_with("Your turn in #1, Lyra against ann."), "{}", said[1].text);
    let fallback = said[1].fallback.as_ref().unwrap();
    assert_eq!(fallback.place, channel());
    let reminded = table.passes(HOUR * 25).await;
    assert_eq!(reminded.len(), 1);
    assert_eq!(reminded[0].1.place, ben.private_place());
    assert_eq!(reminded[0].1.fallback.as_ref().unwrap().place, channel());

    table.asked("ben", "d5-d4").await;
    table.asked("ben", "notify turn off").await;
    let said = table.asked_in(channel(), "ann", "c3-c4").await;
    assert_eq!(pings(&said), [(channel(), vec![])]);
    table.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_draw_offer_is_told_where_somebody_wishes() {
    let (folder, clock) = (Folder::new(), ManualClock::new(START));
    let mut table = Table::at(&folder.db(), &clock);
    table.begin("2d/move").await;
    let ben = person("ben").id;
    let in_private = [(channel(), vec![]), (ben.private_place(), vec![ben.clone()])];
    table.asked("ben", "notify turn dm").await;
    let said = table.asked_in(channel(), "ann", "draw offer").await;
    assert_eq!(pings(&said), in_private);
    let asked =
        "A draw is offered to you in #1, Lyra against ann: `draw accept #1` or `draw decline #1`.";
    assert_eq!(said[1].text, asked);
    let fallback = &said[1].fallback.as_ref().unwrap().text;
    assert!(fallback.starts_with("<@local:ben>, you are asked for an answer in #1."), "{fallback}");
    table.asked("ben", "draw decline").await;
    // With a move, both are said in one message.
    let said = table.asked_in(channel(), "ann", "move c2-c3 draw").await;
    assert_eq!(pings(&said), in_private);
    let turn = "Your turn in #1, Lyra against ann. `board #1` shows it.";
    assert_eq!(said[1].text, format!("{turn}\n{asked}"));
    table.asked("ben", "d5-d4").await;
    // So is what asks for a takeback.
    let said = table.asked_in(channel(), "ann", "takeback").await;
    assert_eq!(pings(&said), in_private, "{said:?}");
    let asked = "You are asked to let a move be taken back in #1, Lyra against ann: ";
    assert!(said[1].text.contains(asked), "{}", said[1].text);
    table.asked("ben", "takeback decline").await;
    table.asked("ben", "notify turn off").await;
    let said = table.asked_in(channel(), "ann", "move c3-c4 draw").await;
    assert_eq!(pings(&said), [(channel(), vec![])]);
    table.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_is_to_arrange_men_is_pinged_once_where_they_wish() {
    let (folder, clock) = (Folder::new(), ManualClock::new(START));
    let mut table = Table::at(&folder.db(), &clock);
    let [ann, ben, carl] = ["ann", "ben", "carl"].map(|name| person(name).id);
    table.asked("ann", "notify turn off").await;
    table.asked("ben", "notify turn dm").await;
    for (opponent, accepts, pinged) in [
        (&ben, "ben", [vec![], vec![], vec![ben.clone()]]),
        (&carl, "carl", [vec![carl.clone()], vec![], vec![]]),
    ] {
        table.asked("ann", &format!("challenge @{accepts} cyvasse white")).await;
        let said = table.asked_in(channel(), accepts, "accept").await;
        let places = [channel(), ann.private_place(), opponent.private_place()];
        let expected: Vec<_> = places.into_iter().zip(pinged).collect();
        assert_eq!(pings(&said), expected, "{said:?}");
    }
    table.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn snoozing_puts_a_reminder_off_but_not_past_the_end() {
    let (folder, clock) = (Folder::new(), ManualClock::new(START));
    let mut table = Table::at(&folder.db(), &clock);
    table.begin("2d/move").await;
    assert_eq!(hours(&table.passes(HOUR * 24 + MINUTE * 10).await), [(24, 0)]);
    table.asked("ann", "snooze 3h").await;
    assert_eq!(hours(&table.passes(HOUR * 10).await), [(3, 0)]);
    let said = table.asked("ann", "snooze 5d #1").await;
    assert!(said.contains("too close to the end"), "{said}");
    // 13:50 hours are left, of which a tenth stays; then the last call.
    assert_eq!(hours(&table.passes(HOUR * 13).await), [(12, 30), (12, 50)]);
    let said = table.asked("ben", "snooze 3h #1").await;
    assert!(said.contains("No clock of yours runs in #1"), "{said}");
    let said = table.asked("ann", "snooze 5s").await;
    assert!(said.contains("a minute at least"), "{said}");
    table.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn on_vacation_clocks_stand_and_what_is_not_used_is_given_back() {
    let (folder, clock) = (Folder::new(), ManualClock::new(START));
    let mut table = Table::at(&folder.db(), &clock);
    table.begin("2d/move").await;
    let said = table.asked("ann", "vacation 31d").await;
    assert!(said.contains("`vacation 30d`"), "{said}");
    let said = table.asked("ann", "vacation 5d").await;
    assert!(said.contains("Their clock stands in 1 game. ") && said.contains("25 days"), "{said}");
    assert!(table.passes(DAY * 3).await.is_empty(), "no reminder, and no end");
    let said = table.asked("ben", "challenge @ann lyra").await;
    assert!(said.contains("ann is on vacation; it ends"), "{said}");
    let begun = table.asked("ann", "accept").await;
    assert!(
        begun.contains("#2 Lyra") && begun.contains("\nann is on vacation; it ends"),
        "{begun}"
    );
    let listed = table.asked("ben", "games").await;
    let line = listed.lines().find(|line| line.contains("#1 ")).unwrap();
    assert!(line.contains("ann to move") && line.contains("ann is on vacation; it ends"), "{line}");
    assert!(!table.asked("ann", "games").await.contains("on vacation"), "she knows");
    let clock = table.asked("ben", "clock #1").await;
    assert!(clock.contains("2 days left and standing, on vacation; that ends <t:"), "{clock}");
    let said = table.asked("ann", "vacation off").await;
    assert!(said.contains("back from vacation"), "{said}");
    assert!(!table.asked("ben", "games").await.contains("on vacation"));
    let said = table.asked("ann", "vacation").await;
    assert!(said.contains("27 days left") || said.contains("27 days are left"), "{said}");
    let mut said = table.passes(HOUR * 46).await;
    said.retain(|(_, reply)| reply.text.contains("it is your turn in #1"));
    assert_eq!(hours(&said), [(24, 0), (43, 20)]);
    table.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_manages_the_page_sets_it() {
    let (folder, clock) = (Folder::new(), ManualClock::new(START));
    let mut table = Table::at(&folder.db(), &clock);
    let said = table.asked("ben", "server set vacation 3d").await;
    assert!(said.contains("whoever took the first name"), "{said}");
    let said = table.asked("ann", "server set vacation 3d").await;
    assert!(said.contains("3 days of vacation"), "{said}");
    let said = table.asked("ben", "vacation 4d").await;
    assert!(said.contains("Of the 3 days of vacation in 2027"), "{said}");
    table.asked("ann", "server set idle 20d 40d").await;
    table.asked("ann", "server set default lyra 3d/move").await;
    let said = table.asked("ben", "challenge @ann lyra").await;
    assert!(said.contains("3d a move"), "{said}");
    let said = table.asked("ben", "server show").await;
    for part in ["3 days a year", "Lyra 3d/move", "after 20 idle days, closed after 40"] {
        assert!(said.contains(part), "{said}");
    }
    let said = table.asked("ann", "server set idle 40d 20d").await;
    assert!(said.contains("It goes `server set idle 30d 60d`"), "{said}");
    let private = person("ann").id.private_place();
    let said = table.asked_in(private, "ann", "vacation off").await;
    assert!(said[0].text.contains("You are not on vacation"), "{said:?}");
    table.stop().await;
}
