//! What holds for the games of a server: vacations, the clocks of challenges, games that stand still.

use super::item::{Asked, Read};
use crate::{
    chat::{
        context::Context,
        step::{Handled, InternalError, Row},
        text,
        vacation::{self, MOST_DAYS, USUAL_DAYS},
        world::World,
    },
    games::GameKind,
    table::{Key, Millis, TimeControl, parse_span},
};

/// The key of the days after which a game without a clock is warned of, and closed: `30 60`.
const IDLE: &str = "idle_days";
/// After how many idle days a game is warned of, and closed, where a server has not chosen.
const USUAL_IDLE: (u16, u16) = (30, 60);
/// The fewest days after which a game is warned of.
const LEAST_IDLE: u16 = 7;

const DAY: Millis = 86_400_000;

/// After how many idle days a game of this scope is warned of, and after how many it is closed.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub(in crate::chat) fn idle_days(
    world: &dyn World,
    scope: &str,
) -> Result<(u16, u16), InternalError> {
    let days = world.setting(scope, IDLE)?.and_then(|text| {
        let (warn, close) = text.split_once(' ')?;
        Some((warn.parse().ok()?, close.parse().ok()?))
    });
    Ok(days.unwrap_or(USUAL_IDLE))
}

/// The key of the clock that challenges to a game have if they name none.
fn default_clock_key(kind: GameKind) -> String {
    format!("default_clock:{}", kind.key())
}

/// The clock that challenges to a game have in this scope if they name none.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub(in crate::chat) fn default_clock(
    world: &dyn World,
    scope: &str,
    kind: GameKind,
) -> Result<TimeControl, InternalError> {
    let chosen = world.setting(scope, &default_clock_key(kind))?;
    Ok(chosen.and_then(|text| text.parse().ok()).unwrap_or_default())
}

pub(super) fn show_vacation(ctx: Context<'_>, scope: &str) -> Result<String, InternalError> {
    Ok(text::vacation_shown(vacation::days(ctx.world, scope)?))
}

pub(super) fn read_vacation(asked: Asked<'_>) -> Handled<Read> {
    asked.or_unread(vacation_days(&asked.lower()))
}

pub(super) fn show_clocks(ctx: Context<'_>, scope: &str) -> Result<String, InternalError> {
    let mut clocks = Vec::new();
    for kind in GameKind::ALL {
        let clock = default_clock(ctx.world, scope, kind)?;
        if clock.is_limited() {
            clocks.push(format!("{} {clock}", kind.title()));
        }
    }
    Ok(text::default_clocks_shown(&clocks))
}

pub(super) fn read_clocks(asked: Asked<'_>) -> Handled<Read> {
    asked.or_unread(clocks(&asked.lower()))
}

pub(super) fn show_idle(ctx: Context<'_>, scope: &str) -> Result<String, InternalError> {
    Ok(text::idle_shown(idle_days(ctx.world, scope)?))
}

/// When something is due about games that stand still follows from the setting: all of them are looked
/// at anew.
pub(super) fn read_idle(asked: Asked<'_>) -> Handled<Read> {
    let read = asked.or_unread(idle(&asked.lower()))?;
    let (world, now) = (asked.ctx.world, asked.ctx.world.now());
    let games = world.running_games_of(asked.ctx.msg.server.as_ref())?;
    let rows = games.into_iter().map(|no| Row::Wake(Key::Game(no), Some(now))).collect();
    Ok(Read { rows, ..read })
}

fn vacation_days(typed: &str) -> Option<Read> {
    let days = if matches!(typed, "off" | "none" | "0") { 0 } else { days(typed)? };
    (days <= MOST_DAYS).then(|| {
        Read::one(vacation::DAYS, days.to_string(), text::vacation_is_set(days, USUAL_DAYS))
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
    let set = |kind| (default_clock_key(kind), Some(clock.to_string()));
    Some(Read { settings: kinds.into_iter().map(set).collect(), rows: Vec::new(), how })
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
        let one = clocks(&format!("{} 3d/move", kind.key())).unwrap().settings;
        assert_eq!(one, [(default_clock_key(kind), Some("3d/move".to_owned()))]);
        assert_eq!(clocks("7d + 12h").unwrap().settings.len(), GameKind::ALL.len());
        assert_eq!(clocks("off").unwrap().settings[0].1.as_deref(), Some("none"));
        let idle = idle("30d 60d").unwrap().settings;
        assert_eq!(idle, [(IDLE.to_owned(), Some("30 60".to_owned()))]);
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
