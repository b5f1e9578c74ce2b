//! Settings of a server, or of the page: `server show`, `server set`.

use super::{
    context::Context,
    plain_text::echo,
    scopes,
    step::{Change, Handled, InternalError, Row, Step, Stop},
    text,
    vacation::{self, MOST_DAYS, USUAL_DAYS},
    world::World,
};
use crate::{
    games::GameKind,
    table::{Key, Millis, Platform, Setting, TimeControl, parse_span},
};

/// The key of the days after which a game without a clock is warned of, and closed: `30 60`.
pub(super) const IDLE: &str = "idle_days";
/// After how many idle days a game is warned of, and closed, where a server has not chosen.
const USUAL_IDLE: (u16, u16) = (30, 60);
/// The fewest days after which a game is warned of.
const LEAST_IDLE: u16 = 7;

const DAY: Millis = 86_400_000;

/// After how many idle days a game of this scope is warned of, and after how many it is closed.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub(super) fn idle_days(world: &dyn World, scope: &str) -> Result<(u16, u16), InternalError> {
    let days = world.setting(scope, IDLE)?.and_then(|text| {
        let (warn, close) = text.split_once(' ')?;
        Some((warn.parse().ok()?, close.parse().ok()?))
    });
    Ok(days.unwrap_or(USUAL_IDLE))
}

/// The key of the clock that challenges to a game have if they name none.
pub(super) fn default_clock_key(kind: GameKind) -> String {
    format!("default_clock:{}", kind.key())
}

/// The clock that challenges to a game have in this scope if they name none.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub(super) fn default_clock(
    world: &dyn World,
    scope: &str,
    kind: GameKind,
) -> Result<TimeControl, InternalError> {
    let chosen = world.setting(scope, &default_clock_key(kind))?;
    Ok(chosen.and_then(|text| text.parse().ok()).unwrap_or_default())
}

/// `server show`
pub(super) fn show(ctx: Context<'_>) -> Handled {
    let scope = scope_here(ctx)?;
    let days = vacation::days(ctx.world, &scope)?;
    let mut clocks = Vec::new();
    for kind in GameKind::ALL {
        let clock = default_clock(ctx.world, &scope, kind)?;
        if clock.is_limited() {
            clocks.push(format!("{} {clock}", kind.title()));
        }
    }
    let clocks = if clocks.is_empty() { "none".to_owned() } else { clocks.join(", ") };
    let idle = idle_days(ctx.world, &scope)?;
    ctx.say(text::server_settings(days, idle, &clocks, example(), ctx.prefix))
}

/// `server set vacation 14d`, `server set default GAME 3d/move`, `server set idle 30d 60d`
pub(super) fn set(ctx: Context<'_>, what: &str, typed: &str) -> Handled {
    let scope = scope_here(ctx)?;
    if !ctx.msg.manages {
        let is_page = ctx.msg.place.platform() == Platform::Local;
        return ctx.say(text::not_manager(is_page, ctx.prefix));
    }
    let lower = typed.to_lowercase();
    let (read, form) = match what {
        "default" => (clocks(&lower), format!("server set default {} 3d/move", example())),
        "idle" => (idle(&lower), "server set idle 30d 60d".to_owned()),
        _ => (vacation_days(&lower), "server set vacation 14d".to_owned()),
    };
    let Some((settings, how)) = read else {
        return ctx.say(text::server_unread(&echo(typed), &form, ctx.prefix));
    };
    let row =
        |(key, value)| Row::Setting(Setting { scope: scope.clone(), key, value: Some(value) });
    let mut rows: Vec<Row> = settings.into_iter().map(row).collect();
    if what == "idle" {
        rows.extend(looks_again(ctx)?);
    }
    let replies = vec![ctx.reply(text::server_set(&how))];
    Ok(Step::Change(Change { rows, people: ctx.people(), replies, ..Change::default() }))
}

/// When something is due about games that stand still follows from the setting: all of them are looked
/// at anew.
fn looks_again(ctx: Context<'_>) -> Result<impl Iterator<Item = Row>, InternalError> {
    let now = ctx.world.now();
    let games = ctx.world.running_games_of(ctx.msg.server.as_ref())?;
    Ok(games.into_iter().map(move |no| Row::Wake(Key::Game(no), Some(now))))
}

