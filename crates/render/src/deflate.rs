//! A small deflate compressor for boards.
//!
//! Boards are flat areas, rows like the row above, and the same piece again some squares to the
//! left. General compressors look for matches everywhere; a quick cut looks in those places, and a thorough one
//! everywhere as well. docs/PERFORMANCE.md compares it with libraries. The format is RFC 1950 and 1951: one
//! block with its own Huffman codes.

/// The shortest match of the format.
const SHORTEST: usize = 3;
/// The longest match of the format.
const LONGEST: usize = 258;
/// The distance back at which a match may begin.
const WINDOW: usize = 32 * 1024;
/// A match this long is taken without looking for a longer one.
const ENOUGH: usize = 16;
/// Shorter matches from afar cost as much as the bytes that they stand for.
const SHORTEST_FAR: usize = 5;
/// From this distance on a match is from afar to a thorough cut; to a quick one all are but the byte before.
const FAR: usize = 3000;

/// What is put off or known as a whole by a thorough cut is shorter than this, and a match that is not is taken.
const SURE: usize = 32;
/// How many places a thorough cut tries.
const TRIED: usize = 8;

const LITERALS: usize = 286;
const DISTANCES: usize = 30;
const END: usize = 256;

/// The first length of each length code, and the number of its extra bits.
const LENGTHS: [(u16, u8); 29] = {
    let extra =
        [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5];
    let mut table = [(258, 0); 29];
    let (mut code, mut first) = (0, 3);
    while code < 28 {
        table[code] = (first, extra[code]);
        first += 1 << extra[code];
        code += 1;
    }
    table
};

/// The code of each match length.
const LENGTH_CODES: [u8; LONGEST + 1] = {
    let mut codes = [28; LONGEST + 1];
    let mut length = SHORTEST;
    let mut code = 0;
    while length < LONGEST {
        if code < 27 && length as u16 >= LENGTHS[code + 1].0 {
            code += 1;
        }
        codes[length] = code as u8;
        length += 1;
    }
    codes
};

/// The code of a distance, the number of its extra bits, and their value.
const fn distance_code(distance: usize) -> (usize, u32, u32) {
    if distance <= 4 {
        return (distance - 1, 0, 0);
    }
    let rest = (distance - 1) as u32;
    let extra = rest.ilog2() - 1;
    let code = 2 * extra + (rest >> extra);
    (code as usize, extra, rest & ((1 << extra) - 1))
}

/// A literal byte, or a match, given by its length and its distance.
#[derive(Clone, Copy)]
struct Lz77Token {
    /// Zero for a literal.
    distance: u16,
    value: u16,
}

/// The repeats in rows of bytes, and how much work it is worth to find them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Repeats {
    /// After how many bytes much of a row comes again; 0 where nothing does.
    pub period: usize,
    /// Whether much lies elsewhere than above and a period to the left. Then all places are searched, which takes
    /// twice as long and an eighth of the bytes less.
    pub anywhere: bool,
}

/// Compresses rows of `stride` bytes into a zlib stream.
pub(crate) fn zlib(bytes: &[u8], stride: usize, repeats: Repeats) -> Vec<u8> {
    let near = [stride, stride - 1, repeats.period];
    let cut = match repeats.anywhere {
        true => cut::<true>(bytes, near),
        false => cut::<false>(bytes, near),
    };
    let mut bits = Bits { bytes: Vec::with_capacity(bytes.len() / 12 + 256), held: 0, count: 0 };
    bits.bytes.extend([0x78, 0x01]);
    block(&mut bits, cut);
    let mut packed = bits.finish();
    packed.extend(simd_adler32::adler32(&bytes).to_be_bytes());
    packed
}

/// The parts into which bytes are cut, with the frequencies of the symbols that stand for them.
struct Lz77 {
    tokens: Vec<Lz77Token>,
    literals: [u32; LITERALS],
    distances: [u32; DISTANCES],
}

impl Lz77 {
    fn literal(&mut self, literal: u8) {
        self.tokens.push(Lz77Token { distance: 0, value: literal.into() });
        self.literals[usize::from(literal)] += 1;
    }

    fn copy(&mut self, Match { length, distance }: Match) {
        self.tokens.push(Lz77Token { distance: distance as u16, value: length as u16 });
        self.literals[257 + usize::from(LENGTH_CODES[length])] += 1;
        self.distances[distance_code(distance).0] += 1;
    }
}

