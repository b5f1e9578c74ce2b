//! The dice against an independent implementation, `tests/verify_dice.py`.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::{
    fmt::Write as _,
    io::Write as _,
    process::{Command, Output, Stdio},
};

use dice::{Agreement, Scheme, Secret};
use games::{Dice, Die};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/verify_dice.py");

/// Returns `true` if the script can run here. Says so loudly where it cannot, and fails where it must.
fn have_python() -> bool {
    let found = Command::new("python3").arg("--version").output().is_ok_and(|o| o.status.success());
    if !found {
        let wanted = std::env::var_os("MARTIAN_CAKE_REQUIRE_PYTHON").is_some_and(|v| v == "1");
        assert!(!wanted, "python3 is missing and MARTIAN_CAKE_REQUIRE_PYTHON=1 asks for it");
        // This writes to the handle itself: the test harness would swallow what eprintln! prints.
        let _ = writeln!(
            std::io::stderr(),
            "SKIPPED: python3 is missing, so the dice were not compared with {SCRIPT}"
        );
    }
    found
}

fn script(args: &[&str], input: &str) -> Output {
    let mut child = Command::new("python3")
        .arg(SCRIPT)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    output
}

fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// A small generator of its own (splitmix64): the vectors are the same on every run.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn byte(&mut self) -> u8 {
        self.next().to_le_bytes()[0]
    }

    fn text(&mut self, alphabet: &[u8]) -> String {
        let len = 1 + usize::from(self.byte() % 64);
        (0..len).map(|_| alphabet[usize::from(self.byte()) % alphabet.len()] as char).collect()
    }
}

#[test]
fn another_implementation_throws_the_same() {
    if !have_python() {
        return;
    }
    let mut numbers = Numbers(1);
    let (mut asked, mut expected) = (String::new(), String::new());
    for _ in 0..500 {
        let secret = Secret::from_bytes(std::array::from_fn(|_| numbers.byte()));
        let id = numbers.text(b"0123456789abcXYZ#!{}~");
        let salt = numbers.text(b"0123456789abcXYZ._:-");
        let n = u32::try_from(numbers.next() % 1_000_000).unwrap();
        let [a, d] = [(); 2].map(|()| 1 + numbers.byte() % 255);
        let thrown = dice::roll(&id, &secret, n, &salt, &Dice::pair(Die::new(a), Die::new(d)));
        writeln!(asked, "{} {id} {n} {salt} d{a} d{d}", secret.reveal()).unwrap();
        let agreed = Agreement {
            id: &id,
            game: &numbers.text(b"abcdefghijklmnop"),
            options: &numbers.text(b"abc=,0123456789"),
            seats: 1 + numbers.byte() % 6,
            start: &numbers.text(b"abcABC123/- "),
        };
        let Agreement { game, options, seats, start, .. } = agreed;
        writeln!(asked, "{game}\n{options}\n{seats}\n{start}").unwrap();
        let [one, two] = Scheme::ALL.map(|scheme| agreed.commitment(scheme, &secret));
        writeln!(expected, "{one} {two} {thrown}").unwrap();
    }
    assert_eq!(stdout(&script(&["vectors"], &asked)), expected);
}

#[test]
fn another_implementation_knows_the_published_vectors() {
    if !have_python() {
        return;
    }
    let secret = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
    let start = "lcgacl/ssssss/6/6/SSSSSS/LCAGCL w -/- 0";
    let second = script(&["commitment2", secret, "12", "lyra", "v1=on,v4=on", "2", start], "");
    assert_eq!(
        stdout(&second),
        "aee334d7e98cdb437779096c44ce97de43b52c3dd0137e98fae79ae3bfd48e81\n"
    );
    let commitment = script(&["commitment", secret, "12"], "");
    assert_eq!(
        stdout(&commitment),
        "c91996381f87d06e753ed38cb2fe2647bd40d5f794befce3b290b395c214116a\n"
    );
    let roll = script(&["roll", secret, "12", "4", "s1084", "d10", "d12"], "");
    assert_eq!(stdout(&roll), "2,6\n");
}

/// The example of the page about records, in a file.
#[test]
fn another_implementation_proves_a_record() {
    if !have_python() {
        return;
    }
    let page = include_str!("../../docs/RECORD.md");
    let example = page.split("```\n").nth(1).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.txt");
    let check = |text: &str| {
        std::fs::write(&file, text).unwrap();
        script(&["record", file.to_str().unwrap()], "")
    };
    assert_eq!(stdout(&check(example)), "ok, 2 rolls\n");
    for (from, to, told) in [
        ("(3,4)", "(3,3)", "line 19: the roll should be (3,4)\n"),
        ("\"0001", "\"0101", "the commitment should be "),
    ] {
        let output = check(&example.replace(from, to));
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && message.starts_with(told), "{message}");
    }
}
