//! The laws of every game, checked in random playouts of any implementation of [`Rules`].

use std::fmt;

use super::{
    Play, PlayError, Roll, RollError, Rules, legal_moves, perft::reference_perft, random::Random,
};

/// Plays `games` random games under each of these options texts and checks every ply.
///
/// `universe` is every move text of the game's grammar, so that list and predicate can be
/// compared on all of it.
///
/// # Panics
/// It panics at the first fault, with the position in which it shows.
pub fn check<G: Rules>(options: &[&str], universe: &[G::Move], games: u32, plies: u32) {
    for (text, seed) in options.iter().zip(1..) {
        let options: G::Options = text.parse().unwrap_or_else(|err| panic!("{text}: {err}"));
        check_options::<G>(&options);
        for game in 0..games {
            let mut random = Random::new(u64::from(seed << 16 | game));
            let mut play = Play::new(G::start(&options));
            for ply in 0..plies {
                check_position(play.position(), universe);
                if ply % 8 == 0 {
                    check_perft(play.position());
                }
                check_past(&play);
                if play.outcome().is_some() {
                    check_over(&mut play, universe);
                    break;
                }
                step(&mut play, &mut random);
            }
        }
    }
}

/// Every roll of the dice of a move.
pub(crate) fn all_rolls<G: Rules>(position: &G, mv: &G::Move) -> Vec<Roll> {
    let mut rolls = vec![Vec::new()];
    for die in position.dice(mv).as_slice() {
        let extend = |faces: Vec<u8>| {
            (1..=die.sides()).map(move |face| [faces.as_slice(), &[face]].concat())
        };
        rolls = rolls.into_iter().flat_map(extend).collect();
    }
    rolls
        .iter()
        .map(|faces| Roll::from_faces(faces).expect("a roll has room for all dice"))
        .collect()
}

fn round_trip<T>(value: &T)
where
    T: fmt::Display + fmt::Debug + Eq + std::str::FromStr,
{
    let text = value.to_string();
    assert_eq!(text.parse().ok().as_ref(), Some(value), "{text}");
}

fn check_options<G: Rules>(options: &G::Options) {
    round_trip(options);
    assert_eq!(G::start(options).options(), options);
    assert!("no such option".parse::<G::Options>().is_err());
    for line in G::OPTION_LINES {
        assert!(!line.key.is_empty() && !line.meaning.is_empty());
        assert!(line.values.allow(line.default), "{}", line.key);
        let read = |value: &str| format!("{}={value}", line.key).parse::<G::Options>();
        for value in line.values.suggestions() {
            assert!(read(&value).is_ok(), "{}={value}", line.key);
        }
        for value in ["1", "101", "1001", "no such value"] {
            assert_eq!(read(value).is_ok(), line.values.allow(value), "{}={value}", line.key);
        }
    }
    for word in G::OPTION_WORDS {
        assert!(word.parse::<G::Options>().is_ok(), "{word}");
    }
}

fn check_position<G: Rules>(position: &G, universe: &[G::Move]) {
    let text = position.to_string();
    assert_eq!(G::from_position_text(&text, position.options()).as_ref(), Ok(position), "{text}");
    assert!(position.to_move().index() < usize::from(position.n_seats()));

    let moves = legal_moves(position);
    let texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
    assert!(texts.is_sorted_by(|a, b| a < b), "{text}: {texts:?}");
    assert_eq!(moves.is_empty(), position.outcome().is_some(), "{text}");

    // All listed moves are legal, and no more than those: so the two agree on all texts.
    assert!(moves.iter().all(|mv| position.is_legal(mv)), "{text}");
    let legal = universe.iter().filter(|mv| position.is_legal(mv)).count();
    assert_eq!(legal, moves.len(), "{text}");
    for mv in &moves {
        round_trip(mv);
        assert_eq!(position.read(&mv.to_string()).as_ref(), Ok(mv), "{text}");
        check_branches(position, mv);
    }
}

/// The branches are all the rolls, merged by the position that they lead to.
fn check_branches<G: Rules>(position: &G, mv: &G::Move) {
    let mut branches = Vec::new();
    position.branches(mv, &mut branches);
    let after = |roll: &Roll| {
        let mut next = position.clone();
        next.apply(mv, roll);
        next
    };
    let mut counts = vec![0; branches.len()];
    let children: Vec<G> = branches.iter().map(|branch| after(&branch.roll)).collect();
    for roll in all_rolls(position, mv) {
        let next = after(&roll);
        let same: Vec<usize> = (0..children.len()).filter(|i| children[*i] == next).collect();
        assert_eq!(same.len(), 1, "{position}: {mv} ({roll})");
        counts[same[0]] += 1;
    }
    let weights: Vec<u32> = branches.iter().map(|branch| branch.weight).collect();
    assert_eq!(weights, counts, "{position}: {mv}");
}

fn check_perft<G: Rules>(position: &G) {
    let first = position.perft(1);
    assert_eq!(first.commands, legal_moves(position).len() as u64, "{position}");
    assert!(first.nodes >= first.commands, "{position}");
    assert_eq!(position.perft(0).nodes, 1);
    assert_eq!(position.perft(2), reference_perft(position, 2), "{position}");
}

fn check_past<G: Rules>(play: &Play<G>) {
    let position = play.position();
    let text = position.to_string();
    let again = G::from_position_text(&text, position.options()).expect("its text reads");
    assert_eq!(again.key(), position.key(), "{text}");
    assert_eq!(again.is_after_irreversible_ply(), position.is_after_irreversible_ply(), "{text}");
    assert_eq!(play.history().keys().last(), Some(&position.key()), "{text}");
    if position.is_after_irreversible_ply() {
        assert_eq!(play.history().seen(), 1, "{text}");
    }
    let ends = position.outcome().or_else(|| position.drawn_by_count(play.history().seen()));
    assert_eq!(play.outcome(), ends, "{text}");
}

fn check_over<G: Rules>(play: &mut Play<G>, universe: &[G::Move]) {
    for mv in universe.iter().take(10) {
        let error = play.play(mv, &Roll::NONE).expect_err("the game is over");
        assert_eq!(error, PlayError::Over);
    }
}

/// Plays a random move with a random roll, after the ways that must fail.
fn step<G: Rules>(play: &mut Play<G>, random: &mut Random) {
    let moves = legal_moves(play.position());
    let mv = random.pick(&moves);
    let rolls = all_rolls(play.position(), mv);
    let roll = *random.pick(&rolls);
    let wrong = if roll.is_empty() { Roll::pair(1, 1) } else { Roll::NONE };
    let before = play.position().clone();
    let error = play.play(mv, &wrong).expect_err("the roll does not fit");
    assert!(matches!(error, PlayError::Roll(RollError::Missing(_) | RollError::Unwanted)));
    assert_eq!(*play.position(), before);
    play.play(mv, &roll).expect("a legal move with its roll is played");
}
