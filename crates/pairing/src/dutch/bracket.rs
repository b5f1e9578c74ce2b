//! One bracket: those who were moved down, and the residents of a scoregroup (articles 3 and 4).

use std::ops::Range;

use super::super::matching::{Graph, less};
use super::criteria::{Place, Scale};
use super::field::Field;

/// Pairs of places in the field, the higher ranked first.
pub(super) type Pairs = Vec<(usize, usize)>;

/// A bracket, and all who come after it: what is decided here must leave them a pairing (C4).
///
/// Vertices are numbered by rank: the moved-down players, the residents, the next scoregroup, everybody below, and
/// last the bye where there is one.
pub(super) struct Bracket<'a> {
    field: &'a Field,
    /// The players of the vertices, as places in the field.
    who: Vec<usize>,
    moved: usize,
    /// Where the residents end.
    here: usize,
    /// Where the next scoregroup ends.
    next: usize,
    scale: Scale,
    graph: Graph,
    /// A best matching that agrees with all that has been decided.
    mates: Vec<usize>,
}

impl<'a> Bracket<'a> {
    pub(super) fn new(
        field: &'a Field,
        moved: Vec<usize>,
        here: Range<usize>,
        next: Range<usize>,
    ) -> Bracket<'a> {
        let residents = field.forms[here.start].score;
        let mut scores: Vec<u32> = moved.iter().map(|&at| field.forms[at].score).collect();
        scores.dedup();
        // Where all residents have had a bye, one who was moved down gets it.
        let bye = field.bye_score.is_some_and(|score| score >= residents);
        let count = moved.len();
        let mut who = moved;
        who.extend(here.start..field.forms.len());
        Bracket {
            field,
            moved: count,
            here: count + here.len(),
            next: count + here.len() + next.len(),
            who,
            scale: Scale { residents, moved: scores, bye },
            graph: Graph::new(0, 0),
            mates: Vec::new(),
        }
    }

    /// The pairs of this bracket, and those who go down from it, as places in the field. `None` where there is no
    /// complete pairing.
    pub(super) fn pair(mut self) -> Option<(Pairs, Vec<usize>)> {
        self.graph = self.graph();
        self.mates = self.graph.best()?;
        if self.scale.bye && self.floaters() != 1 {
            // The note of C9: it counts in a bracket from which one player goes down, who gets the bye.
            self.scale.bye = false;
            self.graph = self.graph();
            self.mates = self.graph.best()?;
        }
        self.choose_moved()?;
        for player in 0..self.moved {
            if self.resident(self.mates[player]) {
                self.settle(player, self.moved..self.here)?;
            }
        }
        self.pair_remainder()?;
        let mut pairs = Vec::new();
        let mut left = Vec::new();
        for player in 0..self.here {
            let mate = self.mates[player];
            if mate >= self.here {
                left.push(self.who[player]);
            } else if player < mate {
                pairs.push((self.who[player], self.who[mate]));
            }
        }
        Some((pairs, left))
    }

    fn resident(&self, vertex: usize) -> bool {
        (self.moved..self.here).contains(&vertex)
    }

    fn floaters(&self) -> usize {
        (0..self.here).filter(|&player| self.mates[player] >= self.here).count()
    }

    /// Everybody with whom they could be paired, and how good that would be.
    fn graph(&self) -> Graph {
        let count = self.who.len();
        let odd = self.field.bye_score.is_some();
        let mut graph = Graph::new(count + usize::from(odd), 3 + self.scale.fields());
        let mut values = Vec::new();
        for low in 0..count {
            // Two who were moved down are not paired with each other: had that been possible, it would have been
            // done above.
            for high in (0..low).filter(|_| low >= self.moved) {
                let Some(broken) = self.field.broken(self.who[high], self.who[low]) else {
                    continue;
                };
                let place = match low {
                    low if low < self.here => Place::Here,
                    low if low < self.next => Place::Next,
                    _ => Place::Below,
                };
                values.clear();
                values.extend(broken.map(less));
                let (high_form, low_form) =
                    (&self.field.forms[self.who[high]], &self.field.forms[self.who[low]]);
                self.scale.pair(high_form, low_form, place, &mut values);
                graph.join(high, low, &values);
            }
            if let Some(broken) = self.field.broken_by_bye(self.who[low]).filter(|_| odd) {
                values.clear();
                values.extend(broken.map(less));
                self.scale.bye(&self.field.forms[self.who[low]], &mut values);
                graph.join(low, count, &values);
            }
        }
        graph
    }

    fn solve(&mut self) -> Option<()> {
        self.mates = self.graph.best()?;
        Some(())
    }

    /// 4.4: the first set of moved-down players that can be paired; the others are in limbo.
    fn choose_moved(&mut self) -> Option<()> {
        let mut start = 0;
        while start < self.moved {
            let score = |at: usize| self.field.forms[self.who[at]].score;
            let end =
                (start..self.moved).find(|&at| score(at) < score(start)).unwrap_or(self.moved);
            // How many of these are paired is settled by C7.
            let mut wanted = (start..end).filter(|&at| self.resident(self.mates[at])).count();
            for player in start..end {
                let stays = wanted > 0 && (wanted == end - player || self.can_stay(player)?);
                wanted -= usize::from(stays);
                for other in (0..self.graph.vertices()).filter(|&other| other != player) {
                    if self.resident(other) != stays {
                        self.graph.part(player, other);
                    }
                }
            }
            start = end;
        }
        Some(())
    }

    fn can_stay(&mut self, player: usize) -> Option<bool> {
        if !self.resident(self.mates[player]) {
            for other in self.moved..self.here {
                self.graph.prefer(player, other, 1);
            }
            self.solve()?;
            self.graph.indifferent();
        }
        Some(self.resident(self.mates[player]))
    }

    /// Pairs a player with the first of these, in order, with whom the whole is as good as it can be.
    fn settle(&mut self, player: usize, with: Range<usize>) -> Option<()> {
        let choices: Vec<usize> = with.filter(|&other| self.graph.joined(player, other)).collect();
        let first = *choices.first()?;
        if self.mates[player] != first && !self.swap(player, first) {
            for (rank, &other) in choices.iter().rev().enumerate() {
                self.graph.prefer(player, other, rank as u32 + 1);
            }
            self.solve()?;
            self.graph.indifferent();
        }
        self.graph.fix(player, self.mates[player]);
        Some(())
    }

    /// Pairs two with each other, and those they leave with each other, where that costs nothing.
    fn swap(&mut self, one: usize, other: usize) -> bool {
        let (left, right) = (self.mates[one], self.mates[other]);
        if !self.graph.joined(left, right) || !self.graph.joined(one, other) {
            return false;
        }
        let sums = |a: usize, b: usize, c: usize, d: usize| {
            self.graph
                .values(a, b)
                .iter()
                .zip(self.graph.values(c, d))
                .map(|(one, two)| one + two)
                .collect::<Vec<_>>()
        };
        if sums(one, other, left, right) != sums(one, left, other, right) {
            return false;
        }
        self.mates[one] = other;
        self.mates[other] = one;
        self.mates[left] = right;
        self.mates[right] = left;
        true
    }

    /// 3.6: the residents whom no moved-down player has got.
    fn pair_remainder(&mut self) -> Option<()> {
        let rest: Vec<usize> =
            (self.moved..self.here).filter(|&player| self.mates[player] >= self.moved).collect();
        let pairs = rest.iter().filter(|&&player| self.leads(player)).count();
        if !rest[..pairs].iter().all(|&player| self.leads(player)) {
            self.exchange(&rest, pairs)?;
        }
        let leads: Vec<bool> = rest.iter().map(|&player| self.leads(player)).collect();
        for (at, &high) in rest.iter().enumerate() {
            for (below, &low) in rest.iter().enumerate().skip(at + 1) {
                if !leads[at] || leads[below] {
                    self.graph.part(high, low);
                }
            }
        }
        for (at, &player) in rest.iter().enumerate() {
            if leads[at] {
                self.settle(player, player + 1..self.here)?;
            }
        }
        Some(())
    }

    /// Returns `true` if a resident is the higher of a pair in this bracket, and so in S1.
    fn leads(&self, player: usize) -> bool {
        (player + 1..self.here).contains(&self.mates[player])
    }

    /// 4.3: the first exchange between S1 and S2 that allows the best pairing.
    fn exchange(&mut self, rest: &[usize], pairs: usize) -> Option<()> {
        let size = rest.len() as u32;
        // 4.3.3.1: the fewest exchanged; 4.3.3.2: the least difference of the sums of their numbers. The lowest bit
        // is for the questions below.
        let worth = |at: usize| 2 * (u32::from(at < pairs) * size * size + size - at as u32);
        for at in 0..rest.len() {
            self.value(rest, at, worth(at));
        }
        self.solve()?;
        let exchanged = rest[..pairs].iter().filter(|&&player| !self.leads(player)).count();
        // 4.3.3.3: the lowest ranked that can leave S1.
        let mut wanted = exchanged;
        for at in (0..pairs).rev() {
            if wanted > 0 && self.changes(rest, at, false, worth(at))? {
                wanted -= 1;
            }
        }
        // 4.3.3.4: the highest ranked that can leave S2.
        let mut wanted = exchanged;
        for at in pairs..rest.len() {
            if wanted > 0 && self.changes(rest, at, true, worth(at))? {
                wanted -= 1;
            }
        }
        self.graph.indifferent();
        Some(())
    }

    /// Returns whether this resident can come to lead a pair (or to lead none); if he can, that is decided.
    fn changes(&mut self, rest: &[usize], at: usize, lead: bool, worth: u32) -> Option<bool> {
        let player = rest[at];
        if self.leads(player) != lead {
            self.value(rest, at, if lead { worth + 1 } else { worth - 1 });
            self.solve()?;
            self.value(rest, at, worth);
        }
        if self.leads(player) != lead {
            return Some(false);
        }
        for other in (0..self.graph.vertices()).filter(|&other| other != player) {
            // One who leads has nobody else than those below him here; one who does not has none of them.
            if rest[at + 1..].contains(&other) != lead {
                self.graph.part(player, other);
            }
        }
        Some(true)
    }

    /// Sets what it is worth that this resident leads a pair.
    fn value(&mut self, rest: &[usize], at: usize, worth: u32) {
        for &low in &rest[at + 1..] {
            self.graph.prefer(rest[at], low, worth);
        }
    }
}
