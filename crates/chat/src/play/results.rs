//! Results of games, in words.

use games::{Outcome, Reason, Seat, SeatSet, isolated};
use pairing::ratings::Rating;
use serde::{Deserialize, Serialize};
use table::{FightTally, Game, MAX_PLIES, Occupant, Standing};

use crate::{
    handling::cause::Scope,
    naming::names::{listed, name_at, occupant_name, seats},
    ratings::at_end,
    text,
    world::game_list_row::GameListRow,
};

/// Returns what a result is called within a sentence: `ben won`, `drawn`.
pub(crate) fn result_words(game: &Game) -> String {
    match game.outcome() {
        Some(Outcome::Win(winners, _)) => {
            let many = seats(game).count() > 2;
            let alone = |seat| occupant_name(game.seats(), game.occupant(seat));
            let name = |seat| if many { name_at(game, seat) } else { alone(seat) };
            let names: Vec<String> = winners.iter().map(name).collect();
            format!("{} won", listed(&names))
        }
        Some(Outcome::Draw(_)) => "drawn".to_owned(),
        Some(Outcome::Aborted) => "ended without a result".to_owned(),
        None => "going on".to_owned(),
    }
}

/// The result of a finished game for somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fared {
    /// They are among those who won.
    Won,
    /// They lost: to whom they are compared with, or to anybody.
    Lost,
    /// It was drawn, or both sides are among several winners.
    Drawn,
    /// Neither of two who are compared won.
    OthersWon,
    /// It ended without a result.
    NoResult,
}

/// Returns how a game went for these seats, compared with those of another person, if they had any.
pub(crate) fn fared(outcome: Outcome, mine: SeatSet, theirs: SeatSet) -> Fared {
    let Outcome::Win(winners, _) = outcome else {
        return if outcome == Outcome::Aborted { Fared::NoResult } else { Fared::Drawn };
    };
    let won = |seats: SeatSet| seats.iter().any(|seat| winners.contains(seat));
    match (won(mine), won(theirs)) {
        (true, true) => Fared::Drawn,
        (true, false) => Fared::Won,
        (false, false) if !theirs.is_empty() => Fared::OthersWon,
        (false, _) => Fared::Lost,
    }
}

/// The result of a finished game in a few words, without its log: `you won, ben resigned`, `drawn by
/// agreement`. `mine` are the reader's seats, if it is told to one of its players.
pub(crate) fn result_for(game: &GameListRow, outcome: Outcome, mine: Option<SeatSet>) -> String {
    let is_mine = |seat: Seat| mine.is_some_and(|mine| mine.contains(seat));
    let name = |seat: Seat| match game.seats.get(seat.index()) {
        _ if is_mine(seat) => "you".to_owned(),
        Some(occupant) => occupant_name(&game.seats, occupant),
        None => "someone".to_owned(),
    };
    match outcome {
        Outcome::Aborted => "no result".to_owned(),
        Outcome::Draw(reason) => format!("drawn ({})", reason.words()),
        Outcome::Win(winners, reason) => {
            let mut names: Vec<String> = winners.iter().map(name).collect();
            names.dedup();
            format!("{} won ({})", listed(&names), reason.words())
        }
    }
}

