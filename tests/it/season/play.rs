//! How a season goes on, from one instant at which something happens to the next.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
    time::Duration,
};

use chat::Outgoing;
use host::{Clock as _, HostEvent, ManualClock, MessageOutcome, SystemClock, replay_game};
use render::Renderer;
use store::{DeadlineRow, GameState, Reader, SeatRow};
use table::{
    Area, DAY, Game, GameNo, HOUR, LogEntry, LogEvent, MINUTE, Millis, Person, Platform, SECOND,
};

use super::{
    Size,
    judge::{Control, Judge},
    matches::{Match, Said, channel, replies},
    people::Someone,
};
use crate::support::{
    chance::Chance,
    hosted::Hosted,
    platform::{Page, post_id},
};

/// When a season begins: 2027-01-15, 08:00 UTC.
pub(super) const START: Millis = 1_800_000_000_000;
pub(super) const DISCORD: Area = Area::Platform(Platform::Discord);
/// A channel in which nothing is played, for commands that are about no game.
pub(super) const LOBBY: usize = 400;

/// Something that happens at an instant.
#[derive(Clone, Debug)]
pub(super) enum Deed {
    Begin(usize),
    /// Somebody moves, or gives up, unless the game has gone on.
    Act {
        game: usize,
        seat: usize,
        count: u32,
        words: String,
        is_private: bool,
    },
    /// Somebody says beforehand what they reply.
    Plan {
        game: usize,
        seat: usize,
        said: Said,
    },
    /// A player gives the one to move more time.
    Give {
        game: usize,
        to: usize,
        count: u32,
    },
    /// A reply reaches the platform, if it is still this run of the program that posts it.
    Post(u64, u32),
    /// A heartbeat is acknowledged.
    Heartbeat,
    Vacation(usize),
    EndVacation(usize),
    Kill,
    Restart,
    /// The program has read back what it missed.
    CaughtUp,
    /// The same in one channel.
    CaughtUpIn(usize),
    /// The connection is lost; the program notices; it is back.
    Lose(Millis),
    Notice,
    Back,
    /// A channel takes nothing, for so long.
    Close(usize, Millis),
    Open(usize),
}

/// What a season came to.
#[derive(Clone, Debug, Default)]
pub(super) struct Figures {
    pub(super) begun: usize,
    pub(super) finished: usize,
    pub(super) plies: u64,
    pub(super) conditional: u64,
    pub(super) time_outs: u64,
    pub(super) reminders: u64,
    pub(super) vacations: u64,
    pub(super) kills: usize,
    pub(super) outages: usize,
    /// How long the platform was away in all, and how long that was credited to clocks.
    pub(super) hours_away: i64,
    pub(super) hours_credited_for_outages: i64,
    pub(super) hours_credited_for_vacations: i64,
    pub(super) instants: u64,
    pub(super) seconds: u64,
}

/// A season under way.
pub(super) struct Season {
    pub(super) size: Size,
    pub(super) chance: Chance,
    pub(super) clock: ManualClock,
    folder: tempfile::TempDir,
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
    /// Up to when the program was told that it has heard all.
    pub(super) heard: Millis,
    /// When the timer of its signs of life began, and the last sign.
    pub(super) timer: Millis,
    pub(super) alive: Millis,
    pub(super) page: Page<Option<(usize, u32)>>,
    /// The channels that take nothing, and those that are being read back.
    pub(super) closed: BTreeSet<usize>,
    pub(super) held: BTreeSet<usize>,
    /// The closed ones of which this run of the program knows.
    pub(super) told_closed: BTreeSet<usize>,
    pub(super) people: Vec<Someone>,
    pub(super) matches: Vec<Match>,
    pub(super) by_no: BTreeMap<GameNo, usize>,
    pub(super) judge: Judge,
    /// Games in which something was written, to be compared once that is heard.
    touched: BTreeSet<usize>,
    /// Whom a board of a position has pinged, and in which post.
    pinged: BTreeMap<(usize, u32, usize), u64>,
    agenda: BTreeMap<(Millis, u64), Deed>,
    deeds: u64,
    pub(super) figures: Figures,
}

impl Season {
    /// Plays a season to its end.
    pub(super) fn play(size: Size) -> Figures {
        let began = SystemClock.instant();
        let mut season = Self::new(size);
        season.arrange();
        let end = START + size.days * DAY;
        while let Some(at) = season.next_instant().filter(|at| *at <= end) {
            season.pass_to(at);
            season.do_what_is_due();
            season.look();
        }
        season.pass_to(end);
        season.finish();
        season.figures.seconds = (SystemClock.instant() - began).as_secs();
        season.figures
    }

