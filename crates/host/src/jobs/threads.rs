//! Whether the system gives the program the threads that it makes at its start: asked beforehand, since
//! a runtime that misses one of its own can only panic or wait for ever.

use std::{
    io,
    sync::mpsc::{Receiver, channel},
    thread::{self, JoinHandle},
};

use crate::jobs;

/// How many threads more than needed have to be there: one that has ended may count for a moment yet
/// when the first ones of the runtime are made.
const SPARE: usize = 3;

/// The system gives the program fewer threads than it needs.
#[derive(Debug, thiserror::Error)]
#[error(
    "the system gives the program too few threads: it needs {needed} at once and got {given} \
     ({error}). Raise the limit of processes of its user (`ulimit -u`, or LimitNPROC and TasksMax of \
     a systemd service, or the limit of pids of a container), or end other programs of this user"
)]
pub struct TooFewThreads {
    needed: usize,
    given: usize,
    error: io::Error,
}

/// Returns how many threads the host and its store make, with so many for searches.
#[must_use]
pub fn threads_of_host(bot_threads: usize) -> usize {
    // The store has the one that writes.
    jobs::threads(bot_threads) + 1
}

/// Makes `needed` threads and a few to spare, all there at once, and ends them again.
///
/// # Errors
/// [`TooFewThreads`] if the system refuses one; all are ended then too.
pub fn probe_threads(needed: usize) -> Result<(), TooFewThreads> {
    probe_with(needed, |held| {
        thread::Builder::new().name("probe".to_owned()).spawn(move || {
            // It waits until the other end is gone; nothing is ever sent.
            let _ = held.recv();
        })
    })
}

/// Does this with threads that are made by `spawn`, each of which lasts until the other end of what it
/// is given is dropped.
fn probe_with(
    needed: usize,
    mut spawn: impl FnMut(Receiver<()>) -> io::Result<JoinHandle<()>>,
) -> Result<(), TooFewThreads> {
    let needed = needed + SPARE;
    let (mut holds, mut threads) = (Vec::new(), Vec::new());
    let mut refused = None;
    for given in 0..needed {
        let (hold, held) = channel();
        match spawn(held) {
            Ok(thread) => {
                holds.push(hold);
                threads.push(thread);
            }
            Err(error) => {
                refused = Some(TooFewThreads { needed, given, error });
                break;
            }
        }
    }
    drop(holds);
    for thread in threads {
        // It has nothing to panic about.
        let _ = thread.join();
    }
    refused.map_or(Ok(()), Err)
}

#[cfg(test)]
mod tests {
    use std::sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    };

    use super::*;

    #[test]
    fn too_few_threads_are_said_and_none_stays() {
        for allowed in [0, 1, 5, 12] {
            let (mut made, running) = (0, Arc::new(AtomicUsize::new(0)));
            let refused = probe_with(10, |held| {
                if made == allowed {
                    return Err(io::ErrorKind::WouldBlock.into());
                }
                made += 1;
                let running = Arc::clone(&running);
                running.fetch_add(1, Ordering::SeqCst);
                thread::Builder::new().spawn(move || {
                    let _ = held.recv();
                    running.fetch_sub(1, Ordering::SeqCst);
                })
            })
            .unwrap_err();
            let said = refused.to_string();
            assert!(said.contains(&format!("needs 13 at once and got {allowed} (")), "{said}");
            assert!(said.contains("`ulimit -u`"), "{said}");
            assert_eq!((made, running.load(Ordering::SeqCst)), (allowed, 0));
        }
        probe_threads(10).unwrap();
    }
}
