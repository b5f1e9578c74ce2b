//! Two people from the first question to the next game, without a word in the message box.

use serde_json::json;

use super::{
    Browser, Program, driver, enter,
    event::OPENING,
    happens::KNOCK,
    stranger::{Hand, Move, Stranger},
    table,
};

/// Counts whatever is typed into the message box or sent from there.
pub(super) const COUNT: &str = "(window.typed = 0, ['input', 'submit'].forEach(kind => \
    document.getElementById('form').addEventListener(kind, () => typed += 1)), true)";

const ASKED: &str = "(document.getElementById('game-asks').hidden ? '' : document.getElementById('game-asked').textContent)";

/// Somebody asks for a game whose name is seen at home; the choices in the dialog are clicked, if there are any.
pub(super) async fn asks(one: &Stranger<'_>, name: &str, choices: &[&str], line: &str) {
    one.presses(&format!("[data-person={name}]")).await;
    one.presses("#person-menu [data-do=ask]").await;
    one.browser.until("document.getElementById('new-game')?.open === true").await;
    for choice in choices {
        one.presses(&format!("#new-game .cell:has({choice})")).await;
    }
    let said = "document.getElementById('new-game-line').textContent";
    one.browser.until(&format!("{said} === '{line}'")).await;
    one.presses("#new-game-go").await;
    one.browser.until("!document.getElementById('new-game').open").await;
}

/// Somebody accepts where it knocks.
pub(super) async fn accepts(one: &Stranger<'_>, knock: &str) {
    one.browser.until(&format!("{KNOCK} === '{knock}'")).await;
    one.presses("#knocks .act.primary").await;
}

/// Two people by their game.
struct Two<'a> {
    people: [Stranger<'a>; 2],
}

const ANN: usize = 0;
const BEN: usize = 1;

impl Two<'_> {
    /// Both see the board of a game.
    async fn at_the_table(&self, title: &str) {
        for one in &self.people {
            one.browser
                .until(&format!("document.getElementById('game-title').textContent === '{title}'"))
                .await;
            table::shown(one.browser).await;
            one.looks().await;
        }
    }

    /// Both see so many plies, and that nothing is asked.
    async fn plies(&self, plies: usize) {
        for one in &self.people {
            one.browser
                .until(&format!("stranger.info.plies.length === {plies} && {ASKED} === ''"))
                .await;
        }
    }

    /// Whoever is to move.
    async fn mover(&self) -> usize {
        let ann = self.people[ANN].seen().await.waits;
        assert_ne!(ann, self.people[BEN].seen().await.waits);
        if ann { ANN } else { BEN }
    }

    /// Whoever is to move does so; returns who that was.
    async fn moves(&self) -> usize {
        let who = self.mover().await;
        let plies = self.people[who].seen().await.plies as usize;
        self.people[who].moves(&Move::of(OPENING[plies])).await;
        self.plies(plies + 1).await;
        who
    }

    /// Waits until somebody is asked this, and answers with the first or the last button.
    async fn answers(&self, who: usize, question: &str, button: &str) {
        self.people[who].browser.until(&format!("{ASKED} === '{question}'")).await;
        self.people[who].presses(&format!("#game-answers button:{button}-child")).await;
    }
}

async fn played(hands: [Hand; 2], windows: [(u32, u32); 2]) {
    let Some(driver) = driver().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(folder.path(), "127.0.0.1:0").await;
    let ann = driver.browser(&folder.path().join("ann"), 1280, 800).await;
    let ben = driver.browser(&folder.path().join("ben"), 1280, 800).await;
    for (browser, name, hand, (width, height)) in
        [(&ann, "ann", hands[ANN], windows[ANN]), (&ben, "ben", hands[BEN], windows[BEN])]
    {
        enter(browser, &program.url, name).await;
        browser.resize(width, height, 1).await;
        if hand == Hand::Finger {
            browser.touch_screen().await;
        }
        browser.eval(COUNT).await;
    }
    let two = Two { people: [Stranger::new(&ann, hands[ANN]), Stranger::new(&ben, hands[BEN])] };
    asks(&two.people[ANN], "ben", &[], "challenge @ben lyra").await;
    accepts(&two.people[BEN], "ann asks you for a game: Lyra").await;
    two.at_the_table("Lyra #1").await;
    for _ in 0..2 {
        two.moves().await;
    }
    let first = two.moves().await;
    let second = 1 - first;
    let names = ["ann", "ben"];

    two.people[second].does("Draw").await;
    two.answers(first, &format!("{} offers a draw", names[second]), "last").await;
    two.plies(3).await;
    two.people[first].does("Take back").await;
    two.answers(second, &format!("{} asks to take a move back", names[first]), "first").await;
    two.plies(2).await;
    assert_eq!(two.moves().await, first);
    two.people[second].does("Resign").await;
    two.people[second].does("Really?").await;
    for one in &two.people {
        one.browser.until("!stranger.info.running").await;
    }
    two.people[first].does("Rematch").await;
    two.answers(second, &format!("{} asks for a rematch", names[first]), "first").await;
    two.at_the_table("Lyra #2").await;
    // The colours are changed.
    assert_eq!(two.moves().await, second);
    for browser in [ann, ben] {
        nothing_typed(&browser).await;
        browser.client.close().await.unwrap();
    }
}

/// The message box was never used since it was first counted.
pub(super) async fn nothing_typed(browser: &Browser) {
    let typed = browser.eval("[typed, document.getElementById('box').value]").await;
    assert_eq!(typed, json!([0, ""]));
}

const WIDE: (u32, u32) = (1280, 800);
const PHONE: (u32, u32) = (390, 844);

#[tokio::test]
async fn two_people_play_by_mouse_and_finger_and_type_nothing() {
    played([Hand::Taps, Hand::Finger], [WIDE, PHONE]).await;
}

#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn two_people_play_by_finger_and_keys_and_type_nothing() {
    played([Hand::Finger, Hand::Keys], [PHONE, WIDE]).await;
}
