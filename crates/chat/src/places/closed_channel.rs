//! Messages from a place in which the bot may not write. Their authors alone are answered there; a game that is
//! begun by one goes to a place that works.

use table::{Game, Occupant, PlaceId};

use super::{
    place_report::OpenPlace,
    server_settings::{channels, mentions},
};
use crate::{
    handling::{
        context::Context,
        step::{Change, Handled, Step},
    },
    message::{Audience, Incoming, Reply},
    text,
    world::scopes,
};

/// In how many channels it is looked whether games go on there.
const MOST_LOOKED_AT: usize = 100;

/// Returns where a game is played that a message begins: where it was written, if the bot may write there.
/// Otherwise where it was played `before` by the same people, in a channel that the server has chosen, in one
/// in which games go on, or, if people are to hear of it, in one for talk; against bots alone in private.
/// People are asked only where they are known to see it, and where the author could have asked them.
pub(crate) fn place_of_new_game(
    ctx: Context<'_>,
    before: Option<&PlaceId>,
    others: &[Occupant],
) -> Handled<PlaceId> {
    let Some(closed) = &ctx.msg.closed else { return Ok(ctx.msg.place.clone()) };
    if let Some(before) = before.filter(|before| closed.opens(before)) {
        return Ok(before.clone());
    }
    let chosen = channels(ctx.world, &scopes::of_server(ctx.msg.server.as_ref()))?;
    let with_people = others.iter().any(|other| !matches!(other, Occupant::Bot(_)));
    let is_read = closed.is_read_by(others);
    let fits = |one: &&OpenPlace| {
        let is_chosen = chosen.as_ref().is_none_or(|all| all.contains(&one.place));
        is_chosen && is_read && (one.takes_author || !with_people)
    };
    let open: Vec<&OpenPlace> = closed.open.iter().filter(fits).collect();
    if let Some(first) = open.first().filter(|_| chosen.is_some()) {
        return Ok(first.place.clone());
    }
    for one in open.iter().take(MOST_LOOKED_AT) {
        if !ctx.world.open_games_at(&one.place)?.is_empty() {
            return Ok(one.place.clone());
        }
    }
    if !with_people {
        return Ok(ctx.author().private_place());
    }
    match open.iter().find(|one| one.is_for_talk) {
        Some(one) => Ok(one.place.clone()),
        None => Err(ctx.refuse(text::no_place_for_game(&shown(&ctx.msg.place), closed.lacks))),
    }
}

/// Returns what the author of a message is told of a game that it has begun elsewhere.
pub(crate) fn begun_elsewhere(ctx: Context<'_>, game: &Game) -> Option<Reply> {
    ctx.msg.closed.as_ref().filter(|_| *game.place() != ctx.msg.place)?;
    let there = game.place().owner().is_none().then(|| shown(game.place()));
    Some(ctx.reply(text::begun_elsewhere(&shown(&ctx.msg.place), there.as_deref())))
}

/// A channel as the platform shows it.
fn shown(place: &PlaceId) -> String {
    mentions(std::slice::from_ref(place)).concat()
}

/// The step to which a message leads, with its answers for its author alone where others cannot be told
/// anything.
pub(crate) fn settle(msg: &Incoming, step: Step) -> Step {
    match step {
        Step::Say(mut replies) if msg.closed.is_some() => {
            replies.iter_mut().for_each(|reply| keep_to_author(msg, reply));
            Step::Say(replies)
        }
        Step::Change(change) => Step::Change(settle_change(msg, change)),
        step @ (Step::Silent
        | Step::Say(_)
        | Step::AskBot(..)
        | Step::AskWhoLeft(_)
        | Step::Verify(_)
        | Step::Pair(..)) => step,
    }
}

/// The same for a change. What is said about a game that is played there waits for its readers.
pub(crate) fn settle_change(msg: &Incoming, mut change: Change) -> Change {
    if msg.closed.is_none() {
        return change;
    }
    let Change { games, replies, .. } = &mut change;
    let is_of_game_there = |reply: &Reply| {
        let mut games = games.iter().map(|one| &one.game);
        games.any(|game| reply.game == Some(game.no()) && *game.place() == msg.place)
    };
    let answers = replies.iter_mut().filter(|reply| !is_of_game_there(reply));
    answers.for_each(|reply| keep_to_author(msg, reply));
    change
}

fn keep_to_author(msg: &Incoming, reply: &mut Reply) {
    if reply.place == msg.place {
        reply.audience = Audience::Only(msg.author.id.clone());
    }
}
