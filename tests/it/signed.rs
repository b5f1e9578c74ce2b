//! Signed records: whatever is changed in one is found out, by whoever knows the host's key.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::{path::Path, sync::Arc};

use chat::{Incoming, Reply};
use host::{HostHandle, HostSettings, ManualClock, Outbox, SystemEntropy};
use render::Renderer;
use signing::{HostKey, PublicKey};
use store::Store;
use table::{
    MessageId, Person, PersonId, PlaceId, Platform,
    record::{Record, replay, verify, verify_signed_by},
};

use crate::{record::EXAMPLE, support::outbox::next_reply};

/// The key of docs/RECORD.md: the bytes 20 21 … 3f.
fn host() -> HostKey {
    HostKey::from_bytes(std::array::from_fn(|i| u8::try_from(i).unwrap() + 0x20))
}

fn public() -> PublicKey {
    host().public()
}

/// The example of docs/RECORD.md, signed.
fn example() -> String {
    Record::parse(EXAMPLE).unwrap().signed_by(&host()).to_text()
}

/// The record without the lines of these tags.
fn without(text: &str, names: &[&str]) -> String {
    let is_kept = |line: &&str| !names.iter().any(|name| line.starts_with(&format!("[{name} ")));
    text.lines().filter(is_kept).map(|line| format!("{line}\n")).collect()
}

fn told(text: &str) -> String {
    match verify(text) {
        Ok(verified) => verified.to_string(),
        Err(fault) => fault.to_string(),
    }
}

#[test]
fn a_signed_record_says_by_whom() {
    let text = example();
    let ok = format!("ok, signed by {}", public());
    assert_eq!(told(&text), ok);
    assert_eq!(verify_signed_by(&text, &public()).unwrap().to_string(), ok);
    // It reads and writes back byte for byte, with the tags behind the result.
    let record = Record::parse(&text).unwrap();
    assert_eq!(record.to_text(), text);
    let names: Vec<&str> =
        text.lines().filter_map(|line| line.strip_prefix('[')?.split(' ').next()).collect();
    assert_eq!(names[names.len() - 3..], ["Result", "Key", "Signature"]);
    // What is signed is the canonical text without that one line.
    let signed = record.signed.unwrap();
    assert!(public().has_signed(&without(&text, &["Signature"]), &signed.signature));
    // A record that is signed anew has the same signature.
    assert_eq!(record.signed_by(&host()).to_text(), text);
}

#[test]
fn what_is_not_proven_can_be_signed() {
    let running = without(EXAMPLE, &["Secret"]).replace("resign 2\n", "");
    let running = running.replace("win 1 resignation", "ongoing");
    let signed = Record::parse(&running).unwrap().signed_by(&host()).to_text();
    let reason = "ok, dice not proven: the secret is not revealed";
    assert_eq!(told(&signed), format!("{reason}, signed by {}", public()));
    assert_eq!(told(&running), reason);
}

#[test]
fn the_form_does_not_matter() {
    let text = example();
    let key = format!("[Key \"{}\"]\n", public());
    let moved = format!("{key}{}", text.replace(&key, ""));
    let odd = text.replace("\n5. f4xf5", " {a comment} 5. f4xf5").replace('\n', " \r\n");
    for form in [moved, odd, format!("\u{feff}{text}"), text.trim_end().to_owned()] {
        assert_ne!(form, text);
        assert_eq!(verify_signed_by(&form, &public()).unwrap().record.to_text(), text);
    }
}

/// The ways in which a record leaves a chat, a phone or an editor of old.
fn pasted_forms(text: &str) -> Vec<String> {
    let curly = text.replace(" \"", " \u{201C}").replace("\"]", "\u{201D}]");
    let of_phone = curly.replace("\\\"the\\\"", "\\\u{201C}the\\\u{201D}");
    vec![
        text.replace('\n', "\r"),
        of_phone.replace('\n', "\r"),
        curly,
        of_phone,
        text.replace("[", "  [").replace("\n1. ", "\n\t1. "),
        text.replace('\n', "\n\u{a0}\u{202f}"),
        text.replace(". ", ".\u{a0}").replace(" (", "\u{a0}(").replace("e 2", "e\u{a0}2"),
        text.replace(" \"", "\u{a0}\""),
        format!("\r\r{}", text.replace('\n', "\r \r")),
        format!("> ```text\n> {}\n> ```", text.trim_end().replace('\n', "\n> ")),
    ]
}

