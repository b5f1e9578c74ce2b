//! An evening of four names, each in a tab of their own, from its announcement to its podium.

use fantoccini::wd::WindowHandle;

use super::{timed::Timed, *};

/// Whoever stands further left beats whoever stands further right, but for the last two.
const NAMES: [&str; 4] = ["ann", "ben", "carl", "dora"];

/// The first moves of White and Black that are always legal.
pub(super) const OPENING: [&str; 4] = ["f2-f3", "a5-a4", "e2-e3", "b5-b4"];

const MINUTE: Duration = Duration::from_secs(60);

/// Whether the whole page stays within the window.
const FITS: &str = "document.documentElement.scrollWidth <= innerWidth
    && document.querySelector('#event').scrollWidth <= innerWidth";

/// The four tabs of one browser.
struct Hall {
    table: Timed,
    tabs: Vec<WindowHandle>,
}

/// A game of a round as the tabs of its players tell of it.
#[derive(Clone, Copy, Debug)]
struct Pair {
    game: u64,
    /// Who has White and who has Black, as places in [`NAMES`].
    seats: [usize; 2],
}

impl Hall {
    /// Everybody comes to the table.
    async fn fill(driver: &Driver) -> Self {
        let table = Timed::open(driver, (1200, 900)).await;
        let browser = &table.browser;
        let mut tabs = Vec::new();
        for name in NAMES {
            if !tabs.is_empty() {
                let tab = browser.client.new_window(true).await.unwrap();
                browser.client.switch_to_window(tab.handle).await.unwrap();
            }
            enter(browser, &table.url, name).await;
            tabs.push(browser.client.window().await.unwrap());
        }
        Self { table, tabs }
    }

    /// Goes to somebody's tab.
    async fn to(&self, who: usize) {
        self.table.browser.client.switch_to_window(self.tabs[who].clone()).await.unwrap();
        self.table.browser.until("document.querySelector('#banner').hidden").await;
        self.table.browser.eval("document.getElementById('box').focus()").await;
        self.table.browser.until("document.activeElement.id === 'box'").await;
    }

    /// Says a line in somebody's tab.
    async fn say(&self, who: usize, line: &str, answer: &str) {
        self.to(who).await;
        say(&self.table.browser, line, answer).await;
    }

    /// Everybody taps this button of the list, and one of them the same one above the message box.
    async fn all_tap(&self, label: &str, answer: &str) {
        for (who, name) in NAMES.iter().enumerate() {
            self.to(who).await;
            let row = if who == 3 { "#chips" } else { "#events .doing" };
            let button = format!(
                "[...document.querySelectorAll('{row} button')].find(one => one.textContent === '{label}')"
            );
            self.table.browser.until(&format!("{button} !== undefined")).await;
            self.table.browser.eval(&format!("({button}.click(), true)")).await;
            self.table
                .browser
                .until(&format!("document.body.innerText.includes('{name} {answer}')"))
                .await;
        }
    }

    /// Waits until the list of everybody tells of a stage.
    async fn all_see(&self, words: &str) {
        for who in 0..NAMES.len() {
            self.to(who).await;
            self.table
                .browser
                .until(&format!("document.getElementById('events').innerText.includes('{words}')"))
                .await;
        }
    }

    /// The games of a round, as each tab tells of its own.
    async fn pairs(&self, round: usize) -> Vec<Pair> {
        self.all_see(&format!("round {round} of 3")).await;
        let mut pairs: Vec<Pair> = Vec::new();
        for me in 0..NAMES.len() {
            self.to(me).await;
            self.table.browser.until("document.querySelector('#events .next-game') !== null").await;
            let told = self
                .table
                .browser
                .eval("document.querySelector('#events .next-game').textContent")
                .await;
            // `My game #1: White against dora`
            let told = told.as_str().unwrap();
            let game = told.split(['#', ':']).nth(1).unwrap().parse().unwrap();
            let other = NAMES.iter().position(|name| told.ends_with(name)).unwrap();
            let seats = if told.contains("White") { [me, other] } else { [other, me] };
            match pairs.iter().find(|pair| pair.game == game) {
                Some(pair) => assert_eq!(pair.seats, seats, "both tell the same"),
                None => pairs.push(Pair { game, seats }),
            }
        }
        assert_eq!(pairs.len(), 2, "{pairs:?}");
        pairs
    }

    /// Plays the first plies of a game.
    async fn open(&self, pair: Pair, plies: usize) {
        for (mv, who) in OPENING.iter().zip(pair.seats.iter().cycle()).take(plies) {
            // The board of the round comes by itself: at once from Home, otherwise after five seconds.
            self.to(*who).await;
            let there = format!(
                "document.getElementById('game-title').textContent.endsWith('#{}')",
                pair.game
            );
            self.table.browser.until(&there).await;
            self.say(*who, mv, &format!("{} moved {mv}", NAMES[*who])).await;
        }
    }

