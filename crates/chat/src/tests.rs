//! A small world for tests of what happens without a message.

use std::{
    cell::{Cell, RefCell},
    sync::Arc,
};

use dice::Secret;
use event::{Edition, Results};
use games::{GameKind, Seat, arranges, canonical_options, seats};
use signing::HostKey;
use table::{
    Asked, Ban, Correction, EditionNo, Forgotten, Game, GameNo, MessageId, Millis, ModEntry,
    NewGame, Occupant, OfferTerms, Person, PersonId, PlaceId, Platform, RatedGame, RatingArea,
    ScaleName, SeatChoice, ServerId, Setting, Stamp, StoredPlan, StoredRating,
};

use super::{
    events::{EditionListRow, EditionLog},
    message::{Addressing, Incoming},
    moderation::ModerationLog,
    operator::Operator,
    ratings::RatingLog,
    world::{PlaceSettings, World},
};
use crate::{
    handling::{
        cause::{Cause, Scope},
        step::InternalError,
    },
    world::{
        game_list_row::GameListRow,
        game_summary::{GameSummary, GamesListed},
        server_summary::ServerSummary,
    },
};

/// A world in which nothing has happened yet but the games that a test puts there, at an instant that it can move.
/// Chance always gives the first of what there is.
pub(super) struct NewWorld {
    pub(super) now: Cell<Millis>,
    last_no: Cell<u32>,
    key: HostKey,
    settings: RefCell<Vec<Setting>>,
    /// Games that people know by their lists, the newest first.
    games: Vec<Game>,
}

impl Default for NewWorld {
    fn default() -> Self {
        Self {
            now: Cell::default(),
            last_no: Cell::default(),
            key: HostKey::from_bytes([9; 32]),
            settings: RefCell::default(),
            games: Vec::new(),
        }
    }
}

impl ModerationLog for NewWorld {
    fn bans(&self, _scope: &str, _who: &PersonId) -> Result<Vec<Ban>, InternalError> {
        Ok(Vec::new())
    }

    fn mod_log(&self, _scope: &str, _limit: u32) -> Result<Vec<ModEntry>, InternalError> {
        Ok(Vec::new())
    }

    fn count_reports(&self, _by: &PersonId, _since: Millis) -> Result<usize, InternalError> {
        Ok(0)
    }

    fn forgotten(&self, _who: &PersonId) -> Result<Option<Forgotten>, InternalError> {
        Ok(None)
    }

    fn blocks(&self, _person: &PersonId) -> Result<Vec<PersonId>, InternalError> {
        Ok(Vec::new())
    }

    fn has_blocked(&self, _person: &PersonId, _other: &PersonId) -> Result<bool, InternalError> {
        Ok(false)
    }

    fn asked(&self, _by: &PersonId, _whom: &PersonId) -> Result<Asked, InternalError> {
        Ok(Asked::default())
    }

    fn notices(&self, _person: &PersonId) -> Result<Vec<String>, InternalError> {
        Ok(Vec::new())
    }
}

impl RatingLog for NewWorld {
    fn rated_game(&self, _no: GameNo) -> Result<Option<RatedGame>, InternalError> {
        Ok(None)
    }

    fn rated_games_of(
        &self,
        _who: &PersonId,
        _scale: &ScaleName,
        _period: u32,
    ) -> Result<Vec<RatedGame>, InternalError> {
        Ok(Vec::new())
    }

    fn rating_curve(
        &self,
        _area: &RatingArea,
        _scale: &ScaleName,
        _who: &PersonId,
    ) -> Result<Vec<StoredRating>, InternalError> {
        Ok(Vec::new())
    }

    fn rating_before(
        &self,
        _area: &RatingArea,
        _scale: &ScaleName,
        _who: &PersonId,
        _period: u32,
    ) -> Result<Option<StoredRating>, InternalError> {
        Ok(None)
    }

    fn last_ratings(
        &self,
        _area: &RatingArea,
        _scale: &ScaleName,
    ) -> Result<Vec<StoredRating>, InternalError> {
        Ok(Vec::new())
    }

    fn has_met(
        &self,
        _area: &RatingArea,
        _scale: &ScaleName,
        _who: &PersonId,
        _n: usize,
        _counts: &dyn Fn(&PersonId) -> bool,
    ) -> Result<bool, InternalError> {
        Ok(false)
    }

    fn name_of(&self, who: &PersonId) -> String {
        who.key().to_owned()
    }

    fn corrected_result(&self, _no: GameNo) -> Result<Option<String>, InternalError> {
        Ok(None)
    }
}

impl EditionLog for NewWorld {
    fn edition(&self, _no: EditionNo) -> Result<Option<Edition>, InternalError> {
        Ok(None)
    }

    fn results(&self, _no: EditionNo) -> Result<Results, InternalError> {
        Ok(Results::new())
    }

    fn corrections(&self, _no: EditionNo) -> Result<Vec<(Millis, Correction)>, InternalError> {
        Ok(Vec::new())
    }

