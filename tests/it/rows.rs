//! Who may do what, and where, by the row of each command: every row is tried by a stranger, a player, a challenger
//! and a manager, in a channel of a server, in private and on the page.

use std::{path::Path, pin::pin, sync::Arc};

use chat::{
    Addressing, CommandInfo, Incoming, NamedCommand, NamedValues, ParameterKind, Where, Who,
    commands,
};
use host::{HostEvent, HostHandle, HostSettings, ManualClock, Outbox, SystemEntropy};
use render::Renderer;
use store::Store;
use table::{MessageId, Person, PersonId, PlaceId, Platform, ServerId};

use crate::support::outbox::replies;

/// The people who try: a stranger, a player of #1 who sits in #2, the challenger of both, and a manager.
const ROLES: [&str; 4] = ["carl", "ben", "ann", "mia"];

/// The places in which they try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Server,
    Private,
    Page,
}

impl Place {
    const ALL: [Self; 3] = [Self::Server, Self::Private, Self::Page];

    const fn platform(self) -> Platform {
        if matches!(self, Self::Page) { Platform::Local } else { Platform::Discord }
    }
}

struct Session {
    host: HostHandle,
    outbox: Outbox,
    place: Place,
    messages: u32,
}

impl Session {
    /// A host that knows a running game #1 of ann and ben, and an offer #2 of ann in which ben sits.
    async fn start(folder: &Path, place: Place) -> Self {
        let store = Store::open(&folder.join("rows.db")).expect("a new store opens");
        let settings = HostSettings::new(place.platform());
        let clock = Arc::new(ManualClock::new(0));
        let (host, outbox) =
            host::start(store, settings, clock, Box::new(SystemEntropy), Renderer::blank())
                .expect("the host starts");
        let mut session = Self { host, outbox, place, messages: 0 };
        for (name, line) in [
            ("ann", "challenge @ben lyra white"),
            ("ben", "accept 1"),
            ("ann", "challenge anyone martian players:4"),
            ("ben", "accept 2"),
        ] {
            let line = Incoming { text: line.to_owned(), ..session.message(name, false) };
            assert!(!session.told(line).await.is_empty(), "{name}");
        }
        session
    }

    fn person(&self, name: &str) -> Person {
        Person { id: PersonId::new(self.place.platform(), name), name: name.to_owned() }
    }

    /// A message of somebody, in the place that is tried, or in the channel of the games.
    fn message(&mut self, name: &str, here: bool) -> Incoming {
        self.messages += 1;
        let platform = self.place.platform();
        let id = MessageId::new(platform, format!("m{}", self.messages));
        let is_private = here && self.place == Place::Private;
        let channel = if is_private { "30" } else { "10" };
        let place = PlaceId::channel(platform, channel);
        let server =
            (self.place != Place::Page && !is_private).then(|| ServerId::new(platform, "1"));
        Incoming {
            addressing: if is_private { Addressing::Private } else { Addressing::Channel },
            others_present: !is_private,
            server,
            to_bot: true,
            manages: name == "mia" && !is_private,
            mentioned: vec![self.person("ann"), self.person("ben")],
            ..Incoming::line(id, self.person(name), place, "", 0)
        }
    }

    async fn told(&mut self, message: Incoming) -> String {
        self.host.receive(message);
        let host = self.host.clone();
        let (mut settled, mut told) = (pin!(host.settled()), Vec::new());
        loop {
            tokio::select! {
                () = &mut settled => break,
                Some(event) = self.outbox.recv() => match event {
                    HostEvent::AskWhoLeft { message, .. } => host.who_left(message, Vec::new()),
                    event => told.extend(event.into_reply()),
                },
            }
        }
        told.extend(replies(&mut self.outbox));
        told.into_iter().map(|out| out.reply.text).collect::<Vec<_>>().join("\n")
    }

    /// Returns what somebody is told who asks for a command about the game with this number.
    async fn tried(&mut self, name: &str, info: &CommandInfo, no: u32) -> String {
        let command = NamedCommand { path: info.path.to_owned(), values: values(info, no) };
        let message = Incoming { command: Some(command), ..self.message(name, true) };
        self.told(message).await
    }
}

/// What a command needs at least, about the game with this number.
fn values(info: &CommandInfo, no: u32) -> NamedValues {
    let is_no = |kind: ParameterKind| matches!(kind, ParameterKind::GameNo { .. });
    let needed = info.parameters.iter().filter(|one| one.required || is_no(one.kind));
    let value = |kind: ParameterKind| match kind {
        ParameterKind::GameNo { .. } => no.to_string(),
        ParameterKind::Person | ParameterKind::Opponents => "@ben".to_owned(),
        ParameterKind::Choice(words) => words[0].word.to_owned(),
        ParameterKind::Move => "c2-c3".to_owned(),
        ParameterKind::Square | ParameterKind::Piece => "c2".to_owned(),
        ParameterKind::Span => "1d".to_owned(),
        _ => "show".to_owned(),
    };
    needed.map(|one| (one.name.to_owned(), value(one.kind))).collect()
}

/// What a row says to whoever may not manage, and where there is no server.
const OF_MANAGERS: &[&str] =
    &["Only whoever ", "Only the server's owner", "There is no server here"];
/// What is said to those who do not play in a game, who have not made an offer, or who do not see it from there.
const OF_PLAYERS: &[&str] = &["You do not play in #1", "You did not play in #1"];
const OF_CHALLENGERS: &[&str] = &["#2 is somebody else's"];
const HIDDEN: &[&str] = &["There is no game #"];
/// What is said of secrets where others read.
const SECRET: &[&str] = &["our private chat only"];

/// Returns which of those sentences a row gives somebody in a place; none where it lets them.
fn refusals(info: &CommandInfo, name: &str, place: Place) -> &'static [&'static str] {
    let is_outside = info.place == Where::InServer && place == Place::Private;
    let has_part = ["ann", "ben"].contains(&name);
    match (info.who, info.place) {
        _ if is_outside => OF_MANAGERS,
        (Who::Manager, _) if name != "mia" => OF_MANAGERS,
        (_, Where::Unseen) if place != Place::Private => SECRET,
        (Who::Player | Who::Challenger, _) if place == Place::Private && !has_part => HIDDEN,
        (Who::Player, _) if !has_part => OF_PLAYERS,
        (Who::Challenger, _) if name != "ann" => OF_CHALLENGERS,
        _ => &[],
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_is_refused_by_its_row_and_by_nothing_else() {
    for place in Place::ALL {
        for name in ROLES {
            let folder = tempfile::tempdir().expect("a folder");
            let mut session = Session::start(folder.path(), place).await;
            for info in commands() {
                let no = if info.who == Who::Challenger { 2 } else { 1 };
                let told = session.tried(name, info, no).await;
                let expected = refusals(info, name, place);
                let context = format!("{} by {name}, {place:?}: {told}", info.path);
                // Whoever asks about a game that they do not see from there learns of none, whatever the row says.
                let known = [OF_MANAGERS, OF_PLAYERS, OF_CHALLENGERS, SECRET].concat();
                let known = if expected.is_empty() { &known[..] } else { expected };
                let is_refused = known.iter().any(|one| told.contains(one));
                assert_eq!(is_refused, !expected.is_empty(), "{context}");
            }
        }
    }
}
