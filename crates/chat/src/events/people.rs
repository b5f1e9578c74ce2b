//! Who takes part in an edition, as lists and tables name them.

use event::{Edition, Entrant};
use pairing::history::Number;
use table::{Person, is_nameless};

use crate::{parse::plain_text::escaped, pictures::drawn_names::drawn_account, text, world::World};

/// The name of somebody who takes part, in a text. Namesakes are told apart.
pub(super) fn name_of(edition: &Edition, one: &Entrant) -> String {
    escaped(&edition.plain_name(one))
}

/// The name of a person in a text about an edition.
pub(super) fn person_name(edition: &Edition, person: &Person) -> String {
    escaped(&edition.plain_name_of(person))
}

/// The name of a start number in a text.
pub(super) fn named(edition: &Edition, number: Number) -> String {
    escaped(&plainly_named(edition, number))
}

/// The name of a start number for where no Markdown is read.
pub(super) fn plainly_named(edition: &Edition, number: Number) -> String {
    edition.entrant(number).map_or_else(String::new, |one| edition.plain_name(one))
}

/// The name of a start number in a picture: that of the account where no font has the letters of the other one, or
/// nothing of it is seen, else the number itself.
pub(super) fn drawn_name(world: &dyn World, edition: &Edition, number: Number) -> String {
    let (name, one) = (plainly_named(edition, number), edition.entrant(number));
    if world.can_draw(&name) && !one.is_some_and(|one| is_nameless(&one.name)) {
        return name;
    }
    let id = one.and_then(Entrant::person);
    let account =
        id.and_then(|id| drawn_account(world, id, |person| edition.plain_name_of(&person)));
    account.unwrap_or_else(|| text::numbered_player(number))
}

/// Returns how many people take part and have not gone.
pub(super) fn count_people(edition: &Edition) -> usize {
    let people = edition.entrants().iter().filter(|one| one.person().is_some());
    people.filter(|one| one.gone.is_none()).count()
}

/// The names of all who take part and have not gone, in the order in which they entered or of their start
/// numbers.
pub(super) fn entrants(edition: &Edition) -> Vec<String> {
    edition
        .entrants()
        .iter()
        .filter(|one| one.gone.is_none())
        .map(|one| name_of(edition, one))
        .collect()
}
