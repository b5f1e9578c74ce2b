//! Checks that only the clock reads the time or sleeps: everything else takes the clock as a value, so
//! that tests can move the time by hand.

use super::sources::Sources;

/// Who may, and why.
const EXCEPTIONS: [(&str, &str); 2] = [
    ("host/clock.rs", "the clock itself"),
    ("/cli/", "a headless command measures how long its own work took, and no host is running"),
];

/// Returns `true` if a path reads the time or sleeps.
fn reads_or_sleeps(path: &[String]) -> bool {
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    path.starts_with(&["tokio", "time"])
        || path.contains(&"SystemTime")
        || path.ends_with(&["Instant", "now"])
        || path.ends_with(&["thread", "sleep"])
        || path.ends_with(&["thread", "park_timeout"])
}

#[test]
fn only_the_clock_reads_the_time_or_sleeps() {
    let found: Vec<(String, String)> = Sources::of_all()
        .iter()
        .flat_map(|(name, sources)| sources.written().map(move |(file, path)| (name, file, path)))
        .filter(|(.., path)| reads_or_sleeps(path))
        .map(|(name, file, path)| (format!("{name}/{file}"), path.join("::")))
        .collect();
    let (excepted, faults): (Vec<_>, Vec<_>) = found
        .iter()
        .partition(|(file, _)| EXCEPTIONS.iter().any(|(place, _)| file.starts_with(place)));
    assert!(faults.is_empty(), "take a `Clock`: {faults:?}");
    for (place, why) in EXCEPTIONS {
        assert!(
            excepted.iter().any(|(file, _)| file.starts_with(place)),
            "nothing in {place} needs the exception any more: {why}"
        );
    }
}

#[test]
fn every_way_to_the_time_is_seen() {
    let way = |path: &str| -> Vec<String> { path.split("::").map(str::to_owned).collect() };
    for path in [
        "tokio::time",
        "tokio::time::sleep",
        "std::time::SystemTime",
        "SystemTime::now",
        "std::time::Instant::now",
        "Instant::now",
        "std::thread::sleep",
        "thread::sleep",
    ] {
        assert!(reads_or_sleeps(&way(path)), "{path}");
    }
    for path in ["std::time::Duration", "std::time::Instant", "host::Sleep", "tokio::sync::watch"] {
        assert!(!reads_or_sleeps(&way(path)), "{path}");
    }
}
