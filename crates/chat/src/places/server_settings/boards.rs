//! How the boards of a server, or of one of its channels, look.

use scene::{Size, Style, Theme};

use super::asked::{Asked, Read};
use crate::{
    handling::{
        context::Context,
        step::{Handled, InternalError},
    },
    parse::plain_text::{echo, nearest_of},
    pictures::boards::{SIZE, THEME, style_in},
    text,
    world::scopes,
};

/// The keys of theme and size.
pub(super) fn keys() -> Vec<String> {
    [THEME, SIZE].map(str::to_owned).into()
}

pub(super) fn show_boards(ctx: Context<'_>, scope: &str) -> Result<String, InternalError> {
    let Style { theme, size } =
        style_in(ctx.world, &scopes::in_effect(scope, ctx.msg.server.as_ref()))?;
    Ok(text::boards_shown(theme.map(Theme::key), size.key()))
}

/// `slate`, `small`, or both.
pub(super) fn read_boards(asked: Asked<'_>) -> Handled<Read> {
    if asked.is_reset() {
        let settings = [THEME, SIZE].map(|key| (key.to_owned(), None)).to_vec();
        let how = text::boards_are_set(None, None);
        return Ok(Read { settings, rows: Vec::new(), how });
    }
    let (mut theme, mut size) = (None, None);
    for word in asked.lower().split_whitespace() {
        let (a_theme, a_size) = (Theme::from_key(word), Size::from_key(word));
        if a_theme.is_none() && a_size.is_none() {
            return Err(unknown(asked, word));
        }
        theme = a_theme.or(theme);
        size = a_size.or(size);
    }
    let (theme, size) = (theme.map(Theme::key), size.map(Size::key));
    let chosen = [(THEME, theme), (SIZE, size)].into_iter();
    let settings =
        chosen.filter_map(|(key, value)| Some((key.to_owned(), Some(value?.to_owned()))));
    let how = text::boards_are_set(theme, size);
    Ok(Read { settings: settings.collect(), rows: Vec::new(), how })
}

/// The refusal of a word that is neither a theme nor a size.
fn unknown(asked: Asked<'_>, word: &str) -> crate::handling::step::Early {
    let (themes, sizes) = (Theme::ALL.map(Theme::key), Size::ALL.map(Size::key));
    let near = nearest_of(word, themes.iter().chain(&sizes).copied());
    asked.ctx.refuse(text::no_such_boards(&echo(word), &themes, &sizes, near, asked.ctx.prefix))
}
