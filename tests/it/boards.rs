//! How boards look where they are seen: what a server, a channel and a person have chosen reaches every
//! picture there, and no other.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::{path::Path, sync::Arc, time::Duration};

use chat::{Addressing, Drawing, Incoming, Outgoing};
use games::GameKind;
use host::{Clock as _, Entropy, HostHandle, HostSettings, ManualClock, Outbox};
use render::{
    CARD_WIDTH, CURVE_WIDTH, REPLAY_WIDTH, Renderer, STANDINGS_WIDTH, Theme, default_width,
};
use scene::{Animated as _, Size};
use store::Store;
use table::{MessageId, Person, PersonId, PlaceId, Platform, ServerId};

use crate::support::{local_page::LocalPage, outbox::replies, pictures::renderer};

const USUAL: (Theme, Size) = (Theme::Wood, Size::Large);
const SLATE: (Theme, Size) = (Theme::Slate, Size::Large);
const SMALL_PAPER: (Theme, Size) = (Theme::Paper, Size::Small);

/// Chance that always gives the first of what there is.
#[derive(Debug)]
struct First;

impl Entropy for First {
    fn secret(&mut self) -> Result<[u8; 32], String> {
        Ok([7; 32])
    }

    fn random_below(&mut self, _: u32) -> u32 {
        0
    }
}

/// A host for Discord, without an adapter.
struct Table {
    store: Store,
    host: HostHandle,
    outbox: Outbox,
    clock: ManualClock,
    renderer: Renderer,
    said: u32,
}

/// Where something is said.
#[derive(Clone, Copy)]
enum Spot {
    Channel(&'static str),
    /// A thread of a channel.
    Thread(&'static str, &'static str),
    Private,
}

const HERE: Spot = Spot::Channel("1");

impl Table {
    fn open(database: &Path) -> Self {
        let (store, clock) = (Store::open(database).unwrap(), ManualClock::new(1_800_000_000_000));
        let renderer = renderer();
        let settings = HostSettings::new(Platform::Discord);
        let by = Arc::new(clock.clone());
        let started = host::start(store.clone(), settings, by, Box::new(First), renderer.clone());
        let (host, outbox) = started.unwrap();
        Self { store, host, outbox, clock, renderer, said: 0 }
    }

    /// Returns what is answered to this; ann owns the server.
    async fn ask(&mut self, name: &str, spot: Spot, text: &str) -> Vec<Outgoing> {
        self.said += 1;
        self.clock.advance(Duration::from_millis(1));
        let person = |name: &str| Person {
            id: PersonId::new(Platform::Discord, name),
            name: name.to_owned(),
        };
        let channel = |key: &str| PlaceId::channel(Platform::Discord, key);
        let (place, within, addressing) = match spot {
            Spot::Channel(key) => (channel(key), None, Addressing::Channel),
            Spot::Thread(key, of) => (channel(key), Some(channel(of)), Addressing::Channel),
            // Discord numbers private chats like channels.
            Spot::Private => (channel(&format!("9{name}")), None, Addressing::Private),
        };
        let is_private = addressing == Addressing::Private;
        let id = MessageId::new(Platform::Discord, format!("m{}", self.said));
        self.host.receive(Incoming {
            within,
            addressing,
            others_present: !is_private,
            server: (!is_private).then(|| ServerId::new(Platform::Discord, "5")),
            manages: name == "ann" && !is_private,
            mentioned: ["ann", "ben"].map(person).to_vec(),
            ..Incoming::line(id, person(name), place, text, self.clock.now())
        });
        self.heard().await
    }

    async fn heard(&mut self) -> Vec<Outgoing> {
        let mut heard = Vec::new();
        loop {
            self.host.settled().await;
            let said = replies(&mut self.outbox);
            if said.is_empty() {
                return heard;
            }
            for outgoing in &said {
                if let Some(outbox) = outgoing.outbox {
                    let id = MessageId::new(Platform::Discord, format!("b{outbox}"));
                    self.host.delivered(outbox, Some(id), self.clock.now());
                }
            }
            heard.extend(said);
        }
    }

