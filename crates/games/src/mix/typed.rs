//! Moves as people type them (rules, section 9), taken apart without a position.

use super::{
    kinds::Kind,
    squares::{SIZE, Sq},
};

/// The meaning of a text, whatever the position is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Typed {
    /// `O-O` and the like.
    Castling,
    /// One of the patterns of section 9.
    Move(TypedMove),
}

/// A move as far as a text gives it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TypedMove {
    /// The kind of man, if it is named.
    pub(super) named: Option<Kind>,
    /// The file of the start, from 0, if it is given.
    pub(super) file: Option<u8>,
    /// The rank of the start, from 0, if it is given.
    pub(super) rank: Option<u8>,
    /// One square is where the move ends; several are the whole path.
    pub(super) path: Vec<Sq>,
    /// The promotion of the man: a capital letter, not always one of this game.
    pub(super) promotion: Option<char>,
    /// Whether an `x` was typed; it never decides.
    pub(super) takes: bool,
}

impl TypedMove {
    /// The square of the start, if the text has it.
    pub(super) fn from(&self) -> Option<Sq> {
        self.file.zip(self.rank).and_then(|(file, rank)| Sq::new(file, rank))
    }

    /// Returns where the move ends.
    pub(super) fn to(&self) -> Sq {
        self.path.last().copied().unwrap_or(Sq::at(0))
    }

    /// `Dd4f6` read as a path from anywhere, where a start and a target were read.
    pub(super) fn as_path(&self) -> Option<Self> {
        let from = self.from().filter(|_| self.named.is_some())?;
        let path = std::iter::once(from).chain(self.path.iter().copied()).collect();
        Some(Self { file: None, rank: None, path, ..self.clone() })
    }
}

/// Reads what people type; `None` if it is talk and not a move.
pub(super) fn parse(text: &str) -> Option<Typed> {
    let plain = tidy(text);
    // In small letters and without a dash it is a sigh, `oo`.
    let is_castling = matches!(plain.len(), 2 | 3)
        && plain.chars().all(|c| matches!(c, 'O' | 'o' | '0'))
        && (!plain.contains('o') || text.contains(is_dash));
    if is_castling {
        return Some(Typed::Castling);
    }
    // In the order of section 9: a, b, c, d.
    let readings = [Reader::start_and_target, Reader::target, Reader::man, Reader::file_and_target];
    readings.into_iter().find_map(|reading| reading(Reader { rest: &plain })).map(Typed::Move)
}

/// The letter of a chess man that this game does not have, in what would be a move of it: `Qd4`,
/// `Rxa7`.
pub(super) fn chess_letter(text: &str) -> Option<char> {
    let plain = tidy(text);
    let letter = plain.chars().next().filter(|letter| matches!(letter, 'Q' | 'R'))?;
    let rest = Reader { rest: plain.get(1..)? };
    rest.target().or_else(|| rest.start_and_target()).map(|_| letter)
}

/// Returns `true` if a text names both start and target.
pub(super) fn is_full(text: &str) -> bool {
    matches!(parse(text), Some(Typed::Move(typed)) if typed.from().is_some())
}

/// The text without what never matters, which is blanks, dashes and marks at its end, and with `x`
/// for each sign of a capture.
pub(super) fn tidy(text: &str) -> String {
    let marks = |c: char| c.is_whitespace() || matches!(c, '+' | '#' | '!' | '?' | '.');
    let mut rest = text.trim_end_matches(marks);
    for passing in ["e.p", "ep"] {
        let end = rest.len().checked_sub(passing.len()).and_then(|at| rest.split_at_checked(at));
        if let Some((before, _)) = end.filter(|(_, end)| end.eq_ignore_ascii_case(passing)) {
            rest = before.trim_end_matches(marks);
        }
    }
    let plain = |c: char| match c {
        c if c.is_whitespace() || is_dash(c) => None,
        ':' | '×' | 'X' => Some('x'),
        c => Some(c),
    };
    rest.chars().filter_map(plain).collect()
}

/// Hyphens, dashes and minus signs, as keyboards and phones write them, and arrows.
fn is_dash(c: char) -> bool {
    matches!(
        c,
        '-' | '>' | '→' | '\u{2010}'
            ..='\u{2015}' | '\u{2212}' | '\u{FE58}' | '\u{FE63}' | '\u{FF0D}'
    )
}

/// The text that is not read yet. A reading that does not fit leaves it as it was.
#[derive(Clone, Copy)]
struct Reader<'a> {
    rest: &'a str,
}

/// The start as far as it is given: the kind of man, its file and its rank.
type Start = (Option<Kind>, Option<u8>, Option<u8>);

