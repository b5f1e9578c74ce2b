//! Threads, permissions and what can be asked about servers, in the stand-in.

use std::time::Duration;

use serde_json::{Value, json};

use super::{Client, INTENTS, ask, message, post, strict};
use crate::support::stand_in::{
    ANN, BEN, BOT, BOT_ROLE, CHANNEL, GUILD, Role, StandIn, THREAD, line,
    places::{
        CREATE_PUBLIC_THREADS, INVITED, MANAGE_SERVER, MANAGE_THREADS, READ_HISTORY,
        SEND_IN_THREADS, SEND_MESSAGES, VIEW_CHANNEL,
    },
};

async fn in_channel(
    discord: &StandIn,
    method: &str,
    channel: u64,
    rest: &str,
    body: &Value,
) -> (u16, Value) {
    ask(discord, method, &format!("channels/{channel}{rest}"), body).await
}

/// The status and the code of an answer.
fn code((status, body): (u16, Value)) -> (u16, u64) {
    (status, body["code"].as_u64().unwrap_or(0))
}

async fn connect(discord: &StandIn) -> Client {
    let (_, answer) = ask(discord, "GET", "gateway/bot", &Value::Null).await;
    let mut client = Client::connect(answer["url"].as_str().unwrap()).await;
    assert_eq!(client.identify((0, 1), INTENTS).await["t"], "READY");
    assert_eq!(client.frame().await["t"], "GUILD_CREATE");
    client
}

/// Lets the bot post a board and gives its id.
async fn board(discord: &StandIn) -> u64 {
    post(discord, &message("a board")).await.1["id"].as_str().unwrap().parse().unwrap()
}

#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn a_thread_is_opened_at_a_message_once() {
    let (discord, _) = strict().await;
    let on = board(&discord).await;
    let rest = format!("/messages/{on}/threads");
    let body = json!({ "name": "Lyra #7", "auto_archive_duration": 1_440 });
    let refused = in_channel(&discord, "POST", CHANNEL, &rest, &body).await;
    assert_eq!(code(refused), (403, 50_013), "the permission is missing");
    discord.permit(CHANNEL, INVITED);
    for wrong in [
        json!({ "name": "" }),
        json!({ "name": "x".repeat(101) }),
        json!({ "name": "a", "auto_archive_duration": 100 }),
        json!({ "name": "a", "type": 11 }),
    ] {
        let refused = in_channel(&discord, "POST", CHANNEL, &rest, &wrong).await;
        assert_eq!(code(refused), (400, 50_035), "{wrong}");
        assert_eq!(std::mem::take(&mut discord.world().violations).len(), 1, "{wrong}");
    }
    let mut client = connect(&discord).await;
    let (status, thread) = in_channel(&discord, "POST", CHANNEL, &rest, &body).await;
    assert_eq!((status, &thread["id"]), (201, &json!(on.to_string())));
    let event = client.frame().await;
    assert_eq!(
        (&event["t"], &event["d"]["newly_created"]),
        (&json!("THREAD_CREATE"), &json!(true))
    );
    assert_eq!(event["d"]["parent_id"], CHANNEL.to_string());
    let again = in_channel(&discord, "POST", CHANNEL, &rest, &body).await;
    assert_eq!(code(again), (400, 160_004));
    let unknown = in_channel(&discord, "POST", CHANNEL, "/messages/7/threads", &body).await;
    assert_eq!(code(unknown), (404, 10_008));
    let inner = in_channel(&discord, "POST", on, "/threads", &body).await;
    assert_eq!(code(inner), (400, 50_024), "a thread has no threads");
    assert_eq!(in_channel(&discord, "POST", on, "/messages", &message("c2-c3")).await.0, 200);

    let private = in_channel(&discord, "POST", CHANNEL, "/threads", &body).await;
    assert_eq!(code(private), (403, 50_013), "without a type it is a private one");
    let public = json!({ "name": "b", "type": 11 });
    assert_eq!(in_channel(&discord, "POST", CHANNEL, "/threads", &public).await.0, 201);
    discord.world().rules.active_threads = 3;
    let full = in_channel(&discord, "POST", CHANNEL, "/threads", &public).await;
    assert_eq!(code(full), (400, 160_006));
}

