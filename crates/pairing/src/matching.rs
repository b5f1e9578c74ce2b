//! The best perfect matching of a small graph whose edges carry several values, the first counting before all others.

use integer_blossom::{Weight, max_weight_matching};

use super::wide::Wide;

/// A graph to be matched completely. Each edge has a value for each criterion; of two matchings the one is better
/// whose sums are greater at the first criterion in which they differ.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    vertices: usize,
    fields: usize,
    /// By pair (see [`Graph::at`]): the values, or `None` for no edge.
    present: Vec<bool>,
    values: Vec<u32>,
    /// The one value below all others, that decides among what they leave equal.
    low: Vec<u32>,
}

impl Graph {
    /// A graph without edges.
    pub(super) fn new(vertices: usize, fields: usize) -> Graph {
        let pairs = vertices * vertices.saturating_sub(1) / 2;
        Graph {
            vertices,
            fields,
            present: vec![false; pairs],
            values: vec![0; pairs * fields],
            low: vec![0; pairs],
        }
    }

    /// Returns how many vertices there are.
    pub(super) fn vertices(&self) -> usize {
        self.vertices
    }

    fn at(&self, one: usize, other: usize) -> usize {
        let (low, high) = (one.min(other), one.max(other));
        debug_assert!(low < high && high < self.vertices);
        high * (high - 1) / 2 + low
    }

    /// Adds an edge, or replaces its values.
    pub(super) fn join(&mut self, one: usize, other: usize, values: &[u32]) {
        let at = self.at(one, other);
        self.present[at] = true;
        self.values[at * self.fields..(at + 1) * self.fields].copy_from_slice(values);
    }

    /// Takes an edge away.
    pub(super) fn part(&mut self, one: usize, other: usize) {
        let at = self.at(one, other);
        self.present[at] = false;
    }

    /// Returns `true` if there is this edge.
    pub(super) fn joined(&self, one: usize, other: usize) -> bool {
        one != other && self.present[self.at(one, other)]
    }

    /// The values of an edge.
    pub(super) fn values(&self, one: usize, other: usize) -> &[u32] {
        let at = self.at(one, other);
        &self.values[at * self.fields..(at + 1) * self.fields]
    }

    /// Sets what decides among equals for this edge.
    pub(super) fn prefer(&mut self, one: usize, other: usize, low: u32) {
        let at = self.at(one, other);
        self.low[at] = low;
    }

    /// Forgets what decides among equals.
    pub(super) fn indifferent(&mut self) {
        self.low.fill(0);
    }

    /// Keeps of a vertex no edge but one.
    pub(super) fn fix(&mut self, one: usize, other: usize) {
        for third in 0..self.vertices {
            if third != one && third != other {
                self.part(one, third);
                self.part(other, third);
            }
        }
    }

    /// The mate of every vertex in a best perfect matching; `None` where there is no perfect one.
    pub(super) fn best(&self) -> Option<Vec<usize>> {
        let layout = Layout::of(self);
        match layout.bits {
            0..=122 => self.solve::<2>(&layout),
            123..=186 => self.solve::<3>(&layout),
            187..=250 => self.solve::<4>(&layout),
            251..=378 => self.solve::<6>(&layout),
            379..=506 => self.solve::<8>(&layout),
            507..=1018 => self.solve::<16>(&layout),
            _ => self.solve::<WIDEST>(&layout),
        }
    }

    /// The vertices that still have a choice: those whose only edge leads to a vertex with no other are settled.
    fn settled(&self) -> Vec<Option<usize>> {
        let only: Vec<Option<usize>> = (0..self.vertices)
            .map(|one| {
                let mut mates = (0..self.vertices).filter(|&other| self.joined(one, other));
                let first = mates.next()?;
                mates.next().is_none().then_some(first)
            })
            .collect();
        (0..self.vertices).map(|one| only[one].filter(|&mate| only[mate] == Some(one))).collect()
    }

    fn solve<const N: usize>(&self, layout: &Layout) -> Option<Vec<usize>> {
        debug_assert!(layout.bits <= Wide::<N>::ROOM);
        let mut mates: Vec<Option<usize>> = self.settled();
        let open: Vec<usize> = (0..self.vertices).filter(|&one| mates[one].is_none()).collect();
        let size = open.len();
        let mut weights = vec![Wide::<N>::ZERO; size * size];
        for (row, &one) in open.iter().enumerate() {
            for (column, &other) in open.iter().enumerate().skip(row + 1) {
                let at = self.at(one, other);
                if self.present[at] {
                    weights[row * size + column] = layout.weight(
                        &self.values[at * self.fields..(at + 1) * self.fields],
                        self.low[at],
                    );
                }
            }
        }
        for (row, mate) in max_weight_matching(&weights, size).into_iter().enumerate() {
            mates[open[row]] = Some(open[mate?]);
        }
        mates.into_iter().collect()
    }
}

/// The most words of a weight.
const WIDEST: usize = 64;

/// The position of each criterion in the weight of an edge. A criterion that is the same for all edges takes no room.
struct Layout {
    /// Of each field: its shift and its least value, or `None` where it does not matter.
    fields: Vec<Option<(u32, u32)>>,
    bits: u32,
}

