//! The conditional moves of one seat of a game, for the table of whoever sits there.

use std::fmt;

use games::Seat;
use serde::Serialize;
use table::{AnyPosition, Game, HeldPlan, LEGAL, PlanStep, move_ends, verdict_word};

use super::{can_plan, held};
use crate::{handling::step::InternalError, text, world::World};

/// The conditional moves of a seat, and what they can be about. They are the secret of whoever sits there, so the
/// debug form shows nothing of them.
#[derive(Clone, PartialEq, Eq, Serialize)]
pub struct PlanView {
    /// The lines that are registered, in the order in which they are asked.
    pub lines: Vec<PlanLine>,
    /// The conditions that can be said about the next ply, as they are typed, moves last.
    pub conditions: Vec<String>,
    /// How many plies had been played, by which the program knows to which position new ones belong.
    pub ply: u32,
}

/// A line of conditional moves, from the first condition to a last reply.
#[derive(Clone, PartialEq, Eq, Serialize)]
pub struct PlanLine {
    /// The line as it is typed: `if hit then c4-c5`.
    pub text: String,
    /// The same in words.
    pub words: String,
    /// The cells that the first reply leaves and reaches; the first is empty for a man from the hand.
    pub cells: (String, String),
}

impl fmt::Debug for PlanView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PlanView(…)")
    }
}

impl fmt::Debug for PlanLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PlanLine(…)")
    }
}

/// Returns what is registered for a seat; `None` where nothing can be.
pub(crate) fn plan_view(
    world: &dyn World,
    game: &Game,
    seat: Option<Seat>,
) -> Result<Option<PlanView>, InternalError> {
    let Some(seat) = seat.filter(|_| game.is_running() && can_plan(game)) else { return Ok(None) };
    let held = held(world, game, seat)?;
    Ok(Some(PlanView {
        lines: held.as_ref().map(lines).unwrap_or_default(),
        conditions: conditions(game.position(), seat),
        ply: game.position().ply(),
    }))
}

fn lines(held: &HeldPlan) -> Vec<PlanLine> {
    let (texts, paths) = (held.plan.lines(), held.plan.paths());
    let line = |(text, path): (String, Vec<PlanStep>)| {
        let reply = path.iter().find_map(|step| step.reply.as_deref());
        PlanLine {
            text,
            words: text::plan_line(&path),
            cells: move_ends(reply.unwrap_or_default()),
        }
    };
    texts.into_iter().zip(paths).map(line).collect()
}

/// The conditions about the next ply. The owner's own ply is not answered whatever it is.
fn conditions(position: &dyn AnyPosition, owner: Seat) -> Vec<String> {
    let any = (position.to_move() != owner).then(|| LEGAL.to_owned());
    let moves = position.moves();
    any.into_iter().chain(ends_of_fights(position, &moves)).chain(moves.iter().cloned()).collect()
}

/// The ways in which a fight can end that one of these moves is.
fn ends_of_fights(position: &dyn AnyPosition, moves: &[String]) -> Vec<String> {
    let is_fight = |mv: &&String| position.legal_move(mv).is_some_and(|mv| !mv.dice.is_empty());
    let mut ends = Vec::new();
    for fight in moves.iter().filter(is_fight) {
        for branch in position.branches(fight) {
            let mut after = position.boxed_clone();
            let verdict = after.play(fight, &branch.roll).ok().and_then(|()| after.last_verdict());
            let word = verdict.map(|verdict| verdict_word(verdict).to_owned());
            ends.extend(word.filter(|word| !ends.contains(word)));
        }
    }
    ends
}
