//! A server that throws the bot out: what was chosen and decided there goes 30 days later, unless the bot is back.
#![allow(clippy::unwrap_used, reason = "a test may panic, helpers included")]

use std::{sync::Arc, time::Duration};

use host::{HostSettings, ManualClock};
use serde_json::json;
use store::{Batch, Reader};
use table::{Area, GameNo, Platform};
use tokio::{
    sync::oneshot,
    time::{sleep, timeout},
};

use crate::support::{
    discord_hosted::Hosted,
    discord_rig::SOON,
    servers::{Discord, channel_of, server},
    stand_in::{ANN, GUILD, Guild, World, line},
    tables::{DAY, Folder, START, Table},
};

/// How many settings and lines of the log there are of a server, and whether Ben is banned there.
fn kept(reader: &Reader, of: &str, ben: &table::PersonId) -> (usize, usize, bool) {
    let scope = format!("server:{}", server(of));
    let settings = reader.settings(&scope).unwrap();
    let of_channel = reader.settings(&format!("place:{}", channel_of(of))).unwrap();
    let settings = settings.iter().chain(&of_channel).filter(|(key, _)| key != "left").count();
    let log = reader.moderation(&scope, 99).unwrap().len();
    (settings, log, !reader.bans(&scope, ben).unwrap().is_empty())
}

/// A host on a new database, on two servers of which Ann has set each and banned Ben there, and where a game goes on.
async fn settled_in(folder: &Folder, clock: &ManualClock) -> Discord {
    let mut discord = Discord::at(&folder.db(), clock);
    for of in ["1", "2"] {
        let lines = [
            ("carl", "!challenge @dora lyra white 30d/move"),
            ("dora", "!accept"),
            ("carl", "!report @ben he swears"),
            ("ann", "!mod ban @ben rated swearing yes"),
            ("ann", "!server set boards small here"),
            ("ann", "!server set prefix ?"),
        ];
        for (who, text) in lines {
            let said = discord.asked(of, who, text).await;
            assert!(!said.is_empty(), "{who}: {text}");
        }
    }
    discord
}

/// Starts the host anew, which then waits for the word of the platform on where the bot is.
async fn restarted(discord: Discord, folder: &Folder) -> Discord {
    let Discord { table, people } = discord;
    let clock = table.clock.clone();
    table.stop().await;
    let settings = HostSettings { starts_held: true, ..HostSettings::new(Platform::Discord) };
    Discord { table: Table::with(&folder.db(), &clock, settings), people }
}

impl Discord {
    /// Waits until nothing is under way, and all is on the disk that nobody waits for.
    async fn settles(&mut self) {
        self.table.replies().await;
        let (tell, told) = oneshot::channel();
        self.table.store.commit(Batch::default(), move |result| tell.send(result).unwrap());
        told.await.unwrap().unwrap();
    }

    /// The platform tells that the bot is in these servers alone, and that all is read that was said.
    async fn is_in(&mut self, servers: &'static [&str]) {
        self.table.host.servers(move |one| Some(servers.contains(&one.key())));
        self.table.host.release(Area::Platform(Platform::Discord));
        self.settles().await;
    }
}

#[tokio::test]
async fn what_was_decided_in_a_server_goes_30_days_after_the_removal() {
    let (folder, clock) = (Folder::new(), ManualClock::new(START));
    let mut discord = settled_in(&folder, &clock).await;
    let ben = discord.people[1].id.clone();
    let there = kept(&discord.table.store.reader().unwrap(), "1", &ben);
    assert!(there.0 > 2 && there.1 > 1 && there.2, "{there:?}");
    discord.table.host.servers(|one| (one.key() == "1").then_some(false));
    discord.settles().await;
    for day in 1..=31_u32 {
        clock.advance(DAY);
        if day % 10 == 9 {
            discord = restarted(discord, &folder).await;
            // Before the first word of the platform nothing goes, and a further word puts nothing off.
            discord.settles().await;
            discord.is_in(&["2"]).await;
        }
        discord.settles().await;
        let now = kept(&discord.table.store.reader().unwrap(), "1", &ben);
        assert_eq!(now, if day < 30 { there } else { (0, 0, false) }, "day {day}");
    }
    let reader = discord.table.store.reader().unwrap();
    assert_eq!(kept(&reader, "2", &ben), there);
    assert_eq!(reader.left_servers().unwrap(), []);
    let (game, _) = reader.game(GameNo(1)).unwrap().unwrap();
    assert_eq!((game.place, game.server), (channel_of("1"), Some(server("1"))));
    let said = discord.asked("1", "ann", "!about").await;
    assert!(said.contains("Martian Cake"), "the usual prefix: {said}");
    assert_eq!(discord.asked("2", "ann", "!about").await, "");
}

