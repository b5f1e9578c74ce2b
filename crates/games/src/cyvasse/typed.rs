//! Moves as people type them (rules, section 6): what a text alone says, in any position.

use std::{iter::Peekable, str::Chars};

use super::{Hex, Kind, hexes::NameFault};

/// A move as far as a text gives it, whatever the position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct TypedMove {
    pub(super) corner: Option<Hex>,
    /// The kind that a man is to become: any kind, as it was typed.
    pub(super) promotion: Option<Kind>,
    /// The kind of the man who moves.
    pub(super) named: Option<Kind>,
    pub(super) from: Option<Hex>,
    pub(super) to: Option<Hex>,
    /// Whether the text has the form of an entry of a Dragon, `D@h5`.
    pub(super) enters: bool,
    pub(super) passes: bool,
    /// The first name that has the form of a hex and is not on this board.
    pub(super) off_board: Option<String>,
}

/// A word of a typed text.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Word {
    Kind(Kind),
    Place(Place),
    /// `@`, `at`
    At,
    /// `=`
    Becomes,
    Corner,
    Promote,
    /// A crown, for whichever man can get it.
    Crown,
    Pass,
    /// `x`, `to`: stands between man and target.
    Link,
    /// `and`, `then`: stands between the parts of a move.
    Then,
}

/// A name that has the form of a hex.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Place {
    Hex(Hex),
    Off(String),
}

/// The parts of a text, collected by the grammar.
#[derive(Debug, Default)]
struct Parts {
    corner: Option<Place>,
    promotion: Option<Kind>,
    named: Option<Kind>,
    /// One hex, where the move ends, or two, from and to.
    main: Vec<Place>,
    enters: bool,
    passes: bool,
    /// Whether another hex would belong to another part.
    is_closed: bool,
}

/// Reads what people type; `None` for talk.
pub(super) fn parse(text: &str) -> Option<TypedMove> {
    Parts::of(text).map(Parts::wanted)
}

/// Returns `true` if a text names a whole move: from and to, or the Dragon and the hex behind `@` on which it
/// comes out.
pub(super) fn is_full(text: &str) -> bool {
    Parts::of(text).is_some_and(|parts| parts.main.len() == 2 || parts.enters)
}

/// The words of a text; `None` if any part of it is no word of the grammar.
fn words(text: &str) -> Option<Vec<Word>> {
    let mut signs = text.chars().peekable();
    let mut words = Vec::new();
    while let Some(sign) = signs.next() {
        match sign {
            '@' => words.push(Word::At),
            '=' => words.push(Word::Becomes),
            c if is_gap(c) => {}
            c if c.is_ascii_alphabetic() => letters(c, &mut signs, &mut words)?,
            _ => return None,
        }
    }
    Some(words)
}

/// Signs between words that mean nothing: blanks, dashes as keyboards and phones write them,
/// arrows, signs of a capture, punctuation.
fn is_gap(c: char) -> bool {
    c.is_whitespace()
        || matches!(c, '-' | '>' | '→' | ':' | '×' | ',' | ';' | '.' | '!' | '?' | '+')
        || matches!(c, '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{FE58}' | '\u{FE63}' | '\u{FF0D}')
}

/// Reads a run of letters. Before digits its last letter is a file, so the letter of a man is never
/// taken for that of a hex: `Ei2` is an Elephant on its way to i2, and `e2` is a hex.
fn letters(first: char, signs: &mut Peekable<Chars<'_>>, words: &mut Vec<Word>) -> Option<()> {
    let run = |signs: &mut Peekable<Chars<'_>>, fits: fn(&char) -> bool| {
        std::iter::from_fn(|| signs.next_if(fits)).collect::<String>()
    };
    let mut word = format!("{first}{}", run(signs, char::is_ascii_alphabetic)).to_ascii_lowercase();
    let row = run(signs, char::is_ascii_digit);
    let file = if row.is_empty() { None } else { word.pop() };
    if !word.is_empty() {
        push_word(&word, words)?;
    }
    if let Some(file) = file {
        words.push(Word::Place(place(file, &row)?));
    }
    Some(())
}

fn place(file: char, row: &str) -> Option<Place> {
    let name = format!("{file}{row}");
    match Hex::parse(&name) {
        Ok(hex) => Some(Place::Hex(hex)),
        Err(NameFault::OffBoard) => Some(Place::Off(name)),
        // Files beyond `k` have the form of a hex all the same.
        Err(NameFault::NoName) => {
            (file > 'k' && row.len() < 3 && !row.starts_with('0')).then_some(Place::Off(name))
        }
    }
}

