//! Days and weeks of games, played through the real host on a real store with a clock that is moved by hand,
//! while the program is killed and the platform is lost now and then.
//!
//! A [`Story`] says who does what and judges what it hears; everything else is here. The same seed gives the
//! same run, but for where in its work a kill meets the program.

mod talk;
mod troubles;

use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

use chat::Outgoing;
use host::{Clock as _, ManualClock, SystemClock};
use store::{DeadlineRow, Reader};
use table::{Area, Millis, PlaceId, Platform};

use super::{
    chance::Chance,
    hosted::Hosted,
    platform::{Page, post_id},
};

pub(crate) const DISCORD: Area = Area::Platform(Platform::Discord);
/// The name of the database in its folder.
pub(crate) const DATABASE: &str = "games.db";

/// The seed in the environment variable of this name, or this one.
pub(crate) fn seed(variable: &str, usual: u64) -> u64 {
    let chosen = std::env::var(variable).ok();
    let seed = chosen.map_or(usual, |seed| seed.parse().expect("the seed is a number"));
    eprintln!("{variable}={seed}");
    seed
}

/// Something that happens at an instant.
#[derive(Clone, Debug)]
pub(crate) enum Deed<D> {
    /// A deed of the story.
    Of(D),
    /// A reply reaches the platform, if it is still this run of the program that posts it.
    Post(u64, u32),
    /// All that was said so far has been handed over.
    Heartbeat,
    Kill,
    Restart,
    /// The program has read back what it missed.
    CaughtUp,
    /// The connection is lost for so long; the program notices; it is back.
    Lose(Millis),
    Notice,
    Back,
}

/// How long troubles take at most.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    /// After how long the connection is lost that could not be lost now.
    pub(crate) lost_later: Millis,
    /// For how long the program does not notice that it is lost.
    pub(crate) unnoticed: Millis,
    /// How long reading back takes.
    pub(crate) reading_back: Millis,
}

/// What is played.
pub(crate) trait Story: Sized {
    type Deed: Clone;
    /// What is noted of a post.
    type About: Clone + Default;
    const PACE: Pace;

    fn do_it(of: &mut Simulation<Self>, deed: Self::Deed);
    /// Returns `true` for what somebody types, which may be under way when the program is killed.
    fn is_typed(deed: &Self::Deed) -> bool;
    /// Lets the program be killed, unless this is no time for it.
    fn kill(of: &mut Simulation<Self>);

    /// Returns what is noted of a post that is new.
    fn note(of: &Simulation<Self>, out: &Outgoing) -> Self::About;
    /// Judges something new that is kept until it is posted.
    fn hears(of: &mut Simulation<Self>, outbox: u64, out: &Outgoing);
    /// Judges an answer that is not kept.
    fn hears_unkept(of: &mut Simulation<Self>, out: Outgoing);
    /// Does what people do about a post that stands on the platform now.
    fn stands(of: &mut Simulation<Self>, outbox: u64);
    /// Tells the program that the platform has a post since an instant.
    fn acknowledge(of: &mut Simulation<Self>, outbox: u64, at: Millis) {
        if let Some(hosted) = &of.hosted {
            hosted.host.delivered(outbox, Some(post_id(outbox)), at);
        }
    }

    /// Returns `true` if the platform takes posts in a place.
    fn is_open(_: &Simulation<Self>, _: &PlaceId) -> bool {
        true
    }
    /// Returns `true` if the program hears what is written in a place.
    fn is_read(_: &Simulation<Self>, _: &PlaceId) -> bool {
        true
    }

    /// Judges a program that has done all that was to be done, before what it says is heard, and after.
    fn settled(_: &mut Simulation<Self>) {}
    fn heard(of: &mut Simulation<Self>);

    /// Time has passed.
    fn passed(_: &mut Simulation<Self>) {}
    /// The program was started.
    fn started(_: &mut Simulation<Self>) {}
    /// The connection was lost.
    fn lost(of: &mut Simulation<Self>);
    /// The program has noticed that.
    fn noticed(_: &mut Simulation<Self>) {}
    /// What was missed is about to be read back, and is.
    fn reads_back(_: &mut Simulation<Self>) {}
    fn caught_up(of: &mut Simulation<Self>);
}

/// What every simulation counts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) kills: usize,
    pub(crate) outages: usize,
    pub(crate) instants: u64,
    pub(crate) seconds: u64,
}

