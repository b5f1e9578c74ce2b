//! The chat room: who is connected, and how a line reaches everyone who may see it.

use std::{
    collections::{BTreeMap, HashMap, VecDeque},
    convert::Infallible,
    net::{IpAddr, SocketAddr},
    sync::{Arc, Mutex},
    time::Duration,
};

use chat::Action;
use games::{GameKind, arranges};
use host::{Clock, HostHandle, Workers};
use render::Renderer;
use store::{
    GameRow, GameState, NameStatus, PageLine, PageRow, Reader, SignedOut, Store, StoreError,
};
use table::{BoardReplay, GameNo, MessageId, Person, PersonId, PlaceId, Platform, without_piles};
use tokio::sync::{Notify, mpsc, oneshot, watch};

use super::{
    connections,
    devices::Devices,
    drawn::{Drawn, KeptDrawing},
    limits::{Limits, cost},
    lock::lock,
    names::{self, Name, person_id},
    picture_cache::{MAX_RENDERING, PictureCache, PictureSource},
    serve_error::ServeError,
    sessions::Sessions,
    text, view,
    wire::{LineView, ToPage},
};
use crate::admission::{Admission, Party};

/// How many message ids are remembered as forwarded to the host, and how many names of people.
const MAX_REMEMBERED: usize = 4_096;

/// How many pages read from the store at a time; the rest wait.
const MAX_READING: usize = 2;
/// How many threads the page has of its own: for readings, for pictures, and one for new lines.
pub const THREADS: usize = MAX_READING + MAX_RENDERING + 1;

/// The least time between two lists of those who are here.
const BETWEEN_LISTS: Duration = Duration::from_millis(300);

/// Everything that the connections share.
pub(super) struct ChatRoom {
    pub(super) host: HostHandle,
    pub(super) store: Store,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) pictures: PictureCache,
    pub(super) limits: Limits,
    /// Who is about to come in on another device.
    pub(super) devices: Devices,
    /// A tag for this run of the program; it differs after a restart.
    pub(super) run: String,
    /// The public key with which the host signs records.
    pub(super) signing_key: String,
    /// The address on which the page is served.
    pub(super) listen: SocketAddr,
    reader: Mutex<Reader>,
    readings: Admission,
    /// The threads that read for pages.
    readers: Workers<Party>,
    /// The thread that shows lines.
    shower: Workers<()>,
    sessions: Sessions,
    people_changed: Notify,
    names: Mutex<HashMap<PersonId, String>>,
    /// The person who took the first name, and manages the page.
    manager: Mutex<Option<PersonId>>,
    forwarded: Mutex<Forwarded>,
    stored: mpsc::UnboundedSender<StoredLine>,
    stop: watch::Receiver<bool>,
    /// Nothing is ever sent here: the other end learns that the room is gone. It is the last field
    /// because the store has to be released before.
    _open: oneshot::Sender<Infallible>,
}

/// A line to keep, with what its picture shows.
#[derive(Clone)]
pub(super) struct NewLine {
    pub(super) line: Arc<PageLine>,
    pub(super) drawn: Option<Arc<Drawn>>,
    /// The possible next actions.
    pub(super) actions: Vec<Action>,
}

/// A line that the store has, under this number.
pub(super) struct StoredLine {
    id: u64,
    new: NewLine,
}

/// The drawing of a line's picture, with what decides who may fetch the picture.
pub(super) struct StoredPicture {
    pub(super) place: PlaceId,
    /// The one person who may see it; `None` for everyone in the place.
    pub(super) only: Option<PersonId>,
    pub(super) kept: KeptDrawing,
    pub(super) source: PictureSource,
}

/// Games that were read to draw boards, each with the replay of its log if that can be read.
pub(super) type GamesRead = HashMap<GameNo, Option<(GameRow, Option<BoardReplay>)>>;

/// The messages that were forwarded to the host, with the lines that they became.
#[derive(Default)]
struct Forwarded {
    lines: HashMap<MessageId, Option<u64>>,
    order: VecDeque<MessageId>,
}

