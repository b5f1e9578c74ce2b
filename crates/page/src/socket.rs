//! The WebSocket of one page: what comes from the page, and what goes to it.

use std::{
    pin::Pin,
    sync::Arc,
    time::{Duration, Instant},
};

use axum::{
    extract::{
        ConnectInfo, State, WebSocketUpgrade,
        ws::{CloseFrame, Message, WebSocket, close_code},
    },
    http::StatusCode,
    response::{IntoResponse, Response},
};
use chat::{FinishedWanted, GameTime, Targets};
use games::{GameKind, Seat};
use host::timeout;
use render::Theme;
use table::{EditionNo, GameNo, MAX_MESSAGE, Person, PersonId, PlaceId};
use tokio::sync::mpsc;

use super::{
    assets,
    chat_room::{ChatRoom, json},
    claim,
    connections::{Connection, Peer},
    devices,
    film::{self, Chosen},
    history,
    home::HomeInfo,
    inbound,
    limits::cost,
    names::{self, MAX_TYPED_NAME},
    page_place::PagePlace,
    person::{FinishedInfo, PersonInfo},
    reading::{self, RulesPage},
    table_info::{MoveInfo, TableInfo},
    text, view,
    wire::{DeviceStep, FRAME_LIMIT, FromPage, Knowledge, NameClaim, Question, TimeView, ToPage},
};
use crate::admission::Party;

/// How often something is sent on an idle connection, to show that it is alive.
const HEARTBEAT: Duration = Duration::from_secs(20);

/// The time that sending one message may take before the page counts as lost.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);

/// The time for which a page may stay connected without a name and without a word.
const GUEST_TIMEOUT: Duration = Duration::from_mins(5);

/// The close code for a page that fell behind, and for every page when the program stops: it
/// means that the page is to come again.
const COME_AGAIN: u16 = close_code::RESTART;

/// The close code for a guest's page that nobody has used: it is to come again when somebody looks at it.
const ASLEEP: u16 = 4_001;

/// The close code for a page that made room for another one, with the words for whoever sits before it: it is to
/// come again when somebody uses it. Otherwise such pages would push each other out without end.
const GAVE_WAY: u16 = 4_002;

/// Who sends the next message sooner than this after the one before was handled has not read an answer.
const HASTE: Duration = Duration::from_millis(40);

/// The number of bytes that are read from a connection at a time. Room for them is reserved for each page.
const READ_AT_A_TIME: usize = 4 * 1024;

/// Answers `GET /socket`.
pub(super) async fn upgrade(
    State(room): State<Arc<ChatRoom>>,
    ConnectInfo(Peer(connection)): ConnectInfo<Peer>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let Some((id, waiting)) = room.join(connection.other_machine()) else {
        return (StatusCode::SERVICE_UNAVAILABLE, text::FULL).into_response();
    };
    // Leaves the room when the connection is over, however it ends, an upgrade that fails included.
    let seat = RoomSeat { id, room: Arc::clone(&room) };
    let upgrade = upgrade
        .max_message_size(FRAME_LIMIT)
        .max_frame_size(FRAME_LIMIT)
        .read_buffer_size(READ_AT_A_TIME)
        .write_buffer_size(0);
    upgrade.on_upgrade(move |socket| {
        let page = PageConnection {
            socket,
            seat,
            room,
            connection,
            person: None,
            secret_hash: None,
            locale: None,
            handled: None,
        };
        page.run(waiting)
    })
}

/// A page's place in the room, which it leaves when this is dropped.
struct RoomSeat {
    id: u64,
    room: Arc<ChatRoom>,
}

impl Drop for RoomSeat {
    fn drop(&mut self) {
        self.room.leave(self.id);
    }
}

/// A connected page.
struct PageConnection {
    socket: WebSocket,
    seat: RoomSeat,
    room: Arc<ChatRoom>,
    connection: Arc<Connection>,
    person: Option<Person>,
    /// The hash of the secret by which it is theirs.
    secret_hash: Option<[u8; 32]>,
    /// The language that its browser prefers.
    locale: Option<String>,
    /// When its last message was handled.
    handled: Option<Instant>,
}

/// A message of the page, once it is its turn; `None` if it has been taken.
type Turn = Pin<Box<dyn Future<Output = Option<FromPage>> + Send>>;

