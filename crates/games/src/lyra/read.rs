//! Reading moves as people type them (section 8.4): first the text alone, then what it means in
//! a position, and if it means no legal move, why.

use super::{Action, Fault, Kind, Move, Obstacle, Piece, Position, Promotion, Sq};
use crate::{
    ReadError, Rules as _, legal_moves,
    text::plain_number,
    typed_text::{TextReader, nearest, refuse, without_end_marks},
};

/// The meaning of a typed text, whatever the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TypedMove {
    Pass,
    Action(TypedAction),
}

/// An action in the `full` or the `short` form of section 8.4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TypedAction {
    pub(super) named: Option<Kind>,
    /// `None` in the short form.
    pub(super) from: Option<Sq>,
    pub(super) take: bool,
    pub(super) to: Sq,
    pub(super) promotion: Option<Promotion>,
    /// Whether a roll or an outcome follows, which nobody may type.
    rolled: bool,
}

/// Reads the grammar of section 8.4; `None` for a text that is outside of it: talk.
pub(super) fn parse(text: &str) -> Option<TypedMove> {
    let text = without_end_marks(text);
    if text == "pass" {
        return Some(TypedMove::Pass);
    }
    let mut reader = TextReader { rest: &text };
    let action = action(&mut reader)?;
    reader.rest.is_empty().then_some(TypedMove::Action(action))
}

/// Reads an action in either form.
fn action(reader: &mut TextReader<'_>) -> Option<TypedAction> {
    // A reversed Soldier is called by its letter alone.
    let names = Kind::ALL.into_iter().filter(|kind| *kind != Kind::Reversed);
    let named = reader.kind(names, Kind::name, Kind::from_letter);
    let mut full = *reader;
    let (from, take, to) = match from_and_to(&mut full) {
        Some((from, take, to)) => {
            *reader = full;
            (Some(from), take, to)
        }
        None => {
            let take = takes(reader);
            (None, take, square(reader)?)
        }
    };
    let promotion = promotion(reader);
    let rolled = outcome(reader) || roll(reader);
    Some(TypedAction { named, from, take, to, promotion, rolled })
}

fn from_and_to(reader: &mut TextReader<'_>) -> Option<(Sq, bool, Sq)> {
    let from = square(reader)?;
    let take = takes(reader);
    if !take {
        // The sign "->" comes before the signs that it consists of.
        let _ = reader.any(&["->", "-", "–", "—", "→", ">", "to"]);
    }
    Some((from, take, square(reader)?))
}

fn takes(reader: &mut TextReader<'_>) -> bool {
    reader.any(&["x", "×", ":", "takes"])
}

fn square(reader: &mut TextReader<'_>) -> Option<Sq> {
    let sq = Sq::parse(reader.rest.get(..2)?)?;
    reader.rest = reader.rest.get(2..)?.trim_start();
    Some(sq)
}

fn promotion(reader: &mut TextReader<'_>) -> Option<Promotion> {
    let mut after = *reader;
    let _ = after.any(&["="]);
    let promotion = match after.rest.chars().next()? {
        'l' => Promotion::Lieutenant,
        'c' => Promotion::Captain,
        _ => return None,
    };
    reader.rest = after.rest.get(1..)?.trim_start();
    Some(promotion)
}

/// `:w`
fn outcome(reader: &mut TextReader<'_>) -> bool {
    let outcome = matches!(reader.rest, ":w" | ":p" | ":l");
    if outcome {
        reader.rest = "";
    }
    outcome
}

/// `(9,3)`
fn roll(reader: &mut TextReader<'_>) -> bool {
    let inner = reader.rest.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    let faces = inner.and_then(|inner| inner.split_once(','));
    let is_face = |text: &str| plain_number(text.trim(), 99).is_some();
    let roll = faces.is_some_and(|(a, d)| is_face(a) && is_face(d));
    if roll {
        reader.rest = "";
    }
    roll
}

type Reading = Result<Move, ReadError<Move, Fault>>;

/// Reads a move as people type it.
pub(super) fn read(position: &Position, text: &str) -> Reading {
    let typed = parse(text).ok_or(ReadError::NotAMove)?;
    if position.outcome().is_some() {
        return refuse(Fault::Over, Vec::new());
    }
    let legal = legal_moves(position);
    let only_pass = legal == [Move::Pass];
    match typed {
        TypedMove::Pass if only_pass => Ok(Move::Pass),
        // No move is nearer to a pass than another.
        TypedMove::Pass => refuse(Fault::MayNotPass, Vec::new()),
        TypedMove::Action(_) if only_pass => refuse(Fault::OnlyPass, legal),
        TypedMove::Action(typed) => {
            let legal: Vec<Action> = legal.into_iter().filter_map(Move::action).collect();
            read_action(&Resolver { position, legal }, &typed)
        }
    }
}

fn read_action(resolver: &Resolver<'_>, typed: &TypedAction) -> Reading {
    if typed.rolled {
        // What it would be without the roll is the best that can be suggested.
        let near = match read_action(resolver, &TypedAction { rolled: false, ..*typed }) {
            Ok(mv) => vec![mv],
            Err(ReadError::Ambiguous(moves)) => moves,
            Err(ReadError::Refused(refusal)) => refusal.near,
            Err(ReadError::NotAMove) => Vec::new(),
        };
        return refuse(Fault::HostRolls, near);
    }
    match typed.from {
        Some(from) => resolver.read_full(typed, from),
        None => resolver.read_short(typed),
    }
}

/// A position with its legal actions, of which there is at least one, to resolve a typed text in.
struct Resolver<'a> {
    position: &'a Position,
    legal: Vec<Action>,
}

