//! Random games of all kinds through the real host: each picture shows what the log, the words beside it and its alt
//! text tell.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::collections::BTreeSet;

use chat::{Incoming, Reply};
use games::{GameKind, OptionValues, Outcome, Roll};
use host::{Clock as _, ManualClock};
use render::Theme;
use scene::{Mark, Scene, Side, ply_target};
use table::{
    Game, GameNo, LogEvent, MessageId, Occupant, Person, PersonId, PlaceId, Platform, PlyRoll,
};

use crate::support::{
    chance::Chance,
    names::NAMES,
    pictures::renderer,
    tables::{Folder, START, Table, channel},
};

/// The fewest letters of a name that a picture shows.
const LEAST_OF_NAME: usize = 20;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_dozen_random_games_are_shown_as_they_are_told() {
    let mut told = 0;
    for seed in 0..12 {
        told += played(seed, 20).await;
    }
    assert!(told > 100, "{told} pictures");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "second tier: cargo xtask long"]
async fn a_hundred_random_games_are_shown_as_they_are_told() {
    for seed in 0..100 {
        let _ = played(seed, 120).await;
    }
}

/// A game that is being played: those who play it, and what has been told of it.
struct Match {
    table: Table,
    people: Vec<Person>,
    /// What a failure is to name: how the game was asked for, and what was answered last.
    context: String,
    answer: String,
    /// The number of the last ply that was told.
    told: usize,
    n_pictures: usize,
}

/// Plays a game that a seed chooses, for so many plies at most, and returns how many pictures it had.
async fn played(seed: u64, most: u32) -> usize {
    let mut chance = Chance::new(seed);
    let (kind, seats) = chosen(seed, &mut chance);
    let name = |n: usize| NAMES[(usize::try_from(seed).unwrap() * 3 + n) % NAMES.len()];
    let person = |n: usize| Person {
        id: PersonId::new(Platform::Local, format!("p{n}")),
        name: name(n).to_owned(),
    };
    let folder = Folder::new();
    // Where time begins goes into the dice.
    let clock = ManualClock::new(START + i64::try_from(seed).unwrap());
    let mut game = Match {
        table: Table::at(&folder.db(), &clock),
        people: (0..seats).map(person).collect(),
        context: String::new(),
        answer: String::new(),
        told: 0,
        n_pictures: 0,
    };
    game.begin(kind, &mut chance).await;
    while game.game().is_running() && game.game().position().ply() < most {
        let state = game.game();
        let Occupant::Person(mover) = state.occupant(state.position().to_move()) else { break };
        let mv = chance.one_of(&state.position().moves()).clone();
        game.say(mover, &channel(), &mv).await;
        assert!(
            game.game().position().ply() > state.position().ply(),
            "{}: {mv}: {}",
            game.context,
            game.answer
        );
    }
    if game.game().is_running() {
        let first = game.people[0].clone();
        game.say(&first, &channel(), "resign #1 yes").await;
    }
    let pictures = game.n_pictures;
    game.table.stop().await;
    pictures
}

/// The game of a seed and the number of its seats: first each game with each number, then what chance gives.
fn chosen(seed: u64, chance: &mut Chance) -> (GameKind, usize) {
    let seats = |kind| games::seats(kind).map(move |n| (kind, usize::from(n)));
    let all: Vec<_> = GameKind::ALL.into_iter().flat_map(seats).collect();
    let first = usize::try_from(seed).ok().and_then(|seed| all.get(seed)).copied();
    first.unwrap_or_else(|| {
        let kind = *chance.one_of(&GameKind::ALL);
        *chance.one_of(&all.into_iter().filter(|one| one.0 == kind).collect::<Vec<_>>())
    })
}

/// Some of the options of a game for so many players that go together, as people type them.
pub(crate) fn options(kind: GameKind, seats: usize, chance: &mut Chance) -> String {
    let mut chosen = Vec::new();
    for line in games::option_words(kind).0.iter().chain(games::look_lines(kind)) {
        let OptionValues::Words(values) = line.values else { continue };
        let is_of_rules = !games::look_lines(kind).iter().any(|look| look.key == line.key);
        if ["players", "teams", "setup", "preset"].contains(&line.key) || !chance.happens(25) {
            continue;
        }
        chosen.push(format!("{}={}", line.key, chance.one_of(values)));
        let seats = u8::try_from(seats).unwrap();
        if is_of_rules && games::canonical_options(kind, &chosen.join(","), seats).is_err() {
            chosen.pop();
        }
    }
    chosen.iter().map(|option| format!(" {option}")).collect()
}

