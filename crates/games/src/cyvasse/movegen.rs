//! Legal moves (rules, section 6): for each corner and each promotion, every step and every entry
//! of the Dragon.

use super::{Action, Centre, Hex, HexSet, Kind, Move, Position, mobility::Mobility};

/// The main parts of the moves of a side, after its corner and its promotion.
pub(super) struct PlainMoves {
    mobility: Mobility,
    entries: HexSet,
}

impl PlainMoves {
    /// All steps and entries of the side to move, as if it had a King.
    pub(super) fn of(position: &Position) -> Self {
        Self { mobility: Mobility::of(position, position.turn), entries: position.entries() }
    }

    fn count(&self) -> u32 {
        self.mobility.men().iter().map(|man| man.legal.size()).sum::<u32>() + self.entries.size()
    }

    /// The steps and entries that end on these hexes.
    fn actions(&self, on: HexSet) -> impl Iterator<Item = Action> {
        let steps = self.mobility.men().iter().flat_map(move |man| {
            let from = man.at;
            (man.legal & on).map(move |to| Action::Step { from, to, crowns: false })
        });
        steps.chain((self.entries & on).map(Action::Enter))
    }

    /// The steps by which men get to this fortress and are crowned there.
    fn crownings(&self, fortress: Hex) -> impl Iterator<Item = Action> {
        let men = self.mobility.men().iter();
        let able = men.filter(move |man| man.kind.is_crownable() && man.legal.contains(fortress));
        able.map(move |man| Action::Step { from: man.at, to: fortress, crowns: true })
    }
}

/// The first parts of a move, corner and promotion, and the position that they lead to.
pub(super) struct MovePrefix {
    pub(super) corner: Option<Hex>,
    pub(super) promotion: Option<Kind>,
    pub(super) position: Position,
}

impl MovePrefix {
    /// Appends the main parts that can follow; none of them is a pass.
    fn actions(&self, out: &mut Vec<Action>) {
        let plain_moves = PlainMoves::of(&self.position);
        match self.position.must_crown() {
            None => out.extend(plain_moves.actions(HexSet::BOARD)),
            Some(fortress) => {
                out.extend(
                    fortress.into_iter().flat_map(|fortress| plain_moves.crownings(fortress)),
                );
            }
        }
    }

    fn count(&self) -> u32 {
        let plain_moves = PlainMoves::of(&self.position);
        match self.position.must_crown() {
            None => plain_moves.count(),
            Some(fortress) => fortress.map_or(0, |hex| plain_moves.crownings(hex).count() as u32),
        }
    }

    fn with(&self, action: Action) -> Move {
        Move { corner: self.corner, promotion: self.promotion, action }
    }
}

impl Position {
    /// Returns `true` if the side to move must name a corner.
    #[must_use]
    #[inline]
    pub fn owes_corner(&self) -> bool {
        self.centre(self.turn.other()) == Centre::Fallen
    }

    /// The corners that the side to move may name; empty where it owes none.
    #[must_use]
    pub fn corners(&self) -> HexSet {
        if !self.owes_corner() {
            return HexSet::EMPTY;
        }
        let own = self.centre(self.turn).hex().map_or(HexSet::EMPTY, HexSet::of);
        HexSet::CORNERS.without(own)
    }

    /// The position in which the side to move has named this corner.
    #[inline]
    pub(super) fn with_corner(&self, corner: Option<Hex>) -> Self {
        let mut next = *self;
        if let Some(corner) = corner {
            next.centres[self.turn.other().index() & 1] = Centre::Ruin(corner);
        }
        next
    }

    /// Returns what the man of the side to move in its own fortress may become, in the order of texts.
    #[must_use]
    pub fn promotions(&self) -> Vec<Kind> {
        let Some((_, kind)) = self.promotable() else { return Vec::new() };
        let has_king = self.has_king(self.turn);
        let possible = |up: &Kind| self.is_spare(*up) && (has_king || *up == Kind::King);
        kind.ranks_up().iter().copied().filter(possible).collect()
    }

    /// The man of the side to move in its own intact fortress: where he stands, and his kind.
    #[inline]
    pub(super) fn promotable(&self) -> Option<(Hex, Kind)> {
        let fortress = self.fortress(self.turn)?;
        let stands = self.men_of(self.turn).contains(fortress);
        stands.then(|| (fortress, self.kind_on(fortress)))
    }

    /// Returns `true` if the side to move has a man of this kind off the board (Q16).
    #[must_use]
    pub fn is_spare(&self, kind: Kind) -> bool {
        self.pieces(self.turn, kind).size() < u32::from(kind.set_size())
    }

    /// The position in which the man in the fortress has been promoted.
    #[inline]
    pub(super) fn with_promotion(&self, promotion: Option<Kind>) -> Self {
        let mut next = *self;
        if let (Some(up), Some((at, kind))) = (promotion, self.promotable()) {
            next.remove(self.turn, kind, at);
            next.put(self.turn, up, at);
        }
        next
    }

    /// `Some` if the side to move has lost its King and must crown another: the hex of its
    /// fortress, or `None` inside if that is ruined.
    #[inline]
    pub(super) fn must_crown(&self) -> Option<Option<Hex>> {
        (!self.has_king(self.turn)).then(|| self.fortress(self.turn))
    }

