//! Telling plies and ends: the messages that follow a change of a game.

use super::{
    context::{
        first_line, lesson, listed, mention, name_at, occupant_name, picture, players, public,
        seats, title,
    },
    fold::shown,
    text,
    wire::Reply,
};
use crate::{
    games::{Actor, Outcome, Reason, Seat},
    scene::Verdict,
    table::{Game, Highlight, LogEvent, Occupant, Standing},
};

/// The message about all plies that none has told yet, with the picture, and the end if it came.
///
/// `p` stands before commands in the game's place.
#[must_use]
pub fn news(game: &Game, p: &str) -> Reply {
    news_with(game, String::new(), p)
}

/// The same with something else that happened, after the plies.
pub(super) fn news_with(game: &Game, also: String, p: &str) -> Reply {
    let new = game.position.ply().saturating_sub(game.announced);
    let mut told = join_lines([plies_words(game), also]);
    let mut words = told.clone();
    let announced = game.was_arranged();
    if game.announced == 0 && !announced && mover(game, 1).is_some_and(|seat| is_bot(game, seat)) {
        words = format!("{}\n{words}", opened_by_bot(game, p));
    }
    let mut ping = Vec::new();
    if let Some(outcome) = game.outcome() {
        let ending = ending(game, outcome, p);
        told = join_lines([told, first_line(&ending).to_owned()]);
        words = join_lines([words, ending]);
        ping.extend(game.people().map(|(_, person)| person.id.clone()));
        ping.dedup();
    } else {
        let next = turn(game);
        ping.extend(next.1);
        words = format!("{words} {}", next.0);
    }
    let actions = actions(game);
    let shown = Highlight::Plies(new);
    Reply {
        picture: Some(picture(game, game.facing(), shown, &told)),
        actions,
        ..public(game, words, ping)
    }
}

/// Plies that one message tells in full; before them only their number is told.
const TOLD: u32 = 8;

/// The plies that no message has told yet: one a line, those of more than two seats on one line.
fn plies_words(game: &Game) -> String {
    let (first, last) = (game.announced + 1, game.position.ply());
    let from = first.max((last + 1).saturating_sub(TOLD));
    let mut parts: Vec<String> = Vec::new();
    if from > first {
        parts.push(text::plies_before(from - first));
    }
    parts.extend((from..=last).map(|ply| {
        let actor = actor_of(game, ply);
        game.position.ply_words(ply, actor.actor())
    }));
    parts.join(if game.position.n_seats() > 2 { " " } else { "\n" })
}

/// The start of a game in which the bot moves first: no board stood before its move.
fn opened_by_bot(game: &Game, p: &str) -> String {
    let head = text::started(game.no, &title(game), &players(game));
    let seal = game.commitment();
    let seal = if game.position.rolls_dice() { text::sealed(&seal[..8], p) } else { String::new() };
    format!("{head}{seal}")
}

/// Two texts on lines of their own, without empty ones.
fn join_lines(parts: [String; 2]) -> String {
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
}

/// Whose turn it is, in words, and whom that pings: nobody in a game against the bot, where the
/// answer comes at once.
pub(super) fn turn(game: &Game) -> (String, Option<crate::table::PersonId>) {
    match game.occupant(game.position.to_move()) {
        Occupant::Person(person) if several_people(game) => {
            (text::your_turn(&mention(person)), Some(person.id.clone()))
        }
        Occupant::Person(person) => (text::your_turn(&shown(&person.name)), None),
        Occupant::Bot(_) if bots(game) == 1 => (text::thinking(), None),
        Occupant::Bot(_) => (text::is_thinking(&name_at(game, game.position.to_move())), None),
        Occupant::Asked(_) | Occupant::Open => (String::new(), None),
    }
}

/// Whether more than one person plays: then a turn is worth a ping.
fn several_people(game: &Game) -> bool {
    let mut people = game.people().map(|(_, person)| &person.id);
    let first = people.next();
    people.any(|other| Some(other) != first)
}

/// What could be typed next: commands, then every legal move of the side to move.
pub(super) fn actions(game: &Game) -> Vec<String> {
    if !game.is_running() {
        return ["rematch", "record", "verify"].map(str::to_owned).to_vec();
    }
    if game.position.arranging().is_some() {
        return super::arrange::actions(game);
    }
    let mut actions = Vec::new();
    if game.draw_offer().is_some() {
        actions.extend(["draw accept", "draw decline"].map(str::to_owned));
    }
    let rules = format!("rules {}", lesson(game));
    actions.extend(["legal".to_owned(), "board".to_owned(), rules, "resign".to_owned()]);
    actions.extend(game.position.moves());
    actions
}

/// An owned actor.
enum Who {
    Me,
    Person(String),
}

impl Who {
    fn actor(&self) -> Actor<'_> {
        match self {
            Self::Me => Actor::Me,
            Self::Person(name) => Actor::Named(name),
        }
    }
}

/// Who played a ply.
fn mover(game: &Game, ply: u32) -> Option<Seat> {
    game.log
        .iter()
        .filter(|entry| matches!(entry.event, crate::table::LogEvent::Ply(..)))
        .nth(ply.saturating_sub(1) as usize)
        .and_then(|entry| entry.seat)
}

