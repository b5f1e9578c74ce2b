//! The room: who is connected, and how a line gets to everyone who may see it.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::{mpsc, watch};

use super::{
    names::{self, Name},
    pictures::Pictures,
    sessions::Sessions,
    view,
    wire::{LineView, ToPage},
};
use crate::{
    games::{GameKind, arranges},
    host::HostHandle,
    store::{GameState, PageLine, PageRow, Reader, Store, StoreError},
    table::{Person, PersonId},
};

/// How many message ids are remembered as passed on to the host.
const PASSED: usize = 4_096;

/// Everything that the connections share.
pub(super) struct Room {
    pub(super) host: HostHandle,
    pub(super) store: Store,
    pub(super) pictures: Pictures,
    /// Differs after a restart.
    pub(super) run: String,
    reader: Mutex<Reader>,
    sessions: Sessions,
    names: Mutex<HashMap<PersonId, String>>,
    passed: Mutex<Passed>,
    news: mpsc::UnboundedSender<News>,
    stop: watch::Receiver<bool>,
}

/// A line that is kept now.
pub(super) struct News {
    id: u64,
    line: Arc<PageLine>,
}

/// What was passed on to the host, with the lines that it became.
#[derive(Default)]
struct Passed {
    lines: HashMap<String, Option<u64>>,
    order: VecDeque<String>,
}

impl Room {
    /// A room, and the lines that [`Room::announce`] tells everyone.
    pub(super) fn new(
        host: HostHandle,
        store: Store,
        stop: watch::Receiver<bool>,
    ) -> Result<(Arc<Self>, mpsc::UnboundedReceiver<News>), StoreError> {
        let (news, lines) = mpsc::unbounded_channel();
        let room = Self {
            host,
            pictures: Pictures::default(),
            run: format!("{:016x}", names::drawn()),
            reader: Mutex::new(store.reader()?),
            store,
            sessions: Sessions::default(),
            names: Mutex::default(),
            passed: Mutex::default(),
            news,
            stop,
        };
        Ok((Arc::new(room), lines))
    }

    /// Adds a page, as a guest; `None` if there are too many.
    pub(super) fn join(&self) -> Option<(u64, mpsc::Receiver<Arc<str>>)> {
        self.sessions.join()
    }

    /// Gives a page its person: from now on it gets that person's lines too.
    pub(super) fn seat(&self, session: u64, person: &Person) {
        lock(&self.names).insert(person.id.clone(), person.name.clone());
        self.sessions.seat(session, person);
        self.tell_people();
    }

    /// Takes a page out.
    pub(super) fn leave(&self, session: u64) {
        self.sessions.leave(session);
        self.tell_people();
    }

    /// A receiver that learns when the program stops.
    pub(super) fn stopping(&self) -> watch::Receiver<bool> {
        self.stop.clone()
    }

    /// Whether a page of this person is connected.
    pub(super) fn is_here(&self, person: &PersonId) -> bool {
        self.sessions.people().contains(person)
    }

    /// Sends to one page.
    pub(super) fn tell(&self, session: u64, message: &ToPage) {
        let text = json(message);
        self.sessions.send(&text, |id, _| id == session);
    }

    /// Tells everyone who is here.
    pub(super) fn tell_people(&self) {
        let here = self.sessions.names().into_iter().collect();
        self.sessions.send(&json(&ToPage::People { here }), |_, _| true);
    }

    /// Hands over a line that is kept now. Called on the store's writer thread, in the order of
    /// the lines; the rest happens elsewhere.
    pub(super) fn kept(&self, id: u64, line: Arc<PageLine>) {
        let _ = self.news.send(News { id, line });
    }

    /// Tells the lines to everyone who may see them, one after the other.
    pub(super) async fn announce(self: Arc<Self>, mut lines: mpsc::UnboundedReceiver<News>) {
        while let Some(news) = lines.recv().await {
            let room = Arc::clone(&self);
            // Names may have to be read from the store.
            let told = tokio::task::spawn_blocking(move || room.publish(&news));
            if let Err(error) = told.await {
                tracing::error!("a line could not be shown: {error}");
            }
        }
    }

    fn publish(&self, News { id, line }: &News) {
        let row = view::row(*id, line);
        let scene = line.picture.as_ref().map(|picture| &picture.scene);
        let owner = view::owner(&row);
        let for_others = self.line_view(&row, scene, owner.as_ref());
        let text = json(&ToPage::Line { line: for_others.clone() });
        let author = row.author.as_ref().map(|author| &author.id);
        let sees = |who: Option<&PersonId>| owner.is_none() || who == owner.as_ref();
        let wrote = |who: Option<&PersonId>| author.is_some() && who == author;
        if author.is_some() {
            let client = view::client_id(&row).map(str::to_owned);
            let mine = LineView { client, ..for_others };
            self.sessions
                .send(&json(&ToPage::Line { line: mine }), |_, who| sees(who) && wrote(who));
        }
        self.sessions.send(&text, |_, who| sees(who) && !wrote(who));
        if line.game.is_some() {
            self.tell_games(&row);
        }
    }

