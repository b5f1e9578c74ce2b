//! A way to a server that takes longer, can be cut, and can lead elsewhere.

use std::{
    io::{Read as _, Write as _},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::{
        Arc, Mutex,
        atomic::{AtomicI64, Ordering},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};

use host::{Clock as _, SystemClock};

/// A wire. Whoever connects to its end here is connected to the server at its other end.
pub(crate) struct Wire {
    /// The end here.
    pub(crate) address: SocketAddr,
    target: Arc<Mutex<SocketAddr>>,
    /// How many bytes still get through.
    budget: Arc<AtomicI64>,
}

impl Wire {
    /// A wire to this server, on which everything takes so long in each direction.
    pub(crate) fn new(target: SocketAddr, delay: Duration) -> Self {
        let door = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = door.local_addr().expect("an address");
        let (target, budget) = (Arc::new(Mutex::new(target)), Arc::new(AtomicI64::new(i64::MAX)));
        let wire = Self { address, target: Arc::clone(&target), budget: Arc::clone(&budget) };
        thread::spawn(move || {
            for near in door.incoming().flatten() {
                let far = *target.lock().expect("nobody panics with it");
                let budget = Arc::clone(&budget);
                // Behind a cut nothing answers, not even with a refusal.
                thread::spawn(move || {
                    wait_for_room(&budget);
                    let Ok(far) = TcpStream::connect(far) else { return };
                    let again = |stream: &TcpStream| stream.try_clone().expect("a stream");
                    carry(again(&near), again(&far), delay, Arc::clone(&budget));
                    carry(far, near, delay, budget);
                });
            }
        });
        wire
    }

    /// Cuts it, or mends it: what was sent meanwhile arrives then.
    #[allow(dead_code, reason = "a benchmark does not use it")]
    pub(crate) fn cut(&self, is_cut: bool) {
        self.cut_after(if is_cut { 0 } else { i64::MAX });
    }

    /// Cuts it once about so many bytes have got through.
    #[allow(dead_code, reason = "a benchmark does not use it")]
    pub(crate) fn cut_after(&self, bytes: i64) {
        self.budget.store(bytes, Ordering::Relaxed);
    }

    /// Leads it to another server from now on.
    #[allow(dead_code, reason = "a benchmark does not use it")]
    pub(crate) fn lead_to(&self, target: SocketAddr) {
        *self.target.lock().expect("nobody panics with it") = target;
    }
}

/// Waits until something gets through.
fn wait_for_room(budget: &AtomicI64) {
    while budget.load(Ordering::Relaxed) <= 0 {
        thread::sleep(Duration::from_millis(2));
    }
}

/// Carries what comes from one to the other.
fn carry(mut from: TcpStream, mut to: TcpStream, delay: Duration, budget: Arc<AtomicI64>) {
    // One that is closed already carries nothing.
    let _ = (from.set_nodelay(true), to.set_nodelay(true));
    let (late, due) = mpsc::channel::<(Instant, Vec<u8>)>();
    thread::spawn(move || {
        for (at, bytes) in due {
            thread::sleep(at.saturating_duration_since(SystemClock.instant()));
            wait_for_room(&budget);
            budget.fetch_sub(bytes.len() as i64, Ordering::Relaxed);
            if to.write_all(&bytes).is_err() {
                break;
            }
        }
        let _ = to.shutdown(std::net::Shutdown::Write);
    });
    thread::spawn(move || {
        let mut bytes = vec![0; 1 << 16];
        while let Ok(n @ 1..) = from.read(&mut bytes) {
            if late.send((SystemClock.instant() + delay, bytes[..n].to_vec())).is_err() {
                break;
            }
        }
    });
}
