//! Settings, vacations, conditional moves and outages.

use table::{Area, GameNo, Millis, PlaceId, Platform, Setting, StoredPlan, Vacation};

use super::sample::{Folder, next, over, person, put, running, with_game};
use crate::{Batch, GameWrite, OutageRow, RowWrite, Store, StoreError};

fn write(store: &Store, rows: Vec<RowWrite>) -> Result<(), StoreError> {
    put(store, Batch { rows, ..Batch::default() })
}

fn setting(scope: &str, key: &str, value: Option<&str>) -> RowWrite {
    let [scope, key] = [scope, key].map(str::to_owned);
    RowWrite::Setting(Setting { scope, key, value: value.map(str::to_owned) })
}

fn vacation(scope: &str, since: Millis, until: Millis) -> RowWrite {
    RowWrite::Vacation(Vacation { person: person("Ann").id, scope: scope.to_owned(), since, until })
}

fn plan(ply: u32, body: &str, salt: &str) -> StoredPlan {
    StoredPlan { ply, body: body.to_owned(), salt: salt.to_owned(), at: 7 }
}

fn planned(game: u32, seat: u8, plan: Option<StoredPlan>) -> RowWrite {
    RowWrite::Plan { game: GameNo(game), seat, plan }
}

fn outage(area: &Area, since: Millis, until: Option<Millis>) -> RowWrite {
    RowWrite::Outage(OutageRow { area: area.clone(), since, until })
}

#[test]
fn a_setting_is_its_scopes_own_and_bounded() {
    let folder = Folder::new();
    let store = folder.open();
    let (ann, none) = ("person:local:ann", "server:none");
    write(&store, vec![setting(ann, "zone", Some("UTC")), setting(ann, "clock", Some("2d/move"))])
        .unwrap();
    write(&store, vec![setting(none, "zone", Some("Asia/Kathmandu"))]).unwrap();
    write(&store, vec![setting(ann, "zone", Some("Europe/Rome")), setting(ann, "clock", None)])
        .unwrap();
    let longest = "x".repeat(1_000);
    write(&store, vec![setting(none, "long", Some(&longest))]).unwrap();
    let too_long = format!("{longest}x");
    for (scope, key, value) in [
        (none, "long", too_long.as_str()),
        (none, "", "1"),
        (none, &longest[..101], "1"),
        ("", "zone", "1"),
        (&longest[..301], "zone", "1"),
    ] {
        assert!(write(&store, vec![setting(scope, key, Some(value))]).is_err(), "{key}");
    }
    let reader = store.reader().unwrap();
    assert_eq!(reader.setting(ann, "zone").unwrap().as_deref(), Some("Europe/Rome"));
    assert_eq!(reader.setting(ann, "clock").unwrap(), None);
    let settings = [("long", longest.as_str()), ("zone", "Asia/Kathmandu")];
    let settings = settings.map(|(key, value)| (key.to_owned(), value.to_owned()));
    assert_eq!(reader.settings(none).unwrap(), settings);
}

#[test]
fn a_vacation_is_found_by_its_scope_until_it_is_over() {
    let folder = Folder::new();
    let store = folder.open();
    write(&store, vec![vacation("server:none", 100, 200), vacation("server:none", 500, 900)])
        .unwrap();
    write(&store, vec![vacation("server:local:1", 100, 1_000)]).unwrap();
    // The second one ends early.
    write(&store, vec![vacation("server:none", 500, 600)]).unwrap();
    assert!(write(&store, vec![vacation("server:none", 700, 699)]).is_err());
    let of_ann = |scope: &str, from| {
        store.reader().unwrap().vacations_of(&person("Ann").id, scope, from).unwrap()
    };
    assert_eq!(of_ann("server:none", 0), [(100, 200), (500, 600)]);
    assert_eq!(of_ann("server:none", 200), [(500, 600)]);
    assert_eq!(of_ann("server:none", 600), []);
    assert_eq!(of_ann("server:local:1", 600), [(100, 1_000)]);
    let of_bob = store.reader().unwrap().vacations_of(&person("Bob").id, "server:none", 0);
    assert_eq!(of_bob.unwrap(), []);
}

