//! Transcripts: who says what and what is answered, with the real host on a real store.
//!
//! A transcript in `tests/data/transcripts/` has lines `name: what they say` and, behind each, the
//! replies as `  > text`, a picture as `  [picture: alt text]`, pings as `  (ping: name)`.
//! `name (6,3): …` sends the message with a salt that makes the next roll of its game come out so;
//! `name in PLACE: …` speaks elsewhere than in the page's channel: `server` is a public channel
//! with prefix, `private` a private chat. `ann and ben play: MOVE MOVE …` sends moves of the two in
//! turn and shows what is answered to the last one. `wait: 15m` lets time pass. A transcript that begins with `# On Discord` is
//! one of a server there: its channels have numbers, of which 1 is meant if none is named, ann owns it,
//! as elsewhere the page, and `name as 7` has the role 7. Of namesakes `ann~4711` is the one with that id. `UPDATE_TRANSCRIPTS=1 cargo test` writes what
//! is answered now; the change is reviewed like code.

use std::{collections::BTreeSet, fmt::Write as _, path::Path, sync::Arc, time::Duration};

use chat::{
    Action, Addressing, Audience, CommandInfo, Drawing, Incoming, Outgoing, Placeholder, Says,
    Weight, replace_placeholders,
};
use event::EditionEvent;
use games::{Dice, Die};
use host::{Clock as _, Entropy, HostHandle, HostSettings, ManualClock, Outbox};
use jiff::{Timestamp, civil::Weekday, tz::TimeZone};
use scene::{FightVerdict, Mark, Scene, ply_target};
use store::{Reader, Store};
use table::{EditionNo, MessageId, Person, PersonId, PlaceId, Platform, ServerId, parse_span};

use crate::support::{outbox::replies, pictures::renderer};

/// The beginning of the year 2026, when every transcript begins.
const NEW_YEAR: i64 = 1_767_225_600_000;

/// Secrets 00 01 … 1f and lots that keep everyone in the order of the offer.
#[derive(Debug)]
struct Fixed;

const SECRET: [u8; 32] = {
    let mut bytes = [0; 32];
    let mut i = 0;
    while i < 32 {
        bytes[i] = i as u8;
        i += 1;
    }
    bytes
};

impl Entropy for Fixed {
    fn secret(&mut self) -> Result<[u8; 32], String> {
        Ok(SECRET)
    }

    fn random_below(&mut self, _n: u32) -> u32 {
        0
    }
}

struct Session {
    host: HostHandle,
    outbox: Outbox,
    platform: Platform,
    clock: ManualClock,
    messages: u32,
    sent: u32,
    /// Rolls thrown so far in game 1, the only one whose dice a transcript may script.
    rolls: u32,
    reader: Reader,
    /// Ids of the messages with boards, by number, for replies.
    boards: Vec<MessageId>,
    last_id: MessageId,
    /// Everyone who has spoken: an adapter knows them by name.
    known: Vec<String>,
    /// Of every picture of several plies with large dice: the number of their ply, and how many plies
    /// there are.
    dice: Vec<(usize, usize)>,
}

/// Somebody whose id is their name, or what stands behind it: `ann~4711`.
fn person(platform: Platform, name: &str) -> Person {
    let (name, key) = name.split_once('~').unwrap_or((name, name));
    Person { id: PersonId::new(platform, key), name: name.to_owned() }
}

/// A salt that makes roll `n` of game 1 show these faces, whatever dice it throws: the attacker's
/// and defender's dice are tried in all sizes, and the first salt that fits the named ones counts.
fn salt_for(n: u32, attack: (u8, u8), defence: (u8, u8)) -> String {
    let secret = dice::Secret::from_bytes(SECRET);
    let dice = Dice::pair(Die::new(attack.0), Die::new(defence.0));
    (0..100_000)
        .map(|i| format!("s{i}"))
        .find(|salt| dice::roll("1", &secret, n, salt, &dice).as_slice() == [attack.1, defence.1])
        .expect("some salt gives every roll")
}

