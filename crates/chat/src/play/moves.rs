//! Typed moves: which game is meant, and whether the author may move in it now.

use games::{GameKind, NotArranged, is_full_move_text};
use table::{Game, GameNo, NotPlayed};

use super::{
    arrange,
    draws::has_bot,
    plies::author_ply,
    refusals::{check_running, refuse_move},
    results::result_words,
};
use crate::{
    actions::{action::Action, example_move},
    handling::{
        candidates::{Candidate, since, which},
        context::Context,
        selection::game_in_question,
        step::{Early, Handled, InternalError, Step},
    },
    message::Addressing,
    naming::{
        names::{occupant_name, others_listed},
        titles::name_of,
    },
    parse::plain_text::echo,
    text,
    time::deadlines::check_in_time,
    world::game_list_row::GameListRow,
};

/// A typed move.
#[derive(Clone, Copy)]
pub(crate) struct TypedMove<'a> {
    /// The game that was named by number.
    pub(crate) game: Option<GameNo>,
    /// The text of the move.
    pub(crate) text: &'a str,
    /// Whether a draw is offered with it.
    pub(crate) draw: bool,
    /// Whether there is help for the line if it is no move.
    pub(crate) has_help: bool,
}

impl TypedMove<'_> {
    /// Returns `true` if this is certainly not talk: it is addressed to the bot, or it is a whole move and
    /// names a game: as a reply to its board, or as in `#12 c2-c3` where moves need no prefix.
    fn is_meant(&self, ctx: Context<'_>) -> bool {
        let is_numbered = ctx.msg.addressing != Addressing::Channel && self.game.is_some();
        let names_game = is_numbered || ctx.replied_game.is_some();
        ctx.addressed || names_game && is_full_move(self.text)
    }
}

/// Returns `true` if a text has the form of a move with from and to, in any game.
pub(crate) fn is_full_move(text: &str) -> bool {
    GameKind::ALL.into_iter().any(|kind| is_full_move_text(kind, text))
}

/// Returns `true` if a text looks like a move though no game may have its squares: two squares, each of a
/// letter and a number, with a mark or a word of moves between them.
pub(crate) fn is_like_move(text: &str) -> bool {
    let square = |text: &str| {
        let letter = text.bytes().next().is_some_and(|byte| byte.is_ascii_lowercase());
        let digits = text.bytes().skip(1).take_while(u8::is_ascii_digit).count();
        (letter && matches!(digits, 1 | 2)).then_some(1 + digits)
    };
    let text = text.trim().to_lowercase();
    let Some((from, rest)) = square(&text).and_then(|end| text.split_at_checked(end)) else {
        return false;
    };
    let to = rest.trim_start_matches("to").trim_start_matches([' ', '-', ':', '>']);
    let to = to.strip_prefix('x').unwrap_or(to);
    let to = to.trim_start().trim_start_matches("to ");
    from != to && square(to) == Some(to.len())
}

/// Plays a typed move, or says why not; says nothing where it may be talk.
pub(crate) fn play(ctx: Context<'_>, typed: TypedMove<'_>) -> Handled {
    if let Some(no) = ctx.game_to_act(typed.game) {
        return match ctx.game(no) {
            Ok(game) => play_in(ctx, &game, typed),
            Err(Early::Answered(_)) if !typed.is_meant(ctx) => Ok(Step::Silent),
            Err(stop) => Err(stop),
        };
    }
    let running = ctx.running_games()?;
    let waiting: Vec<&GameListRow> =
        running.iter().filter(|game| game.waits_for(ctx.author())).collect();
    match (waiting.as_slice(), running.as_slice()) {
        ([one], _) => play_in(ctx, &*ctx.game(one.no)?, typed),
        ([], []) => no_game(ctx, typed),
        ([], [one]) => play_in(ctx, &*ctx.game(one.no)?, typed),
        ([], [first, ..])
            if is_full_move_text(first.kind, typed.text)
                || ctx.addressed && is_move_in_one_of(ctx, &running, typed.text)? =>
        {
            ctx.say_about(first.no, text::not_your_turn(first.no, &name_to_move(first), ctx.prefix))
        }
        ([], _) => Ok(Step::Silent),
        (several, _) => several_games(ctx, several, typed),
    }
}

/// `move`: whoever fills in a command means a move whatever the text, so it is never talk.
pub(crate) fn play_asked(ctx: Context<'_>, typed: TypedMove<'_>) -> Handled {
    match play(ctx, typed)? {
        Step::Silent if ctx.msg.command.is_some() => {
            let game = game_in_question(ctx, typed.game)?;
            let words = text::not_a_move(&echo(typed.text), &example_move(&game), ctx.prefix);
            ctx.say_about(game.no(), words)
        }
        step => Ok(step),
    }
}

