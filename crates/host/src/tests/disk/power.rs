//! The power fails: of what a session has written, the disk has kept what was synced and any sectors of
//! the rest. The moves that were confirmed by then are there, whole, and the page says each once.

use std::{fs, path::Path};

use super::{
    calls::{each, play},
    session, shim,
    trace::{self, Chance, Disk, Step},
    verdict::{Said, sound},
};

/// Everything that a session has written, a checkpoint in its midst included.
fn traced(library: &Path) -> Vec<Step> {
    let mut steps = Vec::new();
    play(
        library,
        |command, outer| {
            session::with_rest(command).env("FAULT_TRACE", outer.join("trace"));
        },
        |folder, output| {
            let text = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(session::WHOLE), "{text}");
            steps = trace::read(&folder.with_file_name("trace"));
        },
    );
    steps
}

/// Lets the power fail behind so many steps, and looks at what is left.
fn after_a_cut(steps: &[Step], seed: u64) -> Result<usize, String> {
    let mut disk = Disk::default();
    steps.iter().for_each(|step| disk.apply(step));
    let marks: String = steps
        .iter()
        .filter_map(|step| match step {
            Step::Mark(text) => Some(text.as_str()),
            _ => None,
        })
        .collect();
    let outer = tempfile::tempdir().unwrap();
    for (name, bytes) in disk.after_a_cut(&mut Chance(seed)) {
        fs::write(outer.path().join(name.trim_start_matches('/')), bytes).unwrap();
    }
    let database = session::database(outer.path());
    // No state is one of which `db check` says that the log is damaged, and none is set aside.
    if let Ok(report) = store::check(&database, |_, _| Ok(()))
        && let Some(fault) = report.faults.iter().find(|fault| fault.contains("-wal"))
    {
        return Err(fault.clone());
    }
    let moves = sound(outer.path(), &Said::of(&marks))?;
    let mut left = fs::read_dir(outer.path()).unwrap().filter_map(Result::ok);
    match left.find(|file| file.file_name().to_string_lossy().contains("set-aside")) {
        Some(file) => Err(format!("{} was set aside", file.path().display())),
        None => Ok(moves),
    }
}

/// Lets the power fail so often, at instants that are spread over the whole session.
fn fail_often(states: usize) {
    let Some(library) = shim::library() else { return };
    let steps = traced(library);
    let checkpoints =
        steps.iter().filter(|step| matches!(step, Step::Sync(name) if name == "/games.db"));
    assert!(checkpoints.count() > 2, "no checkpoint within the session");
    let cuts: Vec<(usize, u64)> =
        (0..states).map(|n| (n * steps.len() / states + 1, n as u64)).collect();
    let found = each(&cuts, |&(behind, seed)| after_a_cut(&steps[..behind], seed));
    let mut faults = Vec::new();
    let mut moves = 0;
    for ((behind, seed), found) in cuts.iter().zip(found) {
        match found {
            Ok(counted) => moves += usize::from(counted > 0),
            Err(why) => faults.push(format!("behind step {behind}, seed {seed}: {why}")),
        }
    }
    eprintln!("{states} power cuts in a session of {} steps, {moves} with moves", steps.len());
    let count = faults.len();
    faults.truncate(20);
    assert!(count == 0, "{count} states are not sound, among them\n{}", faults.join("\n"));
    assert!(moves > states / 2);
}

#[test]
fn a_hundred_power_cuts_lose_no_confirmed_move() {
    fail_often(100);
}

#[test]
#[ignore = "second tier: cargo xtask long"]
fn twenty_thousand_power_cuts_lose_no_confirmed_move() {
    fail_often(20_000);
}
