//! Games go from a file to a shared log, and back to a file, by the command line.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::{collections::BTreeMap, fs, path::Path, process::Output};

use postgres::{Client, NoTls};
use tempfile::TempDir;

use crate::{
    cli::{fill, program, stderr},
    support::postgres::{PASSWORD, Server},
};

/// A folder with the games of a small bot, and an empty database for a log.
struct Move {
    folder: TempDir,
    url: String,
}

impl Move {
    fn begin(server: &Server) -> Self {
        let folder = TempDir::new().unwrap();
        fill(&folder.path().join("games.db"));
        Self { folder, url: server.database() }
    }

    /// Runs a call with the log, and with the games at their usual place.
    fn with_log(&self, args: &[&str]) -> Output {
        self.run(&[("DATABASE_URL", &self.url), ("DATABASE_STANDBY", "none")], args)
    }

    /// Runs a call with these settings, and makes sure that no password is told.
    fn run(&self, settings: &[(&str, &str)], args: &[&str]) -> Output {
        let mut command = program(self.folder.path());
        command.env("DATABASE_PATH", "games.db").envs(settings.iter().copied()).args(args);
        let output = command.output().unwrap();
        let said = stderr(&output) + &String::from_utf8_lossy(&output.stdout);
        assert!(!said.contains(PASSWORD) && !said.contains("hush"), "{args:?}: {said}");
        output
    }

    /// The records of all games in a file, by name.
    fn records(&self, file: &str) -> BTreeMap<String, String> {
        let to = format!("records of {file}");
        done(self.run(&[("DATABASE_PATH", file)], &["db", "export", &to]));
        let files = fs::read_dir(self.folder.path().join(to)).unwrap().map(|entry| entry.unwrap());
        let named = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
        files.map(|file| (named(&file.path()), fs::read_to_string(file.path()).unwrap())).collect()
    }
}

/// The words of a call that has done what it was to do.
#[track_caller]
fn done(output: Output) -> String {
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    String::from_utf8(output.stdout).unwrap()
}

/// The words of a call that has failed.
#[track_caller]
fn refused(output: &Output) -> String {
    let said = stderr(output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(output.stdout.is_empty(), "{said}");
    said
}

#[test]
fn games_go_to_a_log_and_back_to_a_file() {
    let Some(server) = Server::shared() else { return };
    let games = Move::begin(server);
    let before = games.records("games.db");
    assert_eq!(before.len(), 2);
    let said = refused(&games.run(&[("DATABASE_URL", &games.url)], &["db", "move"]));
    assert!(said.contains("synchronous_standby_names"), "{said}");
    assert_eq!(done(games.run(&[], &["db", "check"])), "ok 3 games, 7 events\n");

    let said = done(games.with_log(&["db", "move"]));
    assert!(said.contains("start with DATABASE_URL") && said.contains("games.db keeps"), "{said}");
    assert!(done(games.with_log(&["db", "move"])).contains("already"));
    assert!(refused(&games.with_log(&["db", "check"])).contains("`martian-cake db pull FILE`"));
    assert!(refused(&games.run(&[], &["db", "check"])).contains("were moved to the log"));

    let said = done(games.with_log(&["db", "pull", "pulled.db"]));
    let next = "start with DATABASE_PATH=pulled.db and without DATABASE_URL";
    assert_eq!(said, format!("pulled.db has all games; {next}\n"));
    let pulled = [("DATABASE_PATH", "pulled.db")];
    assert_eq!(done(games.run(&pulled, &["db", "check"])), "ok 3 games, 7 events\n");
    assert_eq!(games.records("pulled.db"), before);
    assert!(refused(&games.with_log(&["db", "move"])).contains("was left by `db pull`"));
    // Nobody goes on with the log.
    let bot = [
        ("DATABASE_URL", &*games.url),
        ("DATABASE_STANDBY", "none"),
        ("DISCORD_TOKEN", "a.token"),
        ("DISCORD_API_URL", "http://127.0.0.1:1"),
    ];
    assert!(refused(&games.run(&bot, &["discord"])).contains("was left by `db pull`"));
}

#[test]
fn a_backup_of_a_copy_begins_another_log() {
    let Some(server) = Server::shared() else { return };
    let games = Move::begin(server);
    let before = games.records("games.db");
    done(games.with_log(&["db", "move"]));
    done(games.with_log(&["db", "pull", "pulled.db"]));
    let copy = [("DATABASE_PATH", "games.db.copy")];
    done(games.run(&copy, &["db", "backup", "backup.db"]));
    let again = [("DATABASE_PATH", "again.db")];
    done(games.run(&again, &["db", "restore", "backup.db"]));
    let again =
        [("DATABASE_PATH", "again.db"), ("DATABASE_URL", &games.url), ("DATABASE_STANDBY", "none")];
    assert!(done(games.run(&again, &["db", "move"])).contains("again.db keeps"));
    // The copy of the log of before has nothing to do with this one, which is not left for its sake.
    let said = refused(&games.with_log(&["db", "pull", "stale.db"]));
    assert!(said.contains("is the copy of another log"), "{said}");
    done(games.run(&again, &["db", "pull", "last.db"]));
    assert_eq!(games.records("last.db"), before);
}

/// The statements by which docs/HOSTING.md prepares a server.
fn statements_of_the_page() -> impl Iterator<Item = &'static str> {
    let page = include_str!("../../docs/HOSTING.md");
    let (_, behind) = page.split_once("```sql\n").unwrap();
    let (statements, _) = behind.split_once("```").unwrap();
    statements.lines()
}

