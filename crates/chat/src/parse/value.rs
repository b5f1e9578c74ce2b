//! Reads the value of one parameter, from typed words or from a map of named values.

use table::{EditionNo, GameNo, SeatChoice, parse_span};

use super::word::{digits, has_digit, level, person, seat_choice};
use crate::{
    commands::{Parameter, ParameterKind, Value, find_topic},
    naming::games::NamedGame,
};

/// The value that a text is for a parameter; `None` if it is none. Opponents and options depend on
/// the words around them and are read elsewhere.
pub(super) fn read_value(parameter: &Parameter, text: &str) -> Option<Value> {
    let lower = text.to_lowercase();
    match parameter.kind {
        ParameterKind::GameNo { .. } => {
            // A number that is too great for any game becomes one that no game has.
            let number = digits(text.strip_prefix('#').unwrap_or(text))?;
            Some(Value::GameNo(GameNo(number.parse().unwrap_or(u32::MAX))))
        }
        ParameterKind::EventNo => {
            let number = digits(lower.strip_prefix('t')?)?;
            Some(Value::EventNo(EditionNo(number.parse().unwrap_or(u32::MAX))))
        }
        ParameterKind::Person => person(text).map(Value::Person),
        ParameterKind::Channel => channel(text).map(Value::Channel),
        ParameterKind::Game => NamedGame::from_text(&lower).map(Value::Game),
        ParameterKind::Level => level(&lower).map(Value::Number),
        ParameterKind::Number { .. } => {
            Some(Value::Number(digits(&lower)?.parse().unwrap_or(u8::MAX)))
        }
        ParameterKind::Page => {
            let number: u32 = digits(&lower)?.parse().unwrap_or(u32::MAX);
            (number > 0).then_some(Value::Page(number))
        }
        ParameterKind::Ply => Some(Value::Ply(digits(&lower)?.parse().unwrap_or(u32::MAX))),
        ParameterKind::Choice(words) => {
            let chosen = words
                .iter()
                .find(|choice| choice.word == lower || !lower.is_empty() && choice.also == lower)?;
            Some(Value::Word(chosen.word))
        }
        ParameterKind::Side(words) => match seat_choice(&lower) {
            Some(SeatChoice::Random) if !words.contains(&"random") => None,
            Some(side) => Some(Value::Side(side)),
            None => words.iter().find(|word| **word == lower).map(|word| Value::Word(word)),
        },
        ParameterKind::Square => square(&lower).map(Value::Text),
        ParameterKind::Piece | ParameterKind::Topic => Some(Value::Text(lower)),
        ParameterKind::Move | ParameterKind::Text | ParameterKind::Setting => {
            Some(Value::Text(text.to_owned()))
        }
        ParameterKind::Command => find_topic(&lower).map(Value::Command),
        ParameterKind::Flag(word) => {
            (lower == word || matches!(lower.as_str(), "true" | "yes")).then_some(Value::Yes)
        }
        ParameterKind::Clock => lower.parse().ok().map(Value::Clock),
        ParameterKind::Span => parse_span(&lower).map(Value::Span),
        ParameterKind::Opponents
        | ParameterKind::Options
        | ParameterKind::File
        | ParameterKind::Idle(_)
        | ParameterKind::Talk => None,
    }
}

/// The key of a channel that is named as the platform names it, `<#KEY>`.
fn channel(text: &str) -> Option<String> {
    let key = text.strip_prefix("<#")?.strip_suffix('>')?;
    let is_key = !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    is_key.then(|| key.to_owned())
}

/// A square, or a capture by its two squares; two other words are talk.
fn square(lower: &str) -> Option<String> {
    let words: Vec<&str> = lower.split(' ').collect();
    let is_square = match words.as_slice() {
        [_] => true,
        [from, to] => has_digit(from) && has_digit(to),
        _ => false,
    };
    is_square.then(|| lower.trim_end_matches('?').to_owned())
}
