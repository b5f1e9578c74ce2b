//! Entries: their texts are read back, nothing unknown is, and recorded ones give the tables that were recorded
//! with them.

use std::{fs, path::PathBuf};

use rusqlite::Connection;
use table::{
    Area, Asked, Ban, BannedFrom, Correction, EditionNo, GameNo, Key, ModAct, ModEntry, ModWrite,
    PersonId, Platform, RatedGame, RatedPlayer, RatingArea, ServerId, Setting, StoredPlan,
    StoredRating, Vacation,
};

use super::sample::{
    Folder, message, offer, over, person, place, played, reply, running, tables, with_game,
    with_ply,
};
use crate::{
    Batch, EditionLogRow, EditionRow, EditionState, EditionWrite, Entry, EntryError, FORMAT,
    Formats, Hidden, Kept, OutageRow, RatingWrite, RowWrite, SyncWrite,
};

/// Where the recorded entries of a format are, and the tables that they give.
fn recorded(format: u32) -> [PathBuf; 2] {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/tests/entries");
    ["json", "tables"].map(|kind| folder.join(format!("format-{format}.{kind}")))
}

fn server() -> ServerId {
    ServerId::new(Platform::Discord, "500")
}

/// Everything that may be written about people, places and times.
fn rows() -> Vec<RowWrite> {
    let [ann, bob] = ["Ann", "Bob"].map(|name| person(name).id);
    let scope = || "server:discord:500".to_owned();
    let set = |value: Option<&str>| {
        let value = value.map(str::to_owned);
        RowWrite::Setting(Setting { scope: scope(), key: "prefix".to_owned(), value })
    };
    let plan = StoredPlan { ply: 1, body: "{}".to_owned(), salt: "s".to_owned(), at: 9 };
    let ban = Ban {
        scope: scope(),
        who: bob.clone(),
        from: BannedFrom::Events,
        until: Some(99),
        why: "“why” \\ \u{7}".to_owned(),
    };
    let log = ModEntry {
        scope: scope(),
        at: 8,
        by: ann.clone(),
        act: ModAct::Ban,
        who: Some(bob.clone()),
        game: Some(GameNo(2)),
        words: "for a while".to_owned(),
    };
    let asked = Asked { at: Some(3), declined: None };
    let moderation = [
        ModWrite::Ban(ban),
        ModWrite::Log(log),
        ModWrite::Block { person: ann.clone(), blocked: bob.clone(), holds: true },
        ModWrite::Asked { by: ann.clone(), whom: bob.clone(), asked },
        ModWrite::Notice { person: bob.clone(), words: "hush".to_owned() },
        ModWrite::Told(ann.clone()),
        ModWrite::Unban { scope: "server:discord:501".to_owned(), who: bob },
    ];
    let others = [
        set(Some("%")),
        RowWrite::Vacation(Vacation { person: ann, scope: scope(), since: 1, until: 2 }),
        RowWrite::Plan { game: GameNo(2), seat: 1, plan: Some(plan) },
        RowWrite::Left(server(), Some(7)),
        RowWrite::DropServer(ServerId::new(Platform::Discord, "501")),
        RowWrite::Outage(OutageRow { area: Area::Place(place()), since: 4, until: None }),
        RowWrite::DropOutage(Area::Platform(Platform::Discord), 5),
        RowWrite::Alive(Platform::Discord, 6),
    ];
    moderation.into_iter().map(RowWrite::Moderation).chain(others).collect()
}

/// Everything that may be written about ratings.
fn ratings() -> Vec<RatingWrite> {
    let scale = "lyra".parse().unwrap();
    let player = |name: &str, place| RatedPlayer {
        person: person(name).id,
        place,
        has_moved: true,
        out_of_time: false,
    };
    let game = RatedGame {
        no: GameNo(3),
        n: None,
        scale,
        platform: Platform::Local,
        server: Some(server()),
        period: 2,
        refused: None,
        players: vec![player("Ann", 1), player("Bob", 2)],
    };
    let rating = |name: &str| StoredRating {
        area: RatingArea::Server(server()),
        scale,
        person: person(name).id,
        period: 2,
        rating: 1_612_345_678,
        deviation: 60_000_001,
        volatility: i64::MAX,
        games: 1,
    };
    let correction = Correction {
        game: GameNo(3),
        by: person("Ann").id,
        result: "0-1".to_owned(),
        reason: "a slip".to_owned(),
    };
    vec![
        RatingWrite::Game(game),
        RatingWrite::Rating(rating("Ann")),
        RatingWrite::Rating(rating("Bob")),
        RatingWrite::Drop(rating("Bob")),
        RatingWrite::Correction(correction),
    ]
}

/// An edition with one game.
fn edition() -> EditionWrite {
    let row = EditionRow {
        no: EditionNo(7),
        event: EditionNo(7),
        ordinal: 1,
        place: place(),
        server: Some(server()),
        name: "Evening".to_owned(),
        state: EditionState::Running,
    };
    let line = EditionLogRow { n: 1, at: 3, by: None, text: "{\"created\":1}".to_owned() };
    EditionWrite {
        row,
        log: vec![line],
        games: vec![(1, 1, GameNo(2))],
        unpaired: vec![2],
        joined: vec![person("Ann").id],
        gone: vec![person("Bob").id],
        posts: vec!["round 1".to_owned()],
    }
}

