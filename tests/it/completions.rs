//! Commands whose values come with names, and what the host offers while somebody types one.

use std::{path::Path, sync::Arc};

use chat::{Choice, Incoming, MOST_CHOICES, NamedCommand, NamedValues, Typing, commands};
use host::{Entropy, HostHandle, HostSettings, ManualClock};
use render::Renderer;
use store::Store;
use table::{MessageId, Person, PersonId, PlaceId, Platform};

/// Secrets that are always there.
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
    Person { id: PersonId::new(Platform::Local, name), name: name.into() }
}

fn channel() -> PlaceId {
    PlaceId::channel(Platform::Local, "channel")
}

/// A host whose answers nobody reads, after these people have written these lines.
async fn host_after(folder: &Path, lines: &[(&str, &str)]) -> HostHandle {
    let store = Store::open(&folder.join("test.db")).expect("a new store opens");
    let settings = HostSettings::new(Platform::Local);
    let renderer = Renderer::blank();
    let clock = Arc::new(ManualClock::new(0));
    let (host, _) =
        host::start(store, settings, clock, Box::new(Steady), renderer).expect("the host starts");
    for (n, (name, text)) in lines.iter().enumerate() {
        host.receive(message(n, name, text));
        host.settled().await;
    }
    host
}

/// A line that somebody writes in the channel.
fn message(n: usize, name: &str, text: &str) -> Incoming {
    Incoming::line(MessageId::new(Platform::Local, n.to_string()), person(name), channel(), text, 0)
}

async fn offered(
    host: &HostHandle,
    name: &str,
    (path, parameter, typed): (&str, &str, &str),
    named: &[(&str, &str)],
) -> Vec<Choice> {
    let named = named.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
    host.completions(Typing {
        who: person(name).id,
        place: channel(),
        server: None,
        manages: name == "ann",
        roles: Vec::new(),
        path: path.to_owned(),
        parameter: parameter.to_owned(),
        typed: typed.to_owned(),
        named: named.collect::<NamedValues>(),
    })
    .await
}

async fn values(
    host: &HostHandle,
    name: &str,
    what: (&str, &str, &str),
    named: &[(&str, &str)],
) -> Vec<String> {
    offered(host, name, what, named).await.into_iter().map(|choice| choice.value).collect()
}

#[tokio::test]
async fn games_and_moves_are_completed_from_the_committed_state() {
    let folder = tempfile::tempdir().unwrap();
    let lines = [("ann", "challenge anyone lyra"), ("ben", "bot 1 white lyra")];
    let host = host_after(folder.path(), &lines).await;
    let running = offered(&host, "ben", ("resign", "game", ""), &[]).await;
    let label = "#2 Lyra with Martian Cake, level 1: your move".to_owned();
    assert_eq!(running, [Choice { label, value: "2".to_owned() }]);
    assert_eq!(values(&host, "ben", ("challenge-answer accept", "game", ""), &[]).await, ["1"]);
    assert_eq!(values(&host, "ben", ("board", "game", ""), &[]).await, ["2", "1"]);
    assert_eq!(values(&host, "ben", ("board", "game", "#1"), &[]).await, ["1"]);
    assert!(values(&host, "carl", ("resign", "game", ""), &[]).await.is_empty());
    for typed in ["c2", "c2c3", "c2 c3", "C2-C", " c2 to c3", "c2xc3"] {
        assert_eq!(values(&host, "ben", ("move", "move", typed), &[]).await, ["c2-c3"], "{typed}");
    }
    let squares = values(&host, "ben", ("legal", "from", ""), &[]).await;
    assert!(squares.contains(&"c2".to_owned()) && !squares.contains(&"c5".to_owned()));
    // Anybody may look at a game in a channel, by its number.
    assert!(values(&host, "carl", ("move", "move", "c2"), &[]).await.is_empty());
    assert_eq!(values(&host, "carl", ("odds", "move", "c2"), &[("game", "2")]).await, ["c2-c3"]);
    // Whoever is not to move is told whose turn it is, and offered nothing of theirs.
    let told = ["It is ben's turn in #2"];
    assert_eq!(values(&host, "carl", ("move", "move", "c2"), &[("game", "2")]).await, told);
    host.stop().await;
}

#[tokio::test]
async fn finished_games_are_completed_for_whoever_may_put_them_right() {
    let folder = tempfile::tempdir().unwrap();
    let mut lines = Vec::new();
    for _ in 0..30 {
        lines.extend([("ben", "bot 1 white lyra"), ("ben", "resign yes")]);
    }
    lines.push(("ben", "bot 1 white lyra"));
    let host = host_after(folder.path(), &lines).await;
    let all = offered(&host, "ann", ("mod result", "game", ""), &[]).await;
    assert_eq!(all.len(), 25, "as many as a platform shows, the last first");
    assert_eq!(all[0].label, "#30 Lyra: ben and Martian Cake, level 1");
    let of_two = values(&host, "ann", ("mod result", "game", "#2"), &[]).await;
    assert_eq!((of_two.len(), &*of_two[0], &*of_two[1]), (11, "2", "29"));
    assert_eq!(values(&host, "ann", ("mod result", "game", "#30"), &[]).await, ["30"]);
    assert_eq!(
        values(&host, "ann", ("mod result", "game", "31"), &[]).await,
        [""; 0],
        "it goes on"
    );
    // Whoever may not put a result right is offered nothing.
    assert!(offered(&host, "ben", ("mod result", "game", ""), &[]).await.is_empty());
    host.stop().await;
}

