//! Sending one request to Discord's REST interface, with retries.

use std::{
    future::{Future, ready},
    sync::Arc,
    time::{Duration, Instant},
};

use backon::{ExponentialBuilder, Retryable, Sleeper};
use host::{Clock, Sleep, Voice};
use reqwest::{
    Client, RequestBuilder,
    header::{AUTHORIZATION, CONTENT_LENGTH, CONTENT_TYPE, HeaderMap, HeaderValue, USER_AGENT},
    multipart::{Form, Part},
};
use serde_json::Value;
use serenity::constants;
use tokio::sync::watch;

use super::{
    DiscordError, Pace, Settings,
    rate_limit::{Limits, Pass, RateLimits, Urgency},
    request::ApiCall,
};

/// Where Discord's servers are.
const DISCORD: &str = "https://discord.com";

/// How many answers in a row may say that the limit is reached before the request is given up for
/// now.
const MAX_LIMITED: usize = 10;

/// The reason why a request did not succeed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum RequestError {
    /// No answer came, for this reason.
    #[error("no answer: {0}")]
    Lost(String),
    /// An answer came that makes no sense.
    #[error("an answer that makes no sense")]
    Odd,
    /// Discord could not do it just now.
    #[error("status {0}")]
    Busy(u16),
    /// It was refused without Discord's own words: the address is blocked for a while.
    #[error("status {0} without an explanation")]
    Blocked(u16),
    /// It was dropped on its way, since nothing may be said any more.
    #[error("silence has begun")]
    Silenced,
    /// It was not sent, since it was not wanted any more when its turn came.
    #[error("not wanted any more")]
    Unwanted,
    /// Discord will not do it.
    #[error("status {status}, code {code}: {message}")]
    Refused {
        /// The HTTP status.
        status: u16,
        /// Discord's own code; 0 without one.
        code: u64,
        /// Discord's words.
        message: String,
    },
    /// Discord does not know the token.
    #[error("the token is refused")]
    WrongToken,
}

impl RequestError {
    /// Returns `true` if the same request may succeed later.
    pub(super) fn is_transient(&self) -> bool {
        match self {
            Self::Lost(_) | Self::Silenced | Self::Odd | Self::Busy(_) | Self::Blocked(_) => true,
            Self::Refused { .. } | Self::WrongToken | Self::Unwanted => false,
        }
    }
}

/// An answer as it arrived.
struct HttpResponse {
    status: u16,
    limits: Limits,
    body: Value,
}

/// Pauses between tries, by our clock.
struct RetryPause(Arc<dyn Clock>);

impl Sleeper for RetryPause {
    type Sleep = Sleep;

    fn sleep(&self, pause: Duration) -> Sleep {
        self.0.sleep(pause)
    }
}

/// The client of Discord's REST interface.
pub(super) struct Rest {
    client: Client,
    authorization: HeaderValue,
    limits: RateLimits,
    clock: Arc<dyn Clock>,
    pace: Pace,
    server: Option<String>,
    refused: watch::Sender<bool>,
    voice: Voice,
}

