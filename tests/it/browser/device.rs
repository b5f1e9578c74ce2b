//! One person in two tabs, and on a second device, as people see it.

use super::{Browser, Program, driver, enter, from_menu, say};

/// Returns `true` if a line of the channel has exactly these words.
const SAID: &str =
    "[...document.querySelectorAll('#log-channel .text')].some(one => one.textContent === 'help')";

/// What the sheet about devices says.
const TEXT: &str = "document.getElementById('device-text').textContent";

#[tokio::test]
async fn one_person_in_two_tabs_and_on_a_second_device() {
    let Some(driver) = driver().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(folder.path(), "127.0.0.1:0").await;
    let laptop = driver.browser(&folder.path().join("laptop"), 1280, 800).await;
    enter(&laptop, &program.url, "ann").await;
    let first = laptop.client.window().await.unwrap();

    // A second tab asks for no name, and both tabs get the same lines.
    let tab = laptop.client.new_window(true).await.unwrap();
    laptop.client.switch_to_window(tab.handle).await.unwrap();
    laptop.client.goto(&program.url).await.unwrap();
    let is_ann = "document.querySelector('.me-name').textContent === 'ann'";
    laptop.until(is_ann).await;
    assert_eq!(laptop.eval("document.getElementById('name-form').hidden").await, true);
    say(&laptop, "help", "challenge").await;
    laptop.client.switch_to_window(first).await.unwrap();
    laptop.until(SAID).await;

    // The first device shows a code.
    from_menu(&laptop, "#device").await;
    let code = "document.getElementById('device-code').textContent";
    laptop.until(&format!("{code}.length === 9")).await;
    laptop.picture("device-code-1280.png").await;
    let code = laptop.eval(code).await;

    // The other one is a guest; its first code is wrong.
    let phone = driver.browser(&folder.path().join("phone"), 390, 844).await;
    phone.client.goto(&program.url).await.unwrap();
    phone.until("document.getElementById('name').value !== ''").await;
    phone.picture("device-guest-390.png").await;
    phone.click("[data-go=chat]").await;
    phone.click("#have-code").await;
    phone.until("document.activeElement.id === 'code'").await;
    phone.type_keys("aaaa aaaa\u{e007}").await;
    phone.until(&format!("{TEXT}.includes('No device of yours')")).await;
    phone.picture("device-wrong-390.png").await;
    phone.type_keys(&format!("{}\u{e007}", code.as_str().unwrap().to_lowercase())).await;
    phone.until(&format!("{TEXT}.includes('say yes on your other device')")).await;
    assert_eq!(phone.eval("document.getElementById('me').hidden").await, true);

    // The first one is asked. Whoever is typing there answers nothing by that.
    laptop.until("!document.getElementById('device-answer').hidden").await;
    laptop.type_keys("\u{e007}").await;
    laptop.picture("device-asked-1280.png").await;
    assert_eq!(laptop.eval("document.getElementById('device-answer').hidden").await, false);
    laptop.click("#device-yes").await;
    laptop.until(&format!("{TEXT}.includes('is you now')")).await;
    phone.until(is_ann).await;
    phone.until(&format!("{SAID} && !document.getElementById('device-sheet').open")).await;
    phone.picture("device-phone-390.png").await;

    // It stays so.
    phone.client.refresh().await.unwrap();
    phone.until(is_ann).await;
    let fits = "document.documentElement.scrollWidth <= innerWidth";
    assert_eq!(phone.eval(fits).await, true, "nothing sticks out on a phone");

    signs_out_everywhere_else(&laptop, &phone).await;
    phone.client.close().await.unwrap();
    laptop.client.close().await.unwrap();
}

/// The phone signs out nobody, since the laptop let it in. Then it is lost, and the laptop signs it out and goes on.
async fn signs_out_everywhere_else(laptop: &Browser, phone: &Browser) {
    laptop.click("#device-close").await;
    for (device, done) in [(phone, "which it cannot sign out"), (laptop, "in this browser alone")] {
        from_menu(device, "#device").await;
        device.until("!document.getElementById('device-lost').hidden").await;
        device.click("#device-alone").await;
        device.until("!document.getElementById('device-sure').hidden").await;
        device.picture("device-alone.png").await;
        device.click("#device-sure-yes").await;
        device.until(&format!("{TEXT}.includes('{done}')")).await;
        device.click("#device-close").await;
    }
    let told =
        "document.getElementById('trouble').textContent.includes('signed out here by the browser')";
    phone.until(&format!("{told} && document.getElementById('me').hidden")).await;
    phone.picture("device-out-390.png").await;
    assert_eq!(phone.eval("localStorage.getItem('mc.secret.ann')").await, serde_json::Value::Null);
    say(laptop, "help", "challenge").await;

    // Whoever leaves a browser leaves nothing there; it is asked once.
    from_menu(laptop, "#device").await;
    laptop.until("!document.getElementById('device-lost').hidden").await;
    laptop.click("#device-here").await;
    laptop.until(&format!("{TEXT}.includes('lost for good')")).await;
    laptop.click("#device-sure-yes").await;
    let told = "document.getElementById('trouble').textContent === 'ann is signed out here.'";
    laptop.until(&format!("{told} && document.getElementById('me').hidden")).await;
    assert_eq!(laptop.eval("localStorage.getItem('mc.secret.ann')").await, serde_json::Value::Null);
}
