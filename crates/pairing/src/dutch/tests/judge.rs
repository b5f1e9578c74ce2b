//! A second pairing, for tests alone: it tries every pairing of each bracket and judges it by the criteria as they
//! are written, in their order, with nothing of the matching.

use std::cmp::Reverse;

use super::super::super::history::{Colour, Number};
use super::super::colours::colour;
use super::super::field::Field;
use super::super::form::{Claim, Float, Form};

/// A candidate's faults, the gravest first, and after them the place at which the articles come to it.
type Verdict = (Quality, Order);
type Quality = (i64, Vec<u32>, Vec<i64>, u32, [u32; 8], [Vec<u32>; 4]);
type Order = (Vec<usize>, Vec<usize>, Exchange, Vec<usize>);
type Exchange = (usize, i64, Vec<Reverse<usize>>, Vec<usize>);
type Pairs = Vec<(usize, usize)>;
/// The pairs by start numbers, and the bye.
pub(super) type Round = (Vec<(Number, Number)>, Option<Number>);

/// The pairs and the bye of a round by start numbers, each pair the higher ranked first; `None` where there is none.
pub(super) fn judge(field: &Field) -> Option<Round> {
    Judge { field, forms: &field.forms, least: None }.round()
}

struct Judge<'a> {
    field: &'a Field,
    forms: &'a [Form],
    /// C5, once it is known.
    least: Option<u32>,
}

impl Judge<'_> {
    fn round(mut self) -> Option<Round> {
        let all: Vec<usize> = (0..self.forms.len()).collect();
        if all.len() % 2 == 1 {
            let mut scores: Vec<u32> = self.forms.iter().map(|form| form.score).collect();
            scores.sort_unstable();
            self.least = Some(scores.into_iter().find(|&score| {
                self.least = Some(score);
                self.complete(&all)
            })?);
        } else if !self.complete(&all) {
            return None;
        }
        let mut moved: Vec<usize> = Vec::new();
        let mut result = Vec::new();
        let mut at = 0;
        while at < all.len() {
            let end = self.group(at);
            let (pairs, left) = self.bracket(&moved, at, end)?;
            result.extend(
                pairs
                    .iter()
                    .map(|&(one, other)| (self.forms[one].number, self.forms[other].number)),
            );
            moved = left;
            at = end;
        }
        Some((result, moved.first().map(|&at| self.forms[at].number)))
    }

    fn group(&self, at: usize) -> usize {
        (at..self.forms.len())
            .find(|&one| self.forms[one].score < self.forms[at].score)
            .unwrap_or(self.forms.len())
    }

    fn may_meet(&self, one: usize, other: usize) -> bool {
        self.field.broken(one, other) == Some([0; 3])
    }

    fn may_rest(&self, one: usize) -> bool {
        self.forms[one].bye && self.least == Some(self.forms[one].score)
    }

    /// C4: whether these can be paired with each other, up to the bye.
    fn complete(&self, players: &[usize]) -> bool {
        let Some((&first, rest)) = players.split_first() else { return true };
        if players.len() % 2 == 1 && self.may_rest(first) && self.complete(rest) {
            return true;
        }
        (0..rest.len()).any(|at| {
            let mut others = rest.to_vec();
            let other = others.remove(at);
            self.may_meet(first, other) && self.complete(&others)
        })
    }

    /// Every way to pair some of a bracket; two who were moved down are not paired with each other.
    fn ways(&self, players: &[usize], floor: usize) -> Vec<(Pairs, Vec<usize>)> {
        let Some((&first, rest)) = players.split_first() else {
            return vec![(Vec::new(), Vec::new())];
        };
        let mut ways = Vec::new();
        for (pairs, mut left) in self.ways(rest, floor) {
            left.insert(0, first);
            ways.push((pairs, left));
        }
        for at in 0..rest.len() {
            let mut others = rest.to_vec();
            let other = others.remove(at);
            if other >= floor && self.may_meet(first, other) {
                for (mut pairs, left) in self.ways(&others, floor) {
                    pairs.insert(0, (first, other));
                    ways.push((pairs, left));
                }
            }
        }
        ways
    }

    fn bracket(&self, moved: &[usize], start: usize, end: usize) -> Option<(Pairs, Vec<usize>)> {
        let players: Vec<usize> = moved.iter().copied().chain(start..end).collect();
        let mut best: Option<(Verdict, Pairs, Vec<usize>)> = None;
        for (pairs, left) in self.ways(&players, start) {
            let below: Vec<usize> = left.iter().copied().chain(end..self.forms.len()).collect();
            if !self.complete(&below) {
                continue;
            }
            let verdict =
                (self.quality(&pairs, &left, start, end), order(&players, moved.len(), &pairs));
            if best.as_ref().is_none_or(|(least, ..)| verdict < *least) {
                best = Some((verdict, pairs, left));
            }
        }
        best.map(|(_, pairs, left)| (pairs, left))
    }

    /// C6 and C7.
    fn down(&self, pairs: &Pairs, left: &[usize]) -> (i64, Vec<u32>) {
        let mut scores: Vec<u32> = left.iter().map(|&one| self.forms[one].score).collect();
        scores.sort_unstable_by(|one, other| other.cmp(one));
        (-(pairs.len() as i64), scores)
    }

    fn quality(&self, pairs: &Pairs, left: &[usize], start: usize, end: usize) -> Quality {
        let (most, scores) = self.down(pairs, left);
        let next = self.next(left, end);
        let residents = self.forms[start].score;
        let unplayed = match left {
            [one] if self.least.is_some_and(|least| least >= residents) => {
                self.forms[*one].unplayed
            }
            _ => 0,
        };
        let mut counts = [0; 8];
        let mut differences: [Vec<u32>; 4] = Default::default();
        for &(one, other) in pairs {
            let (one, other) = (&self.forms[one], &self.forms[other]);
            self.colours(one, other, &mut counts);
            for back in 0..2 {
                let difference = one.score - residents;
                if difference > 0 && other.floats[back] == Float::Up {
                    counts[5 + 2 * back] += 1;
                    differences[2 * back + 1].push(difference);
                }
                if difference > 0 && one.floats[back] == Float::Down {
                    differences[2 * back].push(difference);
                }
            }
        }
        for form in left.iter().map(|&one| &self.forms[one]) {
            for back in 0..2 {
                if form.floats[back] == Float::Down {
                    match form.score - residents {
                        0 => counts[4 + 2 * back] += 1,
                        difference => differences[2 * back].push(100_000 + difference),
                    }
                }
            }
        }
        for list in &mut differences {
            list.sort_unstable_by(|one, other| other.cmp(one));
        }
        (most, scores, next, unplayed, counts, differences)
    }

    /// C8: how well the next bracket can do by C6 and C7.
    fn next(&self, left: &[usize], start: usize) -> Vec<i64> {
        if start >= self.forms.len() {
            return Vec::new();
        }
        let end = self.group(start);
        let players: Vec<usize> = left.iter().copied().chain(start..end).collect();
        let ways = self.ways(&players, start).into_iter().filter(|(_, left)| {
            let below: Vec<usize> = left.iter().copied().chain(end..self.forms.len()).collect();
            self.complete(&below)
        });
        let best = ways.map(|(pairs, left)| self.down(&pairs, &left)).min();
        best.map_or(Vec::new(), |(most, scores)| {
            std::iter::once(most).chain(scores.into_iter().map(i64::from)).collect()
        })
    }

    /// C10 to C13, from the colours that the two would have.
    fn colours(&self, one: &Form, other: &Form, counts: &mut [u32; 8]) {
        let given = colour(one, other, self.field.initial);
        for (form, given) in [(one, given), (other, given.other())] {
            let step = if given == Colour::White { 1 } else { -1 };
            let top = one.topscorer || other.topscorer;
            counts[0] += u32::from(top && (form.difference + step).abs() > 2);
            counts[1] += u32::from(top && form.colours.ends_with(&[given, given]));
            let missed = form.preference.is_some_and(|wish| wish != given);
            counts[2] += u32::from(missed);
            counts[3] += u32::from(missed && form.claim == Claim::Strong);
        }
    }
}

