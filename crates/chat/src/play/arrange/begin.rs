//! The messages with which the arranging of men begins and ends.

use dice::{army_commitment, seal};
use games::{Arrangement, Seat};
use table::{Game, Highlight, LogEntry, LogEvent, Occupant, Person};

use crate::{
    actions::example_move,
    handling::cause::Scope,
    message::{Fallback, Reply},
    naming::{
        names::{listed, mention, name_at, others_listed, players, seats},
        titles::title,
    },
    pictures::{first_line, own_picture, picture},
    play::announcements::{next_player, public, turn},
    text,
    time::notices::{ask_as_wished, ping_as_wished},
};

/// The messages that open a game in which men are arranged first; `added` is what bots have already
/// arranged.
pub(crate) fn opening(
    scope: Scope<'_>,
    game: &Game,
    arrangement: &dyn Arrangement,
    added: &[LogEntry],
) -> Vec<Reply> {
    if arrangement.is_open() {
        let head = text::started(game.no(), &title(game), &players(game));
        let mut first = placings(scope, game, &head, added);
        let private = ask_as_wished(scope.world, game, &mut first);
        return std::iter::once(first).chain(private).collect();
    }
    let busy = arrangement.awaited();
    let awaited: Vec<(Seat, &Person)> =
        game.people().filter(|(seat, _)| busy.contains(*seat)).collect();
    let who: Vec<String> = awaited.iter().map(|(_, person)| mention(person)).collect();
    let (title, players) = (title(game), players(game));
    let head = text::arranging_begins(game.no(), &title, &players, &listed(&who), who.len() == 1);
    let seals = added.iter().filter_map(|entry| seal_words(game, entry));
    let words: Vec<String> = std::iter::once(head).chain(seals).collect();
    let mut ping = awaited.iter().map(|(_, person)| person.id.clone()).collect();
    let in_private = ping_as_wished(scope.world, game, &mut ping);
    let public = public(game, words.join("\n"), ping);
    // Everybody has to be asked in private, but is pinged once.
    let private = awaited.iter().map(|(seat, person)| {
        let is_pinged = in_private.contains(&person.id);
        let ping = is_pinged.then(|| person.id.clone()).into_iter().collect();
        Reply { ping, ..request(scope, game, arrangement, (*seat, person)) }
    });
    std::iter::once(public).chain(private).collect()
}

/// The private message that asks a person to arrange their men.
fn request(
    scope: Scope<'_>,
    game: &Game,
    arrangement: &dyn Arrangement,
    (seat, person): (Seat, &Person),
) -> Reply {
    let names = arrangement.names().iter().map(|name| format!("setup {name}"));
    let names = text::codes(&names.collect::<Vec<_>>());
    let examples = text::codes(&arrangement.examples(seat));
    let against = others_listed(game, Some(seat));
    let side = game.position().seat_name(seat);
    let words = text::arrange_yours(game.no(), &title(game), &against, side, &names, &examples);
    let fallback = Fallback {
        place: game.place().clone(),
        text: text::private_is_closed(&mention(person), game.no()),
    };
    Reply {
        place: person.id.private_place(),
        attachments: own_picture(scope.world, game, seat, first_line(&words), None)
            .into_iter()
            .collect(),
        fallback: Some(fallback),
        ..public(game, words, Vec::new())
    }
}

/// `ann is done. Seal of the set-up: …`, for a log entry that makes a hidden army final; `None` for
/// any other entry.
pub(super) fn seal_words(game: &Game, entry: &LogEntry) -> Option<String> {
    let LogEvent::Army { seat, text: army, salt } = &entry.event else { return None };
    Some(text::set_up_sealed(&name_at(game, *seat), &seal(&army_commitment(army, salt))))
}

/// Returns who is not done: `Still arranging: ann.`
pub(super) fn still_arranging(game: &Game, arrangement: &dyn Arrangement) -> String {
    text::still_arranging(&busy_names(game, arrangement))
}

/// The names of those who are not done.
pub(super) fn busy_names(game: &Game, arrangement: &dyn Arrangement) -> String {
    let busy = arrangement.awaited();
    let names: Vec<String> =
        seats(game).filter(|seat| busy.contains(*seat)).map(|seat| name_at(game, seat)).collect();
    listed(&names)
}

/// The message about an open arrangement: the board so far, what was just placed, and who places
/// next.
pub(super) fn placings(scope: Scope<'_>, game: &Game, head: &str, added: &[LogEntry]) -> Reply {
    let (who, ping) = next_player(game);
    let form = game.position().arranging().map_or("", Arrangement::placing_form);
    let next = text::place_next(&who, &example_move(game), form);
    let parts = [head.to_owned(), placed_words(game, added), next];
    let words: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    let words = words.join("\n");
    let placed = Highlight::Plies(0);
    let board = picture(scope.world, game, game.facing(), placed, first_line(&words));
    Reply { attachments: vec![board], ..public(game, words, ping) }
}

/// Returns what was placed openly, with one sentence for each placing.
pub(super) fn placed_words(game: &Game, added: &[LogEntry]) -> String {
    let words = added.iter().filter_map(|entry| {
        let (seat, what) = match &entry.event {
            LogEvent::Place(seat, text) => (seat, text.as_str()),
            LogEvent::Hold(seat) => (seat, "hold"),
            _ => return None,
        };
        Some(text::placed(&name_at(game, *seat), what))
    });
    words.collect::<Vec<_>>().join(" ")
}

/// The first board, once all men stand; `before` says what led to it.
pub(super) fn begun(scope: Scope<'_>, game: &Game, before: &str, hidden: bool) -> Reply {
    let prefix = scope.prefix_of(game);
    let stand = text::men_stand(game.no(), hidden, &prefix);
    let (turn, ping) = turn(game);
    let how = match game.occupant(game.position().to_move()) {
        Occupant::Person(_) => {
            let example = text::move_line(&example_move(game), &prefix);
            format!("{turn} A move is from and to: {example}.")
        }
        _ => turn,
    };
    let words = format!("{before}\n{stand} {how}");
    let picture = picture(scope.world, game, game.facing(), Highlight::Plies(0), &stand);
    let ping = ping.into_iter().filter(|who| !scope.is_asked_by(who)).collect();
    Reply { attachments: vec![picture], ..public(game, words, ping) }
}
