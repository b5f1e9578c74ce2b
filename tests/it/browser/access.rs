//! Every view and dialog under the rules of axe: by light, in the dark, and in forced colours.

use std::path::Path;

use serde_json::{Value, json};

use super::{Browser, Program, chat, driver, enter, say, table, tap_seen};

/// The rules, a script from the npm registry; `npm ci` in `crates/page` fetches it.
const AXE: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/crates/page/node_modules/axe-core/axe.min.js");

/// How somebody sees the page.
const EYES: [(&str, &str, &str); 3] = [
    ("light", "prefers-color-scheme", "light"),
    ("dark", "prefers-color-scheme", "dark"),
    ("forced colours", "forced-colors", "active"),
];

/// What is wrong on the page now: the rule, and where. Null if hardly a rule was tried.
const FINDINGS: &str = "axe.run(document, { resultTypes: ['violations'] }).then(found => \
    found.passes.length < 20 ? null : found.violations.flatMap(rule => rule.nodes.map(node => \
    `${rule.id}: ${node.target.join(' ')}: ${node.any.concat(node.all).map(one => one.message).join('; ')}`)))";

/// Reads the rules; `None` where they have not been fetched.
fn rules() -> Option<String> {
    let rules = std::fs::read_to_string(Path::new(AXE)).ok();
    if rules.is_none() {
        assert!(
            std::env::var_os("MARTIAN_CAKE_REQUIRE_BROWSER").is_none_or(|value| value != "1"),
            "axe is missing, and MARTIAN_CAKE_REQUIRE_BROWSER=1 asks for it: npm ci in crates/page"
        );
        eprintln!("\n*** SKIPPED: axe is not there (npm ci in crates/page). ***\n");
    }
    rules
}

/// A browser in which the rules are tried.
struct Judge {
    browser: Browser,
    rules: String,
    found: Vec<String>,
}

impl Judge {
    /// Tries what is seen now.
    async fn sees(&mut self, view: &str) {
        let rules = json!({ "expression": self.rules });
        self.browser.tools("Runtime.evaluate", rules).await;
        for (eyes, name, value) in EYES {
            let features = json!({ "features": [{ "name": name, "value": value }] });
            self.browser.tools("Emulation.setEmulatedMedia", features).await;
            self.browser.still().await;
            let Value::Array(found) = self.browser.value(FINDINGS).await else {
                panic!("axe did not run at {view}");
            };
            let told = found.iter().map(|finding| format!("{view}, {eyes}: {finding}"));
            self.found.extend(told);
        }
        self.browser.tools("Emulation.setEmulatedMedia", json!({ "features": [] })).await;
    }
}

/// Taps something, also in a menu that is closed.
async fn tap(browser: &Browser, css: &str) {
    browser.until(&format!("document.querySelector('{css}') !== null")).await;
    browser.eval(&format!("(document.querySelector('{css}').click(), true)")).await;
}

#[tokio::test]
async fn axe_finds_nothing_in_any_dialog() {
    let Some(driver) = driver().await else { return };
    let Some(rules) = rules() else { return };
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(folder.path(), "127.0.0.1:0").await;
    let browser = driver.browser(&folder.path().join("profile"), 1280, 800).await;
    let mut judge = Judge { browser, rules, found: Vec::new() };
    enter(&judge.browser, &program.url, "ann").await;
    for (way, dialog) in [
        ("#settings-open", "settings"),
        ("#device", "device-sheet"),
        ("#event-new", "new-event"),
        ("#help-open", "reading"),
    ] {
        tap(&judge.browser, way).await;
        judge.browser.until(&format!("document.getElementById('{dialog}')?.open === true")).await;
        judge.sees(dialog).await;
        judge.browser.type_keys("\u{e00c}").await;
        judge.browser.until(&format!("!document.getElementById('{dialog}').open")).await;
    }
    judge.browser.eval("document.getElementById('box').focus()").await;
    say(&judge.browser, "tournament create \"Friday\" start:1h", "It begins").await;
    tap(&judge.browser, "#events button.event").await;
    judge.browser.until("document.getElementById('event').open").await;
    judge.sees("an event").await;
    judge.browser.type_keys("\u{e00c}").await;
    tap(&judge.browser, "#me").await;
    judge.sees("my menu").await;
    // The first move asks whether sounds are wanted.
    judge.browser.eval("document.getElementById('box').focus()").await;
    say(&judge.browser, "challenge bot 1 lyra white", "#1 Lyra").await;
    table::shown(&judge.browser).await;
    table::mouse(&judge.browser, &[(2.0, 1.0), (2.0, 2.0)]).await;
    judge.browser.until("document.querySelector('.knock') !== null").await;
    // What is said of the move would come while the rules are tried.
    judge
        .browser
        .until("document.getElementById('log-channel').textContent.includes('I moved')")
        .await;
    judge.sees("a knock").await;
    judge.browser.resize(390, 844, 2).await;
    tap(&judge.browser, "#bottom [data-go=chat]").await;
    judge.sees("the chat on a phone").await;
    judge.browser.eval("(localStorage.clear(), sessionStorage.clear(), true)").await;
    let game = format!("{}/game/1", program.url.trim_end_matches('/'));
    judge.browser.client.goto(&game).await.unwrap();
    table::shown(&judge.browser).await;
    judge.sees("a guest who watches").await;
    assert!(judge.found.is_empty(), "{}", judge.found.join("\n"));
    judge.browser.client.close().await.unwrap();
}

