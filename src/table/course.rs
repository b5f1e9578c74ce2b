//! The course of a match: how each event of a log takes effect. Running games, stored games and
//! records are all replayed here.

use super::{
    any_position::AnyPosition,
    log::{LogEvent, PlyRoll},
};
use crate::games::{ArrangementStep, Outcome, PlayError, Reason, Roll, Seat, SeatSet};

/// An open draw offer. It stays open until all other active seats have accepted it, one of them
/// declines, or the offering seat moves again or leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawOffer {
    /// The seat that offers.
    pub by: Seat,
    /// The seats that have not answered yet.
    pub awaits: SeatSet,
}

impl DrawOffer {
    /// The same offer, which no longer waits for this seat.
    const fn without(self, seat: Seat) -> Self {
        Self { awaits: self.awaits.without(seat), ..self }
    }
}

/// What the events of a log have led to. It knows the rules, and neither people nor time.
#[derive(Debug)]
pub struct Course {
    position: Box<dyn AnyPosition>,
    /// How many plies have thrown dice.
    rolls: u32,
    draw_offer: Option<DrawOffer>,
    /// The outcome, if an event has ended the match; an end by the rules is in the position.
    decided: Option<Outcome>,
}

impl Clone for Course {
    fn clone(&self) -> Self {
        Self { position: self.position.boxed_clone(), ..*self }
    }
}

impl Course {
    /// The course of a match that begins with this position.
    #[must_use]
    pub const fn new(position: Box<dyn AnyPosition>) -> Self {
        Self { position, rolls: 0, draw_offer: None, decided: None }
    }

    /// The position that the events have led to.
    #[must_use]
    pub fn position(&self) -> &dyn AnyPosition {
        &*self.position
    }

    /// How many plies have thrown dice whose faces are known.
    #[must_use]
    pub const fn rolls(&self) -> u32 {
        self.rolls
    }

    /// The open draw offer, if there is one.
    #[must_use]
    pub const fn draw_offer(&self) -> Option<DrawOffer> {
        self.draw_offer
    }

    /// The outcome once the match is over.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.decided.or_else(|| self.position.outcome())
    }

    /// Lets an event take effect.
    ///
    /// ```
    /// use martian_cake::{
    ///     games::{GameKind, Outcome, Reason, Seat},
    ///     table::{Course, LogEvent, start_position},
    /// };
    ///
    /// let start = start_position(GameKind::ALL[0], "").expect("every game has default options");
    /// let mut course = Course::new(start);
    /// course.take(&LogEvent::Time(Seat::FIRST)).expect("a seat can run out of time");
    /// assert_eq!(course.outcome(), Some(Outcome::win(Seat::SECOND, Reason::Time)));
    /// ```
    ///
    /// # Errors
    /// [`PlayError`] if the rules do not allow it; nothing has changed then.
    pub fn take(&mut self, event: &LogEvent) -> Result<(), PlayError> {
        match event {
            LogEvent::Ply { seat, mv, roll } => self.play(*seat, mv, roll)?,
            LogEvent::Draft(seat, text) => {
                self.position.arrange(*seat, &ArrangementStep::Draft(text.clone()))?;
            }
            LogEvent::Army { seat, text, .. } => {
                self.position.arrange(*seat, &ArrangementStep::Done(text.clone()))?;
            }
            LogEvent::Place(seat, text) => {
                self.position.arrange(*seat, &ArrangementStep::Place(text.clone()))?;
            }
            LogEvent::Hold(seat) => self.position.arrange(*seat, &ArrangementStep::Hold)?,
            LogEvent::Resign(seat) => self.leave(*seat, Reason::Resignation)?,
            LogEvent::Time(seat) => self.leave(*seat, Reason::Time)?,
            LogEvent::Forfeit(seat) => self.leave(*seat, Reason::Forfeit)?,
            LogEvent::DrawOffer(by) => {
                let awaits = self.position.active().without(*by);
                self.draw_offer = Some(DrawOffer { by: *by, awaits });
            }
            LogEvent::DrawAccept(seat) => {
                self.draw_offer = self.draw_offer.map(|offer| offer.without(*seat));
            }
            LogEvent::DrawDecline(_) => self.draw_offer = None,
            // Neither the position nor the outcome depends on clocks.
            LogEvent::Clock(_) => {}
            LogEvent::Agreement(_) => self.decided = Some(Outcome::Draw(Reason::Agreement)),
            LogEvent::Abort(_) => self.decided = Some(Outcome::Aborted),
            LogEvent::Adjudication(winners) if winners.is_empty() => {
                self.decided = Some(Outcome::Draw(Reason::Adjudication));
            }
            LogEvent::Adjudication(winners) => {
                self.decided = Some(Outcome::Win(*winners, Reason::Adjudication));
            }
        }
        Ok(())
    }

    fn leave(&mut self, seat: Seat, reason: Reason) -> Result<(), PlayError> {
        self.position.leave(seat, reason)?;
        let standing = self.draw_offer.filter(|offer| offer.by != seat);
        self.draw_offer = standing.map(|offer| offer.without(seat));
        Ok(())
    }

    fn play(&mut self, seat: Seat, mv: &str, roll: &PlyRoll) -> Result<(), PlayError> {
        if seat != self.position.to_move() {
            return Err(PlayError::Illegal);
        }
        let faces = match roll {
            PlyRoll::NoDice => Roll::NONE,
            PlyRoll::Faces(faces, _) => *faces,
            PlyRoll::Outcome(mark) => {
                let branches = self.position.branches(mv);
                let branch = branches.iter().find(|branch| branch.mark == Some(*mark));
                branch.ok_or(PlayError::Illegal)?.roll
            }
        };
        self.position.play(mv, &faces)?;
        self.rolls += u32::from(matches!(roll, PlyRoll::Faces(..)));
        if self.draw_offer.is_some_and(|offer| offer.by == seat) {
            self.draw_offer = None;
        }
        Ok(())
    }
}
