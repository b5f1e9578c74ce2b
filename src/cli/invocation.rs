//! The request of the command line, and which function runs each headless command.

use std::{
    ffi::OsString,
    io::{self, BufReader},
    net::SocketAddr,
    path::PathBuf,
};

use clap::{Parser, Subcommand};
use games::GameKind;

use super::{
    args, db, errors, events,
    failure::{CommandOutcome, Failure},
    output::print_note,
    papers, picture, rate, record, replay, rules, search, setup, standings,
};
use crate::config::parse_listen;

/// The request that the command line makes.
#[derive(Debug)]
pub(crate) enum Invocation {
    /// Text for stdout and nothing else: help or version.
    Show(String),
    /// No command: Discord if there is a token, otherwise the local page.
    Default,
    /// The command `discord`: the bot on Discord.
    Discord,
    /// The command `health`: whether the running program is ready.
    Health,
    /// The command `local`: the local page, at this address if one is given.
    Local(Option<SocketAddr>),
    /// A headless command.
    Headless(Headless),
}

/// A headless command with its arguments: one that prints its output and ends.
#[derive(Debug)]
pub(crate) struct Headless(CliCommand);

/// Hosts board games in a Discord channel or on a local page.
#[derive(Debug, Parser)]
#[command(name = "martian-cake", version)]
struct Cli {
    #[command(subcommand)]
    command: Option<CliCommand>,
}

#[derive(Debug, Subcommand)]
enum CliCommand {
    /// Runs the bot on Discord
    Discord,
    /// Runs the local table, a page in the browser
    Local {
        /// Address and port, for instance 127.0.0.1:8080
        #[arg(long, value_name = "ADDR", value_parser = parse_listen)]
        listen: Option<SocketAddr>,
    },
    /// Asks the running program whether it is ready
    Health,
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
    Render(picture::RenderArgs),
    /// Searches the best move of a position
    Bestmove(search::BestmoveArgs),
    /// Plays two opponents against each other
    Match(search::MatchArgs),
    /// Runs the engine as lines on stdin and stdout
    Engine {
        /// Which game
        #[arg(value_name = "GAME", value_parser = args::game)]
        game: GameKind,
    },
    /// Replays a record and checks moves, dice and result
    Verify(record::VerifyArgs),
    /// Draws the game of a record ply by ply, as an animated GIF
    Replay(replay::RecordPictureArgs),
    /// Draws the card of a record's finished game as PNG, to share it
    Card(replay::RecordPictureArgs),
    /// Prints the table of an event with its tie-breaks
    Standings(standings::StandingsArgs),
    /// Rates players by a list of results
    Rate(rate::RateArgs),
    /// Pairs the next round of an event
    Pair(events::PairArgs),
    /// Writes the privacy policy and the terms of service as pages to publish
    Papers {
        /// The folder, made where it is missing
        #[arg(value_name = "DIR")]
        dir: PathBuf,
    },
    /// Checks, copies or exports the database
    #[command(subcommand)]
    Db(db::DbCommand),
}

/// Reads the command line: the program's own name, then its arguments.
///
/// # Errors
/// [`Failure::Usage`] says in a few lines what is wrong with them.
pub(crate) fn parse(args: impl IntoIterator<Item = OsString>) -> Result<Invocation, Failure> {
    let args = errors::join_dashed::<Cli>(args);
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(err) => return errors::shortened(&err).map(Invocation::Show),
    };
    Ok(match cli.command {
        None => Invocation::Default,
        Some(CliCommand::Discord) => Invocation::Discord,
        Some(CliCommand::Health) => Invocation::Health,
        Some(CliCommand::Local { listen }) => Invocation::Local(listen),
        Some(command) => Invocation::Headless(Headless(command)),
    })
}

impl Headless {
    /// Runs the command and returns what is to be printed.
    ///
    /// # Errors
    /// [`Failure`], for stderr and the exit code.
    pub(crate) fn run(&self) -> CommandOutcome {
        match &self.0 {
            // These need a runtime, so `parse` makes invocations of their own of them.
            CliCommand::Discord | CliCommand::Local { .. } | CliCommand::Health => {
                Ok(String::new())
            }
            CliCommand::Games => Ok(rules::games()),
            CliCommand::Moves(args) => rules::moves(args),
            CliCommand::Play(args) => rules::play(args),
            CliCommand::Perft(args) => rules::perft(args),
            CliCommand::Setup(args) => setup::setup(args),
            CliCommand::Render(args) => picture::render(args),
            CliCommand::Bestmove(args) => search::bestmove(args),
            CliCommand::Match(args) => search::run_match(args, &mut print_note),
            CliCommand::Engine { game } => run_protocol(*game),
            CliCommand::Verify(args) => record::verify(args),
            CliCommand::Replay(args) => replay::replay(args),
            CliCommand::Card(args) => replay::card(args),
            CliCommand::Standings(args) => standings::standings(args, &mut print_note),
            CliCommand::Rate(args) => rate::rate(args),
            CliCommand::Pair(args) => events::pair(args, &mut print_note),
            CliCommand::Papers { dir } => papers::run(dir),
            CliCommand::Db(command) => db::run(command),
        }
    }
}

/// Runs `engine`, the one command that answers line by line.
fn run_protocol(game: GameKind) -> CommandOutcome {
    match search::protocol(game, BufReader::new(io::stdin()), io::stdout().lock()) {
        Err(err) if err.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::Failed(format!("input or output failed: {}", err.kind())))
        }
        Ok(()) | Err(_) => Ok(String::new()),
    }
}
