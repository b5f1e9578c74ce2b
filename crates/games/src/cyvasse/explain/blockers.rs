//! The obstacles of a man: own men and mountains on his lines and rings, and the rings that a Horse rides.

use scene::Mark;

use crate::{
    Seat,
    cyvasse::{
        Hex, HexSet, Kind, Position,
        hexes::{DIAGONAL, ORTHOGONAL, Step},
        tables::tables,
        words::seat_name,
    },
    text::list,
};

/// One walk of a man: the hexes that he reaches, and what stops him at the end.
#[derive(Clone, Debug)]
struct Walk {
    path: Vec<Hex>,
    stop: Option<Hex>,
}

/// A centre round which a Horse can ride.
#[derive(Clone, Debug)]
struct Ring {
    centre: Hex,
    distance: u8,
}

/// The walks of a man and what stops them.
#[derive(Clone, Debug)]
pub(super) struct Blockers {
    position: Position,
    at: Hex,
    /// The hexes of own men and of mountains.
    closed: HexSet,
    enemies: HexSet,
    walks: Vec<Walk>,
    /// The rings of a Horse, one for each centre; `None` for any other man.
    rings: Option<Vec<Ring>>,
}

impl Blockers {
    pub(super) fn of(position: &Position, owner: Seat, kind: Kind, at: Hex) -> Self {
        let mut blockers = Self {
            position: *position,
            at,
            closed: position.men_of(owner) | position.mountains(),
            enemies: position.men_of(owner.other()),
            walks: Vec::new(),
            rings: None,
        };
        blockers.walk_all(kind);
        blockers
    }

    fn walk_all(&mut self, kind: Kind) {
        self.walks.clear();
        match kind {
            Kind::Rabble | Kind::King => self.slide(&ORTHOGONAL, 1),
            Kind::Crossbows => self.slide(&ORTHOGONAL, 3),
            Kind::Trebuchet => self.slide(&ORTHOGONAL, usize::MAX),
            Kind::Spears => self.slide(&DIAGONAL, 2),
            Kind::Elephant => self.slide(&DIAGONAL, usize::MAX),
            Kind::LightHorse => self.ride(3),
            Kind::HeavyHorse => self.ride(usize::MAX),
            Kind::Dragon => {}
        }
    }

    /// The first man or mountain on the way to a hex that the man would reach on an empty board.
    pub(super) fn between(&self, kind: Kind, to: Hex) -> Option<Hex> {
        let mut open = Self { closed: HexSet::EMPTY, enemies: HexSet::EMPTY, ..self.clone() };
        open.walk_all(kind);
        let path = |walk: &Walk| {
            let end = walk.path.iter().position(|at| *at == to)?;
            Some(walk.path[1..end].to_vec())
        };
        let paths = open.walks.iter().filter_map(path);
        let stops = self.position.men() | self.position.mountains();
        paths.min_by_key(Vec::len)?.into_iter().find(|at| stops.contains(*at))
    }

    fn slide(&mut self, steps: &[Step; 6], limit: usize) {
        for step in steps {
            self.walk(limit, |at| at.offset(*step));
        }
    }

    fn ride(&mut self, limit: usize) {
        let mut rings = Vec::new();
        let position = self.position;
        for centre in Seat::all(2).filter_map(|seat| position.centre(seat).hex()) {
            rings.push(Ring { centre, distance: centre.distance(self.at) });
            for sense in 0..2 {
                self.walk(limit, |at| tables().around(centre, at)[sense]);
            }
        }
        self.rings = Some(rings);
    }

    fn walk(&mut self, limit: usize, next: impl Fn(Hex) -> Option<Hex>) {
        let mut walk = Walk { path: vec![self.at], stop: None };
        let mut at = self.at;
        for _ in 0..limit {
            let Some(to) = next(at).filter(|to| *to != self.at) else { break };
            if self.closed.contains(to) {
                walk.stop = Some(to);
                break;
            }
            walk.path.push(to);
            if self.enemies.contains(to) {
                break;
            }
            at = to;
        }
        self.walks.push(walk);
    }

    /// The hexes where own men and mountains stop him.
    pub(super) fn hexes(&self) -> HexSet {
        self.walks.iter().filter_map(|walk| walk.stop).collect()
    }

    /// `In the way: own men on e3 and g3; the mountain on f5.`
    pub(super) fn words(&self) -> Option<String> {
        let (mountains, men): (Vec<Hex>, Vec<Hex>) =
            self.hexes().partition(|at| self.position.mountains().contains(*at));
        let several = |hexes: &[Hex], one: &str, many: &str| match hexes {
            [] => None,
            [at] => Some(format!("{one} {at}")),
            hexes => Some(format!("{many} {}", list(hexes))),
        };
        let men = several(&men, "own man on", "own men on");
        let mountains = several(&mountains, "the mountain on", "the mountains on");
        let stops: Vec<String> = men.into_iter().chain(mountains).collect();
        (!stops.is_empty()).then(|| format!("In the way: {}.", stops.join("; ")))
    }

    /// `It can ride round h2 at distance 3 and round d10 at distance 6.`
    pub(super) fn rings(&self) -> Option<String> {
        let rings = self.rings.as_ref()?;
        let (here, rides): (Vec<&Ring>, Vec<&Ring>) =
            rings.iter().partition(|ring| ring.distance == 0);
        let ring = |ring: &&Ring| {
            format!("round {} at distance {}", self.whose(ring.centre), ring.distance)
        };
        let mut words = Vec::new();
        if !rides.is_empty() {
            words.push(format!("Its rings: {}.", list(rides.iter().map(ring))));
        }
        words.extend(here.first().map(|ring| {
            format!("It stands on {} itself and has no ring round it.", self.whose(ring.centre))
        }));
        (!words.is_empty()).then(|| words.join(" "))
    }

    /// `White's fortress h2`
    fn whose(&self, centre: Hex) -> String {
        let of = |seat: &Seat| self.position.centre(*seat).hex() == Some(centre);
        let name = Seat::all(2).find(of).map_or("", seat_name);
        let owner = Seat::all(2).find(of);
        let intact = owner.is_some_and(|seat| self.position.fortress(seat).is_some());
        if intact {
            format!("{name}'s fortress {centre}")
        } else {
            format!("{name}'s ruin {centre}")
        }
    }

    /// The rings that a Horse rides, step by step.
    pub(super) fn paths(&self) -> Vec<Mark> {
        if self.rings.is_none() {
            return Vec::new();
        }
        let mut pairs: Vec<(Hex, Hex)> = Vec::new();
        for pair in self.walks.iter().flat_map(|walk| walk.path.windows(2)) {
            let (a, b) = (pair[0].min(pair[1]), pair[0].max(pair[1]));
            if !pairs.contains(&(a, b)) {
                pairs.push((a, b));
            }
        }
        pairs.into_iter().map(|(a, b)| Mark::Way(a.into(), b.into())).collect()
    }
}
