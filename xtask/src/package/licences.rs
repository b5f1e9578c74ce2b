//! The licences of all that is in the program: a copyright file in Debian's form (DEP-5), and behind it the texts
//! themselves, each crate's own.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::Value;

use super::{copy, read, root, text, write, wrong};

/// Crates whose packages come without their licence, by how their names begin, and where it is kept here.
const KEPT: [(&str, &str); 3] = [
    ("governor", "packaging/licences/governor.txt"),
    ("rusqlite_migration", "fonts/LICENSE-RobotoCondensed.txt"),
    ("twilight-", "packaging/licences/twilight.txt"),
];

/// The beginnings of the names of files that hold a licence or belong to one.
const NAMES: [&str; 6] = ["copying", "copyright", "licence", "license", "notice", "unlicense"];

/// Licences that stand whole in the copyright file: that of the program, and of fonts.
const WHOLE: [(&str, &str); 3] = [
    ("MIT", "LICENSE"),
    ("OFL-1.1", "fonts/LICENSE-Noto.txt"),
    ("bitstream-vera", "fonts/LICENSE-DejaVu.txt"),
];
/// Licences that every Debian system has.
const COMMON: [&str; 3] = ["Apache-2.0", "CC0-1.0", "MPL-2.0"];

/// Another database, which the sources of SQLite bring along.
const NOT_BUILT: &str = "sqlcipher";

/// A crate of the program that is not ours.
struct Crate<'m> {
    name: &'m str,
    version: &'m str,
    /// Its licence as an expression in Debian's form.
    licence: String,
    /// Its files of licences, each with its text.
    texts: Vec<(String, String)>,
    authors: Vec<&'m str>,
}

/// Writes `copyright`, `third-party.txt` and `rust-library.html`.
pub(super) fn write_all(metadata: &Value, made: &Path) -> Result<(), String> {
    let crates = crates(metadata)?;
    write(&made.join("copyright"), &copyright(&crates)?)?;
    write(&made.join("third-party.txt"), &third_party(&crates)?)?;
    let sysroot = Command::new("rustc").args(["--print", "sysroot"]).output();
    let sysroot = sysroot.map_err(|error| format!("rustc did not start: {error}"))?.stdout;
    let sysroot = PathBuf::from(String::from_utf8_lossy(&sysroot).trim());
    let library = sysroot.join("share/doc/rust/COPYRIGHT-library.html");
    copy(&library, &made.join("rust-library.html")).map_err(|why| {
        format!("{why}\nThe licences of Rust's own library come with Rust as rustup installs it.")
    })
}

/// The crates that the program is built of, but our own, by name and version. Those that only build or test it are
/// left out.
fn crates(metadata: &Value) -> Result<Vec<Crate<'_>>, String> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let packages = metadata["packages"].as_array().ok_or("cargo metadata tells no packages.")?;
    let by_id = |id: &str| packages.iter().find(|package| package["id"] == id);
    let mut needs = BTreeMap::new();
    for node in list(&metadata["resolve"]["nodes"]) {
        let is_built_in =
            |dep: &Value| list(&dep["dep_kinds"]).iter().any(|kind| kind["kind"].is_null());
        let deps = list(&node["deps"]).into_iter().filter(is_built_in);
        let ids: Vec<String> =
            deps.filter_map(|dep| Some(dep["pkg"].as_str()?.to_owned())).collect();
        needs.insert(text(&node, "id")?.to_owned(), ids);
    }
    let ours = packages.iter().find(|package| package["name"] == "martian-cake");
    let mut waiting = vec![text(ours.ok_or("the program is not in the workspace")?, "id")?];
    let mut found = BTreeSet::new();
    while let Some(id) = waiting.pop() {
        if found.insert(id) {
            waiting.extend(
                needs.get(id).into_iter().flatten().filter_map(|id| by_id(id)?["id"].as_str()),
            );
        }
    }
    let foreign =
        found.into_iter().filter_map(by_id).filter(|package| !package["source"].is_null());
    let mut crates = foreign.map(Crate::of).collect::<Result<Vec<_>, String>>()?;
    crates.sort_by_key(|one| (one.name, one.version));
    Ok(crates)
}

impl<'m> Crate<'m> {
    fn of(package: &'m Value) -> Result<Self, String> {
        let (name, version) = (text(package, "name")?, text(package, "version")?);
        let folder = Path::new(text(package, "manifest_path")?).with_file_name("");
        let mut texts = licence_files(&folder)?;
        if texts.is_empty() {
            let kept = KEPT.iter().find(|(begin, _)| name.starts_with(begin));
            let (_, file) = kept.ok_or_else(|| {
                format!("The package of {name} {version} has no licence: keep its text in packaging/licences, and name it in xtask/src/package/licences.rs.")
            })?;
            texts.push(((*file).to_owned(), read(&root().join(file))?));
        }
        let authors = package["authors"].as_array().into_iter().flatten();
        let authors = authors.filter_map(Value::as_str).collect();
        Ok(Self { name, version, licence: debian_form(text(package, "license")?), texts, authors })
    }