#[test]
fn a_pasted_record_is_the_one_that_was_signed() {
    let text = example();
    for form in pasted_forms(&text) {
        let verified =
            verify_signed_by(&form, &public()).unwrap_or_else(|fault| panic!("{fault}\n{form}"));
        assert_eq!(verified.record.to_text(), text);
        assert_eq!(replay(&form).unwrap().unwrap().replay.plies(), 6);
        // What it means counts as before, and a fault has its line in the file.
        let forged = form.replace("f3-f4", "f3-f5");
        let at = forged[..forged.find("f3-f5").unwrap()].split(['\n', '\r']).count();
        assert!(told(&forged).starts_with(&format!("line {at}: ")), "{}\n{forged}", told(&forged));
        assert!(
            told(&form.replace("Ann", "Eve")).contains("the signature does not hold"),
            "{form}"
        );
        assert!(
            told(&form.replace("Ann", "A\u{a0}n")).contains("the signature does not hold"),
            "{form}"
        );
    }
}

/// Everything that can be wrong with the two tags.
#[test]
fn faults_of_the_tags() {
    let text = example();
    let record = Record::parse(&text).unwrap();
    let (key, signature) = (public().to_string(), record.signed.unwrap().signature.to_string());
    let changed = |from: &str, to: &str| told(&text.replace(from, to));
    assert_eq!(told(&without(&text, &["Key"])), "line 11: a signature needs its key");
    assert_eq!(told(&without(&text, &["Signature"])), "line 11: a key needs its signature");
    assert_eq!(told(&without(&text, &["Key", "Signature"])), "ok");
    for wrong in ["", &key[1..], &key.to_uppercase(), &format!("{key}00")] {
        assert_eq!(changed(&key, wrong), "line 11: a key is 64 small hex digits");
    }
    let small_order = format!("01{}", "00".repeat(31));
    assert_eq!(changed(&key, &small_order), "line 11: these digits are no Ed25519 key");
    for wrong in ["", &signature[1..], &signature.to_uppercase(), &"0".repeat(130)] {
        assert_eq!(changed(&signature, wrong), "line 12: a signature is 128 small hex digits");
    }
    let does_not_hold = "line 12: the signature does not hold";
    assert!(changed(&signature, &"0".repeat(128)).starts_with(does_not_hold));
    let other = HostKey::from_bytes([9; 32]).public().to_string();
    assert!(changed(&key, &other).starts_with(does_not_hold));
    let digit = if signature.starts_with('0') { "1" } else { "0" };
    assert!(changed(&signature, &format!("{digit}{}", &signature[1..])).starts_with(does_not_hold));
    // The signature is judged last: a wrong roll is named as without one.
    assert_eq!(changed("(3,4)", "(3,3)"), "line 18: the roll (3,3) should be (3,4)");
}

#[test]
fn a_key_that_is_asked_for_must_have_signed() {
    let other = HostKey::from_bytes([9; 32]);
    let by = |text: &str| verify_signed_by(text, &public()).unwrap_err().to_string();
    assert_eq!(by(EXAMPLE), "line 11: the tag Signature is missing");
    let foreign = Record::parse(EXAMPLE).unwrap().signed_by(&other).to_text();
    assert_eq!(by(&foreign), format!("line 11: the key should be {}", public()));
    assert_eq!(told(&foreign), format!("ok, signed by {}", other.public()));
}

/// The record cut after `kept` plies, and ended by a resignation of this seat.
fn cut(text: &str, kept: usize, seat: u8) -> String {
    let result = format!("win {} resignation", 3 - seat);
    let (tags, body) = text.split_once("\n\n").unwrap();
    let plies: String = body.lines().take(kept).map(|line| format!("{line}\n")).collect();
    let tags = tags.replace("win 1 resignation", &result);
    format!("{tags}\n\n{plies}resign {seat}\n{result}\n")
}

