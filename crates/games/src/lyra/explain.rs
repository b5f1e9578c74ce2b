//! `why`: how one piece moves now, what it has taken over, and what is in its way.

use scene::Mark;

use super::{
    Bitboard, JumpRule, Kind, Obstacle, Piece, Position, Sq,
    words::{a, jump_words, movement, movements},
};
use crate::text::{list, number};

/// The explanation of the piece on the named square, and marks that show it.
pub(super) fn why(position: &Position, text: &str) -> Result<(String, Vec<Mark>), String> {
    let example = position.side_squares(position.side()).first();
    let hint = example.map_or_else(String::new, |at| format!(", for instance `why {at}`"));
    let Some(at) = Sq::parse(text.trim().to_ascii_lowercase().as_str()) else {
        return Err(format!("`why` takes a square with a piece on it{hint}."));
    };
    let Some(piece) = position.piece_at(at) else {
        return Err(format!("No piece stands on {at}. `why` takes a square with a piece{hint}."));
    };
    let view = View::of(position, at, piece);
    let sentences = [view.moves(), view.held(), view.free(), view.blocks(), view.no_leap()];
    let said: Vec<String> = sentences.into_iter().flatten().collect();
    Ok((said.join(" "), view.marks()))
}

/// A piece, the squares that it can go to, and those from which it is kept.
struct View<'a> {
    position: &'a Position,
    at: Sq,
    piece: Piece,
    steps: Bitboard,
    attacks: Bitboard,
    /// Squares within reach on which a piece of its own side stands.
    own: Bitboard,
    /// Squares behind a piece that it may not step over: the square, where the piece between stands,
    /// that piece, and the rule.
    behind: Vec<(Sq, Sq, Piece, JumpRule)>,
}

impl<'a> View<'a> {
    fn of(position: &'a Position, at: Sq, piece: Piece) -> Self {
        let reach = position.reach(piece.side, piece.kind, at);
        let enemies = position.side_squares(piece.side.other());
        let own = position.side_squares(piece.side);
        let mut hidden = Bitboard::EMPTY;
        let mut behind = Vec::new();
        for to in Sq::all().filter(|to| *to != at) {
            match blocked(position, at, to) {
                Some((between, by, rule)) if !own.contains(to) => {
                    behind.push((to, between, by, rule));
                }
                None if own.contains(to) && position.obstacle(at, to).is_none() => {
                    hidden |= Bitboard::of(to);
                }
                _ => {}
            }
        }
        let (steps, attacks) = (reach & !enemies, reach & enemies);
        Self { position, at, piece, steps, attacks, own: hidden, behind }
    }

    fn moves(&self) -> Option<String> {
        let Piece { kind, .. } = self.piece;
        let how = movement(kind, self.position.options());
        let turned = if kind == Kind::Reversed { " It has turned round (variant 3)." } else { "" };
        Some(format!("The {} on {} moves {how}.{turned}", kind.name(), self.at))
    }

    fn holds(&self, kind: Kind) -> bool {
        self.piece.kind == Kind::Assassin && self.position.held(self.piece.side).contains(kind)
    }

    /// Returns what an Assassin has taken over, and which pieces an officer steps over.
    fn held(&self) -> Option<String> {
        let options = self.position.options();
        let jumps = match self.piece.kind {
            Kind::Assassin => self.holds(Kind::Lieutenant) || self.holds(Kind::Captain),
            Kind::Lieutenant | Kind::Captain => true,
            Kind::Soldier | Kind::Reversed | Kind::General => false,
        };
        let friends = match (options.jump_soldiers(), options.v1()) {
            (true, _) => "friendly Soldiers",
            (false, true) => "lower-ranking friends",
            (false, false) => "friends",
        };
        let over = match (jumps, self.piece.kind == Kind::Assassin) {
            (false, _) => None,
            (true, true) => Some(format!("It steps over {friends} and over enemies.")),
            (true, false) => Some(format!("It steps over {friends}, never over enemies.")),
        };
        if self.piece.kind != Kind::Assassin || self.position.held(self.piece.side).is_empty() {
            return over;
        }
        let like: Vec<String> = movements(self.position.held(self.piece.side))
            .map(|kind| format!("like {} ({})", a(kind), movement(kind, options)))
            .collect();
        let taken = if like.is_empty() {
            "It has taken over an Assassin's movement, which adds nothing.".to_owned()
        } else {
            format!("It also moves {}.", list(like))
        };
        Some(over.map_or(taken.clone(), |over| format!("{taken} {over}")))
    }

