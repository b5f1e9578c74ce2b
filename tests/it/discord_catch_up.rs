//! What is said while nothing reaches the bot is read back when a new session begins: the real adapter and
//! host, over real sockets.
#![allow(clippy::unwrap_used, reason = "a test may panic, helpers included")]

use std::{sync::Arc, time::Duration};

use host::ManualClock;
use table::{GameNo, LogEntry, LogEvent};
use tokio::time::{Instant, sleep};

use crate::support::{
    discord_hosted::Hosted,
    stand_in::{
        ANN, BEN, CHANNEL, EVERYONE, Misbehaviour, OTHER_CHANNEL, Said, Someone, StandIn, THREAD,
        World, dm, line, private,
    },
};

/// When the tests take place.
const NOW: i64 = 1_800_000_000_000;
/// Long enough for what must not happen to happen.
const A_WHILE: Duration = Duration::from_millis(300);

/// The program, beside a platform whose ids follow the host's clock.
struct Table {
    hosted: Hosted,
    clock: ManualClock,
}

impl Table {
    async fn open() -> Self {
        let (hosted, clock) = Hosted::by_clock(NOW).await;
        Self { hosted, clock }
    }

    async fn run(discord: StandIn, folder: tempfile::TempDir, clock: ManualClock) -> Self {
        let of_host = Arc::new(clock.clone());
        let hosted = Hosted::open(discord, folder, of_host).await;
        Self { hosted, clock }
    }

    /// Begins a game between Ann, who is to move, and Ben.
    async fn game(&self, channel: u64) {
        self.answered(Said { channel, ..line(ANN, &format!("!challenge <@{}> white", BEN.id)) })
            .await;
        self.answered(Said { channel, ..line(BEN, "!accept") }).await;
    }

    /// Says something that gets one answer, and gives that.
    async fn answered(&self, said: Said) -> String {
        self.hosted.discord.say(said);
        self.posted().await
    }

    async fn posted(&self) -> String {
        self.clock.advance(Duration::from_secs(1));
        self.hosted.discord.post().await.text().to_owned()
    }

    /// Waits for a post with this in its text, and gives that.
    async fn told(&self, word: &str) -> String {
        loop {
            let text = self.posted().await;
            if text.contains(word) {
                return text;
            }
        }
    }

    /// The plies of the first game.
    fn plies(&self) -> Vec<String> {
        let (row, events) = self.hosted.store.reader().unwrap().game(GameNo(1)).unwrap().unwrap();
        let game = host::replay_game(&row, &events, |id| id.key().to_owned()).unwrap();
        let ply = |entry: &LogEntry| match &entry.event {
            LogEvent::Ply { mv, .. } => Some(mv.clone()),
            _ => None,
        };
        game.log().iter().filter_map(ply).collect()
    }

    /// Nothing is posted for a while.
    async fn is_silent(&self) {
        let before = self.hosted.discord.world().posts.len();
        sleep(A_WHILE).await;
        let world = self.hosted.discord.world();
        let more: Vec<_> = world.posts[before..].iter().map(|post| post.text()).collect();
        assert!(more.is_empty(), "{more:?}");
    }

    /// The program is down while people say this, and its session is over when it starts again.
    async fn down_while(self, said: impl IntoIterator<Item = Said>, for_so_long: Duration) -> Self {
        let Self { hosted, clock } = self;
        let (discord, folder) = hosted.stop().await;
        discord.world().end_sessions(None);
        for one in said {
            clock.advance(Duration::from_secs(1));
            discord.say(one);
        }
        clock.advance(for_so_long);
        Self::run(discord, folder, clock).await
    }
}

/// Three plies from the start of a game of Lyra.
const PLIES: [&str; 3] = ["!f2-f3", "!d5-d4", "!a1-c3"];

