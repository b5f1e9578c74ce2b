//! The page's TCP connections, limited in number, in how long they may stay silent, and in how long
//! they may take for a request.

use std::{
    collections::BTreeMap,
    convert::Infallible,
    io,
    net::{IpAddr, Ipv6Addr, SocketAddr},
    pin::Pin,
    sync::{Arc, Mutex},
    task::{Context, Poll},
    time::{Duration, Instant},
};

use axum::{extract::connect_info::Connected, serve::IncomingStream};
use host::{Clock, Sleep};
use store::LogThrottle;
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::{TcpListener, TcpStream},
    sync::oneshot,
};

use super::{lock::lock, sessions::MAX_PAGES};
use crate::admission::Party;

/// The greatest number of connections at a time.
const MAX_CONNECTIONS: usize = 256;

/// How many of them one other machine may have. Those of this machine have no such limit.
const MAX_OF_ADDRESS: usize = 64;

/// How many open files are kept for everything else, the database above all.
const OTHER_FILES: u64 = 32;

/// The time that the head of a request may take from its first byte, and the first head from the start of the
/// connection.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);

/// The longest head of a request, in bytes.
const MAX_HEAD: usize = 16 * 1024;

/// The time for which a connection may wait for its next request.
const MAX_IDLE: Duration = Duration::from_secs(60);

/// The time for which a page's socket may stay silent. A live page answers a beat every 20 seconds.
const MAX_SILENCE: Duration = Duration::from_secs(90);

/// The time for which the other side may take nothing of what is written to it.
const MAX_STALL: Duration = Duration::from_secs(10);

/// The pause after a connection could not be accepted.
const ACCEPT_PAUSE: Duration = Duration::from_millis(200);

/// The connections that are open.
#[derive(Debug)]
pub(super) struct Connections {
    most: usize,
    open: Mutex<Open>,
}

#[derive(Debug, Default)]
struct Open {
    last: u64,
    /// By number. When the sender is dropped, the connection ends.
    all: BTreeMap<u64, (Arc<Connection>, oneshot::Sender<Infallible>)>,
}

/// The state of a connection, for the listener and for whoever handles its requests.
#[derive(Debug)]
pub(super) struct Connection {
    number: u64,
    /// The address that counts for limits: for IPv6 the network, since one machine has all of it.
    address: IpAddr,
    phase: Mutex<Phase>,
}

/// The current activity of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// The head of a request is awaited since then, and so much of it is there.
    Head(Instant, usize),
    /// A request is being answered.
    Busy,
    /// The last request was answered then.
    Idle(Instant),
    /// It is a page's socket, from which something came last at that instant.
    Page(Instant, Owner),
}

/// The owner of a page, if it is known whose it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owner {
    Guest,
    Person,
}

impl Phase {
    /// Returns when it ends if nothing comes; `None` for never.
    fn until(self) -> Option<Instant> {
        match self {
            Self::Head(since, _) => Some(since + HEAD_TIMEOUT),
            Self::Busy => None,
            Self::Idle(since) => Some(since + MAX_IDLE),
            Self::Page(heard, _) => Some(heard + MAX_SILENCE),
        }
    }

    /// Returns how little is lost if it ends now, the least first, and since when that is so; `None` for what
    /// must not be ended for a newcomer.
    fn worth(self) -> Option<(u8, Instant)> {
        match self {
            Self::Idle(since) | Self::Head(since, _) => Some((0, since)),
            Self::Page(heard, Owner::Guest) => Some((1, heard)),
            Self::Busy | Self::Page(_, Owner::Person) => None,
        }
    }
}

/// The greatest number of connections at a time: fewer where the system allows the program fewer open files.
fn most() -> usize {
    let files = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
    let room = files.map_or(u64::MAX, |files| files.saturating_sub(OTHER_FILES).max(8));
    usize::try_from(room).unwrap_or(usize::MAX).min(MAX_CONNECTIONS)
}

/// The greatest number of pages at a time. Those who knock have connections left beside them.
pub(super) fn most_pages() -> usize {
    most() * MAX_PAGES / MAX_CONNECTIONS
}

impl Connections {
    /// Room for as many as there may be.
    pub(super) fn new() -> Self {
        Self::of(most())
    }

    /// Room for so many.
    fn of(most: usize) -> Self {
        Self { most, open: Mutex::default() }
    }

