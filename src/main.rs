//! The program: it runs one adapter with its settings and its store, or a headless command.

mod cli;
mod config;
mod shared_log;

use std::{io, net::SocketAddr, pin::pin, process::ExitCode, sync::Arc, time::Duration};

use discord::PiecePictures;
use health::Health;
use host::{
    Backups, Clock, HostHandle, HostSettings, Maintenance, Outbox, SystemClock, SystemEntropy,
    Voice,
};
use page::PageListener;
use render::Renderer;
use store::Store;
use table::{PersonId, Platform};
use tokio::signal::unix::{SignalKind, signal};

use crate::{
    cli::{Failure, Invocation, settings},
    config::{Config, missing_answers},
    shared_log::{Turn, open},
};

/// How many threads the runtime makes at the start, for its tasks and for what may block.
const WORKERS: usize = 2;
const KEPT_BLOCKING: usize = 1;
/// How many threads the runtime has at most for what may block.
const BLOCKING_THREADS: usize = 4;

fn main() -> ExitCode {
    cli::report_panics();
    match cli::parse(std::env::args_os()).and_then(run) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            cli::report_failure(&failure);
            ExitCode::from(failure.code())
        }
    }
}

/// Does what the command line asks for.
fn run(invocation: Invocation) -> Result<(), Failure> {
    match invocation {
        Invocation::Show(text) => cli::print(&text),
        Invocation::Headless(command) => cli::print(&command.run()?),
        Invocation::Discord => discord(&settings()?),
        Invocation::Health => ask_health(&settings()?),
        Invocation::Local(listen) => serve_page(&settings()?, listen),
        Invocation::Default => {
            let config = settings()?;
            if config.discord_token.is_some() {
                discord(&config)
            } else {
                serve_page(&config, None)
            }
        }
    }
}

/// Runs an adapter to its end, on a runtime that only adapters have: headless commands wait for
/// nothing and need none.
///
/// Everything of ours that may block runs on threads that are made at the start. What is left to the
/// runtime's blocking pool is looking up a name on the network. One of its threads is made at once and
/// kept: where the system has no more, what waits is done by that one, and nothing panics for want of it.
///
/// `threads` says how many the adapter makes. Those and the runtime's are asked for before anything
/// begins: a runtime that misses one of its own panics or hangs.
fn run_adapter(
    threads: usize,
    adapter: impl Future<Output = Result<(), Failure>>,
) -> Result<(), Failure> {
    host::probe_threads(WORKERS + KEPT_BLOCKING + threads).map_err(failed)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(WORKERS)
        .max_blocking_threads(BLOCKING_THREADS)
        .thread_keep_alive(Duration::MAX)
        .enable_all()
        .build();
    let runtime = runtime.map_err(|err| Failure::Failed(format!("no runtime: {err}")))?;
    let kept = runtime.block_on(async { tokio::task::spawn_blocking(|| ()).await });
    kept.map_err(|err| Failure::Failed(format!("no thread to spare: {err}")))?;
    let ended = runtime.block_on(adapter);
    // The program does not wait for searches that have not noticed the end yet.
    runtime.shutdown_background();
    ended
}

/// Turns an error into the failure that shows it.
fn failed(err: impl std::fmt::Display) -> Failure {
    Failure::Failed(err.to_string())
}

/// Starts the host for one platform.
fn start(
    config: &Config,
    store: Store,
    platform: Platform,
    clock: Arc<dyn Clock>,
) -> Result<(Renderer, HostHandle, Outbox), Failure> {
    let settings = HostSettings {
        prefix: config.command_prefix.clone(),
        platform,
        bot_threads: config.bot_threads,
        operator: config.operator.clone(),
        owners: config.owner_ids.iter().map(|id| PersonId::new(platform, id)).collect(),
        // On Discord something may have been said meanwhile, which is read first.
        starts_held: platform == Platform::Discord,
    };
    let renderer = Renderer::new(games::sprites());
    let (host, outbox) =
        host::start(store, settings, clock, Box::new(SystemEntropy), renderer.clone())
            .map_err(failed)?;
    Ok((renderer, host, outbox))
}

/// Begins to tell monitors and the service manager how the program is.
async fn watched(config: &Config, clock: &Arc<dyn Clock>) -> Result<Health, Failure> {
    health::start(config.health_listen, Arc::clone(clock)).await.map_err(failed)
}

/// The command `health`: whether the program that runs with these settings is ready.
fn ask_health(config: &Config) -> Result<(), Failure> {
    let listens = config.health_listen.ok_or_else(|| {
        let name = config::HEALTH_LISTEN.name;
        failed(format!("{name} is not set, so the program tells nobody how it is. Example: {name}=127.0.0.1:9464"))
    })?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let told = runtime.map_err(failed)?.block_on(health::ask(listens)).map_err(failed)?;
    cli::print(&format!("{told}\n"))
}

