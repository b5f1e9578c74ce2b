//! Lines that are neither a command nor a move.

use super::{
    commands::nearest,
    context::Context,
    plain_text::echo,
    step::{Handled, Step},
    text,
};

/// Answers a line that cannot be read: if it was addressed to the bot, the author is told so;
/// otherwise it counts as talk.
pub(super) fn unknown(ctx: Context<'_>, typed: &str) -> Handled {
    if ctx.addressed { not_understood(ctx, typed) } else { talk(ctx, typed) }
}

/// Talk gets no answer; in a private chat it gets a hint.
pub(super) fn talk(ctx: Context<'_>, typed: &str) -> Handled {
    if ctx.is_private() { not_understood(ctx, typed) } else { Ok(Step::Silent) }
}

fn not_understood(ctx: Context<'_>, typed: &str) -> Handled {
    let word = typed.split(' ').next().unwrap_or_default();
    ctx.say(text::unknown(&echo(word), nearest(word), ctx.prefix))
}
