//! Values that are made once and kept while there is room for them.

use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use lru::LruCache;

/// A value that knows how much memory it takes.
pub trait Weighed {
    /// Its size in bytes, what it points to included.
    fn bytes(&self) -> usize;
}

impl Weighed for Vec<u8> {
    fn bytes(&self) -> usize {
        size_of::<Self>() + self.capacity()
    }
}

/// Values kept by key, up to a number of bytes; those used least recently make room for new ones.
#[derive(Debug)]
pub struct Cache<K: Eq + Hash, V> {
    most_bytes: usize,
    kept: Mutex<Kept<K, V>>,
}

#[derive(Debug)]
struct Kept<K: Eq + Hash, V> {
    values: LruCache<K, Arc<V>>,
    /// The size of all values together.
    bytes: usize,
}

impl<K: Copy + Eq + Hash, V: Weighed> Cache<K, V> {
    /// An empty cache for values of at most `most_bytes` together. One larger value is kept alone.
    pub fn new(most_bytes: usize) -> Self {
        Self { most_bytes, kept: Mutex::new(Kept { values: LruCache::unbounded(), bytes: 0 }) }
    }

    /// The value of a key, made at the first call. Two threads may make it at the same time; one of
    /// the values is kept.
    pub fn get(&self, key: K, make: impl FnOnce() -> V) -> Arc<V> {
        self.find(&key).unwrap_or_else(|| {
            let value = Arc::new(make());
            self.keep(key, &value);
            value
        })
    }

    /// The value of a key, if it is kept.
    pub fn find(&self, key: &K) -> Option<Arc<V>> {
        self.lock().values.get(key).cloned()
    }

    /// Keeps a value in place of the one that the key had.
    pub fn keep(&self, key: K, value: &Arc<V>) {
        let mut kept = self.lock();
        kept.bytes += value.bytes();
        if let Some(other) = kept.values.put(key, Arc::clone(value)) {
            kept.bytes -= other.bytes();
        }
        while kept.bytes > self.most_bytes && kept.values.len() > 1 {
            let Some((_, oldest)) = kept.values.pop_lru() else { break };
            kept.bytes -= oldest.bytes();
        }
    }

    /// Lets go of all values.
    pub fn clear(&self) {
        let mut kept = self.lock();
        kept.values.clear();
        kept.bytes = 0;
    }

    /// The size of all values that are kept, in bytes.
    pub fn bytes(&self) -> usize {
        self.lock().bytes
    }

    fn lock(&self) -> MutexGuard<'_, Kept<K, V>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_used_least_recently_make_room() {
        let cache = Cache::new(1_000);
        let made = |key: u8, size: usize| cache.get(key, || vec![key; size]).len();
        made(1, 400);
        made(2, 400);
        made(1, 400);
        made(3, 400);
        assert_eq!(made(1, 7), 400, "it was used after the other, so it is still there");
        assert_eq!(made(2, 7), 7, "it had to go and is made anew");
        assert!((807..=1_000).contains(&cache.bytes()), "{}", cache.bytes());
        assert_eq!(made(4, 10_000), 10_000);
        assert!((10_000..11_000).contains(&cache.bytes()), "what is too large is kept alone");
        made(5, 10);
        assert!((10..100).contains(&cache.bytes()));
    }
}
