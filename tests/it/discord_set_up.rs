//! A hidden set-up on Discord, in answers that its owner alone sees.
#![allow(clippy::unwrap_used, reason = "a test may panic, helpers included")]

use std::{
    fs::File,
    path::Path,
    process::{Child, Command, Stdio},
    sync::Arc,
};

use chat::Audience;
use host::SystemClock;
use serde_json::json;
use table::{MessageId, PersonId, Platform};

use crate::{
    discord_taps::{button, options},
    support::{
        discord_hosted::Hosted,
        discord_rig::{Rig, text},
        stand_in::{
            ANN, BEN, CHANNEL, EVERYONE, Misbehaviour, Post, Rules, Shown, Someone, StandIn, TOKEN,
            dm,
        },
    },
};

/// The program as a process, with everything in its log, which is killed when this is dropped.
struct Logging(Child);

impl Logging {
    fn start(discord: &StandIn, folder: &Path) -> Self {
        let log = File::create(folder.join("log.txt")).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_martian-cake"));
        command.arg("discord").current_dir(folder).stdin(Stdio::null()).stdout(Stdio::null());
        command.env("DATABASE_PATH", folder.join("test.db")).env("RUST_LOG", "trace");
        command.env("DISCORD_TOKEN", TOKEN).env("DISCORD_API_URL", &discord.url);
        Self(command.stderr(log).spawn().unwrap())
    }
}

