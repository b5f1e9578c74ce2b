//! Arranging men unseen, in private: `setup`.

use dice::army_salt;
use games::{Arrangement, ArrangementChoice, Seat};
use table::{Game, GameNo, LogEntry};

use super::{
    begin::{begun, seal_words, still_arranging},
    stray::arranges_something,
    which_game::{game_to_arrange, open_game},
};
use crate::{
    actions::{example_move, pick::pick_set_up},
    handling::{
        changes::change_of,
        context::Context,
        step::{Early, Handled, Step},
    },
    message::{Addressing, Audience, Reply},
    naming::names::channel_name,
    pictures::{first_line, own_picture},
    play::announcements::public,
    text,
    time::{
        deadlines::{check_in_time, credit},
        notices::ask_as_wished,
    },
};

/// `setup …`
pub(crate) fn setup(ctx: Context<'_>, no: Option<GameNo>, typed: &str) -> Handled {
    if ctx.is_private() {
        return arrange(ctx, no, typed);
    }
    if !ctx.is_unseen() {
        return in_public(ctx, no, typed);
    }
    match arrange(ctx, no, typed) {
        Ok(step) => Ok(alone(ctx, step)),
        Err(Early::Answered(step)) => Err(Early::Answered(alone(ctx, step))),
        failed @ Err(_) => failed,
    }
}

/// Ends with why not, unless the author has a set-up to arrange in this game.
pub(crate) fn check_set_up(ctx: Context<'_>, no: Option<GameNo>) -> Handled<()> {
    game_to_arrange(ctx, no, "").map(|_| ())
}

/// The same with every answer to the message for its author alone.
fn alone(ctx: Context<'_>, mut step: Step) -> Step {
    let replies = match &mut step {
        Step::Say(replies) => replies,
        Step::Change(change) => &mut change.replies,
        Step::Silent
        | Step::AskBot(..)
        | Step::AskWhoLeft(_)
        | Step::Verify(_)
        | Step::Pair(..) => return step,
    };
    for reply in replies.iter_mut().filter(|reply| reply.reply_to.is_some()) {
        reply.audience = Audience::Only(ctx.author().clone());
    }
    step
}

/// Returns what the author types about their set-up, where nobody else reads the answer.
fn arrange(ctx: Context<'_>, no: Option<GameNo>, typed: &str) -> Handled {
    let (game, seat) = game_to_arrange(ctx, no, typed)?;
    let Some(arrangement) = game.position().arranging() else {
        return ctx.say_about(game.no(), text::men_stand_already(game.no(), ctx.prefix));
    };
    match typed.to_lowercase().as_str() {
        "" | "show" => show(ctx, &game, arrangement, seat),
        "done" | "ready" | "ok" => done(ctx, &game, Vec::new(), seat),
        lower
            if let Some(from) = lower.strip_prefix("move ")
                && let Some(man) = man_on(arrangement, seat, from)
                && let Some(pick) = pick_set_up(&game, arrangement, seat, Some(from)) =>
        {
            let words = draft_words(&game, arrangement, seat);
            let alt = format!("{} Chosen: {}.", first_line(&words), man.label);
            let picture = own_picture(ctx.world, &game, seat, &alt, Some(man.at));
            Ok(Step::Say(vec![Reply {
                pick: Some(pick),
                attachments: picture.into_iter().collect(),
                game: Some(game.no()),
                ..ctx.reply(words)
            }]))
        }
        // `default and done` stands on a button, and is typed as it stands there.
        lower => match lower
            .strip_suffix(" done")
            .map(before_and)
            .and_then(|army| typed.get(..army.len()))
        {
            Some(army) => edit_and_finish(ctx, &game, arrangement, seat, army),
            None => edit(ctx, &game, arrangement, seat, typed),
        },
    }
}

/// The man on a square of a seat's draft, as a choice.
fn man_on(arrangement: &dyn Arrangement, seat: Seat, square: &str) -> Option<ArrangementChoice> {
    let names_it = format!("move {square}");
    arrangement.choices(seat, None).into_iter().find(|choice| choice.change == names_it)
}

/// The words before an `and` at the end, or all of them if there is none.
fn before_and(words: &str) -> &str {
    words.strip_suffix(" and").unwrap_or(words)
}

/// Refuses a set-up that was typed in a public place, without repeating it.
fn in_public(ctx: Context<'_>, no: Option<GameNo>, typed: &str) -> Handled {
    if let Some(game) = open_game(ctx, no)? {
        return ctx.say_about(game.no(), text::arranged_openly(game.no(), &example_move(&game)));
    }
    let harmless = matches!(typed.to_lowercase().as_str(), "" | "show" | "done");
    if !harmless && !arranges_something(typed) {
        // `setup takes ages` is talk.
        return ctx.say_if_addressed(|| text::set_up_in_public(false));
    }
    let others_read = ctx.msg.addressing == Addressing::Channel;
    ctx.say(text::set_up_in_public(!harmless && others_read))
}

/// Answers `setup show` with the draft, or says that it is final.
fn show(ctx: Context<'_>, game: &Game, arrangement: &dyn Arrangement, seat: Seat) -> Handled {
    let words = if arrangement.is_done(seat) {
        text::set_up_final(game.no(), &still_arranging(game, arrangement))
    } else {
        draft_words(game, arrangement, seat)
    };
    say_with_draft(ctx, game, seat, words)
}

