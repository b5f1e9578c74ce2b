//! The record of a hosted game.

use dice::{Scheme, army_commitment};
use time::OffsetDateTime;

use super::model::{ArmyTags, Record};
use crate::{BOT, Game, LogEntry, Occupant, told_apart, without_piles};

impl Record {
    /// The record of a hosted game that has started, up to now. A game with dice has its
    /// commitment in the record, and once it is over its secret too.
    #[must_use]
    pub fn of_game(game: &Game) -> Self {
        let has_dice = game.position().rolls_dice();
        let result = game.outcome();
        let secret = || game.secret().reveal();
        Self {
            kind: game.kind(),
            options: game.options().to_owned(),
            names: game.seats().iter().map(|occupant| name(game, occupant)).collect(),
            date: first_day(game).unwrap_or_else(|| "?".to_owned()),
            position: None,
            armies: army_tags(game),
            id: Some(game.id()),
            scheme: if has_dice { game.scheme() } else { Scheme::One },
            commitment: has_dice.then(|| game.commitment()),
            secret: (has_dice && result.is_some()).then(secret),
            signed: None,
            other_tags: event_tags(game),
            events: game.log().iter().filter_map(|entry| entry.event.recorded()).collect(),
            result,
        }
    }
}

/// Of which event it is, and of which round and pair there.
fn event_tags(game: &Game) -> Vec<(String, String)> {
    game.terms().event.map_or_else(Vec::new, |event| {
        vec![
            ("Event".to_owned(), event.edition.to_string()),
            ("Round".to_owned(), format!("{}.{}", event.round, event.pair)),
        ]
    })
}

/// The tags of armies that were arranged unseen: each commitment as soon as there is one, the texts
/// and salts once all armies are final.
fn army_tags(game: &Game) -> Vec<ArmyTags> {
    let armies = game.armies();
    if armies.iter().all(Option::is_none) {
        return Vec::new();
    }
    let is_revealed = armies.iter().all(Option::is_some) && game.position().arranging().is_none();
    let tags = |army: Option<(&str, &str)>| {
        let Some((text, salt)) = army else { return ArmyTags::default() };
        ArmyTags {
            text: is_revealed.then(|| text.to_owned()),
            commitment: Some(army_commitment(text, salt)),
            salt: is_revealed.then(|| salt.to_owned()),
        }
    };
    armies.into_iter().map(tags).collect()
}

/// The name of a seat for its tag. Namesakes are told apart.
fn name(game: &Game, occupant: &Occupant) -> String {
    match occupant {
        Occupant::Person(person) | Occupant::Asked(person) => {
            let name: String = person.name.chars().filter(|c| !c.is_control()).collect();
            told_apart(without_piles(&name), person, game.seats().iter().map(Occupant::called))
        }
        Occupant::Bot(level) => format!("{BOT}, level {level}"),
        Occupant::Open => "?".to_owned(),
    }
}

/// The day of the first ply of a game in UTC, as `YYYY-MM-DD`; `None` before that ply.
pub(crate) fn first_day(game: &Game) -> Option<String> {
    game.log().iter().find_map(date)
}

/// The day of a ply in UTC; `None` for an entry that is no ply.
fn date(entry: &LogEntry) -> Option<String> {
    if !entry.event.is_ply() {
        return None;
    }
    let at = OffsetDateTime::from_unix_timestamp(entry.at.div_euclid(1000)).ok()?;
    Some(format!("{:04}-{:02}-{:02}", at.year(), u8::from(at.month()), at.day()))
}
