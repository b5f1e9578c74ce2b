//! A stand-in for Discord on ports of this machine: REST v10 and the gateway, as far as the adapter
//! uses them, and as strict as the platform's documentation. It keeps everything that it was sent, and
//! misbehaves on command.
#![allow(clippy::unwrap_used, reason = "a test may panic, helpers included")]
#![allow(dead_code, reason = "each test and each benchmark uses its part of it")]

mod bodies;
mod commands;
mod components;
mod edits;
mod emojis;
mod gateway;
mod interactions;
mod limits;
mod messages;
mod misbehaviour;
mod network;
mod own;
mod people;
pub(crate) mod places;
mod rest;
mod servers;
mod sessions;
mod tappable;
mod threads;
mod world;

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use host::{Clock, SystemClock};
use serde_json::{Value, json};
use tokio::{sync::watch, task::JoinHandle};

#[allow(unused_imports, reason = "each test and each benchmark uses its part of it")]
pub(crate) use self::{
    emojis::Emoji,
    interactions::{Acknowledgement, Interaction, Kind, Shown},
    messages::snowflake,
    misbehaviour::Misbehaviour,
    people::{
        ANN, ANOTHER_BOT, BEN, CARL, DORA, EVE, EVERYONE, Said, Someone, dm, line, private, reply,
    },
    places::{Overwrite, Role},
    servers::Guild,
    tappable::{button, button_if_any, options},
    threads::{PRIVATE, Thread},
    world::{Post, Rules, World},
};
use self::{
    messages::Kept,
    network::{Cable, Door, Network},
    sessions::Down,
};

/// The only token that the stand-in accepts; Discord would not.
pub(crate) const TOKEN: &str = "not-a-real-token.for.tests";
/// The bot's user, application and role.
pub(crate) const BOT: u64 = 900;
pub(crate) const BOT_ROLE: u64 = 901;
/// A server with a channel.
pub(crate) const GUILD: u64 = 500;
pub(crate) const CHANNEL: u64 = 501;
pub(crate) const OTHER_CHANNEL: u64 = 502;
/// The id of a thread in the first channel.
pub(crate) const THREAD: u64 = 503;

/// The bit of the message-content intent.
pub(crate) const CONTENT_INTENT: u64 = 1 << 15;

/// How long a test waits for what is to happen; it never takes that long.
const PATIENCE: Duration = Duration::from_secs(60);

#[derive(Clone)]
struct Server {
    world: Arc<Mutex<World>>,
    changed: watch::Sender<()>,
}

/// The running stand-in; it is gone when this is dropped.
pub(crate) struct StandIn {
    pub(crate) url: String,
    /// The network before the REST interface, and the one before the gateway.
    pub(crate) rest: Network,
    pub(crate) gateway: Network,
    server: Server,
    tasks: Vec<JoinHandle<()>>,
}

impl Drop for StandIn {
    fn drop(&mut self) {
        for task in &self.tasks {
            task.abort();
        }
        if !std::thread::panicking() {
            let violations = std::mem::take(&mut self.world().violations);
            assert!(violations.is_empty(), "the platform would refuse: {violations:?}");
            let over_limits = std::mem::take(&mut self.world().over_limits);
            assert!(over_limits.is_empty(), "sent too much, and got 429: {over_limits:?}");
        }
    }
}

impl StandIn {
    /// Starts one by the machine's clock, with windows for tests that have little time.
    pub(crate) async fn start() -> Self {
        Self::on(Arc::new(SystemClock)).await
    }

    /// Starts one that is as strict as the platform and whose windows go by this clock, as do the ids
    /// of its messages. Heartbeats alone go by the machine's.
    pub(crate) async fn strict(clock: Arc<dyn Clock>) -> Self {
        let discord = Self::on(clock).await;
        discord.world().rules = Rules::of_the_platform();
        discord.world().ids_by_clock = true;
        discord
    }

    async fn on(clock: Arc<dyn Clock>) -> Self {
        let (rest, gateway) = (Network::new(), Network::new());
        let (rest_door, address) = Door::open(&rest).await;
        let (first, first_address) = Door::open(&gateway).await;
        let (again, again_address) = Door::open(&gateway).await;
        let world =
            World::new(clock, format!("ws://{first_address}"), format!("ws://{again_address}"));
        let server = Server { world: Arc::new(Mutex::new(world)), changed: watch::Sender::new(()) };
        let serve = |door: Door, router: axum::Router| {
            let service = router.into_make_service_with_connect_info::<Cable>();
            tokio::spawn(async move { axum::serve(door, service).await.unwrap() })
        };
        let tasks = vec![
            serve(rest_door, rest::router(server.clone())),
            serve(first, gateway::router(server.clone(), false)),
            serve(again, gateway::router(server.clone(), true)),
        ];
        Self { url: format!("http://{address}"), rest, gateway, server, tasks }
    }

