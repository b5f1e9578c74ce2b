//! Personal data, told of, handed to the person whose they are, and forgotten: `privacy` and what follows it.

pub(crate) mod forget;
pub(crate) mod leave;
pub(crate) mod plays_no_more;

use table::PersonId;

use crate::{
    handling::{
        context::Context,
        step::{Handled, InternalError, Step},
    },
    message::{Attachment, Audience, Reply, TextFile},
    text,
};

/// `privacy`
pub(crate) fn tell(ctx: Context<'_>) -> Handled {
    ctx.say_to_author(text::privacy(ctx.world.operator(), ctx.is_on_page(), ctx.prefix))
}

/// `privacy export`
pub(crate) fn export(ctx: Context<'_>) -> Handled {
    ctx.check_unseen(text::data_in_private)?;
    let file = data_file(ctx, ctx.author())?;
    let audience = Audience::Only(ctx.author().clone());
    let mut reply = Reply { audience, ..ctx.reply(text::data_exported()) };
    reply.attachments.push(Attachment::File(file));
    Ok(Step::Say(vec![reply]))
}

/// All data about somebody, as a file.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub(crate) fn data_file(ctx: Context<'_>, who: &PersonId) -> Result<TextFile, InternalError> {
    let text = ctx.world.data_of(who)?;
    Ok(TextFile { name: "martian-cake-data.json".to_owned(), text })
}
