//! The program itself as a process, and a page that speaks its WebSocket by hand.

use std::{
    io::{BufRead as _, BufReader},
    net::{IpAddr, Ipv4Addr, SocketAddr},
    path::Path,
    process::{Child, Command, Stdio},
    time::Duration,
};

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{Message, client::IntoClientRequest as _},
};

/// How long a message of the program is waited for. The first picture of an unoptimised program alone
/// takes seconds where others use the machine as well.
const PATIENCE: Duration = Duration::from_secs(60);

/// Takes from a command what the program would read from the environment: every setting that
/// `.env.example` lists, as a test of the settings makes sure.
#[allow(dead_code, reason = "a benchmark does not use it")]
pub(crate) fn without_settings(command: &mut Command) {
    for line in include_str!("../../.env.example").lines() {
        if let Some((name, _)) = line.split_once('=').filter(|_| !line.starts_with('#')) {
            command.env_remove(name);
        }
    }
}

/// The program serving the local page in a process of its own, which is killed when this is dropped.
pub(crate) struct Program {
    child: Child,
    /// The address of its page.
    pub(crate) address: SocketAddr,
}

impl Program {
    /// Starts it on a free port and waits until the page is open.
    pub(crate) fn start(database: &Path) -> Self {
        Self::spawn(database, |_| ())
    }

    /// Does the same with a log of this level in a file.
    pub(crate) fn logging(database: &Path, level: &str, log: &Path) -> Self {
        let log = std::fs::File::create(log).expect("a file for the log");
        Self::spawn(database, |command| {
            command.env("RUST_LOG", level).stderr(log);
        })
    }

    /// Does the same with these settings.
    #[allow(dead_code, reason = "a benchmark does not use it")]
    pub(crate) fn with_settings(database: &Path, settings: &[(&str, &str)], log: &Path) -> Self {
        let log = std::fs::File::create(log).expect("a file for the log");
        Self::spawn(database, |command| {
            command.envs(settings.iter().copied()).stderr(log);
        })
    }

