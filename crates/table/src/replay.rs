//! The course of a match: how each event of a log takes effect. Running games, stored games and
//! records are all replayed here.

use games::{ArrangementStep, Outcome, PlayError, Reason, Roll, Seat, SeatSet};

use super::{
    any_position::AnyPosition,
    log::{LogEvent, PlyRoll},
};

/// A draw or a takeback, which a player can propose: it comes about once all others have agreed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proposed {
    /// A draw. The offer stays open until one of the others declines, or the offering seat moves again or
    /// leaves.
    Draw,
    /// To let the position before the last move of the proposing seat stand again. The request stays open
    /// until one of the others declines, anybody moves, or anybody leaves.
    Takeback,
}

impl Proposed {
    /// The event by which a seat proposes it.
    #[must_use]
    pub const fn offer(self, by: Seat) -> LogEvent {
        match self {
            Self::Draw => LogEvent::DrawOffer(by),
            Self::Takeback => LogEvent::TakebackOffer(by),
        }
    }

    /// The event by which a seat agrees while others still have to answer.
    #[must_use]
    pub const fn accept(self, seat: Seat) -> LogEvent {
        match self {
            Self::Draw => LogEvent::DrawAccept(seat),
            Self::Takeback => LogEvent::TakebackAccept(seat),
        }
    }

    /// The event by which a seat declines.
    #[must_use]
    pub const fn decline(self, seat: Seat) -> LogEvent {
        match self {
            Self::Draw => LogEvent::DrawDecline(seat),
            Self::Takeback => LogEvent::TakebackDecline(seat),
        }
    }
}

/// An open proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// The seat that proposes.
    pub by: Seat,
    /// The seats that have not answered yet.
    pub awaits: SeatSet,
}

impl Proposal {
    /// The same proposal, which no longer waits for this seat.
    const fn without(self, seat: Seat) -> Self {
        Self { awaits: self.awaits.without(seat), ..self }
    }
}

/// The state to which the events of a log have led. It knows the rules, and neither people nor time.
#[derive(Debug)]
pub struct Replayed {
    position: Box<dyn AnyPosition>,
    /// How many plies have thrown dice.
    rolls: u32,
    draw: Option<Proposal>,
    takeback: Option<Proposal>,
    /// The outcome, if an event has ended the match; an end by the rules is in the position.
    decided: Option<Outcome>,
}

impl Clone for Replayed {
    fn clone(&self) -> Self {
        Self { position: self.position.boxed_clone(), ..*self }
    }
}

impl Replayed {
    /// The course of a match that begins with this position.
    #[must_use]
    pub const fn new(position: Box<dyn AnyPosition>) -> Self {
        Self { position, rolls: 0, draw: None, takeback: None, decided: None }
    }

    /// The position that the events have led to.
    #[must_use]
    pub fn position(&self) -> &dyn AnyPosition {
        &*self.position
    }

    /// Returns how many plies have thrown dice whose faces are known.
    #[must_use]
    pub const fn rolls(&self) -> u32 {
        self.rolls
    }

    /// The open proposal of this kind, if there is one; a match that is over has none.
    #[must_use]
    pub fn proposal(&self, what: Proposed) -> Option<Proposal> {
        let open = match what {
            Proposed::Draw => self.draw,
            Proposed::Takeback => self.takeback,
        };
        open.filter(|_| self.outcome().is_none())
    }

    /// The outcome once the match is over.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.decided.or_else(|| self.position.outcome())
    }

    /// Lets an event take effect.
    ///
    /// ```
    /// use games::{GameKind, Outcome, Reason, Seat};
    /// use martian_cake_table::{LogEvent, Replayed, start_position};
    ///
    /// let start = start_position(GameKind::ALL[0], "").expect("every game has default options");
    /// let mut replayed = Replayed::new(start);
    /// replayed.take(&LogEvent::Time(Seat::FIRST)).expect("a seat can run out of time");
    /// assert_eq!(replayed.outcome(), Some(Outcome::win(Seat::SECOND, Reason::Time)));
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
            LogEvent::DrawOffer(by) => self.draw = Some(self.proposed(*by)),
            LogEvent::DrawAccept(seat) => self.draw = self.draw.map(|open| open.without(*seat)),
            LogEvent::DrawDecline(_) => self.draw = None,
            LogEvent::TakebackOffer(by) => self.takeback = Some(self.proposed(*by)),
            LogEvent::TakebackAccept(seat) => {
                self.takeback = self.takeback.map(|open| open.without(*seat));
            }
            LogEvent::TakebackDecline(_) => self.takeback = None,
            LogEvent::Takeback(ply) => {
                self.position.take_back(*ply)?;
                (self.draw, self.takeback) = (None, None);
            }
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

    /// The proposal that a seat makes now, with nobody's answer yet.
    fn proposed(&self, by: Seat) -> Proposal {
        Proposal { by, awaits: self.position.active().without(by) }
    }

    fn leave(&mut self, seat: Seat, reason: Reason) -> Result<(), PlayError> {
        self.position.leave(seat, reason)?;
        self.draw = self.draw.filter(|open| open.by != seat).map(|open| open.without(seat));
        self.takeback = None;
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
        self.draw = self.draw.filter(|open| open.by != seat);
        self.takeback = None;
        Ok(())
    }
}
