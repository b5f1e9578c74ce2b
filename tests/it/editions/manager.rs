//! What the manager of the server does about editions.

use table::{EditionNo, GameNo, MINUTE, SECOND};

use super::{
    people::Habit,
    weeks::{Deed, MANAGER, Playing},
};

/// Something that a manager does.
#[derive(Clone, Copy, Debug)]
pub(super) enum Whim {
    /// Takes the latest round back, and lets it be paired anew after a while.
    Undo,
    /// Lets no further round begin for a while.
    Pause,
    Resume,
    Add,
    Withdraw,
    Forfeit,
    Adjudicate,
    /// Puts the result of a finished game right.
    Correct,
}

impl Playing {
    pub(super) fn manage(&mut self, no: EditionNo, whim: Whim) {
        let now = self.now();
        match whim {
            Whim::Undo => {
                self.manages(no, &format!("pair undo {no}"), None);
                if self.chance.happens(50) {
                    let whim = *self.chance.one_of(&[Whim::Add, Whim::Withdraw]);
                    self.plan(now + 10 * SECOND, Deed::Manage(no, whim));
                }
                let at = self.chance.between(now + 20 * SECOND, now + 2 * MINUTE);
                self.plan(at, Deed::Manage(no, Whim::Resume));
            }
            Whim::Pause => {
                self.manages(no, &format!("tournament pause {no}"), None);
                let at = self.chance.between(now + MINUTE, now + 15 * MINUTE);
                self.plan(at, Deed::Manage(no, Whim::Resume));
            }
            Whim::Resume => self.manages(no, &format!("tournament resume {no}"), None),
            Whim::Add => {
                let habits = &self.story.editions[&no].habits;
                let others: Vec<usize> =
                    (1..=self.story.size.people).filter(|one| !habits.contains_key(one)).collect();
                if others.is_empty() {
                    return;
                }
                let person = *self.chance.one_of(&others);
                let edition = self.story.editions.get_mut(&no).expect("it was announced");
                edition.habits.insert(person, Habit::Regular);
                self.manages(no, &format!("tournament add {no}"), Some(person));
            }
            Whim::Withdraw => {
                let all: Vec<usize> = self.story.editions[&no].habits.keys().copied().collect();
                let person = *self.chance.one_of(&all);
                let name = &self.story.people[person].person.name;
                self.story.editions.get_mut(&no).expect("it was announced").expected.remove(name);
                self.manages(no, &format!("tournament withdraw {no}"), Some(person));
            }
            Whim::Forfeit => {
                let Some(game) = self.one_of_open(no) else { return };
                let players = self.story.games[&game].people;
                let loser = players[self.chance.below(2)];
                if let Some(loser) = loser {
                    self.manages(no, &format!("tournament forfeit {game}"), Some(loser));
                }
            }
            Whim::Adjudicate => {
                let Some(game) = self.one_of_open(no) else { return };
                let result = *self.chance.one_of(&["1-0", "0-1", "draw"]);
                self.manages(no, &format!("tournament adjudicate {game} {result}"), None);
            }
            Whim::Correct => self.correct(no),
        }
    }

    /// The manager types a line in the channel of an edition, with somebody's name behind it.
    fn manages(&mut self, no: EditionNo, words: &str, whom: Option<usize>) {
        let whom_words = whom.map(|whom| format!(" {}", self.story.people[whom].mention()));
        let line = format!("!{words}{}", whom_words.unwrap_or_default());
        let place = self.story.editions[&no].event.place();
        let mentioned: Vec<usize> = whom.into_iter().collect();
        self.say(MANAGER, place, &line, &mentioned);
    }

    /// A game of an edition that goes on.
    fn one_of_open(&mut self, no: EditionNo) -> Option<GameNo> {
        let of_edition = |game: &&GameNo| self.story.games[*game].no == no;
        let open: Vec<GameNo> = self.story.open.iter().filter(of_edition).copied().collect();
        (!open.is_empty()).then(|| *self.chance.one_of(&open))
    }

    fn correct(&mut self, no: EditionNo) {
        let over: Vec<GameNo> = self.story.editions[&no]
            .boards()
            .map(|board| board.game)
            .filter(|game| !self.story.open.contains(game))
            .collect();
        if over.is_empty() {
            return;
        }
        let game = *self.chance.one_of(&over);
        let result = *self.chance.one_of(&["1-0", "0-1", "draw", "none"]);
        self.manages(no, &format!("mod result {game} {result} a slip of the pen"), None);
        if self.story.editions[&no].ended.is_some() {
            self.plan(self.now() + MINUTE, Deed::Compare(no));
        }
    }
}
