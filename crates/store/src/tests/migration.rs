//! Every step of the schema over the rows that every earlier step has left.

use rusqlite::Connection;
use table::{
    GameNo, Key, MessageId, PersonId, PlaceId, Platform, RatingArea, ServerId, WEEK, skeleton,
};

use super::sample::{Folder, message};
use crate::{
    DeadlineRow, GameState, NameStatus, SeatRow, SignedOut, SignedOutBy, Store, check,
    migrate::{KNOWN, to_version},
};

/// Rows as a program of each schema wrote them. A new step brings its own.
const ROWS: [&str; KNOWN as usize] = [
    include_str!("rows/001-games.sql"),
    include_str!("rows/002-page.sql"),
    include_str!("rows/003-asked.sql"),
    include_str!("rows/004-wakes.sql"),
    include_str!("rows/005-trust.sql"),
    include_str!("rows/006-names.sql"),
    include_str!("rows/007-touch.sql"),
    include_str!("rows/008-time.sql"),
    include_str!("rows/009-lists.sql"),
    include_str!("rows/010-servers.sql"),
    include_str!("rows/011-boards.sql"),
    include_str!("rows/012-ratings.sql"),
    include_str!("rows/013-corrections.sql"),
    include_str!("rows/014-rating-periods.sql"),
    include_str!("rows/015-tournaments.sql"),
    include_str!("rows/016-event-places.sql"),
    include_str!("rows/017-rating-formulas.sql"),
    include_str!("rows/018-devices.sql"),
    include_str!("rows/019-admitters.sql"),
    include_str!("rows/020-moderation.sql"),
    include_str!("rows/021-forgotten.sql"),
    include_str!("rows/022-written-by.sql"),
];

/// A database that lived through the schemas up to `version`, with the rows of each.
pub(super) fn grown(folder: &Folder, version: u32) {
    let mut conn = Connection::open(folder.db()).unwrap();
    for (step, rows) in (1..=version).zip(ROWS) {
        to_version(&mut conn, step).unwrap();
        conn.execute_batch(rows).unwrap();
    }
}

#[test]
fn rows_of_every_schema_survive() {
    for version in 1..=KNOWN {
        let folder = Folder::new();
        grown(&folder, version);
        drop(Store::open(&folder.db()).unwrap());
        let report = check(&folder.db(), |_, _| Ok(())).unwrap();
        let games = [3, 3, 4].get(version as usize - 1).copied().unwrap_or(5);
        let right = format!("ok {games} games, 3 events");
        assert_eq!(report.to_string(), right, "from schema {version}");
        games_are_read(&folder);
        deadlines_are_read(&folder, games);
        running_games_are_found(&folder);
        if version >= 2 {
            lines_are_read(&folder);
        }
        if version >= 3 {
            offers_are_read(&folder);
        }
        if version >= 5 {
            people_are_found(&folder);
        }
        if version >= 7 {
            touch_is_read(&folder);
        }
        if version >= 8 {
            correspondence_is_read(&folder);
        }
        if version >= 9 {
            board_is_found(&folder, if version < 11 { "90" } else { "92" });
        }
        if version >= 12 {
            ratings_are_read(&folder);
        }
        if version >= 18 {
            devices_are_read(&folder);
        }
        if version >= 19 {
            signed_out_devices_are_read(&folder);
        }
    }
}

fn games_are_read(folder: &Folder) {
    let reader = folder.open().reader().unwrap();
    let (game, events) = reader.game(GameNo(2)).unwrap().unwrap();
    assert_eq!((game.state, game.ply, game.version), (GameState::Running, 2, 3));
    let ann = SeatRow::Person(PersonId::new(Platform::Local, "ann"));
    assert_eq!(game.seats, [ann, SeatRow::Bot(4)]);
    assert_eq!(game.secret.bytes(), &[0x22; 32]);
    let roll = events[1].roll.as_ref().unwrap();
    assert_eq!((roll.n, roll.faces.as_str(), roll.salt.as_str()), (1, "3,2", "1.2"));
    assert_eq!(reader.games_awaiting_bot().unwrap(), [GameNo(2)]);
    assert_eq!(reader.undelivered().unwrap().len(), 1);
    assert_eq!(reader.game_of_message(&message("8")).unwrap(), Some(GameNo(2)));
    let of_bob = reader.finished_games_of(&PersonId::new(Platform::Local, "bob"), 9).unwrap();
    assert_eq!(of_bob[0].result.as_deref(), Some("1-0"));
    assert!(reader.was_handled(&message("7")).unwrap());
}

