//! `thread`: a thread for a game that is played in a channel.

use table::{GameNo, Key, PlaceKind};

use super::{
    begin::line,
    kept::{is_on_its_way, kept_asked},
    work::{NewThread, ThreadWork},
};
use crate::{
    handling::{
        context::Context,
        selection::game_to_act_in,
        step::{Change, Handled, Step, Write},
    },
    message::Reply,
    places::server_settings::{Threads, threads},
    play::announcements::public,
    text,
};

/// `thread`
pub(crate) fn thread(ctx: Context<'_>, no: Option<GameNo>) -> Handled {
    let (game, _) = game_to_act_in(ctx, no, line)?;
    let (no, place) = (game.no(), game.place());
    let is_gone = ctx.world.settings(place, game.server()).is_gone;
    if game.server().is_none() || place.owner().is_some() || is_gone {
        return ctx.say_about(no, text::no_threads_there(no));
    }
    if let (Some(_), PlaceKind::Channel(key)) = (ctx.world.channel_of(place), place.kind()) {
        return ctx.say_about(no, text::has_thread(no, key));
    }
    if threads(ctx.world, place, game.server())? == Threads::Never {
        return ctx.say_about(no, text::threads_are_off(no, ctx.prefix));
    }
    if is_on_its_way(ctx.world, no)? {
        return ctx.say_about(no, text::thread_on_its_way(no));
    }
    let words = text::thread_asked(no, &ctx.name_in(&game));
    let opens = ThreadWork::Opens(NewThread::of(&game, true));
    let reply = Reply { thread: Some(opens), ..public(&game, words, Vec::new()) };
    let note = ctx.note_elsewhere(&game);
    Ok(Step::Change(Change {
        people: ctx.people(),
        rows: vec![Write::Setting(kept_asked(no, Some(ctx.world.now())))],
        holds: vec![Key::Game(no)],
        replies: std::iter::once(reply).chain(note).collect(),
        ..Change::default()
    }))
}
