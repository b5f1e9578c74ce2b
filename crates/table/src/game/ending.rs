//! The ends that do not come from a move: somebody leaves, or the host decides.

use games::{Seat, SeatSet};

use super::{ActionError, Game};
use crate::{LogEntry, LogEvent, Millis, Proposed};

impl Game {
    /// A seat gives up, in its turn or not. The rules say whether the others play on; a draw offer
    /// that waits for nobody else then is agreed.
    ///
    /// # Errors
    /// [`ActionError::NotRunning`], or [`ActionError::Rules`] if the seat has left before.
    pub fn resign(&mut self, seat: Seat, at: Millis) -> Result<Vec<LogEntry>, ActionError> {
        self.leave(LogEvent::Resign(seat), at)
    }

    /// The time of a seat is over: it leaves as by [`Game::resign`].
    ///
    /// # Errors
    /// Those of [`Game::resign`].
    pub fn run_out_of_time(
        &mut self,
        seat: Seat,
        at: Millis,
    ) -> Result<Vec<LogEntry>, ActionError> {
        self.leave(LogEvent::Time(seat), at)
    }

    /// A seat is absent or has broken the rules: it leaves as by [`Game::resign`].
    ///
    /// # Errors
    /// Those of [`Game::resign`].
    pub fn forfeit(&mut self, seat: Seat, at: Millis) -> Result<Vec<LogEntry>, ActionError> {
        self.leave(LogEvent::Forfeit(seat), at)
    }

    /// The host decides the match: these seats win, or it is a draw if there are none.
    ///
    /// # Errors
    /// [`ActionError::NotRunning`], or [`ActionError::Gone`] if one of the winners does not play.
    pub fn adjudicate(
        &mut self,
        winners: SeatSet,
        at: Millis,
    ) -> Result<Vec<LogEntry>, ActionError> {
        self.check_running()?;
        let active = self.position().active();
        if winners.iter().any(|seat| !active.contains(seat)) {
            return Err(ActionError::Gone);
        }
        let before = self.log.len();
        self.add(at, LogEvent::Adjudication(winners))?;
        Ok(self.added_after(before))
    }

    /// A seat ends a match in which not everyone has moved yet; it does not count.
    ///
    /// # Errors
    /// [`ActionError::NotRunning`], or [`ActionError::TooLate`] once every seat has moved or left.
    pub fn abort(&mut self, seat: Seat, at: Millis) -> Result<Vec<LogEntry>, ActionError> {
        self.check_running()?;
        if self.all_have_moved() {
            return Err(ActionError::TooLate);
        }
        let before = self.log.len();
        self.add(at, LogEvent::Abort(Some(seat)))?;
        Ok(self.added_after(before))
    }

    /// The host ends a match in which nobody has moved for long; it does not count.
    ///
    /// # Errors
    /// [`ActionError::NotRunning`].
    pub fn close_idle(&mut self, at: Millis) -> Result<Vec<LogEntry>, ActionError> {
        self.check_running()?;
        let before = self.log.len();
        self.add(at, LogEvent::Abort(None))?;
        Ok(self.added_after(before))
    }

    fn leave(&mut self, event: LogEvent, at: Millis) -> Result<Vec<LogEntry>, ActionError> {
        self.check_running()?;
        let before = self.log.len();
        self.add(at, event)?;
        self.agree_if_all_have_answered(Proposed::Draw, at)?;
        Ok(self.added_after(before))
    }
}