/// Fifty records that tell another story than the one that was signed, all of them sound.
fn forgeries(text: &str) -> Vec<String> {
    let mut forged = Vec::new();
    let mut change = |from: &str, to: String| {
        assert!(text.contains(from), "{from}");
        forged.push(text.replace(from, &to));
    };
    for name in ["Bo", "ann", "Ann ", "?", "", "Änn", "Martian Cake, level 7"] {
        change("[Seat1 \"Ann\"]", format!("[Seat1 \"{name}\"]"));
        change("[Seat2 \"Bo \\\"the\\\" Bot\"]", format!("[Seat2 \"{name}\"]"));
    }
    for date in ["2026-08-15", "2026-08-13", "2025-08-14", "2027-08-14", "?", "0001-01-01"] {
        change("2026-08-14", date.to_owned());
    }
    change("[Seat1 \"Ann\"]", "[Event \"final\"]\n[Seat1 \"Ann\"]".to_owned());
    for options in ["v1=on,v3=on,v4=on", "v1=on", "v4=on", "v1=on,v4=on,v5=on", ""] {
        change("[Options \"v1=on,v4=on\"]", format!("[Options \"{options}\"]"));
    }
    change("[Options \"v1=on,v4=on\"]\n", String::new());
    change("[Date \"2026-08-14\"]\n", String::new());
    change("[Seat1 \"Ann\"]\n", String::new());
    change("[Seat2 \"Bo \\\"the\\\" Bot\"]\n", String::new());
    change(
        "[Seat1 \"Ann\"]\n[Seat2 \"Bo \\\"the\\\" Bot\"]",
        "[Seat1 \"Bo \\\"the\\\" Bot\"]\n[Seat2 \"Ann\"]".to_owned(),
    );
    for event in
        ["time 2", "forfeit 2", "agreement", "abort", "adjudication 1", "adjudication draw"]
    {
        let result = match event {
            "time 2" => "win 1 time",
            "forfeit 2" => "win 1 forfeit",
            "agreement" => "draw agreement",
            "abort" => "aborted",
            "adjudication 1" => "win 1 adjudication",
            _ => "draw adjudication",
        };
        forged.push(text.replace("resign 2", event).replace("win 1 resignation", result));
    }
    for kept in 0..=6 {
        forged.extend([1, 2].map(|seat| cut(text, kept, seat)));
    }
    forged.retain(|forgery| forgery != text);
    forged
}

/// Names, seats, dates and options of a game and its end, as no dice prove them: with a signature
/// each change is found, without one none is.
#[test]
fn fifty_of_fifty_forgeries_are_found() {
    let bare = without(EXAMPLE, &["Secret"]);
    let text = Record::parse(&bare).unwrap().signed_by(&host()).to_text();
    let other = HostKey::from_bytes([9; 32]);
    let forged = forgeries(&text);
    let (mut found, mut unseen) = (0, 0);
    for forgery in forged.iter().take(50) {
        // With the signature still there, and for whoever asks for it, by whatever means.
        assert!(told(forgery).contains(": the signature does not hold"), "{forgery}");
        let stripped = without(forgery, &["Key", "Signature"]);
        unseen += u32::from(verify(&stripped).is_ok());
        let resigned = Record::parse(&stripped).unwrap().signed_by(&other).to_text();
        let is_found = |text: &str| verify_signed_by(text, &public()).is_err();
        found += u32::from([forgery, &stripped, &resigned].into_iter().all(|text| is_found(text)));
    }
    assert_eq!((found, unseen), (50, 50));
}

/// A record as a host gives it out, of a game with dice of the second scheme.
fn hosted() -> String {
    include_str!("../../docs/RECORD.md").split("```\n").nth(1).unwrap().to_owned()
}

/// The record with this line put in another place, or with another one in its place.
fn edited(text: &str, edit: impl FnOnce(&mut Vec<String>)) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    edit(&mut lines);
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// The record spoiled in every way that a rule can name: lines cut, swapped and doubled, their letters small
/// and capital, each of their characters another one or none, and any two tags cut together.
fn spoiled(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let mut all = Vec::new();
    for (n, line) in lines.iter().enumerate() {
        all.push(edited(text, |lines| drop(lines.remove(n))));
        all.push(edited(text, |lines| lines.insert(n, (*line).to_owned())));
        all.push(edited(text, |lines| lines[n] = line.to_lowercase()));
        all.push(edited(text, |lines| lines[n] = line.to_uppercase()));
        for m in n + 1..lines.len() {
            all.push(edited(text, |lines| lines.swap(n, m)));
            all.push(edited(text, |lines| drop((lines.remove(m), lines.remove(n)))));
            all.push(edited(text, |lines| {
                lines[n] = lines[n].to_lowercase();
                lines[m] = lines[m].to_lowercase();
            }));
        }
        for at in 0..line.len() {
            let other = if line.as_bytes()[at] == b'1' { "2" } else { "1" };
            for put in ["", other] {
                let mut line = (*line).to_owned();
                line.replace_range(at..=at, put);
                all.push(edited(text, |lines| lines[n] = line));
            }
        }
    }
    all
}

