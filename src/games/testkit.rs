//! What the tests of all games share: reading the cases of the data files, playing at random, and
//! showing what a game says and marks.
//!
//! Everything is generic over [`Rules`] or [`Present`], so it says the same of every game.
//! [`conformance`](super::conformance) checks what every implementation must keep.

use std::fmt::Write as _;

use super::{
    Actor, Play, Present, ReadError, Reason, Refusal, Roll, Rules, Seat, legal_moves,
    random::Random,
};
use crate::scene::Mark;

/// The text of a file below `tests/data`, such as `lyra/cases.txt`.
macro_rules! data {
    ($name:literal) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/", $name))
    };
}

pub(in crate::games) use data;

/// The lines of a data file that are neither empty nor comments.
pub(in crate::games) fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// The value of a field in which `-` stands for nothing.
pub(in crate::games) fn given(text: &str) -> &str {
    if text == "-" { "" } else { text }
}

/// The options of this text, where `-` too stands for the defaults.
pub(in crate::games) fn options<G: Rules>(text: &str) -> G::Options {
    given(text).parse().unwrap_or_else(|err| panic!("{text}: {err}"))
}

/// The position of this text, or the start position for `start`.
pub(in crate::games) fn at<G: Rules>(position: &str, opts: &str) -> G {
    let options = options::<G>(opts);
    if position == "start" {
        return G::start(&options);
    }
    G::from_position_text(position, &options).unwrap_or_else(|err| panic!("{position}: {err}"))
}

/// A block of a data file: fields that are a key and the rest of its line.
pub(in crate::games) struct Block<'a> {
    fields: Vec<(&'a str, &'a str)>,
}

impl<'a> Block<'a> {
    /// The blocks of a text, which empty lines separate; lines that begin with `#` are comments.
    ///
    /// `separator` stands between key and value; a line without it is a key alone.
    pub(in crate::games) fn all(
        text: &'a str,
        separator: &'static str,
    ) -> impl Iterator<Item = Self> {
        let block = move |block: &'a str| {
            let lines = block.lines().filter(|line| !line.starts_with('#'));
            let field = |line: &'a str| line.split_once(separator).unwrap_or((line, ""));
            Self { fields: lines.map(field).collect() }
        };
        text.split("\n\n").map(block).filter(|block| !block.fields.is_empty())
    }

    /// All fields, in the order of the text.
    pub(in crate::games) fn fields(&self) -> &[(&'a str, &'a str)] {
        &self.fields
    }

    /// The value of the first field with this key.
    pub(in crate::games) fn get(&self, key: &str) -> Option<&'a str> {
        self.fields.iter().find(|(name, _)| *name == key).map(|(_, value)| *value)
    }

    /// The options of the field `options`; the defaults without it.
    pub(in crate::games) fn options<G: Rules>(&self) -> G::Options {
        options::<G>(self.get("options").unwrap_or(""))
    }

    /// The position of the field `position` under these options; the start position without it.
    pub(in crate::games) fn position<G: Rules>(&self) -> G {
        let position = self.get("position").unwrap_or("start");
        at(position, self.get("options").unwrap_or(""))
    }
}

/// Every roll of the dice of a move.
pub(in crate::games) fn all_rolls<G: Rules>(position: &G, mv: &G::Move) -> Vec<Roll> {
    let mut rolls = vec![Vec::new()];
    for die in position.dice(mv).as_slice() {
        let extend = |faces: Vec<u8>| {
            (1..=die.sides()).map(move |face| [faces.as_slice(), &[face]].concat())
        };
        rolls = rolls.into_iter().flat_map(extend).collect();
    }
    rolls.iter().map(|faces| Roll::from_faces(faces).unwrap()).collect()
}

/// The texts of the legal moves, in their order.
pub(in crate::games) fn moves_of<G: Rules>(position: &G) -> Vec<String> {
    legal_moves(position).iter().map(ToString::to_string).collect()
}

/// Checks the legal moves against `2: a1-a2 b1-b2`: how many there are, and which.
pub(in crate::games) fn check_moves<G: Rules>(label: &str, position: &G, expected: &str) {
    let moves = moves_of(position);
    let listed = format!("{}: {}", moves.len(), moves.join(" "));
    assert_eq!(listed.trim_end(), expected.trim_end(), "{label}");
}