#[tokio::test]
async fn options_are_completed_word_by_word() {
    let folder = tempfile::tempdir().unwrap();
    let host = host_after(folder.path(), &[]).await;
    let lyra = [("game", "lyra")];
    let jump = values(&host, "ann", ("challenge", "options", "v2 jump:"), &lyra).await;
    assert_eq!(jump, ["v2 jump=any", "v2 jump=soldiers"]);
    let more = values(&host, "ann", ("challenge", "options", "v2 v"), &lyra).await;
    assert!(!more.contains(&"v2 v2".to_owned()) && more.contains(&"v2 v3".to_owned()), "{more:?}");
    let looks = [("game", "martian")];
    let looks = values(&host, "ann", ("challenge", "options", "col"), &looks).await;
    assert!(looks.contains(&"colours=shady".to_owned()), "{looks:?}");
    let topics = values(&host, "ann", ("rules", "topic", "dragon_"), &[("game", "cyvasse")]).await;
    assert_eq!(topics, ["dragon_flanks", "dragon_entry"]);
    assert_eq!(values(&host, "ann", ("help", "command", "re"), &[]).await[0], "remove");
    assert!(values(&host, "ann", ("help", "nothing", ""), &[]).await.is_empty());
    assert!(values(&host, "ann", ("nothing", "game", ""), &[]).await.is_empty());
    host.stop().await;
}

/// Whatever is typed, a platform can show what is offered.
#[tokio::test]
async fn values_of_settings_are_those_that_the_setting_takes() {
    let folder = tempfile::tempdir().unwrap();
    let host = host_after(folder.path(), &[]).await;
    let offered = async |what: &str, typed: &str| {
        values(&host, "ann", ("server set", "value", typed), &[("what", what)]).await
    };
    assert_eq!(offered("threads", "al").await, ["always", "always here"]);
    let boards = offered("boards", "slate").await;
    assert_eq!(boards[..2], ["slate", "slate here"]);
    assert!(boards.contains(&"small slate".to_owned()), "{boards:?}");
    let zones = offered("zone", "berl").await;
    assert_eq!(zones, ["Europe/Berlin"]);
    assert!(offered("zone", "").await.len() == MOST_CHOICES);
    assert_eq!(offered("nothing", "").await, [""; 0]);
    let what = values(&host, "ann", ("server set", "what", "z"), &[]).await;
    assert_eq!(what, ["zone"]);
}

#[tokio::test]
async fn no_more_is_offered_than_a_platform_shows() {
    let folder = tempfile::tempdir().unwrap();
    let host = host_after(folder.path(), &[("ann", "bot 1 white martian 4 players")]).await;
    for info in commands() {
        for parameter in info.parameters {
            for typed in ["", "c", "v2 ", "#", &"long ".repeat(40), "v2 v2 v2 jump"] {
                let path = info.slash.unwrap_or(info.path);
                let choices = offered(&host, "ann", (path, parameter.name, typed), &[]).await;
                assert!(choices.len() <= MOST_CHOICES, "{path} {}", parameter.name);
                for choice in choices {
                    let lengths = [choice.label.chars().count(), choice.value.chars().count()];
                    assert!(lengths.iter().all(|n| (1..=100).contains(n)), "{choice:?}");
                }
            }
        }
    }
    host.stop().await;
}

#[tokio::test]
async fn named_values_do_what_their_line_does() {
    let folder = tempfile::tempdir().unwrap();
    let host = host_after(folder.path(), &[]).await;
    let send = |n: usize, path: &str, values: &[(&str, &str)]| {
        let values = values.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
        let command = NamedCommand { path: path.to_owned(), values: values.collect() };
        host.receive(Incoming { command: Some(command), ..message(n, "ann", "") });
    };
    send(1, "challenge", &[("level", "1"), ("game", "lyra"), ("colour", "white")]);
    host.settled().await;
    send(2, "move", &[("move", "c2-c3")]);
    host.settled().await;
    send(3, "challenge", &[("game", "mix")]);
    host.settled().await;
    let games = host.open_games(&person("ann").id).await;
    let stages: Vec<(u32, bool)> = games.iter().map(|game| (game.no.0, game.ply >= 2)).collect();
    assert_eq!(stages, [(1, true), (2, false)]);
    host.stop().await;
}
