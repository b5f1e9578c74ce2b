//! Where the gateway is, and what Discord advises about starting on it.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use host::Clock;
use reqwest::Url;
use serde_json::Value;
use tokio::runtime::Handle;

use crate::{
    DiscordError,
    request::ApiCall,
    rest::{RequestError, Rest},
};

/// The hosts of Discord itself.
const DISCORD: [&str; 3] = ["discord.gg", "discord.com", "discordapp.com"];

/// The least time to wait where no start is left, whatever the server says.
const NONE_LEFT: Duration = Duration::from_secs(60);

/// The information that Discord gives about its gateway before a start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Advice {
    /// The address, without path and query.
    pub(super) url: String,
    /// How many shards to run, at least one.
    pub(super) shards: u32,
    /// How many shards may identify at the same time, at least one.
    pub(super) concurrency: u32,
    /// How many identifies are left for today.
    pub(super) remaining: u64,
    /// How long to wait before the next identify, so that those left today last.
    pub(super) wait: Duration,
    /// When it was given.
    pub(super) at: Instant,
}

/// Asks for the gateway's address and the advice for bots; where only the address is given, one shard
/// is run.
///
/// # Errors
///
/// [`RequestError`] if nothing was answered within `patience`, or nothing that can be used.
pub(super) async fn ask(
    rest: &Rest,
    clock: &dyn Clock,
    patience: Duration,
) -> Result<Advice, RequestError> {
    let answer = match rest.call(&ApiCall::GatewayBot, patience).await {
        // A compatible server may not offer the advice.
        Err(RequestError::Refused { status: 404 | 405, .. }) => {
            tracing::warn!("the server gives no advice about shards: one is started");
            rest.call(&ApiCall::Gateway, patience).await?
        }
        answer => answer?,
    };
    let url = answer["url"].as_str().unwrap_or_default();
    let limit = &answer["session_start_limit"];
    let remaining = limit["remaining"].as_u64().unwrap_or(u64::MAX);
    Ok(Advice {
        url: plain(url).unwrap_or_default(),
        shards: at_least_one(&answer["shards"]),
        concurrency: at_least_one(&limit["max_concurrency"]),
        remaining,
        wait: start_wait(
            limit["total"].as_u64().unwrap_or(0),
            remaining,
            Duration::from_millis(limit["reset_after"].as_u64().unwrap_or(0)),
        ),
        at: clock.instant(),
    })
}

fn at_least_one(number: &Value) -> u32 {
    number.as_u64().and_then(|n| u32::try_from(n).ok()).unwrap_or(1).max(1)
}

/// Asks at the start of the program, for as long as `patience` allows.
///
/// # Errors
///
/// [`DiscordError`] if the token is wrong, or there is no gateway that we may use.
pub(crate) async fn find(
    rest: &Rest,
    clock: &dyn Clock,
    patience: Duration,
) -> Result<Advice, DiscordError> {
    let advice = ask(rest, clock, patience).await.map_err(|failure| match failure {
        RequestError::WrongToken => DiscordError::WrongToken,
        failure => unreachable_server(rest, failure.to_string()),
    })?;
    checked(rest.server(), advice)
        .unwrap_or_else(|| Err(unreachable_server(rest, "its answer has no address".to_owned())))
}

/// The advice if its address may be used; `None` if it has none.
///
/// # Errors
///
/// [`DiscordError::ForeignGateway`] if another server names Discord's own gateway.
fn checked(server: Option<&str>, advice: Advice) -> Option<Result<Advice, DiscordError>> {
    if advice.url.is_empty() {
        return None;
    }
    let is_foreign = server.is_some() && is_discords(&advice.url);
    Some(if is_foreign {
        Err(DiscordError::ForeignGateway { gateway: advice.url })
    } else {
        Ok(advice)
    })
}

/// Asks again while the program runs, on the adapter's own runtime, so that the connections for
/// requests do not depend on the shards. `None` if nothing usable was answered for now.
///
/// # Errors
///
/// [`DiscordError`] if trying again would not help.
pub(super) async fn ask_again(
    rest: &Arc<Rest>,
    clock: &Arc<dyn Clock>,
    runtime: &Handle,
    patience: Duration,
) -> Result<Option<Advice>, DiscordError> {
    let (rest, clock) = (Arc::clone(rest), Arc::clone(clock));
    let asking = runtime.spawn(async move {
        match ask(&rest, &*clock, patience).await {
            Ok(advice) => match checked(rest.server(), advice).transpose() {
                Ok(None) => {
                    tracing::warn!("the gateway's address is not told: the answer has none");
                    Ok(None)
                }
                advice => advice,
            },
            Err(RequestError::WrongToken) => Err(DiscordError::WrongToken),
            Err(failure) => {
                tracing::warn!("the gateway's address is not told: {failure}");
                Ok(None)
            }
        }
    });
    asking.await.unwrap_or(Ok(None))
}

