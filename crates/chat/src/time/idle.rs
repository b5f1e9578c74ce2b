//! Games that stand still: nobody moves in them, and no clock runs. Their players are warned, and if
//! nobody moves then either, the game is closed without a result.

use games::Seat;
use table::{ClockEvent, DAY, Game, LogEntry, LogEvent, Millis, Occupant, Person, PersonId};

use super::{
    claimed::{can_be_claimed, standing},
    idle_days::idle_days,
    time_left::{deadline, notice_ends, pauses},
};
use crate::{
    actions::action::Action,
    handling::{
        cause::Scope,
        changes::change_of,
        step::{InternalError, SingleChange},
    },
    message::Reply,
    naming::names::{listed, mention, name_at},
    play::announcements::public,
    text,
    world::{World, scopes},
};

/// The periods for which a game may stand still.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct IdlePeriods {
    /// Until its players are warned.
    warning: Millis,
    /// Until it is closed; counted like the warning.
    end: Millis,
}

/// The next step for a game that stands still.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Idle {
    /// At this instant its players are warned.
    Warn(Millis),
    /// At this instant it is closed.
    Close(Millis),
}

impl IdlePeriods {
    /// So many days until the warning, and until the end.
    fn of_days((warning, end): (u16, u16)) -> Self {
        Self { warning: Millis::from(warning) * DAY, end: Millis::from(end) * DAY }
    }

    /// Returns what comes next for a game that stands still since an instant, and whose players were warned at
    /// another. However late the warning came, all the time behind it is left to them.
    fn next(self, since: Millis, warned: Option<Millis>) -> Idle {
        match warned {
            None => Idle::Warn(since.saturating_add(self.warning)),
            Some(at) => {
                let notice = at.saturating_add(self.end - self.warning);
                Idle::Close(since.saturating_add(self.end).max(notice))
            }
        }
    }
}

impl Idle {
    /// Returns when that is.
    pub(crate) const fn at(self) -> Millis {
        match self {
            Self::Warn(at) | Self::Close(at) => at,
        }
    }
}

/// Returns what comes next for a game, if it stands still: nobody's time will be over, and no bot is to move.
/// An offer ends by itself.
///
/// # Errors
/// [`InternalError`] if the state cannot be read.
pub(crate) fn next(world: &dyn World, game: &Game) -> Result<Option<Idle>, InternalError> {
    let awaits_bot = awaited(game).any(|seat| matches!(game.occupant(seat), Occupant::Bot(_)));
    // A claim ends it sooner, or a move does.
    if !game.is_running() || awaits_bot || standing(game).is_some() {
        return Ok(None);
    }
    let Some(stands) = stands_since(world, game)? else { return Ok(None) };
    let periods = IdlePeriods::of_days(idle_days(world, &scopes::of_game(game))?);
    let since = game.still_since().max(stands);
    let warned = warned_at(game);
    Ok(Some(match (periods.next(since, warned), warned) {
        (Idle::Close(at), Some(warned)) => {
            let notice = periods.end - periods.warning;
            Idle::Close(at.max(notice_ends(world, game.place(), warned, notice)))
        }
        (next, _) => next,
    }))
}

/// Since when no clock runs, none having been started being the beginning of all time; `None` if the time
/// of anybody will be over. A clock that was started stands where its place cannot be reached, and nobody
/// knows until when.
fn stands_since(world: &dyn World, game: &Game) -> Result<Option<Millis>, InternalError> {
    let mut since = Millis::MIN;
    for (seat, _) in game.clocks().running() {
        if deadline(world, game, seat)?.is_some() {
            return Ok(None);
        }
        let endless = pauses(world, game, seat)?.into_iter().filter(|pause| pause.to.is_none());
        since = since.max(endless.map(|pause| pause.from).min().unwrap_or(world.now()));
    }
    Ok(Some(since))
}

/// The seats that are to act.
pub(super) fn awaited(game: &Game) -> impl Iterator<Item = Seat> {
    game.position().awaits().iter()
}

