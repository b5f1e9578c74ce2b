//! How many messages of each person wait.

use std::collections::HashMap;

use table::PersonId;

/// How many messages of one person wait for an earlier one; more are dropped.
pub(crate) const MAX_WAITING: usize = 20;

/// The people of whom messages wait.
#[derive(Debug, Default)]
pub(crate) struct Backlogs(HashMap<PersonId, Backlog>);

/// The messages of one person that wait.
#[derive(Debug, Default)]
struct Backlog {
    waiting: usize,
    /// Whether the person was told that too many wait.
    is_warned: bool,
}

/// The admission of one more message of a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Admission {
    /// It waits for its turn.
    Waits,
    /// It is dropped, and the person is told so: it is the first one of too many.
    Warned,
    /// It is dropped without a word.
    Dropped,
}

impl Backlogs {
    /// One more message of this person has come in.
    pub(crate) fn admit(&mut self, who: &PersonId) -> Admission {
        let backlog = self.0.entry(who.clone()).or_default();
        if backlog.waiting < MAX_WAITING {
            backlog.waiting += 1;
            Admission::Waits
        } else if std::mem::replace(&mut backlog.is_warned, true) {
            Admission::Dropped
        } else {
            Admission::Warned
        }
    }

    /// One more message of this person has come in, of those that were read back late: they come at once,
    /// and none may be dropped.
    pub(crate) fn admit_late(&mut self, who: &PersonId) {
        self.0.entry(who.clone()).or_default().waiting += 1;
    }

    /// A message of this person waits no more.
    pub(crate) fn leave(&mut self, who: &PersonId) {
        if let Some(backlog) = self.0.get_mut(who) {
            backlog.waiting = backlog.waiting.saturating_sub(1);
            if backlog.waiting == 0 {
                self.0.remove(who);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::Platform;

    #[test]
    fn too_many_messages_of_one_person_are_dropped_with_one_warning() {
        let (ann, ben) = ["ann", "ben"].map(|name| PersonId::new(Platform::Local, name)).into();
        let mut backlogs = Backlogs::default();
        for _ in 0..MAX_WAITING {
            assert_eq!(backlogs.admit(&ann), Admission::Waits);
        }
        let next = [0, 1, 2].map(|_| backlogs.admit(&ann));
        assert_eq!(next, [Admission::Warned, Admission::Dropped, Admission::Dropped]);
        assert_eq!(backlogs.admit(&ben), Admission::Waits, "that is not ben's fault");
        backlogs.leave(&ann);
        assert_eq!([0, 1].map(|_| backlogs.admit(&ann)), [Admission::Waits, Admission::Dropped]);
        (0..MAX_WAITING).for_each(|_| backlogs.leave(&ann));
        backlogs.leave(&ben);
        assert!(backlogs.0.is_empty(), "who has nothing waiting is forgotten");
    }
}
