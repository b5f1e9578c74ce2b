//! The real program: what it prints, its exit codes, and how short it complains.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::{
    ffi::OsStr,
    fs,
    path::Path,
    process::{Command, Output, Stdio},
};

use dice::Secret;
use games::{Dice, Die, GameKind};
use store::{Batch, EventRow, GameRow, GameState, GameWrite, RollRow, SeatRow, Store};
use table::{GameNo, Person, PersonId, PlaceId, Platform, is_invisible, record::Record};

use crate::support::{matches, program::without_settings};

const RECORD_PAGE: &str = include_str!("../../docs/RECORD.md");
const GENERALS: &str = "6/6/3g2/2G3/6/6 w -/- 0";

/// The program in an empty folder, without settings.
pub(crate) fn program(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_martian-cake"));
    command.current_dir(folder).stdin(Stdio::null());
    without_settings(&mut command);
    command
}

fn run<A: AsRef<OsStr>>(args: &[A]) -> Output {
    program(&std::env::temp_dir()).args(args).output().unwrap()
}

/// Returns what a call has written to stderr: lines with the name of the program, in characters that can be
/// seen.
#[track_caller]
pub(crate) fn stderr(output: &Output) -> String {
    let text = String::from_utf8(output.stderr.clone()).unwrap();
    assert!(text.lines().all(|line| line.starts_with("martian-cake: ")), "{text}");
    let hidden = |c: char| c != '\n' && (c.is_control() || is_invisible(c));
    assert!(!text.contains(hidden), "{text:?}");
    text
}

/// Returns what a successful call prints.
#[track_caller]
fn printed<A: AsRef<OsStr>>(args: &[A]) -> String {
    let output = run(args);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    String::from_utf8(output.stdout).unwrap()
}

/// The message of a call that ends with this code: nothing on stdout, a few lines on stderr.
#[track_caller]
fn refused<A: AsRef<OsStr>>(code: i32, args: &[A]) -> String {
    let output = run(args);
    let message = stderr(&output);
    assert_eq!(output.status.code(), Some(code), "{message}");
    assert!(output.stdout.is_empty());
    assert!((1..=12).contains(&message.lines().count()), "{message}");
    message
}

#[test]
fn ratings_come_from_a_list_of_results() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("club.txt");
    fs::write(&file, "1 ann ben 1\n2 ben ann 0.5\n").unwrap();
    let args = ["rate".as_ref(), file.as_os_str()];
    let printed = printed(&args);
    let lines: Vec<&str> = printed.lines().collect();
    assert!(lines[0].starts_with("ann 1576.") && lines[0].ends_with(" 2"), "{printed}");
    assert!(lines[1].starts_with("ben 1423.") && lines[1].ends_with(" 2"), "{printed}");
    assert_eq!(lines.len(), 2);
    fs::write(&file, "1 ann ben 1\n2 ben \u{1b}[2J 2\n").unwrap();
    assert!(refused(1, &args).contains("line 2: "));
    fs::write(&file, b"1 ann ben 1\n1 \xff ben 1\n").unwrap();
    assert_eq!(refused(1, &args), "martian-cake: line 2: not UTF-8 text\n");
    assert!(refused(1, &["rate", "nowhere.txt"]).contains("the list of results cannot be read"));
    assert!(refused(1, &["rate", "/dev/zero"]).contains("64 MiB"));
    assert!(refused(2, &["rate"]).contains("FILE"));
}

#[test]
fn nothing_that_is_repeated_can_mislead() {
    let nasty = "\u{202e}a\u{1b}[2J\nmartian: ok\r\u{200b}";
    let calls: [&[&str]; 17] = [
        &[nasty],
        &["play", nasty],
        &["play", "lyra", nasty],
        &["play", "lyra", "--move", nasty],
        &["play", "lyra", "--move", "c2c3", "--roll", nasty],
        &["play", "lyra", "--position", nasty],
        &["play", "lyra", "--options", nasty],
        &["moves", "cyvasse", "--position", nasty],
        &["setup", "cyvasse", "--setup", nasty],
        &["perft", "lyra", "--depth", nasty],
        &["verify", nasty],
        &["rate", nasty],
        &["standings", nasty],
        &["replay", nasty, "-o", "x.gif"],
        &["card", nasty, "-o", "x.png"],
        &["bestmove", "lyra", "--level", nasty],
        &["local", "--listen", nasty],
    ];
    for call in calls {
        let output = run(call);
        assert!(matches!(output.status.code(), Some(1 | 2)), "{call:?}");
        assert!(output.stdout.is_empty() && !stderr(&output).is_empty(), "{call:?}");
    }
}