    fn new(size: Size) -> Self {
        let mut chance = Chance::new(size.seed);
        let span = (START, size.days);
        let people = (0..size.people).map(|n| Someone::new(n, &mut chance, span)).collect();
        let matches = (0..size.games).map(|n| Match::new(n, &mut chance, size.channels)).collect();
        Self {
            size,
            chance,
            clock: ManualClock::new(START),
            folder: tempfile::tempdir().expect("a folder"),
            renderer: Renderer::new(games::sprites()),
            hosted: None,
            reader: None,
            run: 0,
            is_connected: true,
            is_caught_up: false,
            heard: START,
            timer: START,
            alive: START,
            page: Page::default(),
            closed: BTreeSet::new(),
            held: BTreeSet::new(),
            told_closed: BTreeSet::new(),
            people,
            matches,
            by_no: BTreeMap::new(),
            judge: Judge::default(),
            touched: BTreeSet::new(),
            pinged: BTreeMap::new(),
            agenda: BTreeMap::new(),
            deeds: 0,
            figures: Figures::default(),
        }
    }

    pub(super) fn database(&self) -> PathBuf {
        self.folder.path().join("season.db")
    }

    pub(super) fn now(&self) -> Millis {
        self.clock.now()
    }

    pub(super) fn plan(&mut self, at: Millis, deed: Deed) {
        self.deeds += 1;
        self.agenda.insert((at, self.deeds), deed);
    }

    /// Puts everything on the agenda that does not depend on how games go.
    fn arrange(&mut self) {
        self.restart();
        for person in 0..self.people.len() {
            if let Some(quiet) = self.people[person].quiet {
                self.write(person, LOBBY, &format!("!notify quiet {}", quiet.words));
                self.look();
            }
            for at in self.people[person].vacations.clone() {
                self.plan(at, Deed::Vacation(person));
            }
        }
        let days = self.size.days;
        for game in 0..self.matches.len() {
            let at = self.chance.between(START + MINUTE, START + days * DAY * 2 / 3);
            self.plan(at, Deed::Begin(game));
        }
        self.arrange_troubles();
    }

    /// The next instant at which something happens: by chance, by the second judge, or in the program.
    fn next_instant(&mut self) -> Option<Millis> {
        let now = self.now();
        let agenda = self.agenda.first_key_value().map(|((at, _), _)| *at);
        let deadline = self.judge.deadlines().into_iter().map(|(at, ..)| at).find(|at| *at > now);
        let kept = self.reader().and_then(|reader| {
            let behind = DeadlineRow { at: now, key: "\u{10ffff}".to_owned() };
            reader.wakes_after(&behind, 1).expect("it is read").first().map(|row| row.at)
        });
        [agenda, deadline, kept].into_iter().flatten().min().map(|at| at.max(now))
    }

    pub(super) fn reader(&self) -> Option<&Reader> {
        self.reader.as_ref()
    }

    /// Lets time pass until an instant.
    fn pass_to(&mut self, at: Millis) {
        let passed = u64::try_from(at - self.now()).expect("time goes on");
        self.clock.advance(Duration::from_millis(passed));
        self.figures.instants += 1;
        if self.hosted.is_some() && at - self.timer >= 10 * SECOND {
            (self.timer, self.alive) = (at, at);
        }
    }

    fn do_what_is_due(&mut self) {
        let now = self.now();
        while let Some(entry) = self.agenda.first_entry().filter(|one| one.key().0 <= now) {
            let deed = entry.remove();
            self.do_it(deed);
        }
    }

    /// Takes moves and posts that were planned up to an instant from the agenda.
    pub(super) fn take_planned(&mut self, until: Millis, most: usize) -> Vec<Deed> {
        let is_taken = |deed: &Deed| matches!(deed, Deed::Act { .. } | Deed::Post(..));
        let planned = self.agenda.iter().filter(|((at, _), deed)| *at <= until && is_taken(deed));
        let keys: Vec<_> = planned.map(|(key, _)| *key).take(most).collect();
        keys.into_iter().filter_map(|key| self.agenda.remove(&key)).collect()
    }

