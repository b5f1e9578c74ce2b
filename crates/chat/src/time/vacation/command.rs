//! `vacation`

use table::{GameNo, HOUR, Key, Millis, Vacation, parse_span};

use super::{
    allowance::{Left, left_at, take, year_start},
    away_until, days,
};
use crate::{
    handling::{
        context::Context,
        step::{Change, Handled, InternalError, Step, Write},
    },
    parse::plain_text::echo,
    text,
    world::scopes,
};

/// The shortest vacation, in milliseconds.
const SHORTEST: Millis = HOUR;

/// `vacation`, `vacation 5d`, `vacation off`
pub(crate) fn vacation(ctx: Context<'_>, typed: &str) -> Handled {
    let now = ctx.written_at();
    match typed.to_lowercase().as_str() {
        "" => show(ctx, now),
        "off" | "end" | "stop" | "back" => end(ctx, now),
        lower => match parse_span(lower) {
            Some(span) if span >= SHORTEST => begin(ctx, now, span),
            Some(_) => ctx.say(text::vacation_too_short(ctx.prefix)),
            // `vacation was great` is talk.
            None => ctx.say_if_addressed(|| text::no_vacation_span(&echo(typed), ctx.prefix)),
        },
    }
}

/// A scope by whose rules the author may be away, with the running games that it is about.
struct Scope {
    name: String,
    days: u16,
    games: Vec<GameNo>,
}

/// Those that are meant where the message was written: that of the server; in a private chat those of
/// all running games, and that of no server.
fn meant(ctx: Context<'_>) -> Result<Vec<Scope>, InternalError> {
    let here = scopes::of_server(ctx.msg.server.as_ref());
    let mut scopes = vec![Scope { days: days(ctx.world, &here)?, name: here, games: Vec::new() }];
    for game in ctx.all_running_games()? {
        let name = scopes::of_server(game.server.as_ref());
        match scopes.iter_mut().find(|scope| scope.name == name) {
            Some(scope) => scope.games.push(game.no),
            None if ctx.is_private() => {
                let days = days(ctx.world, &name)?;
                scopes.push(Scope { name, days, games: vec![game.no] });
            }
            None => {}
        }
    }
    Ok(scopes)
}

fn show(ctx: Context<'_>, now: Millis) -> Handled {
    let mut until = None;
    let mut least: Option<Left> = None;
    for scope in meant(ctx)? {
        until = until.max(away_until(ctx.world, ctx.author(), &scope.name, now)?);
        let taken = ctx.world.vacations(ctx.author(), &scope.name, year_start(now))?;
        let left = left_at(now, &taken, scope.days);
        if least.is_none_or(|least| left.left < least.left) {
            least = Some(left);
        }
    }
    let left = least.map_or(0, |least| least.left);
    ctx.say(match until {
        Some(until) => text::is_on_vacation(until, left, ctx.prefix),
        None => text::is_not_on_vacation(left, ctx.prefix),
    })
}

/// The author is away from now on for so long, whether they were already or not.
fn begin(ctx: Context<'_>, now: Millis, span: Millis) -> Handled {
    let (mut rows, mut least, mut n_games) = (Vec::new(), None::<Left>, (0, 0));
    let until = now.saturating_add(span);
    for scope in meant(ctx)? {
        let mut taken = ctx.world.vacations(ctx.author(), &scope.name, year_start(now))?;
        let is_current = |(from, to): &(Millis, Millis)| *from <= now && now < *to;
        let current = taken.iter().position(is_current).map(|n| taken.remove(n));
        let since = current.map_or(now, |(since, _)| since);
        let left = match take((since, until), &taken, scope.days) {
            Ok(left) => left,
            Err(short) => return ctx.say(refusal(ctx, short, scope.days, (since, now))),
        };
        if least.is_none_or(|least| left.left < least.left) {
            least = Some(left);
        }
        for no in &scope.games {
            let game = ctx.world.game(*no)?;
            let Some(game) = game.filter(|game| game.terms().clock.is_limited()) else { continue };
            // Those of events go on.
            let n = if game.terms().event.is_some() { &mut n_games.1 } else { &mut n_games.0 };
            *n += 1;
        }
        rows.extend(changed(ctx, scope, since, until));
    }
    let left = least.map_or(0, |least| least.left);
    let words = text::vacation_begins(&ctx.author_name(), until, n_games, left, ctx.prefix);
    Ok(change(ctx, rows, words))
}

/// Too little is left. What the author has used of a vacation that goes on counts as used.
fn refusal(ctx: Context<'_>, short: Left, days: u16, (since, now): (Millis, Millis)) -> String {
    let left = (short.left - (now - since)).max(0);
    if days == 0 {
        text::no_vacation_here(ctx.prefix)
    } else {
        text::vacation_too_long(left, days, short.year, ctx.prefix)
    }
}

/// The author is back.
fn end(ctx: Context<'_>, now: Millis) -> Handled {
    let mut rows = Vec::new();
    for scope in meant(ctx)? {
        let vacations = ctx.world.vacations(ctx.author(), &scope.name, now)?;
        if let Some((since, _)) = vacations.into_iter().find(|(since, _)| *since <= now) {
            rows.extend(changed(ctx, scope, since, now));
        }
    }
    if rows.is_empty() {
        return ctx.say(text::was_not_on_vacation(ctx.prefix));
    }
    Ok(change(ctx, rows, text::vacation_ends(&ctx.author_name())))
}

/// The vacation as it is now, and the author's games, whose deadlines follow from it.
fn changed(ctx: Context<'_>, scope: Scope, since: Millis, until: Millis) -> Vec<Write> {
    let Scope { name, games, .. } = scope;
    let row = Write::Vacation(Vacation { person: ctx.author().clone(), scope: name, since, until });
    let deadline = |no| Write::Deadline(Key::Game(no), Some(ctx.world.now()));
    std::iter::once(row).chain(games.into_iter().map(deadline)).collect()
}

fn change(ctx: Context<'_>, rows: Vec<Write>, words: String) -> Step {
    let replies = vec![ctx.reply(words)];
    Step::Change(Change { rows, people: ctx.people(), replies, ..Change::default() })
}
