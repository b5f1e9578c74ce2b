//! The times in which nothing could be heard or said: the program was down, the platform or a place could not
//! be reached, the machine slept or its clock was set.

use std::collections::{BTreeMap, BTreeSet};

use store::{OutageRow, RowWrite};
use table::{Area, Millis};

/// The times in which areas could not be reached.
#[derive(Debug, Default)]
pub(crate) struct Outages {
    /// Of each area: since when, and until when. At most one is not over.
    known: BTreeMap<Area, BTreeMap<Millis, Option<Millis>>>,
    /// The outages that the store does not have as they are: their areas and starts.
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
