//! Drawn pictures, kept while there is room.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, PoisonError},
};

use tokio::sync::Semaphore;

use crate::{
    render::{self, Theme},
    scene::Scene,
};

/// The widths that are drawn: the page asks for one of these.
pub(super) const WIDTHS: [u32; 8] = [300, 400, 450, 600, 840, 900, 1_200, 1_800];

/// How much drawn pictures may take, in bytes: some thousand boards.
const ROOM: usize = 24 * 1024 * 1024;

/// How many are drawn at a time; the rest wait.
const HANDS: usize = 2;

/// Which picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key {
    pub line: u64,
    pub width: u32,
    pub theme: Theme,
}

/// The cache, and the few hands that draw.
#[derive(Debug)]
pub(super) struct Pictures {
    drawn: Mutex<Drawn>,
    hands: Semaphore,
}

#[derive(Debug, Default)]
struct Drawn {
    pictures: HashMap<Key, Arc<Vec<u8>>>,
    order: VecDeque<Key>,
    bytes: usize,
}

impl Default for Pictures {
    fn default() -> Self {
        Self { drawn: Mutex::default(), hands: Semaphore::new(HANDS) }
    }
}

impl Pictures {
    /// A picture that is drawn already.
    pub(super) fn get(&self, key: Key) -> Option<Arc<Vec<u8>>> {
        self.lock().pictures.get(&key).cloned()
    }

    /// Keeps a picture; the oldest ones make room.
    pub(super) fn keep(&self, key: Key, png: Arc<Vec<u8>>) {
        let mut drawn = self.lock();
        if png.len() > ROOM || drawn.pictures.contains_key(&key) {
            return;
        }
        drawn.bytes += png.len();
        drawn.pictures.insert(key, png);
        drawn.order.push_back(key);
        while drawn.bytes > ROOM {
            let Some(oldest) = drawn.order.pop_front() else { break };
            let gone = drawn.pictures.remove(&oldest).map_or(0, |png| png.len());
            drawn.bytes -= gone;
        }
    }

    /// Draws a picture off the async threads; `None` if drawing failed.
    pub(super) async fn draw(&self, key: Key, scene: Scene) -> Option<Arc<Vec<u8>>> {
        let _hand = self.hands.acquire().await.ok()?;
        if let Some(png) = self.get(key) {
            return Some(png);
        }
        let job = move || render::png(&scene, key.theme, key.width);
        let png = match tokio::task::spawn_blocking(job).await {
            Ok(png) => Arc::new(png),
            Err(error) => {
                tracing::error!("the picture of line {} cannot be drawn: {error}", key.line);
                return None;
            }
        };
        self.keep(key, Arc::clone(&png));
        Some(png)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Drawn> {
        self.drawn.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_make_room() {
        let pictures = Pictures::default();
        let key = |line| Key { line, width: 900, theme: Theme::Wood };
        let big = Arc::new(vec![0; ROOM / 2]);
        for line in 1..=3 {
            pictures.keep(key(line), Arc::clone(&big));
        }
        assert!(pictures.get(key(1)).is_none());
        assert!(pictures.get(key(2)).is_some() && pictures.get(key(3)).is_some());
    }
}
