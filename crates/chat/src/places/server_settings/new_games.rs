//! Settings for the games of a server: vacations, the clocks of challenges, games that stand still.

use games::GameKind;
use table::{DAY, Key, PlaceId, ServerId, TimeControl, parse_span};

use super::asked::{Asked, Read};
use crate::{
    handling::{
        context::Context,
        step::{Handled, InternalError, Write},
    },
    parse::plain_text::{echo, nearest_of},
    text,
    time::{
        idle_days::{IDLE, idle_days},
        vacation::{self, MOST_DAYS, USUAL_DAYS},
    },
    world::{World, scopes},
};

/// The fewest days after which a game is warned of.
const LEAST_IDLE: u16 = 7;

/// The key of the game of challenges that name none.
const DEFAULT_GAME: &str = "default_game";

/// The game of challenges that name none in a place.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub(crate) fn default_game(
    world: &dyn World,
    place: &PlaceId,
    server: Option<&ServerId>,
) -> Result<GameKind, InternalError> {
    game_in(world, &scopes::of_place(world, place, server))
}

fn game_in(world: &dyn World, scopes: &[String]) -> Result<GameKind, InternalError> {
    let chosen = scopes::first_chosen(world, scopes, DEFAULT_GAME)?;
    Ok(chosen.and_then(|key| GameKind::from_key(&key)).unwrap_or(GameKind::ALL[0]))
}

/// The key of the clock that challenges to a game have if they name none.
fn default_clock_key(kind: GameKind) -> String {
    format!("default_clock:{}", kind.key())
}

/// The clock that challenges to a game have in a place if they name none.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub(crate) fn default_clock(
    world: &dyn World,
    place: &PlaceId,
    server: Option<&ServerId>,
    kind: GameKind,
) -> Result<TimeControl, InternalError> {
    clock_in(world, &scopes::of_place(world, place, server), kind)
}

fn clock_in(
    world: &dyn World,
    scopes: &[String],
    kind: GameKind,
) -> Result<TimeControl, InternalError> {
    let chosen = scopes::first_chosen(world, scopes, &default_clock_key(kind))?;
    Ok(chosen.and_then(|text| text.parse().ok()).unwrap_or_default())
}

/// The keys of the game and the clocks of challenges.
pub(super) fn default_keys() -> Vec<String> {
    let clocks = GameKind::ALL.into_iter().map(default_clock_key);
    std::iter::once(DEFAULT_GAME.to_owned()).chain(clocks).collect()
}

pub(super) fn show_vacation(ctx: Context<'_>, scope: &str) -> Result<String, InternalError> {
    Ok(text::vacation_shown(vacation::days(ctx.world, scope)?))
}

pub(super) fn read_vacation(asked: Asked<'_>) -> Handled<Read> {
    asked.or_unread(vacation_days(&asked.lower()))
}

pub(super) fn show_default(ctx: Context<'_>, scope: &str) -> Result<String, InternalError> {
    let scopes = scopes::in_effect(scope, ctx.msg.server.as_ref());
    let mut clocks = Vec::new();
    for kind in GameKind::ALL {
        let clock = clock_in(ctx.world, &scopes, kind)?;
        if clock.is_limited() {
            clocks.push(format!("{} {clock}", kind.title()));
        }
    }
    Ok(text::default_shown(game_in(ctx.world, &scopes)?.title(), &clocks))
}

pub(super) fn read_default(asked: Asked<'_>) -> Handled<Read> {
    if asked.is_reset() {
        let settings = default_keys().into_iter().map(|key| (key, None)).collect();
        return Ok(Read { settings, rows: Vec::new(), how: text::usual_default_is_set() });
    }
    let lower = asked.lower();
    let read = default(&lower);
    let game = lower.split(' ').next().unwrap_or_default();
    let keys = GameKind::ALL.map(GameKind::key);
    if read.is_none()
        && GameKind::from_key(game).is_none()
        && let Some(near) = nearest_of(game, keys.into_iter())
    {
        let line = format!("server set default {}", lower.replacen(game, near, 1));
        return Err(asked.ctx.refuse(text::did_you_mean(&echo(game), &line, asked.ctx.prefix)));
    }
    asked.or_unread(read)
}

