//! The first minute of a newcomer: a board before a word about seals, hints, and the way to others.

use super::{Browser, Program, driver, enter, say, table};

/// The hint that is shown.
const HINT: &str = "document.getElementById('coach-text').textContent";

/// A word about seals that is seen.
const SEALED: &str = "/sealed|nonce/iu.test(document.body.innerText)";

/// A tap on a card begins a game, in which three hints come and go.
#[tokio::test]
async fn a_newcomer_sees_a_board_first_and_three_hints_once() {
    let Some(driver) = driver().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(folder.path(), "127.0.0.1:0").await;
    let browser = driver.browser(&folder.path().join("profile"), 1280, 800).await;
    browser.client.goto(&program.url).await.unwrap();
    browser.until("document.querySelectorAll('.card').length === 4").await;
    assert_eq!(browser.eval(SEALED).await, false);
    browser.click(".card .play").await;
    table::shown(&browser).await;
    browser.until(&format!("{HINT}.includes('Choose one of your men')")).await;
    assert_eq!(browser.eval(SEALED).await, false);
    browser.eval("document.getElementById('box').focus()").await;
    browser.picture("coach-choose.png").await;
    opens_the_seal(&browser, ".log .fold").await;
    opens_the_seal(&browser, "#game-seal .fold").await;

    // A Soldier who can step forward, whichever side the newcomer has.
    table::mouse(&browser, &[(2.0, 1.0)]).await;
    browser.until(&format!("{HINT}.includes('tap a dot')")).await;
    let note = "document.getElementById('game-note').textContent";
    let named = format!("/^Soldier, [a-f][1-6]: [1-9] moves?\\.$/u.test({note})");
    browser.until(&named).await;
    browser.picture("coach-tap.png").await;
    table::mouse(&browser, &[(2.0, 2.0)]).await;
    browser.until(&format!("{HINT}.includes('type a move')")).await;
    assert_eq!(browser.eval(note).await, "", "he is not chosen any more");
    browser.picture("coach-type.png").await;
    browser.eval("document.getElementById('box').focus()").await;
    browser.type_keys("\u{e00c}").await;
    browser.until(&format!("{HINT} === ''")).await;

    // Hints do not come again, in a new game and after a reload.
    browser.client.refresh().await.unwrap();
    browser.until("document.querySelector('.me-name').textContent !== ''").await;
    browser.until("document.activeElement.id === 'box'").await;
    say(&browser, "challenge bot 1 white", "#2 Lyra").await;
    browser.until("document.getElementById('game-title').textContent === 'Lyra #2'").await;
    table::shown(&browser).await;
    table::mouse(&browser, &[(2.0, 1.0)]).await;
    browser.until(&named).await;
    assert_eq!(browser.eval(HINT).await, "");

    // Nor do they for somebody who has played before there were any.
    browser.eval("document.getElementById('box').focus()").await;
    say(&browser, "resign #1 yes", "wins #1").await;
    browser.eval("localStorage.removeItem('mc.hints')").await;
    browser.client.refresh().await.unwrap();
    browser.until("localStorage.getItem('mc.hints') === '3'").await;
    table::shown(&browser).await;
    table::mouse(&browser, &[(2.0, 1.0)]).await;
    browser.until(&named).await;
    assert_eq!(browser.eval(HINT).await, "");
    browser.client.close().await.unwrap();
}

/// Opens what is folded away by the keyboard: a seal of 32 digits, and how it is checked.
async fn opens_the_seal(browser: &Browser, fold: &str) {
    let part = |css: &str| format!("document.querySelector('{fold} {css}')");
    browser.eval(&format!("{}.focus()", part("summary"))).await;
    browser.type_keys("\u{e007}").await;
    browser.until(&format!("document.querySelector('{fold}').open")).await;
    let digits = format!("{}.innerText.replaceAll(/[^0-9a-f]/gu, '').length", part(".seal"));
    assert_eq!(browser.eval(&digits).await.as_u64(), Some(32));
    let words = browser.eval(&format!("document.querySelector('{fold}').innerText")).await;
    let words = words.as_str().unwrap();
    assert!(words.starts_with("fair dice") && words.contains("verify"), "{words}");
    browser.type_keys("\u{e007}").await;
    browser.until(&format!("!document.querySelector('{fold}').open")).await;
}

