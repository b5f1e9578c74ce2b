//! Tools that the tests of all games share: reading the cases of the data files, playing at random, checking
//! what must hold of texts, hashes and counts, and showing what a game says and marks.
//!
//! Everything is generic over [`Rules`] or [`Present`], so it says the same of every game.
//! [`conformance`](super::conformance) checks what every implementation must keep.

use std::fmt::Write as _;

use scene::Mark;

pub(crate) use super::conformance::all_rolls;
use super::{
    Actor, Play, PositionError, Present, ReadError, Reason, Refusal, Roll, Rules, Seat,
    legal_moves,
    perft::{Perft, reference_perft},
    random::Random,
    result_text,
};

/// The text of a file below `tests/data`, such as `lyra/cases.txt`.
macro_rules! data {
    ($name:literal) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/", $name))
    };
}

pub(crate) use data;

/// The lines of a data file that are neither empty nor comments.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// The value of a field in which `-` stands for nothing.
pub(crate) fn given(text: &str) -> &str {
    if text == "-" { "" } else { text }
}

/// The options of this text, where `-` too stands for the defaults.
pub(crate) fn options<G: Rules>(text: &str) -> G::Options {
    given(text).parse().unwrap_or_else(|err| panic!("{text}: {err}"))
}

/// The position of this text, or the start position for `start`.
pub(crate) fn at<G: Rules>(position: &str, opts: &str) -> G {
    let options = options::<G>(opts);
    if position == "start" {
        return G::start(&options);
    }
    G::from_position_text(position, &options).unwrap_or_else(|err| panic!("{position}: {err}"))
}

/// Returns what the text of a position is read as under its options.
fn reread<G: Rules>(position: &G) -> Result<G, PositionError> {
    G::from_position_text(&position.to_string(), position.options())
}

/// A block of a data file: fields that are a key and the rest of its line.
pub(crate) struct Block<'a> {
    fields: Vec<(&'a str, &'a str)>,
}

impl<'a> Block<'a> {
    /// The blocks of a text, which empty lines separate; lines that begin with `#` are comments.
    ///
    /// `separator` stands between key and value; a line without it is a key alone.
    pub(crate) fn all(text: &'a str, separator: &'static str) -> impl Iterator<Item = Self> {
        let block = move |block: &'a str| {
            let lines = block.lines().filter(|line| !line.starts_with('#'));
            let field = |line: &'a str| line.split_once(separator).unwrap_or((line, ""));
            Self { fields: lines.map(field).collect() }
        };
        text.split("\n\n").map(block).filter(|block| !block.fields.is_empty())
    }

    /// All fields, in the order of the text.
    pub(crate) fn fields(&self) -> &[(&'a str, &'a str)] {
        &self.fields
    }

    /// The value of the first field with this key.
    pub(crate) fn get(&self, key: &str) -> Option<&'a str> {
        self.fields.iter().find(|(name, _)| *name == key).map(|(_, value)| *value)
    }

    /// The options of the field `options`; the defaults without it.
    pub(crate) fn options<G: Rules>(&self) -> G::Options {
        options::<G>(self.get("options").unwrap_or(""))
    }

    /// The position of the field `position` under these options; the start position without it.
    pub(crate) fn position<G: Rules>(&self) -> G {
        let position = self.get("position").unwrap_or("start");
        at(position, self.get("options").unwrap_or(""))
    }
}

/// A case of a rules page: a block whose first line is its name.
pub(crate) struct Case(Block<'static>);

impl Case {
    /// The cases of a text of blocks with `key: value` lines.
    pub(crate) fn all(text: &'static str) -> Vec<Self> {
        Block::all(text, ": ").map(Self).collect()
    }

    /// The number of the case and what it is about, up to the first colon.
    pub(crate) fn name(&self) -> &'static str {
        self.0.fields[0].0
    }

    /// The value of a field; empty if the case does not have it, or has `-` there.
    pub(crate) fn field(&self, key: &str) -> &'static str {
        self.0.get(key).map_or("", given)
    }

    /// The texts of the moves that are played first, which this separator stands between.
    pub(crate) fn plies(&self, separator: &'static str) -> impl Iterator<Item = &str> {
        self.field("play").split(separator).filter(|mv| !mv.is_empty())
    }

    /// The game after those moves.
    pub(crate) fn play<G: Rules>(&self, separator: &'static str) -> Play<G> {
        let mut play = Play::<G>::new(at(self.field("pos"), self.field("opts")));
        for mv in self.plies(separator) {
            let mv = play.position().read(mv).unwrap_or_else(|err| panic!("{mv}: {err:?}"));
            play.play(&mv, &Roll::NONE).unwrap();
        }
        play
    }
}

