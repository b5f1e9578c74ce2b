//! All that a surface needs to show somebody where they could play: their own games, what is offered and played in
//! a place, who of those present plays what, and the terms on which they played last. Like every question it changes
//! nothing.

use std::cmp::Reverse;

use games::{GameKind, Seat};
use scene::Theme;
use serde::Serialize;
use table::{BoardRecipe, Game, GameNo, Occupant, PersonId, PlaceId, Stage};

use super::{
    privacy::{Asker, SeenWorld},
    query::GameTime,
    step::InternalError,
    table_view::board_of,
};
use crate::{
    actions::{View, action::Action, actions},
    naming::{
        names::plain_occupant,
        titles::{name_of, words_of},
    },
    pictures::{boards::style_of_table, shown_seats},
    places::server_settings::default_clock,
    ratings::rating_now,
    text,
    time::time_left::turn_ends,
    world::{
        World,
        game_list_row::GameListRow,
        game_summary::{GameSummary, GamesListed},
    },
};

/// The most games of a list with boards.
const MOST_BOARDS: usize = 24;
/// The most offers that are listed.
const MOST_OFFERS: usize = 24;
/// How many of the terms of before are told.
const MOST_TERMS: usize = 3;
/// How many games are looked at for them: people often play on the same terms again.
const MOST_LOOKED_AT: usize = 8;

/// Home, as somebody sees it who has no game before them.
#[derive(Clone, Debug, Default)]
pub struct HomeView {
    /// Whether they have never played a game.
    pub is_newcomer: bool,
    /// The terms on which they played last.
    pub last: Vec<LastTerms>,
    /// Their running games, the most urgent one first.
    pub games: Vec<GameTile>,
    /// Their own offers, and those that they could take: the ones that ask them by name first.
    pub offers: Vec<OpenOffer>,
    /// The games of others that are played in the place, the one that went on last first.
    pub watched: Vec<GameTile>,
    /// Those who are present.
    pub people: Vec<Presence>,
}

/// The terms of a game that can be played again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LastTerms {
    /// The terms in a few words.
    pub label: String,
    /// The line that begins such a game.
    pub line: String,
}

/// A running game with its board.
#[derive(Clone, Debug)]
pub struct GameTile {
    /// The number that people call it by.
    pub no: GameNo,
    /// Which game is played.
    pub kind: GameKind,
    /// The place in which it is played.
    pub place: PlaceId,
    /// The names of all but the viewer, in the order of their seats.
    pub others: Vec<String>,
    /// Whether it waits for the viewer.
    pub waits: bool,
    /// When the time of whoever is to move is over; `None` in a game without clocks.
    pub time: Option<GameTime>,
    /// The board, as the viewer may see it, with what stands beside it.
    pub board: BoardRecipe,
    /// The theme that was chosen for the viewer's boards, or where the game is played.
    pub theme: Option<Theme>,
}

/// An offer to play.
#[derive(Clone, Debug)]
pub struct OpenOffer {
    /// The number that people call it by.
    pub no: GameNo,
    /// Which game is offered.
    pub kind: GameKind,
    /// The name of the game with its options.
    pub title: &'static str,
    /// The name of whoever made it.
    pub from: String,
    /// Their rating in a game for two, if they have one.
    pub rating: Option<u32>,
    /// The clock in a few words, if there is one.
    pub clock: Option<String>,
    /// Whether the result counts for ratings.
    pub is_rated: bool,
    /// How many seats it has.
    pub n_seats: usize,
    /// How many of the seats are taken.
    pub n_taken: usize,
    /// Whether it is the viewer's.
    pub is_own: bool,
    /// Whether it asks the viewer by name.
    pub is_to_viewer: bool,
    /// The actions that the viewer has about it.
    pub actions: Vec<Action>,
}

/// Somebody who is present, and what they do there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Presence {
    /// Who that is.
    pub who: PersonId,
    /// The running games of the place in which they play.
    pub plays: Vec<GameNo>,
    /// Whether they wait for somebody to take an offer of theirs.
    pub looks_for_game: bool,
}

/// Returns what somebody sees in a place who has no game before them; `present` are those who are there.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub fn home(
    world: &dyn World,
    asker: Asker<'_>,
    present: &[PersonId],
) -> Result<HomeView, InternalError> {
    let world = &SeenWorld::new(world, asker);
    let here = world.open_games_at(asker.place)?;
    let played = played_before(world, asker.who)?;
    Ok(HomeView {
        is_newcomer: !played.iter().any(GameListRow::was_played),
        last: last_terms(world, asker, &played)?,
        games: own_games(world, asker)?,
        offers: offers(world, asker, &here)?,
        watched: watched(world, asker, &here)?,
        people: present.iter().map(|who| presence(who, &here)).collect(),
    })
}

