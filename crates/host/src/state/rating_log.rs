//! The stored ratings, read for handlers.

use chat::{InternalError, RatingHistory, RatingLog};
use store::Reader;
use table::{GameNo, PersonId, RatedGame, RatingArea, ScaleName, StoredRating};

use super::committed_state::{CommittedState, internal_error};

impl RatingLog for CommittedState {
    fn rated_game(&self, no: GameNo) -> Result<Option<RatedGame>, InternalError> {
        self.reader().rated_game(no).map_err(internal_error)
    }

    fn rated_games_of(
        &self,
        who: &PersonId,
        scale: &ScaleName,
        period: u32,
    ) -> Result<Vec<RatedGame>, InternalError> {
        self.reader().rated_games_of(who, scale, period).map_err(internal_error)
    }

    fn rating_curve(
        &self,
        area: &RatingArea,
        scale: &ScaleName,
        who: &PersonId,
    ) -> Result<Vec<StoredRating>, InternalError> {
        self.reader().rating_curve(area, scale, who).map_err(internal_error)
    }

    fn rating_before(
        &self,
        area: &RatingArea,
        scale: &ScaleName,
        who: &PersonId,
        period: u32,
    ) -> Result<Option<StoredRating>, InternalError> {
        self.reader().rating_before(area, scale, who, period).map_err(internal_error)
    }

    fn last_ratings(
        &self,
        area: &RatingArea,
        scale: &ScaleName,
    ) -> Result<Vec<StoredRating>, InternalError> {
        self.reader().last_ratings(area, scale).map_err(internal_error)
    }

    fn has_met(
        &self,
        area: &RatingArea,
        scale: &ScaleName,
        who: &PersonId,
        n: usize,
        counts: &dyn Fn(&PersonId) -> bool,
    ) -> Result<bool, InternalError> {
        self.reader().has_met(area, scale, who, n, counts).map_err(internal_error)
    }

    fn name_of(&self, who: &PersonId) -> String {
        self.name_of(who)
    }

    fn corrected_result(&self, no: GameNo) -> Result<Option<String>, InternalError> {
        self.reader().corrected_result(no).map_err(internal_error)
    }
}

/// The ratings of all people as one reader of the store sees them.
pub(crate) struct StoredRatings(pub(crate) Reader);

impl RatingHistory for StoredRatings {
    fn period_from(&self, scale: &ScaleName, period: u32) -> Result<Option<u32>, InternalError> {
        self.0.rated_period(scale, period).map_err(internal_error)
    }

    fn games_in(&self, scale: &ScaleName, period: u32) -> Result<Vec<RatedGame>, InternalError> {
        self.0.rated_games_in(scale, period).map_err(internal_error)
    }

    fn ratings_in(
        &self,
        scale: &ScaleName,
        period: u32,
    ) -> Result<Vec<StoredRating>, InternalError> {
        self.0.ratings_in(scale, period).map_err(internal_error)
    }

    fn last_before(
        &self,
        area: &RatingArea,
        scale: &ScaleName,
        who: &PersonId,
        period: u32,
    ) -> Result<Option<StoredRating>, InternalError> {
        self.0.rating_before(area, scale, who, period).map_err(internal_error)
    }
}