/// Checks what each block of a data file says of the position after its plies, which `play_ply`
/// plays: its text, its legal moves, and the result line. Returns the number of blocks.
pub(crate) fn check_cases<G: Rules>(text: &str, play_ply: impl Fn(&mut Play<G>, &str)) -> usize {
    let mut n = 0;
    for case in Block::all(text, " ") {
        let label = case.get("case").unwrap_or("a game");
        let mut play = Play::new(case.position::<G>());
        for ply in case.get("play").unwrap_or("").split_whitespace() {
            play_ply(&mut play, ply);
        }
        let after = case.get("after").or_else(|| case.get("position")).unwrap();
        assert_eq!(play.position().to_string(), after, "{label}");
        if let Some(expected) = case.get("moves") {
            check_moves(label, play.position(), expected);
        }
        let result = case.get("result").unwrap_or("ongoing");
        assert_eq!(result_text(play.outcome()), result, "{label}");
        n += 1;
    }
    n
}

/// Checks that a position counts lines of play as move by move, down to two plies.
pub(crate) fn check_reference_perft<G: Rules>(position: &G) {
    for depth in 0..=2 {
        let expected = reference_perft(position, depth);
        assert_eq!(position.perft(depth), expected, "{position} {depth}");
    }
}

/// Checks that no line of play goes on from the position of a finished game.
pub(crate) fn check_no_lines<G: Rules>(position: &G) {
    assert_eq!(position.perft(0), Perft { nodes: 1, commands: 1 });
    for depth in [1, 2, 64, 65, u32::MAX] {
        assert_eq!(position.perft(depth), Perft::default());
    }
}

/// The texts of the legal moves, in their order.
pub(crate) fn moves_of<G: Rules>(position: &G) -> Vec<String> {
    legal_moves(position).iter().map(ToString::to_string).collect()
}

/// Checks the legal moves against `2: a1-a2 b1-b2`: how many there are, and which.
pub(crate) fn check_moves<G: Rules>(label: &str, position: &G, expected: &str) {
    let moves = moves_of(position);
    let listed = format!("{}: {}", moves.len(), moves.join(" "));
    assert_eq!(listed.trim_end(), expected.trim_end(), "{label}");
}

/// The roll of a text such as `6,3`, or of an empty text where none is thrown.
fn roll_of(text: &str) -> Roll {
    if text.is_empty() { Roll::NONE } else { text.parse().unwrap() }
}

/// Plays a legal move by its text, with the text of its roll, which is empty for none.
pub(crate) fn play_text<G: Rules>(position: &mut G, mv: &str, roll: &str) -> G::Report {
    let mv = mv.parse().unwrap_or_else(|_| panic!("{mv} is no move"));
    let roll = roll_of(roll);
    assert!(position.is_legal(&mv), "{mv}");
    position.dice(&mv).check(&roll).unwrap();
    position.apply(&mv, &roll)
}

/// A move in words, as Ben played it from this position.
pub(crate) fn ply<G: Present>(position: &G, mv: &str, roll: &str) -> String {
    let report = play_text(&mut position.clone(), mv, roll);
    G::ply_words(&report, Actor::Named("ben"))
}

/// Returns what `why` says of a place, and its marks in a line below.
pub(crate) fn why<G: Present>(position: &G, text: &str) -> String {
    let (words, marks) = position.why(text).unwrap_or_else(|err| (err, Vec::new()));
    format!("{words}\n{}", marked(&marks)).trim_end().to_owned()
}

