//! Checks what each library may depend on. The compiler keeps what the manifests say; here stands what
//! they may say, so that the inner libraries stay without clocks, chance, threads and platforms, and so that
//! all that is handed out is fully optimised.

use std::{collections::BTreeSet, fs};

use super::{libraries, root};

/// Each library below the adapters with what it may depend on outside its tests: our own libraries
/// first.
const ALLOWED: [(&str, &[&str]); 13] = [
    ("scene", &["serde"]),
    ("games", &["scene", "thiserror"]),
    ("engine", &["games"]),
    (
        "render",
        &[
            "scene",
            "gif",
            "harfrust",
            "image",
            "imageproc",
            "lru",
            "png",
            "resvg",
            "rusttype",
            "simd-adler32",
            "unicode-bidi",
            "unicode-normalization",
            "unicode-segmentation",
        ],
    ),
    ("dice", &["games", "data-encoding", "hmac", "sha2"]),
    ("signing", &["data-encoding", "ed25519-dalek", "thiserror"]),
    (
        "table",
        &[
            "dice",
            "games",
            "scene",
            "signing",
            "fundu",
            "serde",
            "serde_json",
            "thiserror",
            "time",
            "unicode-normalization",
            "unicode-security",
        ],
    ),
    ("pairing", &["integer-blossom", "serde", "skillratings"]),
    ("event", &["games", "pairing", "table", "jiff", "serde", "serde_json", "thiserror"]),
    (
        "chat",
        &[
            "dice",
            "event",
            "games",
            "pairing",
            "scene",
            "signing",
            "table",
            "jiff",
            "serde",
            "serde_json",
            "strsim",
            "thiserror",
        ],
    ),
    (
        "store",
        &[
            "dice",
            "signing",
            "table",
            "data-encoding",
            "flate2",
            "hmac",
            "postgres",
            "rand",
            "rusqlite",
            "rusqlite_migration",
            "rustix",
            "rustls",
            "serde",
            "serde_json",
            "sha2",
            "thiserror",
            "time",
            "tokio-postgres-rustls",
            "tracing",
            "webpki-roots",
        ],
    ),
    (
        "host",
        &[
            "chat",
            "dice",
            "engine",
            "event",
            "games",
            "pairing",
            "render",
            "signing",
            "store",
            "table",
            "metrics",
            "rand",
            "rustix",
            "serde_json",
            "thiserror",
            "time",
            "tokio",
            "tracing",
        ],
    ),
    (
        "health",
        &[
            "host",
            "hyper",
            "hyper-util",
            "memory-stats",
            "metrics",
            "metrics-exporter-prometheus",
            "reqwest",
            "sd-notify",
            "thiserror",
            "tokio",
            "tracing",
        ],
    ),
];

/// What only one crate may depend on outside its tests; the program is `src`.
const ALONE: [(&str, &str); 9] = [
    ("serenity", "discord"),
    ("twilight-gateway", "discord"),
    ("rusqlite", "store"),
    ("postgres", "store"),
    ("axum", "page"),
    ("hyper", "health"),
    ("resvg", "render"),
    ("harfrust", "render"),
    ("clap", "src"),
];

/// The entries below a heading of a manifest, each as its name and the rest of its line.
fn entries<'m>(manifest: &'m str, heading: &str) -> Vec<(&'m str, &'m str)> {
    let part = manifest.split("\n[").find_map(|part| part.strip_prefix(heading));
    let lines = part.unwrap_or_default().lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once(['.', ' '])).collect()
}

/// The names below `[dependencies]` of a manifest.
fn dependencies(manifest: &str) -> BTreeSet<String> {
    let entries = entries(manifest, "dependencies]");
    entries.into_iter().map(|(name, _)| name.to_owned()).collect()
}

/// Every library and the program with what they depend on.
fn manifests() -> Vec<(String, BTreeSet<String>)> {
    let crates =
        libraries().into_iter().map(|(name, src)| (name, src.with_file_name("Cargo.toml")));
    let all = crates.chain([("src".to_owned(), root().join("Cargo.toml"))]);
    all.map(|(name, file)| (name, dependencies(&fs::read_to_string(file).unwrap()))).collect()
}

#[test]
fn inner_libraries_depend_on_what_they_may_and_need() {
    let manifests = manifests();
    for (name, allowed) in ALLOWED {
        let (_, found) =
            manifests.iter().find(|(one, _)| one == name).expect("the library is there");
        let allowed: BTreeSet<String> = allowed.iter().map(|&one| one.to_owned()).collect();
        assert_eq!(*found, allowed, "of `{name}`");
    }
}

#[test]
fn each_platform_has_one_crate_that_knows_it() {
    for (dependency, owner) in ALONE {
        let all = manifests();
        let users: Vec<&str> = all
            .iter()
            .filter(|(_, found)| found.contains(dependency))
            .map(|(name, _)| name.as_str())
            .collect();
        assert_eq!(users, [owner], "`{dependency}`");
    }
}

#[test]
fn what_is_handed_out_is_optimised_throughout() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let levels = |profile: &str| -> BTreeSet<(&str, bool)> {
        let entries = entries(&manifest, &format!("profile.{profile}.package]"));
        entries.iter().map(|(name, rest)| (*name, rest.contains("opt-level = 3"))).collect()
    };
    let (release, dist) = (levels("release"), levels("dist"));
    assert!(release.len() > 10, "the levels are found");
    let below = release.iter().filter(|(_, is_full)| !is_full).map(|(name, _)| (*name, true));
    assert_eq!(dist, below.collect(), "`dist` inherits levels from `release`");
}
