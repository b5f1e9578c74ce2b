//! Arranging men before the first move: hidden ones in private, open ones in turns.
//!
//! What a seat hides goes from its own draft into its own private chat and nowhere else; all other
//! words and pictures are made of what the table shows to anybody.

mod open;
mod stray;

pub(super) use open::typed;
pub use stray::blotted;
pub(super) use stray::{is_for_my_set_up, is_stray};

use std::sync::Arc;

use super::{
    context::{
        Context, Handled, first_line, listed, mention, name_at, ours, own_picture, picture,
        players, public, seats, title,
    },
    news, offers, text,
    wire::{Addressing, Fallback, Reply},
    world::{InternalError, Step},
};
use crate::{
    dice::{setup_commitment, setup_salt, setup_seed},
    games::{Arranged, Arrangement, GameKind, Seat, arranges},
    table::{Game, GameNo, Highlight, LogEntry, LogEvent, Occupant, Person, Stage},
};

/// Lets the bots of a game arrange what they can, and gives the new entries of the log: a hidden
/// set-up at once, an open one when it is their turn.
pub(super) fn bots(ctx: Context<'_>, game: &mut Game) -> Result<Vec<LogEntry>, InternalError> {
    let mut added = Vec::new();
    while let Some((seat, level)) = next_bot(game) {
        let seed = setup_seed(&game.id(), &game.secret, seat.number());
        let army = ctx
            .world
            .bot_army(game.kind(), &game.options, level, seed)
            .ok_or_else(|| InternalError("the bot knows no set-up".to_owned()))?;
        let what = match game.position.arranging() {
            Some(open) if open.is_open() => match open.toward(&army) {
                Some(Arranged::Place(text)) => LogEvent::Place(text),
                _ => LogEvent::Hold,
            },
            _ => LogEvent::Army(army, setup_salt(&ctx.world.fresh_secret()?)),
        };
        let entry = LogEntry { at: ctx.world.now(), seat: Some(seat), event: what };
        game.add(entry.clone()).map_err(ours)?;
        added.push(entry);
    }
    Ok(added)
}

/// A bot that has to arrange something now, and its level.
fn next_bot(game: &Game) -> Option<(Seat, u8)> {
    let awaited = game.position.arranging()?.busy();
    awaited.iter().find_map(|seat| match game.occupant(seat) {
        Occupant::Bot(level) => Some((seat, *level)),
        _ => None,
    })
}

/// The messages that open a game whose men are arranged first.
pub(super) fn opening(ctx: Context<'_>, game: &Game, added: &[LogEntry]) -> Vec<Reply> {
    let Some(arrangement) = game.position.arranging() else {
        return vec![offers::first_board(game, ctx.prefix_of(&game.place))];
    };
    if arrangement.is_open() {
        let head = text::started(game.no, &title(game), &players(game));
        return vec![open::placings(game, &head, added)];
    }
    let awaited = awaited(game, arrangement);
    let who: Vec<String> = awaited.iter().map(|(_, person)| mention(person)).collect();
    let head = text::arranging_begins(
        game.no,
        &title(game),
        &players(game),
        &listed(&who),
        who.len() == 1,
    );
    let seals = added.iter().filter_map(|entry| sealed(game, entry));
    let words: Vec<String> = std::iter::once(head).chain(seals).collect();
    let ping = awaited.iter().map(|(_, person)| person.id.clone()).collect();
    let mut replies =
        vec![Reply { actions: actions(game), ..public(game, words.join("\n"), ping) }];
    replies.extend(awaited.iter().filter_map(|(seat, person)| asked(game, *seat, person)));
    replies
}

/// The people from whom something is awaited.
fn awaited<'g>(game: &'g Game, arrangement: &dyn Arrangement) -> Vec<(Seat, &'g Person)> {
    let awaits = arrangement.busy();
    game.people().filter(|(seat, _)| awaits.contains(*seat)).collect()
}

/// `ann is done. Seal of the set-up: …`
fn sealed(game: &Game, entry: &LogEntry) -> Option<String> {
    let LogEvent::Army(setup, salt) = &entry.event else { return None };
    Some(text::set_up_sealed(&name_at(game, entry.seat?), &setup_commitment(setup, salt)))
}

/// The private message that asks a person to arrange.
fn asked(game: &Game, seat: Seat, person: &Person) -> Option<Reply> {
    let arrangement = game.position.arranging()?;
    let examples = text::codes(&arrangement.examples(seat));
    let names: Vec<String> =
        arrangement.names().iter().map(|name| format!("setup {name}")).collect();
    let against = super::context::others(game, Some(seat));
    let side = game.position.seat_name(seat);
    let codes = text::codes(&names);
    let words = text::arrange_yours(game.no, &title(game), &against, side, &codes, &examples);
    let fallback = Fallback {
        place: game.place.clone(),
        text: text::private_is_closed(&mention(person), game.no),
    };
    Some(Reply {
        place: person.id.private_place(),
        picture: own_picture(game, seat, first_line(&words)),
        actions: private_actions(game),
        fallback: Some(fallback),
        ..public(game, words, Vec::new())
    })
}