/// The board of a drawing after it was kept: that of a game is drawn from the game's log.
fn redrawn(reader: &Reader, drawing: &Drawing) -> Option<Scene> {
    let kept = serde_json::to_string(drawing).expect("it can be kept");
    match serde_json::from_str(&kept).expect("it can be read") {
        Drawing::Board(scene) => Some(scene),
        Drawing::OfGame(mut recipe) => {
            assert!(recipe.scene().is_none() && kept.len() < 400, "{kept}");
            let (game, events) = reader.game(recipe.game()).expect("a read")?;
            recipe.redraw(&mut host::board_replay(&game, &events)?);
            recipe.scene().cloned()
        }
        mut kept @ (Drawing::Replay(_) | Drawing::Card(_)) => {
            let game = kept.drawn_from().expect("it is of a game");
            let (row, events) = reader.game(game).expect("a read")?;
            kept.redraw(&mut host::board_replay(&row, &events)?);
            assert_eq!((still_of(&kept), &kept), (still_of(drawing), drawing), "from the log");
            still_of(&kept)
        }
        other @ (Drawing::Curve(_) | Drawing::Standings(_)) => {
            assert_eq!(&other, drawing, "as it was kept");
            None
        }
    }
}

/// The picture of the one ply that a drawing shows, also on a card.
fn still_of(drawing: &Drawing) -> Option<Scene> {
    match drawing {
        Drawing::Replay(recipe) => recipe.still(),
        Drawing::Card(recipe) => recipe.sheet().map(|card| card.scene.clone()),
        _ => None,
    }
}

impl Session {
    fn start(path: &Path, platform: Platform) -> Self {
        let store = Store::open(path).expect("a new store opens");
        let renderer = renderer();
        let clock = ManualClock::new(NEW_YEAR);
        let settings = HostSettings::new(platform);
        let reader = store.reader().expect("the store can be read");
        let (host, outbox) =
            host::start(store, settings, Arc::new(clock.clone()), Box::new(Fixed), renderer)
                .expect("the host starts");
        Self {
            host,
            outbox,
            platform,
            clock,
            reader,
            messages: 0,
            sent: 0,
            rolls: 0,
            boards: Vec::new(),
            last_id: MessageId::new(platform, "m0"),
            known: Vec::new(),
            dice: Vec::new(),
        }
    }

