//! What the host keeps of the touch with its platform while the disk has no room: nothing of it is lost, and
//! nobody is told that it is kept.

use std::{path::Path, time::Duration};

use host::MessageOutcome;
use table::{Area, MessageId, PlaceId, Platform};

use super::{Table, channel, database, message, with_game};

/// How long the host waits before it writes again.
const PAUSE: Duration = Duration::from_secs(30);
const MOMENT: Duration = Duration::from_millis(1);

/// What the host writes of the touch with its platform, as SQLite's triggers name it.
const WRITES: [&str; 6] = [
    "INSERT ON kept",
    "DELETE ON kept",
    "INSERT ON place_mark",
    "DELETE ON place_mark",
    "INSERT ON outbox",
    "INSERT ON handled",
];

/// Lets SQLite say at each of these writes that the disk is full, until there is room again. It says the same
/// of a table that has used up all its numbers, which needs no disk of a special size.
pub(super) fn fill(path: &Path) {
    let mut sql = "CREATE TABLE used_up (n INTEGER PRIMARY KEY AUTOINCREMENT);
        INSERT INTO used_up VALUES (9223372036854775807);"
        .to_owned();
    for (n, write) in WRITES.iter().enumerate() {
        sql += &format!(
            "CREATE TRIGGER full_{n} BEFORE {write}
             BEGIN INSERT INTO used_up VALUES (NULL); END;"
        );
    }
    rusqlite::Connection::open(path).unwrap().execute_batch(&sql).unwrap();
}

pub(super) fn make_room(path: &Path) {
    let drops = (0..WRITES.len()).map(|n| format!("DROP TRIGGER full_{n};"));
    let sql = drops.collect::<String>() + "DROP TABLE used_up;";
    rusqlite::Connection::open(path).unwrap().execute_batch(&sql).unwrap();
}

impl Table {
    /// Everything has been tried to be written by now, and there was no room.
    async fn refused(&mut self) {
        // What was due by now may begin a write behind the first one.
        for _ in 0..2 {
            assert!(!self.host.keep("refused".into(), Some("now".into())).await, "there was room");
            self.heard().await;
        }
    }

    /// The marks as they are on the disk.
    fn stored(&self) -> Vec<(PlaceId, MessageId)> {
        let mut marks = self.store.reader().unwrap().place_marks(Platform::Discord).unwrap();
        marks.sort();
        marks
    }

    /// The last message of each live place up to which everything has its end.
    async fn after(&self) -> Vec<Option<MessageId>> {
        let mut live = self.live().await;
        live.sort_by(|one, other| one.place.cmp(&other.place));
        live.into_iter().map(|place| place.after).collect()
    }
}

#[tokio::test]
async fn what_found_no_room_is_not_kept_and_says_so() {
    let (_folder, path) = database();
    let table = Table::open(&path);
    let keep = |value: Option<&str>| {
        table.host.keep("gateway/identifies".into(), value.map(str::to_owned))
    };
    assert!(keep(Some("one")).await);
    fill(&path);
    assert!(!keep(Some("two")).await && !keep(None).await);
    let pair = |value: &str| vec![("gateway/identifies".to_owned(), value.to_owned())];
    assert_eq!(table.host.kept().await, pair("one"));
    make_room(&path);
    assert!(keep(Some("three")).await);
    let table = table.restarted(&path).await;
    assert_eq!(table.host.kept().await, pair("three"));
    table.stop().await;
}

#[tokio::test]
async fn marks_that_found_no_room_are_written_half_a_minute_later() {
    let (_folder, path) = database();
    let mut table = Table::open(&path);
    let [one, two] = ["1", "2"].map(channel);
    table.game(&one).await;
    table.game(&two).await;
    fill(&path);
    table.host.caught_up(one.clone(), message(500));
    table.host.caught_up(two.clone(), message(600));
    table.refused().await;
    // A newer one takes the place of one that waits.
    table.host.caught_up(one.clone(), message(700));
    table.refused().await;
    assert_eq!((table.stored(), table.after().await), (vec![], [700, 600].map(mark).into()));
    make_room(&path);
    table.clock.advance(PAUSE - MOMENT);
    table.written().await;
    assert_eq!(table.stored(), [], "they are not tried all the time");
    table.clock.advance(MOMENT);
    table.written().await;
    assert_eq!(table.stored(), [(one, message(700)), (two, message(600))]);
    table.last = 700;
    let table = table.restarted(&path).await;
    assert_eq!(table.after().await, [700, 600].map(mark));
    table.stop().await;
}

fn mark(id: u64) -> Option<MessageId> {
    Some(message(id))
}

#[tokio::test]
async fn marks_are_tried_until_there_is_room() {
    let (_folder, path, mut table, one) = with_game().await;
    fill(&path);
    table.host.caught_up(one.clone(), message(500));
    for _ in 0..3 {
        table.refused().await;
        table.clock.advance(PAUSE);
    }
    table.refused().await;
    make_room(&path);
    table.clock.advance(PAUSE);
    table.written().await;
    assert_eq!(table.stored(), [(one, message(500))]);
    table.stop().await;
}

#[tokio::test]
async fn a_mark_that_waits_is_written_when_the_program_ends() {
    let (_folder, path, mut table, one) = with_game().await;
    fill(&path);
    table.host.caught_up(one.clone(), message(500));
    table.refused().await;
    make_room(&path);
    let table = table.restarted(&path).await;
    assert_eq!(table.stored(), [(one, message(500))]);
    table.stop().await;
}

#[tokio::test]
async fn an_old_mark_that_could_not_be_dropped_takes_no_new_one_with_it() {
    let (_folder, path, mut table, one) = with_game().await;
    table.host.caught_up(one.clone(), message(500));
    table.written().await;
    table.asked("ben", &one, "!resign yes").await;
    fill(&path);
    // Once a day what nothing needs any more is dropped.
    table.clock.advance(Duration::from_secs(86_400));
    table.refused().await;
    assert_eq!(table.stored(), [(one.clone(), message(500))]);
    make_room(&path);
    table.last = 500;
    table.game(&one).await;
    table.host.caught_up(one.clone(), message(900));
    table.written().await;
    assert_eq!(table.stored(), [(one, message(900))]);
    table.stop().await;
}

#[tokio::test]
async fn refusals_are_told_without_room_and_once() {
    let (_folder, path, mut table, one) = with_game().await;
    table.clock.advance(Duration::from_secs(3_600));
    table.host.hold(Area::Place(one.clone()));
    let late = table.late("ann", &one, "!accept 7", 30);
    table.host.receive(late.clone());
    fill(&path);
    table.host.caught_up(one.clone(), message(table.last));
    table.refused().await;
    assert_eq!(table.after().await, [None], "nobody has been told yet");
    table.host.release(Area::Place(one.clone()));
    let heard = table.heard().await;
    assert!(heard.texts().contains("There is no game #7."), "{}", heard.texts());
    assert_eq!(heard.ends, [(late.id.clone(), MessageOutcome::Answered)]);
    table.refused().await;
    assert_eq!((table.stored(), table.after().await), (vec![], vec![mark(table.last)]));
    make_room(&path);
    table.clock.advance(PAUSE);
    table.written().await;
    assert_eq!(table.stored(), [(one, message(table.last))]);
    let mut table = table.restarted(&path).await;
    table.host.receive(late.clone());
    let heard = table.heard().await;
    assert_eq!((heard.replies.len(), heard.ends), (0, vec![(late.id, MessageOutcome::Repeated)]));
    table.stop().await;
}
