//! The gateway: one WebSocket connection from its greeting to its end.

use std::{collections::VecDeque, sync::Arc, time::Duration};

use axum::{
    Router,
    extract::{
        State as Shared, WebSocketUpgrade,
        ws::{CloseFrame, Message as Frame, WebSocket},
    },
    http::Uri,
    response::Response,
    routing::any,
};
use serde_json::{Value, json};
use tokio::{sync::mpsc, time::Instant};

use super::{
    Server, World,
    sessions::{Answer, Down, Line, invalid},
};

/// The largest frame that a bot may send.
const MAX_FRAME: usize = 4_096;

/// Where a connection comes in.
#[derive(Clone)]
struct Entrance {
    server: Server,
    /// Whether this is the address for resumes.
    for_resumes: bool,
}

/// Returns what answers at the gateway's address, or at the one for resumes.
pub(super) fn router(server: Server, for_resumes: bool) -> Router {
    let entrance = Entrance { server, for_resumes };
    Router::new().route("/", any(enter)).with_state(entrance)
}

async fn enter(
    upgrade: WebSocketUpgrade,
    Shared(entrance): Shared<Entrance>,
    uri: Uri,
) -> Response {
    upgrade.on_upgrade(move |socket| attend(socket, entrance, uri))
}

/// One connection as the stand-in sees it.
struct Connection {
    socket: WebSocket,
    entrance: Entrance,
    line: Line,
    down: mpsc::UnboundedReceiver<Down>,
    /// When the last heartbeat came.
    beat: Instant,
    /// When the frames of the last minute came.
    frames: VecDeque<Instant>,
    /// Whether it has a session, or has asked for one.
    began: bool,
}

async fn attend(socket: WebSocket, entrance: Entrance, uri: Uri) {
    let server = entrance.server.clone();
    let (down_in, down) = mpsc::unbounded_channel();
    let number = server.change(|world| {
        world.connections += 1;
        world.connections
    });
    let line = Line { connection: number, down: down_in };
    let frames = VecDeque::new();
    let mut connection =
        Connection { socket, entrance, line, down, beat: Instant::now(), frames, began: false };
    let version = uri.query().into_iter().flat_map(|query| query.split('&'));
    let over = match version.clone().find_map(|pair| pair.strip_prefix("v=")) {
        Some(version) if version != "10" => {
            connection.close(4012).await;
            true
        }
        _ => connection.run().await.is_over(),
    };
    server.change(|world| world.lose(number, over));
}

/// How a connection ended.
enum End {
    /// The session can be resumed.
    Lost,
    /// The session is over.
    Over,
}

impl End {
    fn is_over(&self) -> bool {
        matches!(self, Self::Over)
    }
}

/// Returns `true` if a session goes on after its connection was closed with this code: by the platform with
/// these, by the bot with 1000 and 1001.
pub(super) fn ends_session(code: u16) -> bool {
    matches!(code, 1000 | 1001 | 4003 | 4004 | 4007 | 4009..=4014)
}

impl Connection {
    async fn run(&mut self) -> End {
        let interval = self.entrance.server.world().rules.heartbeat_interval;
        let hello = json!({ "op": 10, "d": { "heartbeat_interval": interval.as_millis() as u64 } });
        if self.send(hello.to_string().into()).await.is_err() {
            return End::Lost;
        }
        loop {
            let dead = self.beat + self.entrance.server.world().patience_for_heartbeat();
            let ended = tokio::select! {
                () = tokio::time::sleep_until(dead) => self.time_out().await,
                told = self.down.recv() => self.tell(told.unwrap_or(Down::Hang)).await,
                frame = self.socket.recv() => match frame {
                    Some(Ok(frame)) => self.take(frame).await,
                    Some(Err(_)) | None => Some(End::Lost),
                },
            };
            if let Some(end) = ended {
                return end;
            }
        }
    }

    async fn time_out(&mut self) -> Option<End> {
        // A connection that is dead on purpose is not the bot's fault, nor does it end by itself.
        if self.is_numb() {
            self.beat = Instant::now();
            return None;
        }
        self.close(4009).await;
        Some(End::Over)
    }

    fn is_numb(&self) -> bool {
        self.line.connection <= self.entrance.server.world().numb
    }