#[tokio::test(flavor = "multi_thread")]
async fn what_was_typed_while_the_program_was_down_is_played_in_order() {
    let table = Table::open().await;
    table.game(CHANNEL).await;
    let typed = [line(ANN, PLIES[0]), line(BEN, "well, let me see"), line(BEN, PLIES[1])];
    let table = table.down_while(typed, Duration::from_secs(3_600)).await;
    // The board after the first move may have been overtaken by the next one.
    table.told("d5-d4").await;
    assert_eq!(table.plies(), ["f2-f3", "d5-d4"]);
    table.is_silent().await;
    // It is not read again, and nothing of it is played again.
    let table = table.down_while([line(ANN, PLIES[2])], Duration::from_secs(5)).await;
    table.told("a1-c3").await;
    table.is_silent().await;
    assert_eq!(table.plies(), ["f2-f3", "d5-d4", "a1-c3"]);
    table.hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_is_over_loses_no_move() {
    let table = Table::open().await;
    table.game(CHANNEL).await;
    let discord = &table.hosted.discord;
    // The session ends while nothing reaches the bot.
    discord.lose_network();
    discord.world().end_sessions(None);
    discord.say(line(ANN, PLIES[0]));
    discord.say(line(BEN, PLIES[1]));
    discord.restore_network();
    // The board after the first move may have been overtaken by the next one.
    table.told("d5-d4").await;
    assert_eq!(table.plies(), ["f2-f3", "d5-d4"]);
    table.hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_said_meanwhile_waits_for_what_was_said_before() {
    let table = Table::open().await;
    table.game(CHANNEL).await;
    table.game(OTHER_CHANNEL).await;
    let Table { hosted, clock } = table;
    let (discord, folder) = hosted.stop().await;
    discord.world().end_sessions(None);
    discord.say(line(ANN, PLIES[0]));
    // Its history comes late, and that of the other channel at once.
    discord.world().slow.insert(CHANNEL, Duration::from_secs(600));
    let table = Table::run(discord, folder, clock).await;
    let discord = &table.hosted.discord;
    discord.identified(2).await;
    discord.heard().await;
    discord.say(line(BEN, PLIES[1]));
    let elsewhere = Said { channel: OTHER_CHANNEL, ..line(ANN, "!#2 f2-f3") };
    discord.say(elsewhere);
    assert_eq!(discord.post().await.channel, OTHER_CHANNEL);
    discord.world().slow.clear();
    table.told("d5-d4").await;
    assert_eq!(table.plies(), ["f2-f3", "d5-d4"]);
    table.hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_ends_while_it_reads_back_resumes_and_reads_on() {
    let table = Table::open().await;
    table.game(CHANNEL).await;
    let Table { hosted, clock } = table;
    let (discord, folder) = hosted.stop().await;
    let resumed = discord.world().resumes.len();
    discord.world().end_sessions(None);
    // A connection that misses a beat on a busy machine resumes once more.
    discord.world().rules.heartbeat_interval = Duration::from_secs(41);
    discord.say(line(ANN, PLIES[0]));
    discord.world().slow.insert(CHANNEL, Duration::from_secs(600));
    let Table { hosted, clock } = Table::run(discord, folder, clock).await;
    hosted.discord.identified(2).await;
    // It is told while her move is still unread, and waits behind it.
    hosted.discord.say(line(BEN, PLIES[1]));
    sleep(A_WHILE).await;
    let (discord, folder) = hosted.stop().await;
    discord.world().slow.clear();
    let table = Table::run(discord, folder, clock).await;
    table.told("d5-d4").await;
    assert_eq!(table.plies(), ["f2-f3", "d5-d4"]);
    {
        let world = table.hosted.discord.world();
        // The first of the two resumes was that of the session that had ended.
        let resumes = world.resumes.len() - resumed;
        assert_eq!((world.identifies.len(), resumes), (2, 2), "it costs no start");
    }
    table.hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn questions_are_answered_for_ten_minutes() {
    let table = Table::open().await;
    table.game(CHANNEL).await;
    let table = table.down_while([line(ANN, "!board")], Duration::from_secs(11 * 60)).await;
    table.hosted.discord.identified(2).await;
    table.is_silent().await;
    let table = table.down_while([line(ANN, "!board")], Duration::from_secs(5 * 60)).await;
    assert!(table.posted().await.contains("#1"));
    table.is_silent().await;
    table.hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_can_no_longer_be_played_is_refused_in_one_message() {
    let table = Table::open().await;
    table.game(CHANNEL).await;
    let typed = [
        line(ANN, "!a1-a2"),
        line(ANN, PLIES[0]),
        line(ANN, "!a1-c3"),
        line(BEN, "!a6-a1"),
        line(ANN, "!b1-b6"),
    ];
    let table = table.down_while(typed, Duration::from_secs(60)).await;
    let of = |who: Someone| format!("<@{}>, while I was away you wrote", who.id);
    let refusals = table.hosted.discord.until("refusals", |world| {
        let texts = world.posts.iter().map(|post| post.text().to_owned());
        let refusals: Vec<_> = texts.filter(|text| text.contains("while I was away")).collect();
        (refusals.len() >= 2).then_some(refusals)
    });
    let refusals = refusals.await;
    let of_ann = refusals.iter().find(|text| text.starts_with(&of(ANN))).unwrap();
    assert!(of_ann.contains("a1-a2") && of_ann.contains("b1-b6"), "{of_ann}");
    let of_ben = refusals.iter().find(|text| text.starts_with(&of(BEN))).unwrap();
    assert!(of_ben.contains("a6-a1") && !of_ben.contains("b1-b6"), "{of_ben}");
    assert_eq!(table.plies(), ["f2-f3"]);
    table.is_silent().await;
    table.hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_history_that_may_not_be_read_holds_nothing_up() {
    let table = Table::open().await;
    table.game(CHANNEL).await;
    table.hosted.discord.world().no_history.insert(CHANNEL);
    let table = table.down_while([line(BEN, "well")], Duration::from_secs(60)).await;
    table.hosted.discord.identified(2).await;
    let played = table.answered(line(ANN, PLIES[0])).await;
    assert!(played.contains("f2-f3"), "{played}");
    table.hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_history_that_does_not_come_is_asked_for_again() {
    let table = Table::open().await;
    table.game(CHANNEL).await;
    let troubles = [Misbehaviour::Fails(500), Misbehaviour::Limited(0.2), Misbehaviour::Reset];
    table.hosted.discord.world().reading_misbehaviours.extend(troubles);
    let table = table.down_while([line(ANN, PLIES[0])], Duration::from_secs(60)).await;
    assert!(table.posted().await.contains("f2-f3"));
    table.hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn long_talk_is_read_page_by_page() {
    let table = Table::open().await;
    table.game(CHANNEL).await;
    let mut typed = vec![line(EVERYONE, "so be it"); 230];
    typed.insert(150, line(ANN, PLIES[0]));
    typed.push(line(BEN, PLIES[1]));
    let table = table.down_while(typed, Duration::from_secs(60)).await;
    // The board after the first move may have been overtaken by the next one.
    table.told("d5-d4").await;
    assert_eq!(table.plies(), ["f2-f3", "d5-d4"]);
    let reads = |table: &Table| {
        let world = table.hosted.discord.world();
        world.calls.iter().filter(|call| call.starts_with("GET channels/501/messages")).count()
    };
    assert_eq!(reads(&table), 3);
    // All of it has its end: the next time nothing of it is read again.
    let table = table.down_while([], Duration::from_secs(5)).await;
    table.hosted.discord.identified(3).await;
    table.is_silent().await;
    assert_eq!(reads(&table), 4);
    table.hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_set_up_typed_in_private_while_the_program_was_down_is_taken() {
    let table = Table::open().await;
    let challenge = format!("!challenge <@{}> cyvasse white", BEN.id);
    table.answered(line(ANN, &challenge)).await;
    table.hosted.discord.say(line(BEN, "!accept"));
    for _ in 0..3 {
        table.posted().await;
    }
    let before = table.hosted.discord.world().posts.len();
    let typed = [private(ANN, "setup random"), private(ANN, "setup done")];
    let table = table.down_while(typed, Duration::from_secs(600)).await;
    // Her half in private, which may come once for both lines, and in the channel that she is done.
    for channel in [dm(ANN), CHANNEL] {
        let is_there = |world: &mut World| {
            let mut new = world.posts[before..].iter();
            new.any(|post| post.channel == channel).then_some(())
        };
        table.hosted.discord.until("word", is_there).await;
    }
    table.hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_typed_in_private_while_the_program_was_down_is_played() {
    let table = Table::open().await;
    table.game(CHANNEL).await;
    table.answered(private(ANN, "games")).await;
    let typed = ["#1 f2-f3", "#1 a1-c3", "#1 b1-b6"].map(|text| private(ANN, text));
    let table = table.down_while(typed, Duration::from_secs(600)).await;
    let told = table.told("hile I was away").await;
    assert!(told.contains("a1-c3") && told.contains("b1-b6"), "one message for all: {told}");
    assert_eq!(table.plies(), ["f2-f3"]);
    table.hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn five_places_a_second_are_read_the_longest_waiting_first() {
    let table = Table::open().await;
    table.game(CHANNEL).await;
    table.game(OTHER_CHANNEL).await;
    table.game(THREAD).await;
    // The first one has moved last.
    table.answered(line(ANN, "!#1 f2-f3")).await;
    let before = table.hosted.discord.world().calls.len();
    let begun = Instant::now();
    let table = table.down_while([], Duration::from_secs(60)).await;
    let read = |call: &String| call.strip_prefix("GET channels/").map(str::to_owned);
    let reads = table.hosted.discord.until("reads", |world| {
        let reads: Vec<_> = world.calls[before..].iter().filter_map(read).collect();
        (reads.len() >= 3).then_some(reads)
    });
    let reads: Vec<_> = reads.await.iter().map(|call| call[..3].to_owned()).collect();
    assert_eq!(reads, [OTHER_CHANNEL, THREAD, CHANNEL].map(|id| id.to_string()));
    assert!(begun.elapsed() >= Duration::from_millis(400), "a fifth of a second lies between two");
    table.hosted.stop().await;
}

/// A refusal and an answer that Discord does not take just now, when the program is killed.
#[tokio::test(flavor = "multi_thread")]
async fn answers_that_a_kill_catches_come_after_the_next_start_and_no_move_twice() {
    for (asked, word, who) in [("!f2-f9", "f2-f9", ANN), ("!clock", "has no clock", BEN)] {
        let table = Table::open().await;
        table.game(CHANNEL).await;
        let failing = |n| std::iter::repeat_n(Misbehaviour::Fails(503), n);
        table.hosted.discord.world().misbehaviours.extend(failing(1_000));
        table.hosted.discord.say(line(who, asked));
        let tried = |world: &mut World| (world.misbehaviours.len() < 1_000).then_some(());
        table.hosted.discord.until("a try to answer", tried).await;
        let Table { hosted, clock } = table;
        let (discord, folder) = hosted.kill().await;
        discord.world().misbehaviours.clear();
        discord.world().end_sessions(None);
        let table = Table::run(discord, folder, clock).await;
        let told = table.told(word).await;
        // What it has told is not told again.
        let (discord, folder) = table.hosted.stop().await;
        discord.world().end_sessions(None);
        let table = Table::run(discord, folder, table.clock).await;
        table.hosted.discord.heard().await;
        table.is_silent().await;
        assert!(table.plies().is_empty(), "{told}");
        table.hosted.stop().await;
    }
}
