//! Offers: making and answering them, sitting down and getting up, and starting what is full.

mod answer;
mod challenge;
mod limits;
mod new_offer;
mod own;
mod rated;
mod rematch;
mod same;
mod seats;
mod start;
#[cfg(test)]
mod tests;

pub(super) use answer::{accept, decline, declined, leave};
pub(super) use challenge::challenge;
pub(super) use new_offer::offer_again;
pub(super) use own::{expire_offer, fill, left_by, remove, withdraw};
pub(super) use rematch::{rematch, rematch_for};
pub(super) use same::each_once;
pub(super) use start::start as start_event_game;