/// Plays a legal move by its text, with a roll such as `6,3` or nothing where none is thrown.
pub(in crate::games) fn play_text<G: Rules>(position: &mut G, mv: &str, roll: &str) -> G::Report {
    let mv = mv.parse().unwrap_or_else(|_| panic!("{mv} is no move"));
    let roll = if roll.is_empty() { Roll::NONE } else { roll.parse().unwrap() };
    assert!(position.is_legal(&mv), "{mv}");
    position.dice(&mv).check(&roll).unwrap();
    position.apply(&mv, &roll)
}

/// A move in words, as Ben played it from this position.
pub(in crate::games) fn ply<G: Present>(position: &G, mv: &str, roll: &str) -> String {
    let report = play_text(&mut position.clone(), mv, roll);
    G::ply_words(&report, Actor::Named("ben"))
}

/// What `why` says of a place, and its marks in a line below.
pub(in crate::games) fn why<G: Present>(position: &G, text: &str) -> String {
    let (words, marks) = position.why(text).unwrap_or_else(|err| (err, Vec::new()));
    format!("{words}\n{}", marked(&marks)).trim_end().to_owned()
}

/// Why this text is no legal move, in words, and the legal moves near to it, which are checked.
pub(in crate::games) fn refused<G: Present>(position: &G, typed: &str) -> (String, Vec<String>) {
    match position.read(typed) {
        Err(ReadError::Refused(Refusal { fault, near })) => {
            assert!(near.iter().all(|mv| position.is_legal(mv)), "{position}: {typed}");
            let near = near.iter().map(ToString::to_string).collect();
            (position.fault_words(typed, &fault), near)
        }
        other => panic!("{position}: {typed}: {other:?}"),
    }
}

/// The refusals of these texts, a line each.
pub(in crate::games) fn refusals<G: Present>(position: &G, typed: &[&str]) -> String {
    let mut lines = String::new();
    for typed in typed {
        let _ = writeln!(lines, "{}", refused(position, typed).0);
    }
    lines
}

/// What a typed text is read as: the move, `talk`, `several: a b`, or the name of the fault with
/// the legal moves near, `OwnPiece: a b`.
pub(in crate::games) fn reading<G: Rules>(position: &G, typed: &str) -> String {
    let texts = |moves: &[G::Move]| {
        assert!(moves.iter().all(|mv| position.is_legal(mv)), "{position}: {typed}");
        moves.iter().map(|mv| format!(" {mv}")).collect::<String>()
    };
    match position.read(typed) {
        Ok(mv) => {
            assert!(position.is_legal(&mv), "{position}: {typed}");
            mv.to_string()
        }
        Err(ReadError::NotAMove) => "talk".to_owned(),
        Err(ReadError::Ambiguous(moves)) => format!("several:{}", texts(&moves)),
        Err(ReadError::Refused(Refusal { fault, near })) => {
            let fault = format!("{fault:?}");
            let name = fault.split(['(', ' ', '{']).next().unwrap_or_default();
            format!("{name}:{}", texts(&near))
        }
    }
}

/// Marks in short: `focus c3, step c4, attack d4 55`.
pub(in crate::games) fn marked(marks: &[Mark]) -> String {
    let short = |mark: &Mark| match *mark {
        Mark::From(at) => format!("from {at}"),
        Mark::To(at) => format!("to {at}"),
        Mark::Arrow(a, b) => format!("arrow {a} {b}"),
        Mark::Push(a, b) => format!("push {a} {b}"),
        Mark::Lost(a, b) => format!("lost {a} {b}"),
        Mark::Focus(at) => format!("focus {at}"),
        Mark::Step(at) => format!("step {at}"),
        Mark::Attack(at, None) => format!("attack {at}"),
        Mark::Attack(at, Some(percent)) => format!("attack {at} {percent}"),
        Mark::Block(at) => format!("block {at}"),
        Mark::Grown(at) => format!("grown {at}"),
        Mark::Join(at) => format!("join {at}"),
        Mark::Check(at) => format!("check {at}"),
        Mark::Threat(a, b) => format!("threat {a} {b}"),
        Mark::Covered(at) => format!("covered {at}"),
        Mark::Joined(a, b) => format!("joined {a} {b}"),
        Mark::Taken(at) => format!("taken {at}"),
        Mark::Count(at, n) => format!("count {at} {n}"),
        Mark::Counted(at) => format!("counted {at}"),
        Mark::Flank(a, b) => format!("flank {a} {b}"),
        Mark::TooStrong(at) => format!("too strong {at}"),
        Mark::Raised(at) => format!("raised {at}"),
        Mark::Way(a, b) => format!("way {a} {b}"),
    };
    marks.iter().map(short).collect::<Vec<_>>().join(", ")
}

