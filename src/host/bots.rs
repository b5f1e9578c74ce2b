//! How the host lets bots think, play and answer draw offers.

use std::{sync::Arc, time::Duration};

use super::{
    event_loop::HostLoop, handle::End, input::DrawQuestion, jobs::SearchState, key_queues::Ticket,
    timers::Timer, work::Work,
};
use crate::{
    chat::{self, Cause, Incoming, InternalError, Scope, World as _},
    engine::BestMove,
    games::Seat,
    table::{Game, GameNo, Key},
};

/// How long a bot may think before the plies played so far are announced.
const PATIENCE: Duration = Duration::from_secs(1);
/// How long a bot waits after a failed commit before it tries again.
const RETRY: Duration = Duration::from_secs(60);

impl HostLoop {
    /// A game has changed: if it is a bot's turn, the bot thinks; otherwise a search that is under
    /// way ends.
    pub(super) fn think_or_not(&mut self, game: &Arc<Game>) {
        if game.bot_to_move().is_some() {
            self.think(game);
        } else {
            self.stop_search(game.no());
        }
    }

    /// Ends the search for a game, if there is one.
    pub(super) fn stop_search(&mut self, no: GameNo) {
        if let Some(search) = self.searches.remove(&no) {
            search.cancel();
        }
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
    pub(super) fn let_bot_think_later(&mut self, no: GameNo) {
        if let Ok(Some(game)) = self.state.game(no)
            && game.bot_to_move().is_some()
        {
            self.timers.set(self.clock.instant() + RETRY, Timer::BotRetry(no));
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
        let ticket = self.next_number();
        if let Some(stale) = self.searches.insert(game.no(), self.jobs.think(game, level, ticket)) {
            stale.cancel();
        }
        self.timers.set(self.clock.instant() + PATIENCE, Timer::Patience(game.no(), ply));
    }

    /// The search with this ticket has ended: the bot plays once the ply before is committed.
    pub(super) fn search_done(&mut self, no: GameNo, ticket: u64, found: Option<BestMove>) {
        if let Some(search) = self.searches.get_mut(&no).filter(|t| t.ticket == ticket) {
            search.state = SearchState::Done(found);
            self.arrive(Work::BotPly(no));
        }
    }

    /// Plays the move that the bot has found, if it was found for the present position.
    pub(super) fn bot_plays(&mut self, ticket: Ticket, no: GameNo) {
        let Some((game, found)) = self.found_move(no).filter(|_| self.stopping.is_none()) else {
            return self.finish(ticket, End::Silent);
        };
        // An engine without an answer would be our fault; the game goes on with any legal move.
        let proven = found.as_ref().and_then(|found| found.proven).filter(|end| end.wins);
        // This move is one of those that the engine counts.
        let wins_in = proven.map(|end| end.moves().saturating_sub(1)).filter(|left| *left > 0);
        let mv = found.map(|found| found.mv).or_else(|| game.position().example_move());
        let Some(mv) = mv else { return self.give_up(ticket, no, "there is no move to play") };
        let scope = self.scope(Cause::Bot(game.position().to_move()));
        match chat::bot_ply(scope, &game, &mv, wins_in) {
            Ok(change) => self.commit_in_turn(ticket, Work::BotPly(no), change),
            Err(InternalError(what)) => self.give_up(ticket, no, &what),
        }
    }

    /// The game in which a bot is to move, with what the search for its present position has found.
    fn found_move(&self, no: GameNo) -> Option<(Arc<Game>, Option<BestMove>)> {
        let game = self.state.game(no).ok()??;
        let search = self.searches.get(&no)?;
        match &search.state {
            SearchState::Done(found) if search.position == game.position().position_text() => {
                Some((game, found.clone()))
            }
            SearchState::Done(_) | SearchState::Running => None,
        }
    }

    /// What a game was to do by itself has failed on our side. Its search ends, so that nobody waits
    /// for it.
    pub(super) fn give_up(&mut self, ticket: Ticket, no: GameNo, what: &str) {
        tracing::error!("game {no}: {what}");
        self.stop_search(no);
        self.finish(ticket, End::Failed);
    }

    /// What an action may look at that happens for this cause.
    pub(super) fn scope<'a>(&'a self, cause: Cause<'a>) -> Scope<'a> {
        Scope { world: &self.state, cause }
    }

    /// A bot has been at this ply for a while. If it is still thinking, the plies that have not been
    /// announced are announced now.
    pub(super) fn still_thinking(&mut self, ticket: Ticket, no: GameNo, ply: u32) {
        let game = match self.state.game(no) {
            Ok(Some(game)) if game.position().ply() == ply && self.stopping.is_none() => game,
            Ok(_) | Err(_) => return self.finish(ticket, End::Silent),
        };
        let is_thinking = self.searches.contains_key(&no);
        if is_thinking && game.announced() < ply && game.active_people().next().is_some() {
            let change = chat::announce_plies(self.scope(Cause::Host), &game);
            return self.commit_in_turn(ticket, Work::StillThinking(no, ply), change);
        }
        // Where only bots are left, the end alone is announced.
        self.finish(ticket, End::Silent);
    }

    /// Asks the bot to answer the draw offer of a seat, once no other change of the game is on its
    /// way.
    pub(super) fn ask_bot(&mut self, ticket: Ticket, no: GameNo, seat: Seat, source: Incoming) {
        let author = Key::Person(source.author.id.clone());
        self.queues.queue(ticket, vec![Key::Game(no), author]);
        if !self.queues.is_ready(ticket) {
            self.works.insert(ticket, Work::Message(source));
            return;
        }
        match self.state.game(no) {
            Ok(Some(game)) => {
                self.queues.leave(ticket);
                let question =
                    DrawQuestion { no, ply: game.position().ply(), seat, source, ticket };
                self.open_judgements += 1;
                self.jobs.judge_draw(&game, question);
            }
            Ok(None) => self.internal_error(ticket, &source, "a game to be drawn is gone"),
            Err(InternalError(what)) => self.internal_error(ticket, &source, &what),
        }
    }

    /// The bot has judged a draw offer: it answers in the offer's place in the order.
    pub(super) fn draw_judged(&mut self, question: DrawQuestion, accepts: bool) {
        self.open_judgements = self.open_judgements.saturating_sub(1);
        let (ticket, work) = (question.ticket, Work::DrawAnswer(question, accepts));
        self.wait(ticket, work.keys(), work);
    }

    /// Lets the bot answer a draw offer, unless the game has gone on since.
    pub(super) fn bot_answers(&mut self, ticket: Ticket, question: DrawQuestion, accepts: bool) {
        let game = match self.state.game(question.no) {
            Ok(Some(game)) if game.is_running() && game.position().ply() == question.ply => game,
            Ok(_) => {
                let words = chat::text::draw_came_too_late(question.no);
                self.answer_in_words(ticket, &question.source, words);
                return self.finish(ticket, End::Answered);
            }
            Err(InternalError(what)) => {
                return self.internal_error(ticket, &question.source, &what);
            }
        };
        let scope = self.scope(Cause::Bot(question.seat.other()));
        match chat::answer_draw_for_bot(scope, &game, question.seat, accepts) {
            Ok(change) => {
                self.commit_in_turn(ticket, Work::DrawAnswer(question, accepts), change);
            }
            Err(InternalError(what)) => self.internal_error(ticket, &question.source, &what),
        }
    }
}
