//! Questions: boards, legal moves, odds, lists, records, rules, help, permissions. They change nothing.

mod board;
mod card;
mod check;
mod game_list;
mod moves;
pub(crate) mod ratings;
mod record;
mod replay;
mod rules;
pub(crate) mod scores;

pub(super) use board::{board, next};
pub(super) use card::card;
pub(super) use check::check;
pub(super) use game_list::games;
pub(crate) use game_list::others;
pub(super) use moves::{legal, odds, why};
pub(super) use ratings::{rating, top};
pub(super) use record::{answer_verified, record, verify, verify_given};
pub(super) use replay::replay;
pub(super) use rules::{help, rules};
pub(super) use scores::{profile, score};