    /// Checks that all pictures that are answered are drawn so, and how many there are.
    fn look(&self, said: &[Outgoing], (theme, size): (Theme, Size), pictures: usize) {
        let mut n = 0;
        for outgoing in said {
            let Some(picture) = outgoing.reply.picture() else { continue };
            let png = match &picture.drawing {
                Drawing::Curve(curve) => {
                    self.renderer.curve_png(curve, theme, size.width(CURVE_WIDTH))
                }
                Drawing::Standings(sheet) => {
                    self.renderer.standings_png(sheet, theme, size.width(STANDINGS_WIDTH))
                }
                Drawing::Replay(recipe) => {
                    let frames = recipe.replay().unwrap().frames();
                    self.renderer.gif(frames, Some(theme), REPLAY_WIDTH)
                }
                Drawing::Card(recipe) => {
                    let card = recipe.sheet().unwrap();
                    self.renderer.card_png(card, Some(theme), size.width(CARD_WIDTH))
                }
                board => {
                    let scene = board.scene().unwrap();
                    self.renderer.png(scene, theme, size.width(default_width(scene)))
                }
            };
            assert!(outgoing.png.as_deref() == Some(&png), "{theme:?}: {}", outgoing.reply.text);
            n += 1;
        }
        assert_eq!(n, pictures, "{said:?}");
    }

    /// Checks how the one picture is drawn that is answered to this.
    async fn looks(&mut self, name: &str, spot: Spot, text: &str, style: (Theme, Size)) {
        let said = self.ask(name, spot, text).await;
        self.look(&said, style, 1);
    }

