//! The page in a real browser, with the real program behind it.
//!
//! Needs `chromedriver` and `chromium`. Without them the test says so and passes, unless
//! `MARTIAN_CAKE_REQUIRE_BROWSER=1` is set. Screenshots are in `target/tmp/browser`.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

mod access;
mod address;
mod chart;
mod device;
mod evening;
mod event;
mod event_form;
mod event_pictures;
mod frame;
mod gave_way;
mod greeting;
mod happens;
mod home;
mod keyboard;
mod latency;
mod living;
mod living_film;
mod living_moves;
mod living_pictures;
mod living_quiet;
mod long_tab;
mod low_windows;
mod new_game;
mod person;
mod pictures;
mod plans;
mod restarts;
mod seen_game;
mod settings;
mod shifts;
mod stranger;
mod table;
mod table_fits;
mod table_ways;
mod time;
mod timed;
mod under_way;
mod whole_games;
mod wordless;

use std::{net::SocketAddr, path::Path, process::Stdio, time::Duration};

use fantoccini::wd::WindowHandle;
use tokio::{
    io::{AsyncBufReadExt as _, BufReader},
    process::{Child, Command},
    time::timeout,
};

use crate::support::{
    browser::{Browser, Driver},
    postgres::free_port,
};

const PATIENCE: Duration = Duration::from_secs(60);

/// Moves to try in turn: if a piece stands in the way of one, the next one is played.
const MOVES: [&str; 12] = [
    "a2-a3", "f2-f3", "b2-b3", "e2-e3", "c2-c3", "d2-d3", "a5-a4", "f5-f4", "b5-b4", "e5-e4",
    "c5-c4", "d5-d4",
];

/// The number of the newest board.
const NEWEST: &str =
    "[...document.querySelectorAll('.log:not([hidden]) .pictured')].at(-1)?.dataset.id ?? ''";

/// The program as people start it.
struct Program {
    process: Child,
    url: String,
}

impl Program {
    /// Starts it at an address. In place of port 0 it has one that nobody takes while it is started again.
    async fn start(folder: &Path, listen: &str) -> Self {
        let chosen = listen.strip_suffix(":0").map(|host| format!("{host}:{}", free_port()));
        let listen = chosen.as_deref().unwrap_or(listen);
        let mut process = Command::new(env!("CARGO_BIN_EXE_martian-cake"))
            .args(["local", "--listen", listen])
            .current_dir(folder)
            .env("DATABASE_PATH", folder.join("page.db"))
            .env_remove("DISCORD_TOKEN")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .expect("the program starts");
        let mut lines = BufReader::new(process.stdout.take().expect("a stdout")).lines();
        let line = timeout(PATIENCE, lines.next_line()).await.expect("it starts").unwrap();
        let line = line.expect("it says where it listens");
        let url = line.split_whitespace().find(|word| word.starts_with("http://"));
        Self { process, url: url.expect("an address").to_owned() }
    }

    /// Is killed and started again at the same address, as a browser sees it.
    async fn restart(&mut self, folder: &Path, browser: &Browser) {
        self.process.kill().await.ok(); // It may be dead already.
        browser.until("!document.getElementById('banner').hidden").await;
        *self = Self::start(folder, &self.address().to_string()).await;
        browser.until("document.getElementById('banner').hidden").await;
    }

    fn address(&self) -> SocketAddr {
        self.url.trim_start_matches("http://").parse().expect("an address with its port")
    }
}

pub(crate) async fn driver() -> Option<Driver> {
    let driver = Driver::start().await;
    if driver.is_none() {
        assert!(
            std::env::var_os("MARTIAN_CAKE_REQUIRE_BROWSER").is_none_or(|value| value != "1"),
            "chromedriver is missing, and MARTIAN_CAKE_REQUIRE_BROWSER=1 asks for it"
        );
        eprintln!("\n*** SKIPPED: chromedriver is not installed; the page was not tried. ***\n");
    }
    driver
}

