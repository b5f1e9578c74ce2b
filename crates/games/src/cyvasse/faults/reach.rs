//! Why a man cannot get to a hex.

use super::{Blocker, Hindrance, Ride, RideEnd};
use crate::cyvasse::{
    Hex, Kind, Position,
    hexes::{DIAGONAL, ORTHOGONAL, Step},
    movement::{FLIGHT, LIGHT_STEPS},
    tables::tables,
};

/// The hexes between two that lie on one line in one of these directions.
fn line_between(from: Hex, to: Hex, steps: &[Step; 6]) -> Option<Vec<Hex>> {
    steps.iter().find_map(|step| {
        let line = std::iter::successors(from.offset(*step), |hex| hex.offset(*step));
        let line: Vec<Hex> = line.take_while(|hex| *hex != to).collect();
        let end = line.last().unwrap_or(&from).offset(*step);
        (end == Some(to)).then_some(line)
    })
}

impl Position {
    /// Returns why a man of this kind and of the side to move cannot get to a hex that holds neither a mountain
    /// nor a man of his own side.
    pub(super) fn hindrance(&self, kind: Kind, from: Hex, to: Hex) -> Hindrance {
        match kind {
            Kind::Rabble | Kind::King => self.off_line(from, to, &ORTHOGONAL, 1),
            Kind::Crossbows => self.off_line(from, to, &ORTHOGONAL, 3),
            Kind::Trebuchet => self.off_line(from, to, &ORTHOGONAL, u8::MAX),
            Kind::Spears => self.off_line(from, to, &DIAGONAL, 2),
            Kind::Elephant => self.off_line(from, to, &DIAGONAL, u8::MAX),
            Kind::LightHorse => self.off_ring(from, to, LIGHT_STEPS),
            Kind::HeavyHorse => self.off_ring(from, to, usize::MAX),
            Kind::Dragon if from.distance(to) > FLIGHT => {
                Hindrance::TooFar { steps: from.distance(to), limit: FLIGHT }
            }
            Kind::Dragon => Hindrance::Walled,
        }
    }

    /// The man or mountain on a hex.
    fn blocker(&self, at: Hex) -> Option<Blocker> {
        let is_own = self.men_of(self.turn).contains(at);
        let man = self.kind_at(at).map(|kind| (kind, is_own));
        (man.is_some() || self.mountains.contains(at)).then_some(Blocker { at, man })
    }

    fn off_line(&self, from: Hex, to: Hex, steps: &[Step; 6], limit: u8) -> Hindrance {
        let Some(between) = line_between(from, to, steps) else {
            let crosswise = if steps == &ORTHOGONAL { &DIAGONAL } else { &ORTHOGONAL };
            return Hindrance::OffLine {
                is_crosswise: line_between(from, to, crosswise).is_some(),
            };
        };
        let steps = between.len() as u8 + 1;
        if steps > limit {
            return Hindrance::TooFar { steps, limit };
        }
        let blocker = between.into_iter().find_map(|at| self.blocker(at));
        blocker.map_or(Hindrance::OffLine { is_crosswise: false }, Hindrance::Blocked)
    }

    fn off_ring(&self, from: Hex, to: Hex, limit: usize) -> Hindrance {
        let centres: Vec<Hex> =
            self.centres.into_iter().filter_map(super::super::Centre::hex).collect();
        let rides = centres.iter().filter(|centre| centre.distance(from) == centre.distance(to));
        let rides = rides.flat_map(|centre| [(*centre, 0), (*centre, 1)]);
        let rides: Vec<Ride> = rides
            .map(|(centre, sense)| Ride {
                centre,
                end: self.ride_end(centre, sense, from, to, limit),
            })
            .collect();
        if !rides.is_empty() {
            return Hindrance::Rides(rides);
        }
        let far = |centre: Hex| (centre, centre.distance(from), centre.distance(to));
        Hindrance::OffRing(centres.into_iter().map(far).collect())
    }

    /// Returns why a walk round a centre in one direction does not get to a hex of that ring.
    fn ride_end(&self, centre: Hex, sense: usize, from: Hex, to: Hex, limit: usize) -> RideEnd {
        let (mut at, mut steps) = (from, 0_u8);
        while at != to {
            let Some(next) = tables().around(centre, at)[sense] else { return RideEnd::Edge(at) };
            if let Some(blocker) = self.blocker(next).filter(|_| next != to)
                && usize::from(steps) < limit
            {
                return RideEnd::Blocked(blocker);
            }
            (at, steps) = (next, steps.saturating_add(1));
        }
        RideEnd::TooFar(steps)
    }
}