    pub(super) fn do_it(&mut self, deed: Deed) {
        match deed {
            Deed::Begin(game) => self.begin(game),
            Deed::Act { game, seat, count, words, is_private } => {
                if self.matches[game].count == count || is_private {
                    self.act(game, seat, &words, is_private);
                }
            }
            Deed::Plan { game, seat, said } => self.say_beforehand(game, seat, said),
            Deed::Give { game, to, count } => self.give(game, to, count),
            Deed::Post(outbox, run) => {
                if run == self.run && self.hosted.is_some() {
                    self.post(outbox);
                }
            }
            Deed::Heartbeat => self.hear_all(),
            trouble => self.trouble(trouble),
        }
    }

    /// Everything is heard that was said so far, if the connection stands.
    pub(super) fn hear_all(&mut self) {
        let is_heard = self.is_caught_up && self.is_connected;
        if let Some(hosted) = self.hosted.as_ref().filter(|_| is_heard) {
            self.heard = self.clock.now();
            hosted.host.heard(self.heard);
        }
    }

    /// Somebody writes something in a channel or in private; the program hears it if it can.
    fn write(&mut self, person: usize, place: usize, text: &str) -> u64 {
        self.write_mentioning(person, Some(place), text, &[])
    }

    pub(super) fn write_mentioning(
        &mut self,
        person: usize,
        place: Option<usize>,
        text: &str,
        mentioned: &[usize],
    ) -> u64 {
        let who = &self.people[person];
        let to = place.map_or_else(|| who.private(), channel);
        let mentioned: Vec<Person> =
            mentioned.iter().map(|person| self.people[*person].person.clone()).collect();
        let (author, at) = (who.person.clone(), self.clock.now());
        let id = self.page.write(&author, to, (text.to_owned(), mentioned), at);
        let is_held = place.is_some_and(|place| self.held.contains(&place));
        if self.is_caught_up && self.is_connected && !is_held {
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

    /// A game is offered, and everybody accepts at once.
    fn begin(&mut self, game: usize) {
        let is_closed = self.closed.contains(&self.matches[game].channel)
            || self.held.contains(&self.matches[game].channel);
        if !self.is_caught_up || !self.is_connected || is_closed {
            return self.plan(self.now() + HOUR, Deed::Begin(game));
        }
        let mut running = vec![0; self.people.len()];
        for one in self.matches.iter().filter(|one| !one.is_over) {
            one.seats.iter().for_each(|person| running[*person] += 1);
        }
        let mut free: Vec<usize> = (0..running.len()).filter(|who| running[*who] < 45).collect();
        let n = self.matches[game].n_people;
        if free.len() < n {
            return self.plan(self.now() + DAY, Deed::Begin(game));
        }
        let players: Vec<usize> =
            (0..n).map(|_| free.swap_remove(self.chance.below(free.len()))).collect();
        let (one, others) = (self.matches[game].clone(), &players[1..]);
        let asked: Vec<String> = others.iter().map(|who| self.people[*who].mention()).collect();
        let offer = format!("!challenge {} {} {}", asked.join(" "), one.kind, one.clock);
        self.write_mentioning(players[0], Some(one.channel), &offer, others);
        self.look();
        let no = self.reader().expect("it runs").greatest_numbers().expect("it is read").0;
        assert!(self.by_no.insert(GameNo(no), game).is_none(), "no game by {offer}");
        self.matches[game].no = Some(GameNo(no));
        for player in others {
            self.write(*player, one.channel, &format!("!accept #{no}"));
            self.settle();
        }
        self.seat(game, &players);
        self.look();
    }

    /// Notes who sits where in a game that has begun.
    fn seat(&mut self, game: usize, players: &[usize]) {
        let no = self.matches[game].no.expect("it has a number");
        let row = self.reader().expect("it runs").game_row(no).expect("it is read").expect("a row");
        assert_eq!(row.state, GameState::Running, "{row:?}");
        let seat = |seat: &SeatRow| {
            let id = seat.person().expect("people play");
            *players.iter().find(|who| self.people[**who].person.id == *id).expect("one of them")
        };
        let seats: Vec<usize> = row.seats.iter().map(seat).collect();
        let one = &self.matches[game];
        self.judge.begin_game(game, one.channel, one.control, &seats);
        let is_endless = matches!(one.control, Control::None) && self.chance.happens(20);
        self.matches[game].is_forgotten = is_endless;
        self.matches[game].seats = seats;
        self.figures.begun += 1;
    }

    /// A game as it is stored.
    pub(super) fn stored(&self, game: usize) -> Game {
        let no = self.matches[game].no.expect("it has a number");
        let stored = self.reader().expect("it runs").game(no).expect("it is read");
        let (row, events) = stored.expect("it is there");
        replay_game(&row, &events, |id| id.key().to_owned()).expect("it replays")
    }

    pub(super) fn settle(&self) {
        if let Some(hosted) = &self.hosted {
            hosted.settle();
        }
    }

    /// Lets the program do everything that is to be done now, hears it, and compares.
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
        self.judge_deadlines();
        loop {
            let said = self.take_said();
            if said.is_empty() {
                break;
            }
            said.into_iter().for_each(|event| self.hear(event));
            self.settle();
        }
        self.compare();
    }

    fn take_said(&mut self) -> Vec<HostEvent> {
        let Some(hosted) = &mut self.hosted else { return Vec::new() };
        std::iter::from_fn(|| hosted.outbox.try_recv().ok()).collect()
    }

    /// Whoever has no time left by now has lost, as of then, if all is heard; nobody else has.
    fn judge_deadlines(&mut self) {
        if !self.is_caught_up {
            return;
        }
        let now = self.now();
        for (at, game, seat) in self.judge.deadlines() {
            if at > now {
                break;
            }
            if self.matches[game].is_over || self.held.contains(&self.matches[game].channel) {
                continue;
            }
            let stored = self.stored(game);
            let is_out = |entry: &&LogEntry| matches!(entry.event, LogEvent::Time(out) if out.index() == seat);
            let out = stored.log().iter().find(is_out);
            let told = format!("game {game}, seat {seat}, at {at}: {:?}", self.matches[game]);
            if at > self.heard {
                assert!(out.is_none(), "called before all was heard: {told}");
                continue;
            }
            let out = out.unwrap_or_else(|| panic!("a deadline is missed: {told}"));
            assert_eq!(out.at, at, "called for another instant: {told}");
            assert!(
                self.judge.were_reminded(game, seat, at) || self.is_quiet(game, seat),
                "{told}"
            );
            self.judge.timed_out(game, seat, at);
            self.figures.time_outs += 1;
            let one = &mut self.matches[game];
            one.active[seat] = false;
            (one.count, one.said, one.promised) = (one.count + 1, None, None);
            if !stored.is_running() {
                self.over(game);
            }
        }
    }

    pub(super) fn is_quiet(&self, game: usize, seat: usize) -> bool {
        self.people[self.matches[game].seats[seat]].quiet.is_some()
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
            HostEvent::Say(out) => self.hear_reply(&out),
        }
    }

