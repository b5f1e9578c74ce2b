//! Times in which a clock stands although it is its player's turn.

use super::log::Millis;

/// The reason why a clock stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PauseCause {
    /// The host was down, or the place of the game could not be reached.
    Outage,
    /// The player is on vacation.
    Vacation,
}

impl PauseCause {
    /// The word for it in the log.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Outage => "outage",
            Self::Vacation => "vacation",
        }
    }
}

/// A time in which a clock stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pause {
    /// When it began.
    pub from: Millis,
    /// When it ends, excluded; `None` while nobody knows that.
    pub to: Option<Millis>,
    /// Why the clock stands.
    pub cause: PauseCause,
}

impl Pause {
    /// The end, as far away as can be while nobody knows it.
    fn end(&self) -> Millis {
        self.to.unwrap_or(Millis::MAX)
    }
}

/// For how long a clock stood between two instants, in milliseconds: by outages, and by vacations where
/// there was no outage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Paused {
    /// While it could not be reached.
    pub outage: Millis,
    /// By vacations outside of outages.
    pub vacation: Millis,
}

impl Paused {
    /// The time of both together.
    #[must_use]
    pub const fn whole(self) -> Millis {
        self.outage + self.vacation
    }
}

/// For how long a clock stood from one instant to another. What several pauses share counts once.
///
/// ```
/// use martian_cake_table::{Pause, PauseCause, paused};
///
/// let outage = Pause { from: 10, to: Some(30), cause: PauseCause::Outage };
/// let vacation = Pause { from: 20, to: None, cause: PauseCause::Vacation };
/// let stood = paused(0, 50, &[vacation, outage]);
/// assert_eq!((stood.outage, stood.vacation), (20, 20));
/// ```
#[must_use]
pub fn paused(from: Millis, to: Millis, pauses: &[Pause]) -> Paused {
    let outage = covered(from, to, pauses.iter().filter(|pause| pause.cause == PauseCause::Outage));
    let whole = covered(from, to, pauses.iter());
    Paused { outage, vacation: whole - outage }
}

/// Returns when a clock that has run since an instant will have run for `time`: with pauses later than without.
/// `None` while it stands in one of which nobody knows the end.
///
/// ```
/// use martian_cake_table::{Pause, PauseCause, runs_out};
///
/// let pause = Pause { from: 10, to: Some(30), cause: PauseCause::Outage };
/// assert_eq!(runs_out(0, 5, &[pause]), Some(5));
/// assert_eq!(runs_out(0, 15, &[pause]), Some(35));
/// ```
#[must_use]
pub fn runs_out(since: Millis, time: Millis, pauses: &[Pause]) -> Option<Millis> {
    let mut now = since;
    let mut left = time.max(0);
    for (from, to) in union(pauses.iter()) {
        if to <= now {
            continue;
        }
        let runs = from.saturating_sub(now).max(0);
        // A clock that runs out as it would come to stand has run out.
        if left <= runs {
            break;
        }
        left -= runs;
        now = to;
        if now == Millis::MAX {
            return None;
        }
    }
    Some(now.saturating_add(left))
}

/// Returns how much of a time is covered by pauses.
fn covered<'a>(from: Millis, to: Millis, pauses: impl Iterator<Item = &'a Pause>) -> Millis {
    let parts = union(pauses).into_iter().map(|(start, end)| end.min(to) - start.max(from));
    parts.filter(|part| *part > 0).sum()
}

/// The pauses in their order, those that touch made one.
fn union<'a>(pauses: impl Iterator<Item = &'a Pause>) -> Vec<(Millis, Millis)> {
    let mut parts: Vec<(Millis, Millis)> =
        pauses.map(|pause| (pause.from, pause.end())).filter(|(from, to)| from < to).collect();
    parts.sort_unstable();
    let mut joined: Vec<(Millis, Millis)> = Vec::with_capacity(parts.len());
    for (from, to) in parts {
        match joined.last_mut() {
            Some((_, end)) if from <= *end => *end = to.max(*end),
            _ => joined.push((from, to)),
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn pause() -> impl Strategy<Value = Pause> {
        let cause = prop_oneof![Just(PauseCause::Outage), Just(PauseCause::Vacation)];
        (0_i64..100, prop::option::weighted(0.9, 0_i64..40), cause)
            .prop_map(|(from, len, cause)| Pause { from, to: len.map(|len| from + len), cause })
    }

    /// Returns whether a clock stands in the time from `at` to the next instant, by outage and at all.
    fn stands(at: Millis, pauses: &[Pause]) -> (bool, bool) {
        let covers = |pause: &&Pause| pause.from <= at && pause.to.is_none_or(|to| at < to);
        let mut covering = pauses.iter().filter(covers);
        let any = pauses.iter().any(|pause| covers(&pause));
        (covering.any(|pause| pause.cause == PauseCause::Outage), any)
    }

    proptest! {
        /// Instant by instant, without any thought, it comes to the same.
        #[test]
        fn it_is_what_counting_gives(
            pauses in prop::collection::vec(pause(), 0..6),
            since in 0_i64..120, time in 0_i64..60, len in 0_i64..150,
        ) {
            let mut counted = Paused::default();
            for at in since..since + len {
                let (outage, any) = stands(at, &pauses);
                counted.outage += i64::from(outage);
                counted.vacation += i64::from(any && !outage);
            }
            prop_assert_eq!(paused(since, since + len, &pauses), counted);

            let (mut at, mut ran) = (since, 0);
            while ran < time && at < 1_000 {
                ran += i64::from(!stands(at, &pauses).1);
                at += 1;
            }
            let end = (ran == time).then_some(at);
            prop_assert_eq!(runs_out(since, time, &pauses), end);
        }
    }
}
