//! The person whom a word of a command means.

use table::{Person, PersonId, name_key};

use crate::{
    handling::{context::Context, step::Handled},
    parse::plain_text::echo,
    personal_data::plays_no_more::{check_plays, who_plays},
    text,
};

/// The person meant by `<@KEY>` or by a name: somebody whom the message mentions, otherwise
/// somebody whom the store knows by that name. Case and the shapes of letters count only where
/// several people would be meant.
pub(crate) fn find_person(ctx: Context<'_>, word: &str) -> Handled<Person> {
    let name = word.trim_start_matches("<@").trim_end_matches('>');
    let mentioned = &ctx.msg.mentioned;
    let exactly = mentioned.iter().find(|person| person.id.key() == name || person.name == name);
    let key = name_key(name);
    let alike = || mentioned.iter().find(|person| name_key(&person.name) == key);
    if let Some(person) = exactly.or_else(alike) {
        return who_plays(ctx, person.clone());
    }
    if name != word
        && let Some(person) = known_by_key(ctx, name)
    {
        return who_plays(ctx, person);
    }
    // Where a name is an id, the mark of whoever had it tells.
    check_plays(ctx, &PersonId::new(ctx.author().platform(), name.to_lowercase()))?;
    let known = ctx.world.people_named(ctx.author().platform(), word)?;
    match the_one(&known, word) {
        Some(one) => who_plays(ctx, one.clone()),
        None if known.is_empty() => Err(ctx.refuse(text::nobody(&echo(word), ctx.prefix))),
        None => Err(ctx.refuse(text::several_people(&echo(word)))),
    }
}

/// The person with this key on the author's platform, if the store knows them.
fn known_by_key(ctx: Context<'_>, key: &str) -> Option<Person> {
    let id = PersonId::new(ctx.author().platform(), key);
    let name = ctx.world.ratings().name_of(&id);
    let known = ctx.world.people_named(id.platform(), &name).ok()?;
    known.into_iter().find(|person| person.id == id)
}

/// The person who is called exactly so among people of this name, or the only one of them.
pub(crate) fn the_one<'p>(known: &'p [Person], name: &str) -> Option<&'p Person> {
    let exactly: Vec<_> = known.iter().filter(|person| person.name == name).collect();
    match (known, exactly.as_slice()) {
        ([one], _) => Some(one),
        (_, [one]) => Some(*one),
        _ => None,
    }
}
