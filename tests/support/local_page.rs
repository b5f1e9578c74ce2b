//! The local page served by this process: a store in a folder of its own, the real host, a free
//! port.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::{net::SocketAddr, path::Path, sync::Arc, time::Duration};

use futures_util::{SinkExt as _, StreamExt as _};
use host::{Clock, HostHandle, HostSettings, ManualClock, SystemClock, SystemEntropy};
use page::{PageListener, ServeError};
use serde_json::{Value, json};
use store::Store;
use table::Platform;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    sync::oneshot,
    task::JoinHandle,
    time::timeout,
};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream,
    tungstenite::{self, Message, client::IntoClientRequest as _},
};

use super::pictures::renderer;

/// How long anything may take, even on a busy machine; usually it is far quicker.
const PATIENCE: Duration = Duration::from_secs(60);

/// Lets a clock that is moved by hand go on as well, or nobody could say anything twice.
pub(crate) async fn run(clock: ManualClock) {
    loop {
        tokio::time::sleep(Duration::from_millis(20)).await;
        clock.advance(Duration::from_millis(20));
    }
}

/// A local page that is being served.
pub(crate) struct LocalPage {
    pub(crate) address: SocketAddr,
    host: HostHandle,
    stop: oneshot::Sender<()>,
    served: JoinHandle<Result<(), ServeError>>,
}

impl LocalPage {
    /// Starts to serve it on a free port, with the database in this folder.
    pub(crate) async fn open(folder: &Path) -> Self {
        Self::open_with(folder, Arc::new(SystemClock)).await
    }

    /// The same by this clock.
    pub(crate) async fn open_with(folder: &Path, clock: Arc<dyn Clock>) -> Self {
        let store = Store::open(&folder.join("page.db")).expect("the store opens");
        let renderer = renderer();
        let settings = HostSettings::new(Platform::Local);
        let (host, outbox) = host::start(
            store.clone(),
            settings,
            Arc::clone(&clock),
            Box::new(SystemEntropy),
            renderer.clone(),
        )
        .expect("the host starts");
        let bound =
            PageListener::listen("127.0.0.1:0".parse().unwrap()).await.expect("a port is free");
        let address = bound.address();
        let (stop, stopped) = oneshot::channel::<()>();
        let served = bound
            .open(host.clone(), renderer, outbox, store, clock)
            .expect("the page opens")
            .serve(async {
                let _ = stopped.await;
            });
        Self { address, host, stop, served: tokio::spawn(served) }
    }

    /// Stops it in good order.
    pub(crate) async fn close(self) {
        self.stop.send(()).expect("it runs");
        timeout(PATIENCE, self.served).await.expect("it ends").unwrap().expect("it served");
        self.host.stop().await;
    }

    /// A request with these headers beside `Host`; the status, the headers and the body.
    pub(crate) async fn request(&self, path: &str, host: &str, more: &str) -> Answer {
        let mut stream = TcpStream::connect(self.address).await.expect("it listens");
        let text =
            format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n{more}Connection: close\r\n\r\n");
        stream.write_all(text.as_bytes()).await.unwrap();
        let mut bytes = Vec::new();
        timeout(PATIENCE, stream.read_to_end(&mut bytes)).await.expect("it answers").unwrap();
        let end = bytes.windows(4).position(|w| w == b"\r\n\r\n").expect("an HTTP answer");
        let head = String::from_utf8(bytes[..end].to_vec()).unwrap().to_lowercase();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Answer { status, head, body: bytes[end + 4..].to_vec() }
    }

    /// A request as a browser on this machine sends it.
    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.request(path, &self.address.to_string(), "").await
    }

    /// A connected page, as the script would connect it.
    pub(crate) async fn connect(&self) -> Tab {
        self.connect_from(&format!("http://{}", self.address)).await.expect("it takes pages")
    }

    /// A page of this origin; the status if it is refused.
    pub(crate) async fn connect_from(&self, origin: &str) -> Result<Tab, u16> {
        let mut request = format!("ws://{}/socket", self.address).into_client_request().unwrap();
        request.headers_mut().insert("origin", origin.parse().unwrap());
        match tokio_tungstenite::connect_async(request).await {
            Ok((socket, _)) => Ok(Tab { socket }),
            Err(tungstenite::Error::Http(answer)) => Err(answer.status().as_u16()),
            Err(error) => panic!("{error}"),
        }
    }

    /// A page of this person that has read its first messages.
    pub(crate) async fn enter(&self, name: &str) -> Tab {
        let mut tab = self.connect().await;
        tab.enter(name, &secret(name), None).await;
        tab.wait("games").await;
        tab
    }
}