    /// Gives access to what it was sent and to how it misbehaves.
    pub(crate) fn world(&self) -> MutexGuard<'_, World> {
        self.server.world()
    }

    /// The codes with which connections were closed, once there are some: the program may have ended before its
    /// goodbye is read here.
    pub(crate) async fn goodbyes(&self) -> Vec<u16> {
        let read =
            |world: &mut World| Some(world.closed_with.clone()).filter(|all| !all.is_empty());
        self.until("goodbye", read).await
    }

    /// Waits until `look` finds something, and returns that.
    pub(crate) async fn until<T>(
        &self,
        what: &str,
        look: impl FnMut(&mut World) -> Option<T>,
    ) -> T {
        self.within(PATIENCE, look).await.unwrap_or_else(|| panic!("no {what} came"))
    }

    /// Waits until `look` finds something; `None` if it does not within so long.
    pub(crate) async fn within<T>(
        &self,
        patience: Duration,
        mut look: impl FnMut(&mut World) -> Option<T>,
    ) -> Option<T> {
        let mut changes = self.server.changed.subscribe();
        let seen = async {
            loop {
                if let Some(seen) = look(&mut self.world()) {
                    return seen;
                }
                changes.changed().await.unwrap();
            }
        };
        tokio::time::timeout(patience, seen).await.ok()
    }

    /// Waits until the bot has identified this many times.
    pub(crate) async fn identified(&self, n: usize) -> Value {
        self.until("identify", |world| {
            (world.identifies.len() >= n && world.connected() > 0)
                .then(|| world.identifies[n - 1].clone())
        })
        .await
    }

    /// Waits until the bot has registered its commands, which it does beside everything else.
    pub(crate) async fn registered(&self) {
        self.until("registration", |world| (world.command_puts > 0).then_some(())).await;
    }

    /// Waits until the bot has taken in all that it was told over the gateway, since it answers in order.
    pub(crate) async fn heard(&self) {
        self.until("session", |world| (world.connected() > 0).then_some(())).await;
        self.ask_for_heartbeat();
        self.until("heartbeat", |world| world.is_up_to_date().then_some(())).await;
    }

    /// Waits for the next message that the bot posts.
    pub(crate) async fn post(&self) -> Post {
        self.until("post", |world| {
            let post = world.posts.get(world.seen).cloned();
            world.seen += usize::from(post.is_some());
            post
        })
        .await
    }

    /// Lets somebody say something and returns the id of the message.
    pub(crate) fn say(&self, said: Said) -> u64 {
        self.server.change(|world| {
            let id = world.next_id();
            world.people.insert(said.by.id, said.by);
            let kept = Kept::said(id, said);
            world.announce(&kept);
            world.keep(kept);
            id
        })
    }

    /// Tells of a message once more, under a new number.
    pub(crate) fn repeat(&self, channel: u64, id: u64) {
        self.server.change(|world| {
            let kept = world.kept(channel, id).cloned().expect("the message is there");
            world.announce(&kept);
        });
    }

    /// Tells once more of the last message but so many that anybody wrote.
    pub(crate) fn repeat_lately(&self, back: usize) {
        self.server.change(|world| {
            let mut all: Vec<&Kept> = world.messages.values().flatten().collect();
            all.sort_unstable_by_key(|kept| std::cmp::Reverse(kept.id));
            if let Some(kept) = all.get(back).copied().cloned() {
                world.announce(&kept);
            }
        });
    }

    /// Lets somebody invite the bot into a server, and tells of it.
    pub(crate) fn invite(&self, guild: Guild) {
        self.server.change(|world| {
            world.forbidden.retain(|channel, _| !guild.channels.contains(channel));
            world.add_guild(guild.clone());
            let data = world.describe_guild(&guild);
            world.dispatch("GUILD_CREATE", &data);
        });
    }

    /// Throws the bot out of a server, and tells it.
    pub(crate) fn throw_out(&self, guild: u64) {
        self.server.change(|world| {
            world.throw_out(guild);
            world.dispatch("GUILD_DELETE", &json!({ "id": guild.to_string() }));
        });
    }

    /// Sends an event of any type.
    pub(crate) fn dispatch(&self, name: &str, data: Value) {
        self.server.change(|world| world.dispatch(name, &data));
    }

    /// Takes the permission to write in a channel, and tells of it.
    pub(crate) fn forbid(&self, channel: u64) {
        self.world().forbidden.insert(channel, (403, 50_013));
        self.tell_of_channel(channel);
    }

    /// Gives that permission back, and tells of it.
    pub(crate) fn allow(&self, channel: u64) {
        self.world().forbidden.remove(&channel);
        self.tell_of_channel(channel);
    }

    /// Sets what the bot may do in a channel, and tells of it.
    pub(crate) fn permit(&self, channel: u64, bits: u64) {
        self.world().bot_may.insert(channel, bits);
        self.tell_of_channel(channel);
    }

    /// Sets what a channel allows and denies roles and members, and tells of it.
    pub(crate) fn overwrite(&self, channel: u64, overwrites: Vec<Overwrite>) {
        self.world().overwrites.insert(channel, overwrites);
        self.tell_of_channel(channel);
    }

    /// Sends the bot into a timeout until then, as the platform writes it, or ends one, and tells of it.
    pub(crate) fn time_out(&self, until: Option<&'static str>) {
        self.server.change(|world| {
            world.bot_timeout = until;
            let mut data = world.own_member();
            data["guild_id"] = json!(GUILD.to_string());
            world.dispatch("GUILD_MEMBER_UPDATE", &data);
        });
    }

    fn tell_of_channel(&self, channel: u64) {
        self.server.change(|world| {
            assert!(world.guild_of(channel).is_some(), "a channel of a server");
            let data = world.describe_channel(channel);
            let is_thread = world.threads.contains_key(&channel);
            world.dispatch(if is_thread { "THREAD_UPDATE" } else { "CHANNEL_UPDATE" }, &data);
        });
    }

    /// Forgets every nonce, as the platform does after some minutes.
    pub(crate) fn forget_nonces(&self) {
        self.world().nonces.clear();
    }

    /// Deletes a channel or thread, and tells of it.
    pub(crate) fn delete_channel(&self, channel: u64) {
        self.server.change(|world| world.lose_channel(channel));
    }

    /// Ends the gateway's connections with a close code, and their sessions if it is such a code.
    pub(crate) fn close(&self, code: u16) {
        self.close_shards(None, code);
    }

    /// Ends the connection of one shard with a close code.
    pub(crate) fn close_shard(&self, shard: u64, code: u16) {
        self.close_shards(Some(shard), code);
    }

    fn close_shards(&self, shard: Option<u64>, code: u16) {
        self.down(shard, || Down::Close(code));
        if gateway::ends_session(code) {
            self.world().end_sessions(shard);
        }
    }

    /// Ends the gateway's connections without a close frame.
    pub(crate) fn hang_up(&self) {
        self.down(None, || Down::Hang);
    }

    /// Asks every connection to come again and resume.
    pub(crate) fn ask_to_reconnect(&self) {
        self.frame(&json!({ "op": 7, "d": null }));
    }

    /// Tells every connection that its session is invalid.
    pub(crate) fn invalidate(&self, resumable: bool) {
        self.tell_all(|| Down::Invalid(resumable));
        if !resumable {
            self.world().end_sessions(None);
        }
    }

    /// Asks every connection for a heartbeat at once.
    pub(crate) fn ask_for_heartbeat(&self) {
        self.frame(&json!({ "op": 1, "d": null }));
    }

    /// Lets the present connections hear nothing and answer nothing any longer, although they stand.
    pub(crate) fn numb(&self) {
        self.server.change(|world| {
            world.numb = world.connections;
            world.take_lines(None);
        });
    }

    /// Resets all connections, and each new one at once, until the network is restored.
    pub(crate) fn lose_network(&self) {
        self.rest.lose();
        self.gateway.lose();
    }

    /// Does the same, but ends the gateway's connections with a close code.
    pub(crate) fn close_and_lose_network(&self, code: u16) {
        self.rest.lose();
        self.gateway.shut();
        self.close(code);
    }

    /// Lets connections through again.
    pub(crate) fn restore_network(&self) {
        self.rest.restore();
        self.gateway.restore();
    }

    fn frame(&self, frame: &Value) {
        let frame: Arc<str> = frame.to_string().into();
        self.tell_all(|| Down::Frame(Arc::clone(&frame)));
    }

    fn tell_all(&self, down: impl Fn() -> Down) {
        let world = self.world();
        for line in world.sessions.values().filter_map(|session| session.line.as_ref()) {
            line.send(down());
        }
    }

    fn down(&self, shard: Option<u64>, down: impl Fn() -> Down) {
        self.server.change(|world| {
            for line in world.take_lines(shard) {
                line.send(down());
            }
        });
    }
}

impl Server {
    fn world(&self) -> MutexGuard<'_, World> {
        // What a person cannot do panics in the test, which may go on behind that.
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change<T>(&self, change: impl FnOnce(&mut World) -> T) -> T {
        let out = change(&mut self.world());
        self.changed.send_replace(());
        out
    }
}