/// `--key value` pairs after `play lyra`.
fn play(args: &[&str]) -> Vec<String> {
    ["play", "lyra"].iter().chain(args).map(|arg| (*arg).to_owned()).collect()
}

#[test]
fn help_and_version_are_printed() {
    assert!(printed(&["--version"]).starts_with("martian-cake 0."));
    let help = printed(&["--help"]);
    let commands = [
        "discord", "local", "games", "moves", "play", "perft", "render", "bestmove", "match",
        "engine", "verify", "replay", "card", "db",
    ];
    for command in commands {
        assert!(help.contains(&format!("\n  {command} ")), "{command} in {help}");
        assert!(printed(&[command, "--help"]).contains("Usage: martian-cake"));
    }
}

#[test]
fn games_are_listed_with_their_options() {
    let games = printed(&["games"]);
    assert!(games.starts_with("lyra: Lyra, 2 players\n  combat=dice|classic (dice): "), "{games}");
    for kind in GameKind::ALL {
        assert!(games.contains(&format!("{}: {}, ", kind.key(), kind.title())));
    }
    assert!(games.lines().all(|line| !line.is_empty() && line.trim_end() == line));
}

#[test]
fn moves_are_listed_bytewise() {
    let start = "a1-c3\na2-a3\nb1-b3\nb2-b3\nc2-c3\nd2-d3\ne1-e3\ne2-e3\nf1-d3\nf2-f3\n";
    assert_eq!(printed(&["moves", "lyra"]), start);
    // Over on the board: nothing. Drawn by a counter: the moves are still there.
    assert_eq!(printed(&["moves", "lyra", "--position", "6/6/3G2/6/6/6 b -/- 0"]), "");
    let drawn = printed(&["moves", "lyra", "--position=g5/6/6/6/6/5G w -/- 80"]);
    assert_eq!(drawn, "f1-e1\nf1-e2\nf1-f2\n");
}

#[test]
fn plays_are_printed_with_their_result() {
    let start = "lcgacl/ssssss/6/6/SSSSSS/LCAGCL w -/- 0\nresult ongoing\n";
    assert_eq!(printed(&play(&[])), start);
    assert_eq!(
        printed(&play(&["--move", "c2c3", "--move=C5 to c4"])),
        "lcgacl/ss1sss/2s3/2S3/SS1SSS/LCAGCL w -/- 2\nresult ongoing\n"
    );
    // A position whose counter has reached the limit is drawn already.
    let drawn = "g5/6/6/6/6/5G w -/- 80";
    assert_eq!(printed(&play(&["--position", drawn])), format!("{drawn}\nresult draw progress\n"));
    // The third time, counted over this call.
    let mut shuffle = Vec::new();
    for mv in ["a1-c3", "a6-c4", "c3-a1", "c4-a6"].repeat(2) {
        shuffle.extend(["--move", mv]);
    }
    assert!(printed(&play(&shuffle)).ends_with(" w -/- 8\nresult draw repetition\n"));
    shuffle.extend(["--move", "c2-c3"]);
    assert!(refused(1, &play(&shuffle)).contains("the game is over (draw repetition)"));
}

#[test]
fn each_roll_belongs_to_the_move_before_it() {
    let fight = |args: &[&str]| play(&[&["--position", GENERALS], args].concat());
    assert_eq!(
        printed(&fight(&["--move", "c3xd4", "--roll", "1,1", "--move", "d4c3", "--roll=12,1"])),
        "6/6/6/2g3/6/6 w -/- 0\nresult win 2 general\n"
    );
    let missing = refused(1, &fight(&["--move", "c3xd4"]));
    assert!(missing.contains("d12 against d10"), "{missing}");
    for roll in ["1,11", "0,1", "1", "1,1,1", "300,1", "99999999999999999999,1"] {
        let wrong = refused(1, &fight(&["--move", "c3xd4", "--roll", roll]));
        assert!(wrong.contains("d12 against d10"), "{roll}: {wrong}");
    }
    for roll in ["", "x", "1,", "-1,1", "+1,1", "1;1", "1, 1"] {
        refused(2, &fight(&["--move", "c3xd4", "--roll", roll]));
    }
    assert!(refused(1, &fight(&["--move", "c3-c2", "--roll", "1,1"])).contains("no dice"));
    assert!(refused(2, &fight(&["--roll", "1,1", "--move", "c3xd4"])).contains("before any"));
    assert!(refused(2, &fight(&["--roll", "1,1"])).contains("before any"));
    let twice = fight(&["--move", "c3xd4", "--roll", "1,1", "--roll", "1,1", "--move", "d4xc3"]);
    assert!(refused(2, &twice).contains("two --roll"));
    // The second move has the roll, and the first one has none.
    refused(1, &fight(&["--move", "c3xd4", "--move", "d4xc3", "--roll", "1,1"]));
}

