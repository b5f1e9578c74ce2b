//! An evening on the page.

use super::{
    time::{chat_alone, told},
    timed::Timed,
    *,
};

/// Keeps a picture of the line that has these words under a name.
async fn keep_line(browser: &Browser, words: &str, name: &str) {
    let line = format!(
        "[...document.querySelectorAll('.line')].find(line => line.textContent.includes('{words}'))"
    );
    browser.eval(&format!("{line}.id = 'kept-line'")).await;
    browser.until("document.querySelector('#kept-line img')?.naturalWidth !== 0").await;
    browser.still().await;
    browser.picture_of("#kept-line", name).await;
    browser.eval("document.getElementById('kept-line').id = ''").await;
}

/// docs/events-round.png is a copy of a picture that this takes.
#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn a_round_and_the_standings_before_it_look_as_the_docs_show_them() {
    let Some(driver) = driver().await else { return };
    let table = Timed::open(&driver, (960, 1_400)).await;
    let Timed { browser, page, url, clock, .. } = &table;
    enter(browser, url, "ann").await;
    say(browser, "server set zone Europe/Berlin", "Europe/Berlin").await;
    let made = "tournament create \"Friday\" lyra start:30m rounds:3 checkin:off clock:10m";
    say(browser, made, "It begins").await;
    say(browser, "tournament join", "ann has entered").await;
    let names = ["ben", "charlotte", "dora"];
    for (n, name) in names.into_iter().enumerate() {
        page.enter(name).await.say(100 + n as u32, "tournament join").await;
        browser.until(&told(".log", &format!("{name} has entered"))).await;
    }
    clock.advance(Duration::from_secs(30 * 60));
    browser.until(&told(".log", "round 1 of 3")).await;
    // A page of which nothing is heard for so long has to come again.
    let mut others = Vec::new();
    for name in names {
        others.push(page.enter(name).await);
    }

    // Everybody meets everybody: ann and dora have the first game, ben and charlotte the second one.
    let mut boards = 2;
    for (who, line) in [
        (None, "#1 f2-f3"),
        (Some(2), "#1 d5-d4"),
        (Some(0), "#2 f2-f3"),
        (Some(1), "#2 d5-d4"),
        (Some(2), "resign #1 yes"),
    ] {
        match who {
            None => browser.type_keys(&format!("{line}\u{e007}")).await,
            Some(who) => others[who].say(200 + boards, line).await,
        }
        boards += 1;
        let seen = format!("document.querySelectorAll('.line.pictured').length >= {boards}");
        browser.until(&seen).await;
    }
    others[0].say(300, "resign #2 yes").await;
    browser.until(&told(".log", "after round 1 of 3")).await;
    browser.until(&told(".log", "round 2 of 3.")).await;
    chat_alone(browser).await;
    keep_line(browser, "after round 1 of 3", "events-after-round.png").await;
    keep_line(browser, "round 2 of 3.", "events-round.png").await;
    table.close().await;
}
