//! Duels: how strength is measured.
//!
//! A duel consists of rounds of games from the same opening with the same dice; the first player
//! sits in every seat once and the second in all the others. A round of a game of two seats is a
//! pair. The n-th roll of a seat has the same luck in all games of a round, so luck changes sides
//! with the seats (as in the duels of wildbg), and a program that plays against itself scores
//! exactly its fair share.

mod game;
mod player;
mod players;
mod round;
pub mod statistics;
mod tally;

pub(crate) use game::DuelGame;
pub use player::{Player, Turn};
pub(crate) use players::yardstick_move;
pub use players::{BeginnerPlayer, Clock, GreedyPlayer, NoTimeLimit, RandomPlayer, SearchPlayer};
pub(crate) use round::roll_at;
#[cfg(test)]
pub(crate) use round::throw;
pub use round::{MAX_TURNS, play_round};
pub use tally::{RoundResult, Tally};
