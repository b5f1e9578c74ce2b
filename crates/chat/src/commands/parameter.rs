//! Parameters of commands, with their kinds and their form in a typed line.

use std::ops::RangeInclusive;

use games::Seat;

use crate::naming::games::NamedGame;

/// The levels that the bot plays at.
pub(crate) const LEVELS: RangeInclusive<u8> = 1..=7;

/// Words for some of the levels: the lowest, the middle, the highest.
pub(crate) const LEVEL_NAMES: [(&str, u8); 3] = [("easy", 1), ("medium", 4), ("hard", 7)];

/// A parameter of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name in a map of named values: lower case, at most 32 characters.
    pub name: &'static str,
    /// The kind of its value.
    pub kind: ParameterKind,
    /// Whether the command cannot do without it.
    pub required: bool,
    /// The meaning of a typed line that leaves a required value out; `None` if it may not.
    pub usual: Option<&'static str>,
    /// Its form in a typed line.
    pub form: Form,
    /// Its form in a usage line.
    pub shown: Shown,
    /// Another parameter that it stands in place of: only one of the two can be given.
    pub instead_of: Option<&'static str>,
    /// Whether slash commands have it; a typed line has every parameter.
    pub in_slash: bool,
    /// Its purpose, in at most 100 characters.
    pub help: &'static str,
}

/// The kind of a parameter's value. It says what is read, and what is offered while somebody types
/// (see [`complete`](fn@crate::complete)).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterKind {
    /// The number of a game, `#12`; it selects that game anywhere. Completed with the person's
    /// games, those first that wait for them.
    GameNo {
        /// Whether a plain number behind the command's name can only be that of a game, as in
        /// `resign 12`.
        plain: bool,
        /// Which games it can be, for completion.
        games: Games,
    },
    /// The number of an event, `T7`. Completed with the events of the place and the person.
    EventNo,
    /// A person: `@ann`, or `<@KEY>` with the platform's key. The platform completes it.
    Person,
    /// A channel of the server: `<#KEY>` with the platform's key. The platform completes it.
    Channel,
    /// People, bots (`bot`, `bot:3`) or `anyone`, in the order in which they are named. In a map
    /// their names are those of [`Parameter::names`]. The platform completes them.
    Opponents,
    /// Which game is played, by its key, or which family of its options: a choice among few.
    Game,
    /// A level of the bot: a number from 1 to 7, or `easy`, `medium`, `hard`.
    Level,
    /// A whole number, which the command judges.
    Number {
        /// The least number that any game takes.
        least: u8,
        /// The greatest number that any game takes.
        most: u8,
    },
    /// The number of a page of a long list, from 1.
    Page,
    /// The number of a ply of a game, 0 being the start.
    Ply,
    /// One of these words.
    Choice(&'static [ChoiceWord]),
    /// A seat, `white`, `black` or `seat:3`, or one of these words.
    Side(&'static [&'static str]),
    /// One square, or two of a capture. Completed with squares from which a move leads.
    Square,
    /// A square or a kind of piece. Completed with squares from which a move leads.
    Piece,
    /// A move, as typed. Completed with legal moves.
    Move,
    /// A topic of the rules of a game. Completed with the game's options.
    Topic,
    /// A time control: `2d/move`, `7d+12h`, `none`.
    Clock,
    /// A span of time: `36h`, `2 days`.
    Span,
    /// Options of a game and of its pictures, `key=value` or short names. Completed with the
    /// options and values of the game that is named.
    Options,
    /// The name of a command. Completed with names.
    Command,
    /// Any words, as typed. Never completed.
    Text,
    /// The value of a setting, as typed. Completed with what the setting takes that is named.
    Setting,
    /// Whether something is so: in a line this word at its end, in a map `true` or `false`.
    Flag(&'static str),
    /// A file that comes beside the named values, as with a message; no line has one.
    File,
    /// Words that ask for what holds anyway; they are read and change nothing.
    Idle(&'static [&'static str]),
    /// Whatever follows: the players' talk, which is read and not kept.
    Talk,
}

