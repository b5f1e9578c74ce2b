//! The question of the command `health`: whether a running program is ready.

use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    time::Duration,
};

/// The time that the answer may take: longer than the program itself waits for its loop.
const PATIENCE: Duration = Duration::from_secs(8);
/// The beginning of the reason of a process on standby.
const STANDBY: &str = "standby";
/// The longest reason that is repeated, in characters.
const LONGEST_REASON: usize = 200;

/// The reason why a program is not ready.
#[derive(Debug, thiserror::Error)]
pub enum Unready {
    /// It says so itself, for this reason.
    #[error("not ready: {0}")]
    Told(String),
    /// It does not answer.
    #[error(
        "nothing answers at {0}: the program does not run there, or its HEALTH_LISTEN is another"
    )]
    Silent(SocketAddr),
}

/// Asks the program that listens at this address whether it is ready, or on standby, which is as good for whoever
/// starts it anew if it is not. Returns which of the two.
///
/// # Errors
/// [`Unready`] if it is not.
pub async fn ask(listens: SocketAddr) -> Result<String, Unready> {
    let address = reached_at(listens);
    let silent = |_| Unready::Silent(address);
    // It is on this machine: whatever proxy is set for others is not asked.
    let client = reqwest::Client::builder().no_proxy().timeout(PATIENCE).build();
    let question = client.map_err(silent)?.get(format!("http://{address}/readyz"));
    let answer = question.send().await.map_err(silent)?;
    if answer.status().is_success() {
        return Ok("ready".to_owned());
    }
    let status = answer.status();
    let why = answer.text().await.unwrap_or_default();
    let why: String = why.lines().next().unwrap_or_default().chars().take(LONGEST_REASON).collect();
    if why.starts_with(STANDBY) {
        return Ok(why);
    }
    Err(Unready::Told(if why.is_empty() { status.to_string() } else { why }))
}

/// The address at which this machine reaches a program that listens so: one that listens everywhere listens here too.
const fn reached_at(listens: SocketAddr) -> SocketAddr {
    match listens.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => {
            SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), listens.port())
        }
        IpAddr::V6(ip) if ip.is_unspecified() => {
            SocketAddr::new(IpAddr::V6(Ipv6Addr::LOCALHOST), listens.port())
        }
        _ => listens,
    }
}
