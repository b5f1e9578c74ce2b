//! The points for results, as lines of different kinds give them.

use super::super::history::{PointSystem, Points};
use super::read::tenths;

/// A kind of result whose worth may be said.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Win,
    Draw,
    Loss,
    ForfeitWin,
    ForfeitLoss,
    AllocatedBye,
    FullBye,
    HalfBye,
    ZeroBye,
    /// A bye without points and a lost forfeit together.
    Absence,
    /// `Z` in a line `162`: a bye without points, and a lost forfeit unless that is said otherwise.
    ZeroLetter,
}

/// The points given so far.
#[derive(Default)]
pub(super) struct Worths(Vec<(Kind, Points)>);

impl Worths {
    /// Takes in what a result is worth.
    ///
    /// # Errors
    /// It was said to be worth something else, as by codes that tell White from Black.
    pub(super) fn say(&mut self, kind: Kind, worth: Points) -> Result<(), String> {
        match self.of(&[kind]) {
            Some(other) if other != worth => {
                let [one, other] = [tenths(other), tenths(worth)];
                Err(format!("one kind of result is worth {one} and {other} points"))
            }
            Some(_) => Ok(()),
            None => {
                self.0.push((kind, worth));
                Ok(())
            }
        }
    }

    /// The worth of the first of these kinds of which it was said.
    fn of(&self, kinds: &[Kind]) -> Option<Points> {
        let said = |kind: &Kind| self.0.iter().find(|(said, _)| said == kind);
        kinds.iter().find_map(said).map(|(_, worth)| *worth)
    }

    /// Returns the worth of everything. What was not said follows a win or a draw, or is as usual.
    pub(super) fn system(&self) -> PointSystem {
        let usual = PointSystem::default();
        let win = self.of(&[Kind::Win]).unwrap_or(usual.win);
        let draw = self.of(&[Kind::Draw]).unwrap_or(usual.draw);
        let zero = self.of(&[Kind::ZeroBye, Kind::ZeroLetter, Kind::Absence]);
        let forfeit_loss = self.of(&[Kind::ForfeitLoss, Kind::Absence, Kind::ZeroLetter]);
        PointSystem {
            win,
            draw,
            loss: self.of(&[Kind::Loss]).unwrap_or(usual.loss),
            zero: zero.unwrap_or(usual.zero),
            forfeit_win: self.of(&[Kind::ForfeitWin]).unwrap_or(win),
            forfeit_loss: forfeit_loss.unwrap_or(usual.forfeit_loss),
            allocated: self.of(&[Kind::AllocatedBye]).unwrap_or(win),
            full: self.of(&[Kind::FullBye]).unwrap_or(win),
            half: self.of(&[Kind::HalfBye]).unwrap_or(draw),
        }
    }
}