impl<'a> Reader<'a> {
    /// Pattern a: `c2c4`, `a1xd4xf6`.
    fn start_and_target(mut self) -> Option<TypedMove> {
        let from = self.square()?;
        self.rest((None, Some(from.file()), Some(from.rank())))
    }

    /// Pattern b: `c4`, also `xc4`.
    fn target(self) -> Option<TypedMove> {
        self.rest((None, None, None)).filter(|typed| typed.path.len() == 1)
    }

    /// Pattern c: `Nf3`, `Nbd2`, `N1f3`, `Ng1f3`.
    fn man(mut self) -> Option<TypedMove> {
        type Place = (Option<u8>, Option<u8>);
        let kind = self.kind()?;
        let starts: [fn(&mut Self) -> Option<Place>; 4] = [
            |reader| reader.square().map(|at| (Some(at.file()), Some(at.rank()))),
            |reader| reader.file().map(|file| (Some(file), None)),
            |reader| reader.rank().map(|rank| (None, Some(rank))),
            |_| Some((None, None)),
        ];
        starts.into_iter().find_map(|start| {
            let mut after = self;
            let (file, rank) = start(&mut after)?;
            after.rest((Some(kind), file, rank))
        })
    }

    /// Pattern d: `cxd3`, `cd3`.
    fn file_and_target(mut self) -> Option<TypedMove> {
        let file = self.file()?;
        self.rest((None, Some(file), None)).filter(|typed| typed.path.len() == 1)
    }

    /// One or more squares and a promotion, up to the end of the text.
    fn rest(mut self, (named, file, rank): Start) -> Option<TypedMove> {
        let mut takes = self.sign();
        let mut path = vec![self.square()?];
        let mut next = self;
        takes |= next.sign();
        while let Some(at) = next.square() {
            path.push(at);
            self = next;
            takes |= next.sign();
        }
        let promotion = self.promotion();
        let typed = TypedMove { named, file, rank, path, promotion, takes };
        self.rest.is_empty().then_some(typed)
    }

    /// A letter or the name of a kind of man; small `c` and `d` are files.
    fn kind(&mut self) -> Option<Kind> {
        let named = |kind: &Kind| self.skip(kind.name()).map(|rest| (*kind, rest));
        let by_letter = || {
            let letter = self.rest.chars().next().filter(|c| !matches!(c, 'c' | 'd'))?;
            Some((Kind::from_letter(letter)?, self.rest.get(1..)?))
        };
        let (kind, rest) = Kind::ALL.iter().find_map(named).or_else(by_letter)?;
        self.rest = rest;
        Some(kind)
    }

    /// Returns what follows this word, which may be written in any case.
    fn skip(&self, word: &str) -> Option<&'a str> {
        let (head, rest) = self.rest.split_at_checked(word.len())?;
        head.eq_ignore_ascii_case(word).then_some(rest)
    }

    /// A word or sign between squares, which may be missing; whether it says that something is
    /// taken.
    fn sign(&mut self) -> bool {
        let words = [("x", true), ("takes", true), ("to", false)];
        let found = words.iter().find_map(|(word, takes)| Some((self.skip(word)?, *takes)));
        let (rest, takes) = found.unwrap_or((self.rest, false));
        self.rest = rest;
        takes
    }

    fn square(&mut self) -> Option<Sq> {
        let (name, rest) = self.rest.split_at_checked(2)?;
        let at = Sq::parse(&name.to_ascii_lowercase())?;
        self.rest = rest;
        Some(at)
    }

    fn file(&mut self) -> Option<u8> {
        self.step(b'a')
    }

    fn rank(&mut self) -> Option<u8> {
        self.step(b'1')
    }

    /// The place of the next character in the row of [`SIZE`] characters that begins with `first`.
    fn step(&mut self, first: u8) -> Option<u8> {
        let byte = self.rest.as_bytes().first()?.to_ascii_lowercase();
        let place = byte.checked_sub(first).filter(|place| *place < SIZE)?;
        self.rest = self.rest.get(1..)?;
        Some(place)
    }

    /// `=L`, `=l` or `L`; after `=` any letter, so that the answer can say which there are.
    fn promotion(&mut self) -> Option<char> {
        let after = self.rest.strip_prefix('=');
        let letter = after.unwrap_or(self.rest).chars().next()?.to_ascii_uppercase();
        let known = matches!(letter, 'L' | 'N' | 'S' | 'D');
        if !known && (after.is_none() || !letter.is_ascii_alphabetic()) {
            return None;
        }
        self.rest = after.unwrap_or(self.rest).get(1..)?;
        Some(letter)
    }
}
