//! Values that are made once and kept.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

/// Values kept by key, up to a number of them; what finds no room is made anew each time.
#[derive(Debug)]
pub(crate) struct Cache<K, V> {
    limit: usize,
    kept: Mutex<HashMap<K, Arc<V>>>,
}

impl<K: Copy + Eq + Hash, V> Cache<K, V> {
    /// An empty cache for at most `limit` values.
    pub(crate) fn new(limit: usize) -> Self {
        Self { limit, kept: Mutex::new(HashMap::new()) }
    }

    /// The value of a key, made at the first call. Two threads may make it at the same time; one of
    /// the values is kept.
    pub(crate) fn get(&self, key: K, make: impl FnOnce() -> V) -> Arc<V> {
        let lock = || self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(value) = lock().get(&key) {
            return Arc::clone(value);
        }
        let value = Arc::new(make());
        let mut kept = lock();
        if kept.len() < self.limit {
            kept.insert(key, Arc::clone(&value));
        }
        value
    }
}