    /// The lines that say whose it is, else its authors.
    fn holders(&self) -> Vec<String> {
        let is_holder = |line: &str| {
            let told = line.strip_prefix("Copyright").or_else(|| line.strip_prefix('©'));
            let blank = ["yyyy", "owner]", "{name"].iter().any(|blank| line.contains(blank));
            !blank
                && told.is_some_and(|told| {
                    told.contains(|c: char| c.is_ascii_digit()) || told.contains("(c)")
                })
        };
        let lines = self.texts.iter().flat_map(|(_, text)| text.lines()).map(str::trim);
        let told: BTreeSet<&str> = lines.filter(|line| is_holder(line)).collect();
        if !told.is_empty() {
            let name = |line: &str| line.trim_start_matches("Copyright").trim_start().to_owned();
            return told.into_iter().map(name).collect();
        }
        match self.authors[..] {
            [] => vec![format!("the authors of {}", self.name)],
            _ => self.authors.iter().map(|author| (*author).to_owned()).collect(),
        }
    }
}

/// The files of licences in a folder of sources, by name: its own, and of what it has taken from others.
fn licence_files(folder: &Path) -> Result<Vec<(String, String)>, String> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(|error| wrong(folder, &error))? {
        let path = entry.map_err(|error| wrong(folder, &error))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let is_one = NAMES.iter().any(|begin| name.to_lowercase().starts_with(begin));
        if path.is_dir() && name != NOT_BUILT {
            let below = licence_files(&path)?.into_iter();
            files.extend(below.map(|(file, text)| (format!("{name}/{file}"), text)));
        } else if is_one && path.is_file() && path.extension().is_none_or(|end| end != "rs") {
            files.push((name, read(&path)?));
        }
    }
    files.sort();
    Ok(files)
}

/// An expression of SPDX, as Cargo takes it, in the form of Debian's copyright files.
fn debian_form(spdx: &str) -> String {
    let plain = spdx.replace(" / ", " OR ").replace('/', " OR ");
    let plain = plain.replace(") AND ", ", and ").replace(['(', ')'], "");
    let plain = plain.replace(" OR ", " or ").replace(" AND ", " and ");
    plain.replace(" WITH LLVM-exception", " with LLVM exception")
}

/// The copyright file in Debian's form.
fn copyright(crates: &[Crate<'_>]) -> Result<String, String> {
    let mut made = read(&root().join("packaging/copyright"))?;
    for one in crates {
        made += &format!(
            "\nFiles: crates/{}-{}/*\nCopyright: {}\nLicense: {}\n",
            one.name,
            one.version,
            one.holders().join("\n           "),
            one.licence
        );
    }
    let of_crates = crates
        .iter()
        .flat_map(|one| one.licence.split(" or ").flat_map(|part| part.split(" and ")));
    let mut names: BTreeSet<&str> = of_crates.map(|name| name.trim_end_matches(',')).collect();
    names.extend(WHOLE.map(|(name, _)| name));
    for name in names {
        let whole = WHOLE.iter().find(|(one, _)| *one == name);
        let body = match whole {
            Some((_, file)) => read(&root().join(file))?,
            None if COMMON.contains(&name) => {
                format!("On Debian systems the text is in /usr/share/common-licenses/{name}.")
            }
            None => {
                "The text is in third-party.txt, below each crate that has this licence.".to_owned()
            }
        };
        made += &format!("\nLicense: {name}\n{}", indented(&body));
    }
    Ok(made)
}

/// A text as a field of several lines.
fn indented(text: &str) -> String {
    let line = |line: &str| match line.trim_end() {
        "" => " .\n".to_owned(),
        line => format!(" {line}\n"),
    };
    text.trim().lines().map(line).collect()
}

/// The texts of all licences, each once, below the crates that have it.
fn third_party(crates: &[Crate<'_>]) -> Result<String, String> {
    let mut texts: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for one in crates {
        for (file, text) in &one.texts {
            let of = format!("{} {} ({file})", one.name, one.version);
            texts.entry(text.trim().replace('\r', "")).or_default().insert(of);
        }
    }
    for file in fonts()? {
        let of = format!("fonts ({})", file.file_name().unwrap_or_default().to_string_lossy());
        texts.entry(read(&file)?.trim().to_owned()).or_default().insert(of);
    }
    let line = "=".repeat(80);
    let mut made =
        String::from("The licences of the crates and fonts that are built into Martian Cake.\n");
    for (text, of) in texts {
        let of: Vec<String> = of.into_iter().collect();
        made += &format!("\n{line}\n{}\n{line}\n\n{text}\n", of.join("\n"));
    }
    Ok(made)
}

/// The licences of the fonts.
fn fonts() -> Result<Vec<PathBuf>, String> {
    let folder = root().join("fonts");
    let names = licence_files(&folder)?.into_iter().map(|(name, _)| folder.join(name));
    Ok(names.collect())
}
