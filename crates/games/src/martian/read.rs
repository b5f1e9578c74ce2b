//! Reading moves as people type them (rules, section 8.3): first the text alone, then what it
//! means in a position, and if it means no legal move, why.

use super::{Cell, Fault, Form, Kind, Move, Position, Way};
use crate::{
    ReadError, Rules as _, legal_moves,
    typed_text::{NEAR_MAX, TextReader, nearest, refuse, without_end_marks},
};

/// The meaning of a typed text, whatever the position.
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

/// A text that reads as the name of a cell, in small letters; no board need have such a cell.
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
    let text = without_end_marks(text);
    let mut reader = TextReader { rest: &text };
    let typed = typed_move(&mut reader)?;
    reader.rest.is_empty().then_some(typed)
}

impl Form {
    /// The cell of this board with a name as people type it.
    pub(super) fn named(self, text: &str) -> Option<Cell> {
        let name = CellName(text.trim().to_lowercase());
        name.cell().filter(|cell| self.contains(*cell))
    }
}

/// Returns `true` if a text names start and target, both of them cells of some board.
pub(super) fn is_full(text: &str) -> bool {
    parse(text).is_some_and(|typed| {
        typed.to.cell().is_some() && typed.from.is_some_and(|from| from.cell().is_some())
    })
}

fn typed_move(reader: &mut TextReader<'_>) -> Option<TypedMove> {
    let named = reader.kind(Kind::ALL, Kind::name, Kind::from_letter);
    let mut full = *reader;
    let (from, sign, to) = match from_and_to(&mut full) {
        Some((from, sign, to)) => {
            *reader = full;
            (Some(from), sign, to)
        }
        None => {
            let sign = sign(reader);
            // Alone, a name that no board has is more likely talk.
            (None, sign, cell_name(reader).filter(|name| name.cell().is_some())?)
        }
    };
    let call = reader.any(&["*", "clock", "call"]);
    Some(TypedMove { named, from, sign, to, call })
}

fn from_and_to(reader: &mut TextReader<'_>) -> Option<(CellName, Option<Way>, CellName)> {
    let from = cell_name(reader)?;
    let sign = sign(reader);
    if sign.is_none() {
        // The sign "->" comes before the signs that it consists of.
        let _ = reader.any(&["->", "-", "‐", "‑", "–", "—", "−", "→", ">", "to"]);
    }
    Some((from, sign, cell_name(reader)?))
}

fn sign(reader: &mut TextReader<'_>) -> Option<Way> {
    if reader.any(&["x", "×", ":", "takes"]) {
        return Some(Way::Capture);
    }
    reader.any(&["+", "=", "merges", "merge"]).then_some(Way::Merge)
}

/// A letter with one or two digits.
fn cell_name(reader: &mut TextReader<'_>) -> Option<CellName> {
    let letter = reader.rest.chars().next()?;
    let digits = reader.rest.bytes().skip(1).take_while(u8::is_ascii_digit).count();
    if !matches!(letter, 'a'..='h') || !matches!(digits, 1 | 2) {
        return None;
    }
    let (name, rest) = reader.rest.split_at_checked(1 + digits)?;
    reader.rest = rest.trim_start();
    Some(CellName(name.to_owned()))
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

    /// Returns why no piece goes to the typed cell. A kind of which there is one piece names that piece, so the
    /// reason is why that piece cannot go there.
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

    /// Returns `true` if the piece on `at` is of the kind that the text names, if it names one.
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
        let is_named = |mv: &Move| self.typed.named.is_some() && self.is_named(mv.from);
        nearest(self.legal, from.is_none(), is_named, |mv| mv.to == to, far)
    }
}
