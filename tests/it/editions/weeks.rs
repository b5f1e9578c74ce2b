//! How the weeks go by, from one instant at which something happens to the next.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use chat::{Audience, Outgoing, Reply, ThreadWork};
use host::{Clock as _, HostEvent, ManualClock, MessageOutcome, SystemClock, replay_game};
use render::Renderer;
use store::{DeadlineRow, Reader};
use table::{Area, EditionNo, Game, GameNo, Millis, Person, PersonId, PlaceId, Platform, SECOND};

use super::{
    Size,
    edition::Edition,
    events::{EVENTS, Event, ZONE},
    manager::Whim,
    news::{self, Corrected, News},
    people::Someone,
    play::Played,
};
use crate::support::{
    chance::Chance,
    hosted::Hosted,
    platform::{Page, post_id},
};

pub(super) const DISCORD: Area = Area::Platform(Platform::Discord);
/// The person who manages the server, and does not play.
pub(super) const MANAGER: usize = 0;

/// Something that happens at an instant.
#[derive(Clone, Debug)]
pub(super) enum Deed {
    /// Somebody types a line about an event in its channel.
    Type {
        person: usize,
        no: EditionNo,
        words: &'static str,
    },
    /// Somebody acts in a game, unless it shows another board by then.
    Act {
        game: GameNo,
        board: u64,
        person: usize,
        words: String,
    },
    Manage(EditionNo, Whim),
    /// Standings are compared with those from the records.
    Compare(EditionNo),
    /// A reply reaches the platform, if it is still this run of the program that posts it.
    Post(u64, u32),
    /// All that was said so far has been handed over.
    Heartbeat,
    Kill,
    Restart,
    CaughtUp,
    /// The connection is lost for so long; the program notices; it is back.
    Lose(Millis),
    Notice,
    Back,
}

/// What is noted of a post.
#[derive(Clone, Debug, Default)]
pub(super) struct Told {
    pub(super) news: Option<(EditionNo, News)>,
    pub(super) game: Option<GameNo>,
    opens_thread: bool,
}

/// What the weeks came to.
#[derive(Clone, Debug, Default)]
pub(super) struct Figures {
    pub(super) editions: usize,
    pub(super) called_off: usize,
    pub(super) rounds: usize,
    pub(super) most_players: usize,
    pub(super) players: usize,
    pub(super) games: usize,
    pub(super) games_in_threads: usize,
    pub(super) plies: usize,
    pub(super) draws: usize,
    pub(super) time_outs: usize,
    pub(super) no_shows: usize,
    pub(super) byes: usize,
    pub(super) late_entries: usize,
    pub(super) withdrawals: usize,
    pub(super) decided: usize,
    pub(super) undone: usize,
    pub(super) pauses: usize,
    pub(super) corrections: usize,
    pub(super) compared: usize,
    pub(super) kills: usize,
    pub(super) outages: usize,
    pub(super) posts: usize,
    pub(super) instants: u64,
    pub(super) seconds: u64,
}

/// Weeks under way.
pub(super) struct Weeks {
    pub(super) size: Size,
    pub(super) chance: Chance,
    clock: ManualClock,
    pub(super) folder: tempfile::TempDir,
    /// Its pictures are prepared once for all runs of the program.
    pub(super) renderer: Renderer,
    pub(super) hosted: Option<Hosted>,
    /// What it has committed.
    pub(super) reader: Option<Reader>,
    /// How often the program has been started.
    pub(super) run: u32,
    pub(super) is_connected: bool,
    /// Whether the program knows all that was said before it was away.
    pub(super) is_caught_up: bool,
    /// The times in which the program could not hear.
    pub(super) away: Vec<(Millis, Option<Millis>)>,
    pub(super) page: Page<Told>,
    /// Answers that are not kept for a restart.
    answers: Vec<Outgoing>,
    pub(super) people: Vec<Someone>,
    pub(super) editions: BTreeMap<EditionNo, Edition>,
    pub(super) games: BTreeMap<GameNo, Played>,
    pub(super) corrected: BTreeMap<GameNo, Corrected>,
    /// Whom a board has called after so many acts in its game, and in which post.
    pub(super) pinged: BTreeMap<(GameNo, u32, PersonId), u64>,
    /// Games that go on, as far as is known.
    pub(super) open: BTreeSet<GameNo>,
    agenda: BTreeMap<(Millis, u64), Deed>,
    deeds: u64,
    pub(super) figures: Figures,
}

