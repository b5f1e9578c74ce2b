//! Whole games, kept as records: they replay to the same end for as long as the rules are these.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::{collections::BTreeSet, fs, path::Path};

use martian_cake::{
    games::{Play, Reason, Roll, Rules, martian::Position},
    table::record::{Entry, Event, Record, Verdict, verify},
};

/// The position after all plies and events of a record, on its `Final` tag too.
fn last_position(record: &Record) -> Position {
    let mut play = Play::new(Position::start(&record.options.parse().unwrap()));
    for entry in &record.entries {
        match entry {
            Entry::Ply { mv, .. } => {
                play.play(&mv.parse().unwrap(), &Roll::NONE).unwrap();
            }
            Entry::Event(Event::Resign(seat)) => play.leave(*seat, Reason::Resignation).unwrap(),
            Entry::Event(other) => panic!("{other} is not expected here"),
        }
    }
    assert_eq!(play.outcome(), record.result);
    *play.position()
}

#[test]
fn a_game_for_each_number_of_players() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/martian/golden");
    let mut seats = BTreeSet::new();
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let record = Record::parse(&text).unwrap_or_else(|err| panic!("{}: {err}", path.display()));
        assert_eq!(record.to_text(), text, "{}", path.display());
        assert_eq!(verify(&text), Ok(Verdict::Proven), "{}", path.display());
        let (_, last) = record.other.iter().find(|(name, _)| name == "Final").unwrap();
        assert_eq!(last_position(&record).to_string(), *last, "{}", path.display());
        seats.insert(record.names.len());
    }
    assert_eq!(seats, BTreeSet::from([2, 3, 4, 5, 6]));
}