    /// Returns where it can go.
    fn free(&self) -> Option<String> {
        let attacks: Vec<String> = self.attacks.map(|to| self.attack(to)).collect();
        let mut parts = Vec::new();
        if !self.steps.is_empty() {
            parts.push(format!("go to {}", list(self.steps)));
        }
        if !attacks.is_empty() {
            parts.push(format!("attack {}", list(attacks)));
        }
        if !parts.is_empty() {
            let own = if self.own.is_empty() {
                String::new()
            } else {
                format!(" Pieces of its own side stand on {}.", list(self.own))
            };
            return Some(format!("From here it can {}.{own}", parts.join(", or ")));
        }
        let n = self.own.size();
        (n > 0).then(|| match n {
            1 => format!(
                "The one square within its reach, {}, holds a piece of its own side.",
                list(self.own)
            ),
            _ => format!("All {} squares within its reach hold pieces of its own side.", number(n)),
        })
    }

    /// `d4 (55 %)`
    fn attack(&self, to: Sq) -> String {
        match self.position.percent(self.at, to) {
            Some(percent) => format!("{to} ({percent} %)"),
            None => to.to_string(),
        }
    }

    /// Returns what blocks its two-step moves: each rule with the squares behind.
    fn blocks(&self) -> Option<String> {
        let rules = [JumpRule::Enemy, JumpRule::SoldiersOnly, JumpRule::LowerRank];
        let sentences: Vec<String> =
            rules.into_iter().filter_map(|rule| self.block(rule)).collect();
        (!sentences.is_empty()).then(|| sentences.join(" "))
    }

    fn block(&self, rule: JumpRule) -> Option<String> {
        let squares: Vec<String> = self
            .behind
            .iter()
            .filter(|(.., why)| *why == rule)
            .map(|(to, at, by, _)| format!("{to} (behind the {} on {at})", by.kind.name()))
            .collect();
        let why = jump_words(rule, self.piece.kind);
        (!squares.is_empty()).then(|| format!("Out of reach: {}; {why}.", list(squares)))
    }

    /// Returns why an Assassin has no two-step move yet (R6).
    fn no_leap(&self) -> Option<String> {
        let leaps = self.holds(Kind::Lieutenant) || self.holds(Kind::Captain);
        (self.piece.kind == Kind::Assassin && !leaps).then(|| {
            "It has no two-step move until it captures a Lieutenant or Captain.".to_owned()
        })
    }

    fn marks(&self) -> Vec<Mark> {
        let mut marks = vec![Mark::Focus(self.at.into())];
        marks.extend(self.steps.map(|to| Mark::Step(to.into())));
        marks.extend(
            self.attacks.map(|to| Mark::Attack(to.into(), self.position.percent(self.at, to))),
        );
        let blockers = self.behind.iter().map(|(_, at, ..)| Bitboard::of(*at));
        let blockers = blockers.fold(self.own, |all, one| all | one);
        // An enemy that is attacked already has its ring.
        let blockers = blockers & !self.attacks;
        marks.extend(blockers.map(|at| Mark::Block(at.into())));
        marks
    }
}

/// Returns whether a piece on `from` is kept from `to` by a piece between, and which.
fn blocked(position: &Position, from: Sq, to: Sq) -> Option<(Sq, Piece, JumpRule)> {
    match position.obstacle(from, to)? {
        Obstacle::WrongWay => None,
        Obstacle::Blocked { at, by, rule } => Some((at, by, rule)),
    }
}