    /// The place that is meant if none is named.
    const fn usual_place(&self) -> &'static str {
        match self.platform {
            Platform::Local => "channel",
            Platform::Discord => "1",
        }
    }

    /// Says a line `name[ (d8:6,d4:3)][ in PLACE][ again][ to N]` with a text.
    fn say(&mut self, head: &str, text: &str) {
        let mut words = head.split(' ');
        let name = words.next().unwrap_or_default().to_owned();
        let platform = self.platform;
        let mut place = self.usual_place().to_owned();
        let (mut salt, mut again, mut reply_to, mut roles) = (None, false, None, Vec::new());
        let rest: Vec<&str> = words.collect();
        let mut i = 0;
        while i < rest.len() {
            match rest[i] {
                "in" => {
                    i += 1;
                    rest[i].clone_into(&mut place);
                }
                "as" => {
                    i += 1;
                    roles.push(rest[i].to_owned());
                }
                "again" => again = true,
                "to" => {
                    i += 1;
                    reply_to = Some(match rest[i] {
                        "last" => MessageId::new(platform, format!("b{}", self.sent)),
                        n => self.boards[n.parse::<usize>().expect("a board number") - 1].clone(),
                    });
                }
                roll => salt = Some(self.scripted(roll)),
            }
            i += 1;
        }
        if !again {
            self.messages += 1;
            self.last_id = MessageId::new(platform, format!("m{}", self.messages));
        }
        if !self.known.contains(&name) {
            self.known.push(name.clone());
        }
        let addressing = match place.as_str() {
            "channel" => Addressing::Open,
            "private" => Addressing::Private,
            _ => Addressing::Channel,
        };
        self.clock.advance(Duration::from_millis(1));
        let on_server = platform.has_servers() && addressing == Addressing::Channel;
        self.host.receive(Incoming {
            addressing,
            server: on_server.then(|| ServerId::new(platform, "9")),
            manages: (on_server || !platform.has_servers()) && name == "ann",
            roles,
            mentioned: self
                .known
                .iter()
                .map(|known| person(platform, known))
                .filter(|known| {
                    text.contains(&format!("@{}", known.name))
                        || text.contains(&format!("<@{}>", known.id.key()))
                })
                .collect(),
            reply_to,
            salt: salt.unwrap_or_else(|| format!("m{}", self.messages)),
            private_answers: platform == Platform::Local,
            ..Incoming::line(
                self.last_id.clone(),
                person(platform, &name),
                match addressing {
                    Addressing::Private => person(platform, &name).id.private_place(),
                    Addressing::Open | Addressing::Channel => PlaceId::channel(platform, place),
                },
                text.replace("\\n", "\n"),
                self.clock.now(),
            )
        });
    }

    /// Sends one line after the other, from these people in turn, and returns the answers to the last.
    async fn play_out(&mut self, people: &str, lines: &str) -> String {
        let people = people.split(" and ");
        let mut last = String::new();
        for (line, name) in lines.split(' ').zip(people.cycle()) {
            self.say(name, line);
            last = self.answers().await;
        }
        last
    }

    /// Lets a span of time pass, a few minutes at a time, and returns what is said meanwhile.
    async fn wait(&mut self, span: &str) -> String {
        const STEP: i64 = 300_000;
        let mut left = parse_span(span).expect("a span of time");
        let mut said = String::new();
        while left > 0 {
            let step = left.min(STEP);
            left -= step;
            self.clock.advance(Duration::from_millis(u64::try_from(step).expect("a step forward")));
            said.push_str(&self.answers().await);
        }
        said
    }

    /// `(d8:6,d4:3)` as a salt for the next roll.
    fn scripted(&mut self, roll: &str) -> String {
        let roll = roll.trim_matches(['(', ')']);
        let die = |text: &str| -> (u8, u8) {
            let (die, face) = text.split_once(':').expect("die:face");
            (die[1..].parse().expect("sides"), face.parse().expect("face"))
        };
        let (attack, defence) = roll.split_once(',').expect("two dice");
        self.rolls += 1;
        salt_for(self.rolls, die(attack), die(defence))
    }

    /// Everything that is answered until nothing is under way any more.
    async fn answers(&mut self) -> String {
        let mut text = String::new();
        self.host.settled().await;
        for out in replies(&mut self.outbox) {
            self.show(&mut text, &out);
        }
        text
    }

    fn show(&mut self, text: &mut String, out: &Outgoing) {
        self.sent += 1;
        let id = MessageId::new(self.platform, format!("b{}", self.sent));
        let reply = &out.reply;
        if let Audience::Only(who) = &reply.audience {
            let _ = writeln!(text, "  (to {} alone)", who.key());
        }
        if reply.place != PlaceId::channel(self.platform, self.usual_place()) {
            let _ = writeln!(text, "  (in {})", reply.place);
        }
        for line in without_ids(&reply.text).lines() {
            let _ = writeln!(text, "  > {line}");
        }
        if let Some(picture) = reply.picture() {
            self.boards.push(id.clone());
            let _ = writeln!(text, "  [picture {}: {}]", self.boards.len(), picture.alt);
            let scene = picture.drawing.scene().cloned().or_else(|| still_of(&picture.drawing));
            let has_none = matches!(picture.drawing, Drawing::Curve(_) | Drawing::Standings(_));
            assert_eq!(scene.is_none(), has_none || picture.drawing.moves(), "no board");
            assert_eq!(redrawn(&self.reader, &picture.drawing), scene, "from the log");
            self.dice.extend(scene.as_ref().and_then(check_dice));
            let begins: &[u8] = if picture.drawing.moves() { b"GIF89a" } else { b"\x89PNG" };
            assert!(out.png.as_ref().is_some_and(|file| file.starts_with(begins)), "a picture");
            // Those of other pictures are those that fit now.
            let is_ply = matches!(&picture.drawing, Drawing::Replay(recipe) if recipe.is_still());
            let own = is_ply.then_some(&reply.actions);
            for action in own.into_iter().flatten() {
                let _ = writeln!(text, "  [{}: {}]", action.label, action.line);
            }
        }
        if let Some(file) = reply.file() {
            let _ = writeln!(text, "  [file {}]", file.name);
            for line in file.text.lines() {
                let _ = writeln!(text, "  | {line}");
            }
        }
        if !reply.ping.is_empty() {
            let names: Vec<&str> = reply.ping.iter().map(PersonId::key).collect();
            let _ = writeln!(text, "  (ping: {})", names.join(", "));
        }
        match (out.outbox, reply.game) {
            (Some(outbox), _) => self.host.delivered(outbox, Some(id), self.clock.now()),
            (None, Some(game)) => self.host.posted(reply.place.clone(), game, id),
            (None, None) => {}
        }
    }

    /// Returns what fits now for a person in a place: `ann can: channel`.
    async fn fitting(&self, name: &str, place: &str) -> String {
        let place = match place {
            "private" => person(self.platform, name).id.private_place(),
            _ => PlaceId::channel(self.platform, place),
        };
        let mut text = String::new();
        for action in self.host.actions_at(&person(self.platform, name).id, &place).await {
            let Action { id: _, line, label, weight, says, game, ply, question: _ } = action;
            let _ = write!(text, "  * {line}");
            if label != line {
                let _ = write!(text, " [{label}]");
            }
            if weight != Weight::Normal {
                let _ = write!(text, " {weight:?}");
            }
            if says != Says::Here {
                let _ = write!(text, " {says:?}");
            }
            let about = game.map(|no| format!(" ({no}, ply {})", ply.unwrap_or_default()));
            let _ = writeln!(text, "{}", about.unwrap_or_default());
        }
        text
    }
}

