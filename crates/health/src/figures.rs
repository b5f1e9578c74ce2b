//! The figures of `/metrics`, in the text format of Prometheus. The crates count where something happens; here stands
//! what each figure means.

use std::{
    sync::{Arc, OnceLock},
    time::Duration,
};

use host::Clock;
use metrics::{Unit, counter, describe_counter, describe_gauge, describe_histogram, gauge};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};

use crate::{
    HealthError,
    checkup::{Checkup, Unwell},
};

/// The bounds by which times are sorted, in seconds: a commit takes milliseconds, a search up to three seconds.
const BUCKETS: [f64; 12] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0];

/// The pause after which what was counted is put into its buckets, so that it takes no more memory while nobody asks.
const UPKEEP: Duration = Duration::from_secs(5);

/// The counts that stand from the start on, so that the first one of a kind is seen as an increase: the figure, its
/// label, the values of that, and what it counts.
const COUNTS: [(&str, &str, &[&str], &str); 4] = [
    (
        "martian_cake_messages_total",
        "end",
        &["answered", "silent", "repeated", "dropped", "failed", "unknown"],
        "Messages of people, by how they ended.",
    ),
    (
        "martian_cake_commits_total",
        "end",
        &["written", "failed"],
        "Transactions of the host, by how they ended.",
    ),
    (
        "martian_cake_refusals_total",
        "status",
        &["401", "403", "429"],
        "Refusals that Discord counts against us, by their status.",
    ),
    (
        "martian_cake_gateway_connections_total",
        "",
        &[""],
        "Sessions that have begun or gone on at Discord's gateway.",
    ),
];

/// The times, and what each is.
const TIMES: [(&str, &str); 3] = [
    (
        "martian_cake_commit_seconds",
        "Time from the moment a transaction is handed over until it is durable.",
    ),
    ("martian_cake_search_seconds", "Time that a search for a move takes."),
    ("martian_cake_picture_seconds", "Time that the drawing of a picture takes."),
];

/// All other figures, and what each is.
const GAUGES: [(&str, Unit, &str); 13] = [
    ("martian_cake_alive", Unit::Count, "1 if loop and writer answer, else 0."),
    ("martian_cake_ready", Unit::Count, "1 if the program can be played with, else 0."),
    ("martian_cake_standby", Unit::Count, "1 for a process on standby, else 0."),
    (
        "martian_cake_standby_unfit",
        Unit::Count,
        "1 for a process on standby that could not take over, else 0.",
    ),
    (
        "martian_cake_standby_lag_rows",
        Unit::Count,
        "Rows of the shared log that a process on standby has not applied.",
    ),
    ("martian_cake_queue_length", Unit::Count, "How much waits in each queue of the host."),
    (
        "martian_cake_oldest_unsent_reply_seconds",
        Unit::Seconds,
        "Time for which the oldest reply has waited to be taken by the platform.",
    ),
    (
        "martian_cake_gateway_shards",
        Unit::Count,
        "Connections to Discord's gateway that are wanted.",
    ),
    (
        "martian_cake_gateway_shards_connected",
        Unit::Count,
        "Connections to Discord's gateway that are there.",
    ),
    ("martian_cake_memory_bytes", Unit::Bytes, "Memory that the program has."),
    (
        "martian_cake_last_backup_timestamp_seconds",
        Unit::Seconds,
        "Time of the newest daily backup, or of the start before the first one, since 1970.",
    ),
    (
        "martian_cake_start_timestamp_seconds",
        Unit::Seconds,
        "Time at which the program was started, since 1970.",
    ),
    ("martian_cake_build_info", Unit::Count, "Always 1; its label is the version of the program."),
];

/// Those of this process, once they are collected: there is one collector for all of it.
static COLLECTED: OnceLock<PrometheusHandle> = OnceLock::new();

/// Returns the figures of this process, and begins to collect them if nobody has yet.
///
/// # Errors
/// [`HealthError::Figures`] if another library collects them.
pub(crate) fn collected(clock: &dyn Clock) -> Result<PrometheusHandle, HealthError> {
    match COLLECTED.get() {
        Some(figures) => Ok(figures.clone()),
        None => install(clock).map(|figures| COLLECTED.get_or_init(|| figures).clone()),
    }
}

fn install(clock: &dyn Clock) -> Result<PrometheusHandle, HealthError> {
    let fault = |error: &dyn std::fmt::Display| HealthError::Figures(error.to_string());
    let builder = PrometheusBuilder::new().set_buckets(&BUCKETS).map_err(|error| fault(&error))?;
    let recorder = builder.build_recorder();
    let handle = recorder.handle();
    metrics::set_global_recorder(recorder).map_err(|error| fault(&error))?;
    for (name, label, values, meaning) in COUNTS {
        describe_counter!(name, meaning);
        for value in values {
            if label.is_empty() {
                counter!(name).absolute(0);
            } else {
                counter!(name, label => *value).absolute(0);
            }
        }
    }
    for (name, meaning) in TIMES {
        describe_histogram!(name, Unit::Seconds, meaning);
    }
    for (name, unit, meaning) in GAUGES {
        describe_gauge!(name, unit, meaning);
    }
    gauge!("martian_cake_build_info", "version" => env!("CARGO_PKG_VERSION")).set(1);
    let started = Duration::from_millis(clock.now().max(0).unsigned_abs());
    gauge!("martian_cake_start_timestamp_seconds").set(started);
    Ok(handle)
}

/// Keeps what was counted small, also if nobody ever asks.
pub(crate) async fn keep_small(figures: PrometheusHandle, clock: Arc<dyn Clock>) {
    loop {
        clock.sleep(UPKEEP).await;
        figures.run_upkeep();
    }
}

/// All figures as of this check-up.
pub(crate) fn text(figures: &PrometheusHandle, checkup: &Checkup) -> String {
    gauge!("martian_cake_alive").set(u8::from(checkup.alive.is_ok()));
    gauge!("martian_cake_ready").set(u8::from(checkup.ready.is_ok()));
    gauge!("martian_cake_standby").set(u8::from(checkup.lag.is_some()));
    gauge!("martian_cake_standby_unfit").set(u8::from(checkup.ready == Err(Unwell::Unfit)));
    let lag = checkup.lag.unwrap_or_default().unsigned_abs();
    gauge!("martian_cake_standby_lag_rows").set(count(usize::try_from(lag).unwrap_or(usize::MAX)));
    if let Some(report) = &checkup.report {
        for (queue, waiting) in report.queues {
            gauge!("martian_cake_queue_length", "queue" => queue).set(count(waiting));
        }
        let oldest = report.oldest_unsent.unwrap_or_default();
        gauge!("martian_cake_oldest_unsent_reply_seconds").set(oldest);
        if let Some(shards) = report.shards {
            gauge!("martian_cake_gateway_shards").set(shards.wanted);
            gauge!("martian_cake_gateway_shards_connected").set(shards.connected);
        }
    }
    if let Some(memory) = memory_stats::memory_stats() {
        gauge!("martian_cake_memory_bytes").set(count(memory.physical_mem));
    }
    figures.render()
}

/// A count as a figure, which is exact up to 2⁵³.
#[expect(clippy::cast_precision_loss, reason = "nothing here counts that far")]
const fn count(n: usize) -> f64 {
    n as f64
}
