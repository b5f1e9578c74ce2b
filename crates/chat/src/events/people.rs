//! Who takes part in an edition, as lists and tables name them.

use event::{Edition, Entrant};
use pairing::history::Number;
use table::Person;

use crate::parse::plain_text::escaped;

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