/// A spoiled record is at fault, or is the signed one in another form, or lacks its signature and is told to.
#[test]
fn no_spoiled_record_is_simply_ok() {
    let text = hosted();
    assert_eq!(told(&text), format!("ok, signed by {}", public()));
    let (mut unsigned, mut forms) = (0, 0);
    for spoiled in spoiled(&text) {
        let Ok(verified) = verify(&spoiled) else { continue };
        if verified.signer().is_some() {
            assert_eq!(verified.record.to_text(), text, "{spoiled}");
            forms += 1;
        } else {
            assert!(verified.lacks_signature(), "{verified}: {spoiled}");
            unsigned += 1;
        }
    }
    // Tags in another order and spaces are another form; both tags of the signature are cut in one case.
    assert!(unsigned == 1 && forms > 50, "{unsigned} {forms}");
    // The same of a game without dice, which has no commitment.
    let bare = without(&text, &["Commitment", "Secret", "Dice", "Key", "Signature"]);
    let bare = bare.replace(" {1274019562035904613}", "").replace(" {1274019562035904613.6}", "");
    assert!(verify(&bare).unwrap().lacks_signature());
    // Nobody knows of a record of before whether it was signed.
    assert!(!verify(EXAMPLE).unwrap().lacks_signature());
}

#[test]
fn a_tag_in_other_letters_is_a_fault() {
    let text = hosted();
    for (from, line, right) in
        [("Key", 12, "Key"), ("Seat1", 4, "Seat1"), ("Date", 6, "Date"), ("Secret", 10, "Secret")]
    {
        for wrong in [from.to_lowercase(), from.to_uppercase()] {
            let told = told(&text.replace(&format!("[{from} "), &format!("[{wrong} ")));
            let fault = format!("line {line}: the tag {wrong} should be written {right}");
            assert_eq!(told, fault);
        }
    }
    // Both of the signature, so that it would be gone.
    let both = text.replace("[Key ", "[key ").replace("[Signature ", "[signature ");
    assert_eq!(told(&both), "line 12: the tag key should be written Key");
    let army = text.replace("[Result", "[SETUPSALT1 \"x\"]\n[Result");
    assert_eq!(told(&army), "line 11: the tag SETUPSALT1 should be written SetupSalt1");
    // Tags that mean nothing here may be written in any way.
    let other = Record::parse(&EXAMPLE.replace("\n\n1. ", "\n[event \"x\"]\n[Seat \"y\"]\n\n1. "));
    assert_eq!(other.unwrap().other_tags.len(), 2);
}

/// The example of the page about records, which another program has signed.
#[test]
fn the_page_about_records_has_a_signed_one() {
    let text = hosted();
    assert_eq!(told(&text), format!("ok, signed by {}", public()));
    assert_eq!(Record::parse(&text).unwrap().signed_by(&host()).to_text(), text);
}

/// What `verify FILE` and `verify FILE --key KEY` print, and how they end.
#[test]
fn the_command_line_demands_a_key() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.txt");
    let call = |text: &str, key: Option<&str>| {
        std::fs::write(&file, text).unwrap();
        let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_martian-cake"));
        program.arg("verify").arg(&file).args(key.map(|key| format!("--key={key}")));
        let output = program.output().unwrap();
        let (out, err) = (output.stdout, output.stderr);
        (output.status.code(), String::from_utf8(out).unwrap(), String::from_utf8(err).unwrap())
    };
    let (signed, key) = (example(), public().to_string());
    let ok = (Some(0), format!("ok, signed by {key}\n"), String::new());
    assert_eq!(call(&signed, None), ok);
    assert_eq!(call(&signed, Some(&key)), ok);
    assert_eq!(call(EXAMPLE, None), (Some(0), "ok\n".to_owned(), String::new()));
    for form in pasted_forms(&signed) {
        assert_eq!(call(&form, Some(&key)), ok, "{form}");
    }
    // Of a host that signs its records the signature is missed, beside the answer.
    let (code, out, err) = call(&without(&hosted(), &["Key", "Signature"]), None);
    assert_eq!((code, out.as_str()), (Some(0), "ok\n"));
    assert!(err.contains("a signature may have been cut off"), "{err}");
    let other = HostKey::from_bytes([9; 32]).public().to_string();
    for (text, key) in [(EXAMPLE, &key), (&signed, &other), (&signed.replace("Ann", "Ben"), &key)] {
        let (code, out, err) = call(text, Some(key));
        assert_eq!((code, out.as_str()), (Some(1), ""));
        assert!(err.starts_with("martian-cake: line 1"), "{err}");
    }
    for wrong in ["", "ab", &key[1..], &key.to_uppercase(), &"0".repeat(64)] {
        let (code, out, _) = call(&signed, Some(wrong));
        assert_eq!((code, out.as_str()), (Some(2), ""), "{wrong}");
    }
}

