//! Checks the borders between the layers line by line: a name that a layer must not use fails the
//! test with its file and line.

use std::{fs, path::Path};

use super::source_files;

/// Words that the files below some paths must not contain.
struct Border {
    /// Libraries, or files and folders below them, as [`source_files`] names them; empty for all.
    within: &'static [&'static str],
    /// Those that may contain them.
    except: &'static [&'static str],
    banned: &'static [&'static str],
    reason: &'static str,
}

const BORDERS: &[Border] = &[
    Border {
        within: &["games", "engine", "scene", "pairing"],
        except: &[],
        banned: &[
            "std::fs",
            "std::io",
            "std::net",
            "std::process",
            "std::thread",
            "std::env",
            "std::time",
            "time::Instant",
            "SystemTime",
            "Instant::now",
            "async fn",
            "async move",
            ".await",
        ],
        reason: "pure: no input or output, no clock, no chance, no threads",
    },
    Border {
        within: &[],
        except: &["store"],
        banned: &["SELECT ", "INSERT INTO", "DELETE FROM", "PRAGMA "],
        reason: "only `store` speaks SQL",
    },
    Border {
        within: &[],
        except: &[],
        banned: &[".unwrap()", "todo!(", "unimplemented!(", "dbg!(", "println!("],
        reason: "say with `expect` why it cannot fail, or return an error; print in one place",
    },
];

/// Returns `true` if a file holds tests, which may use any word.
fn is_test_file(path: &Path) -> bool {
    path.components().any(|part| {
        let part = part.as_os_str();
        ["tests", "tests.rs", "conformance.rs", "testkit.rs"].iter().any(|name| part == *name)
    })
}

/// The lines before the test module, without comments.
fn code_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines()
        .take_while(|line| !line.ends_with("mod tests {"))
        .enumerate()
        .filter(|(_, line)| !line.trim_start().starts_with("//"))
        .map(|(index, line)| (index + 1, line))
}

/// Returns `true` if a line contains this name, and not only as the beginning of a longer name.
fn has_word(line: &str, name: &str) -> bool {
    let goes_on = |rest: &str| {
        name.ends_with(char::is_alphanumeric)
            && rest.starts_with(|c: char| c.is_alphanumeric() || c == '_')
    };
    line.match_indices(name).any(|(at, _)| !goes_on(&line[at + name.len()..]))
}

fn faults_of(border: &Border, path: &Path, text: &str) -> Vec<String> {
    let inside = |places: &[&str]| places.iter().any(|place| path.starts_with(place));
    if !(border.within.is_empty() || inside(border.within)) || inside(border.except) {
        return Vec::new();
    }
    let mut faults = Vec::new();
    for (number, line) in code_lines(text) {
        for name in border.banned {
            if has_word(line, name) {
                let (file, reason) = (path.display(), border.reason);
                faults.push(format!("{file}:{number}: `{name}` ({reason})"));
            }
        }
    }
    faults
}

#[test]
fn layers_keep_to_themselves() {
    let files = source_files();
    assert!(files.len() > 200, "the sources were not found");
    let mut faults = Vec::new();
    for (name, file) in files {
        let text = fs::read_to_string(&file).unwrap();
        let path = Path::new(&name);
        if is_test_file(path) {
            continue;
        }
        faults.extend(BORDERS.iter().flat_map(|border| faults_of(border, path, &text)));
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn a_border_names_file_and_line() {
    let text = "//! std::fs in words\nuse std::fs;\nmod tests {\nuse std::fs;\n}\n";
    let faults = faults_of(&BORDERS[0], Path::new("games/lyra/mod.rs"), text);
    assert_eq!(faults.len(), 1);
    assert!(faults[0].starts_with("games/lyra/mod.rs:2: `std::fs` (pure"), "{faults:?}");
    assert!(faults_of(&BORDERS[0], Path::new("host/lib.rs"), text).is_empty());
    let words = "word.awaited(); word.await_all()";
    assert!(faults_of(&BORDERS[0], Path::new("games/lyra/mod.rs"), words).is_empty());
    let query = "let query = \"SELECT no\";";
    let sql = BORDERS.iter().find(|border| border.banned.contains(&"SELECT ")).unwrap();
    assert!(faults_of(sql, Path::new("store/queries.rs"), query).is_empty());
    assert_eq!(faults_of(sql, Path::new("chat/lib.rs"), query).len(), 1);
}
