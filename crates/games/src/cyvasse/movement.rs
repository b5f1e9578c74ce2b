//! The movement of men: the hexes within the reach of a man at this moment (rules, section 3).

use super::{
    Hex, HexSet, Kind, Position,
    tables::{Slide, Tables, tables},
};
use crate::Seat;

/// The largest number of steps of a Light Horse along its ring, and below of a Dragon.
pub(super) const LIGHT_STEPS: usize = 3;
pub(super) const FLIGHT: u8 = 4;

/// The sea ports of a position, in their order along the coast (Q23, Q24).
#[derive(Clone, Copy, Debug)]
struct Ports {
    hexes: [Hex; 8],
    n: usize,
    set: HexSet,
}

/// The movement of the men of one side in a position: everything that stops them, looked up once.
pub(super) struct Movement<'p> {
    tables: &'static Tables,
    /// The hexes of own men and mountains, on which nobody may land.
    closed: HexSet,
    enemies: HexSet,
    mountains: HexSet,
    /// The hexes of all men and mountains, at which a sliding man stops.
    stops: HexSet,
    centres: [Option<Hex>; 2],
    ports: Option<Ports>,
    position: &'p Position,
}

impl<'p> Movement<'p> {
    /// The movement of this side's men.
    #[inline]
    pub(super) fn of(position: &'p Position, seat: Seat) -> Self {
        let (own, enemies) = (position.men_of(seat), position.men_of(seat.other()));
        let mountains = position.mountains;
        Self {
            tables: tables(),
            closed: own | mountains,
            enemies,
            mountains,
            stops: own | enemies | mountains,
            centres: position.centres.map(super::Centre::hex),
            ports: position.options.ports.then(|| Ports::of(position)),
            position,
        }
    }

    /// The hexes within reach of a man of this kind on `from`: empty ones, and those of enemy men
    /// whether or not they can be captured.
    #[inline]
    pub(super) fn reach(&self, kind: Kind, from: Hex) -> HexSet {
        self.reach_over(from, self.covers(kind, from))
    }

    /// The reach of a man on `from` who covers these hexes.
    #[inline]
    pub(super) fn reach_over(&self, from: Hex, covered: HexSet) -> HexSet {
        let reached = covered.without(self.closed);
        match &self.ports {
            Some(ports) if reached.meets(ports.set) => reached | self.sail(ports, from, reached),
            _ => reached,
        }
    }

    /// The hexes that a man of this kind on `from` gets to by land, including those of men of
    /// either side. Covering is mutual: from any hex that he covers, a man of his own kind covers
    /// `from`.
    #[inline]
    pub(super) fn covers(&self, kind: Kind, from: Hex) -> HexSet {
        let slide =
            |slide: Slide| self.tables.slide(slide, from, self.stops).without(self.mountains);
        match kind {
            Kind::Rabble | Kind::King => slide(Slide::One),
            Kind::Crossbows => slide(Slide::Three),
            Kind::Spears => slide(Slide::TwoDiagonal),
            Kind::Trebuchet => slide(Slide::Far),
            Kind::Elephant => slide(Slide::FarDiagonal),
            Kind::LightHorse => self.ride(from, LIGHT_STEPS),
            Kind::HeavyHorse => self.ride(from, usize::MAX),
            Kind::Dragon => self.fly_over(from),
        }
    }

    /// The hexes along the rings round both centres, in both directions.
    #[inline]
    fn ride(&self, from: Hex, steps: usize) -> HexSet {
        let mut reached = HexSet::EMPTY;
        for centre in self.centres.into_iter().flatten() {
            for sense in 0..2 {
                reached |= self.ride_one_way(centre, sense, from, steps);
            }
        }
        reached
    }

    /// The hexes along a ring up to the first man, him included.
    #[inline]
    fn ride_one_way(&self, centre: Hex, sense: usize, from: Hex, steps: usize) -> HexSet {
        let (mut reached, mut at) = (HexSet::EMPTY, from);
        for _ in 0..steps {
            match self.tables.around(centre, at)[sense] {
                Some(next) if next != from && !self.mountains.contains(next) => {
                    reached |= HexSet::of(next);
                    if self.stops.contains(next) {
                        break;
                    }
                    at = next;
                }
                _ => break,
            }
        }
        reached
    }

    /// The hexes on which a Dragon that flies from `from` may land.
    #[inline]
    pub(super) fn fly(&self, from: Hex) -> HexSet {
        self.fly_over(from).without(self.closed)
    }

    /// The hexes within a Dragon's flight, found breadth first over empty hexes and mountains, up
    /// to the first men.
    #[inline]
    fn fly_over(&self, from: Hex) -> HexSet {
        let passable = (HexSet::BOARD.without(self.stops)) | self.mountains;
        let (mut reached, mut front) = (HexSet::EMPTY, HexSet::of(from));
        for _ in 0..FLIGHT {
            let next = front.neighbours();
            reached |= next;
            front = next & passable;
        }
        reached.without(self.mountains | HexSet::of(from))
    }

    /// The hexes one hop by sea from each empty port that was reached.
    fn sail(&self, ports: &Ports, from: Hex, reached: HexSet) -> HexSet {
        let embarks = (reached & ports.set).without(self.enemies);
        let hops = embarks.flat_map(|port| ports.next_to(port));
        hops.filter(|port| *port != from && !self.closed.contains(*port)).collect()
    }

