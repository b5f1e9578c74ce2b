//! Signed records: whatever is changed in one is found out, by whoever knows the host's key.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use martian_cake::{
    signing::{HostKey, PublicKey},
    table::record::{Record, verify, verify_signed_by},
};

use crate::record::EXAMPLE;

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
