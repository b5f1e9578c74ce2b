//! Who may see a game, over every command and every other way in which a game can be named: whoever
//! may not see it is answered as if it did not exist, byte for byte.

use std::{path::Path, sync::Arc, time::Duration};

use chat::{
    Addressing, CommandInfo, Incoming, NamedCommand, NamedValues, Outgoing, ParameterKind, Targets,
    Typing, Where, Who, commands,
};
use host::{Entropy, HostHandle, HostSettings, ManualClock, Outbox};
use render::Renderer;
use serde_json::json;
use store::Store;
use table::{GameNo, MessageId, Person, PersonId, PlaceId, Platform, ServerId};

use crate::support::{local_page::LocalPage, outbox::replies};

/// A number that no game has, as long as those that some have.
const NONE: u32 = 999;

/// The same secret and the same lots for every game.
#[derive(Debug)]
struct Steady;

impl Entropy for Steady {
    fn secret(&mut self) -> Result<[u8; 32], String> {
        Ok([7; 32])
    }

    fn random_below(&mut self, _n: u32) -> u32 {
        0
    }
}

fn person(name: &str) -> Person {
    Person { id: PersonId::new(Platform::Discord, name), name: name.to_owned() }
}

/// A place where somebody asks: a channel with its server, or a private chat without one.
type Spot<'a> = (&'a str, Option<&'a str>);

/// Two channels of one server, a channel of it of which the program does not know that, a channel of
/// another server, and three private chats, which Discord numbers like channels.
const HERE: Spot<'_> = ("10", Some("1"));
const BESIDE: Spot<'_> = ("11", Some("1"));
const UNKNOWN: Spot<'_> = ("12", None);
const ABROAD: Spot<'_> = ("20", Some("2"));
const OF_ANN: Spot<'_> = ("30", None);
const OF_CARL: Spot<'_> = ("31", None);

fn place((key, _): Spot<'_>) -> PlaceId {
    PlaceId::channel(Platform::Discord, key)
}

fn server(key: &str) -> ServerId {
    ServerId::new(Platform::Discord, key)
}

struct Session {
    host: HostHandle,
    outbox: Outbox,
    messages: u32,
}

impl Session {
    fn start(folder: &Path) -> Self {
        let store = Store::open(&folder.join("privacy.db")).expect("a new store opens");
        let settings = HostSettings::new(Platform::Discord);
        let renderer = Renderer::blank();
        let clock = Arc::new(ManualClock::new(0));
        let (host, outbox) = host::start(store, settings, clock, Box::new(Steady), renderer)
            .expect("the host starts");
        Self { host, outbox, messages: 0 }
    }

    fn message(&mut self, name: &str, spot: Spot<'_>, text: &str) -> Incoming {
        self.messages += 1;
        let id = MessageId::new(Platform::Discord, format!("m{}", self.messages));
        let private = [OF_ANN, OF_CARL].contains(&spot);
        Incoming {
            addressing: if private { Addressing::Private } else { Addressing::Channel },
            others_present: !private,
            server: spot.1.map(server),
            to_bot: true,
            mentioned: vec![person("ann"), person("ben")],
            ..Incoming::line(id, person(name), place(spot), text, 0)
        }
    }

    /// Returns what is answered to a message.
    async fn answers(&mut self, message: Incoming) -> Vec<Outgoing> {
        self.host.receive(message);
        self.host.settled().await;
        replies(&mut self.outbox)
    }

    async fn say(&mut self, name: &str, spot: Spot<'_>, text: &str) -> Vec<Outgoing> {
        let message = self.message(name, spot, text);
        self.answers(message).await
    }

    /// Returns what a command is answered about a game, without the ids of messages, every byte of it.
    async fn asked(
        &mut self,
        name: &str,
        spot: Spot<'_>,
        info: &CommandInfo,
        no: u32,
    ) -> Option<String> {
        let values = values(info, no)?;
        let command = Some(NamedCommand { path: info.path.to_owned(), values });
        let message = Incoming { command, ..self.message(name, spot, "") };
        Some(bytes(self.answers(message).await))
    }

    /// Returns what a line is answered.
    async fn line(&mut self, name: &str, spot: Spot<'_>, text: &str) -> String {
        bytes(self.say(name, spot, text).await)
    }

