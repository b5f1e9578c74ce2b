//! What a call of the program asks for, and the way to the command that does it.

use std::{ffi::OsString, io, net::SocketAddr};

use clap::{Parser, Subcommand};

use super::{
    args, db, engine, errors,
    failure::{Done, Failure},
    output::note,
    record, render, rules, setup,
};
use crate::{config::parse_listen, games::GameKind};

/// What a call of the program asks for.
#[derive(Debug)]
pub enum Call {
    /// Text for stdout and nothing else: help or version.
    Show(String),
    /// No command: Discord if there is a token, otherwise the local page.
    Default,
    /// The command `discord`: the bot on Discord.
    Discord,
    /// The command `local`: the local page, at this address if one is given.
    Local(Option<SocketAddr>),
    /// A headless command.
    Headless(Headless),
}

/// A headless command with its arguments: one that gives its output and ends.
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
        #[arg(value_name = "GAME", value_parser = args::game)]
        game: GameKind,
    },
    /// Replays a record and checks moves, dice and result
    Verify(record::VerifyArgs),
    /// Checks, copies or exports the database
    #[command(subcommand)]
    Db(db::DbCommand),
}

/// Reads a call from the program's own name and its arguments.
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
    /// Runs the command and gives what is to be printed.
    ///
    /// # Errors
    /// [`Failure`], for stderr and the exit code.
    pub fn run(&self) -> Done {
        match &self.0 {
            // `parse` makes other calls of these two, which need a runtime.
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
