//! Giving up all games at once: `resign all`. The yes is kept with the numbers of the games. They then end one after the
//! other, each like any that is given up, so that nobody waits for all of them, and a restart goes on with the rest.

use table::{GameNo, Key, Millis, PersonId, Setting};

use super::resign::give_up;
use crate::{
    handling::{
        cause::{Cause, Scope},
        context::Context,
        selection::acting_seat,
        step::{Change, Handled, InternalError, SingleChange, Step, Write},
    },
    text,
    time::deadlines::LOOK_AGAIN,
    world::{World, game_list_row::GameListRow, scopes},
};

/// The key under which the numbers of the games are kept that a person gives up and that have not ended yet.
const RESIGNING: &str = "resigning";

/// `resign all`
pub(crate) fn resign_all(ctx: Context<'_>, is_sure: bool) -> Handled {
    let games = games_meant(ctx)?;
    if games.is_empty() {
        return ctx.say(text::no_game(ctx.prefix));
    }
    let n = games.len();
    if !is_sure {
        let words = text::resign_all_sure(n, place_meant(ctx), ctx.prefix);
        let label = format!("Yes, give up {}", text::n_games(n));
        return ctx.ask_if_sure("resign all yes", &label, words);
    }
    let mut left = resigning(ctx.world, ctx.author())?;
    left.extend(games.iter().map(|game| game.no));
    left.sort_unstable();
    left.dedup();
    let due = Write::Deadline(Key::Person(ctx.author().clone()), Some(ctx.world.now()));
    let rows = vec![kept(ctx.author(), &left), due];
    let replies = vec![ctx.reply_to_author(text::resigning_all(n))];
    Ok(Step::Change(Change { rows, people: ctx.people(), replies, ..Change::default() }))
}

/// The author's games that end by it: in private all, otherwise those of the server, or on the page of the channel. No
/// game of a private chat is among these.
fn games_meant(ctx: Context<'_>) -> Handled<Vec<GameListRow>> {
    let mut games = Vec::new();
    for row in ctx.all_running_games()? {
        let is_meant = ctx.is_private()
            || row.server == ctx.msg.server && !row.place.is_private(row.server.as_ref());
        // Whoever has left a game for several is still on its list.
        let plays = row.seats.len() <= 2
            || ctx
                .world
                .game(row.no)?
                .is_some_and(|game| acting_seat(&game, ctx.author()).is_some());
        games.extend((is_meant && plays).then_some(row));
    }
    Ok(games)
}

/// Where these games are played, in words; `None` for all places.
fn place_meant(ctx: Context<'_>) -> Option<&'static str> {
    match &ctx.msg.server {
        _ if ctx.is_private() => None,
        Some(_) => Some("in this server"),
        None => Some("in this channel"),
    }
}

/// Ends the next of the games that somebody gives up, and asks for the one behind it. One whose place is still being
/// read back, or that cannot be read itself, keeps no other waiting, and is looked at again later.
///
/// # Errors
/// [`InternalError`] if the state cannot be read.
pub(crate) fn resign_next(
    world: &dyn World,
    key: &Key,
    who: &PersonId,
) -> Result<Step, InternalError> {
    let scope = Scope { world, cause: Cause::Due(key, world.now()) };
    let mut change = Change::default();
    let mut left = resigning(world, who)?;
    let mut pause = LOOK_AGAIN;
    for no in left.clone() {
        match given_up(scope, no, who) {
            Ok(GivenUp::NotYet) | Err(_) => continue,
            Ok(GivenUp::Over) => left.retain(|one| *one != no),
            Ok(GivenUp::Now(ended)) => {
                // Somebody may have several seats in it.
                if acting_seat(&ended.game, who).is_none() {
                    left.retain(|one| *one != no);
                }
                (change, pause) = ((*ended).into(), 1);
                break;
            }
        }
    }
    let next = (!left.is_empty()).then(|| world.now().saturating_add(pause));
    change.rows.push(kept(who, &left));
    change.rows.push(Write::Deadline(key.clone(), next));
    Ok(Step::Change(change))
}

/// The result of giving up one of these games.
enum GivenUp {
    /// It ends so, or goes on without them.
    Now(Box<SingleChange>),
    /// Something that was said there before may not be known yet.
    NotYet,
    /// They do not play in it any more.
    Over,
}

/// Gives up one of these games for somebody.
fn given_up(scope: Scope<'_>, no: GameNo, who: &PersonId) -> Result<GivenUp, InternalError> {
    let Some(game) = scope.world.game(no)?.filter(|game| game.is_running()) else {
        return Ok(GivenUp::Over);
    };
    let Some(seat) = acting_seat(&game, who) else { return Ok(GivenUp::Over) };
    if scope.world.heard_until(game.place()) == Millis::MIN {
        return Ok(GivenUp::NotYet);
    }
    let mut change = give_up(scope, (*game).clone(), seat)?;
    // Whoever has given it up knows.
    change.replies.iter_mut().for_each(|reply| reply.ping.retain(|one| one != who));
    Ok(GivenUp::Now(Box::new(change)))
}

/// The games that somebody gives up and that have not ended yet.
fn resigning(world: &dyn World, who: &PersonId) -> Result<Vec<GameNo>, InternalError> {
    let kept = world.setting(&scopes::of_person(who), RESIGNING)?.unwrap_or_default();
    Ok(kept.split(' ').filter_map(|no| no.parse().ok().map(GameNo)).collect())
}

/// Keeps which games somebody gives up; nothing if there are none.
fn kept(who: &PersonId, left: &[GameNo]) -> Write {
    let numbers: Vec<String> = left.iter().map(|no| no.0.to_string()).collect();
    let value = (!left.is_empty()).then(|| numbers.join(" "));
    Write::Setting(Setting { scope: scopes::of_person(who), key: RESIGNING.to_owned(), value })
}
