//! Editions for tests, here and in the modules above.

use games::GameKind;
use pairing::history::{Colour, Number};
use table::{EditionNo, GameNo, MINUTE, Millis, PersonId, PlaceId, Platform, TimeControl};

use super::{
    Board, Edition, EditionEntry, EditionEvent, EditionSettings, Form, Format, NextRound, Who,
};

/// Returns what an edition is set up with where a test does not care: three rounds that begin after 30 minutes.
pub fn settings(form: Form) -> EditionSettings {
    EditionSettings {
        name: "Friday".to_owned(),
        game: GameKind::ALL[0],
        options: String::new(),
        form,
        format: Format::Auto,
        rounds: 3,
        clock: TimeControl::Bank { bank: 10 * MINUTE, increment: 0 },
        rated: false,
        start: 30 * MINUTE,
        zone: "UTC".to_owned(),
        check_in: 15 * MINUTE,
        no_show: 5 * MINUTE,
        period: 0,
        filler: None,
        weekly: None,
        initial: Colour::White,
    }
}

/// The first edition of an event on the page, which nobody has entered.
pub fn new_edition(settings: EditionSettings) -> Edition {
    let (no, place) = (EditionNo(1), PlaceId::channel(Platform::Local, "channel"));
    Edition::new(no, (no, 1), (place, None), settings, (0, None))
}

/// Something happens in an edition.
pub fn happen(edition: &mut Edition, at: Millis, event: EditionEvent) {
    edition.add(EditionEntry { at, by: None, event }).expect("an edition can have that");
}

/// A person of the page.
pub fn who(name: &str) -> PersonId {
    PersonId::new(Platform::Local, name)
}

/// Somebody enters with a rating.
pub fn join(edition: &mut Edition, name: &str, rating: u32) {
    let event = EditionEvent::Joined { who: Who::Person(who(name)), name: name.to_owned(), rating };
    happen(edition, MINUTE, event);
}

/// It begins with everybody who has entered.
pub fn begin(edition: &mut Edition, groups: Vec<Vec<Number>>) {
    let players: Vec<Who> = edition.entrants().iter().map(|one| one.who.clone()).collect();
    let system = Some(edition.settings().system(players.len()));
    let event = EditionEvent::Started { players, ratings: Vec::new(), groups, system };
    happen(edition, 2 * MINUTE, event);
}

/// A round is paired as is asked; its games have the numbers from this one on.
pub fn pair(edition: &mut Edition, next: NextRound, first: u32) -> Vec<Board> {
    let board = |((white, black), pair): ((Number, Number), u16)| Board {
        pair,
        white,
        black,
        game: GameNo(first + u32::from(pair) - 1),
    };
    let boards: Vec<Board> = next.games.into_iter().zip(1..).map(board).collect();
    let event = EditionEvent::Paired {
        round: edition.rounds().len(),
        boards: boards.clone(),
        free: next.free,
        given_up: next.given_up,
    };
    happen(edition, 3 * MINUTE, event);
    boards
}
