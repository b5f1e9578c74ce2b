//! Records, written and read: every fault is named, and nothing that a file holds does harm.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use dice::{Agreement, Scheme, Secret, roll};
use games::{Branch, GameKind, Outcome, Play, Reason, Roll, Rules, lyra::Position};
use proptest::prelude::*;
use table::{
    LogEvent, PlyRoll,
    record::{MAX_RECORD, Record, Verdict, verify},
};

/// The example of docs/RECORD.md, a whole game.
pub(crate) const EXAMPLE: &str = r#"[Game "lyra"]
[Rules "1"]
[Options "v1=on,v4=on"]
[Seat1 "Ann"]
[Seat2 "Bo \"the\" Bot"]
[Date "2026-08-14"]
[Id "12"]
[Commitment "c91996381f87d06e753ed38cb2fe2647bd40d5f794befce3b290b395c214116a"]
[Secret "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"]
[Result "win 1 resignation"]

1. f2-f3
2. d5-d4
3. f3-f4
4. d4-d3
5. f4xf5 (3,4) {1274019562035904613}
6. d3xd2 (3,3) {1274019562035904613.6}
resign 2
win 1 resignation
"#;

/// A record without dice that goes on after `plies`, with `tags` in place of the usual ones.
fn plain(tags: &str, plies: &str) -> String {
    format!("[Game \"lyra\"]\n[Rules \"1\"]\n{tags}\n\n{plies}\n")
}

fn ongoing(plies: &str) -> String {
    plain("[Result \"ongoing\"]", plies)
}

fn fault(text: &str) -> String {
    let parsed = Record::parse(text).unwrap_err();
    // Both ways of reading find the same fault, as long as no roll is recomputed.
    assert_eq!(verify(text).unwrap_err(), parsed);
    parsed.to_string()
}

#[track_caller]
fn check_mild(text: &str, canonical: &str) {
    let record = Record::parse(text).unwrap();
    assert_eq!(record.to_text(), canonical);
    assert_eq!(Record::parse(canonical).unwrap(), record);
}

#[test]
fn the_example_is_whole() {
    assert_eq!(verify(EXAMPLE).unwrap().to_string(), "ok");
    let record = Record::parse(EXAMPLE).unwrap();
    assert_eq!(record.to_text(), EXAMPLE);
    assert_eq!(record.names, ["Ann", "Bo \"the\" Bot"]);
    assert_eq!(record.events.len(), 7);
}

#[test]
fn changes_to_the_example_are_named() {
    let changed = |from: &str, to: &str| {
        assert!(EXAMPLE.contains(from));
        verify(&EXAMPLE.replace(from, to)).unwrap_err().to_string()
    };
    assert_eq!(changed("(3,4)", "(3,3)"), "line 16: the roll (3,3) should be (3,4)");
    let other = changed("\"000102", "\"010102");
    assert!(other.starts_with("line 8: the commitment to this secret and id should be 5554ee"));
    let result = "the result should be \"win 1 resignation\"";
    assert_eq!(changed("win 1 resignation", "win 2 resignation"), format!("line 10: {result}"));
    assert_eq!(changed("\nwin 1 r", "\nwin 2 r"), format!("line 19: {result}"));
    assert_eq!(changed("\nresign 2", ""), "line 10: the result should be \"ongoing\"");
    assert_eq!(changed("[Id \"12\"]\n", ""), "line 7: a commitment needs the tag Id");
    assert!(changed("[Id \"12\"]", "[Id \"13\"]").starts_with("line 8: the commitment"));
    assert!(changed(" {1274019562035904613}", "").starts_with("line 16: a record with a com"));
    assert!(changed(" (3,4) {1274019562035904613}", ":p").starts_with("line 16: a record with"));
    assert!(changed("904613}", "904613 }").starts_with("line 16: a salt is"));
    let gone = changed(
        "[Commitment \"c91996381f87d06e753ed38cb2fe2647bd40d5f794befce3b290b395c214116a\"]\n",
        "",
    );
    assert_eq!(gone, "line 8: a secret needs its commitment");
}