impl Weeks {
    /// Plays all editions to their ends.
    pub(super) fn play(size: Size) -> Figures {
        let began = SystemClock.instant();
        let mut weeks = Self::new(size);
        weeks.arrange();
        while !weeks.is_done() || weeks.figures.kills < size.kills {
            let at = weeks.next_instant().expect("something goes on until all is over");
            assert!(at < size.start + size.longest(), "stuck: {:?}", weeks.editions);
            weeks.pass_to(at);
            weeks.do_what_is_due();
            weeks.look();
        }
        weeks.finish();
        weeks.figures.seconds = (SystemClock.instant() - began).as_secs();
        weeks.figures
    }

    fn new(size: Size) -> Self {
        let mut chance = Chance::new(size.seed);
        let people = (0..=size.people).map(|n| Someone::new(n, &mut chance)).collect();
        Self {
            size,
            chance,
            clock: ManualClock::new(size.start),
            folder: tempfile::tempdir().expect("a folder"),
            renderer: Renderer::new(games::sprites()),
            hosted: None,
            reader: None,
            run: 0,
            is_connected: true,
            is_caught_up: false,
            away: Vec::new(),
            page: Page::default(),
            answers: Vec::new(),
            people,
            editions: BTreeMap::new(),
            games: BTreeMap::new(),
            corrected: BTreeMap::new(),
            pinged: BTreeMap::new(),
            open: BTreeSet::new(),
            agenda: BTreeMap::new(),
            deeds: 0,
            figures: Figures::default(),
        }
    }

    pub(super) fn now(&self) -> Millis {
        self.clock.now()
    }

    pub(super) fn clock(&self) -> &ManualClock {
        &self.clock
    }

    pub(super) fn plan(&mut self, at: Millis, deed: Deed) {
        self.deeds += 1;
        self.agenda.insert((at.max(self.now()), self.deeds), deed);
    }

    fn arrange(&mut self) {
        self.restart();
        self.write(MANAGER, EVENTS[0].place(), &format!("!server set zone {ZONE}"), &[]);
        self.write(MANAGER, EVENTS[0].place(), "!server set threads ask", &[]);
        self.look();
        for (event, editions) in EVENTS.iter().zip(self.size.editions) {
            if editions > 0 {
                self.write(MANAGER, event.place(), event.line, &[]);
                self.look();
            }
        }
        self.arrange_troubles();
    }

    /// Whether all editions of all events are over.
    fn is_done(&self) -> bool {
        EVENTS.iter().zip(self.size.editions).all(|(event, editions)| {
            let of_event = self.editions.values().filter(|one| one.event.name == event.name);
            of_event.filter(|one| one.ended.is_some()).count() == editions
        })
    }

    /// The next instant at which something happens: by chance, or in the program.
    fn next_instant(&self) -> Option<Millis> {
        let now = self.now();
        let agenda = self.agenda.first_key_value().map(|((at, _), _)| *at);
        let deadline = self.reader.as_ref().and_then(|reader| {
            let behind = DeadlineRow { at: now, key: "\u{10ffff}".to_owned() };
            reader.wakes_after(&behind, 1).expect("it is read").first().map(|row| row.at)
        });
        agenda.into_iter().chain(deadline).min().map(|at| at.max(now))
    }

    fn pass_to(&mut self, at: Millis) {
        let passed = u64::try_from(at - self.now()).expect("time goes on");
        self.clock.advance(Duration::from_millis(passed));
        self.figures.instants += 1;
    }

    fn do_what_is_due(&mut self) {
        let now = self.now();
        while let Some(entry) = self.agenda.first_entry().filter(|one| one.key().0 <= now) {
            let deed = entry.remove();
            self.do_it(deed);
        }
    }

