//! Lines of the log of moderators, and what people are told of it.

use table::{ModAct, ModEntry, ModWrite, PersonId};

use crate::{
    handling::{context::Context, step::Write},
    world::scopes,
};

/// The longest reason that is kept, in characters.
pub(crate) const MAX_WHY: usize = 200;

/// A line of the log of the server in which the author writes.
pub(crate) fn entry(ctx: Context<'_>, act: ModAct, words: String) -> ModEntry {
    ModEntry {
        scope: scopes::of_server(ctx.msg.server.as_ref()),
        at: ctx.written_at(),
        by: ctx.author().clone(),
        act,
        who: None,
        game: None,
        words,
    }
}

/// The row of a line of the log.
pub(crate) const fn logged(entry: ModEntry) -> Write {
    Write::Moderation(ModWrite::Log(entry))
}

/// Words that somebody is told with their next command.
pub(super) fn tell(who: &PersonId, words: String) -> Write {
    Write::Moderation(ModWrite::Notice { person: who.clone(), words })
}