/// Every offer has its deadline, also those of schemas that had none, and so has the running game: it is
/// looked at a week after the upgrade.
fn deadlines_are_read(folder: &Folder, games: u32) {
    let reader = folder.open().reader().unwrap();
    let start = DeadlineRow { at: 0, key: String::new() };
    let mut deadlines = reader.deadlines_after(&start, 9).unwrap();
    let running = reader.game_row(GameNo(2)).unwrap().unwrap();
    let first_look = running.idle_from.unwrap() + WEEK;
    assert!(running.idle_from.unwrap() > 1_700_000_000_000, "milliseconds of this century");
    assert_eq!(running.due, Some(first_look));
    assert_eq!(deadlines.pop(), Some(DeadlineRow { at: first_look, key: "game:2".to_owned() }));
    let offers = [("game:1", 90_000), ("game:4", 90_000), ("game:5", 95_000)];
    let expected = offers[..games as usize - 2]
        .iter()
        .map(|&(key, at)| DeadlineRow { at, key: key.to_owned() });
    assert_eq!(deadlines, expected.collect::<Vec<_>>());
    for deadline in deadlines {
        let Ok(Key::Game(no)) = deadline.key.parse() else { panic!("a game's deadline") };
        let row = reader.game_row(no).unwrap().unwrap();
        assert_eq!((row.due, row.idle_from), (Some(deadline.at), None));
        let server = (no == GameNo(5)).then(|| ServerId::new(Platform::Discord, "500"));
        assert_eq!(row.server, server);
    }
}

fn ratings_are_read(folder: &Folder) {
    let reader = folder.open().reader().unwrap();
    let (ann, area) = (PersonId::new(Platform::Local, "ann"), RatingArea::Overall(Platform::Local));
    let game = reader.rated_game(GameNo(3)).unwrap().unwrap();
    assert_eq!((game.n, game.players.len(), game.period), (Some(1), 2, 2_900));
    assert_eq!(
        reader.rated_games_of(&ann, &game.scale, 2_900).unwrap(),
        std::slice::from_ref(&game)
    );
    assert_eq!(reader.rated_games_in(&game.scale, 2_900).unwrap(), std::slice::from_ref(&game));
    let period = |from| reader.rated_period(&game.scale, from).unwrap();
    assert_eq!((period(0), period(2_901)), (Some(2_900), None));
    let curve = reader.rating_curve(&area, &game.scale, &ann).unwrap();
    assert_eq!((curve.len(), curve[0].rating), (1, 1_662_310_000));
    assert_eq!(reader.ratings_in(&game.scale, 2_900).unwrap(), curve);
    assert!(reader.last_ratings(&area, &game.scale).unwrap().contains(&curve[0]));
    let before = |period| reader.rating_before(&area, &game.scale, &ann, period).unwrap();
    assert_eq!((before(2_900), before(2_901)), (None, Some(curve[0].clone())));
    let corrected = reader.corrected_result(GameNo(3)).unwrap();
    assert_eq!(corrected.as_deref(), Some("win 1 adjudication"));
}

fn running_games_are_found(folder: &Folder) {
    let reader = folder.open().reader().unwrap();
    assert_eq!(reader.running_games_of(None).unwrap(), [GameNo(2)]);
    let over = reader.finished_games_in(None, 9).unwrap();
    assert_eq!(over.iter().map(|game| game.no).collect::<Vec<_>>(), [GameNo(3)]);
    // What a server has there is an offer.
    let server = ServerId::new(Platform::Discord, "500");
    assert_eq!(reader.running_games_of(Some(&server)).unwrap(), []);
}

/// Somebody whose name was stored in letters of another shape.
fn people_are_found(folder: &Folder) {
    let reader = folder.open().reader().unwrap();
    for name in ["zoe", "ＺＯＥ", "𝐙𝐨𝐞"] {
        let found = reader.people_named(Platform::Discord, name).unwrap();
        assert_eq!(found.len(), 1, "{name}");
    }
}

