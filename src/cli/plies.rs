//! The arguments `--move M [--roll a,d]`, in the order in which they are given.

use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches, error::ErrorKind};
use games::{Dice, Roll, RollError};

/// The moves on a command line, each with its roll.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Plies(pub Vec<Ply>);

/// A move as typed, and the roll that stands after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ply {
    /// The move as typed.
    pub(crate) mv: String,
    /// The roll, if one is given.
    pub(crate) roll: Option<Faces>,
}

/// The faces of `--roll`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Faces {
    /// Numbers that dice could show.
    Roll(Roll),
    /// Numbers that no dice can show.
    Impossible,
}

impl Faces {
    /// Reads `9,3`.
    fn read(text: &str) -> Result<Self, String> {
        let number = |part: &str| {
            let digits = !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
            digits && (part == "0" || !part.starts_with('0'))
        };
        if !text.split(',').all(number) {
            return Err("a roll is two numbers with a comma, for instance 3,2".to_owned());
        }
        Ok(text.parse().map_or(Self::Impossible, Self::Roll))
    }

    /// The roll, if it fits these dice.
    pub(super) fn fitting(self, dice: &Dice) -> Result<Roll, RollError> {
        let misfit =
            if dice.is_empty() { RollError::Unwanted } else { RollError::DoesNotFit(*dice) };
        match self {
            Self::Roll(roll) => dice.check(&roll).map(|()| roll),
            Self::Impossible => Err(misfit),
        }
    }
}

impl Args for Plies {
    fn augment_args(command: Command) -> Command {
        let mv = Arg::new("move")
            .long("move")
            .value_name("M")
            .action(ArgAction::Append)
            .help("A move as people type it; may be given several times");
        let roll = Arg::new("roll")
            .long("roll")
            .value_name("A,D")
            .action(ArgAction::Append)
            .value_parser(Faces::read)
            .help("The roll of the fight before it, attacker's die first");
        command.arg(mv).arg(roll)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Plies {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let moves = matches.get_many::<String>("move").unwrap_or_default();
        let rolls = matches.get_many::<Faces>("roll").unwrap_or_default();
        let at = |name| matches.indices_of(name).into_iter().flatten();
        // The index says where on the command line a value stood.
        let mut rolls = at("roll").zip(rolls).peekable();
        let wrong = |text: &str| Error::raw(ErrorKind::WrongNumberOfValues, text);
        let mut moves = at("move").zip(moves).peekable();
        let mut plies = Vec::new();
        if let (Some((roll, _)), mv) = (rolls.peek(), moves.peek())
            && mv.is_none_or(|(mv, _)| roll < mv)
        {
            return Err(wrong("--roll stands before any --move; it belongs after its move"));
        }
        while let Some((_, mv)) = moves.next() {
            let next = moves.peek().map_or(usize::MAX, |(index, _)| *index);
            let roll = rolls.next_if(|(index, _)| *index < next).map(|(_, faces)| *faces);
            if rolls.peek().is_some_and(|(index, _)| *index < next) {
                return Err(wrong("two --roll for one --move"));
            }
            plies.push(Ply { mv: mv.clone(), roll });
        }
        Ok(Self(plies))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
