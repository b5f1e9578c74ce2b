//! A way to a server that takes longer, can be cut, and can lead elsewhere.

use std::{
    io::{Read as _, Write as _},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};

/// A wire. Whoever connects to its end here is connected to the server at its other end.
pub(crate) struct Wire {
    /// The end here.
    pub(crate) address: SocketAddr,
    target: Arc<Mutex<SocketAddr>>,
    is_cut: Arc<AtomicBool>,
}

impl Wire {
    /// A wire to this server, on which everything takes so long in each direction.
    pub(crate) fn new(target: SocketAddr, delay: Duration) -> Self {
        let door = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = door.local_addr().expect("an address");
        let wire = Self { address, target: Arc::new(Mutex::new(target)), is_cut: Arc::default() };
        let (target, is_cut) = (Arc::clone(&wire.target), Arc::clone(&wire.is_cut));
        thread::spawn(move || {
            for near in door.incoming().flatten() {
                let far = *target.lock().expect("nobody panics with it");
                let cut = Arc::clone(&is_cut);
                // Behind a cut nothing answers, not even with a refusal.
                thread::spawn(move || {
                    while cut.load(Ordering::Relaxed) {
                        thread::sleep(Duration::from_millis(10));
                    }
                    let Ok(far) = TcpStream::connect(far) else { return };
                    let again = |stream: &TcpStream| stream.try_clone().expect("a stream");
                    carry(again(&near), again(&far), delay, Arc::clone(&cut));
                    carry(far, near, delay, cut);
                });
            }
        });
        wire
    }

    /// Cuts it, or mends it: what was sent meanwhile arrives then.
    #[allow(dead_code, reason = "a benchmark does not use it")]
    pub(crate) fn cut(&self, is_cut: bool) {
        self.is_cut.store(is_cut, Ordering::Relaxed);
    }

    /// Leads it to another server from now on.
    #[allow(dead_code, reason = "a benchmark does not use it")]
    pub(crate) fn lead_to(&self, target: SocketAddr) {
        *self.target.lock().expect("nobody panics with it") = target;
    }
}

/// Carries what comes from one to the other.
fn carry(mut from: TcpStream, mut to: TcpStream, delay: Duration, is_cut: Arc<AtomicBool>) {
    // One that is closed already carries nothing.
    let _ = (from.set_nodelay(true), to.set_nodelay(true));
    let (late, due) = mpsc::channel::<(Instant, Vec<u8>)>();
    thread::spawn(move || {
        for (at, bytes) in due {
            thread::sleep(at.saturating_duration_since(Instant::now()));
            while is_cut.load(Ordering::Relaxed) {
                thread::sleep(Duration::from_millis(1));
            }
            if to.write_all(&bytes).is_err() {
                break;
            }
        }
        let _ = to.shutdown(std::net::Shutdown::Write);
    });
    thread::spawn(move || {
        let mut bytes = vec![0; 1 << 16];
        while let Ok(n @ 1..) = from.read(&mut bytes) {
            if late.send((Instant::now() + delay, bytes[..n].to_vec())).is_err() {
                break;
            }
        }
    });
}