/// Plays a random game and shows every position to `look`, with the move that is played next.
///
/// `pick` chooses the moves; the rolls are random. Where more than two have seats, one leaves now
/// and then, and where the game is over or somebody leaves, there is no next move. The game stops
/// at its end, or after this many plies.
pub(in crate::games) fn random_game<G: Rules>(
    start: G,
    seed: u64,
    plies: usize,
    mut pick: impl FnMut(&G, &mut Random) -> G::Move,
    mut look: impl FnMut(&Play<G>, Option<&G::Move>, &mut Random),
) {
    let mut random = Random::new(seed);
    let mut play = Play::new(start);
    for _ in 0..plies {
        let leaves = play.position().n_seats() > 2 && random.below(25) == 0;
        if play.outcome().is_some() || leaves {
            look(&play, None, &mut random);
            if play.outcome().is_some() {
                return;
            }
            let active: Vec<Seat> = play.position().active().iter().collect();
            play.leave(*random.pick(&active), Reason::Resignation).unwrap();
            continue;
        }
        let mv = pick(play.position(), &mut random);
        look(&play, Some(&mv), &mut random);
        let rolls = all_rolls(play.position(), &mv);
        play.play(&mv, random.pick(&rolls)).unwrap();
    }
    look(&play, None, &mut random);
}

/// A random legal move; one time in `one_in` it is one of the rare ones, if there are any.
pub(in crate::games) fn rare_more_often<G: Rules>(
    position: &G,
    random: &mut Random,
    one_in: usize,
    is_rare: impl Fn(&G::Move) -> bool,
) -> G::Move {
    let list = legal_moves(position);
    let rare: Vec<G::Move> = list.iter().filter(|mv| is_rare(mv)).cloned().collect();
    let takes_rare = !rare.is_empty() && random.below(one_in) == 0;
    random.pick(if takes_rare { &rare } else { &list }).clone()
}

/// Checks that a hash tells these positions apart by what repetition compares, and by nothing else.
pub(in crate::games) fn check_hashes<G: Rules>(positions: &[G], hash: impl Fn(&G) -> u64) {
    for a in positions {
        for b in positions {
            assert_eq!(hash(a) == hash(b), a.key() == b.key(), "{a} and {b}");
        }
    }
}

/// Checks that every reader of a game survives this text, and says what it reads the way it reads
/// it; positions are read under each of these options.
pub(in crate::games) fn check_readers<G: Present>(text: &str, options: &[&str]) {
    if let Ok(mv) = text.parse::<G::Move>() {
        assert_eq!(mv.to_string(), text);
    }
    if let Ok(options) = text.parse::<G::Options>() {
        assert_eq!(options.to_string().parse().as_ref(), Ok(&options));
    }
    let _ = G::is_full_move_text(text);
    for options in options.iter().map(|text| self::options::<G>(text)) {
        match G::from_position_text(text, &options) {
            Ok(position) => {
                let again = G::from_position_text(&position.to_string(), position.options());
                assert_eq!(again.as_ref(), Ok(&position));
            }
            Err(error) => assert!(!error.0.is_empty() && error.0.len() < 2000, "{text}"),
        }
        check_reading(&G::start(&options), text);
    }
}

/// Checks that what a text is read as is legal, and that a refusal has words.
pub(in crate::games) fn check_reading<G: Present>(position: &G, text: &str) {
    match position.read(text) {
        Ok(mv) => assert!(position.is_legal(&mv), "{position}: {text}"),
        Err(ReadError::NotAMove) => {}
        Err(ReadError::Ambiguous(moves)) => {
            assert!(moves.len() > 1, "{position}: {text}");
            assert!(moves.iter().all(|mv| position.is_legal(mv)), "{position}: {text}");
        }
        Err(ReadError::Refused(_)) => {
            assert!(!refused(position, text).0.is_empty(), "{position}: {text}");
        }
    }
}
