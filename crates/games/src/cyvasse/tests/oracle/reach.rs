//! The second judge's men: where they move, and how strong they are together.

use std::collections::BTreeSet;

use super::{At, CORNERS, Centre, Oracle, name, on_board, row};

const STRAIGHT: [At; 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];
const SLANTED: [At; 6] = [(1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2), (2, -1)];

/// A man bears on a hex, with this strength against this defence.
pub(super) struct Reach {
    pub(super) from: At,
    pub(super) man: char,
    pub(super) to: At,
    strength: usize,
    defence: usize,
}

fn plus(at: At, way: At) -> At {
    (at.0 + way.0, at.1 + way.1)
}

fn distance(a: At, b: At) -> i8 {
    let (x, y) = (a.0 - b.0, a.1 - b.1);
    x.abs().max(y.abs()).max((x + y).abs())
}

/// The closed walk round a centre; some of its points may be off the board.
fn ring(centre: At, radius: i8) -> Vec<At> {
    let mut here = (centre.0, centre.1 - radius);
    let mut points = Vec::new();
    for way in STRAIGHT {
        for _ in 0..radius {
            points.push(here);
            here = plus(here, way);
        }
    }
    points
}

pub(super) fn tier(man: char) -> usize {
    match man.to_ascii_uppercase() {
        'R' | 'K' => 1,
        'C' | 'S' | 'L' => 2,
        'T' | 'E' | 'H' => 3,
        'D' => 4,
        _ => panic!("{man}"),
    }
}

impl Oracle {
    /// Walks along hexes until something stands in the way.
    fn walk(&self, path: impl Iterator<Item = At>, reached: &mut BTreeSet<At>) {
        for at in path {
            if !on_board(at)
                || self.board.get(&at) == Some(&'^')
                || self.man(at, self.white).is_some()
            {
                return;
            }
            reached.insert(at);
            if self.board.contains_key(&at) {
                return;
            }
        }
    }

    fn slide(&self, from: At, ways: [At; 6], limit: i8) -> BTreeSet<At> {
        let mut reached = BTreeSet::new();
        for (x, y) in ways {
            self.walk((1..=limit).map(|n| (from.0 + n * x, from.1 + n * y)), &mut reached);
        }
        reached
    }

    fn ride(&self, from: At, limit: usize) -> BTreeSet<At> {
        let mut reached = BTreeSet::new();
        for centre in self.centres.into_iter().filter_map(Centre::hex) {
            let mut points = ring(centre, distance(from, centre));
            for _ in 0..2 {
                if let Some(i) = points.iter().position(|at| *at == from) {
                    let rest = points[i + 1..].iter().chain(&points[..i]);
                    self.walk(rest.copied().take(limit), &mut reached);
                }
                points.reverse();
            }
        }
        reached
    }

    /// Returns where a Dragon of the side to move would fly to.
    fn fly(&self, from: At) -> BTreeSet<At> {
        let (mut seen, mut reached) = (BTreeSet::from([from]), BTreeSet::new());
        let mut front = vec![from];
        for _ in 0..4 {
            let mut next = Vec::new();
            for to in front.into_iter().flat_map(|here| STRAIGHT.map(|way| plus(here, way))) {
                if !on_board(to) || !seen.insert(to) {
                    continue;
                }
                match self.board.get(&to) {
                    Some('^') => next.push(to),
                    None => {
                        reached.insert(to);
                        next.push(to);
                    }
                    Some(_) if self.man(to, !self.white).is_some() => {
                        reached.insert(to);
                    }
                    Some(_) => {}
                }
            }
            front = next;
        }
        reached
    }

    /// Returns what a man of the side to move bears on.
    fn bears(&self, from: At, man: char) -> BTreeSet<At> {
        let mut reached = match man.to_ascii_uppercase() {
            'R' | 'K' => self.slide(from, STRAIGHT, 1),
            'C' => self.slide(from, STRAIGHT, 3),
            'S' => self.slide(from, SLANTED, 2),
            'L' => self.ride(from, 3),
            'T' => self.slide(from, STRAIGHT, 11),
            'E' => self.slide(from, SLANTED, 11),
            'H' => self.ride(from, 1000),
            _ => self.fly(from),
        };
        if self.is("ports", "on") {
            self.sail(from, &mut reached);
        }
        reached
    }

    /// Adds one hop along the coast from every empty port that was reached.
    fn sail(&self, from: At, reached: &mut BTreeSet<At>) {
        let is_port = |hex: &At| {
            let fortresses = [true, false].map(|white| self.fortress(white));
            CORNERS.contains(&name(*hex).as_str()) || fortresses.contains(&Some(*hex))
        };
        let ports: Vec<At> = ring((0, 0), 5).into_iter().filter(is_port).collect();
        let landed = reached.clone();
        for (i, port) in ports.iter().enumerate() {
            if landed.contains(port) && !self.board.contains_key(port) {
                for next in
                    [ports[(i + 1) % ports.len()], ports[(i + ports.len() - 1) % ports.len()]]
                {
                    if next != from {
                        self.walk([next].into_iter(), reached);
                    }
                }
            }
        }
    }

