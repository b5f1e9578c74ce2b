//! The committed state, as the handling of a message sees it: reads from the store by index, and a
//! bounded cache of replayed games.

use std::{
    cell::{Cell, RefCell, RefMut},
    collections::{BTreeSet, HashMap, HashSet, VecDeque},
    sync::Arc,
};

use chat::{
    BANNED_SERVERS, EditionLog, GameListRow, GameSummary, GamesListed, InternalError,
    ModerationLog, Operator, PlaceSettings, RatingLog, ServerSummary, World,
};
use dice::Secret;
use games::{GameKind, Seat, parse_result};
use signing::HostKey;
use store::{GameRow, Reader, StoreError};
use table::{
    Area, EditionNo, Game, GameNo, MessageId, Millis, OfferTerms, Person, PersonId, PlaceId,
    Platform, ScaleName, ServerId, Stage, StoredPlan, name_key,
};

use super::rows::{self, occupants, replay_game, row_seat, stage};
use crate::{
    connection::contact::Contact, entropy::Entropy, jobs::pairings::Pairings,
    messages::prefixes::Prefixes,
};

/// How many replayed games are kept in memory; any other is replayed from its log when it is needed.
const CACHED: usize = 128;
/// How many messages of answers are remembered: by then the store has them.
const MAX_POSTED: usize = 256;
/// How many threads are remembered with their channels.
const MAX_THREADS: usize = 10_000;
/// How many games of a place or person a list looks at.
const LISTED: u32 = 60;

/// The prefix of commands in sentences where the platform hides all other messages.
const MENTION: &str = "@Martian Cake ";

/// The committed state, read from the store as it is needed.
#[derive(Debug)]
pub(crate) struct CommittedState {
    reader: Reader,
    games: RefCell<HashMap<GameNo, (u64, Arc<Game>)>>,
    uses: Cell<u64>,
    /// The last messages of answers, with the games that they are about.
    posted: RefCell<VecDeque<(MessageId, GameNo)>>,
    /// People who are being kept, but are not yet.
    newcomers: RefCell<Vec<Person>>,
    next_no: Cell<u32>,
    next_edition: Cell<u32>,
    prefixes: Prefixes,
    /// Whether the platform hides what is written without a mention of the bot.
    content_is_hidden: Cell<bool>,
    /// The channels of threads in which somebody has written.
    threads: RefCell<HashMap<PlaceId, PlaceId>>,
    /// The servers of places where there were games whose server was not known.
    servers: RefCell<HashMap<PlaceId, ServerId>>,
    /// The places of running games and open offers that their platform has deleted.
    gone: RefCell<HashSet<PlaceId>>,
    /// The rounds that were paired aside.
    pairings: Pairings,
    /// The contact with the platform, as the link knows it.
    contact: Arc<Contact>,
    host_key: HostKey,
    operator: Operator,
    /// The people who own the bot.
    owners: RefCell<BTreeSet<PersonId>>,
    /// The servers that the platform has told of since the start.
    met: RefCell<BTreeSet<ServerId>>,
    now: Cell<Millis>,
    entropy: RefCell<Box<dyn Entropy>>,
}

impl CommittedState {
    /// A number that no edition of an event has.
    pub(crate) fn fresh_edition(&self) -> EditionNo {
        let no = self.next_edition.get();
        self.next_edition.set(no.saturating_add(1));
        EditionNo(no)
    }

    pub(crate) fn new(
        reader: Reader,
        (last_no, last_edition): (u32, u32),
        contact: Arc<Contact>,
        prefixes: Prefixes,
        (host_key, operator): (HostKey, Operator),
        entropy: Box<dyn Entropy>,
    ) -> Self {
        Self {
            reader,
            entropy: RefCell::new(entropy),
            games: RefCell::default(),
            uses: Cell::new(0),
            posted: RefCell::default(),
            newcomers: RefCell::default(),
            next_no: Cell::new(last_no + 1),
            next_edition: Cell::new(last_edition + 1),
            prefixes,
            content_is_hidden: Cell::new(false),
            threads: RefCell::default(),
            servers: RefCell::default(),
            gone: RefCell::default(),
            pairings: Pairings::default(),
            contact,
            host_key,
            operator,
            owners: RefCell::default(),
            met: RefCell::default(),
            now: Cell::new(0),
        }
    }

