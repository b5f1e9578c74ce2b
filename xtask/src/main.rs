//! The chores of the repository. `cargo xtask` lists them.
#![expect(clippy::print_stdout, reason = "a chore tells the terminal what it does")]

mod long;
mod package;

use std::{
    env, io,
    path::Path,
    process::{Command, ExitCode, ExitStatus, Stdio},
};

const HELP: &str = "\
Chores of the repository.

  cargo xtask long         Runs the second tier of tests, part by part, and stops at the first failure.
  cargo xtask long PART    Runs one part of it.
  cargo xtask golden       Makes the golden pictures, the transcripts and the tour on Discord anew, and runs the
                           commands in the comments below the pictures of the README and the docs.
                           Then look at all that git calls changed, and read it like code.
  cargo xtask contact-sheet
                           Draws pictures of all kinds beside each other into target/contact-sheets:
                           a sheet for each theme and eye, and one for each width.
  cargo xtask contact-sheet NAME
                           Does so with the pictures whose names begin with NAME, such as mix-.
  cargo xtask package      Builds the Debian package and the image of a container into target/package.
  cargo xtask train GAME   Trains the net of a game (lyra, martian, martian-seats, mix, cyvasse) anew, from
                           games that it plays against itself: 4 to 25 minutes on two cores, and the same bytes come out.
  cargo xtask latency      Prints how long a person at the page waits, measured in a browser on a release build.
  cargo xtask endings      Makes the tables of endings anew by which the bot plays Lyra with few pieces.

The parts of the second tier:

";

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words[..] {
        [] | ["help" | "--help" | "-h"] => {
            print!("{HELP}{}", long::list());
            Ok(())
        }
        ["long"] => long::run(None),
        ["long", part] => long::run(Some(part)),
        ["golden"] => golden(),
        ["contact-sheet"] => contact_sheet(""),
        ["contact-sheet", name] => contact_sheet(name),
        ["package"] => package::run(),
        ["latency"] => cargo("latency", |command| {
            command.args(["test", "--release", "--test=it", "prints_how_long_a_person_waits"]);
            command.args(["--", "--ignored", "--nocapture"]);
        }),
        ["train", game] => cargo("train", |command| {
            // The second net of a game is named after its folder and its file.
            let (folder, file) = game.split_once('-').unwrap_or((game, "net"));
            let file = root().join(format!("crates/engine/src/opponents/{folder}/{file}.bin"));
            command.args(["bench", "--package=martian-cake-engine", "--bench=train", "--", game]);
            command.arg(file);
        }),
        ["endings"] => cargo("endings", |command| {
            command.args(["bench", "-p=martian-cake-engine", "--bench=train", "--", "endings"]);
            command.arg(root().join("crates/engine/src/opponents/lyra/endings.bin"));
        }),
        _ => Err(format!("There is no chore '{}'. `cargo xtask` lists them.", words.join(" "))),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

/// The root of the repository.
fn root() -> &'static Path {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().unwrap_or(own)
}

/// The command cargo at the root of the repository.
fn command(settle: impl FnOnce(&mut Command)) -> Command {
    let program = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command.current_dir(root());
    settle(&mut command);
    command
}

/// Calls cargo, which prints what it does. The name says what fails if it does.
fn cargo(name: &str, settle: impl FnOnce(&mut Command)) -> Result<(), String> {
    let status = command(settle).status();
    is_success(name, status)
}

/// Calls cargo and gives what it prints.
fn printed(name: &str, settle: impl FnOnce(&mut Command)) -> Result<String, String> {
    let output = command(settle).stderr(Stdio::inherit()).output();
    let (status, text) = match output {
        Ok(output) => (Ok(output.status), output.stdout),
        Err(error) => (Err(error), Vec::new()),
    };
    is_success(name, status)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

fn is_success(name: &str, status: io::Result<ExitStatus>) -> Result<(), String> {
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(format!("\n{name} failed.")),
        Err(error) => Err(format!("{name}: it did not start: {error}")),
    }
}

/// Makes all files anew with which tests compare what the program draws and says.
fn golden() -> Result<(), String> {
    cargo("golden", |command| {
        command.args(["test", "--test=it", "--"]);
        command.args(["pictures::", "transcript::", "discord_tour::", "--skip", "browser::"]);
        command.envs([("UPDATE_PICTURES", "1"), ("UPDATE_TRANSCRIPTS", "1")]);
    })
}

/// Draws the pictures whose names begin with this beside each other.
fn contact_sheet(name: &str) -> Result<(), String> {
    cargo("contact-sheet", |command| {
        command.args(["test", "--test=it", "--"]);
        command.args(["--exact", "contact_sheets::contact_sheets", "--ignored"]).env("ONLY", name);
    })?;
    println!("The sheets are in target/contact-sheets.");
    Ok(())
}