/// Plays the next move that is legal and waits for the board that shows it.
async fn play(browser: &Browser, moves: &mut impl Iterator<Item = &'static str>) -> &'static str {
    let before = browser.eval(NEWEST).await;
    for mv in moves {
        let seen = browser.eval("document.querySelectorAll('.line[data-id]').length").await;
        browser.type_keys(&format!("{mv}\u{e007}")).await;
        // The message itself and an answer.
        browser
            .until(&format!("document.querySelectorAll('.line[data-id]').length >= {seen} + 2"))
            .await;
        if browser.eval(NEWEST).await != before
            && browser.eval("document.querySelector('#games .turn') !== null").await == true
        {
            return mv;
        }
    }
    panic!("no move was legal");
}

#[tokio::test]
async fn a_newcomer_plays_the_bot() {
    let Some(driver) = driver().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(folder.path(), "127.0.0.1:0").await;
    let browser = driver.browser(&folder.path().join("profile"), 1280, 900).await;
    browser.client.goto(&program.url).await.unwrap();

    // The box has the focus, a name is there to take, and one tap starts a game under it.
    browser.until("document.querySelectorAll('.card .play').length === 4").await;
    browser
        .until(
            "document.activeElement.id === 'box' && document.getElementById('name').value !== ''",
        )
        .await;
    browser.picture("first-visit.png").await;
    let name = browser.eval("document.getElementById('name').value").await;
    browser.click(".card .play").await;
    browser.until("document.querySelector('.board img')?.naturalWidth > 0").await;
    // Only whoever asks for more contrast gets other colours than the game's own, in the dark too.
    let media = "[...document.querySelectorAll('.log .board source')].map(it => it.media).join()";
    browser.until(&format!("{media} === '(prefers-contrast: more)'")).await;
    assert_eq!(browser.eval("document.querySelector('.me-name').textContent").await, name);
    assert_eq!(browser.eval("document.querySelector('.board img').alt.length > 40").await, true);
    let sized = "document.querySelector('.board img').getAttribute('width') === '960'";
    assert_eq!(browser.eval(sized).await, true, "no layout jump");

    // Three moves, each with a new picture; the box never loses the focus.
    let mut moves = MOVES.into_iter();
    let mut last = "";
    for _ in 0..3 {
        last = play(&browser, &mut moves).await;
    }
    browser.until("document.title.startsWith('(1) Your turn')").await;

    // Up brings back what was typed.
    browser.type_keys("\u{e013}").await;
    assert_eq!(browser.eval("document.getElementById('box').value").await, last);
    browser.type_keys("\u{e00c}").await;
    assert_eq!(browser.eval("document.getElementById('box').value").await, "");
    // A board in the chat is small, and leads to its table; that is no word.
    let lines = browser.eval("document.querySelectorAll('.line[data-id]').length").await;
    browser.click("#home-open").await;
    browser.until("document.getElementById('game').hidden").await;
    let widths = "[...document.querySelectorAll('.log .board')].every(it => it.offsetWidth <= 300)";
    assert_eq!(browser.eval(widths).await, true);
    browser.picture("chat-boards.png").await;
    browser.eval("([...document.querySelectorAll('a.board')].at(-1).click(), true)").await;
    table::shown(&browser).await;
    assert_eq!(browser.eval("document.getElementById('box').value").await, "");
    assert_eq!(browser.eval("location.pathname").await, "/game/1");

    // All of it is there after a reload, and everything came from here.
    browser.client.refresh().await.unwrap();
    browser.until(&format!("document.querySelectorAll('.line[data-id]').length === {lines}")).await;
    browser.until("document.querySelector('a.board img')?.naturalWidth > 0").await;
    assert_eq!(browser.eval("document.querySelector('.me-name').textContent").await, name);
    browser.type_keys("\u{e013}").await;
    assert_eq!(browser.eval("document.getElementById('box').value").await, last);
    let foreign = "performance.getEntriesByType('resource').filter(e => !e.name.startsWith(location.origin)).length";
    assert_eq!(browser.eval(foreign).await, 0);
    browser.picture("reloaded.png").await;
    browser.client.close().await.unwrap();
}

/// Goes back by the key Tab until something near has the focus.
async fn tabs_back(browser: &Browser, focused: &str) {
    for _ in 0..8 {
        if browser.eval(focused).await == true {
            return;
        }
        browser.client.active_element().await.unwrap().send_keys("\u{e008}\u{e004}").await.unwrap();
    }
    panic!("far away: {focused}");
}

#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn two_tabs_by_keyboard_alone() {
    let Some(driver) = driver().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(folder.path(), "127.0.0.1:0").await;
    let browser = driver.browser(&folder.path().join("profile"), 390, 780).await;
    browser.client.goto(&program.url).await.unwrap();
    browser.until("document.getElementById('name').value !== ''").await;
    // Tab back to the chat, then from the box to the name, type it, and go on.
    tabs_back(&browser, "document.activeElement.dataset.go === 'chat'").await;
    browser.type_keys("\u{e007}").await;
    browser.until("document.activeElement.id === 'box'").await;
    tabs_back(&browser, "document.activeElement.id === 'name'").await;
    browser.eval("document.activeElement.select()").await;
    browser.type_keys("ann\u{e007}").await;
    browser.until("document.querySelector('.me-name').textContent === 'ann'").await;
    browser.until("document.activeElement.id === 'box'").await;
    let ann = browser.client.window().await.unwrap();

    // A second tab of the same browser is the same person, until somebody else takes a name there.
    let tab = browser.client.new_window(true).await.unwrap();
    browser.client.switch_to_window(tab.handle.clone()).await.unwrap();
    browser.client.goto(&program.url).await.unwrap();
    browser.until("document.querySelector('.me-name').textContent === 'ann'").await;
    enter(&browser, &program.url, "ben").await;
    browser.type_keys("challenge @ann lyra\u{e007}").await;
    browser.until("document.body.innerText.includes('invites')").await;

    // The first tab is asked, accepts by a button, and both see the board.
    browser.client.switch_to_window(ann).await.unwrap();
    browser.until("[...document.querySelectorAll('#chips button')].some(chip => chip.textContent.startsWith('Accept'))").await;
    browser.client.active_element().await.unwrap().send_keys("acc").await.unwrap();
    browser
        .until("document.querySelector('#chips button')?.textContent.startsWith('Accept')")
        .await;
    browser.type_keys("ept\u{e007}").await;
    table::shown(&browser).await;
    browser.picture("phone.png").await;
    let fits = "document.documentElement.scrollWidth <= innerWidth";
    assert_eq!(browser.eval(fits).await, true, "nothing sticks out on a phone");
    browser.client.switch_to_window(tab.handle).await.unwrap();
    table::shown(&browser).await;
    assert_eq!(browser.eval("document.querySelector('.me-name').textContent").await, "ben");
    browser.client.close().await.unwrap();
}