    /// A row as the page of `viewer` shows it.
    pub(super) fn line_view(
        &self,
        row: &PageRow,
        scene: Option<&crate::scene::Scene>,
        viewer: Option<&PersonId>,
    ) -> LineView {
        let answers = row.reply_to.as_deref().and_then(|id| self.line_of(id));
        view::line(row, scene, viewer, answers, &|id| self.name_of(id))
    }

    /// Sends their games to the pages of those whom a game concerns.
    fn tell_games(&self, row: &PageRow) {
        let Some(no) = row.game else { return };
        let seated = self.read(|reader| reader.game_row(no)).ok().flatten();
        let Some(game) = seated else { return };
        // What happens in a private chat may be nobody else's business.
        let owner = view::owner(row);
        let hears =
            |id: &&PersonId| view::concerns(&game, id) && owner.as_ref().is_none_or(|o| o == *id);
        for person in self.sessions.people().iter().filter(hears) {
            let text = json(&self.games_of(person));
            self.sessions.send(&text, |_, who| who == Some(person));
        }
    }

    /// Whether a person may be arranging men that nobody else should see: a game of such a kind
    /// goes on in which nobody has moved yet.
    pub(super) fn arranges_unseen(&self, person: &PersonId) -> bool {
        let rows = self.read(|reader| reader.open_games_of(person)).unwrap_or_default();
        rows.iter().any(|row| {
            let kind = GameKind::from_key(&row.kind);
            row.state == GameState::Running && row.ply == 0 && kind.is_some_and(arranges)
        })
    }

    /// The games of a person, as the message that lists them.
    pub(super) fn games_of(&self, person: &PersonId) -> ToPage {
        let rows = self.read(|reader| reader.open_games_of(person)).unwrap_or_else(|error| {
            tracing::error!("games cannot be listed: {error}");
            Vec::new()
        });
        ToPage::Games { games: view::games(&rows, person, &|id| self.name_of(id)) }
    }

    /// Reads from the store; call it where blocking is fine.
    pub(super) fn read<T>(&self, ask: impl FnOnce(&Reader) -> T) -> T {
        ask(&lock(&self.reader))
    }

    /// The name of a person: as seen here, as stored, or else the key.
    pub(super) fn name_of(&self, id: &PersonId) -> String {
        if let Some(name) = lock(&self.names).get(id) {
            return name.clone();
        }
        let stored = self.read(|reader| reader.person(id)).ok().flatten();
        let name = stored.map_or_else(|| id.key().to_owned(), |person| person.name);
        let mut names = lock(&self.names);
        if names.len() > PASSED {
            names.clear();
        }
        names.insert(id.clone(), name.clone());
        name
    }

    /// The people of this page whom a text names as `@name`.
    pub(super) fn mentioned(&self, text: &str) -> Vec<Person> {
        let mut found: Vec<Person> = Vec::new();
        for name in view::at_names(text) {
            let person = name.person();
            let known = lock(&self.names).contains_key(&person.id) || self.is_taken(&name);
            if known && found.iter().all(|other| other.id != person.id) {
                let name = self.name_of(&person.id);
                found.push(Person { name, ..person });
            }
        }
        found
    }

    /// Whether anybody has this name.
    pub(super) fn is_taken(&self, name: &Name) -> bool {
        // No browser's secret has this hash, so the answer is about the name alone.
        let hold = self.read(|reader| reader.page_name(name.key(), &[0; 32]));
        !matches!(hold, Ok(crate::store::NameHold::Free))
    }

    /// Notes that a message goes to the host; `false` if it went there before.
    pub(super) fn pass(&self, id: &str) -> bool {
        let mut passed = lock(&self.passed);
        if passed.lines.contains_key(id) {
            return false;
        }
        if passed.order.len() >= PASSED
            && let Some(oldest) = passed.order.pop_front()
        {
            passed.lines.remove(&oldest);
        }
        passed.order.push_back(id.to_owned());
        passed.lines.insert(id.to_owned(), None);
        true
    }

    /// Notes which line a message became.
    pub(super) fn became(&self, id: &str, line: u64) {
        if let Some(slot) = lock(&self.passed).lines.get_mut(id) {
            *slot = Some(line);
        }
    }

    /// The line that an id with platform means: a line's own id or that of a message.
    fn line_of(&self, id: &str) -> Option<u64> {
        let key = id.strip_prefix("local:")?;
        key.parse().ok().or_else(|| lock(&self.passed).lines.get(id).copied().flatten())
    }
}

/// A message as text; ours always can be written.
pub(super) fn json(message: &ToPage) -> Arc<str> {
    serde_json::to_string(message).unwrap_or_else(|_| "{\"type\":\"beat\"}".to_owned()).into()
}

/// A lock that a panicking holder cannot spoil: what it guards is whole after every statement.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
