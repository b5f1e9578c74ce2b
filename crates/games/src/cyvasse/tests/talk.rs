//! What must hold for all that is said and shown, in random games under all options.

use std::collections::BTreeSet;

use scene::{Mark, Spot};

use super::{page::at, starts::any_move};
use crate::{
    Actor, Present, Roll, Rules, Seat,
    cyvasse::{Hex, Kind, Position, Terrain, words::plural},
    legal_moves,
    random::Random,
    testkit::random_game,
};

const OPTIONS: [&str; 6] = [
    "",
    "preset=v51",
    "ports=on,fortress_bonus=any",
    "ruin=instant,dragon_entry=path",
    "flanking=cascade,dragon_flanks=no,progress=3",
    "promotion=forced,ports=on",
];
const STARTS: [&str; 5] = [
    "bastion+bastion",
    "vanguard+harbour",
    "6/1RrtR2/4k3/1CHl1h3/2EL1r3^/1^2D2t1^1/1s3Rc3/2d1c1T2/^3S3/2CK3/1R3E w g2,e9 h=c8,g2;f=b5,f6;g=d7,e4 - 12 40",
    "r5/2k4/1Tc5/9/3e^5/5D5/4ll4/2h3R2/3rK3/3Le2/2C3 b ?,b11 g=g3 - 4 9",
    "6/3t3/8/2Rk5/10/4r6/5T4/2H6/3e4/1R5/6 w g3,d8 f=g3 d 0 20",
];

/// Random games, a few plies of each; `seen` gets every position, and in words the ply that is
/// played next.
fn games(mut seen: impl FnMut(&Position, Option<&str>)) {
    for (seed, options) in (1..).zip(OPTIONS) {
        for start in STARTS {
            random_game(at(start, options), seed, 25, any_move, |play, next, _| {
                let position = play.position();
                let told = next.map(|mv| {
                    let report = position.clone().apply(mv, &Roll::NONE);
                    Position::ply_marks(&report).iter().for_each(on_board);
                    Position::ply_words(&report, Actor::Named("ann"))
                });
                seen(position, told.as_deref());
            });
        }
    }
}

/// Every mark is on a hex of the board.
fn on_board(mark: &Mark) {
    let is_hex = |spot: Spot| Hex::parse(&spot.to_string()).is_ok();
    let fine = match *mark {
        Mark::From(a) | Mark::To(a) | Mark::Focus(a) | Mark::Step(a) | Mark::Attack(a, None) => {
            is_hex(a)
        }
        Mark::Block(a) | Mark::Check(a) | Mark::TooStrong(a) | Mark::Raised(a) => is_hex(a),
        Mark::Arrow(a, b) | Mark::Flank(a, b) | Mark::Way(a, b) => is_hex(a) && is_hex(b) && a != b,
        _ => false,
    };
    assert!(fine, "{mark:?}");
}

/// A text for people: some words, none doubled by accident, ended like a sentence.
fn good(words: &str, most: usize) {
    assert!(!words.is_empty());
    assert!(words.chars().count() <= most, "{}: {words}", words.chars().count());
    assert!(!words.contains("  ") && !words.contains(" ,") && !words.contains(" ."), "{words}");
    assert!(!words.contains("()") && !words.contains("..") && !words.contains("``"), "{words}");
    assert!(words.ends_with(['.', ')']), "{words}");
}

#[test]
fn plies_and_positions_are_told() {
    let mut seen = BTreeSet::new();
    games(|position, ply| {
        if let Some(told) = ply {
            good(told, 500);
            let kinds =
                ["takes", "crowned", "named", "made", "brought", "falls", "helped", "holds"];
            seen.extend(kinds.into_iter().filter(|word| told.contains(word)));
        }
        for line in position.position_words() {
            good(&line, 400);
        }
        let state = position.state_words();
        assert!(state.is_none_or(|words| words.len() < 60 && !words.is_empty()));
        position.state_marks().iter().for_each(on_board);
        if let Some(outcome) = position.outcome().or_else(|| position.drawn_by_count(1)) {
            let name = |seat: Seat| format!("p{}", seat.number());
            assert!(position.end_words(outcome, &name).is_some(), "{position}");
        }
    });
    let all = ["brought", "crowned", "falls", "helped", "holds", "made", "named", "takes"];
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), all);
}

