//! Threads that have just been opened, or could not be.

use std::collections::BTreeSet;

use table::{ClockEvent, Game, LogEntry, PlaceId, PlaceKind};

use super::{
    kept::{kept_asked, kept_channel, refusal, told_refusal},
    why::NoThread,
    work::ThreadWork,
};
use crate::{
    handling::{
        cause::Delivery,
        delivery::asked_by,
        step::{Change, GameChange, InternalError, Step, Write},
    },
    message::Reply,
    naming::names::{listed, mention},
    places::channel_lost::shown_again,
    play::announcements::{next_player, public},
    text,
    time::{deadlines::credit_running, notices::ping_as_wished},
    world::World,
};

/// The outcome of a message that was to open a thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The delivery of that message.
    pub delivery: Delivery,
    /// Whether the message shows a board.
    pub shows_board: bool,
    /// Whether somebody has asked for the thread.
    pub is_asked: bool,
    /// The thread, or why there is none.
    pub opened: Result<PlaceId, NoThread>,
}

/// Returns what follows when a message that was to open a thread is there: its game goes on in the thread, or
/// stays where it is and its people hear why, in each channel once unless they have asked for it. If the
/// message shows a board, the clocks of those whom that asks for a move run from then on.
///
/// # Errors
/// [`InternalError`] if the state cannot be read.
pub fn thread_opened(world: &dyn World, opening: &Opening) -> Result<Step, InternalError> {
    let Some(game) = world.game(opening.delivery.game)? else { return Ok(Step::Silent) };
    let mut game = Game::clone(&game);
    let added = ask(&mut game, opening)?;
    let mut change = match &opening.opened {
        Ok(thread) => moved(world, game, added, opening, thread)?,
        Err(why) => stays(world, game, added, opening, *why)?,
    };
    if opening.is_asked {
        change.rows.push(Write::Setting(kept_asked(opening.delivery.game, None)));
    }
    let is_nothing = change.games.is_empty() && change.rows.is_empty() && change.replies.is_empty();
    Ok(if is_nothing { Step::Silent } else { Step::Change(change) })
}

/// Lets the clocks run of those whom the message asks for a move.
fn ask(game: &mut Game, opening: &Opening) -> Result<Vec<LogEntry>, InternalError> {
    if !opening.shows_board || !game.is_running() {
        return Ok(Vec::new());
    }
    let asked = asked_by(game, &opening.delivery);
    if asked.is_empty() {
        return Ok(Vec::new());
    }
    Ok(game.note_clock(ClockEvent::Asked(asked), opening.delivery.at)?)
}

/// The thread is there, so the game goes on in it; one that nobody needs by now is archived.
fn moved(
    world: &dyn World,
    mut game: Game,
    mut added: Vec<LogEntry>,
    opening: &Opening,
    thread: &PlaceId,
) -> Result<Change, InternalError> {
    let channel = &opening.delivery.place;
    let rows =
        vec![Write::Setting(kept_channel(thread, channel)), Write::Setting(refusal(channel, None))];
    let goes_there = game.is_running() && game.place() == channel;
    if goes_there {
        added.extend(credit_running(world, &mut game, world.now(), |_| true)?);
        game.move_to(thread.clone());
        let reply = first_there(world, &game);
        return Ok(Change {
            games: vec![GameChange { game, added }],
            rows,
            replies: vec![reply],
            ..Change::default()
        });
    }
    let elsewhere = match game.place().kind() {
        PlaceKind::Channel(key) if game.is_running() && game.place() != thread => Some(key),
        _ => None,
    };
    let words = text::thread_not_needed(game.no(), elsewhere);
    let reply = Reply {
        place: thread.clone(),
        thread: Some(ThreadWork::Closes),
        ..public(&game, words, Vec::new())
    };
    let replies = if game.place() == thread { Vec::new() } else { vec![reply] };
    let games = if added.is_empty() { Vec::new() } else { vec![GameChange { game, added }] };
    Ok(Change { games, rows, replies, ..Change::default() })
}

/// The first message in a game's thread. It names all its people, as far as they wish that: the platform
/// shows a thread to those who are named in it.
fn first_there(world: &dyn World, game: &Game) -> Reply {
    let mut people: Vec<_> = game.people().map(|(_, person)| person.clone()).collect();
    let mut known = BTreeSet::new();
    people.retain(|person| known.insert(person.id.clone()));
    let names: Vec<String> = people.iter().map(mention).collect();
    let words = text::thread_begins(game.no(), &listed(&names));
    let mut reply = shown_again(world, game, words);
    reply.ping = people.into_iter().map(|person| person.id).collect();
    // Whoever wishes to be asked in private was asked with the first board.
    ping_as_wished(world, game, &mut reply.ping);
    if was_called_in_channel(game) {
        let (_, called) = next_player(game);
        reply.ping.retain(|person| !called.contains(person));
    }
    reply
}

/// Returns `true` if a move of an event's game was faster than its thread, so that its board has called the
/// next player in the channel.
fn was_called_in_channel(game: &Game) -> bool {
    game.terms().event.is_some() && game.position().ply() > 0
}

/// There is no thread: the game stays where it is.
fn stays(
    world: &dyn World,
    game: Game,
    added: Vec<LogEntry>,
    opening: &Opening,
    why: NoThread,
) -> Result<Change, InternalError> {
    let channel = &opening.delivery.place;
    let told = told_refusal(world, channel)?;
    let is_news = opening.is_asked || told.as_deref() != Some(why.key());
    let is_here = game.is_running() && game.place() == channel;
    // In an event nobody was called before a move, since the thread was to do that.
    let calls = game.terms().event.is_some() && !was_called_in_channel(&game);
    let mut change = Change::default();
    if is_here && (is_news || calls) {
        let prefix = world.settings(channel, game.server()).shown_prefix;
        let mut words = text::thread_refused(game.no(), why, &prefix);
        let mut ping = Vec::new();
        if calls {
            let (who, players) = next_player(&game);
            (words, ping) = (format!("{who}: {words}"), players);
            ping_as_wished(world, &game, &mut ping);
        }
        change.replies.push(public(&game, words, ping));
        change.rows.push(Write::Setting(refusal(channel, Some(why))));
    }
    if !added.is_empty() {
        change.games.push(GameChange { game, added });
    }
    Ok(change)
}