pub(super) fn show_idle(ctx: Context<'_>, scope: &str) -> Result<String, InternalError> {
    Ok(text::idle_shown(idle_days(ctx.world, scope)?))
}

/// Reads after how long a game that stands still is told of. Deadlines follow from it: all such games are
/// looked at anew.
pub(super) fn read_idle(asked: Asked<'_>) -> Handled<Read> {
    let read = asked.or_unread(idle(&asked.lower()))?;
    let (world, now) = (asked.ctx.world, asked.ctx.world.now());
    let games = world.running_games_of(asked.ctx.msg.server.as_ref())?;
    let rows = games.into_iter().map(|no| Write::Deadline(Key::Game(no), Some(now))).collect();
    Ok(Read { rows, ..read })
}

fn vacation_days(typed: &str) -> Option<Read> {
    let days = if matches!(typed, "off" | "none" | "0") { 0 } else { days(typed)? };
    (days <= MOST_DAYS).then(|| {
        Read::one(vacation::DAYS, days.to_string(), text::vacation_is_set(days, USUAL_DAYS))
    })
}

/// A game, a game and a clock, or a clock for all games.
fn default(typed: &str) -> Option<Read> {
    let (word, behind) = typed.split_once(' ').unwrap_or((typed, ""));
    let Some(kind) = GameKind::from_key(word) else {
        let clock = clock(typed)?;
        let how = text::default_clock_is_set(&GameKind::ALL.map(GameKind::title), clock);
        let settings = GameKind::ALL.map(|kind| (default_clock_key(kind), Some(clock.to_string())));
        return Some(Read { settings: settings.into(), rows: Vec::new(), how });
    };
    let mut read =
        Read::one(DEFAULT_GAME, kind.key().to_owned(), text::default_game_is_set(kind.title()));
    if !behind.is_empty() {
        let clock = clock(behind)?;
        read.settings.push((default_clock_key(kind), Some(clock.to_string())));
        read.how.push(' ');
        read.how.push_str(&text::sentence(&text::default_clock_is_set(&[kind.title()], clock)));
    }
    Some(read)
}

fn clock(typed: &str) -> Option<TimeControl> {
    if matches!(typed, "off" | "none") { Some(TimeControl::default()) } else { typed.parse().ok() }
}

fn idle(typed: &str) -> Option<Read> {
    let (warn, close) = typed.split_once(' ')?;
    let (warn, close) = (days(warn)?, days(close.trim())?);
    (LEAST_IDLE <= warn && warn < close && close <= 10 * MOST_DAYS)
        .then(|| Read::one(IDLE, format!("{warn} {close}"), text::idle_is_set(warn, close)))
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
            let set = vacation_days(typed).unwrap().settings;
            assert_eq!(set, [(vacation::DAYS.to_owned(), Some(days.to_owned()))], "{typed}");
        }
        let kind = GameKind::ALL[0];
        let game = (DEFAULT_GAME.to_owned(), Some(kind.key().to_owned()));
        assert_eq!(default(kind.key()).unwrap().settings, std::slice::from_ref(&game));
        let clock = (default_clock_key(kind), Some("3d/move".to_owned()));
        let both = default(&format!("{} 3d/move", kind.key())).unwrap().settings;
        assert_eq!(both, [game, clock]);
        let all = default("7d + 12h").unwrap().settings;
        assert_eq!(all.len(), GameKind::ALL.len());
        let none = default(&format!("{} off", kind.key())).unwrap().settings;
        assert_eq!(none[1].1.as_deref(), Some("none"));
        let idle = idle("30d 60d").unwrap().settings;
        assert_eq!(idle, [(IDLE.to_owned(), Some("30 60".to_owned()))]);
    }

    #[test]
    fn values_that_make_no_sense_are_refused() {
        for typed in ["", "1.5d", "400d", "soon", "-3d"] {
            assert_eq!(vacation_days(typed), None, "{typed}");
        }
        for typed in ["", "chess 3d/move", "2d"] {
            assert_eq!(default(typed), None, "{typed}");
        }
        for typed in ["30d", "60d 30d", "1d 60d", "30d 30d", "a b"] {
            assert_eq!(idle(typed), None, "{typed}");
        }
    }
}