/// The example as a game of version 2 has it.
const EXAMPLE_2: [&str; 2] = [
    "[Commitment \"c91996381f87d06e753ed38cb2fe2647bd40d5f794befce3b290b395c214116a\"]",
    "[Dice \"2\"]\n[Commitment \"aee334d7e98cdb437779096c44ce97de43b52c3dd0137e98fae79ae3bfd48e81\"]",
];

#[test]
fn version_two_binds_what_was_agreed() {
    let example = EXAMPLE.replace(EXAMPLE_2[0], EXAMPLE_2[1]);
    assert_eq!(verify(&example).unwrap().to_string(), "ok");
    assert_eq!(Record::parse(&example).unwrap().to_text(), example);
    // Version 1 is what has no tag, and the tag may say so; it is not written back.
    let first = EXAMPLE.replace("[Commitment", "[Dice \"1\"]\n[Commitment");
    check_mild(&first, EXAMPLE);
    let changed = |from: &str, to: &str| {
        assert!(example.contains(from));
        verify(&example.replace(from, to)).unwrap_err().to_string()
    };
    let start = "[Id \"12\"]\n";
    let elsewhere = "[Position \"lcgacl/ssssss/6/6/SSSSSS/LCAGCL w -/- 1\"]\n[Id \"12\"]\n";
    for (from, to, line) in [
        ("[Id \"12\"]", "[Id \"13\"]", 9),
        ("v1=on,v4=on", "v1=on", 9),
        (start, elsewhere, 10),
        ("\"000102", "\"010102", 9),
        ("[Dice \"2\"]\n", "", 8),
        ("[Dice \"2\"]", "[Dice \"1\"]", 9),
    ] {
        let told = changed(from, to);
        assert!(told.starts_with(&format!("line {line}: the commitment to this sec")), "{told}");
    }
    for unknown in ["3", "0", "02", "", "two", "2 ", "99999999999999999999"] {
        let told = changed("Dice \"2", &format!("Dice \"{unknown}"));
        let named =
            format!("line 8: dice version `{}", unknown.chars().take(12).collect::<String>());
        assert!(told.starts_with(&named) && told.ends_with("is not known; known: 1, 2"), "{told}");
    }
    let again = changed("[Dice \"2\"]", "[Dice \"2\"]\n[Dice \"2\"]");
    assert_eq!(again, "line 9: the tag Dice is given twice");
}

#[test]
fn dice_that_are_not_proven() {
    let reason = |text: &str| verify(text).unwrap().to_string();
    let without = |name: &str, text: &str| -> String {
        text.lines().filter(|line| !line.contains(name)).map(|line| format!("{line}\n")).collect()
    };
    let no_secret = without("Secret", EXAMPLE);
    assert_eq!(reason(&no_secret), "ok, dice not proven: the secret is not revealed");
    let no_commitment = without("Commitment", &no_secret);
    assert_eq!(reason(&no_commitment), "ok, dice not proven: the record has no commitment");
    let outcome = no_commitment.replace(" (3,4) {1274019562035904613}", ":p");
    assert_eq!(
        reason(&outcome),
        "ok, dice not proven: an outcome stands without its roll on line 14"
    );
    // A salt without commitment is a comment, and a game without dice has nothing to prove.
    assert!(!Record::parse(&no_commitment).unwrap().to_text().contains('{'));
    assert_eq!(reason(&ongoing("1. f2-f3")), "ok");
    let classic = plain(
        "[Options \"combat=classic\"]\n[Result \"ongoing\"]",
        "1. f2-f3\n2. d5-d4\n3. f3-f4\n4. d4-d3\n5. f4xf5:w\n6. d3xd2",
    );
    assert_eq!(reason(&classic), "ok");
    assert!(Record::parse(&classic).unwrap().to_text().contains("f4xf5:w\n6. d3xd2\n"));
}

