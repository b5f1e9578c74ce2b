//! Home as the page gets it: games and people, for somebody who has no game before them.

use std::collections::BTreeMap;

use chat::{Action, GameTile, HomeView, LastTerms, OpenOffer, Presence};
use scene::Panel;
use serde::Serialize;
use table::{PersonId, PlaceId};

use super::{board_address::SmallBoard, page_place::PagePlace};

/// All of it, for one person.
#[derive(Debug, Serialize)]
pub(super) struct HomeInfo {
    /// Whether the person has never played a game.
    newcomer: bool,
    last: Vec<Again>,
    games: Vec<Tile>,
    offers: Vec<Offer>,
    watch: Vec<Tile>,
    people: Vec<PersonHere>,
}

/// The terms of a game of before, and the line that begins one on them.
#[derive(Debug, Serialize)]
struct Again {
    label: String,
    line: String,
}

/// A running game with a small board.
#[derive(Debug, Serialize)]
struct Tile {
    no: u32,
    kind: &'static str,
    title: String,
    /// The names of all but the person.
    with: Vec<String>,
    /// The place of the page where it is played; `None` for one that the person cannot see.
    place: Option<PagePlace>,
    waits: bool,
    /// Where it stands: `move 31`.
    moment: String,
    /// Whose turn it is, in words.
    says: String,
    clock: Option<Ends>,
    board: SmallBoard,
}

/// The instant at which the time of whoever is to move is over.
#[derive(Debug, Serialize)]
struct Ends {
    mine: bool,
    /// In milliseconds since 1970; `None` while the clock stands.
    ends: Option<i64>,
}

/// An offer to play.
#[derive(Debug, Serialize)]
struct Offer {
    no: u32,
    kind: &'static str,
    title: &'static str,
    by: String,
    rating: Option<u32>,
    clock: Option<String>,
    rated: bool,
    seats: usize,
    taken: usize,
    /// Whether it is the person's own, and whether it asks them by name.
    mine: bool,
    asked: bool,
    actions: Vec<Action>,
}

/// Somebody who is here.
#[derive(Debug, Serialize)]
struct PersonHere {
    name: String,
    me: bool,
    /// The games that they play and everybody may see.
    plays: Vec<u32>,
    /// Whether they wait for somebody to take an offer of theirs.
    looks: bool,
}

impl HomeInfo {
    /// That of this person; `run` tells its pictures apart from those of other databases, `names` has what those who
    /// are here are called, and `place_of` knows which place of the page a place is.
    pub(super) fn of(
        home: HomeView,
        person: &PersonId,
        run: &str,
        names: &BTreeMap<PersonId, String>,
        place_of: impl Fn(&PlaceId) -> Option<PagePlace>,
    ) -> Self {
        let tile = |game: GameTile| Tile::of(place_of(&game.place), game, run);
        let tiles = |games: Vec<GameTile>| games.into_iter().filter_map(tile).collect();
        let here = |Presence { who, plays, looks_for_game }: Presence| PersonHere {
            name: names.get(&who).cloned().unwrap_or_default(),
            me: who == *person,
            plays: plays.into_iter().map(|no| no.0).collect(),
            looks: looks_for_game,
        };
        Self {
            newcomer: home.is_newcomer,
            last: home.last.into_iter().map(Again::from).collect(),
            games: tiles(home.games),
            offers: home.offers.into_iter().map(Offer::from).collect(),
            watch: tiles(home.watched),
            people: home.people.into_iter().map(here).collect(),
        }
    }
}

impl Tile {
    fn of(place: Option<PagePlace>, game: GameTile, run: &str) -> Option<Self> {
        let is_hidden = game.place.owner().is_some();
        let Panel { title, moment, headline, note, .. } = &game.board.scene()?.panel;
        let says = [headline, note].map(String::as_str);
        Some(Self {
            no: game.no.0,
            kind: game.kind.key(),
            title: title.clone(),
            with: game.others,
            place,
            waits: game.waits,
            moment: moment.clone(),
            says: says.join(" ").trim().to_owned(),
            clock: game.time.map(|time| Ends { mine: time.is_mine, ends: time.ends }),
            board: SmallBoard::of(&game.board, game.theme, (is_hidden, run))?,
        })
    }
}

impl From<LastTerms> for Again {
    fn from(LastTerms { label, line }: LastTerms) -> Self {
        Self { label, line }
    }
}

impl From<OpenOffer> for Offer {
    fn from(offer: OpenOffer) -> Self {
        Self {
            no: offer.no.0,
            kind: offer.kind.key(),
            title: offer.title,
            by: offer.from,
            rating: offer.rating,
            clock: offer.clock,
            rated: offer.is_rated,
            seats: offer.n_seats,
            taken: offer.n_taken,
            mine: offer.is_own,
            asked: offer.is_to_viewer,
            actions: offer.actions,
        }
    }
}
