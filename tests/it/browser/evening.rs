//! Two games at once in one channel, each before the eyes of its own players.

use super::{
    Program, driver, say,
    stranger::{Hand, Stranger},
    table, tabs,
};

/// Four people play two games in one channel, so many rounds at most, and a fifth watches.
async fn spent(rounds: usize) {
    let Some(driver) = driver().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(folder.path(), "127.0.0.1:0").await;
    let browser = driver.browser(&folder.path().join("profile"), 1280, 800).await;
    let tabs = tabs(&browser, &program.url, &["ann", "ben", "carl", "dora", "eve"]).await;
    let to = async |seat: usize| {
        browser.client.switch_to_window(tabs[seat].clone()).await.unwrap();
        browser.until("document.visibilityState === 'visible'").await;
    };
    for (host, guest, line, begun) in [
        (0, 1, "challenge @ben lyra white", "#1 Lyra"),
        (2, 3, "challenge @dora martian", "#2 Martian"),
    ] {
        to(host).await;
        say(&browser, line, "invites you").await;
        to(guest).await;
        say(&browser, "accept", begun).await;
    }

    let mut people: Vec<Stranger<'_>> =
        tabs.iter().map(|_| Stranger::new(&browser, Hand::Taps)).collect();
    for (seat, person) in people.iter().enumerate() {
        to(seat).await;
        person.looks().await;
        // Whoever does not play is at home, and goes to a game to watch it.
        if seat == 4 {
            browser.click("#home-watch [data-game='1']").await;
            table::shown(&browser).await;
        }
    }
    for _ in 0..rounds {
        let mut running = false;
        for (seat, person) in people.iter_mut().enumerate() {
            to(seat).await;
            let seen = person.seen().await;
            // Whoever watches has the first of them.
            let own = if matches!(seat, 2 | 3) { 2 } else { 1 };
            assert!(seen.no == own && seen.sees, "seat {seat}: {seen:?}");
            let title = "document.getElementById('game-title').textContent";
            assert_eq!(browser.eval(title).await, format!("{} #{own}", seen.title));
            running |= seen.running;
            if seen.waits {
                let mv = person.chooses().await;
                person.moves(&mv).await;
                person.after(seen.lines).await;
            }
        }
        browser.picture("evening.png").await;
        if !running {
            break;
        }
    }
    browser.client.close().await.unwrap();
}

#[tokio::test]
async fn two_games_go_on_in_one_channel() {
    spent(2).await;
}

#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn two_whole_games_go_on_in_one_channel() {
    spent(500).await;
}
