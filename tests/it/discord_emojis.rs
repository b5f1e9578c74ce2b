//! The pictures of the pieces as emojis: they are uploaded once, stand in the lists, and cost nothing when
//! something is wrong with them.
#![allow(clippy::unwrap_used, reason = "a test may panic, helpers included")]

use std::{
    collections::BTreeSet,
    sync::{Arc, OnceLock},
    time::Duration,
};

use discord::{EMOJI_SIDE, PiecePictures};
use host::{Clock as _, ManualClock, SystemClock};
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::{
    discord_taps::button,
    support::{
        discord_hosted::Hosted,
        discord_rig::{SOON, settings},
        pictures::renderer,
        stand_in::{
            ANN, BEN, CHANNEL, Emoji, Misbehaviour, Post, Shown, StandIn, TOKEN, World, line,
            snowflake,
        },
    },
};

/// A man of the first side at the start of Lyra, as an option, and its picture.
const OF_MEN: [(&str, &str); 1] = [("move:c2-c3", "lyra_soldier_l")];

/// Returns how often an emoji was uploaded.
fn uploads(discord: &StandIn) -> usize {
    let calls = &discord.world().calls;
    calls.iter().filter(|call| call.starts_with("POST applications/")).count()
}

/// The pictures of all pieces, drawn once for all tests.
fn pictures() -> Vec<(String, Vec<u8>)> {
    static DRAWN: OnceLock<Vec<(String, Vec<u8>)>> = OnceLock::new();
    let draw = || {
        let renderer = renderer();
        let drawn = |piece: &_| renderer.piece_png(piece, EMOJI_SIDE);
        games::pieces().iter().map(|piece| (piece.picture_name(), drawn(piece))).collect()
    };
    DRAWN.get_or_init(draw).clone()
}

/// The program with these pictures, and this time between two uploads.
async fn open(
    discord: StandIn,
    folder: tempfile::TempDir,
    pictures: impl Fn() -> Vec<(String, Vec<u8>)> + Send + Sync + 'static,
    gap: Duration,
) -> Hosted {
    let mut settings = settings(&discord, TOKEN);
    settings.pictures = PiecePictures::new(pictures);
    settings.pace.emoji_gap = gap;
    let (still, moving) = (Arc::new(ManualClock::new(0)), Arc::new(SystemClock));
    let hosted = Hosted::open_as(settings, discord, folder, still, moving).await;
    hosted.discord.registered().await;
    hosted
}

async fn start(discord: StandIn) -> Hosted {
    let gap = Duration::from_millis(1);
    let hosted = open(discord, tempfile::tempdir().unwrap(), pictures, gap).await;
    hosted.discord.identified(1).await;
    hosted
}

/// Waits until every picture is there.
async fn uploaded(discord: &StandIn) {
    let n = pictures().len();
    // Those of others have no picture here.
    let ours = |emoji: &&Emoji| !emoji.picture.is_empty();
    let are_there =
        |world: &mut World| (world.emojis.iter().filter(ours).count() == n).then_some(());
    discord.until("emojis", are_there).await;
    // The program has the answer to the last one in a moment.
    tokio::time::sleep(Duration::from_millis(200)).await;
}

/// Starts a game in which Ann begins, and gives its board.
async fn challenge(discord: &StandIn) -> Post {
    let ben = json!(BEN.id.to_string());
    let more = [("opponent", ben), ("game", json!("lyra")), ("colour", json!("white"))];
    discord.slash(ANN, CHANNEL, "challenge", &more);
    let offer = discord.post().await;
    discord.press(BEN, offer.id, &button(&offer.payload, &["Accept"]));
    discord.post().await
}

async fn men(discord: &StandIn, board: &Post) -> Shown {
    let id = discord.press(ANN, board.id, &button(&board.payload, &["Move"]));
    discord.answered(id).await
}

/// Returns what is shown then, once the program has heard that all pictures are there, these among them.
async fn men_with(discord: &StandIn, board: &Post, pictures: &[(&str, &str)]) -> Shown {
    let pictured = async {
        loop {
            let shown = men(discord, board).await;
            let is_known = beside(&shown.message).iter().all(|(_, name)| name.is_some());
            if is_known && shows(&shown, pictures) {
                return shown;
            }
        }
    };
    timeout(SOON, pictured).await.expect("the pictures stand in the lists")
}

/// The value of each option in the lists of a message, with the name of its emoji.
fn beside(message: &Value) -> Vec<(String, Option<String>)> {
    let rows = message["components"].as_array().into_iter().flatten();
    let lists = rows.flat_map(|row| row["components"].as_array().into_iter().flatten());
    let options = lists.flat_map(|list| list["options"].as_array().into_iter().flatten());
    let text = |value: &Value| value.as_str().map(str::to_owned);
    options.map(|one| (text(&one["value"]).unwrap(), text(&one["emoji"]["name"]))).collect()
}

