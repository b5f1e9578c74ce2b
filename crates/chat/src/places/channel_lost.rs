//! Games whose place is gone: their people play on in private, until one of them names the game in another
//! channel of its server, which becomes its place.

use games::GameKind;
use table::{Game, GameNo, Highlight, LogEntry, PlaceId, Stage};

use crate::{
    commands::find_path,
    handling::{
        cause::reply_to,
        speaking,
        step::{Change, GameChange, InternalError, Step},
    },
    message::{Addressing, Audience, Incoming, Reply},
    parse::{
        self, Reading,
        named_command::NamedCommand,
        plain_text::{fold, without_prefix},
    },
    pictures::{first_line, picture},
    places::closed_channel,
    play::announcements::{public, turn},
    text,
    time::deadlines::credit_running,
    world::World,
};

/// A game that gets a place by being named in it.
#[derive(Debug)]
pub(crate) struct Rehoused<'a> {
    msg: &'a Incoming,
    no: GameNo,
    /// Where it was played.
    from: PlaceId,
    /// Whether its author plays in it or is asked to, so that any line that is answered counts. Of anybody
    /// else only what changes an offer counts.
    is_of_author: bool,
}

/// Credits the pauses of all clocks that run, which would not be found any more from another place.
fn credit_all(world: &dyn World, game: &mut Game) -> Result<Vec<LogEntry>, InternalError> {
    credit_running(world, game, world.now(), |_| true)
}

/// The game without a place that a message names in a channel of its server.
pub(crate) fn named_here<'a>(
    world: &dyn World,
    msg: &'a Incoming,
) -> Result<Option<Rehoused<'a>>, InternalError> {
    // No game comes to where nobody could be told anything of it.
    if msg.addressing != Addressing::Channel || msg.server.is_none() || msg.closed.is_some() {
        return Ok(None);
    }
    let Some(no) = named(world, msg)? else { return Ok(None) };
    // No game comes to a channel in which the bot does not speak.
    if speaking::closed_here(world, msg)?.is_some() {
        return Ok(None);
    }
    let Some(game) = world.game_list_row(no)? else { return Ok(None) };
    let is_open = !matches!(game.stage, Stage::Over(_));
    let may_move = is_open
        && game.server == msg.server
        && world.settings(&game.place, game.server.as_ref()).is_gone;
    let is_of_author = game.seats.iter().any(|seat| seat.is_or_asks(&msg.author.id));
    if !may_move || !is_of_author && !matches!(game.stage, Stage::Offered(_)) {
        return Ok(None);
    }
    Ok(Some(Rehoused { msg, no, from: game.place, is_of_author }))
}

/// The game that a message names: by number, or by its reply to a message about it.
fn named(world: &dyn World, msg: &Incoming) -> Result<Option<GameNo>, InternalError> {
    let no = match &msg.command {
        Some(command) => named_in(command),
        None => {
            let text = fold(&msg.text);
            let prefix = world.settings(&msg.place, msg.server.as_ref()).prefix;
            match parse::read(without_prefix(&text, &prefix).unwrap_or(&text)) {
                Reading::Command(command) => command.values.game_no(),
                Reading::Other(no, ..) => no,
                Reading::Bad(_) => None,
            }
        }
    };
    match (no, &msg.reply_to) {
        (Some(no), _) => Ok(Some(no)),
        (None, Some(message)) => world.game_of_message(message),
        (None, None) => Ok(None),
    }
}

/// The game that a command with named values is about.
fn named_in(command: &NamedCommand) -> Option<GameNo> {
    let info = find_path(&command.path)?;
    parse::read_named(info, &command.values, GameKind::ALL[0]).ok()?.values.game_no()
}

