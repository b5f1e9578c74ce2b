//! The file that comes with a message or a command: where it may lie, and how it is fetched.

use std::{future::Future, sync::Arc, time::Duration};

use chat::Attached;
use host::{Clock, timeout};
use reqwest::{Client, Url, redirect};
use table::{PersonId, record::MAX_RECORD};

use super::{DiscordError, Settings, turns::Turns};

/// How long a small file may take to come.
const PATIENCE: Duration = Duration::from_secs(10);

/// How many files may be on their way at a time; further ones wait for their turn.
const MOST_FETCHES: usize = 8;

/// The hosts on which Discord keeps what people attach.
const HOSTS: [&str; 2] = ["cdn.discordapp.com", "media.discordapp.net"];

/// Fetches files: one at a time of each person, several side by side.
#[derive(Debug)]
pub(super) struct Fetcher {
    client: Client,
    clock: Arc<dyn Clock>,
    /// The server that stands in for Discord's, if one does.
    stand_in: Option<Url>,
    turns: Arc<Turns>,
}

impl Fetcher {
    /// A fetcher that has nothing to do yet.
    pub(super) fn new(settings: &Settings, clock: Arc<dyn Clock>) -> Result<Self, DiscordError> {
        // Discord itself says where a file lies; where that would send us is not Discord any more.
        Ok(Self {
            client: Client::builder().redirect(redirect::Policy::none()).build()?,
            clock,
            stand_in: settings.api().and_then(|url| url.parse().ok()),
            turns: Turns::new(MOST_FETCHES),
        })
    }

    /// Fetches the file at this address for a person, who has a place from now on until it is here.
    pub(super) fn fetch(
        self: Arc<Self>,
        person: &PersonId,
        url: &str,
    ) -> impl Future<Output = Attached> + Send + use<> {
        let turn = self.turns.take(person);
        let url = Url::parse(url).ok().filter(|url| self.is_platforms(url));
        async move {
            let Some(turn) = turn else { return Attached::Later };
            let Some(url) = url else {
                tracing::warn!("an attached file does not lie where Discord keeps files");
                return Attached::Unreadable;
            };
            let Some(_place) = turn.place().await else { return Attached::Unreadable };
            match timeout(&*self.clock, PATIENCE, self.read(url)).await {
                Some(Ok(attached)) => attached,
                Some(Err(error)) => {
                    // Whoever has the address of a file can read it, so it stays out of the log.
                    let error = error.without_url();
                    tracing::warn!("an attached file could not be fetched: {error}");
                    Attached::Unreadable
                }
                None => {
                    tracing::warn!("an attached file did not come in time");
                    Attached::Unreadable
                }
            }
        }
    }

    /// Returns `true` if the platform keeps files at this address.
    fn is_platforms(&self, url: &Url) -> bool {
        let is_discords = url.scheme() == "https"
            && url.port().is_none()
            && url.host_str().is_some_and(|host| HOSTS.contains(&host));
        let is_stand_ins =
            |other: &Url| url.scheme() == other.scheme() && url.host() == other.host();
        is_discords || self.stand_in.as_ref().is_some_and(is_stand_ins)
    }

    /// Reads a file, but never more than the longest that is taken, whatever was said of its size.
    async fn read(&self, url: Url) -> reqwest::Result<Attached> {
        let mut response = self.client.get(url).send().await?;
        if !response.status().is_success() {
            tracing::warn!("an attached file could not be fetched: status {}", response.status());
            return Ok(Attached::Unreadable);
        }
        let mut bytes = Vec::new();
        while let Some(part) = response.chunk().await? {
            if bytes.len() + part.len() > MAX_RECORD {
                return Ok(Attached::TooLong);
            }
            bytes.extend_from_slice(&part);
        }
        Ok(String::from_utf8(bytes).map_or(Attached::Unreadable, Attached::Text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DiscordToken;
    use host::ManualClock;

    fn fetcher(api_url: Option<&str>) -> Arc<Fetcher> {
        let token = DiscordToken::new("token".to_owned());
        let api_url = api_url.map(str::to_owned);
        let settings = Settings { api_url, ..Settings::new(token) };
        Arc::new(Fetcher::new(&settings, Arc::new(ManualClock::new(0))).expect("a fetcher"))
    }

    #[test]
    fn only_the_platforms_own_files_are_fetched() {
        let is_fetched = |api: Option<&str>, url: &str| {
            Url::parse(url).is_ok_and(|url| fetcher(api).is_platforms(&url))
        };
        for url in [
            "https://cdn.discordapp.com/attachments/1/2/game.txt?ex=1&hm=2",
            "https://media.discordapp.net/attachments/1/2/game.txt",
        ] {
            assert!(is_fetched(None, url), "{url}");
        }
        for url in [
            "http://cdn.discordapp.com/game.txt",
            "https://cdn.discordapp.com:8443/game.txt",
            "https://cdn.discordapp.com.example.org/game.txt",
            "https://cdn.discordapp.com@example.org/game.txt",
            "https://example.org/cdn.discordapp.com/game.txt",
            "http://127.0.0.1:4001/game.txt",
            "file:///etc/passwd",
        ] {
            assert!(!is_fetched(None, url), "{url}");
        }
        assert!(is_fetched(Some("http://127.0.0.1:4000"), "http://127.0.0.1:4001/game.txt"));
        assert!(!is_fetched(Some("http://127.0.0.1:4000"), "http://127.0.0.2:4000/game.txt"));
    }
}
