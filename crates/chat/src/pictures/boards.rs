//! The looks of boards where they are seen: what their viewer has chosen for what they see alone, otherwise
//! what the place has, otherwise what the server has, otherwise as their game has them.

use scene::{Size, Style, Theme};
use table::{Game, GameNo, PersonId, ServerId, Setting};

use crate::{
    handling::{
        context::Context,
        step::{Change, GameChange, Handled, InternalError, Step, Write},
    },
    message::{Addressing, Audience, Incoming, Reply},
    text,
    world::{World, scopes},
};

/// The key of a theme.
pub(crate) const THEME: &str = "theme";
/// The key of a size.
pub(crate) const SIZE: &str = "size";
/// The key of which boards of a game keep their pictures.
pub(crate) const KEPT: &str = "boards";
/// The value of it, and the word, for the newest one alone.
pub(crate) const LAST: &str = "last";
/// The same for all, as where nothing is chosen.
pub(crate) const ALL: &str = "all";

/// Sets how the pictures of replies are drawn. `source` is the message that they answer, `changed` has the
/// games as they are to be.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub fn style_boards(
    world: &dyn World,
    source: Option<&Incoming>,
    changed: &[GameChange],
    replies: &mut [Reply],
) -> Result<(), InternalError> {
    for reply in replies {
        if reply.picture().is_some()
            && let Some(scopes) = scopes_of(world, source, changed, reply)?
        {
            let style = style_in(world, &scopes)?;
            let is_alone = is_last_alone(world, &scopes)?;
            reply.pictures_mut().for_each(|picture| {
                (picture.style, picture.is_alone) = (style, is_alone);
            });
        }
    }
    Ok(())
}

/// The scopes whose choice holds for the boards of a reply, the nearest first; `None` for a reply that
/// answers nobody there and is about no game: whoever has made it knows better.
fn scopes_of(
    world: &dyn World,
    source: Option<&Incoming>,
    changed: &[GameChange],
    reply: &Reply,
) -> Result<Option<Vec<String>>, InternalError> {
    let here = source.filter(|source| source.place == reply.place);
    if let Some(viewer) = lone_viewer(here, reply) {
        return Ok(Some(vec![scopes::of_person(viewer)]));
    }
    let server = match (here, reply.game) {
        (Some(source), _) => source.server.clone(),
        (None, Some(game)) => server_of(world, changed, game)?,
        (None, None) => return Ok(None),
    };
    Ok(Some(scopes::of_place(world, &reply.place, server.as_ref())))
}

/// The person who alone sees a reply.
fn lone_viewer<'a>(here: Option<&'a Incoming>, reply: &'a Reply) -> Option<&'a PersonId> {
    let in_private = here.filter(|msg| msg.addressing == Addressing::Private);
    let alone = match &reply.audience {
        Audience::Only(person) if here.is_some_and(|msg| msg.private_answers) => Some(person),
        Audience::Only(_) | Audience::Place => None,
    };
    alone.or_else(|| in_private.map(|msg| &msg.author.id))
}

/// The server of a game.
fn server_of(
    world: &dyn World,
    changed: &[GameChange],
    no: GameNo,
) -> Result<Option<ServerId>, InternalError> {
    match changed.iter().find(|change| change.game.no() == no) {
        Some(change) => Ok(change.game.server().cloned()),
        None => Ok(world.game_list_row(no)?.and_then(|game| game.server)),
    }
}

/// The style of the board that a surface shows somebody beside the chat: what they have chosen, otherwise what the
/// place of the game has.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub(crate) fn style_of_table(
    world: &dyn World,
    viewer: &PersonId,
    game: &Game,
) -> Result<Style, InternalError> {
    let of_place = scopes::of_place(world, game.place(), game.server());
    let scopes: Vec<_> = std::iter::once(scopes::of_person(viewer)).chain(of_place).collect();
    style_in(world, &scopes)
}

/// Returns what the first of these scopes has that has chosen: the theme and the size, each by itself.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub(crate) fn style_in(world: &dyn World, scopes: &[String]) -> Result<Style, InternalError> {
    let theme = scopes::first_chosen(world, scopes, THEME)?;
    let size = scopes::first_chosen(world, scopes, SIZE)?;
    Ok(Style {
        theme: theme.and_then(|key| Theme::from_key(&key)),
        size: size.and_then(|key| Size::from_key(&key)).unwrap_or_default(),
    })
}

/// Returns `true` if the newest board of a game alone keeps its picture, as the first of these scopes has it that
/// has chosen.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub(crate) fn is_last_alone(world: &dyn World, scopes: &[String]) -> Result<bool, InternalError> {
    Ok(scopes::first_chosen(world, scopes, KEPT)?.is_some_and(|chosen| chosen == LAST))
}

/// `theme slate`
pub(crate) fn theme(ctx: Context<'_>, word: &str) -> Handled {
    let theme = Theme::from_key(word);
    let words = text::own_theme_noted(theme.map(Theme::key), ctx.prefix);
    let value = theme.map(|theme| theme.key().to_owned());
    set(ctx, THEME, value, words, text::theme_on_the_page())
}

/// `size small`
pub(crate) fn size(ctx: Context<'_>, word: &str) -> Handled {
    let size = Size::from_key(word);
    let words = text::own_size_noted(size.map(Size::key), ctx.prefix);
    let value = size.map(|size| size.key().to_owned());
    set(ctx, SIZE, value, words, text::size_on_the_page())
}

/// Keeps what the author has chosen for the boards that they alone see. On the page the answer says how it holds
/// there.
fn set(
    ctx: Context<'_>,
    key: &str,
    value: Option<String>,
    mut words: String,
    on_the_page: &str,
) -> Handled {
    if ctx.is_on_page() {
        words.push_str(on_the_page);
    }
    let scope = scopes::of_person(ctx.author());
    let rows = vec![Write::Setting(Setting { scope, key: key.to_owned(), value })];
    let audience = Audience::Only(ctx.author().clone());
    let replies = vec![Reply { audience, ..ctx.reply(words) }];
    Ok(Step::Change(Change { rows, people: ctx.people(), replies, ..Change::default() }))
}