/// Checks that the large dice of a picture are those of the last fight that its board marks. Where
/// several plies are marked, gives the number of that fight's ply, and how many there are.
fn check_dice(scene: &Scene) -> Option<(usize, usize)> {
    let notes = &scene.panel.plies;
    let (index, large) = notes
        .iter()
        .enumerate()
        .rev()
        .find_map(|(index, ply)| Some((index, ply.fight.as_ref()?)))?;
    let plies: Vec<_> = scene.numbered().collect();
    if plies.is_empty() {
        // A single ply, which is a fight: nothing else is marked.
        assert_eq!(notes.len(), 1);
        assert!(ply_target(&scene.board.marks).is_some(), "{:?}", scene.board.marks);
        return None;
    }
    assert_eq!(notes.len(), plies.len());
    let (marks, later) = (plies[index], &plies[index + 1..]);
    assert!(ply_target(marks).is_some(), "{plies:?}");
    let is_push = |marks: &[Mark]| marks.iter().any(|mark| matches!(mark, Mark::Push(..)));
    assert_eq!(is_push(marks), large.verdict == FightVerdict::Push, "{plies:?}");
    assert!(!later.iter().any(|marks| is_push(marks)), "a later ply was a fight: {plies:?}");
    Some((index + 1, plies.len()))
}

/// Plays the lines of a transcript and returns it with what is answered now.
async fn play(script: &str) -> String {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let on_discord = script.starts_with("# On Discord");
    let platform = if on_discord { Platform::Discord } else { Platform::Local };
    let mut session = Session::start(&folder.path().join("test.db"), platform);
    let mut written = String::new();
    for line in script.lines() {
        if line.starts_with("  ") {
            continue;
        }
        written.push_str(line);
        written.push('\n');
        if let Some((head, text)) = line.split_once(": ").filter(|_| !line.starts_with('#')) {
            let answers = match (head.strip_suffix(" play"), head.strip_suffix(" can")) {
                (Some(people), _) => session.play_out(people, text).await,
                (_, Some(name)) => session.fitting(name, text).await,
                _ if head == "wait" => session.wait(text).await,
                _ => {
                    session.say(head, text);
                    session.answers().await
                }
            };
            written.push_str(&answers);
        }
    }
    session.host.stop().await;
    written
}

