//! The values of a command's parameters, read but not judged.

use std::collections::BTreeMap;

use games::GameKind;
use table::{EditionNo, GameNo, Millis, SeatChoice, TimeControl};

use super::{CommandInfo, Parameter, ParameterKind};
use crate::{naming::games::NamedGame, parse::command::Invited};

/// The value of a parameter. Which variant it is follows from the parameter's kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    /// The number of a game.
    GameNo(GameNo),
    /// The number of an event.
    EventNo(EditionNo),
    /// A person: the name as typed, without `@`, or `<@KEY>`.
    Person(String),
    /// A channel, by the platform's key.
    Channel(String),
    /// Who is challenged, in the order in which they are named.
    Opponents(Vec<Invited>),
    /// Which game is played.
    Game(NamedGame),
    /// A number or a level.
    Number(u8),
    /// The number of a page, from 1.
    Page(u32),
    /// The number of a ply, 0 being the start.
    Ply(u32),
    /// A word of a choice.
    Word(&'static str),
    /// A seat.
    Side(SeatChoice),
    /// Words: a move or free text as typed; a square, a piece or a topic in lower case.
    Text(String),
    /// A time control.
    Clock(TimeControl),
    /// A span of time, in milliseconds.
    Span(Millis),
    /// Options as `key=value` or short names.
    Options(Vec<String>),
    /// A command.
    Command(&'static CommandInfo),
    /// The value of a flag that is set.
    Yes,
}

/// The values of a command by the names of its parameters; one that was not given has no entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Values(BTreeMap<&'static str, Value>);

impl Values {
    /// Gives a parameter its value.
    pub(crate) fn set(&mut self, parameter: &Parameter, value: Value) {
        debug_assert!(fits(parameter.kind, &value), "{}: {value:?}", parameter.name);
        self.0.insert(parameter.name, value);
    }

    /// Returns `true` if a parameter has a value; of a flag, whether it is set.
    pub(crate) fn has(&self, parameter: &Parameter) -> bool {
        self.has_named(parameter.name)
    }

    /// Returns `true` if the parameter with this name has a value.
    pub(crate) fn has_named(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// Returns `true` if nothing was given.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The value of a parameter.
    pub(crate) fn get(&self, parameter: &Parameter) -> Option<&Value> {
        self.0.get(parameter.name)
    }

    /// All values that were given.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Value> {
        self.0.values()
    }

    /// The game that is named by its number.
    pub(crate) fn game_no(&self) -> Option<GameNo> {
        self.0.values().find_map(|value| match value {
            Value::GameNo(no) => Some(*no),
            _ => None,
        })
    }

    /// The event that is named by its number.
    pub(crate) fn event_no(&self) -> Option<EditionNo> {
        self.0.values().find_map(|value| match value {
            Value::EventNo(no) => Some(*no),
            _ => None,
        })
    }

    /// Returns which game is to be played or explained.
    pub(crate) fn game(&self) -> Option<GameKind> {
        self.named_game().map(|game| game.kind)
    }

    /// The same, with the family of its options if one is named.
    pub(crate) fn named_game(&self) -> Option<NamedGame> {
        self.0.values().find_map(|value| match value {
            Value::Game(game) => Some(*game),
            _ => None,
        })
    }

    /// A person as typed, without `@`.
    pub(crate) fn person(&self, parameter: &Parameter) -> Option<&str> {
        match self.get(parameter) {
            Some(Value::Person(name)) => Some(name),
            _ => None,
        }
    }

    /// A channel, by the platform's key.
    pub(crate) fn channel(&self) -> Option<&str> {
        self.0.values().find_map(|value| match value {
            Value::Channel(key) => Some(key.as_str()),
            _ => None,
        })
    }

    /// Returns who is challenged.
    pub(crate) fn opponents(&self, parameter: &Parameter) -> &[Invited] {
        match self.get(parameter) {
            Some(Value::Opponents(who)) => who,
            _ => &[],
        }
    }

    /// A number or a level.
    pub(crate) fn number(&self, parameter: &Parameter) -> Option<u8> {
        match self.get(parameter) {
            Some(Value::Number(n)) => Some(*n),
            _ => None,
        }
    }

    /// The number of a page; the first one if none is named.
    pub(crate) fn page(&self, parameter: &Parameter) -> u32 {
        match self.get(parameter) {
            Some(Value::Page(n)) => *n,
            _ => 1,
        }
    }

    /// The number of a ply.
    pub(crate) fn ply(&self, parameter: &Parameter) -> Option<u32> {
        match self.get(parameter) {
            Some(Value::Ply(n)) => Some(*n),
            _ => None,
        }
    }

    /// A time control.
    pub(crate) fn clock(&self, parameter: &Parameter) -> Option<TimeControl> {
        match self.get(parameter) {
            Some(Value::Clock(control)) => Some(*control),
            _ => None,
        }
    }

    /// A span of time, in milliseconds.
    pub(crate) fn span(&self, parameter: &Parameter) -> Option<Millis> {
        match self.get(parameter) {
            Some(Value::Span(span)) => Some(*span),
            _ => None,
        }
    }

    /// The word that is chosen; empty if none is.
    pub(crate) fn word(&self, parameter: &Parameter) -> &'static str {
        match self.get(parameter) {
            Some(Value::Word(word)) => word,
            _ => "",
        }
    }

    /// A seat.
    pub(crate) fn side(&self, parameter: &Parameter) -> Option<SeatChoice> {
        match self.get(parameter) {
            Some(Value::Side(side)) => Some(*side),
            _ => None,
        }
    }

    /// Words; empty if there are none.
    pub(crate) fn text(&self, parameter: &Parameter) -> &str {
        match self.get(parameter) {
            Some(Value::Text(text)) => text,
            _ => "",
        }
    }

    /// Options as `key=value` or short names.
    pub(crate) fn options(&self, parameter: &Parameter) -> &[String] {
        match self.get(parameter) {
            Some(Value::Options(options)) => options,
            _ => &[],
        }
    }

    /// A command.
    pub(crate) fn command(&self, parameter: &Parameter) -> Option<&'static CommandInfo> {
        match self.get(parameter) {
            Some(Value::Command(info)) => Some(info),
            _ => None,
        }
    }
}

/// Returns `true` if a value is what a parameter of this kind holds.
const fn fits(kind: ParameterKind, value: &Value) -> bool {
    matches!(
        (kind, value),
        (ParameterKind::GameNo { .. }, Value::GameNo(_))
            | (ParameterKind::EventNo, Value::EventNo(_))
            | (ParameterKind::Person, Value::Person(_))
            | (ParameterKind::Channel, Value::Channel(_))
            | (ParameterKind::Opponents, Value::Opponents(_))
            | (ParameterKind::Game, Value::Game(_))
            | (ParameterKind::Level | ParameterKind::Number { .. }, Value::Number(_))
            | (ParameterKind::Page, Value::Page(_))
            | (ParameterKind::Ply, Value::Ply(_))
            | (ParameterKind::Choice(_), Value::Word(_))
            | (ParameterKind::Side(_), Value::Word(_) | Value::Side(_))
            | (
                ParameterKind::Square
                    | ParameterKind::Piece
                    | ParameterKind::Move
                    | ParameterKind::Topic
                    | ParameterKind::Text
                    | ParameterKind::Setting,
                Value::Text(_)
            )
            | (ParameterKind::Clock, Value::Clock(_))
            | (ParameterKind::Span, Value::Span(_))
            | (ParameterKind::Options, Value::Options(_))
            | (ParameterKind::Command, Value::Command(_))
            | (ParameterKind::Flag(_), Value::Yes)
    )
}
