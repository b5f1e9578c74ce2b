//! People who use the bot for the first time: others can name them from then on.

use chat::{Incoming, Step};
use store::{Batch, StoreError};
use table::Person;

use crate::{base::Base, input::Input};

impl Base {
    /// Keeps who has written a command, also one that is refused or only asks. Who only talks is not kept.
    pub(crate) fn note_author(&mut self, message: &Incoming, step: &Step) {
        let author = &message.author;
        let is_kept = match step {
            // It is handled again.
            Step::Silent | Step::AskWhoLeft(_) => return,
            Step::Change(change) => change.people.contains(author),
            Step::Say(_) | Step::AskBot(..) | Step::Verify(_) | Step::Pair(..) => false,
        };
        if is_kept || !chat::is_command(&self.state, message) || self.state.knows(author) {
            return;
        }
        self.state.newcomers().push(author.clone());
        let author = author.clone();
        let batch = Batch { people: vec![author.clone()], ..self.batch() };
        self.write(batch, move |result| Some(Input::NewcomerKept(author, result)));
    }

    /// The store has somebody, or could not keep them: the next command is another occasion.
    pub(crate) fn newcomer_kept(&mut self, person: &Person, result: Result<(), StoreError>) {
        self.state.newcomers().retain(|one| one != person);
        if let Err(error) = result {
            tracing::warn!("who has written a command could not be kept: {error}");
        }
    }
}