#[test]
fn mild_about_form() {
    let canonical = "[Game \"lyra\"]\n[Rules \"1\"]\n[Options \"\"]\n[Seat1 \"?\"]\n[Seat2 \"?\"]\n\
                     [Date \"?\"]\n[Result \"ongoing\"]\n[Event \"x\"]\n\n1. f2-f3\n2. d5-d4\nongoing\n";
    check_mild(canonical, canonical);
    check_mild(&canonical.replace('\n', "\r\n"), canonical);
    check_mild(&format!("\u{feff}{canonical}"), canonical);
    check_mild(&canonical.replace('\n', "  \n"), canonical);
    check_mild(&canonical.replace("\nongoing\n", ""), canonical);
    check_mild(&canonical.replace("\n2.", " 2."), canonical);
    check_mild(&canonical.replace("\n2.", " {a comment\nof two lines} 2."), canonical);
    check_mild(
        "[Event \"x\"]\n[Result \"ongoing\"]\n[Rules \"1\"]\n[Game \"lyra\"]\n1. f2-f3 2. d5-d4",
        canonical,
    );
    // The game's own start needs no tag.
    let own = format!("[Position \"{}\"]\n[Result", Position::start(&Default::default()));
    check_mild(&canonical.replace("[Result", &own), canonical);
    check_mild(
        &EXAMPLE
            .replace("5. f4xf5", "{before 5}{twice} 5. f4xf5")
            .replace("resign 2", "resign  2 {}"),
        EXAMPLE,
    );
}

#[test]
fn other_positions_and_tags_are_kept() {
    let text = "[Game \"lyra\"]\n[Rules \"1\"]\n[Options \"\"]\n[Seat1 \"\\\\ a\"]\n[Seat2 \"?\"]\n\
                [Date \"2024-02-29\"]\n[Position \"6/6/3g2/2G3/6/6 w -/- 0\"]\n[Result \"win 1 general\"]\n\
                [Round \"1\"]\n[Clock \"3d\"]\n\n1. c3xd4 (1,1)\n2. d4xc3:p\n3. c3xd4 (12,1)\nwin 1 general\n";
    check_mild(text, text);
}

#[test]
fn what_is_taken_back_stays_in_the_record() {
    let plies = "1. f2-f3\n2. d5-d4\n3. e2-e3\ntakeback 1\n4. d5-d4\n5. a2-a3\ntakeback 4\n\
                 takeback 0\n6. f2-f3\nongoing";
    let text = plain("[Result \"ongoing\"]", plies);
    let record = Record::parse(&text).unwrap();
    assert!(record.to_text().ends_with(&format!("\n{plies}\n")), "{}", record.to_text());
    // A ply that was taken back does not stand again, and dice are never thrown again.
    let fight = "[Position \"6/6/3g2/2C3/6/5G w -/- 0\"]\n[Result \"ongoing\"]";
    for (plies, line) in
        [("1. f2-f3\n2. d5-d4\ntakeback 0\n3. f2-f3\ntakeback 2", 9), ("1. f2-f3\ntakeback 3", 6)]
    {
        let why = fault(&ongoing(plies));
        assert!(why.starts_with(&format!("line {line}: the position after that ply")), "{why}");
    }
    let why = fault(&plain(fight, "1. c3xd4 (1,2)\ntakeback 0"));
    assert!(why.starts_with("line 7: the position after that ply cannot stand again"), "{why}");
}

#[test]
fn every_event_ends_a_game() {
    for (event, result) in [
        ("resign 1", "win 2 resignation"),
        ("time 2", "win 1 time"),
        ("forfeit 1", "win 2 forfeit"),
        ("agreement", "draw agreement"),
        ("adjudication draw", "draw adjudication"),
        ("adjudication 2", "win 2 adjudication"),
        ("abort", "aborted"),
    ] {
        let text =
            plain(&format!("[Result \"{result}\"]"), &format!("1. f2-f3\n{event}\n{result}"));
        let record = Record::parse(&text).unwrap();
        assert!(record.to_text().ends_with(&format!("\n1. f2-f3\n{event}\n{result}\n")));
        let more = text.replace(&format!("\n{event}\n"), &format!("\n{event}\n2. d5-d4\n"));
        assert_eq!(fault(&more), format!("line 7: the game ended before this line: {result}"));
    }
}

