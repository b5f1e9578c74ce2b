//! The WebSocket of one page: what comes from the page, and what goes to it.

use std::{sync::Arc, time::Duration};

use axum::{
    extract::{
        State, WebSocketUpgrade,
        ws::{CloseFrame, Message, WebSocket, close_code},
    },
    http::StatusCode,
    response::{IntoResponse, Response},
};
use tokio::sync::{mpsc, oneshot};

use super::{
    assets,
    chat_room::{ChatRoom, json},
    claim, history, inbound, names, text,
    wire::{FRAME_LIMIT, FromPage, Knowledge, NameClaim, NewMessage, PagePlace, Question, ToPage},
};
use crate::{
    chat::Targets,
    host::timeout,
    table::{GameNo, Person},
};

/// How often something is sent on an idle connection, to show that it is alive.
const HEARTBEAT: Duration = Duration::from_secs(20);

/// How long sending one message may take before the page counts as lost.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);

/// How many messages a page may send at once. Further ones wait on the wire: nothing is lost, and
/// nobody else waits.
const BURST: u32 = 20;
/// How long it then takes until one more message may come.
const REFILL: Duration = Duration::from_millis(100);

/// The close code for a page that fell behind, and for every page when the program stops: it
/// means that the page is to come again.
const COME_AGAIN: u16 = close_code::RESTART;

