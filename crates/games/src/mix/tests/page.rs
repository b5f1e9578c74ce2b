//! The rules in short, and the page of rules for players.

use insta::assert_snapshot;

use super::{START, at, moves_of};
use crate::{
    Outcome, Play, Present, Roll, Rules, Seat,
    mix::{Kind, Position, ends::CHECKMATE},
};

#[test]
fn every_topic_has_words() {
    let kinds = Kind::ALL.into_iter().flat_map(|kind| {
        [kind.name().to_owned(), format!("{}s", kind.name()), kind.letter().to_string()]
    });
    let topics = "  mix check checks connection capture draw stalemate notation moves promotion \
                  mixchess options castling";
    let topics = topics.split(' ').map(str::to_owned).chain(["Mix Chess".to_owned()]);
    let keys = Position::OPTION_LINES.iter().map(|line| line.key.to_owned());
    for topic in kinds.chain(topics).chain(keys) {
        let words = Position::rules_words(&topic).unwrap_or_else(|| panic!("{topic}"));
        assert!(words.len() < 1000 && !words.is_empty(), "{topic}: {}", words.len());
        assert!(words.lines().count() <= 6, "{topic}");
    }
    assert_eq!(Position::rules_words("general"), None);
    for line in Position::OPTION_LINES.iter().filter(|line| line.key != "preset") {
        assert!(Position::rules_words("options").unwrap().contains(line.key), "{}", line.key);
    }
    assert_snapshot!(Position::rules_words("liner_leap").unwrap(), @"`liner_leap=any|friends`: a Liner leaps over anybody, or over friends only; without a word it is `any`.");
}

/// Every move that the words about the rules name is legal.
#[test]
fn moves_in_the_help_are_legal() {
    let mut play = Play::new(at(START, ""));
    for mv in "g1h3 h8h3 c2c4 h3e6".split(' ') {
        play.play(&mv.parse().unwrap(), &Roll::NONE).unwrap();
    }
    assert_eq!(play.outcome(), Some(Outcome::win(Seat::SECOND, CHECKMATE)));
    for mv in ["c2c4", "a1a5"] {
        assert!(at(START, "").is_legal(&mv.parse().unwrap()), "{mv}");
    }
}

/// The examples of the rules page for players, as they stand there.
#[test]
fn examples_of_the_page_are_true() {
    let page = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/rules/mix.md"));
    let mut seen = 0;
    for line in page.lines().filter_map(|line| line.strip_prefix("- Example ")) {
        let (given, told) = line.split_once(": moves from ").unwrap();
        let (from, told) = told.split_once(": ").unwrap();
        let given: Vec<&str> = given.split('`').filter(|part| part.len() > 2).collect();
        let listed = told.split_once('.').map_or(told, |(listed, _)| listed).replace('`', "");
        let position = at(given[0], given.get(1).unwrap_or(&""));
        let moves: Vec<String> =
            moves_of(&position).into_iter().filter(|mv| mv.starts_with(from)).collect();
        let expected = if listed == "none" { "" } else { listed.as_str() };
        assert_eq!(moves.join(" "), expected, "{line}");
        seen += 1;
    }
    assert_eq!(seen, 16);
    for line in Position::OPTION_LINES.iter().filter(|line| line.key != "preset") {
        assert!(page.contains(&format!("| `{}` |", line.key)), "{}", line.key);
    }
}