/// Two browsers are paired by a tap, while the game that goes on stays on the table.
#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn who_plays_someone_here_keeps_the_board_and_tells_others_the_way() {
    let Some(driver) = driver().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(folder.path(), "127.0.0.1:0").await;
    let ann = driver.browser(&folder.path().join("ann"), 1280, 800).await;
    enter(&ann, &program.url, "ann").await;
    say(&ann, "challenge bot 1 white", "#1 Lyra").await;
    table::shown(&ann).await;
    say(&ann, "challenge someone", "While you wait").await;
    let start = format!("martian-cake local --listen 0.0.0.0:{}", program.address().port());
    let way = "document.querySelector('.invite')?.innerText ?? ''";
    ann.until(&format!("({way}).includes('{start}')")).await;
    ann.picture("invite.png").await;

    let ben = driver.browser(&folder.path().join("ben"), 390, 844).await;
    enter(&ben, &program.url, "ben").await;
    ben.click("[data-go=home]").await;
    ben.click("#home-offers .act.primary").await;
    table::shown(&ben).await;
    ann.until("document.querySelectorAll('#games button').length === 2").await;
    ann.until("document.querySelector('.invite') === null").await;
    let title = "document.getElementById('game-title').textContent";
    assert_eq!(ann.eval(title).await, "Lyra #1");
    assert_eq!(ben.eval(title).await, "Lyra #2");
    ann.click("#games button:not([aria-current])").await;
    ann.until(&format!("{title} === 'Lyra #2'")).await;
    ann.client.close().await.unwrap();
    ben.client.close().await.unwrap();
}

/// Where the page is open to a network, it tells the address in it, for others to come in by.
#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn a_page_that_is_open_to_others_tells_its_address() {
    let Some(driver) = driver().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(folder.path(), "0.0.0.0:0").await;
    let browser = driver.browser(&folder.path().join("profile"), 390, 844).await;
    enter(&browser, &program.url, "ann").await;
    say(&browser, "challenge someone", "While you wait").await;
    browser.until("document.querySelector('.invite') !== null").await;
    browser.until("[...document.querySelectorAll('#chips button')].some(one => one.textContent === 'Play the bot meanwhile')").await;
    browser.picture("invite-open.png").await;
    let said = browser.eval("document.querySelector('.invite').innerText").await;
    let said = said.as_str().unwrap();
    let address = browser.eval("document.querySelector('.invite .way code')?.textContent").await;
    // A machine without a network has no address to tell.
    let Some(address) = address.as_str() else {
        assert!(said.contains("number of this computer"), "{said}");
        return;
    };
    browser.client.goto(address).await.unwrap();
    browser.until("document.querySelectorAll('.card').length === 4").await;
    browser.client.close().await.unwrap();
}

#[tokio::test]
async fn whoever_taps_join_twice_gets_the_name() {
    let Some(driver) = driver().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(folder.path(), "127.0.0.1:0").await;
    let browser = driver.browser(&folder.path().join("profile"), 1280, 800).await;
    browser.client.goto(&program.url).await.unwrap();
    browser.until("document.getElementById('name').value !== ''").await;
    let twice = "(document.getElementById('name').value = 'ann', \
        document.getElementById('name-form').requestSubmit(), \
        document.getElementById('name-form').requestSubmit(), true)";
    browser.eval(twice).await;
    // What is said next is answered behind both.
    browser.eval("document.getElementById('box').focus()").await;
    say(&browser, "help", "challenge").await;
    assert_eq!(browser.eval("document.querySelector('.me-name').textContent").await, "ann");
    assert_eq!(browser.eval("document.getElementById('name-form').hidden").await, true);
    browser.client.close().await.unwrap();
}
