//! The start of a game whose seats are all taken.

use table::{Game, Highlight};

use super::new_offer::away_lines;
use crate::{
    actions::example_move,
    handling::{
        cause::Scope,
        changes::change_of,
        step::{InternalError, SingleChange},
    },
    message::Reply,
    naming::{names::players, titles::title},
    pictures::{first_line, picture},
    play::{
        announcements::{next_player, public, sealed_dice},
        arrange::{arrange_bots, opening},
    },
    text,
    time::{idle_days::warning_ahead, notices::ask_as_wished},
};

/// Gives everyone a seat and starts: with the first board, or with the arranging of men where the
/// game has that.
pub(crate) fn start(scope: Scope<'_>, mut game: Game) -> Result<SingleChange, InternalError> {
    game.start(|n| scope.world.random_below(n), scope.stamp())?;
    let added = arrange_bots(scope, &mut game)?;
    let mut replies = match game.position().arranging() {
        // The bot's move comes in one message with the start.
        _ if game.bot_to_move().is_some() => Vec::new(),
        Some(arrangement) => opening(scope, &game, arrangement, &added),
        None => {
            let mut board = first_board(scope, &game);
            let private = ask_as_wished(scope.world, &game, &mut board);
            std::iter::once(board).chain(private).collect()
        }
    };
    // The first one is read by all.
    if let Some(reply) = replies.first_mut() {
        reply.text.push_str(&away_lines(scope, &game)?);
        let ahead = warning_ahead(scope.world, &game)?;
        ahead.into_iter().for_each(|line| reply.text.push_str(&format!("\n{line}")));
    }
    Ok(SingleChange { replies, ..change_of(scope, game, added) })
}

/// The message that opens a game: the first board with the seal of the dice. Who is to move is
/// pinged, if others play too.
fn first_board(scope: Scope<'_>, game: &Game) -> Reply {
    let prefix = &*scope.prefix_of(game);
    let (beginner, ping) = next_player(game);
    let head = text::started(game.no(), &title(game), &players(game));
    let with_dice = game.position().rolls_dice();
    let how = text::how_to_move(&beginner, &example_move(game), with_dice, prefix);
    let of_round = game.terms().event.map(text::of_round).unwrap_or_default();
    let words = format!("{of_round}{head} {how}{}", sealed_dice(game, prefix));
    let start = Highlight::Plies(0);
    let board = picture(scope.world, game, game.facing(), start, first_line(&words));
    Reply { attachments: vec![board], ..public(game, words, ping) }
}
