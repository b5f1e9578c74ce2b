//! The page's server: it takes an address and serves the page there until the program stops.

use std::{
    convert::Infallible, fmt, future::Future, io, net::SocketAddr, sync::Arc, time::Duration,
};

use host::{Clock, HostHandle, Outbox, timeout};
use render::Renderer;
use store::Store;
use tokio::{
    sync::{mpsc, oneshot, watch},
    task::JoinHandle,
};

use super::{
    chat_room::{ChatRoom, StoredLine},
    connections::{BoundedListener, Peer},
    http, sender,
    serve_error::ServeError,
};

/// The time that a shutdown waits for connected pages to go away.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(3);

/// The page's listener: its address is taken, but nothing is served there yet.
#[derive(Debug)]
pub struct PageListener {
    listener: tokio::net::TcpListener,
    address: SocketAddr,
}

impl PageListener {
    /// Takes an address; with port 0 the system chooses a free port.
    ///
    /// # Errors
    /// [`ServeError::Taken`] if another program has the port, [`ServeError::Listen`] otherwise.
    pub async fn listen(listen: SocketAddr) -> Result<Self, ServeError> {
        let fault = |error: io::Error| match error.kind() {
            io::ErrorKind::AddrInUse => ServeError::Taken(listen),
            _ => ServeError::Listen(listen, error),
        };
        let listener = tokio::net::TcpListener::bind(listen).await.map_err(fault)?;
        let address = listener.local_addr().map_err(fault)?;
        Ok(Self { listener, address })
    }

    /// The address with the port that was really taken.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns what to type into a browser on this machine, `http://127.0.0.1:8080`.
    #[must_use]
    pub fn url(&self) -> String {
        let ip = self.address.ip();
        if ip.is_unspecified() {
            format!("http://localhost:{}", self.address.port())
        } else {
            format!("http://{}", self.address)
        }
    }

    /// Makes all that the page needs, so that it can be served.
    ///
    /// # Errors
    /// [`ServeError::Store`] or [`ServeError::Threads`].
    pub fn open(
        self,
        host: HostHandle,
        renderer: Renderer,
        outbox: Outbox,
        store: Store,
        clock: Arc<dyn Clock>,
    ) -> Result<Page, ServeError> {
        let (stopper, stopped) = watch::channel(false);
        let (open, gone) = oneshot::channel();
        let (room, lines) =
            ChatRoom::new(host, renderer, store, Arc::clone(&clock), self.address, stopped, open)?;
        Ok(Page { listener: self, room, lines, outbox, clock, stopper, gone })
    }
}

/// A page with all that it needs, which is not served yet.
pub struct Page {
    listener: PageListener,
    room: Arc<ChatRoom>,
    lines: mpsc::UnboundedReceiver<StoredLine>,
    outbox: Outbox,
    clock: Arc<dyn Clock>,
    stopper: watch::Sender<bool>,
    gone: oneshot::Receiver<Infallible>,
}

impl fmt::Debug for Page {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Page").field("listener", &self.listener).finish_non_exhaustive()
    }
}

impl Page {
    /// Serves the page until `stop` is done or the host has stopped. Then connected pages are told to
    /// come again, replies that are not delivered stay in the outbox, and the store is released.
    ///
    /// # Errors
    /// [`ServeError::Broken`].
    pub async fn serve(
        self,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), ServeError> {
        let Self { listener, room, lines, outbox, clock, stopper, gone } = self;
        let PageListener { listener, address } = listener;
        if !address.ip().is_loopback() {
            tracing::warn!("the page is open to every machine that reaches {address}");
        }
        let announcer = tokio::spawn(room.clone().announce(lines));
        let people = tokio::spawn(room.clone().tell_who_is_here());
        let (sender, ended) = run_sender(room.clone(), outbox);
        let routes = http::routes(room, address).into_make_service_with_connect_info::<Peer>();
        let served = axum::serve(BoundedListener::new(listener, Arc::clone(&clock)), routes)
            .with_graceful_shutdown(async move {
                tokio::select! {
                    () = stop => {}
                    // The host has stopped.
                    _ = ended => {}
                }
                let _ = stopper.send(true);
            })
            .await;
        announcer.abort();
        people.abort();
        sender.abort();
        // A page that does not go in time does not keep the program from ending.
        let _ = timeout(&*clock, SHUTDOWN_TIMEOUT, gone).await;
        served.map_err(ServeError::Broken)
    }
}

/// Shows the host's replies in a task. The receiver learns when the host has no more: if its store has
/// stopped, the pages know by then.
fn run_sender(room: Arc<ChatRoom>, outbox: Outbox) -> (JoinHandle<()>, oneshot::Receiver<()>) {
    let (end, ended) = oneshot::channel();
    let task = tokio::spawn(async move {
        sender::run(room.clone(), outbox).await;
        if room.store.stopped().is_some() {
            room.send_stopped();
        }
        // A page that has ended by itself waits for nothing.
        let _ = end.send(());
    });
    (task, ended)
}

/// Takes the address and serves the page; see [`PageListener`].
///
/// # Errors
/// [`ServeError`] if the address cannot be taken or the page cannot be served there.
pub async fn serve(
    listen: SocketAddr,
    host: HostHandle,
    renderer: Renderer,
    outbox: Outbox,
    store: Store,
    clock: Arc<dyn Clock>,
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    PageListener::listen(listen)
        .await?
        .open(host, renderer, outbox, store, clock)?
        .serve(stop)
        .await
}