#[test]
fn moves_that_are_not_taken_say_what_would_be() {
    let several = refused(1, &play(&["--move", "c3"]));
    assert!(several.contains("a1-c3, c2-c3"), "{several}");
    assert!(refused(1, &play(&["--move", "c2xc3"])).contains("c2-c3"));
    for mv in ["", "hello", "-", "-x", "--", "c2-c4", "c2-c3:w", "z9", "\u{202e}c3", "🦀"] {
        refused(1, &play(&[&format!("--move={mv}")]));
    }
    refused(1, &play(&["--move", "-c3"]));
}

#[test]
fn perft_counts() {
    let perft = |args: &[&str]| {
        let output = run(&[&["perft", "lyra"], args].concat());
        assert!(stderr(&output).trim_end().ends_with(" nodes/s"), "{}", stderr(&output));
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(perft(&["--depth", "0"]), "nodes 1\ncommands 1\n");
    assert_eq!(perft(&["--depth=3"]), "nodes 1614\ncommands 1538\n");
    assert_eq!(perft(&["--depth", "3", "--options", "v5=on"]), "nodes 1690\ncommands 1538\n");
    let divided = perft(&["--depth", "3", "--divide"]);
    assert!(divided.starts_with("a1-c3 166\na2-a3 141\n"), "{divided}");
    assert!(divided.ends_with("nodes 1614\ncommands 1538\n"));
    let below: u32 = divided
        .lines()
        .take(10)
        .map(|l| l.split_once(' ').unwrap().1.parse::<u32>().unwrap())
        .sum();
    assert_eq!(below, 1614);
    assert_eq!(
        perft(&["--depth", "1", "--position", "6/6/3G2/6/6/6 b -/- 0"]),
        "nodes 0\ncommands 0\n"
    );
}

#[test]
fn wrong_calls_are_told_in_a_few_words() {
    let long = "9x".repeat(5_000);
    let calls: &[&[&str]] = &[
        &["nonsense"],
        &[&long],
        &["moves"],
        &["moves", "chess"],
        &["moves", "lyra", "extra"],
        &["moves", "lyra", &long],
        &["moves", "lyra", "--unknown"],
        &["moves", "lyra", "--unknown", &long],
        &["moves", "lyra", &format!("--{long}")],
        &["moves", "lyra", "--position"],
        &["moves", "lyra", "--position", ""],
        &["moves", "lyra", "--position", "-"],
        &["moves", "lyra", "--position", "-x"],
        &["moves", "lyra", "--position", &long],
        &["moves", "lyra", "--position", "\n\n\n\n\n\n\n\n\n\n\n\n\n\n"],
        &["moves", "lyra", "--position", GENERALS, "--position", GENERALS],
        &["moves", "lyra", "--options", "v9"],
        &["moves", "lyra", "--options", "v1,v1=off"],
        &["moves", "lyra", "--options", "classic,v5"],
        &["moves", "lyra", "--options", &long],
        &["moves", "lyra", "--options", "v1", "--options", "v2"],
        &["moves", "lyra", "--move", "c2-c3"],
        &["play", "lyra", "--move"],
        &["play", "lyra", "--move", "--roll", "1,1"],
        &["perft", "lyra"],
        &["perft", "lyra", "--depth", "x"],
        &["perft", "lyra", "--depth", "-1"],
        &["perft", "lyra", "--depth", "1.5"],
        &["perft", "lyra", "--depth", ""],
        &["perft", "lyra", "--depth", "99999"],
        &["perft", "lyra", "--depth", "99999999999999999999"],
        &["perft", "lyra", "--depth", &"0".repeat(9_999)],
        &["perft", "lyra", "--depth", "1", "--depth", "1"],
        &["perft", "lyra", "--depth", "1", "--divide", "--divide"],
        &["bestmove", "lyra"],
        &["bestmove", "lyra", "--level", "8"],
        &["bestmove", "lyra", "--level", "1", "--depth", "1"],
        &["bestmove", "lyra", "--depth", &"9".repeat(300)],
        &["bestmove", "chess", "--level", "1"],
        &["bestmove", "lyra", "--level", "1", "--position", &long],
        &["match", "lyra", "--first", "random", "--second", &long, "--games", "2"],
        &["match", "lyra", "--first", "random", "--games", "2"],
        &["engine"],
        &["engine", "chess"],
        &["render", "lyra"],
        &["render", "lyra", "-o"],
        &["render", "lyra", "-o", "x.png", "--theme", "pink"],
        &["render", "lyra", "-o", "x.png", "--width", "0"],
        &["render", "lyra", "-o", "x.png", "--width", "4294967295"],
        &["verify"],
        &["verify", "a", "b"],
        &["db"],
        &["db", "drop"],
        &["db", "backup"],
        &["db", "export"],
        &["local", "--listen", "nowhere"],
        &["local", "--listen", "127.0.0.1:80800"],
        &["local", "--listen", &long],
        &["discord", "now"],
    ];
    for call in calls {
        let message = refused(2, call);
        assert!(!message.contains("9x9x9x9x9x9x9x9x") && message.len() < 1_500, "{message}");
    }
    let message = refused(1, &play(&["--move", &long]));
    assert!(!message.contains("9x9x9x9x9x9x9x9x"), "{message}");
    refused(1, &play(&["--move", &format!("c2{}c4", " ".repeat(9_999))]));
}

#[test]
fn the_engine_answers() {
    let best = printed(&["bestmove", "lyra", "--depth", "1", "--position", GENERALS]);
    assert!(best.starts_with("bestmove c3xd4\nvalue 0."), "{best}");
    let words: Vec<_> = best.lines().map(|line| line.split_once(' ').unwrap().0).collect();
    assert_eq!(words, ["bestmove", "value", "pv", "nodes", "nps", "depth"]);
    refused(1, &["bestmove", "lyra", "--depth=1", "--position", "6/6/3G2/6/6/6 b -/- 0"]);
    let duel = ["match", "lyra", "--first", "greedy", "--second", "random", "--games", "1"];
    let result = printed(&duel);
    assert!(result.starts_with("wins "), "{result}");
    let judged = result.lines().last().unwrap();
    assert!(judged.starts_with("less luck ") && judged.contains(", elo "), "{judged}");
    assert!(judged.ends_with("], judge full at depth 1"), "{judged}");
    // The engine answers until its input ends, and here the input is empty.
    assert_eq!(printed(&["engine", "lyra"]), "");
}

#[cfg(unix)]
#[test]
fn arguments_that_are_no_text_are_told() {
    use std::os::unix::ffi::OsStrExt as _;

    let odd = OsStr::from_bytes(b"\xff\xfe");
    let word = |text: &'static str| OsStr::new(text);
    for call in [
        vec![odd],
        vec![word("moves"), odd],
        vec![word("moves"), word("lyra"), word("--position"), odd],
        vec![word("play"), word("lyra"), word("--move"), odd],
        vec![word("play"), word("lyra"), OsStr::from_bytes(b"--move=\xff")],
    ] {
        refused(2, &call);
    }
    // A file name may be anything.
    refused(1, &[word("verify"), odd]);
}

#[test]
fn a_reader_that_leaves_is_no_fault() {
    let mut child = program(&std::env::temp_dir())
        .args(["games"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}

#[test]
fn settings_that_are_wrong_stop_the_start() {
    let start = |command: &str, name: &str, value: &str| {
        program(&std::env::temp_dir()).arg(command).env(name, value).output().unwrap()
    };
    let listen = start("local", "LOCAL_LISTEN", "127.0.0.1:80800");
    assert_eq!(listen.status.code(), Some(1));
    assert_eq!(
        stderr(&listen),
        "martian-cake: LOCAL_LISTEN is \"127.0.0.1:80800\"; the port must be 0 to 65535. \
         Example: LOCAL_LISTEN=127.0.0.1:8080\n"
    );
    let token = start("discord", "DISCORD_TOKEN", "my secret");
    assert!(token.status.code() == Some(1) && !stderr(&token).contains("my secret"));
    assert!(stderr(&start("discord", "DISCORD_TOKEN", "")).contains("DISCORD_TOKEN is not set"));
    assert!(stderr(&start("local", "RUST_LOG", "a=loud")).contains("RUST_LOG is \"a=loud\""));
}

#[test]
fn pictures_are_as_wide_as_asked_and_always_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let draw = |name: &str, args: &[&str]| {
        let output = program(folder.path())
            .args(["render", "lyra", "-o", name])
            .args(args)
            .output()
            .unwrap();
        assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""));
        assert!(output.stdout.is_empty());
        fs::read(folder.path().join(name)).unwrap()
    };
    let width = |png: &[u8]| {
        assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
        u32::from_be_bytes(png[16..20].try_into().unwrap())
    };
    let start = draw("a.png", &[]);
    assert_eq!(width(&start), 960);
    assert_eq!(draw("b.png", &[]), start);
    assert_ne!(draw("c.png", &["--flip"]), start);
    assert_ne!(draw("d.png", &["--theme", "slate"]), start);
    assert_ne!(draw("e.png", &["--move", "c2-c3"]), start);
    assert_eq!(draw("w.png", &["--theme", "wood"]), start);
    let fight = ["--width=333", "--position", GENERALS, "--move", "c3xd4", "--roll", "1,1"];
    assert_eq!(width(&draw("f.png", &fight)), 333);
    let mars = |args: &[&str]| {
        let file = folder.path().join("m.png");
        let out =
            program(folder.path()).args(["render", "martian", "-o", "m.png"]).args(args).output();
        assert!(out.unwrap().status.success());
        fs::read(file).unwrap()
    };
    assert_eq!(mars(&[]), mars(&["--theme", "mars"]), "each game has its own face");
    let nowhere = refused(1, &["render", "lyra", "-o", "/nowhere/at/all/x.png"]);
    assert!(nowhere.contains("could not be written"));
    refused(1, &["render", "lyra", "-o", "x.png", "--move", "c3"]);
}

