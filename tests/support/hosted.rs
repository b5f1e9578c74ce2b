//! The host on a store as a program that is started, stopped and killed, with a clock that is moved by
//! hand.

use std::{path::Path, sync::Arc, time::Duration};

use host::{Entropy, HostEvent, HostHandle, HostSettings, ManualClock, Outbox};
use render::Renderer;
use store::{Batch, Store};
use tokio::runtime::{Builder, Runtime};

/// How long anything may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// The program as it runs.
pub(crate) struct Hosted {
    // The host ends with it.
    pub(crate) runtime: Runtime,
    pub(crate) store: Store,
    pub(crate) host: HostHandle,
    pub(crate) outbox: Outbox,
}

impl Hosted {
    pub(crate) fn start(
        database: &Path,
        clock: &ManualClock,
        settings: HostSettings,
        chance: Box<dyn Entropy>,
        renderer: &Renderer,
    ) -> Self {
        let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build();
        let runtime = runtime.expect("a runtime");
        let store = Store::open(database).expect("the store opens");
        let entered = runtime.enter();
        let clock = Arc::new(clock.clone());
        let started = host::start(store.clone(), settings, clock, chance, renderer.clone());
        let (host, outbox) = started.expect("the host starts");
        drop(entered);
        Self { runtime, store, host, outbox }
    }

    /// Waits until the host has looked at everything that has happened.
    pub(crate) fn settle(&self) {
        let settled = self.host.settled();
        let settled =
            self.runtime.block_on(async { tokio::time::timeout(PATIENCE, settled).await });
        settled.expect("it settles");
    }

    /// Ends in good order; gives the store.
    pub(crate) fn stop(self) -> Store {
        self.runtime.block_on(self.host.stop());
        self.kill().0
    }

    /// Ends without a last word, wherever the host is; gives the store with all that was handed over to
    /// it, and what the host has said and nobody has taken.
    pub(crate) fn kill(self) -> (Store, Vec<HostEvent>) {
        let Self { runtime, store, host, mut outbox } = self;
        drop((host, runtime));
        let (tell, told) = std::sync::mpsc::channel();
        store.commit(Batch::default(), move |result| {
            let _ = tell.send(result);
        });
        told.recv().expect("the store answers").expect("all is written");
        let said = std::iter::from_fn(|| outbox.try_recv().ok()).collect();
        (store, said)
    }
}