    /// Starts it where the system lets it open so many files.
    #[allow(dead_code, reason = "a benchmark does not use it")]
    pub(crate) fn with_files(database: &Path, files: u32) -> Self {
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("ulimit -n {files} && exec \"$0\" \"$@\"")]);
        shell.arg(env!("CARGO_BIN_EXE_martian-cake"));
        Self::run(shell, database, |_| ())
    }

    fn spawn(database: &Path, settle: impl FnOnce(&mut Command)) -> Self {
        Self::run(Command::new(env!("CARGO_BIN_EXE_martian-cake")), database, settle)
    }

    fn run(mut command: Command, database: &Path, settle: impl FnOnce(&mut Command)) -> Self {
        command
            .args(["local", "--listen", "127.0.0.1:0"])
            .env("DATABASE_PATH", database)
            .env_remove("DISCORD_TOKEN")
            .current_dir(database.parent().expect("the database lies in a folder"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit());
        settle(&mut command);
        let mut child = command.spawn().expect("the program starts");
        let stdout = child.stdout.take().expect("a piped stdout");
        let mut line = String::new();
        BufReader::new(stdout).read_line(&mut line).expect("the program says where it is");
        let address = line
            .split_once("http://")
            .and_then(|(_, rest)| rest.split(' ').next()?.trim().parse().ok())
            .unwrap_or_else(|| panic!("an address in: {line:?}"));
        Self { child, address }
    }

    /// The number of its process.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Asks it to end, by SIGTERM.
    #[allow(dead_code, reason = "a benchmark kills it")]
    pub(crate) fn terminate(&self) {
        let asked = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status();
        assert!(asked.is_ok_and(|status| status.success()), "it is asked to end");
    }

    /// Waits until it has ended; `None` if a signal has killed it.
    #[allow(dead_code, reason = "a benchmark kills it")]
    pub(crate) fn exit_code(&mut self) -> Option<i32> {
        self.child.wait().expect("it ends").code()
    }

    /// Kills it at once, by SIGKILL.
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

/// A connection from this address of this machine.
pub(crate) async fn connect(source: IpAddr, address: SocketAddr) -> Option<TcpStream> {
    let socket = TcpSocket::new_v4().ok()?;
    socket.bind(SocketAddr::new(source, 0)).ok()?;
    socket.connect(address).await.ok()
}

/// One tab of the page.
pub(crate) struct Page {
    socket: WebSocketStream<TcpStream>,
    said: u32,
    run: String,
    /// Every message that came, as it came.
    pub(crate) heard: Vec<String>,
}

impl Page {
    /// Opens the socket and comes in under a name. `run` tells the ids of its messages from others.
    pub(crate) async fn enter(address: SocketAddr, name: &str, run: &str) -> Option<Self> {
        Self::enter_from(Ipv4Addr::LOCALHOST.into(), address, name, run).await
    }

    /// Does the same from this address of this machine.
    pub(crate) async fn enter_from(
        source: IpAddr,
        address: SocketAddr,
        name: &str,
        run: &str,
    ) -> Option<Self> {
        let page = Self::open(source, address).await?;
        let mut page = Self { run: format!("{run}-{name}"), ..page };
        let secret = format!("{name:0>32}");
        page.send(json!({"type": "enter", "name": {"name": name, "secret": secret}})).await?;
        Some(page)
    }

    /// Opens the socket and says nothing.
    pub(crate) async fn open(source: IpAddr, address: SocketAddr) -> Option<Self> {
        let stream = connect(source, address).await?;
        let mut request = format!("ws://{address}/socket").into_client_request().ok()?;
        let origin = format!("http://{address}").parse().ok()?;
        request.headers_mut().insert("Origin", origin);
        let (socket, _) = client_async(request, stream).await.ok()?;
        Some(Self { socket, said: 0, run: String::new(), heard: Vec::new() })
    }

    async fn send(&mut self, value: Value) -> Option<()> {
        self.socket.send(Message::text(value.to_string())).await.ok()
    }

    /// Says something in the channel; `None` when the connection is gone.
    pub(crate) async fn say(&mut self, text: &str) -> Option<()> {
        self.say_in("channel", text).await
    }

    /// The id of the message that was said last.
    fn last_id(&self) -> String {
        format!("{:0>40}", format!("{}-{}", self.run, self.said))
    }

    /// Says something in the channel or in the private chat.
    pub(crate) async fn say_in(&mut self, place: &str, text: &str) -> Option<()> {
        self.said += 1;
        let id = self.last_id();
        let salt = id.clone();
        self.send(json!({"type": "say", "id": id, "salt": salt, "place": place, "text": text}))
            .await
    }

    /// The next message of this type; `None` when the connection is gone or nothing comes.
    pub(crate) async fn next(&mut self, kind: &str) -> Option<Value> {
        loop {
            let wait = tokio::time::timeout(PATIENCE, self.socket.next());
            let Message::Text(text) = wait.await.ok()??.ok()? else { continue };
            let value: Value = serde_json::from_str(&text).ok()?;
            self.heard.push(text.to_string());
            if value["type"] == kind {
                return Some(value);
            }
        }
    }

    /// Asks something that changes nothing and returns the answer.
    #[allow(dead_code, reason = "a benchmark does not use it")]
    pub(crate) async fn asks(&mut self, about: &Value) -> String {
        self.send(json!({"type": "ask", "id": 7, "about": about})).await.expect("it is connected");
        self.next("answer").await.expect("an answer comes").to_string()
    }

    /// Says something and waits for a line of the bot's that has these words.
    pub(crate) async fn exchange(&mut self, place: &str, line: &str, answer: &str) -> String {
        self.say_in(place, line).await.expect("it is connected");
        self.until(answer).await
    }

    /// Waits for a line of the bot's that has these words.
    pub(crate) async fn until(&mut self, words: &str) -> String {
        loop {
            let line = self.reply().await.unwrap_or_else(|| panic!("no answer with {words:?}"));
            if line.contains(words) {
                return line;
            }
        }
    }

    /// The bot's answer to what was said last, as plain text. Answers to earlier lines, which may come only now, are
    /// passed over.
    #[allow(dead_code, reason = "a benchmark does not use it")]
    pub(crate) async fn answer(&mut self) -> Option<String> {
        let client = self.last_id();
        let mut said = None;
        loop {
            let line = self.next("line").await?["line"].take();
            if line["client"] == client.as_str() {
                said = line["id"].as_u64();
            } else if said.is_some() && line["answers"].as_u64() == said {
                return Some(line.to_string());
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
