//! The page adapter: a chat channel in the browser. The only module that names the web server.
//!
//! [`Bound::listen`] takes the address, [`Bound::serve`] runs the page on it. A message of a page
//! becomes a line in the store and an `Incoming` for the host (`say`); a reply of the host becomes
//! a line and goes to every page that may see it (`post`, `room`). A page that was away asks for
//! what it missed by the last line that it has (`enter`).

mod enter;
mod frame;
mod guard;
mod http;
mod listen;
mod markup;
mod names;
mod pictures;
mod room;
mod say;
mod sender;
mod sessions;
mod socket;
mod view;
mod wire;
mod words;

use std::{future::Future, io, net::SocketAddr, sync::Arc, time::Duration};

pub use names::{NAME_LIMIT, Name, NameFault};
pub use wire::TEXT_LIMIT;

use crate::{
    host::{HostHandle, Outbox},
    store::{Store, StoreError},
};

/// Why the page cannot be served; the sentence is for the person who starts the program.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Another program has the port.
    #[error(
        "port {} is taken on {}. Another program listens there; choose another port: \
         martian-cake local --listen {}",
        .0.port(), .0.ip(), next_port(*.0)
    )]
    Taken(SocketAddr),
    /// The address is not one of this machine, or needs rights that the program does not have.
    #[error("cannot listen on {0}: {1}. Example: martian-cake local --listen 127.0.0.1:8080")]
    Listen(SocketAddr, io::Error),
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The connection to the network broke.
    #[error("the page stopped: {0}")]
    Broken(io::Error),
}

/// How long the end waits for pages to let go, and how often it looks.
const FAREWELL: Duration = Duration::from_secs(3);
const GLANCE: Duration = Duration::from_millis(5);

fn next_port(taken: SocketAddr) -> SocketAddr {
    let port = taken.port().checked_add(1).unwrap_or(8080);
    SocketAddr::new(taken.ip(), port)
}

/// The page's address, taken.
#[derive(Debug)]
pub struct Bound {
    listener: tokio::net::TcpListener,
    address: SocketAddr,
}

impl Bound {
    /// Takes the address; port 0 takes any free port.
    ///
    /// # Errors
    /// [`ServeError::Taken`] or [`ServeError::Listen`].
    pub async fn listen(listen: SocketAddr) -> Result<Self, ServeError> {
        let fault = |error: io::Error| match error.kind() {
            io::ErrorKind::AddrInUse => ServeError::Taken(listen),
            _ => ServeError::Listen(listen, error),
        };
        let listener = tokio::net::TcpListener::bind(listen).await.map_err(fault)?;
        let address = listener.local_addr().map_err(fault)?;
        Ok(Self { listener, address })
    }

    /// The address with its port.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// What to type into a browser on this machine, `http://127.0.0.1:8080`.
    #[must_use]
    pub fn url(&self) -> String {
        let ip = self.address.ip();
        if ip.is_unspecified() {
            format!("http://localhost:{}", self.address.port())
        } else {
            format!("http://{}", self.address)
        }
    }

    /// Serves the page until `stop` is done: pages are told to come again, replies that are not
    /// delivered stay in the outbox, and the store is let go.
    ///
    /// # Errors
    /// [`ServeError::Store`] at the start; [`ServeError::Broken`] later.
    pub async fn serve(
        self,
        host: HostHandle,
        outbox: Outbox,
        store: Store,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), ServeError> {
        if !self.address.ip().is_loopback() {
            tracing::warn!("the page is open to every machine that reaches {}", self.address);
        }
        let (stopper, stopped) = tokio::sync::watch::channel(false);
        let (room, lines) = room::Room::new(host, store, stopped)?;
        let announcer = tokio::spawn(room.clone().announce(lines));
        let sender = tokio::spawn(sender::run(room.clone(), outbox));
        let open = Arc::downgrade(&room);
        let routes = http::routes(room, self.address);
        let served = axum::serve(listen::Bounded::new(self.listener), routes)
            .with_graceful_shutdown(async move {
                stop.await;
                let _ = stopper.send(true);
            })
            .await;
        announcer.abort();
        sender.abort();
        let gone = async {
            while open.strong_count() > 0 {
                tokio::time::sleep(GLANCE).await;
            }
        };
        // A page that does not let go in time keeps nobody from leaving.
        let _ = tokio::time::timeout(FAREWELL, gone).await;
        served.map_err(ServeError::Broken)
    }
}

/// Takes the address and serves the page; see [`Bound`].
///
/// # Errors
/// Every [`ServeError`].
pub async fn serve(
    listen: SocketAddr,
    host: HostHandle,
    outbox: Outbox,
    store: Store,
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    Bound::listen(listen).await?.serve(host, outbox, store, stop).await
}

/// Milliseconds since 1970.
#[expect(clippy::disallowed_methods, reason = "an adapter is where the clock is read")]
fn now() -> crate::store::Millis {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}
