//! One page's WebSocket: what comes from it, and what goes to it.

use std::{sync::Arc, time::Duration};

use axum::{
    extract::{
        State, WebSocketUpgrade,
        ws::{CloseFrame, Message, WebSocket, close_code},
    },
    http::StatusCode,
    response::{IntoResponse, Response},
};
use tokio::{
    sync::{mpsc, oneshot},
    time::{MissedTickBehavior, interval, timeout},
};

use super::{
    enter, http, names,
    room::{Room, json},
    say,
    wire::{FRAME_LIMIT, FromPage, Said, Spot, ToPage},
    words,
};
use crate::table::Person;

/// How often a still connection shows that it lives.
const BEAT: Duration = Duration::from_secs(20);

/// How long one message may take to leave before the page counts as lost.
const SENDING: Duration = Duration::from_secs(10);

/// Messages that a page may send at once, and how soon each of them is free again. Faster ones
/// wait on the wire: nothing is lost, and nobody else waits.
const BURST: u32 = 20;
const REFILL: Duration = Duration::from_millis(100);

/// The close code of a page that fell behind or whose program stops: come again.
const AGAIN: u16 = close_code::RESTART;

/// Answers `GET /socket`.
pub(super) async fn upgrade(State(room): State<Arc<Room>>, upgrade: WebSocketUpgrade) -> Response {
    let Some((id, waiting)) = room.join() else {
        return (StatusCode::SERVICE_UNAVAILABLE, words::FULL).into_response();
    };
    // Leaves the room when the connection is over, however it ends, an upgrade that fails included.
    let seat = Seat { id, room: Arc::clone(&room) };
    upgrade
        .max_message_size(FRAME_LIMIT)
        .max_frame_size(FRAME_LIMIT)
        .on_upgrade(move |socket| Page { socket, seat, room, person: None }.run(waiting))
}

/// A place in the room.
struct Seat {
    id: u64,
    room: Arc<Room>,
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.room.leave(self.id);
    }
}

/// A connected page.
struct Page {
    socket: WebSocket,
    seat: Seat,
    room: Arc<Room>,
    person: Option<Person>,
}

impl Page {
    async fn run(mut self, mut waiting: mpsc::Receiver<Arc<str>>) {
        let mut stop = self.room.stopping();
        let mut beat = interval(BEAT);
        let mut tokens = interval(REFILL);
        tokens.set_missed_tick_behavior(MissedTickBehavior::Skip);
        let mut left = BURST;
        loop {
            let done = tokio::select! {
                () = stopped(&mut stop) => self.close().await,
                line = waiting.recv() => match line {
                    Some(line) => self.send(line).await,
                    // The room has dropped this page: it was too slow.
                    None => self.close().await,
                },
                _ = beat.tick() => self.beat().await,
                _ = tokens.tick(), if left < BURST => { left += 1; Ok(()) }
                message = self.socket.recv(), if left > 0 => {
                    left -= 1;
                    self.hear(message).await
                }
            };
            if done.is_err() {
                return;
            }
        }
    }

    /// Sends within a time, or gives the page up.
    async fn send(&mut self, text: Arc<str>) -> Result<(), Gone> {
        let message = Message::Text((*text).into());
        match timeout(SENDING, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(Gone),
        }
    }

    /// A beat that the script sees, and a ping that the browser answers by itself.
    async fn beat(&mut self) -> Result<(), Gone> {
        self.send(json(&ToPage::Beat {})).await?;
        let ping = self.socket.send(Message::Ping(axum::body::Bytes::new()));
        timeout(SENDING, ping).await.map_err(|_| Gone)?.map_err(|_| Gone)
    }

    async fn close(&mut self) -> Result<(), Gone> {
        let frame = CloseFrame { code: AGAIN, reason: "come again".into() };
        let _ = timeout(SENDING, self.socket.send(Message::Close(Some(frame)))).await;
        Err(Gone)
    }

    async fn hear(&mut self, message: Option<Result<Message, axum::Error>>) -> Result<(), Gone> {
        match message {
            Some(Ok(Message::Text(text))) => match serde_json::from_str(&text) {
                Ok(message) => self.obey(message).await,
                Err(error) => {
                    tracing::debug!("a page sent what it should not: {error}");
                    Err(Gone)
                }
            },
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(()),
            Some(Ok(Message::Binary(_) | Message::Close(_)) | Err(_)) | None => Err(Gone),
        }
    }

    async fn obey(&mut self, message: FromPage) -> Result<(), Gone> {
        match message {
            FromPage::Enter { name, known, last } => self.enter(name, known, last).await,
            FromPage::Say(said) => self.say(said),
            FromPage::Older { place, before } => self.older(place, before).await,
        }
    }

    async fn enter(
        &mut self,
        name: Option<super::wire::Wish>,
        known: Option<String>,
        last: Option<u64>,
    ) -> Result<(), Gone> {
        let proof = name.as_ref().map(|wish| names::secret_hash(&wish.secret));
        if let Some(wish) = name {
            match enter::claim(&self.room, wish).await {
                Ok(person) => {
                    self.room.seat(self.seat.id, &person);
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
                vec![enter::welcome(&room, person.as_ref(), proof, known, http::build())];
            answers.push(enter::lines(&room, person.as_ref(), last));
            answers.extend(person.map(|person| room.games_of(&person.id)));
            answers
        });
        for answer in answers.await? {
            self.send(json(&answer)).await?;
        }
        self.room.tell_people();
        Ok(())
    }

    fn say(&mut self, said: Said) -> Result<(), Gone> {
        match &self.person {
            Some(person) => say::take(&self.room, self.seat.id, person, said),
            None => self.room.tell(
                self.seat.id,
                &ToPage::Unkept { id: said.id, why: words::NAME_FIRST.to_owned(), retry: true },
            ),
        }
        Ok(())
    }

    async fn older(&mut self, place: Spot, before: u64) -> Result<(), Gone> {
        let room = Arc::clone(&self.room);
        let person = self.person.clone();
        let older = blocking(move || enter::older(&room, person.as_ref(), place, before)).await?;
        self.send(json(&older)).await
    }
}

/// The connection is over.
#[derive(Debug)]
struct Gone;

/// Waits until the program stops.
async fn stopped(stop: &mut tokio::sync::watch::Receiver<bool>) {
    let _ = stop.wait_for(|stop| *stop).await;
}

/// Runs what reads the store where waiting harms nobody.
async fn blocking<T: Send + 'static>(job: impl FnOnce() -> T + Send + 'static) -> Result<T, Gone> {
    let (done, result) = oneshot::channel();
    tokio::task::spawn_blocking(move || done.send(job()));
    result.await.map_err(|_| Gone)
}
