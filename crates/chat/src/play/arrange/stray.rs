//! Set-ups that are typed where others can read them, or without a command.

use std::sync::LazyLock;

use games::{Arrangement, GameKind, arranges};
use table::{AnyPosition, start_position};

use crate::{
    handling::{context::Context, step::InternalError},
    parse::plain_text::fold,
};

/// Returns whether a line without a command looks like a set-up that its author, who is to make one, has typed
/// in the wrong place.
pub(crate) fn is_stray(ctx: Context<'_>, typed: &str) -> Result<bool, InternalError> {
    if !any_game(|arrangement| arrangement.is_like_army(typed)) {
        return Ok(false);
    }
    Ok(ctx.world.open_games_of(ctx.author())?.iter().any(|game| arranges(game.kind)))
}

/// Returns `true` if what follows `setup` would arrange something, rather than be talk.
pub(super) fn arranges_something(typed: &str) -> bool {
    any_game(|arrangement| arrangement.is_like_change(typed))
}

/// The starts, under their default options, of the games whose men are arranged.
static STARTS: LazyLock<Vec<Box<dyn AnyPosition>>> = LazyLock::new(|| {
    let kinds = GameKind::ALL.into_iter().filter(|kind| arranges(*kind));
    kinds.filter_map(|kind| start_position(kind, "")).collect()
});

/// Returns `true` if `is_so` holds for the arrangement of any game under its default options.
fn any_game(is_so: impl Fn(&dyn Arrangement) -> bool) -> bool {
    // Every line that is typed is asked about, so the starts are kept.
    STARTS.iter().any(|start| start.arranging().is_some_and(&is_so))
}

/// Returns whether a line of a private chat without a command speaks of a set-up that its author is to make:
/// `done`, a name, a change.
pub(crate) fn is_for_my_set_up(ctx: Context<'_>, typed: &str) -> Result<bool, InternalError> {
    let lower = typed.to_lowercase();
    let is_done = matches!(lower.as_str(), "done" | "ready");
    let known = is_done || arranges_something(typed);
    if !ctx.is_private() || !known {
        return Ok(false);
    }
    for game_list_row in ctx.world.open_games_of(ctx.author())? {
        if !game_list_row.is_running() || !arranges(game_list_row.kind) {
            continue;
        }
        // What is typed at the board of another game may be a move there.
        if !is_done && ctx.facing.is_some_and(|no| no != game_list_row.no) {
            continue;
        }
        let Some(game) = ctx.world.game(game_list_row.no)? else { continue };
        let hidden = game.position().arranging().filter(|arrangement| !arrangement.is_open());
        if hidden.is_some() && game.waits_for(ctx.author()) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns what a line of a public place becomes before anybody but its author reads it, where the author still
/// arranges men unseen: whatever could tell of them is redacted, and in doubt too much. `None` where the line
/// may stand.
#[must_use]
pub fn redacted(line: &str) -> Option<String> {
    let plain = |c: char| if c.is_alphanumeric() { c } else { ' ' };
    let text: String = fold(line).to_lowercase().chars().map(plain).collect();
    let words: Vec<&str> = text.split_whitespace().collect();
    let joined = words.join(" ").replace("set up", "setup");
    let harmless = ["setup", "setup show", "setup done"];
    let bare =
        harmless.iter().any(|known| joined == *known || joined.ends_with(&format!(" {known}")));
    let speaks = joined.split(' ').any(|word| word == "setup") && !bare;
    let reveals = speaks || any_game(|arrangement| arrangement.may_reveal(&words));
    reveals.then(|| "…".to_owned())
}