/// A text whose links to boards name the game alone: which id a message gets is left to chance where
/// several are on their way.
fn without_ids(text: &str) -> String {
    replace_placeholders(text, |inset| match &inset {
        Placeholder::Message { game, .. } => format!(" <board {game}>"),
        Placeholder::Instant(_) | Placeholder::Date(_) => inset.tag(),
    })
}

async fn check(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data/transcripts")
        .join(format!("{name}.txt"));
    let script = std::fs::read_to_string(&path).expect("the transcript is there");
    let played = play(&script).await;
    if std::env::var_os("UPDATE_TRANSCRIPTS").is_some() {
        std::fs::write(&path, played).expect("the transcript is written");
    } else {
        assert_eq!(script, played, "transcript {name}; UPDATE_TRANSCRIPTS=1 writes it anew");
    }
}

macro_rules! transcripts {
    ($($name:ident),* $(,)?) => {$(
        #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
        async fn $name() {
            check(stringify!($name)).await;
        }
    )*};
}

transcripts!(
    friends,
    against_the_bot,
    refusals,
    offers,
    takebacks,
    talk,
    ends,
    several_games,
    which_game,
    someone,
    names,
    asking,
    many_seats,
    four_seats,
    three_friends,
    three_seats_in_a_channel,
    mix,
    mix_ends,
    mix_refusals,
    cyvasse_set_ups,
    cyvasse_open,
    cyvasse,
    draw_answers,
    draw_offers,
    as_people_say,
    nearest_help,
    profiles,
    profiles_page,
    challenged_back,
    among_others,
    replay,
    reply_to_a_board,
    what_fits,
    conditional,
    server_settings,
    ratings,
    events,
    events_league,
    events_managed,
    events_called_off,
    events_from_elsewhere,
    events_arriving,
    events_put_off,
    events_set_up,
    events_unread,
    events_in_closed_channel,
    equal_offers,
    idle,
);

/// What people say to each other where no prefix is needed, with a game, an offer and an event to talk about:
/// every line begins like a command, or like something that people ask of the bot.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ordinary_lines_stay_silent() {
    let lines: Vec<&str> = include_str!("../data/ordinary_lines.txt").lines().collect();
    assert!(lines.len() >= 200);
    for name in chat::commands().flat_map(CommandInfo::names) {
        let first = name.split(' ').next().unwrap_or_default();
        let begins = |line: &str| line.split(' ').next().is_some_and(|word| word == first);
        assert!(lines.iter().any(|line| begins(line)), "no line begins with {first}");
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut session = Session::start(&folder.path().join("test.db"), Platform::Local);
    for (name, line) in [
        ("ben", "tournament create \"Friday\" start:2h"),
        ("ann", "tournament create \"Friday\" start:2h"),
        ("ann", "challenge @ben"),
        ("ben", "accept"),
        ("ben", "challenge @ann martian"),
    ] {
        session.say(name, line);
        assert_ne!(session.answers().await, "", "{line}");
    }
    let mut answered = String::new();
    for line in lines {
        session.say("ann", line);
        let answers = session.answers().await;
        if !answers.is_empty() {
            let _ = write!(answered, "{line}\n{answers}");
        }
    }
    session.host.stop().await;
    assert_eq!(answered, "");
}

/// Whoever has typed a command, well or not, can be named without a mention; whoever only talks cannot.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_has_typed_a_command_is_known_by_name() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut session = Session::start(&folder.path().join("test.db"), Platform::Local);
    for (name, line) in [
        ("solo", "resign #99"),
        ("asks", "help"),
        ("slip", "board #99 please"),
        ("sets", "theme slate"),
        ("talk", "good morning"),
        ("near", "next week"),
    ] {
        session.say(name, line);
        session.answers().await;
    }
    // Nobody is mentioned from now on.
    session.known.clear();
    for (name, is_known) in [
        ("Solo", true),
        ("asks", true),
        ("slip", true),
        ("sets", true),
        ("talk", false),
        ("near", false),
    ] {
        session.say("ann", &format!("challenge @{name}"));
        let answer = session.answers().await;
        assert_eq!(answer.contains("invites you"), is_known, "{answer}");
    }
    session.host.stop().await;
}