/// Bytes that are the same as some before them.
#[derive(Clone, Copy, Default)]
struct Match {
    /// How many; 0 where there are none.
    length: usize,
    /// The distance back.
    distance: usize,
}

impl Match {
    /// Returns `true` if this match is worth more than another one. The byte before is the cheapest place.
    fn beats(self, other: Self) -> bool {
        self.length > other.length + usize::from(other.distance == 1)
    }
}

/// Cuts bytes into literals and matches. A thorough cut knows all places and not only the last one where a token
/// began with the same bytes, and puts a match off where the next byte begins a longer one.
fn cut<const THOROUGH: bool>(bytes: &[u8], near: [usize; 3]) -> Lz77 {
    let mut cut = Lz77 {
        tokens: Vec::with_capacity(bytes.len() / 16 + 16),
        literals: [0; LITERALS],
        distances: [0; DISTANCES],
    };
    let mut places = Places::<THOROUGH>::new();
    let mut ahead = None;
    let mut at = 0;
    while let Some(&literal) = bytes.get(at) {
        let found = ahead.take().unwrap_or_else(|| best_match(bytes, at, near, &mut places));
        if found.length < SHORTEST {
            cut.literal(literal);
            at += 1;
            continue;
        }
        let mut known = at + 1;
        if THOROUGH && found.length < SURE {
            let next = best_match(bytes, known, near, &mut places);
            known += 1;
            if next.beats(found) {
                cut.literal(literal);
                at += 1;
                ahead = Some(next);
                continue;
            }
        }
        cut.copy(found);
        at += found.length;
        if THOROUGH {
            // What a long match begins with is known from where it was found.
            for place in known.max(at.saturating_sub(ENOUGH))..at {
                if let Some(word) = word(bytes, place) {
                    places.visit(word, place);
                }
            }
        }
    }
    cut
}

/// Where four bytes were seen. Places are kept plus one, so that zero means none.
struct Places<const THOROUGH: bool> {
    /// The last place for each hash of four bytes.
    last: Vec<u32>,
    /// For each place of the window the one before it with the same hash; empty unless the cut is thorough.
    before: Vec<u32>,
}

impl<const THOROUGH: bool> Places<THOROUGH> {
    const HASH_BITS: u32 = if THOROUGH { 15 } else { 13 };

    fn new() -> Self {
        let window = if THOROUGH { WINDOW } else { 0 };
        Self { last: vec![0; 1 << Self::HASH_BITS], before: vec![0; window] }
    }

    /// Notes a place of four bytes, and returns the last one before it.
    #[inline]
    fn visit(&mut self, word: u32, at: usize) -> usize {
        let hash = word.wrapping_mul(0x9E37_79B1) >> (32 - Self::HASH_BITS);
        let before = std::mem::replace(&mut self.last[hash as usize], at as u32 + 1);
        if THOROUGH {
            self.before[at % WINDOW] = before;
        }
        before as usize
    }
}

/// The longest match at a place: of the byte before, of what lies `near` above and to the left, or of where the
/// same four bytes were seen. Of equals it takes the first.
#[inline]
fn best_match<const THOROUGH: bool>(
    bytes: &[u8],
    at: usize,
    near: [usize; 3],
    places: &mut Places<THOROUGH>,
) -> Match {
    let Some(word) = word(bytes, at) else { return Match::default() };
    let last = places.visit(word, at);
    let mut best = Match::default();
    if at > 0 && bytes[at - 1] == bytes[at] {
        best = Match { length: common(bytes, at - 1, at), distance: 1 };
    }
    let enough = if THOROUGH { SURE } else { ENOUGH };
    for distance in near {
        if best.length >= enough {
            return best;
        }
        best = better::<THOROUGH>(bytes, at, word, distance, best);
    }
    let mut before = last;
    for _ in 0..if THOROUGH { TRIED } else { 1 } {
        if before == 0 || best.length >= enough {
            break;
        }
        let from = before - 1;
        // A longer match has this byte too.
        if !THOROUGH || bytes.get(from + best.length) == bytes.get(at + best.length) {
            best = better::<THOROUGH>(bytes, at, word, at - from, best);
        }
        if THOROUGH {
            let older = places.before[from % WINDOW] as usize;
            // Beyond the window newer places stand where older ones stood.
            before = if older < before { older } else { 0 };
        }
    }
    best
}