impl Match {
    /// The first person invites the others, some of whose seats bots take; where men are arranged, that is left to
    /// chance.
    async fn begin(&mut self, kind: GameKind, chance: &mut Chance) {
        let all = self.people.clone();
        let (bots, people): (Vec<&Person>, Vec<&Person>) =
            all[1..].iter().partition(|_| chance.happens(40));
        let mut line = format!("challenge {} players:{} casual", kind.key(), all.len());
        line += &" bot:1".repeat(bots.len());
        people.iter().for_each(|person| line += &format!(" <@{}>", person.id.key()));
        line += &options(kind, all.len(), chance);
        self.context.clone_from(&line);
        self.say(&all[0], &channel(), &line).await;
        for person in &people {
            self.say(person, &channel(), "accept #1").await;
        }
        if games::arranges(kind) {
            for person in [&all[0]].into_iter().chain(people) {
                for line in ["setup random", "setup done"] {
                    self.say(person, &PlaceId::private(&person.id), line).await;
                }
            }
        }
        assert!(self.game().position().arranging().is_none(), "{line}: {}", self.answer);
    }

    /// The game as it is stored.
    fn game(&self) -> Game {
        let reader = self.table.store.reader().unwrap();
        let stored = reader.game(GameNo(1)).unwrap();
        let (row, events) = stored.unwrap_or_else(|| panic!("{}: {}", self.context, self.answer));
        let name = |id: &PersonId| {
            self.people.iter().find(|one| one.id == *id).map(|one| one.name.clone()).unwrap()
        };
        host::replay_game(&row, &events, name).unwrap()
    }

    /// Somebody says something; what is told then is checked against the log.
    async fn say(&mut self, person: &Person, place: &PlaceId, text: &str) {
        let n = self.n_pictures + self.told;
        let id = format!("{}-{n}-{}", self.table.clock.now(), text.len());
        self.table.clock.advance(std::time::Duration::from_millis(1));
        self.table.host.receive(Incoming {
            mentioned: self.people.clone(),
            private_answers: true,
            ..Incoming::line(
                MessageId::new(Platform::Local, id),
                person.clone(),
                place.clone(),
                text,
                self.table.clock.now(),
            )
        });
        for reply in self.table.replies().await {
            self.answer.clone_from(&reply.text);
            if reply.place == channel() && reply.picture().is_some() {
                self.check(&reply);
            }
        }
    }

    fn check(&mut self, reply: &Reply) {
        let game = self.game();
        let picture = reply.picture().unwrap();
        let scene = picture.drawing.scene().unwrap();
        let context = format!("{}\n{}\n{}", self.context, reply.text, picture.alt);
        let last = last_ply(scene, &picture.alt, &context);
        plies_are_told(scene, &reply.text, &game, self.told..last, &context);
        // A later message may have the end.
        if usize::try_from(game.position().ply()).unwrap() == last {
            turn_is_told(scene, reply, &game, &context);
        }
        taken_is_told(scene, &picture.alt, &context);
        names_are_told(scene, &self.people, &context);
        if scene.earlier.len() == 1 {
            let alone = Scene { earlier: Vec::new(), ..scene.clone() };
            let [numbered, alone] = [scene, &alone].map(|it| renderer().png(it, Theme::Wood, 200));
            assert!(numbered != alone, "numbers are seen: {context}");
        }
        self.told = last;
        self.n_pictures += 1;
    }
}

/// The number of the last ply, in which picture and alt text agree.
fn last_ply(scene: &Scene, alt: &str, context: &str) -> usize {
    let number = scene.panel.moment.strip_prefix("move ");
    match number {
        Some(number) => assert!(alt.contains(&format!(" Move {number}.")), "{context}"),
        None => assert!(!alt.contains(" Move "), "{context}"),
    }
    number.map_or(0, |number| number.parse().unwrap())
}

