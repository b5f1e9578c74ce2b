//! Lists of games: `games`.

use table::{GameNo, Millis, PersonId, Stage};

use crate::{
    actions::action::Action,
    handling::{
        candidates::n_standing,
        context::Context,
        step::{Handled, InternalError, Step},
    },
    message::{Reply, placeholder::Placeholder},
    naming::{
        names::{listed, occupant_name, one_of_many},
        people::find_person,
    },
    parse::{command::GameFilter, plain_text::echo},
    play::results::result_for,
    text,
    time::{time_left::turn_ends, vacation::who_is_away},
    world::{
        game_list_row::{GameListRow, sits},
        game_summary::{GameSummary, GamesListed},
        scopes,
    },
};

/// How many games a page of a list shows.
const PER_PAGE: usize = 10;

/// A page of a list: which one of how many, and the games on it.
struct Page<'g> {
    number: usize,
    of: usize,
    games: &'g [GameSummary],
}

/// `games`
pub(crate) fn games(ctx: Context<'_>, filter: &GameFilter, page: u32) -> Handled {
    let me = ctx.author().clone();
    let whose = match filter {
        GameFilter::Of(word) => find_person(ctx, word)?.id,
        GameFilter::Mine | GameFilter::Done | GameFilter::Here | GameFilter::Open => me,
    };
    let which = match filter {
        GameFilter::Mine | GameFilter::Of(_) => GamesListed::OpenOf(&whose),
        GameFilter::Done => GamesListed::FinishedOf(&whose),
        GameFilter::Here | GameFilter::Open => GamesListed::OpenAt(&ctx.msg.place),
    };
    let mut list = ctx.world.game_summaries(which, ctx.author())?;
    if *filter == GameFilter::Open {
        list.retain(|game| matches!(game.stage, Stage::Offered(_)));
    }
    list.retain(|game| ctx.may_tell_of(&game.place, game.server.as_ref()));
    let is_own = matches!(filter, GameFilter::Mine | GameFilter::Done);
    let say = |words| if is_own { ctx.say_of_own_games(words) } else { ctx.say_to_author(words) };
    if list.is_empty() {
        return say(nothing_found(ctx, filter));
    }
    // Finished ones come in the order of their ends.
    if *filter != GameFilter::Done {
        sort(ctx, &mut list)?;
    }
    let (lines, actions) = game_list(ctx, filter, &whose, &list, page)?;
    Ok(match say(lines.join("\n"))? {
        Step::Say(replies) => {
            let with_buttons = |reply| Reply { actions: actions.clone(), ..reply };
            Step::Say(replies.into_iter().map(with_buttons).collect())
        }
        step => step,
    })
}

/// The first of the games that wait for the author, in the order in which `games` lists them.
pub(super) fn most_urgent(ctx: Context<'_>) -> Result<Option<GameNo>, InternalError> {
    let mut list = ctx.world.game_summaries(GamesListed::OpenOf(ctx.author()), ctx.author())?;
    list.retain(|game| game.waits() && ctx.may_tell_of(&game.place, game.server.as_ref()));
    sort(ctx, &mut list)?;
    Ok(list.first().map(|game| game.no))
}

/// Puts the most urgent first.
fn sort(ctx: Context<'_>, list: &mut Vec<GameSummary>) -> Result<(), InternalError> {
    let mut keyed = Vec::with_capacity(list.len());
    for game in list.drain(..) {
        // Nobody has so many running games that their clocks could not be looked at.
        let ends = if game.waits() { time_ends(ctx, &game)?.flatten() } else { None };
        keyed.push((game.urgency(ends), game));
    }
    keyed.sort_by_key(|(urgency, _)| *urgency);
    list.extend(keyed.into_iter().map(|(_, game)| game));
    Ok(())
}

/// Returns when the time of whoever is to move in a game with clocks is over: that of the person whose game it
/// is, if it is their turn; `Some(None)` while the clock stands, `None` without clocks.
fn time_ends(
    ctx: Context<'_>,
    game: &GameSummary,
) -> Result<Option<Option<Millis>>, InternalError> {
    if !game.is_timed || !game.is_running() {
        return Ok(None);
    }
    let Some(full) = ctx.world.game(game.no)? else { return Ok(None) };
    let is_meant = |seat| !game.waits() || game.seats.contains(seat);
    turn_ends(ctx.world, &full, is_meant).map(Some)
}

/// The answer if there are no games of the kind that was asked for.
fn nothing_found(ctx: Context<'_>, filter: &GameFilter) -> String {
    let prefix = ctx.prefix;
    match filter {
        GameFilter::Mine => text::no_games(prefix),
        GameFilter::Done => text::empty_list("finished games of yours", prefix),
        GameFilter::Here => text::empty_list("games here", prefix),
        GameFilter::Open => text::empty_list("open offers here", prefix),
        GameFilter::Of(name) => {
            // From a private chat those of others cannot be seen.
            let seen = if ctx.is_private() { " in which you play too" } else { "" };
            text::empty_list(&format!("running games of {}{seen}", echo(name)), prefix)
        }
    }
}

/// The words behind `games` that ask for this list.
fn words_for(filter: &GameFilter) -> String {
    match filter {
        GameFilter::Mine => String::new(),
        GameFilter::Done => " done".to_owned(),
        GameFilter::Here => " here".to_owned(),
        GameFilter::Open => " open".to_owned(),
        GameFilter::Of(name) if name.starts_with("<@") => format!(" {name}"),
        GameFilter::Of(name) => format!(" @{}", echo(name)),
    }
}