/// The better one of a match and what there is at a distance.
#[inline]
fn better<const THOROUGH: bool>(
    bytes: &[u8],
    at: usize,
    word: u32,
    distance: usize,
    than: Match,
) -> Match {
    // Most places are seen not to match at their first bytes.
    let is_there = distance.wrapping_sub(1) < at.min(WINDOW);
    if !is_there || self::word(bytes, at - distance) != Some(word) {
        return than;
    }
    let found = Match { length: common(bytes, at - distance, at), distance };
    let is_worth_it = found.length >= SHORTEST_FAR || THOROUGH && distance < FAR;
    if is_worth_it && found.beats(than) { found } else { than }
}

/// The four bytes at a place, if there are as many.
fn word(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..)?.first_chunk().map(|word| u32::from_le_bytes(*word))
}

/// Returns how many bytes from two places on are the same.
fn common(bytes: &[u8], from: usize, at: usize) -> usize {
    let limit = (bytes.len() - at).min(LONGEST);
    let (left, right) = (&bytes[from..from + limit], &bytes[at..at + limit]);
    let mut length = 0;
    while let (Some(left), Some(right)) = (sixteen(left, length), sixteen(right, length)) {
        let differ = left ^ right;
        if differ != 0 {
            return length + differ.trailing_zeros() as usize / 8;
        }
        length += 16;
    }
    let rest = left[length..].iter().zip(&right[length..]);
    length + rest.take_while(|(left, right)| left == right).count()
}

/// Sixteen bytes at a place, if there are as many.
fn sixteen(bytes: &[u8], at: usize) -> Option<u128> {
    bytes.get(at..)?.first_chunk().map(|eight| u128::from_le_bytes(*eight))
}

/// Bits on their way out, least significant first.
pub(crate) struct Bits {
    pub bytes: Vec<u8>,
    pub held: u64,
    pub count: u32,
}

impl Bits {
    /// Appends up to 32 bits.
    pub(crate) fn push(&mut self, value: u32, count: u32) {
        self.held |= u64::from(value) << self.count;
        self.count += count;
        if self.count >= 32 {
            self.bytes.extend((self.held as u32).to_le_bytes());
            self.held >>= 32;
            self.count -= 32;
        }
    }

    /// Appends up to 48 bits.
    fn push_many(&mut self, value: u64, count: u32) {
        self.held |= value << self.count;
        self.count += count;
        let whole = self.count / 8;
        self.bytes.extend_from_slice(&self.held.to_le_bytes());
        self.bytes.truncate(self.bytes.len() - 8 + whole as usize);
        self.held = self.held.checked_shr(8 * whole).unwrap_or(0);
        self.count %= 8;
    }

    /// All bytes, the last one filled up.
    pub(crate) fn finish(mut self) -> Vec<u8> {
        let rest = self.held.to_le_bytes();
        self.bytes.extend(&rest[..self.count.div_ceil(8) as usize]);
        self.bytes
    }
}

/// A Huffman code: for each symbol its bits, reversed for writing, and their number.
struct Code {
    symbols: Vec<(u16, u8)>,
}

impl Code {
    /// The code for these frequencies with no symbol longer than `limit` bits.
    fn new(frequencies: &[u32], limit: u8) -> Self {
        let lengths = lengths(frequencies, limit);
        let mut next = [0_u16; 17];
        for length in 1..16_u8 {
            let shorter = lengths.iter().filter(|&&other| other == length).count() as u16;
            next[usize::from(length) + 1] = (next[usize::from(length)] + shorter) << 1;
        }
        let symbols = lengths.iter().map(|&length| {
            let code = &mut next[usize::from(length)];
            *code += 1;
            let turned = (*code - 1).reverse_bits().checked_shr(16 - u32::from(length));
            (turned.unwrap_or(0), length)
        });
        Self { symbols: symbols.collect() }
    }

    fn write(&self, bits: &mut Bits, symbol: usize) {
        self.write_with(bits, symbol, 0, 0);
    }

    /// Writes a symbol and behind it `count` more bits.
    fn write_with(&self, bits: &mut Bits, symbol: usize, more: u32, count: u32) {
        let (code, length) = self.symbols[symbol];
        bits.push(u32::from(code) | more << length, u32::from(length) + count);
    }
}

