//! The results of rounds, added up.

use super::statistics::{LessLuck, RoundCounts};
use crate::scoring::Share;

/// The result of one round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoundResult {
    /// The first player's share of the point in each game: in the first seat, in the second seat,
    /// and so on.
    pub shares: Vec<Share>,
    /// The first player's luck in each game as the judge sees it, in millionths of 2p - 1; 0 without a judge.
    pub luck: Vec<i64>,
    /// The rolls of all games together.
    pub rolls: u64,
    /// The plies of all games together, openings not counted.
    pub plies: u64,
    /// Why a player forfeited, with its number (1 or 2), in the order of the games.
    pub forfeits: Vec<(u8, String)>,
}

/// Everything counted in a duel so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The number of games in which the first player got the whole point.
    pub wins: u64,
    /// The number of games in which it got a part of the point.
    pub draws: u64,
    /// The number of games in which it got nothing.
    pub losses: u64,
    /// The rounds by their points.
    pub rounds: RoundCounts,
    /// The same rounds less the luck that the judge saw.
    pub less_luck: LessLuck,
    /// The rolls of all games together.
    pub rolls: u64,
    /// The plies of all games together, openings not counted.
    pub plies: u64,
}

impl Tally {
    /// An empty tally of rounds of this many games; `fair` is the share that an equal gets.
    #[must_use]
    pub const fn new(games: u64, fair: Share) -> Self {
        Self {
            wins: 0,
            draws: 0,
            losses: 0,
            rounds: RoundCounts::new(games, fair),
            less_luck: LessLuck::new(games, fair),
            rolls: 0,
            plies: 0,
        }
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
        self.less_luck.add(&round.shares, &round.luck);
        self.rolls += round.rolls;
        self.plies += round.plies;
    }
}
