//! Random numbers for the hash keys of positions (Zobrist 1970), the same on every machine.

/// The n-th number, from 0, of the splitmix64 generator with seed 0.
pub(super) const fn splitmix(n: u64) -> u64 {
    let mut z = n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}