    /// Notes who owns the bot, beside those who are known to.
    pub(crate) fn add_owners(&self, owners: Vec<PersonId>) {
        self.owners.borrow_mut().extend(owners);
    }

    /// The people who own the bot.
    pub(crate) fn owners(&self) -> Vec<PersonId> {
        self.owners.borrow().iter().cloned().collect()
    }

    /// Notes that the platform has told of a server.
    pub(crate) fn note_met(&self, server: &ServerId) {
        self.met.borrow_mut().insert(server.clone());
    }

    /// The servers out of which the owner keeps the bot.
    pub(crate) fn banned_servers(&self) -> Result<Vec<ServerId>, InternalError> {
        let banned = self.reader.settings(BANNED_SERVERS).map_err(internal_error)?;
        Ok(banned.into_iter().filter_map(|(key, _)| key.parse().ok()).collect())
    }

    /// The rounds that were paired aside.
    pub(crate) const fn pairings(&self) -> &Pairings {
        &self.pairings
    }

    /// People who are being kept, but are not yet.
    pub(crate) fn newcomers(&self) -> RefMut<'_, Vec<Person>> {
        self.newcomers.borrow_mut()
    }

    /// Returns `true` if a person is known by that name, or is being kept.
    pub(crate) fn knows(&self, person: &Person) -> bool {
        let kept =
            || self.reader.person(&person.id).ok().flatten().is_some_and(|one| one == *person);
        self.newcomers.borrow().contains(person) || kept()
    }

    pub(crate) fn set_now(&self, now: Millis) {
        self.now.set(now);
    }

    pub(crate) const fn reader(&self) -> &Reader {
        &self.reader
    }

    /// Notes whether the platform hides what is written without a mention of the bot.
    pub(crate) fn set_content_hidden(&self, is_hidden: bool) {
        self.content_is_hidden.set(is_hidden);
    }

    /// Notes to which channel a thread belongs, if need be in place of all that was known of others.
    pub(crate) fn note_thread(&self, thread: &PlaceId, channel: &PlaceId) {
        let mut threads = self.threads.borrow_mut();
        if threads.get(thread) != Some(channel) {
            if threads.len() >= MAX_THREADS {
                threads.clear();
            }
            threads.insert(thread.clone(), channel.clone());
        }
    }

    /// Notes to which server these places belong: games there that are in memory do not know it yet.
    pub(crate) fn note_server(&self, server: &ServerId, places: &[PlaceId]) {
        let noted = places.iter().map(|place| (place.clone(), server.clone()));
        self.servers.borrow_mut().extend(noted);
    }

    /// The server to which a place belongs, if it was told since the start because games there lacked it.
    pub(crate) fn server_of(&self, place: &PlaceId) -> Option<ServerId> {
        self.servers.borrow().get(place).cloned()
    }

    /// Notes that a place is gone.
    pub(crate) fn note_gone(&self, place: PlaceId) {
        self.gone.borrow_mut().insert(place);
    }

    /// Forgets a place that is gone, since no game was left there.
    pub(crate) fn forget_gone(&self, place: &PlaceId) {
        self.gone.borrow_mut().remove(place);
    }

    /// Returns `true` if a place is gone in which games were going on.
    pub(crate) fn is_gone(&self, place: &PlaceId) -> bool {
        self.gone.borrow().contains(place)
    }

    /// All places that are gone.
    pub(crate) fn gone_places(&self) -> Vec<PlaceId> {
        self.gone.borrow().iter().cloned().collect()
    }

    /// Returns what stands before commands.
    pub(crate) const fn prefixes(&self) -> &Prefixes {
        &self.prefixes
    }

    /// Keeps a committed game in memory; the one that has been unused for longest makes room for it.
    pub(crate) fn keep(&self, game: Arc<Game>) {
        self.uses.set(self.uses.get() + 1);
        let mut games = self.games.borrow_mut();
        games.insert(game.no(), (self.uses.get(), game));
        if games.len() > CACHED {
            let oldest = games.iter().map(|(no, (use_no, _))| (*use_no, *no)).min();
            if let Some((_, no)) = oldest {
                games.remove(&no);
            }
        }
    }

    /// Lets go of all games: somebody in them goes by another name from now on.
    pub(crate) fn let_go_of_games(&self) {
        self.games.borrow_mut().clear();
    }

    /// Forgets a game, so that it is read from the store again.
    pub(crate) fn forget(&self, no: GameNo) {
        self.games.borrow_mut().remove(&no);
    }

    /// Notes which game a message of the bot is about, until the store can tell.
    pub(crate) fn note_posted(&self, message: MessageId, game: GameNo) {
        let mut posted = self.posted.borrow_mut();
        if posted.len() >= MAX_POSTED {
            posted.pop_front();
        }
        posted.push_back((message, game));
    }

    /// Returns where a game is played or offered; `None` if it cannot be read.
    pub(crate) fn place_of(&self, no: GameNo) -> Option<PlaceId> {
        if let Some((_, game)) = self.games.borrow().get(&no) {
            return Some(game.place().clone());
        }
        self.reader.game_row(no).ok()?.map(|row| row.place)
    }

    /// The places of running games that are in memory and were moved in since this instant, or in which a
    /// bot is thinking; none of them is read.
    pub(crate) fn lively_places(&self, since: Millis, thinking: &[GameNo]) -> Vec<PlaceId> {
        let games = self.games.borrow();
        let lively = games.values().map(|(_, game)| game).filter(|game| {
            let is_lively = game.moved() >= since || thinking.contains(&game.no());
            matches!(game.stage(), Stage::Running) && is_lively
        });
        let mut places: Vec<PlaceId> = lively.map(|game| game.place().clone()).collect();
        places.sort_unstable();
        places.dedup();
        places
    }

    /// Returns whether a change was committed for this message.
    pub(crate) fn was_handled(&self, message: &MessageId) -> Result<bool, InternalError> {
        self.reader.was_handled(message).map_err(internal_error)
    }

    pub(crate) fn name_of(&self, id: &PersonId) -> String {
        match self.reader.person(id) {
            Ok(Some(person)) => person.name,
            Ok(None) | Err(_) => id.key().to_owned(),
        }
    }

    fn brief_of(&self, row: &GameRow) -> Option<GameListRow> {
        Some(GameListRow {
            no: row.no,
            kind: GameKind::from_key(&row.kind)?,
            place: row.place.clone(),
            server: row.server.clone(),
            seats: occupants(row, |id| self.name_of(id)),
            stage: self.corrected(row.no, stage(row)?),
            to_move: row.to_move.and_then(Seat::from_index),
            ply: row.ply,
            has_plies: row.ply > 0 && !self.reader.is_taken_back(row.no).unwrap_or(false),
            created: row.created,
            moved: row.moved,
            is_of_event: serde_json::from_str::<OfferTerms>(&row.terms)
                .is_ok_and(|terms| terms.event.is_some()),
        })
    }

    /// The stage of a game, with the result that holds since it was put right. If that cannot be read, lists
    /// have the one of before.
    fn corrected(&self, no: GameNo, stage: Stage) -> Stage {
        let Stage::Over(played) = stage else { return stage };
        let corrected = self.reader.corrected_result(no).ok().flatten();
        let outcome = corrected.and_then(|text| parse_result(&text).flatten());
        Stage::Over(outcome.unwrap_or(played))
    }

    /// The person who took the first name on the page, or the one after it.
    fn first_on_page(&self, at: usize) -> Result<Option<PersonId>, InternalError> {
        let keys = self.reader.first_names().map_err(internal_error)?;
        Ok(keys.into_iter().nth(at).map(|key| PersonId::new(Platform::Local, key)))
    }

    fn briefs(&self, rows: &[GameRow]) -> Vec<GameListRow> {
        rows.iter().filter_map(|row| self.brief_of(row)).collect()
    }
}

