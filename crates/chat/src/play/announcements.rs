//! Public messages about a game: the plies that were played, the end, whose turn it is.
//!
//! In the whole chat only those are pinged who are awaited (to move, to answer, to arrange their men), the
//! challenger whose offer is declined, and the players at the end.

use dice::seal;
use games::{Actor, Seat};
use table::{Game, Highlight, LogEvent, Occupant, PersonId, PlaceId, ServerId};

use super::results::ending;
use crate::{
    handling::cause::Scope,
    message::Reply,
    naming::{
        names::{count_bots, is_bot, mention, name_at, person_name, players},
        titles::title,
    },
    pictures::{first_line, picture},
    text,
    time::idle_days::warning_ahead,
    world::{World, game_list_row::GameListRow},
};

/// The greatest number of plies that one message tells in full, in words and in its picture; of
/// earlier ones it gives only the number.
const MOST_PLIES: u32 = 8;

/// A message in the place where a game is played, without a picture.
pub(crate) fn public(game: &Game, words: String, ping: Vec<PersonId>) -> Reply {
    Reply { ping, game: Some(game.no()), ..Reply::new(game.place().clone(), words) }
}

/// The message about all plies that have not been announced yet, then `also`, something else that
/// happened, then the end if it came, or whose turn it is; with the picture.
pub(crate) fn announcement(scope: Scope<'_>, game: &Game, also: String) -> Reply {
    let prefix = &*scope.prefix_of(game);
    let n_new = game.position().n_standing_behind(game.announced());
    // The part that says what happened begins the alt text.
    let mut happened = join_lines([plies_words(game), also]);
    let mut words = happened.clone();
    if opens_with_bot(game) {
        words = format!("{}\n{words}", opened_by_bot(scope, game, prefix));
    } else if n_new > 0 && is_one_of_several(scope.world, game) {
        words = text::in_game(game.no(), &words);
    }
    let mut ping = Vec::new();
    if let Some(outcome) = game.outcome() {
        let ending = ending(scope, game, outcome);
        happened = join_lines([happened, first_line(&ending).to_owned()]);
        words = join_lines([words, ending]);
        ping.extend(game.people().map(|(_, person)| person.id.clone()));
        ping.dedup();
    } else {
        let (turn, pinged) = turn(game);
        ping.extend(pinged);
        words = format!("{words} {turn}");
    }
    let shown = Highlight::Plies(n_new.min(MOST_PLIES));
    // In one line, since an alt text begins with the first two: it tells every ply and the end.
    let happened = happened.replace('\n', " ");
    Reply {
        attachments: vec![picture(scope.world, game, game.facing(), shown, &happened)],
        ..public(game, words, ping)
    }
}

/// Returns `true` if somebody who plays in a game plays in another one where that is told of, so that a line has to
/// say which one it is about.
fn is_one_of_several(world: &dyn World, game: &Game) -> bool {
    let shown_at = |place: &PlaceId, server: Option<&ServerId>, who: &PersonId| {
        let is_gone = world.settings(place, server).is_gone;
        if is_gone { who.private_place() } else { place.clone() }
    };
    game.people().any(|(_, person)| {
        let who = &person.id;
        let here = shown_at(game.place(), game.server(), who);
        let is_other = |other: &GameListRow| {
            other.no != game.no()
                && other.is_running()
                && other.has(who)
                && shown_at(&other.place, other.server.as_ref(), who) == here
        };
        world.open_games_of(who).is_ok_and(|all| all.iter().any(is_other))
    })
}

/// Returns whose turn it is, in words, and whom that pings: nobody in a game against the bot, where the answer
/// comes at once.
pub(crate) fn turn(game: &Game) -> (String, Option<PersonId>) {
    let seat = game.position().to_move();
    match game.occupant(seat) {
        Occupant::Person(person) if several_people(game) => {
            (text::your_turn(&mention(person)), Some(person.id.clone()))
        }
        Occupant::Person(person) => (text::your_turn(&person_name(game.seats(), person)), None),
        Occupant::Bot(_) if count_bots(game) == 1 => (text::thinking(), None),
        Occupant::Bot(_) => (text::is_thinking(&name_at(game, seat)), None),
        Occupant::Asked(_) | Occupant::Open => (String::new(), None),
    }
}

/// Returns who is to move, as a sentence about them begins, and whom that pings: a person, if others play too.
pub(crate) fn next_player(game: &Game) -> (String, Vec<PersonId>) {
    let seat = game.position().to_move();
    match game.occupant(seat) {
        Occupant::Person(person) if game.people().count() > 1 => {
            (mention(person), vec![person.id.clone()])
        }
        _ => (name_at(game, seat), Vec::new()),
    }
}

/// Returns `true` if more than one person plays: then a turn is worth a ping.
fn several_people(game: &Game) -> bool {
    let mut people = game.people().map(|(_, person)| &person.id);
    let first = people.next();
    people.any(|other| Some(other) != first)
}

/// The plies that no message has announced yet: each on its own line, but all on one line if there
/// are more than two players.
fn plies_words(game: &Game) -> String {
    let position = game.position();
    let n_new = position.n_standing_behind(game.announced());
    let told = n_new.min(MOST_PLIES);
    let mut parts: Vec<String> = Vec::new();
    if n_new > told {
        parts.push(text::plies_before(n_new - told));
    }
    let last = position.standing().iter().rev().take(told as usize).rev();
    parts.extend(last.map(|ply| ply_words(game, *ply)));
    parts.join(if game.position().n_seats() > 2 { " " } else { "\n" })
}

/// A ply in words. The only bot of a game speaks of itself as `I`.
fn ply_words(game: &Game, ply: u32) -> String {
    let name = match mover(game, ply) {
        Some(seat) if count_bots(game) == 1 && is_bot(game, seat) => {
            return game.position().ply_words(ply, Actor::Me);
        }
        Some(seat) => name_at(game, seat),
        None => "someone".to_owned(),
    };
    game.position().ply_words(ply, Actor::Named(&name))
}

/// Returns who played a ply.
fn mover(game: &Game, ply: u32) -> Option<Seat> {
    game.log()
        .iter()
        .map(|entry| &entry.event)
        .filter(|event| event.is_ply())
        .nth(ply.saturating_sub(1) as usize)
        .and_then(LogEvent::seat)
}

/// Returns `true` if a bot made the first move and no board has been shown before it.
fn opens_with_bot(game: &Game) -> bool {
    game.announced() == 0
        && !game.was_arranged()
        && mover(game, 1).is_some_and(|seat| is_bot(game, seat))
}

/// The head of the message that opens a game in which a bot moves first.
fn opened_by_bot(scope: Scope<'_>, game: &Game, prefix: &str) -> String {
    let head = text::started(game.no(), &title(game), &players(game));
    // That is said by `clock`, too, so that the move does not fail for it.
    let ahead = warning_ahead(scope.world, game).ok().flatten();
    let ahead = ahead.map(|line| format!("\n{line}")).unwrap_or_default();
    format!("{head}{}{ahead}", sealed_dice(game, prefix))
}

/// The seal of the dice, on a line of its own; empty in a game without dice.
pub(crate) fn sealed_dice(game: &Game, prefix: &str) -> String {
    if game.position().rolls_dice() {
        let is_bound = game.place().platform().makes_salts();
        text::sealed(&seal(&game.commitment()), is_bound, prefix)
    } else {
        String::new()
    }
}

/// Two texts on lines of their own, without empty ones.
pub(crate) fn join_lines(parts: [String; 2]) -> String {
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
}
