//! Random events: results, late entries, withdrawals, byes that are asked for, forfeits.

use pairing::{
    dutch::Pairing,
    history::{Bye, Colour, Entry, Number, PairingHistory, Player, PointSystem, Score},
};

/// A small generator, so that the same events come everywhere.
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) fn new(seed: u64) -> Chance {
        let mut chance = Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        (0..8).for_each(|_| {
            chance.below(2);
        });
        chance
    }

    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % limit
    }
}

/// An event in which nothing has been played.
pub(crate) fn event(players: Number, rounds: usize) -> PairingHistory {
    let player = |number| Player {
        number,
        name: String::new(),
        rating: 0,
        entries: Vec::new(),
        acceleration: Vec::new(),
    };
    PairingHistory {
        name: "Random".to_owned(),
        rounds,
        played: 0,
        initial: Some(Colour::White),
        players: (1..=players).map(player).collect(),
        forbidden: Vec::new(),
        points: PointSystem::default(),
    }
}

/// Says who is not there in the next round: one in ten comes after the first rounds, one in fifty goes home in each
/// round, and some ask for a bye.
pub(crate) fn absences(event: &mut PairingHistory, chance: &mut Chance) {
    let played = event.played;
    for player in &mut event.players {
        let gone = played > 0
            && matches!(player.entry(played - 1), Entry::Absent)
            && !is_late(player, played - 1);
        if is_late(player, played) || gone || (played > 0 && chance.below(50) == 0) {
            player.entries.push(Entry::Absent);
        } else if chance.below(20) == 0 {
            let bye = [Bye::Half, Bye::Half, Bye::Zero, Bye::Full][chance.below(4) as usize];
            player.entries.push(Entry::Bye { bye });
        }
    }
}

/// Returns `true` if a player has not come yet in this round, counted from 0.
fn is_late(player: &Player, round: usize) -> bool {
    player.number % 10 == 7 && round < 1 + (player.number / 10 % 3) as usize
}

/// Plays a round as it was paired; of so many games one is not played (0: none).
pub(crate) fn play(
    event: &mut PairingHistory,
    pairing: &Pairing,
    forfeits: u64,
    chance: &mut Chance,
) {
    let mut set = |number: Number, entry| event.players[number as usize - 1].entries.push(entry);
    for &(white, black) in &pairing.games {
        // The better one wins more often.
        let better = if white < black { Score::Win } else { Score::Loss };
        let score = [Score::Win, Score::Draw, Score::Loss, better][chance.below(4) as usize];
        let played = forfeits == 0 || chance.below(forfeits) > 0;
        for (one, other, colour, score) in [
            (white, black, Colour::White, score),
            (black, white, Colour::Black, score.of_opponent()),
        ] {
            set(
                one,
                match (played, score) {
                    (true, score) => Entry::Game { opponent: other, colour, score },
                    (false, Score::Win) => {
                        Entry::Forfeit { opponent: other, colour: Some(colour), score }
                    }
                    (false, _) => {
                        Entry::Forfeit { opponent: other, colour: Some(colour), score: Score::Loss }
                    }
                },
            );
        }
    }
    if let Some(number) = pairing.bye {
        set(number, Entry::Bye { bye: Bye::Allocated });
    }
    event.played += 1;
}
