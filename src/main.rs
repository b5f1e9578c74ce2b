//! The program: settings, store and one adapter; or a headless command.

use std::{net::SocketAddr, process::ExitCode};

use martian_cake::{
    cli::{self, Call, Failure},
    config::Config,
};

fn main() -> ExitCode {
    match cli::parse(std::env::args_os()).and_then(run) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            cli::complain(&failure);
            ExitCode::from(failure.code())
        }
    }
}

fn run(call: Call) -> Result<(), Failure> {
    match call {
        Call::Show(text) => cli::print(&text),
        Call::Headless(command) => cli::print(&command.run()?),
        Call::Discord => discord(&settings()?),
        Call::Local(listen) => local(&settings()?, listen),
        Call::Default => {
            let config = settings()?;
            if config.discord_token.is_some() { discord(&config) } else { local(&config, None) }
        }
    }
}

/// Reads the settings and starts the log.
fn settings() -> Result<Config, Failure> {
    use tracing_subscriber::{layer::SubscriberExt as _, util::SubscriberInitExt as _};

    let config = Config::load().map_err(|err| Failure::Failed(err.to_string()))?;
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    // Fails only if a log was started before, and then that one is as good.
    let _ = tracing_subscriber::registry().with(lines).with(config.log.clone()).try_init();
    Ok(config)
}

/// Only the adapters wait for anything, so only they get a runtime.
fn wait<T>(adapter: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|err| Failure::Failed(format!("no runtime: {err}")))?;
    runtime.block_on(adapter)
}

/// `discord`
fn discord(config: &Config) -> Result<(), Failure> {
    let Some(_token) = &config.discord_token else {
        return Err(Failure::Failed(
            "DISCORD_TOKEN is not set, so Discord cannot be reached. Copy .env.example to .env \
             and put the bot's token there; `martian-cake local` needs none"
                .to_owned(),
        ));
    };
    wait(async { Err(Failure::Failed("Discord comes later".to_owned())) })
}

/// `local`
fn local(config: &Config, listen: Option<SocketAddr>) -> Result<(), Failure> {
    let _listen = listen.unwrap_or(config.local_listen);
    wait(async { Err(Failure::Failed("the local table comes later".to_owned())) })
}
