//! How the loop finds out when nothing could be heard or said: the program was down, the platform or a
//! place could not be reached, the machine slept or its clock was set. Writing that down keeps no game
//! waiting, and a full disk only puts it off.

use std::{
    collections::{BTreeMap, BTreeSet, HashSet},
    time::{Duration, Instant},
};

use chat::World as _;
use store::{Batch, DeadlineRow, OutageRow, RowWrite};
use table::{Area, DAY, Key, Millis, PlaceId};

use crate::{
    deadlines::timers::Timer,
    event_loop::HostLoop,
    input::{Input, LinkInput},
};

/// The times in which areas could not be reached.
#[derive(Debug, Default)]
pub(crate) struct Outages {
    /// Of each area: since when, and until when. At most one is not over.
    known: BTreeMap<Area, BTreeMap<Millis, Option<Millis>>>,
    /// What the store does not have as it is: the areas and the starts.
    unwritten: BTreeSet<(Area, Millis)>,
}

impl Outages {
    /// Returns what the store has.
    pub(crate) fn from_rows(rows: Vec<OutageRow>) -> Self {
        let mut outages = Self::default();
        for OutageRow { area, since, until } in rows {
            outages.known.entry(area).or_default().insert(since, until);
        }
        outages
    }

    /// The areas that cannot be reached now.
    pub(crate) fn open_areas(&self) -> Vec<Area> {
        let areas = self.known.iter().filter(|(_, known)| open_one(known).is_some());
        areas.map(|(area, _)| area.clone()).collect()
    }

    /// An area cannot be reached, since then unless it could not before.
    pub(crate) fn begin(&mut self, area: &Area, since: Millis) {
        if self.known.get(area).and_then(open_one).is_none() {
            self.set(area, since, None);
        }
    }

    /// An area can be reached again, from then on.
    pub(crate) fn end(&mut self, area: &Area, until: Millis) {
        if let Some(since) = self.known.get(area).and_then(open_one) {
            self.set(area, since, Some(until));
        }
    }

    /// An area could not be reached for so long.
    pub(crate) fn add(&mut self, area: &Area, since: Millis, until: Millis) {
        let known = self.known.get(area).and_then(|known| known.get(&since));
        if known.is_none_or(|known| known.is_some_and(|end| end < until)) {
            self.set(area, since, Some(until));
        }
    }

    /// The clock was set back to this: nothing of what lies ahead has happened. Returns whether there was
    /// anything.
    pub(crate) fn cut(&mut self, now: Millis) -> bool {
        let mut is_cut = false;
        for area in self.known.keys().cloned().collect::<Vec<_>>() {
            let Some(known) = self.known.get(&area) else { continue };
            let ahead = |(since, until): &(&Millis, &Option<Millis>)| {
                **since > now || until.is_some_and(|until| until > now)
            };
            let ahead = known.iter().filter(ahead);
            let ahead: Vec<_> = ahead.map(|(since, until)| (*since, *until)).collect();
            is_cut |= !ahead.is_empty();
            for (since, until) in ahead {
                match until {
                    Some(_) => self.set(&area, since, Some(now)),
                    None => {
                        self.set(&area, since, Some(since));
                        self.set(&area, now, None);
                    }
                }
            }
        }
        is_cut
    }

    /// Forgets what was over by then.
    pub(crate) fn forget(&mut self, before: Millis) {
        for (area, known) in &mut self.known {
            let is_old =
                |_: &Millis, until: &mut Option<Millis>| until.is_some_and(|until| until < before);
            let old = known.extract_if(.., is_old);
            self.unwritten.extend(old.map(|(since, _)| (area.clone(), since)));
        }
        self.known.retain(|_, known| !known.is_empty());
    }

    /// The areas of which something is known and that can be reached.
    pub(crate) fn closed_areas(&self) -> Vec<Area> {
        let areas = self.known.iter().filter(|(_, known)| open_one(known).is_none());
        areas.map(|(area, _)| area.clone()).collect()
    }

    /// Forgets all that is known of an area.
    pub(crate) fn forget_all(&mut self, area: &Area) {
        let known = self.known.remove(area).unwrap_or_default();
        self.unwritten.extend(known.into_keys().map(|since| (area.clone(), since)));
    }

    /// The outages of an area that end after `from`.
    pub(crate) fn of(
        &self,
        area: &Area,
        from: Millis,
    ) -> impl Iterator<Item = (Millis, Option<Millis>)> {
        let known = self.known.get(area).into_iter().flatten();
        let ends_later = move |(_, until): &(_, Option<Millis>)| until.is_none_or(|end| end > from);
        known.map(|(since, until)| (*since, *until)).filter(ends_later)
    }