/// The end in words: who won and why, how long the game took, how the dice fell, and what to do
/// next.
pub(crate) fn ending(scope: Scope<'_>, game: &Game, outcome: Outcome) -> String {
    let Some(end) = end_sentence(game, outcome) else {
        return text::aborted(game.no(), "The host");
    };
    let head = format!("{end} {}.", length(game));
    let with_dice = !game.position().fights().is_empty();
    let rest =
        [fight_words(game), standing_words(game)].into_iter().filter(|part| !part.is_empty());
    let first = rest.fold(head, |before, part| before + " " + &part);
    let event = game.terms().event.map(|event| event.edition);
    let afterwards = text::afterwards(game.no(), event, with_dice, &scope.prefix_of(game));
    let lines = [first, ratings_line(scope, game), afterwards];
    lines.into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

/// Who won a game and why, in a sentence: `**ann wins #12**: ben resigned.` `None` without a result.
pub(crate) fn end_sentence(game: &Game, outcome: Outcome) -> Option<String> {
    let why = || game.position().end_words(outcome, &|seat| isolated(&name_at(game, seat)));
    Some(match outcome {
        Outcome::Aborted => return None,
        Outcome::Win(winners, reason) => {
            let names: Vec<String> = winners.iter().map(|seat| name_at(game, seat)).collect();
            let wins = if names.len() == 1 { "wins" } else { "win" };
            let loser = seats(game).find(|seat| !winners.contains(*seat));
            let why = why().unwrap_or_else(|| win_reason(game, reason, loser));
            format!("**{} {wins} {}**: {why}.", listed(&names), game.no())
        }
        Outcome::Draw(reason) => {
            let why = why().unwrap_or_else(|| draw_reason(game, reason).to_owned());
            format!("**{} is drawn**: {why}.", game.no())
        }
    })
}

/// Returns how long a game was: `31 plies, 2 days`.
fn length(game: &Game) -> String {
    let plies = game.position().n_standing();
    let time = text::span(game.moved().max(game.created()) - game.created());
    format!("{plies} {}, {time}", if plies == 1 { "ply" } else { "plies" })
}

/// Places and points, in a game that counts them: `Points: 1. ann 14, 2. ben 11, 3. carl 7 (left).`
pub(crate) fn standing_words(game: &Game) -> String {
    let Some(standings) = game.standings() else { return String::new() };
    let line = |standing: &Standing| {
        let out = if standing.out { " (left)" } else { "" };
        let name = isolated(&name_at(game, standing.seat));
        format!("{}. {name} {}{out}", standing.place, standing.points)
    };
    let lines: Vec<String> = standings.iter().map(line).collect();
    format!("Points: {}.", lines.join(", "))
}

/// Returns why a game was won that the rules of the game did not end themselves.
fn win_reason(game: &Game, reason: Reason, loser: Option<Seat>) -> String {
    // The last one to leave ended the game.
    let left = game.log().iter().rev().find_map(|entry| entry.event.leaver());
    let loser = left.or(loser);
    let name = loser.map_or_else(String::new, |seat| name_at(game, seat));
    match reason {
        Reason::Resignation => format!("{name} resigned"),
        Reason::Time => format!("{name} ran out of time"),
        Reason::Forfeit => format!("{name} forfeited"),
        _ => "decided".to_owned(),
    }
}

/// Returns why a game was drawn that the rules of the game did not end themselves.
fn draw_reason(game: &Game, reason: Reason) -> &'static str {
    match reason {
        Reason::Agreement => "agreed",
        Reason::Adjudication if game.position().ply() >= MAX_PLIES => {
            "the host's limit of plies is reached"
        }
        _ => "decided",
    }
}

/// Returns how many fights each player won, and how many the odds promised: `9 fights: ben won 4 of 5, ann won
/// 1 of 4; by the odds 3.1 and 2.2.` Empty without fights.
fn fight_words(game: &Game) -> String {
    let fights = game.position().fights();
    if fights.is_empty() {
        return String::new();
    }
    let (mut parts, mut expected) = (Vec::new(), Vec::new());
    for seat in seats(game) {
        let tally = FightTally::of(&fights, seat);
        parts.push(format!("{} won {} of {}", name_at(game, seat), tally.won, tally.fought));
        expected.push(tally.expected());
    }
    let n = fights.len();
    let plural = if n == 1 { "" } else { "s" };
    format!("{n} fight{plural}: {}; by the odds {}.", parts.join(", "), expected.join(" and "))
}

/// Returns what the end of a game does to ratings, as a line; empty for a casual game.
fn ratings_line(scope: Scope<'_>, game: &Game) -> String {
    match at_end(scope.world, game) {
        Ok(Some(end)) => {
            let named = end.changes.into_iter().map(|(who, before, after)| {
                let is_theirs = |one: &&Occupant| one.is_or_asks(&who);
                let seat = game.seats().iter().find(is_theirs);
                let name = seat.map(|one| occupant_name(game.seats(), one));
                (name.unwrap_or_default(), before, after)
            });
            let changes: Vec<(String, Rating, Rating)> = named.collect();
            let changed = (!changes.is_empty()).then(|| text::ratings_changed(&changes));
            let why = end.refused.map(text::does_not_count);
            changed.into_iter().chain(why).collect::<Vec<_>>().join(" ")
        }
        // The end itself fails for the same reason, and says so.
        Ok(None) | Err(_) => String::new(),
    }
}