#[test]
fn faults_in_the_movetext() {
    for (plies, expected) in [
        ("1. f2-f4", "line 5: the move `f2-f4` is not legal here"),
        ("1. f2-f3\n1. d5-d4", "line 6: this ply should begin with `2.`"),
        ("1. f2-f3\n3. d5-d4", "line 6: this ply should begin with `2.`"),
        ("01. f2-f3", "line 5: this ply should begin with `1.`"),
        ("1.", "line 5: a move must follow `1.`"),
        ("1. {x} f2-f3", "line 5: a move must follow `1.`"),
        ("1. f2-f3 (1,1)", "line 5: this move throws no dice, so it takes no roll"),
        ("1. f2-f3:w", "line 5: this move has no outcome, it always succeeds"),
        ("resign 3", "line 5: the game has 2 seats, so none is 3"),
        ("resign 0", "line 5: a seat number must follow `resign`"),
        ("resign 01", "line 5: a seat number must follow `resign`"),
        (
            "adjudication 2,1",
            "line 5: `adjudication` takes `draw` or the numbers of the winners, ascending",
        ),
        ("adjudication 1,3", "line 5: the game has 2 seats, so none is 3"),
        ("resign", "line 5: `resign` is neither a ply (`1. MOVE`) nor an event nor a result"),
        ("f2-f3", "line 5: `f2-f3` is neither a ply (`1. MOVE`) nor an event nor a result"),
        ("1. f2-f3\n2. d5-d4\ntakeback 1\n2. d5-d4", "line 8: this ply should begin with `3.`"),
        (
            "1. f2-f3\ntakeback 1",
            "line 6: the position after that ply cannot stand again: it stands now, was taken back, or \
             dice fell, a set-up was revealed or a seat left after it",
        ),
        (
            "1. f2-f3\ntakeback 01",
            "line 6: `takeback` takes the number of the ply that stands again, 0 for the start",
        ),
        ("1. f2-f3 resign 2", "line 5: an event stands on a line of its own"),
        ("1. f2-f3 { no end", "line 5: a { without its }"),
        ("ongoing\n1. f2-f3", "line 6: nothing may follow the result \"ongoing\""),
        ("win 1 luck", "line 5: the result should be \"ongoing\""),
        (
            "1. f2-f3\n[Event \"x\"]",
            "line 6: `[Event \"x\"]` is neither a ply (`1. MOVE`) nor an event nor a result",
        ),
    ] {
        assert_eq!(fault(&ongoing(plies)), expected, "{plies}");
    }
    let fight = |ply: &str| {
        let position = "[Position \"6/6/3g2/2G3/6/6 w -/- 0\"]\n[Result \"ongoing\"]";
        fault(&plain(position, ply))
    };
    assert_eq!(fight("1. c3xd4"), "line 6: this move is a fight and needs a roll: d12 against d10");
    assert_eq!(fight("1. c3xd4 (1,11)"), "line 6: the roll does not fit the dice: d12 against d10");
    assert_eq!(
        fight("1. c3xd4 (1,x)"),
        "line 6: a roll is two numbers with a comma, for instance 3,2"
    );
    assert_eq!(fight("1. c3xd4:l"), "line 6: the outcome here can be :w or :p");
    assert_eq!(fight("1. c3xd4:"), "line 6: the outcome here can be :w or :p");
    assert_eq!(fight("1. c3xd4:w (3,2)"), "line 6: a ply has its roll or its outcome, not both");
    assert_eq!(
        fight("1. c3xd4 (3,2)\n2. a1-a2"),
        "line 7: the game ended before this line: win 1 general"
    );
}

