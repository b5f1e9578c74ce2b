use proptest::prelude::*;
use table::PauseCause;

use super::*;
use crate::time::notices::quiet::QuietHours;

/// The instants at which reminders come from here on, and how many are done with each, if the host looks
/// only so often, and each time something is due.
fn sent(mut run: Run<'_>, prefs: &Prefs, looks_every: Millis) -> Vec<(Millis, u32)> {
    let mut sent = Vec::new();
    let mut now = run.since;
    let Some(deadline) = run.deadline() else { return sent };
    while now < deadline {
        match next_reminder(run, prefs, now) {
            Some(next) if next.at <= now => {
                assert!(next.done > run.done || run.snoozed.is_some(), "never twice");
                sent.push((now, next.done));
                run = Run { done: next.done, told: next.left, snoozed: None, ..run };
            }
            Some(next) => now = next.at.max(now + looks_every),
            None => break,
        }
    }
    sent
}

fn run(left: Millis) -> Run<'static> {
    Run { since: 1_780_000_000_000, left, pauses: &[], done: 0, told: None, snoozed: None }
}

fn prefs(remind: &str, quiet: &str) -> Prefs {
    Prefs {
        remind: Reminding::read(remind).unwrap(),
        quiet: QuietHours::read(quiet, None).ok(),
        ..Prefs::default()
    }
}

/// Returns how long before the deadline each reminder of a run without pauses comes.
fn before(run: Run<'_>, prefs: &Prefs) -> Vec<Millis> {
    sent(run, prefs, 1).iter().map(|(at, _)| run.since + run.left - at).collect()
}

#[test]
fn usually_at_half_at_a_tenth_and_for_the_last_time() {
    let usual = Prefs::default();
    assert_eq!(before(run(2 * DAY), &usual), [DAY, 2 * DAY / 10, HOUR]);
    assert_eq!(before(run(10 * HOUR), &usual), [5 * HOUR, HOUR, 12 * MINUTE]);
    assert_eq!(before(run(10 * HOUR), &prefs("off", "")), [0; 0]);
    assert_eq!(before(run(30 * HOUR), &prefs("24h 3h 2d", "")), [DAY, 3 * HOUR]);
}

#[test]
fn live_games_are_not_disturbed() {
    assert_eq!(before(run(HOUR - 1), &Prefs::default()), [0; 0]);
    assert_eq!(before(run(HOUR - 1), &prefs("10m", "")), [0; 0]);
    assert_eq!(before(run(HOUR), &Prefs::default()).len(), 3);
}

/// A run from this hour of a day in UTC on.
fn from_hour(hour: Millis, left: Millis) -> Run<'static> {
    Run { since: 1_780_012_800_000 + hour * HOUR, ..run(left) }
}

/// The times of day at which reminders come, in UTC, as hours and minutes, past midnight as 24 and more.
fn times(run: Run<'_>, prefs: &Prefs) -> Vec<(Millis, Millis)> {
    let time = |(at, _): &(Millis, u32)| {
        let minutes = (at - 1_780_012_800_000) / MINUTE;
        (minutes / 60, minutes % 60)
    };
    sent(run, prefs, 1).iter().map(time).collect()
}

#[test]
fn quiet_hours_put_a_reminder_behind_them_or_before_them() {
    let night = |remind: &str| prefs(remind, "22-7 UTC");
    // Half of two days is at 03:00 and waits until 07:00. A tenth is at 22:12 and an hour at 02:00, and
    // 03:00 is the end: one reminder before the night is both.
    assert_eq!(times(from_hour(3, 2 * DAY), &night("default")), [(31, 0), (45, 50)]);
    // The last call at 05:00 would be too late at 07:00.
    assert_eq!(times(from_hour(6, DAY), &night("1h")), [(21, 50)]);
    // From 06:45 on, 45 minutes of the hour are left at 07:00.
    assert_eq!(times(from_hour(6, 25 * HOUR + 45 * MINUTE), &night("1h")), [(31, 0)]);
    // The run began in the night: after it, though little is left.
    assert_eq!(times(from_hour(23, 8 * HOUR + 10 * MINUTE), &night("4h")), [(31, 0)]);
    // All of it is night.
    assert_eq!(times(from_hour(23, 6 * HOUR), &night("2h")), [(27, 0)]);
}

#[test]
fn what_has_passed_at_once_is_one() {
    let run = run(2 * DAY);
    let late = next_reminder(run, &Prefs::default(), run.since + 2 * DAY - 30 * MINUTE);
    assert_eq!(
        late,
        Some(NextReminder { at: run.since + 2 * DAY - 30 * MINUTE, done: 3, left: Some(HOUR) })
    );
    assert_eq!(next_reminder(Run { done: 3, ..run }, &Prefs::default(), run.since), None);
}

#[test]
fn a_vacation_puts_it_off_and_one_without_an_end_for_good() {
    let since = run(0).since;
    let away = |to| Pause { from: since + HOUR, to, cause: PauseCause::Vacation };
    let short = [away(Some(since + 5 * DAY))];
    let run = Run { pauses: &short, ..run(2 * DAY) };
    let first = sent(run, &Prefs::default(), 1)[0].0;
    assert_eq!(first, since + 6 * DAY - HOUR);
    let run = Run { pauses: &[away(None)], ..run };
    assert_eq!(next_reminder(run, &Prefs::default(), since), None);
}

