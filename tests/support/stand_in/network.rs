//! The network between the bot and the stand-in, which can be cut and can stay gone.

use std::{
    io,
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use axum::{
    extract::connect_info::Connected,
    serve::{IncomingStream, Listener},
};
use tokio::{
    io::{DuplexStream, copy_bidirectional, duplex},
    net::{TcpListener, TcpStream},
    sync::{Notify, watch},
};

/// How many bytes are on their way at once in each direction.
const IN_FLIGHT: usize = 1 << 16;

/// The network in front of one or more doors. Its clones are the same network.
#[derive(Clone, Debug)]
pub(crate) struct Network {
    gone: Arc<AtomicBool>,
    cut: watch::Sender<()>,
}

impl Network {
    pub(super) fn new() -> Self {
        Self { gone: Arc::default(), cut: watch::Sender::new(()) }
    }

    /// Resets every connection.
    pub(crate) fn cut(&self) {
        self.cut.send_replace(());
    }

    /// Resets every connection, and each new one at once, until [`Network::restore`].
    pub(crate) fn lose(&self) {
        self.shut();
        self.cut();
    }

    /// Resets each new connection at once, until [`Network::restore`].
    pub(super) fn shut(&self) {
        self.gone.store(true, Ordering::SeqCst);
    }

    /// Lets connections through again.
    pub(crate) fn restore(&self) {
        self.gone.store(false, Ordering::SeqCst);
    }

    fn is_gone(&self) -> bool {
        self.gone.load(Ordering::SeqCst)
    }
}

/// One connection, by which it can be reset.
#[derive(Clone, Debug, Default)]
pub(super) struct Cable(Arc<Notify>);

impl Cable {
    /// Resets the connection.
    pub(super) fn cut(&self) {
        self.0.notify_one();
    }
}

/// A port that is reached over a network.
pub(super) struct Door {
    listener: TcpListener,
    network: Network,
}

impl Door {
    pub(super) async fn open(network: &Network) -> (Self, SocketAddr) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        (Self { listener, network: network.clone() }, address)
    }
}

impl Listener for Door {
    type Io = DuplexStream;
    type Addr = Cable;

    async fn accept(&mut self) -> (Self::Io, Self::Addr) {
        loop {
            let Ok((stream, _)) = self.listener.accept().await else { continue };
            let _ = stream.set_nodelay(true);
            let cut = self.network.cut.subscribe();
            if self.network.is_gone() {
                reset(&stream);
                continue;
            }
            let (here, there) = duplex(IN_FLIGHT);
            let cable = Cable::default();
            tokio::spawn(carry(stream, there, cable.clone(), cut));
            return (here, cable);
        }
    }

    fn local_addr(&self) -> io::Result<Self::Addr> {
        Ok(Cable::default())
    }
}

impl Connected<IncomingStream<'_, Door>> for Cable {
    fn connect_info(stream: IncomingStream<'_, Door>) -> Self {
        stream.remote_addr().clone()
    }
}

/// Carries bytes in both directions until one side ends or the connection is cut.
async fn carry(
    mut stream: TcpStream,
    mut inner: DuplexStream,
    cable: Cable,
    mut cut: watch::Receiver<()>,
) {
    tokio::select! {
        _ = copy_bidirectional(&mut stream, &mut inner) => {}
        () = cable.0.notified() => reset(&stream),
        // A lost sender is the end of the stand-in.
        _ = cut.changed() => reset(&stream),
    }
}

/// Lets the connection end with a reset rather than in an orderly way.
fn reset(stream: &TcpStream) {
    let _ = stream.set_zero_linger();
}
