//! Reading moves as people type them (rules, section 8.3): first the text alone, then what it
//! means in a position, and if it means no legal move, why.

use super::{Cell, Fault, Form, Kind, Move, Position, Way};
use crate::games::{ReadError, Refusal, Rules as _, legal_moves};

/// The most legal moves that a refusal shows.
const NEAR_MAX: usize = 4;

/// What a typed text says, whatever the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TypedMove {
    pub(super) named: Option<Kind>,
    /// `None` where only a target is named.
    pub(super) from: Option<CellName>,
    /// The kind of move that the sign names, if it names one.
    pub(super) sign: Option<Way>,
    pub(super) to: CellName,
    pub(super) call: bool,
}

/// What reads as the name of a cell, in small letters; no board need have such a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CellName(pub(super) String);

impl CellName {
    /// The cell of that name on a flat or a wedge board, if any board has one.
    pub(super) fn cell(&self) -> Option<Cell> {
        Cell::parse(&self.0).or_else(|| Cell::parse(&self.0.to_uppercase()))
    }
}

/// Reads what people type; `None` for a text that is outside the grammar: talk.
pub(super) fn parse(text: &str) -> Option<TypedMove> {
    let end = |c: char| c.is_whitespace() || matches!(c, '.' | '!' | '?');
    let text = text.trim_start().trim_end_matches(end).to_lowercase();
    let mut reader = TextReader { rest: &text };
    let typed = reader.typed()?;
    reader.rest.is_empty().then_some(typed)
}

impl Form {
    /// The cell of this board with a name as people type it.
    pub(super) fn named(self, text: &str) -> Option<Cell> {
        let name = CellName(text.trim().to_lowercase());
        name.cell().filter(|cell| self.contains(*cell))
    }
}

/// Whether a text names start and target, both of them cells of some board.
pub(super) fn is_full(text: &str) -> bool {
    parse(text).is_some_and(|typed| {
        typed.to.cell().is_some() && typed.from.is_some_and(|from| from.cell().is_some())
    })
}

/// The part of a text that is not read yet. A method that finds nothing takes nothing.
#[derive(Clone, Copy)]
struct TextReader<'a> {
    rest: &'a str,
}

impl TextReader<'_> {
    fn typed(&mut self) -> Option<TypedMove> {
        let named = self.piece();
        let mut full = *self;
        let (from, sign, to) = match full.full() {
            Some((from, sign, to)) => {
                *self = full;
                (Some(from), sign, to)
            }
            None => {
                let sign = self.sign();
                // Alone, a name that no board has is more likely talk.
                (None, sign, self.name().filter(|name| name.cell().is_some())?)
            }
        };
        let call = self.any(&["*", "clock", "call"]);
        Some(TypedMove { named, from, sign, to, call })
    }

    fn full(&mut self) -> Option<(CellName, Option<Way>, CellName)> {
        let from = self.name()?;
        let sign = self.sign();
        if sign.is_none() {
            // The sign "->" comes before the signs that it consists of.
            let _ = self.any(&["->", "-", "‐", "‑", "–", "—", "−", "→", ">", "to"]);
        }
        Some((from, sign, self.name()?))
    }

    fn piece(&mut self) -> Option<Kind> {
        let named = |kind: &Kind| self.rest.starts_with(&kind.name().to_lowercase());
        if let Some(kind) = Kind::ALL.into_iter().find(named) {
            self.rest = self.rest.get(kind.name().len()..)?.trim_start();
            return Some(kind);
        }
        let mut chars = self.rest.chars();
        let kind = Kind::from_letter(chars.next()?.to_ascii_uppercase())?;
        // A letter followed by a digit always begins the name of a cell.
        if chars.clone().next().is_some_and(|c| c.is_ascii_digit()) {
            return None;
        }
        self.rest = chars.as_str().trim_start();
        Some(kind)
    }

    fn sign(&mut self) -> Option<Way> {
        if self.any(&["x", "×", ":", "takes"]) {
            return Some(Way::Capture);
        }
        self.any(&["+", "=", "merges", "merge"]).then_some(Way::Merge)
    }

    /// A letter with one or two digits.
    fn name(&mut self) -> Option<CellName> {
        let letter = self.rest.chars().next()?;
        let digits = self.rest.bytes().skip(1).take_while(u8::is_ascii_digit).count();
        if !matches!(letter, 'a'..='h') || !matches!(digits, 1 | 2) {
            return None;
        }
        let (name, rest) = self.rest.split_at_checked(1 + digits)?;
        self.rest = rest.trim_start();
        Some(CellName(name.to_owned()))
    }

    /// Takes the first of these words that the rest begins with.
    fn any(&mut self, words: &[&str]) -> bool {
        let found = words.iter().find_map(|word| self.rest.strip_prefix(word));
        if let Some(rest) = found {
            self.rest = rest.trim_start();
        }
        found.is_some()
    }
}

type Reading = Result<Move, ReadError<Move, Fault>>;