    /// All ways to open a move.
    pub(super) fn prefixes(&self) -> Vec<MovePrefix> {
        let corners = self.corners();
        let corners: Vec<Option<Hex>> =
            if self.owes_corner() { corners.map(Some).collect() } else { vec![None] };
        let mut prefixes = Vec::with_capacity(corners.len());
        for corner in corners {
            let named = self.with_corner(corner);
            let mut promotions: Vec<Option<Kind>> =
                named.promotions().into_iter().map(Some).collect();
            if !named.must_promote() {
                promotions.push(None);
            }
            prefixes.extend(promotions.into_iter().map(|promotion| MovePrefix {
                corner,
                promotion,
                position: named.with_promotion(promotion),
            }));
        }
        prefixes
    }

    /// Returns `true` if a promotion must be made now; that of a King always must.
    pub(super) fn must_promote(&self) -> bool {
        let possible = self.promotions();
        possible.contains(&Kind::King) || (self.options.forced_promotion && !possible.is_empty())
    }

    /// Returns `true` if there is no corner to name, no man to promote and no King to replace, which holds for
    /// most of a game.
    #[inline]
    fn opens_plainly(&self) -> bool {
        let (us, them) = (self.turn, self.turn.other());
        let kings = self.has_king(us) && self.has_king(them);
        kings
            && !self.owes_corner()
            && (self.promotable().is_none() || self.promotions().is_empty())
    }

    /// Appends every legal move, in no particular order.
    pub fn moves_unsorted(&self, out: &mut Vec<Move>) {
        let start = out.len();
        if self.opens_plainly() {
            let plain = |action| Move { corner: None, promotion: None, action };
            out.extend(PlainMoves::of(self).actions(HexSet::BOARD).map(plain));
            if out.len() == start {
                out.push(plain(Action::Pass));
            }
            return;
        }
        if !self.has_king(self.turn.other()) {
            return;
        }
        let prefixes = self.prefixes();
        let mut actions = Vec::new();
        for prefix in &prefixes {
            prefix.actions(&mut actions);
            out.extend(actions.drain(..).map(|action| prefix.with(action)));
        }
        if out.len() == start {
            let passing = prefixes.iter().filter(|prefix| prefix.position.may_pass());
            out.extend(passing.map(|prefix| prefix.with(Action::Pass)));
        }
    }

    /// Appends the captures among the legal moves, in no particular order.
    pub fn captures(&self, out: &mut Vec<Move>) {
        let enemies = self.men_of(self.turn.other());
        if self.opens_plainly() {
            let plain = |action| Move { corner: None, promotion: None, action };
            out.extend(PlainMoves::of(self).actions(enemies).map(plain));
            return;
        }
        let start = out.len();
        self.moves_unsorted(out);
        let mut i = start;
        while i < out.len() {
            if out[i].action.target().is_some_and(|to| enemies.contains(to)) {
                i += 1;
            } else {
                out.swap_remove(i);
            }
        }
    }

    /// Returns `true` if a side that cannot move may pass: not if it must replace its King.
    pub(super) fn may_pass(&self) -> bool {
        self.has_king(self.turn)
    }

    /// The number of legal moves.
    pub(super) fn n_moves(&self) -> u32 {
        if self.opens_plainly() {
            return PlainMoves::of(self).count().max(1);
        }
        if !self.has_king(self.turn.other()) {
            return 0;
        }
        let prefixes = self.prefixes();
        let moves: u32 = prefixes.iter().map(MovePrefix::count).sum();
        if moves > 0 {
            return moves;
        }
        prefixes.iter().filter(|prefix| prefix.position.may_pass()).count() as u32
    }

    /// Returns `true` if there is a legal move.
    pub(super) fn has_move(&self) -> bool {
        self.n_moves() > 0
    }

    /// Returns `true` if a move is legal.
    pub(super) fn allows(&self, mv: Move) -> bool {
        if !self.has_king(self.turn.other()) {
            return false;
        }
        let corner_fits = match mv.corner {
            Some(corner) => self.corners().contains(corner),
            None => !self.owes_corner(),
        };
        if !corner_fits {
            return false;
        }
        let named = self.with_corner(mv.corner);
        let promotion_fits = match mv.promotion {
            Some(up) => named.promotions().contains(&up),
            None => !named.must_promote(),
        };
        promotion_fits && self.allows_action(&named.with_promotion(mv.promotion), mv.action)
    }

    /// Returns `true` if this main part may follow an prefix that led to `opened`.
    fn allows_action(&self, opened: &Self, action: Action) -> bool {
        let due = opened.must_crown();
        match action {
            Action::Step { from, to, crowns } => {
                let able = opened.kind_at(from).is_some_and(Kind::is_crownable);
                let crowned = due.is_some_and(|fortress| fortress == Some(to) && able);
                crowns == crowned && (due.is_none() || crowned) && opened.allows_step(from, to)
            }
            Action::Enter(at) => due.is_none() && opened.entries().contains(at),
            Action::Pass => {
                due.is_none() && self.prefixes().iter().all(|prefix| prefix.count() == 0)
            }
        }
    }

    /// Returns `true` if a man of the side to move may go from one hex to another.
    fn allows_step(&self, from: Hex, to: Hex) -> bool {
        if !self.men_of(self.turn).contains(from) || !self.reach(from).contains(to) {
            return false;
        }
        let takes = self.men_of(self.turn.other()).contains(to);
        !takes || self.attack(from, to).is_some_and(|attack| attack.suffices())
    }
}