/// The example of the page about records.
fn example() -> &'static str {
    RECORD_PAGE.split("```\n").nth(1).unwrap()
}

/// The example without the key and the signature of its host.
fn unsigned() -> String {
    let kept = |line: &&str| !line.starts_with("[Key ") && !line.starts_with("[Signature ");
    example().split_inclusive('\n').filter(kept).collect()
}

#[test]
fn a_record_is_drawn_as_an_animation() {
    let folder = tempfile::tempdir().unwrap();
    let replay = |text: &str, more: &[&str]| {
        fs::write(folder.path().join("r.txt"), text).unwrap();
        let args = ["replay", "r.txt", "-o", "r.gif"].iter().chain(more);
        let output = program(folder.path()).args(args).output().unwrap();
        (output.status.code(), stderr(&output), output.stdout)
    };
    assert_eq!(replay(&unsigned(), &["--theme", "slate"]), (Some(0), String::new(), Vec::new()));
    let slate = fs::read(folder.path().join("r.gif")).unwrap();
    assert!(slate.starts_with(b"GIF89a"));
    assert_eq!(replay(&unsigned(), &[]).0, Some(0));
    assert!(fs::read(folder.path().join("r.gif")).unwrap() != slate);

    let (code, message, _) = replay(&unsigned().replace("f2-f3", "f2-f5"), &[]);
    assert_eq!((code, message.contains("line 13")), (Some(1), true), "{message}");
    let head = "[Game \"mix\"]\n[Rules \"1\"]\n[Result \"ongoing\"]\n";
    let (code, message, _) = replay(head, &[]);
    assert_eq!((code, message.contains("no plies")), (Some(1), true), "{message}");
    assert_eq!(replay(&unsigned(), &["--theme", "pink"]).0, Some(2));
    let long = Record::of_game(&matches::played(GameKind::ALL[2], "", 3, 200)).to_text();
    let said = b"it shows the last 159 of 200 plies\n".to_vec();
    assert_eq!(replay(&long, &[]), (Some(0), String::new(), said));
}

