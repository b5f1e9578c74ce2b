//! Admission to a few places: those are let in first who have used them least.
//!
//! Somebody who comes after a pause goes before all who use it again and again, however many they are.
//! So a crowd waits for itself, and a quiet person for what is under way at most.

use std::{
    collections::{BTreeMap, HashMap},
    net::IpAddr,
    sync::{Arc, Mutex},
};

use table::PersonId;
use tokio::sync::oneshot;

use super::lock::lock;

/// Whoever has a share of their own of the places.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Party {
    /// A person, with all pages of theirs.
    Person(PersonId),
    /// All guests who come from an address of another machine.
    Address(IpAddr),
    /// A guest on this machine, by the number of the connection: here all addresses are alike.
    Connection(u64),
}

/// How many parties are remembered before those are forgotten whose use lies behind.
const MAX_REMEMBERED: usize = 1_024;

/// The distance back, in units of cost, at which the pass of somebody starts who has not come for a while.
/// Otherwise they would stand behind everybody of a crowd who is due at the same time and came a moment
/// earlier.
const CREDIT: u64 = 8;

/// Lets parties in, a few at a time. A clone admits to the same places.
#[derive(Clone, Debug)]
pub(super) struct Admission(Arc<Mutex<Queue>>);

/// Those who wait, in the order of their use: this is start-time fair queueing. Each pass covers a
/// stretch of an imaginary time, as long as its cost. It starts where the party's last one ended, but
/// at most [`CREDIT`] before that of the last one who was let through.
#[derive(Debug)]
struct Queue {
    free: usize,
    /// Where the pass starts that was given last.
    now: u64,
    /// Where the last pass of each party ends.
    ends: HashMap<Party, u64>,
    /// Those who wait, by the start of their pass, and among equals by order of arrival.
    waiting: BTreeMap<(u64, u64), oneshot::Sender<Pass>>,
    arrived: u64,
}

/// A place taken, which becomes free when this is dropped.
#[derive(Debug)]
pub(super) struct Pass(Admission);

impl Admission {
    /// Lets in so many at a time.
    pub(super) fn new(places: usize) -> Self {
        Self(Arc::new(Mutex::new(Queue {
            free: places,
            now: 0,
            ends: HashMap::new(),
            waiting: BTreeMap::new(),
            arrived: 0,
        })))
    }

    /// Waits for a place; `cost` tells how much of the party's share it takes. Who stops waiting gives
    /// the place up.
    pub(super) async fn pass(&self, party: Party, cost: u64) -> Pass {
        let (go, gone_through) = oneshot::channel();
        {
            let mut queue = lock(&self.0);
            let now = queue.now;
            if queue.ends.len() >= MAX_REMEMBERED {
                queue.ends.retain(|_, end| *end + CREDIT > now);
            }
            // A guest whom nobody knows pays in advance, since the next one may be the same: otherwise
            // those who always come as somebody new would always go first.
            let fresh = if matches!(party, Party::Person(_)) { now } else { now + cost };
            let start =
                queue.ends.get(&party).map_or(fresh, |end| now.saturating_sub(CREDIT).max(*end));
            queue.ends.insert(party, start + cost);
            queue.arrived += 1;
            let arrived = queue.arrived;
            queue.waiting.insert((start, arrived), go);
        }
        self.admit();
        match gone_through.await {
            Ok(pass) => pass,
            // The sender is dropped only after it has sent.
            Err(_) => std::future::pending().await,
        }
    }

    /// Lets those through for whom there are places.
    fn admit(&self) {
        loop {
            let go = {
                let mut queue = lock(&self.0);
                if queue.free == 0 {
                    return;
                }
                let Some(((start, _), go)) = queue.waiting.pop_first() else { return };
                if go.is_closed() {
                    continue;
                }
                queue.now = queue.now.max(start);
                queue.free -= 1;
                go
            };
            // A pass that nobody takes is dropped here, outside the lock, and frees its place.
            drop(go.send(Pass(self.clone())));
        }
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        lock(&self.0.0).free += 1;
        self.0.admit();
    }
}

#[cfg(test)]
mod tests {
    use std::pin::Pin;

    use futures_util::FutureExt as _;

    use super::*;

    type Waiting<'a> = Pin<Box<dyn Future<Output = Pass> + 'a>>;

    /// Somebody with this name.
    fn named(name: &str) -> Party {
        Party::Person(PersonId::new(table::Platform::Local, name))
    }

