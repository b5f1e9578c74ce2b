//! A season of games over days and weeks, played through the real host on a real store: people who are
//! slow, asleep, away, or who say beforehand what they reply, while the program is killed and the platform
//! or a channel is lost now and then. A second judge, which knows only what happened, says what every clock
//! has to show.

mod judge;
mod matches;
mod people;
mod play;
mod troubles;
mod verdict;

use play::{Figures, play};

use crate::support::simulation::seed;

/// The environment variable that chooses another seed.
const SEED: &str = "SEASON_SEED";

/// How large a season is.
#[derive(Clone, Copy, Debug)]
struct Size {
    /// The same seed gives the same season, but for where in its work a kill meets the program.
    seed: u64,
    days: i64,
    games: usize,
    people: usize,
    channels: usize,
    kills: usize,
    /// How often the connection to the platform is lost for minutes, and for two days.
    short_outages: usize,
    long_outages: usize,
    /// How often a channel takes nothing for a while.
    closed_channels: usize,
}

/// Plays a season, and makes sure that all of it was played.
fn played(size: Size) -> Figures {
    let (figures, tally) = play(size);
    eprintln!("{figures:#?}\n{tally:#?}");
    assert_eq!((tally.kills, figures.begun), (size.kills, size.games), "{figures:?}");
    figures
}

#[test]
fn a_short_season_is_right_to_the_millisecond() {
    let figures = played(Size {
        seed: seed(SEED, 17),
        days: 10,
        games: 24,
        people: 10,
        channels: 3,
        kills: 5,
        short_outages: 4,
        long_outages: 1,
        closed_channels: 3,
    });
    assert!(figures.plies > 100, "{figures:?}");
    assert!(figures.reminders > 0 && figures.conditional > 0, "{figures:?}");
}

#[test]
#[ignore = "second tier: cargo xtask long"]
fn a_season_of_a_thousand_games_is_right_to_the_millisecond() {
    let figures = played(Size {
        seed: seed(SEED, 60),
        days: 60,
        games: 1_000,
        people: 60,
        channels: 40,
        kills: 50,
        short_outages: 40,
        long_outages: 2,
        closed_channels: 60,
    });
    assert!(figures.plies > 20_000, "{figures:?}");
    assert!(figures.time_outs > 20 && figures.conditional > 500, "{figures:?}");
}
