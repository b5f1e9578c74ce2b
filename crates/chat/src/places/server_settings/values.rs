//! Completions for the value of a setting while somebody types it: texts that the setting takes.

use games::GameKind;
use scene::{Size, Theme};

use super::place::{Threads, languages as spoken};
use crate::{
    pictures::boards::{ALL, LAST},
    time::notices::zones_with,
};

fn all(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

/// The same values, and behind them each for the channel alone.
fn and_here(values: Vec<String>) -> Vec<String> {
    let here: Vec<String> = values.iter().map(|value| format!("{value} here")).collect();
    values.into_iter().chain(here).collect()
}

pub(super) fn prefixes(_: &str) -> Vec<String> {
    all(&["!", "?", "$", "mc!", "default"])
}

pub(super) fn channels(_: &str) -> Vec<String> {
    all(&["here", "all"])
}

pub(super) fn reports(_: &str) -> Vec<String> {
    all(&["here", "off"])
}

pub(super) fn managers(_: &str) -> Vec<String> {
    all(&["off"])
}

pub(super) fn boards(_: &str) -> Vec<String> {
    let (themes, sizes) = (Theme::ALL.map(Theme::key), Size::ALL.map(Size::key));
    let singles = all(&[&themes[..], &sizes, &[LAST, ALL, "default"]].concat());
    let both = sizes.iter().flat_map(|size| themes.map(|theme| format!("{size} {theme}")));
    let both: Vec<String> = both.collect();
    and_here(singles).into_iter().chain(both).collect()
}

pub(super) fn defaults(_: &str) -> Vec<String> {
    let games = GameKind::ALL.map(GameKind::key);
    let timed =
        games.iter().flat_map(|game| ["3d/move", "7d+12h"].map(|clock| format!("{game} {clock}")));
    let timed: Vec<String> = timed.collect();
    let plain = and_here(all(&[&games[..], &["off"]].concat()));
    plain.into_iter().chain(timed).collect()
}

pub(super) fn threads(_: &str) -> Vec<String> {
    and_here(all(&Threads::ALL.map(Threads::key)))
}

pub(super) fn languages(_: &str) -> Vec<String> {
    spoken().map(str::to_owned).collect()
}

pub(super) fn zones(typed: &str) -> Vec<String> {
    let mut zones = zones_with(typed);
    zones.push("off".to_owned());
    zones
}

pub(super) fn vacations(_: &str) -> Vec<String> {
    all(&["14d", "30d", "60d", "off"])
}

pub(super) fn ages(_: &str) -> Vec<String> {
    all(&["7d", "30d", "90d", "off"])
}

pub(super) fn idle(_: &str) -> Vec<String> {
    all(&["14d 30d", "30d 60d", "60d 120d"])
}