#[test]
fn faults_in_the_tags() {
    for (tags, expected) in [
        ("", "line 3: the tag Result is missing"),
        ("[Result \"won\"]", "line 3: `won` is no result"),
        ("[Result \"win 1 general\"]", "line 3: the result should be \"ongoing\""),
        ("[Result \"ongoing\"]\n[Result \"ongoing\"]", "line 4: the tag Result is given twice"),
        ("[Result ongoing]", "line 3: `[Result ongo…` is no tag; a tag is [Name \"value\"]"),
        ("[Event \"a\\b\"]", "line 3: a \\ in a value must be written \\\\, a \" must be \\\""),
        ("[Event \"a\"b\"]", "line 3: a \" in a value must be written \\\""),
        ("[Event \"a\tb\"]", "line 3: a value cannot have control characters"),
        ("[Options \"v4=on,v1=on\"]", "line 3: Options should be \"v1=on,v4=on\""),
        ("[Options \"v1\"]", "line 3: Options should be \"v1=on\""),
        ("[Seat3 \"x\"]", "line 3: the game has 2 seats, so there is no Seat3"),
        ("[Seat0 \"x\"]", "line 3: the game has 2 seats, so there is no Seat0"),
        ("[Setup1 \"x\"]", "line 3: the game has no set-ups"),
        ("[Date \"2025-02-29\"]", "line 3: Date must be YYYY-MM-DD or ?"),
        ("[Date \"2025-2-9\"]", "line 3: Date must be YYYY-MM-DD or ?"),
        ("[Id \"ä\"]", "line 3: Id must be 1 to 64 printable ASCII characters without \" and \\"),
        ("[Commitment \"00\"]", "line 3: Commitment must be 64 small hex digits"),
    ] {
        assert_eq!(fault(&plain(tags, "")), expected);
    }
    assert!(fault(&plain("[Position \"x\"]\n[Result \"ongoing\"]", "")).starts_with("line 3: "));
    assert!(fault(&plain("[Options \"v9=on\"]", "1. x")).starts_with("line 3: "));
    assert_eq!(fault(""), "line 1: the tag Game is missing");
    assert!(
        fault("[Game \"chess\"]").starts_with("line 1: no game is called `chess`; known: lyra")
    );
    assert!(fault("[Game \"lyra\"]\n[Rules \"2\"]\n").starts_with("line 2: rules version `2`"));
    // A game that goes on keeps its secret.
    let running = EXAMPLE.replace("resign 2\n", "").replace("win 1 resignation", "ongoing");
    assert_eq!(fault(&running), "line 9: a game that goes on cannot show its secret");
}

#[test]
fn long_records_are_refused_unread() {
    let text = "x".repeat(MAX_RECORD + 1);
    assert_eq!(fault(&text), "line 1: a record is at most 1 MiB long");
    assert!(fault(&"{".repeat(MAX_RECORD)).starts_with("line 1: "));
    assert!(fault(&ongoing(&"{} ".repeat(300_000)).replace("Rules \"1", "Rules \"2")).len() < 200);
}