    /// Ends a game as fits its two.
    async fn end(&self, pair: Pair) {
        let Pair { game, seats } = pair;
        let weaker = seats[0].max(seats[1]);
        match (seats[0].min(seats[1]), weaker) {
            // On time, with the weaker one to move.
            (0, 1) => {
                self.open(pair, if seats[0] == weaker { 2 } else { 3 }).await;
                self.table.clock.advance(11 * MINUTE);
                self.table
                    .browser
                    .until("document.body.innerText.includes('ran out of time')")
                    .await;
            }
            (2, 3) => {
                self.open(pair, 2).await;
                self.say(2, "draw offer", "offers a draw").await;
                self.say(3, "draw accept", "agreed").await;
            }
            // Without a move.
            (1, 2) => self.say(2, &format!("resign #{game} yes"), &format!("wins #{game}")).await,
            _ => {
                self.open(pair, 3).await;
                self.say(weaker, &format!("resign #{game} yes"), &format!("wins #{game}")).await;
            }
        }
    }

    /// Opens the panel of the event from somebody's list.
    async fn open_panel(&self, who: usize) {
        self.to(who).await;
        self.table.browser.click("#events-open").await;
        self.table.browser.click("#events button.event").await;
        self.table.browser.until("document.getElementById('event').open").await;
    }

    /// Closes it by the keyboard; the focus is where it was.
    async fn close_panel(&self) {
        self.table.browser.type_keys("\u{e00c}").await;
        self.table.browser.until("!document.getElementById('event').open").await;
        self.table.browser.until("document.activeElement.matches('#events button.event')").await;
    }

    /// Returns what the standings show, a line each.
    async fn standings(&self) -> Vec<String> {
        let rows = "[...document.querySelectorAll('#event-table tbody tr')].map(row =>
            ['.place', '.name bdi', '.points'].map(css => row.querySelector(css)?.textContent).join(' '))";
        let rows = self.table.browser.eval(rows).await;
        rows.as_array().unwrap().iter().map(|row| row.as_str().unwrap().to_owned()).collect()
    }

    async fn panel_says(&self, words: &str) {
        self.table
            .browser
            .until(&format!("document.getElementById('event').innerText.includes('{words}')"))
            .await;
    }
}

/// Standings and rounds, while a round is being played and the panel is open: by a mouse, by keys, and on a
/// phone.
async fn look_at_the_second_round(hall: &Hall) {
    let browser = &hall.table.browser;
    hall.open_panel(0).await;
    hall.panel_says("After 1 round. Round 2 is being played.").await;
    let rows = hall.standings().await;
    assert_eq!((rows.len(), rows[0].as_str()), (4, "1 ann 1"), "{rows:?}");
    let own = browser.eval("document.querySelector('#event-table .mine bdi').textContent").await;
    assert_eq!(own, "ann");
    let heads = "[...document.querySelectorAll('#event-table thead th')].every(one => one.scope === 'col')
        && document.querySelectorAll('#event-table tbody th[scope=row]').length === 4
        && document.querySelector('#event-table abbr[title=\"Sonneborn-Berger\"]').textContent === 'SB'";
    assert_eq!(browser.eval(heads).await, true);
    browser.picture("event-standings.png").await;
    // To the other tab and back by keys.
    browser.eval("document.getElementById('event-tab-table').focus()").await;
    browser.type_keys("\u{e014}").await;
    browser.until("!document.getElementById('event-rounds').hidden").await;
    hall.panel_says("2 of 2 games still being played").await;
    browser.picture("event-rounds.png").await;
    browser
        .eval("((select) => { select.value = '0'; select.dispatchEvent(new Event('change')); })(document.getElementById('event-round'))")
        .await;
    hall.panel_says("by forfeit").await;
    browser.client.set_window_size(390, 780).await.unwrap();
    browser.until("innerWidth < 600").await;
    assert_eq!(browser.eval(FITS).await, true, "nothing sticks out on a phone");
    browser.picture("event-rounds-phone.png").await;
    browser.click("#event-tab-table").await;
    assert_eq!(browser.eval(FITS).await, true, "nothing sticks out on a phone");
    browser.picture("event-standings-phone.png").await;
    browser.client.set_window_size(1200, 900).await.unwrap();
    browser.until("innerWidth > 1000").await;
    hall.close_panel().await;
}

/// All see the announcement with the way in, and take it; they say that they are here, and it begins.
async fn enter_and_check_in(hall: &Hall) {
    hall.say(0, "tournament create \"Friday\" lyra start:30m clock:10m rounds:3", "It begins")
        .await;
    hall.all_see("begins").await;
    hall.table.browser.picture("event-announced.png").await;
    hall.all_tap("Join", "has entered T1").await;
    hall.open_panel(0).await;
    hall.panel_says("4 have entered.").await;
    hall.table.browser.picture("event-entered.png").await;
    hall.close_panel().await;
    hall.table.clock.advance(16 * MINUTE);
    hall.all_tap("I am here", "is here").await;
    hall.table.clock.advance(15 * MINUTE);
}

