//! The page of a person: opened from Home, from the menu and by its address, with no more than its reader may see.

use super::{Browser, Program, driver, enter, from_menu, go, say, table};

/// How many lines have been said.
const LINES: &str = "document.querySelectorAll('.line[data-id]').length";

/// Whether a person is in sight, and nothing else.
const AT_PERSON: &str = "!document.getElementById('person').hidden \
    && document.getElementById('home').hidden && document.getElementById('game').hidden";

/// Nothing is wider than its place.
const FITS: &str = "document.documentElement.scrollWidth <= innerWidth \
    && document.getElementById('person').scrollWidth <= document.getElementById('person').clientWidth";

/// The numbers of the listed games.
const LISTED: &str =
    "[...document.querySelectorAll('.person-games li')].map(game => game.dataset.game).join()";

/// Whether this person is shown.
fn shows(name: &str) -> String {
    format!("{AT_PERSON} && document.querySelector('#person h2')?.textContent === '{name}'")
}

/// Chooses in a list as somebody does who has only keys.
async fn choose(browser: &Browser, label: &str, keys: &str) {
    browser.eval(&format!("document.querySelector('#person [aria-label={label}]').focus()")).await;
    browser.type_keys(keys).await;
}

/// Ann has won a rated game against Ben, has lost one to the bot in private, and is in her channel.
async fn played(ann: &Browser, ben: &Browser, program: &Program) {
    enter(ann, &program.url, "ann").await;
    enter(ben, &program.url, "ben").await;
    say(ann, "challenge @ben lyra white rated 2d/move", "invites you").await;
    say(ben, "accept #1", "begins").await;
    say(ann, "c2-c3", "ann moved").await;
    say(ben, "#1 c5-c4", "ben moved").await;
    say(ben, "resign #1 yes", "ann wins #1").await;
    go(ann, "private").await;
    say(ann, "challenge bot 1 mix white", "begins").await;
    say(ann, "resign #2 yes", "wins #2").await;
    go(ann, "channel").await;
}

#[tokio::test]
async fn a_person_is_opened_from_home_and_by_address() {
    let Some(driver) = driver().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(folder.path(), "127.0.0.1:0").await;
    let ann = driver.browser(&folder.path().join("ann"), 1280, 800).await;
    let ben = driver.browser(&folder.path().join("ben"), 1280, 800).await;
    played(&ann, &ben, &program).await;

    let before = ben.eval(LINES).await;
    ben.click("#home-open").await;
    ben.click("[data-person=ann]").await;
    ben.click("#person-menu [data-do=profile]").await;
    ben.until(&shows("ann")).await;
    assert_eq!(ben.eval("location.pathname").await, "/person/ann");
    assert_eq!(ben.eval(LISTED).await, "1");
    ben.until("document.querySelector('#person .course .own') !== null").await;
    let rating = "document.querySelector('#person .rating[aria-pressed=true]').innerText";
    let told = ben.eval(rating).await;
    let told = told.as_str().unwrap();
    assert!(told.contains("Lyra") && told.contains('?') && told.contains('±'), "{told}");
    let with =
        "document.querySelector('#person .together').innerText.replace(/\\s+/gu, ' ').trim()";
    assert_eq!(ben.eval(with).await, "You with ann 1 0 0 1");
    assert_eq!(ben.eval(FITS).await, true);
    ben.picture("person-1280.png").await;

    // The dialog of a new game, filled in; Escape says nothing.
    ben.click("#person .main-button").await;
    let asks = "document.getElementById('new-game')?.open === true \
        && document.getElementById('new-game-line').textContent.startsWith('challenge @ann ')";
    ben.until(asks).await;
    ben.type_keys("\u{e00c}").await;
    ben.until("!document.getElementById('new-game').open").await;

    // Through the game from its start, and Back to where it stood.
    ben.click("#person .doing button").await;
    table::shown(&ben).await;
    ben.until("document.getElementById('game-moment').textContent.startsWith('after 0 of 2')")
        .await;
    ben.eval("history.back()").await;
    ben.until(&shows("ann")).await;
    ben.eval("history.back()").await;
    ben.until(
        "!document.getElementById('home').hidden && document.getElementById('person').hidden",
    )
    .await;
    assert_eq!(ben.eval(LINES).await, before);

    // Somebody without a name sees by the address what everybody may.
    let other = driver.browser(&folder.path().join("other"), 390, 844).await;
    let address = |name: &str| format!("{}/person/{name}", program.url.trim_end_matches('/'));
    other.client.goto(&address("ann")).await.unwrap();
    other.until(&shows("ann")).await;
    assert_eq!(other.eval(LISTED).await, "1");
    assert_eq!(
        other.eval("document.querySelector('#person .together')").await,
        serde_json::Value::Null
    );
    assert_eq!(other.eval(FITS).await, true);
    other.picture("person-390.png").await;

    // A game that begins and ends meanwhile is seen there, with its last board.
    say(&ann, "challenge bot 1 lyra white", "#3 Lyra").await;
    other.until("document.querySelector('.person-head').innerText.includes('plays #3')").await;
    say(&ann, "c2-c3", "moved c2-c3").await;
    say(&ann, "resign #3 yes", "wins #3").await;
    other.until(&format!("{LISTED} === '3,1'")).await;
    let board = "document.querySelector('.person-games img')";
    other.eval(&format!("({board}.scrollIntoView(), true)")).await;
    other.until(&format!("{board}.src.includes('/board/3.png') && {board}.naturalWidth > 0")).await;
    other.client.goto(&address("zoe")).await.unwrap();
    other.until(&shows("zoe")).await;
    other
        .until("document.getElementById('person').innerText.includes('Nobody by this name')")
        .await;
    for one in [ann, ben, other] {
        one.client.close().await.unwrap();
    }
}

#[tokio::test]
async fn own_games_are_filtered_by_keys() {
    let Some(driver) = driver().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(folder.path(), "127.0.0.1:0").await;
    let ann = driver.browser(&folder.path().join("ann"), 1280, 800).await;
    let ben = driver.browser(&folder.path().join("ben"), 1280, 800).await;
    played(&ann, &ben, &program).await;

    from_menu(&ann, "#profile-open").await;
    ann.until(&shows("ann")).await;
    ann.until(&format!("{LISTED} === '2,1'")).await;
    ann.picture("person-own.png").await;
    choose(&ann, "Game", "\u{e015}").await;
    ann.until(&format!("{LISTED} === '1'")).await;
    choose(&ann, "Game", "\u{e013}").await;
    ann.until(&format!("{LISTED} === '2,1'")).await;
    choose(&ann, "Opponent", "ben").await;
    ann.until(&format!("{LISTED} === '1'")).await;
    choose(&ann, "Result", "\u{e015}\u{e015}\u{e015}").await;
    ann.until(&format!("{LISTED} === ''")).await;
    choose(&ann, "Result", "\u{e013}\u{e013}").await;
    ann.until(&format!("{LISTED} === '1'")).await;
    ann.until("document.querySelector('#person [role=status]').textContent === 'one'").await;

    // A card is asked for where nobody else reads.
    ann.click("#person [aria-label='Card of #1']").await;
    ann.until("document.getElementById('log-private').innerText.includes('record #1 card')").await;
    let told = "document.getElementById('log-channel').innerText.includes('record #1 card')";
    assert_eq!(ann.eval(told).await, false);
    for one in [ann, ben] {
        one.client.close().await.unwrap();
    }
}
