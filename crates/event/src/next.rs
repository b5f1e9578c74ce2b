//! The next step that an edition takes by itself.

use table::{DAY, HOUR, Millis, Pause, PauseCause, runs_out};

use super::{edition::Edition, results::Results, stage::Stage};

/// The time before the start at which the players are reminded, in milliseconds: a day.
const REMINDED_BEFORE: Millis = DAY;
/// An edition that was made so shortly before that reminder has none, in milliseconds: an hour.
const LEAST_NOTICE: Millis = HOUR;

/// The next thing that happens in an edition by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Upcoming {
    /// The players are reminded at this instant.
    Reminder(Millis),
    /// One can check in from this instant on.
    CheckIn(Millis),
    /// It begins at this instant.
    Start(Millis),
    /// It begins once more at this instant, with whoever has come since its first round was taken back.
    Restart(Millis),
    /// Its games are being played. Who does not come to one is a matter of the game's clock.
    Games,
    /// All games of the latest round are over, so that the next one can begin.
    RoundOver,
    /// Nothing happens until somebody says so.
    Nothing,
}

impl Upcoming {
    /// Returns when that is; `None` for what does not depend on an instant.
    #[must_use]
    pub const fn at(self) -> Option<Millis> {
        match self {
            Self::Reminder(at) | Self::CheckIn(at) | Self::Start(at) | Self::Restart(at) => {
                Some(at)
            }
            Self::Games | Self::RoundOver | Self::Nothing => None,
        }
    }
}

/// Returns what comes next in an edition by itself. `pauses` are the times in which nobody could be heard in
/// its place since the check-in began: the check-in is longer by them, and the start later. While nobody knows
/// when such a time ends, the start lies at the end of all time.
#[must_use]
pub fn upcoming(edition: &Edition, results: &Results, pauses: &[Pause]) -> Upcoming {
    match edition.stage() {
        Stage::Finished | Stage::Cancelled => Upcoming::Nothing,
        Stage::Open if edition.is_paused() => Upcoming::Nothing,
        Stage::Open => before_start(edition, pauses),
        Stage::Running => {
            let is_over = edition.whole_rounds(results) == edition.rounds().len();
            match (is_over, edition.is_paused()) {
                (true, true) => Upcoming::Nothing,
                (true, false) => edition.restarts().map_or(Upcoming::RoundOver, Upcoming::Restart),
                (false, _) => Upcoming::Games,
            }
        }
    }
}

fn before_start(edition: &Edition, pauses: &[Pause]) -> Upcoming {
    let settings = edition.settings();
    let reminder = settings.start.saturating_sub(REMINDED_BEFORE);
    let is_early = edition.created() <= reminder.saturating_sub(LEAST_NOTICE);
    if is_early && !edition.is_reminded() {
        return Upcoming::Reminder(reminder);
    }
    match (settings.check_in_opens(), edition.check_in_opened()) {
        (Some(at), None) => Upcoming::CheckIn(at),
        (Some(at), Some(opened)) => {
            // Whoever makes it or sets it up so that less time is left for the check-in wants that.
            let from = at.max(edition.set_up_at());
            let pauses = [pauses, &own_pauses(edition, from, opened)].concat();
            let span = settings.start.saturating_sub(from).max(0);
            Upcoming::Start(runs_out(from, span, &pauses).unwrap_or(Millis::MAX))
        }
        (None, _) => Upcoming::Start(settings.start),
    }
}

/// Returns when nobody could check in though one was to be able to: while the edition was paused, and until the
/// check-in was opened late.
fn own_pauses(edition: &Edition, opens: Millis, opened: Millis) -> Vec<Pause> {
    let late = (opens, Some(opened));
    let all = edition.pauses().into_iter().chain([late]);
    all.map(|(from, to)| Pause { from, to, cause: PauseCause::Outage }).collect()
}
