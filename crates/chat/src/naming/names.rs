//! What players and seats are called in sentences and pictures.

use games::Seat;
use table::{Game, Occupant, Person, PlaceId, PlaceKind};

use crate::parse::plain_text::shown;

/// The mention of a person, for a message that may ping them; the adapter makes of it what its
/// platform takes.
pub(crate) fn mention(person: &Person) -> String {
    format!("<@{}>", person.id)
}

/// A channel of a server as its platform shows it; `None` for a private chat.
pub(crate) fn channel_name(place: &PlaceId) -> Option<String> {
    match place.kind() {
        PlaceKind::Channel(key) if place.platform().has_servers() => Some(format!("<#{key}>")),
        PlaceKind::Channel(_) | PlaceKind::Private(_) => None,
    }
}

/// Returns what the occupant of a seat is called: `ann`, `Martian Cake, level 2`, `anyone`.
pub(crate) fn occupant_name(occupant: &Occupant) -> String {
    match occupant {
        Occupant::Person(person) | Occupant::Asked(person) => shown(&person.name),
        Occupant::Bot(level) => format!("Martian Cake, level {level}"),
        Occupant::Open => "anyone".to_owned(),
    }
}

/// Returns what the occupant of a seat is called where several bots may sit: `bot level 2`.
pub(crate) fn one_of_many(occupant: &Occupant) -> String {
    match occupant {
        Occupant::Bot(level) => format!("bot level {level}"),
        Occupant::Person(_) | Occupant::Asked(_) | Occupant::Open => occupant_name(occupant),
    }
}

/// A name without the bot's level.
fn short_name(occupant: &Occupant) -> String {
    match occupant {
        Occupant::Bot(_) => "Martian Cake".to_owned(),
        Occupant::Person(_) | Occupant::Asked(_) | Occupant::Open => occupant_name(occupant),
    }
}

/// The name of the occupant of a seat, without the bot's level; with the seat's name where another
/// occupant has the same.
pub(crate) fn name_at(game: &Game, seat: Seat) -> String {
    let name = short_name(game.occupant(seat));
    let same = seats(game).filter(|other| short_name(game.occupant(*other)) == name).count();
    match (same, game.occupant(seat)) {
        (..=1, _) => name,
        (_, Occupant::Bot(_)) => format!("Bot {}", game.position().seat_name(seat)),
        _ => format!("{name} ({})", game.position().seat_name(seat)),
    }
}

/// The short name for the panel of a picture. One of several bots goes by its seat, as in the
/// sentences about it.
pub(crate) fn panel_name(game: &Game, seat: Seat) -> String {
    match game.occupant(seat) {
        Occupant::Bot(_) if count_bots(game) > 1 => game.position().seat_name(seat).to_owned(),
        Occupant::Bot(level) => format!("bot {level}"),
        occupant => occupant_name(occupant),
    }
}

/// `ben (White) against ann (Black)`; more than two are listed in the order of their turns.
pub(crate) fn players(game: &Game) -> String {
    let two = game.position().n_seats() == 2;
    let name = |occupant| if two { occupant_name(occupant) } else { one_of_many(occupant) };
    let names: Vec<String> = seats(game)
        .map(|seat| format!("{} ({})", name(game.occupant(seat)), game.position().seat_name(seat)))
        .collect();
    if names.len() == 2 { names.join(" against ") } else { names.join(", ") }
}

/// The seats of a game, in the order of their turns.
pub(crate) fn seats(game: &Game) -> impl Iterator<Item = Seat> {
    Seat::all(game.position().n_seats())
}

/// The names of all occupants but the one of this seat.
pub(crate) fn others_listed(game: &Game, seat: Option<Seat>) -> String {
    let names: Vec<String> = seats(game)
        .filter(|other| Some(*other) != seat)
        .map(|other| occupant_name(game.occupant(other)))
        .collect();
    listed(&names)
}

/// Names as a sentence lists them: `ann`, `ann and ben`, `ann, ben and carl`.
pub(crate) fn listed(names: &[String]) -> String {
    match names {
        [before, last] => format!("{before} and {last}"),
        [rest @ .., before, last] => format!("{}, {before} and {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

/// Returns `true` if a bot plays on a seat.
pub(crate) fn is_bot(game: &Game, seat: Seat) -> bool {
    matches!(game.occupant(seat), Occupant::Bot(_))
}

/// Returns how many bots play.
pub(crate) fn count_bots(game: &Game) -> usize {
    seats(game).filter(|seat| is_bot(game, *seat)).count()
}
