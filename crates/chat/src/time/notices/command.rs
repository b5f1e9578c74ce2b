//! `notify`: what somebody wishes to be told.

use table::{Key, Setting};

use super::{
    prefs::{MOST_REMINDERS, Prefs, Reminding, TurnNotice},
    quiet::{NotQuiet, QuietHours},
    zone::NoZone,
};
use crate::{
    handling::{
        context::Context,
        step::{Change, Handled, Step, Write},
    },
    message::{Audience, Reply},
    parse::plain_text::echo,
    places::server_settings,
    text,
    world::scopes,
};

/// `notify`
pub(crate) fn show(ctx: Context<'_>) -> Handled {
    let prefs = Prefs::of(ctx.world, ctx.author())?;
    let quiet = prefs.quiet.map(|quiet| quiet.to_string());
    let (turn, remind) = (prefs.turn.word(), prefs.remind.text());
    ctx.say_to_author(text::notices(turn, &remind, quiet.as_deref(), ctx.prefix))
}

/// `notify turn dm`
pub(crate) fn turn(ctx: Context<'_>, word: &str) -> Handled {
    let turn = TurnNotice::read(word).unwrap_or_default();
    let words = text::turn_noted(turn.word(), ctx.prefix);
    let value = (turn != TurnNotice::default()).then(|| turn.word().to_owned());
    set(ctx, Prefs::TURN, value, words)
}

/// `notify remind 24h 3h`
pub(crate) fn remind(ctx: Context<'_>, typed: &str) -> Handled {
    let Some(remind) = Reminding::read(&typed.to_lowercase()) else {
        return ctx.say(text::remind_unread(&echo(typed), MOST_REMINDERS, ctx.prefix));
    };
    let chosen = remind.text();
    let words = text::remind_noted(&chosen, ctx.prefix);
    set(ctx, Prefs::REMIND, (remind != Reminding::default()).then_some(chosen), words)
}

/// `notify quiet 22:00-07:00 Europe/Berlin`
pub(crate) fn quiet(ctx: Context<'_>, typed: &str) -> Handled {
    if matches!(typed.to_lowercase().as_str(), "off" | "none") {
        return set(ctx, Prefs::QUIET, None, text::quiet_noted(None));
    }
    let usual = match Prefs::of(ctx.world, ctx.author())?.quiet {
        Some(quiet) => Some(quiet.zone().clone()),
        None => server_settings::zone(ctx.world, ctx.msg.server.as_ref())?,
    };
    match QuietHours::read(typed, usual.as_ref()) {
        Ok(hours) => {
            let hours = hours.to_string();
            let words = text::quiet_noted(Some(&hours));
            set(ctx, Prefs::QUIET, Some(hours), words)
        }
        Err(why) => ctx.say(match why {
            NotQuiet::Form => text::quiet_unread(&echo(typed), ctx.prefix),
            NotQuiet::Empty => text::quiet_is_empty(ctx.prefix),
            NotQuiet::NoZone => text::quiet_without_zone(ctx.prefix),
            NotQuiet::Zone(zone, NoZone::Unknown(near)) => {
                text::zone_unknown(&echo(&zone), &near, ctx.prefix)
            }
            NotQuiet::Zone(zone, NoZone::Offset(city)) => {
                text::zone_is_an_offset(&echo(&zone), city, ctx.prefix)
            }
        }),
    }
}

/// Keeps what the author has chosen, and looks at their games anew: reminders may come earlier by it.
fn set(ctx: Context<'_>, key: &str, value: Option<String>, words: String) -> Handled {
    let scope = scopes::of_person(ctx.author());
    let mut rows = vec![Write::Setting(Setting { scope, key: key.to_owned(), value })];
    let games = ctx.all_running_games()?;
    rows.extend(
        games.iter().map(|game| Write::Deadline(Key::Game(game.no), Some(ctx.world.now()))),
    );
    let audience = Audience::Only(ctx.author().clone());
    let replies = vec![Reply { audience, ..ctx.reply(words) }];
    Ok(Step::Change(Change { rows, people: ctx.people(), replies, ..Change::default() }))
}
