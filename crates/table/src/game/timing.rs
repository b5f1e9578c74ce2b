//! Changes of the clocks of a match, and the lines of its log about them.

use games::{Seat, SeatSet};

use super::{ActionError, Game};
use crate::{ClockEvent, LogEntry, LogEvent, Millis, Occupant};

impl Game {
    /// The seats of people who are to act and whose clocks do not run: whoever asks them starts these.
    #[must_use]
    pub fn seats_to_ask(&self) -> SeatSet {
        if !self.is_running() || !self.clocks.control().is_limited() {
            return SeatSet::default();
        }
        let is_person = |seat: &Seat| matches!(self.occupant(*seat), Occupant::Person(_));
        let stands = |seat: &Seat| self.clocks.of(*seat).is_some_and(|clock| clock.run().is_none());
        self.position().awaits().iter().filter(|seat| is_person(seat) && stands(seat)).collect()
    }

    /// Something happens to the clocks, or about them.
    ///
    /// # Errors
    /// [`ActionError::NotRunning`].
    pub fn note_clock(
        &mut self,
        event: ClockEvent,
        at: Millis,
    ) -> Result<Vec<LogEntry>, ActionError> {
        self.check_running()?;
        let before = self.log.len();
        self.add(at, LogEvent::Clock(event))?;
        Ok(self.added_after(before))
    }
}