/// Returns `true` if the emojis beside all options, without their hashes, are those of these pictures.
fn shows(shown: &Shown, pictures: &[(&str, &str)]) -> bool {
    let is_it = |value: &str, picture: &str| {
        let of = |(option, name): &(String, Option<String>)| {
            let name = name.as_deref().unwrap_or_default();
            option == value && name.starts_with(&format!("mc_{picture}_"))
        };
        beside(&shown.message).iter().any(of)
    };
    pictures.iter().all(|(value, picture)| is_it(value, picture))
}

fn has_none(message: &Value) -> bool {
    let all = beside(message);
    !all.is_empty() && all.iter().all(|(_, name)| name.is_none())
}

#[tokio::test(flavor = "multi_thread")]
async fn pictures_are_uploaded_once_for_all_starts_and_stand_in_the_lists() {
    let hosted = start(StandIn::start().await).await;
    let discord = &hosted.discord;
    uploaded(discord).await;
    let n = pictures().len();
    assert_eq!(uploads(discord), n);
    for (emoji, (_, png)) in discord.world().emojis.iter().zip(pictures()) {
        assert!(emoji.name.len() <= 32 && emoji.picture == png, "{}", emoji.name);
    }
    let board = challenge(discord).await;
    let shown = men_with(discord, &board, &OF_MEN).await;
    assert!(!beside(&shown.message).is_empty());
    // The same in a list for everyone.
    discord.say(line(ANN, "!legal c2"));
    let answer = discord.post().await;
    assert!(beside(&answer.payload).iter().all(|(_, name)| name.is_some()));
    assert!(!beside(&answer.payload).is_empty());

    let (discord, folder) = hosted.stop().await;
    let again = open(discord, folder, pictures, Duration::from_millis(1)).await;
    let discord = &again.discord;
    let asked = |world: &mut World| {
        let lists = world.calls.iter().filter(|call| call.starts_with("GET applications/"));
        (lists.filter(|call| call.ends_with("/emojis")).count() > 1).then_some(())
    };
    discord.until("list", asked).await;
    men_with(discord, &board, &OF_MEN).await;
    assert_eq!(uploads(discord), n, "none is uploaded again");
    again.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_do_not_wait_for_pictures() {
    let (discord, folder) = (StandIn::start().await, tempfile::tempdir().unwrap());
    let hosted = open(discord, folder, pictures, Duration::from_secs(3_600)).await;
    let discord = &hosted.discord;
    discord.identified(1).await;
    discord.until("first", |world| (!world.emojis.is_empty()).then_some(())).await;
    let board = challenge(discord).await;
    let shown = men(discord, &board).await;
    let names: BTreeSet<bool> =
        beside(&shown.message).iter().map(|(_, name)| name.is_some()).collect();
    assert!(names.contains(&false), "only the first picture is there: {:?}", shown.message);
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_changed_picture_takes_the_place_of_the_older_one() {
    let discord = StandIn::start().await;
    let foreign = |id: u64, name: &str| Emoji { id, name: name.into(), picture: Vec::new() };
    let old = ["mc_lyra_soldier_l_00000000", "mc_gone_game_d_0a1b2c3d"];
    let kept = ["smile", "mc_smile"];
    let all = old.iter().chain(&kept).zip(1..);
    discord.world().emojis = all.map(|(name, id)| foreign(id, name)).collect();
    let hosted = start(discord).await;
    let discord = &hosted.discord;
    discord
        .until("removal", |world| {
            let is_there = |name: &&str| world.emojis.iter().any(|one| one.name == **name);
            (!old.iter().any(is_there) && kept.iter().all(is_there)).then_some(())
        })
        .await;
    uploaded(discord).await;
    let calls = discord.world().calls.clone();
    let first = calls.iter().position(|call| call.starts_with("DELETE applications/")).unwrap();
    let last = calls.iter().rposition(|call| call.starts_with("POST applications/")).unwrap();
    assert!(last < first, "the older ones go when the new ones are there");
    hosted.stop().await;
}

/// Emojis of a program of another version on the same application, uploaded since the beginning of the test.
fn of_another_version(n: u64) -> Vec<Emoji> {
    let first = snowflake(SystemClock.now());
    let new = |k: u64| Emoji {
        id: first + k,
        name: format!("mc_lyra_soldier_l_{k:08x}"),
        picture: Vec::new(),
    };
    (0..n).map(new).collect()
}

/// The numbers of the emojis of another version that are left.
fn left(world: &World) -> Vec<u64> {
    let all = world.emojis.iter().filter(|emoji| emoji.picture.is_empty());
    all.filter(|emoji| emoji.name.starts_with("mc_")).map(|emoji| emoji.id).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn two_versions_on_one_application_leave_each_other_their_pictures() {
    let discord = StandIn::start().await;
    let others = of_another_version(3);
    let ids: Vec<u64> = others.iter().map(|emoji| emoji.id).collect();
    discord.world().emojis = others;
    let hosted = start(discord).await;
    let discord = &hosted.discord;
    uploaded(discord).await;
    assert_eq!(left(&discord.world()), ids);
    // Also not once they are old, since one of ours was taken: perhaps by that very program.
    discord.world().emojis.iter_mut().filter(|one| one.picture.is_empty()).for_each(|one| {
        one.id -= ids[0];
        one.id += 1;
    });
    let board = challenge(discord).await;
    men_with(discord, &board, &OF_MEN).await;
    discord
        .world()
        .emojis
        .retain(|emoji| !emoji.name.starts_with("mc_lyra_soldier_l_") || emoji.picture.is_empty());
    assert!(has_none(&men(discord, &board).await.message));
    std::mem::take(&mut discord.world().violations);
    uploaded(discord).await;
    assert_eq!(left(&discord.world()), [1, 2, 3]);
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_there_is_no_room_the_oldest_of_another_version_make_it() {
    let discord = StandIn::start().await;
    let other = |id: u64| Emoji { id, name: format!("other_{id}"), picture: Vec::new() };
    let n = pictures().len() as u64;
    let of_others = of_another_version(n + 5);
    let ids: Vec<u64> = of_others.iter().map(|emoji| emoji.id).collect();
    // There is room for three.
    let rest = (1..=2_000 - 3 - of_others.len() as u64).map(other);
    discord.world().emojis = of_others.into_iter().rev().chain(rest).collect();
    let hosted = start(discord).await;
    uploaded(&hosted.discord).await;
    let mut left = left(&hosted.discord.world());
    left.sort_unstable();
    assert_eq!(left, ids[ids.len() - 8..]);
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pictures_that_do_not_get_through_come_later() {
    let discord = StandIn::start().await;
    discord.world().emoji_misbehaviours.extend([
        Misbehaviour::Works,
        Misbehaviour::Limited(0.1),
        Misbehaviour::LimitedByOthers(0.1),
        Misbehaviour::Refuses(400, 50_035),
        Misbehaviour::Works,
        Misbehaviour::Fails(503),
        Misbehaviour::FailsAfterPosting,
        Misbehaviour::Reset,
        Misbehaviour::ResetAfterPosting,
        Misbehaviour::Refuses(400, 30_008),
        Misbehaviour::Refuses(403, 20_012),
    ]);
    let hosted = start(discord).await;
    uploaded(&hosted.discord).await;
    assert!(hosted.discord.world().emoji_misbehaviours.is_empty());
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_there_is_no_room_lists_have_words_alone() {
    let discord = StandIn::start().await;
    let other = |id: u64| Emoji { id, name: format!("other_{id}"), picture: Vec::new() };
    discord.world().emojis = (1..=2_000).map(other).collect();
    let hosted = start(discord).await;
    let discord = &hosted.discord;
    discord
        .until("tries", |world| {
            let tries = world.calls.iter().filter(|call| call.starts_with("POST applications/"));
            (tries.count() > 1).then_some(())
        })
        .await;
    let board = challenge(discord).await;
    assert!(has_none(&men(discord, &board).await.message));
    discord.world().emojis.truncate(1_000);
    uploaded(discord).await;
    men_with(discord, &board, &OF_MEN).await;
    hosted.stop().await;
}

/// Somebody removes an emoji in the portal: whoever wants to move is answered all the same, and it comes
/// back.
#[tokio::test(flavor = "multi_thread")]
async fn an_emoji_that_is_gone_costs_no_answer() {
    let hosted = start(StandIn::start().await).await;
    let discord = &hosted.discord;
    uploaded(discord).await;
    let board = challenge(discord).await;
    men_with(discord, &board, &OF_MEN).await;
    for is_public in [false, true] {
        discord.world().emojis.retain(|emoji| !emoji.name.contains("soldier_l"));
        let shown = if is_public {
            discord.say(line(ANN, "!legal"));
            discord.post().await.payload
        } else {
            men(discord, &board).await.message
        };
        assert!(has_none(&shown), "{shown:?}");
        let refused = std::mem::take(&mut discord.world().violations);
        assert!(refused.len() == 1 && refused[0].contains("no emoji"), "{refused:?}");
        uploaded(discord).await;
        men_with(discord, &board, &OF_MEN).await;
    }
    hosted.stop().await;
}