/// A random game as the host would record it, and the faults one could make in it.
fn random_record(options: &str, secret: [u8; 32], choices: &[u16], sealed: bool) -> Record {
    let options = options.parse().unwrap();
    let secret = Secret::from_bytes(secret);
    let mut play = Play::new(Position::start(&options));
    let (mut events, mut n) = (Vec::new(), 0);
    for choice in choices {
        if play.outcome().is_some() {
            break;
        }
        let mut moves = Vec::new();
        play.position().legal_moves(&mut moves);
        // Fights are rare among the moves, and the interesting ones.
        let fights: Vec<_> = moves.iter().filter(|mv| !play.dice(mv).is_empty()).collect();
        let pool = if fights.is_empty() { moves.iter().collect() } else { fights };
        let mv = *pool[usize::from(*choice) % pool.len()];
        let dice = play.dice(&mv);
        let mut branches: Vec<Branch> = Vec::new();
        play.position().branches(&mv, &mut branches);
        let branch = branches[usize::from(*choice) % branches.len()];
        let salt = format!("m{choice}");
        let (faces, roll) = if dice.is_empty() {
            (Roll::NONE, PlyRoll::NoDice)
        } else if sealed {
            n += 1;
            let faces = roll("r", &secret, n, &salt, &dice);
            (faces, PlyRoll::Faces(faces, Some(salt)))
        } else if choice % 2 == 0 {
            (branch.roll, PlyRoll::Faces(branch.roll, None))
        } else {
            (branch.roll, PlyRoll::Outcome(branch.mark.unwrap()))
        };
        let seat = play.position().to_move();
        play.play(&mv, &faces).unwrap();
        events.push(LogEvent::Ply { seat, mv: mv.to_string(), roll });
    }
    let mut result = play.outcome();
    if result.is_none() {
        events.push(LogEvent::Agreement(None));
        result = Some(Outcome::Draw(Reason::Agreement));
    }
    // Both versions of the scheme, one as often as the other.
    let scheme = Scheme::ALL[usize::from(secret.bytes()[0] % 2)];
    let start = Position::start(&options).to_string();
    let agreed =
        Agreement { id: "r", game: "lyra", options: &options.to_string(), seats: 2, start: &start };
    Record {
        kind: GameKind::Lyra,
        options: options.to_string(),
        names: vec!["An\\n".into(), "\"Bo\" ✨".into()],
        date: "2026-11-21".into(),
        armies: Vec::new(),
        position: None,
        id: Some("r".into()),
        scheme,
        commitment: sealed.then(|| agreed.commitment(scheme, &secret)),
        secret: sealed.then(|| secret.reveal()),
        signed: None,
        other_tags: vec![("Event".into(), "[x] {y}".into())],
        events,
        result,
    }
}

fn any_record() -> impl Strategy<Value = Record> {
    let options = prop_oneof![
        Just(""),
        Just("v5=on"),
        Just("combat=classic"),
        Just("v1=on,v2=on,v3=on,v4=on,v5=on,progress=5")
    ];
    let choices = proptest::collection::vec(any::<u16>(), 0..80);
    (options, any::<[u8; 32]>(), choices, any::<bool>()).prop_map(
        |(options, secret, choices, sealed)| random_record(options, secret, &choices, sealed),
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..Default::default() })]

    #[test]
    fn records_read_back(record in any_record()) {
        let text = record.to_text();
        let read = Record::parse(&text).map_err(|err| TestCaseError::fail(format!("{err}\n{text}")))?;
        prop_assert_eq!(&read, &record);
        prop_assert_eq!(read.to_text(), text.clone());
        let verdict = verify(&text).unwrap().verdict;
        if record.commitment.is_some() {
            prop_assert_eq!(verdict, Verdict::Proven);
        }
    }

    /// Whatever is done to a record, reading it ends with a fault or a record, and what is
    /// accepted can be written and read again.
    #[test]
    fn changed_records_never_panic(
        record in any_record(),
        at in any::<proptest::sample::Index>(),
        cut in 0_usize..12,
        insert in r#"[\[\]"{}():;,.0-9a-z \n\r\\é]{0,6}"#,
    ) {
        let mut chars: Vec<char> = record.to_text().chars().collect();
        let from = at.index(chars.len());
        let to = (from + cut).min(chars.len());
        chars.splice(from..to, insert.chars());
        let text: String = chars.into_iter().collect();
        let proven = verify(&text);
        if let Ok(read) = Record::parse(&text) {
            let again = read.to_text();
            prop_assert_eq!(Record::parse(&again), Ok(read));
        } else {
            prop_assert!(proven.is_err());
        }
    }

    #[test]
    fn any_text_is_survived(text in "(\\[Game \"lyra\"\\]\n\\[Rules \"1\"\\]\n)?\\PC{0,200}") {
        let _ = (Record::parse(&text), verify(&text));
    }
}
