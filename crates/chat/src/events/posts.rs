//! Posts about an edition, which go to all without being asked for.

use std::collections::BTreeSet;

use event::{Board, Edition, EditionSettings, Entrant, Free, FreeRound, LEAGUE_GRACE};
use pairing::history::Number;
use table::{GameNo, Millis, Occupant, PersonId};

use super::{
    crowded::{MOST_IN_CHANNEL, NoThreads, no_threads},
    people::{count_people, named},
    progress::Progress,
    standing::{standings_lines, standings_picture, standings_stage},
};
use crate::{
    actions::action::{Action, Weight},
    events::best_fight::best_fight,
    handling::step::InternalError,
    message::{Attachment, Reply},
    naming::names::mention,
    parse::plain_text::shown,
    pictures::boards::style_in,
    text::{self, EventTerms, GroupLines},
    world::{World, scopes},
};

/// A round of so many games names its players so that all are called; in larger ones each board calls its
/// own, since no message can hold all of them.
const MOST_CALLED: usize = 30;
/// The longest text of a message of Discord, in UTF-16 units.
const MOST_TEXT: usize = 2_000;
/// How many a post calls to the check-in: a message of Discord can mention 100 and has 2,000 characters.
const CALLED_AT_ONCE: usize = 60;

/// Returns what an edition is set up with, in words.
pub(super) fn terms(settings: &EditionSettings) -> EventTerms<'_> {
    EventTerms { name: shown(&settings.name), settings, system: None }
}

/// The same of an edition, of which it may be known how it is paired.
pub(super) fn terms_of(edition: &Edition) -> EventTerms<'_> {
    let has_begun = edition.starters() > 0;
    EventTerms { system: has_begun.then(|| edition.system()), ..terms(edition.settings()) }
}

/// Whom to ask about an edition, in a sentence.
pub(super) fn whom_to_ask(world: &dyn World, edition: &Edition) -> String {
    let maker = edition.log().first().and_then(|made| made.by.as_ref());
    let maker = maker.map(|who| shown(&world.ratings().name_of(who)));
    text::whom_to_ask(maker.as_deref(), !edition.place().platform().has_servers())
}

/// The name of a start number, as a mention where it is a person.
fn called(edition: &Edition, number: Number) -> String {
    match edition.entrant(number).map(Entrant::occupant) {
        Some(Occupant::Person(person)) => mention(&person),
        _ => named(edition, number),
    }
}

fn prefix(progress: &Progress<'_>) -> String {
    let edition = &progress.edition;
    let settings = progress.scope.world.settings(edition.place(), edition.server());
    settings.needed_prefix().to_owned()
}

fn public(progress: &Progress<'_>, words: String) -> Reply {
    Reply::new(progress.edition.place().clone(), words)
}

/// A command about the edition as a button.
pub(super) fn action(edition: &Edition, words: &str, label: &str) -> Action {
    Action::command(&format!("tournament {words} {}", edition.no())).with_label(label)
}

/// The way in, as a button.
pub(super) fn join_action(edition: &Edition) -> Action {
    action(edition, "join", "Join").weighing(Weight::Primary)
}

/// The word that one is there, as a button.
pub(super) fn here_action(edition: &Edition) -> Action {
    action(edition, "checkin", "I am here").weighing(Weight::Primary)
}

/// The way out before it begins, as a button.
pub(super) fn leave_action(edition: &Edition) -> Action {
    action(edition, "leave", "Not today")
}

/// Returns what can be done before an edition begins.
fn before_start(progress: &Progress<'_>) -> Vec<Action> {
    let edition = &progress.edition;
    vec![join_action(edition), action(edition, "info", "Info")]
}

/// The announcement of an edition. Whoever makes it is told beforehand what it would need with many players.
///
/// # Errors
/// [`InternalError`] if the settings of its place cannot be read.
pub(super) fn announcement(progress: &Progress<'_>) -> Result<Reply, InternalError> {
    let edition = &progress.edition;
    let terms = terms(edition.settings());
    let (no, ordinal) = (edition.no(), edition.ordinal());
    let prefix = prefix(progress);
    let managers = whom_to_ask(progress.scope.world, edition);
    let mut words = text::event_announced(no, ordinal, &terms, &managers, &prefix);
    if progress.by.is_some()
        && edition.server().is_some()
        && let Some(why) = no_threads(progress)?
    {
        let is_off = why == NoThreads::Off;
        words.push_str(&text::large_needs_threads(MOST_IN_CHANNEL, is_off, &prefix));
    }
    Ok(Reply { actions: before_start(progress), ..public(progress, words) })
}

