//! Conditional moves that follow when a ply has been played.

use games::Seat;
use table::{Game, HeldPlan, Person};

use crate::{
    handling::{
        cause::Scope,
        step::{InternalError, SingleChange, Write},
    },
    message::{Audience, Reply},
    naming::names::{listed, name_at},
    play::announcements::public,
    text,
};

/// The further effects of a change through the conditional moves of its game.
#[derive(Debug, Default)]
pub(crate) struct Followed {
    /// The rows of what is registered afterwards.
    pub(crate) rows: Vec<Write>,
    /// The private messages to the owners.
    pub(crate) told: Vec<Reply>,
    /// A sentence that tells whose plies were conditional moves; empty if none were.
    pub(crate) words: String,
}

/// Lets the conditional moves of both players go on after the ply with which a change ends: their plies
/// become part of the same change, and are announced with it.
pub(crate) fn follow(
    scope: Scope<'_>,
    change: &mut SingleChange,
) -> Result<Followed, InternalError> {
    let game = &mut change.game;
    let people: Vec<(Seat, Person)> =
        game.people().map(|(seat, person)| (seat, person.clone())).collect();
    let (mut stored, mut held, mut lapsed) = (Vec::new(), Vec::new(), Vec::new());
    for (seat, _) in &people {
        let Some(plan) = scope.world.plan(game.no(), *seat)? else { continue };
        stored.push(*seat);
        match HeldPlan::from_stored(*seat, plan) {
            Some(plan) => held.push(plan),
            None => lapsed.push(*seat),
        }
    }
    if stored.is_empty() {
        return Ok(Followed::default());
    }
    let followed = game.follow_plans(&mut held, scope.stamp().at)?;
    change.added.extend(followed.added);
    lapsed.extend(followed.lapsed);
    let row = |seat: &Seat| {
        let plan = held.iter().find(|plan| plan.seat == *seat).map(HeldPlan::to_stored);
        Write::Plan { game: game.no(), seat: *seat, plan }
    };
    let is_told = |(seat, _): &&(Seat, Person)| game.is_running() && lapsed.contains(seat);
    let told = people
        .iter()
        .filter(is_told)
        .map(|(_, person)| gone(game, person, text::plan_gone(game.no())))
        .collect();
    let rows = stored.iter().map(row).collect();
    Ok(Followed { rows, told, words: planned_words(game, &followed.played) })
}

/// Returns what is registered after a takeback, which is nothing, and what the owners are told in private.
pub(crate) fn drop_plans(
    scope: Scope<'_>,
    game: &Game,
) -> Result<(Vec<Write>, Vec<Reply>), InternalError> {
    let (mut rows, mut told) = (Vec::new(), Vec::new());
    for (seat, person) in game.people() {
        if scope.world.plan(game.no(), seat)?.is_some() {
            rows.push(Write::Plan { game: game.no(), seat, plan: None });
            told.push(gone(game, person, text::plan_taken_back(game.no())));
        }
    }
    Ok((rows, told))
}

/// Returns whose plies were conditional moves.
fn planned_words(game: &Game, played: &[Seat]) -> String {
    let mut seats = played.to_vec();
    seats.sort_unstable();
    seats.dedup();
    let names: Vec<String> = seats.iter().map(|seat| name_at(game, *seat)).collect();
    if names.is_empty() {
        String::new()
    } else {
        text::was_planned(&listed(&names), played.len() == 1)
    }
}

/// The private message that somebody's conditional moves are gone. If their private chat cannot be
/// opened, nothing is said anywhere else, since it would tell others that there were any.
fn gone(game: &Game, person: &Person, words: String) -> Reply {
    Reply {
        place: person.id.private_place(),
        audience: Audience::Only(person.id.clone()),
        ..public(game, words, Vec::new())
    }
}
