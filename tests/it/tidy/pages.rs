//! Checks that the pages under `docs/` name only files, tests and terms that exist.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use super::rust_files;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The words between backticks in a page, outside blocks of code.
fn quoted(page: &str) -> Vec<String> {
    let mut quoted = Vec::new();
    let mut inside = false;
    for line in page.lines() {
        if line.starts_with("```") {
            inside = !inside;
        } else if !inside {
            quoted.extend(line.split('`').skip(1).step_by(2).map(str::to_owned));
        }
    }
    quoted
}

/// Returns `true` if a quoted word is the path of a file or folder of the checkout.
fn is_path(word: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-".contains(c);
    let path = word.ends_with(".rs") || word.contains('/') && !word.starts_with('/');
    path && word.chars().all(plain) && !word.ends_with(".db")
}

/// Returns `true` if the checkout has this path: below the root, the crates, the sources or the tests; a bare
/// file name anywhere there.
fn exists(word: &str, files: &[PathBuf]) -> bool {
    let below = ["", "crates", "src", "tests", "tests/it", "docs"];
    let bare = !word.contains('/') && files.iter().any(|file| file.ends_with(word));
    bare || below.iter().any(|folder| root().join(folder).join(word).exists())
}

/// Every Rust file of the checkout.
fn all_rust_files() -> Vec<PathBuf> {
    let mut files = Vec::new();
    for folder in ["benches", "crates", "examples", "src", "tests", "xtask"] {
        rust_files(&root().join(folder), &mut files);
    }
    files
}

/// The names by which code knows the crates: those of their folders.
fn crate_names() -> impl Iterator<Item = String> {
    let folders = fs::read_dir(root().join("crates")).unwrap().map(|entry| entry.unwrap());
    folders.map(|folder| folder.file_name().to_string_lossy().into_owned())
}

#[test]
fn pages_name_only_files_that_exist() {
    let mut faults = Vec::new();
    let mut n = 0;
    let files = all_rust_files();
    for page in [
        "docs/ARCHITECTURE.md",
        "docs/GLOSSARY.md",
        "docs/ENGINE.md",
        "docs/DICE.md",
        "docs/RELIABILITY.md",
        "README.md",
    ] {
        let text = fs::read_to_string(root().join(page)).unwrap();
        for word in quoted(&text).iter().filter(|word| is_path(word)) {
            n += 1;
            if !exists(word, &files) {
                faults.push(format!("{page}: `{word}` does not exist"));
            }
        }
    }
    assert!(n > 40, "the paths were not found");
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// The field or variant that a line defines, if it has the form of such a definition.
fn field_or_variant(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let line = line.strip_prefix("pub(super) ").or(line.strip_prefix("pub ")).unwrap_or(line);
    let end = line.find(|c: char| !c.is_alphanumeric() && c != '_')?;
    let (name, rest) = line.split_at(end);
    let is_field = rest.starts_with(": ") && rest.ends_with(',');
    let is_variant = name.starts_with(char::is_uppercase) && rest.starts_with([',', '(', ' ']);
    (is_field || is_variant).then_some(name)
}

/// The names that the sources, tests and benches define: functions, types, constants, modules,
/// fields, variants.
fn defined_names() -> BTreeSet<String> {
    let keywords =
        ["const", "enum", "fn", "macro_rules", "mod", "static", "struct", "trait", "type"];
    let mut names = BTreeSet::new();
    for file in all_rust_files() {
        let text = fs::read_to_string(file).unwrap();
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        for line in code {
            names.extend(field_or_variant(line).map(str::to_owned));
            let mut words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
            while let Some(word) = words.next() {
                if keywords.contains(&word) {
                    names.extend(words.find(|word| !word.is_empty()).map(str::to_owned));
                }
            }
        }
    }
    names
}

#[test]
fn the_pages_of_names_name_only_what_exists() {
    let mut names = defined_names();
    names.extend(crate_names());
    let is_name = |word: &&String| {
        let plain = word.chars().all(|c| c.is_alphanumeric() || c == '_' || c == ':');
        plain && (word.contains('_') || word.contains("::") || word.contains(char::is_uppercase))
    };
    let pages = ["docs/ARCHITECTURE.md", "docs/GLOSSARY.md"];
    let pages = pages.map(|page| quoted(&fs::read_to_string(root().join(page)).unwrap()));
    let quoted = pages.concat();
    let faults: Vec<&String> = quoted
        .iter()
        .filter(is_name)
        .filter(|word| word.split("::").any(|part| !names.contains(part)))
        // Settings, such as `RUST_LOG`.
        .filter(|word| !word.chars().all(|c| c.is_uppercase() || c == '_'))
        .collect();
    assert!(quoted.len() > 200, "the names were not found");
    assert!(faults.is_empty(), "no such names: {faults:?}");
}

/// Returns where the links and pictures of a page lead, as file and heading: both may be empty.
fn linked(page: &str) -> impl Iterator<Item = (&str, &str)> {
    let targets = page.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    let here = targets.map(|(target, _)| target).filter(|target| !target.contains("://"));
    here.map(|target| target.split_once('#').unwrap_or((target, "")))
}

/// The names by which links call the headings of a page.
fn headings(page: &str) -> Vec<String> {
    let heads = page.lines().filter_map(|line| line.strip_prefix('#'));
    let kept = |c: &char| c.is_alphanumeric() || " -_".contains(*c);
    let name = |head: &str| head.trim_start_matches('#').trim().to_lowercase();
    heads
        .map(|head| name(head).chars().filter(kept).collect::<String>().replace(' ', "-"))
        .collect()
}

#[test]
fn links_of_pages_lead_to_files() {
    let docs = fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let pages = docs.filter(|path| path.extension().is_some_and(|ext| ext == "md"));
    let mut n = 0;
    let others = ["CHANGELOG.md", "CONTRIBUTING.md", "README.md"].map(|page| root().join(page));
    for page in pages.chain(others) {
        let text = fs::read_to_string(&page).unwrap();
        for (file, heading) in linked(&text) {
            n += 1;
            let path = if file.is_empty() { page.clone() } else { page.with_file_name(file) };
            assert!(path.exists(), "{} links to {file}", page.display());
            let is_there =
                || headings(&fs::read_to_string(&path).unwrap()).iter().any(|one| one == heading);
            assert!(heading.is_empty() || is_there(), "{} links to #{heading}", page.display());
        }
    }
    assert!(n > 60, "the links were not found: {n}");
}