impl Layout {
    fn of(graph: &Graph) -> Layout {
        let pairs = (graph.vertices / 2).max(1) as u64;
        let width = |spread: u32| u64::BITS - (u64::from(spread) * pairs).leading_zeros();
        let spread = |value: &dyn Fn(usize) -> u32| {
            let mut range: Option<(u32, u32)> = None;
            for at in (0..graph.present.len()).filter(|&at| graph.present[at]) {
                let value = value(at);
                let (least, most) = range.unwrap_or((value, value));
                range = Some((least.min(value), most.max(value)));
            }
            range.unwrap_or((0, 0))
        };
        let (_, most) = spread(&|at| graph.low[at]);
        let mut bits = width(most);
        let spreads: Vec<(u32, u32)> = (0..graph.fields)
            .map(|field| spread(&|at| graph.values[at * graph.fields + field]))
            .collect();
        // In no event that is played are there so many different scores that this is not enough; the criteria that
        // count least are left out then.
        let mut room = Wide::<WIDEST>::ROOM - bits - width(1);
        let fits = |(least, most): &&(u32, u32)| {
            let left = room.checked_sub(width(most - least));
            room = left.unwrap_or(0);
            left.is_some()
        };
        let kept = spreads.iter().take_while(fits).count();
        let mut fields = vec![None; graph.fields];
        for field in (0..kept).rev() {
            let (least, most) = spreads[field];
            if most > least {
                fields[field] = Some((bits, least));
                bits += width(most - least);
            }
        }
        // Above them all: one more pair is worth more than anything else.
        let full = bits;
        fields.push(Some((full, 0)));
        Layout { fields, bits: full + width(1) }
    }

    fn weight<const N: usize>(&self, values: &[u32], low: u32) -> Wide<N> {
        let mut sum = Wide::shifted(u64::from(low), 0);
        for (field, &value) in self.fields.iter().zip(values.iter().chain(std::iter::once(&1))) {
            if let Some((shift, least)) = field {
                sum += Wide::shifted(u64::from(value - least), *shift);
            }
        }
        sum
    }
}

/// A value that is the better the less there is of what it counts.
pub(super) fn less(count: u32) -> u32 {
    MIDDLE.saturating_sub(count)
}

/// A value that is the better the more there is.
pub(super) fn more(count: u32) -> u32 {
    MIDDLE.saturating_add(count)
}

/// Nothing to be counted.
const MIDDLE: u32 = 1 << 30;

#[cfg(test)]
mod tests {
    use super::*;

    /// The best sums of any perfect matching, by trying all.
    fn tried(graph: &Graph, left: &[usize]) -> Option<Vec<u64>> {
        let Some((&one, rest)) = left.split_first() else {
            return Some(vec![0; graph.fields + 1]);
        };
        let mut best = None;
        for at in 0..rest.len() {
            let mut others = rest.to_vec();
            let other = others.remove(at);
            if graph.joined(one, other)
                && let Some(sums) = tried(graph, &others)
            {
                best = best.max(Some(added(graph, sums, one, other)));
            }
        }
        best
    }

    fn added(graph: &Graph, mut sums: Vec<u64>, one: usize, other: usize) -> Vec<u64> {
        let low = graph.low[graph.at(one, other)];
        let values = graph.values(one, other).iter().chain(std::iter::once(&low));
        sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += u64::from(*value));
        sums
    }

    fn check(graph: &Graph) {
        let all: Vec<usize> = (0..graph.vertices).collect();
        let best = graph.best().map(|mates| {
            let mut sums = vec![0; graph.fields + 1];
            for (one, &other) in mates.iter().enumerate() {
                assert_eq!(mates[other], one);
                if one < other {
                    assert!(graph.joined(one, other));
                    sums = added(graph, sums, one, other);
                }
            }
            sums
        });
        assert_eq!(best, tried(graph, &all), "{graph:?}");
    }

    #[test]
    fn every_graph_of_up_to_six_is_matched_as_well_as_can_be() {
        for vertices in 0..=6_usize {
            let pairs = vertices * vertices.saturating_sub(1) / 2;
            for shape in 0..1_u32 << pairs {
                let mut graph = Graph::new(vertices, 1);
                for at in (0..pairs).filter(|at| shape >> at & 1 == 1) {
                    graph.present[at] = true;
                    graph.values[at] = (at as u32 * 7 + shape * 5) % 4;
                }
                check(&graph);
            }
        }
    }

    #[test]
    fn more_criteria_than_fit_leave_the_first_ones() {
        let mut graph = Graph::new(8, 400);
        graph.present.fill(true);
        for (at, value) in graph.values.iter_mut().enumerate() {
            *value = (at as u32).wrapping_mul(2_654_435_761) >> 8;
        }
        let mates = graph.best().expect("all are joined");
        let sums = mates.iter().enumerate().filter(|(one, other)| one < other);
        let sum: u64 = sums.map(|(one, &other)| u64::from(graph.values(one, other)[0])).sum();
        let all: Vec<usize> = (0..8).collect();
        assert_eq!(Some(sum), tried(&graph, &all).map(|sums| sums[0]));
    }

    #[test]
    fn random_graphs_of_eight_are_matched_as_well_as_can_be_at_every_width() {
        let mut state = 1_u32;
        let mut next = |limit: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) % limit
        };
        for fields in [0, 1, 3, 6, 9, 12, 18, 40] {
            for _ in 0..40 {
                let mut graph = Graph::new(8, fields);
                for at in 0..28 {
                    graph.present[at] = next(4) > 0;
                    graph.low[at] = next(3);
                }
                for value in &mut graph.values {
                    *value = next(if fields % 2 == 0 { 3 } else { 1 << 24 });
                }
                check(&graph);
            }
        }
    }
}