    fn held_in(
        &self,
        _platform: Platform,
        _server: Option<&ServerId>,
        _most: u32,
    ) -> Result<Vec<EditionListRow>, InternalError> {
        Ok(Vec::new())
    }

    fn lately_in(
        &self,
        _platform: Platform,
        _server: Option<&ServerId>,
        _since: Millis,
        _most: u32,
    ) -> Result<Vec<EditionNo>, InternalError> {
        Ok(Vec::new())
    }

    fn with(&self, _who: &PersonId) -> Result<Vec<EditionNo>, InternalError> {
        Ok(Vec::new())
    }

    fn nth_edition(
        &self,
        _event: EditionNo,
        _ordinal: u32,
    ) -> Result<Option<EditionNo>, InternalError> {
        Ok(None)
    }

    fn fresh(&self) -> EditionNo {
        EditionNo(1)
    }
}

impl World for NewWorld {
    fn whole(&self) -> &dyn World {
        self
    }

    fn now(&self) -> Millis {
        self.now.get()
    }

    fn settings(&self, place: &PlaceId, _: Option<&ServerId>) -> PlaceSettings {
        PlaceSettings {
            prefix: "!".to_owned(),
            shown_prefix: "!".to_owned(),
            is_own_thread: false,
            is_gone: false,
            needs_prefix: place.platform() == Platform::Discord,
        }
    }

    fn channel_of(&self, _place: &PlaceId) -> Option<PlaceId> {
        None
    }

    fn game_list_row(&self, no: GameNo) -> Result<Option<GameListRow>, InternalError> {
        Ok(self.games.iter().find(|game| game.no() == no).map(row_of))
    }

    fn game(&self, _no: GameNo) -> Result<Option<Arc<Game>>, InternalError> {
        Ok(None)
    }

    fn open_games_of(&self, _who: &PersonId) -> Result<Vec<GameListRow>, InternalError> {
        Ok(Vec::new())
    }

    fn count_running(&self, _who: &PersonId) -> Result<usize, InternalError> {
        Ok(0)
    }

    fn running_games_of(&self, _: Option<&ServerId>) -> Result<Vec<GameNo>, InternalError> {
        Ok(Vec::new())
    }

    fn open_games_at(&self, _place: &PlaceId) -> Result<Vec<GameListRow>, InternalError> {
        Ok(Vec::new())
    }

    fn finished_games_of(&self, _who: &PersonId) -> Result<Vec<GameListRow>, InternalError> {
        Ok(Vec::new())
    }

    fn finished_games_in(&self, _: Option<&ServerId>) -> Result<Vec<GameListRow>, InternalError> {
        Ok(Vec::new())
    }

    fn game_summaries(
        &self,
        which: GamesListed<'_>,
        other: &PersonId,
    ) -> Result<Vec<GameSummary>, InternalError> {
        let (whose, is_over) = match which {
            GamesListed::OpenOf(person) => (person, false),
            GamesListed::FinishedOf(person) => (person, true),
            GamesListed::OpenAt(_) => (other, false),
        };
        let listed = self.games.iter().filter(|game| game.outcome().is_some() == is_over);
        let summaries = listed.map(|game| summary_of(game, whose, other));
        Ok(summaries.filter(|game| !game.seats.is_empty()).collect())
    }

    fn newest_board(&self, _: GameNo, _: &PlaceId) -> Result<Option<MessageId>, InternalError> {
        Ok(None)
    }

    fn game_of_message(&self, _message: &MessageId) -> Result<Option<GameNo>, InternalError> {
        Ok(None)
    }

    fn people_named(&self, _at: Platform, name: &str) -> Result<Vec<Person>, InternalError> {
        let people = self.games.iter().flat_map(Game::people).map(|(_, person)| person);
        Ok(people.filter(|person| person.name == name).take(1).cloned().collect())
    }

    /// As if no font had signs of Tangut.
    fn can_draw(&self, name: &str) -> bool {
        !name.contains(is_tangut)
    }

    fn setting(&self, scope: &str, key: &str) -> Result<Option<String>, InternalError> {
        let settings = self.settings.borrow();
        let kept = settings.iter().rev().find(|kept| kept.scope == scope && kept.key == key);
        Ok(kept.and_then(|kept| kept.value.clone()))
    }

    fn outages(&self, _place: &PlaceId, _from: Millis) -> Vec<(Millis, Option<Millis>)> {
        Vec::new()
    }

    fn vacations(
        &self,
        _who: &PersonId,
        _scope: &str,
        _from: Millis,
    ) -> Result<Vec<(Millis, Millis)>, InternalError> {
        Ok(Vec::new())
    }

    fn ratings(&self) -> &dyn RatingLog {
        self
    }

    fn moderation(&self) -> &dyn ModerationLog {
        self
    }

    fn data_of(&self, _who: &PersonId) -> Result<String, InternalError> {
        Ok("{}".to_owned())
    }

    fn operator(&self) -> &Operator {
        const NOBODY: &Operator = &Operator {
            name: None,
            contact: None,
            privacy_url: None,
            terms_url: None,
            support_url: None,
        };
        NOBODY
    }