/// Each ply of the message stands in its words and is marked on the board, with the dice that the log has.
fn plies_are_told(
    scene: &Scene,
    text: &str,
    game: &Game,
    told: std::ops::Range<usize>,
    context: &str,
) {
    let of_log = game.log().iter().filter_map(|entry| match &entry.event {
        LogEvent::Ply { mv, roll, .. } => Some((mv, roll)),
        _ => None,
    });
    // A message about the end alone shows the last ply once more.
    let first = told.start.min(told.end.saturating_sub(1)).max(told.end.saturating_sub(8));
    let plies: Vec<_> = of_log.skip(first).take(told.end - first).collect();
    assert_eq!(scene.panel.plies.len(), plies.len(), "{context}");
    let marked: Vec<&[Mark]> =
        scene.earlier.iter().map(Vec::as_slice).chain([&scene.board.marks[..]]).collect();
    assert_eq!(marked.len(), plies.len().max(1), "{context}");
    for (((mv, roll), note), marks) in plies.into_iter().zip(&scene.panel.plies).zip(marked) {
        let target = ply_target(marks);
        let is_named = target.is_some_and(|at| mv.contains(&at.to_string()));
        assert!(is_named || mv == "pass", "{mv} leads to {target:?}: {context}");
        let faces = match roll {
            PlyRoll::Faces(roll, _) => *roll,
            _ => Roll::NONE,
        };
        let shown = note.fight.as_ref().map(|fight| Roll::pair(fight.attack.1, fight.defence.1));
        assert_eq!(shown.unwrap_or(Roll::NONE), faces, "{mv}: {context}");
        let is_new = !told.is_empty();
        for face in faces.as_slice().iter().filter(|_| is_new) {
            assert!(text.contains(&format!("**{face}**")), "{mv}: {context}");
        }
        let is_said = target.is_none_or(|at| text.contains(&at.to_string()));
        assert!(is_said || !is_new, "{mv}: {context}");
    }
}

/// Picture, words and alt text agree on who is to move, or on who has won.
fn turn_is_told(scene: &Scene, reply: &Reply, game: &Game, context: &str) {
    let (panel, alt) = (&scene.panel, &reply.picture().unwrap().alt);
    let with = |is: fn(&Side) -> bool| -> Vec<&str> {
        panel.sides.iter().filter(|side| is(side)).map(|side| &*side.name).collect()
    };
    let (movers, winners) = (with(|side| side.to_move), with(|side| side.won));
    if game.is_running() {
        assert_eq!((movers, winners), (vec![&*panel.headline], Vec::new()), "{context}");
        assert!(alt.contains(" to move"), "{context}");
        let seat = game.position().to_move();
        if let Occupant::Person(person) = game.occupant(seat) {
            assert_eq!(panel.headline, person.name, "{context}");
            assert!(alt.contains(&format!("({}) to move", person.name)), "{context}");
            let is_named = reply.text.contains(&format!("<@{}>", person.id));
            assert!(is_named || reply.text.contains(&*person.name), "{context}");
            assert!(reply.ping.iter().all(|id| *id == person.id), "{context}");
        }
        return;
    }
    assert!(movers.is_empty() && !alt.contains(" to move"), "{context}");
    let won = match game.outcome() {
        Some(Outcome::Win(seats, _)) => seats.len(),
        _ => 0,
    };
    assert_eq!(winners.len(), won, "{context}");
    for name in winners.into_iter().filter(|_| won == 1) {
        assert!(alt.contains(&format!("{name} wins")) || alt.contains("I win"), "{context}");
    }
    assert!(!panel.state.is_empty(), "the picture says why: {context}");
}

/// What stands on the plates of those who have taken something stands in the alt text, man for man.
fn taken_is_told(scene: &Scene, alt: &str, context: &str) {
    for side in scene.panel.sides.iter().filter(|side| !side.captured.is_empty()) {
        let head = format!("by {}: ", side.name);
        let list = alt.split_once(&head).unwrap_or_else(|| panic!("{head}: {context}")).1;
        let list = list.split([';', '.', '(']).next().unwrap();
        let count = |word: &str| match word.trim().split_once(' ') {
            Some((number, _)) => number.parse().unwrap_or(1),
            None => 1,
        };
        let told: usize = list.split(", ").map(count).sum();
        assert_eq!(told, side.captured.len(), "{head}: {context}");
    }
    if !scene.board.gone.is_empty() {
        assert!(alt.contains("Taken by "), "{context}");
    }
}

/// No two names of a picture are alike, and each is whole or has at least 20 of its letters.
fn names_are_told(scene: &Scene, people: &[Person], context: &str) {
    let names: BTreeSet<&str> = scene.panel.sides.iter().map(|side| &*side.name).collect();
    assert_eq!(names.len(), scene.panel.sides.len(), "{context}");
    for name in names {
        let begins = |one: &Person| {
            let most: String = one.name.chars().take(LEAST_OF_NAME).collect();
            name == one.name || name.starts_with(&most)
        };
        let is_bot = name.starts_with("Bot ") || name == table::BOT;
        assert!(is_bot || people.iter().any(begins), "{name}: {context}");
    }
}
