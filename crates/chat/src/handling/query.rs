//! Questions to the committed state that change nothing and get no reply: what a surface shows while
//! somebody makes up their mind.

use scene::Mark;
use table::{GameNo, Millis, NotPlayed, PersonId};

use super::{
    privacy::{Asker, SeenWorld},
    step::InternalError,
    table_view::{TableMove, own_changes},
};
use crate::{
    actions::example_move,
    parse::plain_text::{echo, unmarked},
    text,
    time::time_left::turn_ends,
    world::{World, game_list_row::GameListRow, game_summary::GamesListed},
};

/// The destinations open now to the man on a square.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Targets {
    /// The squares that it can reach, as the board names them.
    pub squares: Vec<String>,
    /// Its legal moves in canonical text; none if it is not for the asking person to move it.
    pub moves: Vec<String>,
    /// The changes of the man in the hidden set-up that the asking person makes.
    pub changes: Vec<TableMove>,
}

/// Returns where the man on a square can go now, as far as the asker may know: while men are arranged unseen, only
/// their own; nothing in a game that they do not see, or from a square without a man. Whoever plays gets to know as
/// well where a man could go whose turn it is not.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub fn targets(
    world: &dyn World,
    asker: Asker<'_>,
    no: GameNo,
    square: &str,
) -> Result<Targets, InternalError> {
    let Some(game) = SeenWorld::new(world, asker).game(no)? else { return Ok(Targets::default()) };
    if !game.is_running() || !is_square(square) {
        return Ok(Targets::default());
    }
    if game.position().arranging().is_some() {
        let changes = own_changes(&game, game.seat_of(asker.who), square);
        return Ok(Targets { changes, ..Targets::default() });
    }
    let position = game.position();
    let legal = position.legal(square);
    let plays = game.seat_of(asker.who).is_some();
    let answer = legal.or_else(|no| if plays { position.why(square) } else { Err(no) });
    let marks = answer.map(|answer| answer.marks).unwrap_or_default();
    let mut squares: Vec<String> = marks
        .into_iter()
        .filter_map(|mark| match mark {
            Mark::Step(spot) | Mark::Attack(spot, _) | Mark::Join(spot) => Some(spot.to_string()),
            _ => None,
        })
        .collect();
    squares.sort();
    squares.dedup();
    let in_turn = game.waits_for(asker.who);
    let moves = if in_turn { position.moves_about(square) } else { Vec::new() };
    Ok(Targets { squares, moves, changes: Vec::new() })
}

/// Returns why a text is not a legal move of a game now, in a sentence; `None` if it is one, or for who does not see
/// the game.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub fn illegal(
    world: &dyn World,
    asker: Asker<'_>,
    no: GameNo,
    text: &str,
) -> Result<Option<String>, InternalError> {
    let Some(game) = SeenWorld::new(world, asker).game(no)? else { return Ok(None) };
    if !game.is_running() || game.position().arranging().is_some() {
        return Ok(None);
    }
    let words = match game.position().read(text) {
        Ok(_) | Err(NotPlayed::Ambiguous { .. }) => None,
        Err(NotPlayed::Refused { words, .. }) => Some(words),
        Err(NotPlayed::NotAMove) => Some(text::not_a_move(&echo(text), &example_move(&game), "")),
    };
    Ok(words.map(|words| unmarked(&words)))
}

/// Returns `true` if a text may name a square: a letter and at most three digits. Anything else could be a
/// whole list of pieces.
fn is_square(text: &str) -> bool {
    let mut signs = text.chars();
    signs.next().is_some_and(|first| first.is_ascii_alphabetic())
        && (1..=3).contains(&signs.clone().count())
        && signs.all(|sign| sign.is_ascii_digit())
}

/// The text of the hidden set-up that a person is making in a game, for that person alone; `None` if they make
/// none there, or have finished it.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub(crate) fn own_draft(
    world: &dyn World,
    viewer: &PersonId,
    no: GameNo,
) -> Result<Option<String>, InternalError> {
    let Some(game) = world.game(no)?.filter(|game| game.is_running()) else { return Ok(None) };
    let hidden = game.position().arranging().filter(|arrangement| !arrangement.is_open());
    let draft = hidden.zip(game.seat_of(viewer)).and_then(|(arrangement, seat)| {
        (!arrangement.is_done(seat)).then(|| arrangement.draft(seat))
    });
    Ok(draft)
}

/// The offers and running games of a person: those that wait for them first, for longest first.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub fn open_games(world: &dyn World, viewer: &PersonId) -> Result<Vec<GameListRow>, InternalError> {
    let mut games = world.open_games_of(viewer)?;
    games.sort_by_key(|game| (!game.waits_for(viewer) && !game.asks(viewer), game.moved));
    Ok(games)
}

/// The instant at which somebody's time is over in a running game with clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameTime {
    /// The number of the game.
    pub no: GameNo,
    /// Whether it is the viewer's time; otherwise it is that of whoever else is to move.
    pub is_mine: bool,
    /// When it is over; `None` while the clock stands.
    pub ends: Option<Millis>,
}

/// The times of a person's running games with clocks.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub fn times(world: &dyn World, viewer: &PersonId) -> Result<Vec<GameTime>, InternalError> {
    let mut times = Vec::new();
    let mut games = world.game_summaries(GamesListed::OpenOf(viewer), viewer)?;
    games.retain(|game| game.is_timed && game.is_running());
    for glance in games {
        let Some(game) = world.game(glance.no)? else { continue };
        let is_mine = glance.waits();
        let ends = turn_ends(world, &game, |seat| !is_mine || glance.seats.contains(seat))?;
        times.push(GameTime { no: glance.no, is_mine, ends });
    }
    Ok(times)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_squares_are_asked_about() {
        for square in ["c2", "A24", "k11"] {
            assert!(is_square(square), "{square}");
        }
        for other in ["", "c", "c2-c3", "big men", "22", "c1234", "é2e"] {
            assert!(!is_square(other), "{other}");
        }
    }
}
