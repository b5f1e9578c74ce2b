//! The proposals that wait for the author of a message, and which of them it answers.

use table::{Game, GameNo, Person, PersonId, Proposed};

use crate::{
    actions::action::{Action, Weight},
    handling::{
        cause::Scope,
        changes::announced_in_words,
        context::Context,
        selection::{offers_asking, proposal_or_game, which_game},
        step::{Handled, InternalError, SingleChange},
    },
    naming::names::{listed, mention, person_name},
    text,
    time::notices::ask_as_wished,
    world::game_list_row::GameListRow,
};

/// All that players can propose to each other.
pub(crate) const ALL: [Proposed; 2] = [Proposed::Draw, Proposed::Takeback];

/// The command about what can be proposed.
pub(crate) const fn command(what: Proposed) -> &'static str {
    match what {
        Proposed::Draw => "draw",
        Proposed::Takeback => "takeback",
    }
}

/// The two answers to such a proposal, the one that accepts it first.
pub(crate) fn answers(what: Proposed) -> [Action; 2] {
    let verb = command(what);
    let accept = Action::command(&format!("{verb} accept")).weighing(Weight::Primary);
    [accept, Action::command(&format!("{verb} decline"))]
}

/// The running games in which a proposal waits for the author: those of this place, or if there are
/// none, those of other places.
fn games_with(ctx: Context<'_>, what: Proposed) -> Result<Vec<GameListRow>, InternalError> {
    let mut found = Vec::new();
    for game_list_row in ctx.all_running_games()? {
        if ctx.may_tell_of(&game_list_row.place, game_list_row.server.as_ref())
            && is_proposed_in(ctx, what, game_list_row.no)?
        {
            found.push(game_list_row);
        }
    }
    if found.iter().any(|game| ctx.is_here(game)) {
        found.retain(|game| ctx.is_here(game));
    }
    Ok(found)
}

/// Returns whether such a proposal waits for the author in this game.
fn is_proposed_in(ctx: Context<'_>, what: Proposed, no: GameNo) -> Result<bool, InternalError> {
    let game = ctx.world.game(no)?.filter(|game| game.is_running());
    Ok(game.is_some_and(|game| !game.answers_awaited(what, ctx.author()).is_empty()))
}

/// Returns what the bare `verb` answers, if that is a proposal: one waits in the game that is named or replied
/// to, or no game is named and one waits, but nothing to play. If several things wait for the author, what is
/// of this place comes first; otherwise they are asked, since a draw ends a game.
pub(crate) fn answered(
    ctx: Context<'_>,
    no: Option<GameNo>,
    verb: &str,
) -> Handled<Option<Proposed>> {
    let named = ctx.game_to_act(no);
    let mut waiting: Vec<(Proposed, GameListRow)> = Vec::new();
    for what in ALL {
        let mut games = games_with(ctx, what)?;
        if let Some(no) = named {
            games = ctx.all_running_games()?;
            games.retain(|game| game.no == no);
            if !is_proposed_in(ctx, what, no)? {
                games.clear();
            }
        }
        waiting.extend(games.into_iter().map(|game| (what, game)));
    }
    if waiting.is_empty() {
        return Ok(None);
    }
    let mut offers = if named.is_some() { Vec::new() } else { offers_asking(ctx)? };
    if verb == "decline" {
        // Nobody declines for everyone what is offered to anyone.
        offers.retain(|game| game.seats.iter().any(|seat| seat.is_or_asks(ctx.author())));
    }
    if waiting.iter().map(|(_, game)| game).chain(&offers).any(|game| ctx.is_here(game)) {
        waiting.retain(|(_, game)| ctx.is_here(game));
        offers.retain(|game| ctx.is_here(game));
    }
    let first = waiting.first().map(|(what, _)| *what);
    let is_one_kind = waiting.iter().all(|(what, _)| Some(*what) == first);
    match (is_one_kind, offers.is_empty()) {
        (true, true) => Ok(first),
        (true, false) if waiting.is_empty() => Ok(None),
        _ => Err(proposal_or_game(ctx, &waiting, &offers, verb)),
    }
}

/// The game whose proposal is answered: the one that is named or replied to, otherwise the only one in
/// which one waits for the author. If there is none, this is the only game that could be meant. `again`
/// is the command to repeat with a number if there are several.
pub(crate) fn game_to_answer_in(
    ctx: Context<'_>,
    what: Proposed,
    no: Option<GameNo>,
    again: &str,
) -> Handled<GameNo> {
    if let Some(no) = ctx.game_to_act(no) {
        return Ok(no);
    }
    match games_with(ctx, what)?.as_slice() {
        [one] => Ok(one.no),
        [] => only_game(ctx, what),
        several => {
            let line = |no| format!("{again} {no}");
            Err(which_game(ctx, text::several_proposals(what), several, line))
        }
    }
}

/// The author's only running game, where nothing is proposed in any.
fn only_game(ctx: Context<'_>, what: Proposed) -> Handled<GameNo> {
    let games = if ctx.is_private() { ctx.all_running_games()? } else { ctx.running_games()? };
    match games.as_slice() {
        [] => Err(ctx.refuse(text::no_game(ctx.prefix))),
        [one] => Ok(one.no),
        several => {
            let numbers: Vec<GameNo> = several.iter().map(|game| game.no).collect();
            Err(ctx.refuse(text::nothing_proposed_in_any(what, &numbers, ctx.prefix)))
        }
    }
}

/// The people whose answer to a proposal is awaited, and those of them to ping: those who are not
/// `pinged` anyway.
pub(crate) fn awaited_people(
    game: &Game,
    what: Proposed,
    pinged: &[PersonId],
) -> (String, Vec<PersonId>) {
    let awaits = game.proposal(what).map(|open| open.awaits).unwrap_or_default();
    let people = game.people().filter(|(seat, _)| awaits.contains(*seat));
    called(game, people.map(|(_, person)| person), pinged)
}

/// A change announced in words alone, with each of those whose answer is awaited asked as they wish.
pub(crate) fn asked_in_words(
    scope: Scope<'_>,
    change: SingleChange,
    words: String,
    ping: Vec<PersonId>,
) -> SingleChange {
    let mut change = announced_in_words(scope, change, words, ping);
    if let Some(public) = change.replies.first_mut() {
        let private = ask_as_wished(scope.world, &change.game, public);
        change.replies.extend(private);
    }
    change
}

/// Returns how a sentence refers to people, and which of them it pings: it mentions those who are not `pinged`
/// anyway and names the others.
pub(crate) fn called<'a>(
    game: &Game,
    people: impl Iterator<Item = &'a Person>,
    pinged: &[PersonId],
) -> (String, Vec<PersonId>) {
    let mut people: Vec<&Person> = people.collect();
    people.dedup_by_key(|person| &person.id);
    let is_new = |person: &Person| !pinged.contains(&person.id);
    let name = |person: &&Person| {
        if is_new(person) { mention(person) } else { person_name(game.seats(), person) }
    };
    let names: Vec<String> = people.iter().map(name).collect();
    let new = people.into_iter().filter(|person| is_new(person));
    (listed(&names), new.map(|person| person.id.clone()).collect())
}
