//! A queue that many people share: they have their turns one after the other, and of each person the
//! jobs go in the order in which they came. So a person who brings many waits for those of others, and
//! others never wait for more than one of theirs.

use std::{
    collections::{HashMap, VecDeque},
    hash::Hash,
};

/// Jobs `J` that wait, each brought by a person `P`.
#[derive(Debug)]
pub(super) struct FairQueue<P, J> {
    /// The jobs of each person who has any, the earliest first.
    lanes: HashMap<P, VecDeque<J>>,
    /// The same people, in the order of their turns.
    turns: VecDeque<Turn<P>>,
}

/// A person who has jobs waiting.
#[derive(Debug)]
struct Turn<P> {
    whose: P,
    /// How many people waited when this one came to wait, this one included.
    crowd: usize,
}

/// A job whose turn has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Next<P, J> {
    /// Whose it is.
    pub(super) whose: P,
    /// What is to be done.
    pub(super) job: J,
    /// The greatest number of people who have waited at once since this job's person came to wait.
    pub(super) crowd: usize,
}

impl<P, J> Default for FairQueue<P, J> {
    fn default() -> Self {
        Self { lanes: HashMap::new(), turns: VecDeque::new() }
    }
}

impl<P: Clone + Eq + Hash, J> FairQueue<P, J> {
    /// Lets a job wait behind those that its person has brought before. A person who had none waiting
    /// comes after all who have some.
    pub(super) fn push(&mut self, whose: P, job: J) {
        let lane = self.lanes.entry(whose.clone()).or_default();
        lane.push_back(job);
        if lane.len() == 1 {
            self.line_up(whose);
        }
    }

    /// Takes out the job whose turn it is. Jobs that are not wanted any more are dropped on the way, and
    /// cost their person no turn.
    pub(super) fn pop(&mut self, is_wanted: impl Fn(&J) -> bool) -> Option<Next<P, J>> {
        loop {
            // Whoever came later stands further back, so these are all that have come since.
            let crowd = self.turns.iter().map(|turn| turn.crowd).max()?;
            let Turn { whose, .. } = self.turns.pop_front()?;
            let Some(lane) = self.lanes.get_mut(&whose) else { continue };
            let job = loop {
                match lane.pop_front() {
                    Some(job) if is_wanted(&job) => break Some(job),
                    Some(_) => {}
                    None => break None,
                }
            };
            if lane.is_empty() {
                self.lanes.remove(&whose);
            } else {
                self.line_up(whose.clone());
            }
            if let Some(job) = job {
                return Some(Next { whose, job, crowd });
            }
        }
    }

    /// How many people have jobs waiting.
    pub(super) fn people(&self) -> usize {
        self.turns.len()
    }

    /// Whether anybody but this person has a job waiting.
    pub(super) fn others_wait(&self, than: &P) -> bool {
        self.turns.len() > usize::from(self.lanes.contains_key(than))
    }

    /// Lets a person have the last turn.
    fn line_up(&mut self, whose: P) {
        let crowd = self.turns.len() + 1;
        self.turns.push_back(Turn { whose, crowd });
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

    /// The same by its definition: everything is looked through each time.
    #[derive(Default)]
    struct Model {
        /// What waits, in order of arrival.
        waiting: Vec<(u8, u32)>,
        /// When each person, by number, lined up last: at the end of the last turn, or at the first job
        /// after there were none.
        lined_up: HashMap<u8, u32>,
        instant: u32,
    }

    impl Model {
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
                let whose = whose.min_by_key(|whose| self.lined_up[whose])?;
                self.instant += 1;
                self.lined_up.insert(whose, self.instant);
                while let Some(at) = self.waiting.iter().position(|(other, _)| *other == whose) {
                    let (_, job) = self.waiting.remove(at);
                    if is_wanted(job) {
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

    proptest! {
        #[test]
        fn it_does_what_the_slow_model_does(
            // `Some` brings a job of that person, `None` takes one; every fifth job is not wanted.
            events in vec(prop_oneof![3 => (0..6u8).prop_map(Some), 2 => Just(None)], 0..120),
        ) {
            let (mut queue, mut model) = (FairQueue::default(), Model::default());
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
        ) {
            let mut queue = FairQueue::default();
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