/// Takes a name in a tab that has just been opened: by the form if it is its browser's first, otherwise by the
/// button with the name of the one before.
async fn enter(browser: &Browser, url: &str, name: &str) {
    browser.client.goto(url).await.unwrap();
    let asked = "!document.getElementById('name-form').hidden && document.getElementById('name').value !== ''";
    browser.until(&format!("!document.getElementById('me').hidden || {asked}")).await;
    if browser.eval(asked).await != true {
        from_menu(browser, "#rename").await;
        browser.until(asked).await;
    }
    chat(browser).await;
    let named = format!(
        "(document.getElementById('name').value = '{name}', document.getElementById('name').focus())"
    );
    browser.eval(&named).await;
    browser.type_keys("\u{e007}").await;
    browser.until(&format!("document.querySelector('.me-name').textContent === '{name}'")).await;
    browser.until("document.activeElement.id === 'box'").await;
}

/// Taps something in the menu of the person.
async fn from_menu(browser: &Browser, css: &str) {
    tap_seen(browser, "[popovertarget=me-menu]").await;
    browser.click(css).await;
}

/// Taps the one of several elements that is in sight.
async fn tap_seen(browser: &Browser, css: &str) {
    let mark = format!(
        "(() => {{ for (const one of document.querySelectorAll('[data-seen]')) delete one.dataset.seen; \
         const seen = [...document.querySelectorAll('{css}')].find(one => one.checkVisibility()); \
         if (seen) seen.dataset.seen = ''; return Boolean(seen); }})()"
    );
    browser.until(&mark).await;
    browser.click("[data-seen]").await;
}