impl Drop for Logging {
    fn drop(&mut self) {
        // A process that has ended by itself is just as dead.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts a game with hidden set-ups in which Ann is White, and gives the message that asks for them.
async fn begin(discord: &StandIn) -> Post {
    discord.identified(1).await;
    discord.until("registration", |world| (world.command_puts > 0).then_some(())).await;
    let ben = json!(BEN.id.to_string());
    let more = [("opponent", ben), ("game", json!("cyvasse")), ("colour", json!("white"))];
    discord.slash(ANN, CHANNEL, "challenge", &more);
    let offer = discord.post().await;
    discord.press(BEN, offer.id, &button(&offer.payload, &["Accept"]));
    discord
        .until("request", |world| {
            let begins = |post: &&Post| post.channel == CHANNEL && post.text().contains("arrange");
            world.posts.iter().find(begins).cloned()
        })
        .await
}

/// The text of the army that an answer shows.
fn army(shown: &Shown) -> String {
    let (_, rest) = shown.text().split_once("): `").unwrap_or_else(|| panic!("{}", shown.text()));
    rest.split_once('`').unwrap().0.to_owned()
}

async fn pressed(discord: &StandIn, who: Someone, shown: &Shown, labels: &[&str]) -> Shown {
    let id = discord.press(who, shown.id, &button(&shown.message, labels));
    discord.answered(id).await
}

async fn chosen(discord: &StandIn, who: Someone, shown: &Shown, value: &str) -> Shown {
    let all = options(&shown.message);
    let found = all.iter().find(|(_, of)| of == value);
    let (list, value) = found.unwrap_or_else(|| panic!("no {value}: {all:?}"));
    let id = discord.select(who, shown.id, list, &[value]);
    discord.answered(id).await
}

async fn typed(discord: &StandIn, who: Someone, change: &str) -> Shown {
    let id = discord.slash(who, CHANNEL, "setup", &[("change", json!(change))]);
    discord.answered(id).await
}

/// The text of the next post in the channel that has these words.
async fn told(discord: &StandIn, words: &str) -> Post {
    let is_it = |post: &&Post| post.channel == CHANNEL && post.text().contains(words);
    discord.until(words, |world| world.posts.iter().find(is_it).cloned()).await
}

/// Moves a man of Ann's by the lists below her half: what she is shown then, and what she has chosen.
async fn moved_by_lists(discord: &StandIn, half: &Shown) -> (Shown, [String; 2]) {
    let first = army(half);
    // A man, then where it goes, or with which one it changes places.
    let man = options(&half.message)[0].1.clone();
    assert!(man.starts_with("setup:move:"), "{man}");
    let targets = chosen(discord, ANN, half, &man).await;
    assert!(targets.is_ephemeral() && army(&targets) == first);
    let all = options(&targets.message);
    assert_eq!(all.len(), 39, "every other hex of the half: {all:?}");
    // What is chosen is marked, and the way back loses nothing.
    assert!(targets.files[0].bytes != half.files[0].bytes, "the man is marked");
    let alt = targets.message["attachments"][0]["description"].as_str().unwrap();
    assert!(alt.contains("Chosen: "), "{alt}");
    let back = pressed(discord, ANN, &targets, &["Back"]).await;
    assert_eq!((army(&back), options(&back.message)), (first.clone(), options(&half.message)));
    assert_eq!(back.files[0].bytes, half.files[0].bytes);
    let targets = chosen(discord, ANN, &back, &man).await;
    let free = all.iter().find(|(_, value)| value.starts_with("setup:move:")).unwrap().1.clone();
    let moved = chosen(discord, ANN, &targets, &free).await;
    assert!(moved.is_ephemeral() && army(&moved) != first, "{}", moved.text());
    assert_eq!(moved.files.len(), 1);
    (moved, [man, free])
}

/// Types another set-up of Ann's into the form, and then the one that she had.
async fn typed_into_form(discord: &StandIn, shown: &Shown) -> Shown {
    let before = army(shown);
    let mut shown = shown.clone();
    // Lines that are pasted are read as one.
    let pasted = before.replace('/', "\n");
    let steps = [("bastion", false), (before.as_str(), true), ("default", false), (&*pasted, true)];
    for (text, is_same) in steps {
        let form = discord.press(ANN, shown.id, &button(&shown.message, &["Type it"]));
        let form = discord.acknowledged(form).await;
        let input = &form.data["components"][0]["component"];
        assert_eq!((form.kind, &input["style"]), (9, &json!(2)), "it has several lines");
        assert_eq!(input["value"], army(&shown), "the form shows the present draft");
        let id = discord.submit(ANN, "mc1:1:0:typed", &[("text", json!(text))]);
        shown = discord.answered(id).await;
        assert!(shown.is_ephemeral(), "{:?}", shown.message);
        assert_eq!(army(&shown) == before, is_same, "{}", shown.text());
    }
    shown
}

/// Checks that who does not play is told so, and that nobody is shown anything of another's men.
async fn nobody_else_is_shown(discord: &StandIn, seal: &Post, anns: &str, bens: &str) {
    let mut others = Vec::new();
    let presser = discord.press(EVERYONE, seal.id, &button(&seal.payload, &["Arrange now"]));
    others.push((EVERYONE, discord.answered(presser).await));
    others.push((EVERYONE, typed(discord, EVERYONE, "show").await));
    for (who, id) in [
        (EVERYONE, "mc1:1:0:setup:show"),
        (EVERYONE, "mc1:1:0:setup:default:done"),
        (ANN, "mc1:1:0:setup:show"),
    ] {
        let id = discord.press_forged(who, seal.id, id);
        others.push((who, discord.answered(id).await));
    }
    // The form is empty for who makes no set-up there.
    let form = discord.press_forged(EVERYONE, seal.id, "mc1:1:0:form");
    let form = discord.acknowledged(form).await.data;
    assert!(form["components"][0]["component"]["value"].is_null(), "{form}");
    for (who, shown) in &others {
        assert!(shown.is_ephemeral(), "{:?}", shown.message);
        let whole = shown.message.to_string();
        assert!(!whole.contains(bens), "{} sees Ben's men: {whole}", who.username);
        assert!(who.id == ANN.id || shown.files.is_empty() && !whole.contains(anns));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn men_are_arranged_in_answers_that_their_owner_alone_sees() {
    // The program goes by the machine's clock, so the ids of what is said have to as well.
    let (stand_in, folder) =
        (StandIn::strict(Arc::new(SystemClock)).await, tempfile::tempdir().unwrap());
    let discord = &stand_in;
    discord.world().rules = Rules::default();
    let program = Logging::start(discord, folder.path());
    let asked = begin(discord).await;
    let id = discord.press(ANN, asked.id, &button(&asked.payload, &["Arrange now"]));
    let half = discord.answered(id).await;
    assert!(half.is_ephemeral() && half.files.len() == 1, "{:?}", half.message);
    let (moved, chosen) = moved_by_lists(discord, &half).await;
    let back = pressed(discord, ANN, &moved, &["Vanguard"]).await;
    let vanguard = army(&back);
    let first = army(&half);
    assert!(vanguard != first && back.text().contains("in order"), "{}", back.text());
    let back = typed_into_form(discord, &back).await;
    assert_eq!(army(&back), vanguard);
    let done = pressed(discord, ANN, &back, &["Done"]).await;
    assert!(done.is_ephemeral());
    let seal = told(discord, "Seal of the set-up").await;
    assert!(seal.text().contains("Ann is done"), "{}", seal.text());
    // By slash command it is the same.
    let half = typed(discord, BEN, "bastion").await;
    assert!(half.is_ephemeral() && half.files.len() == 1, "{:?}", half.message);
    let bastion = army(&half);
    nobody_else_is_shown(discord, &seal, &vanguard, &bastion).await;
    let all: Vec<Post> = discord.world().posts.clone();
    for post in &all {
        let whole = post.payload.to_string();
        assert!(!whole.contains(&vanguard) && !whole.contains(&bastion), "{whole}");
        // The private chats were asked once, with the men that everyone has at first.
        assert!(post.channel == CHANNEL || post.text().contains("This is your half"), "{whole}");
        assert!(!whole.contains(&first) || post.channel != CHANNEL, "{whole}");
    }
    let log = std::fs::read_to_string(folder.path().join("log.txt")).unwrap();
    assert!(log.contains("a message comes in"), "the log was written");
    for trace in [&vanguard, &bastion, &first].into_iter().chain(&chosen) {
        assert!(!log.contains(trace.as_str()), "`{trace}` stands in the log");
    }
    let done = pressed(discord, BEN, &half, &["Done"]).await;
    assert!(done.is_ephemeral());
    let board = told(discord, "all set-ups are open").await;
    assert!(board.file.is_some());
    assert!(discord.world().unanswered_interactions().is_empty());
    drop(program);
}

/// Whether a message has lost its buttons.
async fn cleared(discord: &StandIn, id: u64) {
    let none = json!([]);
    discord
        .until("edit", |world| {
            let mut edits = world.edits.iter();
            let edited = edits.any(|edit| edit.id == id && edit.payload["components"] == none);
            let shown = |shown: &Shown| shown.id == id && shown.message["components"] == none;
            let mut answers = world
                .interactions
                .iter()
                .flat_map(|one| one.original.iter().chain(&one.follow_ups));
            (edited || answers.any(shown)).then_some(())
        })
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_set_up_that_is_sealed_loses_its_buttons_and_nobody_elses_does() {
    let hosted = Hosted::start().await;
    let discord = &hosted.discord;
    let asked = begin(discord).await;
    let half_of = |who: Someone| {
        let is_half =
            move |post: &&Post| post.channel == dm(who) && post.text().contains("your half");
        discord.until("half", move |world| world.posts.iter().find(is_half).cloned())
    };
    let (anns, bens) = (half_of(ANN).await, half_of(BEN).await);
    let id = discord.press(ANN, asked.id, &button(&asked.payload, &["Arrange now"]));
    let first = discord.answered(id).await;
    let second = typed(discord, ANN, "vanguard").await;
    discord.slash(ANN, CHANNEL, "setup", &[("change", json!("done"))]);
    told(discord, "Ann is done").await;
    for id in [anns.id, first.id, second.id] {
        cleared(discord, id).await;
    }
    assert!(discord.world().edits.iter().all(|edit| edit.id != bens.id), "Ben still arranges");
    discord.say(crate::support::stand_in::private(BEN, "setup done"));
    told(discord, "all set-ups are open").await;
    cleared(discord, bens.id).await;
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_set_up_that_is_typed_where_others_read_is_refused_as_before() {
    let hosted = Hosted::start().await;
    let discord = &hosted.discord;
    begin(discord).await;
    discord.say(crate::support::stand_in::line(ANN, "!setup vanguard"));
    told(discord, "A set-up is secret").await;
    discord.say(crate::support::stand_in::private(BEN, "setup show"));
    let is_half = |post: &&Post| post.channel == dm(BEN) && post.text().contains("your half (");
    discord.until("half", |world| world.posts.iter().find(is_half).cloned()).await;
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_half_that_cannot_be_shown_any_more_goes_to_the_private_chat() {
    let hosted = Hosted::start().await;
    let discord = &hosted.discord;
    begin(discord).await;
    let gone = [Misbehaviour::Refuses(404, 10_015); 4];
    discord.world().answer_misbehaviours.extend([Misbehaviour::Works].into_iter().chain(gone));
    discord.slash(ANN, CHANNEL, "setup", &[("change", json!("vanguard"))]);
    let is_half = |post: &&Post| post.text().contains("your half (");
    let half = discord.until("half", |world| world.posts.iter().find(is_half).cloned()).await;
    assert_eq!(half.channel, dm(ANN));
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_restart_a_half_goes_to_the_private_chat() {
    let rig = Rig::start().await;
    let mut half = text(1, "#1, your half");
    half.reply.audience = Audience::Only(PersonId::new(Platform::Discord, ANN.id.to_string()));
    half.reply.reply_to = Some(MessageId::new(Platform::Discord, "i1274019562035904645"));
    half.may_be_sent = true;
    rig.send(half);
    let post = rig.discord.post().await;
    assert_eq!((post.channel, post.text()), (dm(ANN), "#1, your half"));
    assert_eq!(rig.discord.world().posts.len(), 1);
}