fn touch_is_read(folder: &Folder) {
    let reader = folder.open().reader().unwrap();
    let session = ("gateway/session/0".to_owned(), r#"{"session":"s"}"#.to_owned());
    assert_eq!(reader.kept(Platform::Discord).unwrap(), [session]);
    let channel = |key: &str| PlaceId::channel(Platform::Discord, key);
    let mark = (channel("77"), MessageId::new(Platform::Discord, "99"));
    assert_eq!(reader.place_marks(Platform::Discord).unwrap(), [mark]);
    assert_eq!(reader.gone_places(Platform::Discord).unwrap(), [channel("78")]);
    assert!(reader.gone_places(Platform::Local).unwrap().is_empty());
}

fn correspondence_is_read(folder: &Folder) {
    let reader = folder.open().reader().unwrap();
    let zone = reader.setting("person:local:ann", "zone").unwrap();
    assert_eq!(zone.as_deref(), Some("Asia/Kathmandu"));
    let ann = PersonId::new(Platform::Local, "ann");
    assert_eq!(reader.vacations_of(&ann, "server:none", 0).unwrap(), [(4_000, 9_000)]);
    let plan = reader.plan(GameNo(2), 0).unwrap().unwrap();
    assert_eq!((plan.ply, plan.body.as_str(), plan.salt.as_str()), (2, "if any then a2-a3", "9"));
    let ends: Vec<_> =
        reader.outages(Platform::Local).unwrap().into_iter().map(|row| row.until).collect();
    assert_eq!(ends, [Some(6_000), None]);
    assert_eq!(reader.alive(Platform::Local).unwrap(), Some(8_000));
}

/// Of a message of before it is not known whether it has a board.
fn board_is_found(folder: &Folder, message: &str) {
    let reader = folder.open().reader().unwrap();
    let channel = PlaceId::channel(Platform::Local, "channel");
    let newest = reader.newest_board(GameNo(2), &channel).unwrap();
    assert_eq!(newest, Some(MessageId::new(Platform::Local, message)));
}

fn offers_are_read(folder: &Folder) {
    let (game, _) = folder.open().reader().unwrap().game(GameNo(4)).unwrap().unwrap();
    let who = |key: &str| PersonId::new(Platform::Local, key);
    let seats = [SeatRow::Person(who("ann")), SeatRow::Asked(who("bob")), SeatRow::Bot(2)];
    assert_eq!(game.seats[..3], seats);
    assert_eq!(game.seats[3], SeatRow::Open);
}

fn lines_are_read(folder: &Folder) {
    let reader = folder.open().reader().unwrap();
    let lines = reader.last_lines(&PlaceId::channel(Platform::Local, "channel"), None, 9).unwrap();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[1].alt.as_deref(), Some("a board"));
    assert!(reader.picture_of_line(lines[1].id).unwrap().is_some());
    let status = reader.name_status("ann", &[0x11; 32]).unwrap();
    assert_eq!(status, NameStatus::Yours("Ann".into()));
    // The new twin of a name of before is known as one.
    assert_eq!(reader.name_like(&skeleton("𝐚𝐧𝐧"), "𝐚𝐧𝐧").unwrap().as_deref(), Some("Ann"));
}

fn devices_are_read(folder: &Folder) {
    let status = folder.open().reader().unwrap().name_status("ann", &[0x12; 32]).unwrap();
    assert_eq!(status, NameStatus::Yours("Ann".into()));
}

fn signed_out_devices_are_read(folder: &Folder) {
    let reader = folder.open().reader().unwrap();
    let status = |hash: u8| reader.name_status("ann", &[hash; 32]).unwrap();
    assert_eq!(status(0x13), NameStatus::Yours("Ann".into()));
    let out = SignedOut { by: SignedOutBy::Admitter, at: 8_000 };
    assert_eq!(status(0x14), NameStatus::SignedOut(out));
}

/// Browsers that were let in before anybody noted by whom do not sign out the one that has the name.
#[test]
fn devices_of_before_are_let_in_by_the_first_one() {
    let folder = Folder::new();
    grown(&folder, 18);
    let store = folder.open();
    let conn = Connection::open(folder.db()).unwrap();
    let first: [u8; 32] = conn
        .query_row("SELECT secret_hash FROM page_name WHERE key = 'ann'", [], |row| row.get(0))
        .unwrap();
    let (tell, told) = std::sync::mpsc::channel();
    store.sign_out_others("ann".into(), [0x12; 32], 1, move |it| tell.send(it).unwrap());
    let out = told.recv().unwrap().unwrap().unwrap();
    assert!(out.gone.is_empty() && out.some_stay);
    let status = |hash: &[u8; 32]| store.reader().unwrap().name_status("ann", hash).unwrap();
    assert_eq!(status(&first), NameStatus::Yours("Ann".into()));
    let (tell, told) = std::sync::mpsc::channel();
    store.sign_out_others("ann".into(), first, 2, move |it| tell.send(it).unwrap());
    assert_eq!(told.recv().unwrap().unwrap().unwrap().gone.len(), 1);
    let out = SignedOut { by: SignedOutBy::Admitter, at: 2 };
    assert_eq!(status(&[0x12; 32]), NameStatus::SignedOut(out));
}

#[test]
fn an_old_database_has_the_schema_of_a_new_one() {
    let (old, new) = (Folder::new(), Folder::new());
    grown(&old, 1);
    let schema = |folder: &Folder| {
        drop(folder.open());
        let conn = Connection::open(folder.db()).unwrap();
        let mut read = conn.prepare("SELECT sql FROM sqlite_schema ORDER BY name").unwrap();
        let rows = read.query_map([], |row| row.get::<_, Option<String>>(0)).unwrap();
        rows.collect::<Result<Vec<_>, _>>().unwrap()
    };
    assert_eq!(schema(&old), schema(&new));
}