/// What could be typed next in private.
fn private_actions(game: &Game) -> Vec<String> {
    let names = game.position.arranging().map_or(&[][..], Arrangement::names);
    let words = ["done", "show"].into_iter().chain(names.iter().copied());
    words.map(|word| format!("setup {word}")).collect()
}

/// What could be typed next where the game is played.
pub(super) fn actions(game: &Game) -> Vec<String> {
    let rules = format!("rules {}", super::context::lesson(game));
    let mut actions = vec!["board".to_owned(), rules, "resign".to_owned()];
    actions.extend(game.position.moves());
    actions
}

/// `setup …`
pub(super) fn setup(ctx: Context<'_>, no: Option<GameNo>, typed: &str) -> Handled {
    if ctx.msg.addressing != Addressing::Private {
        return in_public(ctx, no, typed);
    }
    let (game, seat) = match mine(ctx, no, typed)? {
        Ok(found) => found,
        Err(step) => return Ok(step),
    };
    let Some(arrangement) = game.position.arranging() else {
        return ctx.say(text::men_stand_already(game.no, ctx.p));
    };
    match typed.to_lowercase().as_str() {
        "" | "show" => {
            let words = if arrangement.is_done(seat) {
                let still = text::still_arranging(&still(&game, arrangement));
                text::set_up_final(game.no, &still)
            } else {
                draft_words(&game, arrangement, seat)
            };
            Ok(Step::Say(vec![own_reply(ctx, &game, seat, words)]))
        }
        "done" | "ready" | "ok" => done(ctx, &game, seat),
        _ => {
            let mut below = |n: usize| {
                let n = u32::try_from(n.max(1)).unwrap_or(u32::MAX);
                ctx.world.lot(n) as usize
            };
            match arrangement.changed(seat, typed, &mut below) {
                Ok(draft) => {
                    let game = Game::clone(&game);
                    let mut change = ctx.change(game, Some(seat), LogEvent::Draft(draft))?;
                    let game = &change.game;
                    if let Some(arrangement) = game.position.arranging() {
                        let words = draft_words(game, arrangement, seat);
                        change.replies.push(own_reply(ctx, game, seat, words));
                    }
                    Ok(Step::Change(Box::new(change)))
                }
                Err(why) => {
                    let words = text::not_changed(&why);
                    Ok(Step::Say(vec![own_reply(ctx, &game, seat, words)]))
                }
            }
        }
    }
}

/// The draft and what is wrong with it.
fn draft_words(game: &Game, arrangement: &dyn Arrangement, seat: Seat) -> String {
    let (draft, faults) = (arrangement.draft(seat), arrangement.faults(seat));
    text::draft(game.no, game.position.seat_name(seat), &draft, &faults)
}

/// An answer in private with the writer's own half.
fn own_reply(ctx: Context<'_>, game: &Game, seat: Seat, words: String) -> Reply {
    Reply {
        picture: own_picture(game, seat, first_line(&words)),
        actions: private_actions(game),
        game: Some(game.no),
        ..ctx.reply(words)
    }
}

/// `setup done`: final, sealed, and the start where it was the last one.
fn done(ctx: Context<'_>, game: &Game, seat: Seat) -> Handled {
    let Some(arrangement) = game.position.arranging() else {
        return ctx.say(text::men_stand_already(game.no, ctx.p));
    };
    let faults = arrangement.faults(seat);
    if !faults.is_empty() {
        let words = text::draft_has_faults(&faults);
        return Ok(Step::Say(vec![own_reply(ctx, game, seat, words)]));
    }
    let salt = setup_salt(&ctx.world.fresh_secret()?);
    let what = LogEvent::Army(arrangement.draft(seat), salt);
    let mut change = ctx.change(game.clone(), Some(seat), what)?;
    ctx.msg.salt.clone_into(&mut change.game.last_salt);
    let game = &change.game;
    let seal = change.added.iter().filter_map(|entry| sealed(game, entry)).collect::<String>();
    let elsewhere = game.place != ctx.msg.place;
    let told = match game.position.arranging() {
        Some(arrangement) => {
            let who = still(game, arrangement);
            let words = format!("{seal}\n{}", text::still_arranging(&who));
            Reply { actions: actions(game), ..public(game, words, Vec::new()) }
        }
        None => begun(ctx, game, &seal, true),
    };
    let next = match game.position.arranging() {
        Some(arrangement) => text::still_arranging(&still(game, arrangement)),
        None => "The game begins.".to_owned(),
    };
    let mine = elsewhere.then(|| {
        let words = text::set_up_final(game.no, &next);
        ctx.reply(words)
    });
    change.replies = mine.into_iter().chain([told]).collect();
    Ok(Step::Change(Box::new(change)))
}

/// The names of those who are not done.
fn still(game: &Game, arrangement: &dyn Arrangement) -> String {
    let awaits = arrangement.busy();
    let names: Vec<String> =
        seats(game).filter(|seat| awaits.contains(*seat)).map(|seat| name_at(game, seat)).collect();
    listed(&names)
}