impl PageConnection {
    /// Serves the page until its connection ends.
    async fn run(mut self, mut waiting: mpsc::Receiver<Arc<str>>) {
        let mut stop = self.room.stopping();
        let clock = Arc::clone(&self.room.clock);
        let mut beat = clock.sleep(Duration::ZERO);
        let mut guest = clock.sleep(GUEST_TIMEOUT);
        // While a message waits for its turn or is looked up, the next ones wait on the wire: nothing is
        // lost, nobody else waits, and the page gets what the others say.
        let mut turn: Option<Turn> = None;
        loop {
            let done = tokio::select! {
                () = stopped(&mut stop) => self.finish(&mut waiting).await,
                line = waiting.recv() => match line {
                    Some(line) => self.send(line).await,
                    None if self.room.gave_way(self.seat.id) => self.give_way().await,
                    // The room has dropped this page, since it was too slow.
                    None => self.close(COME_AGAIN, "come again").await,
                },
                () = &mut beat => {
                    beat = clock.sleep(HEARTBEAT);
                    self.beat().await
                }
                () = &mut guest, if self.person.is_none() => {
                    self.close(ASLEEP, "come again when somebody looks").await
                }
                message = next(&mut turn) => {
                    turn = None;
                    guest = clock.sleep(GUEST_TIMEOUT);
                    let done = match message {
                        Some(message) => self.handle(message).await,
                        None => Ok(()),
                    };
                    self.handled = Some(clock.instant());
                    done
                }
                message = self.socket.recv(), if turn.is_none() => self.receive(message).map(|message| {
                    turn = message.map(|message| self.turn(message));
                }),
            };
            if done.is_err() {
                return;
            }
        }
    }

    /// Waits until it is the page's turn to have a message handled. What a person says is taken at once:
    /// that may have to be looked up, and nothing is sent to the page in answer.
    fn turn(&self, message: FromPage) -> Turn {
        let (room, party) = (Arc::clone(&self.room), self.party());
        let now = room.clock.instant();
        if message.is_of_somebody() {
            room.used(self.seat.id);
        }
        let is_hasty = self.handled.is_some_and(|handled| now < handled + HASTE);
        let cost = if is_hasty { cost::HASTY } else { cost::LITTLE };
        let (session, person, locale) = (self.seat.id, self.person.clone(), self.locale.clone());
        Box::pin(async move {
            match &message {
                FromPage::Code {}
                | FromPage::Device(_)
                | FromPage::Admit { .. }
                | FromPage::SignOut {}
                | FromPage::Say(_)
                | FromPage::Ask { .. } => room.limits.message(party, cost).await,
                FromPage::Enter { .. } | FromPage::Older { .. } => room.limits.history(party).await,
            }
            // It may have been signed out meanwhile.
            if !room.has_page(session) {
                return None;
            }
            match (message, person) {
                (FromPage::Say(said), Some(person)) => {
                    let author = (&person, locale.as_deref());
                    inbound::take(&room, session, author, said).await;
                    None
                }
                (message, _) => Some(message),
            }
        })
    }

    /// At whose cost the page acts.
    fn party(&self) -> Party {
        match &self.person {
            Some(person) => Party::Person(person.id.clone()),
            None => self.connection.party(),
        }
    }

    /// Sends a message; if that takes too long, the page counts as gone.
    async fn send(&mut self, text: Arc<str>) -> Result<(), Gone> {
        let message = Message::Text((*text).into());
        // A page that reads nothing must not keep a long text alive beside what is being written.
        drop(text);
        match timeout(&*self.room.clock, SEND_TIMEOUT, self.socket.send(message)).await {
            Some(Ok(())) => Ok(()),
            Some(Err(_)) | None => Err(Gone),
        }
    }

    /// Sends a heartbeat that the script sees, and a ping that the browser answers by itself.
    async fn beat(&mut self) -> Result<(), Gone> {
        self.send(json(&ToPage::Beat {})).await?;
        let ping = self.socket.send(Message::Ping(axum::body::Bytes::new()));
        timeout(&*self.room.clock, SEND_TIMEOUT, ping).await.ok_or(Gone)?.map_err(|_| Gone)
    }

    /// Sends what still waits, and ends the connection.
    async fn finish(&mut self, waiting: &mut mpsc::Receiver<Arc<str>>) -> Result<(), Gone> {
        while let Ok(line) = waiting.try_recv() {
            self.send(line).await?;
        }
        self.close(COME_AGAIN, "come again").await
    }

