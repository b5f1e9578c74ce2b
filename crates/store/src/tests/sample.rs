//! Games, people and replies to put into a store, and a folder to keep it in.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::mpsc,
};

use dice::Secret;
use rusqlite::{Connection, types::ValueRef};
use sha2::{Digest, Sha256};
use table::{GameNo, MessageId, Person, PersonId, PlaceId, Platform};
use tempfile::TempDir;

use crate::{
    Batch, EventRow, GameRow, GameState, GameWrite, OutboxRow, RollRow, SeatRow, Store, StoreError,
};

/// A folder that is removed with the test, and the path of a database in it.
pub(super) struct Folder {
    dir: TempDir,
}

impl Folder {
    pub(super) fn new() -> Self {
        Self { dir: TempDir::new().unwrap() }
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    pub(super) fn db(&self) -> PathBuf {
        self.path("games.db")
    }

    pub(super) fn open(&self) -> Store {
        // A process that another test is just starting has copies of all our files until it runs its own
        // program, and with them for a moment the lock of a store that we have closed.
        let mut tries = (0..100_000).map(|_| Store::open(&self.db()));
        let opened = tries.find(|opened| !matches!(opened, Err(StoreError::InUse)));
        opened.expect("nobody else has it open").unwrap()
    }

    /// Names of the files in it, in order.
    pub(super) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.dir.path()).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

/// SHA-256 of a file.
pub(super) fn hash(path: &Path) -> [u8; 32] {
    Sha256::digest(fs::read(path).unwrap()).into()
}

/// Commits and waits.
pub(super) fn put(store: &Store, batch: Batch) -> Result<(), StoreError> {
    let (tell, told) = mpsc::channel();
    store.commit(batch, move |result| tell.send(result).unwrap());
    told.recv().unwrap()
}

pub(super) fn person(name: &str) -> Person {
    Person { id: PersonId::new(Platform::Local, name.to_lowercase()), name: name.into() }
}

pub(super) fn message(key: &str) -> MessageId {
    MessageId::new(Platform::Local, key)
}

pub(super) fn place() -> PlaceId {
    PlaceId::channel(Platform::Local, "channel")
}

pub(super) fn seat(name: &str) -> SeatRow {
    SeatRow::Person(person(name).id)
}

/// An offer of Ann's to Bob, version 1.
pub(super) fn offer(no: u32) -> GameRow {
    GameRow {
        no: GameNo(no),
        kind: "lyra".into(),
        rules: 1,
        options: "combat=dice".into(),
        place: place(),
        state: GameState::Offered,
        terms: "{}".into(),
        seats: vec![seat("Ann"), seat("Bob")],
        secret: Secret::from_bytes([0xA7; 32]),
        dice: 2,
        start_salt: "1".into(),
        ply: 0,
        announced: 0,
        to_move: None,
        bot_turn: false,
        version: 1,
        created: 1_000,
        moved: 1_000,
        expires: Some(5_000),
        due: Some(5_000),
        server: None,
        idle_from: None,
        result: None,
    }
}

/// A running game between Ann and Bob, version 1.
pub(super) fn running(no: u32) -> GameRow {
    GameRow { state: GameState::Running, to_move: Some(0), expires: None, due: None, ..offer(no) }
}

/// The next version of a game.
pub(super) fn next(game: &GameRow) -> GameRow {
    GameRow { version: game.version + 1, ..game.clone() }
}

/// A game over with this result.
pub(super) fn over(game: &GameRow, result: &str) -> GameRow {
    GameRow {
        state: GameState::Over,
        result: Some(result.into()),
        to_move: None,
        bot_turn: false,
        expires: None,
        due: None,
        ..next(game)
    }
}

/// A log line that is a ply, with a roll on every second one.
pub(super) fn ply(n: u32) -> EventRow {
    EventRow {
        n,
        ply: Some(n),
        seat: Some(u8::from(n.is_multiple_of(2))),
        kind: "ply".into(),
        text: "a1-a2".into(),
        roll: n.is_multiple_of(2).then(|| RollRow {
            n: n / 2,
            faces: "3,2".into(),
            salt: format!("salt{n}"),
        }),
        at: 2_000 + i64::from(n),
    }
}

/// The game after one more ply, with its log line.
pub(super) fn played(game: &GameRow) -> (GameRow, EventRow) {
    let event = ply(game.ply + 1);
    (GameRow { ply: game.ply + 1, moved: event.at, ..next(game) }, event)
}

/// A batch with Ann, Bob and this game.
pub(super) fn with_game(game: &GameRow) -> Batch {
    Batch {
        people: vec![person("Ann"), person("Bob")],
        games: vec![GameWrite { row: game.clone(), events: Vec::new() }],
        at: game.moved,
        ..Batch::default()
    }
}

/// A batch with Ann, Bob, this game, and lines for its log.
pub(super) fn with_events(game: &GameRow, events: Vec<EventRow>) -> Batch {
    let games = vec![GameWrite { row: game.clone(), events }];
    Batch { games, ..with_game(game) }
}

/// A batch that plays one ply, and the game after it.
pub(super) fn with_ply(game: &GameRow) -> (Batch, GameRow) {
    let (after, event) = played(game);
    (with_events(&after, vec![event]), after)
}

/// A reply about a game, kept under this number.
pub(super) fn reply(id: u64, text: &str, game: Option<u32>) -> OutboxRow {
    OutboxRow { id, place: place(), game: game.map(GameNo), board: false, body: body(text) }
}

/// The body of a reply.
pub(super) fn body(text: &str) -> String {
    format!("{{\"text\":\"{text}\"}}")
}

/// Every row of every table, in order, but for the name of the program and the position of a copy.
pub(super) fn tables(conn: &Connection) -> String {
    let named = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' \
                 AND name NOT IN ('written_by', 'log_position') ORDER BY name";
    let names: Vec<String> = conn
        .prepare(named)
        .unwrap()
        .query_map([], |row| row.get(0))
        .unwrap()
        .map(Result::unwrap)
        .collect();
    let mut all = String::new();
    for name in names {
        let mut read = conn
            .prepare(&format!("SELECT * FROM {name} ORDER BY 1, 2, 3"))
            .or_else(|_| conn.prepare(&format!("SELECT * FROM {name} ORDER BY 1, 2")))
            .unwrap();
        let columns = read.column_count();
        let mut rows = read.query([]).unwrap();
        while let Some(row) = rows.next().unwrap() {
            let fields = (0..columns).map(|at| match row.get_ref(at).unwrap() {
                ValueRef::Null => "NULL".to_owned(),
                ValueRef::Integer(n) => n.to_string(),
                ValueRef::Real(n) => n.to_string(),
                ValueRef::Text(text) => format!("{:?}", String::from_utf8_lossy(text)),
                ValueRef::Blob(blob) => format!("x{}", data_encoding::HEXLOWER.encode(blob)),
            });
            all.push_str(&format!("{name}: {}\n", fields.collect::<Vec<_>>().join(", ")));
        }
    }
    all
}
