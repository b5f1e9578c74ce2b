//! What the bot says of its own permissions, from the question to the answer: the whole program beside a
//! stand-in for Discord.
#![allow(clippy::unwrap_used, reason = "a test may panic, helpers included")]

use serde_json::json;

use crate::support::{
    discord_hosted::Hosted,
    stand_in::{
        ANN, BEN, BOT, CHANNEL, GUILD, Guild, OTHER_CHANNEL, Said, StandIn, THREAD, dm, line,
        places::{
            ATTACH_FILES, CREATE_PUBLIC_THREADS, Overwrite, READ_HISTORY, SEND_IN_THREADS,
            SEND_MESSAGES, VIEW_CHANNEL,
        },
        private,
    },
};

/// All that the bot needs.
const ALL: u64 = VIEW_CHANNEL | SEND_MESSAGES | ATTACH_FILES | READ_HISTORY | SEND_IN_THREADS;

/// Returns what is answered to this, and in which channel.
async fn answer(discord: &StandIn, said: Said) -> (u64, String) {
    discord.say(said);
    let post = discord.post().await;
    (post.channel, post.text().to_owned())
}

/// Returns how it stands with a permission, by the answer.
fn of<'a>(answer: &'a str, permission: &str) -> &'a str {
    let start = format!("- *{permission}*: ");
    let line = answer.lines().find_map(|line| line.strip_prefix(&start));
    line.unwrap_or_else(|| panic!("no {permission}: {answer}")).split(['.', ',']).next().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_permissions_of_a_channel_are_told_there() {
    let hosted = Hosted::start().await;
    let discord = &hosted.discord;
    let (channel, told) = answer(discord, line(ANN, "!check")).await;
    assert_eq!(channel, CHANNEL);
    for name in ["View Channel", "Attach Files", "Message Content Intent"] {
        assert_eq!(of(&told, name), "there", "{told}");
    }
    let bits = format!("client_id=900&scope=bot%20applications.commands&permissions={ALL}>");
    assert!(told.contains(&bits), "{told}");

    discord.permit(CHANNEL, ALL & !ATTACH_FILES & !READ_HISTORY);
    let (_, told) = answer(discord, line(BEN, "<@900> check")).await;
    assert_eq!(of(&told, "Attach Files"), "**missing**");
    assert_eq!(of(&told, "Send Messages"), "there");
    assert!(told.contains("switch on *Attach Files* and *Read Message History*: Server settings"));

    assert!(!told.contains("Create Public Threads"), "games have none here: {told}");
    answer(discord, line(ANN, "!server set threads ask")).await;
    let (_, told) = answer(discord, line(ANN, "!check")).await;
    assert_eq!(of(&told, "Create Public Threads"), "**missing**");
    assert!(told.contains(&format!("permissions={}>", ALL | CREATE_PUBLIC_THREADS)), "{told}");

    // The same from elsewhere, and of a thread, which has what its channel has.
    let from_there = |text: &str| Said { channel: OTHER_CHANNEL, ..line(ANN, text) };
    let (channel, told) = answer(discord, from_there("!check <#501>")).await;
    assert_eq!((channel, of(&told, "Attach Files")), (OTHER_CHANNEL, "**missing**"));
    discord.permit(CHANNEL, ALL & !SEND_IN_THREADS);
    let (_, told) = answer(discord, from_there(&format!("!check <#{THREAD}>"))).await;
    assert_eq!(of(&told, "Send Messages in Threads"), "**missing**");
    assert_eq!(of(&told, "Attach Files"), "there");
    assert!(!told.contains("*Send Messages*"), "it is of no use in a thread: {told}");
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_nothing_can_be_written_the_answer_comes_in_private() {
    let hosted = Hosted::start().await;
    let discord = &hosted.discord;
    discord.permit(CHANNEL, ALL & !SEND_MESSAGES);
    let (channel, told) = answer(discord, line(ANN, "!check")).await;
    assert_eq!((channel, of(&told, "Send Messages")), (dm(ANN), "**missing**"));
    assert!(told.contains("*Attach Files*: there, but of no use"), "{told}");
    // Whoever sends us into a timeout leaves the permissions as they are.
    discord.permit(CHANNEL, ALL);
    discord.world().bot_timeout = Some("2099-01-01T00:00:00+00:00");
    let (_, told) = answer(discord, line(ANN, "!check")).await;
    assert!(told.contains("*Send Messages*: there, but of no use"), "{told}");
    assert!(of(&told, "View Channel") == "there" && told.contains("Remove Timeout"), "{told}");
    discord.world().bot_timeout = Some("2020-01-01T00:00:00+00:00");
    let (_, told) = answer(discord, line(ANN, "!check")).await;
    assert!(!told.contains("imeout"), "it is over: {told}");
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_found_out_is_called_not_known() {
    let hosted = Hosted::start().await;
    let discord = &hosted.discord;
    discord.permit(OTHER_CHANNEL, ALL & !VIEW_CHANNEL);
    let (_, told) = answer(discord, line(ANN, "!check <#502>")).await;
    assert_eq!(of(&told, "View Channel"), "**missing**");
    assert_eq!(of(&told, "Send Messages"), "not known");
    discord.world().hides_servers = Some(403);
    let (_, told) = answer(discord, line(ANN, "!check")).await;
    assert_eq!((of(&told, "View Channel"), of(&told, "Attach Files")), ("not known", "not known"));
    assert_eq!(of(&told, "Message Content Intent"), "there");
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_learns_of_a_server_that_is_not_theirs() {
    let hosted = Hosted::start().await;
    let discord = &hosted.discord;
    let other = Guild { id: 600, channels: vec![601], threads: Vec::new() };
    discord.world().add_guild(other);
    for said in [line(ANN, "!check <#601>"), line(ANN, "!check <#9>"), line(ANN, "!check <#0>")] {
        let text = said.text.clone();
        let (_, told) = answer(discord, said).await;
        assert!(told.contains("no such channel"), "{text}: {told}");
    }
    // In private everybody may ask of their own servers alone.
    let (_, told) = answer(discord, private(ANN, "check <#501>")).await;
    assert_eq!(of(&told, "Send Messages"), "there");
    discord.world().no_members.insert(BEN.id);
    let (_, told) = answer(discord, private(BEN, "check <#501>")).await;
    assert!(told.contains("no such channel"), "{told}");
    discord.permit(CHANNEL, 0);
    let (_, told) = answer(discord, private(ANN, "check <#501>")).await;
    assert!(told.contains("no such channel"), "whether Ann may know is not known: {told}");
    let (_, told) = answer(discord, private(ANN, "check")).await;
    assert!(told.contains("`check #channel`"), "{told}");
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_learns_of_a_channel_that_they_do_not_see() {
    let hosted = Hosted::start().await;
    let discord = &hosted.discord;
    let hidden = Overwrite { id: GUILD, is_member: false, allow: 0, deny: VIEW_CHANNEL };
    let ours = Overwrite { id: BOT, is_member: true, allow: ALL, deny: 0 };
    discord.overwrite(OTHER_CHANNEL, vec![hidden, ours]);
    let (_, told) = answer(discord, line(ANN, "!check <#502>")).await;
    assert_eq!(of(&told, "View Channel"), "there", "Ann owns the server: {told}");
    for said in [line(BEN, "!check <#502>"), private(BEN, "check <#502>")] {
        let (_, told) = answer(discord, said).await;
        assert!(told.contains("no such channel"), "{told}");
    }
    let (_, told) = answer(discord, private(BEN, "check <#501>")).await;
    assert_eq!(of(&told, "View Channel"), "there", "{told}");
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slash_command_is_answered_from_what_it_brings_along() {
    let hosted = Hosted::start().await;
    let discord = &hosted.discord;
    discord.registered().await;
    discord.world().hides_servers = Some(403);
    discord.permit(CHANNEL, VIEW_CHANNEL);
    discord.permit(OTHER_CHANNEL, ALL & !READ_HISTORY);
    let id = discord.slash(ANN, CHANNEL, "check", &[]);
    let told = discord.answered(id).await;
    assert!(told.is_ephemeral());
    assert_eq!(of(told.text(), "Send Messages"), "**missing**");
    let id = discord.slash(ANN, CHANNEL, "check", &[("channel", json!("502"))]);
    let told = discord.answered(id).await;
    assert!(told.text().starts_with("What I may do in <#502>"), "{}", told.text());
    assert_eq!(of(told.text(), "Send Messages"), "there");
    assert_eq!(of(told.text(), "Read Message History"), "**missing**");
    assert!(discord.world().posts.is_empty(), "nobody else has seen anything");
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn that_the_text_of_messages_is_hidden_is_told() {
    let discord = StandIn::start().await;
    discord.world().refuses_content = true;
    let still = std::sync::Arc::new(host::ManualClock::new(0));
    let hosted = Hosted::open(discord, tempfile::tempdir().unwrap(), still).await;
    let discord = &hosted.discord;
    discord.identified(2).await;
    let (_, told) = answer(discord, line(ANN, "<@900> check")).await;
    assert_eq!(of(&told, "Message Content Intent"), "**missing**", "{told}");
    hosted.stop().await;
}