/// The reminder a day before the start. It calls nobody: the check-in does.
pub(super) fn reminder(progress: &Progress<'_>) -> Reply {
    let edition = &progress.edition;
    let terms = terms(edition.settings());
    let count = count_people(edition);
    let words = text::event_reminder(edition.no(), &terms, count, &prefix(progress));
    Reply { actions: before_start(progress), ..public(progress, words) }
}

/// One can check in; everybody who has entered is called, in several posts where they are many.
pub(super) fn check_in(progress: &Progress<'_>, start: Millis) -> Vec<Reply> {
    let edition = &progress.edition;
    let (no, terms) = (edition.no(), terms(edition.settings()));
    let people: Vec<PersonId> =
        edition.entrants().iter().filter_map(|one| one.person().cloned()).collect();
    let mentions: Vec<String> =
        edition.entrants().iter().filter_map(|one| one.occupant().who().map(mention)).collect();
    let reply = |words: String, ping: &[PersonId]| Reply {
        ping: ping.to_vec(),
        actions: vec![here_action(edition), leave_action(edition)],
        ..public(progress, words)
    };
    let mut parts = people.chunks(CALLED_AT_ONCE).zip(mentions.chunks(CALLED_AT_ONCE));
    let (ping, names) = parts.next().unwrap_or_default();
    let first = reply(
        text::check_in_opens(no, (terms.name.as_str(), start), names, &prefix(progress)),
        ping,
    );
    let more = parts.map(|(ping, names)| reply(text::more_to_check_in(no, names), ping));
    std::iter::once(first).chain(more).collect()
}

/// The time of a league is over, and these games of it are not.
pub(super) fn runs_late(progress: &Progress<'_>, games: &[GameNo]) -> Reply {
    let edition = &progress.edition;
    let settings = edition.settings();
    let until = progress.now().saturating_add(LEAGUE_GRACE);
    let (name, prefix) = (shown(&settings.name), prefix(progress));
    public(progress, text::league_runs_late(edition.no(), &name, games, until, &prefix))
}

/// An edition cannot begin, or go on, without threads.
pub(super) fn needs_threads(progress: &Progress<'_>, games: usize, why: NoThreads) -> Reply {
    let has_begun = !progress.edition.rounds().is_empty();
    let no = progress.edition.no();
    let is_early = !has_begun && progress.edition.settings().start > progress.now();
    let how = (why == NoThreads::Off, is_early);
    let words = text::event_needs_threads(no, has_begun, games, how, &prefix(progress));
    public(progress, words)
}

/// A round begins: who plays whom. Its players are called, and nobody else; where each game has a thread, the
/// thread calls them.
pub(super) fn round(progress: &Progress<'_>, round: usize, in_threads: bool) -> Reply {
    let edition = &progress.edition;
    let Some(paired) = edition.rounds().get(round) else {
        return public(progress, String::new());
    };
    let calls = paired.boards.len() <= MOST_CALLED && !in_threads;
    let name = |number| if calls { called(edition, number) } else { named(edition, number) };
    let shown_boards = paired.boards.iter().take(MOST_CALLED);
    let boards: Vec<String> = shown_boards
        .map(|board| text::board_line(&name(board.white), &name(board.black), board.game))
        .collect();
    let more = paired.boards.len() - boards.len();
    let free: Vec<String> =
        paired.free.iter().filter_map(|free| free_line(edition, free, name)).collect();
    let ping = if calls { players(edition, &paired.boards) } else { Vec::new() };
    let of = (round + 1, edition.planned_rounds());
    let name = shown(&edition.settings().name);
    let given_up = !paired.given_up.is_empty();
    let words = text::round_begins(edition.no(), &name, of, (&boards, more), &free, given_up);
    let actions = vec![action(edition, "standings", "Standings")];
    Reply { ping, actions, ..public(progress, words) }
}

