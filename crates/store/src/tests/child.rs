//! A second process: this test program again, told by its environment what to do.

use std::{
    env,
    ffi::OsString,
    path::{Path, PathBuf},
    process::{Command, ExitStatus},
};

use super::sample::{put, running, with_game, with_ply};
use crate::{Store, StoreError};

const DEED: &str = "MARTIAN_CAKE_TEST_DEED";
const DB: &str = "MARTIAN_CAKE_TEST_DB";

/// Exit codes, far from those of a test program.
pub(super) const OPENED: i32 = 70;
pub(super) const IN_USE: i32 = 71;
pub(super) const SURVIVED: i32 = 72;
const OTHER: i32 = 79;

/// Runs a deed on a database in another process and waits until it ends.
pub(super) fn run(deed: &str, db: &Path) -> ExitStatus {
    command(env::current_exe().unwrap().into(), deed, db).status().unwrap()
}

/// Does the same where no file may grow beyond `kilobytes`, which is like a full disk.
#[cfg(unix)]
pub(super) fn run_confined(deed: &str, db: &Path, kilobytes: u32) -> ExitStatus {
    // The signal is ignored, so that writing fails as on a full disk. Blocks are of 512 bytes.
    let blocks = kilobytes * 2;
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(script).arg(env::current_exe().unwrap());
    with_deed(&mut shell, deed, db).status().unwrap()
}

fn command(program: OsString, deed: &str, db: &Path) -> Command {
    let mut command = Command::new(program);
    with_deed(&mut command, deed, db);
    command
}

fn with_deed<'a>(command: &'a mut Command, deed: &str, db: &Path) -> &'a mut Command {
    command
        .args(["--exact", "tests::child::deed", "--nocapture"])
        .env(DEED, deed)
        .env(DB, db)
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
}

/// In a usual run there is nothing to do here.
#[test]
fn deed() {
    let (Ok(deed), Some(db)) = (env::var(DEED), env::var_os(DB)) else { return };
    let db = PathBuf::from(db);
    std::process::exit(match (deed.as_str(), Store::open(&db)) {
        ("open", Ok(_)) => OPENED,
        ("open", Err(StoreError::InUse)) => IN_USE,
        ("crash", Ok(store)) => {
            put(&store, with_game(&running(1))).unwrap();
            put(&store, with_ply(&running(1)).0).unwrap();
            std::process::abort()
        }
        ("fill", Ok(store)) => fill(&store, &db),
        _ => OTHER,
    });
}

/// Adds games until some have failed and later ones have not, and notes which were kept.
fn fill(store: &Store, db: &Path) -> i32 {
    let mut kept = Vec::new();
    let mut failed = 0;
    for no in 1..2_000 {
        match put(store, with_game(&running(no))) {
            Ok(()) => kept.push(no.to_string()),
            Err(_) => failed += 1,
        }
        if failed >= 3 && kept.last() == Some(&no.to_string()) {
            break;
        }
    }
    std::fs::write(db.with_extension("kept"), kept.join(" ")).unwrap();
    if failed >= 3 { SURVIVED } else { OTHER }
}