impl ChatRoom {
    /// A new room, and the queue of lines that [`ChatRoom::announce`] is to show. `open` is dropped
    /// when the room and all that it holds are gone.
    pub(super) fn new(
        host: HostHandle,
        renderer: Renderer,
        store: Store,
        clock: Arc<dyn Clock>,
        listen: SocketAddr,
        stop: watch::Receiver<bool>,
        open: oneshot::Sender<Infallible>,
    ) -> Result<(Arc<Self>, mpsc::UnboundedReceiver<StoredLine>), ServeError> {
        let (stored, lines) = mpsc::unbounded_channel();
        let reader = store.reader()?;
        // The host makes the key at its start, before a page is served.
        let signing_key = reader.host_key()?.map(|key| key.public().to_string());
        let manager = Mutex::new(manager(&reader)?);
        let room = Self {
            host,
            pictures: PictureCache::new(renderer).map_err(ServeError::Threads)?,
            run: format!("{:016x}", names::random()),
            signing_key: signing_key.unwrap_or_default(),
            listen,
            reader: Mutex::new(reader),
            readings: Admission::new(MAX_READING),
            readers: Workers::new("page reader", MAX_READING).map_err(ServeError::Threads)?,
            shower: Workers::new("page lines", 1).map_err(ServeError::Threads)?,
            store,
            limits: Limits::new(&clock),
            devices: Devices::default(),
            clock,
            sessions: Sessions::new(connections::most_pages()),
            people_changed: Notify::new(),
            names: Mutex::default(),
            manager,
            forwarded: Mutex::default(),
            stored,
            stop,
            _open: open,
        };
        Ok((Arc::new(room), lines))
    }

    /// Adds a page as a guest, from another machine or from this one; `None` if there are too many
    /// pages.
    pub(super) fn join(&self, from: Option<IpAddr>) -> Option<(u64, mpsc::Receiver<Arc<str>>)> {
        self.sessions.join(from, self.clock.instant())
    }

    /// Notes whose page this is: from now on it gets that person's lines too. `false` if the person has
    /// too many pages open.
    pub(super) fn identify(&self, session: u64, person: &Person, secret_hash: [u8; 32]) -> bool {
        if !self.sessions.identify(session, person, secret_hash) {
            return false;
        }
        lock(&self.names).insert(person.id.clone(), person.name.clone());
        self.people_changed.notify_one();
        true
    }

    /// Notes that a person has taken a name: the first one manages the page.
    pub(super) fn named(&self, person: &PersonId) {
        lock(&self.manager).get_or_insert_with(|| person.clone());
    }

    /// Returns `true` if this person manages the page.
    pub(super) fn is_manager(&self, person: &PersonId) -> bool {
        lock(&self.manager).as_ref() == Some(person)
    }

    /// Ends the pages of a browser that has lost a person's name, and tells them by whom.
    pub(super) fn sign_out(&self, person: &PersonId, (hash, out): &([u8; 32], SignedOut)) {
        let out = json(&ToPage::Out { why: text::signed_out(*out) });
        self.sessions.sign_out(person, |secret| secret == hash, &out);
    }

    /// Somebody is forgotten: their pages end with this message, and nothing here knows them any more.
    pub(super) fn drop_person(&self, who: &PersonId, farewell: &ToPage) {
        self.sessions.sign_out(who, |_| true, &json(farewell));
        lock(&self.names).remove(who);
        self.pictures.clear();
        match self.read(manager) {
            Ok(first) => *lock(&self.manager) = first,
            Err(error) => self.log_failure("names", "the names cannot be read", &error),
        }
        self.people_changed.notify_one();
    }

    /// Sends a message to all guests.
    pub(super) fn send_to_guests(&self, message: &ToPage) {
        self.sessions.send(&json(message), |_, who| who.is_none());
    }

    /// Notes that somebody uses a page.
    pub(super) fn used(&self, session: u64) {
        self.sessions.used(session, self.clock.instant());
    }

    /// Returns `true` if a page had to give way to another one.
    pub(super) fn gave_way(&self, session: u64) -> bool {
        self.sessions.gave_way(session)
    }

    /// Returns `true` if a page has not been ended meanwhile.
    pub(super) fn has_page(&self, session: u64) -> bool {
        self.sessions.has(session)
    }

    /// Removes a page.
    pub(super) fn leave(&self, session: u64) {
        self.sessions.leave(session);
        self.devices.leave(session);
        self.people_changed.notify_one();
    }

    /// A receiver that learns when the program stops.
    pub(super) fn stopping(&self) -> watch::Receiver<bool> {
        self.stop.clone()
    }

    /// Returns `true` if somebody else has a page open: then a line in the channel may be talk among people.
    pub(super) fn others_are_here(&self, than: &PersonId) -> bool {
        self.sessions.people().iter().any(|person| person != than)
    }

    /// Everybody who has a page open, with their names.
    pub(super) fn present(&self) -> BTreeMap<PersonId, String> {
        self.sessions.present()
    }

