//! A question which of several games or offers is meant, with a line to type and a button for each.

use table::GameNo;

use super::{context::Context, step::InternalError};
use crate::{actions::action::Action, message::Reply, text, world::game_list_row::GameListRow};

/// How many of several games are listed.
const MOST: usize = 10;

/// One of several games that a line may be about.
pub(crate) struct Candidate {
    /// The game or offer.
    pub(crate) no: GameNo,
    /// The action of its button, without the name of the game.
    pub(crate) action: Action,
    /// The line to type, which names the game.
    pub(crate) line: String,
    /// The description that tells it from the others.
    pub(crate) about: String,
}

impl Candidate {
    /// One for a line that begins with a command and names the game.
    pub(crate) fn of_line(ctx: Context<'_>, no: GameNo, line: &str, about: String) -> Self {
        let number = no.to_string();
        let words: Vec<&str> = line.split(' ').filter(|word| *word != number).collect();
        let action = Action::command(&words.join(" "));
        // Who is sure already is asked by the list, and answers that.
        let action = match words.last() {
            Some(&"yes") => action.answering(ctx.question()),
            _ => action,
        };
        Self { no, action, line: format!("{}{line}", ctx.prefix), about }
    }
}

/// Returns how far a game has come and since when, or since when it is offered.
pub(crate) fn since(ctx: Context<'_>, game: &GameListRow) -> String {
    if game.is_running() {
        text::since_ply(n_standing(ctx, game), game.moved)
    } else {
        text::since_offered(game.created)
    }
}

/// Returns how many plies of a game stand. One that cannot be read is in the program's log, and is told by those
/// of its log.
pub(crate) fn n_standing(ctx: Context<'_>, game: &GameListRow) -> u32 {
    let read = ctx.world.game(game.no).ok().flatten();
    read.map_or(game.ply, |game| game.position().n_standing())
}

/// The question which of these is meant.
pub(crate) fn which(
    ctx: Context<'_>,
    what: &str,
    all: Vec<Candidate>,
) -> Result<Reply, InternalError> {
    let lines: Vec<(String, String)> =
        all.iter().map(|one| (one.line.clone(), format!("({})", one.about))).collect();
    let mut actions = Vec::new();
    for Candidate { no, action, .. } in all.into_iter().take(MOST) {
        let game = ctx.world.game(no)?;
        actions.extend(game.map(|game| action.in_game(&game)));
    }
    Action::tell_apart(&mut actions);
    Ok(Reply { actions, ..ctx.reply(text::which(what, &lines)) })
}
