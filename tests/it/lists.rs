//! Lists of games: nothing is left out of them, the most urgent comes first, and they count rightly.

#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::sync::Arc;

use chat::{Addressing, Incoming};
use host::{HostHandle, HostSettings, ManualClock, Outbox, SystemEntropy};
use render::Renderer;
use store::{Batch, GameRow, GameState, GameWrite, OutboxRow, SeatRow, Store};
use table::{GameNo, HOUR, MessageId, Millis, Person, PersonId, PlaceId, Platform, ServerId};

use crate::support::{offers::open_offer, outbox::replies};

const START: Millis = 1_800_000_000_000;
const PEOPLE: [&str; 4] = ["ann", "ben", "carl", "dora"];

fn person(name: &str) -> Person {
    Person { id: PersonId::new(Platform::Discord, name), name: name.to_owned() }
}

fn channel() -> PlaceId {
    PlaceId::channel(Platform::Discord, "10")
}

fn server() -> ServerId {
    ServerId::new(Platform::Discord, "1")
}

/// A running game of these people, the first of whom is to move, as it lies in the store.
fn running(no: u32, names: &[&str], moved: Millis) -> GameRow {
    GameRow {
        state: GameState::Running,
        server: Some(server()),
        seats: names.iter().map(|name| SeatRow::Person(person(name).id)).collect(),
        to_move: Some(0),
        expires: None,
        due: None,
        moved,
        ..open_offer(no, channel(), person(names[0]).id, START - 9_000 * HOUR)
    }
}

/// A finished game of these people with this result line.
fn finished(no: u32, names: &[&str], result: &str, ended: Millis) -> GameRow {
    GameRow {
        state: GameState::Over,
        ply: 9,
        announced: 9,
        to_move: None,
        result: Some(result.to_owned()),
        ..running(no, names, ended)
    }
}

/// A host on a store in which these games lie.
struct Table {
    _folder: tempfile::TempDir,
    host: HostHandle,
    outbox: Outbox,
    said: u32,
}

impl Table {
    fn with(rows: impl IntoIterator<Item = GameRow>) -> Self {
        Self::after(rows, Vec::new())
    }

    /// The same after these batches.
    fn after(rows: impl IntoIterator<Item = GameRow>, batches: Vec<Batch>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("lists.db")).unwrap();
        let (over, open): (Vec<_>, Vec<_>) =
            rows.into_iter().partition(|row| row.state == GameState::Over);
        let people = PEOPLE.map(person).to_vec();
        put(&store, Batch { people, ..with_games(open) });
        for row in over {
            // A game ends when it is written.
            put(&store, Batch { at: row.moved, ..with_games(vec![row]) });
        }
        batches.into_iter().for_each(|batch| put(&store, batch));
        let clock = Arc::new(ManualClock::new(START));
        let renderer = Renderer::blank();
        let settings = HostSettings::new(Platform::Discord);
        let entropy = Box::new(SystemEntropy);
        let (host, outbox) = host::start(store, settings, clock, entropy, renderer).unwrap();
        Self { _folder: folder, host, outbox, said: 0 }
    }

    async fn hear(&mut self, message: Incoming) -> String {
        self.host.receive(message);
        self.host.settled().await;
        let told = replies(&mut self.outbox).into_iter().map(|out| out.reply.text);
        told.collect::<Vec<_>>().join("\n")
    }

    fn line(&mut self, name: &str, place: PlaceId, text: &str) -> Incoming {
        self.said += 1;
        let id = MessageId::new(Platform::Discord, format!("m{}", self.said));
        Incoming {
            server: Some(server()),
            mentioned: PEOPLE.map(person).to_vec(),
            ..Incoming::line(id, person(name), place, text, START)
        }
    }

    /// Returns what somebody is answered in the channel.
    async fn asked(&mut self, name: &str, text: &str) -> String {
        let line = self.line(name, channel(), text);
        self.hear(Incoming { addressing: Addressing::Channel, to_bot: true, ..line }).await
    }

    /// Returns what somebody is answered in their private chat.
    async fn asked_alone(&mut self, name: &str, text: &str) -> String {
        let line = self.line(name, person(name).id.private_place(), text);
        self.hear(Incoming { server: None, ..line }).await
    }
}

fn with_games(rows: Vec<GameRow>) -> Batch {
    let write = |row| GameWrite { row, events: Vec::new() };
    Batch { games: rows.into_iter().map(write).collect(), ..Batch::default() }
}

/// Commits a batch behind the host's back, and waits.
fn put(store: &Store, batch: Batch) {
    let (tell, told) = std::sync::mpsc::channel();
    store.commit(batch, move |result| tell.send(result).unwrap());
    told.recv().unwrap().unwrap();
}