    /// Returns `true` if a game is shown to somebody who asks for its board.
    async fn shows(&mut self, name: &str, spot: Spot<'_>, no: u32) -> bool {
        let told = self.line(name, spot, &format!("board {no}")).await;
        assert_ne!(told, "[]", "{name} gets no answer");
        !told.contains("There is no game")
    }
}

/// Replies as text, without the message that they answer and their numbers.
fn bytes(outgoing: Vec<Outgoing>) -> String {
    let replies = outgoing.into_iter().map(|mut out| {
        out.reply.reply_to = None;
        serde_json::to_string(&out.reply).expect("a reply can be written")
    });
    format!("{:?}", replies.collect::<Vec<_>>())
}

/// The values of a command about a game; `None` for a command that names none.
fn values(info: &CommandInfo, no: u32) -> Option<NamedValues> {
    let is_no = |kind: ParameterKind| matches!(kind, ParameterKind::GameNo { .. });
    info.parameters.iter().find(|parameter| is_no(parameter.kind))?;
    let needed = info.parameters.iter().filter(|one| one.required || is_no(one.kind));
    let value = |kind: ParameterKind| match kind {
        ParameterKind::GameNo { .. } => no.to_string(),
        ParameterKind::Person | ParameterKind::Opponents => "<@ben>".to_owned(),
        ParameterKind::Game => "lyra".to_owned(),
        ParameterKind::Choice(words) => words[0].word.to_owned(),
        ParameterKind::Move => "c2-c3".to_owned(),
        ParameterKind::Square | ParameterKind::Piece => "c2".to_owned(),
        ParameterKind::Side(_) => "white".to_owned(),
        ParameterKind::Flag(_) => "true".to_owned(),
        ParameterKind::Clock => "2d/move".to_owned(),
        ParameterKind::Span => "1d".to_owned(),
        ParameterKind::Level | ParameterKind::Number { .. } => "2".to_owned(),
        _ => "show".to_owned(),
    };
    Some(needed.map(|one| (one.name.to_owned(), value(one.kind))).collect())
}

