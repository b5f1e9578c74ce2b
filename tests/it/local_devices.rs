//! One person on several devices, over real sockets: a code, the yes, and what stays of it.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::{path::Path, sync::Arc, time::Duration};

use host::ManualClock;
use serde_json::{Value, json};

use crate::support::local_page::{LocalPage, Tab, run, said, secret, text_of};

/// The next step on the way to another device.
async fn step(tab: &mut Tab, step: &str) -> Value {
    let message = tab.wait("device").await;
    assert_eq!(message["step"], step, "{message}");
    message
}

/// Has an end come, with these words.
async fn over(tab: &mut Tab, words: &str) {
    let message = step(tab, "over").await;
    assert!(message["why"].as_str().unwrap().contains(words), "{message}");
}

/// The code that a page is shown.
async fn code(tab: &mut Tab) -> String {
    tab.send(json!({ "type": "code" })).await;
    step(tab, "code").await["code"].as_str().unwrap().to_owned()
}

/// Types a code on the device that has this secret.
async fn type_code(tab: &mut Tab, code: &str, whose: &str) {
    tab.send(json!({ "type": "device", "code": code, "secret": secret(whose) })).await;
}

async fn admit(tab: &mut Tab, yes: bool) {
    tab.send(json!({ "type": "admit", "yes": yes })).await;
}

/// Everything that the database and its log have on the disk.
fn kept(folder: &Path) -> Vec<u8> {
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    files.filter(|file| file.is_file()).flat_map(|file| std::fs::read(file).unwrap()).collect()
}

#[tokio::test]
async fn a_second_device_is_the_same_person_for_good() {
    let folder = tempfile::tempdir().unwrap();
    let program = LocalPage::open(folder.path()).await;
    let mut ann = program.enter("Ann").await;
    ann.send(said(1, "private", "challenge bot 1 white")).await;
    let board = ann.line(|line| line["picture"].is_object()).await;
    let address = board["picture"]["src"].as_str().unwrap().to_owned();

    let code = code(&mut ann).await;
    assert_eq!(code.len(), 8, "{code}");
    let mut phone = program.connect().await;
    let typed = format!("{} {}", code[..4].to_lowercase(), &code[4..]);
    type_code(&mut phone, &typed, "phone").await;
    step(&mut phone, "waits").await;
    step(&mut ann, "asks").await;
    // Before the yes it is nobody.
    assert_eq!(phone.enter("Ann", &secret("phone"), None).await["type"], "refused");
    // A page that comes back is asked again.
    let mut again = program.connect().await;
    again.enter("Ann", &secret("Ann"), None).await;
    step(&mut again, "asks").await;
    admit(&mut again, true).await;
    let yours = step(&mut phone, "yours").await;
    for tab in [&mut ann, &mut again] {
        over(tab, "is you now").await;
    }
    assert_eq!(yours["name"], "Ann");
    let welcome = phone.enter("Ann", &secret("phone"), None).await;
    assert_eq!(welcome["you"]["id"], "local:ann");

    // It has the private chat with its pictures, by a proof of its own, and both get what is said.
    let lines = phone.wait("lines").await;
    let lines = lines["lines"].as_array().unwrap();
    assert!(lines.iter().any(|line| line["id"] == board["id"]), "{lines:?}");
    let proof = welcome["you"]["proof"].as_str().unwrap();
    assert_eq!(program.get(&address).await.status, 404);
    assert_eq!(program.get(&format!("{address}&by={proof}")).await.status, 200);
    phone.send(said(2, "private", "help")).await;
    for tab in [&mut ann, &mut phone] {
        tab.line(|line| text_of(line) == "help" && line["place"] == "private").await;
    }
    program.close().await;

    // Both are that person after a restart, and nobody can read the code or a secret in the file.
    let program = LocalPage::open(folder.path()).await;
    for whose in ["Ann", "phone"] {
        let welcome = program.connect().await.enter("Ann", &secret(whose), None).await;
        assert_eq!(welcome["you"]["id"], "local:ann", "{whose}");
    }
    assert_eq!(
        program.connect().await.enter("Ann", &secret("third"), None).await["type"],
        "refused"
    );
    program.close().await;
    let kept = kept(folder.path());
    for hidden in [&code, &secret("phone")] {
        assert!(!kept.windows(hidden.len()).any(|bytes| bytes == hidden.as_bytes()));
    }
}