#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn an_archived_thread_wakes_by_a_message_and_is_not_changed_before() {
    let (discord, clock) = strict().await;
    let mut client = connect(&discord).await;
    let send = async || in_channel(&discord, "POST", THREAD, "/messages", &message("a")).await;
    let (_, posted) = send().await;
    assert_eq!(client.frame().await["t"], "MESSAGE_CREATE");
    let own = format!("/messages/{}", posted["id"].as_str().unwrap());
    let changed = message("b");
    let edit = || in_channel(&discord, "PATCH", THREAD, &own, &changed);
    assert_eq!(edit().await.0, 200);
    assert_eq!(client.frame().await["t"], "MESSAGE_UPDATE");
    let close = json!({ "archived": true });
    let (_, archived) = in_channel(&discord, "PATCH", THREAD, "", &close).await;
    assert_eq!(archived["thread_metadata"]["archived"], true);
    assert_eq!(client.frame().await["t"], "THREAD_UPDATE");
    assert_eq!(code(edit().await), (400, 50_083));
    let rename = in_channel(&discord, "PATCH", THREAD, "", &json!({ "name": "b" })).await;
    assert_eq!(code(rename), (400, 50_083));
    assert_eq!(send().await.0, 200, "a message wakes it");
    assert_eq!(client.frame().await["t"], "MESSAGE_CREATE");
    let woken = client.frame().await;
    assert_eq!(woken["d"]["thread_metadata"]["archived"], false);
    assert_eq!(edit().await.0, 200);

    clock.advance(Duration::from_secs(1_440 * 60 + 1));
    assert!(discord.world().is_archived(THREAD), "nothing was said for a day");
    let (_, threads) =
        ask(&discord, "GET", &format!("guilds/{GUILD}/threads/active"), &Value::Null).await;
    assert_eq!(threads["threads"], json!([]));
    let mut said = line(ANN, "still there?");
    said.channel = THREAD;
    discord.say(said);
    assert!(!discord.world().is_archived(THREAD));
}

#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn a_locked_thread_takes_nothing_and_a_deleted_one_is_gone() {
    let (discord, _) = strict().await;
    let send = async || in_channel(&discord, "POST", THREAD, "/messages", &message("a")).await;
    let lock = async || in_channel(&discord, "PATCH", THREAD, "", &json!({ "locked": true })).await;
    assert_eq!(code(lock().await), (403, 50_013), "that needs another permission");
    discord.lock_thread(THREAD, true);
    assert_eq!(code(send().await), (400, 160_005));
    discord.archive_thread(THREAD);
    assert_eq!(code(send().await), (400, 50_083));
    let open = in_channel(&discord, "PATCH", THREAD, "", &json!({ "archived": false })).await;
    assert_eq!(code(open), (403, 50_013));
    discord.permit(THREAD, INVITED | MANAGE_THREADS);
    assert_eq!(send().await.0, 200, "who manages threads may");
    let mut client = connect(&discord).await;
    discord.delete_channel(THREAD);
    let event = client.frame().await;
    assert_eq!(event["t"], "THREAD_DELETE");
    assert_eq!(event["d"]["parent_id"], CHANNEL.to_string());
    assert_eq!(code(send().await), (404, 10_003));
}

