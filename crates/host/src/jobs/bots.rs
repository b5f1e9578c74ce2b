//! The bots: they think beside the loop, and play in their turn.

use std::{collections::HashMap, sync::Arc, time::Duration};

use chat::{Cause, InternalError, Scope, World as _};
use engine::BestMove;
use table::{Game, GameNo};

use crate::{
    base::Base,
    deadlines::timers::Timer,
    host_event::MessageOutcome,
    jobs::{BotSearch, SearchState},
    queues::work::WorkStep,
    state::committed_state::CommittedState,
};

/// How long a bot may think before the plies played so far are announced.
const PATIENCE: Duration = Duration::from_secs(1);
/// How long a bot waits after a first failure before it tries again; this doubles with each further one.
const FIRST_RETRY: Duration = Duration::from_secs(4);
/// The longest of these pauses.
const LONGEST_RETRY: Duration = Duration::from_secs(60);

/// The bots that are to move or to judge an offer.
#[derive(Debug, Default)]
pub(crate) struct Bots {
    /// The searches for those that are to move.
    searches: HashMap<GameNo, BotSearch>,
    /// How often in a row the move of each game's bot could not be stored.
    failures: HashMap<GameNo, u32>,
    /// How many draw offers are being judged.
    pub(crate) open_judgements: u32,
}

/// Returns what an action may look at that happens for this cause.
pub(crate) fn scope<'a>(state: &'a CommittedState, cause: Cause<'a>) -> Scope<'a> {
    Scope { world: state, cause }
}

impl Bots {
    /// Returns `true` if no bot is thinking.
    pub(crate) fn is_idle(&self) -> bool {
        self.searches.is_empty() && self.open_judgements == 0
    }

    /// The games in which a bot is to move.
    pub(crate) fn games(&self) -> Vec<GameNo> {
        self.searches.keys().copied().collect()
    }

    /// Ends all searches.
    pub(crate) fn stop_all(&mut self) {
        self.searches.drain().for_each(|(_, search)| search.cancel());
    }

    /// A change of a game is committed: its bot has not failed.
    pub(crate) fn went_well(&mut self, no: GameNo) {
        self.failures.remove(&no);
    }

    /// A game has changed: if it is a bot's turn, the bot thinks; otherwise a search that is under
    /// way ends.
    pub(crate) fn think_or_not(&mut self, base: &mut Base, game: &Arc<Game>) {
        if game.bot_to_move().is_some() {
            self.think(base, game);
        } else {
            self.stop_search(game.no());
        }
    }

    /// Ends the search for a game, if there is one.
    pub(crate) fn stop_search(&mut self, no: GameNo) {
        if let Some(search) = self.searches.remove(&no) {
            search.cancel();
        }
    }

    /// Loads a game and lets its bot think, when the host has just started.
    pub(crate) fn think_at_start(&mut self, base: &mut Base, no: GameNo) {
        match base.state.game(no) {
            Ok(Some(game)) if game.bot_to_move().is_some() => self.think(base, &game),
            Ok(_) => {}
            Err(InternalError(what)) => {
                tracing::error!("{what}");
                self.think_later(base, no);
            }
        }
    }

    /// Lets the bot of a game try again in a while, after a failure, and after longer ones if it goes on
    /// failing. Whether it is a bot's turn is looked at then: now the game may be unreadable.
    pub(crate) fn think_later(&mut self, base: &mut Base, no: GameNo) {
        let failures = self.failures.entry(no).or_default();
        let doubled = 1_u32.checked_shl(*failures).unwrap_or(u32::MAX);
        *failures = failures.saturating_add(1);
        let pause = FIRST_RETRY.saturating_mul(doubled).min(LONGEST_RETRY);
        base.set_timer(pause, Timer::BotRetry(no));
    }

    /// What a change would have made of a game has not come about: its bot thinks about the game as it
    /// is.
    pub(crate) fn think_again(&mut self, base: &mut Base, no: GameNo) {
        match base.state.game(no) {
            Ok(Some(game)) => self.think_or_not(base, &game),
            Ok(None) | Err(_) => {
                self.stop_search(no);
                self.think_later(base, no);
            }
        }
    }

    /// Drops what was not stored of a game: it is read from the store again, and its bot thinks again
    /// in a while.
    pub(crate) fn roll_back(&mut self, base: &mut Base, no: GameNo) {
        base.state.forget(no);
        self.stop_search(no);
        self.think_later(base, no);
    }

    /// Starts a search for the bot to move, unless one for this very position is under way.
    pub(crate) fn think(&mut self, base: &mut Base, game: &Arc<Game>) {
        let ply = game.position().ply();
        let position = game.position().position_text();
        if self.searches.get(&game.no()).is_some_and(|search| search.position == position) {
            return;
        }
        let Some(level) = game.bot_to_move() else { return };
        let ticket = base.next_number();
        if let Some(stale) = self.searches.insert(game.no(), base.jobs.think(game, level, ticket)) {
            stale.cancel();
        }
        base.set_timer(PATIENCE, Timer::Patience(game.no(), ply));
    }

    /// The search with this ticket has ended. Returns `true` if the bot is to play, once the ply before is
    /// committed.
    #[must_use]
    pub(crate) fn search_done(&mut self, no: GameNo, ticket: u64, found: Option<BestMove>) -> bool {
        let search = self.searches.get_mut(&no).filter(|search| search.ticket == ticket);
        search.map(|search| search.state = SearchState::Done(found)).is_some()
    }

    /// Plays the move that the bot has found, if it was found for the present position.
    pub(crate) fn plays(
        &self,
        state: &CommittedState,
        no: GameNo,
    ) -> Result<WorkStep, InternalError> {
        let silent = Ok(WorkStep::Done(MessageOutcome::Silent));
        let (Some(game), Some(search)) = (state.game(no)?, self.searches.get(&no)) else {
            return silent;
        };
        let found = match &search.state {
            SearchState::Done(found) if search.position == game.position().position_text() => found,
            SearchState::Done(_) | SearchState::Running => return silent,
        };
        // An engine without an answer would be our fault; the game goes on with any legal move.
        let proven = found.as_ref().and_then(|found| found.proven).filter(|end| end.wins);
        // This move is one of those that the engine counts.
        let wins_in = proven.map(|end| end.moves().saturating_sub(1)).filter(|left| *left > 0);
        let mv = found.as_ref().map(|found| found.mv.clone());
        let mv = mv.or_else(|| game.position().example_move());
        let mv = mv.ok_or_else(|| InternalError("there is no move to play".to_owned()))?;
        let scope = scope(state, Cause::Bot(game.position().to_move()));
        chat::bot_ply(scope, &game, &mv, wins_in).map(WorkStep::Commit)
    }

    /// A bot has been at this ply for a while. If it is still thinking, the plies that have not been
    /// announced are announced now.
    pub(crate) fn still_thinking(
        &self,
        state: &CommittedState,
        no: GameNo,
        ply: u32,
    ) -> Result<WorkStep, InternalError> {
        let game = state.game(no)?.filter(|game| game.position().ply() == ply);
        let Some(game) = game else {
            return Ok(WorkStep::Done(MessageOutcome::Silent));
        };
        let is_thinking = self.searches.contains_key(&no);
        if is_thinking && game.announced() < ply && game.active_people().next().is_some() {
            return Ok(WorkStep::Commit(chat::announce_plies(scope(state, Cause::Host), &game)));
        }
        // Where only bots are left, the end alone is announced.
        Ok(WorkStep::Done(MessageOutcome::Silent))
    }
}