/// Entries of every kind, with everything in them that can be.
fn of_every_kind() -> Vec<Entry> {
    let offered = offer(1);
    let (with_ply, after) = with_ply(&running(2));
    let ended = over(&running(3), "1-0");
    let marks = vec![
        SyncWrite::Keep(Kept {
            platform: Platform::Discord,
            key: "gateway".to_owned(),
            value: Some("{}".to_owned()),
        }),
        SyncWrite::Mark(place(), message("40")),
        SyncWrite::DropMark(person("Bob").id.private_place()),
        SyncWrite::Answered(message("41")),
        SyncWrite::Gone(place()),
        SyncWrite::DropGone(place()),
    ];
    let everything = Batch {
        deadlines: vec![(Key::Game(GameNo(2)), Some(77)), (Key::Task("sweep".to_owned()), None)],
        handled: Some(message("42")),
        outbox: vec![reply(5, "soon", Some(2)), reply(6, "later", None)],
        delivered: vec![(5, Some(message("43"))), (6, None)],
        servers: vec![(place(), server())],
        rows: rows(),
        ratings: ratings(),
        editions: vec![edition()],
        sync_state: marks,
        at: 1_800_000_000_000,
        ..Batch::default()
    };
    let forgetting = Batch {
        people: vec![person("Carl")],
        forgotten: vec![PersonId::new(Platform::Local, "carl")],
        chance: Some(Hidden([0xC4; 32])),
        at: 5,
        ..Batch::default()
    };
    let RatingWrite::Rating(rating) = ratings().swap_remove(1) else { unreachable!() };
    vec![
        Entry::HostKey(Hidden([0x5A; 32])),
        Entry::Batch(with_game(&offered)),
        Entry::Batch(with_game(&running(2))),
        Entry::Batch(with_ply),
        Entry::Batch(Batch { games: vec![played_on(&after)], ..Batch::default() }),
        Entry::Batch(with_game(&running(3))),
        Entry::Batch(with_game(&ended)),
        Entry::Batch(everything),
        Entry::Batch(forgetting),
        Entry::Ratings { formulas: 2, ratings: vec![rating] },
        Entry::Takeover { at: 6 },
    ]
}

/// The text of all these entries.
fn text_of(entries: &[Entry]) -> String {
    Entry::to_text(FORMAT, &entries.iter().collect::<Vec<_>>()).unwrap()
}

fn played_on(game: &crate::GameRow) -> crate::GameWrite {
    let (row, event) = played(game);
    crate::GameWrite { row, events: vec![event] }
}

/// The tables of a new database to which these entries were applied.
fn applied(entries: &[Entry]) -> String {
    let folder = Folder::new();
    drop(folder.open());
    let conn = Connection::open(folder.db()).unwrap();
    entries.iter().for_each(|entry| entry.apply(&conn).unwrap());
    tables(&conn)
}

#[test]
fn entries_of_every_kind_are_read_back() {
    let entries = of_every_kind();
    let text = text_of(&entries);
    assert_eq!(Entry::from_text(Formats::default(), &text).unwrap(), entries);
    assert!(!text.contains('\n') && text.starts_with("{\"format\":1,"), "{text}");
}

/// With `UPDATE_ENTRIES=1` the entries of the newest format are recorded anew, as long as it is not released.
#[test]
fn recorded_entries_give_the_tables_that_were_recorded_with_them() {
    let [newest, its_tables] = recorded(FORMAT);
    if std::env::var_os("UPDATE_ENTRIES").is_some() {
        let entries = of_every_kind();
        fs::write(its_tables, applied(&entries)).unwrap();
        fs::write(newest, text_of(&entries) + "\n").unwrap();
    }
    for format in 1..=FORMAT {
        let [text, tables] = recorded(format).map(|file| fs::read_to_string(file).unwrap());
        let entries = Entry::from_text(Formats::default(), &text).unwrap();
        assert_eq!(applied(&entries), tables, "format {format}");
    }
}

#[test]
fn nothing_unknown_is_read() {
    let text = text_of(&of_every_kind());
    let error = |text: &str| Entry::from_text(Formats::default(), text).unwrap_err().to_string();
    let newer = text.replacen("\"format\":1", "\"format\":2", 1);
    assert!(matches!(
        Entry::from_text(Formats::default(), &newer),
        Err(EntryError::Format { found: 2, .. })
    ));
    assert_eq!(error(&newer), "entries of format 2, and this program knows those from 1 to 1");
    // One more field in any object, at any depth.
    let objects: Vec<usize> = text.match_indices('{').map(|(at, _)| at).collect();
    let mut tried = 0;
    for at in objects.into_iter().filter(|at| !is_in_string(&text, *at)) {
        let more = format!("{}\"novel\":1,{}", &text[..=at], &text[at + 1..]);
        assert!(
            Entry::from_text(Formats::default(), &more).is_err(),
            "{}",
            &more[at..more.len().min(at + 60)]
        );
        tried += 1;
    }
    assert!(tried > 50, "{tried}");
    for wrong in
        ["", "{}", "[]", "null", "{\"format\":1}", "{\"format\":1,\"entries\":[{\"Novel\":1}]}"]
    {
        assert!(error(wrong).starts_with("entries that cannot be read"), "{wrong}");
    }
}

#[test]
fn no_error_repeats_a_secret() {
    let text = text_of(&of_every_kind());
    let secret = "a7".repeat(32);
    assert!(text.contains(&secret), "the text has it");
    let cut = text.replacen(&secret, &format!("{secret}00"), 1);
    let error = Entry::from_text(Formats::default(), &cut).unwrap_err();
    assert!(!format!("{error} {error:?}").contains(&secret[..8]), "{error:?}");
    assert!(
        !format!("{:?}", Entry::from_text(Formats::default(), &text).unwrap())
            .contains(&secret[..8])
    );
}

/// Returns `true` if this place of a text of JSON lies in a string.
fn is_in_string(text: &str, at: usize) -> bool {
    let (mut inside, mut escaped) = (false, false);
    for byte in text.as_bytes()[..at].iter() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if inside => escaped = true,
            b'"' => inside = !inside,
            _ => {}
        }
    }
    inside
}