impl Resolver<'_> {
    fn read_full(&self, typed: &TypedAction, from: Sq) -> Reading {
        let to = typed.to;
        if let Some(fault) = self.fault(typed, from) {
            return refuse(fault, self.near(typed));
        }
        let same: Vec<Action> = self.matching(|action| action.from == from && action.to == to);
        // Without a suffix, the move without promotion is meant, if there is one.
        let plain = same.iter().find(|action| action.promotion.is_none());
        let chosen = match typed.promotion {
            Some(_) => same.iter().find(|action| action.promotion == typed.promotion),
            None => plain.or(same.first()),
        };
        match chosen {
            Some(action) if typed.take && !action.attack => {
                refuse(Fault::NothingToTake(to), vec![Move::Action(*action)])
            }
            Some(action) => Ok(Move::Action(*action)),
            None => refuse(self.no_promotion(typed, from), into_moves(same)),
        }
    }

    /// Returns why the piece on `from` has no move to the typed square at all.
    fn fault(&self, typed: &TypedAction, from: Sq) -> Option<Fault> {
        let to = typed.to;
        let Some(Piece { side, kind }) = self.position.piece_at(from) else {
            return Some(Fault::NoPiece(from));
        };
        if side != self.position.side() {
            return Some(Fault::Opponents(from, kind));
        }
        if let Some(named) = typed.named.filter(|named| !fits(*named, kind)) {
            return Some(Fault::WrongPiece { at: from, kind, named });
        }
        if let Some(target) = self.position.piece_at(to).filter(|piece| piece.side == side) {
            return Some(Fault::OwnPiece { from, to, kind: target.kind });
        }
        self.position.obstacle(from, to).map(|obstacle| match obstacle {
            Obstacle::WrongWay => Fault::WrongWay { kind, from, to },
            Obstacle::Blocked { at, by, rule } => Fault::Blocked { kind, from, to, at, by, rule },
        })
    }

    fn no_promotion(&self, typed: &TypedAction, from: Sq) -> Fault {
        let (to, kind) = (typed.to, self.kind_on(from));
        let arrival = self.position.arrival(kind, to);
        let named = typed.promotion.unwrap_or(Promotion::Lieutenant);
        Fault::NoPromotion { kind, from, to, arrival, named }
    }

    fn read_short(&self, typed: &TypedAction) -> Reading {
        let TypedAction { named, to, promotion, .. } = *typed;
        let position = self.position;
        if let Some(piece) = position.piece_at(to).filter(|piece| piece.side == position.side()) {
            let its_moves = self.matching(|action| action.from == to);
            return refuse(Fault::OwnPieceThere(to, piece.kind), into_moves(its_moves));
        }
        let fitting = |action: &Action| named.is_none_or(|kind| self.fits(kind, action.from));
        let all = self.matching(|action| action.to == to && fitting(action));
        let Some(first) = all.first() else {
            return refuse(self.short_fault(typed), self.near(typed));
        };
        let mut chosen = all.clone();
        chosen.retain(|action| promotion.is_none() || action.promotion == promotion);
        match chosen.as_slice() {
            [] => refuse(self.no_promotion(typed, first.from), into_moves(all)),
            [action, ..] if typed.take && !action.attack => {
                refuse(Fault::NothingToTake(to), into_moves(chosen))
            }
            [action] => Ok(Move::Action(*action)),
            _ => Err(ReadError::Ambiguous(into_moves(chosen))),
        }
    }

    /// Returns why no piece goes to the typed square. A kind of which there is one piece names that piece, so
    /// the reason is why that piece cannot go there.
    fn short_fault(&self, typed: &TypedAction) -> Fault {
        let reaches = Fault::NothingReaches { to: typed.to, named: typed.named };
        let Some(named) = typed.named else { return reaches };
        let mut pieces =
            self.position.side_squares(self.position.side()).filter(|at| self.fits(named, *at));
        match (pieces.next(), pieces.next()) {
            (None, _) => Fault::NoSuchPiece(named),
            (Some(only), None) => self.fault(typed, only).unwrap_or(reaches),
            (Some(_), Some(_)) => reaches,
        }
    }

    /// Returns `true` if the own piece on `at` is of this kind.
    fn fits(&self, named: Kind, at: Sq) -> bool {
        fits(named, self.kind_on(at))
    }

    fn kind_on(&self, at: Sq) -> Kind {
        self.position.piece_at(at).map_or(Kind::Soldier, |piece| piece.kind)
    }

    fn matching(&self, wanted: impl Fn(&Action) -> bool) -> Vec<Action> {
        self.legal.iter().copied().filter(wanted).collect()
    }

    /// The legal moves nearest to what was typed: those of the named kind to the same square,
    /// then those with the fewest straight steps between the squares.
    fn near(&self, typed: &TypedAction) -> Vec<Move> {
        let far = |action: &Action| {
            let steps = |a: Sq, b: Sq| a.file().abs_diff(b.file()) + a.rank().abs_diff(b.rank());
            let far = typed.from.map_or(0, |from| steps(from, action.from));
            u32::from(far + steps(typed.to, action.to))
        };
        let is_named =
            |action: &Action| typed.named.is_some_and(|kind| self.fits(kind, action.from));
        let is_to_target = |action: &Action| action.to == typed.to;
        let is_short = typed.from.is_none();
        into_moves(nearest(&self.legal, is_short, is_named, is_to_target, far))
    }
}

/// Returns `true` if a named kind includes this one: `S` includes a reversed Soldier, `V` means only that.
pub(super) fn fits(named: Kind, kind: Kind) -> bool {
    named == kind || (named == Kind::Soldier && kind == Kind::Reversed)
}

fn into_moves(actions: Vec<Action>) -> Vec<Move> {
    actions.into_iter().map(Move::Action).collect()
}