/// Brings the message box into sight, which a phone has behind a button.
async fn chat(browser: &Browser) {
    let open = "(document.getElementById('box').checkVisibility() \
                || document.querySelector('[data-go=chat]').click(), true)";
    browser.eval(open).await;
    browser.eval("(document.getElementById('box').focus(), true)").await;
}

/// Opens a tab for each of these names, in their order.
async fn tabs(browser: &Browser, url: &str, names: &[&str]) -> Vec<WindowHandle> {
    let mut tabs = Vec::new();
    for name in names {
        if !tabs.is_empty() {
            let tab = browser.client.new_window(true).await.unwrap();
            browser.client.switch_to_window(tab.handle).await.unwrap();
        }
        enter(browser, url, name).await;
        tabs.push(browser.client.window().await.unwrap());
    }
    tabs
}

/// Types a line and waits for an answer that has these words.
async fn say(browser: &Browser, line: &str, answer: &str) {
    let texts =
        "[...document.querySelectorAll('.line[data-id] .text')].map(text => text.textContent)";
    let count = format!("{texts}.filter(text => text.includes({answer:?})).length");
    let seen = browser.eval(&count).await;
    browser.type_keys(&format!("{line}\u{e007}")).await;
    browser.until(&format!("{count} > {seen}")).await;
}

#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn three_names_in_three_tabs_play_one_game() {
    let Some(driver) = driver().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(folder.path(), "127.0.0.1:0").await;
    let browser = driver.browser(&folder.path().join("profile"), 1280, 900).await;
    let tabs = tabs(&browser, &program.url, &["ann", "ben", "carl"]).await;
    let to = async |seat: usize| {
        browser.client.switch_to_window(tabs[seat].clone()).await.unwrap();
        browser.until("document.activeElement.id === 'box'").await;
    };

    // An offer for three, in the order in which they are named: it starts when all have sat down.
    to(0).await;
    say(&browser, "challenge martian @ben @carl order:listed", "invites you").await;
    to(1).await;
    say(&browser, "accept", "ben sits down").await;
    assert_eq!(browser.eval("document.querySelectorAll('.board').length").await, 0);
    to(2).await;
    say(&browser, "accept", "begins").await;

    // Everybody sees every move, and is asked when it is their turn.
    for (seat, mv) in [(0, "A22-A11"), (1, "B22-B11"), (2, "C22-C11"), (0, "a11 a22")] {
        to(seat).await;
        browser.until("document.title.startsWith('(1) Your turn')").await;
        browser.until("document.querySelector('a.board img')?.naturalWidth > 0").await;
        say(&browser, mv, "moved").await;
    }
    to(1).await;
    browser.picture("three-seats.png").await;

    // One leaves, two play on, then it is over.
    say(&browser, "B23-C12", "not possible").await;
    to(0).await;
    say(&browser, "resign #1 yes", "gives up #1").await;
    to(1).await;
    say(&browser, "B11-B22", "moved").await;
    to(2).await;
    say(&browser, "resign #1 yes", "ben wins #1").await;
    to(0).await;
    browser.until("document.body.innerText.includes('ben wins #1')").await;
    browser.picture("three-seats-over.png").await;
    browser.client.close().await.unwrap();
}

