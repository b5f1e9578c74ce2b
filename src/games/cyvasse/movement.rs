//! What a man bears on: where its movement leads at this moment (rules, section 3).

use super::{
    Hex, HexSet, Kind, Position,
    tables::{Slide, Tables, tables},
};
use crate::games::Seat;

/// Steps of a Light Horse along its ring, and of a Dragon.
pub(super) const LIGHT_STEPS: usize = 3;
pub(super) const FLIGHT: u8 = 4;

/// The sea ports of a position, in coast order (Q23, Q24).
#[derive(Clone, Copy, Debug)]
struct Ports {
    hexes: [Hex; 8],
    n: usize,
    set: HexSet,
}

/// The ways of a position for one side: what stands where, looked up once.
pub(super) struct Movement<'p> {
    tables: &'static Tables,
    /// Own men and mountains: no landing place.
    closed: HexSet,
    enemies: HexSet,
    mountains: HexSet,
    /// All men and mountains: where sliding stops.
    stops: HexSet,
    centres: [Option<Hex>; 2],
    ports: Option<Ports>,
    position: &'p Position,
}

impl<'p> Movement<'p> {
    /// The ways of this side's men.
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

    /// The hexes that the man of this kind on `from` bears on: empty ones, and enemy men whether
    /// or not they can be captured.
    #[inline]
    pub(super) fn from(&self, kind: Kind, from: Hex) -> HexSet {
        self.out_of(from, self.covers(kind, from))
    }

    /// What a man on `from` bears on who covers these hexes.
    #[inline]
    pub(super) fn out_of(&self, from: Hex, covered: HexSet) -> HexSet {
        let reached = covered.without(self.closed);
        match &self.ports {
            Some(ports) if reached.meets(ports.set) => reached | self.sail(ports, from, reached),
            _ => reached,
        }
    }

    /// The hexes that a man of this kind on `from` comes to by land, men of either side on them or
    /// not. Covering goes both ways: who covers a hex is covered from there by his own kind.
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

    /// Along the rings round both centres, in both senses.
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

    /// The hexes along a ring up to the first man.
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

    /// Where a Dragon on `from` may fly.
    #[inline]
    pub(super) fn fly(&self, from: Hex) -> HexSet {
        self.fly_over(from).without(self.closed)
    }

    /// Breadth first over empty hexes and mountains, up to the first men.
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

    /// One hop from each empty port that was reached.
    fn sail(&self, ports: &Ports, from: Hex, reached: HexSet) -> HexSet {
        let embarks = (reached & ports.set).without(self.enemies);
        let hops = embarks.flat_map(|port| ports.next_to(port));
        hops.filter(|port| *port != from && !self.closed.contains(*port)).collect()
    }

    /// Where a Dragon in hand of the side to move may be set down (Q14).
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

    /// The hexes of a man's way to one that it bears on, both ends included: the shortest one
    /// that the rules allow. A hop over sea is one step.
    pub(super) fn way(&self, kind: Kind, from: Hex, to: Hex) -> Vec<Hex> {
        let straight = self.way_by_land(kind, from, to);
        if straight.is_some() {
            return straight.unwrap_or_default();
        }
        let embark = self.ports.iter().flat_map(|ports| ports.next_to(to));
        let free = embark.filter(|port| !self.stops.contains(*port));
        let mut by_sea = free.filter_map(|port| {
            let mut way = self.way_by_land(kind, from, port)?;
            way.push(to);
            Some(way)
        });
        by_sea.next().unwrap_or_else(|| vec![from, to])
    }

    fn way_by_land(&self, kind: Kind, from: Hex, to: Hex) -> Option<Vec<Hex>> {
        match kind {
            Kind::LightHorse | Kind::HeavyHorse => {
                let steps = if kind == Kind::LightHorse { LIGHT_STEPS } else { usize::MAX };
                let centres = self.centres.into_iter().flatten();
                let walks = centres.flat_map(|centre| [(centre, 0), (centre, 1)]);
                let reaching = walks.filter(|(centre, sense)| {
                    let ridden = self.ride_one_way(*centre, *sense, from, steps);
                    ridden.without(self.closed).contains(to)
                });
                let way = |(centre, sense): (Hex, usize)| {
                    let next = |at: &Hex| self.tables.around(centre, *at)[sense];
                    let mut way: Vec<Hex> = std::iter::successors(Some(from), next)
                        .take_while(|at| *at != to)
                        .collect();
                    way.push(to);
                    way
                };
                reaching.map(way).min_by_key(Vec::len)
            }
            Kind::Dragon => self.fly(from).contains(to).then(|| self.flight(from, to)),
            _ => {
                let ways = Self { ports: None, ..*self };
                ways.from(kind, from).contains(to).then(|| vec![from, to])
            }
        }
    }

    /// A shortest flight, found backwards from the target.
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
        let mut way = vec![to];
        for front in fronts.into_iter().rev() {
            let near = HexSet::of(way[way.len() - 1]).neighbours() & front;
            way.extend(near.first());
        }
        way.reverse();
        way
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

    /// The next ports along the coast in both senses; none of a hex that is no port.
    fn next_to(&self, port: Hex) -> impl Iterator<Item = Hex> + use<> {
        let ports = &self.hexes[..self.n];
        let at = ports.iter().position(|other| *other == port);
        let next = at.map(|at| [ports[(at + 1) % self.n], ports[(at + self.n - 1) % self.n]]);
        next.into_iter().flatten()
    }
}

impl Position {
    /// The hexes that the man on a hex bears on (section 3); none where nobody stands.
    #[must_use]
    pub fn reach(&self, from: Hex) -> HexSet {
        let (Some(kind), Some(owner)) = (self.kind_at(from), self.owner(from)) else {
            return HexSet::EMPTY;
        };
        Movement::of(self, owner).from(kind, from)
    }

    /// The men of a side that cover a hex, whoever stands there: they bear on it, or would if an
    /// enemy stood there. Those that would have to sail are not among them.
    #[must_use]
    pub fn attackers(&self, seat: Seat, at: Hex) -> HexSet {
        let ways = Movement::of(self, seat);
        let men = self.men_of(seat);
        let mut found = HexSet::EMPTY;
        for (kind, of_kind) in Kind::ALL.into_iter().zip(self.kinds) {
            let men = of_kind & men;
            if !men.is_empty() {
                found |= ways.covers(kind, at) & men;
            }
        }
        found
    }

    /// The hexes of the way that the man on `from` takes to one that it bears on.
    #[must_use]
    pub fn way(&self, from: Hex, to: Hex) -> Vec<Hex> {
        let (Some(kind), Some(owner)) = (self.kind_at(from), self.owner(from)) else {
            return vec![from, to];
        };
        Movement::of(self, owner).way(kind, from, to)
    }

    /// Where the side to move may set down its Dragon from its hand.
    #[must_use]
    pub fn entries(&self) -> HexSet {
        Movement::of(self, self.turn).entries()
    }
}
