//! Editions for tests, here and in the modules above.

use super::{
    Board, Form, Format, NextRound, Tournament, TournamentEntry, TournamentEvent,
    TournamentSettings, Who,
};
use crate::{
    games::GameKind,
    table::{GameNo, MINUTE, Millis, PersonId, PlaceId, Platform, TimeControl, TournamentNo},
    tournament::event::{Colour, Number},
};

/// What an edition is set up with where a test does not care: three rounds that begin after 30 minutes.
pub(crate) fn settings(form: Form) -> TournamentSettings {
    TournamentSettings {
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
pub(crate) fn edition(settings: TournamentSettings) -> Tournament {
    let (no, place) = (TournamentNo(1), PlaceId::channel(Platform::Local, "channel"));
    Tournament::new(no, (no, 1), (place, None), settings, (0, None))
}

/// Something happens in an edition.
pub(crate) fn happen(tournament: &mut Tournament, at: Millis, event: TournamentEvent) {
    tournament.add(TournamentEntry { at, by: None, event }).expect("an edition can have that");
}

/// A person of the page.
pub(crate) fn who(name: &str) -> PersonId {
    PersonId::new(Platform::Local, name)
}

/// Somebody enters with a rating.
pub(crate) fn join(tournament: &mut Tournament, name: &str, rating: u32) {
    let event =
        TournamentEvent::Joined { who: Who::Person(who(name)), name: name.to_owned(), rating };
    happen(tournament, MINUTE, event);
}

/// It begins with everybody who has entered.
pub(crate) fn begin(tournament: &mut Tournament, groups: Vec<Vec<Number>>) {
    let players = tournament.entrants().iter().map(|one| one.who.clone()).collect();
    happen(
        tournament,
        2 * MINUTE,
        TournamentEvent::Started { players, ratings: Vec::new(), groups },
    );
}

/// A round is paired as is asked; its games have the numbers from this one on.
pub(crate) fn pair(tournament: &mut Tournament, next: NextRound, first: u32) -> Vec<Board> {
    let board = |((white, black), pair): ((Number, Number), u16)| Board {
        pair,
        white,
        black,
        game: GameNo(first + u32::from(pair) - 1),
    };
    let boards: Vec<Board> = next.games.into_iter().zip(1..).map(board).collect();
    let event = TournamentEvent::Paired {
        round: tournament.rounds().len(),
        boards: boards.clone(),
        free: next.free,
        given_up: next.given_up,
    };
    happen(tournament, 3 * MINUTE, event);
    boards
}
