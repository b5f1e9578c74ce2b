//! An event by its form, by the keyboard where that is what one uses, and what its manager does with it by buttons.

use super::{time::told, timed::Timed, *};

const ENTER: &str = "\u{e007}";
const MINUTE: Duration = Duration::from_secs(60);

/// Whether the whole page stays within the window, and every target of a dialog is large enough.
const FITS: &str = "document.documentElement.scrollWidth <= innerWidth
    && document.querySelector('dialog[open]').scrollWidth <= innerWidth
    && [...document.querySelectorAll('dialog[open] :is(button, input, select, summary)')]
        .map(one => one.getBoundingClientRect()).filter(box => box.width > 0)
        .every(box => box.width >= 24 && box.height >= 24)";

/// Whether everything in the open dialog that one fills in has a label.
const LABELLED: &str = "[...document.querySelectorAll('dialog[open] :is(input, select)')]
    .every(one => one.labels.length === 1)";

fn line() -> &'static str {
    "document.getElementById('new-event-line').textContent"
}

/// Gives a field another value, as somebody who types or chooses.
async fn set(browser: &Browser, id: &str, value: &str) {
    let script = format!(
        "((one) => {{ one.value = '{value}'; one.dispatchEvent(new Event('input', {{ bubbles: true }})); \
         one.dispatchEvent(new Event('change', {{ bubbles: true }})); return true; }})(document.getElementById('{id}'))"
    );
    browser.eval(&script).await;
}

/// Taps a button of the open dialog by its words.
async fn tap(browser: &Browser, words: &str) {
    let button = format!(
        "[...document.querySelectorAll('dialog[open] button')].find(one => one.textContent.startsWith('{words}'))"
    );
    browser.until(&format!("{button} !== undefined && {button}.checkVisibility()")).await;
    browser.eval(&format!("({button}.focus(), {button}.click(), true)")).await;
}

async fn panel_says(browser: &Browser, words: &str) {
    browser.until(&told("#event", words)).await;
}

/// Looks at the open dialog on a screen and on a phone.
async fn look(browser: &Browser, name: &str) {
    for (width, height, suffix) in [(390, 844, "-phone"), (1280, 800, "")] {
        browser.client.set_window_size(width, height).await.unwrap();
        browser.until(&format!("Math.abs(innerWidth - {width}) < 120")).await;
        browser.until(FITS).await;
        browser.picture(&format!("{name}{suffix}.png")).await;
    }
    assert_eq!(browser.eval(LABELLED).await, true, "every field has a label");
}

/// Fills the form in; the host refuses what it does not take, and says so there.
async fn make_by_form(browser: &Browser) {
    browser.click("#events-open").await;
    browser.until("!document.getElementById('event-new').hidden").await;
    browser.eval("document.getElementById('event-new').focus()").await;
    browser.type_keys(ENTER).await;
    browser.until("document.activeElement.id === 'new-event-name'").await;
    look(browser, "event-form").await;
    set(browser, "new-event-when", "weekly").await;
    set(browser, "new-event-at", "2999-12-04T19:00").await;
    browser
        .until(&format!("/^tournament weekly .*start:\"2999-12-0[345] ..:..\"/u.test({})", line()))
        .await;
    set(browser, "new-event-kind", "league").await;
    browser.until(&format!("/ league .* weeks:5$/u.test({})", line())).await;
    set(browser, "new-event-when", "once").await;
    browser.eval("document.getElementById('new-event-name').focus()").await;
    browser.type_keys("Late").await;
    browser.type_keys(ENTER).await;
    browser.until("!document.getElementById('new-event-answer').hidden").await;
    let refused = browser.eval("document.getElementById('new-event-answer').textContent").await;
    assert!(refused.as_str().unwrap().contains("2999"), "{refused}");
    browser.picture("event-form-refused.png").await;

    set(browser, "new-event-kind", "swiss").await;
    set(browser, "new-event-rounds", "3").await;
    set(browser, "new-event-minutes", "10").await;
    set(browser, "new-event-when", "soon").await;
    set(browser, "new-event-checkin", "off").await;
    set(browser, "new-event-name", "Fri\"day").await;
    let made = "tournament create \"Fri'day\" lyra swiss start:30m rounds:3 clock:10m checkin:off";
    assert_eq!(browser.eval(line()).await, made);
    tap(browser, "Make the event").await;
    browser.until("document.getElementById('event').open").await;
    browser.until("!document.getElementById('new-event').open").await;
    panel_says(browser, "T1").await;
    panel_says(browser, "Nobody has entered yet").await;
}

