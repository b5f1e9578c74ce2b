//! Draws: offering, accepting and declining one.

use super::{ActionError, Game};
use crate::{
    games::{Seat, SeatSet},
    table::{DrawOffer, LogEntry, LogEvent, Millis, PersonId},
};

/// How a seat answers a draw offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawAnswer {
    /// It agrees to a draw.
    Accept,
    /// It plays on, so that the offer is gone for all.
    Decline,
}

impl Game {
    /// The seats of a person whose answer a draw offer waits for.
    #[must_use]
    pub fn draw_awaits(&self, who: &PersonId) -> Vec<Seat> {
        let Some(offer) = self.draw_offer() else { return Vec::new() };
        self.seats_of(who).filter(|seat| offer.awaits.contains(*seat)).collect()
    }

    /// Whether a seat may offer a draw now.
    ///
    /// # Errors
    /// [`ActionError::NotRunning`], [`ActionError::StillArranging`], [`ActionError::Gone`], or
    /// [`ActionError::OffersAlready`] if an offer by a seat of the same person is open.
    pub fn check_draw_offer(&self, by: Seat) -> Result<(), ActionError> {
        self.check_moving()?;
        if !self.position().active().contains(by) {
            return Err(ActionError::Gone);
        }
        let is_own = |offer: DrawOffer| offer.by == by || self.is_same_person(offer.by, by);
        if self.draw_offer().is_some_and(is_own) {
            return Err(ActionError::OffersAlready);
        }
        Ok(())
    }

    /// A seat offers a draw, and some of the others answer at once, up to the first that declines.
    /// The draw is agreed if nobody is left to answer.
    ///
    /// # Errors
    /// Those of [`Game::check_draw_offer`], or [`ActionError::NoDrawOffer`] if one of the answers
    /// comes from a seat that has nothing to answer.
    pub fn offer_draw(
        &mut self,
        by: Seat,
        answers: &[(Seat, DrawAnswer)],
        at: Millis,
    ) -> Result<Vec<LogEntry>, ActionError> {
        self.check_draw_offer(by)?;
        let asked = self.position().active().without(by);
        if answers.iter().any(|(seat, _)| !asked.contains(*seat)) {
            return Err(ActionError::NoDrawOffer);
        }
        let before = self.log.len();
        self.add(at, LogEvent::DrawOffer(by))?;
        for (seat, answer) in answers {
            match answer {
                DrawAnswer::Accept => self.add(at, LogEvent::DrawAccept(*seat))?,
                DrawAnswer::Decline => {
                    self.add(at, LogEvent::DrawDecline(*seat))?;
                    break;
                }
            }
        }
        self.agree_if_all_have_answered(at)?;
        Ok(self.added_after(before))
    }

    /// These seats of one player accept the draw. It is agreed once nobody is left to answer.
    ///
    /// # Errors
    /// [`ActionError::NotRunning`], [`ActionError::StillArranging`], or
    /// [`ActionError::NoDrawOffer`] if no offer waits for one of these seats.
    pub fn accept_draw(
        &mut self,
        seats: &[Seat],
        at: Millis,
    ) -> Result<Vec<LogEntry>, ActionError> {
        let (first, mut awaits) = (self.check_awaited(seats)?, self.awaited_seats());
        seats.iter().for_each(|seat| awaits = awaits.without(*seat));
        let before = self.log.len();
        if awaits.is_empty() {
            self.add(at, LogEvent::Agreement(Some(first)))?;
        } else {
            for seat in seats {
                self.add(at, LogEvent::DrawAccept(*seat))?;
            }
        }
        Ok(self.added_after(before))
    }

    /// A seat declines the draw, so that the offer is gone for all.
    ///
    /// # Errors
    /// Those of [`Game::accept_draw`].
    pub fn decline_draw(&mut self, seat: Seat, at: Millis) -> Result<Vec<LogEntry>, ActionError> {
        self.check_awaited(&[seat])?;
        let before = self.log.len();
        self.add(at, LogEvent::DrawDecline(seat))?;
        Ok(self.added_after(before))
    }

    /// Refuses answers for which no offer waits; gives the first of the seats.
    fn check_awaited(&self, seats: &[Seat]) -> Result<Seat, ActionError> {
        self.check_moving()?;
        let awaits = self.awaited_seats();
        let first = seats.first().copied().ok_or(ActionError::NoDrawOffer)?;
        let all = seats.iter().all(|seat| awaits.contains(*seat));
        if all { Ok(first) } else { Err(ActionError::NoDrawOffer) }
    }

    /// The seats whose answer to a draw offer is awaited.
    fn awaited_seats(&self) -> SeatSet {
        self.draw_offer().map(|offer| offer.awaits).unwrap_or_default()
    }

    /// Ends the match by agreement if a draw offer waits for nobody any more.
    pub(super) fn agree_if_all_have_answered(&mut self, at: Millis) -> Result<(), ActionError> {
        match self.draw_offer() {
            Some(offer) if self.is_running() && offer.awaits.is_empty() => {
                Ok(self.add(at, LogEvent::Agreement(Some(offer.by)))?)
            }
            _ => Ok(()),
        }
    }
}