    async fn stop(self) {
        self.host.stop().await;
        self.store.close();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_chooses_how_all_its_boards_look() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::open(&folder.path().join("boards.db"));
    table.looks("ben", HERE, "!rules lyra", USUAL).await;
    table.ask("ann", HERE, "!server set boards slate").await;
    table.looks("ben", HERE, "!rules lyra", SLATE).await;
    table.looks("ben", HERE, "!challenge bot 1 lyra white", SLATE).await;
    // The player's ply and the bot's answer in one message; a question; an end.
    table.looks("ben", HERE, "c2-c3", SLATE).await;
    table.looks("ben", HERE, "!legal", SLATE).await;
    table.looks("ben", HERE, "!board", SLATE).await;
    table.looks("ben", HERE, "!resign #1 yes", SLATE).await;
    table.looks("ben", HERE, "!record card #1", SLATE).await;
    table.ask("ann", HERE, "!server set boards small paper").await;
    table.looks("ben", HERE, "!board #1", SMALL_PAPER).await;
    table.looks("ben", Spot::Private, "rules lyra", USUAL).await;
    table.stop().await;

    let mut table = Table::open(&folder.path().join("boards.db"));
    table.said = 1_000;
    table.looks("ben", HERE, "!board #1", SMALL_PAPER).await;
    table.looks("ben", HERE, "!record card #1", SMALL_PAPER).await;
    let said = table.ask("ann", HERE, "!server set boards slat").await;
    assert!(said[0].reply.text.contains("Did you mean `slate`?"), "{}", said[0].reply.text);
    table.ask("ann", HERE, "!server set boards default").await;
    table.looks("ben", HERE, "!board #1", USUAL).await;
    table.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_channel_has_boards_of_its_own_and_so_have_its_threads() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::open(&folder.path().join("boards.db"));
    let (other, thread) = (Spot::Channel("2"), Spot::Thread("21", "2"));
    table.ask("ann", HERE, "!server set boards small").await;
    table.ask("ann", thread, "!server set boards paper here").await;
    table.looks("ben", HERE, "!rules lyra", (Theme::Wood, Size::Small)).await;
    // The size is that of the server, since the channel has chosen none.
    table.looks("ben", other, "!rules lyra", SMALL_PAPER).await;
    table.looks("ben", thread, "!challenge bot 1 lyra white", SMALL_PAPER).await;
    table.looks("ben", thread, "c2-c3", SMALL_PAPER).await;
    let said = table.ask("ben", other, "!server show").await;
    assert!(said[0].reply.text.contains("In this channel: Boards: paper"), "{said:?}");
    table.ask("ann", other, "!server set boards default here").await;
    table.looks("ben", thread, "!board", (Theme::Wood, Size::Small)).await;
    let said = table.ask("ben", other, "!server show").await;
    assert!(!said[0].reply.text.contains("In this channel"), "{said:?}");
    table.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_chooses_for_what_they_alone_see() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::open(&folder.path().join("boards.db"));
    table.ask("ann", HERE, "!server set boards slate").await;
    table.ask("ben", HERE, "!theme paper").await;
    table.ask("ben", Spot::Private, "size small").await;
    table.looks("ben", HERE, "!rules lyra", SLATE).await;
    table.looks("ben", Spot::Private, "rules lyra", SMALL_PAPER).await;
    table.looks("ann", Spot::Private, "rules lyra", USUAL).await;
    // A set-up comes to each in private, where nothing was said before.
    table.ask("ben", HERE, "!challenge @ann cyvasse").await;
    let said = table.ask("ann", HERE, "!accept").await;
    let (of_ben, of_ann): (Vec<_>, Vec<_>) =
        said.into_iter().partition(|one| one.reply.place.to_string().contains("ben"));
    table.look(&of_ben, SMALL_PAPER, 1);
    table.look(&of_ann, USUAL, 1);
    table.ask("ben", Spot::Private, "theme default").await;
    table.ask("ben", Spot::Private, "size off").await;
    table.looks("ben", Spot::Private, "rules lyra", USUAL).await;
    table.stop().await;
}

/// Where nobody has chosen, and only there.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_game_has_a_face_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::open(&folder.path().join("boards.db"));
    assert!(GameKind::ALL.into_iter().all(|kind| games::face(kind).is_face()));
    for (game, face) in [
        ("lyra", Theme::Wood),
        ("martian", Theme::Mars),
        ("mix", Theme::Felt),
        ("cyvasse", Theme::Wood),
        ("cyvasse dragon", Theme::Wood),
    ] {
        table.looks("ben", HERE, &format!("!rules {game}"), (face, Size::Large)).await;
    }
    table.looks("ben", HERE, "!challenge bot 1 martian", (Theme::Mars, Size::Large)).await;
    table.looks("ben", HERE, "!board", (Theme::Mars, Size::Large)).await;
    let said = table.ask("ann", HERE, "!server show").await;
    assert!(
        said[0].reply.text.contains("Boards: each game in its own colours, large;"),
        "{said:?}"
    );
    table.ask("ann", HERE, "!server set boards small").await;
    table.looks("ben", HERE, "!board", (Theme::Mars, Size::Small)).await;
    // What is the usual theme of another game is a choice like any other.
    table.ask("ann", HERE, "!server set boards wood").await;
    table.looks("ben", HERE, "!board", (Theme::Wood, Size::Small)).await;
    table.ask("ann", HERE, "!server set boards default").await;
    table.looks("ben", HERE, "!board", (Theme::Mars, Size::Large)).await;
    for theme in Theme::ALL {
        table.ask("ben", Spot::Private, &format!("theme {}", theme.key())).await;
        table.looks("ben", Spot::Private, "rules mix", (theme, Size::Large)).await;
    }
    table.ask("ben", Spot::Private, "theme default").await;
    table.looks("ben", Spot::Private, "rules mix", (Theme::Felt, Size::Large)).await;
    table.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_page_shows_the_face_of_a_game_unless_another_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let page = LocalPage::open(folder.path()).await;
    let mut tab = page.enter("ann").await;
    tab.say(1, "rules mix").await;
    let address = tab.picture().await["src"].as_str().unwrap().to_owned();
    let mut pictures = Vec::new();
    for query in ["", "&theme=felt", "&theme=wood"] {
        let answer = page.get(&format!("{address}&width=400{query}")).await;
        assert_eq!(answer.status, 200, "{query}");
        pictures.push(answer.body);
    }
    assert!(pictures[0] == pictures[1] && pictures[0] != pictures[2]);
    page.close().await;
}

#[tokio::test]
async fn what_no_font_has_is_drawn_as_the_name_of_the_account() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::open(&folder.path().join("names.db"));
    let lines = [
        ("1", Some("ann_7"), "!challenge bot 1 lyra white", ["ann_7", "Martian Cake"]),
        ("1", None, "!board", ["ann_7", "Martian Cake"]),
        ("2", None, "!challenge bot 1 lyra white", ["White", "Martian Cake"]),
    ];
    for (key, account, text, drawn) in lines {
        table.said += 1;
        let ask = MessageId::new(Platform::Discord, format!("m{}", table.said));
        let author = Person { id: PersonId::new(Platform::Discord, key), name: "𓀀".to_owned() };
        let place = PlaceId::channel(Platform::Discord, format!("9{key}"));
        table.host.receive(Incoming {
            account: account.map(str::to_owned),
            addressing: Addressing::Private,
            others_present: false,
            ..Incoming::line(ask, author, place, text, table.clock.now())
        });
        let said = table.heard().await;
        let picture = said.iter().find_map(|one| one.reply.picture()).unwrap();
        let sides = &picture.drawing.scene().unwrap().panel.sides;
        assert_eq!([&sides[0].name, &sides[1].name], drawn, "{text}");
        assert!(said[0].reply.text.contains('𓀀') || text == "!board", "{}", said[0].reply.text);
    }
    table.stop().await;
}
