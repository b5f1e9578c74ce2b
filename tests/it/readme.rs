//! Checks that the pages are true: one has the same table of commands as the program, the README a reason
//! for every direct dependency.

use std::{fs, path::Path};

use martian_cake::chat::{commands, text::command_table};

fn read(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).expect("it is there")
}

#[test]
fn the_table_of_commands_is_the_command_table() {
    let page = read("docs/COMMANDS.md");
    let (_, rest) = page.split_once("<!-- commands -->").expect("the marker");
    let (table, _) = rest.split_once("<!-- /commands -->").expect("the other marker");
    assert_eq!(table.trim(), command_table(commands()).trim());
}

#[test]
fn every_dependency_has_its_reason() {
    let (readme, manifest) = (read("README.md"), read("Cargo.toml"));
    let sections = manifest.split("\n[").filter(|section| {
        section.starts_with("dependencies]") || section.starts_with("dev-dependencies]")
    });
    let mut n = 0;
    for line in sections.flat_map(str::lines) {
        let Some((name, _)) = line.split_once(" = ").filter(|_| !line.starts_with('#')) else {
            continue;
        };
        assert!(readme.contains(&format!("| `{name}`")), "README gives no reason for {name}");
        n += 1;
    }
    assert!(n > 20, "the manifest was not read");
}