    /// Tells the page that it made room for another one. It may take its time to hear that, and keeps nobody out
    /// meanwhile.
    async fn give_way(&mut self) -> Result<(), Gone> {
        self.connection.guest(self.room.clock.instant());
        self.close(GAVE_WAY, text::GAVE_WAY).await
    }

    /// Tells the page when to come again and ends the connection.
    async fn close(&mut self, code: u16, reason: &'static str) -> Result<(), Gone> {
        let frame = CloseFrame { code, reason: reason.into() };
        let close = self.socket.send(Message::Close(Some(frame)));
        let _ = timeout(&*self.room.clock, SEND_TIMEOUT, close).await;
        Err(Gone)
    }

    /// The message that the page sent, if it is one; anything but what our script sends ends the
    /// connection.
    fn receive(
        &self,
        message: Option<Result<Message, axum::Error>>,
    ) -> Result<Option<FromPage>, Gone> {
        match message {
            Some(Ok(Message::Text(text))) => match serde_json::from_str(&text) {
                Ok(message) => Ok(Some(message)),
                Err(error) => {
                    // The error itself repeats what was sent.
                    let kind = error.classify();
                    tracing::debug!("a page sent what it should not: {kind:?} error in it");
                    Err(Gone)
                }
            },
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(None),
            Some(Ok(Message::Binary(_) | Message::Close(_)) | Err(_)) | None => Err(Gone),
        }
    }

    async fn handle(&mut self, message: FromPage) -> Result<(), Gone> {
        match message {
            FromPage::Enter { name, last, locale } => {
                self.locale = locale.filter(|tag| is_language(tag));
                self.enter(name, last).await
            }
            // What a person says has been taken in its turn, so this is a guest.
            FromPage::Say(said) => {
                let why = text::NAME_FIRST.to_owned();
                self.send(json(&ToPage::Unkept { id: said.id, why, retry: true })).await
            }
            FromPage::Ask { id, about } => self.answer(id, about).await,
            FromPage::Code {} => {
                if let Some(person) = &self.person {
                    devices::show_code(&self.room, self.seat.id, &person.id);
                }
                Ok(())
            }
            FromPage::Device(claim) => {
                devices::take_code(&self.room, self.seat.id, &self.connection, &claim);
                Ok(())
            }
            FromPage::Admit { yes } => {
                if let (Some(person), Some(own)) = (&self.person, self.secret_hash) {
                    devices::answer(&self.room, self.seat.id, (person, own), yes).await;
                }
                Ok(())
            }
            FromPage::SignOut {} => {
                if let (Some(person), Some(own)) = (&self.person, self.secret_hash) {
                    devices::sign_out_others(&self.room, self.seat.id, &person.id, own).await;
                }
                Ok(())
            }
            FromPage::Older { place, before } => self.older(place, before).await,
        }
    }

    /// Lets the page in, under a name if it claims one, and sends it what it missed.
    async fn enter(&mut self, name: Option<NameClaim>, last: Option<u64>) -> Result<(), Gone> {
        if let Some(wanted) = name {
            let secret_hash = names::secret_hash(wanted.secret.text());
            match claim::claim(&self.room, wanted, &self.connection).await {
                Ok(person) if self.room.identify(self.seat.id, &person, secret_hash) => {
                    self.connection.person(self.room.clock.instant());
                    self.secret_hash = Some(secret_hash);
                    self.person = Some(person);
                }
                Ok(person) => {
                    let refusal = claim::too_many_pages(&person);
                    return self.send(json(&refusal)).await;
                }
                Err(refusal) => return self.send(json(&refusal)).await,
            }
        }
        let room = Arc::clone(&self.room);
        let person = self.person.clone();
        let is_here = self.connection.other_machine().is_none();
        let secret_hash = self.secret_hash.filter(|_| person.is_some());
        let answers = self.room.reading(self.party(), move || {
            // Somebody may have been signed out between the claim and the entry.
            let mut own = person.iter().zip(&secret_hash);
            if !own.all(|(person, hash)| room.belongs(&person.id, hash)) {
                return None;
            }
            let proof = secret_hash.map(|hash| names::hex(&hash));
            let build = assets::build();
            let mut answers = vec![claim::welcome(&room, person.as_ref(), proof, build, is_here)];
            answers.push(history::lines(&room, person.as_ref(), last));
            answers.extend(person.map(|person| room.games_of(&person.id)));
            Some(answers.iter().map(json).collect::<Vec<_>>())
        });
        for answer in answers.await.flatten().ok_or(Gone)? {
            self.send(answer).await?;
        }
        let is_asked =
            |one: &Person| self.room.devices.is_asked(&one.id, self.room.clock.instant());
        if self.person.as_ref().is_some_and(is_asked) {
            self.send(json(&ToPage::Device(DeviceStep::Asks {}))).await?;
        }
        self.send(self.room.people_here()).await
    }

