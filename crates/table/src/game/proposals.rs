//! Proposals to which all other players must agree: a draw, or to take a move back.

use games::{Seat, SeatSet};

use super::{ActionError, Game};
use crate::{LogEntry, LogEvent, Millis, PersonId, Proposal, Proposed};

/// The response of a seat to a proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It agrees to what is proposed.
    Accept,
    /// It plays on, so that the proposal is gone for all.
    Decline,
}

impl Game {
    /// The seats of a person whose answer a proposal waits for.
    #[must_use]
    pub fn answers_awaited(&self, what: Proposed, who: &PersonId) -> Vec<Seat> {
        let Some(open) = self.proposal(what) else { return Vec::new() };
        self.seats_of(who).filter(|seat| open.awaits.contains(*seat)).collect()
    }

    /// Returns whether a seat may propose this now.
    ///
    /// # Errors
    /// [`ActionError::NotRunning`], [`ActionError::StillArranging`], [`ActionError::Gone`],
    /// [`ActionError::ProposesAlready`] if a proposal by a seat of the same person is open,
    /// [`ActionError::AskedBefore`] if the seat has proposed the same since its last move, and for a
    /// takeback [`ActionError::NothingToTakeBack`] or [`ActionError::CannotGoBack`].
    pub fn check_proposal(&self, what: Proposed, by: Seat) -> Result<(), ActionError> {
        self.check_moving()?;
        if !self.position().active().contains(by) {
            return Err(ActionError::Gone);
        }
        let is_own = |open: Proposal| open.by == by || self.is_same_person(open.by, by);
        if self.proposal(what).is_some_and(is_own) {
            return Err(ActionError::ProposesAlready);
        }
        if what == Proposed::Takeback {
            self.check_takeback(by)?;
        }
        if self.has_proposed(what, by) { Err(ActionError::AskedBefore) } else { Ok(()) }
    }

    /// Returns `true` if a seat has proposed this since its last move. Everybody is asked once for each: nobody
    /// can be asked again and again until they give in.
    fn has_proposed(&self, what: Proposed, by: Seat) -> bool {
        // With a move of the seat's own, or with a takeback, another one is its last.
        let is_before = |event: &LogEvent| match event {
            LogEvent::Ply { seat, .. } => *seat == by,
            LogEvent::Takeback(_) => true,
            _ => false,
        };
        let since = self.log.iter().rev().map(|entry| &entry.event);
        since.take_while(|event| !is_before(event)).any(|event| *event == what.offer(by))
    }

    /// A seat proposes something, and some of the others answer at once, up to the first that declines.
    /// It comes about if nobody is left to answer.
    ///
    /// # Errors
    /// Those of [`Game::check_proposal`], or [`ActionError::NoProposal`] if one of the answers comes
    /// from a seat that has nothing to answer.
    pub fn propose(
        &mut self,
        what: Proposed,
        by: Seat,
        answers: &[(Seat, Answer)],
        at: Millis,
    ) -> Result<Vec<LogEntry>, ActionError> {
        self.check_proposal(what, by)?;
        let asked = self.position().active().without(by);
        if answers.iter().any(|(seat, _)| !asked.contains(*seat)) {
            return Err(ActionError::NoProposal);
        }
        let before = self.log.len();
        self.add(at, what.offer(by))?;
        for (seat, answer) in answers {
            match answer {
                Answer::Accept => self.add(at, what.accept(*seat))?,
                Answer::Decline => {
                    self.add(at, what.decline(*seat))?;
                    break;
                }
            }
        }
        self.agree_if_all_have_answered(what, at)?;
        Ok(self.added_after(before))
    }

    /// These seats of one player accept what is proposed. It comes about once nobody is left to answer.
    ///
    /// # Errors
    /// [`ActionError::NotRunning`], [`ActionError::StillArranging`], or [`ActionError::NoProposal`] if
    /// none waits for one of these seats.
    pub fn accept_proposal(
        &mut self,
        what: Proposed,
        seats: &[Seat],
        at: Millis,
    ) -> Result<Vec<LogEntry>, ActionError> {
        let (first, open) = self.check_awaited(what, seats)?;
        let awaits = seats.iter().fold(open.awaits, |awaits, seat| awaits.without(*seat));
        let before = self.log.len();
        if awaits.is_empty() {
            let agreed = self.agreed(what, open.by, first)?;
            self.add(at, agreed)?;
        } else {
            for seat in seats {
                self.add(at, what.accept(*seat))?;
            }
        }
        Ok(self.added_after(before))
    }

    /// A seat declines what is proposed, so that it is gone for all.
    ///
    /// # Errors
    /// Those of [`Game::accept_proposal`].
    pub fn decline_proposal(
        &mut self,
        what: Proposed,
        seat: Seat,
        at: Millis,
    ) -> Result<Vec<LogEntry>, ActionError> {
        self.check_awaited(what, &[seat])?;
        let before = self.log.len();
        self.add(at, what.decline(seat))?;
        Ok(self.added_after(before))
    }

    /// Refuses answers for which no proposal waits; gives the first of the seats, and the proposal.
    fn check_awaited(
        &self,
        what: Proposed,
        seats: &[Seat],
    ) -> Result<(Seat, Proposal), ActionError> {
        self.check_moving()?;
        let open = self.proposal(what).ok_or(ActionError::NoProposal)?;
        let first = seats.first().copied().ok_or(ActionError::NoProposal)?;
        let all = seats.iter().all(|seat| open.awaits.contains(*seat));
        if all { Ok((first, open)) } else { Err(ActionError::NoProposal) }
    }

    /// The event by which a proposal of this seat comes about, once `last` has agreed to it.
    fn agreed(&self, what: Proposed, by: Seat, last: Seat) -> Result<LogEvent, ActionError> {
        Ok(match what {
            Proposed::Draw => LogEvent::Agreement(Some(last)),
            Proposed::Takeback => {
                let to = self.position().before_last_of(by).ok_or(ActionError::CannotGoBack)?;
                LogEvent::Takeback(to)
            }
        })
    }

    /// Lets a proposal come about if it waits for nobody any more.
    pub(super) fn agree_if_all_have_answered(
        &mut self,
        what: Proposed,
        at: Millis,
    ) -> Result<(), ActionError> {
        match self.proposal(what) {
            Some(open) if self.is_running() && open.awaits == SeatSet::default() => {
                let agreed = self.agreed(what, open.by, open.by)?;
                Ok(self.add(at, agreed)?)
            }
            _ => Ok(()),
        }
    }

    /// Refuses a takeback of a seat's last move that the rules of takebacks do not allow.
    fn check_takeback(&self, by: Seat) -> Result<(), ActionError> {
        if self.position().last_of(by).is_none() {
            return Err(ActionError::NothingToTakeBack);
        }
        if self.position().before_last_of(by).is_none() {
            return Err(ActionError::CannotGoBack);
        }
        Ok(())
    }
}