#[test]
fn a_record_is_drawn_as_a_card() {
    let folder = tempfile::tempdir().unwrap();
    let card = |text: &str, more: &[&str]| {
        fs::write(folder.path().join("r.txt"), text).unwrap();
        let args = ["card", "r.txt", "-o", "r.png"].iter().chain(more);
        let output = program(folder.path()).args(args).output().unwrap();
        (output.status.code(), stderr(&output), output.stdout)
    };
    assert_eq!(card(&unsigned(), &["--theme", "slate"]), (Some(0), String::new(), Vec::new()));
    let slate = fs::read(folder.path().join("r.png")).unwrap();
    assert!(slate.starts_with(b"\x89PNG"));
    assert_eq!(card(&unsigned(), &[]).0, Some(0));
    assert!(fs::read(folder.path().join("r.png")).unwrap() != slate);

    let running = "[Game \"mix\"]\n[Rules \"1\"]\n[Result \"ongoing\"]\n";
    let (code, message, _) = card(running, &[]);
    assert_eq!((code, message.contains("no plies")), (Some(1), true), "{message}");
    let aborted = unsigned().replace("resign 2", "abort").replace("win 1 resignation", "aborted");
    let (code, message, _) = card(&aborted, &[]);
    assert_eq!((code, message.contains("no result")), (Some(1), true), "{message}");
}