/// Two people play moves of chess notation on the board of eight by eight, up to a checkmate.
#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn a_game_of_mix_ends_in_checkmate() {
    let Some(driver) = driver().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(folder.path(), "127.0.0.1:0").await;
    let browser = driver.browser(&folder.path().join("profile"), 1280, 900).await;
    enter(&browser, &program.url, "ann").await;
    let ann = browser.client.window().await.unwrap();
    let tab = browser.client.new_window(true).await.unwrap();
    browser.client.switch_to_window(tab.handle.clone()).await.unwrap();
    enter(&browser, &program.url, "ben").await;
    say(&browser, "challenge @ann mix black", "invites you to Game Mix").await;
    let to = async |window: &WindowHandle| {
        browser.client.switch_to_window(window.clone()).await.unwrap();
        browser.until("document.activeElement.id === 'box'").await;
    };

    to(&ann).await;
    say(&browser, "accept", "ann (White) against ben (Black)").await;
    browser.until("document.querySelector('a.board img')?.naturalWidth > 0").await;
    let drawn = "[...document.querySelectorAll('.board img')].at(-1)?.naturalWidth > 0";
    for (line, answer, picture) in [
        ("legal a1", "4 men on file a", "mix-legal.png"),
        ("why a1", "File a: 4 men", "mix-why.png"),
    ] {
        say(&browser, line, answer).await;
        browser.until(drawn).await;
        browser.picture(picture).await;
    }
    say(&browser, "a1-a4", "exactly four squares").await;
    say(&browser, "Nh3", "ann moved g1h3").await;
    to(&tab.handle).await;
    say(&browser, "Lxh3", "the Liner takes the Knight on h3").await;
    to(&ann).await;
    say(&browser, "c4", "ann moved c2c4").await;
    to(&tab.handle).await;
    say(&browser, "Le6#", "ben wins #1").await;
    to(&ann).await;
    browser.until("document.body.innerText.includes('is mated by the Liner on e6')").await;
    let told = "[...document.querySelectorAll('.board img')].at(-1).alt.includes('mated')";
    assert_eq!(browser.eval(told).await, true);
    browser.until(drawn).await;
    browser.picture("mix-mate.png").await;
    browser.client.close().await.unwrap();
}

/// Goes to the channel or to the private chat.
async fn go(browser: &Browser, place: &str) {
    browser.eval(&format!("document.querySelector('[data-place={place}]').click()")).await;
    browser.until(&format!("!document.getElementById('log-{place}').hidden")).await;
    browser.eval("document.getElementById('box').focus()").await;
    browser.until("document.activeElement.id === 'box'").await;
}

/// Two people arrange their men unseen, each in their own private chat, and play on in the channel.
#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn two_names_set_up_in_secret_and_play_on() {
    let Some(driver) = driver().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(folder.path(), "127.0.0.1:0").await;
    let browser = driver.browser(&folder.path().join("profile"), 1280, 900).await;
    enter(&browser, &program.url, "ann").await;
    let ann = browser.client.window().await.unwrap();
    let tab = browser.client.new_window(true).await.unwrap();
    browser.client.switch_to_window(tab.handle.clone()).await.unwrap();
    enter(&browser, &program.url, "ben").await;
    let to = async |window: &WindowHandle| {
        browser.client.switch_to_window(window.clone()).await.unwrap();
        browser.until("document.activeElement.id === 'box'").await;
    };
    let drawn =
        "[...document.querySelectorAll('.log:not([hidden]) .board img')].at(-1)?.naturalWidth > 0";

    say(&browser, "challenge @ann cyvasse black", "invites you to Cyvasse").await;
    to(&ann).await;
    say(&browser, "accept", "arrange your men").await;
    go(&browser, "private").await;
    browser.until("document.body.innerText.includes('you have White')").await;
    browser.until(drawn).await;
    browser.picture("cyvasse-asked.png").await;
    say(&browser, "setup vanguard", "It is in order").await;
    say(&browser, "setup move g4-g6", "not on your half").await;
    say(&browser, "setup swap g4-h2", "It is in order").await;
    browser.until(drawn).await;
    browser.picture("cyvasse-half.png").await;
    say(&browser, "setup done", "final and sealed").await;
    // The page goes on to where the game is played.
    browser.until("!document.getElementById('log-channel').hidden").await;

    // The other sees that she is done, and nothing else.
    to(&tab.handle).await;
    browser.until("document.body.innerText.includes('sealed set-up')").await;
    let told = browser.eval("document.body.innerText").await.to_string();
    assert!(!told.contains("T2RRRR2T"), "{told}");
    say(&browser, "setup harbour", "A set-up is secret").await;
    let own = browser.eval("document.getElementById('log-channel').innerText").await.to_string();
    assert!(!own.contains("setup harbour"), "a stray set-up is blotted out");
    browser.picture("cyvasse-warned.png").await;
    go(&browser, "private").await;
    say(&browser, "setup harbour", "It is in order").await;
    say(&browser, "setup done", "final and sealed").await;
    go(&browser, "channel").await;
    browser.until("document.body.innerText.includes('all set-ups are open')").await;
    to(&ann).await;
    go(&browser, "channel").await;
    browser.until(drawn).await;
    browser.picture("cyvasse-begun.png").await;
    say(&browser, "legal f4", "f4").await;
    browser.until(drawn).await;
    browser.picture("cyvasse-legal.png").await;
    say(&browser, "e5-e6", "ann").await;
    to(&tab.handle).await;
    say(&browser, "d7 d6", "ben").await;
    browser.until(drawn).await;
    browser.picture("cyvasse-played.png").await;
    say(&browser, "resign #1 yes", "ann wins #1").await;
    say(&browser, "record", "SetupSalt1").await;
    browser.client.close().await.unwrap();
}

