//! The armies that the bot arranges: a book, varied by a seed.

use games::{
    Seat,
    cyvasse::{Army, DragonStart, Figure, Kind, Options, home},
};

use crate::random::SplitMix;

/// The texts of sound armies, the best first as measured by play (`docs/ENGINE.md`); the three
/// named ones are among them.
pub const BOOK: &[&str] = &[
    "1R1RCMR1R1/MM1S1SR1T/1LEMTEM1/CL1R1MH/KH4",
    "1R1RMMR1RM/1C1S1SRTT/1LEMMELK/C1MR2H/1H4",
    "1R1RM1R1R1/TC1SMSR1C/1LRMML1T/1EMMEH1/1HK3",
    "MRMRRRRT1T/1CMS1D1CM/HLME1KLH/1SR2E1/M5",
    "3RMMR1R1/TR1S1SR1T/1MEMMEL1/CL1R1MH/KH3C",
    "1RLMHRRRMT/EC1S1S1CM/2M2M2/1EM1RR1/1LKT1H",
    "1RR1MM1RR1/C1RS1SR1C/T1LM1ML1/1EMDMET/H1K1H1",
    "1R1RMMR1R1/TC1S1SR1T/1LEMMEL1/CM1R1MH/KH4",
    "T2RRRR2T/MC1SDS1CM/HLM2MLH/1ER1RE1/M1K2M",
    "2R1RR1R2/RC1SMS1CR/T1LMDML1/1EHMEHT/1MKM2",
    "R1RM2MR1R/1CLS1SLC1/TERM1RET/H1MKM1H/1M4",
    "2RR2RR2/1CRMSMRC1/T1SLML2/EHMEHT1/2MKM1",
    "1RR1RR1RR1/C1MS1SM1C/T1MLLM1T/HEMKMEH/6",
];

/// How many pairs of neighbours change places in an army of the book.
const SWAPS: u64 = 2;

/// Up to this level one army in [`SCATTERED_OF`] is arranged at random.
const SCATTERED_TO: u8 = 2;
const SCATTERED_OF: u64 = 3;

/// The army with which the bot plays at this level, the same for the same seed. It is chosen
/// without any knowledge of the other side's.
#[must_use]
pub fn choose_army(options: &Options, level: u8, seed: u64) -> Army {
    let dragon = options.dragon();
    let mut random = SplitMix::new(seed);
    if level <= SCATTERED_TO && random.below(SCATTERED_OF) == 0 {
        return Army::scattered(dragon, &mut |n| random.below(n as u64) as usize);
    }
    let text = BOOK.get(random.below(BOOK.len() as u64) as usize).copied().unwrap_or_default();
    let draft = Army::read_draft(text, dragon).unwrap_or(Army::EMPTY);
    let mut army = with_dragon(draft, dragon);
    if random.below(2) == 1 {
        army = army.mirrored();
    }
    for _ in 0..SWAPS {
        swap_neighbours(&mut army, &mut random);
    }
    if army.faults(dragon).is_empty() {
        army
    } else {
        Army::named("default", dragon).map_or(Army::EMPTY, |named| with_dragon(named, dragon))
    }
}

/// The same army with its Dragon where the options want it: as near to the King as there is room,
/// or in hand.
fn with_dragon(mut army: Army, dragon: DragonStart) -> Army {
    let figure = Figure::Man(Kind::Dragon);
    let stands = army.figures(Seat::FIRST).find(|(_, placed)| *placed == figure);
    match (dragon, stands) {
        (DragonStart::Board, None) => {
            let fortress = army.fortress(Seat::FIRST);
            let free = home(Seat::FIRST).filter(|hex| army.at(Seat::FIRST, *hex).is_none());
            let place = free.min_by_key(|hex| fortress.map(|fortress| fortress.distance(*hex)));
            if let Some(place) = place {
                army.set(Seat::FIRST, place, Some(figure));
            }
        }
        (DragonStart::Hold, Some((place, _))) => army.set(Seat::FIRST, place, None),
        _ => {}
    }
    army
}

/// Exchanges what stands on two neighbouring hexes, of which at least one is occupied; the King
/// stays where he is.
fn swap_neighbours(army: &mut Army, random: &mut SplitMix) {
    let seat = Seat::FIRST;
    let king = Some(Figure::Man(Kind::King));
    let movable = |hex: &_| army.at(seat, *hex) != king;
    let placed: Vec<_> = army.figures(seat).map(|(hex, _)| hex).filter(movable).collect();
    let Some(first) = placed.get(random.below(placed.len() as u64) as usize).copied() else {
        return;
    };
    let beside: Vec<_> =
        home(seat).filter(|hex| hex.distance(first) == 1).filter(movable).collect();
    let Some(second) = beside.get(random.below(beside.len() as u64) as usize).copied() else {
        return;
    };
    let here = army.at(seat, first);
    army.set(seat, first, army.at(seat, second));
    army.set(seat, second, here);
}
