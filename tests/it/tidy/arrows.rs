//! Checks which module names which: the matrix of the top modules, and no circles among files.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use super::{
    sources::{Arrows, Sources, rings},
    src,
};

/// Each top module with those that it may name, from the program's entry down to what everything
/// rests on. A module names only modules that stand below it here, so no arrow leads back up.
/// `docs/ARCHITECTURE.md` has the same table with the reasons.
const ALLOWED: [(&str, &[&str]); 17] = [
    ("main", &["cli", "config", "discord", "games", "host", "page", "render", "store", "table"]),
    (
        "cli",
        &[
            "config", "engine", "games", "host", "render", "scene", "signing", "store", "table",
            "pairing",
        ],
    ),
    ("discord", &["chat", "host", "table"]),
    ("page", &["chat", "games", "host", "render", "scene", "store", "table"]),
    (
        "host",
        &[
            "chat", "dice", "event", "engine", "games", "render", "signing", "store", "table",
            "pairing",
        ],
    ),
    ("chat", &["dice", "event", "games", "scene", "signing", "table", "pairing"]),
    ("store", &["dice", "signing", "table"]),
    ("event", &["games", "table", "pairing"]),
    ("table", &["dice", "games", "scene", "signing"]),
    ("opponents", &["engine", "games"]),
    ("engine", &["games"]),
    ("dice", &["games"]),
    ("games", &["scene"]),
    ("render", &["scene"]),
    ("scene", &[]),
    ("signing", &[]),
    ("pairing", &[]),
];

/// The largest number of files that may import each other in a circle.
const LARGEST_RING: usize = 5;

type Pairs = BTreeSet<(String, String)>;

fn allowed() -> Pairs {
    let pair = |from: &str, to: &&str| (from.to_owned(), (*to).to_owned());
    ALLOWED.iter().flat_map(|(from, below)| below.iter().map(|to| pair(from, to))).collect()
}

/// The arrows between different top modules, each with one that draws it.
fn between_modules(sources: &Sources, arrows: &Arrows) -> BTreeMap<(String, String), String> {
    let mut between = BTreeMap::new();
    for ((from, to), paths) in arrows {
        let pair = (sources.top(*from).to_owned(), sources.top(*to).to_owned());
        if pair.0 != pair.1 && pair.0 != "lib" {
            let path = paths.first().map_or("", String::as_str);
            let drawn = format!("{} names `{path}`", sources.files[*from]);
            between.entry(pair).or_insert(drawn);
        }
    }
    between
}

#[test]
fn modules_know_only_what_the_matrix_allows() {
    let sources = Sources::read(&src());
    let drawn = between_modules(&sources, &sources.arrows());
    let allowed = allowed();
    for (pair, by) in &drawn {
        assert!(allowed.contains(pair), "`{}` may not know `{}`: {by}", pair.0, pair.1);
    }
    for pair in &allowed {
        assert!(drawn.contains_key(pair), "nothing in `{}` names `{}` any more", pair.0, pair.1);
    }
}

#[test]
fn no_arrow_leads_back_up() {
    for (at, (from, below)) in ALLOWED.iter().enumerate() {
        for to in *below {
            let place = ALLOWED.iter().position(|(name, _)| name == to);
            // `config` stands alone and has no row.
            assert!(place.is_none_or(|place| place > at), "`{from}` stands below `{to}`");
        }
    }
}

#[test]
fn the_architecture_page_draws_the_matrix() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/ARCHITECTURE.md");
    let page = fs::read_to_string(page).unwrap();
    let section = page.split("## Who knows whom").nth(1).unwrap();
    let section = section.split("\n## ").next().unwrap();
    let mut drawn = Pairs::new();
    for row in section.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = row.split('|').collect();
        let quoted = |cell: &str| -> Vec<String> {
            cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
        };
        let from = quoted(cells[1]).remove(0);
        drawn.extend(quoted(cells[2]).into_iter().map(|to| (from.clone(), to)));
    }
    assert_eq!(drawn, allowed());
}

#[test]
fn no_large_ring_of_files() {
    let sources = Sources::read(&src());
    assert!(sources.files.len() > 200, "the sources were not found");
    let arrows = sources.arrows();
    assert!(arrows.len() > 500, "the imports were not found");
    for ring in rings(sources.files.len(), &arrows) {
        let names: Vec<&str> = ring.iter().map(|file| sources.files[*file].as_str()).collect();
        assert!(ring.len() <= LARGEST_RING, "{} files in a ring: {names:?}", ring.len());
        let tops: BTreeSet<&str> = ring.iter().map(|file| sources.top(*file)).collect();
        assert!(tops.len() == 1, "a ring over the borders of modules: {names:?}");
    }
}

/// A small crate in a folder of its own.
fn crate_of(files: &[(&str, &str)]) -> (tempfile::TempDir, Sources) {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files.iter().chain(&[("main.rs", "")]) {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let sources = Sources::read(folder.path());
    (folder, sources)
}

fn named(sources: &Sources) -> Vec<(String, String)> {
    let name = |file: usize| sources.files[file].clone();
    sources.arrows().keys().map(|(from, to)| (name(*from), name(*to))).collect()
}

#[test]
fn a_path_counts_for_the_file_that_defines_the_thing() {
    let (_folder, sources) = crate_of(&[
        ("lib.rs", "mod a; mod b; mod c; mod d;"),
        ("a/mod.rs", "mod inner; pub use inner::Thing;"),
        ("a/inner.rs", "pub struct Thing; #[cfg(test)] mod tests { use crate::b::call; }"),
        ("b.rs", "use crate::a::Thing; pub fn call(_: Thing) {}"),
        ("c.rs", "use crate::a; pub fn new() { println!(\"{}\", a::Thing::count()) }"),
        ("d.rs", "pub fn made() { use super::{c::*, a as first}; new(); first::Thing; }"),
    ]);
    let arrow = |from: &str, to: &str| (from.to_owned(), to.to_owned());
    let expected = [
        arrow("a/mod.rs", "a/inner.rs"),
        arrow("b.rs", "a/inner.rs"),
        arrow("c.rs", "a/inner.rs"),
        arrow("d.rs", "a/inner.rs"),
        arrow("d.rs", "c.rs"),
    ];
    let mut found = named(&sources);
    found.sort();
    assert_eq!(found, expected);
    assert!(rings(sources.files.len(), &sources.arrows()).is_empty());
}

#[test]
fn a_ring_is_found() {
    let (_folder, sources) = crate_of(&[
        ("lib.rs", "mod a; mod b; mod c; mod d;"),
        ("a.rs", "use crate::b::B; pub struct A;"),
        ("b.rs", "pub struct B; impl B { fn c(_: crate::c::C) {} }"),
        ("c.rs", "pub struct C; macro_rules! m { () => { $crate::a::A } }"),
        ("d.rs", "pub struct D(super::a::A);"),
    ]);
    let rings = rings(sources.files.len(), &sources.arrows());
    let names: Vec<Vec<&str>> = rings
        .iter()
        .map(|ring| ring.iter().map(|file| sources.files[*file].as_str()).collect())
        .collect();
    assert_eq!(names, [["a.rs", "b.rs", "c.rs"]]);
}
