//! Threads that take nothing any more: the game goes back to the channel in which its thread was opened.

use table::{Game, GameNo, PlaceId, Stage};

use super::{
    kept::{channel_of_own_thread, refusal},
    why::{LostThread, NoThread},
};
use crate::{
    handling::{
        cause::{Cause, Scope},
        step::{Change, GameChange, InternalError, Step, Write},
    },
    message::Reply,
    naming::names::name_at,
    offers::offer_again,
    places::channel_lost::shown_again,
    play::{
        announcements::public,
        proposals::{self, awaited_people},
    },
    text,
    time::{deadlines::credit_running, notices::ping_as_wished},
    world::World,
};

/// A game goes back to the channel of its thread, where its people hear so. Whether that still fits is seen
/// in the state: it may have gone there already.
///
/// # Errors
/// [`InternalError`] if the state cannot be read.
pub fn thread_lost(
    world: &dyn World,
    no: GameNo,
    thread: &PlaceId,
    why: LostThread,
) -> Result<Step, InternalError> {
    let Some(game) = world.game(no)?.filter(|game| game.place() == thread) else {
        return Ok(Step::Silent);
    };
    let Some(channel) = channel_of_own_thread(world, thread)? else { return Ok(Step::Silent) };
    if matches!(game.stage(), Stage::Over(_)) {
        return Ok(Step::Silent);
    }
    let mut game = Game::clone(&game);
    let added = credit_running(world, &mut game, world.now(), |_| true)?;
    // The next game there does not say the same again.
    let told = match why {
        LostThread::Lacks(one) => {
            vec![Write::Setting(refusal(&channel, Some(NoThread::Lacks(one))))]
        }
        _ => Vec::new(),
    };
    game.move_to(channel);
    let words = text::thread_lost(no, why);
    let reply = asked_again(world, &game, words);
    Ok(Step::Change(Change {
        games: vec![GameChange { game, added }],
        rows: told,
        replies: vec![reply],
        ..Change::default()
    }))
}

/// These words about a game that is back in its channel, with all that is asked of its people: it may have
/// been said only in the thread. Whoever wishes to be asked in private was asked so when it was said first.
fn asked_again(world: &dyn World, game: &Game, words: String) -> Reply {
    if !game.is_running() {
        let (offer, ping) = offer_again(world, game);
        return public(game, format!("{words}\n{offer}"), ping);
    }
    let mut reply = shown_again(world, game, words);
    let prefix = Scope { world, cause: Cause::Host }.prefix_of(game);
    for what in proposals::ALL {
        let Some(open) = game.proposal(what) else { continue };
        let (to, ping) = awaited_people(game, what, &reply.ping);
        if !to.is_empty() {
            let asked = text::proposal_again(what, &name_at(game, open.by), &to, &prefix);
            reply.text = format!("{}\n{asked}", reply.text);
            reply.ping.extend(ping);
        }
    }
    ping_as_wished(world, game, &mut reply.ping);
    reply
}
