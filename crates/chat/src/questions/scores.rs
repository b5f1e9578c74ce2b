//! Scores of finished games: `score` between two people, `profile` of one.

use games::{GameKind, SeatSet};
use table::Person;

use super::ratings::rating_lines;
use crate::{
    handling::{
        context::Context,
        step::{Handled, InternalError},
    },
    naming::people::find_person,
    parse::plain_text::shown,
    play::results::{Fared, fared, result_for},
    text::{self, Tally},
    world::game_summary::{GameSummary, GamesListed},
};

/// `score @ann`
pub(crate) fn score(ctx: Context<'_>, word: &str) -> Handled {
    let other = find_person(ctx, word)?;
    if other.id == *ctx.author() {
        return ctx.say_to_author(text::score_of_oneself(ctx.prefix));
    }
    let mut together =
        ctx.world.game_summaries(GamesListed::FinishedOf(ctx.author()), &other.id)?;
    together.retain(|game| !game.others.is_empty());
    drop_untold(ctx, &mut together);
    let name = shown(&other.name);
    let lines = match together.first() {
        None => vec![text::no_games_together(&name, ctx.prefix)],
        Some(last) => {
            let mut lines = vec![text::score(&name, &tally(&together, the_other))];
            if let kinds @ [_, _, ..] = &*by_kind(&together, the_other) {
                lines.extend(kinds.iter().map(|(kind, all)| text::score_in(kind.title(), all)));
            }
            lines.extend(last_game(ctx, last)?);
            lines
        }
    };
    ctx.say_to_author(lines.join("\n"))
}

/// The last game of the author with somebody, in a line.
fn last_game(ctx: Context<'_>, last: &GameSummary) -> Result<Option<String>, InternalError> {
    let Some((game_list_row, outcome)) = ctx.world.game_list_row(last.no)?.zip(last.outcome())
    else {
        return Ok(None);
    };
    let result = result_for(&game_list_row, outcome, Some(last.seats));
    let head = format!("Last: {} {}", last.no, last.kind.title());
    Ok(Some(text::finished_game(&head, &result, last.moved, last.no, ctx.prefix)))
}

/// `profile`: of the author, or of somebody else as far as the author may see their games from here.
pub(crate) fn profile(ctx: Context<'_>, word: Option<&str>) -> Handled {
    let person = match word {
        Some(word) => find_person(ctx, word)?,
        None => ctx.msg.author.clone(),
    };
    let mut finished =
        ctx.world.game_summaries(GamesListed::FinishedOf(&person.id), ctx.author())?;
    let mut running = ctx.world.game_summaries(GamesListed::OpenOf(&person.id), ctx.author())?;
    running.retain(GameSummary::is_running);
    drop_untold(ctx, &mut finished);
    drop_untold(ctx, &mut running);
    let Person { id, name } = &person;
    let name = if id == ctx.author() { None } else { Some(shown(name)) };
    let name = name.as_deref();
    let since = finished.iter().chain(&running).map(|game| game.created).min();
    // From a private chat only those games of others can be seen in which the author plays too.
    let elsewhere = name.filter(|_| ctx.is_private());
    let mut lines = vec![match (since, elsewhere) {
        (Some(since), _) => text::profile(name, &tally(&finished, anybody), running.len(), since),
        (None, Some(name)) => text::profile_elsewhere(name),
        (None, None) => text::empty_profile(name, ctx.prefix),
    }];
    let kinds = by_kind(&finished, anybody);
    lines.extend(kinds.iter().map(|(kind, all)| text::profile_in(kind.title(), all)));
    lines.extend(elsewhere.filter(|_| since.is_some()).map(text::profile_of_shared_games));
    let ratings = rating_lines(ctx, id, None)?;
    if !ratings.is_empty() {
        lines.push(text::ratings_of(name, &ratings));
    }
    let words = lines.join("\n");
    if name.is_none() { ctx.say_of_own_games(words) } else { ctx.say_to_author(words) }
}

/// Takes out of a list what may not be told here.
fn drop_untold(ctx: Context<'_>, games: &mut Vec<GameSummary>) {
    games.retain(|game| ctx.may_tell_of(&game.place, game.server.as_ref()));
}

/// With whom a person is compared in a game: everybody else.
pub(crate) fn anybody(_: &GameSummary) -> SeatSet {
    SeatSet::default()
}

/// The seats of the other person.
pub(crate) const fn the_other(game: &GameSummary) -> SeatSet {
    game.others
}

/// Returns what these games come to for the person whose they are, against these seats in each.
pub(crate) fn tally<'g>(
    games: impl IntoIterator<Item = &'g GameSummary>,
    against: fn(&GameSummary) -> SeatSet,
) -> Tally {
    let mut all = Tally::default();
    for game in games {
        let Some(outcome) = game.outcome() else { continue };
        all.games += 1;
        match fared(outcome, game.seats, against(game)) {
            Fared::Won => all.won += 1,
            Fared::Lost => all.lost += 1,
            Fared::Drawn => all.drawn += 1,
            Fared::OthersWon => all.others_won += 1,
            Fared::NoResult => all.without_result += 1,
        }
    }
    all
}

/// The same for each kind of game that was played.
pub(crate) fn by_kind(
    games: &[GameSummary],
    against: fn(&GameSummary) -> SeatSet,
) -> Vec<(GameKind, Tally)> {
    let each = GameKind::ALL
        .map(|kind| (kind, tally(games.iter().filter(|game| game.kind == kind), against)));
    each.into_iter().filter(|(_, all)| all.games > 0).collect()
}
