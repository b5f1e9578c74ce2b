//! The settings of a run, and the log as they want it.

use super::{
    failure::Failure,
    output::{LogLines, set_log_format},
};
use crate::config::{Config, LogFormat};

/// Reads the settings and starts the log.
pub(crate) fn settings() -> Result<Config, Failure> {
    use tracing_subscriber::{Layer as _, layer::SubscriberExt as _, util::SubscriberInitExt as _};

    set_log_format(LogFormat::of_environment());
    let config = Config::load().map_err(|err| Failure::Failed(err.to_string()))?;
    set_log_format(config.log_format);
    let lines = tracing_subscriber::fmt::layer().with_ansi(false).with_writer(|| LogLines);
    let lines = match config.log_format {
        LogFormat::Text => lines.boxed(),
        LogFormat::Json => lines.json().flatten_event(true).boxed(),
    };
    // This fails only if a log was started before, and then that one is used.
    let _ = tracing_subscriber::registry().with(lines).with(config.log.clone()).try_init();
    Ok(config)
}
