//! Names of players for pictures, whose fonts do not have every letter.

use games::Seat;
use table::{Game, Occupant, Person, PersonId, is_nameless};

use crate::{
    naming::names::{plain_name_at, plain_person},
    world::World,
};

/// The name of a person in a picture about the game with these seats: that of the account where no font has the
/// letters of the other one, or nothing of it is seen. `None` if neither can be drawn.
pub(crate) fn drawn_person(
    world: &dyn World,
    seats: &[Occupant],
    person: &Person,
) -> Option<String> {
    let name = (!is_nameless(&person.name)).then(|| plain_person(seats, person));
    let name = name.filter(|name| world.can_draw(name));
    name.or_else(|| drawn_account(world, &person.id, |person| plain_person(seats, &person)))
}

/// The name of a person's account; `None` if there is none or it cannot be drawn.
pub(crate) fn drawn_account(
    world: &dyn World,
    id: &PersonId,
    called: impl FnOnce(Person) -> String,
) -> Option<String> {
    let name = world.account(id)?;
    Some(called(Person { id: id.clone(), name })).filter(|name| world.can_draw(name))
}

/// The short name for the panel of a picture: the name of the seat where that of its player cannot be drawn.
pub(crate) fn panel_name(world: &dyn World, game: &Game, seat: Seat) -> String {
    let name = plain_name_at(game, seat);
    match game.occupant(seat) {
        Occupant::Person(person) | Occupant::Asked(person)
            if is_nameless(&person.name) || !world.can_draw(&name) =>
        {
            let drawn = drawn_person(world, game.seats(), person);
            drawn.unwrap_or_else(|| game.position().seat_name(seat).to_owned())
        }
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        naming::names::{name_at, seats},
        tests::{NewWorld, person, started},
        world::scopes,
    };
    use table::Setting;

    /// Names that no picture of a [`NewWorld`] can show.
    const TANGUT: [&str; 2] = ["\u{17000}", "\u{17001}\u{17002}"];

    /// A world that knows the account of this person by this name.
    fn world_with(who: &str, account: &str) -> NewWorld {
        let world = NewWorld::default();
        let scope = scopes::of_person(&person(who).id);
        let value = Some(account.to_owned());
        world.set(&Setting { scope, key: scopes::ACCOUNT.to_owned(), value });
        world
    }

    fn on_panel(world: &NewWorld, names: &[&str]) -> Vec<String> {
        let game = started(names);
        seats(&game).map(|seat| panel_name(world, &game, seat)).collect()
    }

    #[test]
    fn a_name_that_no_picture_can_show_is_that_of_the_account_or_of_the_seat() {
        let seats_of = |game: &Game| -> Vec<String> {
            seats(game).map(|seat| game.position().seat_name(seat).to_owned()).collect()
        };
        let named = seats_of(&started(&TANGUT));
        let nobody = NewWorld::default();
        assert_eq!(on_panel(&nobody, &TANGUT), named);
        assert_ne!(named[0], named[1]);
        assert_eq!(on_panel(&nobody, &["ann", TANGUT[0]]), ["ann", &named[1]]);
        let known = world_with(TANGUT[0], "ann_7");
        assert_eq!(on_panel(&known, &TANGUT), ["ann_7", &named[1]]);
        let odd = world_with(TANGUT[0], TANGUT[1]);
        assert_eq!(on_panel(&odd, &TANGUT), named, "no name can be drawn");
        let game = started(&TANGUT);
        assert_eq!(name_at(&game, Seat::FIRST), TANGUT[0], "a text has the name itself");
    }

    #[test]
    fn a_player_of_whose_name_nothing_is_seen_has_the_name_of_the_seat() {
        let nobody = NewWorld::default();
        for name in ["\u{2800}", "\u{3164}", "\u{ad}", " \u{301}"] {
            let drawn = on_panel(&nobody, &[name, "ben"]);
            let game = started(&[name, "ben"]);
            assert_eq!(drawn, [game.position().seat_name(Seat::FIRST), "ben"], "{name:?}");
            assert_eq!(name_at(&game, Seat::FIRST), "someone", "a text has a word for it");
        }
        let known = world_with("\u{2800}", "ann_7");
        assert_eq!(on_panel(&known, &["\u{2800}", "ben"]), ["ann_7", "ben"]);
    }

    #[test]
    fn an_account_is_told_apart_from_the_name_of_another_player() {
        let world = world_with("184711", "ben");
        let one = Person { name: TANGUT[0].to_owned(), ..person("184711") };
        let people = [one, person("ben")];
        let seats = people.clone().map(Occupant::Person);
        let names = people.map(|one| drawn_person(&world, &seats, &one));
        assert_eq!(names, ["ben (…4711)", "ben"].map(|name| Some(name.to_owned())));
    }
}
