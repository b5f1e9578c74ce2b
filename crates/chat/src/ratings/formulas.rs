//! Rated games and ratings as the formulas see them, and as they are kept.

use jiff::{Timestamp, tz::TimeZone};
use pairing::ratings::{FinishedGame, NotRated, RatedSeat, Rating, Scale, week_of};
use table::{Millis, PersonId, RatedGame, RatingArea, ScaleName, StoredRating};

/// The word under which a game is kept whose result has been taken back for good: it counts no more.
pub const ANNULLED: &str = "annulled";

/// The rating period of an instant.
#[must_use]
pub fn period_of(at: Millis) -> u32 {
    week_of(at.div_euclid(1_000))
}

/// The first day of a rating period, a Monday: `4 May`.
pub(crate) fn first_day(period: u32) -> String {
    let monday = Timestamp::from_millisecond(beginning(period)).ok();
    let date =
        monday.map(|monday| TimeZone::UTC.to_datetime(monday).strftime("%-d %b").to_string());
    date.unwrap_or_default()
}

/// The instant at which a rating period begins.
pub(crate) fn beginning(period: u32) -> Millis {
    const DAY: Millis = 86_400_000;
    (7 * Millis::from(period) - 3) * DAY
}

/// By which formulas the games of a scale are rated.
pub(super) const fn method(scale: &ScaleName) -> Scale {
    if scale.n_seats() > 2 { Scale::ManySeats } else { Scale::TwoSeats }
}

/// Returns `true` if a game counts, if only for some of its players.
pub(super) fn counts(game: &RatedGame) -> bool {
    game.refused.is_none() || is_one_sided(game)
}

/// Returns `true` if a game counts for those alone who have lost it on time.
fn is_one_sided(game: &RatedGame) -> bool {
    let refused = game.refused.as_deref().and_then(NotRated::from_key);
    refused.is_some_and(NotRated::is_one_sided)
}

/// A game as the formulas see it. Among those of a period, `number` says in which order they ended.
pub(super) fn finished(game: &RatedGame, number: u64) -> FinishedGame<PersonId> {
    let seats = game.players.iter().map(|player| RatedSeat {
        person: Some(player.person.clone()),
        place: player.place,
        has_moved: player.has_moved,
        out_of_time: player.out_of_time,
    });
    FinishedGame {
        number,
        period: game.period,
        is_rated: game.refused.as_deref() != Some(ANNULLED),
        is_one_sided: is_one_sided(game),
        seats: seats.collect(),
    }
}

/// A kept rating as the formulas see it.
pub(crate) const fn rating(stored: &StoredRating) -> Rating {
    let StoredRating { rating, deviation, volatility, .. } = stored;
    Rating { rating: *rating, deviation: *deviation, volatility: *volatility }
}

/// A rating as it is kept.
pub(super) fn stored(
    area: &RatingArea,
    scale: ScaleName,
    person: &PersonId,
    period: u32,
    (rating, games): (Rating, u32),
) -> StoredRating {
    let Rating { rating, deviation, volatility } = rating;
    let (area, person) = (area.clone(), person.clone());
    StoredRating { area, scale, person, period, rating, deviation, volatility, games }
}

/// Returns what somebody has in a period before its games: what is kept, with what a pause adds to it.
pub(crate) fn at_period(last: Option<&StoredRating>, period: u32) -> Rating {
    last.map_or(Rating::START, |last| {
        rating(last).after_pause(period.saturating_sub(last.period).saturating_sub(1))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_period_begins_on_a_monday() {
        // 4 May 2026 was one.
        let at = Timestamp::from_second(1_777_852_800).unwrap();
        let period = period_of(at.as_millisecond());
        assert_eq!(first_day(period), "4 May");
        assert_eq!(period_of(at.as_millisecond() - 1), period - 1);
    }
}