/// A host on a database of its own, whose time stands still, so that its bot is never slow.
struct Running {
    host: HostHandle,
    outbox: Outbox,
    said: u32,
}

impl Running {
    fn start(database: &Path) -> Self {
        let store = Store::open(database).unwrap();
        let (host, outbox) = host::start(
            store,
            HostSettings::new(Platform::Local),
            Arc::new(ManualClock::new(0)),
            Box::new(SystemEntropy),
            Renderer::blank(),
        )
        .unwrap();
        Self { host, outbox, said: 0 }
    }

    /// The answer to a line in the channel or in the private chat of its writer.
    async fn says(&mut self, name: &str, private: bool, text: &str) -> Reply {
        self.said += 1;
        let id = MessageId::new(Platform::Local, format!("m{}", self.said));
        let author = Person { id: PersonId::new(Platform::Local, name), name: name.to_owned() };
        let channel = PlaceId::channel(Platform::Local, "channel");
        let place = if private { author.id.private_place() } else { channel };
        self.host.receive(Incoming::line(id, author, place, text, 0));
        next_reply(&mut self.outbox).await.unwrap().reply
    }
}

/// A pasted record is compared with the stored game, and a private game is confirmed to its player
/// alone.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_chat_compares_a_record_with_the_stored_game() {
    let folder = tempfile::tempdir().unwrap();
    let mut running = Running::start(&folder.path().join("games.db"));
    let mut records = Vec::new();
    for (no, private) in [(1, false), (2, true)] {
        running.says("ann", private, "challenge bot 1 white lyra").await;
        running.says("ann", private, "f2-f3").await;
        running.says("ann", private, &format!("resign #{no} yes")).await;
        let reply = running.says("ann", private, &format!("record #{no}")).await;
        records.push(reply.file().unwrap().text.clone());
    }
    let about = running.says("ann", false, "about").await.text;
    let key = Record::parse(&records[0]).unwrap().signed.unwrap().key.to_string();
    assert!(about.contains(&key) && records[0].contains("[Dice \"2\"]"), "{about}");

    let [open, hidden] = [&records[0], &records[1]];
    for name in ["ann", "ben"] {
        let words = running.says(name, false, &format!("verify\n```\n{open}```")).await.text;
        assert!(words.ends_with("It has my signature. It is #1 as I have it."), "{words}");
    }
    let quoted = format!("> {}", open.trim_end().replace('\n', "\n> "));
    for form in [
        format!("verify #1 {quoted}"),
        format!("Verify\n> ```text\n{quoted}\n> ```\nIs that right?"),
        format!("verify ```\r{}\r```", open.replace('\n', "\r")),
        format!("verify\r\n    {}", open.replace('\n', "\r\n    ")),
        format!("verify {}", open.replace(" \"", " \u{201C}").replace("\"]", "\u{201D}]")),
    ] {
        let words = running.says("ben", false, &form).await.text;
        assert!(words.ends_with("It has my signature. It is #1 as I have it."), "{form}: {words}");
    }
    let mut told = async |name: &str, private, record: &str| {
        let line = format!("verify\n```\n{record}```");
        running.says(name, private, &line).await.text
    };
    let cut = without(open, &["Key", "Signature"]);
    let words = told("ben", false, &cut).await;
    let missing = "Nobody has signed it. It says what #1 says here, but my signature is missing";
    assert!(words.contains(missing) && words.contains("`record #1` gives mine"), "{words}");
    let foreign = HostKey::from_bytes([9; 32]);
    let resigned = Record::parse(&cut).unwrap().signed_by(&foreign).to_text();
    let words = told("ben", false, &resigned).await;
    assert!(words.contains("not mine. It says what #1 says here, but my signature"), "{words}");
    let forged = without(&open.replace("\"ann\"", "\"eve\""), &["Key", "Signature"]);
    let words = told("ben", false, &forged).await;
    assert!(words.contains("Nobody has signed it. It is not #1 as I have it: line 4"), "{words}");
    let words = told("ben", false, &open.replace("\"ann\"", "\"eve\"")).await;
    assert!(words.contains("does not hold. Line 13: the signature"), "{words}");
    // Whoever may not see a game is told as much as of one that does not exist.
    let words = told("ann", true, hidden).await;
    assert!(words.ends_with("It is #2 as I have it."), "{words}");
    let unknown = "It is no game of mine that can be seen from here, so I cannot compare it.";
    assert!(told("ben", true, hidden).await.ends_with(unknown));
    assert!(told("ben", false, EXAMPLE).await.ends_with(unknown));
}