/// The games that a command is about. A handler judges the one that is named; this only says what is offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Games {
    /// Offers: the person's own, and those that they can take up.
    Offers,
    /// The person's running games.
    Running,
    /// All of these, and the person's finished games.
    Any,
    /// The finished games of the server in which they type, if they may manage it.
    OverHere,
}

/// A value to choose: what is shown of it, and the text that it stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The text that people read, at most 100 characters.
    pub label: String,
    /// The text of the value, as in a map of named values.
    pub value: String,
}

/// A word of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChoiceWord {
    /// The word itself.
    pub word: &'static str,
    /// Another word that means the same in a typed line; may be empty.
    pub also: &'static str,
}

/// The way a parameter is written in a typed line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// By a word of its own.
    Word,
    /// By a word of its own too; words within quotation marks are surely this, whatever else they could be.
    Quoted,
    /// As `key:value` or `key=value` with this key.
    Keyed(&'static str),
    /// By any number of words, among which others may stand.
    Repeated,
    /// By all words that are left.
    Rest,
}

/// The text that stands for a parameter in a usage line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// The form that follows from its kind.
    ByKind,
    /// These words in place of that.
    As(&'static str),
    /// Nothing: another parameter tells of it, or it is rarely wanted.
    Never,
}

impl Parameter {
    /// A parameter that may be left out, written and shown as its kind usually is.
    pub(super) const fn new(name: &'static str, kind: ParameterKind, help: &'static str) -> Self {
        Self {
            name,
            kind,
            required: false,
            usual: None,
            form: kind.usual_form(),
            shown: Shown::ByKind,
            instead_of: None,
            in_slash: !matches!(kind, ParameterKind::Idle(_) | ParameterKind::Talk),
            help,
        }
    }

    /// The same, required.
    pub(super) const fn required(self) -> Self {
        Self { required: true, ..self }
    }

    /// The same, required in slash commands; a line that leaves it out means this.
    pub(super) const fn usually(self, value: &'static str) -> Self {
        Self { required: true, usual: Some(value), ..self }
    }

    /// The same, written as `key:value`.
    pub(super) const fn keyed(self, key: &'static str) -> Self {
        Self { form: Form::Keyed(key), ..self }
    }

    /// The same, shown in usage lines by these words.
    pub(super) const fn shown_as(self, words: &'static str) -> Self {
        Self { shown: Shown::As(words), ..self }
    }

    /// The same, not shown in usage lines.
    pub(super) const fn hidden(self) -> Self {
        Self { shown: Shown::Never, ..self }
    }

    /// The same, in place of another parameter.
    pub(super) const fn instead_of(self, name: &'static str) -> Self {
        Self { instead_of: Some(name), ..self }
    }

    /// The names that it has in a map of named values: its own, and where several values can be
    /// given also that with a number: `opponent`, `opponent2` to `opponent5`.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let most = if self.kind == ParameterKind::Opponents { 5 } else { 1 };
        let more = (2..=most).map(|n| format!("{}{n}", self.name));
        std::iter::once(self.name.to_owned()).chain(more).collect()
    }

    /// Returns what stands for it in a usage line; empty if nothing does.
    #[must_use]
    pub fn usage(&self) -> String {
        let words = match self.shown {
            Shown::Never => return String::new(),
            Shown::As(words) => words.to_owned(),
            Shown::ByKind => self.usage_by_kind(),
        };
        // A line has to name somebody; named values may leave it open.
        let is_needed = self.required || self.kind == ParameterKind::Opponents;
        if is_needed { words } else { format!("[{words}]") }
    }

    fn usage_by_kind(&self) -> String {
        let plain = match self.kind {
            ParameterKind::GameNo { .. } => "#12".to_owned(),
            ParameterKind::EventNo => "T7".to_owned(),
            ParameterKind::Person => "@name".to_owned(),
            ParameterKind::Channel => "#channel".to_owned(),
            ParameterKind::Opponents => format!("@name | anyone | bot [{}] … ", levels()),
            ParameterKind::Level => levels(),
            ParameterKind::Number { .. } => "N".to_owned(),
            ParameterKind::Choice(words) => {
                let words: Vec<&str> = words.iter().map(|choice| choice.word).collect();
                // Within brackets alternatives stand close together.
                words.join(if self.required { " | " } else { "|" })
            }
            ParameterKind::Side(words) => {
                let seats = ["white", "black"].into_iter().chain(words.iter().copied());
                seats.chain(["seat:N"]).collect::<Vec<_>>().join("|")
            }
            ParameterKind::Flag(word) => word.to_owned(),
            ParameterKind::Clock => "2d/move|7d+12h|none".to_owned(),
            ParameterKind::Span => "1d".to_owned(),
            ParameterKind::Square | ParameterKind::Move => self.name.to_uppercase(),
            ParameterKind::Game
            | ParameterKind::Piece
            | ParameterKind::Topic
            | ParameterKind::Options
            | ParameterKind::Page
            | ParameterKind::Ply
            | ParameterKind::Command
            | ParameterKind::Text
            | ParameterKind::Setting
            | ParameterKind::File
            | ParameterKind::Idle(_)
            | ParameterKind::Talk => self.name.to_owned(),
        };
        match self.form {
            Form::Keyed(key) => format!("{key}:{plain}"),
            Form::Word | Form::Quoted | Form::Repeated | Form::Rest => plain,
        }
    }
}