    /// Takes a connection in, and gives what ends when it has to end. Where there is no room, the one ends
    /// that has waited longest for a request, or else a guest's page; `None` if there is none of either.
    fn admit(
        &self,
        ip: IpAddr,
        now: Instant,
    ) -> Option<(Arc<Connection>, oneshot::Receiver<Infallible>)> {
        let address = network(ip);
        let mut open = lock(&self.open);
        let of_address = open.all.values().filter(|(one, _)| one.address == address).count();
        if !address.is_loopback() && of_address >= MAX_OF_ADDRESS {
            open.end_one(|one| one.address == address)?;
        } else if open.all.len() >= self.most {
            open.end_one(|_| true)?;
        }
        open.last += 1;
        let number = open.last;
        let phase = Mutex::new(Phase::Head(now, 0));
        let connection = Arc::new(Connection { number, address, phase });
        let (end, ended) = oneshot::channel();
        open.all.insert(number, (Arc::clone(&connection), end));
        Some((connection, ended))
    }

    /// Ends the connection that is worth least, so that its descriptor becomes free.
    fn end_one(&self) {
        lock(&self.open).end_one(|_| true);
    }

    fn leave(&self, number: u64) {
        lock(&self.open).all.remove(&number);
    }
}

impl Open {
    /// Ends the connection that is worth least among some; `None` if there is none to end.
    fn end_one(&mut self, among: impl Fn(&Connection) -> bool) -> Option<()> {
        let worth = |one: &Connection| Some((lock(&one.phase).worth()?, one.number));
        let all = self.all.values().map(|(one, _)| &**one).filter(|one| among(one));
        let (_, number) = all.filter_map(worth).min()?;
        self.all.remove(&number).map(drop)
    }
}