pub(crate) fn internal_error(error: StoreError) -> InternalError {
    InternalError(error.to_string())
}

impl World for CommittedState {
    fn whole(&self) -> &dyn World {
        self
    }

    fn now(&self) -> Millis {
        self.now.get()
    }

    fn settings(&self, place: &PlaceId, server: Option<&ServerId>) -> PlaceSettings {
        // Everybody on the page has come to talk to the bot.
        let is_gone = self.is_gone(place);
        let is_hidden = self.content_is_hidden.get() && place.platform() == Platform::Discord;
        // What is hidden there has to mention the bot.
        let is_own_thread =
            !is_hidden && matches!(chat::channel_of_own_thread(self, place), Ok(Some(_)));
        let is_private = place.is_private(server);
        let needs_prefix =
            place.platform() != Platform::Local && !is_gone && !is_own_thread && !is_private;
        let prefix = self.prefixes.of(server);
        PlaceSettings {
            shown_prefix: if is_hidden { MENTION.to_owned() } else { prefix.to_string() },
            prefix: prefix.to_string(),
            needs_prefix,
            is_own_thread,
            is_gone,
        }
    }

    fn channel_of(&self, place: &PlaceId) -> Option<PlaceId> {
        let known = self.threads.borrow().get(place).cloned();
        // What cannot be read is as if it were a channel.
        known.or_else(|| chat::channel_of_own_thread(self, place).ok().flatten())
    }

