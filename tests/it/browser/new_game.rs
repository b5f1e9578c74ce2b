//! The dialog for a new game: the line that it shows is the one that is said, and what it says becomes a game.

use super::{Browser, Program, driver, enter, say};

const ENTER: &str = "\u{e007}";
const ESCAPE: &str = "\u{e00c}";
const RIGHT: &str = "\u{e014}";

/// The dialog is open, and its looks are there.
const OPEN: &str = "document.getElementById('new-game')?.open === true";
const LINE: &str = "document.getElementById('new-game-line').textContent";
const WORDS: &str = "document.getElementById('new-game-words').textContent";
const BUTTON: &str = "document.getElementById('new-game-go').textContent";
const TITLE: &str = "document.getElementById('game-title').textContent";

/// What was said last by whoever sits before the page.
const SAID: &str = "[...document.querySelectorAll('.line[data-id]')].findLast(one => !one.querySelector('.tag'))?.querySelector('.text').textContent";

const SAID_LINES: &str = "document.querySelectorAll('.line').length";

/// Nothing of the dialog is cut at its sides, all that is tapped is large enough, and the last button is in sight.
const FITS: &str = "(() => {
    const dialog = document.getElementById('new-game'), body = dialog.querySelector('.body');
    const boxes = [...dialog.querySelectorAll('.cell, button, select, summary')].filter(one => one.checkVisibility() && !one.closest('.again'))
        .map(one => one.getBoundingClientRect());
    const go = document.getElementById('new-game-go').getBoundingClientRect();
    return document.documentElement.scrollWidth <= innerWidth && body.scrollWidth <= body.clientWidth
        && boxes.every(box => box.left >= 0 && box.right <= innerWidth && box.width >= 24 && box.height >= 24)
        && [...dialog.querySelectorAll('.cell b')].every(one => one.scrollWidth <= one.parentElement.clientWidth)
        && go.bottom <= innerHeight && go.top >= 0;
})()";

async fn open(browser: &Browser) {
    browser.until("document.getElementById('new-game')?.open !== true").await;
    super::tap_seen(browser, "button[data-new-game]").await;
    browser.until(OPEN).await;
}

/// Chooses a value by the name of its field.
async fn choose(browser: &Browser, name: &str, value: &str) {
    let script = format!(
        "(() => {{ const fields = document.querySelectorAll(`#new-game [name='{name}']`);
        for (const one of fields) {{
            if (one.type === 'radio' && one.value !== '{value}') continue;
            if (one.type === 'radio') one.click(); else one.value = '{value}';
            one.dispatchEvent(new Event('input', {{ bubbles: true }}));
        }}
        return fields.length > 0; }})()"
    );
    assert_eq!(browser.eval(&script).await, true, "{name}");
}

/// A choice in the dialog, with the line and the words that come of it, and the title of the game.
type Case = (&'static [(&'static str, &'static str)], &'static str, &'static str, &'static str);

const CASES: [Case; 6] = [
    (
        &[("level", "4")],
        "challenge bot 4 lyra",
        "Lyra against the bot, steady, no clock",
        "Lyra #1",
    ),
    (
        &[("level", "1"), ("side", "2"), ("option-v3", "on"), ("option-repetition", "5")],
        "challenge bot 1 lyra black v3 repetition=5",
        "Lyra (v3, repetition=5) against the bot, first steps, you are Black, no clock",
        "Lyra #2",
    ),
    (
        &[("game", "mix"), ("side", "0"), ("level", "2"), ("option-preset", "mixchess")],
        "challenge bot 2 mix mixchess",
        "Mix Chess against the bot, easy, no clock",
        "Mix Chess #3",
    ),
    (
        &[("game", "cyvasse"), ("level", "7"), ("clock", "2d/move")],
        "challenge bot 7 cyvasse 2d/move",
        "Cyvasse against the bot, full strength, 2 days a move",
        "Cyvasse #4",
    ),
    (
        &[("game", "martian"), ("clock", "none"), ("level", "3"), ("side", "1")],
        "challenge bot 3 martian seat:1",
        "Martian Chess against the bot, casual, you are South, no clock",
        "Martian Chess #5",
    ),
    (
        &[
            ("seats", "4"),
            ("side", "0"),
            ("seat0", "bot 1"),
            ("seat1", "bot 2"),
            ("seat2", "bot 2"),
            ("option-teams", "on"),
        ],
        "challenge bot 1 bot 2 bot 2 martian players:4 teams",
        "Martian Chess for 4 (teams) with the bot (first steps), the bot (easy) and the bot (easy), no clock",
        "Martian Chess #6",
    ),
];

