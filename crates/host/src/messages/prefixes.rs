//! The prefixes of commands. They are known beside the loop as well, since an adapter needs it before it
//! hands a message over: to know what a mention of the bot means, and whether to fetch a file.

use std::{
    collections::HashMap,
    sync::{Arc, PoisonError, RwLock},
};

use chat::PREFIX_SETTING;
use store::{Reader, StoreError};
use table::{ServerId, Setting};

/// The prefix of the host, and those that servers have chosen. Clones share them.
#[derive(Clone, Debug)]
pub(crate) struct Prefixes {
    usual: Arc<str>,
    chosen: Arc<RwLock<HashMap<ServerId, Arc<str>>>>,
}

impl Prefixes {
    /// The prefix of the host, and no server has chosen another.
    pub(crate) fn usual(usual: &str) -> Self {
        Self { usual: usual.into(), chosen: Arc::default() }
    }

    /// The prefix of the host where nothing is chosen, and what the store has of choices.
    pub(crate) fn new(usual: &str, reader: &Reader) -> Result<Self, StoreError> {
        let prefixes = Self::usual(usual);
        for (scope, value) in reader.server_settings(PREFIX_SETTING)? {
            let key = PREFIX_SETTING.to_owned();
            prefixes.learn(&Setting { scope, key, value: Some(value) });
        }
        Ok(prefixes)
    }

    /// Learns what a setting says that is committed by now; most are none of a prefix.
    pub(crate) fn learn(&self, setting: &Setting) {
        let Some(server) = chat::server_of_prefix(setting) else { return };
        // A mere map, which is usable even after a panic in the middle of a change.
        let mut chosen = self.chosen.write().unwrap_or_else(PoisonError::into_inner);
        match &setting.value {
            Some(prefix) => chosen.insert(server, prefix.as_str().into()),
            None => chosen.remove(&server),
        };
    }

    /// The prefix in a server, or where there is none.
    pub(crate) fn of(&self, server: Option<&ServerId>) -> Arc<str> {
        let chosen = self.chosen.read().unwrap_or_else(PoisonError::into_inner);
        let prefix = server.and_then(|server| chosen.get(server)).unwrap_or(&self.usual);
        Arc::clone(prefix)
    }
}
