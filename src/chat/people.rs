//! The person whom a word of a command means.

use super::{context::Context, plain_text::echo, step::Handled, text};
use crate::table::Person;

/// The person meant by `<@KEY>` or by a name: somebody whom the message mentions, otherwise
/// somebody whom the store knows by that name.
pub(super) fn find_person(ctx: Context<'_>, word: &str) -> Handled<Person> {
    let key = word.trim_start_matches("<@").trim_end_matches('>');
    let mentioned =
        ctx.msg.mentioned.iter().find(|person| {
            person.id.key() == key || person.name.to_lowercase() == key.to_lowercase()
        });
    if let Some(person) = mentioned {
        return Ok(person.clone());
    }
    let known = ctx.world.people_named(ctx.author().platform(), word)?;
    match known.as_slice() {
        [one] => Ok(one.clone()),
        [] => Err(ctx.refuse(text::nobody(&echo(word), ctx.prefix))),
        _ => Err(ctx.refuse(text::several_people(&echo(word)))),
    }
}