    /// Answers a question of the page's person. A guest has no games, and gets nothing but what everybody may see: what
    /// is offered and played in the channel, what can be played, who plays how, the table of a game, and an event.
    async fn answer(&mut self, id: u64, about: Question) -> Result<(), Gone> {
        let knowledge = match (self.person.clone(), about) {
            (Some(person), about) => knowledge(&self.room, &person, about).await,
            (None, Question::Table { game, side, theme, contrast, have }) => {
                let viewer = (names::nobody(), self.party());
                table(&self.room, viewer, (game, side), chosen(theme, contrast, have)).await
            }
            (None, Question::Home) => home(&self.room, &names::nobody()).await,
            (None, Question::NewGame { game }) => {
                new_game(&self.room, &names::nobody(), game).await
            }
            (None, Question::Person { name }) => {
                person_page(&self.room, &names::nobody(), name).await
            }
            (None, Question::Event { no }) => event(&self.room, &names::nobody(), no).await,
            (None, Question::Help) => Knowledge::Help(reading::help()),
            (None, Question::Rules { kind, topic }) => rules(&kind, &topic),
            (None, _) => return Ok(()),
        };
        self.send(json(&ToPage::Answer { id, knowledge })).await
    }

    /// Answers with the lines that precede the line `before`.
    async fn older(&mut self, place: PagePlace, before: u64) -> Result<(), Gone> {
        let room = Arc::clone(&self.room);
        let person = self.person.clone();
        let older = self.room.reading(self.party(), move || {
            json(&history::older(&room, person.as_ref(), place, before))
        });
        let older = older.await.ok_or(Gone)?;
        self.send(older).await
    }
}

/// Answers this question of a person.
async fn knowledge(room: &Arc<ChatRoom>, person: &Person, about: Question) -> Knowledge {
    let host = &room.host;
    match about {
        Question::Actions { place } => {
            let place = match place {
                PagePlace::Channel => names::channel(),
                PagePlace::Private => names::private(&person.id),
            };
            Knowledge::Actions(host.actions_at(&person.id, &place).await)
        }
        Question::Targets { game, square } => {
            // What a page shows of others' games is said in the channel.
            let (place, game) = (names::channel(), GameNo(game));
            let Targets { squares, moves, changes } =
                host.targets(&person.id, &place, game, &square).await;
            let changes = changes.into_iter().map(MoveInfo::from).collect();
            Knowledge::Targets { squares, moves, changes }
        }
        Question::Table { game, side, theme, contrast, have } => {
            let viewer = (person.id.clone(), Party::Person(person.id.clone()));
            table(room, viewer, (game, side), chosen(theme, contrast, have)).await
        }
        Question::Illegal { game, text } => {
            let text = text.chars().take(MAX_MESSAGE).collect();
            let place = names::channel();
            Knowledge::Illegal(host.illegal(&person.id, &place, GameNo(game), text).await)
        }
        Question::Events => {
            let events = host.events(&person.id, &names::channel()).await;
            Knowledge::Events(events.into_iter().map(Into::into).collect())
        }
        Question::Event { no } => event(room, &person.id, no).await,
        Question::EventForm => {
            Knowledge::EventForm(host.event_form(&person.id, &names::channel()).await)
        }
        Question::Person { name } => person_page(room, &person.id, name).await,
        Question::Finished { game, with, result, skip } => {
            let kind = game.as_deref().and_then(GameKind::from_key);
            let wanted = FinishedWanted { kind, with, result, skip };
            let finished = host.finished_games(&person.id, wanted).await;
            let place_of = |place: &PlaceId| view::place_for(place, &person.id);
            Knowledge::Finished(FinishedInfo::of(finished, &room.run, place_of))
        }
        Question::Home => home(room, &person.id).await,
        Question::Help => Knowledge::Help(reading::help()),
        Question::Rules { kind, topic } => rules(&kind, &topic),
        Question::NewGame { game } => new_game(room, &person.id, game).await,
        Question::Times => {
            let times = host.times(&person.id).await.into_iter();
            let view =
                |time: GameTime| TimeView { no: time.no.0, mine: time.is_mine, ends: time.ends };
            Knowledge::Times(times.map(view).collect())
        }
    }
}

