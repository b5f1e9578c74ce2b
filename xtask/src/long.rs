//! The second tier: tests that take minutes. In the sources each has
//! `#[ignore = "second tier: cargo xtask long"]`, and a shorter form in the first tier.

use std::time::{Duration, Instant};

use super::{cargo, printed};

/// Tests that belong together.
struct Part {
    name: &'static str,
    about: &'static str,
    /// `--lib` for unit tests, `--test=it` for those of the whole program.
    target: &'static str,
    /// The prefix or a part of the names of these tests.
    tests: &'static str,
}

const PARTS: [Part; 22] = [
    Part {
        name: "perft",
        about: "the deepest counts of moves of Martian Chess",
        target: "--lib",
        tests: "deep_perft",
    },
    Part {
        name: "engine",
        about: "pruned search against plain search, and every level, in many positions",
        target: "--lib",
        tests: "in_many_positions",
    },
    Part {
        name: "trees",
        about: "10,000 trees of conditional moves against a second judge",
        target: "--lib",
        tests: "many_random_trees",
    },
    Part {
        name: "pairing",
        about: "2,500 rounds paired by gacrux from PyPI too, if PYTHON or `python3` has it",
        target: "--lib",
        tests: "gacrux::",
    },
    Part {
        name: "disk",
        about: "every call to the disk fails, is full or does half; memory runs out in 500 places",
        target: "--lib",
        tests: "disk::calls::",
    },
    Part { name: "power", about: "20,000 power cuts", target: "--lib", tests: "disk::power::" },
    Part {
        name: "log",
        about: "the log of the database ends anywhere",
        target: "--lib",
        tests: "what_a_crash_leaves_of_a_log",
    },
    Part {
        name: "kills",
        about: "200 kills of the program while games are played",
        target: "--test=it",
        tests: "kill::",
    },
    Part {
        name: "faults",
        about: "200 games on Discord through faults and 50 kills; FAULT_SEED chooses others",
        target: "--test=it",
        tests: "discord_faults::",
    },
    Part {
        name: "machines",
        about: "two processes on PostgreSQL: 60 kills, 20 stops, 10 cuts, 5 crashes, 5 deploys, 2 promotions",
        target: "--test=it",
        tests: "two_machines::",
    },
    Part {
        name: "boards",
        about: "boards that the page draws itself against the pictures, in every theme, composed and in a browser",
        target: "--test=it",
        tests: "in_every_theme_as_they_are_painted",
    },
    Part {
        name: "films",
        about: "200 random games of each kind ply by ply, forwards and back, on boards that the page draws itself",
        target: "--test=it",
        tests: "living::games::",
    },
    Part {
        name: "season",
        about: "1,000 games over 60 days, with kills and outages; SEASON_SEED chooses others",
        target: "--test=it",
        tests: "season::",
    },
    Part {
        name: "editions",
        about: "three weekly events over twenty weeks; EDITIONS_SEED chooses others",
        target: "--test=it",
        tests: "editions::",
    },
    Part {
        name: "load",
        about: "10,000 offers end at one instant while two people play",
        target: "--test=it",
        tests: "moves_are_answered_while",
    },
    Part {
        name: "browser",
        about: "whole games, events and the pictures of the docs in a real browser",
        target: "--test=it",
        tests: "browser::",
    },
    Part {
        name: WINDOWS,
        about: "the first tier of the page in the windows of a tablet and a phone",
        target: "--test=it",
        tests: "browser::",
    },
    Part {
        name: "pictures",
        about: "a hundred random games are shown as they are told",
        target: "--test=it",
        tests: "random_games::",
    },
    Part {
        name: "words",
        about: "words are whole in thousands of pictures of all games, widths, names and endings",
        target: "--test=it",
        tests: "words_whole::",
    },
    Part {
        name: "logging",
        about: "what each library says in the log by default",
        target: "--test=it",
        tests: "log_filters::",
    },
    Part {
        name: "stand-in",
        about: "the stand-in for Discord refuses what Discord refuses, and counts what moves leave behind",
        target: "--test=it",
        tests: "discord_stand_in::",
    },
    Part {
        name: "package",
        about: "every system call of a whole run is one that the unit of systemd lets through",
        target: "--test=it",
        tests: "package::",
    },
];