    /// Takes what people do up to an instant from the agenda.
    pub(super) fn take_planned(&mut self, until: Millis, most: usize) -> Vec<Deed> {
        let is_taken = |deed: &Deed| {
            matches!(deed, Deed::Act { .. } | Deed::Type { .. } | Deed::Manage(..) | Deed::Post(..))
        };
        let planned = self.agenda.iter().filter(|((at, _), deed)| *at <= until && is_taken(deed));
        let keys: Vec<_> = planned.map(|(key, _)| *key).take(most).collect();
        keys.into_iter().filter_map(|key| self.agenda.remove(&key)).collect()
    }

    pub(super) fn do_it(&mut self, deed: Deed) {
        match deed {
            Deed::Type { person, no, words } => self.types(person, no, words),
            Deed::Act { game, board, person, words } => self.act(game, board, person, &words),
            Deed::Manage(no, whim) => self.manage(no, whim),
            Deed::Compare(no) => self.compare(no),
            Deed::Post(outbox, run) => {
                if run == self.run && self.hosted.is_some() {
                    self.post(outbox);
                }
            }
            Deed::Heartbeat => self.hear_all(),
            Deed::Kill => self.kill(),
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

    /// Everything is heard that was said so far, if the connection stands.
    pub(super) fn hear_all(&mut self) {
        let is_heard = self.is_caught_up && self.is_connected;
        if let Some(hosted) = self.hosted.as_ref().filter(|_| is_heard) {
            hosted.host.heard(self.clock.now());
        }
    }

    /// Somebody writes something; the program hears it if it can. Gives its number.
    pub(super) fn write(
        &mut self,
        person: usize,
        place: PlaceId,
        text: &str,
        mentioned: &[usize],
    ) -> u64 {
        let mentioned: Vec<Person> =
            mentioned.iter().map(|person| self.people[*person].person.clone()).collect();
        let (author, at) = (self.people[person].person.clone(), self.clock.now());
        let id = self.page.write(&author, place.clone(), (text.to_owned(), mentioned), at);
        let incoming = self.page.open.get_mut(&id).expect("it was written");
        incoming.manages = person == MANAGER;
        let is_thread = EVENTS.iter().all(|event| event.place() != place);
        incoming.within = is_thread.then(|| super::events::channel(0));
        if self.is_caught_up && self.is_connected {
            self.tell(id, false);
        }
        id
    }

    /// The program hears what was written.
    pub(super) fn tell(&mut self, id: u64, late: bool) {
        let Some(hosted) = &self.hosted else { return };
        let incoming = self.page.open.get_mut(&id).expect("it was written");
        incoming.late = late;
        hosted.host.receive(incoming.clone());
        self.page.unheard.remove(&id);
    }

    /// Somebody asks something while the program hears it; gives the answers to them.
    pub(super) fn ask(&mut self, person: usize, event: &Event, text: &str) -> Vec<Reply> {
        self.answers.clear();
        self.write(person, event.place(), text, &[]);
        self.look();
        let who = &self.people[person].person.id;
        let is_theirs = |out: &Outgoing| out.reply.audience == Audience::Only(who.clone());
        std::mem::take(&mut self.answers)
            .into_iter()
            .filter(is_theirs)
            .map(|out| out.reply)
            .collect()
    }

    /// Whether the program runs, and hears what is written.
    pub(super) fn is_heard(&self) -> bool {
        self.hosted.is_some() && self.is_caught_up && self.is_connected
    }

    /// A game as it is stored.
    pub(super) fn stored(&self, game: GameNo) -> Option<Game> {
        let (row, events) = self.reader.as_ref()?.game(game).expect("it is read")?;
        let name = |id: &PersonId| {
            let key: usize = id.key().parse().expect("a number");
            self.people[key - super::people::FIRST_KEY].person.name.clone()
        };
        Some(replay_game(&row, &events, name).expect("it replays"))
    }

    pub(super) fn settle(&self) {
        if let Some(hosted) = &self.hosted {
            hosted.settle();
        }
    }

    /// Lets the program do everything that is to be done now, hears it, and judges it.
    pub(super) fn look(&mut self) {
        if self.hosted.is_none() {
            return;
        }
        if self.is_caught_up && self.is_connected {
            if self.chance.happens(80) {
                self.hear_all();
            } else {
                let at = self.now() + self.chance.between(5 * SECOND, 45 * SECOND);
                self.plan(at, Deed::Heartbeat);
            }
        }
        self.settle();
        loop {
            let said = self.take_said();
            if said.is_empty() {
                break;
            }
            said.into_iter().for_each(|event| self.hear(event));
            self.settle();
        }
        self.look_at_games();
        self.check_that_all_go_on();
    }

    fn take_said(&mut self) -> Vec<HostEvent> {
        let Some(hosted) = &mut self.hosted else { return Vec::new() };
        std::iter::from_fn(|| hosted.outbox.try_recv().ok()).collect()
    }

    /// The program says something, or what has become of a message.
    pub(super) fn hear(&mut self, event: HostEvent) {
        match event {
            HostEvent::MessageOutcome { message, end } => {
                let id: u64 = message.key().parse().expect("a number");
                let written = self.page.open.remove(&id);
                let is_fine = matches!(end, MessageOutcome::Answered | MessageOutcome::Repeated);
                assert!(is_fine, "{end:?} of {written:?}");
            }
            HostEvent::Say(out) => self.hear_reply(out),
        }
    }

    fn hear_reply(&mut self, out: Outgoing) {
        let Some(outbox) = out.outbox else { return self.answers.push(out) };
        if let Some(at) = self.page.posts.get(&outbox).map(|post| post.at) {
            // An earlier run has said it. What stands there is not posted again.
            match at {
                Some(at) => {
                    self.acknowledge(outbox, at);
                    self.see(outbox);
                }
                None => self.plan_post(outbox),
            }
            return;
        }
        let told = Told {
            news: news::read(&out.reply.text),
            game: out.reply.game,
            opens_thread: matches!(out.reply.thread, Some(ThreadWork::Opens(_))),
        };
        self.page.said(outbox, &out, told.clone());
        self.figures.posts += 1;
        self.judge_pings(outbox, &out.reply);
        self.plan_post(outbox);
        if let Some((no, news)) = told.news {
            self.judge_news(no, news, &out.reply);
        } else if let Some(game) = told.game {
            self.judge_game(game, outbox, &out.reply);
        }
    }

    pub(super) fn plan_post(&mut self, outbox: u64) {
        let at = self.now() + self.chance.between(0, 3 * SECOND);
        self.plan(at, Deed::Post(outbox, self.run));
    }

    /// Tells the program that the platform has a reply since an instant.
    fn acknowledge(&self, outbox: u64, at: Millis) {
        let Some(hosted) = &self.hosted else { return };
        if self.page.posts[&outbox].about.opens_thread {
            let thread = PlaceId::channel(Platform::Discord, (700_000 + outbox).to_string());
            drop(hosted.host.threaded(outbox, post_id(outbox), at, Ok(thread)));
        } else {
            hosted.host.delivered(outbox, Some(post_id(outbox)), at);
        }
    }

    /// A reply reaches the platform, if that can be reached.
    fn post(&mut self, outbox: u64) {
        if !self.is_connected || self.page.posts[&outbox].at.is_some() {
            return;
        }
        let now = self.now();
        self.stands(outbox, now);
        self.acknowledge(outbox, now);
        self.see(outbox);
    }

    /// A reply stands on the platform.
    pub(super) fn stands(&mut self, outbox: u64, at: Millis) {
        self.page.unposted.remove(&outbox);
        let post = self.page.posts.get_mut(&outbox).expect("it was said");
        post.at = Some(at);
        if let Some((no, news)) = post.about.news.clone() {
            self.react(no, news);
        }
    }

    /// What could not be posted so far is tried again.
    pub(super) fn post_the_rest(&mut self) {
        for outbox in self.page.unposted.clone() {
            self.plan_post(outbox);
        }
    }

    /// For how long the program could not hear between two instants.
    pub(super) fn away_between(&self, from: Millis, to: Millis) -> Millis {
        let part = |(begin, end): &(Millis, Option<Millis>)| {
            (end.unwrap_or(to).min(to) - (*begin).max(from)).max(0)
        };
        self.away.iter().map(part).sum()
    }
}
