//! The seats of an offer in words, and what follows when they change.

use games::Seat;
use table::{Game, Occupant, Person};

use super::start::start;
use crate::{
    handling::{
        cause::Scope,
        changes::change_of,
        step::{InternalError, SingleChange},
    },
    naming::names::{listed, one_of_many, person_name},
    text,
};

/// Returns how the seats are given out, and the rest of the terms.
pub(super) fn terms_words(game: &Game) -> String {
    let two = game.seats().len() == 2;
    let seat_name = |seat: Seat| game.position().seat_name(seat);
    let sides = match (game.terms().seat_choice.seat(), game.terms().listed) {
        (None, false) if two => "Sides by lot".to_owned(),
        (None, false) => "Seats by lot".to_owned(),
        (None, true) => format!("The challenger has {}", seat_name(Seat::FIRST)),
        (Some(seat), _) => format!("The challenger has {}", seat_name(seat)),
    };
    text::terms(&sides, game.terms().clock, game.terms().rated)
}

/// The people who are asked and have not answered.
pub(super) fn asked_people(game: &Game) -> Vec<&Person> {
    fn asked(occupant: &Occupant) -> Option<&Person> {
        match occupant {
            Occupant::Asked(person) => Some(person),
            Occupant::Person(_) | Occupant::Bot(_) | Occupant::Open => None,
        }
    }
    game.seats().iter().filter_map(asked).collect()
}

/// The names of the people who are asked and have not answered, as a sentence lists them.
pub(super) fn asked_names(game: &Game) -> String {
    let people = asked_people(game).into_iter();
    listed(&people.map(|person| person_name(game.seats(), person)).collect::<Vec<_>>())
}

/// Says who sits, who is asked and what is open: `Sitting: ann, bot level 2. Asked: ben. One seat is
/// open.`
pub(super) fn seats_words(game: &Game) -> String {
    let sitting: Vec<String> = game
        .seats()
        .iter()
        .filter(|occupant| matches!(occupant, Occupant::Person(_) | Occupant::Bot(_)))
        .map(|occupant| one_of_many(game.seats(), occupant))
        .collect();
    let open = game.seats().iter().filter(|occupant| **occupant == Occupant::Open).count();
    text::seats(&listed(&sitting), &asked_names(game), open)
}

/// Starts the game if it is full now; otherwise says what has changed (`words`, given who sits
/// now).
pub(super) fn after_change_of_seats(
    scope: Scope<'_>,
    game: Game,
    words: impl FnOnce(&str) -> String,
) -> Result<SingleChange, InternalError> {
    if game.is_full() {
        return start(scope, game);
    }
    let prefix = scope.prefix_of(&game);
    let words = words(&text::offer_state(&seats_words(&game), game.no(), &prefix));
    let replies = scope.announce(&game, words, Vec::new());
    Ok(SingleChange { replies, ..change_of(scope, game, Vec::new()) })
}