    /// Returns what has to be written; from now on that is on its way.
    pub(crate) fn take_unwritten(&mut self) -> Vec<RowWrite> {
        let unwritten = std::mem::take(&mut self.unwritten).into_iter();
        let row = |(area, since): (Area, Millis)| match self
            .known
            .get(&area)
            .and_then(|known| known.get(&since))
        {
            Some(&until) => RowWrite::Outage(OutageRow { area, since, until }),
            None => RowWrite::DropOutage(area, since),
        };
        unwritten.map(row).collect()
    }

    /// This could not be written.
    pub(crate) fn not_written(&mut self, rows: Vec<RowWrite>) {
        let key = |row| match row {
            RowWrite::Outage(OutageRow { area, since, .. }) | RowWrite::DropOutage(area, since) => {
                Some((area, since))
            }
            _ => None,
        };
        self.unwritten.extend(rows.into_iter().filter_map(key));
    }

    /// One of an area ends then, or never was if it has no length.
    fn set(&mut self, area: &Area, since: Millis, until: Option<Millis>) {
        let known = self.known.entry(area.clone()).or_default();
        if until.is_some_and(|until| until <= since) {
            known.remove(&since);
        } else {
            known.insert(since, until);
        }
        self.unwritten.insert((area.clone(), since));
    }
}

/// Since when the one goes on that is not over.
fn open_one(known: &BTreeMap<Millis, Option<Millis>>) -> Option<Millis> {
    known.iter().find(|(_, until)| until.is_none()).map(|(since, _)| *since)
}

/// How often it is noted that the program runs. So much at most counts as an outage too many when the
/// program is killed.
const ALIVE_EVERY: Duration = Duration::from_secs(10);
/// By how much the wall clock may run ahead between two looks at it without anybody being away.
const LONGEST_STEP: Millis = 120_000;
/// By how much it may fall behind without having been set back.
const BACK_STEP: Millis = 1_000;
/// For how long outages are kept. A clock may run for years, with the longest bank, vacations and gifts;
/// there are few outages.
const KEPT_FOR: Millis = 10 * 366 * DAY;

/// The loop's knowledge of how its platform and the places there can be reached.
#[derive(Debug, Default)]
pub(crate) struct Reach {
    /// The places to which replies cannot be delivered.
    unreachable: HashSet<PlaceId>,
    /// Both readings of the clock at the last look.
    last_look: Option<(Instant, Millis)>,
    /// Whether a part of an outage was cut off, and not everything is woken yet that may be due earlier.
    is_cut: bool,
}

impl HostLoop {
    /// Reads when there were outages, and ends those of the last run of the program, which was one itself:
    /// from its last sign of life until the platform is released.
    pub(crate) fn read_outages(&mut self) {
        let (now, platform) = (self.state.now(), Area::Platform(self.settings.platform));
        let reader = self.state.reader();
        let read = reader.outages(platform.platform());
        let (mut outages, alive) = match read
            .and_then(|rows| Ok((Outages::from_rows(rows), reader.alive(platform.platform())?)))
        {
            Ok(read) => read,
            Err(error) => {
                tracing::error!("earlier outages could not be read: {error}");
                Default::default()
            }
        };
        self.reach.is_cut = outages.cut(now);
        for area in outages.open_areas().into_iter().filter(|area| *area != platform) {
            // Who still cannot be reached is told again.
            outages.end(&area, now);
        }
        if let Some(alive) = alive.filter(|alive| *alive < now) {
            outages.begin(&platform, alive);
        }
        if !self.state.holds().has(&platform) {
            outages.end(&platform, now);
        }
        *self.state.outages() = outages;
        self.sweep_outages();
        self.note_alive();
    }

    /// Forgets outages that no clock needs any more: those of long ago, and those of places in which no game
    /// is left. What they have given to anybody stands in the logs of the games.
    pub(crate) fn sweep_outages(&self) {
        self.state.outages().forget(self.state.now().saturating_sub(KEPT_FOR));
        let areas = self.state.outages().closed_areas();
        for area in areas {
            if matches!(&area, Area::Place(place) if !self.is_live(place)) {
                self.state.outages().forget_all(&area);
            }
        }
    }

    /// Notes that the program runs, and looks at what waits for a word on a platform that gives none.
    pub(crate) fn note_alive(&mut self) {
        self.timers.set(self.clock.instant() + ALIVE_EVERY, Timer::Alive);
        self.write_outages();
        if self.reach.is_cut {
            self.wake_all();
        }
        if self.state.heard().is_none() {
            self.deadlines.word_came();
        }
    }

