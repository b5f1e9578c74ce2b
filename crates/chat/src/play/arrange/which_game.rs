//! Which game a `setup` is about.

use std::sync::Arc;

use games::{Arrangement, GameKind, Seat, arranges};
use table::{Game, GameNo, Stage};

use super::begin::still_arranging;
use crate::{
    actions::example_move,
    handling::{
        candidates::Candidate,
        context::Context,
        selection::ask_which,
        step::{Early, Handled, InternalError},
    },
    naming::{names::others_listed, titles::name_of},
    play::results::result_words,
    text,
};

/// The author's game that waits for a hidden army, and their seat in it: the game that is named, the
/// one before them, or the only one.
pub(super) fn game_to_arrange(
    ctx: Context<'_>,
    no: Option<GameNo>,
    typed: &str,
) -> Handled<(Arc<Game>, Seat)> {
    if let Some(no) = ctx.named(no) {
        let game = ctx.game(no)?;
        return match seat_to_arrange(ctx, &game, typed) {
            Ok(seat) => Ok((game, seat)),
            Err(words) => Err(ctx.refuse_about(no, words)),
        };
    }
    let (mut waiting, mut refusal) = (Vec::new(), None);
    for game_list_row in
        ctx.world.open_games_of(ctx.author())?.iter().filter(|game| game.is_running())
    {
        if !arranges(game_list_row.kind) {
            continue;
        }
        let Some(game) = ctx.world.game(game_list_row.no)? else { continue };
        match seat_to_arrange(ctx, &game, typed) {
            Ok(seat) => waiting.push((game, seat)),
            Err(words) => refusal = refusal.or(Some((game.no(), words))),
        }
    }
    let before_them = waiting.iter().find(|(game, _)| Some(game.no()) == ctx.facing);
    if let Some(found) = before_them {
        return Ok(found.clone());
    }
    match waiting.as_slice() {
        [one] => Ok(one.clone()),
        [] => Err(match refusal {
            Some((no, words)) => ctx.refuse_about(no, words),
            None => ctx.refuse(nothing_due(ctx)),
        }),
        several => Err(which_of(ctx, several, typed)),
    }
}

/// Says that no game of the author's waits for a set-up, and names a game that would.
fn nothing_due(ctx: Context<'_>) -> String {
    let kind = GameKind::ALL.into_iter().find(|kind| arranges(*kind));
    text::no_set_up_due(kind.map_or("", GameKind::key), ctx.prefix)
}

/// Asks which of several games is meant.
fn which_of(ctx: Context<'_>, games: &[(Arc<Game>, Seat)], typed: &str) -> Early {
    let line = |(game, seat): &(Arc<Game>, Seat)| {
        let against = others_listed(game, Some(*seat));
        let begun = text::since_ply(0, game.created());
        let line = format!("{} setup {typed}", game.no());
        Candidate::of_line(ctx, game.no(), line.trim_end(), format!("against {against}, {begun}"))
    };
    let all = games.iter().map(line).collect();
    ask_which(ctx, "Several games wait for your set-up.", all)
}

/// The author's seat in a game that waits for their hidden army, or why there is none.
fn seat_to_arrange(ctx: Context<'_>, game: &Game, typed: &str) -> Result<Seat, String> {
    let Some(seat) = game.seat_of(ctx.author()) else {
        return Err(text::not_your_game(game.no(), ctx.prefix));
    };
    match game.stage() {
        Stage::Offered(_) => return Err(text::not_started(game.no(), ctx.prefix)),
        Stage::Over(_) => return Err(text::is_over(game.no(), &result_words(game), ctx.prefix)),
        Stage::Running => {}
    }
    match game.position().arranging() {
        None if !arranges(game.kind()) => Err(text::no_set_ups_in(game.no(), name_of(game))),
        None => Err(text::men_stand_already(game.no(), ctx.prefix)),
        Some(open) if open.is_open() => Err(text::arranged_openly(game.no(), &example_move(game))),
        Some(hidden) if hidden.is_done(seat) && !typed.eq_ignore_ascii_case("show") => {
            Err(text::set_up_was_final(game.no(), &still_arranging(game, hidden)))
        }
        Some(_) => Ok(seat),
    }
}

/// The author's game of this place whose men are being arranged openly.
pub(super) fn open_game(
    ctx: Context<'_>,
    no: Option<GameNo>,
) -> Result<Option<Arc<Game>>, InternalError> {
    for game_list_row in ctx.running_games()? {
        if no.is_some_and(|no| no != game_list_row.no) || !arranges(game_list_row.kind) {
            continue;
        }
        let Some(game) = ctx.world.game(game_list_row.no)? else { continue };
        if game.position().arranging().is_some_and(Arrangement::is_open) {
            return Ok(Some(game));
        }
    }
    Ok(None)
}
