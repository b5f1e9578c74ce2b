//! Packs palette indices as GIF files have them: LZW (Welch, 1984) with codes of 9 to 12 bits.
//!
//! Most pixels of a frame are clear, in long runs. A run is taken here at one step, where a packer for any
//! data looks at each pixel.

use super::deflate::Bits;

/// How many bits an index has.
const INDEX_BITS: u8 = 8;
/// The code after which the codes of strings begin anew, and the one behind the last string.
const RESET: u16 = 1 << INDEX_BITS;
const END: u16 = RESET + 1;
/// How many codes there are at most.
const MOST: u16 = 1 << 12;
/// The places of the look-up table, as a power of two: four for each code.
const PLACE_BITS: u32 = 14;
/// A place without a string.
const FREE: u32 = u32::MAX;

/// Packs indices, behind the byte that says how many bits each has. `usual` is the index of which there are
/// long runs.
pub(crate) fn pack(pixels: &[u8], usual: u8) -> Vec<u8> {
    let mut bits = Bits { bytes: vec![INDEX_BITS], held: 0, count: 0 };
    let mut strings = Strings::new(usual);
    bits.push(RESET.into(), strings.code_bits);
    let (mut at, mut run_end) = (0, 0);
    while let Some(&first) = pixels.get(at) {
        let (mut code, mut next) = (u16::from(first), at + 1);
        if first == usual {
            run_end = if at < run_end { run_end } else { at + run_length(&pixels[at..]) };
            let known = (run_end - at).min(strings.runs.len());
            (code, next) = (strings.runs[known - 1], at + known);
        }
        while let Some(longer) = pixels.get(next).and_then(|&pixel| strings.find(code, pixel)) {
            (code, next) = (longer, next + 1);
        }
        bits.push(code.into(), strings.code_bits);
        match pixels.get(next) {
            Some(&pixel) if strings.next < MOST => strings.add(code, pixel),
            Some(_) => {
                bits.push(RESET.into(), strings.code_bits);
                strings.clear();
            }
            None => {}
        }
        at = next;
    }
    bits.push(END.into(), strings.code_bits);
    bits.finish()
}

/// Returns how often the first index is repeated at the beginning of some.
fn run_length(pixels: &[u8]) -> usize {
    let Some(&first) = pixels.first() else { return 0 };
    let chunks = pixels.chunks_exact(16);
    let whole =
        chunks.take_while(|chunk| chunk.iter().fold(0, |all, &one| all | (one ^ first)) == 0);
    let whole = 16 * whole.count();
    whole + pixels[whole..].iter().take_while(|&&pixel| pixel == first).count()
}

/// The strings of indices that have a code.
struct Strings {
    /// Of each place of the table the string, as the code of all but its last index and that index.
    keys: Vec<u32>,
    /// The code of each place's string.
    codes: Vec<u16>,
    /// The code of the next string.
    next: u16,
    /// How many bits a code has now.
    code_bits: u32,
    /// The index of long runs, and the codes of runs of it, from one to the longest that has a code.
    usual: u8,
    runs: Vec<u16>,
}

impl Strings {
    fn new(usual: u8) -> Self {
        let (keys, codes) = (vec![FREE; 1 << PLACE_BITS], vec![0; 1 << PLACE_BITS]);
        let mut strings = Self { keys, codes, next: 0, code_bits: 0, usual, runs: Vec::new() };
        strings.clear();
        strings
    }

    /// Forgets all strings but those of one index.
    fn clear(&mut self) {
        self.keys.fill(FREE);
        (self.next, self.code_bits) = (END + 1, u32::from(INDEX_BITS) + 1);
        self.runs.clear();
        self.runs.push(self.usual.into());
    }

    /// The place of a string that is another one, given by its code, and one index more; or the free place
    /// where it belongs. Less than a third of the places are ever taken.
    fn place(&self, key: u32) -> usize {
        let mut place = (key.wrapping_mul(0x9E37_79B1) >> (32 - PLACE_BITS)) as usize;
        while self.keys[place] != key && self.keys[place] != FREE {
            place = (place + 1) % (1 << PLACE_BITS);
        }
        place
    }

    fn find(&self, code: u16, pixel: u8) -> Option<u16> {
        let key = u32::from(code) << INDEX_BITS | u32::from(pixel);
        let place = self.place(key);
        (self.keys[place] == key).then(|| self.codes[place])
    }

    fn add(&mut self, code: u16, pixel: u8) {
        let key = u32::from(code) << INDEX_BITS | u32::from(pixel);
        let place = self.place(key);
        (self.keys[place], self.codes[place]) = (key, self.next);
        if pixel == self.usual && self.runs.last() == Some(&code) {
            self.runs.push(self.next);
        }
        // A reader knows a string one code later, so the codes grow once one does not fit any more.
        self.code_bits += u32::from(self.next >> self.code_bits > 0);
        self.next += 1;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Unpacks by the reader of another hand.
    fn unpacked(packed: &[u8], n: usize) -> Vec<u8> {
        let frame = gif::Frame {
            width: n as u16,
            height: 1,
            buffer: packed.to_owned().into(),
            ..gif::Frame::default()
        };
        let mut encoder = gif::Encoder::new(Vec::new(), n as u16, 1, &[0; 768]).unwrap();
        encoder.write_lzw_pre_encoded_frame(&frame).unwrap();
        let file = encoder.into_inner().unwrap();
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::Indexed);
        let mut reader = options.read_info(&*file).unwrap();
        reader.read_next_frame().unwrap().unwrap().buffer.to_vec()
    }

    #[test]
    fn many_codes_and_long_runs_survive() {
        let noise = (0..60_000_u32).map(|i| (i.wrapping_mul(i.wrapping_add(7)) >> 5) as u8);
        let noise: Vec<u8> = noise.collect();
        let runs: Vec<u8> =
            noise.iter().map(|&pixel| if pixel < 250 { 9 } else { pixel }).collect();
        for pixels in [noise, runs, vec![9; 65_000], vec![200]] {
            assert_eq!(unpacked(&pack(&pixels, 9), pixels.len()), pixels);
        }
        assert!(pack(&[9; 65_000], 9).len() < 600, "runs grow");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn any_pixels_survive(usual: u8, colours in 1_u8..=255, parts in prop::collection::vec((any::<u8>(), 1_usize..300), 1..200)) {
            let pixels: Vec<u8> =
                parts.iter().flat_map(|&(pixel, n)| std::iter::repeat_n(pixel % colours, n)).collect();
            prop_assert_eq!(unpacked(&pack(&pixels, usual), pixels.len()), pixels);
        }
    }
}
