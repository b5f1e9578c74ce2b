//! Dialogs that a tap opens at once, beside the messages: more buttons below a board, or the form in which a
//! set-up is typed. Who may open what is decided as for a line that is typed.

use std::fmt;

use table::{Game, GameNo, PersonId, Stage};

use super::action::{Action, Weight};
use crate::{
    actions::{add_actions, proposals, stale_button},
    handling::{
        context::Context,
        dispatch::context,
        privacy::SeenWorld,
        query::own_draft,
        selection::game_in_question,
        step::{Handled, InternalError, Step, conclude},
    },
    message::{Incoming, Reply},
    play::arrange,
    text,
    world::World,
};

/// A small dialog that somebody wants to open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Modal {
    /// Other actions than moves in a running game.
    More,
    /// The form in which they type their set-up.
    SetUp,
}

/// The dialog to open, or a refusal.
pub enum OpenedModal {
    /// These actions, as buttons.
    More(Vec<Action>),
    /// The form, with the draft that whoever has tapped has so far, which nobody else may see.
    SetUp(Option<String>),
    /// Nothing: this is said instead, to whoever has tapped alone.
    Refused(Box<Reply>),
}

/// Tells nothing of a draft.
impl fmt::Debug for OpenedModal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::More(actions) => f.debug_tuple("More").field(actions).finish(),
            Self::SetUp(_) => f.write_str("SetUp"),
            Self::Refused(reply) => f.debug_tuple("Refused").field(reply).finish(),
        }
    }
}

/// Returns what opens for somebody who taps so; the message is as it stands for the tap, without words. `None`
/// if there is nothing to say either.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub fn open_modal(
    world: &dyn World,
    msg: &Incoming,
    wanted: Modal,
) -> Result<Option<OpenedModal>, InternalError> {
    let seen = SeenWorld::of_writer(world, msg);
    let step = match stale_button::refused(&seen, msg)? {
        Some(step) => step,
        None => {
            let settings = seen.settings(&msg.place, msg.server.as_ref());
            let ctx = context(&seen, msg, &settings, true)?;
            let no = msg.pressed.map(|at| at.game);
            let opened = match wanted {
                Modal::More => more(ctx, no),
                Modal::SetUp => set_up(ctx, no),
            };
            match opened {
                Ok(opened) => return Ok(Some(opened)),
                Err(stop) => conclude(Err(stop))?,
            }
        }
    };
    let Step::Say(mut replies) = step else { return Ok(None) };
    add_actions(&seen, Some(msg), &[], &mut replies)?;
    Ok(replies.into_iter().next().map(|reply| OpenedModal::Refused(Box::new(reply))))
}

/// The form of the author's own set-up.
fn set_up(ctx: Context<'_>, no: Option<GameNo>) -> Handled<OpenedModal> {
    arrange::check_set_up(ctx, no)?;
    let draft = no.map(|no| own_draft(ctx.world, ctx.author(), no)).transpose()?;
    Ok(OpenedModal::SetUp(draft.flatten()))
}

/// Returns what the author can do in a game beside moving.
fn more(ctx: Context<'_>, no: Option<GameNo>) -> Handled<OpenedModal> {
    let game = game_in_question(ctx, no)?;
    if matches!(game.stage(), Stage::Offered(_)) {
        return Err(ctx.refuse_about(game.no(), text::not_started(game.no(), ctx.prefix)));
    }
    let actions = beside_moving(&game, ctx.author()).into_iter();
    Ok(OpenedModal::More(actions.map(|action| action.about(&game)).collect()))
}

/// Returns what somebody can do in a game beside moving: of a game of others, look at it.
fn beside_moving(game: &Game, who: &PersonId) -> Vec<Action> {
    let is_hidden = game.position().arranging().is_some_and(|men| !men.is_open());
    let moves = game.is_running() && game.waits_for(who) && !is_hidden;
    let plays = game.is_running() && game.seat_of(who).is_some() && !game.has_left(who);
    let looks = moves.then_some("legal").into_iter().chain(["board text", "board flip"]);
    let resign = plays.then(|| Action::command("resign").weighing(Weight::Danger));
    looks.map(Action::command).chain(proposals(game, who)).chain(resign).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{person, started};
    use games::Seat;
    use table::{Proposed, Stamp};

    #[test]
    fn everybody_is_offered_what_they_can_do() {
        let ids = |game: &Game, who: &str| -> Vec<String> {
            let actions = beside_moving(game, &person(who).id);
            actions.into_iter().map(|action| action.id).collect()
        };
        let looks = ["board:text", "board:flip"];
        let mut game = started(&["ann", "ben"]);
        assert_eq!(
            ids(&game, "ann"),
            ["legal", "board:text", "board:flip", "draw:offer", "resign"]
        );
        assert_eq!(ids(&game, "ben"), ["board:text", "board:flip", "draw:offer", "resign"]);
        assert_eq!(ids(&game, "carl"), looks);
        let mv = game.position().read(&game.position().example_move().unwrap()).unwrap();
        game.play(&mv, false, Stamp { at: 0, salt: None }).unwrap();
        game.propose(Proposed::Draw, Seat::FIRST, &[], 0).unwrap();
        // Nobody is asked again and again.
        assert_eq!(ids(&game, "ann"), ["board:text", "board:flip", "takeback", "resign"]);
        game.resign(Seat::SECOND, 0).unwrap();
        for who in ["ann", "ben", "carl"] {
            assert_eq!(ids(&game, who), looks);
        }
    }
}