#[test]
fn records_are_verified() {
    let folder = tempfile::tempdir().unwrap();
    let verify = |text: &[u8]| {
        fs::write(folder.path().join("r.txt"), text).unwrap();
        let output = program(folder.path()).args(["verify", "r.txt"]).output().unwrap();
        let text = if output.status.success() { &output.stdout } else { &output.stderr };
        (output.status.code(), String::from_utf8(text.clone()).unwrap())
    };
    let key = example().split("[Key \"").nth(1).and_then(|rest| rest.get(..64)).unwrap();
    assert_eq!(verify(example().as_bytes()), (Some(0), format!("ok, signed by {key}\n")));
    assert_eq!(verify(unsigned().as_bytes()), (Some(0), "ok\n".to_owned()));
    // What is wrong with the game is named although the signature does not hold either, and it stands
    // two lines higher without a signature.
    for (from, to, (signed, unsigned_line), told) in [
        ("(3,4)", "(3,3)", (19, 17), "the roll (3,3) should be (3,4)"),
        ("\"0001", "\"0101", (9, 9), "the commitment to this secret and to id, game, "),
        ("win 1 r", "win 2 r", (11, 11), "the result should be \"win 1 resignation\""),
        ("resign 2\n", "", (11, 11), "the result should be \"ongoing\""),
    ] {
        for (record, line) in [(example().to_owned(), signed), (unsigned(), unsigned_line)] {
            let (code, message) = verify(record.replace(from, to).as_bytes());
            assert_eq!(code, Some(1));
            assert!(
                message.starts_with(&format!("martian-cake: line {line}: {told}")),
                "{message}"
            );
        }
    }
    let renamed = example().replace("\"Ann\"", "\"Eve\"");
    let (code, message) = verify(renamed.as_bytes());
    assert_eq!(code, Some(1));
    assert!(message.starts_with("martian-cake: line 13: "), "{message}");
    let (code, message) = verify(unsigned().replace("[Secret", "[Other").as_bytes());
    assert_eq!(
        (code, message.as_str()),
        (Some(0), "ok, dice not proven: the secret is not revealed\n")
    );
    assert_eq!(verify(b"a\n\xff"), (Some(1), "martian-cake: line 2: not UTF-8 text\n".to_owned()));
    assert!(verify(&[b'x'; (1 << 20) + 1]).1.contains("longer than 1 MiB"));
    refused(1, &["verify", "/nowhere/at/all"]);
    refused(1, &["verify", "/"]);
}

