//! The course of a rating: what its chart shows.

use serde::{Deserialize, Serialize};

/// The course of somebody's rating.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RatingCurve {
    /// The title above it: `ann, Lyra`. Where that is too wide, less is shown of what stands before its last
    /// comma.
    pub title: String,
    /// The note below that in small letters: `1662? ± 290, 12 games`.
    pub note: String,
    /// One for each period with a game, the first one first, at least one.
    pub points: Vec<CurvePoint>,
}

/// A rating after the games of one period.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CurvePoint {
    /// The period as people read it: `4 May`.
    pub label: String,
    /// How many periods after the first one it lies (0 for the first), for the horizontal axis.
    pub at: u32,
    /// The rating in points.
    pub rating: i64,
    /// The deviation in points: the band is drawn two of them wide on each side.
    pub deviation: i64,
}
