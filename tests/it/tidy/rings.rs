//! Checks that files of one library do not import each other in large circles, which the compiler
//! allows.

use std::fs;

use super::sources::{Sources, rings};

/// The largest number of files that may import each other in a circle.
const LARGEST_RING: usize = 5;

#[test]
fn no_large_ring_of_files() {
    let (mut files, mut arrows) = (0, 0);
    for (library, sources) in Sources::of_all() {
        let drawn = sources.arrows();
        for ring in rings(sources.files.len(), &drawn) {
            let names: Vec<&str> = ring.iter().map(|file| sources.files[*file].as_str()).collect();
            assert!(ring.len() <= LARGEST_RING, "{} in a ring in {library}: {names:?}", ring.len());
        }
        files += sources.files.len();
        arrows += drawn.len();
    }
    assert!(files > 200, "the sources were not found");
    assert!(arrows > 500, "the imports were not found");
}

/// A small crate in a folder of its own.
fn crate_of(files: &[(&str, &str)]) -> (tempfile::TempDir, Sources) {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
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
