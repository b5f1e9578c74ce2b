//! What people do in the tour, one thing after the other, each written down with what comes of it.

use std::{sync::Arc, time::Duration};

use host::{Clock as _, ManualClock};
use serde_json::Value;
use tokio::time::sleep;

use super::told::{Told, name};
use crate::{
    discord_taps::{button, options},
    support::{
        discord_hosted::Hosted,
        stand_in::{CHANNEL, Post, Said, Shown, Someone, StandIn, World, line, reply},
    },
};

/// When the tour begins: the evening of a Friday in November 2026, in UTC.
const BEGIN: i64 = 1_795_201_200_000;
/// How much time passes before each thing that somebody does.
const PACE: Duration = Duration::from_secs(30);
/// How long is waited before it is looked again whether all is quiet.
const A_LOOK: Duration = Duration::from_millis(2);

/// A message as people see it, of a channel or for one person alone.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    pub(super) id: u64,
    pub(super) channel: u64,
    pub(super) message: Value,
}

/// The tour.
pub(super) struct Tour {
    hosted: Option<Hosted>,
    clock: ManualClock,
    pub(super) told: Told,
    /// How many of the bot's messages are told.
    posts: usize,
}

impl Tour {
    /// Starts the program, which is in no server yet.
    pub(super) async fn start(title: &str, cast: &'static [Someone]) -> Self {
        let alone = |discord: &StandIn| discord.world().leave_servers();
        let (hosted, clock) = Hosted::by_clock_after(BEGIN, alone).await;
        let registered =
            |world: &mut crate::support::stand_in::World| (world.command_puts > 0).then_some(());
        hosted.discord.until("registration", registered).await;
        Self { hosted: Some(hosted), clock, told: Told::new(title, cast), posts: 0 }
    }

    pub(super) fn hosted(&self) -> &Hosted {
        self.hosted.as_ref().expect("it runs")
    }

    pub(super) fn discord(&self) -> &StandIn {
        &self.hosted().discord
    }

    /// Waits until nothing is under way, and lets some time pass.
    pub(super) async fn quiet(&self) {
        let hosted = self.hosted();
        let reader = hosted.store.reader().unwrap();
        loop {
            hosted.host.settled().await;
            if reader.undelivered().unwrap().is_empty() {
                break;
            }
            sleep(A_LOOK).await;
        }
        self.clock.advance(PACE);
    }

    async fn say(&mut self, said: Said, how: &str) -> Seen {
        self.quiet().await;
        let message = Value::Null;
        let (who, channel, text) = (name(said.by), said.channel, said.text.clone());
        let id = self.discord().say(said);
        let (number, place) = (self.told.number(id), self.told.place(channel));
        let text = self.told.readable(&text, self.clock.now());
        self.told.paragraph(&format!("**{number}** · **{who}** {how} {place}: `{text}`"));
        Seen { id, channel, message }
    }

    /// Somebody writes in the channel, and is answered by nothing.
    pub(super) async fn talks(&mut self, who: Someone, text: &str) -> Seen {
        let said = self.say(line(who, text), "in").await;
        let posts = self.discord().world().posts.len();
        self.quiet().await;
        assert_eq!(self.discord().world().posts.len(), posts, "{text} is answered");
        said
    }

    /// Somebody writes in the channel, and is answered there or elsewhere.
    pub(super) async fn says(&mut self, who: Someone, text: &str) -> Seen {
        self.say(line(who, text), "in").await;
        self.post().await
    }

    /// Somebody writes in a thread.
    pub(super) async fn says_in(&mut self, who: Someone, thread: u64, text: &str) -> Seen {
        self.say(Said { channel: thread, ..line(who, text) }, "in").await;
        self.post().await
    }

    /// The thread that is opened below a message: its first message.
    pub(super) async fn thread_of(&mut self, begun: &Seen) -> Seen {
        let id = begun.id;
        let name = |world: &mut World| world.threads.get(&id).map(|thread| thread.name.clone());
        let name = self.discord().until("thread", name).await;
        let number = self.told.number(id);
        self.told.paragraph(&format!("Below {number} a thread opens: *{name}*"));
        self.told.threads.insert(id, name);
        self.post().await
    }

    /// Waits until the thread of a message is archived.
    pub(super) async fn archived(&mut self, inside: &Seen) {
        let thread = inside.channel;
        let is_archived = |world: &mut World| world.is_archived(thread).then_some(());
        self.discord().until("archive", is_archived).await;
        let name = self.told.threads[&thread].clone();
        self.told.paragraph(&format!("The thread *{name}* is archived."));
    }

    /// Somebody writes in the channel, or in their private chat, about a game that is played elsewhere, and is
    /// answered in both places.
    pub(super) async fn says_from_elsewhere(&mut self, said: Said) {
        self.say(said, "in").await;
        self.posts().await;
    }

