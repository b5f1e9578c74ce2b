//! The rounds of an edition: who plays whom, and who has no game.

use pairing::{
    berger,
    dutch::{self, GivenUp, Pairing},
    history::{Number, PairingHistory},
    standings::System,
};
use serde::{Deserialize, Serialize};
use table::{GameNo, Millis};

use super::{edition::Edition, entrant::Entrant, field::field, results::Results, settings::Form};

/// A game of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Board {
    /// The number of the pair in its round, from 1.
    pub pair: u16,
    /// Who moves first.
    pub white: Number,
    /// Who moves second.
    pub black: Number,
    /// The number of the game.
    pub game: GameNo,
}

/// The reason why somebody has no game in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Free {
    /// They are left over, and have the points of a win.
    LeftOver,
    /// They have asked for it, and have the points of a draw.
    AskedHalf,
    /// They have asked for it, and have no points.
    AskedZero,
    /// Their opponent of the round robin has gone, and they have the points of a win.
    Walkover(Number),
    /// They have gone while their opponent of the round robin has not, and have no points.
    Missing(Number),
    /// Nobody is their opponent in this round of a round robin. There are no points for that.
    Rests,
}

/// Somebody who has no game in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FreeRound {
    /// Who has none.
    pub number: Number,
    /// Why they have none.
    pub why: Free,
}

/// A round that was paired.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// When it was paired.
    pub at: Millis,
    /// The games of the round.
    pub boards: Vec<Board>,
    /// Who has no game.
    pub free: Vec<FreeRound>,
    /// The rules of pairing that could not be kept.
    pub given_up: Vec<GivenUp>,
}

/// A round that is to be played: its games, White first, and who has none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NextRound {
    /// White and Black of each game.
    pub games: Vec<(Number, Number)>,
    /// Who has no game.
    pub free: Vec<FreeRound>,
    /// The rules of pairing that could not be kept.
    pub given_up: Vec<GivenUp>,
}

/// The reason why there is no next round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unpairable {
    /// All rounds were paired.
    AllPlayed,
    /// Fewer than two are left.
    NobodyLeft,
    /// Its pairing is not made yet.
    Awaited,
}

impl Edition {
    /// Returns how many rounds the edition has, as far as it is known by now.
    #[must_use]
    pub fn planned_rounds(&self) -> usize {
        let players = match self.settings().form {
            Form::League => self.groups().iter().map(Vec::len).max().unwrap_or(0),
            Form::Evening => self.starters(),
        };
        match self.system() {
            System::RoundRobin => (players + players % 2).saturating_sub(1),
            System::Swiss => usize::from(self.settings().rounds),
        }
    }
}

/// The pairing of the next round of such an event by the Dutch system. With many players that takes long.
#[must_use]
pub fn pairing(event: &PairingHistory) -> Pairing {
    // Nobody is forbidden to meet anybody, so there is always one.
    dutch::pair(event).unwrap_or(Pairing { games: Vec::new(), bye: None, given_up: Vec::new() })
}

/// The next round of an evening. `pair` gives its [`pairing()`], or `None` where that is not made yet; it depends on
/// nothing but the event that it is given.
///
/// # Errors
/// Why there is none.
pub fn next_round(
    edition: &Edition,
    results: &Results,
    pair: impl FnOnce(PairingHistory) -> Option<Pairing>,
) -> Result<NextRound, Unpairable> {
    let round = edition.rounds().len();
    if round >= edition.planned_rounds() {
        return Err(Unpairable::AllPlayed);
    }
    let next = match edition.system() {
        System::RoundRobin => {
            let numbers: Vec<Number> = (1..=as_number(edition.starters())).collect();
            of_table(edition, &numbers, round)
        }
        System::Swiss => swiss(edition, results, round, pair).ok_or(Unpairable::Awaited)?,
    };
    if next.games.is_empty() && !goes_on(edition) {
        return Err(Unpairable::NobodyLeft);
    }
    Ok(next)
}

/// Returns `true` if a round without games is one all the same: where those who would play it sit it out, or
/// have the point against whoever has gone.
fn goes_on(edition: &Edition) -> bool {
    let left = edition.players().filter(|one| one.person().is_some() && one.gone.is_none());
    let needed = match edition.system() {
        // Whoever is left has a point against each of the others.
        System::RoundRobin => 1,
        System::Swiss => 2,
    };
    left.count() >= needed
}

/// All rounds of a league, in which each group plays everybody against everybody at once.
#[must_use]
pub fn league_rounds(edition: &Edition) -> Vec<NextRound> {
    (0..edition.planned_rounds())
        .map(|round| {
            let mut whole = NextRound::default();
            for group in edition.groups() {
                let NextRound { games, free, .. } = of_table(edition, group, round);
                whole.games.extend(games);
                whole.free.extend(free);
            }
            whole
        })
        .collect()
}

/// A round of the Berger table for these players, the first of whom has the first number in it.
fn of_table(edition: &Edition, players: &[Number], round: usize) -> NextRound {
    let table = berger::round_robin(as_number(players.len()), false);
    let mut next = NextRound::default();
    let number = |drawn: Number| players.get(drawn as usize - 1).copied().unwrap_or(0);
    let is_there = |number| edition.entrant(number).is_some_and(|one| one.gone.is_none());
    for board in table.get(round).into_iter().flatten() {
        match *board {
            berger::Board::Bye(drawn) => {
                next.free.push(FreeRound { number: number(drawn), why: Free::Rests });
            }
            berger::Board::Game(white, black) => {
                let (white, black) = (number(white), number(black));
                let mut free = |number, why| next.free.push(FreeRound { number, why });
                match (is_there(white), is_there(black)) {
                    (true, true) => next.games.push((white, black)),
                    (here, there) => {
                        let why = |is_there, opponent| match is_there {
                            true => Free::Walkover(opponent),
                            false => Free::Missing(opponent),
                        };
                        free(white, why(here, black));
                        free(black, why(there, white));
                    }
                }
            }
        }
    }
    next
}

/// A round by the Dutch system; `None` where its pairing is not made yet. The bot that fills up plays only where
/// the others are odd in number.
fn swiss(
    edition: &Edition,
    results: &Results,
    round: usize,
    pair: impl FnOnce(PairingHistory) -> Option<Pairing>,
) -> Option<NextRound> {
    let mut next = NextRound::default();
    let plays = |one: &&Entrant| {
        one.gone.is_none() && one.first_round <= round && !one.byes.contains(&round)
    };
    let people = edition.players().filter(|one| one.person().is_some());
    for one in people.clone().filter(|one| one.gone.is_none() && one.byes.contains(&round)) {
        // The one for which they were promised half a point, also if a round was taken back since.
        let is_first = one.byes.first() == Some(&round);
        let why = if is_first { Free::AskedHalf } else { Free::AskedZero };
        next.free.extend(one.number.map(|number| FreeRound { number, why }));
    }
    let is_odd = people.filter(plays).count() % 2 == 1;
    let is_out = |one: &Entrant| !plays(&one) || one.person().is_none() && !is_odd;
    let Pairing { games, bye, given_up } = pair(field(edition, results, Some(&is_out)))?;
    (next.games, next.given_up) = (games, given_up);
    next.free.extend(bye.map(|number| FreeRound { number, why: Free::LeftOver }));
    Some(next)
}

/// A number of players as a start number; there are never more than a few hundred.
fn as_number(players: usize) -> Number {
    Number::try_from(players).unwrap_or(Number::MAX)
}