#[tokio::test]
async fn axe_finds_nothing_in_any_view() {
    let Some(driver) = driver().await else { return };
    let Some(rules) = rules() else { return };
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(folder.path(), "127.0.0.1:0").await;
    let browser = driver.browser(&folder.path().join("profile"), 1280, 800).await;
    let mut judge = Judge { browser, rules, found: Vec::new() };
    judge.browser.client.goto(&program.url).await.unwrap();
    judge.browser.until("document.querySelector('.card .play') !== null").await;
    judge.sees("a newcomer's home").await;
    enter(&judge.browser, &program.url, "ann").await;
    tap_seen(&judge.browser, "#home-open, [data-go=home]").await;
    judge.browser.click("#home-new").await;
    judge.browser.until("document.getElementById('new-game')?.open === true").await;
    judge.sees("a new game").await;
    judge.browser.type_keys("\u{e00c}").await;
    for (game, words) in [("lyra white", "#1 Lyra"), ("cyvasse white", "#2 Cyvasse")] {
        chat(&judge.browser).await;
        say(&judge.browser, &format!("challenge bot 1 {game}"), words).await;
        table::shown(&judge.browser).await;
        judge.sees(game).await;
    }
    judge.browser.click("#game-more > summary").await;
    judge.sees("more").await;
    chat(&judge.browser).await;
    say(&judge.browser, "resign #1 yes", "ann resigned").await;
    judge
        .browser
        .client
        .goto(&format!("{}/game/1", program.url.trim_end_matches('/')))
        .await
        .unwrap();
    table::shown(&judge.browser).await;
    judge.sees("a game that is over").await;
    judge.browser.resize(390, 844, 2).await;
    judge.sees("the same on a phone").await;
    for (width, height, view) in [(390, 844, "a person on a phone"), (1280, 800, "a person")] {
        judge.browser.resize(width, height, 1).await;
        let address = format!("{}/person/ann", program.url.trim_end_matches('/'));
        judge.browser.client.goto(&address).await.unwrap();
        judge.browser.until("document.querySelector('.person-games li') !== null").await;
        judge.sees(view).await;
    }
    assert!(judge.found.is_empty(), "{}", judge.found.join("\n"));
    judge.browser.client.close().await.unwrap();
}

/// What is read out to whoever does not see the page.
const SPOKEN: &str = "document.getElementById('spoken').textContent";

#[tokio::test]
async fn of_the_chat_only_my_games_are_read_out() {
    let Some(driver) = driver().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(folder.path(), "127.0.0.1:0").await;
    let ann = driver.browser(&folder.path().join("ann"), 1280, 800).await;
    enter(&ann, &program.url, "ann").await;
    let bob = driver.browser(&folder.path().join("bob"), 1280, 800).await;
    enter(&bob, &program.url, "bob").await;
    for (at, wishes) in [false, true].into_iter().enumerate() {
        if wishes {
            tap(&bob, "#settings-open").await;
            bob.until("document.getElementById('settings')?.open === true").await;
            bob.click("#settings-channel").await;
            bob.type_keys("\u{e00c}").await;
        }
        let no = at + 1;
        say(&ann, "challenge bot 1 lyra white", &format!("#{no} Lyra")).await;
        say(&ann, &format!("#{no} c2-c3"), "Soldier").await;
        bob.until(&format!(
            "document.getElementById('log-channel').innerText.includes('#{no} c2-c3')"
        ))
        .await;
        let spoken = bob.value(SPOKEN).await;
        assert_eq!(spoken.as_str().unwrap().contains("ann: "), wishes, "{spoken}");
    }
    // What ann asked for is read to her, although she has put the board away.
    ann.until(&format!("{SPOKEN}.includes('#2 Lyra')")).await;
    let lives =
        "[...document.querySelectorAll('[role=log]')].filter(log => log.ariaLive !== 'off').length";
    assert_eq!(ann.eval(lives).await, 0);
    ann.client.close().await.unwrap();
    bob.client.close().await.unwrap();
}
