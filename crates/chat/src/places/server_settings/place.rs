//! Where a server is: its clocks, its language, and whether games there have threads of their own.

use jiff::tz::TimeZone;
use table::{PlaceId, ServerId};

use super::asked::{Asked, Read};
use crate::{
    handling::{
        context::Context,
        step::{Handled, InternalError},
    },
    parse::plain_text::{echo, nearest_of},
    text,
    time::notices::{NoZone, find_zone, zone_called},
    world::{World, scopes},
};

/// The key of the time zone, by its name in the data of time zones.
const ZONE: &str = "zone";
/// The key of the language, as a tag.
const LANGUAGE: &str = "language";
/// The key of whether games have threads.
pub(super) const THREADS: &str = "threads";

/// The languages that the bot speaks, by their tags, with what people call them.
const LANGUAGES: [(&str, &str); 1] = [("en", "English")];

/// The zone by whose clocks a server lives, if it has said so.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub(crate) fn zone(
    world: &dyn World,
    server: Option<&ServerId>,
) -> Result<Option<TimeZone>, InternalError> {
    let name = world.setting(&scopes::of_server(server), ZONE)?;
    Ok(name.and_then(|name| zone_called(&name)))
}

pub(super) fn show_zone(ctx: Context<'_>, scope: &str) -> Result<String, InternalError> {
    Ok(text::server_zone_shown(ctx.world.setting(scope, ZONE)?.as_deref()))
}

pub(super) fn read_zone(asked: Asked<'_>) -> Handled<Read> {
    let (ctx, typed) = (asked.ctx, asked.typed);
    if asked.is_reset() {
        return Ok(Read::one(ZONE, None, text::server_zone_is_set(None)));
    }
    let zone = find_zone(typed).map(|zone| zone.iana_name().unwrap_or("UTC").to_owned());
    match zone {
        Ok(name) => {
            let how = text::server_zone_is_set(Some(&name));
            Ok(Read::one(ZONE, name, how))
        }
        Err(NoZone::Unknown(near)) => {
            Err(ctx.refuse(text::server_zone_unknown(&echo(typed), &near, ctx.prefix)))
        }
        Err(NoZone::Offset(city)) => {
            Err(ctx.refuse(text::server_zone_is_an_offset(&echo(typed), city, ctx.prefix)))
        }
    }
}

pub(super) fn show_language(ctx: Context<'_>, scope: &str) -> Result<String, InternalError> {
    let chosen = ctx.world.setting(scope, LANGUAGE)?;
    let named = LANGUAGES.iter().find(|(tag, _)| chosen.as_deref() == Some(*tag));
    Ok(text::language_shown(named.unwrap_or(&LANGUAGES[0]).1))
}

/// A tag (`en`, `en-GB`) or the name of a language.
pub(super) fn read_language(asked: Asked<'_>) -> Handled<Read> {
    let lower = asked.lower();
    if asked.is_reset() {
        return Ok(Read::one(LANGUAGE, None, text::language_is_set(LANGUAGES[0].1)));
    }
    let primary = lower.split(['-', '_']).next().unwrap_or_default();
    let known =
        LANGUAGES.iter().find(|(tag, name)| *tag == primary || name.eq_ignore_ascii_case(&lower));
    match known {
        Some((tag, name)) => {
            Ok(Read::one(LANGUAGE, (*tag).to_owned(), text::language_is_set(name)))
        }
        None => {
            let ctx = asked.ctx;
            Err(ctx.refuse(text::no_such_language(&echo(asked.typed), &LANGUAGES, ctx.prefix)))
        }
    }
}

/// The languages by their tags.
pub(super) fn languages() -> impl Iterator<Item = &'static str> {
    LANGUAGES.iter().map(|(tag, _)| *tag)
}

/// The choice of whether games get threads of their own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Threads {
    /// Games are played where they are begun.
    #[default]
    Never,
    /// Whoever begins a game is asked.
    Ask,
    /// Every game has one.
    Always,
}

impl Threads {
    /// Every choice, in the order in which they are listed.
    pub(super) const ALL: [Self; 3] = [Self::Never, Self::Ask, Self::Always];

    /// The word that people type for it.
    pub(crate) const fn key(self) -> &'static str {
        match self {
            Self::Never => "never",
            Self::Ask => "ask",
            Self::Always => "always",
        }
    }

    fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.key() == key)
    }
}

/// Returns whether a game that is begun in a place gets a thread of its own.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub fn threads(
    world: &dyn World,
    place: &PlaceId,
    server: Option<&ServerId>,
) -> Result<Threads, InternalError> {
    threads_in(world, &scopes::of_place(world, place, server))
}

fn threads_in(world: &dyn World, scopes: &[String]) -> Result<Threads, InternalError> {
    let chosen = scopes::first_chosen(world, scopes, THREADS)?;
    Ok(chosen.and_then(|key| Threads::from_key(&key)).unwrap_or_default())
}

pub(super) fn show_threads(ctx: Context<'_>, scope: &str) -> Result<String, InternalError> {
    Ok(text::threads_shown(threads_in(ctx.world, &[scope.to_owned()])?.key()))
}

pub(super) fn read_threads(asked: Asked<'_>) -> Handled<Read> {
    if asked.is_reset() {
        return Ok(Read::one(THREADS, None, text::threads_are_set(Threads::default().key())));
    }
    let (ctx, lower) = (asked.ctx, asked.lower());
    match Threads::from_key(&lower) {
        Some(chosen) => {
            Ok(Read::one(THREADS, chosen.key().to_owned(), text::threads_are_set(chosen.key())))
        }
        None => {
            let words = Threads::ALL.map(Threads::key);
            let near = nearest_of(&lower, words.into_iter());
            Err(ctx.refuse(text::no_such_threads(&echo(asked.typed), &words, near, ctx.prefix)))
        }
    }
}
