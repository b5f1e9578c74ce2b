//! The limits of the REST interface: per route, over all routes, and of refusals.

use std::{
    collections::{HashMap, VecDeque},
    time::{Duration, Instant},
};

use axum::{
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
};
use serde_json::json;

use super::{World, misbehaviour::Scope};

/// The window in which refusals are counted.
const REFUSAL_WINDOW: Duration = Duration::from_secs(600);

/// Requests that are counted together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Bucket {
    /// The messages that are sent to a channel.
    Send(u64),
    /// The changes and removals of messages of a channel.
    Change(u64),
    /// The messages of a channel that are sent, changed or removed, where all are counted together.
    Messages(u64),
    /// What goes by the token of this interaction.
    Token(u64),
    /// The private chats that are opened.
    Open,
}

impl Bucket {
    fn name(self) -> &'static str {
        match self {
            Self::Send(_) => "80c17d2f203122d936070c88c8d10f33",
            Self::Change(_) => "51b3a3f2d6a1e7a1e0b7a3b1a0f3c9d4",
            Self::Messages(_) => "2d1c9b7a5e3f4a6b8c0d2e4f6a8b0c1d",
            Self::Token(_) => "7b6f0b7c1b0f4c2c9d8e1f2a3b4c5d6e",
            Self::Open => "f0a1b2c3d4e5f60718293a4b5c6d7e8f",
        }
    }

    /// Returns which resource's requests are held once it is empty.
    fn held(self) -> u64 {
        match self {
            Self::Send(id) | Self::Change(id) | Self::Messages(id) | Self::Token(id) => id,
            Self::Open => 0,
        }
    }
}

/// What the limits have counted.
#[derive(Debug, Default)]
pub(super) struct Counters {
    /// How many requests each bucket still takes, and until when.
    buckets: HashMap<Bucket, (u32, Instant)>,
    /// Until when each channel and everything was told to wait.
    held: HashMap<u64, Instant>,
    held_globally: Option<Instant>,
    /// When the requests of the last second came.
    requests: VecDeque<Instant>,
    /// When the refusals of the last window were given.
    refusals: VecDeque<Instant>,
}

impl World {
    /// Counts a request; the seconds to wait if there were too many.
    pub(super) fn count_request(&mut self) -> Option<f64> {
        let (now, most) = (self.clock.instant(), self.rules.requests_a_second);
        let requests = &mut self.counters.requests;
        forget(requests, now, Duration::from_secs(1));
        if requests.len() >= most {
            self.over_limits.push("all requests".to_owned());
            let until = requests[0] + Duration::from_secs(1);
            return Some((until - now).as_secs_f64().max(0.05));
        }
        requests.push_back(now);
        None
    }

    /// Counts an answer, if it is a refusal.
    pub(super) fn count_answer(&mut self, answer: &Response) {
        let shared = answer.headers().get("x-ratelimit-scope").is_some_and(|s| s == "shared");
        if matches!(answer.status().as_u16(), 401 | 403) || (answer.status() == 429 && !shared) {
            self.counters.refusals.push_back(self.clock.instant());
        }
    }

    /// Returns `true` if there were so many refusals that the address is blocked.
    pub(super) fn is_blocked(&mut self) -> bool {
        let now = self.clock.instant();
        forget(&mut self.counters.refusals, now, REFUSAL_WINDOW);
        self.counters.refusals.len() >= self.rules.refusals
    }

    /// Returns how many refusals there were in the last 10 minutes.
    pub(crate) fn refusals(&self) -> usize {
        self.counters.refusals.len()
    }

    /// Counts a request to a channel that came although it had been told to wait.
    pub(super) fn note_impatience(&mut self, channel: u64) {
        let held = self.counters.held.get(&channel).copied().max(self.counters.held_globally);
        if held.is_some_and(|until| until > self.clock.instant()) {
            self.impatient += 1;
        }
    }

    /// Answers that a limit is reached.
    pub(super) fn limit(&mut self, channel: u64, after: f64, scope: Scope) -> Response {
        let until = self.clock.instant() + Duration::from_secs_f64(after);
        if scope == Scope::Global {
            self.counters.held_globally = Some(until);
        } else {
            self.counters.held.insert(channel, until);
        }
        let mut headers = HeaderMap::new();
        headers.insert("retry-after", after.ceil().to_string().parse().unwrap());
        headers.insert("x-ratelimit-scope", scope.name().parse().unwrap());
        if scope == Scope::Global {
            headers.insert("x-ratelimit-global", "true".parse().unwrap());
        }
        let body = json!({ "message": "You are being rate limited.", "retry_after": after,
            "global": scope == Scope::Global });
        (StatusCode::TOO_MANY_REQUESTS, headers, body.to_string()).into_response()
    }

    /// Handles a request that its bucket lets through, whatever becomes of it: the answer says what is left.
    /// `None` if the answer is lost.
    pub(super) fn counted(
        &mut self,
        bucket: Bucket,
        handle: impl FnOnce(&mut Self) -> Option<Response>,
    ) -> Option<Response> {
        match self.take_from_bucket(bucket) {
            Ok(headers) => handle(self).map(|answer| (headers, answer).into_response()),
            Err(limited) => Some(*limited),
        }
    }

    /// The headers for a request that the bucket lets through, or the answer if it does not.
    pub(super) fn take_from_bucket(&mut self, bucket: Bucket) -> Result<HeaderMap, Box<Response>> {
        let bucket = match bucket {
            Bucket::Send(id) | Bucket::Change(id) if self.one_limit => Bucket::Messages(id),
            _ => bucket,
        };
        let limit = match bucket {
            Bucket::Token(_) => Some(self.rules.requests_by_token),
            Bucket::Open => Some(self.rules.openings),
            Bucket::Change(_) => self.change_limit.or(self.limit),
            Bucket::Send(_) | Bucket::Messages(_) => self.limit,
        };
        let Some((size, per)) = limit else { return Ok(HeaderMap::new()) };
        let now = self.clock.instant();
        let left = self.counters.buckets.entry(bucket).or_insert((size, now + per));
        if left.1 <= now {
            *left = (size, now + per);
        }
        let (is_empty, after) = (left.0 == 0, (left.1 - now).as_secs_f64());
        left.0 = left.0.min(size).saturating_sub(1);
        let mut headers = HeaderMap::new();
        let mut set = |name: &'static str, value: String| {
            headers.insert(name, value.parse().unwrap());
        };
        set("x-ratelimit-bucket", bucket.name().to_owned());
        set("x-ratelimit-limit", size.to_string());
        set("x-ratelimit-remaining", left.0.to_string());
        set("x-ratelimit-reset-after", format!("{after:.3}"));
        if !is_empty {
            return Ok(headers);
        }
        self.over_limits.push(format!("{bucket:?}"));
        self.note_impatience(bucket.held());
        let limited = self.limit(bucket.held(), after, Scope::User);
        Err((headers, limited).into_response().into())
    }
}

fn forget(times: &mut VecDeque<Instant>, now: Instant, window: Duration) {
    while times.front().is_some_and(|time| *time + window <= now) {
        times.pop_front();
    }
}
