//! How the host lets bots think, play and answer draw offers.

use std::{sync::Arc, time::Duration};

use super::{
    event_loop::Host,
    input::{DrawQuestion, Input},
    jobs::{Answer, Thinking},
};
use crate::{
    chat::{self, Incoming, InternalError, World as _},
    engine::BestMove,
    games::Seat,
    table::{Game, GameNo, PlaceId},
};

/// How long a bot may think before the plies so far are announced.
const PATIENCE: Duration = Duration::from_secs(1);
/// How long a bot waits after a failed commit before it tries again.
const RETRY: Duration = Duration::from_secs(60);

impl Host {
    /// A change has taken effect: a bot whose turn it is thinks or plays, any other search ends.
    pub(super) fn after_change(&mut self, game: &Arc<Game>) {
        if game.bot_to_move().is_none() {
            if let Some(thinking) = self.thinking.remove(&game.no) {
                thinking.cancel();
            }
            return;
        }
        self.think(game);
        self.bot_plays(game.no);
    }

    /// Loads a game and lets its bot think, after a start.
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
            let (inputs, ply) = (self.inputs.clone(), game.position.ply());
            tokio::spawn(async move {
                tokio::time::sleep(RETRY).await;
                let _ = inputs.send(Input::StillThinking(no, ply));
            });
        }
    }

    /// Starts a search for the bot to move, unless one for this very position is under way.
    pub(super) fn think(&mut self, game: &Arc<Game>) {
        let ply = game.position.ply();
        let position = game.position.position_text();
        if self.thinking.get(&game.no).is_some_and(|thinking| thinking.position == position) {
            return;
        }
        let Some(level) = game.bot_to_move() else { return };
        let ticket = self.token();
        if let Some(stale) = self.thinking.insert(game.no, self.jobs.think(game, level, ticket)) {
            stale.cancel();
        }
        let (inputs, no) = (self.inputs.clone(), game.no);
        tokio::spawn(async move {
            tokio::time::sleep(PATIENCE).await;
            let _ = inputs.send(Input::StillThinking(no, ply));
        });
    }

    /// The search with this ticket has ended.
    pub(super) fn thought(&mut self, no: GameNo, ticket: u64, found: Option<BestMove>) {
        if let Some(thinking) = self.thinking.get_mut(&no).filter(|t| t.ticket == ticket) {
            thinking.answer = Answer::Ready(found);
            self.bot_plays(no);
        }
    }

    /// Plays the bot's move if it is found and the ply before it is committed.
    fn bot_plays(&mut self, no: GameNo) {
        if self.busy_games.contains(&no) {
            return;
        }
        let Ok(Some(game)) = self.state.game(no) else { return };
        let ready = self.thinking.get(&no).is_some_and(|thinking| {
            thinking.position == game.position.position_text()
                && matches!(thinking.answer, Answer::Ready(_))
        });
        if !ready {
            return;
        }
        let Some(Thinking { answer: Answer::Ready(thought), .. }) = self.thinking.remove(&no)
        else {
            return;
        };
        // An engine without an answer would be our fault; any legal move goes on with the game.
        let proven = thought.as_ref().and_then(|thought| thought.proven).filter(|end| end.wins);
        // This move is one of those that the engine counts.
        let wins_in = proven.map(|end| end.moves().saturating_sub(1)).filter(|left| *left > 0);
        let mv = thought.map(|thought| thought.mv).or_else(|| game.position.example_move());
        let Some(mv) = mv else { return };
        let p = self.prefix_of(&game.place);
        match chat::bot_ply(&game, &mv, wins_in, self.state.now(), &p) {
            Ok(change) => self.commit(change, None),
            Err(InternalError(what)) => tracing::error!("game {no}: {what}"),
        }
    }

    /// What stands before commands in this place.
    pub(super) fn prefix_of(&self, place: &PlaceId) -> String {
        chat::prefix_of(place, &self.settings.prefix).to_owned()
    }

    /// A bot has been at this ply for a while. If it still thinks, the plies that are not announced
    /// yet are; if it does not, because its move could not be stored, it thinks again.
    pub(super) fn still_thinking(&mut self, no: GameNo, ply: u32) {
        let Ok(Some(game)) = self.state.game(no) else { return };
        if game.position.ply() != ply || self.busy_games.contains(&no) {
            return;
        }
        if !self.thinking.contains_key(&no) {
            self.think(&game);
            return;
        }
        // Where only bots are left, the end alone is announced.
        if game.announced < ply && game.active_people().next().is_some() {
            let change = chat::announce_plies(&game, &self.prefix_of(&game.place));
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
            let question = DrawQuestion { no, ply: game.position.ply(), seat, source };
            self.judged += 1;
            self.jobs.judge_draw(&game, question);
        }
    }

    /// The bot has judged a draw offer: it answers, unless the game has gone on since.
    pub(super) fn bot_answers(&mut self, question: &DrawQuestion, accepts: bool) {
        self.judged = self.judged.saturating_sub(1);
        let Ok(Some(game)) = self.state.game(question.no) else { return };
        let is_stale = !game.is_running() || game.position.ply() != question.ply;
        if is_stale || self.busy_games.contains(&question.no) {
            return;
        }
        let p = self.prefix_of(&game.place);
        match chat::answer_draw_for_bot(&game, question.seat, accepts, self.state.now(), &p) {
            Ok(change) => self.commit(change, Some(question.source.clone())),
            Err(InternalError(what)) => tracing::error!("game {}: {what}", question.no),
        }
    }
}
