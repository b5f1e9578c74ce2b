//! Who takes part in an edition, as lists and tables name them.

use event::{Edition, Entrant};
use pairing::history::Number;

use crate::parse::plain_text::shown;

/// The name of somebody who takes part, harmless to show.
pub(super) fn name_of(one: &Entrant) -> String {
    shown(&one.name)
}

/// The name of a start number.
pub(super) fn named(edition: &Edition, number: Number) -> String {
    edition.entrant(number).map_or_else(String::new, name_of)
}

/// Returns how many people take part and have not gone.
pub(super) fn count_people(edition: &Edition) -> usize {
    let people = edition.entrants().iter().filter(|one| one.person().is_some());
    people.filter(|one| one.gone.is_none()).count()
}

/// The names of all who take part and have not gone, in the order in which they entered or of their start
/// numbers.
pub(super) fn entrants(edition: &Edition) -> Vec<String> {
    edition.entrants().iter().filter(|one| one.gone.is_none()).map(name_of).collect()
}