fn unreachable_server(rest: &Rest, reason: String) -> DiscordError {
    let (server, advice) = match rest.server() {
        Some(url) => (
            format!("the server at DISCORD_API_URL ({url})"),
            "Check the address, or unset DISCORD_API_URL to play on Discord",
        ),
        None => ("Discord".to_owned(), "Check the network and https://discordstatus.com"),
    };
    DiscordError::Unreachable { server, reason, advice }
}

/// The address at which a session may be resumed. With another server than Discord it must not be
/// Discord's, and with Discord it must be Discord's own.
pub(super) fn resumable(server: Option<&str>, url: &str) -> Option<String> {
    let url = plain(url)?;
    let is_allowed = match server {
        Some(_) => !is_discords(&url),
        None => url.starts_with("wss://") && is_discords(&url),
    };
    is_allowed.then_some(url)
}

/// An address of a WebSocket without query and closing slash; `None` for anything else. The library
/// that connects panics at an address that it cannot read, so only plain characters are let through.
fn plain(url: &str) -> Option<String> {
    let url = Url::parse(url).ok().filter(|url| matches!(url.scheme(), "ws" | "wss"))?;
    let host = url.host_str().filter(|host| !host.is_empty())?;
    let port = url.port().map_or_else(String::new, |port| format!(":{port}"));
    let base = format!("{}://{host}{port}{}", url.scheme(), url.path().trim_end_matches('/'));
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-_~:/[]".contains(&byte);
    base.bytes().all(is_plain).then_some(base)
}

/// Returns `true` if an address is Discord's own.
fn is_discords(url: &str) -> bool {
    let Ok(url) = Url::parse(url) else { return false };
    let host = url.host_str().unwrap_or_default().trim_end_matches('.').to_ascii_lowercase();
    DISCORD.iter().any(|name| host == *name || host.ends_with(&format!(".{name}")))
}

/// Returns how long to wait before a start, given how many starts Discord still allows today. So a program that
/// starts over again and again slows down when few starts are left, before Discord resets its token. Discord
/// keeps the count, so it survives our restarts.
fn start_wait(total: u64, remaining: u64, reset_after: Duration) -> Duration {
    match u32::try_from(remaining) {
        Ok(0) => reset_after.max(NONE_LEFT),
        Ok(left) if remaining < total / 10 => reset_after / left,
        _ => Duration::ZERO,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn discords_own_addresses_are_known() {
        for url in ["wss://gateway.discord.gg", "wss://gateway-us-east1.discord.gg/?v=10"] {
            assert!(is_discords(url), "{url}");
        }
        for url in ["ws://127.0.0.1:4000", "wss://discord.gg.example.org", "wss://notdiscord.gg"] {
            assert!(!is_discords(url), "{url}");
        }
    }

    #[test]
    fn a_session_is_resumed_at_its_own_server_alone() {
        let other = Some("http://127.0.0.1:4000");
        let here = "ws://127.0.0.1:4001/resume/?v=10&x={}";
        assert_eq!(resumable(other, here).as_deref(), Some("ws://127.0.0.1:4001/resume"));
        for url in ["wss://gateway-us-east1-b.discord.gg", "wss://GATEWAY.Discord.GG.:443/"] {
            assert_eq!(resumable(other, url), None, "{url}");
            assert!(resumable(None, url).is_some(), "{url}");
        }
        for url in [here, "ws://gateway.discord.gg", "wss://discord.gg@example.org", "wss://"] {
            assert_eq!(resumable(None, url), None, "{url}");
        }
    }

    #[test]
    fn no_address_from_outside_can_upset_the_library() {
        for url in
            ["", "http://a", "wss://", "ws://a b", "ws://a:99999", "ws://{a}", "ws://a/%zz`\"|^"]
        {
            assert_eq!(plain(url), None, "{url}");
        }
        assert_eq!(plain("ws://[::1]:80/").as_deref(), Some("ws://[::1]"));
    }

    #[test]
    fn starts_slow_down_when_few_are_left() {
        let day = Duration::from_secs(86_400);
        assert_eq!(start_wait(1_000, 999, day), Duration::ZERO);
        assert_eq!(start_wait(1_000, 96, day), Duration::from_secs(900));
        assert_eq!(start_wait(1_000, 0, day), day);
        assert_eq!(start_wait(0, u64::MAX, Duration::ZERO), Duration::ZERO);
    }
}
