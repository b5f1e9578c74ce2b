//! How the host lets bots think, play and answer draw offers.

use std::{sync::Arc, time::Duration};

use super::{
    event_loop::HostLoop,
    input::{DrawQuestion, Input},
    jobs::{BotSearch, SearchState},
};
use crate::{
    chat::{self, Cause, Incoming, InternalError, Scope, World as _},
    engine::BestMove,
    games::Seat,
    table::{Game, GameNo},
};

/// How long a bot may think before the plies played so far are announced.
const PATIENCE: Duration = Duration::from_secs(1);
/// How long a bot waits after a failed commit before it tries again.
const RETRY: Duration = Duration::from_secs(60);

impl HostLoop {
    /// A change has taken effect: if it is a bot's turn, the bot thinks or plays; otherwise any
    /// search for this game ends.
    pub(super) fn after_change(&mut self, game: &Arc<Game>) {
        if game.bot_to_move().is_none() {
            if let Some(search) = self.searches.remove(&game.no()) {
                search.cancel();
            }
            return;
        }
        self.think(game);
        self.bot_plays(game.no());
    }

    /// Loads a game and lets its bot think, when the host has just started.
    pub(super) fn let_bot_think(&mut self, no: GameNo) {
        match self.state.game(no) {
            Ok(Some(game)) if game.bot_to_move().is_some() => self.think(&game),
            Ok(_) => {}
            Err(InternalError(what)) => tracing::error!("{what}"),
        }
    }

    /// Lets the bot try again in a while, after a failed commit.
    pub(super) fn let_bot_think_later(&self, no: GameNo) {
        if let Ok(Some(game)) = self.state.game(no)
            && game.bot_to_move().is_some()
        {
            let (inputs, ply) = (self.inputs.clone(), game.position().ply());
            let pause = self.clock.sleep(RETRY);
            tokio::spawn(async move {
                pause.await;
                let _ = inputs.send(Input::StillThinking(no, ply));
            });
        }
    }

    /// Starts a search for the bot to move, unless one for this very position is under way.
    pub(super) fn think(&mut self, game: &Arc<Game>) {
        let ply = game.position().ply();
        let position = game.position().position_text();
        if self.searches.get(&game.no()).is_some_and(|search| search.position == position) {
            return;
        }
        let Some(level) = game.bot_to_move() else { return };
        let ticket = self.next_token();
        if let Some(stale) = self.searches.insert(game.no(), self.jobs.think(game, level, ticket)) {
            stale.cancel();
        }
        let (inputs, no) = (self.inputs.clone(), game.no());
        let pause = self.clock.sleep(PATIENCE);
        tokio::spawn(async move {
            pause.await;
            let _ = inputs.send(Input::StillThinking(no, ply));
        });
    }

    /// The search with this ticket has ended.
    pub(super) fn search_done(&mut self, no: GameNo, ticket: u64, found: Option<BestMove>) {
        if let Some(search) = self.searches.get_mut(&no).filter(|t| t.ticket == ticket) {
            search.state = SearchState::Done(found);
            self.bot_plays(no);
        }
    }

    /// Plays the bot's move if it is found and the ply before it is committed.
    fn bot_plays(&mut self, no: GameNo) {
        if self.busy_games.contains(&no) {
            return;
        }
        let Ok(Some(game)) = self.state.game(no) else { return };
        let ready = self.searches.get(&no).is_some_and(|search| {
            search.position == game.position().position_text()
                && matches!(search.state, SearchState::Done(_))
        });
        if !ready {
            return;
        }
        let Some(BotSearch { state: SearchState::Done(found), .. }) = self.searches.remove(&no)
        else {
            return;
        };
        // An engine without an answer would be our fault; the game goes on with any legal move.
        let proven = found.as_ref().and_then(|found| found.proven).filter(|end| end.wins);
        // This move is one of those that the engine counts.
        let wins_in = proven.map(|end| end.moves().saturating_sub(1)).filter(|left| *left > 0);
        let mv = found.map(|found| found.mv).or_else(|| game.position().example_move());
        let Some(mv) = mv else { return };
        let scope = self.scope(Cause::Bot(game.position().to_move()));
        match chat::bot_ply(scope, &game, &mv, wins_in) {
            Ok(change) => self.commit(change, None),
            Err(InternalError(what)) => tracing::error!("game {no}: {what}"),
        }
    }

    /// What an action may look at that happens for this cause.
    pub(super) fn scope<'a>(&'a self, cause: Cause<'a>) -> Scope<'a> {
        Scope { world: &self.state, cause }
    }

    /// A bot has been at this ply for a while. If it is still thinking, the plies that have not been
    /// announced are announced now; if it is not, because its move could not be stored, it thinks
    /// again.
    pub(super) fn still_thinking(&mut self, no: GameNo, ply: u32) {
        let Ok(Some(game)) = self.state.game(no) else { return };
        if game.position().ply() != ply || self.busy_games.contains(&no) {
            return;
        }
        if !self.searches.contains_key(&no) {
            self.think(&game);
            return;
        }
        // Where only bots are left, the end alone is announced.
        if game.announced() < ply && game.active_people().next().is_some() {
            let change = chat::announce_plies(self.scope(Cause::Host), &game);
            self.commit(change, None);
        }
    }

    /// Asks the bot to answer the draw offer of a seat.
    pub(super) fn ask_bot(&mut self, no: GameNo, seat: Seat, source: Incoming) {
        if self.busy_games.contains(&no) {
            self.waiting.push(source);
            return;
        }
        if let Ok(Some(game)) = self.state.game(no) {
            let question = DrawQuestion { no, ply: game.position().ply(), seat, source };
            self.open_judgements += 1;
            self.jobs.judge_draw(&game, question);
        }
    }

    /// The bot has judged a draw offer: it answers, unless the game has gone on since.
    pub(super) fn bot_answers(&mut self, question: &DrawQuestion, accepts: bool) {
        self.open_judgements = self.open_judgements.saturating_sub(1);
        let Ok(Some(game)) = self.state.game(question.no) else { return };
        let is_stale = !game.is_running() || game.position().ply() != question.ply;
        if is_stale || self.busy_games.contains(&question.no) {
            return;
        }
        let scope = self.scope(Cause::Bot(question.seat.other()));
        match chat::answer_draw_for_bot(scope, &game, question.seat, accepts) {
            Ok(change) => self.commit(change, Some(question.source.clone())),
            Err(InternalError(what)) => tracing::error!("game {}: {what}", question.no),
        }
    }
}