/// Answers `GET /socket`.
pub(super) async fn upgrade(
    State(room): State<Arc<ChatRoom>>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let Some((id, waiting)) = room.join() else {
        return (StatusCode::SERVICE_UNAVAILABLE, text::FULL).into_response();
    };
    // Leaves the room when the connection is over, however it ends, an upgrade that fails included.
    let seat = RoomSeat { id, room: Arc::clone(&room) };
    upgrade.max_message_size(FRAME_LIMIT).max_frame_size(FRAME_LIMIT).on_upgrade(move |socket| {
        let page = PageConnection { socket, seat, room, person: None, locale: None };
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
    person: Option<Person>,
    /// The language that its browser prefers.
    locale: Option<String>,
}

impl PageConnection {
    /// Serves the page until its connection ends.
    async fn run(mut self, mut waiting: mpsc::Receiver<Arc<str>>) {
        let mut stop = self.room.stopping();
        let clock = Arc::clone(&self.room.clock);
        let mut beat = clock.sleep(Duration::ZERO);
        let mut refill = clock.sleep(REFILL);
        let mut left = BURST;
        loop {
            let done = tokio::select! {
                () = stopped(&mut stop) => self.close().await,
                line = waiting.recv() => match line {
                    Some(line) => self.send(line).await,
                    // The room has dropped this page: it was too slow.
                    None => self.close().await,
                },
                () = &mut beat => {
                    beat = clock.sleep(HEARTBEAT);
                    self.beat().await
                }
                () = &mut refill, if left < BURST => {
                    left += 1;
                    refill = clock.sleep(REFILL);
                    Ok(())
                }
                message = self.socket.recv(), if left > 0 => {
                    left -= 1;
                    self.receive(message).await
                }
            };
            if done.is_err() {
                return;
            }
        }
    }

    /// Sends a message; if that takes too long, the page counts as gone.
    async fn send(&mut self, text: Arc<str>) -> Result<(), Gone> {
        let message = Message::Text((*text).into());
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

    /// Asks the page to come again and ends the connection.
    async fn close(&mut self) -> Result<(), Gone> {
        let frame = CloseFrame { code: COME_AGAIN, reason: "come again".into() };
        let close = self.socket.send(Message::Close(Some(frame)));
        let _ = timeout(&*self.room.clock, SEND_TIMEOUT, close).await;
        Err(Gone)
    }

    /// Handles what the page sent; anything but a message that our script sends ends the connection.
    async fn receive(&mut self, message: Option<Result<Message, axum::Error>>) -> Result<(), Gone> {
        match message {
            Some(Ok(Message::Text(text))) => match serde_json::from_str(&text) {
                Ok(message) => self.handle(message).await,
                Err(error) => {
                    tracing::debug!("a page sent what it should not: {error}");
                    Err(Gone)
                }
            },
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(()),
            Some(Ok(Message::Binary(_) | Message::Close(_)) | Err(_)) | None => Err(Gone),
        }
    }

    async fn handle(&mut self, message: FromPage) -> Result<(), Gone> {
        match message {
            FromPage::Enter { name, known, last, locale } => {
                self.locale = locale.filter(|tag| is_language(tag));
                self.enter(name, known, last).await
            }
            FromPage::Say(said) => self.say(said),
            FromPage::Ask { id, about } => self.answer(id, about).await,
            FromPage::Older { place, before } => self.older(place, before).await,
        }
    }

    /// Lets the page in, under a name if it claims one, and sends it what it missed.
    async fn enter(
        &mut self,
        name: Option<NameClaim>,
        known: Option<String>,
        last: Option<u64>,
    ) -> Result<(), Gone> {
        let proof = name.as_ref().map(|claim| names::secret_hash(&claim.secret));
        if let Some(wanted) = name {
            match claim::claim(&self.room, wanted).await {
                Ok(person) => {
                    self.room.identify(self.seat.id, &person);
                    self.person = Some(person);
                }
                Err(refusal) => return self.send(json(&refusal)).await,
            }
        }
        let room = Arc::clone(&self.room);
        let person = self.person.clone();
        let answers = blocking(move || {
            let proof = proof.map(|hash| names::hex(&hash));
            let mut answers =
                vec![claim::welcome(&room, person.as_ref(), proof, known, assets::build())];
            answers.push(history::lines(&room, person.as_ref(), last));
            answers.extend(person.map(|person| room.games_of(&person.id)));
            answers
        });
        for answer in answers.await? {
            self.send(json(&answer)).await?;
        }
        self.room.send_people();
        Ok(())
    }

    fn say(&mut self, said: NewMessage) -> Result<(), Gone> {
        match &self.person {
            Some(person) => {
                inbound::take(&self.room, self.seat.id, (person, self.locale.as_deref()), said)
            }
            None => self.room.send_to(
                self.seat.id,
                &ToPage::Unkept { id: said.id, why: text::NAME_FIRST.to_owned(), retry: true },
            ),
        }
        Ok(())
    }

    /// Answers a question of the page's person; a guest has no games and gets nothing.
    async fn answer(&mut self, id: u64, about: Question) -> Result<(), Gone> {
        let Some(person) = self.person.clone() else { return Ok(()) };
        let host = &self.room.host;
        let knowledge = match about {
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
                let Targets { squares, moves } =
                    host.targets(&person.id, &place, game, &square).await;
                Knowledge::Targets { squares, moves }
            }
        };
        self.send(json(&ToPage::Answer { id, knowledge })).await
    }

    /// Answers with the lines that precede the line `before`.
    async fn older(&mut self, place: PagePlace, before: u64) -> Result<(), Gone> {
        let room = Arc::clone(&self.room);
        let person = self.person.clone();
        let older = blocking(move || history::older(&room, person.as_ref(), place, before)).await?;
        self.send(json(&older)).await
    }
}

/// Whether a text has the form of a language tag.
fn is_language(tag: &str) -> bool {
    (2..=35).contains(&tag.len()) && tag.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
}

/// The connection is over.
#[derive(Debug)]
struct Gone;

/// Waits until the program stops.
async fn stopped(stop: &mut tokio::sync::watch::Receiver<bool>) {
    let _ = stop.wait_for(|stop| *stop).await;
}

/// Runs a job that reads the store on a thread where waiting harms nobody.
async fn blocking<T: Send + 'static>(job: impl FnOnce() -> T + Send + 'static) -> Result<T, Gone> {
    let (done, result) = oneshot::channel();
    tokio::task::spawn_blocking(move || done.send(job()));
    result.await.map_err(|_| Gone)
}