/// The next message about devices that has these words. All pages of a person hear what is asked and answered, so
/// others may come before it.
async fn device(tab: &mut Tab, words: &str) -> Value {
    loop {
        let message = tab.wait("device").await;
        if message.to_string().contains(words) {
            return message;
        }
    }
}

/// Lets a further browser of `ann` in, which has this secret, as one of hers says.
async fn let_in(program: &LocalPage, by: &mut Tab, whose: &str) -> (Tab, Value) {
    by.send(json!({ "type": "code" })).await;
    let code = device(by, "\"code\"").await["code"].as_str().unwrap().to_owned();
    let mut tab = program.connect().await;
    type_code(&mut tab, &code, whose).await;
    device(by, "\"asks\"").await;
    admit(by, true).await;
    device(&mut tab, "\"yours\"").await;
    let welcome = tab.enter("ann", &secret(whose), None).await;
    tab.wait("games").await;
    (tab, welcome)
}

async fn sign_out(tab: &mut Tab) {
    tab.send(json!({ "type": "signout" })).await;
}

/// Is a page told that it has been signed out, and by whom; then its connection ends.
async fn is_out(tab: &mut Tab, by: &str) {
    let why = tab.wait("out").await["why"].take();
    let words = format!("You have been signed out here by {by}, on ");
    assert!(why.as_str().unwrap().starts_with(&words), "{why}");
    while tab.next().await.is_some() {}
}

#[tokio::test]
async fn a_lost_device_is_signed_out_from_another_one() {
    let folder = tempfile::tempdir().unwrap();
    let program = LocalPage::open(folder.path()).await;
    let mut ann = program.enter("ann").await;
    let mut ben = program.enter("ben").await;
    let (mut phone, welcome) = let_in(&program, &mut ann, "phone").await;
    let mut tab = program.connect().await;
    tab.enter("ann", &secret("phone"), None).await;
    phone.send(said(1, "private", "challenge bot 1 white")).await;
    let board = phone.line(|line| line["picture"].is_object()).await;
    let proof = welcome["you"]["proof"].as_str().unwrap();
    let address = format!("{}&by={proof}", board["picture"]["src"].as_str().unwrap());
    assert_eq!(program.get(&address).await.status, 200);

    // A guest signs nobody out. The first one does, and the phone is out at once with all its tabs.
    let mut guest = program.connect().await;
    for page in [&mut guest, &mut ann] {
        sign_out(page).await;
    }
    for page in [&mut phone, &mut tab] {
        is_out(page, "the browser that let this one in").await;
    }
    device(&mut ann, "this browser alone").await;
    assert_eq!(program.get(&address).await.status, 404);
    for page in [&mut ann, &mut ben] {
        assert!(page.ask(json!("times")).await["times"].is_array());
    }
    program.close().await;

    // It stays so, and who comes later is told as well.
    let program = LocalPage::open(folder.path()).await;
    let answer = program.connect().await.enter("ann", &secret("phone"), None).await;
    assert_eq!((&answer["type"], &answer["out"]), (&json!("refused"), &json!(true)));
    assert!(answer["why"].as_str().unwrap().contains("by the browser that let this one in, on "));
    let other = program.connect().await.enter("ann", &secret("other"), None).await;
    assert_eq!((&other["type"], &other["out"]), (&json!("refused"), &json!(false)));
    let mut ann = program.enter("ann").await;
    // It can be let in again.
    let (mut phone, welcome) = let_in(&program, &mut ann, "phone").await;
    assert_eq!(welcome["you"]["id"], "local:ann");
    assert!(phone.ask(json!("times")).await["times"].is_array());
    program.close().await;
}

/// A device that was let in takes the name from nobody who has let it in, and from those alone who came later or
/// beside it.
#[tokio::test]
async fn a_device_signs_out_nobody_who_let_it_in() {
    let folder = tempfile::tempdir().unwrap();
    let program = LocalPage::open(folder.path()).await;
    let mut ann = program.enter("ann").await;
    let (mut phone, _) = let_in(&program, &mut ann, "phone").await;
    let (mut beside, _) = let_in(&program, &mut ann, "beside").await;
    let (mut thief, _) = let_in(&program, &mut phone, "thief").await;
    sign_out(&mut thief).await;
    device(&mut thief, "in those that let it in, which it cannot sign out").await;
    is_out(&mut beside, "another browser of yours").await;
    for page in [&mut ann, &mut phone, &mut thief] {
        assert!(page.ask(json!("times")).await["times"].is_array());
    }
    for whose in ["ann", "phone", "thief"] {
        let answer = program.connect().await.enter("ann", &secret(whose), None).await;
        assert_eq!(answer["type"], "welcome", "{whose}");
    }
    // However many it lets in, those above it stay.
    for n in 0..12 {
        drop(let_in(&program, &mut thief, &format!("further-{n}")).await);
    }
    sign_out(&mut ann).await;
    device(&mut ann, "this browser alone").await;
    is_out(&mut phone, "the browser that let this one in").await;
    is_out(&mut thief, "the browser that took your name first").await;
    program.close().await;
}

