//! What the host makes of threads: a game goes to one and back only once all is looked at that was said where
//! it was, and what could not be said in one is lost neither by a full disk nor by the end of the program.

use std::time::Duration;

use chat::{LostThread, NoThread, Outgoing, ThreadWork};
use host::{Clock as _, HostEvent, LivePlace};
use table::{Area, GameNo, PlaceId, Platform};

use super::{
    PATIENCE, START, Table, channel, database,
    full_disk::{fill, make_room},
    message, person,
};

/// Returns where games are played, and the thread that is opened for the first one there.
fn places() -> (PlaceId, PlaceId) {
    (channel("1"), channel("900"))
}

impl Table {
    /// Returns what the host has said, of which the platform has told nothing yet.
    async fn said(&mut self) -> Vec<Outgoing> {
        tokio::time::timeout(PATIENCE, self.host.settled()).await.expect("it settles");
        let said = std::iter::from_fn(|| self.outbox.try_recv().ok());
        said.filter_map(HostEvent::into_reply).collect()
    }

    /// Returns what the host answers to a line, of which the platform has told nothing yet.
    async fn answers(&mut self, name: &str, place: &PlaceId, text: &str) -> Vec<Outgoing> {
        let typed = self.typed(name, place, text);
        self.host.receive(typed);
        self.said().await
    }

    /// The platform has a reply, and the thread that it opens.
    fn has(&self, out: &Outgoing, thread: &PlaceId) {
        let Some(outbox) = out.outbox else { return };
        let id = message(1_000_000 + outbox);
        if let Some(ThreadWork::Opens(_)) = out.reply.thread {
            drop(self.host.threaded(outbox, id, self.clock.now(), Ok(thread.clone())));
        } else {
            self.host.delivered(outbox, Some(id), self.clock.now());
        }
    }

    /// Ann and Ben begin a game in the channel, and the platform opens its thread.
    async fn begun_in_thread(&mut self) {
        let said = self.begun().await;
        let thread = places().1;
        said.iter().for_each(|out| self.has(out, &thread));
        let heard = self.heard().await;
        assert!(heard.texts().starts_with("900: "), "{}", heard.texts());
    }

    /// Ann and Ben begin a game in the channel, of whose first message the platform has told nothing.
    async fn begun(&mut self) -> Vec<Outgoing> {
        let (one, _) = places();
        self.with_setting("always").await;
        self.asked("ann", &one, "!challenge @ben lyra white").await;
        self.answers("ben", &one, "!accept").await
    }

    /// The server has threads for games like this.
    async fn with_setting(&mut self, threads: &str) {
        let line = format!("!server set threads {threads}");
        let typed = self.typed("ann", &places().0, &line);
        self.host.receive(super::Incoming { manages: true, ..typed });
        self.heard().await;
    }

    fn place_of_game(&self) -> (PlaceId, u32) {
        let row = self.store.reader().unwrap().game_row(GameNo(1)).unwrap().unwrap();
        (row.place, row.ply)
    }

    fn unsaid(&self) -> usize {
        self.store.reader().unwrap().undelivered().unwrap().len()
    }
}

#[tokio::test]
async fn a_board_that_a_result_has_overtaken_is_said_nowhere_else() {
    for is_lost in [false, true] {
        let (_folder, path) = database();
        let mut table = Table::open(&path);
        let (_, thread) = places();
        table.begun_in_thread().await;
        let board = table.answers("ann", &thread, "c2-c3").await;
        let result = table.answers("ben", &thread, "!resign #1 yes").await;
        let numbers =
            |said: &[Outgoing]| -> Vec<u64> { said.iter().filter_map(|out| out.outbox).collect() };
        assert!(!numbers(&board).is_empty() && !numbers(&result).is_empty());
        if is_lost {
            table.host.thread_lost(thread, LostThread::Locked);
            for number in numbers(&board).into_iter().chain(numbers(&result)) {
                table.host.lost(number, LostThread::Locked, START);
            }
        } else {
            // The newer board takes the place of the older one, and the platform refuses it for itself.
            for number in numbers(&board).into_iter().chain(numbers(&result)) {
                table.host.delivered(number, None, START);
            }
        }
        let texts = table.heard().await.texts();
        assert!(!texts.contains("your turn"), "{texts}");
        assert_eq!(texts.matches("1: ").count(), usize::from(is_lost), "{texts}");
        assert_eq!(texts.contains("ann wins #1"), is_lost, "{texts}");
        table.written().await;
        assert_eq!(table.unsaid(), 0);
        table.stop().await;
    }
}