/// 3.6, 3.7 and article 4: where a candidate comes in the order of trials.
fn order(players: &[usize], moved: usize, pairs: &Pairs) -> Order {
    let place = |player: usize| players.iter().position(|&one| one == player).unwrap_or_default();
    let mut chosen = Vec::new();
    let mut opponents = Vec::new();
    for at in 0..moved {
        if let Some(&(_, other)) = pairs.iter().find(|(one, _)| place(*one) == at) {
            chosen.push(at);
            opponents.push(place(other));
        }
    }
    let rest: Vec<usize> = (moved..players.len()).filter(|at| !opponents.contains(at)).collect();
    let number = |player: usize| rest.iter().position(|&at| players[at] == player);
    let rest_pairs: Vec<(usize, usize)> =
        pairs.iter().filter_map(|&(one, other)| Some((number(one)?, number(other)?))).collect();
    let size = rest_pairs.len();
    // Every way to say which of each pair is in S1; the articles come to the earliest of them.
    let ways = (0..1usize << size).map(|way| {
        let turned = |at: usize| way >> at & 1 == 1;
        let mut sides: Vec<(usize, usize)> = rest_pairs
            .iter()
            .enumerate()
            .map(|(at, &(one, other))| if turned(at) { (other, one) } else { (one, other) })
            .collect();
        sides.sort_unstable();
        let first: Vec<usize> = sides.iter().map(|side| side.0).collect();
        let mut out: Vec<usize> = (0..size).filter(|one| !first.contains(one)).collect();
        let into: Vec<usize> = first.iter().copied().filter(|&one| one >= size).collect();
        let difference = into.iter().sum::<usize>() as i64 - out.iter().sum::<usize>() as i64;
        out.reverse();
        let out = out.into_iter().map(Reverse).collect();
        (
            (into.len(), difference, out, into),
            sides.into_iter().map(|side| side.1).collect::<Vec<_>>(),
        )
    });
    let (exchange, below) = ways.min().unwrap_or_default();
    (chosen, opponents, exchange, below)
}
