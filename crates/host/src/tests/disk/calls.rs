//! Every call of a session fails once, in turn.

use std::{
    collections::BTreeMap,
    path::Path,
    process::{Command, Output},
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

use super::{
    session,
    shim::{self, Call, Fault, How},
    verdict::{Said, sound},
};

/// Plays a session in a folder of its own, and hands over how it has ended.
pub(super) fn play(
    library: &Path,
    settle: impl Fn(&mut Command, &Path),
    look: impl FnOnce(&Path, &Output),
) {
    let outer = tempfile::tempdir().unwrap();
    let folder = outer.path().join("disk");
    std::fs::create_dir(&folder).unwrap();
    let mut command = session::command(&folder, library);
    settle(&mut command, outer.path());
    let output = command.output().unwrap();
    look(&folder, &output);
}

/// The calls of the shortest of three sessions: a slow one writes more often, and others would end before its last calls.
fn listed(library: &Path) -> Vec<Call> {
    (0..3).map(|_| listed_once(library)).min_by_key(Vec::len).unwrap_or_default()
}

/// The calls of a session in which none fails.
fn listed_once(library: &Path) -> Vec<Call> {
    let mut calls = Vec::new();
    let settle = |command: &mut Command, outer: &Path| {
        command.env("FAULT_LIST", outer.join("list"));
    };
    play(library, settle, |folder, output| {
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(session::WHOLE), "{text}");
        let said = Said::read(folder);
        assert_eq!(sound(folder, &said), Ok(session::MOVES));
        assert!(said.backup.is_some() && !said.failed);
        calls = shim::calls(&folder.with_file_name("list"));
    });
    calls
}

/// The end of a session, and the call of it that has failed; `None` if it came to no such call.
#[derive(Clone, Debug)]
struct Outcome {
    hit: Option<Call>,
    /// Whether somebody heard that nobody knows yet what became of a move.
    unclear: bool,
    /// The exit code, or what is wrong.
    end: Result<i32, String>,
}

/// Plays a session with a fault and looks at what is left.
fn suffer(library: &Path, fault: Fault) -> Outcome {
    let mut outcome = None;
    let settle = |command: &mut Command, outer: &Path| {
        fault.arrange(command);
        command.env("FAULT_HIT", outer.join("hit"));
    };
    play(library, settle, |folder, output| {
        let hit = shim::calls(&folder.with_file_name("hit")).into_iter().next();
        let said = Said::read(folder);
        let end = ended(output)
            .and_then(|code| judged(folder, &said, code).map(|()| code))
            .and_then(|code| expected(fault, hit.as_ref(), &said, code).map(|()| code));
        outcome = Some(Outcome { hit, unclear: said.unclear, end });
    });
    outcome.expect("it was looked at")
}

/// The exit code of a session that has ended as a program may: without a panic and in good time.
fn ended(output: &Output) -> Result<i32, String> {
    let said = String::from_utf8_lossy(&output.stderr);
    let code = output.status.code().filter(|_| !said.contains("panicked"));
    let known = [session::WHOLE, session::STOPPED, session::NOT_STARTED, session::GAVE_UP];
    let code = code.filter(|code| known.contains(code));
    code.ok_or_else(|| format!("{}: {said}", output.status))
}

/// Returns whether what a session has left is sound, and all of it where it was played to the end.
fn judged(folder: &Path, said: &Said, code: i32) -> Result<(), String> {
    let moves = sound(folder, said)?;
    if code == session::WHOLE && (moves != session::MOVES || said.backup.is_none()) {
        return Err(format!("{moves} moves, backup {:?}", said.backup));
    }
    Ok(())
}

/// Returns whether this fault may lead to this end.
fn expected(fault: Fault, hit: Option<&Call>, said: &Said, code: i32) -> Result<(), String> {
    let is_sync = hit.is_some_and(|call| call.kind == "sync");
    match fault.how {
        How::Broken if is_sync && code == session::WHOLE && !said.failed => {
            Err("a failed sync was passed over".to_owned())
        }
        // Whose sync has failed is neither in nor out.
        How::Broken if is_sync && said.refused => Err("a failed sync was refused".to_owned()),
        How::Full(_) if code != session::WHOLE => {
            Err(format!("a full disk ended the session with {code}"))
        }
        How::Short if code != session::WHOLE => {
            Err(format!("half a read or write ended the session with {code}"))
        }
        _ => Ok(()),
    }
}

/// Does something for each of many, several at a time, and gives what comes of each, in their order.
pub(super) fn each<T: Sync, U: Send>(all: &[T], work: impl Fn(&T) -> U + Sync) -> Vec<U> {
    let next = AtomicUsize::new(0);
    let workers = thread::available_parallelism().map_or(2, usize::from) + 1;
    let worker = || {
        let mine = std::iter::from_fn(|| {
            let at = next.fetch_add(1, Ordering::Relaxed);
            all.get(at).map(|one| (at, work(one)))
        });
        mine.collect::<Vec<_>>()
    };
    let mut done: Vec<_> = thread::scope(|scope| {
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a worker ends")).collect()
    });
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, one)| one).collect()
}