#[tokio::test]
async fn an_event_is_made_by_its_form_and_managed_by_buttons() {
    let Some(driver) = driver().await else { return };
    let table = Timed::open(&driver, (1280, 800)).await;
    let Timed { browser, page, url, clock, .. } = &table;
    enter(browser, url, "ann").await;
    make_by_form(browser).await;

    tap(browser, "Join").await;
    panel_says(browser, "1 has entered").await;
    for (n, name) in [(1, "ben"), (2, "carl")] {
        page.enter(name).await.say(n, "tournament join").await;
    }
    panel_says(browser, "3 have entered").await;
    look(browser, "event-managed").await;
    // Somebody is entered and taken out; what is refused is said in the panel.
    set(browser, "event-newcomer", "nobody").await;
    tap(browser, "Enter").await;
    browser.until(&told("#event-answer", "nobody")).await;
    set(browser, "event-who", "carl").await;
    tap(browser, "Take out").await;
    panel_says(browser, "2 have entered").await;
    set(browser, "event-what", "clock").await;
    set(browser, "event-change", "12m").await;
    tap(browser, "Change").await;
    browser.until(&told("#event-terms", "12 minutes")).await;
    set(browser, "event-what", "").await;
    set(browser, "event-change", "Friday").await;
    tap(browser, "Change").await;
    browser.until("document.getElementById('event-title').textContent === 'Friday'").await;
    tap(browser, "Pause").await;
    panel_says(browser, "paused").await;
    tap(browser, "Go on").await;
    browser.until("[...document.querySelectorAll('#event-tools button')].some(one => one.textContent === 'Pause')").await;
    clock.advance(31 * MINUTE);
    browser.until("document.querySelector('#event-mine .next-game') !== null").await;

    // The own game stands first, and the table has two tie-breaks until one wants more.
    let first = "document.querySelector('#event .sheet > :nth-child(2)').innerText.trim().startsWith('My game #1')";
    browser.until(first).await;
    let breaks = "[...document.querySelectorAll('#event-table thead .break')].filter(one => !one.hidden).length";
    browser.until(&format!("{breaks} === 2")).await;
    look(browser, "event-played").await;
    tap(browser, "More tie-breaks").await;
    browser.until(&format!("{breaks} > 2")).await;
    browser.until("document.activeElement.dataset.key === 'breaks'").await;

    // To leave gives the game up, so it is asked first.
    tap(browser, "Leave").await;
    browser.until(&told("#event-answer", "You lose the game that you have.")).await;
    look(browser, "event-leave").await;
    browser.until("document.activeElement.textContent === 'Yes, leave T1'").await;
    browser.type_keys(ENTER).await;
    browser
        .until("document.querySelector('#event-table .mine .tag + .tag')?.textContent === 'left'")
        .await;
    assert_eq!(
        browser.eval("document.querySelector('#event-mine .next-game')").await,
        serde_json::Value::Null
    );
    table.close().await;
}

/// Whoever manages nothing sees no tools, and is told who makes events.
#[tokio::test]
async fn others_have_no_tools_and_are_asked_nothing() {
    let Some(driver) = driver().await else { return };
    let table = Timed::open(&driver, (1280, 800)).await;
    let Timed { browser, page, url, .. } = &table;
    let mut ann = page.enter("ann").await;
    ann.say(1, "tournament create \"Friday\" start:1h").await;
    enter(browser, url, "ben").await;
    browser.click("#events button.event").await;
    browser.until("document.getElementById('event').open").await;
    tap(browser, "Join").await;
    panel_says(browser, "1 has entered").await;
    browser.until("document.getElementById('event-organise').hidden").await;
    tap(browser, "Not today").await;
    panel_says(browser, "left").await;
    browser.click("#event-close").await;
    browser.eval("(document.getElementById('event-new').click(), true)").await;
    browser
        .until("document.getElementById('trouble').textContent.startsWith('Only ann, who took')")
        .await;
    assert_eq!(browser.eval("document.getElementById('new-event')?.open ?? false").await, false);
    table.close().await;
}

/// Before an event is called off its manager is asked once, in the panel.
#[tokio::test]
async fn an_event_is_called_off_by_its_manager_who_is_asked() {
    let Some(driver) = driver().await else { return };
    let table = Timed::open(&driver, (1280, 800)).await;
    let Timed { browser, url, .. } = &table;
    enter(browser, url, "ann").await;
    say(browser, "tournament create \"Friday\" start:1h", "It begins").await;
    browser.click("#events button.event").await;
    tap(browser, "Call off").await;
    browser.until(&told("#event-answer", "tournament cancel T1 yes")).await;
    browser.picture("event-call-off.png").await;
    // By the keyboard: the answer has the focus, and Escape would leave all as it is.
    browser.until("document.activeElement.textContent === 'Yes, cancel T1'").await;
    browser.type_keys(ENTER).await;
    panel_says(browser, "called off").await;
    browser.until("[...document.querySelectorAll('#event-tools button')].map(one => one.textContent).join() === 'Log,Export'").await;
    tap(browser, "Log").await;
    browser.until(&told("#event-answer", "announced")).await;
    table.close().await;
}

/// A series is ended by a button, once its manager has said yes.
#[tokio::test]
async fn a_series_is_ended_by_its_manager_who_is_asked() {
    let Some(driver) = driver().await else { return };
    let table = Timed::open(&driver, (1280, 800)).await;
    let Timed { browser, url, .. } = &table;
    enter(browser, url, "ann").await;
    say(browser, "tournament weekly \"Friday\" start:1h", "It begins").await;
    browser.click("#events button.event").await;
    tap(browser, "End the series").await;
    let yes = "document.activeElement.textContent === 'Yes, end it'";
    browser.until(yes).await;
    browser.picture("event-end-series.png").await;
    tap(browser, "No").await;
    tap(browser, "End the series").await;
    browser.until(yes).await;
    browser.type_keys(ENTER).await;
    browser.until(&told("#event-answer", "does not come again")).await;
    let tools =
        "[...document.querySelectorAll('#event-tools button')].map(one => one.textContent).join()";
    browser.until(&format!("{tools} === 'Pause,Call off,Log'")).await;
    table.close().await;
}
