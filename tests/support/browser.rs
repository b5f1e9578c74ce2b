//! A real headless Chromium behind chromedriver.

use std::{path::Path, process::Stdio, str::FromStr, time::Duration};

use fantoccini::{Client, ClientBuilder, Locator, wd::WebDriverCompatibleCommand};
use hyper_util::client::legacy::connect::HttpConnector;
use reqwest::{Method, Url};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt as _, BufReader},
    process::{Child, Command},
    time::{sleep, timeout},
};

/// How long anything may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);
/// How often chromedriver is started until it has a port.
const MOST_STARTS: usize = 5;

/// A started chromedriver; it ends with this value.
pub(crate) struct Driver {
    _process: Child,
    url: String,
}

impl Driver {
    /// Starts chromedriver on a free port; `None` where it is not installed.
    pub(crate) async fn start() -> Option<Self> {
        // It takes a port that is free for IPv4 and ends where another program has the same one for IPv6.
        for _ in 0..MOST_STARTS {
            let mut process = Command::new("chromedriver")
                .arg("--port=0")
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .kill_on_drop(true)
                .spawn()
                .ok()?;
            let said = process.stdout.take().expect("it has a stdout");
            let mut lines = BufReader::new(said).lines();
            let port = async {
                while let Ok(Some(line)) = lines.next_line().await {
                    if let Some((_, port)) = line.split_once("successfully on port ") {
                        return Some(port.trim_end_matches('.').to_owned());
                    }
                }
                None
            };
            if let Some(port) = timeout(PATIENCE, port).await.expect("chromedriver starts") {
                return Some(Self { _process: process, url: format!("http://127.0.0.1:{port}") });
            }
        }
        panic!("chromedriver ends as often as it is started");
    }

    /// A fresh browser with its profile in this folder. `MARTIAN_CAKE_WINDOW=390x844` gives all of them that size.
    pub(crate) async fn browser(&self, profile: &Path, width: u32, height: u32) -> Browser {
        let data = format!("--user-data-dir={}", profile.display());
        let size = format!("--window-size={width},{height}");
        let options = json!({ "args": [
            "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync",
            data, size,
        ] });
        let capabilities = [("goog:chromeOptions".to_owned(), options)]
            .into_iter()
            .collect::<serde_json::Map<_, _>>();
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(capabilities)
            .connect(&self.url)
            .await
            .expect("a browser starts");
        let browser = Browser { client };
        if let Ok(window) = std::env::var("MARTIAN_CAKE_WINDOW") {
            let (width, height) = window.split_once('x').expect("two numbers");
            let pixels = |number: &str| number.parse().expect("a number");
            browser.resize(pixels(width), pixels(height), 1).await;
        }
        browser
    }
}

/// A browser window with the page.
pub(crate) struct Browser {
    pub(crate) client: Client,
}

impl Browser {
    /// The value of an expression on the page.
    pub(crate) async fn eval(&self, expression: &str) -> Value {
        let script = format!("return {expression}");
        self.client.execute(&script, Vec::new()).await.expect(expression)
    }

    /// The same without a trace: of what is evaluated otherwise the driver keeps each answer in the tab. Null where it
    /// cannot be evaluated now.
    pub(crate) async fn value(&self, expression: &str) -> Value {
        let parameters = json!({ "expression": format!("({expression})"), "returnByValue": true, "awaitPromise": true });
        let asked = DevTools { command: "Runtime.evaluate", parameters };
        // A page that is left meanwhile has no answer.
        let answer = self.client.issue_cmd(asked).await.unwrap_or_default();
        answer["result"]["value"].clone()
    }

    /// Waits until an expression on the page is true.
    pub(crate) async fn until(&self, expression: &str) {
        let wait = async {
            while self.value(expression).await != Value::Bool(true) {
                sleep(Duration::from_millis(50)).await;
            }
        };
        if timeout(PATIENCE, wait).await.is_err() {
            let seen = self.eval("document.body.innerText").await;
            panic!("never true: {expression}\n{}", seen.as_str().unwrap_or_default());
        }
    }

    /// Waits until nothing fades or moves by itself: a new line fades in.
    pub(crate) async fn still(&self) {
        let over = "one.timeline !== document.timeline || one.playState !== 'running'";
        self.until(&format!("document.getAnimations().every(one => {over})")).await;
    }

    /// Clicks an element, the new one where the page has meanwhile put another in its place.
    pub(crate) async fn click(&self, css: &str) {
        loop {
            let found = self.client.wait().at_most(PATIENCE).for_element(Locator::Css(css)).await;
            match found.expect(css).click().await {
                Err(err) if err.is_stale_element_reference() => {}
                clicked => return clicked.expect(css),
            }
        }
    }

    /// Types into whatever has the focus, as a keyboard does.
    pub(crate) async fn type_keys(&self, text: &str) {
        let element = self.client.active_element().await.expect("something has the focus");
        element.send_keys(text).await.expect("it takes keys");
    }

    /// Has a window of this size in CSS pixels, of which each is so many of the screen.
    pub(crate) async fn resize(&self, width: u32, height: u32, scale: u32) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": scale, "mobile": false });
        self.tools("Emulation.setDeviceMetricsOverride", size).await;
        self.until(&format!("innerWidth === {width} && innerHeight === {height}")).await;
    }

    /// Has a screen for fingers from now on.
    pub(crate) async fn touch_screen(&self) {
        let fingers = json!({ "enabled": true, "maxTouchPoints": 1 });
        self.tools("Emulation.setTouchEmulationEnabled", fingers).await;
        self.until("matchMedia('(pointer: coarse)').matches").await;
    }

    /// Sends a command to the tools for developers and returns the answer.
    pub(crate) async fn tools(&self, command: &'static str, parameters: Value) -> Value {
        self.client.issue_cmd(DevTools { command, parameters }).await.expect(command)
    }

    /// Keeps a picture of what is seen now, for people to look at, where they ask for it by `MARTIAN_CAKE_PICTURES=1`:
    /// to take and pack one costs as much as many steps of a test.
    pub(crate) async fn picture(&self, name: &str) {
        if std::env::var_os("MARTIAN_CAKE_PICTURES").is_none_or(|value| value != "1") {
            return;
        }
        self.doc_picture(name).await;
    }

    /// Keeps a picture of what is seen now, for the docs.
    pub(crate) async fn doc_picture(&self, name: &str) {
        keep(name, &self.client.screenshot().await.expect("a screenshot"));
    }

    /// Keeps a picture of one element.
    pub(crate) async fn picture_of(&self, css: &str, name: &str) {
        let element = self.client.find(Locator::Css(css)).await.expect(css);
        keep(name, &element.screenshot().await.expect("a screenshot"));
    }
}

/// A command to the tools for developers, by a way that chromedriver alone has.
#[derive(Debug)]
struct DevTools {
    command: &'static str,
    parameters: Value,
}

impl WebDriverCompatibleCommand for DevTools {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, <Url as FromStr>::Err> {
        base.join(&format!("session/{}/goog/cdp/execute", session.unwrap_or_default()))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        let body = json!({ "cmd": self.command, "params": self.parameters });
        (Method::POST, Some(body.to_string()))
    }
}

/// Writes a picture where people find it.
fn keep(name: &str, png: &[u8]) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("browser");
    std::fs::create_dir_all(&folder).expect("a folder for pictures");
    std::fs::write(folder.join(name), png).expect("a picture is written");
}