    fn defence(&self, at: At, man: char) -> usize {
        let ground = match man.to_ascii_uppercase() {
            'C' | 'T' => "h=",
            'S' | 'E' => "f=",
            'L' | 'H' => "g=",
            _ => "none",
        };
        let group = self.terrain.split(';').find_map(|group| group.strip_prefix(ground));
        let at_home = group.is_some_and(|hexes| hexes.split(',').any(|hex| hex == name(at)));
        let walls = |white| {
            let is_own = white == man.is_ascii_uppercase();
            self.fortress(white) == Some(at) && (is_own || self.is("fortress_bonus", "any"))
        };
        let is_dragon = man.eq_ignore_ascii_case(&'d');
        tier(man) + usize::from(!is_dragon && (at_home || walls(true) || walls(false)))
    }

    /// The strength of a mover with helpers, in eighths.
    fn strength(&self, mover: char, helpers: &[char]) -> usize {
        let dragons = !self.is("dragon_flanks", "no");
        let all = helpers.iter().map(|man| man.to_ascii_uppercase());
        let helpers: Vec<char> = all.filter(|man| dragons || *man != 'D').collect();
        let is_king = mover.eq_ignore_ascii_case(&'k');
        let king = usize::from(helpers.contains(&'K'));
        let others: Vec<usize> =
            helpers.iter().filter(|man| **man != 'K').map(|man| tier(*man)).collect();
        let sum = |rank: usize| {
            if self.is("flanking", "cascade") {
                let mut n = [0; 6];
                others.iter().for_each(|tier| n[*tier] += 1);
                n[rank] += 1 + king;
                for i in 1..rank {
                    n[i + 1] += if n[i] >= 2 { n[i] - 1 } else { 0 };
                }
                return 8 * (rank + n[rank] - 1);
            }
            let fitting = others.iter().filter(|tier| **tier <= rank);
            8 * (rank + king) + fitting.map(|tier| 8 >> (rank - tier)).sum::<usize>()
        };
        if is_king {
            others.iter().copied().chain([1]).map(sum).max().unwrap()
        } else {
            sum(tier(mover))
        }
    }

    /// Returns what each man bears on, and with which strength against which defence; 8 to 0 where nobody
    /// stands.
    fn reaches(&self) -> Vec<Reach> {
        let men = self.men(self.white);
        let bearing: Vec<_> =
            men.into_iter().map(|(at, man)| (at, man, self.bears(at, man))).collect();
        let mut reaches = Vec::new();
        for (from, man, reached) in &bearing {
            for to in reached {
                let others =
                    bearing.iter().filter(|(at, _, reached)| at != from && reached.contains(to));
                let helpers: Vec<char> = others.map(|(_, man, _)| *man).collect();
                let (strength, defence) = match self.man(*to, !self.white) {
                    Some(enemy) => (self.strength(*man, &helpers), 8 * self.defence(*to, enemy)),
                    None => (8, 0),
                };
                reaches.push(Reach { from: *from, man: *man, to: *to, strength, defence });
            }
        }
        reaches
    }

    /// The moves that are strong enough, for men as they stand now.
    pub(super) fn moves(&self) -> impl Iterator<Item = Reach> {
        self.reaches().into_iter().filter(|reach| reach.strength >= reach.defence)
    }

    /// Returns who of the side to move aims at whom, and strength and defence in eighths.
    pub(in super::super) fn attacks(&self) -> Vec<(String, String, usize, usize)> {
        let aimed = self.reaches().into_iter().filter(|reach| reach.defence > 0);
        aimed.map(|it| (name(it.from), name(it.to), it.strength, it.defence)).collect()
    }

    pub(super) fn entries(&self) -> Vec<At> {
        let letter = if self.white { 'D' } else { 'd' };
        let Some(fortress) = self.fortress(self.white) else { return Vec::new() };
        if !self.hands.contains(letter) {
            return Vec::new();
        }
        let reached = self.fly(fortress);
        let in_range = |to: &At| {
            let is_near = distance(*to, fortress) <= 4;
            let on_path = *to == fortress || reached.contains(to);
            if self.is("dragon_entry", "path") { on_path } else { is_near }
        };
        let is_open =
            |to: &At| !self.board.contains_key(to) || self.man(*to, !self.white).is_some();
        (-5..=5).flat_map(row).filter(|to| in_range(to) && is_open(to)).collect()
    }
}