#[test]
fn what_is_planned_stands_until_it_is_dropped_or_the_game_is_over() {
    let folder = Folder::new();
    let store = folder.open();
    let game = running(1);
    let rows = vec![planned(1, 0, Some(plan(0, "one", "5"))), planned(1, 1, None)];
    put(&store, Batch { rows, ..with_game(&game) }).unwrap();
    let of = |seat| store.reader().unwrap().plan(GameNo(1), seat).unwrap();
    assert_eq!((of(0), of(1)), (Some(plan(0, "one", "5")), None));
    let second = [planned(1, 0, Some(plan(2, "two", "6"))), planned(1, 1, Some(plan(2, "", "")))];
    write(&store, second.to_vec()).unwrap();
    assert_eq!((of(0), of(1)), (Some(plan(2, "two", "6")), Some(plan(2, "", ""))));
    write(&store, vec![planned(1, 1, None)]).unwrap();
    assert_eq!(of(1), None);
    for unfit in [plan(0, &"x".repeat(65_537), ""), plan(0, "", &"x".repeat(201))] {
        assert!(write(&store, vec![planned(1, 1, Some(unfit))]).is_err());
    }
    assert!(write(&store, vec![planned(2, 0, Some(plan(0, "", "")))]).is_err(), "no such game");
    put(&store, with_game(&next(&game))).unwrap();
    assert_eq!(of(0), Some(plan(2, "two", "6")), "the game goes on");
    // What comes with the end of a game finds it over.
    let rows = vec![planned(1, 0, Some(plan(3, "late", "7")))];
    put(&store, Batch { rows, ..with_game(&over(&next(&game), "1-0 resign")) }).unwrap();
    assert_eq!(of(0), None);
}

#[test]
fn a_batch_shows_nothing_of_what_is_planned() {
    let rows = vec![planned(1, 0, Some(plan(3, "hush", "m77")))];
    let shown = format!("{:?}", Batch { rows, ..Batch::default() });
    assert!(shown.contains("ply: 3") && !shown.contains("hush") && !shown.contains("m77"));
}

#[test]
fn an_outage_is_read_with_its_platform_alone() {
    let folder = Folder::new();
    let store = folder.open();
    let place = |platform| Area::Place(PlaceId::channel(platform, "7"));
    let [here, page] = [Platform::Discord, Platform::Local].map(place);
    let discord = Area::Platform(Platform::Discord);
    let rows = vec![
        outage(&discord, 50, None),
        outage(&discord, 10, Some(20)),
        outage(&here, 30, None),
        outage(&page, 1, Some(2)),
        outage(&Area::Platform(Platform::Local), 1, None),
    ];
    write(&store, rows).unwrap();
    write(&store, vec![outage(&discord, 50, Some(60)), RowWrite::DropOutage(page, 1)]).unwrap();
    assert!(write(&store, vec![outage(&here, 70, Some(69))]).is_err());
    let read = |platform| {
        let rows = store.reader().unwrap().outages(platform).unwrap().into_iter();
        rows.map(|row| (row.area, row.since, row.until)).collect::<Vec<_>>()
    };
    let ours = [(discord.clone(), 10, Some(20)), (discord, 50, Some(60)), (here, 30, None)];
    assert_eq!(read(Platform::Discord), ours);
    assert_eq!(read(Platform::Local), [(Area::Platform(Platform::Local), 1, None)]);
}

#[test]
fn each_platform_has_its_own_sign_of_life() {
    let folder = Folder::new();
    let store = folder.open();
    let alive = |at| vec![RowWrite::Alive(Platform::Local, at)];
    for at in [5, 9, 7] {
        write(&store, alive(at)).unwrap();
    }
    let reader = store.reader().unwrap();
    assert_eq!(reader.alive(Platform::Local).unwrap(), Some(7), "a clock may be set back");
    assert_eq!(reader.alive(Platform::Discord).unwrap(), None);
}

#[test]
fn a_change_that_does_not_fit_writes_none_of_its_rows() {
    let folder = Folder::new();
    let store = folder.open();
    put(&store, with_game(&running(1))).unwrap();
    let rows = vec![setting("server:none", "clock", Some("2d/move")), vacation("s", 1, 2)];
    let games = vec![GameWrite { row: running(1), events: Vec::new() }];
    let failed = put(&store, Batch { rows, games, ..Batch::default() });
    assert_eq!(failed, Err(StoreError::Conflict));
    assert_eq!(store.reader().unwrap().settings("server:none").unwrap(), []);
    assert_eq!(store.reader().unwrap().vacations_of(&person("Ann").id, "s", 0).unwrap(), []);
}
