//! Whole games, kept as records: they replay to the same end as long as the rules stay the same.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::{collections::BTreeSet, fs, path::Path};

use games::{ArrangementStep, Play, Reason, Roll, Rules, cyvasse, martian, mix, result_text};
use table::{
    LogEvent,
    record::{Record, Verdict, verify},
};

/// The records of a game, each read, written back and verified.
fn records(game: &str) -> Vec<Record> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(game).join("golden");
    let mut records = Vec::new();
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let record = Record::parse(&text).unwrap_or_else(|err| panic!("{}: {err}", path.display()));
        assert_eq!(record.to_text(), text, "{}", path.display());
        assert_eq!(verify(&text).unwrap().verdict, Verdict::Proven, "{}", path.display());
        records.push(record);
    }
    records
}

/// The position from which a record's plies begin: if men were arranged first, the result of that.
fn start_of<G: Rules>(record: &Record) -> G {
    let options: G::Options = record.options.parse().unwrap_or_else(|err| panic!("{err}"));
    let set_ups: Vec<&str> = record.armies.iter().filter_map(|tags| tags.text.as_deref()).collect();
    let Some(mut screen) = G::arranging(&options) else { return G::start(&options) };
    if !set_ups.is_empty() {
        return screen.start_of(&set_ups).unwrap();
    }
    for event in &record.events {
        match event {
            LogEvent::Place(seat, text) => {
                screen.apply(*seat, &ArrangementStep::Place(text.clone())).unwrap();
            }
            LogEvent::Hold(seat) => screen.apply(*seat, &ArrangementStep::Hold).unwrap(),
            _ => break,
        }
    }
    screen.start().unwrap()
}

/// Replays a record and compares the last position with its `Final` tag.
fn replays<G: Rules>(record: &Record) {
    let mut play = Play::new(start_of::<G>(record));
    for event in &record.events {
        match event {
            LogEvent::Place(..) | LogEvent::Hold(_) => {}
            LogEvent::Ply { mv, .. } => {
                let mv = mv.parse().unwrap_or_else(|_| panic!("{mv} is no move text"));
                play.play(&mv, &Roll::NONE).unwrap();
            }
            LogEvent::Resign(seat) => play.leave(*seat, Reason::Resignation).unwrap(),
            other => panic!("{} is not expected here", other.kind()),
        }
    }
    assert_eq!(play.outcome(), record.result);
    let (_, last) = record.other_tags.iter().find(|(name, _)| name == "Final").unwrap();
    assert_eq!(play.position().to_string(), *last);
}

#[test]
fn a_game_for_each_number_of_players() {
    let records = records("martian");
    records.iter().for_each(replays::<martian::Position>);
    let seats: BTreeSet<usize> = records.iter().map(|record| record.names.len()).collect();
    assert_eq!(seats, BTreeSet::from([2, 3, 4, 5, 6]));
}

/// Both presets of Cyvasse, every value of every other option, and a set-up in the open.
#[test]
fn a_game_for_each_preset_and_option() {
    let records = records("cyvasse");
    records.iter().for_each(replays::<cyvasse::Position>);
    let played: BTreeSet<&str> =
        records.iter().flat_map(|record| record.options.split(',')).collect();
    for option in [
        "",
        "flanking=cascade",
        "dragon_flanks=no",
        "dragon=board",
        "dragon=hold",
        "dragon_entry=path",
        "ruin=instant",
        "promotion=forced",
        "fortress_bonus=any",
        "ports=on",
        "progress=2",
        "setup=open",
    ] {
        assert!(played.contains(option), "{option}");
    }
    let strict: cyvasse::Options = "preset=v51".parse().unwrap();
    assert!(records.iter().any(|record| record.options == strict.to_string()));
    let text: String = records.iter().map(Record::to_text).collect();
    for (what, sign) in
        [("corner", ". @"), ("promotion", ". ="), ("crown", "=K\n"), ("entry", "D@")]
    {
        assert!(text.contains(sign), "some game has a {what}");
    }
    let ends: BTreeSet<String> = records
        .iter()
        .map(|record| result_text(record.result))
        .map(|r| r[..4].to_owned())
        .collect();
    assert_eq!(ends, BTreeSet::from(["draw".to_owned(), "win ".to_owned()]));
}

/// Game Mix, Mix Chess, and a game with every value of every other option.
#[test]
fn a_game_for_each_variation() {
    let records = records("mix");
    records.iter().for_each(replays::<mix::Position>);
    let played: BTreeSet<&str> =
        records.iter().flat_map(|record| record.options.split(',')).collect();
    for variation in [
        "",
        "preset=mixchess",
        "connect=off",
        "connect=half",
        "connect_min=4",
        "connect_tie=mover",
        "stalemate=draw",
        "dama_check=bishop",
        "dama_path=turning",
        "must_capture=piece",
        "must_capture=army",
        "liner_leap=friends",
        "checker_capture=displace",
        "progress=10",
        "bare=on",
    ] {
        assert!(played.contains(variation), "{variation}");
    }
    let ends: BTreeSet<String> = records
        .iter()
        .map(|record| result_text(record.result).split(' ').next_back().unwrap().to_owned())
        .collect();
    assert!(ends.len() >= 3, "{ends:?}");
}
