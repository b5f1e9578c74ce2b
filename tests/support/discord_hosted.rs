//! The whole program in this process, between a store of its own and a stand-in for Discord.
#![allow(clippy::unwrap_used, reason = "a test may panic, helpers included")]

use std::{fs, sync::Arc, time::Duration};

use discord::{DiscordError, Settings};
use host::{Clock, Entropy, HostHandle, HostSettings, ManualClock};
use store::Store;
use table::{Game, GameNo, MessageId, Millis, Platform};
use tokio::{
    sync::oneshot,
    task::JoinHandle,
    time::{sleep, timeout},
};

use super::{
    discord_rig::{SOON, message_id, settings},
    pictures::renderer,
    stand_in::{Rules, Someone, StandIn, TOKEN},
};

/// Entropy whose lots let the challenger begin.
#[derive(Debug)]
struct Begins;

impl Entropy for Begins {
    fn secret(&mut self) -> Result<[u8; 32], String> {
        Ok([7; 32])
    }

    fn random_below(&mut self, _n: u32) -> u32 {
        0
    }
}

/// Whoever of these people is to move in a game.
pub(crate) fn mover(game: &Game, players: &[Someone]) -> Someone {
    let seat = game.position().to_move();
    let person = game.people().find(|(of, _)| *of == seat).unwrap().1;
    *players.iter().find(|who| person.id.key() == who.id.to_string()).unwrap()
}

/// The running program.
pub(crate) struct Hosted {
    pub(crate) discord: StandIn,
    pub(crate) store: Store,
    pub(crate) host: HostHandle,
    stop: oneshot::Sender<()>,
    run: JoinHandle<Result<(), DiscordError>>,
    folder: tempfile::TempDir,
}

impl Hosted {
    /// Starts it on a new database and a mild stand-in. The host's time stands still, so that no bot is
    /// ever slow: what it says does not depend on the machine.
    pub(crate) async fn start() -> Self {
        let (discord, folder) = (StandIn::start().await, tempfile::tempdir().unwrap());
        let still = Arc::new(ManualClock::new(0));
        let hosted = Self::open(discord, folder, still).await;
        hosted.discord.heard().await;
        hosted
    }

    /// Starts it on a new database, beside a stand-in whose ids follow the clock of the host, which a test
    /// moves.
    pub(crate) async fn by_clock(now: Millis) -> (Self, ManualClock) {
        Self::by_clock_after(now, |_| {}).await
    }

    /// Does the same once the stand-in is prepared.
    pub(crate) async fn by_clock_after(
        now: Millis,
        prepare: impl FnOnce(&StandIn),
    ) -> (Self, ManualClock) {
        let clock = ManualClock::new(now);
        let discord = StandIn::strict(Arc::new(clock.clone())).await;
        discord.world().rules = Rules::default();
        prepare(&discord);
        let folder = tempfile::tempdir().unwrap();
        let of_host = Arc::new(clock.clone());
        let hosted = Self::open(discord, folder, of_host).await;
        hosted.discord.heard().await;
        (hosted, clock)
    }

    /// Starts it on the database in this folder, with a clock of the host. Nothing that the stand-in makes grows old
    /// by the adapter's, however slow the machine is.
    pub(crate) async fn open(
        discord: StandIn,
        folder: tempfile::TempDir,
        of_host: Arc<dyn Clock>,
    ) -> Self {
        let (settings, of_adapter) = (settings(&discord, TOKEN), discord.world().wall());
        Self::open_as(settings, discord, folder, of_host, of_adapter).await
    }

    /// The same with these settings and this clock of the adapter.
    pub(crate) async fn open_as(
        settings: Settings,
        discord: StandIn,
        folder: tempfile::TempDir,
        of_host: Arc<dyn Clock>,
        of_adapter: Arc<dyn Clock>,
    ) -> Self {
        let store = Store::open(&folder.path().join("test.db")).unwrap();
        let renderer = renderer();
        let how = HostSettings { starts_held: true, ..HostSettings::new(Platform::Discord) };
        let (host, outbox) =
            host::start(store.clone(), how, of_host, Box::new(Begins), renderer).unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let shutdown = Box::pin(async {
            let _ = stopped.await;
        });
        let run = discord::run(settings, of_adapter, host.clone(), outbox, shutdown);
        Self { run: tokio::spawn(run), discord, store, host, stop, folder }
    }

    /// The first game, as the store has it.
    pub(crate) fn game(&self) -> Game {
        let (row, events) = self.store.reader().unwrap().game(GameNo(1)).unwrap().unwrap();
        host::replay_game(&row, &events, |id| id.key().to_owned()).unwrap()
    }

    /// Waits until the host knows to which game a message of the bot's belongs, which the adapter tells
    /// it once the platform has the message.
    pub(crate) async fn knows(&self, message: u64) {
        let reader = self.store.reader().unwrap();
        let id = message_id(message);
        let known = async {
            while reader.game_of_message(&id).unwrap().is_none() {
                sleep(Duration::from_millis(5)).await;
            }
        };
        timeout(SOON, known).await.expect("the host is told of the message");
    }

    /// Waits until the host has noted on the disk that it has handled a message, which it does behind the answer.
    pub(crate) async fn notes(&self, message: &MessageId) {
        let reader = self.store.reader().unwrap();
        let noted = async {
            while !reader.was_handled(message).unwrap() {
                sleep(Duration::from_millis(5)).await;
            }
        };
        timeout(SOON, noted).await.expect("the host notes what it has handled");
    }

    /// Stops it in good order; the stand-in goes on, and the database stays.
    pub(crate) async fn stop(self) -> (StandIn, tempfile::TempDir) {
        self.stop.send(()).unwrap();
        timeout(SOON, self.run).await.unwrap().unwrap().unwrap();
        timeout(SOON, self.host.stop()).await.unwrap();
        self.store.close();
        (self.discord, self.folder)
    }

    /// Ends it at once, as a kill does: nothing is written or sent any more. The stand-in goes on; the
    /// folder has the database as it was at that instant.
    pub(crate) async fn kill(self) -> (StandIn, tempfile::TempDir) {
        self.run.abort();
        assert!(self.run.await.is_err_and(|error| error.is_cancelled()));
        let left = tempfile::tempdir().unwrap();
        for name in ["test.db", "test.db-wal"] {
            fs::copy(self.folder.path().join(name), left.path().join(name)).unwrap();
        }
        // What it still writes goes where nobody looks.
        timeout(SOON, self.host.stop()).await.unwrap();
        self.store.close();
        (self.discord, left)
    }
}