/// The first board, once all men stand; `before` says what led to it.
fn begun(ctx: Context<'_>, game: &Game, before: &str, hidden: bool) -> Reply {
    let p = ctx.prefix_of(&game.place);
    let stand = text::men_stand(game.no, hidden, p);
    let (turn, ping) = news::turn(game);
    let example = super::play::example(game);
    let how = match game.occupant(game.position.to_move()) {
        Occupant::Person(_) => format!("{turn} A move is from and to: `{p}{example}`."),
        _ => turn,
    };
    let words = format!("{before}\n{stand} {how}");
    let picture = picture(game, game.facing(), Highlight::Plies(0), stand.as_str());
    let ping = ping.into_iter().filter(|who| who != ctx.me()).collect();
    Reply { picture: Some(picture), actions: news::actions(game), ..public(game, words, ping) }
}

/// A set-up in a public place: refused, and not repeated.
fn in_public(ctx: Context<'_>, no: Option<GameNo>, typed: &str) -> Handled {
    if let Some(game) = open_game(ctx, no)? {
        return ctx.say(text::arranged_openly(game.no, &super::play::example(&game)));
    }
    let harmless = matches!(typed.to_lowercase().as_str(), "" | "show" | "done");
    if !harmless && !stray::arranges_something(typed) {
        // `setup takes ages` is talk.
        return ctx.say_if_addressed(|| text::set_up_in_public(false));
    }
    ctx.say(text::set_up_in_public(!harmless && ctx.msg.addressing == Addressing::Channel))
}

/// The writer's game of this place whose men are being arranged openly.
fn open_game(ctx: Context<'_>, no: Option<GameNo>) -> Result<Option<Arc<Game>>, InternalError> {
    for brief in ctx.my_running()? {
        if no.is_some_and(|no| no != brief.no) || !arranges(brief.kind) {
            continue;
        }
        let Ok(game) = ctx.game(brief.no)? else { continue };
        if game.position.arranging().is_some_and(Arrangement::is_open) {
            return Ok(Some(game));
        }
    }
    Ok(None)
}

/// The writer's game that waits for a hidden set-up, and their seat in it.
fn mine(
    ctx: Context<'_>,
    no: Option<GameNo>,
    typed: &str,
) -> Result<Result<(Arc<Game>, Seat), Step>, InternalError> {
    if let Some(no) = no.or(ctx.replied) {
        let game = match ctx.game(no)? {
            Ok(game) => game,
            Err(step) => return Ok(Err(step)),
        };
        return match refusal(ctx, &game, typed) {
            Ok(seat) => Ok(Ok((game, seat))),
            Err(words) => Ok(Err(ctx.say(words)?)),
        };
    }
    let (mut waiting, mut other) = (Vec::new(), None);
    for brief in ctx.world.open_games_of(ctx.me())?.iter().filter(|game| game.is_running()) {
        if !arranges(brief.kind) {
            continue;
        }
        let Ok(game) = ctx.game(brief.no)? else { continue };
        match refusal(ctx, &game, typed) {
            Ok(seat) => waiting.push((game, seat)),
            Err(words) => other = other.or(Some(words)),
        }
    }
    let step = match waiting.as_slice() {
        [one] => return Ok(Ok(one.clone())),
        [] => {
            let kind = GameKind::ALL.into_iter().find(|kind| arranges(*kind));
            let example = kind.map_or("", GameKind::key);
            ctx.say(other.unwrap_or_else(|| text::no_set_up_due(example, ctx.p)))
        }
        several => {
            let line = |(game, seat): &(Arc<Game>, Seat)| {
                let against = super::context::others(game, Some(*seat));
                (format!("{}{} setup {typed}", ctx.p, game.no), format!("(against {against})"))
            };
            let lines: Vec<(String, String)> = several.iter().map(line).collect();
            ctx.say(text::which("Several games wait for your set-up.", &lines))
        }
    };
    Ok(Err(step?))
}

/// The writer's seat in a game that waits for their hidden set-up, or why there is none.
fn refusal(ctx: Context<'_>, game: &Game, typed: &str) -> Result<Seat, String> {
    let Some(seat) = game.seat_of(ctx.me()) else {
        return Err(text::not_your_game(game.no, ctx.p));
    };
    match game.stage {
        Stage::Offered(_) => return Err(text::not_started(game.no, ctx.p)),
        Stage::Over(_) => {
            return Err(text::is_over(game.no, &news::result_words(game), ctx.p));
        }
        Stage::Running => {}
    }
    match game.position.arranging() {
        None if !arranges(game.kind()) => {
            Err(text::no_set_ups_in(game.no, super::context::name_of(game)))
        }
        None => Err(text::men_stand_already(game.no, ctx.p)),
        Some(open) if open.is_open() => {
            Err(text::arranged_openly(game.no, &super::play::example(game)))
        }
        Some(hidden) if hidden.is_done(seat) && !typed.eq_ignore_ascii_case("show") => {
            let others = text::still_arranging(&still(game, hidden));
            Err(text::set_up_was_final(game.no, &others))
        }
        Some(_) => Ok(seat),
    }
}
