//! The real program, called once.

use std::{
    fs,
    process::{Command, Output},
};

use tempfile::TempDir;

/// Calls the program in a folder with these files.
pub(crate) fn call(call: &[&str], files: &[(&str, &str)]) -> Output {
    let folder = TempDir::new().expect("a folder");
    for (name, text) in files {
        fs::write(folder.path().join(name), text).expect("it is written");
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_martian-cake"));
    command.current_dir(folder.path()).args(call).output().expect("it runs")
}

/// Returns what a successful call prints.
pub(crate) fn printed(args: &[&str], files: &[(&str, &str)]) -> String {
    let output = call(args, files);
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {complaint}\n{files:?}");
    String::from_utf8(output.stdout).expect("it prints text")
}
