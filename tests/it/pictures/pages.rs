//! The pictures of the README and the docs: below each stands in a comment the command that makes it.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::support::pictures::looks_as_in;

/// The beginning of a command that draws a picture by itself.
const PROGRAM: &str = "cargo run --release -- ";
/// What other commands begin with: those of the golden pictures, which other tests compare, and those of pictures that
/// a browser takes, which depend on the browser.
const OTHERS: [&str; 2] = ["cargo xtask golden", "cargo test --test it browser::"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The files in a folder of the repository whose names end in this way.
fn files(folder: &str, end: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.ends_with(end)).map(|name| Path::new(folder).join(name)).collect()
}

/// Every picture that a page shows, by its path in the repository, with the command below it.
fn pictures() -> BTreeMap<PathBuf, String> {
    let mut pictures = BTreeMap::new();
    for page in [files("", ".md"), files("docs", ".md"), files("docs/rules", ".md")].concat() {
        // Some pictures stand in a quotation.
        let text = fs::read_to_string(root().join(&page)).unwrap().replace("\n> ", "\n");
        for shown in text.split("![").skip(1) {
            let (_, shown) = shown.split_once("](").unwrap();
            let (link, below) = shown.split_once(')').unwrap();
            let folder = page.ancestors().nth(1 + link.matches("../").count()).unwrap();
            let file = folder.join(link.trim_start_matches("../"));
            let head = format!("\n<!-- {} is made by:\n", file.display());
            let comment = below.strip_prefix(&head).and_then(|rest| rest.split_once("\n-->\n"));
            let Some((command, _)) = comment else { panic!("{}: below {link}", page.display()) };
            let other = pictures.insert(file, command.to_owned());
            assert!(other.is_none_or(|other| other == command), "{link} has two commands");
        }
    }
    pictures
}

#[test]
fn every_picture_of_the_pages_has_its_command_and_is_shown() {
    let pictures = pictures();
    for (file, command) in &pictures {
        assert!(root().join(file).exists(), "{}", file.display());
        let mut known = [PROGRAM].into_iter().chain(OTHERS);
        assert!(known.any(|start| command.starts_with(start)), "{}: {command}", file.display());
    }
    for file in files("docs", ".png") {
        assert!(pictures.contains_key(&file), "no page shows {}", file.display());
    }
}

/// Runs each command as it stands, with the program of the tests, in an empty folder.
#[test]
fn pictures_of_the_pages_are_what_their_commands_draw() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("docs")).unwrap();
    let mut drawn = 0;
    for (file, command) in pictures() {
        let Some(arguments) = command.strip_prefix(PROGRAM) else { continue };
        let script = format!("\"{}\" {arguments}", env!("CARGO_BIN_EXE_martian-cake"));
        let mut shell = Command::new("sh");
        let status = shell.args(["-c", &script]).current_dir(&folder).status().unwrap();
        assert!(status.success(), "{command}");
        looks_as_in(file.to_str().unwrap(), &fs::read(folder.path().join(&file)).unwrap());
        drawn += 1;
    }
    assert!(drawn > 15, "{drawn} pictures are drawn by commands");
}
