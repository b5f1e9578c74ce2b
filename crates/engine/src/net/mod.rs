//! A small net: a sum over the inputs that a position has, seen by one seat, and one layer above it.
//!
//! Only integers are used, so that a position has the same value on every machine. The first layer is a sum of
//! rows of weights, one for each input that is there; a game keeps such sums and changes them by what differs
//! ([`Sums`]), as the nets of today's chess programs do (Nasu 2018, "Efficiently updatable neural networks").
//!
//! - [`NetGame`]: which inputs a position has.
//! - [`self_play`] and [`training`]: where the weights come from.
//! - [`seats`]: the same for games of several seats, where the net is asked once for each of them.

pub mod seats;
pub mod self_play;
pub mod training;

use crate::opponent::Opponent;

/// The number of units of the first layer. All but the last are clipped to the range from 0 to 1.
pub const UNITS: usize = 16;

/// The number of sets of output weights; a position's number of pieces picks one.
pub const PHASES: usize = 4;

/// The number 1 in a unit.
const ONE: i16 = 256;

/// The most inputs that a position may have, the constant one among them.
pub const MAX_INPUTS: u16 = 132;

/// No weight of the first layer is greater, so that no sum of [`MAX_INPUTS`] rows leaves its 16 bits.
const MAX_WEIGHT: f32 = i16::MAX as f32 / (ONE as f32 * MAX_INPUTS as f32);

/// The weights of one input for all units, or the sums of such rows.
pub type Row = [i16; UNITS];

/// The weights of a net with this many inputs, the constant one, the last, among them.
#[derive(Debug)]
pub struct Net<const INPUTS: usize> {
    rows: [Row; INPUTS],
    /// The output weights of each phase, in thousandths of log-odds.
    output: [Row; PHASES],
    bias: [i16; PHASES],
}

impl<const INPUTS: usize> Net<INPUTS> {
    /// The number of bytes of a net of this size.
    pub const SIZE: usize = 2 * ((INPUTS + PHASES) * UNITS + PHASES);

    /// Reads a net: the rows, the output weights and the bias of each phase, all as 16 bits, the lower ones first.
    ///
    /// # Panics
    /// Where the number of bytes is not [`Net::SIZE`]. Nets are read while the program is compiled.
    #[must_use]
    pub const fn from_bytes(bytes: &[u8]) -> Self {
        assert!(bytes.len() == Self::SIZE, "these are not the weights of a net of this size");
        let mut net =
            Self { rows: [[0; UNITS]; INPUTS], output: [[0; UNITS]; PHASES], bias: [0; PHASES] };
        let (mut at, mut i) = (0, 0);
        while i < INPUTS + PHASES {
            let row = row_at(bytes, at);
            if i < INPUTS {
                net.rows[i] = row
            } else {
                net.output[i - INPUTS] = row
            }
            at += 2 * UNITS;
            i += 1;
        }
        i = 0;
        while i < PHASES {
            net.bias[i] = number_at(bytes, at + 2 * i);
            i += 1;
        }
        net
    }

    /// A net of these bytes that is never freed: a trainer makes a few in its life.
    #[must_use]
    pub fn leaked(bytes: &[u8]) -> &'static Self {
        Box::leak(Box::new(Self::from_bytes(bytes)))
    }

    /// The sums of a position without inputs but the constant one.
    #[must_use]
    pub const fn start(&self) -> Row {
        self.rows[INPUTS - 1]
    }

    /// Adds the row of an input.
    #[inline]
    pub fn add(&self, sums: &mut Row, input: usize) {
        for (sum, weight) in sums.iter_mut().zip(&self.rows[input]) {
            *sum = sum.wrapping_add(*weight);
        }
    }

    /// Takes the row of an input away.
    #[inline]
    pub fn take(&self, sums: &mut Row, input: usize) {
        for (sum, weight) in sums.iter_mut().zip(&self.rows[input]) {
            *sum = sum.wrapping_sub(*weight);
        }
    }

    /// The sums of a position with these inputs, the constant one not among them.
    // Where it is inlined, the compiler takes the last unit, which is not clipped, out of the vectors.
    #[inline(never)]
    #[must_use]
    pub fn sums(&self, inputs: &[u16]) -> Row {
        let mut sums = self.start();
        for input in inputs {
            self.add(&mut sums, usize::from(*input));
        }
        sums
    }

    /// The log-odds of a position with these sums, in thousandths.
    #[inline]
    #[must_use]
    pub fn log_odds(&self, sums: &Row, phase: usize) -> i32 {
        let weights = &self.output[phase];
        let mut total = 0;
        for unit in 0..UNITS - 1 {
            total += i32::from(sums[unit].clamp(0, ONE)) * i32::from(weights[unit]);
        }
        total += i32::from(sums[UNITS - 1]) * i32::from(weights[UNITS - 1]);
        (total >> ONE.ilog2()) + i32::from(self.bias[phase])
    }
}

