//! Training of a net: Adam (Kingma and Ba 2015) on the squared error of a leaf's value.
//!
//! Only sums, products, quotients and square roots of numbers are used, one after the other on one thread, so
//! that the same samples give the same bytes on every machine.

use super::{Gain, MAX_WEIGHT, ONE, PHASES, UNITS, self_play::Sample};
use crate::{fixed_point::squash, random::SplitMix, value::WIN};

/// The parameters of a training.
#[derive(Clone, Copy, Debug)]
pub struct Training {
    /// The seed of the first weights and of the order of the samples.
    pub seed: u64,
    /// How many times each sample is learnt from.
    pub epochs: u32,
    /// The step of Adam at the beginning; it falls to 0.
    pub step: f32,
}

/// The samples of one step.
const BATCH: usize = 512;
/// Every so many samples one is kept out, to measure the error on what was not learnt.
const HELD_OUT: usize = 32;

/// The mean squared error of values, 2p - 1, before training and after each epoch, on samples held out.
pub type Errors = Vec<f32>;

/// A position to learn from, with the values that it should have.
pub trait Example {
    /// The square of the error that a net makes here; the sum of them where there are several values.
    fn square(&self, net: &FloatNet) -> f32;

    /// Adds the gradient of half the squared error.
    fn add_gradient(&self, net: &FloatNet, gradient: &mut [f32]);
}

/// Trains a net with so many inputs, the constant one among them; its bytes are those that
/// [`Net::from_bytes`](super::Net::from_bytes) reads.
#[must_use]
pub fn train<E: Example>(n_inputs: usize, samples: &[E], training: Training) -> (Vec<u8>, Errors) {
    let mut random = SplitMix::new(training.seed);
    let mut net = FloatNet::random(n_inputs, &mut random);
    let (unseen, mut seen): (Vec<_>, Vec<_>) =
        (0..samples.len()).partition(|i| i % HELD_OUT == HELD_OUT - 1);
    let error = |net: &FloatNet| {
        let square = |i: &usize| samples[*i].square(net);
        unseen.iter().map(square).sum::<f32>() / unseen.len().max(1) as f32
    };
    let mut errors = vec![error(&net)];
    let n_steps = training.epochs * seen.len().div_ceil(BATCH) as u32;
    let (mut adam, mut gradient) = (Adam::new(net.weights.len()), vec![0.0; net.weights.len()]);
    for _ in 0..training.epochs {
        for i in (1..seen.len()).rev() {
            seen.swap(i, random.below(i as u64 + 1) as usize);
        }
        for batch in seen.chunks(BATCH) {
            gradient.fill(0.0);
            batch.iter().for_each(|i| samples[*i].add_gradient(&net, &mut gradient));
            let done = adam.n_steps as f32 / n_steps as f32;
            // A smooth way from 1 to 0, much like half a wave of a cosine.
            let rate = training.step * (1.0 - done * done * (3.0 - 2.0 * done));
            adam.step(&mut net.weights, &gradient, rate, batch.len() as f32);
            net.bound();
        }
        errors.push(error(&net));
    }
    (net.to_bytes(), errors)
}

/// A net in training. Its weights lie in one list: the rows, the output weights, the bias of each phase.
#[derive(Debug)]
pub struct FloatNet {
    n_inputs: usize,
    weights: Vec<f32>,
}

impl FloatNet {
    fn random(n_inputs: usize, random: &mut SplitMix) -> Self {
        let mut drawn =
            |range: f32| (random.next_u32() as f32 / u32::MAX as f32 - 0.5) * 2.0 * range;
        let mut weights: Vec<f32> = (0..n_inputs * UNITS).map(|_| drawn(0.04)).collect();
        // Units begin between the places where they are clipped.
        weights[(n_inputs - 1) * UNITS..].fill(0.5);
        let phase: Vec<f32> = (0..UNITS).map(|_| drawn(0.5)).collect();
        (0..PHASES).for_each(|_| weights.extend(&phase));
        weights.extend([0.0; PHASES]);
        Self { n_inputs, weights }
    }

    fn row(&self, i: usize) -> &[f32] {
        &self.weights[i * UNITS..(i + 1) * UNITS]
    }

    /// The sums of the units.
    pub(super) fn sums(&self, inputs: &[u16]) -> [f32; UNITS] {
        let mut sums = [0.0; UNITS];
        let inputs = inputs.iter().map(|input| usize::from(*input));
        for input in inputs.chain([self.n_inputs - 1]) {
            sums.iter_mut().zip(self.row(input)).for_each(|(sum, weight)| *sum += weight);
        }
        sums
    }

    fn bias_at(&self, phase: usize) -> usize {
        (self.n_inputs + PHASES) * UNITS + phase
    }

    pub(super) fn log_odds(&self, sums: &[f32; UNITS], phase: usize) -> f32 {
        let output = self.row(self.n_inputs + phase);
        let mut odds = self.weights[self.bias_at(phase)];
        for (unit, (sum, weight)) in sums.iter().zip(output).enumerate() {
            odds += clipped(unit, *sum) * weight;
        }
        odds
    }