/// The words of a position hold all that its text does, but for counters.
#[test]
fn positions_can_be_rebuilt_from_their_words() {
    games(|position, _| {
        let words = position.position_words();
        let mut men = BTreeSet::new();
        for (seat, line) in Seat::all(2).zip(&words) {
            let (_, groups) = line.trim_end_matches('.').split_once(": ").unwrap();
            for group in groups.split("; ").filter(|group| *group != "nobody") {
                let (name, hexes) =
                    group.rsplit_once(|c: char| c == ' ' && !group.is_empty()).unwrap();
                if group == "Dragon in hand" {
                    assert!(position.has_dragon_in_hand(seat), "{line}");
                    continue;
                }
                let name = name
                    .split_once(|c: char| c.is_ascii_digit())
                    .map_or(name, |(name, _)| name.rsplit_once(' ').unwrap().0);
                let kind =
                    Kind::ALL.into_iter().find(|kind| [kind.name(), plural(*kind)].contains(&name));
                let kind = kind.unwrap_or_else(|| panic!("{name}"));
                let start = group.strip_prefix(name).unwrap().trim();
                assert!(start.ends_with(hexes));
                men.extend(start.split(", ").map(|at| (seat, kind, Hex::parse(at).unwrap())));
            }
            assert_eq!(line.contains("Dragon in hand"), position.has_dragon_in_hand(seat));
        }
        let of = |seat: Seat| {
            position.men_of(seat).map(move |at| (seat, position.kind_at(at).unwrap(), at))
        };
        assert_eq!(men, Seat::all(2).flat_map(of).collect(), "{words:?}");
        let text = words.join(" ").to_lowercase();
        let grounds = Terrain::ALL
            .map(|it| (["hills", "forests", "grassland"][it.index()], position.ground(it)));
        for (name, hexes) in grounds.into_iter().chain([("mountains", position.mountains())]) {
            let listed = text.split_once(&format!("{name} ")).map_or("", |(_, rest)| rest);
            let listed = listed.split([';', '.']).next().unwrap_or_default();
            let listed: BTreeSet<Hex> =
                listed.split(", ").filter_map(|at| Hex::parse(at).ok()).collect();
            assert_eq!(listed, hexes.collect(), "{name}: {text}");
        }
    });
}

#[test]
fn lists_of_moves_are_told() {
    games(|position, _| {
        let moves = legal_moves(position);
        good(&position.moves_words(&moves), 1900);
        position.move_marks(&moves).iter().for_each(on_board);
        for mv in &moves {
            let label = position.move_label(mv);
            assert!((3..90).contains(&label.len()), "{label}");
        }
        for kind in Kind::ALL {
            match position.moves_about(kind.name()) {
                Ok(moves) => {
                    good(&position.moves_words(&moves), 1900);
                    position.move_marks(&moves).iter().for_each(on_board);
                }
                Err(words) => good(&words, 200),
            }
        }
        for mv in moves.iter().step_by(moves.len() / 4 + 1) {
            good(&position.odds_words(mv), 500);
        }
        // Every move is found again under the man who makes it.
        for at in position.men_of(position.turn()) {
            let own = moves.iter().filter(|mv| mv.action.origin() == Some(at)).count();
            let listed = position.moves_about(&at.to_string()).map_or(0, |moves| moves.len());
            assert_eq!(listed, own, "{position} {at}");
        }
        assert_eq!(position.example_move().is_none(), moves.is_empty());
    });
}

#[test]
fn every_hex_is_explained() {
    let mut random = Random::new(5);
    games(|position, _| {
        for at in Hex::all() {
            let (words, marks) = position.why(&at.to_string()).unwrap();
            good(&words, 1900);
            marks.iter().for_each(on_board);
            assert!(marks.contains(&Mark::Focus(at.into())), "{at}: {words}");
        }
        let hexes: Vec<Hex> = Hex::all().collect();
        for _ in 0..10 {
            let (from, to) = (*random.pick(&hexes), *random.pick(&hexes));
            if from != to {
                let (words, marks) = position.why(&format!("{from}x{to}")).unwrap();
                good(&words, 1900);
                marks.iter().for_each(on_board);
            }
        }
    });
}

/// What `why` says of a capture is what the rules say.
#[test]
fn explanations_agree_with_the_rules() {
    let mut seen = [0, 0];
    games(|position, _| {
        if !position.has_king(position.turn()) || position.outcome().is_some() {
            return;
        }
        let enemies = position.men_of(position.turn().other());
        for from in position.men_of(position.turn()) {
            for to in position.reach(from) & enemies {
                let (words, marks) = position.why(&format!("{from}{to}")).unwrap();
                let legal = position.captures_by(from).contains(to);
                assert_eq!(words.contains(": enough."), legal, "{position}: {words}");
                assert_eq!(words.contains("too weak"), !legal, "{position}: {words}");
                assert_eq!(marks.contains(&Mark::TooStrong(to.into())), !legal);
                seen[usize::from(legal)] += 1;
            }
        }
    });
    assert!(seen.iter().all(|n| *n > 100), "{seen:?}");
}