/// Reads a move in a position.
pub(super) fn read(position: &Position, text: &str) -> Reading {
    let typed = parse(text).ok_or(ReadError::NotAMove)?;
    if position.is_over() {
        return refuse(Fault::Over, Vec::new());
    }
    let legal = legal_moves(position);
    let on_board = |name: &CellName| {
        let cell = name.cell().filter(|cell| position.form().contains(*cell));
        cell.ok_or_else(|| Fault::NoSuchCell(name.0.clone()))
    };
    let resolver = Resolver { position, typed: &typed, legal: &legal };
    let cells = match &typed.from {
        None => on_board(&typed.to).map(|to| (None, to)),
        Some(from) => {
            on_board(from).and_then(|from| on_board(&typed.to).map(|to| (Some(from), to)))
        }
    };
    match cells {
        Ok((Some(from), to)) => resolver.read_full(from, to),
        Ok((None, to)) => resolver.read_short(to),
        // No move is near to a cell that is not there; the refusal has an example of this board.
        Err(fault) => refuse(fault, Vec::new()),
    }
}

fn refuse<T>(fault: Fault, near: Vec<Move>) -> Result<T, ReadError<Move, Fault>> {
    Err(ReadError::Refused(Refusal { fault, near }))
}

/// A typed text, the position that it is about, and the legal moves there, of which there is at
/// least one.
struct Resolver<'a> {
    position: &'a Position,
    typed: &'a TypedMove,
    legal: &'a [Move],
}

impl Resolver<'_> {
    fn read_full(&self, from: Cell, to: Cell) -> Reading {
        if let Some(fault) = self.position.fault(self.typed.named, from, to) {
            return refuse(fault, self.near(Some(from), to));
        }
        self.choose(&self.matching(|mv| mv.from == from && mv.to == to), to)
    }

    fn read_short(&self, to: Cell) -> Reading {
        let position = self.position;
        let named = |mv: &Move| self.is_named(mv.from);
        let candidates = self.matching(|mv| mv.to == to && named(mv));
        if !candidates.is_empty() {
            return self.choose(&candidates, to);
        }
        if let Some(kind) = position.piece_at(to).filter(|_| position.own().contains(to)) {
            let mut its_moves = self.matching(|mv| mv.from == to);
            its_moves.truncate(NEAR_MAX);
            return refuse(Fault::OwnPieceThere(to, kind), its_moves);
        }
        refuse(self.short_fault(to), self.near(None, to))
    }

    /// Takes the only candidate if the call and the sign of the text fit it. All candidates have the
    /// same target, so they are moves of one kind.
    fn choose(&self, candidates: &[Move], to: Cell) -> Reading {
        let Some(first) = candidates.first() else {
            return refuse(Fault::NothingReaches { to, named: self.typed.named }, Vec::new());
        };
        if let Some(fault) = self.position.no_call().filter(|_| self.typed.call) {
            return refuse(fault, candidates.to_vec());
        }
        let meant: Vec<Move> =
            candidates.iter().map(|mv| Move { call: self.typed.call, ..*mv }).collect();
        let is = first.way;
        if let Some(said) = self.typed.sign.filter(|said| *said != is) {
            return refuse(Fault::WrongSign { said, to, is }, meant);
        }
        match meant.as_slice() {
            [only] => Ok(*only),
            _ => Err(ReadError::Ambiguous(meant)),
        }
    }

    /// Why no piece goes to the typed cell. A kind of which there is one piece names that piece, so
    /// the reason is why that piece cannot go there.
    fn short_fault(&self, to: Cell) -> Fault {
        let banned = self.position.ban().filter(|ban| ban.to == to && self.is_named(ban.from));
        if let Some(ban) = banned {
            return Fault::JustCame(ban);
        }
        let reaches = Fault::NothingReaches { to, named: self.typed.named };
        let Some(named) = self.typed.named else { return reaches };
        let mut pieces = self.position.pieces(self.position.to_move(), named);
        match (pieces.next(), pieces.next()) {
            (None, _) => Fault::NoSuchPiece(named),
            (Some(only), None) => {
                self.position.fault(None, self.position.cell(only), to).unwrap_or(reaches)
            }
            (Some(_), Some(_)) => reaches,
        }
    }

    /// Whether the piece on `at` is of the kind that the text names, if it names one.
    fn is_named(&self, at: Cell) -> bool {
        self.typed.named.is_none_or(|named| self.position.piece_at(at) == Some(named))
    }

    fn matching(&self, wanted: impl Fn(&Move) -> bool) -> Vec<Move> {
        self.legal.iter().copied().filter(wanted).collect()
    }

    /// The legal moves nearest to what was typed: those of a named kind to the same cell, then
    /// those with the fewest steps between the cells.
    fn near(&self, from: Option<Cell>, to: Cell) -> Vec<Move> {
        let steps = |a: Cell, b: Cell| u32::from(self.position.board.distance(a, b));
        let far = |mv: &Move| from.map_or(0, |from| steps(from, mv.from)) + steps(to, mv.to);
        let named = |mv: &Move| self.typed.named.is_some() && self.is_named(mv.from);
        let mut near = self.matching(|mv| named(mv) && mv.to == to);
        // The short form with a kind asks about pieces of that kind, if one of them can move at all.
        let about_it = from.is_none() && self.legal.iter().any(named);
        let asked = || self.legal.iter().filter(|mv| !about_it || named(mv));
        let nearest = asked().map(far).min();
        let closest = asked().filter(|mv| Some(far(mv)) == nearest);
        near.extend(closest.filter(|mv| mv.to != to || !named(mv)).copied());
        near.truncate(NEAR_MAX);
        near
    }
}