/// The part that repeats the first tier of the page, and in which windows.
const WINDOWS: &str = "windows";
const SIZES: [&str; 2] = ["768x1024", "390x844"];
/// Tests that choose their windows themselves, or are about what only a wide one has.
const OF_ONE_WINDOW: [&str; 5] = [
    "a_newcomer_plays_the_bot",
    "a_newcomer_sees_a_board_first",
    "a_game_is_played_on_the_table",
    "an_event_is_made_by_its_form",
    "pictures_far_above_wait",
];

/// Ignored tests that only print or draw what a person then looks at.
const BY_HAND: [&str; 3] =
    ["new_lines_for_the_suite", "contact_sheets", "prints_how_long_a_person_waits"];

/// All parts, a line each.
pub(crate) fn list() -> String {
    let line = |part: &Part| format!("  {:10}{}\n", part.name, part.about);
    PARTS.iter().map(line).collect()
}

/// Runs the part of this name, or all, one after the other, and prints how long each has taken.
pub(crate) fn run(name: Option<&str>) -> Result<(), String> {
    let is_asked = |part: &&Part| name.is_none_or(|name| part.name == name);
    let asked: Vec<&Part> = PARTS.iter().filter(is_asked).collect();
    if asked.is_empty() {
        return Err(format!("There is no such part. The parts are:\n{}", list()));
    }
    let mut times = String::new();
    if name.is_none() {
        times +=
            &timed("build", "all tests, and a look at whether each has its part", check_parts)?;
    }
    for part in asked {
        times += &timed(part.name, part.about, || part.run())?;
    }
    println!("\nAll of it passed.\n\n{times}");
    Ok(())
}

impl Part {
    fn run(&self) -> Result<(), String> {
        if self.name == WINDOWS {
            return SIZES.iter().try_for_each(|size| self.run_in_windows(size));
        }
        cargo(self.name, |command| {
            // Not by its package alone: that would be compiled anew, with the features that it needs itself.
            command.args(["test", "--features=postgres", self.target, self.tests]);
            command.args(["--", "--ignored", "--show-output"]);
            command.args(BY_HAND.iter().flat_map(|name| ["--skip", name]));
        })
    }

    /// Runs the tests of the first tier that fit every window, each in one of this size.
    fn run_in_windows(&self, size: &str) -> Result<(), String> {
        cargo(self.name, |command| {
            command.env("MARTIAN_CAKE_WINDOW", size).args([
                "test",
                "--features=postgres",
                self.target,
                self.tests,
                "--",
            ]);
            command.args(OF_ONE_WINDOW.iter().flat_map(|name| ["--skip", name]));
        })
    }
}

/// Does something that has this name, and gives a line that says how long it took.
fn timed(
    name: &str,
    about: &str,
    work: impl FnOnce() -> Result<(), String>,
) -> Result<String, String> {
    println!("\n== {name}: {about}");
    let took = measured(work)?;
    let line = format!("{name:10}{:4} min {:2} s\n", took.as_secs() / 60, took.as_secs() % 60);
    print!("== {line}");
    Ok(line)
}

#[expect(clippy::disallowed_methods, reason = "no host is running whose clock it could take")]
fn measured(work: impl FnOnce() -> Result<(), String>) -> Result<Duration, String> {
    let began = Instant::now();
    work()?;
    Ok(began.elapsed())
}

/// Makes sure that each ignored test belongs to a part or is run by hand, and that no part is empty.
fn check_parts() -> Result<(), String> {
    let text = printed("build", |command| {
        command.args([
            "test",
            "--features=postgres",
            "--",
            "--ignored",
            "--list",
            "--format",
            "terse",
        ]);
    })?;
    let tests: Vec<&str> = text.lines().filter_map(|line| line.strip_suffix(": test")).collect();
    let is_known = |test: &str| {
        BY_HAND.iter().any(|name| test.ends_with(name))
            || PARTS.iter().any(|part| test.contains(part.tests))
    };
    if let Some(test) = tests.iter().find(|test| !is_known(test)) {
        return Err(format!("{test} belongs to no part of xtask/src/long.rs."));
    }
    let is_empty = |part: &&Part| !tests.iter().any(|test| test.contains(part.tests));
    match PARTS.iter().find(is_empty) {
        Some(part) => Err(format!("No test belongs to the part {}.", part.name)),
        None => Ok(()),
    }
}