#[tokio::test]
async fn what_is_not_permitted_is_refused_and_told() {
    let (discord, _) = strict().await;
    let here = async || post(&discord, &message("a")).await;
    discord.permit(CHANNEL, INVITED & !SEND_MESSAGES);
    assert_eq!(code(here().await), (403, 50_013));
    let in_thread = in_channel(&discord, "POST", THREAD, "/messages", &message("a")).await;
    assert_eq!(in_thread.0, 200, "threads have a permission of their own");
    discord.permit(CHANNEL, INVITED & !SEND_IN_THREADS);
    assert_eq!(here().await.0, 200);
    let in_thread = in_channel(&discord, "POST", THREAD, "/messages", &message("a")).await;
    assert_eq!(code(in_thread), (403, 50_013), "a thread has those of its channel");
    let (_, shown) = in_channel(&discord, "GET", CHANNEL, "", &Value::Null).await;
    let overwrite = &shown["permission_overwrites"][0];
    assert_eq!(overwrite["id"], BOT.to_string());
    assert_eq!(overwrite["deny"], SEND_IN_THREADS.to_string());
    assert_eq!(overwrite["allow"], CREATE_PUBLIC_THREADS.to_string());

    let mut client = connect(&discord).await;
    discord.permit(CHANNEL, INVITED & !VIEW_CHANNEL);
    assert_eq!(client.frame().await["t"], "CHANNEL_UPDATE");
    assert_eq!(code(here().await), (403, 50_001));
    assert_eq!(code(in_channel(&discord, "GET", CHANNEL, "", &Value::Null).await), (403, 50_001));
    discord.say(line(ANN, "unheard"));
    discord.permit(CHANNEL, INVITED & !READ_HISTORY);
    assert_eq!(client.frame().await["t"], "CHANNEL_UPDATE", "the line was not told");
    assert!(super::read(&discord, "limit=9").await.is_empty());
}

#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn servers_members_and_roles_can_be_asked_for() {
    let (discord, _) = strict().await;
    let manager = Role { id: 910, name: "Manager", permissions: MANAGE_SERVER };
    discord.world().roles.push(manager);
    discord.world().roles_of.insert(BEN.id, vec![910]);
    let get = |rest: String| {
        let discord = &discord;
        async move { ask(discord, "GET", &format!("guilds/{GUILD}{rest}"), &Value::Null).await }
    };
    let (_, guild) = get(String::new()).await;
    assert_eq!(guild["owner_id"], ANN.id.to_string());
    assert!(guild["channels"].is_null(), "these come by the gateway");
    let (_, roles) = get("/roles".to_owned()).await;
    assert_eq!(roles[2]["permissions"], MANAGE_SERVER.to_string());
    let (_, channels) = get("/channels".to_owned()).await;
    assert_eq!(channels.as_array().unwrap().len(), 2, "without threads");
    let (_, member) = get(format!("/members/{}", BEN.id)).await;
    assert_eq!((&member["user"]["id"], &member["roles"]), (&json!("102"), &json!(["910"])));
    let (_, own) = get(format!("/members/{BOT}")).await;
    assert_eq!(own["roles"], json!([BOT_ROLE.to_string()]));
    assert_eq!(code(get("/members/7".to_owned()).await), (404, 10_013));
    discord.world().no_members.insert(BEN.id);
    assert_eq!(code(get(format!("/members/{}", BEN.id)).await), (404, 10_007));
    assert_eq!(code(ask(&discord, "GET", "guilds/7", &Value::Null).await), (404, 10_004));
}

#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn channels_and_roles_that_a_command_names_come_with_their_permissions() {
    let (discord, _) = strict().await;
    discord.world().roles.push(Role { id: 910, name: "Manager", permissions: MANAGE_SERVER });
    let option =
        |kind: u8, name: &str| json!({ "type": kind, "name": name, "description": "Which" });
    let options = json!([option(7, "channel"), option(8, "role")]);
    let all = json!([{ "name": "check", "description": "Checks", "options": options,
        "default_member_permissions": "32" }]);
    ask(&discord, "PUT", &format!("applications/{BOT}/commands"), &all).await;
    discord.permit(CHANNEL, VIEW_CHANNEL);
    discord.world().roles_of.insert(BEN.id, vec![910]);
    let id = discord.slash(
        BEN,
        THREAD,
        "check",
        &[("channel", json!(CHANNEL.to_string())), ("role", json!("910"))],
    );
    let data = discord.interaction(id).data;
    let channel = &data["resolved"]["channels"][CHANNEL.to_string()];
    assert_eq!(channel["app_permissions"], VIEW_CHANNEL.to_string());
    assert_eq!(data["resolved"]["roles"]["910"]["name"], "Manager");
    discord.archive_thread(THREAD);
    let typed = std::panic::AssertUnwindSafe(|| discord.slash(BEN, THREAD, "check", &[]));
    assert!(std::panic::catch_unwind(typed).is_err(), "an archived thread takes no commands");
}