#[tokio::test]
async fn what_was_said_in_a_channel_is_looked_at_before_the_game_leaves_it() {
    for area in [Area::Place(places().0), Area::Platform(Platform::Discord)] {
        let (_folder, path) = database();
        let mut table = Table::open(&path);
        let (one, thread) = places();
        let said = table.begun().await;
        // The program has ended meanwhile, and what was said in the channel is still being read.
        table.host.hold(area.clone());
        said.iter().for_each(|out| table.has(out, &thread));
        assert_eq!(table.heard().await.texts(), "");
        let talk = table.late("carl", &one, "good luck", 3);
        let ply = table.late("ann", &one, "c2-c3", 2);
        let answer = table.late("ben", &one, "d5-d4", 1);
        for late in [talk, ply, answer] {
            table.host.receive(late);
        }
        table.host.release(area);
        let texts = table.heard().await.texts();
        assert!(
            texts.contains("900: ") && texts.contains("#1 is played in this thread"),
            "{texts}"
        );
        assert_eq!(table.place_of_game(), (thread, 2), "{texts}");
        let live: Vec<LivePlace> = table.live().await;
        assert_eq!(live.len(), 1);
        table.stop().await;
    }
}

#[tokio::test]
async fn whoever_was_called_in_the_channel_of_an_event_is_not_called_again_in_the_thread() {
    let (_folder, path) = database();
    let mut table = Table::open(&path);
    let (one, thread) = places();
    table.with_setting("always").await;
    for line in [
        "!server set zone Europe/London",
        "!tournament create \"Friday\" swiss start:1h checkin:off",
    ] {
        let typed = table.typed("ann", &one, line);
        table.host.receive(super::Incoming { manages: true, ..typed });
        table.heard().await;
    }
    for name in ["ann", "ben"] {
        table.asked(name, &one, "!tournament join").await;
    }
    let typed = table.typed("ann", &one, "!tournament start");
    table.host.receive(super::Incoming { manages: true, ..typed });
    let begun = table.said().await;
    // One of them has White, and moves before the thread is there.
    let mut moved = table.answers("ann", &one, "c2-c3").await;
    let mut called = person("ben").id;
    if table.place_of_game().1 == 0 {
        moved = table.answers("ben", &one, "c2-c3").await;
        called = person("ann").id;
    }
    let calls =
        |said: &[Outgoing]| said.iter().filter(|out| out.reply.ping.contains(&called)).count();
    assert_eq!(calls(&moved), 1, "{moved:?}");
    begun.iter().chain(&moved).for_each(|out| table.has(out, &thread));
    let first = table.said().await;
    assert!(
        first.iter().any(|out| out.reply.text.contains("is played in this thread")),
        "{first:?}"
    );
    assert_eq!(calls(&first), 0, "{first:?}");
    table.stop().await;
}

#[tokio::test]
async fn what_was_said_in_a_thread_is_looked_at_before_the_game_goes_back() {
    let (_folder, path) = database();
    let mut table = Table::open(&path);
    let (one, thread) = places();
    table.begun_in_thread().await;
    let area = Area::Place(thread.clone());
    table.host.hold(area.clone());
    table.host.thread_lost(thread.clone(), LostThread::Locked);
    assert_eq!(table.heard().await.texts(), "");
    let ply = table.late("ann", &thread, "c2-c3", 2);
    table.host.receive(ply);
    table.host.release(area);
    let texts = table.heard().await.texts();
    assert!(texts.contains("1: The thread of #1 is locked"), "{texts}");
    assert_eq!(table.place_of_game(), (one, 1), "{texts}");
    table.stop().await;
}

#[tokio::test]
async fn a_reply_that_a_thread_does_not_take_is_kept_until_the_game_is_back() {
    let (_folder, path) = database();
    let mut table = Table::open(&path);
    let (one, thread) = places();
    table.begun_in_thread().await;
    let board = table.answers("ann", &thread, "c2-c3").await;
    let number = board.iter().find_map(|out| out.outbox).unwrap();
    table.written().await;
    assert_eq!(table.unsaid(), 1);
    fill(&path);
    table.host.thread_lost(thread.clone(), LostThread::Locked);
    table.host.lost(number, LostThread::Locked, START);
    assert_eq!(table.heard().await.texts(), "");
    assert_eq!(table.unsaid(), 1, "the game is still in the thread");
    make_room(&path);
    // After a restart the platform is asked once more, and says the same.
    let mut table = table.restarted(&path).await;
    let again = table.said().await;
    assert_eq!(again.iter().filter_map(|out| out.outbox).collect::<Vec<_>>(), [number]);
    assert!(again[0].in_own_thread);
    table.host.thread_lost(thread, LostThread::Locked);
    table.host.lost(number, LostThread::Locked, START);
    let texts = table.heard().await.texts();
    assert_eq!(texts.matches("1: The thread of #1 is locked").count(), 1, "{texts}");
    assert_eq!(table.place_of_game(), (one, 1));
    table.written().await;
    assert_eq!(table.unsaid(), 0);
    table.stop().await;
}