/// Returns why this text is no legal move, in words, and the legal moves near to it, which are checked.
pub(crate) fn refused<G: Present>(position: &G, typed: &str) -> (String, Vec<String>) {
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
pub(crate) fn refusals<G: Present>(position: &G, typed: &[&str]) -> String {
    let mut lines = String::new();
    for typed in typed {
        let _ = writeln!(lines, "{}", refused(position, typed).0);
    }
    lines
}

/// Returns what a typed text is read as: the move, `talk`, `several: a b`, or the name of the fault with the
/// legal moves near, `OwnPiece: a b`.
pub(crate) fn reading<G: Rules>(position: &G, typed: &str) -> String {
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
pub(crate) fn marked(marks: &[Mark]) -> String {
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
        Mark::Names => "names".to_owned(),
    };
    marks.iter().map(short).collect::<Vec<_>>().join(", ")
}

/// Plays a random game and shows every position to `look`, with the move that is played next.
///
/// `pick` chooses the moves; the rolls are random. Where more than two have seats, one leaves now
/// and then, and where the game is over or somebody leaves, there is no next move. The game stops
/// at its end, or after this many plies.
pub(crate) fn random_game<G: Rules>(
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

/// A random legal move.
pub(crate) fn any_move<G: Rules>(position: &G, random: &mut Random) -> G::Move {
    random.pick(&legal_moves(position)).clone()
}

/// A random legal move; one time in `one_in` it is one of the rare ones, if there are any.
pub(crate) fn rare_more_often<G: Rules>(
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

/// Plays a random game and checks that its positions read back from their texts, and that the texts
/// of its start, moves and rolls lead to its end.
pub(crate) fn check_replay<G: Rules>(
    start: &G,
    seed: u64,
    plies: usize,
    mut pick: impl FnMut(&G, &mut Random) -> G::Move,
) {
    let mut random = Random::new(seed);
    let mut play = Play::new(start.clone());
    let mut log = Vec::new();
    while play.outcome().is_none() && log.len() < plies {
        let mv = pick(play.position(), &mut random);
        let roll = *random.pick(&all_rolls(play.position(), &mv));
        play.play(&mv, &roll).unwrap();
        log.push((mv.to_string(), roll.to_string()));
        assert_eq!(reread(play.position()).as_ref(), Ok(play.position()));
    }
    let mut again = Play::new(reread(start).unwrap());
    for (mv, roll) in log {
        let mv = again.position().read(&mv).unwrap();
        again.play(&mv, &roll_of(&roll)).unwrap();
    }
    assert_eq!(again.position(), play.position());
    assert_eq!(again.outcome(), play.outcome());
}

/// Checks that a hash tells these positions apart by what repetition compares and by nothing else,
/// and that it is the same for a position that is read from its text.
pub(crate) fn check_hashes<G: Rules>(positions: &[G], hash: impl Fn(&G) -> u64) {
    for position in positions {
        let again = reread(position);
        assert_eq!(again.as_ref(), Ok(position));
        assert_eq!(hash(&again.unwrap()), hash(position), "{position}");
    }
    let keys: Vec<_> = positions.iter().map(|position| (hash(position), position.key())).collect();
    for (a, (hash, key)) in positions.iter().zip(&keys) {
        for (b, (other_hash, other_key)) in positions.iter().zip(&keys) {
            assert_eq!(hash == other_hash, key == other_key, "{a} and {b}");
        }
    }
}

/// Checks that every reader of a game survives this text, and says what it reads the way it reads
/// it; positions are read under each of these options.
pub(crate) fn check_readers<G: Present>(text: &str, options: &[&str]) {
    if let Ok(mv) = text.parse::<G::Move>() {
        assert_eq!(mv.to_string(), text);
    }
    if let Ok(options) = text.parse::<G::Options>() {
        assert_eq!(options.to_string().parse().as_ref(), Ok(&options));
    }
    let _ = G::is_full_move_text(text);
    for options in options.iter().map(|text| self::options::<G>(text)) {
        match G::from_position_text(text, &options) {
            Ok(position) => assert_eq!(reread(&position).as_ref(), Ok(&position)),
            Err(error) => assert!(!error.0.is_empty() && error.0.len() < 2000, "{text}"),
        }
        check_reading(&G::start(&options), text);
    }
}

/// Checks what must hold of every answer to a typed text: moves are legal, several are sorted, and
/// a refusal has words. Returns the refusal if the text is refused.
pub(crate) fn check_reading<G: Present>(
    position: &G,
    text: &str,
) -> Option<Refusal<G::Move, G::Fault>> {
    let are_legal = |moves: &[G::Move]| moves.iter().all(|mv| position.is_legal(mv));
    match position.read(text) {
        Ok(mv) => assert!(position.is_legal(&mv), "{position}: {text}"),
        Err(ReadError::NotAMove) => {}
        Err(ReadError::Ambiguous(moves)) => {
            assert!(moves.len() > 1 && are_legal(&moves), "{position}: {text}");
            assert!(moves.is_sorted_by_key(ToString::to_string), "{position}: {text}");
        }
        Err(ReadError::Refused(refusal)) => {
            assert!(are_legal(&refusal.near), "{position}: {text}");
            let words = position.fault_words(text, &refusal.fault);
            let is_sound = words.ends_with('.') && !words.contains("  ") && !words.contains(": .");
            assert!(is_sound, "{position}: {text}: {words}");
            return Some(refusal);
        }
    }
    None
}