fn is_bot(game: &Game, seat: Seat) -> bool {
    matches!(game.occupant(seat), Occupant::Bot(_))
}

/// How many bots play.
fn bots(game: &Game) -> usize {
    seats(game).filter(|seat| is_bot(game, *seat)).count()
}

fn actor_of(game: &Game, ply: u32) -> Who {
    let Some(seat) = mover(game, ply) else { return Who::Person("someone".to_owned()) };
    if bots(game) == 1 && is_bot(game, seat) { Who::Me } else { Who::Person(name_at(game, seat)) }
}

/// The end in words: who won and why, how long it took, how the dice fell, what to do next.
pub(super) fn ending(game: &Game, outcome: Outcome, p: &str) -> String {
    let plies = game.position.ply();
    let length = text::span(game.moved.max(game.created) - game.created);
    let after = format!("{plies} {}, {length}", if plies == 1 { "ply" } else { "plies" });
    let head = match outcome {
        Outcome::Aborted => return text::aborted(game.no, "The host"),
        Outcome::Win(winners, reason) => {
            let names: Vec<String> = winners.iter().map(|seat| name_at(game, seat)).collect();
            let wins = if names.len() == 1 { "wins" } else { "win" };
            let loser = seats(game).find(|seat| !winners.contains(*seat));
            let name = |seat: Seat| name_at(game, seat);
            let why = game.position.end_words(outcome, &name);
            let why = why.unwrap_or_else(|| win_reason(game, reason, loser));
            format!("**{} {wins} {}**: {why}. {}.", listed(&names), game.no, after)
        }
        Outcome::Draw(reason) => {
            let name = |seat: Seat| name_at(game, seat);
            let why = game.position.end_words(outcome, &name);
            let why = why.unwrap_or_else(|| draw_reason(reason).to_owned());
            format!("**{} is drawn**: {why}. {after}.", game.no)
        }
    };
    let fights = fights(game);
    let dice = game.position.fights().iter().len() > 0;
    let rest = [fights, standings(game)];
    let first = rest.into_iter().filter(|part| !part.is_empty()).fold(head, |a, b| a + " " + &b);
    format!("{first}\n{}", text::afterwards(game.no, dice, p))
}

/// Places and points, in a game that counts them: `1. ann 14, 2. ben 11, 3. carl 7 (left).`
fn standings(game: &Game) -> String {
    let Some(standings) = game.standings() else { return String::new() };
    let line = |standing: &Standing| {
        let out = if standing.out { " (left)" } else { "" };
        let name = name_at(game, standing.seat);
        format!("{}. {name} {}{out}", standing.place, standing.points)
    };
    let lines: Vec<String> = standings.iter().map(line).collect();
    format!("Points: {}.", lines.join(", "))
}

/// What a result is called in a refusal: `ben won`, `drawn`.
pub(super) fn result_words(game: &Game) -> String {
    match game.outcome() {
        Some(Outcome::Win(winners, _)) => {
            let many = seats(game).count() > 2;
            let name = |s| if many { name_at(game, s) } else { occupant_name(game.occupant(s)) };
            let names: Vec<String> = winners.iter().map(name).collect();
            format!("{} won", listed(&names))
        }
        Some(Outcome::Draw(_)) => "drawn".to_owned(),
        Some(Outcome::Aborted) => "ended without a result".to_owned(),
        None => "going on".to_owned(),
    }
}

fn win_reason(game: &Game, reason: Reason, loser: Option<Seat>) -> String {
    // The last one to leave ended the game.
    let left = game.log.iter().rev().find(|entry| entry.event == LogEvent::Resign);
    let loser = left.and_then(|entry| entry.seat).or(loser);
    let name = loser.map_or_else(String::new, |seat| name_at(game, seat));
    match reason {
        Reason::Resignation => format!("{name} resigned"),
        Reason::Time => format!("{name}'s time ran out"),
        Reason::Forfeit => format!("{name} forfeited"),
        _ => "decided".to_owned(),
    }
}

fn draw_reason(reason: Reason) -> &'static str {
    match reason {
        Reason::Agreement => "agreed",
        Reason::Adjudication => "the host's limit of plies is reached",
        _ => "decided",
    }
}

/// `9 fights: ben 4 of 5, ann 1 of 4; expected 3.1 and 2.2.`
fn fights(game: &Game) -> String {
    let fights = game.position.fights();
    if fights.is_empty() {
        return String::new();
    }
    let (mut parts, mut expected) = (Vec::new(), Vec::new());
    for seat in seats(game) {
        let mine: Vec<_> = fights.iter().filter(|(by, _)| *by == seat).collect();
        let hits = mine.iter().filter(|(_, fight)| fight.verdict == Verdict::Hit).count();
        let percent: u32 = mine.iter().map(|(_, fight)| u32::from(fight.percent)).sum();
        parts.push(format!("{} won {hits} of {}", name_at(game, seat), mine.len()));
        let tenths = (percent + 5) / 10;
        expected.push(format!("{}.{}", tenths / 10, tenths % 10));
    }
    let n = fights.len();
    let plural = if n == 1 { "" } else { "s" };
    format!("{n} fight{plural}: {}; by the odds {}.", parts.join(", "), expected.join(" and "))
}