    /// Sends a message to one page.
    pub(super) fn send_to(&self, session: u64, message: &ToPage) {
        let text = json(message);
        self.sessions.send(&text, |id, _| id == session);
    }

    /// Sends a message to all pages of a person.
    pub(super) fn send_to_person(&self, person: &PersonId, message: &ToPage) {
        self.sessions.send(&json(message), |_, who| who == Some(person));
    }

    /// Sends everyone the list of those who are here whenever it has changed, but not without a pause.
    pub(super) async fn tell_who_is_here(self: Arc<Self>) {
        let mut sent = self.people_here();
        loop {
            self.people_changed.notified().await;
            let here = self.people_here();
            if sent != here {
                self.sessions.send(&here, |_, _| true);
                sent = here;
                self.clock.sleep(BETWEEN_LISTS).await;
            }
        }
    }

    /// The message that lists those who are here.
    pub(super) fn people_here(&self) -> Arc<str> {
        json(&ToPage::People { here: self.sessions.names().into_iter().collect() })
    }

    /// Queues a line that the store has, so that [`ChatRoom::announce`] shows it. This is called on
    /// the store's writer thread, in the order of the lines, so it must not do more than that.
    pub(super) fn line_stored(&self, id: u64, new: NewLine) {
        let _ = self.stored.send(StoredLine { id, new });
    }

    /// Shows a line of the bot's that cannot be kept to everyone who may see it, without its picture.
    pub(super) fn show_unkept(&self, line: &PageLine) {
        let row = view::row(0, line);
        let owner = view::owner(&row);
        let LineView { place, text, .. } = self.line_view(&row, None, owner.as_ref());
        let note = json(&ToPage::Note { place, text });
        self.sessions.send(&note, |_, who| owner.is_none() || who == owner.as_ref());
    }

    /// Tells everyone that the host has stopped.
    pub(super) fn send_stopped(&self) {
        self.sessions.send(&json(&ToPage::Stopped { why: text::STOPPED }), |_, _| true);
    }

    /// Logs what the store has failed to do, unless the store has said so itself.
    pub(super) fn log_failure(&self, cause: &'static str, what: &str, error: &StoreError) {
        use StoreError::{Damaged, NoRoom, Stopped, Unknown};
        if !matches!(error, Damaged(_) | NoRoom(_) | Stopped | Unknown) {
            self.store.throttle().pass(cause, error, |line| tracing::error!("{what}: {line}"));
        }
    }

    /// Shows the lines to everyone who may see them, one after the other.
    pub(super) async fn announce(self: Arc<Self>, mut lines: mpsc::UnboundedReceiver<StoredLine>) {
        while let Some(stored) = lines.recv().await {
            let room = Arc::clone(&self);
            // Names may have to be read from the store.
            if self.shower.run((), move || room.publish(&stored)).await.is_none() {
                tracing::error!("a line could not be shown");
            }
        }
    }

    fn publish(&self, StoredLine { id, new: NewLine { line, drawn, actions } }: &StoredLine) {
        let row = view::row(*id, line);
        let owner = view::owner(&row);
        let view = self.line_view(&row, drawn.as_deref(), owner.as_ref());
        let for_others = LineView { actions: actions.clone(), ..view };
        let text = json(&ToPage::Line { line: for_others.clone() });
        let game = line.game.and_then(|no| self.read(|reader| reader.game_row(no)).ok().flatten());
        let players = self.players_here(game.as_ref().filter(|_| drawn.is_some()));
        let author = row.author.as_ref().map(|author| &author.id);
        let sees = |who: Option<&PersonId>| owner.is_none() || who == owner.as_ref();
        let wrote = |who: Option<&PersonId>| author.is_some() && who == author;
        if author.is_some() {
            let client = view::client_id(&row).map(str::to_owned);
            let mine = LineView { client, ..for_others.clone() };
            self.sessions
                .send(&json(&ToPage::Line { line: mine }), |_, who| sees(who) && wrote(who));
        }
        let plays = |who: &PersonId| players.iter().any(|(player, _)| player == who);
        self.sessions.send(&text, |_, who| sees(who) && !wrote(who) && !who.is_some_and(plays));
        for (player, seat) in &players {
            let drawn = drawn.as_deref().map(|drawn| drawn.clone().seen_from(*seat));
            let picture = drawn.map(|drawn| view::picture(&row, &drawn));
            let line = LineView { picture, ..for_others.clone() };
            let theirs = json(&ToPage::Line { line });
            self.sessions.send(&theirs, |_, who| sees(who) && who == Some(player));
        }
        if let Some(game) = &game {
            self.send_games(game, owner.as_ref());
        }
    }