/// A story under way.
pub(crate) struct Simulation<S: Story> {
    pub(crate) story: S,
    pub(crate) chance: Chance,
    pub(crate) clock: ManualClock,
    pub(crate) folder: tempfile::TempDir,
    pub(crate) hosted: Option<Hosted>,
    /// What the program has committed.
    pub(crate) reader: Option<Reader>,
    /// How often the program has been started.
    pub(crate) run: u32,
    pub(crate) is_connected: bool,
    /// Whether the program knows all that was said before it was away.
    pub(crate) is_caught_up: bool,
    /// Up to when the program was told that it has heard all.
    pub(crate) told_until: Millis,
    pub(crate) page: Page<S::About>,
    pub(crate) tally: Tally,
    agenda: BTreeMap<(Millis, u64), Deed<S::Deed>>,
    deeds: u64,
    began: Instant,
}

impl<S: Story> Simulation<S> {
    pub(crate) fn new(story: S, chance: Chance, start: Millis) -> Self {
        Self {
            story,
            chance,
            clock: ManualClock::new(start),
            folder: tempfile::tempdir().expect("a folder"),
            hosted: None,
            reader: None,
            run: 0,
            is_connected: true,
            is_caught_up: false,
            told_until: start,
            page: Page::default(),
            tally: Tally::default(),
            agenda: BTreeMap::new(),
            deeds: 0,
            began: SystemClock.instant(),
        }
    }

    pub(crate) fn now(&self) -> Millis {
        self.clock.now()
    }

    /// Returns what the program has committed while it was up.
    pub(crate) fn committed(&self) -> &Reader {
        self.reader.as_ref().expect("it is up")
    }

    /// Plans a deed of the story.
    pub(crate) fn plan(&mut self, at: Millis, deed: S::Deed) {
        self.plan_any(at, Deed::Of(deed));
    }

    pub(crate) fn plan_any(&mut self, at: Millis, deed: Deed<S::Deed>) {
        self.deeds += 1;
        self.agenda.insert((at.max(self.now()), self.deeds), deed);
    }

    /// The next instant at which something happens: by chance, or in the program.
    pub(crate) fn next_instant(&self) -> Option<Millis> {
        let now = self.now();
        let agenda = self.agenda.first_key_value().map(|((at, _), _)| *at);
        let deadline = self.reader.as_ref().and_then(|reader| {
            let behind = DeadlineRow { at: now, key: "\u{10ffff}".to_owned() };
            reader.deadlines_after(&behind, 1).expect("it is read").first().map(|row| row.at)
        });
        agenda.into_iter().chain(deadline).min().map(|at| at.max(now))
    }

    /// Goes on to an instant, and lets everything happen that is due by then.
    pub(crate) fn go_on_to(&mut self, at: Millis) {
        self.pass_to(at);
        let now = self.now();
        while let Some(entry) = self.agenda.first_entry().filter(|one| one.key().0 <= now) {
            let deed = entry.remove();
            self.do_it(deed);
        }
        self.look();
    }

    /// Lets time pass until an instant.
    pub(crate) fn pass_to(&mut self, at: Millis) {
        let passed = u64::try_from(at - self.now()).expect("time goes on");
        self.clock.advance(Duration::from_millis(passed));
        self.tally.instants += 1;
        S::passed(self);
    }

    fn do_it(&mut self, deed: Deed<S::Deed>) {
        match deed {
            Deed::Of(deed) => S::do_it(self, deed),
            Deed::Post(outbox, run) => {
                if run == self.run && self.hosted.is_some() {
                    self.post(outbox);
                }
            }
            Deed::Heartbeat => self.tell_heard(),
            Deed::Kill => S::kill(self),
            Deed::Restart => self.restart(),
            Deed::CaughtUp => self.catch_up(),
            Deed::Lose(time) => self.lose(time),
            Deed::Notice => self.notice(),
            Deed::Back => {
                self.is_connected = true;
                self.catch_up();
            }
        }
    }

    /// Does at once what somebody types within so long, and what is posted: at most so much of it.
    pub(crate) fn hurry(&mut self, within: Millis, most: usize) {
        let until = self.now() + within;
        let is_done = |deed: &Deed<S::Deed>| match deed {
            Deed::Of(deed) => S::is_typed(deed),
            deed => matches!(deed, Deed::Post(..)),
        };
        let planned = self.agenda.iter().filter(|((at, _), deed)| *at <= until && is_done(deed));
        let keys: Vec<_> = planned.map(|(key, _)| *key).take(most).collect();
        let taken: Vec<_> = keys.iter().filter_map(|key| self.agenda.remove(key)).collect();
        taken.into_iter().for_each(|deed| self.do_it(deed));
    }

    /// Ends the program in good order, and gives what was counted.
    pub(crate) fn stop(mut self) -> (S, Tally) {
        let hosted = self.hosted.take().expect("it is up");
        self.reader = None;
        hosted.stop().close();
        self.tally.seconds = (SystemClock.instant() - self.began).as_secs();
        (self.story, self.tally)
    }
}