    fn hear_reply(&mut self, out: &Outgoing) {
        let text = &out.reply.text;
        let is_refused = out.outbox.is_none() || text.contains("while I was away you wrote");
        assert!(!is_refused, "refused at {}: {text}\n{:?}", self.now(), self.page.open);
        let outbox = out.outbox.expect("what changes something has its number");
        if let Some(at) = self.page.posts.get(&outbox).map(|post| post.at) {
            // An earlier run has said it. What stands there is not posted again.
            match at {
                Some(at) => self.acknowledge(outbox, at),
                None => self.plan_post(outbox),
            }
            return;
        }
        let about = out.reply.game.and_then(|no| self.by_no.get(&no).copied());
        let about = about.map(|game| (game, self.matches[game].count));
        self.page.said(outbox, out, about);
        self.plan_post(outbox);
        if let Some((game, count)) = about.filter(|(game, _)| !self.matches[*game].is_over) {
            self.hear_about(game, count, (outbox, out));
        }
    }

    /// Something new is said about a game.
    fn hear_about(&mut self, game: usize, count: u32, (outbox, out): (u64, &Outgoing)) {
        let reply = &out.reply;
        let who: Vec<usize> = reply
            .ping
            .iter()
            .filter_map(|id| self.people.iter().position(|one| one.person.id == *id))
            .collect();
        if reply.text.contains(", a reminder: ") || reply.text.contains(", last call: ") {
            let seat = self.matches[game].seats.iter().position(|person| *person == who[0]);
            let seat = seat.expect("a player is reminded");
            let is_exact = !out.may_be_sent && self.is_caught_up && self.is_connected;
            let (quiet, now) = (self.people[who[0]].quiet, self.now());
            self.judge.reminded(game, seat, now, quiet, is_exact);
            self.figures.reminders += 1;
        } else if reply.picture().is_some() && reply.place.owner().is_none() {
            for person in who {
                let before = self.pinged.insert((game, count, person), outbox);
                assert!(before.is_none(), "pinged twice in one turn: {}", reply.text);
            }
        }
    }

