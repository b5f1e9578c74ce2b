//! The values of a command's parameters, read but not judged.

use std::collections::BTreeMap;

use super::{CommandInfo, Parameter, ParameterKind};
use crate::{
    chat::command::Invited,
    games::GameKind,
    table::{EditionNo, GameNo, Millis, SeatChoice, TimeControl},
};

/// The value of a parameter. Which variant it is follows from the parameter's kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::chat) enum Value {
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
    Game(GameKind),
    /// A number or a level.
    Number(u8),
    /// The number of a page, from 1.
    Page(u32),
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
    /// What a flag says if it is set.
    Yes,
}

/// The values of a command by the names of its parameters; one that was not given has no entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::chat) struct Values(BTreeMap<&'static str, Value>);

impl Values {
    /// Gives a parameter its value.
    pub(in crate::chat) fn set(&mut self, parameter: &Parameter, value: Value) {
        debug_assert!(fits(parameter.kind, &value), "{}: {value:?}", parameter.name);
        self.0.insert(parameter.name, value);
    }

    /// Whether a parameter has a value; of a flag, whether it is set.
    pub(in crate::chat) fn has(&self, parameter: &Parameter) -> bool {
        self.has_named(parameter.name)
    }

    /// Whether the parameter with this name has a value.
    pub(in crate::chat) fn has_named(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// The value of a parameter.
    pub(in crate::chat) fn get(&self, parameter: &Parameter) -> Option<&Value> {
        self.0.get(parameter.name)
    }

    /// All values that were given.
    pub(in crate::chat) fn all(&self) -> impl Iterator<Item = &Value> {
        self.0.values()
    }

    /// The game that is named by its number.
    pub(in crate::chat) fn game_no(&self) -> Option<GameNo> {
        self.0.values().find_map(|value| match value {
            Value::GameNo(no) => Some(*no),
            _ => None,
        })
    }

    /// The event that is named by its number.
    pub(in crate::chat) fn event_no(&self) -> Option<EditionNo> {
        self.0.values().find_map(|value| match value {
            Value::EventNo(no) => Some(*no),
            _ => None,
        })
    }

    /// Which game is to be played or explained.
    pub(in crate::chat) fn game(&self) -> Option<GameKind> {
        self.0.values().find_map(|value| match value {
            Value::Game(kind) => Some(*kind),
            _ => None,
        })
    }

    /// A person as typed, without `@`.
    pub(in crate::chat) fn person(&self, parameter: &Parameter) -> Option<&str> {
        match self.get(parameter) {
            Some(Value::Person(name)) => Some(name),
            _ => None,
        }
    }

    /// A channel, by the platform's key.
    pub(in crate::chat) fn channel(&self) -> Option<&str> {
        self.0.values().find_map(|value| match value {
            Value::Channel(key) => Some(key.as_str()),
            _ => None,
        })
    }

    /// Who is challenged.
    pub(in crate::chat) fn opponents(&self, parameter: &Parameter) -> &[Invited] {
        match self.get(parameter) {
            Some(Value::Opponents(who)) => who,
            _ => &[],
        }
    }

    /// A number or a level.
    pub(in crate::chat) fn number(&self, parameter: &Parameter) -> Option<u8> {
        match self.get(parameter) {
            Some(Value::Number(n)) => Some(*n),
            _ => None,
        }
    }

    /// The number of a page; the first one if none is named.
    pub(in crate::chat) fn page(&self, parameter: &Parameter) -> u32 {
        match self.get(parameter) {
            Some(Value::Page(n)) => *n,
            _ => 1,
        }
    }

    /// A time control.
    pub(in crate::chat) fn clock(&self, parameter: &Parameter) -> Option<TimeControl> {
        match self.get(parameter) {
            Some(Value::Clock(control)) => Some(*control),
            _ => None,
        }
    }

    /// A span of time, in milliseconds.
    pub(in crate::chat) fn span(&self, parameter: &Parameter) -> Option<Millis> {
        match self.get(parameter) {
            Some(Value::Span(span)) => Some(*span),
            _ => None,
        }
    }

    /// The word that is chosen; empty if none is.
    pub(in crate::chat) fn word(&self, parameter: &Parameter) -> &'static str {
        match self.get(parameter) {
            Some(Value::Word(word)) => word,
            _ => "",
        }
    }

    /// A seat.
    pub(in crate::chat) fn side(&self, parameter: &Parameter) -> Option<SeatChoice> {
        match self.get(parameter) {
            Some(Value::Side(side)) => Some(*side),
            _ => None,
        }
    }

    /// Words; empty if there are none.
    pub(in crate::chat) fn text(&self, parameter: &Parameter) -> &str {
        match self.get(parameter) {
            Some(Value::Text(text)) => text,
            _ => "",
        }
    }

    /// Options as `key=value` or short names.
    pub(in crate::chat) fn options(&self, parameter: &Parameter) -> &[String] {
        match self.get(parameter) {
            Some(Value::Options(options)) => options,
            _ => &[],
        }
    }

    /// A command.
    pub(in crate::chat) fn command(&self, parameter: &Parameter) -> Option<&'static CommandInfo> {
        match self.get(parameter) {
            Some(Value::Command(info)) => Some(info),
            _ => None,
        }
    }
}

/// Whether a value is what a parameter of this kind holds.
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