#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn a_killed_program_costs_nothing() {
    let Some(driver) = driver().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let mut program = Program::start(folder.path(), "127.0.0.1:0").await;
    let browser = driver.browser(&folder.path().join("profile"), 1280, 900).await;
    browser.client.goto(&program.url).await.unwrap();
    browser.until("document.getElementById('name').value !== ''").await;
    browser.click(".card .play").await;
    browser.until("document.querySelectorAll('.board').length === 1").await;

    program.process.kill().await.unwrap();
    browser.until("!document.getElementById('banner').hidden").await;
    browser.type_keys("hello out there\u{e007}").await;
    browser.until("document.querySelectorAll('.line.waiting').length === 1").await;
    browser.type_keys("help\u{e007}half a wo").await;
    browser.picture("lost.png").await;

    let address = program.address().to_string();
    let again = Program::start(folder.path(), &address).await;
    assert_eq!(again.address(), program.address());
    browser.until("document.getElementById('banner').hidden").await;
    browser.until("document.querySelectorAll('.line.waiting').length === 0").await;
    let texts =
        "[...document.querySelectorAll('.line[data-id] .text')].map(text => text.textContent)";
    browser
        .until(&format!("{texts}.filter(text => text === 'hello out there').length === 1"))
        .await;
    browser.until(&format!("{texts}.filter(text => text.includes('challenge')).length >= 2")).await;
    assert_eq!(browser.eval("document.getElementById('box').value").await, "half a wo");
    assert_eq!(browser.eval("document.querySelectorAll('.board').length").await, 1);
    browser.until("document.querySelector('.board img').naturalWidth > 0").await;
    browser.client.close().await.unwrap();
}

/// Taps the button below the log that has these words.
async fn tap(browser: &Browser, label: &str) {
    let found = format!(
        "[...document.querySelectorAll('#chips button')].find(one => one.textContent === {label:?})"
    );
    browser.until(&format!("{found} !== undefined")).await;
    browser.eval(&format!("{found}.click()")).await;
}

