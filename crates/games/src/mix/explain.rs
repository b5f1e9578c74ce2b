//! The answer to `why`: how a man moves now, what is in its way, and what its King has to fear.

mod blockers;
mod exposing;
mod marks;
mod sentences;
mod view;

use scene::Mark;
use view::ManView;

use super::{position::Position, squares::Sq};

/// The explanation of the man on the named square, and the marks that show it; or a sentence about
/// what can be asked.
pub(super) fn why(position: &Position, text: &str) -> Result<(String, Vec<Mark>), String> {
    let example = position.men_of(position.turn()).first();
    let hint = example.map_or_else(String::new, |at| format!(", for instance `why {at}`"));
    let Some(at) = Sq::parse(&text.trim().to_ascii_lowercase()) else {
        return Err(format!("`why` takes a square with a man on it{hint}."));
    };
    let (Some(kind), Some(owner)) = (position.kind_at(at), position.owner(at)) else {
        return Err(format!("No man stands on {at}. `why` takes a square with a man{hint}."));
    };
    let view = ManView::new(position, at, kind, owner);
    let sentences = [
        Some(view.movement_words()),
        view.steps_words(),
        view.jumps_words(),
        view.lines_words(),
        view.check_words(),
        view.blockers_words(),
        view.covered_words(),
        view.exposing_words(),
        view.compulsory_words(),
    ];
    let said: Vec<String> = sentences.into_iter().flatten().collect();
    Ok((said.join(" "), view.marks()))
}