/// The moves that an answer names, an attack first if there is one, otherwise a step forward.
fn named_moves(answer: &str) -> Vec<&str> {
    let is_move = |text: &&str| matches!(text.as_bytes(), [_, b'1'..=b'6', b'-' | b'x', _, _, ..]);
    let mut moves: Vec<&str> = answer.split('`').filter(is_move).collect();
    moves.sort_by_key(|mv| {
        let [from, to] = [1, 4].map(|at| mv.as_bytes().get(at).copied());
        (!mv.contains('x'), to <= from)
    });
    moves
}

/// A game with dice against the bot: each message tells the player's ply and the bot's answer, and
/// the dice beside the board are those of a ply that the board marks.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn dice_beside_the_board_are_of_a_ply_on_the_board() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut session = Session::start(&folder.path().join("test.db"), Platform::Local);
    session.say("eve", "challenge lyra bot 1");
    session.answers().await;
    for _ in 0..30 {
        session.say("eve", "legal");
        let answer = session.answers().await;
        let Some(mv) = named_moves(&answer).first().map(|mv| (*mv).to_owned()) else { break };
        session.say("eve", &mv);
        session.answers().await;
    }
    session.host.stop().await;
    let dice = &session.dice;
    assert!(dice.iter().all(|(_, plies)| *plies == 2), "{dice:?}");
    assert!(dice.contains(&(2, 2)), "the bot fights: {dice:?}");
    assert!(dice.contains(&(1, 2)), "the bot answers a fight by a step: {dice:?}");
}

/// Returns when an edition begins, as its log has it.
fn start_of(reader: &Reader, no: EditionNo) -> i64 {
    let (_, log) = reader.edition(no).expect("a read").expect("it was announced");
    match EditionEvent::parse(&log[0].text) {
        Some(EditionEvent::Created { settings }) => settings.start,
        other => panic!("{no} begins with {other:?}"),
    }
}

/// A weekly event to which nobody comes is called off and announced anew, and begins at the same time by
/// the clocks of its server for a year, in which they are changed twice.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_weekly_event_begins_at_seven_by_the_clocks_of_berlin_for_a_year() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut session = Session::start(&folder.path().join("test.db"), Platform::Discord);
    session.say("ann", "!server set zone Europe/Berlin");
    session.say("ann", "!tournament weekly \"Friday\" start:\"Fri 19:00\"");
    session.answers().await;
    let berlin = TimeZone::get("Europe/Berlin").expect("a zone");
    let mut starts = Vec::new();
    for no in (1..=52).map(EditionNo) {
        let start = start_of(&session.reader, no);
        starts.push(Timestamp::from_millisecond(start).expect("in range").to_zoned(berlin.clone()));
        let mut said = String::new();
        // The reminder of the first one is due before that of the others.
        for before in [86_400_000, 900_000, 0] {
            let until = u64::try_from(start - before - session.clock.now()).unwrap_or(0);
            session.clock.advance(Duration::from_millis(until));
            said = session.answers().await;
        }
        assert!(said.contains(&format!("({no}) is called off: nobody came")), "{said}");
    }
    session.host.stop().await;
    assert!(
        starts.iter().all(|at| (at.weekday(), at.hour(), at.minute()) == (Weekday::Friday, 19, 0))
    );
    let days = starts.windows(2).map(|pair| pair[0].date().until(pair[1].date()));
    assert!(days.map(|span| span.expect("in range").get_days()).all(|days| days == 7));
    let offsets: BTreeSet<i32> = starts.iter().map(|at| at.offset().seconds()).collect();
    assert_eq!(offsets, BTreeSet::from([3_600, 7_200]));
}