const fn number_at(bytes: &[u8], at: usize) -> i16 {
    i16::from_le_bytes([bytes[at], bytes[at + 1]])
}

const fn row_at(bytes: &[u8], at: usize) -> Row {
    let (mut row, mut unit) = ([0; UNITS], 0);
    while unit < UNITS {
        row[unit] = number_at(bytes, at + 2 * unit);
        unit += 1;
    }
    row
}

/// Sets of cells, one for each kind of piece and side.
pub type Planes<const N: usize> = [u64; N];

/// The sums of the positions seen last, one for each frame of reference, such as the squares of both leaders.
/// A position's sums are made of those by the pieces that differ.
#[derive(Clone, Debug)]
pub struct Sums<const N: usize> {
    /// Where the sums of each frame are kept, from 1; 0 for frames that were never met.
    places: Vec<u16>,
    seen: Vec<(Planes<N>, Row)>,
}

impl<const N: usize> Sums<N> {
    /// Nothing seen yet, in any of so many frames.
    #[must_use]
    pub fn new(n_frames: u16) -> Self {
        Self { places: vec![0; n_frames.into()], seen: Vec::new() }
    }

    /// The sums of the pieces of these planes; `inputs_of` has the inputs of a piece by its plane and cell.
    #[inline]
    pub fn of<const INPUTS: usize, const K: usize>(
        &mut self,
        net: &Net<INPUTS>,
        frame: usize,
        planes: &Planes<N>,
        inputs_of: impl Fn(usize, usize) -> [usize; K],
    ) -> Row {
        let place = &mut self.places[frame];
        if *place == 0 {
            self.seen.push(([0; N], net.start()));
            *place = self.seen.len() as u16;
        }
        let (seen, sums) = &mut self.seen[usize::from(*place) - 1];
        for (plane, (before, now)) in seen.iter().zip(planes).enumerate() {
            for cell in bits(before & !now) {
                inputs_of(plane, cell).into_iter().for_each(|input| net.take(sums, input));
            }
            for cell in bits(now & !before) {
                inputs_of(plane, cell).into_iter().for_each(|input| net.add(sums, input));
            }
        }
        *seen = *planes;
        *sums
    }
}

/// The numbers of the bits that are set.
pub(crate) fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let next = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(next)
    })
}

/// A way in which the value of a leaf goes beyond what the evaluator says of it as it stands: a move that
/// reaches another one with some probability.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gain {
    /// The probability of reaching it, 0 to 1.
    pub chance: f32,
    /// The change of the log-odds by then, for the side to move; `None` where the game is won.
    pub change: Option<f32>,
}

/// A game that has a net.
pub trait NetGame: Opponent {
    /// In the target of a position, the weight of what comes later beside the search's own value, 0 to 1 (the λ of
    /// TD(λ), Sutton 1988).
    const LAMBDA: f32;

    /// The number of inputs, the constant one, the last, among them.
    const INPUTS: usize;

    /// Appends the inputs of a position as the side to move sees it, the constant one not among them.
    fn inputs(&self, out: &mut Vec<u16>);

    /// The set of output weights for a position, below [`PHASES`].
    fn phase(&self) -> usize;

    /// Appends what the evaluator adds at a leaf.
    fn gains(_eval: &Self::Eval, _position: &Self, _out: &mut Vec<Gain>) {}

    /// The log-odds, in thousandths, that the evaluator adds to the net's.
    fn beside_net(_eval: &Self::Eval, _position: &Self) -> i32 {
        0
    }

    /// The evaluator that plays, with the net of these bytes or without one.
    fn evaluator_with_net(net: Option<&[u8]>, options: &Self::Options) -> Self::Eval;
}