/// Begins to look after the database.
fn keep(config: &Config, store: &Store, clock: &Arc<dyn Clock>, host: &HostHandle) -> Maintenance {
    let backups = Backups { folder: config.backup_folder(), are_made: config.backup_dir.is_some() };
    Maintenance::start(store, backups, clock, host)
}

/// The end of the program, whose database is closed: if the store has stopped, or has found its files damaged now, that
/// decides, whatever else has ended.
fn end(store: &Store, was_asked: bool, ended: Result<(), Failure>) -> Result<(), Failure> {
    match store.stopped() {
        // The next start goes on with what could not be finished.
        Some(stop) if stop.is_handed_over() && was_asked => ended,
        Some(stop) if stop.is_handed_over() => Err(Failure::HandedOver(stop.to_string())),
        Some(stop) => Err(Failure::Damaged(stop.to_string())),
        None => ended,
    }
}

/// Begins to listen to Ctrl-C and to the signal of a service manager. The future completes when the program is asked
/// to end, be it before it is awaited; monitors know then.
fn asked_to_stop(health: Health) -> io::Result<impl Future<Output = ()> + Send + 'static> {
    let mut interrupted = signal(SignalKind::interrupt())?;
    let mut terminated = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupted.recv() => {}
            _ = terminated.recv() => {}
        }
        health.ending();
    })
}

/// The command `discord`: plays on Discord until the program is asked to end.
fn discord(config: &Config) -> Result<(), Failure> {
    let token = config.discord_token.clone().ok_or_else(|| failed(discord::NO_TOKEN))?;
    let missing = missing_answers(&config.operator);
    if !missing.is_empty() {
        tracing::warn!(
            "not set: {}. People cannot be told who runs this bot and by which papers, which a public one owes \
             them; martian-cake papers DIR writes the pages",
            missing.join(", ")
        );
    }
    let threads = host::threads_of_host(config.bot_threads) + discord::THREADS;
    run_adapter(threads + shared_log::threads(config), async {
        let clock: Arc<dyn Clock> = Arc::new(SystemClock);
        let health = watched(config, &clock).await?;
        let stop = shared_log::heard_by_many(asked_to_stop(health.clone()).map_err(failed)?);
        let Some(turn) = shared_log::turn(config, &clock, &health, pin!(stop())).await? else {
            return Ok(());
        };
        let Turn { store, clock, voice, share } = turn;
        share.ends_with(stop(), Arc::clone(&clock));
        let (renderer, host, outbox) =
            start(config, store.clone(), Platform::Discord, Arc::clone(&clock))?;
        health.loaded(&host, &voice);
        let usual = discord::Settings::new(token);
        let settings = discord::Settings {
            api_url: config.discord_api_url.clone(),
            pictures: piece_pictures(renderer),
            sessions_every: share.sessions_every(usual.sessions_every),
            edits_again: share.is_in_log(),
            voice,
            ..usual
        };
        let maintenance = keep(config, &store, &clock, &host);
        let ended =
            discord::run(settings, Arc::clone(&clock), host.clone(), outbox, Box::pin(stop()))
                .await;
        share.is_ending(clock);
        maintenance.stop().await;
        host.stop().await;
        let was_asked = share.close(&store);
        end(&store, was_asked, ended.map_err(failed))
    })
}

/// The pictures of all pieces, for the lists on Discord.
fn piece_pictures(renderer: Renderer) -> PiecePictures {
    PiecePictures::new(move || {
        let pieces = games::pieces();
        let drawn = |piece| renderer.piece_png(piece, discord::EMOJI_SIDE);
        pieces.iter().map(|piece| (piece.picture_name(), drawn(piece))).collect()
    })
}

/// The command `local`: serves the local page until the program is asked to end.
fn serve_page(config: &Config, listen: Option<SocketAddr>) -> Result<(), Failure> {
    if config.log_address.is_some() {
        let name = config::DATABASE_URL.name;
        return Err(failed(format!("{name} is for Discord alone; leave it out to open the page")));
    }
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    run_adapter(host::threads_of_host(config.bot_threads) + page::THREADS, async {
        let health = watched(config, &clock).await?;
        let stop = asked_to_stop(health.clone()).map_err(failed)?;
        // The port is taken first, so that a port in use is found before the database is touched.
        let bound =
            PageListener::listen(listen.unwrap_or(config.local_listen)).await.map_err(failed)?;
        let store = open(config, &clock)?;
        let (renderer, host, outbox) =
            start(config, store.clone(), Platform::Local, Arc::clone(&clock))?;
        let maintenance = keep(config, &store, &clock, &host);
        let (table, url) = (host.clone(), bound.url());
        let ended = match bound.open(table, renderer, outbox, store.clone(), clock) {
            Ok(page) => {
                // The address is told once nothing is missing any more.
                cli::print(&format!("The table is open at {url} (Ctrl-C closes it)\n"))?;
                health.loaded(&host, &Voice::default());
                page.serve(stop).await
            }
            Err(error) => Err(error),
        };
        maintenance.stop().await;
        host.stop().await;
        store.close();
        end(&store, false, ended.map_err(failed))
    })
}