#[tokio::test]
async fn the_line_shown_is_said_and_begins_the_game() {
    let Some(driver) = driver().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(folder.path(), "127.0.0.1:0").await;
    let browser = driver.browser(&folder.path().join("profile"), 1280, 800).await;
    enter(&browser, &program.url, "ann").await;

    // Nothing is said before the last button.
    let before = browser.eval(SAID_LINES).await;
    open(&browser).await;
    browser.type_keys(ESCAPE).await;
    browser.until("!document.getElementById('new-game').open").await;
    assert_eq!(browser.eval(SAID_LINES).await, before);

    for (choices, line, words, title) in CASES {
        open(&browser).await;
        for (name, value) in choices {
            choose(&browser, name, value).await;
        }
        assert_eq!(browser.eval(LINE).await, line);
        assert_eq!(browser.eval(WORDS).await, words);
        assert_eq!(browser.eval(BUTTON).await, "Play");
        browser.click("#new-game-go").await;
        browser.until(&format!("{TITLE} === '{title}'")).await;
        browser.until(&format!("{SAID} === '{line}'")).await;
    }

    // From a game that is over its terms are filled in.
    browser.eval("document.getElementById('box').focus()").await;
    say(&browser, "resign #2 yes", "wins #2").await;
    browser.client.goto(&format!("{}/game/2", program.url)).await.unwrap();
    browser.until("document.querySelector('#game-doing [data-new-game]') !== null").await;
    browser.click("#game-doing button").await;
    browser.until(OPEN).await;
    assert_eq!(browser.eval(LINE).await, "challenge bot 1 lyra v3 repetition=5");
    assert_eq!(
        browser.eval("document.querySelectorAll('#new-game .again button').length").await,
        3
    );
    browser.client.close().await.unwrap();
}

#[tokio::test]
async fn people_are_asked_and_offers_made_by_keyboard_and_on_a_phone() {
    let Some(driver) = driver().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(folder.path(), "127.0.0.1:0").await;
    let ann = driver.browser(&folder.path().join("ann"), 1280, 800).await;
    let ben = driver.browser(&folder.path().join("ben"), 390, 844).await;
    enter(&ben, &program.url, "ben").await;
    enter(&ann, &program.url, "ann").await;

    // Whoever is here is asked by their name in the list.
    ann.click("[data-person=ben]").await;
    ann.click("#person-menu [data-do=ask]").await;
    ann.until(&format!("{OPEN} && {LINE} === 'challenge @ben lyra'")).await;
    assert_eq!(ann.eval(BUTTON).await, "Ask ben");
    choose(&ann, "against", "bot").await;
    ann.type_keys(ESCAPE).await;

    // By keyboard alone: another game, and one who is here.
    ann.until("document.getElementById('here').textContent === '2 here'").await;
    ann.eval("document.getElementById('home-new').focus()").await;
    ann.type_keys(ENTER).await;
    ann.until(&format!("{OPEN} && document.activeElement.name === 'game'")).await;
    ann.type_keys(RIGHT).await;
    ann.until(&format!("{LINE} === 'challenge bot 2 martian'")).await;
    assert_eq!(
        ann.eval("document.querySelector('#new-game [value=rated]').disabled").await,
        true,
        "a game with the bot does not count"
    );
    ann.eval("document.querySelector('#new-game [name=against]:checked').focus()").await;
    ann.type_keys(RIGHT).await;
    choose(&ann, "rated", "rated").await;
    ann.until(&format!("{LINE} === 'challenge @ben martian 2d/move rated'")).await;
    assert_eq!(ann.eval(WORDS).await, "Martian Chess, rated, against ben, 2 days a move");
    assert_eq!(ann.eval(BUTTON).await, "Ask ben");
    ann.until(FITS).await;
    ann.eval("document.querySelector('#new-game [name=game]:checked').focus()").await;
    ann.type_keys(ENTER).await;
    ann.until("!document.getElementById('new-game').open").await;
    ben.until("document.getElementById('chips').textContent.includes('Accept')").await;

    // On a phone: everything fits, and an offer for three is open to anyone.
    for game in ["lyra", "cyvasse", "mix", "martian"] {
        open(&ben).await;
        choose(&ben, "game", game).await;
        ben.until(FITS).await;
        ben.type_keys(ESCAPE).await;
    }
    open(&ben).await;
    choose(&ben, "seats", "3").await;
    for (seat, who) in [("seat0", "@ann"), ("seat1", "anyone")] {
        choose(&ben, seat, who).await;
    }
    choose(&ben, "clock", "other").await;
    choose(&ben, "other", "30m+10s").await;
    ben.until(FITS).await;
    let line = "challenge @ann anyone martian players:3 30m+10s";
    assert_eq!(ben.eval(LINE).await, line);
    assert_eq!(ben.eval(BUTTON).await, "Offer it");
    ben.click("#new-game-go").await;
    ben.until(&format!("{SAID} === '{line}'")).await;
    ben.until("document.getElementById('games-list').textContent.includes('#2')").await;
    ann.client.close().await.unwrap();
    ben.client.close().await.unwrap();
}