    /// Adds a gradient by the log-odds of a position with these inputs, whose sums are known.
    pub(super) fn add_by_odds(
        &self,
        (inputs, phase): (&[u16], usize),
        sums: &[f32; UNITS],
        by_odds: f32,
        gradient: &mut [f32],
    ) {
        let output_at = (self.n_inputs + phase) * UNITS;
        let mut by_sums = [0.0; UNITS];
        for (unit, sum) in sums.iter().enumerate() {
            gradient[output_at + unit] += by_odds * clipped(unit, *sum);
            if unit == UNITS - 1 || (0.0..=1.0).contains(sum) {
                by_sums[unit] = by_odds * self.weights[output_at + unit];
            }
        }
        gradient[self.bias_at(phase)] += by_odds;
        let inputs = inputs.iter().map(|input| usize::from(*input));
        for input in inputs.chain([self.n_inputs - 1]) {
            let row = &mut gradient[input * UNITS..(input + 1) * UNITS];
            row.iter_mut().zip(&by_sums).for_each(|(sum, by)| *sum += by);
        }
    }

    /// Keeps the rows inside what sums of 16 bits can hold.
    fn bound(&mut self) {
        for weight in &mut self.weights[..self.n_inputs * UNITS] {
            *weight = weight.clamp(-MAX_WEIGHT, MAX_WEIGHT);
        }
    }

    fn to_bytes(&self) -> Vec<u8> {
        let n_rows = self.n_inputs * UNITS;
        let number = |(i, weight): (usize, &f32)| {
            let unit = if i < n_rows { f32::from(ONE) } else { 1000.0 };
            ((weight * unit).round() as i16).to_le_bytes()
        };
        self.weights.iter().enumerate().flat_map(number).collect()
    }
}

impl Example for Sample {
    fn square(&self, net: &FloatNet) -> f32 {
        let odds = net.log_odds(&net.sums(&self.inputs), self.phase) + self.beside;
        let off = leaf(odds, &self.gains).0 - self.target;
        off * off
    }

    fn add_gradient(&self, net: &FloatNet, gradient: &mut [f32]) {
        let sums = net.sums(&self.inputs);
        let odds = net.log_odds(&sums, self.phase) + self.beside;
        let (value, slope) = leaf(odds, &self.gains);
        let by_odds = (value - self.target) * slope;
        net.add_by_odds((&self.inputs, self.phase), &sums, by_odds, gradient);
    }
}

fn clipped(unit: usize, sum: f32) -> f32 {
    if unit == UNITS - 1 { sum } else { sum.clamp(0.0, 1.0) }
}

/// The value of a leaf, 2p - 1, and its slope by the log-odds.
fn leaf(odds: f32, gains: &[Gain]) -> (f32, f32) {
    let (still, slope) = squashed(odds);
    let mut best = (still, slope);
    for gain in gains {
        let (won, by) = gain.change.map_or((1.0, 0.0), |change| squashed(odds + change));
        let mean = |won: f32, still: f32| gain.chance * won + (1.0 - gain.chance) * still;
        let value = mean(won, still);
        if value > best.0 {
            best = (value, mean(by, slope));
        }
    }
    best
}

/// 0.97 tanh(x/2), as the evaluators have it, and its slope: between the numbers of the table in a straight line.
fn squashed(odds: f32) -> (f32, f32) {
    let milli = (odds * 1000.0).clamp(-7999.0, 7999.0);
    let whole = milli.floor();
    let at = |milli: f32| squash(milli as i32) as f32 / WIN as f32;
    let value = at(whole) + (milli - whole) * (at(whole + 1.0) - at(whole));
    (value, (0.97 - value * value / 0.97) / 2.0)
}

/// The state of Adam.
struct Adam {
    n_steps: u32,
    means: Vec<[f32; 2]>,
    /// The weight that the first zeros still have in the means.
    missing: [f32; 2],
}

/// The parts of the means of gradients and of their squares that stay at each step.
const STAY: [f32; 2] = [0.9, 0.999];

impl Adam {
    fn new(n_weights: usize) -> Self {
        Self { n_steps: 0, means: vec![[0.0; 2]; n_weights], missing: [1.0; 2] }
    }

    fn step(&mut self, weights: &mut [f32], gradient: &[f32], rate: f32, n_samples: f32) {
        self.n_steps += 1;
        self.missing = [self.missing[0] * STAY[0], self.missing[1] * STAY[1]];
        let [of_mean, of_square] = self.missing.map(|missing| 1.0 / (1.0 - missing));
        for ((weight, by), [mean, square]) in weights.iter_mut().zip(gradient).zip(&mut self.means)
        {
            let by = by / n_samples;
            *mean = *mean * STAY[0] + by * (1.0 - STAY[0]);
            *square = *square * STAY[1] + by * by * (1.0 - STAY[1]);
            *weight -= rate * (*mean * of_mean) / ((*square * of_square).sqrt() + 1e-8);
        }
    }
}