/// The address by which limits count.
fn network(ip: IpAddr) -> IpAddr {
    match ip.to_canonical() {
        IpAddr::V6(ip) if !ip.is_loopback() => {
            let [a, b, c, d, ..] = ip.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
        ip => ip,
    }
}

impl Connection {
    /// The party at whose cost a guest on this connection acts.
    pub(super) fn party(&self) -> Party {
        if self.address.is_loopback() {
            Party::Connection(self.number)
        } else {
            Party::Address(self.address)
        }
    }

    /// The address of another machine; `None` for this one.
    pub(super) fn other_machine(&self) -> Option<IpAddr> {
        Some(self.address).filter(|address| !address.is_loopback())
    }

    /// Notes that a request is being answered.
    pub(super) fn busy(&self) {
        *lock(&self.phase) = Phase::Busy;
    }

    /// Notes that the last request is answered.
    pub(super) fn idle(&self, now: Instant) {
        *lock(&self.phase) = Phase::Idle(now);
    }

    /// Notes that this is a guest's page from now on.
    pub(super) fn guest(&self, now: Instant) {
        *lock(&self.phase) = Phase::Page(now, Owner::Guest);
    }

    /// Notes that it is known whose page this is.
    pub(super) fn person(&self, now: Instant) {
        *lock(&self.phase) = Phase::Page(now, Owner::Person);
    }

    /// Notes that so many bytes have come; an error if they are too many for the head of a request.
    fn heard(&self, bytes: usize, now: Instant) -> io::Result<()> {
        let mut phase = lock(&self.phase);
        *phase = match *phase {
            Phase::Head(since, had) => Phase::Head(since, had + bytes),
            Phase::Idle(_) => Phase::Head(now, bytes),
            Phase::Page(_, owner) => Phase::Page(now, owner),
            Phase::Busy => Phase::Busy,
        };
        match *phase {
            Phase::Head(_, length) if length > MAX_HEAD => Err(io::ErrorKind::InvalidData.into()),
            _ => Ok(()),
        }
    }
}

/// A listener that makes room for new connections, or turns them away.
pub(super) struct BoundedListener {
    inner: TcpListener,
    clock: Arc<dyn Clock>,
    connections: Arc<Connections>,
    log: LogThrottle,
}

impl BoundedListener {
    pub(super) fn new(inner: TcpListener, clock: Arc<dyn Clock>) -> Self {
        let (reading, start) = (Arc::clone(&clock), clock.instant());
        let log = LogThrottle::new(move || reading.instant() - start);
        Self { inner, clock, connections: Arc::new(Connections::new()), log }
    }
}

impl axum::serve::Listener for BoundedListener {
    type Io = LimitedConnection;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (LimitedConnection, SocketAddr) {
        loop {
            let (stream, address) = match self.inner.accept().await {
                Ok(accepted) => accepted,
                Err(error) if is_of_the_other_side(&error) => continue,
                Err(error) => {
                    let what = format!("a connection cannot be accepted: {error}");
                    self.log.pass("accept", &what, |line| tracing::error!("{line}"));
                    // It may be that no file can be opened any more, and this frees one.
                    self.connections.end_one();
                    self.clock.sleep(ACCEPT_PAUSE).await;
                    continue;
                }
            };
            let now = self.clock.instant();
            let Some((connection, end)) = self.connections.admit(address.ip(), now) else {
                let what = "there are too many connections; one is turned away";
                self.log.pass("connections", &what, |line| tracing::warn!("{line}"));
                continue;
            };
            // A short message must not wait for a second one to share its packet.
            let _ = stream.set_nodelay(true);
            let watch = self.clock.sleep(HEAD_TIMEOUT);
            let limited = LimitedConnection {
                stream,
                clock: Arc::clone(&self.clock),
                connections: Arc::clone(&self.connections),
                connection,
                end: Some(end),
                watch,
                stall: None,
            };
            return (limited, address);
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.inner.local_addr()
    }
}

/// Returns `true` if accepting failed because the other side was gone before.
fn is_of_the_other_side(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// A connection that counts among the [`Connections`] until it is dropped, and that ends when it is
/// silent, slow or too much.
pub(super) struct LimitedConnection {
    stream: TcpStream,
    clock: Arc<dyn Clock>,
    connections: Arc<Connections>,
    connection: Arc<Connection>,
    /// Completes when the connection has to make room; `None` once it has.
    end: Option<oneshot::Receiver<Infallible>>,
    /// A pause until the connection could be too slow.
    watch: Sleep,
    /// A pause that began when the other side took nothing more.
    stall: Option<Sleep>,
}

impl LimitedConnection {
    /// Returns `true` if the connection has to end; if not, `ctx` is woken when it could have to.
    fn has_to_end(&mut self, ctx: &mut Context<'_>) -> bool {
        if self.end.as_mut().is_none_or(|end| Pin::new(end).poll(ctx).is_ready()) {
            self.end = None;
            return true;
        }
        while self.watch.as_mut().poll(ctx).is_ready() {
            let now = self.clock.instant();
            let until = lock(&self.connection.phase).until();
            match until {
                Some(until) if until <= now => return true,
                // What follows may have the shortest time of all.
                _ => self.watch = self.clock.sleep_until(until.unwrap_or(now + HEAD_TIMEOUT)),
            }
        }
        false
    }

    /// Returns `true` if the other side has taken nothing for too long while there was something to write.
    fn is_stalled(&mut self, ctx: &mut Context<'_>) -> bool {
        let clock = &self.clock;
        self.stall.get_or_insert_with(|| clock.sleep(MAX_STALL)).as_mut().poll(ctx).is_ready()
    }
}

impl Drop for LimitedConnection {
    fn drop(&mut self) {
        self.connections.leave(self.connection.number);
    }
}

impl AsyncRead for LimitedConnection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        ctx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buf.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(ctx, buf);
        if read.is_ready() {
            let now = self.clock.instant();
            if let Err(error) = self.connection.heard(buf.filled().len() - before, now) {
                return Poll::Ready(Err(error));
            }
            let phase = *lock(&self.connection.phase);
            if let Phase::Head(since, _) = phase {
                // The time for a head begins with its first byte.
                self.watch = self.clock.sleep_until(since + HEAD_TIMEOUT);
            }
        } else if self.has_to_end(ctx) {
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
        let written = Pin::new(&mut self.stream).poll_write(ctx, buf);
        if written.is_ready() {
            self.stall = None;
        } else if self.is_stalled(ctx) || self.has_to_end(ctx) {
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        written
    }

    fn poll_flush(mut self: Pin<&mut Self>, ctx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(ctx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, ctx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(ctx)
    }
}

/// The connection on which a request came.
#[derive(Clone, Debug)]
pub(super) struct Peer(pub(super) Arc<Connection>);

impl Connected<IncomingStream<'_, BoundedListener>> for Peer {
    fn connect_info(stream: IncomingStream<'_, BoundedListener>) -> Self {
        Self(Arc::clone(&stream.io().connection))
    }
}
