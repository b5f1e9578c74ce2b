//! A game as ratings see it: the scale on which it counts, and the result of each of its players.

use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

use games::{GameKind, Outcome, Seat, SeatSet};

use super::{
    game::Game,
    ids::{GameNo, IdError, PersonId, Platform, ServerId},
    log::LogEvent,
};

/// A scale: the games whose results make one set of ratings. They are of one game, of one family of its
/// options, and of one number of seats.
///
/// It is written with the parts that a game has: `GAME`, `GAME-FAMILY`, `GAME-SEATS`.
///
/// ```
/// use games::GameKind;
/// use martian_cake_table::ScaleName;
///
/// let scale = ScaleName::new(GameKind::ALL[0], "", 2);
/// assert_eq!(scale.to_string().parse(), Ok(scale));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ScaleName {
    kind: GameKind,
    family: Option<&'static str>,
    n_seats: u8,
}

impl ScaleName {
    /// The scale of a game with these canonical options and this number of seats.
    #[must_use]
    pub fn new(kind: GameKind, options: &str, n_seats: u8) -> Self {
        Self { kind, family: games::family(kind, options), n_seats }
    }

    /// Every scale of a game, that of its default options and its least number of seats first.
    #[must_use]
    pub fn all_of(kind: GameKind) -> Vec<Self> {
        let keys = games::families(kind).iter().map(|(key, _)| Some(*key));
        let families: Vec<Option<&'static str>> = std::iter::once(None).chain(keys).collect();
        games::seats(kind)
            .flat_map(|n_seats| {
                families.iter().map(move |family| Self { kind, family: *family, n_seats })
            })
            .collect()
    }

    /// Returns which game it is.
    #[must_use]
    pub const fn kind(&self) -> GameKind {
        self.kind
    }

    /// Returns `true` if its games are of the family of options that has no name.
    #[must_use]
    pub const fn is_of_default_family(&self) -> bool {
        self.family.is_none()
    }

    /// The number of seats.
    #[must_use]
    pub const fn n_seats(&self) -> u8 {
        self.n_seats
    }

    /// Returns what a game on this scale is called: `Game for 4`.
    #[must_use]
    pub fn title(&self) -> String {
        let families = games::families(self.kind);
        let of_family = families.iter().find(|(key, _)| Some(*key) == self.family);
        let name = of_family.map_or_else(|| self.kind.title(), |(_, title)| title);
        if self.is_by_seats() { format!("{name} for {}", self.n_seats) } else { name.to_owned() }
    }

    /// Returns `true` if the game can be played by different numbers of players.
    fn is_by_seats(&self) -> bool {
        games::seats(self.kind).count() > 1
    }
}

impl fmt::Display for ScaleName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.key())?;
        if let Some(family) = self.family {
            write!(f, "-{family}")?;
        }
        if self.is_by_seats() { write!(f, "-{}", self.n_seats) } else { Ok(()) }
    }
}

impl FromStr for ScaleName {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        let key = text.split('-').next().unwrap_or_default();
        let kind = GameKind::from_key(key).ok_or(IdError)?;
        Self::all_of(kind).into_iter().find(|scale| scale.to_string() == text).ok_or(IdError)
    }
}

/// The group of games from which a set of ratings is made. It is written `platform:discord` or
/// `server:discord:41771983423143937`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RatingArea {
    /// All games on a platform.
    Overall(Platform),
    /// The games of one server.
    Server(ServerId),
}

impl fmt::Display for RatingArea {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Overall(platform) => write!(f, "platform:{platform}"),
            Self::Server(server) => write!(f, "server:{server}"),
        }
    }
}

impl FromStr for RatingArea {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        match text.split_once(':').ok_or(IdError)? {
            ("server", server) => server.parse().map(Self::Server),
            ("platform", name) => name.parse().map(Self::Overall),
            _ => Err(IdError),
        }
    }
}

/// A game that has ended and was to be rated, as ratings see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RatedGame {
    /// The number by which people call it.
    pub no: GameNo,
    /// Its number in the order in which rated games count, which the store gives it; `None` before.
    pub n: Option<u32>,
    /// The scale on which it counts.
    pub scale: ScaleName,
    /// The platform on which it was played.
    pub platform: Platform,
    /// The server to which it belongs, if it belongs to one.
    pub server: Option<ServerId>,
    /// The number of the rating period in which it ended.
    pub period: u32,
    /// The word for why it does not count after all; `None` if it counts.
    pub refused: Option<String>,
    /// Its players, in the order of the seats.
    pub players: Vec<RatedPlayer>,
}

impl RatedGame {
    /// The sets of ratings for which it counts: that of its platform, and that of its server.
    pub fn areas(&self) -> impl Iterator<Item = RatingArea> + use<> {
        let server = self.server.clone().map(RatingArea::Server);
        std::iter::once(RatingArea::Overall(self.platform)).chain(server)
    }
}