    /// Writes that the program runs, with the outages that are not written yet.
    pub(crate) fn write_outages(&self) {
        let at = self.state.now();
        let mut rows = self.state.outages().take_unwritten();
        rows.push(RowWrite::Alive(self.settings.platform, at));
        let again = rows.clone();
        // If it fails, the store has said what is wrong. With the next sign of life it is tried again.
        self.write(Batch { rows, ..self.batch() }, move |result| {
            result.err().map(|_| Input::Link(LinkInput::OutagesUnwritten(again)))
        });
    }

    /// Sets the time of what is done next, and finds out whether the wall clock was set. If it has run
    /// ahead, everybody was away meanwhile: the machine slept, or what the clock showed before was wrong.
    pub(crate) fn look_at_clock(&mut self) {
        let (instant, now) = self.readings();
        self.state.set_now(now);
        let Some((last_instant, last)) = self.reach.last_look.replace((instant, now)) else {
            return;
        };
        let passed = instant.saturating_duration_since(last_instant).as_millis();
        let passed = Millis::try_from(passed).unwrap_or(Millis::MAX);
        let ahead = now.saturating_sub(last).saturating_sub(passed);
        if ahead > LONGEST_STEP {
            tracing::warn!(
                "the clock was set ahead by {} s: nobody's time runs in it",
                ahead / 1_000
            );
            let platform = Area::Platform(self.settings.platform);
            self.state.outages().add(&platform, now.saturating_sub(ahead), now);
            self.write_outages();
        } else if ahead < -BACK_STEP {
            tracing::warn!("the clock was set back by {} s", -(ahead / 1_000));
            self.reach.is_cut |= self.state.outages().cut(now);
            if let Some(heard) = self.state.heard() {
                self.state.set_heard(heard.min(now));
            }
            self.write_outages();
            if self.reach.is_cut {
                self.wake_all();
            }
        }
    }

    /// Writes that everything is due now that is due later: clocks that stood in what was cut off of an
    /// outage run out earlier than the table of deadlines says. What comes for nothing is set right. If that
    /// cannot be written, it is tried again with the next sign of life.
    fn wake_all(&self) {
        let at = self.state.now();
        let behind = DeadlineRow { at, key: String::new() };
        let rows = match self.state.reader().deadlines_after(&behind, u32::MAX) {
            Ok(rows) => rows,
            Err(error) => return tracing::error!("what is due could not be read: {error}"),
        };
        let keys = rows.iter().filter_map(|row| row.key.parse::<Key>().ok());
        let deadlines: Vec<(Key, Option<Millis>)> = keys.map(|key| (key, Some(at))).collect();
        let woken = deadlines.clone();
        self.write(Batch { deadlines, ..self.batch() }, move |result| {
            result.ok().map(|()| Input::Link(LinkInput::AllWoken(woken)))
        });
    }

    /// Writes that something about these keys is due now. If that cannot be written, it is found when it is due
    /// anyway.
    pub(crate) fn wake_now(&self, keys: impl Iterator<Item = Key>) {
        let at = self.state.now();
        let deadlines: Vec<(Key, Option<Millis>)> = keys.map(|key| (key, Some(at))).collect();
        let woken = deadlines.clone();
        self.write(Batch { deadlines, ..self.batch() }, move |result| {
            result.ok().map(|()| Input::Link(LinkInput::Woken(woken)))
        });
    }

    /// This stands in the table of deadlines.
    pub(crate) fn woken(&mut self, deadlines: &[(Key, Option<Millis>)]) {
        for (key, due) in deadlines {
            self.deadlines.written(key, *due);
        }
    }

    /// This stands in the table of deadlines since part of an outage was cut off.
    pub(crate) fn all_woken(&mut self, deadlines: &[(Key, Option<Millis>)]) {
        self.reach.is_cut = false;
        self.woken(deadlines);
    }

    /// Both readings of the clock as of one moment.
    fn readings(&self) -> (Instant, Millis) {
        /// Two readings that are no farther apart are of one moment.
        const MOMENT: Duration = Duration::from_millis(500);
        loop {
            let (before, now) = (self.clock.instant(), self.clock.now());
            if self.clock.instant().saturating_duration_since(before) < MOMENT {
                return (before, now);
            }
        }
    }

    /// Something has changed in whether an area can be reached.
    pub(crate) fn note_reach(&mut self, area: Area) {
        if area.platform() != self.settings.platform {
            return;
        }
        let now = self.state.now();
        let is_cut_off = |place: &PlaceId| self.reach.unreachable.contains(place);
        let is_down = self.state.holds().has(&area)
            || matches!(&area, Area::Place(place) if is_cut_off(place));
        // What was said on a platform since it was heard last is known when it is heard again.
        let since = match area {
            Area::Platform(_) => self.state.heard().unwrap_or(now).min(now),
            Area::Place(_) => now,
        };
        let mut outages = self.state.outages();
        match is_down {
            true => outages.begin(&area, since),
            false => outages.end(&area, now),
        }
        drop(outages);
        self.write_outages();
    }

