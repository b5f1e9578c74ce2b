//! Lists of games: `games`.

use crate::{
    chat::{
        brief::{Brief, sits},
        command::GameFilter,
        context::Context,
        names::{listed, occupant_name, one_of_many},
        people::find_person,
        plain_text::echo,
        step::Handled,
        text,
    },
    table::{PersonId, Stage},
};

/// The most games that a list shows one by one.
const MOST: usize = 12;

/// `games`
pub(in crate::chat) fn games(ctx: Context<'_>, filter: &GameFilter) -> Handled {
    let me = || ctx.author().clone();
    let (whose, mut list) = match filter {
        GameFilter::Mine => (me(), ctx.world.open_games_of(ctx.author())?),
        GameFilter::Done => (me(), ctx.world.finished_games_of(ctx.author())?),
        GameFilter::Here => (me(), ctx.world.open_games_at(&ctx.msg.place)?),
        GameFilter::Open => {
            let mut here = ctx.world.open_games_at(&ctx.msg.place)?;
            here.retain(|game| matches!(game.stage, Stage::Offered(_)));
            (me(), here)
        }
        GameFilter::Of(word) => {
            let person = find_person(ctx, word)?;
            let games = ctx.world.open_games_of(&person.id)?;
            (person.id, games)
        }
    };
    let all = list.len();
    list.retain(|game| may_be_told(ctx, game));
    let untold = all - list.len();
    if all == 0 {
        return ctx.say_to_author(nothing_found(filter, ctx.prefix));
    }
    list.sort_by_key(|game| (!game.waits_for(&whose), !game.is_running(), game.moved));
    let mut lines = if list.is_empty() { Vec::new() } else { vec![game_list(ctx, &whose, &list)] };
    if untold > 0 {
        lines.push(text::games_in_private(untold, ctx.prefix));
    }
    ctx.say_to_author(lines.join("\n"))
}

/// Whether a game may stand in the answer: one of a private chat may not where others read it.
fn may_be_told(ctx: Context<'_>, game: &Brief) -> bool {
    let others_read = ctx.msg.others_present && !ctx.msg.private_answers;
    !others_read || game.place.owner().is_none()
}

/// The answer if there are no games of the kind that was asked for.
fn nothing_found(filter: &GameFilter, prefix: &str) -> String {
    match filter {
        GameFilter::Mine => text::no_games(prefix),
        GameFilter::Done => text::empty_list("finished games of yours", prefix),
        GameFilter::Here => text::empty_list("games here", prefix),
        GameFilter::Open => text::empty_list("open offers here", prefix),
        GameFilter::Of(name) => {
            text::empty_list(&format!("running games of {}", echo(name)), prefix)
        }
    }
}

/// A list of games, most urgent first, one line each; how many wait stands above the author's own.
fn game_list(ctx: Context<'_>, whose: &PersonId, list: &[Brief]) -> String {
    let waiting = list.iter().filter(|game| game.waits_for(whose)).count();
    let mut lines = Vec::new();
    if whose == ctx.author() && waiting > 0 {
        let games = if waiting == 1 { "game waits" } else { "games wait" };
        let rest = list.len() - waiting;
        lines.push(format!("{waiting} {games} for you, {rest} for others."));
    }
    lines.extend(list.iter().take(MOST).map(|game| game_line(ctx, whose, game)));
    if list.len() > MOST {
        lines.push(format!("… and {} more.", list.len() - MOST));
    }
    lines.join("\n")
}

/// A line of the list: the game, where it stands, and what the author can do about it.
fn game_line(ctx: Context<'_>, whose: &PersonId, game: &Brief) -> String {
    let name = if game.seats.len() > 2 { one_of_many } else { occupant_name };
    let others = game.seats.iter().filter(|occupant| !sits(occupant, whose)).map(name);
    let age = text::span(ctx.world.now() - game.moved);
    let others = listed(&others.collect::<Vec<_>>());
    let head = format!("{} {} with {others}", game.no, game.kind.title());
    let (prefix, no) = (ctx.prefix, game.no);
    match game.stage {
        Stage::Offered(_) => format!("{head}: {}", offer_words(ctx, game, &age)),
        Stage::Over(_) => format!("{head}: over, {age} ago. `{prefix}record {no}`"),
        Stage::Running if game.waits_for(ctx.author()) => {
            format!("**{head}**: your move, {age} old.")
        }
        Stage::Running => {
            let mover = game.to_move.and_then(|seat| game.seats.get(seat.index()));
            match mover.map(occupant_name) {
                Some(name) => format!("{head}: {name} to move, {age} old."),
                None => format!("{head}: men are being arranged, {age} old."),
            }
        }
    }
}

/// What an offer is to the author.
fn offer_words(ctx: Context<'_>, game: &Brief, age: &str) -> String {
    let (prefix, no) = (ctx.prefix, game.no);
    if game.is_offer_of(ctx.author()) {
        format!("your offer, open for {age}. `{prefix}withdraw {no}`")
    } else if game.has_seated(ctx.author()) {
        format!("you sit in this offer, open for {age}. `{prefix}leave {no}`")
    } else if game.asks(ctx.author()) {
        format!("an offer. `{prefix}accept {no}`")
    } else {
        "an offer to others.".to_owned()
    }
}