impl Rest {
    /// Prepares the requests; nothing is sent yet.
    pub(super) fn new(settings: &Settings, clock: Arc<dyn Clock>) -> Result<Self, DiscordError> {
        let token = settings.token.reveal().trim_start();
        // Some people copy the token with the word that stands before it in a header.
        let token = token.strip_prefix("Bot ").unwrap_or(token).trim();
        // A text that cannot stand in a header is certainly no token, and no error may echo it.
        if token.is_empty() || !token.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(DiscordError::WrongToken);
        }
        let mut authorization =
            HeaderValue::try_from(format!("Bot {token}")).map_err(|_| DiscordError::WrongToken)?;
        authorization.set_sensitive(true);
        Ok(Self {
            client: Client::builder().build()?,
            authorization,
            limits: RateLimits::new(Arc::clone(&clock), settings.pace.dm_gap),
            clock,
            pace: settings.pace,
            server: settings.api(),
            refused: watch::Sender::new(false),
            voice: settings.voice.clone(),
        })
    }

    /// Sends a request, again and again until it is answered or `patience` is over.
    pub(super) async fn call(
        &self,
        call: &ApiCall,
        patience: Duration,
    ) -> Result<Value, RequestError> {
        self.call_while(call, patience, || ready(true)).await
    }

    /// The same as long as it is wanted, which is asked before each try.
    pub(super) async fn call_while<F: Future<Output = bool>>(
        &self,
        call: &ApiCall,
        patience: Duration,
        wanted: impl Fn() -> F,
    ) -> Result<Value, RequestError> {
        let backoff = ExponentialBuilder::default()
            .with_jitter()
            .with_min_delay(self.pace.first_retry)
            .with_max_delay(self.pace.longest_retry)
            .without_max_times()
            .with_total_delay(Some(patience));
        let since = self.clock.instant();
        let try_once = || async {
            if wanted().await {
                self.once(call, Urgency::Needed, since, || true).await
            } else {
                Err(RequestError::Unwanted)
            }
        };
        try_once
            .retry(backoff)
            .sleep(RetryPause(Arc::clone(&self.clock)))
            .when(RequestError::is_transient)
            .notify(|failure, wait| {
                tracing::warn!("{}: {failure}; again in {wait:?}", call.route().kind);
            })
            .await
    }

    /// The address of the server, if it is another than Discord's.
    pub(super) fn server(&self) -> Option<&str> {
        self.server.as_deref()
    }

    /// Completes when Discord has refused the token.
    pub(super) async fn token_refused(&self) {
        // The sender is our own field, so the wait cannot fail.
        let _ = self.refused.subscribe().wait_for(|refused| *refused).await;
    }

    /// Sends a request once, after all others that wait, since nothing depends on it.
    pub(super) async fn once_last(&self, call: &ApiCall) -> Result<Value, RequestError> {
        loop {
            match self.once(call, Urgency::Last, self.clock.instant(), || true).await {
                Err(RequestError::Silenced) => {}
                ended => return ended,
            }
        }
    }

    /// Sends a request once, when the limits allow it and unless it is not wanted any more by then.
    /// `since` says since when it waits.
    pub(super) async fn once(
        &self,
        call: &ApiCall,
        urgency: Urgency,
        since: Instant,
        wanted: impl Fn() -> bool,
    ) -> Result<Value, RequestError> {
        let route = call.route();
        for _ in 0..MAX_LIMITED {
            let mut pass = self.pass(call, urgency, since).await;
            if !wanted() {
                return Err(RequestError::Unwanted);
            }
            pass.send();
            let answer = tokio::select! {
                biased;
                // Discord may have it or not: whoever speaks next finds out. This comes first: a process that was stopped
                // would send before it looks.
                () = self.voice.silenced(), if !call.is_silent() => return Err(RequestError::Silenced),
                answer = self.send(call) => answer?,
            };
            pass.learn(answer.status, &answer.limits);
            match answer.status {
                status if answer.limits.blocked => return Err(RequestError::Blocked(status)),
                429 => tracing::debug!("{}: limited, {:?}", route.kind, answer.limits),
                200..300 => return Ok(answer.body),
                // The token of an interaction that is over is refused like ours.
                401 if !call.is_apart() => {
                    self.refused.send_replace(true);
                    return Err(RequestError::WrongToken);
                }
                // 408: the server gave up waiting for us, which is no refusal.
                408 | 500.. => return Err(RequestError::Busy(answer.status)),
                status => return Err(refusal(status, &answer.body)),
            }
        }
        Err(RequestError::Busy(429))
    }

    /// Waits until a request may go out by the limits, and by what may be said.
    async fn pass(&self, call: &ApiCall, urgency: Urgency, since: Instant) -> Pass<'_> {
        let route = call.route();
        loop {
            if !call.is_silent() {
                self.voice.begun().await;
            }
            let pass = if call.is_apart() {
                self.limits.pass_apart(route).await
            } else {
                self.limits.pass(route, urgency, since).await
            };
            if call.is_silent() || self.voice.is_heard() {
                return pass;
            }
        }
    }

    /// Sends a request and reads the answer.
    async fn send(&self, call: &ApiCall) -> Result<HttpResponse, RequestError> {
        // No error shows a token: ours stands in a header, that of an interaction in the address.
        let lost = |error: reqwest::Error| lost(&error.without_url());
        let request = self.request(call).map_err(lost)?;
        let response = request.timeout(call.patience(self.pace.request)).send().await;
        let response = response.map_err(lost)?;
        let status = response.status().as_u16();
        let header = |name: &str| {
            let value = response.headers().get(name)?;
            value.to_str().ok().map(str::to_owned)
        };
        let mut limits = limits(header);
        let body = response.bytes().await.map_err(lost)?;
        let body = serde_json::from_slice(&body).unwrap_or(Value::Null);
        limits.blocked = matches!(status, 403 | 429) && !body.is_object();
        limits.add_body(&body);
        Ok(HttpResponse { status, limits, body })
    }

    /// A request as it goes out.
    fn request(&self, call: &ApiCall) -> reqwest::Result<RequestBuilder> {
        let server = self.server().unwrap_or(DISCORD);
        let request =
            self.client.request(call.method(), format!("{server}/api/v10{}", call.path()));
        let payload = call.payload().map(|payload| payload.to_string());
        let mut headers = HeaderMap::new();
        headers.insert(USER_AGENT, HeaderValue::from_static(constants::USER_AGENT));
        headers.insert(AUTHORIZATION, self.authorization.clone());
        let request = match (payload, call.file()) {
            (Some(payload), Some(file)) => {
                let part = Part::bytes(file.bytes.to_vec()).mime_str(file.kind())?;
                let part = part.file_name(file.name.clone());
                request.multipart(Form::new().part("files[0]", part).text("payload_json", payload))
            }
            (Some(payload), None) => {
                headers.insert(CONTENT_LENGTH, payload.len().into());
                headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
                request.body(payload)
            }
            (None, _) => {
                headers.insert(CONTENT_LENGTH, 0.into());
                request
            }
        };
        Ok(request.headers(headers))
    }
}

