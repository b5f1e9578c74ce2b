//! Finds the handler for a message.

use super::{
    arrange,
    cause::{Cause, Scope},
    command::{Command, CommandLine},
    context::Context,
    draws,
    message::{Addressing, Incoming},
    moves::{TypedMove, is_full_move, play},
    offers,
    parse::{self, Reading},
    plain_text::fold,
    questions, resign,
    step::{Handled, InternalError, Step, conclude},
    talk::talk,
    text,
    world::World,
};
use crate::table::MAX_MESSAGE;

/// Handles a message, and returns what the host is to do about it.
///
/// # Errors
/// [`InternalError`] for a failure on our side: the caller logs it and gives the author a reference
/// to the log.
pub fn handle(world: &dyn World, msg: &Incoming) -> Result<Step, InternalError> {
    let text = fold(&msg.text);
    let settings = world.settings(&msg.place);
    let prefix = settings.prefix.as_str();
    let after_prefix = text.strip_prefix(prefix).filter(|_| !prefix.is_empty()).map(str::trim);
    let replied_game = match &msg.reply_to {
        Some(message) => world.game_of_message(message)?,
        None => None,
    };
    let ctx = Context {
        scope: Scope { world, cause: Cause::Message(msg) },
        msg,
        prefix: if msg.addressing == Addressing::Channel { prefix } else { "" },
        addressed: after_prefix.is_some() || msg.to_bot,
        replied_game,
    };
    conclude(handle_text(ctx, after_prefix.unwrap_or(&text)))
}

/// Handles a folded text, from which the prefix has been taken off.
fn handle_text(ctx: Context<'_>, text: &str) -> Handled {
    if text.chars().count() > MAX_MESSAGE {
        return ctx.say_if_addressed(|| text::too_long(MAX_MESSAGE, ctx.prefix));
    }
    if text.is_empty() {
        return if ctx.msg.to_bot {
            questions::help(ctx, text::help(ctx.prefix))
        } else {
            Ok(Step::Silent)
        };
    }
    let in_channel = ctx.msg.addressing == Addressing::Channel;
    if in_channel && !ctx.addressed && ctx.replied_game.is_none() {
        bare_line(ctx, text)
    } else {
        line(ctx, text)
    }
}

/// Handles a line without a prefix in a public channel: only a full move counts, and only from
/// somebody who plays in a running game of that place.
fn bare_line(ctx: Context<'_>, text: &str) -> Handled {
    let Reading::Other(game, text, draw) = parse::read(text) else { return Ok(Step::Silent) };
    if arrange::is_stray(ctx, &text)? {
        return arrange::setup(ctx, game, &text);
    }
    if !is_full_move(&text) || ctx.running_games()?.is_empty() {
        return Ok(Step::Silent);
    }
    play(ctx, TypedMove { game, text: &text, draw })
}

/// Handles a line that may be a command, a move, or talk.
fn line(ctx: Context<'_>, text: &str) -> Handled {
    match parse::read(text) {
        Reading::Command(line) => command(ctx, &line),
        Reading::Bad(bad) if ctx.addressed || bad.meant || ctx.is_private() => {
            ctx.say(text::bad_command(bad.info, &bad.why, ctx.prefix))
        }
        Reading::Bad(_) => talk(ctx, text),
        Reading::Other(game, text, _)
            if arrange::is_stray(ctx, &text)? || arrange::is_for_my_set_up(ctx, &text)? =>
        {
            arrange::setup(ctx, game, &text)
        }
        Reading::Other(game, text, draw) => play(ctx, TypedMove { game, text: &text, draw }),
    }
}

fn command(ctx: Context<'_>, line: &CommandLine) -> Handled {
    let no = line.game;
    match &line.command {
        // The word `move` alone does not turn talk into a move: `move on`.
        Command::Move(text, draw) => play(ctx, TypedMove { game: no, text, draw: *draw }),
        Command::Challenge(asked) => offers::challenge(ctx, asked),
        Command::Accept => offers::accept(ctx, no),
        Command::Decline => offers::decline(ctx, no),
        Command::Withdraw => offers::withdraw(ctx, no),
        Command::Fill(level) => offers::fill(ctx, no, *level),
        Command::Remove(name) => offers::remove(ctx, no, name),
        Command::Leave => offers::leave(ctx, no),
        Command::Rematch => offers::rematch(ctx, no),
        Command::Board(view) => questions::board(ctx, no, *view),
        Command::Legal(topic) => questions::legal(ctx, no, topic),
        Command::Odds(text) => questions::odds(ctx, no, text),
        Command::Why(square) => questions::why(ctx, no, square),
        Command::Setup(typed) => arrange::setup(ctx, no, typed),
        Command::Resign(confirmed) => resign::resign(ctx, no, *confirmed),
        Command::Abort(confirmed) => resign::abort(ctx, no, *confirmed),
        Command::Draw(word) => draws::draw(ctx, no, *word),
        Command::Games(filter) => questions::games(ctx, filter),
        Command::Next => questions::next(ctx),
        Command::Record => questions::record(ctx, no),
        Command::Verify => questions::verify(ctx, no),
        Command::Rules(kind, topic) => questions::rules(ctx, *kind, topic),
        Command::Help(None) => questions::help(ctx, text::help(ctx.prefix)),
        Command::Help(Some(info)) => questions::help(ctx, text::help_on(info, ctx.prefix)),
        Command::About => ctx.say(text::about(ctx.prefix)),
    }
}
