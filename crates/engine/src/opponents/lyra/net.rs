//! The net of Lyra.

use games::lyra::{Options, Position, Side};

use super::{
    Lyra, TUNED,
    inputs::{Attacks, INPUTS, Sight, held_inputs},
};
use crate::net::{Gain, Net, NetGame};

/// The weights that play, made by `cargo xtask train lyra`.
pub(super) static NET: Net<INPUTS> = Net::from_bytes(include_bytes!("net.bin"));

impl NetGame for Position {
    const LAMBDA: f32 = 0.95;

    const INPUTS: usize = INPUTS;

    fn inputs(&self, out: &mut Vec<u16>) {
        let sight = Sight::of(self);
        for (plane, set) in sight.planes.into_iter().enumerate() {
            for at in crate::net::bits(set) {
                out.extend(sight.inputs_of(plane, at).map(|input| input as u16));
            }
        }
        let bearing = |side: Side| Attacks::of(self, side).inputs(self, side);
        let beside = Side::ALL.into_iter().flat_map(bearing);
        out.extend(held_inputs(self).chain(beside).map(|input| input as u16));
    }

    fn phase(&self) -> usize {
        Sight::of(self).phase()
    }

    fn gains(eval: &Lyra, position: &Self, out: &mut Vec<Gain>) {
        eval.gains(position, out);
    }

    fn evaluator_with_net(net: Option<&[u8]>, options: &Options) -> Lyra {
        let plain = Lyra::new(&TUNED, options, true);
        match net {
            None => plain,
            Some(bytes) => plain.with_net(Net::leaked(bytes)),
        }
    }
}