/// The result of a rated game for one of its players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RatedPlayer {
    /// Who it is.
    pub person: PersonId,
    /// The place they came to, from 1; equal ones are shared.
    pub place: u8,
    /// Whether they made at least one move.
    pub has_moved: bool,
    /// Whether their time ran out.
    pub out_of_time: bool,
}

/// A person's rating at the end of a period in which they played, in whole units as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoredRating {
    /// Of which games.
    pub area: RatingArea,
    /// On which scale.
    pub scale: ScaleName,
    /// Whose it is.
    pub person: PersonId,
    /// The number of the period.
    pub period: u32,
    /// The rating in millionths of a point.
    pub rating: i64,
    /// The deviation in millionths of a point.
    pub deviation: i64,
    /// The volatility in thousand-millionths.
    pub volatility: i64,
    /// How many rated games they played in that period.
    pub games: u32,
}

/// The result of a game that was put right after its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Correction {
    /// The number of the game.
    pub game: GameNo,
    /// Who corrected it.
    pub by: PersonId,
    /// The result that holds from now on, as a result line.
    pub result: String,
    /// Why, in the words of who corrected it.
    pub reason: String,
}

impl Game {
    /// The scale on which it counts, if it is rated.
    #[must_use]
    pub fn scale(&self) -> ScaleName {
        ScaleName::new(self.kind(), self.options(), self.position().n_seats())
    }

    /// Returns how the game goes for each of its players if this is how it ended; `None` if it ended without a
    /// result, or if not every seat is a person's.
    #[must_use]
    pub fn rated_players(&self, outcome: Outcome) -> Option<Vec<RatedPlayer>> {
        let winners = match outcome {
            Outcome::Win(winners, _) => winners,
            // Who had left before the others agreed has no part in it.
            Outcome::Draw(_) => self.seats_that_stayed(),
            Outcome::Aborted => return None,
        };
        let places = self.places(winners);
        let people: Vec<_> = self.people().collect();
        let seats = self.seats().len();
        let players = people.into_iter().map(|(seat, person)| RatedPlayer {
            person: person.id.clone(),
            place: places.get(seat.index()).copied().unwrap_or(u8::MAX),
            has_moved: self.did(|event| event.is_ply() && event.seat() == Some(seat)),
            out_of_time: self.did(|event| *event == LogEvent::Time(seat)),
        });
        let players: Vec<RatedPlayer> = players.collect();
        (players.len() == seats).then_some(players)
    }

    /// The place of each seat if these won: theirs is the first, then the others follow as they stand, or
    /// share the next one in a game that counts no points.
    fn places(&self, winners: SeatSet) -> Vec<u8> {
        let standings = self.standings().unwrap_or_default();
        let stands = |seat: Seat| {
            standings.iter().find(|one| one.seat == seat).map_or(u8::MAX, |one| one.place)
        };
        let rank = |seat: Seat| if winners.contains(seat) { 0 } else { stands(seat) };
        let seats: Vec<Seat> = Seat::all(self.position().n_seats()).collect();
        let better = |mine: u8| seats.iter().filter(|seat| rank(**seat) < mine).count();
        seats.iter().map(|seat| u8::try_from(better(rank(*seat)) + 1).unwrap_or(u8::MAX)).collect()
    }

    /// The seats among which a draw is shared: in a game of several seats those that have not left it.
    fn seats_that_stayed(&self) -> SeatSet {
        let n_seats = self.position().n_seats();
        let stayed = |seat: &Seat| !self.did(|event| event.leaver() == Some(*seat));
        let stayed: SeatSet = Seat::all(n_seats).filter(stayed).collect();
        if n_seats == 2 || stayed.is_empty() { Seat::all(n_seats).collect() } else { stayed }
    }

    fn did(&self, what: impl Fn(&LogEvent) -> bool) -> bool {
        self.log().iter().any(|entry| what(&entry.event))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_read_back_and_nothing_else_does() {
        for kind in GameKind::ALL {
            let all = ScaleName::all_of(kind);
            assert_eq!(
                all.first().copied(),
                Some(ScaleName::new(kind, "", *games::seats(kind).start()))
            );
            for scale in all {
                assert_eq!(scale.to_string().parse(), Ok(scale));
            }
            for text in ["", "-", "2"] {
                assert_eq!(format!("{}-{text}x", kind.key()).parse::<ScaleName>(), Err(IdError));
            }
        }
        for text in ["", "chess", "platform:discord"] {
            assert_eq!(text.parse::<ScaleName>(), Err(IdError), "{text}");
        }
    }

    #[test]
    fn areas_read_back_and_nothing_else_does() {
        for text in ["platform:local", "server:discord:7"] {
            assert_eq!(
                text.parse::<RatingArea>().map(|area| area.to_string()).as_deref(),
                Ok(text)
            );
        }
        for text in ["", "platform:", "platform:irc", "server:", "server:7", "place:discord:7"] {
            assert_eq!(text.parse::<RatingArea>(), Err(IdError), "{text}");
        }
    }
}
