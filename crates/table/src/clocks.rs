//! The clocks of a game: how much time each seat has, and since when it runs. They follow from the log
//! alone; a deadline also depends on pauses, which are looked up whenever it is asked for.

mod event;

pub use event::ClockEvent;

use games::{BySeat, Seat, SeatSet};

use super::{
    log::{LogEvent, Millis},
    pause::{Pause, Paused, paused, runs_out},
    time_control::TimeControl,
};

/// The clocks of all seats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clocks {
    control: TimeControl,
    seats: BySeat<Clock>,
    is_idle_warned: bool,
    claim: Option<Claim>,
}

/// The claim of a player who waits for others that have gone, since the last move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The seat of the claimant.
    pub by: Seat,
    /// When it was made.
    pub at: Millis,
    /// `true` if the claimant manages the server in which the game is played.
    pub manages: bool,
}

/// The clock of one seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    left: Millis,
    run: Option<Run>,
    credited: Paused,
}

/// A clock that runs: from when the message that asks for a move has reached the platform, until the
/// message with the move was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// When it started.
    pub since: Millis,
    /// How many reminders there have been.
    pub reminded: u32,
    /// The time left of which the last of them told, with what the player was given since; `None` if none
    /// did.
    pub told: Option<Millis>,
    /// Until when the player wants to hear nothing of it.
    pub snoozed: Option<Millis>,
    /// The part of the time since then that does not count, as far as the log says.
    credited: Millis,
    /// Up to when that has been looked at: only pauses behind it are still to be taken into account.
    credited_until: Millis,
}

impl Run {
    /// The pauses that the log does not have yet.
    fn open(&self, pauses: &[Pause]) -> Vec<Pause> {
        let after = self.credited_until;
        let open = pauses.iter().filter(|pause| pause.to.is_none_or(|to| to > after));
        open.map(|pause| Pause { from: pause.from.max(after), ..*pause }).collect()
    }
}

impl Clock {
    /// Returns what it showed when it was started, or what it shows while it stands, in milliseconds; with what
    /// the player was given since.
    #[must_use]
    pub const fn left(&self) -> Millis {
        self.left
    }

    /// Since when it runs, and what happened since; `None` while it stands.
    #[must_use]
    pub const fn run(&self) -> Option<&Run> {
        self.run.as_ref()
    }

    /// Returns what it shows at the beginning of the present run, with what the run does not count by the log.
    #[must_use]
    pub fn left_in_run(&self) -> Millis {
        self.left.saturating_add(self.run.as_ref().map_or(0, |run| run.credited))
    }

    /// The pauses of the present run that the log does not have yet, of these.
    #[must_use]
    pub fn open_pauses(&self, pauses: &[Pause]) -> Vec<Pause> {
        self.run.as_ref().map_or_else(Vec::new, |run| run.open(pauses))
    }

    /// The time that was not counted in the whole game so far, as far as the log says.
    #[must_use]
    pub const fn credited(&self) -> Paused {
        self.credited
    }

    /// Returns when it runs out, if these are its pauses; `None` while it stands, for good or in a pause of
    /// which nobody knows the end.
    #[must_use]
    pub fn deadline(&self, pauses: &[Pause]) -> Option<Millis> {
        let run = self.run.as_ref()?;
        runs_out(run.since, self.left.saturating_add(run.credited), &run.open(pauses))
    }

    /// Returns what it shows at an instant, if these are its pauses: 0 once it has run out.
    #[must_use]
    pub fn left_at(&self, now: Millis, pauses: &[Pause]) -> Millis {
        let Some(run) = &self.run else { return self.left };
        let now = now.max(run.since);
        let stood = paused(run.since, now, &run.open(pauses)).whole() + run.credited;
        let ran = now - run.since - stood;
        self.left.saturating_sub(ran.max(0)).max(0)
    }

    /// Returns what does not count of the present run up to an instant, if these are its pauses, and is to be
    /// credited; nothing while it stands.
    #[must_use]
    pub fn uncounted(&self, until: Millis, pauses: &[Pause]) -> Paused {
        self.run
            .as_ref()
            .map_or_else(Paused::default, |run| paused(run.since, until, &run.open(pauses)))
    }

    /// Its player has moved. One who has said the move beforehand was not asked, and has used no time.
    fn stop(&mut self, control: TimeControl, at: Millis) {
        let used = self.end_run(at).unwrap_or(0);
        self.left = control.after_move(self.left, used).unwrap_or(0);
    }

