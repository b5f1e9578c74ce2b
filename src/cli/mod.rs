//! Headless commands: one file per family, plain lines on stdout, diagnostics on stderr.
//!
//! A command gives its whole output as text, or a [`Failure`]: so nothing stands on stdout when
//! something went wrong. Messages are short and never repeat more than a few characters of the
//! input, whatever it was.

use std::{
    ffi::OsString,
    io::{self, Write as _},
    net::SocketAddr,
};

use clap::{Parser, Subcommand};

use crate::{config::parse_listen, games::GameKind};

mod db;
pub mod engine;
mod errors;
mod plies;
mod record;
mod render;
mod rules;
mod setup;

pub use plies::{Plies, Ply};
pub use rules::GameArgs;

/// How a command ended, for the exit code.
#[derive(Debug)]
pub enum Failure {
    /// The call is wrong: exit code 2.
    Usage(String),
    /// Anything else: exit code 1.
    Failed(String),
    /// What is wrong with a text, a fault a line, for other programs to read: exit code 1.
    Listed(String),
}

impl Failure {
    /// The exit code.
    #[must_use]
    pub const fn code(&self) -> u8 {
        match self {
            Self::Usage(_) => 2,
            Self::Failed(_) | Self::Listed(_) => 1,
        }
    }

    /// The message for stderr.
    #[must_use]
    pub fn message(&self) -> &str {
        match self {
            Self::Usage(text) | Self::Failed(text) | Self::Listed(text) => text,
        }
    }
}

/// What a command prints, or why it failed.
pub type Done = Result<String, Failure>;

/// What a call of the program asks for.
#[derive(Debug)]
pub enum Call {
    /// Text for stdout and nothing else: help or version.
    Show(String),
    /// No command: Discord where there is a token, else the local table.
    Default,
    /// `discord`.
    Discord,
    /// `local`, perhaps at another address than the settings say.
    Local(Option<SocketAddr>),
    /// A headless command.
    Headless(Headless),
}

/// A headless command with its arguments.
#[derive(Debug)]
pub struct Headless(Command);

/// Hosts board games in a Discord channel or on a local page.
#[derive(Debug, Parser)]
#[command(name = "martian-cake", version)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Runs the bot on Discord
    Discord,
    /// Runs the local table, a page in the browser
    Local {
        /// Address and port, for instance 127.0.0.1:8080
        #[arg(long, value_name = "ADDR", value_parser = parse_listen)]
        listen: Option<SocketAddr>,
    },
    /// Lists the games and their options
    Games,
    /// Lists the legal moves of a position
    Moves(rules::GameArgs),
    /// Plays moves and prints position and result
    Play(rules::PlayArgs),
    /// Counts the lines of play to a depth
    Perft(rules::PerftArgs),
    /// Checks a set-up
    Setup(setup::SetupArgs),
    /// Draws a position as PNG
    Render(render::RenderArgs),
    /// Searches the best move of a position
    Bestmove(engine::BestmoveArgs),
    /// Plays two opponents against each other
    Match(engine::MatchArgs),
    /// Runs the engine as lines on stdin and stdout
    Engine {
        /// Which game
        #[arg(value_name = "GAME", value_parser = rules::game)]
        game: GameKind,
    },
    /// Replays a record and checks moves, dice and result
    Verify(record::VerifyArgs),
    /// Checks, copies or exports the database
    #[command(subcommand)]
    Db(db::DbCommand),
}

/// Reads a call: the program's own name and its arguments.
///
/// # Errors
/// [`Failure::Usage`] says in a few lines what is wrong with it.
pub fn parse(args: impl IntoIterator<Item = OsString>) -> Result<Call, Failure> {
    let args = errors::join_dashed::<Cli>(args);
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(err) => return errors::shortened(&err).map(Call::Show),
    };
    Ok(match cli.command {
        None => Call::Default,
        Some(Command::Discord) => Call::Discord,
        Some(Command::Local { listen }) => Call::Local(listen),
        Some(command) => Call::Headless(Headless(command)),
    })
}

impl Headless {
    /// Does it and gives what is to be printed.
    ///
    /// # Errors
    /// [`Failure`] for stderr and the exit code.
    pub fn run(&self) -> Done {
        match &self.0 {
            // These two are told apart before and need a runtime.
            Command::Discord | Command::Local { .. } => Ok(String::new()),
            Command::Games => Ok(rules::games()),
            Command::Moves(args) => rules::moves(args),
            Command::Play(args) => rules::play(args),
            Command::Perft(args) => rules::perft(args),
            Command::Setup(args) => setup::setup(args),
            Command::Render(args) => render::render(args),
            Command::Bestmove(args) => engine::bestmove(args),
            Command::Match(args) => engine::run_match(args, &mut note),
            Command::Engine { game } => talk(*game),
            Command::Verify(args) => record::verify(args),
            Command::Db(command) => db::run(command),
        }
    }
}

/// `engine`: the one command that answers line by line.
fn talk(game: GameKind) -> Done {
    match engine::protocol(game, io::stdin().lock(), io::stdout().lock()) {
        Err(err) if err.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::Failed(format!("input or output failed: {}", err.kind())))
        }
        Ok(()) | Err(_) => Ok(String::new()),
    }
}

/// A parser for plain numbers in a range: digits alone, without sign and leading zeros.
fn number(range: std::ops::RangeInclusive<u32>) -> impl Fn(&str) -> Result<u32, String> + Clone {
    move |text| {
        let plain = text.bytes().all(|b| b.is_ascii_digit());
        let plain = plain && (text == "0" || !text.starts_with('0'));
        let found = text.parse().ok().filter(|n| plain && range.contains(n));
        found
            .ok_or_else(|| format!("it must be a number from {} to {}", range.start(), range.end()))
    }
}

/// Writes to stdout, the one place that does. A reader that has gone away is no fault.
///
/// # Errors
/// [`Failure::Failed`] where the text could not be written.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(err) if err.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::Failed(format!("the output could not be written: {}", err.kind())))
        }
        Ok(()) | Err(_) => Ok(()),
    }
}

/// Writes a line to stderr; where even that fails there is nobody left to tell.
pub fn note(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// Tells on stderr why the program ends: at most 12 lines, each of them short.
pub fn complain(failure: &Failure) {
    const LINES: usize = 12;
    const LINE: usize = 400;
    let message = match failure {
        Failure::Listed(faults) => faults.clone(),
        _ => format!("martian-cake: {}", failure.message()),
    };
    for line in message.lines().take(LINES) {
        note(&line.chars().take(LINE).collect::<String>());
    }
}
