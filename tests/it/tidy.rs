//! Checks the shape of the sources: which module may name which, what stands where, and how long a
//! function may be.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

mod arrows;
mod borders;
mod measures;
mod pages;
mod sources;
mod time;
mod vocabulary;

use std::{
    fs,
    path::{Path, PathBuf},
};

fn src() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|ext| ext == "rs") {
            found.push(path);
        }
    }
}
