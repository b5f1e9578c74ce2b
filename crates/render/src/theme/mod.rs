//! Themes: every colour of a picture stands here or is blended here from those that do.

mod chart_colours;
mod choice;
mod colour;
mod colouring;
mod colours;
mod paint;
mod screen_colours;
mod standings_colours;
mod tables;

pub(crate) use chart_colours::ChartColours;
pub use choice::Theme;
pub(crate) use colour::Rgb;
pub(crate) use colouring::{Colouring, EARLIER, PALE};
pub(crate) use colours::{Colours, Tone};
pub(crate) use paint::Paint;
pub(crate) use screen_colours::ScreenColours;
pub(crate) use standings_colours::StandingsColours;