#[tokio::test]
async fn a_move_typed_in_the_channel_is_played_in_the_thread() {
    let (_folder, path) = database();
    let mut table = Table::open(&path);
    let (one, thread) = places();
    table.begun_in_thread().await;
    // Nobody else's move or talk is meant, nor one in another channel.
    assert_eq!(table.asked("carl", &one, "c2-c3").await, "");
    assert_eq!(table.asked("ann", &one, "good luck").await, "");
    assert_eq!(table.asked("ann", &channel("2"), "c2-c3").await, "");
    let texts = table.asked("ann", &one, "c2-c3").await;
    assert!(texts.contains("900: ann moved c2-c3") && texts.contains("1: Done in #1"), "{texts}");
    let texts = table.asked("ann", &one, "c3-c4").await;
    assert!(texts.contains("ben"), "whose turn it is: {texts}");
    let texts = table.asked("ben", &one, "!d5-d4").await;
    assert!(texts.contains("900: ben moved d5-d4"), "{texts}");
    assert!(table.asked("ann", &one, "!board").await.starts_with("1: "));
    // A game of the channel itself comes first.
    table.asked("ann", &one, "!challenge bot:1 lyra white").await;
    let texts = table.asked("ann", &one, "c2-c3").await;
    assert!(texts.contains("1: ") && !texts.contains("900: "), "{texts}");
    assert_eq!(table.place_of_game(), (thread, 2));
    table.stop().await;
}

#[tokio::test]
async fn a_thread_that_is_asked_for_again_and_again_is_opened_once() {
    let (_folder, path) = database();
    let mut table = Table::open(&path);
    let (one, thread) = places();
    let opens = |said: &[Outgoing]| {
        said.iter().filter(|out| matches!(out.reply.thread, Some(ThreadWork::Opens(_)))).count()
    };
    table.with_setting("ask").await;
    table.game(&one).await;
    let first = table.answers("ann", &one, "!thread #1").await;
    assert_eq!(opens(&first), 1);
    for who in ["ann", "ben"] {
        let again = table.answers(who, &one, "!thread #1").await;
        assert_eq!(opens(&again), 0);
        assert_eq!(again[0].reply.text, "A thread for #1 is on its way.");
    }
    // Discord does not open it: the next request counts.
    let outbox = first.iter().find_map(|out| out.outbox).unwrap();
    let none = Err(NoThread::Failed);
    drop(table.host.threaded(outbox, message(2_000_000), table.clock.now(), none));
    assert!(table.heard().await.texts().contains("#1 stays in this channel"));
    let second = table.answers("ben", &one, "!thread #1").await;
    assert_eq!(opens(&second), 1);
    // A request of which nothing comes keeps nobody from asking for ever.
    table.clock.advance(Duration::from_secs(601));
    let third = table.answers("ben", &one, "!thread #1").await;
    assert_eq!(opens(&third), 1);
    second.iter().for_each(|out| table.has(out, &thread));
    table.heard().await;
    assert_eq!(table.place_of_game().0, thread);
    table.stop().await;
}

#[tokio::test]
async fn a_game_that_is_over_before_its_thread_is_opened_needs_none() {
    let (_folder, path) = database();
    let mut table = Table::open(&path);
    let (one, _) = places();
    let said = table.begun().await;
    assert!(said.iter().any(|out| out.reply.thread.is_some()));
    table.answers("ann", &one, "!resign #1 yes").await;
    let mut table = table.restarted(&path).await;
    let again = table.said().await;
    assert!(again.len() >= said.len());
    assert!(again.iter().all(|out| out.reply.thread.is_none()));
    table.stop().await;
}

#[tokio::test]
async fn what_is_asked_of_people_is_said_again_where_the_game_goes_back() {
    let (_folder, path) = database();
    let mut table = Table::open(&path);
    let (_, thread) = places();
    table.begun_in_thread().await;
    table.asked("ann", &thread, "!draw #1").await;
    // Whoever wishes no pings gets none by this, either.
    table.asked("ben", &person("ben").id.private_place(), "notify turn off").await;
    table.asked("ann", &thread, "!challenge @carl lyra").await;
    table.host.thread_lost(thread, LostThread::Locked);
    let said = table.said().await;
    let about = |no| said.iter().find(|out| out.reply.game == Some(GameNo(no))).unwrap();
    let (game, offer) = (&about(1).reply, &about(2).reply);
    assert_eq!((&game.place, &offer.place), (&channel("1"), &channel("1")));
    assert!(
        game.text.contains("<@discord:802>, ann offers a draw: `!draw accept` or `!draw decline`."),
        "{}",
        game.text
    );
    assert_eq!(game.ping, [person("ann").id]);
    assert!(offer.text.contains("<@discord:803>, ann invites you to Lyra"), "{}", offer.text);
    assert_eq!(offer.ping, [person("carl").id]);
    table.stop().await;
}
