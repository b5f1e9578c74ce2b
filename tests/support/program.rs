//! The program itself as a process, and a page's WebSocket spoken by hand.

use std::{
    io::{BufRead as _, BufReader},
    net::SocketAddr,
    path::Path,
    process::{Child, Command, Stdio},
    time::Duration,
};

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{Message, client::IntoClientRequest as _},
};

/// A local table running as a process of its own; killed when it is dropped.
pub(crate) struct Program {
    child: Child,
    /// Where its page is.
    pub(crate) address: SocketAddr,
}

impl Program {
    /// Starts a local table on a free port and waits until it is open.
    pub(crate) fn start(database: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_martian-cake"))
            .args(["local", "--listen", "127.0.0.1:0"])
            .env("DATABASE_PATH", database)
            .env_remove("DISCORD_TOKEN")
            .current_dir(database.parent().expect("the database lies in a folder"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("the program starts");
        let stdout = child.stdout.take().expect("a piped stdout");
        let mut line = String::new();
        BufReader::new(stdout).read_line(&mut line).expect("the program says where it is");
        let address = line
            .split_once("http://")
            .and_then(|(_, rest)| rest.split(' ').next()?.trim().parse().ok())
            .unwrap_or_else(|| panic!("an address in: {line:?}"));
        Self { child, address }
    }

    /// SIGKILL, at once.
    pub(crate) fn kill(&mut self) {
        // A process that has ended by itself is just as dead.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.kill();
    }
}

/// One tab of the page.
pub(crate) struct Page {
    socket: WebSocketStream<TcpStream>,
    said: u32,
    run: String,
}

impl Page {
    /// Opens the socket and comes in under a name. `run` keeps the ids of messages apart.
    pub(crate) async fn enter(address: SocketAddr, name: &str, run: &str) -> Option<Self> {
        let stream = TcpStream::connect(address).await.ok()?;
        let mut request = format!("ws://{address}/socket").into_client_request().ok()?;
        let origin = format!("http://{address}").parse().ok()?;
        request.headers_mut().insert("Origin", origin);
        let (socket, _) = client_async(request, stream).await.ok()?;
        let mut page = Self { socket, said: 0, run: format!("{run}-{name}") };
        let secret = format!("{name:0>32}");
        page.send(json!({"type": "enter", "name": {"name": name, "secret": secret}})).await?;
        Some(page)
    }

    async fn send(&mut self, value: Value) -> Option<()> {
        self.socket.send(Message::text(value.to_string())).await.ok()
    }

    /// Says something in the channel; `None` when the connection is gone.
    pub(crate) async fn say(&mut self, text: &str) -> Option<()> {
        self.said += 1;
        let id = format!("{:0>40}", format!("{}-{}", self.run, self.said));
        let salt = id.clone();
        self.send(json!({"type": "say", "id": id, "salt": salt, "place": "channel", "text": text}))
            .await
    }

    /// The next message of this type; `None` when the connection is gone or nothing comes.
    pub(crate) async fn next(&mut self, kind: &str) -> Option<Value> {
        loop {
            let wait = tokio::time::timeout(Duration::from_secs(10), self.socket.next());
            let Message::Text(text) = wait.await.ok()??.ok()? else { continue };
            let value: Value = serde_json::from_str(&text).ok()?;
            if value["type"] == kind {
                return Some(value);
            }
        }
    }

    /// The next line that the bot writes, as plain text.
    pub(crate) async fn reply(&mut self) -> Option<String> {
        loop {
            let line = self.next("line").await?;
            if line["line"]["author"].is_null() {
                return Some(line["line"].to_string());
            }
        }
    }
}
