//! Placing men openly, in turns, each typed like a move.

use games::{Arrangement, ArrangementStep, NotArranged};
use table::{Game, Highlight};

use super::{
    begin::{begun, busy_names, placed_words, placings},
    bots::arrange_bots,
    hidden::setup,
};
use crate::{
    actions::example_move,
    handling::{
        changes::change_of,
        context::Context,
        step::{Early, Handled, Step},
    },
    parse::plain_text::echo,
    text,
    time::{deadlines::credit, notices::ask_as_wished},
};

/// Handles something that was typed as a move while men are arranged: in an open arrangement it is a
/// placing, otherwise it is refused. The caller has checked that the author plays.
pub(crate) fn place(
    ctx: Context<'_>,
    game: &Game,
    arrangement: &dyn Arrangement,
    typed: &str,
) -> Handled {
    if !arrangement.is_open() {
        return not_openly(ctx, game, arrangement, typed);
    }
    let step = read_placing(ctx, game, arrangement, typed)?;
    let (mut game, seat) = (game.clone(), game.position().to_move());
    let mut added = credit(ctx.world, &mut game, seat, ctx.stamp().at)?;
    added.extend(game.place_openly(step, ctx.stamp())?);
    added.extend(arrange_bots(*ctx, &mut game)?);
    let mut change = change_of(*ctx, game, added);
    let mut reply = if change.game.position().arranging().is_some() {
        placings(*ctx, &change.game, "", &change.added)
    } else {
        let placed = placed_words(&change.game, &change.added);
        begun(*ctx, &change.game, &placed, false)
    };
    reply.ping.retain(|who| who != ctx.author());
    let private = ask_as_wished(ctx.world, &change.game, &mut reply);
    change.replies.push(reply);
    change.replies.extend(private);
    change.replies.extend(ctx.note_elsewhere(&change.game));
    Ok(change.into())
}

/// The step that a placing is; the error says why the text is no placing.
fn read_placing(
    ctx: Context<'_>,
    game: &Game,
    arrangement: &dyn Arrangement,
    typed: &str,
) -> Handled<ArrangementStep> {
    match arrangement.read_placing(typed) {
        Ok(step) => Ok(step),
        Err(NotArranged::NotAPlacing) => {
            let words = text::not_a_move(&echo(typed), &example_move(game), ctx.prefix);
            Err(ctx.unless_talk(ctx.refuse_about(game.no(), words)))
        }
        Err(NotArranged::Refused(why)) => {
            let words = text::placing_refused(&why, &example_move(game), ctx.prefix);
            let board = Highlight::Plies(0);
            let reply = ctx.reply_with_board(game, words, game.facing(), board);
            Err(Early::Answered(Step::Say(vec![reply])))
        }
    }
}

/// Handles something that was typed as a move while men are arranged unseen.
fn not_openly(
    ctx: Context<'_>,
    game: &Game,
    arrangement: &dyn Arrangement,
    typed: &str,
) -> Handled {
    // A move typed in private can only be a change of the author's own half.
    if ctx.is_private() && game.waits_for(ctx.author()) {
        return setup(ctx, Some(game.no()), typed);
    }
    let mine = game.seats_of(ctx.author()).any(|seat| !arrangement.is_done(seat));
    ctx.say_about(
        game.no(),
        text::not_yet_arranged(game.no(), &busy_names(game, arrangement), mine),
    )
}