/// Games of every kind: #1 runs in a server, #2 in a channel whose server is not known, #3 in a private
/// chat, #4 is an open offer in the server, #5 of that server is over.
async fn games(session: &mut Session) {
    for (name, spot, text) in [
        ("ann", HERE, "challenge <@ben> lyra white"),
        ("ben", HERE, "accept 1"),
        ("ann", UNKNOWN, "challenge <@ben> lyra white"),
        ("ben", UNKNOWN, "accept 2"),
        ("ann", OF_ANN, "challenge bot 1 lyra white"),
        ("ann", HERE, "challenge anyone martian players:4"),
        ("ann", HERE, "challenge <@ben> lyra white"),
        ("ben", HERE, "accept 5"),
        ("ben", HERE, "resign 5 yes"),
    ] {
        assert!(!session.say(name, spot, text).await.is_empty(), "{name}: {text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_may_not_see_a_game_is_answered_as_if_there_were_none() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut session = Session::start(folder.path());
    games(&mut session).await;
    // Which games carl does not see, by the place in which he asks.
    let hidden: [(Spot<'_>, &[u32]); 5] = [
        (HERE, &[2, 3]),
        (BESIDE, &[2, 3]),
        (UNKNOWN, &[1, 3, 4, 5]),
        (ABROAD, &[1, 2, 3, 4, 5]),
        (OF_CARL, &[1, 2, 3, 4, 5]),
    ];
    let mut asked = 0;
    for (spot, numbers) in hidden {
        for info in commands() {
            let Some(none) = session.asked("carl", spot, info, NONE).await else { continue };
            // What nobody else may read is refused where others do, whatever it is about.
            // What takes a manager, or a server where there is none, is refused before any game is looked up.
            let is_named = none.contains("#999")
                || info.place == Where::Unseen
                || info.who == Who::Manager
                || info.place == Where::InServer && spot.1.is_none();
            assert!(is_named, "{}: {none}", info.path);
            for no in numbers {
                let told = session.asked("carl", spot, info, *no).await;
                let as_if = none.replace("999", &no.to_string());
                assert_eq!(told, Some(as_if), "`{}` about #{no} in {spot:?}", info.path);
                asked += 1;
            }
        }
        for line in ["#N", "#N c2-c3", "#N draw", "board N text", "accept N", "setup #N default"] {
            let none = session.line("carl", spot, &line.replace('N', "999")).await;
            for no in numbers {
                let no = no.to_string();
                let told = session.line("carl", spot, &line.replace('N', &no)).await;
                assert_eq!(told, none.replace("999", &no), "`{line}` about #{no} in {spot:?}");
            }
        }
        for line in ["games <@ann>", "games here", "games open", "games", "next", "legal"] {
            // Examples name a game #12, which is none of these.
            let told = session.line("carl", spot, line).await.replace("#12", "");
            for no in numbers {
                let named = format!("#{no}");
                assert!(!told.contains(&named), "`{line}` in {spot:?} names {named}: {told}");
            }
        }
        for no in numbers {
            questions_tell_nothing(&session, spot, *no).await;
        }
    }
    assert!(asked > 200, "only {asked} questions were asked");
}

/// What a surface asks without a message tells carl nothing of a game either.
async fn questions_tell_nothing(session: &Session, spot: Spot<'_>, no: u32) {
    let (carl, place) = (person("carl").id, place(spot));
    let targets = session.host.targets(&carl, &place, GameNo(no), "c2").await;
    assert_eq!(targets, Targets::default(), "{spot:?}");
    let actions = session.host.actions_at(&carl, &place).await;
    assert!(actions.iter().all(|action| action.game != Some(GameNo(no))), "{spot:?}");
    for (path, parameter) in
        [("move", "move"), ("why", "square"), ("board", "game"), ("mod result", "game")]
    {
        let named = NamedValues::from([("game".to_owned(), no.to_string())]);
        let typing = Typing {
            who: carl.clone(),
            place: place.clone(),
            server: spot.1.map(server),
            manages: true,
            roles: Vec::new(),
            path: path.to_owned(),
            parameter: parameter.to_owned(),
            typed: String::new(),
            named,
        };
        let choices = session.host.completions(typing).await;
        let told = |label: &str| parameter != "game" || label.starts_with(&format!("#{no} "));
        assert!(choices.iter().all(|choice| !told(&choice.label)), "{path} in {spot:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn players_see_their_games_anywhere_and_a_server_its_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut session = Session::start(folder.path());
    games(&mut session).await;
    for spot in [HERE, BESIDE, UNKNOWN, ABROAD, OF_ANN] {
        for no in 1..=5 {
            assert!(session.shows("ann", spot, no).await, "#{no} from {spot:?}");
        }
    }
    for (spot, numbers) in [(HERE, [1, 4, 5]), (BESIDE, [1, 4, 5]), (UNKNOWN, [2, 2, 2])] {
        for no in numbers {
            assert!(session.shows("carl", spot, no).await, "#{no} from {spot:?}");
        }
    }
    // An offer of the server can be taken there, and nowhere else.
    assert!(session.line("carl", ABROAD, "accept 4").await.contains("There is no game #4"));
    assert!(session.line("carl", BESIDE, "accept 4").await.contains("#4"));
    assert!(session.shows("carl", ABROAD, 4).await, "a player sees the game from anywhere");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reply_to_a_board_that_is_hidden_names_no_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut session = Session::start(folder.path());
    games(&mut session).await;
    let shown = session.say("ann", HERE, "board 3").await;
    let board = MessageId::new(Platform::Discord, "board");
    let no = shown[0].reply.game.expect("it is about a game");
    session.host.posted(place(HERE), no, board.clone());
    let none = MessageId::new(Platform::Discord, "nothing");
    for line in ["legal", "record", "board", "why c2", "verify", "resign", "c2-c3"] {
        let mut told = Vec::new();
        for to in [&board, &none] {
            let message = session.message("carl", HERE, line);
            let answers = session.answers(Incoming { reply_to: Some(to.clone()), ..message }).await;
            told.push(bytes(answers));
        }
        assert_eq!(told[0], told[1], "{line}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn games_of_before_are_seen_in_their_server_once_the_platform_tells_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut session = Session::start(folder.path());
    games(&mut session).await;
    assert!(!session.shows("carl", BESIDE, 2).await);
    session.host.places(server("1"), [HERE, BESIDE, UNKNOWN].map(place).to_vec());
    let mut tries = 0;
    while !session.shows("carl", BESIDE, 2).await {
        tries += 1;
        assert!(tries < 1_000, "the server is never known");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert!(!session.shows("carl", ABROAD, 2).await);
    // A move of a game that was in memory before does not forget it.
    session.say("ann", UNKNOWN, "#2 c2-c3").await;
    assert!(session.shows("carl", BESIDE, 2).await);
    // The private game stays private.
    assert!(!session.shows("carl", BESIDE, 3).await);
    let ann_in = (UNKNOWN.0, Some("1"));
    assert!(session.shows("carl", ann_in, 1).await);
}

/// A page that is opened on a database of Discord shows none of its games, nor their pictures.
#[tokio::test(flavor = "multi_thread")]
async fn a_page_shows_no_game_of_another_platform() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut session = Session::start(folder.path());
    games(&mut session).await;
    for end in ["", "-wal"] {
        let file = |name: &str| folder.path().join(format!("{name}.db{end}"));
        std::fs::copy(file("privacy"), file("page")).expect("the database is copied");
    }
    let page = LocalPage::open(folder.path()).await;
    let (mut guest, mut ann) = (page.connect().await, page.enter("ann").await);
    for (no, lines) in (1..=5).flat_map(|no| (0..4).map(move |lines| (no, lines))) {
        for tab in [&mut guest, &mut ann] {
            let answer = tab.ask(json!({ "table": { "game": no, "have": lines } })).await;
            assert!(answer["table"].is_null(), "{no}");
        }
        for board in ["/board/{no}.png", "/board/{no}.png?men=0", "/film/{no}.json"] {
            let (board, more) = board.split_once('?').unwrap_or((board, "v=x"));
            let board = board.replace("{no}", &no.to_string());
            let answer = page.get(&format!("{board}?{more}&side=1&lines={lines}&theme=wood")).await;
            assert_eq!(answer.status, 404, "{board}");
        }
    }
    page.close().await;
}

/// What ann has played in her private chat changes no answer in a channel, not even a number in it.
#[tokio::test(flavor = "multi_thread")]
async fn a_channel_learns_nothing_of_what_is_played_in_a_private_chat() {
    let folders = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    let [mut without, mut with] = folders.each_ref().map(|folder| Session::start(folder.path()));
    for session in [&mut without, &mut with] {
        session.say("ann", HERE, "challenge <@ben> lyra white").await;
        session.say("ben", HERE, "accept 1").await;
    }
    for text in ["challenge bot 1 lyra white", "resign 2 yes", "challenge bot 1 lyra white"] {
        assert!(!with.say("ann", OF_ANN, text).await.is_empty(), "{text}");
    }
    for spot in [HERE, BESIDE, UNKNOWN, ABROAD] {
        for (name, line) in [
            ("ann", "games"),
            ("ann", "games 2"),
            ("ann", "games done"),
            ("ann", "games <@ann>"),
            ("ann", "games here"),
            ("ann", "profile"),
            ("ann", "profile <@ann>"),
            ("ann", "score <@ben>"),
            ("ann", "next"),
            ("ann", "board"),
            ("ann", "record"),
            ("ann", "clock"),
            ("ann", "draw accept"),
            ("carl", "games <@ann>"),
            ("carl", "profile <@ann>"),
        ] {
            let (told, as_if) =
                (with.line(name, spot, line).await, without.line(name, spot, line).await);
            assert_eq!(told, as_if, "{name} in {spot:?}: {line}");
        }
    }
    for (line, part) in [("games", "#3 "), ("games done", "#2 "), ("profile", "2 running now")] {
        let told = with.line("ann", OF_ANN, line).await;
        assert!(told.contains(part), "{line}: {told}");
    }
    // An answer that she alone sees tells her everything wherever she asks.
    let message = Incoming { private_answers: true, ..with.message("ann", HERE, "games") };
    let told = bytes(with.answers(message).await);
    assert!(told.contains("#3 ") && !told.contains("only there"), "{told}");
}
