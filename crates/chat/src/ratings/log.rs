//! The stored ratings, as handlers may read them.

use table::{GameNo, PersonId, RatedGame, RatingArea, ScaleName, StoredRating};

use crate::handling::step::InternalError;

/// Read access to what is kept about ratings. Every lookup uses an index and fails with
/// [`InternalError`] if the store cannot be read.
pub trait RatingLog {
    /// A game as ratings see it; `None` if it was not to be rated, or has not ended.
    ///
    /// # Errors
    /// [`InternalError`] if the store cannot be read.
    fn rated_game(&self, no: GameNo) -> Result<Option<RatedGame>, InternalError>;
    /// The rated games of a person on a scale in a period, in the order in which they count, also those
    /// that were refused.
    ///
    /// # Errors
    /// [`InternalError`] if the store cannot be read.
    fn rated_games_of(
        &self,
        who: &PersonId,
        scale: &ScaleName,
        period: u32,
    ) -> Result<Vec<RatedGame>, InternalError>;
    /// The ratings of a person, one for each period in which they played, the first one first.
    ///
    /// # Errors
    /// [`InternalError`] if the store cannot be read.
    fn rating_curve(
        &self,
        area: &RatingArea,
        scale: &ScaleName,
        who: &PersonId,
    ) -> Result<Vec<StoredRating>, InternalError>;
    /// Returns what a person had after the last period before this one in which they played.
    ///
    /// # Errors
    /// [`InternalError`] if the store cannot be read.
    fn rating_before(
        &self,
        area: &RatingArea,
        scale: &ScaleName,
        who: &PersonId,
        period: u32,
    ) -> Result<Option<StoredRating>, InternalError>;
    /// Returns what everybody has after their last period, in no order.
    ///
    /// # Errors
    /// [`InternalError`] if the store cannot be read.
    fn last_ratings(
        &self,
        area: &RatingArea,
        scale: &ScaleName,
    ) -> Result<Vec<StoredRating>, InternalError>;
    /// Returns `true` if a person has met at least `n` different people for whom `counts`, in games that count for
    /// all who played them.
    ///
    /// # Errors
    /// [`InternalError`] if the store cannot be read.
    fn has_met(
        &self,
        area: &RatingArea,
        scale: &ScaleName,
        who: &PersonId,
        n: usize,
        counts: &dyn Fn(&PersonId) -> bool,
    ) -> Result<bool, InternalError>;
    /// The name of a person, as it was seen last.
    fn name_of(&self, who: &PersonId) -> String;
    /// The result line that holds for a game since it was put right last; `None` if it never was.
    ///
    /// # Errors
    /// [`InternalError`] if the store cannot be read.
    fn corrected_result(&self, no: GameNo) -> Result<Option<String>, InternalError>;
}

/// The kept history of a scale, as ratings are made anew from it: period by period. Every lookup uses an index and
/// fails with [`InternalError`] if the store cannot be read.
pub trait RatingHistory {
    /// The first period from this one on in which a game of the scale ended; `None` if there is none.
    ///
    /// # Errors
    /// [`InternalError`] if the store cannot be read.
    fn period_from(&self, scale: &ScaleName, period: u32) -> Result<Option<u32>, InternalError>;
    /// All rated games of a period, in the order in which they count, also those that were refused.
    ///
    /// # Errors
    /// [`InternalError`] if the store cannot be read.
    fn games_in(&self, scale: &ScaleName, period: u32) -> Result<Vec<RatedGame>, InternalError>;
    /// Returns what everybody who played in a period had after it, in no order.
    ///
    /// # Errors
    /// [`InternalError`] if the store cannot be read.
    fn ratings_in(
        &self,
        scale: &ScaleName,
        period: u32,
    ) -> Result<Vec<StoredRating>, InternalError>;
    /// Returns what a person had after the last period before this one in which they played.
    ///
    /// # Errors
    /// [`InternalError`] if the store cannot be read.
    fn last_before(
        &self,
        area: &RatingArea,
        scale: &ScaleName,
        who: &PersonId,
        period: u32,
    ) -> Result<Option<StoredRating>, InternalError>;
}