#[test]
fn a_server_as_the_page_prepares_it_is_enough_and_its_log_has_no_values() {
    let Some(server) = Server::start(&["log_statement=all", "log_min_duration_statement=0"]) else {
        return;
    };
    let mut admin = server.admin();
    statements_of_the_page().for_each(|statement| admin.batch_execute(statement).unwrap());
    let url_of = |role: &str| {
        server
            .url("martian_cake")
            .replace(&format!("postgres:{PASSWORD}@"), &format!("{role}:PASSWORD@"))
    };
    let games = Move { url: url_of("martian_cake"), ..Move::begin(&server) };
    done(games.with_log(&["db", "move"]));
    done(games.with_log(&["db", "pull", "pulled.db"]));
    let log = server.log();
    assert!(log.contains("CREATE ROLE martian_cake"), "{log}");
    assert!(!log.contains("parameters:") && !log.contains("INSERT INTO"), "{log}");
    assert!(Client::connect(&url_of("replica"), NoTls).is_err(), "another role may look at it");
}

#[test]
fn a_move_that_was_cut_short_goes_on() {
    let Some(server) = Server::shared() else { return };
    let games = Move::begin(server);
    let before = games.records("games.db");
    // The tables are made, though there is nothing to be pulled.
    assert!(refused(&games.with_log(&["db", "pull", "pulled.db"])).contains("has no games"));
    let mut client = server.client(&games.url);
    let fails = "CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS \
                 $$ BEGIN RAISE EXCEPTION 'the disk is full'; END $$; \
                 CREATE TRIGGER fails BEFORE INSERT ON martian_cake.snapshot EXECUTE FUNCTION fail()";
    client.batch_execute(fails).unwrap();
    assert!(refused(&games.with_log(&["db", "move"])).contains("the disk is full"));
    // The games are in one place, and nobody plays on in the other.
    let said = refused(&games.run(&[], &["db", "check"]));
    assert!(said.contains("cut short: run `martian-cake db move` again"), "{said}");
    client.batch_execute("DROP TRIGGER fails ON martian_cake.snapshot").unwrap();
    // Somebody else is quicker.
    let others = Move { url: games.url.clone(), ..Move::begin(server) };
    done(others.with_log(&["db", "move"]));
    assert!(refused(&games.with_log(&["db", "move"])).contains("has games already"));
    done(others.with_log(&["db", "pull", "pulled.db"]));
    done(games.with_log(&["db", "move"]));
    // The same where only the last mark is missing.
    let conn = rusqlite::Connection::open(games.folder.path().join("games.db")).unwrap();
    conn.pragma_update(None, "application_id", i32::from_be_bytes(*b"MCkg")).unwrap();
    conn.close().unwrap();
    done(games.with_log(&["db", "move"]));
    assert!(refused(&games.run(&[], &["db", "check"])).contains("were moved to the log"));
    done(games.with_log(&["db", "pull", "pulled.db"]));
    assert_eq!(games.records("pulled.db"), before);
}

#[test]
fn a_password_is_not_told() {
    let Some(server) = Server::shared() else { return };
    let games = Move::begin(server);
    let wrong = games.url.replace(PASSWORD, "hush-wrong");
    let settings = [("DATABASE_URL", &*wrong), ("DATABASE_STANDBY", "none"), ("RUST_LOG", "trace")];
    for args in [&["db", "move"][..], &["db", "pull", "pulled.db"]] {
        let output = games.run(&settings, args);
        assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    }
    assert!(!games.folder.path().join("pulled.db").exists());
    assert_eq!(done(games.run(&[], &["db", "check"])), "ok 3 games, 7 events\n");
}

#[test]
fn a_lost_server_leaves_the_copy_of_this_machine() {
    let Some(mut server) = Server::start(&[]) else { return };
    let games = Move::begin(&server);
    let before = games.records("games.db");
    done(games.with_log(&["db", "move"]));
    // A pull makes the copy, and fails over its last step.
    done(games.with_log(&["db", "pull", "first.db"]));
    server.crash();
    let said = done(games.with_log(&["db", "pull", "pulled.db"]));
    for words in ["pulled.db has the games of this machine's copy", "nobody must go on with it"] {
        assert!(said.contains(words), "{said}");
    }
    assert_eq!(games.records("pulled.db"), before);
}