/// The games of a person that go on or are over, and their offers, the newest first.
pub(super) fn played_before(
    world: &dyn World,
    who: &PersonId,
) -> Result<Vec<GameListRow>, InternalError> {
    let mut games = world.open_games_of(who)?;
    games.retain(|game| game.is_offer_of(who) || game.is_running());
    games.extend(world.finished_games_of(who)?);
    games.sort_by_key(|game| Reverse((game.created, game.no)));
    Ok(games)
}

/// The last terms on which a person has played, each once.
pub(super) fn last_terms(
    world: &dyn World,
    asker: Asker<'_>,
    played: &[GameListRow],
) -> Result<Vec<LastTerms>, InternalError> {
    let mut last: Vec<LastTerms> = Vec::new();
    let own = played.iter().filter(|game| !game.is_of_event && game.has(asker.who));
    for row in own.take(MOST_LOOKED_AT) {
        let Some(game) = world.game(row.no)? else { continue };
        let terms = terms_of(world, asker, &game)?;
        last.extend(terms.filter(|terms| last.iter().all(|known| known.line != terms.line)));
        if last.len() == MOST_TERMS {
            break;
        }
    }
    Ok(last)
}

/// The terms of a game, so that its person can play on them again; `None` where an opponent cannot be named in a line.
fn terms_of(
    world: &dyn World,
    asker: Asker<'_>,
    game: &Game,
) -> Result<Option<LastTerms>, InternalError> {
    let others = || game.seats().iter().filter(|occupant| !occupant.is_or_asks(asker.who));
    let invited: Option<Vec<String>> = others().map(invitation).collect();
    let Some(invited) = invited else { return Ok(None) };
    let terms = game.terms();
    let usual = default_clock(world, asker.place, asker.server, game.kind())?;
    // Bots hurry nobody, and elsewhere a clock that is not named is the usual one.
    let is_told = terms.clock.is_limited()
        || usual.is_limited() && others().any(|one| !matches!(one, Occupant::Bot(_)));
    let clock = is_told.then(|| terms.clock.to_string());
    let looks = terms.look.split(',').filter(|look| !look.is_empty()).map(str::to_owned);
    let rated = terms.rated.then(|| "rated".to_owned());
    let words: Vec<String> = std::iter::once("challenge".to_owned())
        .chain(invited)
        .chain([words_of(game)])
        .chain(looks.chain(clock).chain(rated))
        .collect();
    let names: Vec<String> = others().map(|one| short_name(game.seats(), one)).collect();
    let clock = text::short_clock(terms.clock);
    let label = text::same_again(name_of(game), &names, clock.as_deref());
    Ok(Some(LastTerms { label, line: words.join(" ") }))
}

/// The word of a challenge that invites an occupant.
pub(super) fn invitation(occupant: &Occupant) -> Option<String> {
    match occupant {
        Occupant::Bot(level) => Some(format!("bot {level}")),
        Occupant::Open => Some("anyone".to_owned()),
        Occupant::Person(person) | Occupant::Asked(person) => {
            let is_word = !person.name.contains(char::is_whitespace);
            is_word.then(|| format!("@{}", person.name))
        }
    }
}

/// The name of an occupant where there is little room.
fn short_name(seats: &[Occupant], occupant: &Occupant) -> String {
    match occupant {
        Occupant::Bot(level) => text::bot_of_level(*level),
        Occupant::Person(_) | Occupant::Asked(_) | Occupant::Open => {
            plain_occupant(seats, occupant)
        }
    }
}

/// The running games of a person, the most urgent first.
fn own_games(world: &dyn World, asker: Asker<'_>) -> Result<Vec<GameTile>, InternalError> {
    let mut games = world.game_summaries(GamesListed::OpenOf(asker.who), asker.who)?;
    games.retain(GameSummary::is_running);
    let mut keyed = Vec::new();
    for summary in games {
        let Some(game) = world.game(summary.no)? else { continue };
        let tile = tile(world, asker, &game, summary.is_timed)?;
        let ends = tile.time.filter(|time| time.is_mine).and_then(|time| time.ends);
        keyed.push((summary.urgency(ends), tile));
    }
    keyed.sort_by_key(|(urgency, _)| *urgency);
    Ok(keyed.into_iter().map(|(_, tile)| tile).take(MOST_BOARDS).collect())
}

