//! The answers of bots to draw offers.

use chat::{Cause, Incoming, InternalError, World as _};
use games::Seat;
use table::{GameNo, Key};

use super::bots::scope;
use crate::{
    event_loop::HostLoop,
    host_event::MessageOutcome,
    input::DrawQuestion,
    queues::{
        key_queues::Ticket,
        work::{Work, WorkStep},
    },
};

impl HostLoop {
    /// Asks the bot to answer the draw offer of a seat, once no other change of the game is on its
    /// way.
    pub(crate) fn ask_bot(
        &mut self,
        ticket: Ticket,
        no: GameNo,
        seat: Seat,
        source: &Incoming,
    ) -> Result<WorkStep, InternalError> {
        let keys = vec![Key::Game(no), Key::Person(source.author.id.clone())];
        self.turns.queues.queue(ticket, keys.clone());
        if !self.turns.queues.is_ready(ticket) {
            return Ok(WorkStep::Wait(keys));
        }
        let gone = || InternalError(format!("game {no} was to be drawn and is gone"));
        let game = self.base.state.game(no)?.ok_or_else(gone)?;
        let (ply, source) = (game.position().ply(), source.clone());
        self.bots.open_judgements += 1;
        self.base.jobs.judge_draw(&game, DrawQuestion { no, ply, seat, source, ticket });
        Ok(WorkStep::GoesOn)
    }

    /// The bot has judged a draw offer: it answers in the offer's place in the order.
    pub(crate) fn draw_judged(&mut self, question: DrawQuestion, accepts: bool) {
        self.bots.open_judgements = self.bots.open_judgements.saturating_sub(1);
        let (ticket, work) = (question.ticket, Work::DrawAnswer(question, accepts));
        self.turns.wait(ticket, work.keys(), work);
    }

    /// Lets the bot answer a draw offer, unless the game has gone on since.
    pub(crate) fn bot_answers(
        &mut self,
        ticket: Ticket,
        question: &DrawQuestion,
        accepts: bool,
    ) -> Result<WorkStep, InternalError> {
        let game = self.base.state.game(question.no)?;
        let is_same = |ply| ply == question.ply;
        let Some(game) = game.filter(|one| one.is_running() && is_same(one.position().ply()))
        else {
            let words = chat::text::draw_came_too_late(question.no);
            self.answer_in_words(ticket, &question.source, words);
            return Ok(WorkStep::Done(MessageOutcome::Answered));
        };
        let scope = scope(&self.base.state, Cause::Bot(question.seat.other()));
        let change = chat::answer_draw_for_bot(scope, &game, question.seat, accepts)?;
        chat::rehoused(&self.base.state, &question.source, change).map(WorkStep::Commit)
    }
}
