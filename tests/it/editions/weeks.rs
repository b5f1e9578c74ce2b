//! How the weeks go by, from one instant at which something happens to the next.

use std::collections::{BTreeMap, BTreeSet};

use chat::{Audience, Outgoing, Reply, ThreadWork};
use host::replay_game;
use table::{EditionNo, Game, GameNo, MINUTE, Millis, Person, PersonId, PlaceId, Platform, SECOND};

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
    platform::post_id,
    simulation::{Pace, Simulation, Story, Tally},
};

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
    pub(super) posts: usize,
}

/// The people, events and games of the weeks.
pub(super) struct Weeks {
    pub(super) size: Size,
    /// The times in which the program could not hear.
    pub(super) away: Vec<(Millis, Option<Millis>)>,
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
    pub(super) figures: Figures,
}

/// Weeks under way.
pub(super) type Playing = Simulation<Weeks>;

impl Story for Weeks {
    type Deed = Deed;
    type About = Told;
    const PACE: Pace =
        Pace { lost_later: 5 * MINUTE, unnoticed: 45 * SECOND, reading_back: 30 * SECOND };

    fn do_it(of: &mut Playing, deed: Deed) {
        match deed {
            Deed::Type { person, no, words } => of.types(person, no, words),
            Deed::Act { game, board, person, words } => of.act(game, board, person, &words),
            Deed::Manage(no, whim) => of.manage(no, whim),
            Deed::Compare(no) => of.compare(no),
        }
    }

    fn is_typed(deed: &Deed) -> bool {
        matches!(deed, Deed::Act { .. } | Deed::Type { .. } | Deed::Manage(..))
    }

    fn kill(of: &mut Playing) {
        of.kill();
    }

    fn note(_: &Playing, out: &Outgoing) -> Told {
        Told {
            news: news::read(&out.reply.text),
            game: out.reply.game,
            opens_thread: matches!(out.reply.thread, Some(ThreadWork::Opens(_))),
        }
    }

    fn hears(of: &mut Playing, outbox: u64, out: &Outgoing) {
        of.story.figures.posts += 1;
        of.hear_of_league_game(&out.reply);
        of.judge_pings(outbox, &out.reply);
        let told = of.page.posts[&outbox].about.clone();
        if let Some((no, news)) = told.news {
            of.judge_news(no, news, &out.reply);
        } else if let Some(game) = told.game {
            of.judge_game(game, outbox, &out.reply);
        }
    }

    fn hears_unkept(of: &mut Playing, out: Outgoing) {
        of.story.answers.push(out);
    }

    fn stands(of: &mut Playing, outbox: u64) {
        if let Some((no, news)) = of.page.posts[&outbox].about.news.clone() {
            of.react(no, news);
        }
    }

    fn acknowledge(of: &mut Playing, outbox: u64, at: Millis) {
        if let Some(hosted) = &of.hosted {
            if of.page.posts[&outbox].about.opens_thread {
                let thread = PlaceId::channel(Platform::Discord, (700_000 + outbox).to_string());
                drop(hosted.host.threaded(outbox, post_id(outbox), at, Ok(thread)));
            } else {
                hosted.host.delivered(outbox, Some(post_id(outbox)), at);
            }
        }
        of.see(outbox);
    }

    fn heard(of: &mut Playing) {
        of.look_at_games();
        of.check_that_all_go_on();
    }

    fn lost(of: &mut Playing) {
        let now = of.now();
        of.story.away.push((now, None));
    }

    fn caught_up(of: &mut Playing) {
        let now = of.now();
        let away = of.story.away.iter_mut().filter(|(_, to)| to.is_none());
        away.for_each(|(_, to)| *to = Some(now));
    }
}

/// Plays all editions to their ends.
pub(super) fn play(size: Size) -> (Figures, Tally) {
    let mut chance = Chance::new(size.seed);
    let people = (0..=size.people).map(|n| Someone::new(n, &mut chance)).collect();
    let mut weeks = Simulation::new(Weeks::new(size, people), chance, size.start);
    weeks.arrange();
    while !weeks.is_done() || weeks.tally.kills < size.kills {
        let at = weeks.next_instant().expect("something goes on until all is over");
        assert!(at < size.start + size.longest(), "stuck: {:?}", weeks.story.editions);
        weeks.go_on_to(at);
    }
    weeks.finish();
    let (weeks, tally) = weeks.stop();
    (weeks.figures, tally)
}

impl Weeks {
    fn new(size: Size, people: Vec<Someone>) -> Self {
        Self {
            size,
            away: Vec::new(),
            answers: Vec::new(),
            people,
            editions: BTreeMap::new(),
            games: BTreeMap::new(),
            corrected: BTreeMap::new(),
            pinged: BTreeMap::new(),
            open: BTreeSet::new(),
            figures: Figures::default(),
        }
    }
}

impl Playing {
    fn arrange(&mut self) {
        self.restart();
        self.say(MANAGER, EVENTS[0].place(), &format!("!server set zone {ZONE}"), &[]);
        self.say(MANAGER, EVENTS[0].place(), "!server set threads ask", &[]);
        self.look();
        for (event, editions) in EVENTS.iter().zip(self.story.size.editions) {
            if editions > 0 {
                self.say(MANAGER, event.place(), event.line, &[]);
                self.look();
            }
        }
        self.arrange_troubles();
    }

    /// Returns `true` if all editions of all events are over.
    fn is_done(&self) -> bool {
        EVENTS.iter().zip(self.story.size.editions).all(|(event, editions)| {
            let of_event = self.story.editions.values().filter(|one| one.event.name == event.name);
            of_event.filter(|one| one.ended.is_some()).count() == editions
        })
    }

    /// Somebody writes something.
    pub(super) fn say(&mut self, person: usize, place: PlaceId, text: &str, mentioned: &[usize]) {
        let people = &self.story.people;
        let author = people[person].person.clone();
        let mentioned: Vec<Person> =
            mentioned.iter().map(|person| people[*person].person.clone()).collect();
        let is_thread = EVENTS.iter().all(|event| event.place() != place);
        self.write(&author, place, (text.to_owned(), mentioned), |incoming| {
            incoming.manages = person == MANAGER;
            incoming.within = is_thread.then(|| super::events::channel(0));
        });
    }

    /// Somebody asks something while the program hears it; gives the answers to them.
    pub(super) fn ask(&mut self, person: usize, event: &Event, text: &str) -> Vec<Reply> {
        self.story.answers.clear();
        self.say(person, event.place(), text, &[]);
        self.look();
        let who = &self.story.people[person].person.id;
        let is_theirs = |out: &Outgoing| out.reply.audience == Audience::Only(who.clone());
        std::mem::take(&mut self.story.answers)
            .into_iter()
            .filter(is_theirs)
            .map(|out| out.reply)
            .collect()
    }

    /// A game as it is stored.
    pub(super) fn stored(&self, game: GameNo) -> Option<Game> {
        let (row, events) = self.reader.as_ref()?.game(game).expect("it is read")?;
        let name = |id: &PersonId| {
            let key: usize = id.key().parse().expect("a number");
            self.story.people[key - super::people::FIRST_KEY].person.name.clone()
        };
        Some(replay_game(&row, &events, name).expect("it replays"))
    }

    /// For how long the program could not hear between two instants.
    pub(super) fn away_between(&self, from: Millis, to: Millis) -> Millis {
        let part = |(begin, end): &(Millis, Option<Millis>)| {
            (end.unwrap_or(to).min(to) - (*begin).max(from)).max(0)
        };
        self.story.away.iter().map(part).sum()
    }
}
