//! Duels: rounds of games from the same opening with the same dice, the first player in every seat
//! once and the second in all the others. A round of a game of two is a pair.
//!
//! The n-th fight of a seat meets the same number u in all games of a round, and hits when u is
//! below the odds, so luck changes sides with the seats (as wildbg plays its duels). A program
//! against itself scores exactly its fair share.

use super::{
    Opponent,
    points::{self, Share},
    random::SplitMix,
    search::Evaluate,
    stats::RoundCounts,
};
use crate::games::{Branch, Outcome, Reason, Roll, Rules, Seat};

/// The number of random quiet plies from which a round starts.
const OPENING_PLIES: u32 = 4;

/// A game goes on for so many plies of each seat at most; then it is drawn.
pub const MAX_TURNS: u32 = 500;

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

/// A side of a duel; it may hold several seats of a game.
pub trait Player<G: Rules> {
    /// A new game begins, with this seed.
    fn new_game(&mut self, _options: &G::Options, _seed: u64) {}

    /// Whether all moves of this player are legal, so that nobody need look.
    fn is_honest(&self) -> bool {
        false
    }

    /// Chooses a legal move.
    ///
    /// # Errors
    /// Why the player gives its seat up at once: it died, stalled, or broke the rules.
    fn choose(&mut self, turn: &Turn<'_, G>) -> Result<G::Move, String>;
}

/// What the games of a round came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoundResult {
    /// The first player's share of the point: in the first seat, in the second seat, and so on.
    pub shares: Vec<Share>,
    /// Plies of all games together, openings not counted.
    pub plies: u64,
    /// Why a player forfeited, with its number (1 or 2), in the order of the games.
    pub forfeits: Vec<(u8, String)>,
}

/// Everything counted in a duel so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Games in which the first player got the whole point.
    pub wins: u64,
    /// Games in which it got a part of it.
    pub draws: u64,
    /// Games in which it got nothing.
    pub losses: u64,
    /// Rounds by points.
    pub rounds: RoundCounts,
    /// Plies of all games.
    pub plies: u64,
}

impl Tally {
    /// Nothing counted yet of rounds of so many games; `fair` is the share that an equal gets.
    #[must_use]
    pub const fn new(games: u64, fair: Share) -> Self {
        Self { wins: 0, draws: 0, losses: 0, rounds: RoundCounts::new(games, fair), plies: 0 }
    }

    /// Adds a round.
    pub fn add(&mut self, round: &RoundResult) {
        for share in &round.shares {
            match *share {
                Share::LOSS => self.losses += 1,
                Share::WIN => self.wins += 1,
                _ => self.draws += 1,
            }
        }
        self.rounds.add(&round.shares);
        self.plies += round.plies;
    }
}

/// Plays round number `index` of a duel with this seed: as many games as the game has seats.
pub fn play_round<G: Opponent, E: Evaluate<G>>(
    options: &G::Options,
    eval: &E,
    players: [&mut dyn Player<G>; 2],
    seed: u64,
    index: u64,
) -> RoundResult {
    let mut random = SplitMix::part(seed, index);
    let start = G::opening_start(options, &mut random);
    let opening = Course::opening(start, eval, &mut random);
    let n_seats = opening.position().n_seats();
    let mut seated =
        SeatedPlayers { eval, players, first_seat: Seat::FIRST, seed: random.next_u64() };
    let mut course = opening.clone();
    let mut round =
        RoundResult { shares: Vec::with_capacity(n_seats.into()), ..Default::default() };
    for seat in Seat::all(n_seats) {
        seated.first_seat = seat;
        seated.players.iter_mut().for_each(|player| player.new_game(options, seated.seed));
        course.clone_from(&opening);
        let outcome = seated.play(&mut course, &mut round.forfeits);
        round.plies += u64::from(course.ply() - opening.ply());
        round.shares.push(points::share(eval, course.position(), outcome, seat));
    }
    round
}

/// A game under way: the rules' way of a game, made for playing many of them.
pub(crate) struct Course<G: Rules> {
    /// All positions so far, the start first; never empty.
    positions: Vec<G>,
    /// The keys since the last ply that cannot be undone, if the game knows repetition.
    keys: Vec<G::Key>,
    repeats: bool,
    outcome: Option<Outcome>,
}

impl<G: Rules> Clone for Course<G> {
    fn clone(&self) -> Self {
        Self { positions: self.positions.clone(), keys: self.keys.clone(), ..*self }
    }

    fn clone_from(&mut self, other: &Self) {
        self.positions.clone_from(&other.positions);
        self.keys.clone_from(&other.keys);
        (self.repeats, self.outcome) = (other.repeats, other.outcome);
    }
}

