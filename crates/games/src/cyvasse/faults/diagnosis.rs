//! Finding the reason why a typed text is no legal move, and the legal moves that are near to it.

use super::{Fault, NoEntry, NoPromotion, Unreached, Weakness};
use crate::{
    Refusal, Seat,
    cyvasse::{
        Action, Hex, HexSet, Kind, Move, Position, movement::FLIGHT, sums::missing,
        typed::TypedMove,
    },
    typed_text::NEAR_MAX,
};

/// The most by which another move may be farther than the nearest one.
const MARGIN: u8 = 1;
/// The distance of a move that shares no hex with what was typed.
const FAR: u8 = 9;

/// The legal moves of a position, against which a typed text is held.
pub(in crate::cyvasse) struct LegalMoves<'a> {
    pub(in crate::cyvasse) position: &'a Position,
    /// All legal moves, sorted by text.
    pub(in crate::cyvasse) legal: &'a [Move],
}

/// The position in which the main part of a move is judged, after the corner and the promotion that
/// the text names.
struct Opened {
    promotion: Option<Kind>,
    /// The position after the corner that is named, if any, and the promotion.
    base: Position,
    /// One position for each corner that may be meant, since Horses ride and help round each of
    /// them.
    all: Vec<Position>,
}

impl LegalMoves<'_> {
    /// The legal moves that agree with everything that is typed, sorted; where no promotion is
    /// typed and a move without one agrees, only those without one.
    pub(in crate::cyvasse) fn candidates(&self, wanted: &TypedMove) -> Vec<Move> {
        let mut found = self.matching(|mv| self.agrees(wanted, mv));
        let is_plain = |mv: &Move| mv.promotion.is_none();
        if wanted.promotion.is_none() && found.iter().any(is_plain) {
            found.retain(is_plain);
        }
        found
    }

    fn agrees(&self, wanted: &TypedMove, mv: &Move) -> bool {
        let TypedMove { corner, from, to, passes, off_board, .. } = wanted;
        off_board.is_none()
            && corner.is_none_or(|corner| mv.corner == Some(corner))
            && wanted.promotion.is_none_or(|up| becomes(mv, up))
            && (!passes || mv.action == Action::Pass)
            && from.is_none_or(|from| mv.action.origin() == Some(from))
            && to.is_none_or(|to| mv.action.target() == Some(to))
            && wanted.named.is_none_or(|named| self.is_called(wanted, mv, named))
    }

    /// Returns `true` if the man who moves is of this kind. A man who is promoted may be called by what he
    /// becomes if the text says so, and one who is crowned may be called King.
    fn is_called(&self, wanted: &TypedMove, mv: &Move, named: Kind) -> bool {
        let Some(from) = mv.action.origin() else {
            return matches!(mv.action, Action::Enter(_)) && named == Kind::Dragon;
        };
        let is_raised = is_crowning(mv) || self.position.fortress(self.seat()) == Some(from);
        let may_be_raised = named == Kind::King || wanted.promotion == Some(named);
        let raised = is_raised && may_be_raised && becomes(mv, named);
        raised || self.position.kind_at(from) == Some(named)
    }

    fn matching(&self, fits: impl Fn(&Move) -> bool) -> Vec<Move> {
        self.legal.iter().copied().filter(fits).collect()
    }

    /// The reason why a text is no legal move, with the legal moves near to it.
    pub(in crate::cyvasse) fn refusal(&self, wanted: &TypedMove) -> Refusal<Move, Fault> {
        let fault = self.fault(wanted);
        let near = self.near(wanted, &fault);
        Refusal { fault, near }
    }

    fn fault(&self, wanted: &TypedMove) -> Fault {
        if let Some(name) = &wanted.off_board {
            return Fault::OffBoard(name.clone());
        }
        let opening = self.of_corner(wanted).or_else(|| self.of_promotion(wanted));
        opening.unwrap_or_else(|| match self.opened(wanted) {
            None => Fault::NothingFits,
            Some(opened) => self.of_main(wanted, &opened),
        })
    }

    fn of_corner(&self, wanted: &TypedMove) -> Option<Fault> {
        let corner = wanted.corner?;
        let may_be_named = self.position.corners();
        match () {
            () if !self.position.owes_corner() => Some(Fault::NoCornerDue(corner)),
            () if !HexSet::CORNERS.contains(corner) => Some(Fault::NotACorner(corner)),
            () if !may_be_named.contains(corner) => Some(Fault::OwnCentre(corner)),
            () => None,
        }
    }

    fn of_promotion(&self, wanted: &TypedMove) -> Option<Fault> {
        let (up, position) = (wanted.promotion?, self.position);
        let is_kingless = !position.has_king(position.turn);
        if position.promotions().contains(&up) || (is_kingless && up == Kind::King) {
            return None;
        }
        Some(Fault::Promotion(
            match (up, position.fortress(position.turn), position.promotable()) {
                _ if is_kingless => NoPromotion::KingLost,
                (Kind::King, ..) => NoPromotion::KingStands,
                (_, None, _) => NoPromotion::Ruined,
                (_, Some(fortress), None) => NoPromotion::Nobody(fortress),
                (_, _, Some((_, kind))) if kind.ranks_up().contains(&up) => {
                    NoPromotion::NoneSpare(up)
                }
                (_, _, Some((at, kind))) => NoPromotion::NotThat { at, kind, up },
            },
        ))
    }

    /// The prefixes of a move that agree with the text; `None` if there is none.
    fn opened(&self, wanted: &TypedMove) -> Option<Opened> {
        let mut prefixes = self.position.prefixes();
        prefixes.retain(|it| wanted.corner.is_none_or(|corner| it.corner == Some(corner)));
        let promotion = wanted.promotion.filter(|up| *up != Kind::King);
        let first = prefixes.iter().find(|it| match promotion {
            Some(up) => it.promotion == Some(up),
            None => it.promotion.is_none(),
        });
        let promotion = first.or(prefixes.first().filter(|_| promotion.is_none()))?.promotion;
        prefixes.retain(|it| it.promotion == promotion);
        Some(Opened {
            promotion,
            base: self.position.with_corner(wanted.corner).with_promotion(promotion),
            all: prefixes.into_iter().map(|it| it.position).collect(),
        })
    }

    /// Returns why the main part of the move is not possible after an opening that is.
    fn of_main(&self, wanted: &TypedMove, opened: &Opened) -> Fault {
        let must_crown = opened.base.must_crown().flatten().map(Fault::MustCrown);
        match (wanted.from, wanted.to) {
            (Some(from), Some(to)) => {
                let stands = self.of_start(wanted, from).or(must_crown);
                stands.unwrap_or_else(|| self.of_man(opened, from, to))
            }
            (_, Some(to)) => {
                let named = wanted.named.filter(|kind| self.men_of_kind(*kind).is_empty());
                let missing = named.filter(|kind| !matches!(kind, Kind::Dragon | Kind::King));
                let fault = missing
                    .map(Fault::NoSuchMan)
                    .or(must_crown)
                    .or_else(|| named.map(|_| self.of_entry(opened, to)));
                fault.unwrap_or_else(|| self.of_target(wanted, opened, to))
            }
            _ if wanted.passes => must_crown.unwrap_or(Fault::MayNotPass),
            _ => must_crown.unwrap_or(Fault::NothingFits),
        }
    }

    fn seat(&self) -> Seat {
        self.position.turn
    }

    fn men_of_kind(&self, kind: Kind) -> HexSet {
        self.position.pieces(self.seat(), kind)
    }

    /// Returns why the man on a hex cannot be moved, if he cannot.
    fn of_start(&self, wanted: &TypedMove, from: Hex) -> Option<Fault> {
        let Some(kind) = self.position.kind_at(from) else {
            let is_mountain = self.position.mountains.contains(from);
            return Some(if is_mountain { Fault::Mountain(from) } else { Fault::NoMan(from) });
        };
        if !self.position.men_of(self.seat()).contains(from) {
            return Some(Fault::Enemy(from, kind));
        }
        let named = wanted.named.filter(|named| *named != kind && wanted.promotion != Some(*named));
        named.map(|named| Fault::WrongKind { at: from, kind, named })
    }

    /// Returns why a man of the player's own side cannot go to a hex.
    fn of_man(&self, opened: &Opened, from: Hex, to: Hex) -> Fault {
        if from == to {
            return Fault::SameHex(from);
        }
        let weak = || opened.weakness(&[from], to).map(|weak| Fault::TooWeak(Box::new(weak)));
        let Some(kind) = opened.base.kind_at(from) else { return Fault::NoMan(from) };
        self.of_landing(opened, to).or_else(weak).unwrap_or_else(|| {
            let own = self
                .legal
                .iter()
                .filter(|mv| mv.action.origin() == Some(from) && mv.promotion == opened.promotion);
            Fault::OutOfReach(Box::new(Unreached {
                kind,
                from,
                to,
                why: opened.base.hindrance(kind, from, to),
                reach: own.filter_map(|mv| mv.action.target()).collect(),
            }))
        })
    }

    /// Returns why no man at all can land on a hex, if none can.
    fn of_landing(&self, opened: &Opened, to: Hex) -> Option<Fault> {
        if self.position.mountains.contains(to) {
            return Some(Fault::Mountain(to));
        }
        let by = opened.base.kind_at(to)?;
        self.position.men_of(self.seat()).contains(to).then_some(Fault::OwnMan { to, by })
    }

    /// Returns why no man, or none of the kind that is named, can go to a hex.
    fn of_target(&self, wanted: &TypedMove, opened: &Opened, to: Hex) -> Fault {
        let men =
            wanted.named.map_or(self.position.men_of(self.seat()), |kind| self.men_of_kind(kind));
        // If there is one such man, naming him is as good as naming his hex.
        if let (Some(only), 1) = (men.first(), men.size()) {
            return self.of_man(opened, only, to);
        }
        match self.of_landing(opened, to) {
            Some(Fault::OwnMan { to, by }) if wanted.named.is_none() => Fault::OwnManThere(to, by),
            Some(fault) => fault,
            None => match opened.weakness(&men.collect::<Vec<_>>(), to) {
                Some(weak) => Fault::TooWeak(Box::new(weak)),
                None => Fault::NothingReaches { to, named: wanted.named },
            },
        }
    }

    /// Returns why the Dragon, which is not on the board, cannot come out on a hex.
    fn of_entry(&self, opened: &Opened, to: Hex) -> Fault {
        if !self.position.has_dragon_in_hand(self.seat()) {
            return Fault::Entry(NoEntry::NoDragon);
        }
        let Some(fortress) = self.position.fortress(self.seat()) else {
            return Fault::Entry(NoEntry::Ruined);
        };
        self.of_landing(opened, to).unwrap_or(Fault::Entry(if fortress.distance(to) > FLIGHT {
            NoEntry::TooFar { fortress, to }
        } else {
            NoEntry::Walled { fortress, to }
        }))
    }

    /// The legal moves nearest to what was typed, the best first.
    fn near(&self, wanted: &TypedMove, fault: &Fault) -> Vec<Move> {
        let starts_at = match fault {
            Fault::OwnManThere(at, _) => Some(*at),
            _ => None,
        };
        let is_corner = matches!(fault, Fault::NotACorner(_) | Fault::OwnCentre(_));
        let crowns = matches!(fault, Fault::MustCrown(_));
        let lands_nowhere = matches!(fault, Fault::Mountain(_)) && wanted.from.is_none();
        let is_about_men = wanted.from.or(wanted.to).is_some() && !lands_nowhere;
        if !is_corner && !crowns && !is_about_men {
            return Vec::new();
        }
        let fits = |mv: &Move| starts_at.is_none() || mv.action.origin() == starts_at;
        let turns = self.matching(fits).into_iter().map(|mv| (self.far(wanted, &mv), mv));
        let mut turns: Vec<(u8, Move)> = turns.collect();
        // The sort is stable: among equally distant moves the first by text stays first.
        turns.sort_by_key(|(far, _)| *far);
        let least = turns.first().map_or(0, |(far, _)| *far);
        if let Fault::TooWeak(weak) = fault {
            // A move that captures the same man goes first.
            turns.sort_by_key(|(_, mv)| mv.action.target() != Some(weak.attack.victim.0));
        }
        let is_one_of_few = crowns || is_corner || starts_at.is_some();
        let mut near: Vec<Move> = Vec::new();
        for (far, mv) in turns {
            let is_same = |other: &Move| {
                if is_corner { other.corner == mv.corner } else { other.action == mv.action }
            };
            let is_close = is_one_of_few || far <= least.saturating_add(MARGIN);
            if near.len() < NEAR_MAX && is_close && !near.iter().any(is_same) {
                near.push(mv);
            }
        }
        near
    }

    /// The distance of a move from what was typed: the steps between their hexes, plus something
    /// for each other part that differs.
    fn far(&self, wanted: &TypedMove, mv: &Move) -> u8 {
        let corner = wanted.corner.is_some_and(|corner| mv.corner != Some(corner));
        let promotion = wanted.promotion.map_or(mv.promotion.is_some(), |up| !becomes(mv, up));
        // A player who does not name the Dragon hardly means to bring it out.
        let named = wanted.named.map_or(matches!(mv.action, Action::Enter(_)), |named| {
            !self.is_called(wanted, mv, named)
        });
        let to = match (wanted.to, mv.action.target()) {
            (Some(to), Some(target)) => to.distance(target),
            (Some(_), None) => FAR,
            (None, _) => 0,
        };
        let from = wanted.from.map_or(0, |from| self.far_from(from, mv));
        from + to + u8::from(corner) + u8::from(promotion) + 2 * u8::from(named)
    }

    /// The distance of the man who moves from the one on a hex: another man of the same kind is
    /// nearer than any other man.
    fn far_from(&self, from: Hex, mv: &Move) -> u8 {
        let kind = |at: Hex| self.position.kind_at(at);
        match mv.action.origin() {
            None => FAR,
            Some(origin) if origin == from => 0,
            Some(origin) if !self.position.men_of(self.seat()).contains(from) => {
                from.distance(origin).min(3)
            }
            Some(origin) => 2 + u8::from(kind(origin) != kind(from)),
        }
    }
}

/// Returns `true` if a move turns a man into this kind.
fn becomes(mv: &Move, up: Kind) -> bool {
    mv.promotion == Some(up) || (up == Kind::King && is_crowning(mv))
}

fn is_crowning(mv: &Move) -> bool {
    matches!(mv.action, Action::Step { crowns: true, .. })
}

impl Opened {
    /// The strongest attack of one of these men on a hex; `None` if none of them reaches it.
    fn weakness(&self, men: &[Hex], to: Hex) -> Option<Weakness> {
        let by_all = self.all.iter().flat_map(|position| {
            men.iter().filter_map(move |from| Some((position, position.attack(*from, to)?)))
        });
        // Among equally strong attacks the first is taken.
        let (position, attack) = by_all
            .reduce(|best, next| if next.1.eighths > best.1.eighths { next } else { best })?;
        let others = attack.helpers.iter().chain(&attack.left_out);
        let is_able = |(from, _): &&(Hex, Kind)| {
            position.attack(*from, to).is_some_and(|other| other.suffices())
        };
        let able = others.filter(is_able).copied().collect();
        let missing = missing(position, &attack);
        Some(Weakness { attack, missing, able })
    }
}