/// At most so many of the calls that do the same to the same file, spread evenly over the session.
fn spread(calls: &[Call], most: usize) -> Vec<&Call> {
    let mut alike = BTreeMap::<String, Vec<&Call>>::new();
    calls.iter().for_each(|call| alike.entry(kind_of(call)).or_default().push(call));
    let few = alike.into_values().flat_map(|calls| {
        let step = calls.len().div_ceil(most);
        calls.into_iter().skip(step / 2).step_by(step)
    });
    few.collect()
}

/// Returns what a call does, and to which file.
fn kind_of(call: &Call) -> String {
    // The file of a backup in the making has the number of the process in its name.
    format!("{} {}", call.kind, call.file.replace(|c: char| c.is_ascii_digit(), ""))
}

/// Prints how many calls of each kind have failed and how the sessions have ended, and fails if
/// one of them was not sound.
fn conclude(title: &str, faults: &[Fault], outcomes: &[Outcome]) {
    let mut kinds = BTreeMap::<String, BTreeMap<String, usize>>::new();
    for Outcome { hit, end, .. } in outcomes {
        let kind = hit.as_ref().map(kind_of);
        let end = match end {
            Ok(session::WHOLE) => "played to the end",
            Ok(session::STOPPED) => "stopped",
            Ok(session::GAVE_UP) => "gave up",
            Ok(_) => "did not start",
            Err(_) => "NOT SOUND",
        };
        let kind = kinds.entry(kind.unwrap_or("not reached".to_owned())).or_default();
        *kind.entry(end.to_owned()).or_default() += 1;
    }
    eprintln!("{title}: {} sessions", outcomes.len());
    kinds.into_iter().for_each(|(kind, ends)| eprintln!("  {kind}: {ends:?}"));
    let mut unsound = Vec::new();
    for (fault, Outcome { hit, end, .. }) in faults.iter().zip(outcomes) {
        if let Err(why) = end {
            unsound.push(format!("{fault:?} {hit:?}: {why}"));
        }
    }
    let count = unsound.len();
    unsound.truncate(20);
    assert!(count == 0, "{count} sessions are not sound, among them\n{}", unsound.join("\n"));
}

/// Plays a session for each of these faults.
fn suffer_all(title: &str, library: &Path, faults: &[Fault]) -> Vec<Outcome> {
    let outcomes = each(faults, |&fault| suffer(library, fault));
    conclude(title, faults, &outcomes);
    // No two sessions make equally many calls, so the last ones may lie behind the end.
    let missed = outcomes.iter().filter(|outcome| outcome.hit.is_none()).count();
    assert!(missed <= 3 + faults.len() / 50, "{missed} of {} calls were not made", faults.len());
    outcomes
}

/// How many calls that do the same to the same file fail in the first tier.
const FEW: usize = 3;

/// Lets every call fail in turn, at most so many of those that are alike. Gives how many sessions ended
/// with a move of which nobody knew whether it took effect.
fn fail_in_turn(most: usize) -> Option<usize> {
    let library = shim::library()?;
    let calls = listed(library);
    assert!(calls.len() > 500, "only {} calls in a session", calls.len());
    let broken = |call: &Call| Fault { call: call.number, how: How::Broken };
    let faults: Vec<Fault> = spread(&calls, most).into_iter().map(broken).collect();
    let outcomes = suffer_all("calls that fail", library, &faults);
    Some(outcomes.iter().filter(|outcome| outcome.unclear).count())
}

#[test]
fn a_call_of_each_kind_that_fails_loses_no_confirmed_move() {
    fail_in_turn(FEW);
}

/// No two sessions make the same calls, so the number of a sync may be that of another call in the next
/// session: syncs are let fail until a move has waited for one.
#[test]
fn a_move_whose_sync_fails_is_neither_confirmed_nor_refused() {
    let Some(library) = shim::library() else { return };
    let calls = listed(library);
    let mut syncs = calls.iter().filter(|call| call.kind == "sync" && call.file.ends_with("-wal"));
    let is_met = syncs.any(|call| {
        let fault = Fault { call: call.number, how: How::Broken };
        let outcome = suffer(library, fault);
        let unclear = outcome.unclear;
        conclude("a sync that fails", &[fault], &[outcome]);
        unclear
    });
    assert!(is_met, "no sync of a move has failed");
}

#[test]
#[ignore = "second tier: cargo xtask long"]
fn each_call_that_fails_loses_no_confirmed_move() {
    let Some(unclear) = fail_in_turn(usize::MAX) else { return };
    // One for the commit of each move.
    assert!(unclear >= session::MOVES, "{unclear} moves were neither confirmed nor refused");
}

