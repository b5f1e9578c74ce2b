//! The part of an edition that concerns one person: the games that they are to play, and what they can do.

use event::{Board, Edition, Form, Results, Stage};
use pairing::history::Number;
use table::PersonId;

use super::{
    entering::takes_entry,
    posts::{action, here_action, join_action, leave_action},
};
use crate::{
    actions::action::{Action, Weight},
    text,
};

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

/// Returns what holds for a player who has no game to play in an edition that is being played, in words; `name` tells
/// what others are called there.
pub(super) fn waiting_words(
    edition: &Edition,
    number: Option<Number>,
    name: impl Fn(Number) -> String,
) -> String {
    if edition.settings().form == Form::League {
        return text::your_league_games_are_over();
    }
    let rounds = edition.rounds();
    let is_last = rounds.len() >= edition.planned_rounds();
    let waits = text::you_wait_for_the_round(edition.is_paused(), is_last);
    let free = rounds.last().and_then(|round| {
        let mine = round.free.iter().find(|free| Some(free.number) == number)?;
        text::you_are_free(mine.why, rounds.len(), name)
    });
    free.into_iter().chain([waits]).collect::<Vec<_>>().join(" ")
}

/// Returns what a person can do in an edition by a tap, what is likeliest first. Before what gives up a game they
/// are asked.
pub(super) fn actions_for(edition: &Edition, results: &Results, who: &PersonId) -> Vec<Action> {
    let Some(me) = edition.entrant_of(who).filter(|one| one.gone.is_none()) else {
        let can_enter = takes_entry(edition, results, who);
        return can_enter.then(|| join_action(edition)).into_iter().collect();
    };
    match edition.stage() {
        Stage::Open => {}
        Stage::Running => {
            return vec![action(edition, "leave", "Leave").weighing(Weight::Danger)];
        }
        Stage::Finished | Stage::Cancelled => return Vec::new(),
    }
    let is_awaited = edition.check_in_opened().is_some() && !me.is_here && !me.misses_first_round();
    let here = is_awaited.then(|| here_action(edition));
    here.into_iter().chain([leave_action(edition)]).collect()
}
