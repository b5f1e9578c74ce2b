//! The borders between the layers, read off the files: a name that a layer must not know fails
//! the test with file and line.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::{
    fs,
    path::{Path, PathBuf},
};

use martian_cake::games::GameKind;

/// Words that the files under some paths must not have.
struct Border {
    /// Files or folders below `src`; empty for all.
    within: &'static [&'static str],
    /// Files or folders below `src` that may.
    except: &'static [&'static str],
    banned: &'static [&'static str],
    reason: &'static str,
}

const BORDERS: &[Border] = &[
    Border {
        within: &["games", "engine", "opponents", "scene.rs", "scene"],
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
            "OffsetDateTime",
            "rand::",
            "getrandom",
            "tokio",
            "async fn",
            "async move",
            ".await",
        ],
        reason: "pure: no input or output, no clock, no chance, no threads",
    },
    Border {
        within: &["games", "engine", "opponents", "scene.rs", "scene"],
        except: &[],
        banned: &["crate::dice", "dice::Secret", "dice::{"],
        reason: "the dice secret is out of reach here",
    },
    Border {
        // The renderer has a module of that name for drawing dice.
        within: &["render"],
        except: &[],
        banned: &["crate::dice", "dice::Secret"],
        reason: "the dice secret is out of reach here",
    },
    Border {
        within: &[],
        // The settings name it as a target of the log.
        except: &["discord", "config.rs"],
        banned: &["serenity"],
        reason: "only `discord` names the Discord client",
    },
    Border {
        within: &[],
        except: &["store"],
        banned: &["rusqlite", "SELECT ", "INSERT INTO", "DELETE FROM", "PRAGMA "],
        reason: "only `store` speaks SQL",
    },
    Border {
        within: &[],
        except: &["local"],
        banned: &["axum"],
        reason: "only `local` names the web server",
    },
    Border {
        within: &["render"],
        except: &[],
        banned: &["games::", "crate::games", "GameKind"],
        reason: "the renderer sees scenes, never a position",
    },
    Border {
        within: &["scene.rs", "scene"],
        except: &[],
        banned: &["crate::render", "crate::table", "crate::chat", "crate::host", "crate::store"],
        reason: "a scene is plain data",
    },
    Border {
        within: &["games"],
        except: &[],
        banned: &[
            "crate::engine",
            "crate::table",
            "crate::chat",
            "crate::host",
            "crate::store",
            "crate::render",
            "crate::config",
            "crate::cli",
        ],
        reason: "games know games and scenes only",
    },
    Border {
        within: &["engine", "opponents"],
        except: &[],
        banned: &[
            "crate::table",
            "crate::chat",
            "crate::host",
            "crate::store",
            "crate::render",
            "crate::config",
            "crate::cli",
        ],
        reason: "the engine knows games only",
    },
    Border {
        within: &["engine"],
        except: &[],
        banned: &[
            "crate::opponents",
            "games::lyra",
            "games::martian",
            "games::mix",
            "Lyra",
            "Martian",
            "Game Mix",
        ],
        reason: "the engine names no game",
    },
    Border {
        within: &[],
        except: &[],
        banned: &[".unwrap()", "todo!(", "unimplemented!(", "dbg!(", "println!("],
        reason: "say with `expect` why it cannot fail, or return an error; print in one place",
    },
];

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

/// Test files and test modules may do what they need.
fn is_test_file(path: &Path) -> bool {
    path.components().any(|part| {
        let part = part.as_os_str();
        part == "tests" || part == "tests.rs" || part == "conformance.rs"
    })
}

/// The lines before the test module, without comments.
fn code_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines()
        .take_while(|line| *line != "mod tests {")
        .enumerate()
        .filter(|(_, line)| !line.trim_start().starts_with("//"))
        .map(|(index, line)| (index + 1, line))
}

fn faults_of(border: &Border, path: &Path, text: &str) -> Vec<String> {
    let inside = |places: &[&str]| places.iter().any(|place| path.starts_with(place));
    if !(border.within.is_empty() || inside(border.within)) || inside(border.except) {
        return Vec::new();
    }
    let mut faults = Vec::new();
    for (number, line) in code_lines(text) {
        for name in border.banned {
            if line.contains(name) {
                let (file, reason) = (path.display(), border.reason);
                faults.push(format!("src/{file}:{number}: `{name}` ({reason})"));
            }
        }
    }
    faults
}

#[test]
fn layers_keep_to_themselves() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    rust_files(&src, &mut files);
    assert!(files.len() > 20, "the sources were not found");
    let mut faults = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let path = file.strip_prefix(&src).unwrap();
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
    assert!(faults[0].starts_with("src/games/lyra/mod.rs:2: `std::fs` (pure"), "{faults:?}");
    assert!(faults_of(&BORDERS[0], Path::new("host/mod.rs"), text).is_empty());
    let client = "use serenity::Client;";
    let client_border = BORDERS.iter().find(|border| border.banned.contains(&"serenity")).unwrap();
    assert!(faults_of(client_border, Path::new("discord/mod.rs"), client).is_empty());
    assert_eq!(faults_of(client_border, Path::new("chat/mod.rs"), client).len(), 1);
}

/// Where code is general: it works for every game and names none, not even in a comment or test.
const GENERAL: [&str; 4] = ["engine", "table", "chat", "host"];

/// The first game that a line names, if it names one. The program's own name is none.
fn game_named(line: &str) -> Option<&'static str> {
    let line = line.to_lowercase().replace("martian cake", "").replace("martian-cake", "");
    let line = line.replace("martian_cake", "");
    let words: Vec<&str> = line.split(|c: char| !c.is_alphanumeric()).collect();
    GameKind::ALL.into_iter().map(GameKind::key).find(|key| words.contains(key))
}

#[test]
fn general_code_names_no_game() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut faults = Vec::new();
    for layer in GENERAL {
        let mut files = Vec::new();
        rust_files(&src.join(layer), &mut files);
        assert!(!files.is_empty(), "{layer} was not found");
        for file in files {
            let text = fs::read_to_string(&file).unwrap();
            for (number, line) in text.lines().enumerate() {
                if let Some(game) = game_named(line) {
                    faults.push(format!("{}:{}: names {game}", file.display(), number + 1));
                }
            }
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
    assert_eq!(game_named("// as in Lyra."), Some("lyra"));
    assert_eq!(game_named("use martian_cake::games; // Martian Cake"), None);
}