impl Rehoused<'_> {
    /// The number of the game.
    pub(crate) const fn no(&self) -> GameNo {
        self.no
    }

    /// The step to which the message leads, in which the game gets its place; `world` has it there.
    pub(crate) fn settle(&self, world: &dyn World, step: Step) -> Result<Step, InternalError> {
        Ok(match step {
            Step::Say(mut replies) if self.is_of_author => {
                for reply in &mut replies {
                    // Since it is kept from now on, others would read it.
                    if self.msg.is_answered_alone(reply) {
                        reply.audience = Audience::Only(self.msg.author.id.clone());
                    }
                }
                let people = vec![self.msg.author.clone()];
                let change = Change { replies, people, ..Change::default() };
                Step::Change(self.settle_change(world, change)?)
            }
            Step::Change(change) => Step::Change(self.settle_change(world, change)?),
            // The bot's answer brings the game here.
            step @ (Step::Silent
            | Step::Say(_)
            | Step::AskBot(..)
            | Step::AskWhoLeft(_)
            | Step::Verify(_)
            | Step::Pair(..)) => step,
        })
    }

    /// The change, in which the game gets its place, with a sentence about it.
    pub(crate) fn settle_change(
        &self,
        world: &dyn World,
        mut change: Change,
    ) -> Result<Change, InternalError> {
        let here = &self.msg.place;
        match change.games.iter_mut().find(|one| one.game.no() == self.no) {
            Some(one) => {
                one.game.move_to(here.clone());
                one.added.extend(credit_all(world, &mut one.game)?);
            }
            None if self.is_of_author => {
                let Some(game) = world.game(self.no)? else { return Ok(change) };
                let mut game = Game::clone(&game);
                game.move_to(here.clone());
                let added = credit_all(world, &mut game)?;
                change.games.push(GameChange { game, added });
            }
            None => return Ok(change),
        }
        for reply in change.replies.iter_mut().filter(|reply| reply.place == self.from) {
            reply.place = here.clone();
        }
        let words = text::played_here_now(self.no);
        let is_read_there =
            |reply: &&mut Reply| reply.place == *here && reply.audience == Audience::Place;
        match change.replies.iter_mut().find(is_read_there) {
            Some(reply) => reply.text = format!("{}\n{words}", reply.text),
            None => change.replies.push(Reply { game: Some(self.no), ..reply_to(self.msg, words) }),
        }
        Ok(change)
    }
}

/// A change to which a message has led after a while, such as the answer of a bot to a draw offer: a game
/// that the message has named without a place gets one.
///
/// # Errors
/// [`InternalError`] if the state cannot be read.
pub fn rehoused(
    world: &dyn World,
    msg: &Incoming,
    change: Change,
) -> Result<Change, InternalError> {
    match named_here(world, msg)? {
        Some(rehoused) => rehoused.settle_change(world, change),
        None => Ok(closed_channel::settle_change(msg, change)),
    }
}

/// Returns what the people of a game are told when its place is gone, with its board. It is written for the
/// place that is gone, like all that is said about the game.
#[must_use]
pub fn place_gone(world: &dyn World, game: &Game) -> Reply {
    let prefix =
        game.server().map(|server| world.settings(game.place(), Some(server)).shown_prefix);
    let (no, prefix) = (game.no(), prefix.as_deref());
    if !game.is_running() {
        return public(game, text::offer_place_gone(no, prefix), Vec::new());
    }
    shown_again(world, game, text::place_gone(no, prefix))
}

/// These words about a running game where it is played, with its board and whose turn it is; without them
/// while men are arranged unseen.
pub(crate) fn shown_again(world: &dyn World, game: &Game, words: String) -> Reply {
    let hides_men = game.position().arranging().is_some_and(|arranging| !arranging.is_open());
    if hides_men {
        return public(game, words, Vec::new());
    }
    let (turn, ping) = turn(game);
    let words = format!("{words}\n{turn}");
    Reply {
        attachments: vec![picture(
            world,
            game,
            game.facing(),
            Highlight::Plies(1),
            first_line(&words),
        )],
        ..public(game, words, ping.into_iter().collect())
    }
}