    /// Those who have a page open and play one seat of a game, with the seat, from 0.
    fn players_here(&self, game: Option<&GameRow>) -> Vec<(PersonId, u8)> {
        let Some(game) = game else { return Vec::new() };
        let people = self.sessions.people().into_iter();
        people.filter_map(|id| view::seat_of(game, &id).map(|seat| (id, seat))).collect()
    }

    /// A row as the page of `viewer` shows it.
    pub(super) fn line_view(
        &self,
        row: &PageRow,
        drawn: Option<&Drawn>,
        viewer: Option<&PersonId>,
    ) -> LineView {
        let answers = row.reply_to.as_ref().and_then(|id| self.line_of(id));
        view::line(row, drawn, viewer, answers, &|id| self.name_of(id))
    }

    /// Sends everyone whom a game concerns the list of their games, after a line that `owner` alone sees.
    fn send_games(&self, game: &GameRow, owner: Option<&PersonId>) {
        // What happens in a private chat may be nobody else's business.
        let concerned =
            |id: &&PersonId| view::concerns(game, id) && owner.is_none_or(|owner| owner == *id);
        for person in self.sessions.people().iter().filter(concerned) {
            let text = json(&self.games_of(person));
            self.sessions.send(&text, |_, who| who == Some(person));
        }
    }

    /// Returns `true` if a person may be arranging men that nobody else should see: the person sits in a
    /// running game in which men are arranged and nobody has moved yet.
    pub(super) fn arranges_unseen(&self, person: &PersonId) -> bool {
        // What cannot be read may be such a game.
        let Ok(rows) = self.read(|reader| reader.open_games_of(person)) else { return true };
        rows.iter().any(|row| {
            let kind = GameKind::from_key(&row.kind);
            row.state == GameState::Running && row.ply == 0 && kind.is_some_and(arranges)
        })
    }

    /// The games of a person, as the message that lists them. Whether one of them is running is noted.
    pub(super) fn games_of(&self, person: &PersonId) -> ToPage {
        let rows = self.read(|reader| reader.open_games_of(person)).unwrap_or_else(|error| {
            self.log_failure("games", "games cannot be listed", &error);
            Vec::new()
        });
        self.sessions.plays(person, rows.iter().any(|row| row.state == GameState::Running));
        ToPage::Games { games: view::games(&rows, person, &|id| self.name_of(id)) }
    }

    /// Reads from the store. This blocks, so it must not be called on an async thread.
    pub(super) fn read<T>(&self, query: impl FnOnce(&Reader) -> T) -> T {
        query(&lock(&self.reader))
    }