/// Changes the draft as `setup TEXT` says.
fn edit(
    ctx: Context<'_>,
    game: &Game,
    arrangement: &dyn Arrangement,
    seat: Seat,
    typed: &str,
) -> Handled {
    let (game, added) = drafted(ctx, game, arrangement, seat, typed)?;
    let mut change = change_of(*ctx, game, added);
    let game = &change.game;
    if let Some(arrangement) = game.position().arranging() {
        let words = draft_words(game, arrangement, seat);
        change.replies.push(reply_with_draft(ctx, game, seat, words));
    }
    Ok(change.into())
}

/// Changes the draft as `setup TEXT done` says, and makes it final if it is in order.
fn edit_and_finish(
    ctx: Context<'_>,
    game: &Game,
    arrangement: &dyn Arrangement,
    seat: Seat,
    typed: &str,
) -> Handled {
    check_in_time(ctx, game)?;
    let (changed, added) = drafted(ctx, game, arrangement, seat, typed)?;
    let in_order =
        changed.position().arranging().is_some_and(|changed| changed.faults(seat).is_empty());
    if in_order {
        done(ctx, &changed, added, seat)
    } else {
        edit(ctx, game, arrangement, seat, typed)
    }
}

/// The game with the draft changed as the typed text says, and its new log entries.
fn drafted(
    ctx: Context<'_>,
    game: &Game,
    arrangement: &dyn Arrangement,
    seat: Seat,
    typed: &str,
) -> Handled<(Game, Vec<LogEntry>)> {
    let mut below = |n: usize| {
        let n = u32::try_from(n.max(1)).unwrap_or(u32::MAX);
        ctx.world.random_below(n) as usize
    };
    let draft = arrangement.changed(seat, typed, &mut below).map_err(|why| {
        let reply = reply_with_draft(ctx, game, seat, text::not_changed(&why));
        Early::Answered(Step::Say(vec![reply]))
    })?;
    let mut game = game.clone();
    let added = game.draft(seat, draft, ctx.world.now())?;
    Ok((game, added))
}

/// Answers `setup done`: the army becomes final and is sealed, and the game starts if it was the
/// last one. `added` are new log entries before that.
fn done(ctx: Context<'_>, game: &Game, mut added: Vec<LogEntry>, seat: Seat) -> Handled {
    let Some(arrangement) = game.position().arranging() else {
        return ctx.say_about(game.no(), text::men_stand_already(game.no(), ctx.prefix));
    };
    check_in_time(ctx, game)?;
    let faults = arrangement.faults(seat);
    if !faults.is_empty() {
        return say_with_draft(ctx, game, seat, text::draft_has_faults(&faults));
    }
    let salt = army_salt(&ctx.world.fresh_secret()?);
    let army = arrangement.draft(seat);
    let mut game = game.clone();
    added.extend(credit(ctx.world, &mut game, seat, ctx.stamp().at)?);
    added.extend(game.seal_army(seat, army, salt, ctx.stamp())?);
    let mut change = change_of(*ctx, game, added);
    let game = &change.game;
    let seal = change.added.iter().filter_map(|entry| seal_words(game, entry)).collect::<String>();
    let (mut announced, next) = match game.position().arranging() {
        Some(arrangement) => {
            let still = still_arranging(game, arrangement);
            let reply = public(game, format!("{seal}\n{still}"), Vec::new());
            (reply, still)
        }
        None => {
            let channel = channel_name(game.place());
            (begun(*ctx, game, &seal, true), text::game_begins(channel.as_deref()))
        }
    };
    let elsewhere = *game.place() != ctx.msg.place;
    let to_author =
        elsewhere.then(|| ctx.reply_about(game.no(), text::set_up_final(game.no(), &next)));
    let private = ask_as_wished(ctx.world, game, &mut announced);
    change.replies = to_author.into_iter().chain([announced]).chain(private).collect();
    Ok(change.into())
}

/// The draft in words, with what is wrong with it.
fn draft_words(game: &Game, arrangement: &dyn Arrangement, seat: Seat) -> String {
    let (draft, faults) = (arrangement.draft(seat), arrangement.faults(seat));
    text::draft(game.no(), game.position().seat_name(seat), &draft, &faults)
}

/// An answer in private with the picture of the author's own army; nothing changes.
fn say_with_draft(ctx: Context<'_>, game: &Game, seat: Seat, words: String) -> Handled {
    Ok(Step::Say(vec![reply_with_draft(ctx, game, seat, words)]))
}

/// An answer in private with the picture of the author's own army, and its men to choose from.
fn reply_with_draft(ctx: Context<'_>, game: &Game, seat: Seat, words: String) -> Reply {
    let arrangement = game.position().arranging().filter(|all| !all.is_done(seat));
    Reply {
        pick: arrangement.and_then(|arrangement| pick_set_up(game, arrangement, seat, None)),
        attachments: own_picture(ctx.world, game, seat, first_line(&words), None)
            .into_iter()
            .collect(),
        game: Some(game.no()),
        ..ctx.reply(words)
    }
}