    /// Stops without a move.
    fn stand(&mut self, control: TimeControl, at: Millis) {
        let Some(used) = self.end_run(at) else { return };
        self.left = control.without_move(self.left, used).unwrap_or(0);
    }

    /// Its player leaves: it shows for good what it showed then.
    fn leave(&mut self, at: Millis) {
        let used = self.end_run(at).unwrap_or(0);
        self.left = self.left.saturating_sub(used).max(0);
    }

    /// Ends the present run, and gives what it counts.
    fn end_run(&mut self, at: Millis) -> Option<Millis> {
        let run = self.run.take()?;
        Some(at.saturating_sub(run.since).saturating_sub(run.credited).max(0))
    }
}

impl Clocks {
    /// Clocks that stand, each with all its time.
    #[must_use]
    pub fn new(control: TimeControl, n_seats: usize) -> Self {
        let left = control.start().unwrap_or(0);
        let clock = Clock { left, run: None, credited: Paused::default() };
        Self { control, seats: vec![clock; n_seats], is_idle_warned: false, claim: None }
    }

    /// Returns how much time there is.
    #[must_use]
    pub const fn control(&self) -> TimeControl {
        self.control
    }

    /// The clock of a seat; `None` if the game has no such seat.
    #[must_use]
    pub fn of(&self, seat: Seat) -> Option<&Clock> {
        self.seats.get(seat.index())
    }

    /// The seats whose clocks run, each with its clock.
    pub fn running(&self) -> impl Iterator<Item = (Seat, &Clock)> {
        let seats = (0..).map_while(Seat::from_index).zip(&self.seats);
        seats.filter(|(_, clock)| clock.run.is_some())
    }

    /// Returns `true` if the players were warned that the game is closed if nobody moves.
    #[must_use]
    pub const fn is_idle_warned(&self) -> bool {
        self.is_idle_warned
    }

    /// The claim that stands since the last move, if there is one.
    #[must_use]
    pub const fn claim(&self) -> Option<Claim> {
        self.claim
    }

    /// Lets a line of the log take effect.
    pub(super) fn take(&mut self, at: Millis, event: &LogEvent) {
        match event {
            LogEvent::Ply { seat, .. }
            | LogEvent::Army { seat, .. }
            | LogEvent::Place(seat, _)
            | LogEvent::Hold(seat) => {
                (self.is_idle_warned, self.claim) = (false, None);
                let control = self.control;
                self.change(*seat, |clock| clock.stop(control, at));
            }
            LogEvent::Resign(seat) | LogEvent::Forfeit(seat) => {
                self.change(*seat, |clock| clock.leave(at));
            }
            LogEvent::Time(seat) => self.change(*seat, |clock| (clock.left, clock.run) = (0, None)),
            LogEvent::Takeback(_) => (self.is_idle_warned, self.claim) = (false, None),
            LogEvent::Clock(event) => self.take_clock(at, event),
            LogEvent::Draft(..)
            | LogEvent::DrawOffer(_)
            | LogEvent::DrawAccept(_)
            | LogEvent::DrawDecline(_)
            | LogEvent::TakebackOffer(_)
            | LogEvent::TakebackAccept(_)
            | LogEvent::TakebackDecline(_)
            | LogEvent::Agreement(_)
            | LogEvent::Adjudication(_)
            | LogEvent::Abort(_) => {}
        }
    }

    /// Others are to move now than before, who were neither warned nor asked.
    pub(super) const fn turn_passed(&mut self) {
        (self.is_idle_warned, self.claim) = (false, None);
    }

    /// After a takeback only these seats are to act: the clock of any other one stops. What it ran is
    /// spent, and nothing is added, since no move was made.
    pub(super) fn keep_only(&mut self, awaited: SeatSet, at: Millis) {
        let others = Seat::all(u8::try_from(self.seats.len()).unwrap_or(u8::MAX));
        for seat in others.filter(|seat| !awaited.contains(*seat)) {
            let control = self.control;
            self.change(seat, |clock| clock.stand(control, at));
        }
    }