/// Two people find each other by a tap each, on a phone; a click shows where a man can go.
#[tokio::test]
async fn two_taps_start_a_game_and_dots_show_the_way() {
    let Some(driver) = driver().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(folder.path(), "127.0.0.1:0").await;
    let browser = driver.browser(&folder.path().join("profile"), 400, 800).await;
    enter(&browser, &program.url, "ann").await;
    browser.picture("start-400.png").await;
    say(&browser, "challenge someone", "While you wait").await;
    browser.until("[...document.querySelectorAll('#chips button')].some(one => one.textContent === 'Withdraw')").await;
    let way = "document.querySelector('.invite')?.textContent.includes('local --listen 0.0.0.0:')";
    browser.until(way).await;
    browser.picture("waiting-400.png").await;
    let ann = browser.client.window().await.unwrap();
    let tab = browser.client.new_window(true).await.unwrap();
    browser.client.switch_to_window(tab.handle.clone()).await.unwrap();
    enter(&browser, &program.url, "ben").await;
    browser.click("[data-go=home]").await;
    browser.click("#home-offers .act.primary").await;
    table::shown(&browser).await;
    let white = "document.title.startsWith('(1) Your turn')";
    if browser.eval(white).await != true {
        browser.client.switch_to_window(ann).await.unwrap();
    }
    browser.until(white).await;
    table::shown(&browser).await;
    // The chips begin with moves, and always have what can be asked.
    browser.until("['Legal moves', 'Board', 'Help'].every(word => [...document.querySelectorAll('#chips button')].some(one => one.textContent === word))").await;
    browser.picture("turn-400.png").await;
    // A square of the second rank: a Soldier that can step forward.
    table::mouse(&browser, &[(2.0, 1.0)]).await;
    browser.until("document.querySelectorAll('#game-board .dot').length > 0").await;
    let dots =
        "[...document.querySelectorAll('#game-board .dot')].every(dot => dot.offsetWidth > 4)";
    assert_eq!(browser.eval(dots).await, true);
    browser.picture("dots-400.png").await;
    let fits = "document.documentElement.scrollWidth <= innerWidth";
    assert_eq!(browser.eval(fits).await, true, "nothing sticks out on a phone");
    browser.client.close().await.unwrap();
}

/// A tap on the board of another game than one's own shows its table; what is typed there is no move of one's own game.
#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn a_tap_on_a_board_shows_its_game() {
    let Some(driver) = driver().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(folder.path(), "127.0.0.1:0").await;
    let browser = driver.browser(&folder.path().join("profile"), 1200, 900).await;
    enter(&browser, &program.url, "ann").await;
    say(&browser, "challenge bot 1 white", "#1 Lyra").await;
    let tab = browser.client.new_window(true).await.unwrap();
    browser.client.switch_to_window(tab.handle.clone()).await.unwrap();
    enter(&browser, &program.url, "ben").await;
    say(&browser, "challenge bot 1 white", "#2 Lyra").await;
    let title = "document.getElementById('game-title').textContent";
    browser.until(&format!("{title} === 'Lyra #2'")).await;
    let lines = browser.eval("document.querySelectorAll('.line[data-id]').length").await;
    browser.eval("(document.querySelector('a.board').click(), true)").await;
    browser.until(&format!("{title} === 'Lyra #1'")).await;
    browser.picture("other-game-1200.png").await;
    assert_eq!(browser.eval("document.querySelectorAll('.line[data-id]').length").await, lines);
    browser.eval("(history.back(), true)").await;
    browser.until(&format!("{title} === 'Lyra #2'")).await;
    // A question offers its answer, and is never alone with it.
    browser.eval("(document.getElementById('box').focus(), true)").await;
    say(&browser, "resign", "Give up #2").await;
    browser
        .until("document.querySelector('#chips button')?.textContent === 'Yes, resign #2'")
        .await;
    assert_eq!(browser.eval("document.querySelectorAll('#chips button').length > 3").await, true);
    browser.picture("resign-1200.png").await;
    browser.client.close().await.unwrap();
}

/// From the channel to the private chat and back by actions alone.
#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn a_set_up_takes_two_taps() {
    let Some(driver) = driver().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(folder.path(), "127.0.0.1:0").await;
    let browser = driver.browser(&folder.path().join("profile"), 1200, 900).await;
    enter(&browser, &program.url, "ann").await;
    say(&browser, "challenge bot 1 cyvasse white", "arrange your men").await;
    browser.picture("arrange-1200.png").await;
    tap(&browser, "Arrange now").await;
    browser.until("!document.getElementById('log-private').hidden").await;
    browser
        .until("[...document.querySelectorAll('#log-private .board img')].at(-1)?.naturalWidth > 0")
        .await;
    browser.picture("arranging-1200.png").await;
    tap(&browser, "Default and done").await;
    // What was arranged is done, so the page goes on to where the game is played.
    browser.until("!document.getElementById('log-channel').hidden").await;
    browser
        .until("[...document.querySelectorAll('#log-channel .board img')].at(-1)?.naturalWidth > 0")
        .await;
    browser.picture("begun-1200.png").await;
    browser.client.close().await.unwrap();
}
