//! Chance as plain values: dice, rolls and weighted branches. Nothing here draws a random number.

use std::{fmt, str::FromStr};

/// The greatest number of dice that one move throws.
const MAX_DICE: usize = 4;

/// A die whose faces are numbered from 1 to its number of sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Die(u8);

impl Die {
    /// A die with this many sides.
    #[must_use]
    pub const fn new(sides: u8) -> Self {
        Self(sides)
    }

    /// The number of sides, which is also the greatest face.
    #[must_use]
    pub const fn sides(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "d{}", self.0)
    }
}

/// The dice that a move throws, the attacker's first; empty for a move without chance.
///
/// ```
/// use martian_cake_games::{Dice, Die, Roll};
///
/// let dice = Dice::pair(Die::new(6), Die::new(4));
/// assert_eq!(dice.to_string(), "d6 against d4");
/// assert!(dice.check(&Roll::pair(6, 4)).is_ok());
/// assert!(dice.check(&Roll::pair(4, 6)).is_err());
/// assert!(Dice::NONE.check(&Roll::NONE).is_ok());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Dice {
    dice: [Die; MAX_DICE],
    len: u8,
}

impl Dice {
    /// No dice: the move is certain.
    pub const NONE: Self = Self { dice: [Die(0); MAX_DICE], len: 0 };

    /// Two dice, the attacker's and the defender's.
    #[must_use]
    pub const fn pair(attack: Die, defence: Die) -> Self {
        Self { dice: [attack, defence, Die(0), Die(0)], len: 2 }
    }

    /// The dice in order.
    #[must_use]
    pub fn as_slice(&self) -> &[Die] {
        &self.dice[..usize::from(self.len)]
    }

    /// Returns `true` if the move throws no dice.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Checks that `roll` has one face for each die, and that each face is on its die.
    ///
    /// # Errors
    /// [`RollError`] says what is wrong with the roll; it is never [`RollError::Unreadable`].
    pub fn check(&self, roll: &Roll) -> Result<(), RollError> {
        if self.len != roll.len {
            return Err(if roll.len == 0 {
                RollError::Missing(*self)
            } else if self.len == 0 {
                RollError::Unwanted
            } else {
                RollError::DoesNotFit(*self)
            });
        }
        let fits = self
            .as_slice()
            .iter()
            .zip(roll.as_slice())
            .all(|(die, face)| (1..=die.sides()).contains(face));
        if fits { Ok(()) } else { Err(RollError::DoesNotFit(*self)) }
    }
}

impl fmt::Display for Dice {
    /// `d6 against d4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, die) in self.as_slice().iter().enumerate() {
            let gap = if i == 0 { "" } else { " against " };
            write!(f, "{gap}{die}")?;
        }
        Ok(())
    }
}

/// The faces thrown, in the order of the dice; empty for a move without chance.
///
/// ```
/// use martian_cake_games::{Roll, RollError};
///
/// let roll: Roll = "9,3".parse()?;
/// assert_eq!(roll, Roll::pair(9, 3));
/// assert_eq!(roll.to_string(), "9,3");
/// assert_eq!("9;3".parse::<Roll>(), Err(RollError::Unreadable));
/// # Ok::<(), RollError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Roll {
    faces: [u8; MAX_DICE],
    len: u8,
}

impl Roll {
    /// The roll of a move without dice.
    pub const NONE: Self = Self { faces: [0; MAX_DICE], len: 0 };

    /// The roll of two dice: the attacker's face and the defender's.
    #[must_use]
    pub const fn pair(attack: u8, defence: u8) -> Self {
        Self { faces: [attack, defence, 0, 0], len: 2 }
    }

    /// A roll of these faces; `None` if there are more than a move can throw.
    #[must_use]
    pub fn from_faces(faces: &[u8]) -> Option<Self> {
        let mut roll = Self { len: u8::try_from(faces.len()).ok()?, ..Self::NONE };
        roll.faces.get_mut(..faces.len())?.copy_from_slice(faces);
        Some(roll)
    }

    /// The faces in order.
    #[must_use]
    pub fn as_slice(&self) -> &[u8] {
        &self.faces[..usize::from(self.len)]
    }

    /// Returns `true` if no dice were thrown.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }
}

impl fmt::Display for Roll {
    /// `9,3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, face) in self.as_slice().iter().enumerate() {
            let gap = if i == 0 { "" } else { "," };
            write!(f, "{gap}{face}")?;
        }
        Ok(())
    }
}

impl FromStr for Roll {
    type Err = RollError;

    /// Reads `9,3`: plain numbers without sign or leading zero, joined by commas.
    fn from_str(text: &str) -> Result<Self, RollError> {
        let faces: Option<Vec<u8>> = text
            .split(',')
            .map(|part| {
                let plain = part.bytes().all(|b| b.is_ascii_digit()) && !part.starts_with('0');
                part.parse().ok().filter(|_| plain)
            })
            .collect();
        faces.and_then(|faces| Self::from_faces(&faces)).ok_or(RollError::Unreadable)
    }
}

/// The reason why a roll is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RollError {
    /// The text is not faces joined by commas.
    #[error("a roll is two numbers with a comma, for instance 3,2")]
    Unreadable,
    /// The move throws dice, but no roll was given.
    #[error("this move is a fight and needs a roll: {0}")]
    Missing(Dice),
    /// The move throws no dice, but a roll was given.
    #[error("this move throws no dice, so it takes no roll")]
    Unwanted,
    /// There are too many or too few faces, or one that is not on its die.
    #[error("the roll does not fit the dice: {0}")]
    DoesNotFit(Dice),
}

/// One way in which a move can turn out: all rolls that lead to the same position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Branch {
    /// A roll that leads there.
    pub roll: Roll,
    /// The number of rolls that lead there, out of all rolls of the dice.
    pub weight: u32,
    /// The letter that stands for the outcome in records, such as `w` for a hit; `None` if records
    /// write no letter. Even a move without dice may have one.
    pub mark: Option<char>,
}

impl Branch {
    /// The only way in which a move without dice turns out.
    pub const WITHOUT_DICE: Self = Self { roll: Roll::NONE, weight: 1, mark: None };
}