/// Code lengths by Huffman's method, then shortened to a limit.
fn lengths(frequencies: &[u32], limit: u8) -> Vec<u8> {
    let mut used: Vec<(u32, usize)> = frequencies.iter().copied().zip(0..).collect();
    used.retain(|(frequency, _)| *frequency > 0);
    used.sort_unstable();
    let mut lengths = vec![0; frequencies.len()];
    if used.len() < 2 {
        // A decoder wants a code of one bit even for a single symbol.
        used.iter().for_each(|(_, symbol)| lengths[*symbol] = 1);
        return lengths;
    }
    let depths = depths(&used.iter().map(|(frequency, _)| *frequency).collect::<Vec<_>>());
    let depths = within(depths, limit);
    for ((_, symbol), depth) in used.iter().zip(depths) {
        lengths[*symbol] = depth;
    }
    lengths
}

/// Depths of the leaves of the Huffman tree over sorted weights.
fn depths(weights: &[u32]) -> Vec<u8> {
    let leaves = weights.len();
    let mut nodes: Vec<u32> = weights.to_vec();
    let mut parents = vec![0; 2 * leaves - 1];
    let (mut leaf, mut inner) = (0, leaves);
    for parent in leaves..2 * leaves - 1 {
        let mut sum = 0;
        for _ in 0..2 {
            let takes_leaf = leaf < leaves && (inner >= nodes.len() || nodes[leaf] <= nodes[inner]);
            let child = if takes_leaf { &mut leaf } else { &mut inner };
            sum += nodes[*child];
            parents[*child] = parent;
            *child += 1;
        }
        nodes.push(sum);
    }
    let mut depths = vec![0_u8; 2 * leaves - 1];
    for node in (0..2 * leaves - 2).rev() {
        depths[node] = depths[parents[node]] + 1;
    }
    depths.truncate(leaves);
    depths
}

/// Brings depths, deepest first, within a limit. Codes that are cut short take up too much room,
/// which is made up for by lengthening the deepest codes that can still grow; what is left over then
/// shortens the shortest code for which it suffices. Decoders want a code that is neither overfull
/// nor has gaps.
fn within(mut depths: Vec<u8>, limit: u8) -> Vec<u8> {
    let share = |depth: u8| 1_u32 << (limit - depth);
    let full = 1_u32 << limit;
    depths.iter_mut().for_each(|depth| *depth = (*depth).min(limit));
    let mut used: u32 = depths.iter().map(|&depth| share(depth)).sum();
    while used > full {
        let Some(depth) = depths.iter_mut().find(|depth| **depth < limit) else { break };
        used -= share(*depth) / 2;
        *depth += 1;
    }
    while used < full {
        let fits = |depth: &&mut u8| **depth > 1 && share(**depth) <= full - used;
        let Some(depth) = depths.iter_mut().rev().find(fits) else { break };
        used += share(*depth);
        *depth -= 1;
    }
    // Sorted weights want falling depths.
    depths.sort_unstable_by(|left, right| right.cmp(left));
    depths
}

/// Writes all tokens as one block, the last one of the stream.
fn block(bits: &mut Bits, cut: Lz77) {
    let Lz77 { tokens, mut literals, mut distances } = cut;
    literals[END] = 1;
    // Even a block without matches names one distance.
    distances[0] = distances[0].max(1);
    let (literals, distances) = (Code::new(&literals, 15), Code::new(&distances, 15));
    header(bits, &literals, &distances);
    let starts = starts(&literals);
    for token in &tokens {
        let (start, count) =
            starts[usize::from(token.value) + if token.distance == 0 { 0 } else { 256 }];
        let mut all = (u64::from(start), u32::from(count));
        if token.distance > 0 {
            let (code, extra, rest) = distance_code(token.distance.into());
            let (code, length) = distances.symbols[code];
            all.0 |= u64::from(u32::from(code) | rest << length) << all.1;
            all.1 += u32::from(length) + extra;
        }
        bits.push_many(all.0, all.1);
    }
    literals.write(bits, END);
}

/// Returns the codes for each literal byte, and behind them for each length of a match: the bits, and their
/// number.
fn starts(literals: &Code) -> Vec<(u32, u8)> {
    let bytes = (0..256).map(|byte| (literals.symbols[byte].0.into(), literals.symbols[byte].1));
    let lengths = LENGTH_CODES.iter().zip(0_u16..).map(|(&name, length)| {
        let (code, count) = literals.symbols[257 + usize::from(name)];
        let (first, extra) = LENGTHS[usize::from(name)];
        (u32::from(code) | u32::from(length.saturating_sub(first)) << count, count + extra)
    });
    bytes.chain(lengths).collect()
}

