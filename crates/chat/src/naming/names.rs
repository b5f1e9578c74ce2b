//! Names of players and seats in sentences and pictures.

use games::Seat;
use table::{ANYONE, BOT, Game, Occupant, Person, PlaceId, PlaceKind, plain_name, told_apart};

use crate::parse::plain_text::escaped;

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

/// Returns what the occupant of a seat is called in a text: `ann`, `Martian Cake, level 2`, `anyone`. Namesakes
/// among the people of these seats are told apart.
pub(crate) fn occupant_name(seats: &[Occupant], occupant: &Occupant) -> String {
    escaped(&plain_occupant(seats, occupant))
}

/// The same for where no Markdown is read: pictures, labels, titles.
pub(crate) fn plain_occupant(seats: &[Occupant], occupant: &Occupant) -> String {
    match occupant {
        Occupant::Person(person) | Occupant::Asked(person) => plain_person(seats, person),
        Occupant::Bot(level) => format!("{BOT}, level {level}"),
        Occupant::Open => ANYONE.to_owned(),
    }
}

/// The name of a person in a text about the game with these seats.
pub(crate) fn person_name(seats: &[Occupant], person: &Person) -> String {
    escaped(&plain_person(seats, person))
}

/// The same for where no Markdown is read.
pub(crate) fn plain_person(seats: &[Occupant], person: &Person) -> String {
    told_apart(plain_name(&person.name), person, seats.iter().map(Occupant::called))
}

/// Returns what the occupant of a seat is called where several bots may sit: `bot level 2`.
pub(crate) fn one_of_many(seats: &[Occupant], occupant: &Occupant) -> String {
    match occupant {
        Occupant::Bot(level) => format!("bot level {level}"),
        Occupant::Person(_) | Occupant::Asked(_) | Occupant::Open => occupant_name(seats, occupant),
    }
}

/// A name without the bot's level, for where no Markdown is read.
pub(crate) fn short_name(seats: &[Occupant], occupant: &Occupant) -> String {
    match occupant {
        Occupant::Bot(_) => BOT.to_owned(),
        Occupant::Person(_) | Occupant::Asked(_) | Occupant::Open => {
            plain_occupant(seats, occupant)
        }
    }
}

/// The name of the occupant of a seat, without the bot's level; with the seat's name where the same one
/// has another seat.
pub(crate) fn name_at(game: &Game, seat: Seat) -> String {
    named_at(game, seat, escaped)
}

/// The same for where no Markdown is read.
pub(crate) fn plain_name_at(game: &Game, seat: Seat) -> String {
    named_at(game, seat, str::to_owned)
}

/// The same with the name spelled in a way.
fn named_at(game: &Game, seat: Seat, spelled: impl Fn(&str) -> String) -> String {
    let short = |seat| short_name(game.seats(), game.occupant(seat));
    let name = short(seat);
    let same = seats(game).filter(|other| short(*other) == name).count();
    match (same, game.occupant(seat)) {
        (..=1, _) => spelled(&name),
        (_, Occupant::Bot(_)) => format!("Bot {}", game.position().seat_name(seat)),
        _ => format!("{} ({})", spelled(&name), game.position().seat_name(seat)),
    }
}

/// `ben (White) against ann (Black)`; more than two are listed in the order of their turns.
pub(crate) fn players(game: &Game) -> String {
    let two = game.position().n_seats() == 2;
    let name = if two { occupant_name } else { one_of_many };
    let named = |seat| name(game.seats(), game.occupant(seat));
    let names: Vec<String> = seats(game)
        .map(|seat| format!("{} ({})", named(seat), game.position().seat_name(seat)))
        .collect();
    if names.len() == 2 { names.join(" against ") } else { names.join(", ") }
}

/// The name of whoever made an offer.
pub(crate) fn challenger_name(offer: &Game) -> String {
    offer.challenger().map(|person| person_name(offer.seats(), person)).unwrap_or_default()
}

/// The seats of a game, in the order of their turns.
pub(crate) fn seats(game: &Game) -> impl Iterator<Item = Seat> {
    Seat::all(game.position().n_seats())
}

/// The names of all occupants but the one of this seat.
pub(crate) fn others_listed(game: &Game, seat: Option<Seat>) -> String {
    let names: Vec<String> = seats(game)
        .filter(|other| Some(*other) != seat)
        .map(|other| occupant_name(game.seats(), game.occupant(other)))
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