/// The podium, as each of them sees it.
async fn look_at_the_podium(hall: &Hall) {
    let browser = &hall.table.browser;
    hall.all_see("over").await;
    for who in 0..NAMES.len() {
        hall.open_panel(who).await;
        browser.until("document.querySelectorAll('.podium li').length === 4").await;
        assert_eq!(hall.standings().await, ["1 ann 3", "2 ben 2", "3 carl ½", "3 dora ½"]);
        let first = browser.eval("document.querySelector('.podium .place1').textContent").await;
        assert_eq!(first, "1. ann 3");
        assert_eq!(browser.eval("document.body.innerText.includes('won Friday (T1)')").await, true);
        if who == 1 {
            browser.picture("event-podium.png").await;
        }
        // A cell leads to the board of its game.
        browser.click("#event-table button.cell").await;
        browser.until("!document.getElementById('event').open").await;
    }
}

#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn four_names_play_an_evening_from_its_announcement_to_its_podium() {
    let Some(driver) = driver().await else { return };
    let hall = Hall::fill(&driver).await;
    let browser = &hall.table.browser;

    enter_and_check_in(&hall).await;
    for round in 1..=3 {
        let mut pairs = hall.pairs(round).await;
        if round == 2 {
            look_at_the_second_round(&hall).await;
        }
        // The one that ends on time comes last, since then the others must not be on the clock.
        pairs.sort_by_key(|pair| pair.seats.contains(&0));
        // From the list to the board of the own game.
        let Pair { game, seats } = pairs[0];
        hall.to(seats[0]).await;
        browser.click("#events-open").await;
        browser.click("#events .next-game").await;
        browser
            .until(&format!(
                "document.getElementById('game-title').textContent.endsWith('#{game}')"
            ))
            .await;
        for pair in pairs {
            hall.end(pair).await;
        }
    }

    look_at_the_podium(&hall).await;
    hall.table.close().await;
}

#[tokio::test]
async fn the_panel_keeps_its_reader_whatever_a_manager_does() {
    let Some(driver) = driver().await else { return };
    let hall = Hall::fill(&driver).await;
    let browser = &hall.table.browser;
    let reads = async || {
        browser.client.switch_to_window(hall.tabs[1].clone()).await.unwrap();
    };
    // Options without a space, which are longer than a phone is wide.
    let make = "tournament create \"Long\" cyvasse swiss rounds:3 start:1h checkin:off clock:10m \
                options:\"flanking=cascade,dragon_flanks=no,dragon=hold,ruin=instant\"";
    hall.say(0, make, "It begins").await;
    for who in 0..NAMES.len() {
        hall.say(who, "tournament join", "has entered T1").await;
    }
    hall.say(0, "tournament start", "round 1 of 3").await;
    hall.open_panel(1).await;
    browser.client.set_window_size(360, 740).await.unwrap();
    browser.until("innerWidth < 600").await;
    assert_eq!(browser.eval(FITS).await, true, "nothing sticks out on a phone");
    browser.click("#event-tab-rounds").await;
    browser.until("!document.getElementById('event-rounds').hidden").await;
    // Both sides of a board, and the way to it, beside the look of the table.
    browser.until("document.getElementById('game-board').checkVisibility()").await;
    let cells = "[...document.querySelectorAll('#event-pairs :is(th, td)')]";
    let seen = format!("{cells}.length === 15 && {cells}.every(cell => cell.checkVisibility())");
    assert_eq!(browser.eval(&seen).await, true);
    browser.client.set_window_size(1200, 900).await.unwrap();
    browser.until("innerWidth > 1000").await;

    hall.say(0, "pair undo", "is taken back").await;
    reads().await;
    let back = "document.getElementById('event-rounds').hidden
        && !document.getElementById('event-table').hidden && document.getElementById('event-tabs').hidden";
    browser.until(back).await;

    // Whoever moves the table sideways by keys goes on there after each change.
    browser.eval("document.querySelector('#event-table .wide').focus()").await;
    hall.say(0, "tournament withdraw @dora", "is taken out").await;
    reads().await;
    hall.panel_says("left").await;
    browser.until("document.activeElement.dataset.key === 'group-1'").await;

    hall.say(0, "tournament cancel T1 yes", "is called off").await;
    reads().await;
    hall.panel_says("Called off").await;
    assert_eq!(browser.eval("document.querySelector('.podium')").await, serde_json::Value::Null);
    hall.table.close().await;
}