    pub(super) fn plan_post(&mut self, outbox: u64) {
        let at = self.now() + self.chance.between(0, 3 * SECOND);
        self.plan(at, Deed::Post(outbox, self.run));
    }

    pub(super) fn acknowledge(&self, outbox: u64, at: Millis) {
        if let Some(hosted) = &self.hosted {
            hosted.host.delivered(outbox, Some(post_id(outbox)), at);
        }
    }

    /// A reply reaches the platform, unless its place cannot be reached.
    fn post(&mut self, outbox: u64) {
        let post = &self.page.posts[&outbox];
        let is_closed = self.closed.iter().any(|closed| channel(*closed) == post.place);
        if !self.is_connected || is_closed || post.at.is_some() {
            return;
        }
        let now = self.now();
        self.stands(outbox, now);
        self.acknowledge(outbox, now);
    }

    /// A reply stands on the platform: whoever is asked for a move begins to think.
    pub(super) fn stands(&mut self, outbox: u64, at: Millis) {
        self.page.unposted.remove(&outbox);
        let post = self.page.posts.get_mut(&outbox).expect("it was said");
        post.at = Some(at);
        let post = post.clone();
        let Some((game, count)) = post.about.filter(|_| post.has_picture) else { return };
        let one = &self.matches[game];
        if one.is_over {
            return;
        }
        let owner = post.place.owner();
        let stored = self.stored(game);
        if !stored.is_running() {
            return;
        }
        let asked: Vec<usize> = match (owner, stored.position().arranging()) {
            (None, None) if count == one.count => {
                stored.position().awaits().iter().map(|seat| seat.index()).collect()
            }
            (Some(owner), Some(men)) => {
                let of_owner = |seat: &usize| self.people[one.seats[*seat]].person.id == owner;
                men.awaited().iter().map(|seat| seat.index()).filter(of_owner).collect()
            }
            _ => Vec::new(),
        };
        for seat in asked {
            self.judge.asked(game, seat, at);
            if !self.matches[game].is_forgotten || self.matches[game].count < 4 {
                self.think(game, seat, &stored);
            }
        }
    }

    /// Somebody who is asked for a move decides what to do, and when.
    fn think(&mut self, game: usize, seat: usize, stored: &Game) {
        let one = &self.matches[game];
        let count = one.count;
        let (person, now) = (&self.people[one.seats[seat]], self.clock.now());
        let left = match one.control {
            Control::None => None,
            Control::PerMove(_) | Control::Bank(..) => Some(self.judge.clocks(game)[seat].left),
        };
        let mut at = now + person.hesitates(&mut self.chance, now, left);
        if self.judge.is_away(one.seats[seat], at) && self.chance.happens(80) {
            at += self.chance.between(0, 2 * DAY);
        }
        let is_private = stored.position().arranging().is_some();
        let words = if is_private {
            "setup random done".to_owned()
        } else if one.plies >= one.length {
            "resign".to_owned()
        } else {
            let promised = self.matches[game].promised.take();
            let promised = promised.filter(|mv| stored.position().legal_move(mv).is_some());
            let mv =
                promised.unwrap_or_else(|| self.chance.one_of(&stored.position().moves()).clone());
            self.foresee(game, seat, (stored, &mv), at);
            mv
        };
        self.plan(at, Deed::Act { game, seat, count, words, is_private });
        if self.chance.happens(2) && left.is_some() && !is_private {
            let give = self.chance.between(now, at);
            self.plan(give, Deed::Give { game, to: seat, count });
        }
    }

    /// The opponent may say beforehand what they reply to a move, before it is played.
    fn foresee(&mut self, game: usize, seat: usize, (stored, mv): (&Game, &str), at: Millis) {
        let one = &self.matches[game];
        let (is_pair, count) = (one.seats.len() == 2, one.count);
        let other = 1 - seat.min(1);
        if !is_pair || one.said.is_some() || !self.people[one.seats[other]].plans {
            return;
        }
        // Now and then they expect another move.
        let moves = stored.position().moves();
        let is_wrong = self.chance.happens(20);
        let expected = if is_wrong { self.chance.one_of(&moves).clone() } else { mv.to_owned() };
        let steps = replies(stored.position(), &expected, &mut self.chance);
        let now = self.now();
        if !steps.is_empty() && self.chance.happens(60) && at - now > 2 {
            let when = self.chance.between(now + 1, at - 1);
            self.plan(when, Deed::Plan { game, seat: other, said: Said { count, steps } });
        }
    }