fn push_word(word: &str, words: &mut Vec<Word>) -> Option<()> {
    // `Exi2` has the sign of a capture behind the man.
    let word = word.strip_suffix('x').filter(|man| !man.is_empty()).unwrap_or(word);
    let is_horse = |word: &Word| matches!(word, Word::Kind(Kind::LightHorse | Kind::HeavyHorse));
    words.push(match word {
        "x" | "to" | "takes" | "captures" | "on" => Word::Link,
        "at" => Word::At,
        "and" | "then" => Word::Then,
        "corner" => Word::Corner,
        "promote" => Word::Promote,
        "crown" => Word::Crown,
        "pass" => Word::Pass,
        // This is the second word of a name.
        "horse" if words.last().is_some_and(is_horse) => return Some(()),
        _ => Word::Kind(kind(word)?),
    });
    Some(())
}

/// The kind with this letter, this name, this first word of its name, or that word without the `s`
/// at its end.
fn kind(word: &str) -> Option<Kind> {
    let is_called = |kind: &Kind| {
        let name = kind.name().to_ascii_lowercase();
        let first = name.split(' ').next().unwrap_or_default();
        word == name.replace(' ', "") || word == first || word == first.trim_end_matches('s')
    };
    let mut signs = word.chars();
    match (signs.next(), signs.next()) {
        (Some(letter), None) => Kind::from_letter(letter),
        _ => Kind::ALL.into_iter().find(is_called),
    }
}

type Words = Peekable<std::vec::IntoIter<Word>>;

impl Parts {
    fn of(text: &str) -> Option<Self> {
        let mut parts = Self::default();
        let mut words = words(text)?.into_iter().peekable();
        // `D@h5`, but `=T @k1`: `@` leads to a target only behind the man who moves.
        let mut is_after_man = false;
        while let Some(word) = words.next() {
            let is_man = matches!(word, Word::Kind(_));
            match word {
                Word::At if is_after_man => {
                    parts.enters = parts.named == Some(Kind::Dragon);
                }
                word => parts.add(word, &mut words)?,
            }
            is_after_man = is_man;
        }
        parts.is_turn().then_some(parts)
    }

    fn add(&mut self, word: Word, rest: &mut Words) -> Option<()> {
        match word {
            Word::Link => Some(()),
            Word::Then => {
                self.is_closed = !self.main.is_empty();
                Some(())
            }
            Word::Pass => (!std::mem::replace(&mut self.passes, true)).then_some(()),
            Word::At => once(&mut self.corner, next_place(rest)?),
            Word::Corner => {
                let _ = rest.next_if_eq(&Word::At);
                once(&mut self.corner, next_place(rest)?)
            }
            Word::Becomes => once(&mut self.promotion, next_kind(rest)?),
            Word::Promote => {
                let _ = rest.next_if_eq(&Word::Link);
                let mut up = next_kind(rest)?;
                // `promote Crossbows to Trebuchet`
                if rest.next_if_eq(&Word::Link).is_some()
                    && let Some(Word::Kind(kind)) = rest.next_if(|w| matches!(w, Word::Kind(_)))
                {
                    up = kind;
                }
                once(&mut self.promotion, up)
            }
            Word::Crown => once(&mut self.promotion, Kind::King),
            Word::Kind(kind) if self.main.is_empty() => once(&mut self.named, kind),
            Word::Place(place) if !self.is_closed && self.main.len() < 2 => {
                self.main.push(place);
                Some(())
            }
            Word::Kind(_) | Word::Place(_) => None,
        }
    }

    /// Returns `true` if there is a move in the parts, and nothing that does not go together.
    fn is_turn(&self) -> bool {
        let places = || self.main.iter().chain(&self.corner);
        let on_board = |place: &Place| match place {
            Place::Hex(_) => true,
            Place::Off(name) => name.starts_with(|file| file <= 'k'),
        };
        let has_place = places().next().is_some();
        let has_main = !self.main.is_empty();
        (has_place || self.promotion.is_some() || self.passes)
            && (!has_place || places().any(on_board))
            && (has_main || self.named.is_none())
            && !(has_main && self.passes)
            && !(self.enters && self.main.len() != 1)
    }

    fn wanted(self) -> TypedMove {
        let Self { corner, promotion, named, mut main, enters, passes, .. } = self;
        let mut off_board = None;
        let mut hex = |place: Option<Place>| match place? {
            Place::Hex(hex) => Some(hex),
            Place::Off(name) => {
                off_board.get_or_insert(name);
                None
            }
        };
        let to = main.pop();
        let (corner, from, to) = (hex(corner), hex(main.pop()), hex(to));
        TypedMove { corner, promotion, named, from, to, enters, passes, off_board }
    }
}

/// Fills a part that may be given only once.
fn once<T>(part: &mut Option<T>, given: T) -> Option<()> {
    part.replace(given).is_none().then_some(())
}

fn next_place(rest: &mut Words) -> Option<Place> {
    match rest.next()? {
        Word::Place(place) => Some(place),
        _ => None,
    }
}

fn next_kind(rest: &mut Words) -> Option<Kind> {
    match rest.next()? {
        Word::Kind(kind) => Some(kind),
        _ => None,
    }
}