    fn take_clock(&mut self, at: Millis, event: &ClockEvent) {
        match event {
            ClockEvent::Asked(seats) if self.control.is_limited() => {
                for seat in seats.iter() {
                    self.change(seat, |clock| {
                        clock.run.get_or_insert(Run {
                            since: at,
                            reminded: 0,
                            told: None,
                            snoozed: None,
                            credited: 0,
                            credited_until: at,
                        });
                    });
                }
            }
            ClockEvent::Asked(_) => {}
            ClockEvent::Credited { seat, paused } => self.change(*seat, |clock| {
                if let Some(run) = &mut clock.run {
                    run.credited += paused.whole();
                    run.credited_until = at;
                }
                clock.credited.outage += paused.outage;
                clock.credited.vacation += paused.vacation;
            }),
            ClockEvent::Given { to, span, .. } => self.change(*to, |clock| {
                clock.left = clock.left.saturating_add(*span);
                let told = clock.run.as_mut().and_then(|run| run.told.as_mut());
                told.into_iter().for_each(|told| *told = told.saturating_add(*span));
            }),
            ClockEvent::Reminded { seat, n, left } => self.change_run(*seat, |run| {
                run.reminded = *n;
                run.told = left.or(run.told);
                run.snoozed = None;
            }),
            ClockEvent::Snoozed { seat, until } => {
                self.change_run(*seat, |run| run.snoozed = Some(*until));
            }
            ClockEvent::IdleWarned => self.is_idle_warned = true,
            ClockEvent::Claimed { seat, manages } => {
                self.claim = Some(Claim { by: *seat, at, manages: *manages });
            }
        }
    }

    fn change(&mut self, seat: Seat, change: impl FnOnce(&mut Clock)) {
        if let Some(clock) = self.seats.get_mut(seat.index()) {
            change(clock);
        }
    }