/// A database with a finished and a running game, an open offer and one that came to nothing.
pub(crate) fn fill(path: &Path) {
    let ann = PersonId::new(Platform::Local, "ann");
    let store = Store::open(path).unwrap();
    let secret = Secret::from_bytes([7; 32]);
    let row = |no: u32, state: GameState, ply: u32, result: Option<&str>| GameRow {
        no: GameNo(no),
        kind: "lyra".into(),
        rules: 1,
        options: String::new(),
        place: PlaceId::channel(Platform::Local, "channel"),
        state,
        terms: "{\"colour\":\"White\"}".into(),
        seats: vec![SeatRow::Person(ann.clone()), SeatRow::Bot(1)],
        secret: secret.clone(),
        dice: 2,
        start_salt: "s0".into(),
        ply,
        announced: ply,
        to_move: (state == GameState::Running).then(|| u8::try_from(ply % 2).unwrap()),
        bot_turn: state == GameState::Running && ply % 2 == 1,
        version: 1,
        created: 1_795_000_000_000,
        moved: 1_795_000_001_000,
        expires: (state == GameState::Offered).then_some(1_795_086_400_000),
        due: (state == GameState::Offered).then_some(1_795_086_400_000),
        idle_from: None,
        server: None,
        result: result.map(str::to_owned),
    };
    let plies = ["f2-f3", "d5-d4", "f3-f4", "d4-d3", "f4xf5", "d3xd2"];
    let events = |ended: bool| {
        let mut rolls = 0;
        let mut events: Vec<EventRow> = (1..)
            .zip(plies)
            .map(|(n, mv)| EventRow {
                n,
                ply: Some(n),
                seat: Some(u8::try_from((n - 1) % 2).unwrap()),
                kind: "ply".into(),
                text: mv.into(),
                roll: mv.contains('x').then(|| {
                    rolls += 1;
                    // Soldiers fight Soldiers here.
                    let dice = Dice::pair(Die::new(4), Die::new(4));
                    let faces = dice::roll("1", &secret, rolls, "x", &dice).to_string();
                    RollRow { n: rolls, faces, salt: "x".into() }
                }),
                at: 1_795_000_000_500,
            })
            .collect();
        if ended {
            let text = String::new();
            let at = 1_795_000_001_000;
            let kind = "resign".into();
            events.push(EventRow { n: 7, ply: None, seat: Some(1), kind, text, roll: None, at });
        }
        events
    };
    let people = vec![Person { id: ann.clone(), name: "Ann \"A\"".into() }];
    let offered = row(3, GameState::Offered, 0, None);
    let offer = GameRow { seats: vec![SeatRow::Person(ann.clone()), SeatRow::Open], ..offered };
    for (game, events) in [
        (row(1, GameState::Over, 6, Some("win 1 resignation")), events(true)),
        (row(2, GameState::Running, 0, None), Vec::new()),
        (offer, Vec::new()),
    ] {
        let games = vec![GameWrite { row: game, events }];
        let batch = Batch { people: people.clone(), games, ..Batch::default() };
        let (sender, receiver) = std::sync::mpsc::channel();
        store.commit(batch, move |done| sender.send(done).unwrap());
        receiver.recv().unwrap().unwrap();
    }
    store.close();
}

#[test]
fn databases_are_checked_copied_and_exported() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    fill(&path);
    let db = |args: &[&str]| {
        let mut command = program(folder.path());
        command.env("DATABASE_PATH", "games.db").arg("db").args(args).output().unwrap()
    };
    let told = |output: Output| {
        (
            output.status.code(),
            String::from_utf8(output.stdout).unwrap(),
            String::from_utf8(output.stderr).unwrap(),
        )
    };
    assert_eq!(told(db(&["check"])), (Some(0), "ok 3 games, 7 events\n".into(), String::new()));
    assert_eq!(told(db(&["backup", "copy.db"])).0, Some(0));
    assert_eq!(told(db(&["backup", "copy.db"])).0, Some(1), "a copy never replaces a file");
    assert_eq!(
        told(db(&["export", "out/records"])),
        (Some(0), String::new(), "martian-cake: 2 games\n".into())
    );
    let mut names: Vec<_> = fs::read_dir(folder.path().join("out/records"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["lyra-1.txt", "lyra-2.txt"]);
    let read =
        |name: &str| fs::read_to_string(folder.path().join("out/records").join(name)).unwrap();
    let (over, running) = (read("lyra-1.txt"), read("lyra-2.txt"));
    assert!(
        over.contains(
            "[Seat1 \"Ann \\\"A\\\"\"]\n[Seat2 \"Martian Cake, level 1\"]\n[Date \"2026-11-18\"]"
        ),
        "{over}"
    );
    assert!(over.contains("[Secret \"0707") && over.ends_with("\nresign 2\nwin 1 resignation\n"));
    assert!(running.contains("[Commitment ") && !running.contains("[Secret "));
    let verdicts: Vec<String> = names
        .iter()
        .map(|name| folder.path().join("out/records").join(name))
        .map(|file| printed(&[OsStr::new("verify"), file.as_os_str()]))
        .collect();
    assert_eq!(verdicts, ["ok\n", "ok, dice not proven: the secret is not revealed\n"]);
}