    /// Somebody replies to a message.
    pub(super) async fn replies(&mut self, who: Someone, to: &Seen, text: &str) -> Seen {
        let number = self.told.number(to.id);
        let said = Said { channel: to.channel, ..reply(who, to.id, text) };
        self.say(said, &format!("replies to {number} in")).await;
        self.post().await
    }

    /// The next message of the bot's that everybody in a place sees.
    pub(super) async fn post(&mut self) -> Seen {
        let post = self.discord().post().await;
        self.tell(post)
    }

    /// All messages of the bot's that are there and not told yet; in which order several people are told
    /// something is left to chance.
    pub(super) async fn posts(&mut self) {
        let told = self.posts;
        let more = |world: &mut World| (world.posts.len() > told).then_some(());
        self.discord().until("post", more).await;
        self.quiet().await;
        let n = self.discord().world().posts.len() - self.posts;
        let mut posts = Vec::new();
        for _ in 0..n {
            posts.push(self.discord().post().await);
        }
        posts.sort_by_key(|post| post.text().to_owned());
        posts.into_iter().for_each(|post| drop(self.tell(post)));
    }

    fn tell(&mut self, post: Post) -> Seen {
        self.posts += 1;
        let file = post.file.as_ref().map(|file| file.bytes.clone()).unwrap_or_default();
        let now = self.clock.now();
        self.told.post(post.channel, post.id, &post.payload, now, &file);
        let Post { id, channel, payload: message, .. } = post;
        Seen { id, channel, message }
    }

    /// Somebody uses a slash command, whose answer they alone see.
    pub(super) async fn slash(
        &mut self,
        who: Someone,
        path: &str,
        filled: &[(&str, Value)],
    ) -> Seen {
        let id = self.uses(who, path, filled).await;
        self.shown(who, id).await
    }

    /// Somebody uses a slash command which leads to a message for everybody; that message.
    pub(super) async fn slash_for_all(
        &mut self,
        who: Someone,
        path: &str,
        filled: &[(&str, Value)],
    ) -> Seen {
        let id = self.uses(who, path, filled).await;
        let post = self.post().await;
        self.shown(who, id).await;
        post
    }

    async fn uses(&mut self, who: Someone, path: &str, filled: &[(&str, Value)]) -> u64 {
        self.quiet().await;
        let id = self.discord().slash(who, CHANNEL, path, filled);
        let mut words = format!("/{path}");
        for (option, value) in filled {
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            let named = self.told.called(&value).map(|name| format!("@{name}"));
            words = format!("{words} {option}: {}", named.unwrap_or(value));
        }
        self.told.paragraph(&format!("**{}** uses `{words}`", name(who)));
        id
    }

    /// Somebody types a slash command, and what could stand in its last value is offered.
    pub(super) async fn is_offered(&mut self, who: Someone, path: &str, option: &str, typed: &str) {
        self.quiet().await;
        let filled = [(option, Value::from(typed))];
        let offered = self.discord().type_in(who, CHANNEL, path, &filled, option).await.unwrap();
        let offered: Vec<String> = offered.iter().map(|(label, _)| format!("`{label}`")).collect();
        let words = format!(
            "**{}** types `/{path} {option}: {typed}`, and is offered {}",
            name(who),
            offered.join(" · ")
        );
        self.told.paragraph(&words);
    }

    /// Somebody uses an entry of the menu of a message, which leads to a message for everybody.
    pub(super) async fn menu(&mut self, who: Someone, entry: &str, of: &Seen) -> Seen {
        self.quiet().await;
        let id = self.discord().menu_message(who, entry, of.id);
        let number = self.told.number(of.id);
        let words = format!("**{}** opens the menu of {number}: *{entry}*", name(who));
        self.told.paragraph(&words);
        let post = self.post().await;
        self.shown(who, id).await;
        post
    }

    /// Somebody taps a button of what they see, or chooses from a list there, and is shown something that nobody else sees.
    pub(super) async fn taps(&mut self, who: Someone, below: &Seen, label: &str) -> Seen {
        let id = self.tap(who, below, label).await;
        self.shown(who, id).await
    }

    /// Somebody taps or chooses so, which leads to a message for everybody.
    pub(super) async fn taps_for_all(&mut self, who: Someone, below: &Seen, label: &str) -> Seen {
        let id = self.tap(who, below, label).await;
        self.leads_to_post(who, below, id).await
    }

    /// Somebody taps a button that opens a form, types something there and sends it.
    pub(super) async fn types(
        &mut self,
        who: Someone,
        below: &Seen,
        label: &str,
        text: &str,
    ) -> Seen {
        let id = self.tap(who, below, label).await;
        let form = self.discord().acknowledged(id).await.data;
        self.told.form(who, &form);
        self.quiet().await;
        let custom_id = form["custom_id"].as_str().unwrap();
        let id = self.discord().submit(who, custom_id, &[("text", Value::from(text))]);
        self.told.paragraph(&format!("**{}** types `{text}` into it and sends it", name(who)));
        self.shown(who, id).await
    }

