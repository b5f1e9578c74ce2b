//! The adapter with the real serenity client, over real HTTP and WebSocket, against the stand-in.

use std::{sync::Arc, time::Duration};

use martian_cake::{
    chat::{Audience, Door, Incoming, Outgoing, Picture, Reply},
    config::Token,
    discord::{self, DiscordError, Host, Pace, Settings},
    scene::{Board, Panel, Scene, Shade, Side},
    table::{PersonId, PlaceId},
};
use serde_json::json;
use tokio::{
    sync::{mpsc, oneshot},
    task::JoinHandle,
    time::{Instant, timeout},
};

use crate::support::discord::{
    ANN, ANOTHER_BOT, BEN, BOT, BOT_ROLE, CHANNEL, CONTENT_INTENT, EVERYONE, OTHER_CHANNEL, Post,
    Said, Someone, StandIn, TOKEN, Trouble, dm, line, private, reply,
};

const SOON: Duration = Duration::from_secs(8);
/// Long enough for what must not happen to happen.
const A_WHILE: Duration = Duration::from_millis(150);

/// A host that only notes what it is told.
#[derive(Clone)]
struct FakeHost {
    said: mpsc::UnboundedSender<Incoming>,
    delivered: mpsc::UnboundedSender<(u64, Option<String>)>,
}

impl Host for FakeHost {
    fn said(&self, incoming: Incoming) {
        let _ = self.said.send(incoming);
    }

    fn delivered(&self, outbox: u64, message: Option<String>) {
        let _ = self.delivered.send((outbox, message));
    }
}

/// The adapter between a stand-in and a fake host.
struct Rig {
    discord: StandIn,
    said: mpsc::UnboundedReceiver<Incoming>,
    delivered: mpsc::UnboundedReceiver<(u64, Option<String>)>,
    out: mpsc::UnboundedSender<Outgoing>,
    stop: Option<oneshot::Sender<()>>,
    run: JoinHandle<Result<(), DiscordError>>,
}

fn hurry() -> Pace {
    Pace {
        identify_gap: Duration::from_millis(20),
        request: Duration::from_secs(2),
        first_retry: Duration::from_millis(20),
        longest_retry: Duration::from_millis(100),
        first_contact: Duration::from_millis(100),
        patience: Duration::from_secs(3),
        passing_patience: Duration::from_millis(300),
        ..Pace::default()
    }
}

fn settings(discord: &StandIn, token: &str) -> Settings {
    let token = Token::new(token.to_owned());
    Settings { api_url: Some(discord.url.clone()), pace: hurry(), ..Settings::new(token) }
}

impl Rig {
    async fn start() -> Self {
        let rig = Self::launch(StandIn::start().await, TOKEN);
        rig.discord.identified(1).await;
        rig
    }

    fn launch(discord: StandIn, token: &str) -> Self {
        let (said_in, said) = mpsc::unbounded_channel();
        let (delivered_in, delivered) = mpsc::unbounded_channel();
        let (out, outbox) = mpsc::unbounded_channel();
        let (stop, stopped) = oneshot::channel();
        let host = FakeHost { said: said_in, delivered: delivered_in };
        let shutdown = async {
            let _ = stopped.await;
        };
        let settings = settings(&discord, token);
        let run = tokio::spawn(discord::run(settings, host, outbox, shutdown));
        Self { discord, said, delivered, out, stop: Some(stop), run }
    }

    /// Says something and gives what the host hears of it.
    async fn hear(&mut self, said: Said) -> Incoming {
        self.discord.say(said);
        self.heard().await
    }

    async fn heard(&mut self) -> Incoming {
        timeout(SOON, self.said.recv()).await.expect("the host hears it").unwrap()
    }

    fn send(&self, outgoing: Outgoing) {
        self.out.send(outgoing).unwrap();
    }

    async fn delivered(&mut self) -> (u64, Option<String>) {
        timeout(SOON, self.delivered.recv()).await.expect("it is acknowledged").unwrap()
    }

    /// Sends a reply and gives the post, with its acknowledgement checked.
    async fn posted(&mut self, outgoing: Outgoing) -> Post {
        self.send(outgoing.clone());
        let post = self.discord.post().await;
        if let Some(number) = outgoing.outbox {
            assert_eq!(self.delivered().await, (number, Some(format!("discord:{}", post.id))));
        }
        post
    }

    async fn ended(self) -> DiscordError {
        timeout(SOON, self.run).await.expect("it ends").unwrap().expect_err("with an error")
    }
}

fn text(number: u64, text: &str) -> Outgoing {
    let reply = Reply {
        place: PlaceId(format!("discord:{CHANNEL}")),
        audience: Audience::Place,
        reply_to: None,
        text: text.to_owned(),
        ping: Vec::new(),
        picture: None,
        game: None,
        chips: Vec::new(),
    };
    Outgoing { outbox: Some(number), reply, png: None }
}

fn at(channel: u64, mut outgoing: Outgoing) -> Outgoing {
    outgoing.reply.place = PlaceId(format!("discord:{channel}"));
    outgoing
}

fn answering(message: u64, mut outgoing: Outgoing) -> Outgoing {
    outgoing.reply.reply_to = Some(format!("discord:{message}"));
    outgoing
}

fn pinging(who: Someone, mut outgoing: Outgoing) -> Outgoing {
    outgoing.reply.ping.push(PersonId(format!("discord:{}", who.id)));
    outgoing
}

/// The smallest scene; the fake host draws its own picture.
fn a_scene() -> Scene {
    let side = || Side { name: String::new(), shade: Shade::Light, captured: Vec::new() };
    Scene {
        board: Board { files: 1, ranks: 1, turned: false, pieces: Vec::new(), marks: Vec::new() },
        panel: Panel {
            headline: String::new(),
            note: String::new(),
            far: side(),
            near: side(),
            fights: Vec::new(),
            foot: String::new(),
        },
    }
}

fn with_picture(mut outgoing: Outgoing) -> Outgoing {
    let mut png = std::io::Cursor::new(Vec::new());
    let pixels = image::RgbImage::from_pixel(6, 4, image::Rgb([200, 30, 30]));
    pixels.write_to(&mut png, image::ImageFormat::Png).unwrap();
    outgoing.reply.picture = Some(Picture { scene: a_scene(), alt: "White: General d1.".into() });
    outgoing.png = Some(Arc::new(png.into_inner()));
    outgoing
}

#[tokio::test(flavor = "multi_thread")]
async fn text_in_and_text_out() {
    let mut rig = Rig::start().await;
    let id = rig.discord.say(line(ANN, "!help"));
    let incoming = rig.heard().await;
    assert_eq!(incoming.id, format!("discord:{id}"));
    assert_eq!(incoming.salt, id.to_string());
    assert_eq!(incoming.author.id.0, "discord:101");
    assert_eq!(incoming.author.name, "Ann");
    assert_eq!(incoming.place.0, "discord:501");
    assert_eq!((incoming.door, incoming.text.as_str()), (Door::Channel, "!help"));
    assert!(!incoming.to_bot && incoming.reply_to.is_none() && incoming.mentioned.is_empty());

    let post = rig.posted(answering(id, text(1, "Play: `challenge @name`"))).await;
    assert_eq!((post.channel, post.text()), (CHANNEL, "Play: `challenge @name`"));
    let reference = json!({ "message_id": id.to_string(), "fail_if_not_exists": false });
    assert_eq!(post.payload["message_reference"], reference);
    assert_eq!(post.payload["flags"], 1 << 12, "nobody is pinged, so nobody's phone rings");
    assert!(rig.discord.world().calls.contains(&"GET gateway".to_owned()));
}