#[tokio::test]
async fn a_bot_that_is_back_finds_all_as_it_was() {
    let (folder, clock) = (Folder::new(), ManualClock::new(START));
    let mut discord = settled_in(&folder, &clock).await;
    let ben = discord.people[1].id.clone();
    let there = kept(&discord.table.store.reader().unwrap(), "1", &ben);
    discord.is_in(&[]).await;
    assert_eq!(discord.table.store.reader().unwrap().left_servers().unwrap().len(), 2);
    // The one is joined again while the program runs, the other one while it is down, and for long.
    clock.advance(DAY * 29);
    discord.table.host.places(server("1"), Vec::new());
    discord.settles().await;
    let Discord { table, people } = discord;
    table.stop().await;
    clock.advance(DAY * 29);
    let settings = HostSettings { starts_held: true, ..HostSettings::new(Platform::Discord) };
    let mut discord = Discord { table: Table::with(&folder.db(), &clock, settings), people };
    clock.advance(DAY * 2);
    discord.settles().await;
    discord.is_in(&["1", "2"]).await;
    clock.advance(DAY * 40);
    discord.settles().await;
    let reader = discord.table.store.reader().unwrap();
    assert_eq!((kept(&reader, "1", &ben), kept(&reader, "2", &ben)), (there, there));
    assert_eq!(discord.asked("1", "ann", "!about").await, "", "the prefix that was chosen");
}

/// Waits until the store has so many servers in which the bot is no more.
async fn until_left(hosted: &Hosted, n: usize) {
    let reader = hosted.store.reader().unwrap();
    let left = async {
        while reader.left_servers().unwrap().len() != n {
            sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(SOON, left).await.expect("the host notes in which servers the bot is");
}

#[tokio::test(flavor = "multi_thread")]
async fn discord_tells_of_a_removal_and_an_outage_is_none() {
    let hosted = Hosted::start().await;
    hosted.discord.say(line(ANN, "!server set prefix ?"));
    assert!(hosted.discord.post().await.text().contains("commands begin with `?`"));
    let outage = json!({ "id": GUILD.to_string(), "unavailable": true });
    hosted.discord.dispatch("GUILD_DELETE", outage);
    hosted.discord.say(line(ANN, "?about"));
    hosted.discord.post().await;
    until_left(&hosted, 0).await;
    hosted.discord.throw_out(GUILD);
    until_left(&hosted, 1).await;
    hosted.discord.invite(Guild::first());
    until_left(&hosted, 0).await;

    // While the program is down, the list of a new session tells.
    let (discord, folder) = hosted.stop().await;
    discord.world().end_sessions(None);
    discord.world().leave_servers();
    let still = Arc::new(ManualClock::new(0));
    let hosted = Hosted::open(discord, folder, still.clone()).await;
    until_left(&hosted, 1).await;
    let (discord, folder) = hosted.stop().await;
    discord.world().end_sessions(None);
    discord.world().add_guild(Guild::first());
    let hosted = Hosted::open(discord, folder, still).await;
    until_left(&hosted, 0).await;
    hosted
        .discord
        .until("connection", |world: &mut World| (world.connected() > 0).then_some(()))
        .await;
    hosted.discord.say(line(ANN, "?about"));
    assert!(hosted.discord.post().await.text().contains("Martian Cake"));
    hosted.stop().await;
}
