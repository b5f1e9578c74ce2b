//! A queue that many people share: they have their turns one after the other, and of each person the
//! jobs go in the order in which they came. So a person who brings many waits for those of others, and
//! others never wait for more than one of theirs.

use std::{
    collections::{BTreeMap, HashMap, VecDeque},
    hash::Hash,
};

/// How many turns back count as lately. It is more than the people of a crowd, so that who stands
/// aside for a round of it goes before it; and as turns before that all count alike, no number of
/// people who come for the first time keeps anybody waiting for more turns than this.
const LATELY: u64 = 256;

/// In which order the people have their turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Order {
    /// As they came to wait. Nobody who comes later goes first, so the people who wait tell how long
    /// it takes.
    #[default]
    Arrival,
    /// Whoever had the last turn the longest ago goes first, of the last [`LATELY`] ones; those who
    /// had none of them go before all others, as they came to wait. So a crowd waits for itself, and
    /// a quiet person for what is under way.
    LeastLately,
}

/// Jobs `J` that wait, each brought by a person `P`.
#[derive(Debug)]
pub(crate) struct FairQueue<P, J> {
    order: Order,
    /// The jobs of each person who has any, the earliest first.
    lanes: HashMap<P, VecDeque<J>>,
    /// The same people, in the order of their turns.
    turns: BTreeMap<Rank, Turn<P>>,
    /// How often somebody has lined up.
    arrived: u64,
    /// How many turns there have been.
    taken: u64,
    /// The number of each person's last turn, for those who have had one lately.
    last: HashMap<P, u64>,
}

/// The order of turns: the least goes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    /// The number of the turn that the person is taken to have had last; always 0 where turns go by
    /// arrival.
    last: u64,
    arrived: u64,
}

/// A person who has jobs waiting.
#[derive(Debug)]
struct Turn<P> {
    whose: P,
    /// The greatest number of people who have waited at once since this one came to wait, this one
    /// included.
    crowd: usize,
}

/// A job whose turn has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Next<P, J> {
    /// Whose it is.
    pub(crate) whose: P,
    /// The job itself.
    pub(crate) job: J,
    /// The greatest number of people who have waited at once since this job's person came to wait.
    pub(crate) crowd: usize,
}

impl<P, J> Default for FairQueue<P, J> {
    fn default() -> Self {
        Self::new(Order::default())
    }
}

impl<P, J> FairQueue<P, J> {
    /// An empty queue in which people have their turns in this order.
    pub(crate) fn new(order: Order) -> Self {
        Self {
            order,
            lanes: HashMap::new(),
            turns: BTreeMap::new(),
            arrived: 0,
            taken: 0,
            last: HashMap::new(),
        }
    }
}

impl<P, J> FairQueue<P, J> {
    /// All jobs, of each person in their order.
    pub(crate) fn into_jobs(self) -> impl Iterator<Item = J> {
        self.lanes.into_values().flatten()
    }
}

impl<P: Clone + Eq + Hash, J> FairQueue<P, J> {
    /// Lets a job wait behind those that its person has brought before. Where turns go by arrival, a
    /// person who had none waiting comes after all who have some.
    pub(crate) fn push(&mut self, whose: P, job: J) {
        let lane = self.lanes.entry(whose.clone()).or_default();
        lane.push_back(job);
        if lane.len() == 1 {
            self.line_up(whose);
        }
    }

    /// Takes out the job whose turn it is. Jobs that are not wanted any more are dropped on the way, and
    /// cost their person no turn.
    pub(crate) fn pop(&mut self, is_wanted: impl Fn(&J) -> bool) -> Option<Next<P, J>> {
        loop {
            let (_, Turn { whose, crowd }) = self.turns.pop_first()?;
            let Some(lane) = self.lanes.get_mut(&whose) else { continue };
            let job = loop {
                match lane.pop_front() {
                    Some(job) if is_wanted(&job) => break Some(job),
                    Some(_) => {}
                    None => break None,
                }
            };
            let is_done = lane.is_empty();
            if is_done {
                self.lanes.remove(&whose);
            }
            if job.is_some() {
                self.note_turn(&whose);
            }
            if !is_done {
                self.line_up(whose.clone());
            }
            if let Some(job) = job {
                return Some(Next { whose, job, crowd });
            }
        }
    }

    /// Returns how many jobs wait.
    pub(crate) fn len(&self) -> usize {
        self.lanes.values().map(VecDeque::len).sum()
    }

    /// Returns `true` if no job waits.
    pub(crate) fn is_empty(&self) -> bool {
        self.turns.is_empty()
    }

    /// Returns how many people have jobs waiting.
    pub(crate) fn people(&self) -> usize {
        self.turns.len()
    }

    /// Returns `true` if anybody but this person has a job waiting.
    pub(crate) fn others_wait(&self, than: &P) -> bool {
        self.turns.len() > usize::from(self.lanes.contains_key(than))
    }