/// A league begins: who plays whom in each group. It calls its players like a round.
pub(super) fn league(progress: &Progress<'_>, in_threads: bool) -> Reply {
    let edition = &progress.edition;
    let (words, ping) = league_begins(edition, in_threads);
    let actions = vec![action(edition, "standings", "Standings")];
    Reply { ping, actions, ..public(progress, words) }
}

/// Returns how it is told that a league begins, and whom that calls. Where one message cannot hold its games it says who
/// is in each group.
fn league_begins(edition: &Edition, in_threads: bool) -> (String, Vec<PersonId>) {
    let settings = edition.settings();
    let until = edition.ends().unwrap_or(settings.start);
    let (name, groups) = (shown(&settings.name), edition.groups());
    let rounds = edition.rounds();
    let boards: Vec<Board> = rounds.iter().flat_map(|round| round.boards.clone()).collect();
    if boards.len() <= MOST_CALLED {
        let name_of = |one| if in_threads { named(edition, one) } else { called(edition, one) };
        let lines = |group: &Vec<Number>| {
            let theirs = boards.iter().filter(|board| group.contains(&board.white));
            let games = theirs.map(|board| {
                text::board_line(&name_of(board.white), &name_of(board.black), board.game)
            });
            let free = rounds.iter().flat_map(|round| &round.free);
            let free = free.filter(|free| free.why != Free::Rests && group.contains(&free.number));
            games.chain(free.filter_map(|free| free_line(edition, free, name_of))).collect()
        };
        let games: Vec<Vec<String>> = groups.iter().map(lines).collect();
        let words = text::league_begins(edition.no(), &name, until, &games);
        if words.encode_utf16().count() <= MOST_TEXT {
            let ping = if in_threads { Vec::new() } else { players(edition, &boards) };
            return (words, ping);
        }
    }
    let names = |group: &Vec<Number>| group.iter().map(|one| named(edition, *one)).collect();
    let names: Vec<Vec<String>> = groups.iter().map(names).collect();
    (text::large_league_begins(edition.no(), &name, until, &names, MOST_TEXT), Vec::new())
}

/// Returns why somebody has no game in a round. Nobody is called for who has gone.
fn free_line(
    edition: &Edition,
    free: &FreeRound,
    name: impl Fn(Number) -> String,
) -> Option<String> {
    let of = free.number;
    text::free_line(free, |one| if one == of { name(one) } else { named(edition, one) })
}

/// The people who play these games, each once.
fn players(edition: &Edition, boards: &[Board]) -> Vec<PersonId> {
    let numbers = boards.iter().flat_map(|board| [board.white, board.black]);
    let mut seen = BTreeSet::new();
    numbers
        .filter(|number| seen.insert(*number))
        .filter_map(|number| edition.entrant(number)?.person().cloned())
        .collect()
}

/// The standings between two rounds. They call nobody: the next round does.
///
/// # Errors
/// [`InternalError`] if the state cannot be read.
pub(super) fn standings(progress: &Progress<'_>) -> Result<Reply, InternalError> {
    let (edition, results) = (&progress.edition, &progress.results);
    let name = shown(&edition.settings().name);
    let stage = standings_stage(edition, results);
    let lines = standings_lines(edition, results);
    let words = text::standings_of(edition.no(), &name, stage, &lines);
    let attachments = vec![pictured(progress)?];
    Ok(Reply { attachments, ..public(progress, words) })
}

/// The picture of the standings in the style of the place. No game tells whose style that is.
fn pictured(progress: &Progress<'_>) -> Result<Attachment, InternalError> {
    let edition = &progress.edition;
    let mut picture = standings_picture(progress.scope.world, edition, &progress.results, None);
    let world = progress.scope.world;
    let scopes = scopes::of_place(world, edition.place(), edition.server());
    picture.style = style_in(world, &scopes)?;
    Ok(Attachment::Picture(picture))
}

