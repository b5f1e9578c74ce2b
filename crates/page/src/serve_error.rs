//! Why the page cannot be served.

use std::{io, net::SocketAddr};

use store::StoreError;

/// The reason why the page cannot be served; the sentence is for the person who starts the program.
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
    /// The store cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The system gives no threads to the page.
    #[error("the page cannot start: the system gives the program no more threads: {0}")]
    Threads(io::Error),
    /// The connection to the network broke.
    #[error("the page stopped: {0}")]
    Broken(io::Error),
}

/// The port to suggest when this address is taken.
fn next_port(taken: SocketAddr) -> SocketAddr {
    let port = taken.port().checked_add(1).unwrap_or(8080);
    SocketAddr::new(taken.ip(), port)
}