    /// Reads from the store off the async threads, when it is the party's turn; `None` if that failed.
    pub(super) async fn reading<T: Send + 'static>(
        &self,
        party: Party,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let _pass = self.readings.pass(party.clone(), cost::LITTLE).await;
        self.readers.run(party, job).await
    }

    /// The picture of a line; `None` if there is none or it cannot be read.
    pub(super) fn picture(&self, line: u64) -> Option<StoredPicture> {
        let stored = self.read(|reader| reader.picture_of_line(line)).ok().flatten()?;
        let (kept, source) =
            (serde_json::from_str(&stored.scene).ok()?, PictureSource::of(&stored.scene));
        Some(StoredPicture { place: stored.place, only: stored.only, kept, source })
    }

    /// Returns what a stored drawing shows; `None` if that cannot be found out. The board of a game is drawn
    /// from the log of the game; `games` has what was read for it, so that many boards of a game cost little
    /// more than one.
    pub(super) fn drawn(&self, kept: KeptDrawing, games: &mut GamesRead) -> Option<Drawn> {
        let KeptDrawing { mut drawing, theme } = kept;
        if let Some(game) = drawing.drawn_from() {
            let (_, replay) = self.game_read(game, games)?;
            drawing.redraw(replay.as_mut()?);
        }
        Drawn::of(&drawing, theme)
    }

    /// The one seat of a person in a game, from 0; `None` for who has none or several.
    pub(super) fn seat_in(
        &self,
        game: GameNo,
        person: &PersonId,
        games: &mut GamesRead,
    ) -> Option<u8> {
        let (row, _) = self.game_read(game, games)?;
        view::seat_of(row, person)
    }

    /// A game as stored, read once.
    pub(super) fn game_read<'g>(
        &self,
        no: GameNo,
        games: &'g mut GamesRead,
    ) -> Option<&'g mut (GameRow, Option<BoardReplay>)> {
        let read = || {
            let (game, events) = self.read(|reader| reader.game(no)).ok().flatten()?;
            let replay = host::board_replay(&game, &events);
            Some((game, replay))
        };
        games.entry(no).or_insert_with(read).as_mut()
    }

    /// The name of a person: as it was last seen here, otherwise as stored, otherwise the key.
    pub(super) fn name_of(&self, id: &PersonId) -> String {
        if let Some(name) = lock(&self.names).get(id) {
            return name.clone();
        }
        let stored = self.read(|reader| reader.person(id)).ok().flatten();
        let name = stored.map_or_else(|| id.key().to_owned(), |person| person.name);
        let name = without_piles(&name);
        let mut names = lock(&self.names);
        if names.len() > MAX_REMEMBERED {
            names.clear();
        }
        names.insert(id.clone(), name.clone());
        name
    }

    /// The people of this page whom a text mentions as `@name`.
    pub(super) fn mentioned(&self, text: &str) -> Vec<Person> {
        let mut found: Vec<Person> = Vec::new();
        for spellings in view::at_names(text) {
            let is_known = |name: &Name| {
                lock(&self.names).contains_key(&name.person().id) || self.is_taken(name)
            };
            let Some(name) = spellings.into_iter().find(is_known) else { continue };
            let person = name.person();
            if found.iter().all(|other| other.id != person.id) {
                let name = self.name_of(&person.id);
                found.push(Person { name, ..person });
            }
        }
        found
    }

    /// Returns `true` if a person is the browser's whose secret has this hash.
    pub(super) fn belongs(&self, person: &PersonId, secret_hash: &[u8; 32]) -> bool {
        let status = self.read(|reader| reader.name_status(person.key(), secret_hash));
        matches!(status, Ok(NameStatus::Yours(_)))
    }

    /// Returns `true` if somebody could take this name: nobody has it or one that looks like it.
    pub(super) fn is_free(&self, name: &Name) -> bool {
        let twin = self.read(|reader| reader.name_like(&name.skeleton(), name.key()));
        !self.is_taken(name) && matches!(twin, Ok(None))
    }

    /// Returns `true` if anybody has this name.
    pub(super) fn is_taken(&self, name: &Name) -> bool {
        // No browser's secret has this hash, so the answer is about the name alone.
        let status = self.read(|reader| reader.name_status(name.key(), &[0; 32]));
        !matches!(status, Ok(NameStatus::Free))
    }

    /// Notes that a message is forwarded to the host; `false` if it was forwarded before.
    pub(super) fn note_forwarded(&self, id: &MessageId) -> bool {
        let mut forwarded = lock(&self.forwarded);
        if forwarded.lines.contains_key(id) {
            return false;
        }
        if forwarded.order.len() >= MAX_REMEMBERED
            && let Some(oldest) = forwarded.order.pop_front()
        {
            forwarded.lines.remove(&oldest);
        }
        forwarded.order.push_back(id.clone());
        forwarded.lines.insert(id.clone(), None);
        true
    }

    /// Forgets that a message was to be forwarded.
    pub(super) fn forget_forwarded(&self, id: &MessageId) {
        let mut forwarded = lock(&self.forwarded);
        forwarded.lines.remove(id);
        forwarded.order.retain(|other| other != id);
    }

    /// Notes which line a message became.
    pub(super) fn note_line(&self, id: &MessageId, line: u64) {
        if let Some(slot) = lock(&self.forwarded).lines.get_mut(id) {
            *slot = Some(line);
        }
    }

    /// The line that an id stands for: the id of the line itself, or of the message that became the line.
    fn line_of(&self, id: &MessageId) -> Option<u64> {
        let key = id.key_on(Platform::Local)?;
        key.parse().ok().or_else(|| lock(&self.forwarded).lines.get(id).copied().flatten())
    }
}

/// The person who took the first name that somebody has, and so manages the page.
fn manager(reader: &Reader) -> Result<Option<PersonId>, StoreError> {
    Ok(reader.first_names()?.first().map(|key| person_id(key)))
}

/// A message to a page as JSON text; every message of ours can be written as JSON.
pub(super) fn json(message: &ToPage) -> Arc<str> {
    serde_json::to_string(message).unwrap_or_else(|_| "{\"type\":\"beat\"}".to_owned()).into()
}
