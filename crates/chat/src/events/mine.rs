//! What an edition has for one person: the games that they are to play, and what they can do.

use event::{Board, Edition, Results, Stage};
use pairing::history::Number;
use table::PersonId;

use super::{
    entering::takes_entry,
    posts::{here_action, join_action, leave_action},
};
use crate::actions::action::Action;

/// The boards of a player that are being played, in the order of the rounds.
pub(super) fn open_boards<'t>(
    edition: &'t Edition,
    results: &'t Results,
    number: Number,
) -> impl Iterator<Item = &'t Board> {
    let boards = edition.rounds().iter().flat_map(|round| &round.boards);
    let theirs = boards.filter(move |board| board.white == number || board.black == number);
    theirs.filter(|board| results.get(&board.game).is_some_and(|one| one.outcome.is_none()))
}

/// The other one of the two at a board.
pub(super) const fn opponent(board: &Board, number: Number) -> Number {
    if board.white == number { board.black } else { board.white }
}

/// Returns what a person can do in an edition by a tap, what is likeliest first. What would give up a game is
/// not among it.
pub(super) fn actions_for(edition: &Edition, results: &Results, who: &PersonId) -> Vec<Action> {
    let Some(me) = edition.entrant_of(who).filter(|one| one.gone.is_none()) else {
        let can_enter = takes_entry(edition, results, who);
        return can_enter.then(|| join_action(edition)).into_iter().collect();
    };
    if edition.stage() != Stage::Open {
        return Vec::new();
    }
    let is_awaited = edition.check_in_opened().is_some() && !me.is_here && !me.misses_first_round();
    let here = is_awaited.then(|| here_action(edition));
    here.into_iter().chain([leave_action(edition)]).collect()
}