/// The table of a game as somebody sees it who asks in the channel.
async fn table(
    room: &Arc<ChatRoom>,
    (viewer, party): (PersonId, Party),
    (game, side): (u32, Option<u8>),
    chosen: Chosen,
) -> Knowledge {
    let below = side.and_then(seat_of_side);
    let Some(table) = room.host.table(&viewer, &names::channel(), GameNo(game), below).await else {
        return Knowledge::Table(None);
    };
    let living = film::living(room, party, &table, chosen).await;
    let place = view::place_for(&table.place, &viewer);
    Knowledge::Table(TableInfo::of(table, living, place, &room.run).map(Box::new))
}

/// The choices of a page for the board of a table. A theme that nobody knows is none.
fn chosen(theme: Option<String>, contrast: bool, have: Option<usize>) -> Chosen {
    Chosen { theme: theme.as_deref().and_then(Theme::from_key), contrast, have }
}

/// The rules of a game about a topic.
fn rules(kind: &str, topic: &str) -> Knowledge {
    Knowledge::Rules(RulesPage::of(kind, topic, text::spans))
}

/// The seat of a side by its number, which begins at 1.
fn seat_of_side(side: u8) -> Option<Seat> {
    side.checked_sub(1).and_then(Seat::from_index)
}

/// The view of the channel for somebody who has no game before them.
async fn home(room: &Arc<ChatRoom>, viewer: &PersonId) -> Knowledge {
    let present = room.present();
    let here = present.keys().cloned().collect();
    let view = room.host.home(viewer, &names::channel(), here).await;
    let place_of = |place: &PlaceId| view::place_for(place, viewer);
    Knowledge::Home(Box::new(HomeInfo::of(view, viewer, &room.run, &present, place_of)))
}

/// The choices of somebody who begins a game in the channel.
async fn new_game(room: &ChatRoom, viewer: &PersonId, from: Option<u32>) -> Knowledge {
    let from = from.map(GameNo);
    Knowledge::NewGame(room.host.new_game_form(viewer, &names::channel(), from).await)
}

/// The person of a name, as far as somebody may know who asks in the channel.
async fn person_page(room: &ChatRoom, viewer: &PersonId, name: String) -> Knowledge {
    let name = name.chars().take(MAX_TYPED_NAME).collect();
    let present = room.present();
    let people = present.iter().map(|(id, name)| Person { id: id.clone(), name: name.clone() });
    let view = room.host.person(viewer, &names::channel(), name, people.collect()).await;
    let info = view.map(|view| {
        let is_here = present.contains_key(&view.person.id);
        let place_of = |place: &PlaceId| view::place_for(place, viewer);
        Box::new(PersonInfo::of(view, viewer, is_here, &room.run, place_of))
    });
    Knowledge::Person(info)
}

/// All about an event as somebody sees it who asks in the channel.
async fn event(room: &ChatRoom, viewer: &PersonId, no: u32) -> Knowledge {
    let event = room.host.event(viewer, &names::channel(), EditionNo(no)).await;
    Knowledge::Event(event.map(|event| Box::new(event.into())))
}

/// Returns `true` if a text has the form of a language tag.
fn is_language(tag: &str) -> bool {
    (2..=35).contains(&tag.len()) && tag.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
}

/// The connection is over.
#[derive(Debug)]
struct Gone;

/// Waits until the program stops.
pub(super) async fn stopped(stop: &mut tokio::sync::watch::Receiver<bool>) {
    let _ = stop.wait_for(|stop| *stop).await;
}

/// The message whose turn it is; while there is none, this waits for ever.
async fn next(turn: &mut Option<Turn>) -> Option<FromPage> {
    match turn {
        Some(turn) => turn.await,
        None => std::future::pending().await,
    }
}