    fn change_run(&mut self, seat: Seat, change: impl FnOnce(&mut Run)) {
        if let Some(run) = self.seats.get_mut(seat.index()).and_then(|clock| clock.run.as_mut()) {
            change(run);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{HOUR, PauseCause, PlyRoll};
    use games::SeatSet;

    fn bank() -> Clocks {
        Clocks::new(TimeControl::Bank { bank: 10 * HOUR, increment: HOUR }, 2)
    }

    fn ask(clocks: &mut Clocks, at: Millis, seat: Seat) {
        clocks.take(at, &LogEvent::Clock(ClockEvent::Asked(SeatSet::of(seat))));
    }

    fn ply(clocks: &mut Clocks, at: Millis, seat: Seat) {
        clocks.take(at, &LogEvent::Ply { seat, mv: "a".to_owned(), roll: PlyRoll::NoDice });
    }

    fn first(clocks: &Clocks) -> &Clock {
        clocks.of(Seat::FIRST).expect("a seat")
    }

    #[test]
    fn a_clock_runs_from_the_message_that_asks_to_the_move() {
        let mut clocks = bank();
        assert_eq!(first(&clocks).deadline(&[]), None, "nobody has asked");
        ask(&mut clocks, HOUR, Seat::FIRST);
        ask(&mut clocks, 2 * HOUR, Seat::FIRST);
        assert_eq!(first(&clocks).deadline(&[]), Some(11 * HOUR), "the first message counts");
        assert_eq!(first(&clocks).left_at(4 * HOUR, &[]), 7 * HOUR);
        ply(&mut clocks, 4 * HOUR, Seat::FIRST);
        assert_eq!((first(&clocks).left(), first(&clocks).run()), (8 * HOUR, None));
        assert_eq!(clocks.running().count(), 0);
    }

    #[test]
    fn the_clock_of_whoever_leaves_shows_for_good_what_was_left() {
        let leave = |event: LogEvent, at| {
            let mut clocks = bank();
            ask(&mut clocks, HOUR, Seat::FIRST);
            clocks.take(at, &event);
            assert_eq!(first(&clocks).run(), None);
            first(&clocks).left_at(90 * HOUR, &[])
        };
        assert_eq!(leave(LogEvent::Time(Seat::FIRST), 11 * HOUR), 0, "without a ply as well");
        assert_eq!(leave(LogEvent::Time(Seat::FIRST), 10 * HOUR), 0, "whatever else was noted");
        assert_eq!(leave(LogEvent::Resign(Seat::FIRST), 4 * HOUR), 7 * HOUR);
        assert_eq!(leave(LogEvent::Forfeit(Seat::FIRST), 4 * HOUR), 7 * HOUR);
        assert_eq!(leave(LogEvent::Forfeit(Seat::FIRST), 12 * HOUR), 0, "who came too late");
    }

    #[test]
    fn a_move_that_was_said_beforehand_adds_its_increment_too() {
        let mut clocks = bank();
        ask(&mut clocks, 0, Seat::FIRST);
        ply(&mut clocks, 5 * HOUR, Seat::FIRST);
        assert_eq!(first(&clocks).left(), 6 * HOUR);
        // The opponent's move triggers it, before anybody is asked.
        ply(&mut clocks, 7 * HOUR, Seat::SECOND);
        ply(&mut clocks, 7 * HOUR, Seat::FIRST);
        assert_eq!(first(&clocks).left(), 7 * HOUR);
    }

    #[test]
    fn what_is_credited_does_not_count() {
        let outage = Pause { from: 2 * HOUR, to: Some(5 * HOUR), cause: PauseCause::Outage };
        let mut clocks = bank();
        ask(&mut clocks, HOUR, Seat::FIRST);
        assert_eq!(first(&clocks).deadline(&[outage]), Some(14 * HOUR));
        assert_eq!(first(&clocks).left_at(6 * HOUR, &[outage]), 8 * HOUR);
        let paused = first(&clocks).uncounted(6 * HOUR, &[outage]);
        let seat = Seat::FIRST;
        clocks.take(6 * HOUR, &LogEvent::Clock(ClockEvent::Credited { seat, paused }));
        ply(&mut clocks, 6 * HOUR, Seat::FIRST);
        assert_eq!(first(&clocks).left(), 9 * HOUR);
        assert_eq!(first(&clocks).credited().outage, 3 * HOUR);
    }

    #[test]
    fn what_was_credited_in_the_middle_of_a_run_is_not_credited_again() {
        let outage = Pause { from: 2 * HOUR, to: None, cause: PauseCause::Outage };
        let mut clocks = bank();
        ask(&mut clocks, HOUR, Seat::FIRST);
        let paused = first(&clocks).uncounted(5 * HOUR, &[outage]);
        assert_eq!(paused.outage, 3 * HOUR);
        let seat = Seat::FIRST;
        clocks.take(5 * HOUR, &LogEvent::Clock(ClockEvent::Credited { seat, paused }));
        // The place has changed, and the outage is over there; or it goes on for another hour.
        let over = Pause { to: Some(6 * HOUR), ..outage };
        assert_eq!(first(&clocks).deadline(&[]), Some(14 * HOUR));
        assert_eq!(first(&clocks).deadline(&[over]), Some(15 * HOUR));
        assert_eq!(first(&clocks).left_at(7 * HOUR, &[over]), 8 * HOUR);
        assert_eq!(first(&clocks).uncounted(7 * HOUR, &[over]).outage, HOUR);
        ply(&mut clocks, 6 * HOUR, Seat::FIRST);
        assert_eq!(first(&clocks).left(), 9 * HOUR, "an hour used, and another one added");
    }

    #[test]
    fn time_is_given_reminders_are_counted_and_a_move_ends_them() {
        let mut clocks = bank();
        ask(&mut clocks, 0, Seat::FIRST);
        let (from, to, seat) = (Seat::SECOND, Seat::FIRST, Seat::FIRST);
        for event in [
            ClockEvent::Given { from, to, span: 5 * HOUR },
            ClockEvent::Snoozed { seat, until: 3 * HOUR },
            ClockEvent::IdleWarned,
            ClockEvent::Claimed { seat: Seat::SECOND, manages: false },
        ] {
            clocks.take(HOUR, &LogEvent::Clock(event));
        }
        assert_eq!(first(&clocks).deadline(&[]), Some(15 * HOUR));
        assert_eq!(first(&clocks).run().and_then(|run| run.snoozed), Some(3 * HOUR));
        clocks.take(3 * HOUR, &LogEvent::Clock(ClockEvent::Reminded { seat, n: 1, left: None }));
        let run = first(&clocks).run().expect("it runs");
        assert_eq!((run.reminded, run.snoozed), (1, None));
        assert!(clocks.is_idle_warned());
        let claim = Claim { by: Seat::SECOND, at: HOUR, manages: false };
        assert_eq!(clocks.claim(), Some(claim));
        ply(&mut clocks, 3 * HOUR, Seat::FIRST);
        assert_eq!(first(&clocks).left(), 12 * HOUR, "more than the bank, and no increment");
        assert!(!clocks.is_idle_warned() && clocks.claim().is_none());
    }

    #[test]
    fn without_a_limit_no_clock_runs() {
        let mut clocks = Clocks::new(TimeControl::Unlimited, 2);
        ask(&mut clocks, 0, Seat::FIRST);
        assert_eq!(clocks.running().count(), 0);
    }
}
