//! Settings of a server, or of one of its channels, for boards: their looks, and which of them keep their
//! pictures.

use scene::{Size, Style, Theme};

use super::asked::{Asked, Read};
use crate::{
    handling::{
        context::Context,
        step::{Handled, InternalError},
    },
    parse::plain_text::{echo, nearest_of},
    pictures::boards::{ALL, KEPT, LAST, SIZE, THEME, is_last_alone, style_in},
    text,
    world::scopes,
};

/// The keys of theme and size, and of which boards keep their pictures.
pub(super) fn keys() -> Vec<String> {
    [THEME, SIZE, KEPT].map(str::to_owned).into()
}

pub(super) fn show_boards(ctx: Context<'_>, scope: &str) -> Result<String, InternalError> {
    let scopes = scopes::in_effect(scope, ctx.msg.server.as_ref());
    let Style { theme, size } = style_in(ctx.world, &scopes)?;
    let is_alone = is_last_alone(ctx.world, &scopes)?;
    let is_alone = ctx.msg.place.platform().has_servers().then_some(is_alone);
    Ok(text::boards_shown(theme.map(Theme::key), size.key(), is_alone))
}

/// `slate`, `small`, `last`, or several of them.
pub(super) fn read_boards(asked: Asked<'_>) -> Handled<Read> {
    if asked.is_reset() {
        let settings = keys().into_iter().map(|key| (key, None)).collect();
        let how = text::boards_are_set(None, None, None);
        return Ok(Read { settings, rows: Vec::new(), how });
    }
    let (mut theme, mut size, mut kept) = (None, None, None);
    // The page removes no picture.
    let can_lose = asked.ctx.msg.place.platform().has_servers();
    for word in asked.lower().split_whitespace() {
        let (a_theme, a_size) = (Theme::from_key(word), Size::from_key(word));
        let a_kept = [ALL, LAST].into_iter().find(|one| can_lose && *one == word);
        if a_theme.is_none() && a_size.is_none() && a_kept.is_none() {
            return Err(unknown(asked, word));
        }
        (theme, size, kept) = (a_theme.or(theme), a_size.or(size), a_kept.or(kept));
    }
    let (theme, size) = (theme.map(Theme::key), size.map(Size::key));
    let chosen = [(THEME, theme), (SIZE, size), (KEPT, kept)].into_iter();
    let settings =
        chosen.filter_map(|(key, value)| Some((key.to_owned(), Some(value?.to_owned()))));
    let how = text::boards_are_set(theme, size, kept.map(|kept| kept == LAST));
    Ok(Read { settings: settings.collect(), rows: Vec::new(), how })
}

/// The refusal of a word that is no theme, no size and not which boards keep their pictures.
fn unknown(asked: Asked<'_>, word: &str) -> crate::handling::step::Early {
    let (themes, sizes) = (Theme::ALL.map(Theme::key), Size::ALL.map(Size::key));
    let near = nearest_of(word, themes.iter().chain(&sizes).chain(&[LAST, ALL]).copied());
    asked.ctx.refuse(text::no_such_boards(&echo(word), &themes, &sizes, near, asked.ctx.prefix))
}
