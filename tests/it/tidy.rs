//! Checks the shape of the sources: which module may name which, what stands where, and how long a
//! function may be.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

mod borders;
mod comments;
mod dependencies;
mod log_lines;
mod measures;
mod pages;
mod rings;
mod sources;
mod tiers;
mod time;
mod vocabulary;

use std::{
    fs,
    path::{Path, PathBuf},
};

/// The folder of the checkout.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The libraries with the folders of their sources, in the order of their names.
fn libraries() -> Vec<(String, PathBuf)> {
    let folders = fs::read_dir(root().join("crates")).unwrap().map(|entry| entry.unwrap());
    let mut found: Vec<(String, PathBuf)> = folders
        .map(|folder| (folder.file_name().into_string().unwrap(), folder.path().join("src")))
        .collect();
    found.sort();
    assert!(found.len() >= 10, "the libraries were not found");
    found
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

/// The sources of all libraries and of the program, each with a short name: `games/lyra/mod.rs` in a
/// library, `cli/db.rs` in the program.
fn source_files() -> Vec<(String, PathBuf)> {
    let mut named = Vec::new();
    let program = (String::new(), root().join("src"));
    for (library, src) in libraries().into_iter().chain([program]) {
        let mut files = Vec::new();
        rust_files(&src, &mut files);
        named.extend(files.into_iter().map(|file| {
            let below = file.strip_prefix(&src).unwrap();
            (Path::new(&library).join(below).to_string_lossy().into_owned(), file.clone())
        }));
    }
    named
}