/// Lets the disk be full for one call that needs room, for a few, or for many; at most so often for calls
/// that are alike.
fn be_full(most: usize) {
    let Some(library) = shim::library() else { return };
    let how = |number: usize| How::Full([1, 6, 40][number % 3]);
    let faults = faults_at(&listed(library), &["write", "create"], most, how);
    suffer_all("a full disk", library, &faults);
}

/// Lets calls read or write only half, at most so many that are alike.
fn be_short(most: usize) {
    let Some(library) = shim::library() else { return };
    let faults = faults_at(&listed(library), &["read", "write"], most, |_| How::Short);
    suffer_all("half a read or write", library, &faults);
}

/// The calls of these kinds, at most so many that are alike, each with a fault.
fn faults_at(
    calls: &[Call],
    kinds: &[&str],
    most: usize,
    how: impl Fn(usize) -> How,
) -> Vec<Fault> {
    let calls = spread(calls, most).into_iter();
    let calls = calls.filter(|call| kinds.contains(&call.kind.as_str()));
    calls.map(|call| Fault { call: call.number, how: how(call.number) }).collect()
}

#[test]
fn a_disk_that_is_full_for_a_while_ends_nothing() {
    be_full(FEW);
}

#[test]
#[ignore = "second tier: cargo xtask long"]
fn a_disk_that_is_full_at_any_call_ends_nothing() {
    be_full(usize::MAX);
}

#[test]
fn reads_and_writes_of_half_the_length_change_nothing() {
    be_short(FEW);
}

#[test]
#[ignore = "second tier: cargo xtask long"]
fn any_read_or_write_of_half_the_length_changes_nothing() {
    be_short(usize::MAX);
}

/// Lets memory run out at so many places.
fn starve_often(places: usize) {
    let Some(library) = shim::library() else { return };
    let mut allocations = 0;
    let settle = |command: &mut Command, outer: &Path| {
        command.env("FAULT_ALLOCS", outer.join("allocations"));
    };
    play(library, settle, |folder, output| {
        assert_eq!(ended(output), Ok(session::WHOLE));
        let counted = std::fs::read_to_string(folder.with_file_name("allocations")).unwrap();
        allocations = counted.parse().unwrap();
    });
    assert!(allocations > 50 * places, "{allocations} allocations in a session");
    // One in each stretch, not always at its same place.
    let stretch = allocations / places;
    let points: Vec<usize> = (0..places).map(|n| n * stretch + n * 37 % stretch + 1).collect();
    let ends = each(&points, |&point| starve(library, point));
    let faults: Vec<_> = points.iter().zip(&ends).filter(|(_, end)| end.is_err()).collect();
    assert!(faults.is_empty(), "{faults:#?}");
    let reached: Vec<_> = ends.into_iter().filter_map(Result::ok).flatten().collect();
    let aborted = reached.iter().filter(|end| **end == Starved::Aborted).count();
    eprintln!("{allocations} allocations, {} of {places} failed: {aborted} aborts", reached.len());
    // No two sessions allocate equally often, so the last points may lie behind the end.
    assert!(reached.len() * 10 > places * 9, "only {} points were reached", reached.len());
    // Rust aborts where it finds no memory. SQLite, to which about every other allocation belongs,
    // reports an error, and the session goes on or stops.
    let survived = reached.len() - aborted;
    assert!(aborted > places / 10, "only {aborted} sessions were aborted");
    assert!(survived > places / 10, "only {survived} sessions lived on");
}

#[test]
fn memory_that_runs_out_leaves_a_sound_file() {
    starve_often(30);
}

#[test]
#[ignore = "second tier: cargo xtask long"]
fn memory_that_runs_out_anywhere_leaves_a_sound_file() {
    starve_often(500);
}

/// The end of a session in which memory ran out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Starved {
    /// The process was aborted.
    Aborted,
    /// The error was reported, and the session ended as a program may.
    LivedOn,
}

/// Lets one allocation fail and looks at what is left. `None` if the session came to no such allocation.
fn starve(library: &Path, allocation: usize) -> Result<Option<Starved>, String> {
    use std::os::unix::process::ExitStatusExt as _;
    const SIGABRT: i32 = 6;
    let mut end = Err("it was not looked at".to_owned());
    let settle = |command: &mut Command, outer: &Path| {
        command.env("FAULT_ALLOC", allocation.to_string());
        command.env("FAULT_HIT", outer.join("hit"));
    };
    play(library, settle, |folder, output| {
        let is_hit = !shim::calls(&folder.with_file_name("hit")).is_empty();
        let said = Said::read(folder);
        let starved = match output.status.signal() {
            Some(SIGABRT) if is_hit => sound(folder, &said).map(|_| Starved::Aborted),
            _ => ended(output)
                .and_then(|code| judged(folder, &said, code).map(|()| Starved::LivedOn)),
        };
        end = starved.map(|starved| is_hit.then_some(starved));
    });
    end
}
