//! The adapter with its real client, over real HTTP and WebSocket, against the stand-in.
#![allow(clippy::unwrap_used, reason = "a test may panic, helpers included")]

use std::{collections::HashSet, sync::Arc, time::Duration};

use chat::{Addressing, Attached, Attachment, Audience, TextFile};
use discord::{DiscordError, Pace, Settings};
use host::ManualClock;
use serde_json::json;
use store::Store;
use table::{GameNo, PersonId, PlaceId, Platform, ServerId, record::MAX_RECORD};
use tokio::time::{Instant, timeout};

use crate::support::{
    discord_hosted::Hosted,
    discord_rig::{
        Rig, SOON, answering, at, message_id, pinging, settings, text, with_picture, without_tags,
    },
    stand_in::{
        ANN, ANOTHER_BOT, BEN, BOT, BOT_ROLE, CHANNEL, CONTENT_INTENT, EVERYONE, GUILD,
        Misbehaviour, OTHER_CHANNEL, Post, Said, Someone, StandIn, THREAD, TOKEN, World, dm, line,
        private, reply,
    },
};

/// Long enough for what must not happen to happen.
const A_WHILE: Duration = Duration::from_millis(150);

#[tokio::test(flavor = "multi_thread")]
async fn text_in_and_text_out() {
    let mut rig = Rig::start().await;
    let id = rig.discord.say(line(ANN, "!help"));
    let incoming = rig.heard().await;
    assert_eq!(incoming.id, message_id(id));
    assert_eq!(incoming.salt, id.to_string());
    assert_eq!(incoming.author.id.to_string(), "discord:101");
    assert_eq!(incoming.author.name, "Ann");
    assert_eq!(incoming.place.to_string(), "discord:501");
    assert_eq!((incoming.addressing, incoming.text.as_str()), (Addressing::Channel, "!help"));
    assert!(!incoming.to_bot && incoming.reply_to.is_none() && incoming.mentioned.is_empty());
    assert_eq!(incoming.server, Some(ServerId::new(Platform::Discord, "500")));
    assert!(incoming.others_present && !incoming.private_answers);

    let post = rig.posted(answering(id, text(1, "Play: `challenge @name`"))).await;
    assert_eq!((post.channel, post.text()), (CHANNEL, "Play: `challenge @name`"));
    let reference = json!({ "message_id": id.to_string(), "fail_if_not_exists": false });
    assert_eq!(post.payload["message_reference"], reference);
    assert_eq!(post.payload["flags"], 1 << 12, "nobody is pinged, so nobody's phone rings");
    assert!(rig.discord.world().calls.contains(&"GET gateway/bot".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_owner_of_a_server_manages_it_and_whoever_has_a_role_for_that() {
    let mut rig = Rig::start().await;
    let manages = async |rig: &mut Rig, who| {
        rig.discord.say(line(who, "!server show"));
        rig.heard().await.manages
    };
    assert!(manages(&mut rig, ANN).await, "she owns it");
    assert!(!manages(&mut rig, BEN).await);
    let server = |more: serde_json::Value| {
        let mut event = json!({ "guild_id": "500" });
        event.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        event
    };
    let everyone = json!({ "role": { "id": "500", "permissions": "32" } });
    rig.discord.dispatch("GUILD_ROLE_UPDATE", server(everyone));
    assert!(manages(&mut rig, BEN).await, "everybody may manage it");
    rig.discord.dispatch("GUILD_ROLE_DELETE", server(json!({ "role_id": "500" })));
    assert!(!manages(&mut rig, BEN).await);
    let update = json!({ "id": "500", "owner_id": BEN.id.to_string(), "roles": [] });
    rig.discord.dispatch("GUILD_UPDATE", update);
    assert!(manages(&mut rig, BEN).await && !manages(&mut rig, ANN).await);
    rig.discord.say(private(BEN, "server show"));
    assert!(!rig.heard().await.manages, "in private there is no server");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_arrives_as_it_was_drawn() {
    let mut rig = Rig::start().await;
    let post = rig.posted(pinging(BEN, with_picture(text(1, "<@discord:102>, your turn.")))).await;
    assert_eq!(post.text(), "<@102>, your turn.");
    let name = post.file.as_ref().unwrap().name.clone();
    let attachment = json!([{ "id": 0, "filename": name, "description": "White: General d1." }]);
    assert_eq!(post.payload["attachments"], attachment);
    assert!(post.payload["flags"].is_null(), "whose turn it is may hear it");
    let file = post.file.unwrap();
    assert_eq!((file.field.as_str(), file.kind.as_str()), ("files[0]", "image/png"));
    assert_eq!(without_tags(&name), "board-t*.png");
    let image = image::load_from_memory(&file.bytes).unwrap().to_rgb8();
    assert_eq!((image.dimensions(), image[(5, 3)].0), ((6, 4), [200, 30, 30]));
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_listed_are_pinged() {
    let mut rig = Rig::start().await;
    let said = rig.hear(line(EVERYONE, "!challenge <@102>")).await;
    assert_eq!(said.author.name, "@everyone");
    assert_eq!(said.mentioned[0].name, "ben", "the name in this server");

    let invitation = text(1, "<@discord:102>, @everyone invites you. <@discord:103> @here <@&901>");
    let post = rig.posted(pinging(BEN, pinging(BEN, invitation))).await;
    let allowed = json!({ "parse": [], "users": ["102"], "replied_user": false });
    assert_eq!(post.payload["allowed_mentions"], allowed);

    let mut alone = pinging(BEN, text(2, "1 game waits for you."));
    alone.reply.audience = Audience::Only(PersonId::new(Platform::Discord, "102"));
    let post = rig.posted(alone).await;
    let allowed = json!({ "parse": [], "users": [], "replied_user": false });
    assert_eq!(post.payload["allowed_mentions"], allowed);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_way_to_speak_to_the_bot() {
    let mut rig = Rig::start().await;
    let role = format!(" <@&{BOT_ROLE}> legal e3");
    for text in ["<@900> legal e3", "<@!900>   legal e3", &role] {
        let said = rig.hear(line(ANN, text)).await;
        assert_eq!((said.to_bot, said.text.as_str()), (true, "legal e3"), "{text}");
        assert!(said.mentioned.is_empty(), "the bot is left out");
    }
    for text in ["legal e3 <@900>", "legal e3  <@!900> ", &format!("legal e3 <@&{BOT_ROLE}>")] {
        let said = rig.hear(line(ANN, text)).await;
        assert_eq!((said.to_bot, said.text.as_str()), (true, "legal e3"), "{text}");
    }
    let said = rig.hear(line(ANN, "challenge <@!102> not <@900> now")).await;
    assert_eq!((said.to_bot, said.text.as_str()), (false, "challenge <@102> not @bot now"));
    assert_eq!(said.mentioned[0].id.to_string(), "discord:102");

    let said = rig.hear(private(ANN, "games")).await;
    assert_eq!(
        (said.addressing, said.place),
        (Addressing::Private, PlaceId::channel(Platform::Discord, "801"))
    );
    assert!(!said.others_present && said.server.is_none());
    assert_eq!(rig.posted(at(dm(ANN), text(1, "none"))).await.channel, dm(ANN));

    let board = rig.posted(text(2, "ben begins.")).await;
    let said = rig.hear(reply(BEN, board.id, "c2-c3")).await;
    assert_eq!(said.reply_to, Some(message_id(board.id)));
    assert_eq!((said.text.as_str(), said.author.name.as_str()), ("c2-c3", "ben"));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_typed_by_a_person_is_not_heard() {
    let mut rig = Rig::start().await;
    let itself = Someone { id: BOT, ..ANOTHER_BOT };
    rig.discord.say(line(ANOTHER_BOT, "!help"));
    rig.discord.say(line(itself, "!help"));
    rig.discord.say(Said { webhook: true, ..line(ANN, "!help") });
    rig.discord.say(Said { kind: 7, ..line(ANN, "!joined") });
    rig.discord.say(line(ANN, ""));
    let edited = json!({ "id": "1", "channel_id": "501", "guild_id": "500", "content": "c2-c3" });
    rig.discord.dispatch("MESSAGE_UPDATE", edited.clone());
    rig.discord.dispatch("MESSAGE_DELETE", edited);
    assert_eq!(rig.hear(line(ANN, "last")).await.text, "last");
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_keep_their_order() {
    let mut rig = Rig::start().await;
    let expected: Vec<_> = (0..200).map(|n| n.to_string()).collect();
    for text in &expected {
        rig.discord.say(line(if text.len() % 2 == 0 { ANN } else { BEN }, text));
    }
    for text in &expected {
        assert_eq!(&rig.heard().await.text, text);
    }
    for n in 0..20 {
        rig.send(text(n, &n.to_string()));
    }
    for n in 0..20 {
        assert_eq!(rig.discord.post().await.text(), n.to_string());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_connection_is_resumed_and_nothing_is_missed() {
    let mut rig = Rig::start().await;
    rig.hear(line(ANN, "zero")).await;
    rig.hear(line(ANN, "one")).await;
    rig.discord.world().replays_twice = true;
    rig.discord.close(4000);
    rig.discord.say(line(ANN, "two"));
    rig.discord.say(line(BEN, "three"));
    // The last one comes again; the host knows its id. The one before comes too if the connection ended before
    // the shard had noted how far it had come.
    let again = rig.heard().await.text;
    let again = if again == "zero" { rig.heard().await.text } else { again };
    assert_eq!(again, "one");
    assert_eq!(rig.heard().await.text, "two");
    assert_eq!(rig.heard().await.text, "three");

    rig.discord.hang_up();
    rig.discord.say(line(ANN, "four"));
    rig.discord.until("second resume", |world| (world.resumes.len() == 2).then_some(())).await;
    while rig.heard().await.text != "four" {}
    assert_eq!(rig.discord.world().identifies.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn heartbeats_go_on_while_a_reply_is_slow() {
    let mut rig = Rig::start().await;
    rig.discord.world().slow.insert(CHANNEL, Duration::from_secs(600));
    rig.send(text(1, "slow"));
    rig.send(at(OTHER_CHANNEL, text(2, "quick")));
    assert_eq!(rig.delivered().await.0, 2, "it did not wait for the other channel");
    let before = rig.discord.world().heartbeats;
    let beats = |world: &mut World| (world.heartbeats > before).then_some(());
    rig.discord.until("heartbeat", beats).await;
    rig.discord.world().slow.clear();
    assert_eq!(rig.delivered().await.0, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_the_content_intent_it_comes_back_without_content() {
    let discord = StandIn::start().await;
    discord.world().refuses_content = true;
    let mut rig = Rig::launch(discord, TOKEN);
    assert_eq!(rig.discord.identified(2).await["intents"], 4609);
    assert_eq!(rig.discord.world().identifies[0]["intents"], 4609 | CONTENT_INTENT);
    let status = |n: usize| {
        let presence = rig.discord.world().identifies[n]["presence"].clone();
        (presence["status"].clone(), presence["activities"][0]["state"].clone())
    };
    assert_eq!(status(0), (json!("online"), json!("/challenge · !help")));
    assert_eq!(status(1).1, "/challenge · /help", "what has the prefix is not heard");

    rig.discord.say(line(ANN, "e2-e3"));
    assert_eq!(rig.hear(line(ANN, "<@900> e2-e3")).await.text, "e2-e3", "the bare move was blank");
    assert_eq!(rig.hear(private(ANN, "games")).await.text, "games");
    assert_eq!(rig.hear(reply(ANN, 1, "e2-e3")).await.text, "e2-e3");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_token_is_explained_and_not_shown() {
    let wrong = "secret-but-wrong.for.tests";
    let discord = StandIn::start().await;
    let error = Rig::launch(discord, wrong).ended().await;
    assert!(matches!(error, DiscordError::WrongToken), "{error:?}");
    let text = error.to_string();
    assert!(text.contains("DISCORD_TOKEN") && text.contains("Reset Token"), "{text}");
    assert!(!text.contains("secret") && !format!("{error:?}").contains("secret"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_that_stops_working_ends_the_run() {
    let rig = Rig::start().await;
    rig.discord.close(4004);
    assert!(matches!(rig.ended().await, DiscordError::WrongToken));

    let rig = Rig::start().await;
    // Each message is refused from now on: the answer about the first may be lost on a busy machine.
    rig.discord.world().misbehaviours.extend([Misbehaviour::Fails(401); 50]);
    rig.send(text(1, "a"));
    assert!(matches!(rig.ended().await, DiscordError::WrongToken));
}

#[tokio::test(flavor = "multi_thread")]
async fn it_never_falls_back_to_discord_itself() {
    let discord = StandIn::start().await;
    discord.world().gateway_fails = true;
    let url = discord.url.clone();
    let error = Rig::launch(discord, TOKEN).ended().await;
    assert!(matches!(error, DiscordError::Unreachable { .. }), "{error:?}");
    assert!(error.to_string().contains(&url), "{error}");

    let discord = StandIn::start().await;
    discord.world().gateway_url = Some("wss://gateway.discord.gg".into());
    let error = Rig::launch(discord, TOKEN).ended().await;
    assert!(matches!(error, DiscordError::ForeignGateway { .. }), "{error:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn without_attach_files_it_answers_in_text_and_says_why_once() {
    let mut rig = Rig::start().await;
    rig.discord.world().no_files.insert(CHANNEL);
    let post = rig.posted(with_picture(text(1, "ben begins."))).await;
    assert!(post.file.is_none());
    assert_eq!(
        post.text(),
        "ben begins.\nWhite: General d1.\nI cannot attach pictures here: the permission *Attach \
         Files* is missing. Server settings → Roles → Martian Cake → Attach Files. Until then I \
         answer in text. `/check` shows all that I need."
    );
    let post = rig.posted(with_picture(text(2, "ann moved."))).await;
    assert_eq!(post.text(), "ann moved.\nWhite: General d1.");
    assert_eq!(rig.discord.world().attempts.len(), 3, "the picture was tried once");

    let post = rig.posted(at(OTHER_CHANNEL, with_picture(text(3, "elsewhere")))).await;
    assert!(post.file.is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn where_it_may_not_write_the_player_is_told_once_in_private() {
    let mut rig = Rig::start().await;
    rig.discord.world().forbidden.insert(CHANNEL, (403, 50_013));
    let id = rig.discord.say(line(ANN, "!games"));
    rig.heard().await;
    rig.send(answering(id, with_picture(text(1, "none"))));
    let told = rig.discord.post().await;
    assert_eq!(told.channel, dm(ANN));
    assert!(told.text().contains("<#501>") && told.text().contains("*Send Messages*"));

    let attempts = rig.discord.world().attempts.len();
    rig.send(answering(id, text(2, "one")));
    assert_eq!(rig.posted(at(OTHER_CHANNEL, text(3, "elsewhere"))).await.text(), "elsewhere");
    assert_eq!(rig.discord.world().attempts.len(), attempts + 1, "the channel is left alone");

    // Somebody lets it write again, and somebody writes: what waits is sent, in its order.
    rig.discord.world().forbidden.clear();
    rig.discord.say(line(BEN, "now?"));
    for (number, text) in [(1, "none"), (2, "one")] {
        let post = rig.discord.post().await;
        assert_eq!((post.channel, post.text()), (CHANNEL, text));
        assert_eq!(rig.delivered().await, (number, Some(message_id(post.id))));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_can_never_arrive_is_acknowledged_and_its_people_are_told() {
    let mut rig = Rig::start().await;
    rig.discord.world().forbidden.insert(CHANNEL, (400, 12_345));
    rig.send(pinging(ANN, text(1, "for nobody")));
    assert_eq!(rig.delivered().await, (1, None));
    let told = rig.discord.post().await;
    assert_eq!(told.channel, dm(ANN));
    assert!(told.text().starts_with("Discord refused what I wanted to say in <#501>"));
    assert_eq!(rig.discord.world().attempts.len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_are_waited_for_in_order() {
    let mut rig = Rig::start().await;
    rig.discord
        .world()
        .misbehaviours
        .extend([Misbehaviour::Limited(0.2), Misbehaviour::LimitedGlobally(0.2)]);
    let start = Instant::now();
    for n in 1..=3 {
        rig.send(text(n, &n.to_string()));
    }
    for n in 1..=3 {
        assert_eq!(rig.discord.post().await.text(), n.to_string());
        assert_eq!(rig.delivered().await.0, n);
    }
    assert!(start.elapsed() >= Duration::from_millis(390));
    assert_eq!(rig.discord.world().impatient, 0, "no request came before its time");
}

#[tokio::test(flavor = "multi_thread")]
async fn stated_limits_are_never_hit() {
    let mut rig = Rig::start().await;
    rig.discord.world().limit = Some((2, Duration::from_millis(200)));
    for n in 1..=5 {
        rig.send(text(n, &n.to_string()));
    }
    for n in 1..=5 {
        assert_eq!(rig.delivered().await.0, n);
    }
    let world = rig.discord.world();
    assert_eq!(world.attempts.len(), 5, "every request was let through");
    assert!(world.posts[4].at - world.posts[0].at >= Duration::from_millis(300));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failed_request_is_repeated_and_posts_once() {
    let mut rig = Rig::start().await;
    rig.discord
        .world()
        .misbehaviours
        .extend([Misbehaviour::Fails(500), Misbehaviour::FailsAfterPosting]);
    let post = rig.posted(with_picture(text(41, "ben moved."))).await;
    let world = rig.discord.world();
    assert_eq!((world.attempts.len(), world.posts.len()), (3, 1));
    assert!(world.attempts.iter().all(|(_, payload)| payload["nonce"] == post.payload["nonce"]));
    assert_eq!(post.payload["enforce_nonce"], true);
    assert!(post.payload["nonce"].as_str().unwrap().len() <= 25);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_does_not_get_through_stays_unacknowledged() {
    let clock = ManualClock::new(1_800_000_000_000);
    let discord = StandIn::strict(Arc::new(clock.clone())).await;
    let patience = Duration::from_millis(300);
    let usual = settings(&discord, TOKEN);
    let pace = Pace { transient_patience: patience, ..usual.pace };
    let hasty = Settings { pace, ..usual };
    let mut rig = Rig::launch_with(discord, hasty, Arc::new(clock.clone()), Arc::default());
    passes_until(&rig, &clock, |world| world.connected() > 0).await;
    rig.discord.world().misbehaviours.extend([Misbehaviour::Fails(503); 50]);
    let mut passing = text(0, "passing");
    passing.outbox = None;
    rig.send(passing);
    passes_until(&rig, &clock, |world| world.misbehaviours.len() < 50).await;
    // It gives up on the transient answer, and the next one is not held up for good.
    clock.advance(2 * patience);
    rig.discord.world().misbehaviours.clear();
    rig.send(text(2, "next"));
    passes_until(&rig, &clock, |world| !world.posts.is_empty()).await;
    let posts: Vec<String> =
        rig.discord.world().posts.iter().map(|post| post.text().to_owned()).collect();
    assert_eq!(posts, ["next"]);
    assert_eq!(rig.delivered().await.0, 2);
}

/// Lets time pass by a clock that stands still otherwise, until something holds.
async fn passes_until(rig: &Rig, clock: &ManualClock, holds: impl Fn(&World) -> bool) {
    const BREATH: Duration = Duration::from_millis(20);
    while rig.discord.within(BREATH, |world| holds(world).then_some(())).await.is_none() {
        clock.advance(BREATH);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn without_history_it_answers_without_a_reference() {
    let mut rig = Rig::start().await;
    rig.discord.world().no_quotes.insert(CHANNEL);
    let post = rig.posted(answering(7, text(1, "here"))).await;
    assert!(post.payload["message_reference"].is_null());
    rig.posted(answering(7, text(2, "here again"))).await;
    assert_eq!(rig.discord.world().attempts.len(), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_text_comes_in_parts_below_its_picture() {
    let mut rig = Rig::start().await;
    let record = format!("Record of #12:\n```\n{}```", "c2-c3 d6-d5\n".repeat(250));
    let first = rig.posted(answering(7, with_picture(text(1, &record)))).await;
    assert!(first.file.is_some());
    let second = rig.discord.post().await;
    assert!(second.file.is_none() && second.payload["message_reference"].is_null());
    let moves = |post: &Post| post.text().matches("c2-c3 d6-d5").count();
    assert_eq!(moves(&first) + moves(&second), 250);
}

#[tokio::test(flavor = "multi_thread")]
async fn stopping_says_goodbye_and_leaves_what_is_not_sent() {
    let mut rig = Rig::start().await;
    rig.discord.world().slow.insert(CHANNEL, Duration::from_millis(200));
    rig.send(text(1, "on its way"));
    rig.send(text(2, "waiting"));
    let sends = format!("POST channels/{CHANNEL}/messages");
    rig.discord.until("call", |world| world.calls.contains(&sends).then_some(())).await;
    rig.stop.take().unwrap().send(()).unwrap();
    timeout(SOON, &mut rig.run).await.unwrap().unwrap().unwrap();
    assert_eq!(rig.delivered().await.0, 1);
    rig.host.settled().await;
    assert!(rig.delivered.try_recv().is_err(), "the second comes again after a restart");
    assert_eq!(rig.discord.goodbyes().await, [4000]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_for_the_page_is_not_touched() {
    let mut rig = Rig::start().await;
    let mut elsewhere = text(1, "for the page");
    elsewhere.reply.place = PlaceId::channel(Platform::Local, "channel");
    rig.send(elsewhere);
    rig.posted(text(2, "here")).await;
    assert!(timeout(A_WHILE, rig.delivered.recv()).await.is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_comes_as_a_file_or_in_the_text() {
    let mut rig = Rig::start().await;
    let record = TextFile { name: "martian-cake-12.txt".into(), text: "1. c2-c3\n".into() };
    let mut both = with_picture(text(1, "Record of #12."));
    both.reply.attachments.push(Attachment::File(record.clone()));
    let first = rig.posted(both).await;
    assert_eq!(first.text(), "Record of #12.");
    assert_eq!(without_tags(&first.file.unwrap().name), "board-t*.png");
    let file = rig.discord.post().await.file.unwrap();
    assert_eq!((file.name.as_str(), file.field.as_str()), ("martian-cake-12.txt", "files[0]"));
    assert_eq!(
        (file.kind.as_str(), file.bytes.as_slice()),
        ("text/plain", b"1. c2-c3\n".as_slice())
    );

    rig.discord.world().no_files.insert(CHANNEL);
    let mut alone = text(2, "Record of #12.");
    alone.reply.attachments.push(Attachment::File(record));
    let post = rig.posted(alone).await;
    assert!(post.text().starts_with("Record of #12.\n```\n1. c2-c3\n```\nI cannot attach"));
}

/// The size of a board that was sent, once it is decoded.
fn board(post: &Post) -> (u32, u32) {
    let file = post.file.as_ref().expect("a picture is attached");
    let image = image::load_from_memory(&file.bytes).expect("it is a PNG");
    (image.width(), image.height())
}

/// A move for Ann in a game, once it is her turn: an attack if there is one, since those end games, otherwise one that
/// differs from ply to ply. `None` once the game is over.
async fn next_move(store: &Store, no: u32) -> Option<String> {
    loop {
        let (row, events) = store.reader().unwrap().game(GameNo(no)).unwrap().unwrap();
        let game = host::replay_game(&row, &events, |id| id.key().to_owned()).unwrap();
        if !game.is_running() {
            return None;
        }
        let position = game.position();
        if game.people().any(|(seat, _)| seat == position.to_move()) {
            let moves = position.moves();
            let attack = moves.iter().rfind(|mv| mv.contains('x'));
            let step = moves.get(position.ply() as usize * 7 % moves.len().max(1));
            return attack.or(step).cloned();
        }
        // The bot may answer in a message of its own, if the machine has much to do.
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// Ann plays a game with the bot, until a General falls. Returns how often she has attacked.
async fn play_to_the_end(hosted: &Hosted, no: u32) -> u32 {
    let Hosted { discord, store, .. } = hosted;
    discord.say(line(ANN, "!challenge bot 1"));
    let start = discord.post().await;
    let mut last = start.clone();
    let mut fights = 0;
    while let Some(mv) = next_move(store, no).await {
        discord.say(line(ANN, &mv));
        last = discord.post().await;
        assert!(last.text().contains("Ann"), "{}", last.text());
        assert_eq!(board(&last), board(&start), "every ply comes with its picture");
        fights += u32::from(mv.contains('x'));
    }
    while !last.text().contains(&format!("wins #{no}")) {
        last = discord.post().await;
    }
    assert!(last.text().contains("the General of "), "{}", last.text());
    fights
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_game_is_played_to_a_fallen_general() {
    let hosted = Hosted::start().await;
    let Hosted { discord, store, .. } = &hosted;

    // The ids of messages have a part in the dice: a game can have few fights.
    let (mut fights, mut no) = (0, 0);
    while fights <= 3 {
        no += 1;
        fights += play_to_the_end(&hosted, no).await;
    }
    let (row, _) = store.reader().unwrap().game(GameNo(1)).unwrap().unwrap();
    assert_eq!(row.server, Some(ServerId::new(Platform::Discord, "500")));
    discord.say(line(ANN, "!verify #1"));
    let verified = discord.post().await;
    assert!(verified.text().contains("follow from it"), "{}", verified.text());

    hosted.stop().await;
}

/// A file that is kept at a place on the network, which gives this text to whoever asks.
async fn serves(text: String) -> serde_json::Value {
    answers("HTTP/1.1 200 OK", "x-kind: file", &text).await
}

/// A file that is kept at a place on the network, which answers everybody in this way.
async fn answers(status: &str, header: &str, text: &str) -> serde_json::Value {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let (address, size) = (listener.local_addr().unwrap(), text.len());
    let answered = format!(
        "{status}\r\n{header}\r\ncontent-length: {size}\r\nconnection: close\r\n\r\n{text}"
    );
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(answer(stream, answered.clone()));
        }
    });
    let url = format!("http://{address}/game.txt");
    json!({ "id": "900", "filename": "game.txt", "size": size, "url": url, "proxy_url": url })
}

/// Reads a request and answers it.
async fn answer(mut stream: tokio::net::TcpStream, text: String) {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    let _ = stream.read(&mut [0; 4096]).await;
    let _ = stream.write_all(text.as_bytes()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_attached_record_is_compared_with_the_stored_game() {
    let hosted = Hosted::start().await;
    let discord = &hosted.discord;
    let mut posts = Vec::new();
    for text in ["!challenge bot 1 white lyra", "!resign #1 yes", "!record #1"] {
        discord.say(line(ANN, text));
        posts.push(discord.post().await);
    }
    let record = posts[2].file.as_ref().unwrap();
    let record = String::from_utf8(record.bytes.clone()).unwrap();

    let told = async |text: &str, file: serde_json::Value| {
        discord.say(Said { files: vec![file], ..line(ANN, text) });
        discord.post().await.text().to_owned()
    };
    let same = told("!verify", serves(record.clone()).await).await;
    assert!(same.ends_with("It has my signature. It is #1 as I have it."), "{same}");
    let forged = told("!verify", serves(record.replace("\"Ann\"", "\"Eve\"")).await).await;
    assert!(forged.contains("the signature does not hold"), "{forged}");
    // Up to 1 MiB is read: here the same record with a long comment, to the last byte.
    let padded = |len: usize| {
        let comment = format!("\n{{{}}}\nresign", "x".repeat(len - record.len() - 3));
        record.replacen("\nresign", &comment, 1)
    };
    assert_eq!(padded(MAX_RECORD).len(), MAX_RECORD);
    let longest = told("!verify", serves(padded(MAX_RECORD)).await).await;
    assert_eq!(longest, same);
    let long = told("!verify", serves(padded(MAX_RECORD + 1)).await).await;
    let too_long =
        "That is longer than 1 MiB, which no record is. `!record #12` gives the one of a game.";
    assert_eq!(long, too_long);
    let mut gone = serves(String::new()).await;
    gone["url"] = json!("http://127.0.0.1:1/game.txt");
    let unreadable = told("!verify", gone).await;
    assert!(unreadable.contains("could not read the file"), "{unreadable}");
    // Neither does it matter how long a file is said to be.
    let mut endless = serves("x".repeat(10_000_000)).await;
    endless["size"] = json!(10);
    let endless = told("!verify", endless).await;
    assert_eq!(endless, too_long);
    let numbered = told("!verify #1", serves(record.clone()).await).await;
    assert_eq!(numbered, same);
    let pasted = record.chars().take(1_800).collect::<String>();
    discord.say(line(ANN, &format!("!verify #1\n```\n{pasted}```")));
    assert_eq!(discord.post().await.text(), same);
    // Elsewhere a file is no matter: the text counts.
    let other = told("!games", serves(record).await).await;
    assert!(other.contains("games"), "{other}");
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slash_command_takes_a_record_as_a_file() {
    let hosted = Hosted::start().await;
    let discord = &hosted.discord;
    discord.until("registration", |world| (world.command_puts > 0).then_some(())).await;
    let mut posts = Vec::new();
    for text in ["!challenge bot 1 white lyra", "!f2-f3", "!resign #1 yes", "!record #1"] {
        discord.say(line(ANN, text));
        posts.push(discord.post().await);
    }
    let record = String::from_utf8(posts[3].file.as_ref().unwrap().bytes.clone()).unwrap();
    let told = async |options: &[(&str, serde_json::Value)]| {
        let id = discord.slash(ANN, CHANNEL, "verify", options);
        discord.answered(id).await.text().to_owned()
    };
    let same = told(&[("record", serves(record.clone()).await)]).await;
    assert!(same.ends_with("It has my signature. It is #1 as I have it."), "{same}");
    let pasted = record.replace('\n', "\r").replace(" \"", " \u{201C}").replace("\"]", "\u{201D}]");
    assert_eq!(told(&[("record", serves(pasted).await)]).await, same);
    // The record says itself which game it is.
    let both = [("game", json!(1)), ("record", serves(record.clone()).await)];
    assert_eq!(told(&both).await, same);
    let forged = told(&[("record", serves(record.replace("\"Ann\"", "\"Eve\"")).await)]).await;
    assert!(forged.contains("the signature does not hold"), "{forged}");
    let mut endless = serves("x".repeat(10_000_000)).await;
    endless["size"] = json!(10);
    let endless = told(&[("record", endless)]).await;
    assert!(endless.starts_with("That is longer than 1 MiB, which no record is."), "{endless}");
    let mut elsewhere = serves(record.clone()).await;
    elsewhere["url"] = json!("http://localhost:1/game.txt");
    let gone = answers("HTTP/1.1 404 Not Found", "x-kind: none", &record).await;
    let mut closed = serves(record.clone()).await;
    closed["url"] = json!("http://127.0.0.1:1/game.txt");
    for file in [elsewhere, gone, closed] {
        let unreadable = told(&[("record", file)]).await;
        assert!(unreadable.starts_with("I could not read the file"), "{unreadable}");
    }
    // Without a file it is the game of its author, as before.
    assert_eq!(told(&[]).await, told(&[("game", json!(1))]).await);
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_a_command_that_takes_a_file_has_it_fetched() {
    let mut rig = Rig::start().await;
    let mut said = async |text: &str, file: serde_json::Value| {
        rig.discord.say(Said { files: vec![file], ..line(ANN, text) });
        rig.said.recv().await.expect("the message").attached
    };
    for text in ["verify", "can you verify this?", "!games verify", "?verify", "!verify this"] {
        assert_eq!(said(text, serves("a".to_owned()).await).await, None, "{text}");
    }
    for text in ["!verify", "! VERIFY ", "!verify #7"] {
        let fetched = said(text, serves("a".to_owned()).await).await;
        assert_eq!(fetched, Some(Attached::Text("a".to_owned())), "{text}");
    }
    let away =
        answers("HTTP/1.1 302 Found", &format!("location: {}", "http://127.0.0.1:1/"), "").await;
    assert_eq!(said("!verify", away).await, Some(Attached::Unreadable));
    let mut elsewhere = serves("a".to_owned()).await;
    elsewhere["url"] = json!("http://localhost:1/game.txt");
    assert_eq!(said("!verify", elsewhere).await, Some(Attached::Unreadable));
}

#[tokio::test(flavor = "multi_thread")]
async fn people_have_their_files_fetched_side_by_side() {
    let mut rig = Rig::start().await;
    let gate = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/game.txt", gate.local_addr().unwrap());
    let file = json!({ "id": "900", "filename": "g.txt", "size": 1, "url": url, "proxy_url": url });
    for person in 0..12 {
        rig.discord.say(Said {
            files: vec![file.clone()],
            ..line(Someone { id: 200 + person, ..ANN }, "!verify")
        });
    }
    // Nobody gets an answer yet; the second file of somebody is refused at once.
    rig.discord
        .say(Said { files: vec![file.clone()], ..line(Someone { id: 205, ..ANN }, "!verify") });
    let refused = rig.said.recv().await.expect("a message");
    assert_eq!((refused.author.id.key(), refused.attached), ("205", Some(Attached::Later)));
    tokio::spawn(async move {
        while let Ok((stream, _)) = gate.accept().await {
            let text = "HTTP/1.1 200 OK\r\ncontent-length: 1\r\nconnection: close\r\n\r\na";
            tokio::spawn(answer(stream, text.to_owned()));
        }
    });
    let mut served = HashSet::new();
    for _ in 0..12 {
        let message = rig.said.recv().await.expect("a message");
        assert_eq!(message.attached, Some(Attached::Text("a".to_owned())));
        served.insert(message.author.id);
    }
    assert_eq!(served.len(), 12);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reply_to_an_answer_names_its_game() {
    let hosted = Hosted::start().await;
    let discord = &hosted.discord;
    for _ in 0..2 {
        discord.say(line(ANN, "!challenge bot 1 white"));
        discord.post().await;
    }
    for asked in ["!board #1", "!legal #1 b2", "!draw accept #1"] {
        discord.say(line(ANN, asked));
        let answer = discord.post().await;
        hosted.knows(answer.id).await;
        discord.say(reply(ANN, answer.id, "draw accept"));
        let told = discord.post().await;
        assert!(told.text().contains("a draw in #1"), "{asked}: {}", told.text());
    }
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_against_the_bot_from_end_to_end() {
    let hosted = Hosted::start().await;
    let discord = &hosted.discord;

    let challenge = discord.say(line(ANN, "!challenge bot 1"));
    let start = discord.post().await;
    assert!(start.text().contains("Lyra") && start.text().contains("Ann"), "{}", start.text());
    assert_eq!(board(&start).0, 960);
    let alt = start.payload["attachments"][0]["description"].as_str().unwrap();
    assert!(alt.starts_with("#1 Lyra"), "{alt}");

    discord.say(line(BEN, "e2-e3"));
    let mv = discord.say(line(ANN, "e2-e3"));
    let answer = discord.post().await;
    assert!(
        answer.text().contains("e2-e3") && answer.text().contains("I moved"),
        "{}",
        answer.text()
    );
    assert_eq!(board(&answer), board(&start));
    assert!(mv > challenge);

    // The move comes again after a resume; it is not played again, nor answered.
    discord.world().replays_twice = true;
    discord.close(4000);
    discord.until("resume", |world| (!world.resumes.is_empty()).then_some(())).await;
    hosted.knows(answer.id).await;
    discord.say(reply(ANN, answer.id, "legal e3"));
    let legal = discord.post().await;
    assert!(legal.text().contains("e3"), "{}", legal.text());
    assert_eq!(board(&legal), board(&start));

    discord.say(line(ANN, "<@900> resign"));
    let asked = discord.post().await;
    assert!(asked.text().contains("resign #1 yes"), "{}", asked.text());
    discord.say(private(ANN, "resign #1 yes"));
    // She is told where that is played, before or after the board there.
    let over = discord
        .until("end", |world| world.posts.iter().find(|post| post.text().contains("wins")).cloned())
        .await;
    assert_eq!(over.channel, CHANNEL, "where the game is played");

    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_challenges_a_mention_of_the_bot_plays_the_bot() {
    let hosted = Hosted::start().await;
    let discord = &hosted.discord;
    for said in [
        line(ANN, "!challenge <@900> lyra white"),
        line(ANN, "!challenge lyra white <@!900>"),
        line(ANN, &format!("!challenge white <@&{BOT_ROLE}>")),
        line(ANN, "<@900> challenge white <@900>"),
        line(ANN, "challenge white <@900>"),
        private(ANN, "challenge <@900> white"),
        private(ANN, "challenge white <@900>"),
    ] {
        let (text, place) = (said.text.clone(), said.channel);
        discord.say(said);
        let start = discord.post().await;
        assert!(start.text().contains("Martian Cake, level 2 (Black)"), "{text}: {}", start.text());
        assert_eq!(start.channel, place);
    }
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_play_game_mix_to_a_checkmate() {
    let hosted = Hosted::start().await;
    let discord = &hosted.discord;
    // The bot must have seen Benjamin before he can be named.
    discord.say(line(BEN, "!about"));
    discord.post().await;
    discord.say(line(ANN, &format!("!challenge <@{}> mix white", BEN.id)));
    let offer = discord.post().await;
    assert!(offer.text().contains("invites you to Game Mix"), "{}", offer.text());
    discord.say(line(BEN, "!accept"));
    let start = discord.post().await;
    assert_eq!(board(&start), (960, 720));

    // Short moves need the prefix in a channel; those with from and to do not.
    for (who, mv, told) in [
        (ANN, "!Nh3", "g1h3"),
        (BEN, "h8xh3", "takes the Knight on h3"),
        (ANN, "c2-c4", "c2c4"),
        (BEN, "!Le6#", "is mated by the Liner on e6"),
    ] {
        discord.say(line(who, mv));
        let post = discord.post().await;
        assert!(post.text().contains(told), "{mv}: {}", post.text());
        assert_eq!(board(&post), (960, 720));
    }
    hosted.stop().await;
}

/// The next posts, by channel: those of different channels come in any order.
async fn posts(discord: &StandIn, n: usize) -> Vec<Post> {
    let mut posts = Vec::new();
    for _ in 0..n {
        posts.push(discord.post().await);
    }
    posts.sort_by_key(|post| (post.channel, post.id));
    posts
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_arrange_their_men_in_private_and_play_on() {
    let hosted = Hosted::start().await;
    let discord = &hosted.discord;
    discord.say(line(BEN, "!about"));
    discord.post().await;
    discord.say(line(ANN, &format!("!challenge <@{}> cyvasse white", BEN.id)));
    discord.post().await;
    discord.say(line(BEN, "!accept"));
    let asked = posts(discord, 3).await;
    let channels: Vec<u64> = asked.iter().map(|post| post.channel).collect();
    assert_eq!(channels, [CHANNEL, dm(ANN), dm(BEN)]);
    assert!(asked[0].file.is_none() && asked[0].text().contains("arrange your men"));
    assert!(asked[1].text().contains("you have White"), "{}", asked[1].text());
    assert_eq!(board(&asked[2]), (840, 720));

    discord.say(private(BEN, "setup harbour"));
    let own = discord.post().await;
    assert_eq!((own.channel, board(&own)), (dm(BEN), (840, 720)));
    discord.say(line(BEN, "!setup vanguard"));
    let warned = discord.post().await;
    assert!(warned.text().contains("secret") && !warned.text().contains("vanguard"));
    discord.say(private(BEN, "setup done"));
    let done = posts(discord, 2).await;
    assert!(done[0].text().contains("Seal of the set-up"), "{}", done[0].text());
    assert!(!done[0].text().contains("TC1S1SR1T") && done[0].file.is_none());
    discord.say(private(ANN, "setup done"));
    let begun = posts(discord, 2).await;
    assert!(begun[0].text().contains("your turn"), "{}", begun[0].text());
    assert_eq!(board(&begun[0]), (840, 720));

    for (who, mv) in [(ANN, "g5-g6"), (BEN, "d7-d6")] {
        discord.say(line(who, mv));
        let post = discord.post().await;
        assert_eq!((post.channel, board(&post)), (CHANNEL, (840, 720)), "{}", post.text());
    }
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_closed_private_chat_is_told_where_the_game_is_and_the_game_waits() {
    let hosted = Hosted::start().await;
    let discord = &hosted.discord;
    discord.say(line(BEN, "!about"));
    discord.post().await;
    discord.world().forbidden.insert(dm(BEN), (403, 50_007));
    discord.say(line(ANN, &format!("!challenge <@{}> cyvasse white", BEN.id)));
    discord.post().await;
    discord.say(line(BEN, "!accept"));
    let asked = posts(discord, 3).await;
    let channels: Vec<u64> = asked.iter().map(|post| post.channel).collect();
    assert_eq!(channels, [CHANNEL, CHANNEL, dm(ANN)]);
    let told = asked[1].text();
    assert!(told.starts_with("<@102>") && told.contains("Direct Messages"), "{told}");
    assert!(!told.contains("RR1RR"), "nothing of the set-up");

    // He opens it and writes: from then on it is open for us too.
    discord.world().forbidden.remove(&dm(BEN));
    discord.say(private(BEN, "setup show"));
    let own = discord.post().await;
    assert_eq!((own.channel, board(&own)), (dm(BEN), (840, 720)));
    hosted.stop().await;
}

#[tokio::test]
async fn the_channels_and_threads_of_a_server_are_told_at_the_start() {
    let mut rig = Rig::start().await;
    let told = timeout(SOON, rig.places.recv()).await.expect("the host hears it").unwrap();
    let (server, mut places) = told;
    places.sort();
    assert_eq!(server, ServerId::new(Platform::Discord, GUILD.to_string()));
    let all = [CHANNEL, OTHER_CHANNEL, THREAD];
    assert_eq!(places, all.map(|id| PlaceId::channel(Platform::Discord, id.to_string())));
}