    /// Lets a person wait for a turn behind all who go before.
    fn line_up(&mut self, whose: P) {
        let crowd = self.turns.len() + 1;
        self.turns.values_mut().for_each(|turn| turn.crowd = turn.crowd.max(crowd));
        self.arrived += 1;
        let last = match self.order {
            Order::Arrival => 0,
            Order::LeastLately => {
                let last = self.last.get(&whose).copied().unwrap_or(0);
                last.max(self.taken.saturating_sub(LATELY))
            }
        };
        self.turns.insert(Rank { last, arrived: self.arrived }, Turn { whose, crowd });
    }

    /// Remembers that a person has a turn, and forgets turns that were not lately.
    fn note_turn(&mut self, whose: &P) {
        if self.order == Order::Arrival {
            return;
        }
        self.taken += 1;
        self.last.insert(whose.clone(), self.taken);
        let forgotten = self.taken.saturating_sub(LATELY);
        // Every turn adds one at most, so this is seldom.
        if self.taken.is_multiple_of(LATELY) {
            self.last.retain(|_, last| *last > forgotten);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::*};

    use super::*;

    /// All jobs in the order in which they have their turns.
    fn drained(queue: &mut FairQueue<char, u32>) -> Vec<u32> {
        std::iter::from_fn(|| queue.pop(|_| true)).map(|next| next.job).collect()
    }

    fn queue(jobs: &[(char, u32)]) -> FairQueue<char, u32> {
        let mut queue = FairQueue::default();
        jobs.iter().for_each(|(whose, job)| queue.push(*whose, *job));
        queue
    }

    #[test]
    fn people_have_their_turns_and_each_ones_jobs_keep_their_order() {
        let mut queue =
            queue(&[('a', 1), ('a', 2), ('a', 3), ('b', 4), ('a', 5), ('c', 6), ('b', 7)]);
        assert_eq!(drained(&mut queue), [1, 4, 6, 2, 7, 3, 5]);
    }

    #[test]
    fn who_had_a_turn_comes_after_those_who_wait() {
        let mut queue = queue(&[('a', 1), ('b', 2)]);
        assert_eq!(queue.pop(|_| true).map(|next| next.job), Some(1));
        // Always having one job waiting gives no more turns than having fifty.
        queue.push('a', 3);
        assert_eq!(drained(&mut queue), [2, 3]);
        queue.push('a', 4);
        assert!(!queue.others_wait(&'a') && queue.others_wait(&'b'));
    }

    #[test]
    fn jobs_that_are_not_wanted_cost_no_turn() {
        let mut queue = queue(&[('a', 1), ('a', 2), ('b', 3), ('c', 4), ('a', 5)]);
        let popped = std::iter::from_fn(|| queue.pop(|job| ![1, 3, 4].contains(job)));
        assert_eq!(popped.map(|next| next.job).collect::<Vec<_>>(), [2, 5]);
        assert!(queue.lanes.is_empty() && queue.turns.is_empty());
    }

    #[test]
    fn a_job_knows_how_many_have_come_to_wait_meanwhile() {
        let mut queue = queue(&[('a', 1)]);
        assert_eq!(queue.pop(|_| true), Some(Next { whose: 'a', job: 1, crowd: 1 }));
        queue.push('a', 2);
        queue.push('b', 3);
        queue.push('c', 4);
        queue.push('c', 5);
        assert_eq!(queue.people(), 3);
        assert!(queue.others_wait(&'a') && queue.others_wait(&'z'));
        let crowds = std::iter::from_fn(|| queue.pop(|_| true));
        let crowds: Vec<_> = crowds.map(|next| (next.job, next.crowd)).collect();
        // Three waited when the third came; when that one lines up again, nobody else does.
        assert_eq!(crowds, [(2, 3), (3, 3), (4, 3), (5, 1)]);
    }

    #[test]
    fn by_least_use_a_quiet_person_goes_before_a_crowd_that_comes_again() {
        let mut queue = FairQueue::new(Order::LeastLately);
        let mut crowd = 0..60;
        for (whose, job) in crowd.clone().cycle().zip(0..300) {
            queue.push(whose, job);
        }
        for (served, whose) in crowd.clone().enumerate() {
            assert_eq!(queue.pop(|_| true).map(|next| next.job), Some(whose), "{served}");
            queue.push(whose, 1_000);
        }
        queue.push(99, 2_000);
        assert_eq!(queue.pop(|_| true).map(|next| (next.job, next.crowd)), Some((2_000, 61)));
        // Who has just had a turn waits for those who had theirs before, once each.
        queue.push(99, 2_001);
        let served =
            std::iter::from_fn(|| queue.pop(|_| true)).take_while(|next| next.job != 2_001);
        assert!(served.map(|next| next.whose).eq(crowd.by_ref()));
        // After a round, one is quiet again.
        for _ in 0..60 {
            assert!(queue.pop(|_| true).is_some_and(|next| next.whose < 60));
        }
        queue.push(99, 2_002);
        assert_eq!(queue.pop(|_| true).map(|next| next.job), Some(2_002));
    }

    #[test]
    fn by_least_use_people_who_are_always_new_keep_nobody_waiting_for_ever() {
        let mut queue = FairQueue::new(Order::LeastLately);
        for round in 0..5 {
            let already = queue.people() as u64;
            queue.push(0, 0);
            let mut new = 0;
            while {
                queue.push(round * 10_000 + new + 1, 1);
                queue.pop(|_| true).is_some_and(|next| next.job != 0)
            } {
                new += 1;
                assert!(new <= LATELY + already, "{round}");
            }
        }
        assert!(queue.last.len() as u64 <= 2 * LATELY, "what lies behind is forgotten");
    }

    /// The same by its definition: everything is looked through each time.
    struct Model {
        order: Order,
        /// What waits, in order of arrival.
        waiting: Vec<(u8, u32)>,
        /// When each person, by number, lined up last: at the end of the last turn, or at the first job
        /// after there were none.
        lined_up: HashMap<u8, u32>,
        instant: u32,
        /// Whose turns there have been.
        turns: Vec<u8>,
    }

    impl Model {
        fn new(order: Order) -> Self {
            let (waiting, turns) = (Vec::new(), Vec::new());
            Self { order, waiting, lined_up: HashMap::new(), instant: 0, turns }
        }

        fn push(&mut self, whose: u8, job: u32) {
            self.instant += 1;
            if self.waiting.iter().all(|(other, _)| *other != whose) {
                self.lined_up.insert(whose, self.instant);
            }
            self.waiting.push((whose, job));
        }

        fn pop(&mut self, is_wanted: impl Fn(u32) -> bool) -> Option<u32> {
            loop {
                let whose = self.waiting.iter().map(|(whose, _)| *whose);
                // Too few turns are played here for one to be forgotten.
                let last = |whose: &u8| match self.order {
                    Order::Arrival => None,
                    Order::LeastLately => self.turns.iter().rposition(|turn| turn == whose),
                };
                let whose = whose.min_by_key(|whose| (last(whose), self.lined_up[whose]))?;
                self.instant += 1;
                self.lined_up.insert(whose, self.instant);
                while let Some(at) = self.waiting.iter().position(|(other, _)| *other == whose) {
                    let (_, job) = self.waiting.remove(at);
                    if is_wanted(job) {
                        self.turns.push(whose);
                        return Some(job);
                    }
                }
            }
        }

        fn people(&self) -> usize {
            let mut people: Vec<u8> = self.waiting.iter().map(|(whose, _)| *whose).collect();
            people.sort_unstable();
            people.dedup();
            people.len()
        }
    }

    fn order() -> impl Strategy<Value = Order> {
        prop_oneof![Just(Order::Arrival), Just(Order::LeastLately)]
    }

    proptest! {
        #[test]
        fn it_does_what_the_slow_model_does(
            // `Some` brings a job of that person, `None` takes one; every fifth job is not wanted.
            events in vec(prop_oneof![3 => (0..6u8).prop_map(Some), 2 => Just(None)], 0..120),
            order in order(),
        ) {
            let (mut queue, mut model) = (FairQueue::new(order), Model::new(order));
            let is_wanted = |job: u32| !job.is_multiple_of(5);
            for (job, event) in (0..).zip(events) {
                match event {
                    Some(whose) => {
                        queue.push(whose, job);
                        model.push(whose, job);
                    }
                    None => {
                        let next = queue.pop(|job| is_wanted(*job));
                        prop_assert_eq!(next.map(|next| next.job), model.pop(is_wanted));
                    }
                }
                prop_assert_eq!(queue.people(), model.people());
            }
            while let Some(next) = queue.pop(|job| is_wanted(*job)) {
                prop_assert_eq!(Some(next.job), model.pop(is_wanted));
            }
            prop_assert_eq!(model.pop(is_wanted), None);
            prop_assert!(queue.lanes.is_empty() && queue.turns.is_empty());
        }

        /// Whoever comes to wait is served after at most one job of everybody who waits already.
        #[test]
        fn nobody_waits_for_two_jobs_of_one_person(
            before in vec(0..6u8, 0..60),
            more in vec(vec(0..6u8, 0..4), 12),
            earlier in 0..12usize,
            order in order(),
        ) {
            let mut queue = FairQueue::new(order);
            before.iter().take(earlier).for_each(|whose| queue.push(*whose, *whose));
            queue.push(99, 98);
            while queue.pop(|_| true).is_some() {}
            before.iter().for_each(|whose| queue.push(*whose, *whose));
            queue.push(99, 99);
            let mut served = Vec::new();
            // Others go on bringing jobs meanwhile.
            for arriving in more {
                let Some(next) = queue.pop(|_| true) else { break };
                if next.job == 99 {
                    break;
                }
                prop_assert!(!served.contains(&next.job), "{} has had two turns", next.job);
                served.push(next.job);
                arriving.iter().for_each(|whose| queue.push(*whose, *whose));
            }
            prop_assert!(!queue.lanes.contains_key(&99), "it is still waiting");
        }
    }
}