/// The games of others that are played in a place, the one that went on last first.
fn watched(
    world: &dyn World,
    asker: Asker<'_>,
    here: &[GameListRow],
) -> Result<Vec<GameTile>, InternalError> {
    let mut games: Vec<&GameListRow> =
        here.iter().filter(|game| game.is_running() && !game.has(asker.who)).collect();
    games.sort_by_key(|game| Reverse(game.moved));
    let mut tiles = Vec::new();
    for row in games.into_iter().take(MOST_BOARDS) {
        if let Some(game) = world.game(row.no)? {
            let is_timed = game.clocks().control().is_limited();
            tiles.push(tile(world, asker, &game, is_timed)?);
        }
    }
    Ok(tiles)
}

fn tile(
    world: &dyn World,
    asker: Asker<'_>,
    game: &Game,
    is_timed: bool,
) -> Result<GameTile, InternalError> {
    let waits = game.waits_for(asker.who);
    let mine = |seat: Seat| game.seats_of(asker.who).any(|own| own == seat);
    let time = match is_timed {
        true => Some(GameTime {
            no: game.no(),
            is_mine: waits,
            ends: turn_ends(world, game, |seat| !waits || mine(seat))?,
        }),
        false => None,
    };
    let seats = game.seats();
    let others = seats.iter().filter(|occupant| !occupant.is_or_asks(asker.who));
    Ok(GameTile {
        no: game.no(),
        kind: game.kind(),
        place: game.place().clone(),
        others: others.map(|one| short_name(seats, one)).collect(),
        waits,
        time,
        board: board_of(game, game.seat_of(asker.who), &shown_seats(world, game)),
        theme: style_of_table(world, asker.who, game)?.theme,
    })
}

/// The offers of a person and those that they could take: first those that ask them by name, then their own, then
/// the others, the newest first.
fn offers(
    world: &dyn World,
    asker: Asker<'_>,
    here: &[GameListRow],
) -> Result<Vec<OpenOffer>, InternalError> {
    let mut rows = world.open_games_of(asker.who)?;
    let known: Vec<GameNo> = rows.iter().map(|row| row.no).collect();
    rows.extend(here.iter().filter(|row| !known.contains(&row.no)).cloned());
    let now = world.now();
    rows.retain(|row| {
        matches!(row.stage, Stage::Offered(until) if until > now)
            && (row.has(asker.who) || row.asks(asker.who))
    });
    rows.sort_by_key(|row| (rank(row, asker.who), Reverse((row.created, row.no))));
    let mut offers = Vec::new();
    for row in rows.iter().take(MOST_OFFERS) {
        if let Some(game) = world.game(row.no)? {
            offers.extend(offer(world, asker, &game)?);
        }
    }
    Ok(offers)
}

fn rank(offer: &GameListRow, who: &PersonId) -> u8 {
    match () {
        () if offer.seats.iter().any(|seat| is_asked(seat, who)) => 0,
        () if offer.has(who) => 1,
        () => 2,
    }
}

fn is_asked(occupant: &Occupant, who: &PersonId) -> bool {
    matches!(occupant, Occupant::Asked(person) if person.id == *who)
}

/// An offer as its viewer sees it; `None` if nobody has made it any more.
fn offer(
    world: &dyn World,
    asker: Asker<'_>,
    game: &Game,
) -> Result<Option<OpenOffer>, InternalError> {
    let Some(from) = game.challenger() else { return Ok(None) };
    let seats = game.seats();
    let view = View { viewer: Some(asker.who), place: asker.place, private: false, alone: false };
    let about = actions(world, game, view)?.into_iter().filter(|action| action.game.is_some());
    let rating = match seats {
        [_, _] => rating_now(world, game.kind(), game.options(), asker.server, &from.id)?,
        _ => 0,
    };
    let is_taken = |one: &&Occupant| matches!(one, Occupant::Person(_) | Occupant::Bot(_));
    Ok(Some(OpenOffer {
        no: game.no(),
        kind: game.kind(),
        title: name_of(game),
        from: plain_occupant(seats, &Occupant::Person(from.clone())),
        rating: (rating > 0).then_some(rating),
        clock: text::short_clock(game.terms().clock),
        is_rated: game.terms().rated,
        n_seats: seats.len(),
        n_taken: seats.iter().filter(is_taken).count(),
        is_own: from.id == *asker.who,
        is_to_viewer: seats.iter().any(|seat| is_asked(seat, asker.who)),
        actions: about.collect(),
    }))
}

/// The doings of somebody in a place in which these games are open.
fn presence(who: &PersonId, here: &[GameListRow]) -> Presence {
    let running = here.iter().filter(|game| game.is_running() && game.has(who));
    let offered =
        |game: &GameListRow| game.is_offer_of(who) && game.seats.contains(&Occupant::Open);
    Presence {
        who: who.clone(),
        plays: running.map(|game| game.no).collect(),
        looks_for_game: here.iter().any(offered),
    }
}