fn refusal(status: u16, body: &Value) -> RequestError {
    let message = body["message"].as_str().unwrap_or_default().to_owned();
    RequestError::Refused { status, code: body["code"].as_u64().unwrap_or(0), message }
}

/// An error with its causes, since the outermost one says little.
fn lost(error: &dyn std::error::Error) -> RequestError {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        text = format!("{text}: {inner}");
        cause = inner.source();
    }
    RequestError::Lost(text)
}

/// Returns what the headers of an answer say about the limits.
fn limits(header: impl Fn(&str) -> Option<String>) -> Limits {
    let seconds = |name| header(name).and_then(|text| duration(text.parse().ok()));
    let scope = header("x-ratelimit-scope").unwrap_or_default();
    Limits {
        bucket: header("x-ratelimit-bucket"),
        remaining: header("x-ratelimit-remaining").and_then(|text| text.parse().ok()),
        reset_after: seconds("x-ratelimit-reset-after"),
        retry_after: seconds("retry-after"),
        blocked: false,
        global: scope == "global" || header("x-ratelimit-global").is_some(),
        shared: scope == "shared",
    }
}

impl Limits {
    /// Adds what the body of a 429 says: its time is finer than the header's whole seconds, but
    /// the longer of the two is the safe one.
    fn add_body(&mut self, body: &Value) {
        if let Some(after) = duration(body["retry_after"].as_f64()) {
            self.retry_after = self.retry_after.max(Some(after));
        }
        self.global |= body["global"].as_bool().unwrap_or(false);
    }
}

/// Seconds as a duration of at most a day, which no header of Discord's exceeds.
fn duration(seconds: Option<f64>) -> Option<Duration> {
    Some(Duration::try_from_secs_f64(seconds?.clamp(0.0, 86_400.0)).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use host::SystemClock;

    #[test]
    fn headers_say_how_long_to_wait() {
        let header = |name: &str| match name {
            "retry-after" => Some("1".to_owned()),
            "x-ratelimit-scope" => Some("shared".to_owned()),
            "x-ratelimit-remaining" => Some("0".to_owned()),
            "x-ratelimit-reset-after" => Some("0.75".to_owned()),
            _ => None,
        };
        let mut limits = limits(header);
        limits.add_body(&json!({ "retry_after": 1.25, "global": false }));
        assert_eq!(limits.retry_after, Some(Duration::from_millis(1_250)));
        assert_eq!(limits.remaining, Some(0));
        assert_eq!(limits.reset_after, Some(Duration::from_millis(750)));
        assert!(limits.shared && !limits.global);
    }

    #[test]
    fn odd_times_do_no_harm() {
        for (seconds, millis) in [(-1.0, 0), (f64::INFINITY, 86_400_000), (0.5, 500)] {
            assert_eq!(duration(Some(seconds)), Some(Duration::from_millis(millis)));
        }
        assert_eq!(duration(Some(f64::NAN)), Some(Duration::ZERO));
    }

    #[test]
    fn what_cannot_be_a_token_is_refused_without_a_request() {
        for token in ["", "  ", "two words", "line\nbreak", "Bot "] {
            let settings = Settings::new(crate::DiscordToken::new(token.to_owned()));
            assert!(
                matches!(
                    Rest::new(&settings, Arc::new(SystemClock)),
                    Err(DiscordError::WrongToken)
                ),
                "{token:?}"
            );
        }
    }
}