    fn is_owner(&self, _who: &PersonId) -> bool {
        false
    }

    fn servers(&self) -> Result<Vec<ServerSummary>, InternalError> {
        Ok(Vec::new())
    }

    fn editions(&self) -> &dyn EditionLog {
        self
    }

    fn plan(&self, _game: GameNo, _seat: Seat) -> Result<Option<StoredPlan>, InternalError> {
        Ok(None)
    }

    fn heard_until(&self, _place: &PlaceId) -> Millis {
        self.now.get()
    }

    fn host_key(&self) -> &HostKey {
        &self.key
    }

    fn fresh_no(&self) -> GameNo {
        self.last_no.set(self.last_no.get() + 1);
        GameNo(self.last_no.get())
    }

    fn fresh_secret(&self) -> Result<Secret, InternalError> {
        Ok(Secret::from_bytes([7; 32]))
    }

    fn random_below(&self, _n: u32) -> u32 {
        0
    }

    fn page_heir(&self) -> Result<Option<PersonId>, InternalError> {
        Ok(None)
    }

    fn page_owner(&self) -> Result<Option<PersonId>, InternalError> {
        Ok(None)
    }

    fn bot_rating(&self, _scale: &ScaleName, _level: u8) -> Option<u16> {
        None
    }

    fn bot_army(&self, _: GameKind, _: &str, _: u8, _: u64) -> Option<String> {
        None
    }
}

impl NewWorld {
    /// The world with these games, the newest first.
    pub(super) fn with_games(games: Vec<Game>) -> Self {
        Self { games, ..Self::default() }
    }

    /// Returns what an action may look at that happens here for this cause.
    pub(super) fn scope<'a>(&'a self, cause: Cause<'a>) -> Scope<'a> {
        Scope { world: self, cause }
    }

    /// Keeps a setting.
    pub(super) fn set(&self, setting: &Setting) {
        self.settings.borrow_mut().push(setting.clone());
    }
}

/// A game as lists have it.
fn row_of(game: &Game) -> GameListRow {
    GameListRow {
        no: game.no(),
        kind: game.kind(),
        place: game.place().clone(),
        server: game.server().cloned(),
        seats: game.seats().to_vec(),
        stage: game.stage(),
        to_move: None,
        ply: game.position().ply(),
        has_plies: game.position().n_standing() > 0,
        created: game.created(),
        moved: game.moved(),
        is_of_event: false,
    }
}

/// The same at a glance, for a person and another one.
fn summary_of(game: &Game, whose: &PersonId, other: &PersonId) -> GameSummary {
    GameSummary {
        no: game.no(),
        kind: game.kind(),
        place: game.place().clone(),
        server: game.server().cloned(),
        stage: game.stage(),
        to_move: None,
        created: game.created(),
        moved: game.moved(),
        is_timed: false,
        seats: game.seats_of(whose).collect(),
        is_asked: false,
        others: game.seats_of(other).collect(),
    }
}

/// Returns `true` for a sign of Tangut, which no picture of a [`NewWorld`] can show.
fn is_tangut(sign: char) -> bool {
    ('\u{17000}'..='\u{187FF}').contains(&sign)
}

/// A channel on a platform where commands need a prefix.
pub(super) fn channel() -> PlaceId {
    PlaceId::channel(Platform::Discord, "1")
}

pub(super) fn person(name: &str) -> Person {
    Person { id: PersonId::new(Platform::Discord, name), name: name.to_owned() }
}

/// A message of a person.
pub(super) fn message(author: &str, place: PlaceId, addressing: Addressing) -> Incoming {
    Incoming {
        addressing,
        others_present: true,
        salt: "m7".to_owned(),
        ..Incoming::line(MessageId::new(Platform::Discord, "7"), person(author), place, "", 0)
    }
}

/// A game that so many can play, without men to arrange, and its options.
pub(super) fn game_for(n: usize) -> (GameKind, String) {
    let n = u8::try_from(n).unwrap();
    let plays = |kind: &GameKind| seats(*kind).contains(&n) && !arranges(*kind);
    let kind = GameKind::ALL.into_iter().find(plays).unwrap();
    (kind, canonical_options(kind, "", n).unwrap())
}

/// A running game of these people, in the order of its seats.
pub(super) fn started(names: &[&str]) -> Game {
    started_as(GameNo(12), names)
}

/// The same under this number.
pub(super) fn started_as(no: GameNo, names: &[&str]) -> Game {
    let (kind, options) = game_for(names.len());
    let terms =
        OfferTerms { seat_choice: SeatChoice::White, listed: true, ..OfferTerms::default() };
    let new = NewGame {
        no,
        kind,
        options,
        place: channel(),
        server: None,
        seats: names.iter().map(|name| Occupant::Person(person(name))).collect(),
        terms,
        secret: Secret::from_bytes([7; 32]),
        salt: "m1".to_owned(),
        at: 0,
    };
    let mut game = Game::offer(new).unwrap();
    game.start(|_| 0, Stamp { at: 0, salt: None }).unwrap();
    game
}