/// The end: who has won, and the standings.
///
/// # Errors
/// [`InternalError`] if the state or a game cannot be read.
pub(super) fn podium(progress: &Progress<'_>) -> Result<Reply, InternalError> {
    let edition = &progress.edition;
    let lines = standings_lines(edition, &progress.results);
    let best = best_fight(progress)?;
    let name = shown(&edition.settings().name);
    let words = text::event_is_won(edition.no(), &name, &lines, best.as_deref());
    let actions = vec![action(edition, "standings", "Standings")];
    let attachments = vec![pictured(progress)?];
    Ok(Reply { actions, attachments, ..public(progress, words) })
}

/// The standings of an edition that is over are others, since a result was put right.
pub(super) fn put_right(edition: &Edition, game: GameNo, lines: &[GroupLines]) -> Reply {
    let name = shown(&edition.settings().name);
    let words = text::standings_put_right(edition.no(), &name, game, lines);
    let actions = vec![action(edition, "standings", "Standings")];
    Reply { actions, ..Reply::new(edition.place().clone(), words) }
}

/// An edition is called off.
pub(super) fn cancelled(progress: &Progress<'_>, why: &str) -> Reply {
    let edition = &progress.edition;
    let name = shown(&edition.settings().name);
    let goes_on = edition.settings().weekly.is_some();
    public(progress, text::event_cancelled(edition.no(), &name, why, goes_on))
}

#[cfg(test)]
mod tests {
    use super::*;
    use event::{
        Form, league_rounds,
        sample::{begin, join, new_edition, pair, settings},
    };

    /// A league with groups of such sizes, whose players have names that end on these words.
    fn league(sizes: &[u32], ending: &str) -> Edition {
        let mut made = new_edition(settings(Form::League));
        let all: Vec<Number> = (1..=sizes.iter().sum()).collect();
        all.iter().for_each(|n| join(&mut made, &format!("p{n}{ending}"), 2_000 - n));
        let mut rest = all.into_iter();
        let mut group = |size: &u32| rest.by_ref().take(*size as usize).collect();
        let groups: Vec<Vec<Number>> = sizes.iter().map(&mut group).collect();
        begin(&mut made, groups);
        for (next, round) in league_rounds(&made).into_iter().zip(0..) {
            pair(&mut made, next, 100 * (round + 1));
        }
        made
    }

    #[test]
    fn a_league_begins_with_the_games_of_each_group_by_rounds() {
        let (words, ping) = league_begins(&league(&[3, 2], ""), true);
        let lines: Vec<&str> = words.lines().skip(1).collect();
        let expected = [
            "Group 1:",
            "p2 (White) – p3 #100",
            "p1 (White) – p2 #200",
            "p3 (White) – p1 #300",
            "Group 2:",
            "p4 (White) – p5 #101",
        ];
        assert_eq!((lines.as_slice(), ping.len()), (&expected[..], 0), "{words}");
        // Without threads each is called once.
        assert_eq!(league_begins(&league(&[3, 2], ""), false).1.len(), 5);
        // One group needs no heading.
        let (words, ping) = league_begins(&league(&[6], ""), false);
        assert_eq!((words.lines().count(), ping.len()), (16, 6), "{words}");
    }

    #[test]
    fn a_league_whose_games_have_no_room_begins_with_its_groups() {
        let ends = |sizes: &[u32], ending| {
            let (words, ping) = league_begins(&league(sizes, ending), false);
            assert!(words.encode_utf16().count() <= MOST_TEXT && ping.is_empty(), "{words}");
            let lines: Vec<String> = words.lines().map(str::to_owned).collect();
            (lines[1].clone(), lines.len() - 2, lines[lines.len() - 1].clone())
        };
        let all_shown = ("Group 1: p1, p2, p3, p4, p5, p6", 3, "Each board calls its players.");
        let (first, groups, last) = ends(&[6, 5, 5], "");
        assert_eq!((first.as_str(), groups, last.as_str()), all_shown);
        // Names that take much room.
        let long = "𝔐".repeat(30);
        assert_eq!(ends(&[6, 6], &long).1, 2);
        let (_, groups, last) = ends(&[6; 33], "-with-a-name");
        assert_eq!(last, format!("and {} more groups; each board calls its players.", 33 - groups));
        assert!((10..33).contains(&groups), "{groups}");
    }
}