    /// Somebody with a name, who has to wait.
    fn person(gate: &Admission) -> Waiting<'_> {
        let mut waiting: Waiting<'_> = Box::pin(gate.pass(named("quiet"), 1));
        assert!((&mut waiting).now_or_never().is_none(), "the place is taken");
        waiting
    }

    fn waiting(gate: &Admission, number: u64) -> Waiting<'_> {
        let mut waiting: Waiting<'_> = Box::pin(gate.pass(Party::Connection(number), 1));
        assert!((&mut waiting).now_or_never().is_none(), "{number} has to wait");
        waiting
    }

    #[test]
    fn who_comes_after_a_pause_goes_before_a_crowd_that_comes_again() {
        let gate = Admission::new(1);
        let mut pass = gate.pass(Party::Connection(0), 1).now_or_never();
        let mut crowd: Vec<Waiting<'_>> = (1..=60).map(|n| waiting(&gate, n)).collect();
        // Each of the crowd comes again as soon as it has been let through.
        for (number, first) in (1..=60).zip(0..60) {
            drop(pass.take());
            pass = Some((&mut crowd[first]).now_or_never().expect("it is its turn"));
            crowd.push(waiting(&gate, number));
        }
        let mut quiet = person(&gate);
        drop(pass);
        assert!((&mut quiet).now_or_never().is_some(), "the quiet one is next");
    }

    #[test]
    fn who_comes_seldom_goes_before_a_crowd_that_came_a_moment_earlier() {
        let gate = Admission::new(1);
        drop(gate.pass(named("quiet"), 1).now_or_never());
        // Somebody else has used it for a while.
        (0..2).for_each(|_| drop(gate.pass(named("busy"), 20).now_or_never()));
        let pass = gate.pass(named("other"), 1).now_or_never();
        let names: Vec<String> = (0..60).map(|n| format!("rude{n}")).collect();
        let mut crowd: Vec<Waiting<'_>> =
            names.iter().map(|name| Box::pin(gate.pass(named(name), 1)) as Waiting<'_>).collect();
        assert!(crowd.iter_mut().all(|one| one.now_or_never().is_none()));
        let mut quiet = person(&gate);
        drop(pass);
        assert!((&mut quiet).now_or_never().is_some(), "the quiet one is next");
    }

    #[test]
    fn guests_who_are_always_new_do_not_go_before_a_person_for_ever() {
        let gate = Admission::new(1);
        let mut pass = gate.pass(Party::Connection(0), 6).now_or_never();
        let mut guests = 0;
        // The person has just had a turn, and comes again and again.
        for _ in 0..5 {
            let mut quiet = person(&gate);
            let mut let_through = 0;
            loop {
                guests += 1;
                let mut guest: Waiting<'_> = Box::pin(gate.pass(Party::Connection(guests), 6));
                assert!((&mut guest).now_or_never().is_none(), "the place is taken");
                drop(pass.take());
                if let Some(own) = (&mut quiet).now_or_never() {
                    pass = Some(own);
                    break;
                }
                pass = Some(guest.now_or_never().expect("somebody is let through"));
                let_through += 1;
                assert!(let_through < 3, "the person waits for guests without end");
            }
        }
    }

    #[test]
    fn a_crowd_shares_evenly_and_a_greater_cost_counts_more() {
        let gate = Admission::new(1);
        let mut pass = gate.pass(Party::Connection(0), 1).now_or_never();
        let mut of_two: Vec<(u64, Waiting<'_>)> = Vec::new();
        for round in 0..20 {
            for (number, cost) in [(1, 1), (2, 4)] {
                let mut one: Waiting<'_> = Box::pin(gate.pass(Party::Connection(number), cost));
                assert!((&mut one).now_or_never().is_none(), "{round}");
                of_two.push((number, one));
            }
        }
        let mut served = Vec::new();
        for _ in 0..10 {
            drop(pass.take());
            let at = of_two
                .iter_mut()
                .enumerate()
                .find_map(|(at, (number, one))| one.now_or_never().map(|pass| (at, *number, pass)));
            let (at, number, given) = at.expect("somebody is next");
            drop(of_two.remove(at));
            served.push(number);
            pass = Some(given);
        }
        assert_eq!(served.iter().filter(|number| **number == 2).count(), 2, "{served:?}");
    }

    #[test]
    fn who_stops_waiting_takes_no_place() {
        let gate = Admission::new(1);
        let pass = gate.pass(Party::Connection(0), 1).now_or_never();
        let (gives_up, mut stays) = (waiting(&gate, 1), waiting(&gate, 2));
        drop(gives_up);
        drop(pass);
        let pass = (&mut stays).now_or_never().expect("the place is free");
        let let_through = waiting(&gate, 3);
        drop(pass);
        // It was given the place and goes without having taken it.
        drop(let_through);
        assert!(gate.pass(Party::Connection(4), 1).now_or_never().is_some());
    }
}