    async fn tell(&mut self, told: Down) -> Option<End> {
        match told {
            Down::Frame(frame) => self.send(frame).await.is_err().then_some(End::Lost),
            Down::Invalid(resumable) => {
                self.began = false;
                self.send(invalid(resumable)).await.is_err().then_some(End::Lost)
            }
            Down::Close(code) => {
                self.close(code).await;
                Some(if ends_session(code) { End::Over } else { End::Lost })
            }
            Down::Hang => Some(End::Lost),
        }
    }

    async fn take(&mut self, frame: Frame) -> Option<End> {
        match frame {
            Frame::Text(text) => {
                for answer in self.hear(text.as_str()) {
                    let told = match answer {
                        Answer::Frame(frame) => Down::Frame(frame),
                        Answer::Invalid => Down::Invalid(false),
                        Answer::Close(code) => Down::Close(code),
                    };
                    let ended = self.tell(told).await;
                    if ended.is_some() {
                        return ended;
                    }
                }
                None
            }
            Frame::Close(frame) => {
                let code = frame.map_or(1005, |frame| frame.code);
                self.entrance.server.change(|world| world.closed_with.push(code));
                Some(if ends_session(code) { End::Over } else { End::Lost })
            }
            Frame::Binary(_) | Frame::Ping(_) | Frame::Pong(_) => None,
        }
    }

    /// Returns what a frame is answered.
    fn hear(&mut self, text: &str) -> Vec<Answer> {
        if self.counts_too_many() {
            return vec![Answer::Close(4008)];
        }
        let frame: Value = serde_json::from_str(text).unwrap_or_default();
        if text.len() > MAX_FRAME || !frame.is_object() {
            return vec![Answer::Close(4002)];
        }
        let data = &frame["d"];
        match frame["op"].as_u64() {
            Some(1) => self.take_heartbeat(data.as_u64()),
            Some(2 | 6) if std::mem::replace(&mut self.began, true) => vec![Answer::Close(4005)],
            Some(2) => self.ask(|world, line| world.identify(data, line)),
            Some(6) => {
                let here = self.entrance.for_resumes;
                self.ask(|world, line| world.resume(data, line, here))
            }
            Some(3 | 4 | 8) if !self.began => vec![Answer::Close(4003)],
            Some(3 | 4 | 8) => Vec::new(),
            _ => vec![Answer::Close(4001)],
        }
    }

    /// Lets the world answer.
    fn ask(&mut self, ask: impl FnOnce(&mut World, &Line) -> Vec<Answer>) -> Vec<Answer> {
        let (line, server) = (&self.line, &self.entrance.server);
        server.change(|world| ask(world, line))
    }

    fn take_heartbeat(&mut self, last: Option<u64>) -> Vec<Answer> {
        self.beat = Instant::now();
        let numb = self.is_numb();
        let refused = self.entrance.server.change(|world| {
            world.heartbeats += 1;
            world.confirm(self.line.connection, last.unwrap_or(0));
            world.refuses_heartbeats
        });
        let ack: Arc<str> = json!({ "op": 11 }).to_string().into();
        if refused || numb { Vec::new() } else { vec![Answer::Frame(ack)] }
    }

    /// Counts a frame and says whether there were too many within a minute.
    fn counts_too_many(&mut self) -> bool {
        let now = Instant::now();
        let minute = Duration::from_secs(60);
        while self.frames.front().is_some_and(|at| *at + minute <= now) {
            self.frames.pop_front();
        }
        self.frames.push_back(now);
        // Each interval brings a heartbeat, however short a test has made it.
        let beats = minute.as_secs_f64() / self.interval().as_secs_f64().min(41.25);
        self.frames.len() > self.entrance.server.world().rules.frames_a_minute + beats as usize
    }

    fn interval(&self) -> Duration {
        self.entrance.server.world().rules.heartbeat_interval
    }

    async fn send(&mut self, frame: Arc<str>) -> Result<(), axum::Error> {
        self.socket.send(Frame::Text((&*frame).into())).await
    }

    async fn close(&mut self, code: u16) {
        let frame = CloseFrame { code, reason: "".into() };
        let _ = self.socket.send(Frame::Close(Some(frame))).await;
        // By the protocol, the other side answers before the connection may end.
        let _ = tokio::time::timeout(Duration::from_secs(1), self.socket.recv()).await;
    }
}
