//! Checks that general code, which works for every game, names none: no key, title, piece or army
//! of a game, not even in a comment or a test.

use std::{collections::BTreeSet, fs, path::Path};

use games::GameKind;
use table::start_position;

use super::source_files;

/// The modules in which code is general.
const GENERAL: [&str; 5] = ["chat", "engine", "host", "table", "pairing"];

/// Names of pieces and armies that are plain English words too: they count with a capital alone.
const ORDINARY: [&str; 6] = ["general", "heavy", "light", "reversed", "silver", "spears"];

/// Names of armies that say nothing of a game.
const OF_ANY_GAME: [&str; 2] = ["default", "random"];

/// Names that contain the word of a game but mean none: the program, and a random generator.
const NO_GAMES: [&str; 5] =
    ["Martian Cake", "martian-cake", "martian_cake", "MARTIAN_CAKE", "SplitMix"];

/// The words of the games: their keys and titles, the names of their sprites, which are those of
/// the pieces and grounds, and of the armies that can be asked for by name.
fn words_of_games() -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    for kind in GameKind::ALL {
        words.insert(kind.key().to_owned());
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("sprites").join(kind.key());
        for sprite in fs::read_dir(folder).unwrap() {
            let name = sprite.unwrap().path();
            words.insert(name.file_stem().unwrap().to_string_lossy().into_owned());
        }
        let position = start_position(kind, "").unwrap();
        let names = position.arranging().map_or(&[][..], |arrangement| arrangement.names());
        let names = names.iter().filter(|name| !OF_ANY_GAME.contains(name));
        words.extend(names.map(|&name| name.to_owned()));
    }
    words
}

/// The words of a line: names are taken apart at underscores and capitals.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut last = ' ';
    for c in line.chars() {
        let begins = !c.is_alphanumeric() || c.is_uppercase() && last.is_lowercase();
        if begins {
            words.push(String::new());
        }
        if c.is_alphanumeric() {
            words.last_mut().unwrap().push(c);
        }
        last = c;
    }
    words
}

/// The first word of a game that a line contains.
fn game_named(line: &str, games: &BTreeSet<String>) -> Option<String> {
    let line = NO_GAMES.iter().fold(line.to_owned(), |line, name| line.replace(name, ""));
    if let Some(kind) = GameKind::ALL.iter().find(|kind| line.contains(kind.title())) {
        return Some(kind.title().to_owned());
    }
    words(&line).into_iter().find(|word| {
        let lower = word.to_lowercase();
        let single = lower.strip_suffix('s').unwrap_or(&lower);
        let known = [&*lower, single].into_iter().find(|one| games.contains(*one));
        known
            .is_some_and(|known| !ORDINARY.contains(&known) || word.starts_with(char::is_uppercase))
    })
}

#[test]
fn general_code_names_no_game() {
    let games = words_of_games();
    assert!(games.len() >= 30, "{games:?}");
    let mut faults = Vec::new();
    for layer in GENERAL {
        let files = source_files().into_iter();
        let files: Vec<_> = files.filter(|(name, _)| Path::new(name).starts_with(layer)).collect();
        assert!(!files.is_empty(), "{layer} was not found");
        for (name, file) in files {
            // The opponents of the games are the one part of the engine that is each for one game.
            if name.starts_with("engine/opponents/") {
                continue;
            }
            let text = fs::read_to_string(&file).unwrap();
            for (number, line) in text.lines().enumerate() {
                if let Some(word) = game_named(line, &games) {
                    faults.push(format!("{}:{}: names {word}", file.display(), number + 1));
                }
            }
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn words_of_games_are_found() {
    let games = words_of_games();
    let named = |line: &str| game_named(line, &games);
    assert_eq!(named("// as in Lyra.").as_deref(), Some("Lyra"));
    assert_eq!(named("let kings = 2;").as_deref(), Some("kings"));
    assert_eq!(named("fn has_dragon() -> bool").as_deref(), Some("dragon"));
    assert_eq!(named("Piece::DragonOnBoard").as_deref(), Some("Dragon"));
    assert_eq!(named("the General is lost").as_deref(), Some("General"));
    assert_eq!(named("a bastion of order").as_deref(), Some("bastion"));
    assert_eq!(named("// a Game Mix").as_deref(), Some("Game Mix"));
    assert_eq!(named("the general case, in a light mood"), None);
    assert_eq!(named("use martian_cake_games; // Martian Cake"), None);
}
