//! Checks that every test that `cargo test` leaves out says who runs it.

use std::fs;

use super::{root, rust_files};

/// The second tier, what draws for the eye, what finds new data, and what measures.
const REASONS: [&str; 4] = [
    "second tier: cargo xtask long",
    "for the eye: cargo xtask contact-sheet",
    "by hand: prints new lines for the suite",
    "by hand: cargo xtask latency",
];

#[test]
fn ignored_tests_say_who_runs_them() {
    let mut files = Vec::new();
    for folder in ["crates", "src", "tests"] {
        rust_files(&root().join(folder), &mut files);
    }
    let mut n = 0;
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        for line in text.lines().map(str::trim).filter(|line| line.starts_with("#[ignore")) {
            let is_known = REASONS.iter().any(|reason| line == format!("#[ignore = {reason:?}]"));
            assert!(is_known, "{}: {line}", file.display());
            n += 1;
        }
    }
    assert!(n > 20, "the ignored tests were not found");
}