/// An HTTP answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

/// The secret that a person's browser has in these tests.
pub(crate) fn secret(name: &str) -> String {
    format!("{name}-secret-of-at-least-32-characters")
}

/// A message id as a browser draws it.
pub(crate) fn message_id(n: u32) -> String {
    format!("3f1b6a52-0c55-4a3f-9c39-{n:012}")
}

/// A page's side of the WebSocket.
pub(crate) struct Tab {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

impl Tab {
    pub(crate) async fn send(&mut self, message: Value) {
        self.socket.send(Message::text(message.to_string())).await.expect("it is connected");
    }

    /// The next message of the program; `None` when it has closed.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        loop {
            match timeout(PATIENCE, self.socket.next()).await.expect("something comes")? {
                Ok(Message::Text(text)) => return Some(serde_json::from_str(&text).unwrap()),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// The code and the reason for which the program closes the page; what comes before is dropped.
    pub(crate) async fn closed(&mut self) -> (u16, String) {
        loop {
            match timeout(PATIENCE, self.socket.next()).await.expect("it is closed") {
                Some(Ok(Message::Close(Some(frame)))) => {
                    return (frame.code.into(), frame.reason.to_string());
                }
                Some(Ok(_)) => {}
                other => panic!("no reason is given: {other:?}"),
            }
        }
    }

    /// The next message of a kind; others are dropped.
    pub(crate) async fn wait(&mut self, kind: &str) -> Value {
        self.until(kind, |message| message["type"] == kind).await
    }

    /// The next new line that fits; others are dropped.
    pub(crate) async fn line(&mut self, fits: impl Fn(&Value) -> bool) -> Value {
        let is_it = |message: &Value| message["type"] == "line" && fits(&message["line"]);
        self.until("line", is_it).await["line"].take()
    }

    /// The picture of the next line that has one: of what was said before, or just now.
    pub(crate) async fn picture(&mut self) -> Value {
        fn of(message: &Value) -> Option<&Value> {
            let said_before = message["lines"].as_array().into_iter().flatten();
            let lines = said_before.chain([&message["line"]]);
            lines.map(|line| &line["picture"]).find(|picture| picture.is_object())
        }
        let message = self.until("picture", |message| of(message).is_some()).await;
        of(&message).cloned().expect("it has one")
    }

    /// The next message that fits, however many others come meanwhile.
    async fn until(&mut self, what: &str, fits: impl Fn(&Value) -> bool) -> Value {
        let found = async {
            loop {
                let message = self.next().await.expect("it stays connected");
                if fits(&message) {
                    return message;
                }
            }
        };
        timeout(2 * PATIENCE, found).await.unwrap_or_else(|_| panic!("no such {what} came"))
    }

    /// Comes in under a name and returns the program's first answer.
    pub(crate) async fn enter(&mut self, name: &str, secret: &str, last: Option<u64>) -> Value {
        let name = json!({ "name": name, "secret": secret });
        self.send(json!({ "type": "enter", "name": name, "last": last })).await;
        loop {
            let answer = self.next().await.expect("it stays connected");
            if answer["type"] == "welcome" || answer["type"] == "refused" {
                return answer;
            }
        }
    }

    /// Asks something that changes nothing and returns the answer.
    pub(crate) async fn ask(&mut self, about: Value) -> Value {
        self.send(json!({ "type": "ask", "id": 7, "about": about })).await;
        let answer = self.wait("answer").await;
        assert_eq!(answer["id"], 7);
        answer
    }

    /// Says something in the channel.
    pub(crate) async fn say(&mut self, n: u32, text: &str) {
        self.send(said(n, "channel", text)).await;
    }
}

/// A message as the script sends it.
pub(crate) fn said(n: u32, place: &str, text: &str) -> Value {
    json!({
        "type": "say", "id": message_id(n), "salt": format!("salt{n}"), "place": place,
        "text": text, "reply_to": null, "again": false,
    })
}

/// The whole text of a line.
pub(crate) fn text_of(line: &Value) -> String {
    let spans = line["text"].as_array().expect("a line has text");
    spans.iter().map(|span| span["s"].as_str().expect("a span has text")).collect()
}
