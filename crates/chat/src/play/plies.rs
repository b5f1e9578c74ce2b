//! Plies: how a move that was read changes its game, and how it is announced.

use games::Seat;
use table::{Game, LegalMove, Proposed};

use super::{
    announcements::{announcement, join_lines},
    plans::{Followed, follow},
    proposals::awaited_people,
};
use crate::{
    handling::{
        cause::Scope,
        changes::change_of,
        step::{Change, InternalError, SingleChange},
    },
    text,
    time::{deadlines::credit, notices::ask_as_wished},
};

/// The change that a person's move makes: its dice are rolled, it is logged with the conditional moves
/// that follow it, and all that is announced unless a bot answers first. With `offers_draw` the author
/// also offers a draw.
pub(crate) fn author_ply(
    scope: Scope<'_>,
    mut game: Game,
    legal_move: &LegalMove,
    offers_draw: bool,
) -> Result<Change, InternalError> {
    let seat = game.position().to_move();
    let ends_offer = game.proposal(Proposed::Draw).is_some_and(|open| open.by == seat);
    let mut added = credit(scope.world, &mut game, seat, scope.stamp().at)?;
    added.extend(game.play(legal_move, offers_draw, scope.stamp())?);
    let mut change = change_of(scope, game, added);
    let followed = follow(scope, &mut change)?;
    if change.game.bot_to_move().is_none() {
        let lapses = ends_offer && !offers_draw;
        announce_ply(scope, &mut change, (seat, offers_draw, lapses), &followed.words);
    }
    Ok(with_followed(change, followed))
}

/// A change with what conditional moves have added to it.
fn with_followed(change: SingleChange, followed: Followed) -> Change {
    let mut change = Change::from(change);
    change.rows.extend(followed.rows);
    change.replies.extend(followed.told);
    change
}

/// Adds the message about the author's ply to the change that it makes. `lapses` says whether a draw
/// offer of theirs ends with it, `planned` which plies behind it were said beforehand.
fn announce_ply(
    scope: Scope<'_>,
    change: &mut SingleChange,
    (seat, offers_draw, lapses): (Seat, bool, bool),
    planned: &str,
) {
    let game = &mut change.game;
    let name = scope.name_of(game, seat);
    let lapsed = if lapses { text::draw_lapsed(&name) } else { String::new() };
    let mut reply = announcement(scope, game, join_lines([lapsed, planned.to_owned()]));
    if offers_draw && game.is_running() {
        let (to, ping) = awaited_people(game, Proposed::Draw, &reply.ping);
        reply.text.push('\n');
        reply.text.push_str(&text::draw_offered(&name, &to, &scope.prefix_of(game)));
        reply.ping.extend(ping);
    }
    let private = ask_as_wished(scope.world, game, &mut reply);
    game.mark_announced();
    change.replies.push(reply);
    change.replies.extend(private);
    change.replies.extend(scope.note_elsewhere(&change.game));
}

/// The change that the bot's chosen move makes, with the message about everything not yet announced.
/// `wins_in` is the number of further moves in which the bot is certain to win, if it knows that.
///
/// # Errors
/// [`InternalError`] if the move is not legal, which would be the engine's fault.
pub fn bot_ply(
    scope: Scope<'_>,
    game: &Game,
    mv: &str,
    wins_in: Option<u32>,
) -> Result<Change, InternalError> {
    let mut game = game.clone();
    let legal_move = game
        .position()
        .read(mv)
        .map_err(|_| InternalError(format!("the engine chose {mv}, which is not legal")))?;
    let added = game.play(&legal_move, false, scope.stamp())?;
    let mut change = change_of(scope, game, added);
    let followed = follow(scope, &mut change)?;
    let game = &mut change.game;
    // Several bots in a row are announced together.
    if game.bot_to_move().is_none() {
        let wins_in = wins_in.filter(|_| game.is_running() && game.seats().len() == 2);
        let wins = wins_in.map_or_else(String::new, text::wins_in);
        let also = join_lines([wins, followed.words.clone()]);
        let mut reply = announcement(scope, game, also);
        let private = ask_as_wished(scope.world, game, &mut reply);
        change.replies.push(reply);
        change.replies.extend(private);
        game.mark_announced();
    }
    Ok(with_followed(change, followed))
}

/// The message about the plies not yet announced, while the bot still thinks.
#[must_use]
pub fn announce_plies(scope: Scope<'_>, game: &Game) -> Change {
    let mut game = game.clone();
    let reply = announcement(scope, &game, String::new());
    game.mark_announced();
    SingleChange { game, added: Vec::new(), people: Vec::new(), replies: vec![reply] }.into()
}