/// The order in which a block names the lengths of the codes for code lengths.
const ORDER: [usize; 19] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/// Writes both codes. Runs of unused symbols are shortened; other runs are not worth the effort.
fn header(bits: &mut Bits, literals: &Code, distances: &Code) {
    let both = literals.symbols.iter().chain(&distances.symbols);
    let lengths: Vec<u8> = both.map(|(_, length)| *length).collect();
    let mut names: Vec<(usize, u32, u32)> = Vec::new();
    let mut at = 0;
    while at < lengths.len() {
        let zeros = lengths[at..].iter().take(138).take_while(|length| **length == 0).count();
        let (name, count) = match zeros {
            0..=2 => ((usize::from(lengths[at]), 0, 0), 1),
            3..=10 => ((17, zeros as u32 - 3, 3), zeros),
            _ => ((18, zeros as u32 - 11, 7), zeros),
        };
        names.push(name);
        at += count;
    }
    let mut frequencies = [0_u32; 19];
    names.iter().for_each(|(name, ..)| frequencies[*name] += 1);
    let code = Code::new(&frequencies, 7);
    bits.push(0b101, 3);
    bits.push(LITERALS as u32 - 257, 5);
    bits.push(DISTANCES as u32 - 1, 5);
    bits.push(ORDER.len() as u32 - 4, 4);
    for symbol in ORDER {
        bits.push(code.symbols[symbol].1.into(), 3);
    }
    for (name, rest, extra) in names {
        code.write(bits, name);
        bits.push(rest, extra);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Unpacks through the PNG reader, the only reader of zlib streams at hand.
    fn unpacked(rows: &[u8], stride: usize, repeats: Repeats) -> Vec<u8> {
        let (width, height) = (stride - 1, rows.len() / stride);
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, width as u32, height as u32);
        encoder.set_color(png::ColorType::Grayscale);
        let mut writer = encoder.write_header().unwrap();
        writer.write_chunk(png::chunk::IDAT, &zlib(rows, stride, repeats)).unwrap();
        drop(writer);
        let mut reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().unwrap();
        let mut pixels = vec![0; width * height];
        reader.next_frame(&mut pixels).unwrap();
        pixels
    }

    fn check(width: usize, pixels: &[u8]) {
        let rows: Vec<u8> =
            pixels.chunks_exact(width).flat_map(|row| [&[0], row].concat()).collect();
        for anywhere in [false, true] {
            let repeats = Repeats { period: width / 3, anywhere };
            let whole = &pixels[..pixels.len() / width * width];
            assert_eq!(unpacked(&rows, width + 1, repeats), whole, "{repeats:?}");
        }
    }

    #[test]
    fn lengths_and_distances_have_the_codes_of_the_format() {
        let code = |length: usize| LENGTH_CODES[length];
        assert_eq!([3, 10, 11, 12, 13, 257, 258].map(code), [0, 7, 8, 8, 9, 27, 28]);
        assert_eq!(LENGTHS[27], (227, 5));
        assert_eq!(distance_code(4), (3, 0, 0));
        assert_eq!(distance_code(6), (4, 1, 1));
        assert_eq!(distance_code(901), (19, 8, 132));
        assert_eq!(distance_code(WINDOW), (29, 13, 8191));
    }

    #[test]
    fn flat_and_steep_pictures_survive() {
        check(1, &[7]);
        check(40, &[0; 4000]);
        check(300, &(0..90_000_u32).map(|i| (i.wrapping_mul(i) >> 7) as u8).collect::<Vec<_>>());
        // Frequencies like Fibonacci's numbers make the longest codes.
        let (mut one, mut other) = (1_usize, 1);
        let mut steep: Vec<u8> = Vec::new();
        for value in 0..24_u8 {
            steep.extend((0..one).map(|i| if i % 2 == 0 { value } else { 255 - value }));
            (one, other) = (other, one + other);
        }
        steep.sort_unstable_by_key(|value| value.wrapping_mul(151));
        check(100, &steep);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn any_picture_survives(width in 1_usize..70, colour in 1_u8..=255, seed: u64, repeat in 1_usize..40) {
            let mut state = seed | 1;
            let mut next = || {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                state
            };
            let mut pixels = Vec::new();
            while pixels.len() < width * 60 {
                let (value, run) = ((next() % u64::from(colour)) as u8, next() as usize % repeat + 1);
                pixels.extend(std::iter::repeat_n(value, run));
            }
            check(width, &pixels);
        }
    }
}
