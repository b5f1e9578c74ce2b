//! The chat contract: the command table, parsing, handling, and every sentence shown to people.
//!
//! [`handle`] is a function from the committed state and a message to a [`Step`]: nothing here
//! stores, draws, sends or waits.

mod arrange;
mod ask;
pub mod commands;
mod context;
mod ends;
mod fold;
mod news;
mod offers;
mod parse;
mod play;
mod seating;
pub mod text;
mod wire;
mod world;

use context::{Context, Handled};
use parse::{Command, Line, Reading};

pub use arrange::blotted;
pub use context::prefix_of;
pub use ends::bot_answers_draw;
pub use fold::shown;
pub use news::news;
pub use offers::first_board;
pub use play::{bot_ply, meanwhile};
pub use seating::expire;
pub use wire::{Addressing, Audience, Fallback, Incoming, Outgoing, Picture, Reply, TextFile};
pub use world::{Brief, Change, InternalError, Step, World};

use crate::{games::GameKind, table::MAX_MESSAGE};

/// Handles a message.
///
/// # Errors
/// [`InternalError`] is ours: the caller logs it and tells the writer with a reference number.
pub fn handle(world: &dyn World, msg: &Incoming) -> Result<Step, InternalError> {
    let text = fold::fold(&msg.text);
    let prefix = world.prefix();
    let prefixed = text.strip_prefix(prefix).filter(|_| !prefix.is_empty()).map(str::trim);
    let replied = match &msg.reply_to {
        Some(message) => world.game_of_message(message)?,
        None => None,
    };
    let ctx = Context {
        world,
        msg,
        p: if msg.addressing == Addressing::Channel { prefix } else { "" },
        addressed: prefixed.is_some() || msg.to_bot,
        replied,
    };
    let text = prefixed.unwrap_or(&text);
    if text.chars().count() > MAX_MESSAGE {
        return ctx.say_if_addressed(|| text::too_long(MAX_MESSAGE, ctx.p));
    }
    if text.is_empty() {
        return if msg.to_bot { ask::help(ctx, text::help(ctx.p)) } else { Ok(Step::Silent) };
    }
    if ctx.addressed || replied.is_some() || msg.addressing != Addressing::Channel {
        line(ctx, text)
    } else {
        bare(ctx, text)
    }
}

/// A line in a public channel without prefix: only a full move counts, and only from someone
/// seated in a running game of that place.
fn bare(ctx: Context<'_>, text: &str) -> Handled {
    let Reading::Other(game, text, draw) = parse::read(text) else { return Ok(Step::Silent) };
    if arrange::is_stray(ctx, &text)? {
        return arrange::setup(ctx, game, &text);
    }
    if !GameKind::ALL.iter().any(|kind| crate::games::is_full_move_text(*kind, &text)) {
        return Ok(Step::Silent);
    }
    if ctx.my_running()?.is_empty() {
        return Ok(Step::Silent);
    }
    play::play(ctx, play::Typed { game, text: &text, draw })
}

/// A line that may be a command, a move, or talk.
fn line(ctx: Context<'_>, text: &str) -> Handled {
    match parse::read(text) {
        Reading::Command(line) => command(ctx, &line),
        Reading::Bad(bad)
            if ctx.addressed || bad.meant || ctx.msg.addressing == Addressing::Private =>
        {
            ctx.say(text::bad_command(bad.info, &bad.why, ctx.p))
        }
        Reading::Bad(_) => talk(ctx, text),
        Reading::Other(game, text, _)
            if arrange::is_stray(ctx, &text)? || arrange::is_for_my_set_up(ctx, &text)? =>
        {
            arrange::setup(ctx, game, &text)
        }
        Reading::Other(game, text, draw) => {
            play::play(ctx, play::Typed { game, text: &text, draw })
        }
    }
}

fn command(ctx: Context<'_>, line: &Line) -> Handled {
    let no = line.game;
    match &line.command {
        Command::Move(text, draw) => {
            // The word `move` alone does not make a move of talk: `move on`.
            play::play(ctx, play::Typed { game: no, text, draw: *draw })
        }
        Command::Challenge(wanted) => offers::challenge(ctx, wanted),
        Command::Accept => seating::accept(ctx, no),
        Command::Decline => seating::decline(ctx, no),
        Command::Withdraw => seating::withdraw(ctx, no),
        Command::Fill(level) => seating::fill(ctx, no, *level),
        Command::Remove(name) => seating::remove(ctx, no, name),
        Command::Leave => seating::leave(ctx, no),
        Command::Rematch => offers::rematch(ctx, no),
        Command::Board(view) => ask::board(ctx, no, *view),
        Command::Legal(topic) => ask::legal(ctx, no, topic),
        Command::Odds(text) => ask::odds(ctx, no, text),
        Command::Why(square) => ask::why(ctx, no, square),
        Command::Setup(typed) => arrange::setup(ctx, no, typed),
        Command::Resign(yes) => ends::resign(ctx, no, *yes),
        Command::Abort(yes) => ends::abort(ctx, no, *yes),
        Command::Draw(word) => ends::draw(ctx, no, *word),
        Command::Games(which) => ask::games(ctx, which),
        Command::Next => ask::next(ctx),
        Command::Record => ask::record(ctx, no),
        Command::Verify => ask::verify(ctx, no),
        Command::Rules(kind, topic) => ask::rules(ctx, *kind, topic),
        Command::Help(None) => ask::help(ctx, text::help(ctx.p)),
        Command::Help(Some(info)) => ask::help(ctx, text::help_on(info, ctx.p)),
        Command::About => ctx.say(text::about(ctx.p)),
    }
}

/// A line that is neither command nor move: unknown if it was addressed, a hint in private, talk
/// elsewhere.
fn unknown(ctx: Context<'_>, text: &str) -> Handled {
    if !ctx.addressed {
        return talk(ctx, text);
    }
    let word = text.split(' ').next().unwrap_or_default();
    ctx.say(text::unknown(&fold::echo(word), commands::nearest(word), ctx.p))
}

/// Talk gets no answer; in a private chat, a hint.
fn talk(ctx: Context<'_>, text: &str) -> Handled {
    if ctx.msg.addressing != Addressing::Private {
        return Ok(Step::Silent);
    }
    let word = text.split(' ').next().unwrap_or_default();
    ctx.say(text::unknown(&fold::echo(word), commands::nearest(word), ctx.p))
}
