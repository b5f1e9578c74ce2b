//! Duels: pairs of games from the same opening with the same dice and swapped seats.
//!
//! The n-th fight of a seat meets the same number u in both games of a pair, and hits when u is
//! below the odds, so luck changes sides with the seats (as wildbg plays its duels). A program
//! against itself scores exactly one half.

use super::{random::SplitMix, search::Evaluate, stats::PairCounts};
use crate::games::{Branch, Outcome, Play, Reason, Roll, Rules, Seat};

/// The number of random quiet plies from which a pair starts.
const OPENING_PLIES: u32 = 4;

/// A game goes on for so many plies at most; then it is drawn.
pub const MAX_PLIES: u32 = 1000;

/// Where the mover stands.
#[derive(Debug)]
pub struct Turn<'a, G: Rules> {
    /// The position now.
    pub position: &'a G,
    /// All positions of this game, the present one last.
    pub positions: &'a [G],
    /// Plies played before this one, the opening's included.
    pub ply: u32,
    /// A seed for this game; both players may use it.
    pub seed: u64,
}

/// A side of a duel.
pub trait Player<G: Rules> {
    /// A new game begins, with this seed.
    fn new_game(&mut self, _options: &G::Options, _seed: u64) {}

    /// Chooses a legal move.
    ///
    /// # Errors
    /// Why the player loses the game at once: it died, stalled, or broke the rules.
    fn choose(&mut self, turn: &Turn<'_, G>) -> Result<G::Move, String>;
}

/// How a game of a duel ended, for the first player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// It lost.
    Loss,
    /// Nobody won.
    Draw,
    /// It won.
    Win,
}

impl Score {
    /// Points in halves.
    #[must_use]
    pub const fn half_points(self) -> usize {
        self as usize
    }
}

/// What two games of a pair came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PairResult {
    /// Scores of the first player: in the first seat, in the second seat.
    pub scores: Vec<Score>,
    /// Plies of both games together, openings not counted.
    pub plies: u64,
    /// Why a player forfeited, with its number (1 or 2), in the order of the games.
    pub forfeits: Vec<(u8, String)>,
}

/// Everything counted in a duel so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won, drawn and lost by the first player.
    pub wins: u64,
    /// Drawn games.
    pub draws: u64,
    /// Lost games.
    pub losses: u64,
    /// Pairs by points.
    pub pairs: PairCounts,
    /// Plies of all games.
    pub plies: u64,
}

impl Tally {
    /// Adds a pair.
    pub fn add(&mut self, pair: &PairResult) {
        for score in &pair.scores {
            match score {
                Score::Loss => self.losses += 1,
                Score::Draw => self.draws += 1,
                Score::Win => self.wins += 1,
            }
        }
        self.pairs.add(pair.scores.iter().map(|score| score.half_points()).sum());
        self.plies += pair.plies;
    }
}

/// Plays pair number `index` of a duel with this seed.
pub fn play_pair<G: Rules, E: Evaluate<G>>(
    options: &G::Options,
    eval: &E,
    players: [&mut dyn Player<G>; 2],
    seed: u64,
    index: u64,
) -> PairResult {
    let mut random = SplitMix::part(seed, index);
    let opening = Opening::new(G::start(options), eval, &mut random);
    let pair_seed = random.next_u64();
    let [first, second] = players;
    let mut pair = PairResult::default();
    for first_seat in [Seat::FIRST, Seat::SECOND] {
        let seats: [&mut dyn Player<G>; 2] = match first_seat {
            Seat::FIRST => [&mut *first, &mut *second],
            _ => [&mut *second, &mut *first],
        };
        let game = play_game(options, &opening, seats, pair_seed);
        pair.plies += u64::from(game.plies);
        pair.scores.push(match game.outcome {
            Outcome::Win(seats, _) if seats.contains(first_seat) => Score::Win,
            Outcome::Win(..) => Score::Loss,
            Outcome::Draw(_) | Outcome::Aborted => Score::Draw,
        });
        let by = |seat| if seat == first_seat { 1 } else { 2 };
        pair.forfeits.extend(game.forfeit.map(|(seat, why)| (by(seat), why)));
    }
    pair
}

/// The start of both games of a pair.
pub(crate) struct Opening<G: Rules> {
    pub(crate) play: Play<G>,
    /// All positions so far, the start first.
    pub(crate) positions: Vec<G>,
}

impl<G: Rules> Opening<G> {
    /// Random quiet plies from the start position.
    pub(crate) fn new<E: Evaluate<G>>(start: G, eval: &E, random: &mut SplitMix) -> Self {
        let mut opening = Self { play: Play::new(start.clone()), positions: vec![start] };
        for _ in 0..OPENING_PLIES {
            let position = opening.play.position();
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            moves.retain(|mv| eval.order(position, mv).is_none());
            let Some(mv) = moves.get(random.below(moves.len() as u64) as usize) else { break };
            if opening.play.play(mv, &Roll::NONE).is_err() {
                break;
            }
            opening.positions.push(opening.play.position().clone());
        }
        opening
    }
}

/// A finished game of a duel.
struct Game {
    outcome: Outcome,
    plies: u32,
    /// Who forfeited, and why.
    forfeit: Option<(Seat, String)>,
}

/// Plays a game from an opening.
fn play_game<G: Rules>(
    options: &G::Options,
    opening: &Opening<G>,
    mut seats: [&mut dyn Player<G>; 2],
    seed: u64,
) -> Game {
    let Opening { mut play, mut positions } =
        Opening { play: opening.play.clone(), positions: opening.positions.clone() };
    let opening_plies = positions.len() as u32 - 1;
    let mut fights = [0; 2];
    seats.iter_mut().for_each(|player| player.new_game(options, seed));
    for plies in 0..MAX_PLIES {
        if let Some(outcome) = play.outcome() {
            return Game { outcome, plies, forfeit: None };
        }
        let seat = play.position().to_move();
        let place = seat.index() & 1;
        let turn = Turn {
            position: play.position(),
            positions: &positions,
            ply: opening_plies + plies,
            seed,
        };
        let played = seats[place].choose(&turn).and_then(|mv| {
            let roll = throw(play.position(), &mv, seed, seat, &mut fights[place]);
            let roll = roll.ok_or_else(|| "it chose an illegal move".to_owned())?;
            play.play(&mv, &roll).map_err(|error| error.to_string())
        });
        if let Err(why) = played {
            let outcome = Outcome::win(seat.other(), Reason::Forfeit);
            return Game { outcome, plies, forfeit: Some((seat, why)) };
        }
        positions.push(play.position().clone());
    }
    Game { outcome: Outcome::Draw(Reason::Adjudication), plies: MAX_PLIES, forfeit: None }
}

/// The roll of a legal move: fight number `n_fights` of this seat meets the same number in every
/// game with this seed. `None` for an illegal move.
pub(crate) fn throw<G: Rules>(
    position: &G,
    mv: &G::Move,
    seed: u64,
    seat: Seat,
    n_fights: &mut u64,
) -> Option<Roll> {
    if !position.is_legal(mv) {
        return None;
    }
    if position.dice(mv).is_empty() {
        return Some(Roll::NONE);
    }
    let stream = SplitMix::part(seed, u64::from(seat.number())).next_u64();
    let u = SplitMix::part(stream, *n_fights).next_u32();
    *n_fights += 1;
    let mut branches = Vec::new();
    position.branches(mv, &mut branches);
    Some(pick(&branches, u))
}

/// The outcome that the number `u` of 2^32 stands for, success first.
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