#[tokio::test]
async fn a_code_works_once_and_only_with_a_yes() {
    let folder = tempfile::tempdir().unwrap();
    let program = LocalPage::open(folder.path()).await;
    let mut ann = program.enter("ann").await;
    let mut thief = program.connect().await;
    // Nobody has this code, a guest has none to show, and nobody waits for a yes.
    type_code(&mut thief, "AAAAAAAA", "thief").await;
    over(&mut thief, "Tap \u{201c}Use another device\u{201d}").await;
    thief.send(json!({ "type": "code" })).await;
    thief.send(json!({ "type": "admit", "yes": true })).await;
    admit(&mut ann, true).await;
    over(&mut ann, "No device waits").await;

    let first = code(&mut ann).await;
    type_code(&mut thief, &first, "thief").await;
    step(&mut thief, "waits").await;
    step(&mut ann, "asks").await;
    let mut other = program.connect().await;
    type_code(&mut other, &first, "other").await;
    over(&mut other, "works once").await;
    admit(&mut ann, false).await;
    over(&mut thief, "said no").await;
    over(&mut ann, "You said no").await;
    admit(&mut ann, true).await;
    over(&mut ann, "No device waits").await;
    assert_eq!(thief.enter("ann", &secret("thief"), None).await["type"], "refused");

    // A new code takes the place of the one before, and of whoever has typed that.
    let second = code(&mut ann).await;
    let third = code(&mut ann).await;
    type_code(&mut other, &second, "other").await;
    over(&mut other, "works once").await;
    type_code(&mut other, &third, "other").await;
    step(&mut other, "waits").await;
    step(&mut ann, "asks").await;
    let fourth = code(&mut ann).await;
    over(&mut other, "a new code").await;
    // Who has gone meanwhile is not let in; here it is somebody with a name, so that ann sees when.
    assert_eq!(other.enter("carl", &secret("carl"), None).await["type"], "welcome");
    while ann.wait("people").await["here"] != json!(["ann", "carl"]) {}
    type_code(&mut other, &fourth, "other").await;
    step(&mut other, "waits").await;
    step(&mut ann, "asks").await;
    drop(other);
    while ann.wait("people").await["here"] != json!(["ann"]) {}
    admit(&mut ann, true).await;
    over(&mut ann, "No device waits").await;
    program.close().await;
}

#[tokio::test]
async fn a_code_is_over_after_five_minutes() {
    let folder = tempfile::tempdir().unwrap();
    let clock = ManualClock::new(1_700_000_000_000);
    let going = tokio::spawn(run(clock.clone()));
    let program = LocalPage::open_with(folder.path(), Arc::new(clock.clone())).await;
    let code = code(&mut program.enter("ann").await).await;
    clock.advance(Duration::from_mins(5));
    let mut phone = program.connect().await;
    type_code(&mut phone, &code, "phone").await;
    over(&mut phone, "for five minutes").await;
    program.close().await;
    going.abort();
}

#[tokio::test]
async fn whoever_guesses_codes_has_to_wait() {
    let folder = tempfile::tempdir().unwrap();
    let clock = ManualClock::new(1_700_000_000_000);
    let going = tokio::spawn(run(clock.clone()));
    let program = LocalPage::open_with(folder.path(), Arc::new(clock.clone())).await;
    let mut ann = program.enter("ann").await;
    let code = code(&mut ann).await;
    let mut guest = program.connect().await;
    for _ in 0..10 {
        type_code(&mut guest, "AAAAAAAA", "guest").await;
        over(&mut guest, "No device of yours").await;
    }
    // Then not even the right one helps, and it stays good.
    type_code(&mut guest, &code, "guest").await;
    over(&mut guest, "Wait a minute").await;
    clock.advance(Duration::from_mins(1));
    type_code(&mut guest, &code, "guest").await;
    step(&mut guest, "waits").await;
    step(&mut ann, "asks").await;
    program.close().await;
    going.abort();
}
