//! One round of a duel: the same opening and the same luck with changed seats.

use games::{Branch, Outcome, Reason, Roll, Rules, Seat};

use super::{
    game::DuelGame,
    player::{Player, Turn},
    tally::RoundResult,
};
use crate::{
    evaluate::Evaluate,
    luck::{Judge, luck},
    opponent::Opponent,
    random::SplitMix,
    scoring,
};

/// The most plies of each seat in one game; then the game is drawn.
pub const MAX_TURNS: u32 = 500;

/// Plays round number `index` of a duel with this seed: as many games as the game has seats. The
/// judge, if there is one, says how much luck the first player had, and changes nothing else.
pub fn play_round<G: Opponent, E: Evaluate<G>>(
    options: &G::Options,
    eval: &E,
    judge: Option<&Judge<'_, E>>,
    players: [&mut dyn Player<G>; 2],
    seed: u64,
    index: u64,
) -> RoundResult {
    let mut random = SplitMix::part(seed, index);
    let start = G::opening_start(options, &mut random);
    let opening = DuelGame::opening(start, eval, &mut random);
    let n_seats = opening.position().n_seats();
    let (first_seat, seed) = (Seat::FIRST, random.next_u64());
    let mut seating = Seating { eval, judge, players, first_seat, seed };
    let mut game = opening.clone();
    let mut round =
        RoundResult { shares: Vec::with_capacity(n_seats.into()), ..Default::default() };
    for seat in Seat::all(n_seats) {
        seating.first_seat = seat;
        seating.players.iter_mut().for_each(|player| player.new_game(options, seating.seed));
        game.clone_from(&opening);
        round.luck.push(0);
        let outcome = seating.play(&mut game, &mut round);
        round.plies += u64::from(game.ply() - opening.ply());
        round.shares.push(scoring::share(eval, game.position(), outcome, seat));
    }
    round
}

/// The seats of the players in a game, and the seed of its dice.
struct Seating<'e, 'p, G, E> {
    eval: &'e E,
    judge: Option<&'e Judge<'e, E>>,
    players: [&'p mut dyn Player<G>; 2],
    /// The seat of the first player; the second has all others.
    first_seat: Seat,
    seed: u64,
}

impl<G: Rules, E: Evaluate<G>> Seating<'_, '_, G, E> {
    /// Plays a game to its end. A player that forfeits leaves the game with its seat; the others
    /// play on where the rules let them.
    fn play(&mut self, game: &mut DuelGame<G>, round: &mut RoundResult) -> Outcome {
        let mut n_rolls = [0; Seat::MAX as usize];
        let most = MAX_TURNS * u32::from(game.position().n_seats());
        for _ in 0..most {
            if let Some(outcome) = game.outcome() {
                return outcome;
            }
            let seat = game.position().to_move();
            let place = usize::from(seat != self.first_seat);
            let turn = Turn {
                position: game.position(),
                positions: game.positions(),
                ply: game.ply(),
                seed: self.seed,
            };
            match legal_choice(self.players[place], &turn) {
                Ok(mv) => {
                    let n_rolls = &mut n_rolls[seat.index()];
                    let roll = throw(turn.position, &mv, self.seed, seat, n_rolls);
                    if !roll.is_empty() {
                        self.weigh(turn.position, &mv, &roll, round);
                    }
                    game.advance(self.eval, &mv, &roll);
                }
                Err(why) => {
                    round.forfeits.push((place as u8 + 1, why));
                    game.leave(seat);
                }
            }
        }
        Outcome::Draw(Reason::Adjudication)
    }

    /// Adds the luck of a roll to that of the first player in the round's last game.
    fn weigh(&self, position: &G, mv: &G::Move, roll: &Roll, round: &mut RoundResult) {
        round.rolls += 1;
        if let (Some(judge), Some(sum)) = (self.judge, round.luck.last_mut()) {
            let luck = i64::from(luck(position, mv, roll, judge));
            let ours = self.eval.allies(position.to_move()).contains(self.first_seat);
            *sum += if ours { luck } else { -luck };
        }
    }
}

/// A player's move, checked unless the player is trusted; as the error, why it forfeits.
fn legal_choice<G: Rules>(
    player: &mut dyn Player<G>,
    turn: &Turn<'_, G>,
) -> Result<G::Move, String> {
    let mv = player.choose(turn)?;
    let legal = player.is_trusted() || turn.position.is_legal(&mv);
    if legal { Ok(mv) } else { Err("it chose an illegal move".to_owned()) }
}

/// The roll of a legal move. Roll number `n_rolls` of a seat stands for the same number in every
/// game with this seed, and succeeds when that number is below the move's odds.
pub(crate) fn throw<G: Rules>(
    position: &G,
    mv: &G::Move,
    seed: u64,
    seat: Seat,
    n_rolls: &mut u64,
) -> Roll {
    if position.dice(mv).is_empty() {
        return Roll::NONE;
    }
    let stream = SplitMix::part(seed, u64::from(seat.number())).next_u64();
    let u = SplitMix::part(stream, *n_rolls).next_u32();
    *n_rolls += 1;
    roll_at(position, mv, u)
}

/// The roll of a legal move's dice that the number `u`, below 2^32, stands for.
pub(crate) fn roll_at<G: Rules>(position: &G, mv: &G::Move, u: u32) -> Roll {
    let mut branches = Vec::new();
    position.branches(mv, &mut branches);
    pick(&branches, u)
}

/// The roll that the number `u`, below 2^32, stands for; low numbers are successes.
fn pick(branches: &[Branch], u: u32) -> Roll {
    let total: u64 = branches.iter().map(|branch| u64::from(branch.weight)).sum();
    let mut left = (u64::from(u) * total) >> 32;
    for branch in branches {
        let weight = u64::from(branch.weight);
        if left < weight {
            return branch.roll;
        }
        left -= weight;
    }
    Roll::NONE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_come_as_often_as_their_weight() {
        let branch = |weight, face| Branch { roll: Roll::pair(face, 1), weight, mark: None };
        let branches = [branch(45, 1), branch(10, 2), branch(45, 3)];
        let mut counts = [0_u32; 4];
        (0..10_000_u32).for_each(|i| {
            let roll = pick(&branches, i * (u32::MAX / 10_000));
            counts[usize::from(roll.as_slice()[0])] += 1;
        });
        assert!(counts[1].abs_diff(4500) < 5 && counts[2].abs_diff(1000) < 5, "{counts:?}");
        assert_eq!(pick(&branches, u32::MAX), Roll::pair(3, 1));
    }
}