#[test]
fn whoever_snoozes_is_reminded_when_they_asked_to() {
    let run = run(2 * DAY);
    let until = run.since + DAY + HOUR;
    let snoozed = Run { done: 1, snoozed: Some(until), ..run };
    let next = next_reminder(snoozed, &Prefs::default(), run.since + DAY).unwrap();
    assert_eq!(next, NextReminder { at: until, done: 1, left: Some(DAY) });
    // A reminder that the snooze has passed over is done with it.
    let until = run.since + 2 * DAY - 2 * HOUR;
    let next = next_reminder(Run { snoozed: Some(until), ..snoozed }, &Prefs::default(), until);
    assert_eq!(next, Some(NextReminder { at: until, done: 2, left: Some(2 * DAY / 10) }));
}

#[test]
fn a_snooze_covers_what_quiet_hours_have_put_before_it() {
    // The last call, an hour before 17:00, lies in quiet hours and comes before them at 12:30.
    let run = from_hour(12, 5 * HOUR);
    let prefs = prefs("1h", "12:40-17 UTC");
    let until = run.since + 50 * MINUTE;
    let snoozed = Run { snoozed: Some(until), ..run };
    let next = next_reminder(snoozed, &prefs, until).unwrap();
    assert_eq!(next, NextReminder { at: until, done: 1, left: Some(HOUR) });
    let after = Run { done: next.done, snoozed: None, ..run };
    assert_eq!(next_reminder(after, &prefs, until), None);
}

#[test]
fn what_is_wished_or_given_in_the_middle_of_a_run_holds_from_then_on() {
    // Half of four days was told; now reminders at 24 and 3 hours are wished.
    let run = run(4 * DAY);
    let told = Run { done: 1, told: Some(2 * DAY), ..run };
    let next = next_reminder(told, &prefs("24h 3h", ""), run.since + 2 * DAY).unwrap();
    assert_eq!((next.at, next.left), (run.since + 3 * DAY, Some(DAY)));
    // All was told, and 30 days are given.
    let given = Run { left: 34 * DAY, done: 3, told: Some(30 * DAY + HOUR), ..run };
    let next = next_reminder(given, &Prefs::default(), run.since + 4 * DAY - HOUR).unwrap();
    assert_eq!((next.at, next.left), (run.since + 17 * DAY, Some(17 * DAY)));
    assert!(!is_last(given, &Prefs::default(), next));
}

fn pauses() -> impl Strategy<Value = Vec<(Millis, Millis)>> {
    prop::collection::vec((0..20 * DAY, 1..5 * DAY), 0..4)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    /// Never past the deadline, never twice, never while the clock stands, and in quiet hours only where
    /// nothing else is possible.
    #[test]
    fn reminders_keep_to_their_times(
        start in 0_i64..1_000 * DAY, left in HOUR..20 * DAY, pauses in pauses(),
        spans in prop::collection::btree_set(MINUTE..10 * DAY, 0..=5),
        from in 0..24, len in 1..23, looks_every in 1..3 * HOUR,
        zone in prop::sample::select(vec!["Europe/Berlin", "Asia/Kathmandu", "America/New_York"]),
    ) {
        let since = 1_760_000_000_000 + start;
        let pause = |(from, len): &(Millis, Millis)| Pause {
            from: since + from, to: Some(since + from + len), cause: PauseCause::Vacation,
        };
        let pauses: Vec<Pause> = pauses.iter().map(pause).collect();
        let quiet = QuietHours::read(&format!("{from}-{} {zone}", (from + len) % 24), None).unwrap();
        let remind = if spans.is_empty() {
            Reminding::Usual
        } else {
            Reminding::Before(spans.into_iter().collect())
        };
        let prefs = Prefs { remind, quiet: Some(quiet.clone()), ..Prefs::default() };
        let run = Run { since, left, pauses: &pauses, done: 0, told: None, snoozed: None };
        let deadline = run.deadline().unwrap();
        let exact = sent(run, &prefs, 1);
        for (at, _) in exact.iter().chain(&sent(run, &prefs, looks_every)) {
            prop_assert!(*at < deadline);
        }
        prop_assert!(exact.len() <= points(run, &prefs.remind).len());
        prop_assert!(exact.windows(2).all(|two| two[0].1 < two[1].1), "never twice");
        for (at, _) in &exact {
            prop_assert_eq!(run.after_pauses(*at), Some(*at), "the clock stands");
            let Some((begin, end)) = quiet.around(*at) else { continue };
            let is_free = |at: Millis| {
                quiet.around(at).is_none() && run.after_pauses(at) == Some(at)
            };
            prop_assert!(begin - BEFORE_QUIET <= since || !is_free(begin - BEFORE_QUIET));
            prop_assert!(run.after_quiet(end, &prefs).is_none_or(|after| after >= deadline));
        }
    }
}
