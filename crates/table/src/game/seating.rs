//! The seats of an offer: sitting down, getting up, and the start once all are taken.

use games::Seat;

use super::{ActionError, Game, Stage, Stamp, seat_order::SeatOrder};
use crate::{LogEntry, LogEvent, Millis, Occupant, Person, PersonId};

impl Game {
    /// The person who made the offer; `None` once the match has started.
    #[must_use]
    pub fn challenger(&self) -> Option<&Person> {
        match self.seats.first() {
            Some(Occupant::Person(person)) if self.offered_until.is_some() => Some(person),
            _ => None,
        }
    }

    /// Returns `true` if this person made the offer; nobody did once the match has started.
    #[must_use]
    pub fn is_challenger(&self, who: &PersonId) -> bool {
        self.challenger().is_some_and(|person| person.id == *who)
    }

    /// The seat on which a person sits or is asked to sit, if there is one; of an offer, its place in
    /// the offer.
    #[must_use]
    pub fn seat_meant_for(&self, who: &PersonId) -> Option<Seat> {
        let at = self.seats.iter().position(|occupant| occupant.is_or_asks(who))?;
        Seat::from_index(u8::try_from(at).ok()?)
    }

    /// Returns `true` if anyone may still sit down.
    #[must_use]
    pub fn has_open_seat(&self) -> bool {
        self.seats.contains(&Occupant::Open)
    }

    /// A person takes the seat that is meant for them, otherwise the first that is open.
    ///
    /// # Errors
    /// [`ActionError::Closed`], [`ActionError::OwnOffer`], [`ActionError::SitsAlready`], or
    /// [`ActionError::NotSeated`] if no seat is left for this person.
    pub fn sit_down(&mut self, person: Person, at: Millis) -> Result<(), ActionError> {
        self.check_answerable(&person.id, at)?;
        let open = || self.seats.iter().position(|occupant| *occupant == Occupant::Open);
        let at = self.seat_meant_for(&person.id).map(Seat::index).or_else(open);
        let at = at.ok_or(ActionError::NotSeated)?;
        self.seats[at] = Occupant::Person(person);
        Ok(())
    }

    /// A person who is asked does not want to play. With two seats the offer is closed by that; with
    /// more, the seat is open to anyone.
    ///
    /// # Errors
    /// Those of [`Game::sit_down`]; [`ActionError::NotSeated`] if the person is not asked.
    pub fn decline(&mut self, who: &PersonId, at: Millis) -> Result<Vec<LogEntry>, ActionError> {
        self.check_answerable(who, at)?;
        let seat = self.seat_meant_for(who).ok_or(ActionError::NotSeated)?;
        if self.seats.len() == 2 {
            return self.close(at);
        }
        self.seats[seat.index()] = Occupant::Open;
        Ok(Vec::new())
    }

    /// Refuses an answer to an offer that is closed, or by somebody who sits already.
    fn check_answerable(&self, who: &PersonId, at: Millis) -> Result<(), ActionError> {
        self.check_open(at)?;
        if self.is_challenger(who) {
            Err(ActionError::OwnOffer)
        } else if self.seat_of(who).is_some() {
            Err(ActionError::SitsAlready)
        } else {
            Ok(())
        }
    }

    /// A person who has sat down gets up again; the seat is open to anyone.
    ///
    /// # Errors
    /// [`ActionError::Closed`], [`ActionError::OwnOffer`], or [`ActionError::NotSeated`].
    pub fn get_up(&mut self, who: &PersonId, at: Millis) -> Result<(), ActionError> {
        self.check_open(at)?;
        if self.is_challenger(who) {
            return Err(ActionError::OwnOffer);
        }
        let seat = self.seat_of(who).ok_or(ActionError::NotSeated)?;
        self.seats[seat.index()] = Occupant::Open;
        Ok(())
    }

    /// The challenger opens the seat on which somebody sits or is asked to sit.
    ///
    /// # Errors
    /// Those of [`Game::get_up`].
    pub fn free_seat(&mut self, who: &PersonId, at: Millis) -> Result<(), ActionError> {
        self.check_open(at)?;
        if self.is_challenger(who) {
            return Err(ActionError::OwnOffer);
        }
        let seat = self.seat_meant_for(who).ok_or(ActionError::NotSeated)?;
        self.seats[seat.index()] = Occupant::Open;
        Ok(())
    }

    /// Bots of this level take all open seats.
    ///
    /// # Errors
    /// [`ActionError::Closed`] or [`ActionError::NothingOpen`].
    pub fn fill(&mut self, level: u8, at: Millis) -> Result<(), ActionError> {
        self.check_open(at)?;
        if !self.has_open_seat() {
            return Err(ActionError::NothingOpen);
        }
        for occupant in &mut self.seats {
            if *occupant == Occupant::Open {
                *occupant = Occupant::Bot(level);
            }
        }
        Ok(())
    }

    /// Gives everyone a seat as the terms say, and starts. `random_below` draws a number below its
    /// argument. Whether the offer was open is asked when somebody sits down: if that was in time, the
    /// match may start after its end.
    ///
    /// # Errors
    /// [`ActionError::Closed`] or [`ActionError::NotFull`].
    pub fn start(
        &mut self,
        random_below: impl FnMut(u32) -> u32,
        stamp: Stamp<'_>,
    ) -> Result<(), ActionError> {
        if !self.is_offered() {
            return Err(ActionError::Closed);
        }
        if !self.is_full() {
            return Err(ActionError::NotFull);
        }
        let order = SeatOrder::new(&self.terms, self.seats.len()).order(random_below);
        self.seats = order.into_iter().filter_map(|at| self.seats.get(at).cloned()).collect();
        self.offered_until = None;
        self.created = stamp.at;
        self.moved = stamp.at;
        self.take_salt(stamp);
        Ok(())
    }

    /// The offer is taken back.
    ///
    /// # Errors
    /// [`ActionError::Closed`].
    pub fn withdraw(&mut self, at: Millis) -> Result<Vec<LogEntry>, ActionError> {
        self.check_open(at)?;
        self.close(at)
    }

    /// The time of the offer is over.
    ///
    /// # Errors
    /// [`ActionError::Closed`], or [`ActionError::NotDue`] before its end.
    pub fn expire(&mut self, at: Millis) -> Result<Vec<LogEntry>, ActionError> {
        match self.stage() {
            Stage::Offered(until) if until > at => Err(ActionError::NotDue),
            Stage::Offered(_) => self.close(at),
            Stage::Running | Stage::Over(_) => Err(ActionError::Closed),
        }
    }

    /// The offer comes to nothing.
    fn close(&mut self, at: Millis) -> Result<Vec<LogEntry>, ActionError> {
        let before = self.log.len();
        self.add(at, LogEvent::Abort(None))?;
        Ok(self.added_after(before))
    }

    /// The salt of later rolls is that of this message, if a message asks for the action.
    pub(super) fn take_salt(&mut self, stamp: Stamp<'_>) {
        if let Some(salt) = stamp.salt {
            salt.clone_into(&mut self.last_salt);
        }
    }

    /// Refuses to change an offer that has been answered, withdrawn or has run out.
    fn check_open(&self, at: Millis) -> Result<(), ActionError> {
        match self.stage() {
            Stage::Offered(until) if until > at => Ok(()),
            Stage::Offered(_) | Stage::Running | Stage::Over(_) => Err(ActionError::Closed),
        }
    }
}