    fn game_list_row(&self, no: GameNo) -> Result<Option<GameListRow>, InternalError> {
        let Some(row) = self.reader.game_row(no).map_err(internal_error)? else { return Ok(None) };
        let game_list_row = self.brief_of(&row);
        game_list_row
            .map(Some)
            .ok_or_else(|| InternalError(format!("the row of game {no} does not fit")))
    }

    fn game(&self, no: GameNo) -> Result<Option<Arc<Game>>, InternalError> {
        if let Some((used, game)) = self.games.borrow_mut().get_mut(&no) {
            self.uses.set(self.uses.get() + 1);
            *used = self.uses.get();
            return Ok(Some(Arc::clone(game)));
        }
        let Some((row, events)) = self.reader.game(no).map_err(internal_error)? else {
            return Ok(None);
        };
        let game = replay_game(&row, &events, |id| self.name_of(id))
            .map_err(|fault| InternalError(format!("game {no} does not replay: {fault}")))?;
        let game = Arc::new(game);
        self.keep(Arc::clone(&game));
        Ok(Some(game))
    }

    fn open_games_of(&self, who: &PersonId) -> Result<Vec<GameListRow>, InternalError> {
        Ok(self.briefs(&self.reader.open_games_of(who).map_err(internal_error)?))
    }

    fn count_running(&self, who: &PersonId) -> Result<usize, InternalError> {
        Ok(self
            .open_games_of(who)?
            .iter()
            .filter(|game| game.is_running() && !game.is_of_event)
            .count())
    }

    fn running_games_of(&self, server: Option<&ServerId>) -> Result<Vec<GameNo>, InternalError> {
        self.reader.running_games_of(server).map_err(internal_error)
    }

    fn open_games_at(&self, place: &PlaceId) -> Result<Vec<GameListRow>, InternalError> {
        Ok(self.briefs(&self.reader.open_games_at(place, LISTED).map_err(internal_error)?))
    }

    fn finished_games_of(&self, who: &PersonId) -> Result<Vec<GameListRow>, InternalError> {
        Ok(self.briefs(&self.reader.finished_games_of(who, 12).map_err(internal_error)?))
    }

    fn finished_games_in(
        &self,
        server: Option<&ServerId>,
    ) -> Result<Vec<GameListRow>, InternalError> {
        Ok(self.briefs(&self.reader.finished_games_in(server, 100).map_err(internal_error)?))
    }

    fn game_summaries(
        &self,
        which: GamesListed<'_>,
        other: &PersonId,
    ) -> Result<Vec<GameSummary>, InternalError> {
        let rows = match which {
            GamesListed::OpenOf(person) => self.reader.open_summaries_of(person, other),
            GamesListed::OpenAt(place) => self.reader.open_summaries_at(place, other),
            GamesListed::FinishedOf(person) => self.reader.finished_summaries_of(person, other),
        };
        Ok(rows.map_err(internal_error)?.into_iter().filter_map(rows::glance).collect())
    }

    fn newest_board(
        &self,
        no: GameNo,
        place: &PlaceId,
    ) -> Result<Option<MessageId>, InternalError> {
        self.reader.newest_board(no, place).map_err(internal_error)
    }

