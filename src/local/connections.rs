//! The page's TCP connections, limited in number and in how long they may stay silent.

use std::{
    io,
    net::SocketAddr,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::{Duration, Instant},
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::{TcpListener, TcpStream},
    sync::{OwnedSemaphorePermit, Semaphore},
};

use crate::host::{Clock, Sleep};

/// The greatest number of connections at a time, well below the usual limit of 1,024 open files.
const MAX_CONNECTIONS: usize = 256;

/// How long a connection may stay silent. A live page answers a beat every 20 seconds.
const MAX_SILENCE: Duration = Duration::from_secs(90);

/// A listener that turns away connections beyond [`MAX_CONNECTIONS`].
pub(super) struct BoundedListener {
    inner: TcpListener,
    clock: Arc<dyn Clock>,
    permits: Arc<Semaphore>,
}

impl BoundedListener {
    pub(super) fn new(inner: TcpListener, clock: Arc<dyn Clock>) -> Self {
        Self { inner, clock, permits: Arc::new(Semaphore::new(MAX_CONNECTIONS)) }
    }
}

impl axum::serve::Listener for BoundedListener {
    type Io = LimitedConnection;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (LimitedConnection, SocketAddr) {
        loop {
            // The inner listener logs and waits where accepting fails.
            let (stream, address) = axum::serve::Listener::accept(&mut self.inner).await;
            let Ok(permit) = Arc::clone(&self.permits).try_acquire_owned() else {
                tracing::warn!("more than {MAX_CONNECTIONS} connections; one is turned away");
                continue;
            };
            // A short message must not wait for a second one to share its packet.
            let _ = stream.set_nodelay(true);
            return (LimitedConnection::new(stream, Arc::clone(&self.clock), permit), address);
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.inner.local_addr()
    }
}

/// A connection that counts towards [`MAX_CONNECTIONS`] until it is dropped, and that ends after a
/// long silence.
pub(super) struct LimitedConnection {
    stream: TcpStream,
    clock: Arc<dyn Clock>,
    /// When something last came.
    heard: Instant,
    /// A pause until the silence could be too long.
    silence: Sleep,
    _permit: OwnedSemaphorePermit,
}

impl LimitedConnection {
    fn new(stream: TcpStream, clock: Arc<dyn Clock>, permit: OwnedSemaphorePermit) -> Self {
        let (heard, silence) = (clock.instant(), clock.sleep(MAX_SILENCE));
        Self { stream, clock, heard, silence, _permit: permit }
    }

    /// Whether the connection has been silent for too long; if not, `ctx` is woken when it could be.
    fn is_silent(&mut self, ctx: &mut Context<'_>) -> bool {
        while self.silence.as_mut().poll(ctx).is_ready() {
            let until = self.heard + MAX_SILENCE;
            if until <= self.clock.instant() {
                return true;
            }
            self.silence = self.clock.sleep_until(until);
        }
        false
    }
}

impl AsyncRead for LimitedConnection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        ctx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let read = Pin::new(&mut self.stream).poll_read(ctx, buf);
        if read.is_ready() {
            self.heard = self.clock.instant();
        } else if self.is_silent(ctx) {
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        read
    }
}

impl AsyncWrite for LimitedConnection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        ctx: &mut Context<'_>,
        buf: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(ctx, buf)
    }

    fn poll_flush(mut self: Pin<&mut Self>, ctx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(ctx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, ctx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(ctx)
    }
}