/// Returns whether a text reads as a move, legal or not, in one of these games.
fn is_move_in_one_of(
    ctx: Context<'_>,
    games: &[GameListRow],
    typed: &str,
) -> Result<bool, InternalError> {
    for game_list_row in games {
        let Some(game) = ctx.world.game(game_list_row.no)? else { continue };
        if !matches!(game.position().read(typed), Err(NotPlayed::NotAMove)) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The name of the player who is to move.
fn name_to_move(game: &GameListRow) -> String {
    let occupant = game.to_move.and_then(|seat| game.seats.get(seat.index()));
    occupant.map_or_else(|| "the other side".to_owned(), |one| occupant_name(&game.seats, one))
}

/// Answers a move of somebody who has no running game here: with a hint if a move was certainly
/// meant, otherwise as talk. If they have a finished game here, the answer is about that game.
fn no_game(ctx: Context<'_>, typed: TypedMove<'_>) -> Handled {
    if !is_full_move(typed.text) {
        return Ok(Step::Silent);
    }
    let finished = ctx.world.finished_games_of(ctx.author())?;
    let here = |game: &&GameListRow| game.place == ctx.msg.place && game.was_played();
    if let Some(last) = finished.iter().find(here)
        && let Some(game) = ctx.world.game(last.no)?
    {
        return ctx
            .say_about(game.no(), text::is_over(game.no(), &result_words(&game), ctx.prefix));
    }
    // A move by someone who never played here is talk about somebody else's game.
    ctx.say_if_addressed(|| text::no_game(ctx.prefix))
}

/// Answers a bare move that could be meant for several games with the line to type for each.
fn several_games(ctx: Context<'_>, games: &[&GameListRow], typed: TypedMove<'_>) -> Handled {
    // A whole move is read without a prefix, unless the platform hides it from us.
    let is_read = is_full_move(typed.text) && !ctx.prefix.starts_with('@');
    let prefix = if is_read { "" } else { ctx.prefix };
    let mut lines = Vec::new();
    let mut is_move = false;
    for game_list_row in games {
        let Some(game) = ctx.world.game(game_list_row.no)? else { continue };
        is_move |= !matches!(game.position().read(typed.text), Err(NotPlayed::NotAMove));
        let against = others_listed(&game, game.seat_of(ctx.author()));
        let about = format!("{} against {against}, {}", name_of(&game), since(ctx, game_list_row));
        lines.push(Candidate {
            no: game.no(),
            action: Action::of_move(typed.text),
            line: format!("{prefix}{} {}", game.no(), echo(typed.text)),
            about,
        });
    }
    if !is_move {
        return Ok(Step::Silent);
    }
    Ok(Step::Say(vec![which(ctx, "Several games wait for your move.", lines)?]))
}

/// Plays the move in this game. Whether the author plays, and it is their turn, is checked before
/// the move itself.
fn play_in(ctx: Context<'_>, game: &Game, typed: TypedMove<'_>) -> Handled {
    let read = game.position().read(typed.text);
    if matches!(read, Err(NotPlayed::NotAMove)) && !is_placing(game, typed.text) {
        return not_a_move(ctx, game, typed);
    }
    if game.seat_of(ctx.author()).is_none() {
        let words = text::not_your_game(game.no(), ctx.prefix);
        return if typed.is_meant(ctx) {
            ctx.say_about(game.no(), words)
        } else {
            Ok(Step::Silent)
        };
    }
    check_in_time(ctx, game)?;
    if let Some(arrangement) = game.position().arranging().filter(|_| game.is_running())
        && (game.waits_for(ctx.author()) || !arrangement.is_open())
    {
        return arrange::place(ctx, game, arrangement, typed.text);
    }
    check_running(ctx, game)?;
    check_turn(ctx, game)?;
    match read {
        Ok(legal_move) if typed.draw && has_bot(game) => {
            ctx.say_about(game.no(), text::draw_by_itself(&legal_move.mv, ctx.prefix))
        }
        Ok(legal_move) => {
            let change = author_ply(*ctx, game.clone(), &legal_move, typed.draw)?;
            Ok(Step::Change(change))
        }
        Err(error) => refuse_move(ctx, game, typed.text, error),
    }
}

/// Answers what is no move of this game; unless it was certainly meant as one, it counts as talk.
fn not_a_move(ctx: Context<'_>, game: &Game, typed: TypedMove<'_>) -> Handled {
    let plays = game.seat_of(ctx.author()).is_some();
    if ctx.msg.command.is_some() && plays && game.is_running() {
        check_turn(ctx, game)?;
    }
    let is_meant = ctx.addressed && typed.game.is_some() && !typed.has_help;
    if is_meant || plays && is_like_move(typed.text) {
        ctx.say_about(
            game.no(),
            text::not_a_move(&echo(typed.text), &example_move(game), ctx.prefix),
        )
    } else {
        Ok(Step::Silent)
    }
}

/// Returns `true` if a text places something while men are arranged openly.
fn is_placing(game: &Game, typed: &str) -> bool {
    game.position().arranging().is_some_and(|arrangement| {
        !matches!(arrangement.read_placing(typed), Err(NotArranged::NotAPlacing))
    })
}

/// Refuses a move of somebody who has left the game or is not to move.
fn check_turn(ctx: Context<'_>, game: &Game) -> Handled<()> {
    if game.has_left(ctx.author()) {
        return Err(ctx.refuse_about(game.no(), text::has_left(game.no(), ctx.prefix)));
    }
    if !game.waits_for(ctx.author()) {
        let whose = occupant_name(game.seats(), game.occupant(game.position().to_move()));
        return Err(ctx.refuse_about(game.no(), text::not_your_turn(game.no(), &whose, ctx.prefix)));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::is_like_move;

    #[test]
    fn two_squares_look_like_a_move() {
        for text in ["c2 c9", "C2-c9", "c2xk12", "c2 to c9", "c2c9", "z1-z2"] {
            assert!(is_like_move(text), "{text}");
        }
        for text in ["c2", "c2 c", "c2 c9 c4", "c2 and c3", "c222 c3", "b4 you go", "", "42 17"] {
            assert!(!is_like_move(text), "{text}");
        }
    }
}