    fn game_of_message(&self, message: &MessageId) -> Result<Option<GameNo>, InternalError> {
        if let Some((_, game)) = self.posted.borrow().iter().rev().find(|(id, _)| id == message) {
            return Ok(Some(*game));
        }
        self.reader.game_of_message(message).map_err(internal_error)
    }

    fn people_named(&self, platform: Platform, name: &str) -> Result<Vec<Person>, InternalError> {
        let mut known = self.reader.people_named(platform, name).map_err(internal_error)?;
        let key = name_key(name);
        for person in self.newcomers.borrow().iter().filter(|one| name_key(&one.name) == key) {
            if !known.iter().any(|one| one.id == person.id) {
                known.push(person.clone());
            }
        }
        Ok(known)
    }

    fn can_draw(&self, name: &str) -> bool {
        render::can_draw(name)
    }

    fn setting(&self, scope: &str, key: &str) -> Result<Option<String>, InternalError> {
        self.reader.setting(scope, key).map_err(internal_error)
    }

    fn outages(&self, place: &PlaceId, from: Millis) -> Vec<(Millis, Option<Millis>)> {
        let outages = self.contact.outages();
        let areas = [Area::Platform(place.platform()), Area::Place(place.clone())];
        areas.iter().flat_map(|area| outages.of(area, from)).collect()
    }

    fn vacations(
        &self,
        who: &PersonId,
        scope: &str,
        from: Millis,
    ) -> Result<Vec<(Millis, Millis)>, InternalError> {
        self.reader.vacations_of(who, scope, from).map_err(internal_error)
    }

    fn plan(&self, game: GameNo, seat: Seat) -> Result<Option<StoredPlan>, InternalError> {
        let Some(seat) = row_seat(seat) else { return Ok(None) };
        self.reader.plan(game, seat).map_err(internal_error)
    }

    fn ratings(&self) -> &dyn RatingLog {
        self
    }

    fn moderation(&self) -> &dyn ModerationLog {
        self
    }

    fn data_of(&self, who: &PersonId) -> Result<String, InternalError> {
        let data = self.reader.data_of(who).map_err(internal_error)?;
        serde_json::to_string_pretty(&data).map_err(|error| InternalError(error.to_string()))
    }

    fn operator(&self) -> &Operator {
        &self.operator
    }

    fn is_owner(&self, who: &PersonId) -> bool {
        self.owners.borrow().contains(who)
    }

    fn servers(&self) -> Result<Vec<ServerSummary>, InternalError> {
        let mut counts = self.reader.games_by_server().map_err(internal_error)?;
        let met = self.met.borrow().iter().cloned().collect::<Vec<_>>();
        for server in met.into_iter().chain(self.banned_servers()?) {
            counts.entry(server).or_default();
        }
        let summary = |(server, (running, finished))| ServerSummary { server, running, finished };
        Ok(counts.into_iter().map(summary).collect())
    }

    fn editions(&self) -> &dyn EditionLog {
        self
    }

    fn heard_until(&self, place: &PlaceId) -> Millis {
        self.contact.heard_until(place, self.now.get())
    }

    fn host_key(&self) -> &HostKey {
        &self.host_key
    }

    fn fresh_no(&self) -> GameNo {
        let no = self.next_no.get();
        self.next_no.set(no.saturating_add(1));
        GameNo(no)
    }

    fn fresh_secret(&self) -> Result<Secret, InternalError> {
        let bytes = self.entropy.borrow_mut().secret();
        bytes
            .map(Secret::from_bytes)
            .map_err(|error| InternalError(format!("the system gave no random bytes: {error}")))
    }

    fn random_below(&self, n: u32) -> u32 {
        self.entropy.borrow_mut().random_below(n)
    }

    fn page_owner(&self) -> Result<Option<PersonId>, InternalError> {
        self.first_on_page(0)
    }

    fn page_heir(&self) -> Result<Option<PersonId>, InternalError> {
        self.first_on_page(1)
    }

    fn bot_rating(&self, scale: &ScaleName, level: u8) -> Option<u16> {
        let is_measured = scale.n_seats() == 2 && scale.is_of_default_family();
        is_measured.then(|| engine::bot_rating(scale.kind(), level)).flatten()
    }

    fn bot_army(&self, kind: GameKind, options: &str, level: u8, seed: u64) -> Option<String> {
        engine::choose_army(kind, options, level, seed)
    }
}
