//! Which finished games are rated.

use std::collections::BTreeMap;

use super::{
    ladder::{Duel, Scale, Table},
    period::Period,
};
use crate::history::Score;

/// How many rated games two people may have with each other in a period, so that nobody can lift a
/// friend at will.
pub const GAMES_WITH_ONE_OPPONENT: u32 = 10;

/// How many games in a row somebody may lose on time in a period before their opponents gain nothing by
/// any more of them, so that somebody who has gone away does not feed them all.
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
    /// Whether it was found to be one of those of which [`NotRated::is_one_sided`] speaks. It says how the
    /// game counts; whether it is one is not read from it.
    pub is_one_sided: bool,
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

/// The reason why a finished game is not rated, or not for everybody.
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
    /// Somebody has lost it on time, and [`TIMEOUTS_IN_A_ROW`] games before it, with no game that ended
    /// otherwise in between. It counts for who loses it so, and as if they had not played for the others.
    Timeouts,
}

impl NotRated {
    const ALL: [Self; 7] = [
        Self::Casual,
        Self::Seats,
        Self::Bot,
        Self::SamePerson,
        Self::NoMove,
        Self::SameOpponent,
        Self::Timeouts,
    ];

    /// The word under which it is kept.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Casual => "casual",
            Self::Seats => "seats",
            Self::Bot => "bot",
            Self::SamePerson => "same-person",
            Self::NoMove => "no-move",
            Self::SameOpponent => "same-opponent",
            Self::Timeouts => "timeouts",
        }
    }

    /// Returns `true` if the game counts nevertheless for those who have lost it on time, while their opponents
    /// gain nothing by that.
    #[must_use]
    pub const fn is_one_sided(self) -> bool {
        matches!(self, Self::Timeouts)
    }

    /// Returns what is kept under this word.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|why| why.key() == key)
    }
}

/// Returns why a finished game is not rated, or not for everybody, that has just ended; `None` if it is.
/// `earlier` are the games of the same scale and period that ended before it, in that order, each with what was
/// said of it; those in which none of its players took part may be left out.
#[must_use]
pub fn not_rated_after<P: Ord>(
    scale: Scale,
    earlier: &[(FinishedGame<P>, Option<NotRated>)],
    game: &FinishedGame<P>,
) -> Option<NotRated> {
    let mut limits = Limits::default();
    for (earlier, verdict) in earlier {
        limits.note(earlier, *verdict);
    }
    game.refused_by_itself(scale).or_else(|| limits.judge(game))
}

/// For each game, in the order given, why it is not rated, or not for everybody; `None` if it is. In which
/// order they are given does not matter: limits count by [`number`](FinishedGame::number).
#[must_use]
pub fn not_rated<P: Ord>(scale: Scale, games: &[FinishedGame<P>]) -> Vec<Option<NotRated>> {
    let mut verdicts: Vec<Option<NotRated>> =
        games.iter().map(|game| game.refused_by_itself(scale)).collect();
    let mut order: Vec<usize> = (0..games.len()).filter(|at| verdicts[*at].is_none()).collect();
    order.sort_by_key(|at| (games[*at].period, games[*at].number));
    let mut limits: BTreeMap<Period, Limits<'_, P>> = BTreeMap::new();
    for at in order {
        let game = &games[at];
        let limits = limits.entry(game.period).or_default();
        verdicts[at] = limits.judge(game);
        limits.note(game, verdicts[at]);
    }
    verdicts
}

impl<P: Ord> FinishedGame<P> {
    /// Returns why this game alone, without a look at others, is not rated.
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

impl<P: Eq> FinishedGame<P> {
    /// Returns `true` if one of its players is rated by it, if it counts at all.
    #[must_use]
    pub fn counts_for(&self, player: &P) -> bool {
        let is_theirs = |seat: &&RatedSeat<P>| seat.person.as_ref() == Some(player);
        let others = self.seats.iter().filter(|seat| !self.is_lost_on_time(seat)).count();
        let mut theirs = self.seats.iter().filter(is_theirs);
        theirs.any(|seat| !self.is_one_sided || others > 1 || self.is_lost_on_time(seat))
    }
}

impl<P> FinishedGame<P> {
    fn people(&self) -> impl Iterator<Item = &P> {
        self.seats.iter().filter_map(|seat| seat.person.as_ref())
    }

    /// Returns `true` if the time of one of its seats ran out and somebody did better.
    fn is_lost_on_time(&self, seat: &RatedSeat<P>) -> bool {
        seat.out_of_time && self.seats.iter().any(|other| other.place < seat.place)
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
        Some(Duel { period: self.period, players, score, is_one_sided: self.is_one_sided })
    }

    /// The game as one of several players; `None` if a bot took part.
    pub(super) fn table(&self) -> Option<Table<P>> {
        let place = |seat: &RatedSeat<P>| Some((seat.person.clone()?, seat.place));
        let places = self.seats.iter().map(place).collect::<Option<_>>()?;
        let is_apart = |seat: &&RatedSeat<P>| self.is_one_sided && self.is_lost_on_time(seat);
        let apart = self.seats.iter().filter(is_apart);
        let apart = apart.filter_map(|seat| seat.person.clone()).collect();
        Some(Table { period: self.period, places, apart })
    }
}

/// The counts made in a period so far.
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
    /// Returns why a game that ends now is not rated, as far as it could be by itself.
    fn judge(&self, game: &FinishedGame<P>) -> Option<NotRated> {
        let pairs = pairs(game);
        let met = |pair: &(&P, &P)| {
            let found = self.together.get(pair).copied();
            found.unwrap_or_default() >= GAMES_WITH_ONE_OPPONENT
        };
        if pairs.iter().any(met) {
            return Some(NotRated::SameOpponent);
        }
        let is_serial = |seat: &RatedSeat<P>| {
            let row = seat.person.as_ref().and_then(|person| self.timeouts.get(person));
            game.is_lost_on_time(seat) && row.is_some_and(|row| *row >= TIMEOUTS_IN_A_ROW)
        };
        game.seats.iter().any(is_serial).then_some(NotRated::Timeouts)
    }

    /// Counts a game of which this was said.
    fn note(&mut self, game: &'a FinishedGame<P>, verdict: Option<NotRated>) {
        if verdict.is_some_and(|why| !why.is_one_sided()) {
            return;
        }
        for seat in &game.seats {
            let Some(person) = &seat.person else { continue };
            let row = self.timeouts.entry(person).or_default();
            *row = if game.is_lost_on_time(seat) { row.saturating_add(1) } else { 0 };
        }
        for pair in pairs(game) {
            *self.together.entry(pair).or_default() += 1;
        }
    }
}

/// Every two people of a game, the lesser first.
fn pairs<P: Ord>(game: &FinishedGame<P>) -> Vec<(&P, &P)> {
    let mut people: Vec<&P> = game.people().collect();
    people.sort_unstable();
    let with_others = |at: usize| people[..at].iter().map(|other| (*other, people[at])).collect();
    (1..people.len()).flat_map(|at: usize| -> Vec<_> { with_others(at) }).collect()
}
