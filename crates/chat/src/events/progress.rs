//! Steps of an edition, collected into one change.

use event::{Edition, EditionEntry, EditionEvent, GameResult, Results};
use pairing::history::PairingHistory;
use table::{Game, Key, MINUTE, Millis, Person, PersonId};

use crate::{
    handling::{
        cause::Scope,
        step::{Change, EditionChange, InternalError, SingleChange, Write},
    },
    message::Reply,
    places::threads::kept_report,
};

/// After how many milliseconds an edition is looked at again while a clock stands of which nobody knows until
/// when.
pub(super) const LOOK_AGAIN: Millis = MINUTE;

/// A change that so far keeps only what came with the message that asks for it.
fn begun(scope: Scope<'_>) -> Change {
    let report = scope.message().and_then(kept_report);
    Change {
        people: scope.people(),
        rows: report.map(Write::Setting).into_iter().collect(),
        ..Change::default()
    }
}

/// The changes to an edition, step by step.
pub(super) struct Progress<'a> {
    /// The committed state, whoever asks for it, and why all this happens: an event has the same games for everybody.
    pub(super) scope: Scope<'a>,
    /// The edition as it is by now.
    pub(super) edition: Edition,
    /// The results of its games so far.
    pub(super) results: Results,
    /// Who asks for it; `None` where it happens by itself.
    pub(super) by: Option<PersonId>,
    /// The pairing history that is to be paired next, if a pairing has to be made first.
    pub(super) awaited: Option<Box<PairingHistory>>,
    added: usize,
    posts: Vec<String>,
    change: Change,
}

impl<'a> Progress<'a> {
    /// The beginning of what happens to an edition.
    ///
    /// # Errors
    /// [`InternalError`] if the store cannot be read.
    pub(super) fn new(scope: Scope<'a>, edition: Edition) -> Result<Self, InternalError> {
        let results = scope.world.editions().results(edition.no())?;
        Ok(Self::with(scope, edition, results, 0))
    }

    /// A new edition, of which the line that makes it is new.
    pub(super) fn made(scope: Scope<'a>, edition: Edition) -> Self {
        Self::with(scope, edition, Results::new(), 1)
    }

    fn with(scope: Scope<'a>, edition: Edition, results: Results, added: usize) -> Self {
        let by = scope.person().map(|person| person.id.clone());
        let scope = Scope { world: scope.world.whole(), ..scope };
        let (awaited, posts, change) = (None, Vec::new(), begun(scope));
        Self { scope, edition, results, by, awaited, added, posts, change }
    }

    /// Returns when all this happens.
    pub(super) fn now(&self) -> Millis {
        self.scope.stamp().at
    }

    /// Something happens.
    ///
    /// # Errors
    /// [`InternalError`] if no such edition can have that.
    pub(super) fn add(&mut self, event: EditionEvent) -> Result<(), InternalError> {
        let entry = EditionEntry { at: self.now(), by: self.by.clone(), event };
        let no = self.edition.no();
        self.edition.add(entry).map_err(|why| InternalError(format!("{no}: {why}")))?;
        self.added += 1;
        Ok(())
    }

    /// The games of the edition that are being played, in the order of their rounds and pairs.
    ///
    /// # Errors
    /// [`InternalError`] if the store cannot be read.
    pub(super) fn games_being_played(&self) -> Result<Vec<Game>, InternalError> {
        let mut games = Vec::new();
        for board in self.edition.rounds().iter().flat_map(|round| &round.boards) {
            if self.results.get(&board.game).is_some_and(|result| !result.is_over())
                && let Some(game) = self.scope.world.game(board.game)?
                && game.is_running()
            {
                games.push(Game::clone(&game));
            }
        }
        Ok(games)
    }

    /// Something is said once and for all, under a key of its own.
    pub(super) fn post(&mut self, key: &str, reply: Reply) {
        self.posts.push(format!("{}:{key}", self.edition.no().0));
        self.change.replies.push(reply);
    }

    /// Something is said.
    pub(super) fn say(&mut self, reply: Reply) {
        self.change.replies.push(reply);
    }

    /// A game of the edition ends with much else, or by itself: whoever has asked for something is answered once, and has
    /// no note about each game that is played elsewhere.
    pub(super) fn game_among_others(&mut self, mut change: SingleChange) {
        let place = change.game.place().clone();
        change.replies.retain(|reply| reply.reply_to.is_none() || reply.place == place);
        self.game(change);
    }

    /// A game of the edition changes, or begins.
    pub(super) fn game(&mut self, change: SingleChange) {
        let game = &change.game;
        let result = GameResult { outcome: game.outcome(), plies: game.position().ply() };
        self.results.insert(game.no(), result);
        self.change.add(change);
    }

    /// Returns `true` if games of the edition begin by this.
    pub(super) fn begins_games(&self) -> bool {
        self.change
            .games
            .iter()
            .any(|one| one.game.terms().event.is_some() && one.game.is_running())
    }

    /// Somebody is remembered whom the message names.
    pub(super) fn remember(&mut self, person: &Person) {
        self.change.people.push(person.clone());
    }

    /// Another edition changes together with it.
    pub(super) fn merge(&mut self, other: Progress<'_>, deadline: Option<Millis>) {
        self.change.append(other.into_change(deadline));
    }

    /// The whole change. `deadline` says when something about the edition is due next.
    pub(super) fn into_change(self, deadline: Option<Millis>) -> Change {
        let Self { edition, added, posts, mut change, .. } = self;
        change.rows.push(Write::Deadline(Key::Edition(edition.no()), deadline));
        if added > 0 {
            let of = EditionChange { edition, added, posts };
            change.rows.push(Write::Edition(Box::new(of)));
        }
        change
    }
}
