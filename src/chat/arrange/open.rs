//! Placing men openly, in turns.

use super::{actions, begun, bots, still};
use crate::{
    chat::{
        context::{Context, Handled, first_line, mention, name_at, picture, public},
        fold::echo,
        play::{self, Typed},
        text,
        wire::{Addressing, Reply},
        world::Step,
    },
    games::{Arranged, Arrangement, NotArranged},
    table::{Game, Highlight, LogEntry, LogEvent, Occupant},
};

/// Something typed as a move while men are arranged: a placing in an open arrangement, otherwise
/// refused. The caller has seen that the writer plays.
pub(in crate::chat) fn typed(
    ctx: Context<'_>,
    game: &Game,
    arrangement: &dyn Arrangement,
    typed: Typed<'_>,
) -> Handled {
    if !arrangement.is_open() {
        // A move typed in private can only be a change of the writer's own half.
        if ctx.msg.addressing == Addressing::Private && game.waits_for(ctx.me()) {
            return super::setup(ctx, Some(game.no), typed.text);
        }
        let still = still(game, arrangement);
        let mine = game.seats_of(ctx.me()).any(|seat| !arrangement.is_done(seat));
        return ctx.say(text::not_yet_arranged(game.no, &still, mine));
    }
    let seat = game.position.to_move();
    let what = match arrangement.placing(typed.text) {
        Ok(Arranged::Place(text)) => LogEvent::Place(text),
        Ok(_) => LogEvent::Hold,
        Err(NotArranged::NotOne) => {
            let example = play::example(game);
            let words = text::not_a_move(&echo(typed.text), &example, ctx.p);
            return ctx.say_if_addressed(|| words);
        }
        Err(NotArranged::Refused(why)) => {
            let words = text::placing_refused(&why, &play::example(game), ctx.p);
            return ctx.say_with_board(game, words, game.facing(), Highlight::Plies(0));
        }
    };
    let mut change = ctx.change(game.clone(), Some(seat), what)?;
    ctx.msg.salt.clone_into(&mut change.game.last_salt);
    let by_bots = bots(ctx, &mut change.game)?;
    change.added.extend(by_bots);
    let mut reply = if change.game.position.arranging().is_some() {
        placings(&change.game, "", &change.added)
    } else {
        let placed = placed_words(&change.game, &change.added);
        begun(ctx, &change.game, &placed, false)
    };
    reply.ping.retain(|who| who != ctx.me());
    change.replies.push(reply);
    if change.game.place != ctx.msg.place {
        change.replies.push(ctx.reply(text::played_elsewhere(change.game.no)));
    }
    Ok(Step::Change(Box::new(change)))
}

/// What was placed, one a line.
fn placed_words(game: &Game, added: &[LogEntry]) -> String {
    let words = added.iter().filter_map(|entry| {
        let what = match &entry.event {
            LogEvent::Place(text) => text.as_str(),
            LogEvent::Hold => "hold",
            _ => return None,
        };
        Some(text::placed(&name_at(game, entry.seat?), what))
    });
    words.collect::<Vec<_>>().join(" ")
}

/// The growing board of an open arrangement and who places next.
pub(super) fn placings(game: &Game, head: &str, added: &[LogEntry]) -> Reply {
    let seat = game.position.to_move();
    let (who, ping) = match game.occupant(seat) {
        Occupant::Person(person) if game.people().count() > 1 => {
            (mention(person), vec![person.id.clone()])
        }
        _ => (name_at(game, seat), Vec::new()),
    };
    let form = game.position.arranging().map_or("", Arrangement::placing_form);
    let next = text::place_next(&who, &play::example(game), form);
    let parts = [head.to_owned(), placed_words(game, added), next];
    let words: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    let words = words.join("\n");
    Reply {
        picture: Some(picture(game, game.facing(), Highlight::Plies(0), first_line(&words))),
        actions: actions(game),
        ..public(game, words, ping)
    }
}