    fn say_beforehand(&mut self, game: usize, seat: usize, said: Said) {
        let one = &self.matches[game];
        // What two people write while nobody hears it may be heard in another order, so that a move comes
        // before what was said of it.
        let is_heard = self.is_caught_up && self.is_connected;
        if one.is_over || one.count != said.count || !is_heard {
            return;
        }
        let said_words = |(mv, reply): &(String, String)| format!("if {mv} then {reply}");
        let words: Vec<String> = said.steps.iter().map(said_words).collect();
        let (line, person) = (one.line(&words.join(" ")), one.seats[seat]);
        self.write_mentioning(person, None, &line, &[]);
        self.matches[game].said = Some(said);
    }

    fn give(&mut self, game: usize, to: usize, count: u32) {
        let deadline = self.judge_of(game, to);
        let one = &self.matches[game];
        if one.is_over || one.count != count || deadline.is_some_and(|at| at <= self.now()) {
            return;
        }
        let giver = (0..one.seats.len()).find(|seat| *seat != to && one.active[*seat]);
        let (giver, line) =
            (one.seats[giver.expect("somebody else plays")], one.line("time give 5h"));
        let place = one.channel;
        self.write(giver, place, &format!("!{line}"));
        self.judge.given(game, to, 5 * HOUR);
    }

    fn judge_of(&mut self, game: usize, seat: usize) -> Option<Millis> {
        if self.matches[game].is_over { None } else { self.judge.deadline(game, seat) }
    }

    /// Somebody moves, arranges their men, or gives up, if they still can.
    pub(super) fn act(&mut self, game: usize, seat: usize, words: &str, is_private: bool) {
        let deadline = self.judge_of(game, seat);
        let now = self.now();
        if self.matches[game].is_over || deadline.is_some_and(|at| at <= now) {
            return;
        }
        let one = &self.matches[game];
        let (person, place) = (one.seats[seat], one.channel);
        if words == "resign" {
            let line = format!("!resign {} yes", one.no.expect("a number"));
            self.write(person, place, &line);
            self.touched.insert(game);
            self.judge.left(game, seat);
            let one = &mut self.matches[game];
            one.active[seat] = false;
            (one.count, one.said, one.promised) = (one.count + 1, None, None);
            return;
        }
        let line = self.matches[game].line(words);
        if is_private {
            self.write_mentioning(person, None, &line, &[]);
        } else {
            self.write(person, place, &format!("!{line}"));
        }
        self.touched.insert(game);
        let told = format!("{line}: {:?}", self.judge.clocks(game));
        assert!(self.judge.were_reminded(game, seat, now) || self.is_quiet(game, seat), "{told}");
        self.judge.moved(game, seat, now);
        let one = &mut self.matches[game];
        one.count += 1;
        if !is_private {
            one.plies += 1;
            self.figures.plies += 1;
            self.reply_as_said(game, seat, words, now);
        }
    }

    /// What the opponent has said beforehand is played in the same message.
    fn reply_as_said(&mut self, game: usize, seat: usize, mv: &str, now: Millis) {
        let one = &mut self.matches[game];
        let Some(mut said) = one.said.take() else { return };
        if said.count + 1 != one.count || said.steps[0].0 != mv {
            return;
        }
        said.steps.remove(0);
        one.count += 1;
        one.plies += 1;
        said.count = one.count;
        one.promised = said.steps.first().map(|(mv, _)| mv.clone());
        one.said = one.promised.is_some().then_some(said);
        self.figures.plies += 1;
        self.figures.conditional += 1;
        self.judge.moved(game, 1 - seat, now);
    }

    /// A game is over.
    pub(super) fn over(&mut self, game: usize) {
        self.matches[game].is_over = true;
        let clocks = self.judge.over(game);
        self.check_clocks(game, &clocks);
        self.figures.finished += 1;
    }

    /// Compares the games in which something was written with the store.
    fn compare(&mut self) {
        if !self.is_caught_up || !self.is_connected || !self.held.is_empty() {
            return;
        }
        for game in std::mem::take(&mut self.touched) {
            let stored = self.stored(game);
            let one = &self.matches[game];
            if one.is_over {
                continue;
            }
            let left = stored.log().iter().filter(|entry| entry.event.leaver().is_some()).count();
            let out = one.active.iter().filter(|active| !**active).count();
            let told = format!("game {game} at {}: {one:?}, {:?}", self.now(), self.page.open);
            assert_eq!((stored.position().ply(), left), (one.plies, out), "{told}");
            if !stored.is_running() {
                self.over(game);
            }
        }
    }
}