impl ParameterKind {
    const fn usual_form(self) -> Form {
        match self {
            Self::Opponents | Self::Options => Form::Repeated,
            Self::Square
            | Self::Piece
            | Self::Move
            | Self::Topic
            | Self::Text
            | Self::Setting
            | Self::Talk
            | Self::Span
            | Self::Command => Form::Rest,
            Self::GameNo { .. }
            | Self::EventNo
            | Self::Person
            | Self::Channel
            | Self::Game
            | Self::Level
            | Self::Number { .. }
            | Self::Page
            | Self::Ply
            | Self::Choice(_)
            | Self::Side(_)
            | Self::Clock
            | Self::Flag(_)
            | Self::File
            | Self::Idle(_) => Form::Word,
        }
    }

    /// The values of a parameter that has only a few, whatever the state of the games is. Empty where
    /// there are many, or where they depend on that.
    #[must_use]
    pub fn choices(self) -> Vec<Choice> {
        match self {
            Self::Game => NamedGame::all()
                .map(|game| Choice { label: game.title().to_owned(), value: game.words() })
                .collect(),
            Self::Level => LEVELS
                .map(|level| {
                    let name = LEVEL_NAMES.iter().find(|(_, named)| *named == level);
                    let label = match name {
                        Some((name, _)) => format!("{level} ({name})"),
                        None => level.to_string(),
                    };
                    Choice { label, value: level.to_string() }
                })
                .collect(),
            Self::Choice(words) => {
                words.iter().map(|choice| Choice::plain(choice.word.to_owned())).collect()
            }
            Self::Side(words) => {
                let words = words.iter().copied().chain(["white", "black"]).map(str::to_owned);
                let seats = (1..=Seat::MAX).map(|number| format!("seat:{number}"));
                words.chain(seats).map(Choice::plain).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Returns `true` if values are offered while somebody types it in a slash command; the choices of other
    /// kinds are known beforehand, or the platform offers them.
    #[must_use]
    pub const fn is_completed(self) -> bool {
        matches!(
            self,
            Self::GameNo { .. }
                | Self::EventNo
                | Self::Square
                | Self::Piece
                | Self::Move
                | Self::Topic
                | Self::Options
                | Self::Command
                | Self::Setting
        )
    }
}

impl Choice {
    /// A value that is shown as it is.
    #[must_use]
    pub fn plain(value: String) -> Self {
        Self { label: value.clone(), value }
    }
}

/// The levels as usage lines show them: `1-7|easy|medium|hard`.
fn levels() -> String {
    let names = LEVEL_NAMES.map(|(name, _)| name).join("|");
    format!("{}-{}|{names}", LEVELS.start(), LEVELS.end())
}

/// A word of a choice, without another that means the same.
pub(super) const fn word(word: &'static str) -> ChoiceWord {
    ChoiceWord { word, also: "" }
}

/// A word of a choice, and another that means the same in a typed line.
pub(super) const fn word_or(word: &'static str, also: &'static str) -> ChoiceWord {
    ChoiceWord { word, also }
}