impl<G: Rules> Course<G> {
    fn new(start: G) -> Self {
        // Without a rule on repetition the count makes no difference.
        let repeats = start.drawn_by_count(u32::MAX).is_some();
        let outcome = start.outcome().or_else(|| start.drawn_by_count(1));
        let keys = if repeats { vec![start.key()] } else { Vec::new() };
        Self { positions: vec![start], keys, repeats, outcome }
    }

    /// Random quiet plies from the start position.
    pub(crate) fn opening<E: Evaluate<G>>(start: G, eval: &E, random: &mut SplitMix) -> Self {
        let mut opening = Self::new(start);
        let mut moves = Vec::new();
        for _ in 0..OPENING_PLIES {
            let position = opening.position();
            moves.clear();
            position.legal_moves(&mut moves);
            moves.retain(|mv| eval.order(position, mv).is_none());
            let Some(mv) = moves.get(random.below(moves.len() as u64) as usize) else { break };
            if opening.outcome.is_some() || !position.dice(mv).is_empty() {
                break;
            }
            opening.advance(eval, mv, &Roll::NONE);
        }
        opening
    }

    /// The position now.
    pub(crate) fn position(&self) -> &G {
        &self.positions[self.positions.len() - 1]
    }

    /// All positions, the present one last.
    pub(crate) fn positions(&self) -> &[G] {
        &self.positions
    }

    fn ply(&self) -> u32 {
        self.positions.len() as u32 - 1
    }

    /// Plays a legal move with a roll that fits.
    fn advance<E: Evaluate<G>>(&mut self, eval: &E, mv: &G::Move, roll: &Roll) {
        let next = eval.play(self.position(), mv, roll);
        let mut seen = 1;
        if self.repeats {
            if next.forgets_past() {
                self.keys.clear();
            }
            let key = next.key();
            seen += self.keys.iter().filter(|earlier| **earlier == key).count() as u32;
            self.keys.push(key);
        }
        self.outcome = next.outcome().or_else(|| next.drawn_by_count(seen));
        self.positions.push(next);
    }

    /// A seat leaves the game.
    fn leave(&mut self, seat: Seat) {
        let mut next = self.position().clone();
        if let Some(winners) = next.leave(seat) {
            self.outcome = Some(Outcome::Win(winners, Reason::Forfeit));
        } else {
            self.outcome = next.outcome();
            self.positions.push(next);
        }
    }
}

/// Who plays a game, and with which luck.
struct SeatedPlayers<'e, 'p, G, E> {
    eval: &'e E,
    players: [&'p mut dyn Player<G>; 2],
    /// The seat of the first player; the second has all others.
    first_seat: Seat,
    seed: u64,
}

impl<G: Rules, E: Evaluate<G>> SeatedPlayers<'_, '_, G, E> {
    /// Plays a game to its end. A player that forfeits leaves the game with its seat; the others
    /// play on where the rules let them.
    fn play(&mut self, course: &mut Course<G>, forfeits: &mut Vec<(u8, String)>) -> Outcome {
        let mut fights = [0; Seat::MAX as usize];
        let most = MAX_TURNS * u32::from(course.position().n_seats());
        for _ in 0..most {
            if let Some(outcome) = course.outcome {
                return outcome;
            }
            let seat = course.position().to_move();
            let place = usize::from(seat != self.first_seat);
            let turn = Turn {
                position: course.position(),
                positions: course.positions(),
                ply: course.ply(),
                seed: self.seed,
            };
            let player = &mut self.players[place];
            let chosen = player.choose(&turn).and_then(|mv| {
                let legal = player.is_honest() || turn.position.is_legal(&mv);
                if legal { Ok(mv) } else { Err("it chose an illegal move".to_owned()) }
            });
            match chosen {
                Ok(mv) => {
                    let roll =
                        throw(turn.position, &mv, self.seed, seat, &mut fights[seat.index()]);
                    course.advance(self.eval, &mv, &roll);
                }
                Err(why) => {
                    forfeits.push((place as u8 + 1, why));
                    course.leave(seat);
                }
            }
        }
        Outcome::Draw(Reason::Adjudication)
    }
}

/// The roll of a legal move: fight number `n_fights` of this seat meets the same number in every
/// game with this seed.
pub(crate) fn throw<G: Rules>(
    position: &G,
    mv: &G::Move,
    seed: u64,
    seat: Seat,
    n_fights: &mut u64,
) -> Roll {
    if position.dice(mv).is_empty() {
        return Roll::NONE;
    }
    let stream = SplitMix::part(seed, u64::from(seat.number())).next_u64();
    let u = SplitMix::part(stream, *n_fights).next_u32();
    *n_fights += 1;
    let mut branches = Vec::new();
    position.branches(mv, &mut branches);
    pick(&branches, u)
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