/// The page with this number; the last one, if there are not so many.
fn page_of(list: &[GameSummary], number: u32) -> Page<'_> {
    let of = list.len().div_ceil(PER_PAGE).max(1);
    let number = usize::try_from(number).unwrap_or(usize::MAX).clamp(1, of);
    let games = list.chunks(PER_PAGE).nth(number - 1).unwrap_or_default();
    Page { number, of, games }
}

/// A page of a list, one line and one button for each game; above the author's own ones stands how many wait, below
/// a list of several pages how to see the others.
fn game_list(
    ctx: Context<'_>,
    filter: &GameFilter,
    whose: &PersonId,
    list: &[GameSummary],
    page: u32,
) -> Result<(Vec<String>, Vec<Action>), InternalError> {
    let (mut lines, mut actions) = (Vec::new(), Vec::new());
    let waiting = list.iter().filter(|game| game.waits()).count();
    if whose == ctx.author() && waiting > 0 {
        lines.push(text::games_waiting(waiting, list.len() - waiting));
    }
    let page = page_of(list, page);
    for game in page.games {
        // It was there a moment ago; what cannot be read any more is in the program's log.
        if let Some(game_list_row) = ctx.world.game_list_row(game.no)? {
            let link = board_link(ctx, &game_list_row)?;
            let time = time_ends(ctx, game)?.map(text::time_ends).unwrap_or_default();
            let away = away_words(ctx, &game_list_row)?;
            lines.push(game_line(ctx, whose, game, &game_list_row, &time) + &away + &link);
            actions.push(action(ctx, &game_list_row));
        }
    }
    if page.of > 1 {
        let next = if page.number < page.of { page.number + 1 } else { 1 };
        let line = format!("{}games{} {next}", ctx.prefix, words_for(filter));
        lines.push(text::page_of_list(page.number, page.of, list.len(), &line));
    }
    Action::tell_apart(&mut actions);
    Ok((lines, actions))
}

/// Returns what the author is likeliest to do next about a game of a list, which is not replayed for it.
fn action(ctx: Context<'_>, game: &GameListRow) -> Action {
    let words = match game.stage {
        Stage::Offered(_) if game.asks(ctx.author()) => "accept",
        Stage::Offered(_) | Stage::Running => "board",
        Stage::Over(_) => "record",
    };
    let line = format!("{words} {}", game.no);
    Action { game: Some(game.no), ..Action::command(words).with_line(line) }
}

/// Says which of the others in a running game are on vacation; empty if nobody is.
fn away_words(ctx: Context<'_>, game: &GameListRow) -> Result<String, InternalError> {
    if !game.is_running() {
        return Ok(String::new());
    }
    let rules = scopes::of_server(game.server.as_ref());
    let away = who_is_away(ctx.world, &game.seats, Some(ctx.author()), &rules, ctx.world.now())?;
    Ok(away.into_iter().map(|sentence| format!(" {sentence}")).collect())
}

/// The link to the newest board of a game that has started; empty if there is none.
fn board_link(ctx: Context<'_>, game: &GameListRow) -> Result<String, InternalError> {
    if !game.was_played() {
        return Ok(String::new());
    }
    let message = ctx.world.newest_board(game.no, &game.place)?;
    let (game, place, server) = (game.no, game.place.clone(), game.server.clone());
    let link = |message| Placeholder::Message { game, place, message, server }.tag();
    Ok(message.map(link).unwrap_or_default())
}

/// A line of the list: the game, where it stands, and what the author can do about it.
fn game_line(
    ctx: Context<'_>,
    whose: &PersonId,
    glance: &GameSummary,
    game: &GameListRow,
    time: &str,
) -> String {
    let age = text::span(ctx.world.now() - game.moved);
    let mut head = format!("{} {} with {}", game.no, game.kind.title(), others(game, whose));
    if game.is_running() {
        head += &text::after_move(n_standing(ctx, game));
    }
    match game.stage {
        Stage::Offered(_) => format!("{head}: {}", offer_words(ctx, game, &age)),
        Stage::Over(outcome) => {
            let me = (whose == ctx.author()).then_some(glance.seats);
            let result = result_for(game, outcome, me);
            text::finished_game(&head, &result, game.moved, game.no, ctx.prefix)
        }
        Stage::Running if game.waits_for(ctx.author()) => {
            format!("**{head}**: your move, {age} old{time}.")
        }
        Stage::Running => {
            let mover = game.to_move.and_then(|seat| game.seats.get(seat.index()));
            match mover.map(|one| occupant_name(&game.seats, one)) {
                Some(name) => format!("{head}: {name} to move, {age} old{time}."),
                None => format!("{head}: men are being arranged, {age} old{time}."),
            }
        }
    }
}

/// The names of all in a game but this person.
pub(crate) fn others(game: &GameListRow, whose: &PersonId) -> String {
    let name = if game.seats.len() > 2 { one_of_many } else { occupant_name };
    let others = game.seats.iter().filter(|occupant| !sits(occupant, whose));
    listed(&others.map(|one| name(&game.seats, one)).collect::<Vec<_>>())
}

/// Returns what an offer is to the author.
fn offer_words(ctx: Context<'_>, game: &GameListRow, age: &str) -> String {
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
