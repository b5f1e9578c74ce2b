//! Sentences about clocks.

use table::{GameNo, Millis, TimeControl, span_text};

use super::phrases::instant;

/// A time control in words.
#[must_use]
pub fn clock_words(control: TimeControl) -> String {
    match control {
        TimeControl::Unlimited => "no clock".to_owned(),
        TimeControl::PerMove(time) => format!("{} a move", span_text(time)),
        TimeControl::Bank { bank, increment: 0 } => format!("{} for the game", span_text(bank)),
        TimeControl::Bank { bank, increment } => {
            format!("{} and {} more for each move", span_text(bank), span_text(increment))
        }
    }
}

/// The same for where there is little room: `2d a move`, `5m + 10s`; `None` without a limit.
#[must_use]
pub fn short_clock(control: TimeControl) -> Option<String> {
    match control {
        TimeControl::Unlimited => None,
        TimeControl::PerMove(time) => Some(format!("{} a move", span_text(time))),
        TimeControl::Bank { bank, increment: 0 } => Some(span_text(bank)),
        TimeControl::Bank { bank, increment } => {
            Some(format!("{} + {}", span_text(bank), span_text(increment)))
        }
    }
}

/// The words on the button that gives somebody time.
#[must_use]
pub fn give_time(span: &str) -> String {
    format!("Give {span}")
}

/// A span of time without rounding to one unit: `1 day 4 hours`, `4 minutes`, `50 seconds`.
#[must_use]
pub fn exact_span(millis: Millis) -> String {
    let seconds = millis.max(0) / 1_000;
    let units = [(86_400, "day"), (3_600, "hour"), (60, "minute"), (1, "second")];
    let first = units.iter().position(|(unit, _)| seconds >= *unit).unwrap_or(units.len() - 1);
    let part = |(unit, name): &(i64, &str), rest: i64| {
        let n = rest / unit;
        format!("{n} {name}{}", if n == 1 { "" } else { "s" })
    };
    let mut words = vec![part(&units[first], seconds)];
    let rest = seconds % units[first].0;
    if let Some(next) = units.get(first + 1).filter(|(unit, _)| rest >= *unit) {
        words.push(part(next, rest));
    }
    words.join(" ")
}

/// The time on the clock of whoever has run out of it.
const NO_TIME: &str = "0:00";

/// The time on a clock in a few letters: `1d 4h`, `50m`, `30s`; `0:00` if there is none.
#[must_use]
pub fn clock_time(left: Millis) -> String {
    if left > 0 { short_span(left) } else { NO_TIME.to_owned() }
}

/// The clocks that stand for good, each with the name of its player, as a sentence.
#[must_use]
pub fn clocks_at_end(clocks: &[(String, String)]) -> String {
    let told: Vec<String> = clocks.iter().map(|(name, time)| format!("{name} {time}")).collect();
    format!("Clocks: {}.", told.join(", "))
}

/// A span of time in a few letters, in at most two units: `1d 4h`, `50m`, `30s`.
#[must_use]
pub fn short_span(millis: Millis) -> String {
    let seconds = millis.max(0) / 1_000;
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3_600 % 24, seconds / 60 % 60);
    let parts = match (days, hours, minutes) {
        (0, 0, 0) => return format!("{seconds}s"),
        (0, 0, minutes) => return format!("{minutes}m"),
        (0, hours, minutes) => [(hours, "h"), (minutes, "m")],
        (days, hours, _) => [(days, "d"), (hours, "h")],
    };
    let told = parts.into_iter().filter(|(n, _)| *n > 0).map(|(n, unit)| format!("{n}{unit}"));
    told.collect::<Vec<_>>().join(" ")
}

/// The game has no clock.
#[must_use]
pub fn has_no_clock(no: GameNo, prefix: &str) -> String {
    format!(
        "{no} has no clock: nobody loses by time. `{prefix}challenge @name 2d/move` starts a game that has one."
    )
}

/// The first line about the clocks of a game.
#[must_use]
pub fn clock_head(no: GameNo, control: TimeControl) -> String {
    format!("{no}: {}.", clock_words(control))
}

/// Returns what somebody's clock shows.
#[must_use]
pub fn clock_left(name: &str, left: Millis) -> String {
    let left = if left > 0 { exact_span(left) } else { NO_TIME.to_owned() };
    format!("**{name}**: {left} left")
}

