//! Which finished games are rated.

use std::collections::BTreeMap;

use super::{
    ladder::{Duel, Scale, Score, Table},
    period::Period,
};

/// How many rated games two people may have with each other in a period, so that nobody can lift a
/// friend at will.
pub const GAMES_WITH_ONE_OPPONENT: u32 = 10;

/// How many games in a row somebody may lose on time in a period for them to be rated, so that
/// somebody who has gone away does not feed all their opponents.
pub const TIMEOUTS_IN_A_ROW: u32 = 3;

/// A finished game of a scale.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedGame<P> {
    /// A number that goes up in the order in which games ended, unique in the scale.
    pub number: u64,
    /// When it ended.
    pub period: Period,
    /// Whether it was to be rated.
    pub is_rated: bool,
    /// Who played, in the order of the seats.
    pub seats: Vec<RatedSeat<P>>,
}

/// A seat of a finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedSeat<P> {
    /// Who sat there; nobody for a bot.
    pub person: Option<P>,
    /// Which place they came to: the least is the best, and equal ones are shared.
    pub place: u8,
    /// Whether they made at least one move.
    pub has_moved: bool,
    /// Whether their time ran out.
    pub out_of_time: bool,
}

/// Why a finished game is not rated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NotRated {
    /// It was casual.
    Casual,
    /// It has another number of seats than the games of its scale.
    Seats,
    /// A bot took part. Bots have fixed ratings and move nobody.
    Bot,
    /// Somebody played against themselves.
    SamePerson,
    /// Somebody made no move.
    NoMove,
    /// Two of the players have had [`GAMES_WITH_ONE_OPPONENT`] with each other in this period.
    SameOpponent,
    /// Somebody has lost [`TIMEOUTS_IN_A_ROW`] games on time before it, and nothing in between.
    Timeouts,
}

/// For each game, in the order given, why it is not rated; `None` if it is. In which order they are
/// given does not matter: limits count by [`number`](FinishedGame::number).
#[must_use]
pub fn not_rated<P: Ord>(scale: Scale, games: &[FinishedGame<P>]) -> Vec<Option<NotRated>> {
    let mut verdicts: Vec<Option<NotRated>> =
        games.iter().map(|game| game.refused_by_itself(scale)).collect();
    let mut order: Vec<usize> = (0..games.len()).filter(|at| verdicts[*at].is_none()).collect();
    order.sort_by_key(|at| (games[*at].period, games[*at].number));
    let mut limits: BTreeMap<Period, Limits<'_, P>> = BTreeMap::new();
    for at in order {
        let game = &games[at];
        verdicts[at] = limits.entry(game.period).or_default().take(game);
    }
    verdicts
}

impl<P: Ord> FinishedGame<P> {
    /// Why this game alone, without a look at others, is not rated.
    fn refused_by_itself(&self, scale: Scale) -> Option<NotRated> {
        let fits = match scale {
            Scale::TwoSeats => self.seats.len() == 2,
            Scale::ManySeats => self.seats.len() > 2,
        };
        let people: Vec<&P> = self.people().collect();
        let has_twice = |at: usize| people[..at].contains(&people[at]);
        if !self.is_rated {
            Some(NotRated::Casual)
        } else if !fits {
            Some(NotRated::Seats)
        } else if people.len() < self.seats.len() {
            Some(NotRated::Bot)
        } else if (0..people.len()).any(has_twice) {
            Some(NotRated::SamePerson)
        } else if self.seats.iter().any(|seat| !seat.has_moved) {
            Some(NotRated::NoMove)
        } else {
            None
        }
    }
}

impl<P> FinishedGame<P> {
    fn people(&self) -> impl Iterator<Item = &P> {
        self.seats.iter().filter_map(|seat| seat.person.as_ref())
    }
}

impl<P: Clone> FinishedGame<P> {
    /// The game as one of two players; `None` if it is none.
    pub(super) fn duel(&self) -> Option<Duel<P>> {
        let [first, second] = self.seats.as_slice() else { return None };
        let score = match first.place.cmp(&second.place) {
            std::cmp::Ordering::Less => Score::Win,
            std::cmp::Ordering::Equal => Score::Draw,
            std::cmp::Ordering::Greater => Score::Loss,
        };
        let players = [first.person.clone()?, second.person.clone()?];
        Some(Duel { period: self.period, players, score })
    }

    /// The game as one of several players; `None` if a bot took part.
    pub(super) fn table(&self) -> Option<Table<P>> {
        let place = |seat: &super::RatedSeat<P>| Some((seat.person.clone()?, seat.place));
        let places = self.seats.iter().map(place).collect::<Option<_>>()?;
        Some(Table { period: self.period, places })
    }
}

/// What was counted in a period so far.
struct Limits<'a, P> {
    together: BTreeMap<(&'a P, &'a P), u32>,
    timeouts: BTreeMap<&'a P, u32>,
}

impl<P> Default for Limits<'_, P> {
    fn default() -> Self {
        Self { together: BTreeMap::new(), timeouts: BTreeMap::new() }
    }
}

impl<'a, P: Ord> Limits<'a, P> {
    /// Counts a game of the period, which has to come in the order of the numbers, and says why it
    /// is not rated.
    fn take(&mut self, game: &'a FinishedGame<P>) -> Option<NotRated> {
        let mut people: Vec<&P> = game.people().collect();
        people.sort_unstable();
        let pairs: Vec<(&P, &P)> = (1..people.len())
            .flat_map(|at| {
                people[..at].iter().map(|other| (*other, people[at])).collect::<Vec<_>>()
            })
            .collect();
        let count = |pair| self.together.get(pair).copied().unwrap_or_default();
        if pairs.iter().any(|pair| count(pair) >= GAMES_WITH_ONE_OPPONENT) {
            return Some(NotRated::SameOpponent);
        }
        if self.is_serial_timeout(game) {
            return Some(NotRated::Timeouts);
        }
        for pair in pairs {
            *self.together.entry(pair).or_default() += 1;
        }
        None
    }

    /// Counts who ran out of time, and tells whether this happens to one of them too often in a row.
    fn is_serial_timeout(&mut self, game: &'a FinishedGame<P>) -> bool {
        let mut is_serial = false;
        for seat in &game.seats {
            let Some(person) = &seat.person else { continue };
            let row = self.timeouts.entry(person).or_default();
            *row = if seat.out_of_time { row.saturating_add(1) } else { 0 };
            is_serial |= *row > TIMEOUTS_IN_A_ROW;
        }
        is_serial
    }
}