/// The numbers of the games that a list names, in its order.
fn numbers(list: &str) -> Vec<u32> {
    let lines = list.lines().map(|line| line.trim_start_matches("**"));
    let number = |line: &str| line.strip_prefix('#')?.split(' ').next()?.parse().ok();
    lines.filter_map(number).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_of_a_thousand_games_is_read_page_by_page() {
    // The later a game went on, the greater its number; every third one waits for ann.
    let game = |no: u32| {
        let names = if no.is_multiple_of(3) { ["ann", "ben"] } else { ["carl", "ben"] };
        running(no, &names, START - 2_000 * HOUR + Millis::from(no) * HOUR)
    };
    let mut table = Table::with((1..=1_000).map(game));
    let mut seen = Vec::new();
    for page in 1..=100 {
        let told = table.asked("ann", &format!("games here {page}")).await;
        let next = page % 100 + 1;
        assert!(told.contains("333 games wait for you, 667 for others."), "{told}");
        assert!(told.contains(&format!("Page {page} of 100, 1000 games in all")), "{told}");
        assert!(told.contains(&format!("`!games here {next}` shows the")), "{told}");
        seen.extend(numbers(&told));
    }
    let mine = (1..=1_000).filter(|no: &u32| no.is_multiple_of(3));
    let theirs = (1..=1_000).filter(|no: &u32| !no.is_multiple_of(3));
    assert_eq!(seen, mine.chain(theirs).collect::<Vec<u32>>());
    let beyond = table.asked("ann", "games here 4000000000").await;
    assert!(beyond.contains("Page 100 of 100"), "{beyond}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_waits_for_me_stands_first() {
    let asks = GameRow {
        seats: vec![SeatRow::Person(person("ben").id), SeatRow::Asked(person("ann").id)],
        ..open_offer(4, channel(), person("ben").id, START - HOUR)
    };
    let mut table = Table::with([
        running(1, &["ben", "ann"], START - 50 * HOUR),
        running(2, &["ann", "ben"], START - 2 * HOUR),
        running(3, &["ann", "carl"], START - 3 * HOUR),
        asks,
        open_offer(5, channel(), person("ann").id, START - HOUR),
    ]);
    let told = table.asked("ann", "games").await;
    assert_eq!(numbers(&told), [3, 2, 4, 1, 5], "{told}");
    assert!(told.contains("**#3 Lyra with carl**: your move, 3 hours old."), "{told}");
    assert!(!told.contains("Page"), "{told}");
    // Of ann's games those first in which she is to move.
    let told = table.asked("carl", "games <@ann>").await;
    assert_eq!(numbers(&told)[..2], [3, 2], "{told}");
    assert!(told.contains("#2 Lyra with ben: ann to move"), "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn offers_that_are_the_same_are_answered_as_one() {
    // An earlier version has made them of a double tap.
    let asks = |no| GameRow {
        seats: vec![SeatRow::Person(person("ann").id), SeatRow::Asked(person("ben").id)],
        ..open_offer(no, channel(), person("ann").id, START - HOUR)
    };
    let open = |no| open_offer(no, channel(), person("carl").id, START - HOUR);
    let mut table = Table::with([asks(1), asks(2), asks(3), open(4), open(5)]);
    let told = table.asked("ben", "accept").await;
    assert!(told.contains("Lyra: ann (White) against ben (Black)") || told.contains("Lyra: ben"));
    assert!(told.contains("Offer #1 was the same, so it is closed."), "{told}");
    assert!(!told.contains("Type one of these lines"), "{told}");
    // Neither is left for a second line, which takes what is offered to anyone.
    let told = table.asked("ben", "accept").await;
    assert!(told.contains("against") && told.contains("carl"), "{told}");
    let told = table.asked("ben", "accept").await;
    assert!(told.contains("No offer waits"), "{told}");

    let mut table = Table::with([asks(1), asks(2)]);
    let told = table.asked("ben", "decline").await;
    assert!(told.contains("declined offer #2. It is closed.\nOffer #1 was the same"), "{told}");
    let told = table.asked("ann", "challenge <@ben> lyra").await;
    assert!(told.contains("open for 24 hours"), "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn each_game_leads_to_its_newest_board() {
    let rows = [running(1, &["ann", "ben"], START), running(2, &["ann", "ben"], START)];
    let reply = |id, game, place: PlaceId, board| OutboxRow {
        id,
        place,
        game: Some(GameNo(game)),
        board,
        body: "{}".to_owned(),
    };
    let private = person("ann").id.private_place();
    let outbox = vec![
        reply(1, 1, channel(), true),
        reply(2, 1, channel(), true),
        reply(3, 1, private, true),
        reply(4, 2, channel(), true),
        // A reminder.
        reply(5, 1, channel(), false),
    ];
    let message = |id: &str| Some(MessageId::new(Platform::Discord, id));
    // The second game's board has not been delivered.
    let delivered =
        vec![(1, message("71")), (2, message("72")), (3, message("73")), (5, message("75"))];
    let sent = Batch { outbox, ..Batch::default() };
    let mut table = Table::after(rows, vec![sent, Batch { delivered, ..Batch::default() }]);
    let told = table.asked("ann", "games").await;
    assert!(
        told.contains("your move, less than a minute old.<m:1 discord:10 discord:72 discord:1>"),
        "{told}"
    );
    assert_eq!(told.matches("<m:").count(), 1, "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn finished_games_are_told_with_their_results() {
    let mut table = Table::with([
        finished(1, &["ann", "ben"], "win 2 resignation", START - 9 * HOUR),
        finished(2, &["ben", "ann"], "win 2 general", START - 8 * HOUR),
        finished(3, &["ann", "ben"], "draw agreement", START - 7 * HOUR),
        finished(4, &["ann", "ben"], "aborted", START - 6 * HOUR),
    ]);
    let told = table.asked("ann", "games done").await;
    assert_eq!(numbers(&told), [4, 3, 2, 1], "{told}");
    for line in [
        "#1 Lyra with ben: ben won (resignation), <t:1799967600:R>. `!record #1`",
        "#2 Lyra with ben: you won (the General fell), ",
        "#3 Lyra with ben: drawn (agreement), ",
        "#4 Lyra with ben: no result, ",
    ] {
        assert!(told.contains(line), "{line}: {told}");
    }
    // However many there are, each is on one of the pages.
    let many = |no| finished(no, &["ann", "ben"], "win 1 time", START - HOUR + Millis::from(no));
    let mut table = Table::with((1..=25).map(many));
    let mut seen = Vec::new();
    for page in ["", " 2", " 3"] {
        let told = table.asked("ann", &format!("games done{page}")).await;
        assert!(told.contains("of 3, 25 games in all"), "{told}");
        seen.extend(numbers(&told));
    }
    assert_eq!(seen, (1..=25).rev().collect::<Vec<u32>>());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_score_is_between_two_and_a_profile_of_one() {
    let secret = GameRow {
        place: person("ann").id.private_place(),
        server: None,
        ..finished(7, &["ann", "ben"], "win 2 time", START - HOUR)
    };
    let mut table = Table::with([
        finished(1, &["ann", "ben"], "win 1 resignation", START - 9 * HOUR),
        finished(2, &["ben", "ann"], "win 2 general", START - 8 * HOUR),
        finished(3, &["ben", "ann"], "win 1 general", START - 7 * HOUR),
        finished(4, &["ann", "ben"], "draw agreement", START - 6 * HOUR),
        GameRow {
            kind: "martian".to_owned(),
            ..finished(5, &["carl", "ann", "ben"], "win 1 empty", START - 5 * HOUR)
        },
        finished(6, &["ann", "carl"], "win 2 general", START - 4 * HOUR),
        secret,
        running(8, &["ann", "ben"], START - HOUR),
    ]);
    let told = table.asked("ann", "score <@ben>").await;
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(
        lines,
        [
            "You and ben: 5 games. You won 2, ben 1, 1 drawn, 1 won by others.",
            "Lyra: 4 games, 2 to 1, 1 drawn.",
            "Martian Chess: 1 game, 0 to 0, 1 won by others.",
            "Last: #5 Martian Chess: carl won (by the rules), <t:1799982000:R>. `!record #5`",
        ]
    );
    let alone = table.asked_alone("ann", "score <@ben>").await;
    assert!(alone.starts_with("You and ben: 6 games. You won 2, ben 2, 1 drawn,"), "{alone}");
    // Of ann's private game carl learns nothing.
    let carl = table.asked("carl", "profile <@ann>").await;
    assert_eq!(
        carl,
        "**ann**: first game <t:1767600000:R>, 1 running now. 6 games finished: 2 won, 3 lost, 1 drawn.\n\
         Lyra: 5 games, 2 won, 2 lost, 1 drawn.\n\
         Martian Chess: 1 game, 0 won, 1 lost."
    );
    let own = table.asked_alone("ann", "profile").await;
    assert!(own.contains("7 games finished: 2 won, 4 lost, 1 drawn."), "{own}");
    assert_eq!(table.asked("ann", "profile versus:<@ben>").await, told);
    assert!(
        table.asked("carl", "score <@ben>").await.starts_with("You and ben: 1 game. You won 1")
    );
    let none = table.asked("dora", "score <@ben>").await;
    assert!(none.starts_with("You and ben have finished no game together."), "{none}");
    assert!(table.asked("ann", "score <@ann>").await.contains("between two people"));
}

#[tokio::test(flavor = "multi_thread")]
async fn new_idle_days_of_a_server_concern_all_of_its_games_and_no_others() {
    let theirs = |no| GameRow {
        server: Some(ServerId::new(Platform::Discord, "2")),
        place: PlaceId::channel(Platform::Discord, "20"),
        ..running(no, &["ann", "ben"], START - 500 * HOUR)
    };
    let ours = |no| running(no, &["ann", "ben"], START - 500 * HOUR);
    let mut table = Table::with((1..=200).map(ours).chain((201..=210).map(theirs)));
    let message = table.line("ann", channel(), "server set idle 20d 40d");
    let told = table.hear(Incoming { manages: true, ..message }).await;
    let warned = |no: u32| told.contains(&format!(", #{no} waits for you since 20 days"));
    assert!((1..=200).all(warned), "{told}");
    assert!(!(201..=210).any(warned));
    assert_eq!(told.matches("waits for you").count(), 200, "each once");
}