#[test]
fn a_database_that_is_not_there_is_not_made() {
    let folder = tempfile::tempdir().unwrap();
    for args in [&["check"][..], &["backup", "copy.db"], &["export", "out"]] {
        let output = program(folder.path()).arg("db").args(args).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        assert!(output.stdout.is_empty() && stderr(&output).contains("data/martian-cake.db"));
    }
    assert!(!folder.path().join("data").exists());
}

#[test]
fn games_that_were_moved_to_a_log_are_told_of_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    fill(&path);
    let run = |args: &[&str]| {
        let mut command = program(folder.path());
        // Nobody listens there, and nobody is asked.
        command.env("DISCORD_TOKEN", "a.token").env("DISCORD_API_URL", "http://127.0.0.1:1");
        command.env("DATABASE_PATH", "games.db").args(args).output().unwrap()
    };
    assert_eq!(run(&["db", "backup", "before.db"]).status.code(), Some(0));
    // `MCkg` and `MCkd`, where a database has `MCke`.
    for (mark, words) in [(*b"MCkg", "run `martian-cake db move` again"), (*b"MCkd", "were moved")]
    {
        let conn = rusqlite::Connection::open(&path).unwrap();
        conn.pragma_update(None, "application_id", i32::from_be_bytes(mark)).unwrap();
        conn.close().unwrap();
        let before = fs::read(&path).unwrap();
        for args in [
            &["db", "check"][..],
            &["db", "backup", "copy.db"],
            &["db", "export", "records"],
            &["db", "ratings", "--check"],
            &["local", "--listen", "127.0.0.1:0"],
            &["discord"],
        ] {
            let output = run(args);
            let said = stderr(&output);
            assert_eq!(output.status.code(), Some(1), "{args:?}: {said}");
            assert!(output.stdout.is_empty(), "{args:?}");
            assert!(said.contains(words) && said.contains("start with DATABASE_URL"), "{said}");
        }
        assert!(fs::read(&path).unwrap() == before && !folder.path().join("copy.db").exists());
    }
    fs::copy(&path, folder.path().join("moved.db")).unwrap();
    let refused = run(&["db", "restore", "moved.db"]);
    assert!(stderr(&refused).contains("were moved") && stderr(&refused).contains("nothing was"));
    let restored = run(&["db", "restore", "before.db"]);
    assert!(String::from_utf8(restored.stdout).unwrap().contains("database of before is kept"));
    assert_eq!(run(&["db", "check"]).stdout, b"ok 3 games, 7 events\n");
}

#[test]
fn a_log_is_no_file_and_a_file_is_no_log() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    fill(&path);
    let before = fs::read(&path).unwrap();
    let refused = |url: &str, args: &[&str]| {
        let mut command = program(folder.path());
        command.env("DATABASE_PATH", "games.db").env("DATABASE_URL", url);
        let output = command.args(args).output().unwrap();
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(1), "{args:?}: {said}");
        assert!(output.stdout.is_empty() && !said.contains("hush"), "{args:?}: {said}");
        said
    };
    let has_postgres = |words| match cfg!(feature = "postgres") {
        true => words,
        false => "built without PostgreSQL",
    };
    for args in [
        &["check"][..],
        &["backup", "copy.db"],
        &["restore", "copy.db"],
        &["ratings", "--check"],
        &["export", "records"],
    ] {
        let args = [&["db"][..], args].concat();
        let said = refused("postgres://cake:hush-hush@127.0.0.1:1/games", &args);
        assert!(said.contains(has_postgres("`martian-cake db pull FILE`")), "{said}");
    }
    for args in [&["local"][..], &[]] {
        let said = refused("postgres://cake:hush-hush@127.0.0.1:1/games", args);
        assert!(said.contains(has_postgres("DATABASE_URL is for Discord alone")), "{said}");
    }
    for args in [&["db", "move"][..], &["db", "pull", "pulled.db"]] {
        let said = refused("", args);
        assert!(said.contains(has_postgres("Example: DATABASE_URL=postgres://")), "{said}");
    }
    assert!(fs::read(&path).unwrap() == before);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}