/// A game to show how a line goes.
fn example() -> &'static str {
    GameKind::ALL.first().map_or("GAME", |kind| kind.key())
}

/// The scope of the place of the message: its server, or the page.
fn scope_here(ctx: Context<'_>) -> Handled<String> {
    let is_page = ctx.msg.place.platform() == Platform::Local;
    match &ctx.msg.server {
        None if !is_page => Err::<_, Stop>(ctx.refuse(text::no_server_here(ctx.prefix))),
        server => Ok(scopes::of_server(server.as_ref())),
    }
}

/// Settings as keys with their values, and what holds by them, as a sentence.
type Read = (Vec<(String, String)>, String);

fn vacation_days(typed: &str) -> Option<Read> {
    let days = if matches!(typed, "off" | "none" | "0") { 0 } else { days(typed)? };
    (days <= MOST_DAYS).then(|| {
        (
            vec![(vacation::DAYS.to_owned(), days.to_string())],
            text::vacation_is_set(days, USUAL_DAYS),
        )
    })
}

/// A game and a clock, or a clock for all games.
fn clocks(typed: &str) -> Option<Read> {
    let (kinds, clock) = match typed.split_once(' ') {
        Some((game, clock)) if GameKind::from_key(game).is_some() => {
            (vec![GameKind::from_key(game)?], clock)
        }
        _ => (GameKind::ALL.to_vec(), typed),
    };
    let clock = if clock.trim() == "off" { "none" } else { clock };
    let clock: TimeControl = clock.parse().ok()?;
    let games: Vec<&str> = kinds.iter().map(|kind| kind.title()).collect();
    let how = text::default_clock_is_set(&games, clock);
    let set = |kind| (default_clock_key(kind), clock.to_string());
    Some((kinds.into_iter().map(set).collect(), how))
}

fn idle(typed: &str) -> Option<Read> {
    let (warn, close) = typed.split_once(' ')?;
    let (warn, close) = (days(warn)?, days(close.trim())?);
    (LEAST_IDLE <= warn && warn < close && close <= 10 * MOST_DAYS).then(|| {
        (vec![(IDLE.to_owned(), format!("{warn} {close}"))], text::idle_is_set(warn, close))
    })
}

/// A whole number of days in `14d`, `2 weeks` or `14`.
fn days(typed: &str) -> Option<u16> {
    let plain = typed.bytes().all(|byte| byte.is_ascii_digit());
    let span = if plain { parse_span(&format!("{typed}d"))? } else { parse_span(typed)? };
    (span % DAY == 0).then(|| u16::try_from(span / DAY).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_as_people_type_them() {
        for (typed, days) in [("14d", "14"), ("2 weeks", "14"), ("14", "14"), ("off", "0")] {
            let (set, _) = vacation_days(typed).unwrap();
            assert_eq!(set, [(vacation::DAYS.to_owned(), days.to_owned())], "{typed}");
        }
        let kind = GameKind::ALL[0];
        let one = clocks(&format!("{} 3d/move", kind.key())).unwrap().0;
        assert_eq!(one, [(default_clock_key(kind), "3d/move".to_owned())]);
        assert_eq!(clocks("7d + 12h").unwrap().0.len(), GameKind::ALL.len());
        assert_eq!(clocks("off").unwrap().0[0].1, "none");
        assert_eq!(idle("30d 60d").unwrap().0, [(IDLE.to_owned(), "30 60".to_owned())]);
    }

    #[test]
    fn values_that_make_no_sense_are_refused() {
        for typed in ["", "1.5d", "400d", "soon", "-3d"] {
            assert_eq!(vacation_days(typed), None, "{typed}");
        }
        for typed in ["", "chess 3d/move", "2d"] {
            assert_eq!(clocks(typed), None, "{typed}");
        }
        for typed in ["30d", "60d 30d", "1d 60d", "30d 30d", "a b"] {
            assert_eq!(idle(typed), None, "{typed}");
        }
    }
}