/// The clock runs, and is over at this instant.
#[must_use]
pub fn clock_runs_until(at: &str) -> String {
    format!("and running; it is over {at}.")
}

/// The clock is over, and its player has not lost yet.
#[must_use]
pub fn clock_is_over() -> String {
    "and over: the game ends as soon as nothing can be missing that was said before.".to_owned()
}

/// The clock stands, for a reason that nobody knows.
#[must_use]
pub fn clock_stands() -> String {
    "and standing.".to_owned()
}

/// The clock stands, since the game cannot be reached.
#[must_use]
pub fn stands_in_outage() -> String {
    "and standing, since I could not be reached.".to_owned()
}

/// The clock stands, since its player is on vacation until then.
#[must_use]
pub fn stands_on_vacation(until: Millis) -> String {
    format!("and standing, on vacation; that ends {}.", instant(until))
}

/// The clock does not run now, and would not either, since its player is on vacation until then.
#[must_use]
pub fn would_stand_on_vacation(until: Millis) -> String {
    format!("and on vacation; that ends {}.", instant(until))
}

/// No clock of a running game runs.
#[must_use]
pub fn clocks_stand() -> String {
    "No clock runs: the board that asks for the next move has not been delivered yet, or a bot is to move."
        .to_owned()
}

/// Returns how much time was not counted.
#[must_use]
pub fn credited(outage: Millis, vacation: Millis) -> String {
    let outage =
        (outage > 0).then(|| format!("{} in which I could not be reached", exact_span(outage)));
    let vacation = (vacation > 0).then(|| format!("{} of vacation", exact_span(vacation)));
    let parts: Vec<String> = outage.into_iter().chain(vacation).collect();
    format!("Not counted: {}.", parts.join(", "))
}

/// Refuses what was written after its player's time was over, while it is not certain yet that nothing
/// from before is still on its way.
#[must_use]
pub fn was_too_late(no: GameNo) -> String {
    format!("Your time in {no} was over before you wrote this, so I cannot take it.")
}

/// Refuses a gift to somebody whose time is over.
#[must_use]
pub fn too_late_to_give(no: GameNo) -> String {
    format!("The time of the player to move in {no} is over, so nobody can give more.")
}

/// Refuses a gift where as much was given in this turn as can be.
#[must_use]
pub fn enough_given(most: Millis, no: GameNo) -> String {
    format!("At most {} can be given in one turn; that would be more in {no}.", exact_span(most))
}

/// Somebody has given somebody else time.
#[must_use]
pub fn time_given(from: &str, to: &str, span: Millis, no: GameNo) -> String {
    format!("{from} gives {to} {} more in {no}.", exact_span(span))
}

/// The span is not one that can be given.
#[must_use]
pub fn gift_out_of_range(most: Millis, prefix: &str) -> String {
    format!(
        "You can give up to {} at a time, for instance `{prefix}time give 1d`.",
        exact_span(most)
    )
}

/// There is nobody to whom the author can give time now.
#[must_use]
pub fn nobody_to_give_to(no: GameNo) -> String {
    format!(
        "There is nobody in {no} to give time to now: bots need none, and with several players it goes to the one who is to move."
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::HOUR;

    #[test]
    fn spans_are_told_in_a_few_letters() {
        for (seconds, told) in [
            (-5, "0s"),
            (59, "59s"),
            (60, "1m"),
            (3_599, "59m"),
            (3_600, "1h"),
            (3_660, "1h 1m"),
            (86_400, "1d"),
            (100_800, "1d 4h"),
            (86_460, "1d"),
        ] {
            assert_eq!(short_span(seconds * 1_000), told);
        }
    }

    #[test]
    fn spans_are_told_in_two_units() {
        for (millis, words) in [
            (0, "0 seconds"),
            (-5, "0 seconds"),
            (1_999, "1 second"),
            (61_000, "1 minute 1 second"),
            (HOUR, "1 hour"),
            (3_601_000, "1 hour"),
            (100_800_000, "1 day 4 hours"),
            (172_800_000, "2 days"),
        ] {
            assert_eq!(exact_span(millis), words);
        }
    }
}