    /// Replies to a place cannot be delivered, or can be again.
    pub(crate) fn set_unreachable(&mut self, place: PlaceId, is_unreachable: bool) {
        let has_changed = match is_unreachable {
            // Where nothing is played, nobody's clock runs.
            true => self.is_live(&place) && self.reach.unreachable.insert(place.clone()),
            false => self.reach.unreachable.remove(&place),
        };
        if has_changed {
            self.note_reach(Area::Place(place));
        }
    }

    /// All that was said before this instant has come in.
    pub(crate) fn heard(&mut self, at: Millis) {
        let at = at.min(self.state.now());
        if self.state.heard().is_none_or(|heard| heard < at) {
            self.state.set_heard(at);
            self.deadlines.word_came();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::{PlaceId, Platform};

    const PAGE: Area = Area::Platform(Platform::Local);

    fn place() -> Area {
        Area::Place(PlaceId::channel(Platform::Local, "channel"))
    }

    impl Outages {
        fn all(&self, area: &Area) -> Vec<(Millis, Option<Millis>)> {
            self.of(area, Millis::MIN).collect()
        }

        /// Returns what another run of the program reads if all was written, and all that was.
        fn stored(&mut self, rows: &mut BTreeMap<(Area, Millis), Option<Millis>>) -> Self {
            for row in self.take_unwritten() {
                match row {
                    RowWrite::Outage(row) => rows.insert((row.area, row.since), row.until),
                    RowWrite::DropOutage(area, since) => rows.remove(&(area, since)),
                    other => panic!("{other:?}"),
                };
            }
            let row = |((area, since), until): (&(Area, Millis), &Option<Millis>)| OutageRow {
                area: area.clone(),
                since: *since,
                until: *until,
            };
            Self::from_rows(rows.iter().map(row).collect())
        }
    }

    #[test]
    fn an_outage_begins_once_and_ends_once() {
        let mut outages = Outages::default();
        outages.begin(&PAGE, 10);
        outages.begin(&PAGE, 15);
        assert_eq!((outages.all(&PAGE), outages.open_areas()), (vec![(10, None)], vec![PAGE]));
        outages.end(&PAGE, 20);
        outages.end(&PAGE, 25);
        outages.begin(&place(), 30);
        outages.end(&place(), 30);
        assert_eq!(outages.all(&PAGE), [(10, Some(20))]);
        assert_eq!((outages.all(&place()), outages.open_areas()), (vec![], vec![]));
        outages.add(&PAGE, 40, 50);
        assert_eq!(outages.of(&PAGE, 20).collect::<Vec<_>>(), [(40, Some(50))]);
        assert_eq!(outages.of(&PAGE, 19).count(), 2);
    }

    #[test]
    fn a_clock_that_was_set_back_leaves_nothing_ahead() {
        let mut outages = Outages::default();
        outages.add(&PAGE, 10, 20);
        outages.add(&PAGE, 30, 60);
        outages.add(&PAGE, 70, 80);
        outages.begin(&place(), 75);
        assert!(outages.cut(50) && !outages.cut(50));
        assert_eq!(outages.all(&PAGE), [(10, Some(20)), (30, Some(50))]);
        assert_eq!(outages.all(&place()), [(50, None)], "it goes on");
        assert!(!outages.cut(55));
        assert_eq!(outages.all(&place()), [(50, None)]);
    }

    #[test]
    fn the_store_gets_what_is_known_also_if_that_takes_two_tries() {
        let (mut outages, mut rows) = (Outages::default(), BTreeMap::new());
        outages.add(&PAGE, 10, 20);
        outages.begin(&place(), 15);
        let failed = outages.take_unwritten();
        assert_eq!((failed.len(), outages.take_unwritten().len()), (2, 0));
        outages.end(&place(), 40);
        outages.not_written(failed);
        let read = outages.stored(&mut rows);
        assert_eq!(
            (read.all(&PAGE), read.all(&place())),
            (vec![(10, Some(20))], vec![(15, Some(40))])
        );
        outages.add(&PAGE, 50, 60);
        outages.forget(30);
        outages.forget_all(&place());
        outages.cut(15);
        let read = outages.stored(&mut rows);
        assert_eq!((read.all(&PAGE), read.all(&place())), (vec![], vec![]));
        assert_eq!(rows.len(), 0);
    }
}
