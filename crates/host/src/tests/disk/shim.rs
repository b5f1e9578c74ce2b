//! The library that stands between a process and its disk: compiled once, then preloaded.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
    sync::OnceLock,
};

/// If this is set, a machine without a C compiler fails the tests.
const REQUIRE: &str = "MARTIAN_CAKE_REQUIRE_CC";

/// The compiled library; `None`, and loudly so, where there is no C compiler or no way to preload.
pub(super) fn library() -> Option<&'static Path> {
    static LIBRARY: OnceLock<Option<PathBuf>> = OnceLock::new();
    let library = LIBRARY.get_or_init(compiled).as_deref();
    if library.is_none() {
        assert!(env::var_os(REQUIRE).is_none(), "{REQUIRE} is set, but there is no C compiler");
        // Standard error itself: the test program keeps back what `eprintln!` says in a test that
        // passes.
        let said =
            "\n*** SKIPPED: no C compiler (cc), so the tests of a failing disk did not run ***\n";
        drop(std::io::Write::write_all(&mut std::io::stderr(), said.as_bytes()));
    }
    library
}

/// Compiles the library beside the test program.
fn compiled() -> Option<PathBuf> {
    if cfg!(not(all(target_os = "linux", target_env = "gnu"))) {
        return None;
    }
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tests/disk/shim.c");
    let folder = env::current_exe().unwrap().with_file_name("");
    let library = folder.join("martian-cake-shim.so");
    // Several test programs may do this at once: each makes a file of its own and renames it.
    let part = folder.join(format!("martian-cake-shim.{}.so", std::process::id()));
    let compiler = Command::new("cc")
        .args(["-std=gnu11", "-O1", "-Wall", "-Werror", "-shared", "-fPIC", "-o"])
        .args([&part, &source])
        .args(["-ldl", "-pthread"])
        .output()
        .ok()?;
    let said = String::from_utf8_lossy(&compiler.stderr);
    assert!(compiler.status.success(), "the shim does not compile: {said}");
    fs::rename(part, &library).unwrap();
    Some(library)
}

/// The call that fails, and the way it fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    /// The number of the first call that fails, from 1.
    pub(super) call: usize,
    pub(super) how: How,
}

/// The way calls fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum How {
    /// One reports an error of the device.
    Broken,
    /// So many in a row that need room report that there is none.
    Full(u32),
    /// One reads or writes only half.
    Short,
}

const ENOSPC: u32 = 28;

impl Fault {
    /// Tells the library.
    pub(super) fn arrange(self, command: &mut Command) {
        command.env("FAULT_CALL", self.call.to_string());
        match self.how {
            How::Broken => {}
            How::Full(times) => {
                command.env("FAULT_ERRNO", ENOSPC.to_string());
                command.env("FAULT_TIMES", times.to_string());
            }
            How::Short => {
                command.env("FAULT_SHORT", "1");
            }
        }
    }
}

/// One call as the library lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Call {
    pub(super) number: usize,
    /// `open`, `read`, `write`, `sync` and the like.
    pub(super) kind: String,
    /// The file, without its folder.
    pub(super) file: String,
}

/// The calls of a list; none if the library has not begun one.
pub(super) fn calls(list: &Path) -> Vec<Call> {
    let list = fs::read_to_string(list).unwrap_or_default();
    let call = |line: &str| {
        let mut words = line.splitn(3, ' ').map(str::to_owned);
        let number = words.next()?.parse().ok()?;
        Some(Call { number, kind: words.next()?, file: words.next()? })
    };
    list.lines().map(|line| call(line).expect("number, kind, file")).collect()
}
