//! The transposition table: what a search remembers about positions that it meets again.

/// The relation of a stored value to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The true value is at least the stored one.
    Lower,
    /// The true value is at most the stored one.
    Upper,
    /// The stored value is the true one.
    Exact,
}

/// The memory of the table about one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The value for the side to move, in millionths of 2p - 1.
    pub value: i32,
    /// The relation of the value to the true one.
    pub bound: Bound,
    /// The depth in plies to which it was searched, at least 1.
    pub depth: u8,
    /// The id of the best move (`Evaluate::move_id`); `u16::MAX` if there is none.
    pub move_id: u16,
}

/// The transposition table of one search. It starts empty, so earlier games cannot change a move.
///
/// Entries come in buckets of two: the first keeps the deeper search, the second the newer one. They
/// are plain pairs of integers, because a zeroed array of those costs nothing until it is touched.
#[derive(Debug)]
pub struct TranspositionTable {
    cells: Vec<[u64; 2]>,
    mask: usize,
}

impl TranspositionTable {
    const MIN_BITS: u32 = 16;
    const MAX_BITS: u32 = 18;

    /// A table for a search of this many nodes, with 2^16 to 2^18 entries of 16 bytes, 4 MB.
    #[must_use]
    pub fn for_nodes(nodes: u64) -> Self {
        let bits = nodes.max(1).ilog2().clamp(Self::MIN_BITS, Self::MAX_BITS);
        Self::with_bits(bits)
    }

    /// A table with 2^`bits` entries, at least two: the fewer, the less it takes to make.
    #[must_use]
    pub fn with_bits(bits: u32) -> Self {
        let n_cells = 1_usize << bits.max(1);
        Self { cells: vec![[0; 2]; n_cells], mask: n_cells - 2 }
    }

    /// The number of entries that there is room for.
    #[must_use]
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Returns `true` if the table has no room at all, which never happens.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Returns what is remembered about the position with this key.
    #[must_use]
    pub fn get(&self, key: u64) -> Option<Entry> {
        let first = key as usize & self.mask;
        self.cells[first..first + 2].iter().find(|cell| cell[0] == key).and_then(|c| unpack(c[1]))
    }

    /// Remembers `entry` for the position with this key; the deeper entry of another position in the
    /// bucket is kept.
    pub fn put(&mut self, key: u64, entry: Entry) {
        let first = key as usize & self.mask;
        let deep = &self.cells[first];
        let shallower = unpack(deep[1]).is_none_or(|old| old.depth <= entry.depth);
        let place = if deep[0] == key || shallower { first } else { first + 1 };
        if place == first && deep[0] != key {
            self.cells[first + 1] = *deep;
        }
        self.cells[place] = [key, pack(entry)];
    }
}

/// Packs the value into the upper half, then the move's id, the depth and the bound; the result is
/// never 0, which means an empty cell.
fn pack(entry: Entry) -> u64 {
    let bound = match entry.bound {
        Bound::Lower => 1,
        Bound::Upper => 2,
        Bound::Exact => 3,
    };
    u64::from(entry.value as u32) << 32
        | u64::from(entry.move_id) << 16
        | u64::from(entry.depth) << 8
        | bound
}

fn unpack(bits: u64) -> Option<Entry> {
    let bound = match bits & 3 {
        1 => Bound::Lower,
        2 => Bound::Upper,
        3 => Bound::Exact,
        _ => return None,
    };
    Some(Entry {
        value: (bits >> 32) as u32 as i32,
        bound,
        depth: (bits >> 8) as u8,
        move_id: (bits >> 16) as u16,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_comes_back_as_it_went_in() {
        let mut table = TranspositionTable::for_nodes(0);
        assert_eq!(table.len(), 1 << 16);
        for (key, value) in [(1_u64, -1_000_000), (1 << 40, 7), (u64::MAX, 999_999)] {
            for bound in [Bound::Lower, Bound::Upper, Bound::Exact] {
                let entry = Entry { value, bound, depth: 200, move_id: 3887 };
                table.put(key, entry);
                assert_eq!(table.get(key), Some(entry));
            }
        }
        assert_eq!(table.get(0), None);
    }

    #[test]
    fn the_deeper_of_two_survives_a_third() {
        let mut table = TranspositionTable::for_nodes(0);
        let entry = |depth| Entry { value: 0, bound: Bound::Exact, depth, move_id: 0 };
        let key = |n: u64| n << 32 | 4;
        table.put(key(1), entry(5));
        table.put(key(2), entry(2));
        table.put(key(3), entry(1));
        assert_eq!(table.get(key(1)), Some(entry(5)));
        assert_eq!(table.get(key(2)), None);
        assert_eq!(table.get(key(3)), Some(entry(1)));
        table.put(key(4), entry(6));
        assert_eq!(table.get(key(1)), Some(entry(5)));
        assert_eq!(table.get(key(4)), Some(entry(6)));
    }

    #[test]
    fn the_budget_sizes_the_table() {
        assert_eq!(TranspositionTable::for_nodes(200_000).len(), 1 << 17);
        assert_eq!(TranspositionTable::for_nodes(u64::MAX).len(), 1 << 18);
    }
}