    /// The hexes on which the side to move may bring out its Dragon from its hand (Q14).
    pub(super) fn entries(&self) -> HexSet {
        let seat = self.position.turn;
        let fortress = self.position.fortress(seat);
        let Some(fortress) = fortress.filter(|_| self.position.has_dragon_in_hand(seat)) else {
            return HexSet::EMPTY;
        };
        if self.position.options.entry_by_path {
            (self.fly(fortress) | HexSet::of(fortress)).without(self.closed)
        } else {
            self.tables.near(fortress).without(self.closed)
        }
    }

    /// The hexes of a man's way to one within his reach, both ends included: the shortest way that
    /// the rules allow. A hop by sea is one step.
    pub(super) fn path(&self, kind: Kind, from: Hex, to: Hex) -> Vec<Hex> {
        let straight = self.path_by_land(kind, from, to);
        if straight.is_some() {
            return straight.unwrap_or_default();
        }
        let embark = self.ports.iter().flat_map(|ports| ports.next_to(to));
        let free = embark.filter(|port| !self.stops.contains(*port));
        let mut by_sea = free.filter_map(|port| {
            let mut path = self.path_by_land(kind, from, port)?;
            path.push(to);
            Some(path)
        });
        by_sea.next().unwrap_or_else(|| vec![from, to])
    }

    fn path_by_land(&self, kind: Kind, from: Hex, to: Hex) -> Option<Vec<Hex>> {
        match kind {
            Kind::LightHorse | Kind::HeavyHorse => {
                let steps = if kind == Kind::LightHorse { LIGHT_STEPS } else { usize::MAX };
                let centres = self.centres.into_iter().flatten();
                let walks = centres.flat_map(|centre| [(centre, 0), (centre, 1)]);
                let reaching = walks.filter(|(centre, sense)| {
                    let ridden = self.ride_one_way(*centre, *sense, from, steps);
                    ridden.without(self.closed).contains(to)
                });
                let path = |(centre, sense): (Hex, usize)| {
                    let next = |at: &Hex| self.tables.around(centre, *at)[sense];
                    let mut path: Vec<Hex> = std::iter::successors(Some(from), next)
                        .take_while(|at| *at != to)
                        .collect();
                    path.push(to);
                    path
                };
                reaching.map(path).min_by_key(Vec::len)
            }
            Kind::Dragon => self.fly(from).contains(to).then(|| self.flight(from, to)),
            _ => {
                let by_land = Self { ports: None, ..*self };
                by_land.reach(kind, from).contains(to).then(|| vec![from, to])
            }
        }
    }

    /// A shortest flight, traced back from the target.
    fn flight(&self, from: Hex, to: Hex) -> Vec<Hex> {
        let passable = (HexSet::BOARD.without(self.stops)) | self.mountains | HexSet::of(from);
        let mut fronts = vec![HexSet::of(from)];
        while !fronts.last().is_some_and(|front| front.neighbours().contains(to)) {
            let front = fronts.last().copied().unwrap_or_default();
            fronts.push(front.neighbours() & passable);
            if fronts.len() > usize::from(FLIGHT) {
                break;
            }
        }
        let mut path = vec![to];
        for front in fronts.into_iter().rev() {
            let near = HexSet::of(path[path.len() - 1]).neighbours() & front;
            path.extend(near.first());
        }
        path.reverse();
        path
    }
}

impl Ports {
    fn of(position: &Position) -> Self {
        let fortresses = Seat::all(2).filter_map(|seat| position.fortress(seat));
        let set = HexSet::CORNERS | fortresses.filter(|hex| hex.is_edge()).collect();
        let (mut hexes, mut n) = ([Hex::CENTRE; 8], 0);
        for hex in tables().coast().iter().filter(|hex| set.contains(**hex)) {
            hexes[n] = *hex;
            n += 1;
        }
        Self { hexes, n, set }
    }

    /// The next ports along the coast in both directions; none for a hex that is no port.
    fn next_to(&self, port: Hex) -> impl Iterator<Item = Hex> + use<> {
        let ports = &self.hexes[..self.n];
        let at = ports.iter().position(|other| *other == port);
        let next = at.map(|at| [ports[(at + 1) % self.n], ports[(at + self.n - 1) % self.n]]);
        next.into_iter().flatten()
    }
}

impl Position {
    /// The hexes within reach of the man on a hex (section 3); empty where nobody stands.
    #[must_use]
    pub fn reach(&self, from: Hex) -> HexSet {
        let (Some(kind), Some(owner)) = (self.kind_at(from), self.owner(from)) else {
            return HexSet::EMPTY;
        };
        Movement::of(self, owner).reach(kind, from)
    }

    /// The men of a side that cover a hex, whoever stands there: they attack it, or would if an
    /// enemy stood there. Men that would have to sail are not among them.
    #[must_use]
    pub fn attackers(&self, seat: Seat, at: Hex) -> HexSet {
        let movement = Movement::of(self, seat);
        let men = self.men_of(seat);
        let mut found = HexSet::EMPTY;
        for (kind, of_kind) in Kind::ALL.into_iter().zip(self.kinds) {
            let men = of_kind & men;
            if !men.is_empty() {
                found |= movement.covers(kind, at) & men;
            }
        }
        found
    }

    /// The hexes of the way on which the man on `from` gets to one within his reach.
    #[must_use]
    pub fn path(&self, from: Hex, to: Hex) -> Vec<Hex> {
        let (Some(kind), Some(owner)) = (self.kind_at(from), self.owner(from)) else {
            return vec![from, to];
        };
        Movement::of(self, owner).path(kind, from, to)
    }

    /// The hexes on which the side to move may bring out its Dragon from its hand.
    #[must_use]
    pub fn entries(&self) -> HexSet {
        Movement::of(self, self.turn).entries()
    }
}