/// Returns when the players were warned since the last move; `None` if they were not.
fn warned_at(game: &Game) -> Option<Millis> {
    let is_warning = |event: &LogEvent| matches!(event, LogEvent::Clock(ClockEvent::IdleWarned));
    let last = game.log().iter().rev().find(|entry| is_warning(&entry.event));
    last.filter(|_| game.clocks().is_idle_warned()).map(|entry| entry.at)
}

/// Does what comes next for a game that stands still, whose instant has come.
///
/// # Errors
/// [`InternalError`] if the game does not take it.
pub(crate) fn idle(
    scope: Scope<'_>,
    game: &Game,
    next: Idle,
) -> Result<SingleChange, InternalError> {
    let mut game = game.clone();
    let now = scope.world.now();
    let prefix = scope.prefix_of(&game);
    let since = text::span(now - game.still_since());
    match next {
        Idle::Warn(_) => {
            let added = game.note_clock(ClockEvent::IdleWarned, now)?;
            let ends = self::next(scope.world, &game)?.map(Idle::at).unwrap_or(now);
            let (names, ping) = whom(&game);
            let is_claimable = can_be_claimed(&game);
            let words =
                text::idle_warning(game.no(), &names, &since, (ends, is_claimable), &prefix);
            let claims = is_claimable.then(|| Action::command("claim").about(&game));
            let actions = claims.into_iter().collect();
            let mut change = change_of(scope, game, added);
            change.replies.push(Reply { actions, ..public(&change.game, words, ping) });
            Ok(change)
        }
        Idle::Close(_) => {
            let added = game.close_idle(now)?;
            let words = |names: &str| text::idle_closed(game.no(), names, &since);
            Ok(closed(scope, &game, added, words))
        }
    }
}

/// A game in which no player has arranged their men in time is closed: none of them was later than the
/// others.
///
/// # Errors
/// [`InternalError`] if the game does not take it.
pub(crate) fn nobody_arranged(
    scope: Scope<'_>,
    game: &Game,
    at: Millis,
) -> Result<SingleChange, InternalError> {
    let mut game = game.clone();
    let added = game.close_idle(at)?;
    Ok(closed(scope, &game, added, |names| text::nobody_arranged(game.no(), names)))
}

/// A game that is closed without a result, told to all its players.
pub(super) fn closed(
    scope: Scope<'_>,
    game: &Game,
    added: Vec<LogEntry>,
    words: impl Fn(&str) -> String,
) -> SingleChange {
    let mut people: Vec<Person> = game.people().map(|(_, person)| person.clone()).collect();
    people.dedup();
    let names: Vec<String> = people.iter().map(mention).collect();
    let ping = people.into_iter().map(|person| person.id).collect();
    let mut change = change_of(scope, game.clone(), added);
    change.replies.push(public(&change.game, words(&listed(&names)), ping));
    change
}

/// Returns who is to act, in words, and whom that pings.
pub(super) fn whom(game: &Game) -> (String, Vec<PersonId>) {
    let mut ping: Vec<PersonId> = Vec::new();
    let mut names = Vec::new();
    for seat in awaited(game) {
        match game.occupant(seat) {
            Occupant::Person(person) if ping.contains(&person.id) => {}
            Occupant::Person(person) => {
                ping.push(person.id.clone());
                names.push(mention(person));
            }
            Occupant::Asked(_) | Occupant::Bot(_) | Occupant::Open => {
                names.push(name_at(game, seat))
            }
        }
    }
    (listed(&names), ping)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_warning_comes_first_and_leaves_its_whole_time() {
        let periods = IdlePeriods::of_days((30, 60));
        assert_eq!(periods.next(5, None), Idle::Warn(5 + 30 * DAY));
        assert_eq!(periods.next(5, Some(5 + 30 * DAY)), Idle::Close(5 + 60 * DAY));
        // The program was down on that day, and for long after it.
        assert_eq!(periods.next(5, Some(5 + 70 * DAY)), Idle::Close(5 + 100 * DAY));
    }
}