    /// Somebody taps a button, or chooses from a list.
    async fn tap(&mut self, who: Someone, below: &Seen, label: &str) -> u64 {
        self.quiet().await;
        if let Some((list, value)) = option(&below.message, label) {
            self.told.paragraph(&format!("**{}** chooses *{label}*", name(who)));
            return self.discord().select(who, below.id, &list, &[&value]);
        }
        let words = match below.message["flags"].as_u64().unwrap_or(0) & 64 {
            0 => format!(" below {}", self.told.number(below.id)),
            _ => String::new(),
        };
        self.told.paragraph(&format!("**{}** taps `{label}`{words}", name(who)));
        let id = button(&below.message, &[label]);
        // A client that has not heard yet that buttons are gone still shows them.
        self.discord().press_forged(who, below.id, &id)
    }

    /// The message that a tap has led to. What is tapped in an answer that one person alone sees turns that
    /// into a link.
    async fn leads_to_post(&mut self, who: Someone, tapped: &Seen, id: u64) -> Seen {
        let post = self.post().await;
        if tapped.message["flags"].as_u64().unwrap_or(0) & 64 != 0 {
            self.shown(who, id).await;
        }
        post
    }

    /// Returns what somebody alone is answered.
    pub(super) async fn shown(&mut self, who: Someone, id: u64) -> Seen {
        let Shown { id: message, message: body, files } = self.discord().answered(id).await;
        let file = files.last().map(|file| file.bytes.clone()).unwrap_or_default();
        if message == 0 {
            self.told.paragraph("Nothing private is left of it.");
        } else {
            self.told.alone(who, &body, self.clock.now(), &file);
        }
        let channel = self.discord().interaction(id).channel;
        Seen { id: message, channel, message: body }
    }

    /// Ends the program as a kill does.
    pub(super) async fn kill(&mut self) -> Killed {
        self.quiet().await;
        let hosted = self.hosted.take().expect("it runs");
        // What it has not noted as handled would come again, and be answered by what was said meanwhile.
        // Events may follow, such as that of a message that loses its buttons.
        let is_noted = async || {
            let last = format!("\"sequence\":{},", hosted.discord.world().last_event());
            hosted.host.kept().await.iter().any(|(_, value)| value.contains(&last))
        };
        while !is_noted().await {
            sleep(A_LOOK).await;
        }
        let (discord, folder) = hosted.kill().await;
        discord.until("loss", |world| (world.connected() == 0).then_some(())).await;
        self.clock.advance(PACE);
        Killed { discord, folder }
    }

    /// Somebody writes in the channel while the program is not there.
    pub(super) fn missed(&mut self, killed: &Killed, who: Someone, text: &str) {
        let id = killed.discord.say(line(who, text));
        let number = self.told.number(id);
        let place = self.told.place(CHANNEL);
        self.told.paragraph(&format!("**{number}** · **{}** in {place}: `{text}`", name(who)));
    }

    /// Starts it again on what the killed one has left.
    pub(super) async fn start_again(&mut self, killed: Killed) {
        self.clock.advance(PACE);
        let Killed { discord, folder } = killed;
        let of_host = Arc::new(self.clock.clone());
        let hosted = Hosted::open(discord, folder, of_host).await;
        hosted.discord.until("connection", |world| (world.connected() > 0).then_some(())).await;
        self.hosted = Some(hosted);
    }

    /// Ends the program, and gives what was told.
    pub(super) async fn end(mut self) -> Told {
        self.quiet().await;
        let hosted = self.hosted.take().expect("it runs");
        assert!(hosted.discord.world().unanswered_interactions().is_empty());
        assert_eq!(hosted.discord.world().posts.len(), self.posts, "something is not told");
        hosted.stop().await;
        std::mem::replace(&mut self.told, Told::new("", &[]))
    }
}

impl Drop for Tour {
    /// What was told up to a fault helps to find it.
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("{}", self.told.text);
        }
    }
}

/// What is left when the program is killed.
pub(super) struct Killed {
    pub(super) discord: StandIn,
    folder: tempfile::TempDir,
}

/// The list and the value of the option with this label, if there is one.
fn option(message: &Value, label: &str) -> Option<(String, String)> {
    let rows = message["components"].as_array().into_iter().flatten();
    let lists = rows.flat_map(|row| row["components"].as_array().into_iter().flatten());
    let all = lists.flat_map(|list| list["options"].as_array().into_iter().flatten());
    let found = all.into_iter().find(|option| option["label"] == label)?;
    options(message).into_iter().find(|(_, of)| found["value"] == of.as_str())
}
