//! The pictures that the page asked for, drawn and kept while there is room.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex},
};

use tokio::sync::Semaphore;

use super::lock::lock;
use crate::{
    render::{Renderer, Theme},
    scene::Scene,
};

/// The widths that are drawn: the page asks for one of these.
pub(super) const WIDTHS: [u32; 8] = [300, 400, 450, 600, 840, 900, 1_200, 1_800];

/// How much memory drawn pictures may take, in bytes: that of some thousand boards.
const CAPACITY: usize = 24 * 1024 * 1024;

/// How many pictures are drawn at a time; the rest wait.
const DRAWERS: usize = 2;

/// What tells one picture from all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct PictureKey {
    /// The number of the line that it belongs to.
    pub line: u64,
    /// Its width in pixels.
    pub width: u32,
    /// The colours that it is drawn in.
    pub theme: Theme,
}

/// The cache, and the permits to draw what is not in it.
#[derive(Debug)]
pub(super) struct PictureCache {
    drawn: Mutex<Drawn>,
    drawers: Semaphore,
    renderer: Renderer,
}

/// The pictures that are kept.
#[derive(Debug, Default)]
struct Drawn {
    pictures: HashMap<PictureKey, Arc<Vec<u8>>>,
    /// Their keys, the oldest first.
    order: VecDeque<PictureKey>,
    /// The size of all of them.
    bytes: usize,
}

impl PictureCache {
    /// An empty cache in front of a renderer.
    pub(super) fn new(renderer: Renderer) -> Self {
        Self { drawn: Mutex::default(), drawers: Semaphore::new(DRAWERS), renderer }
    }

    /// A picture if it is drawn already.
    pub(super) fn get(&self, key: PictureKey) -> Option<Arc<Vec<u8>>> {
        lock(&self.drawn).pictures.get(&key).cloned()
    }

    /// Keeps a picture; the oldest ones make room for it.
    pub(super) fn keep(&self, key: PictureKey, png: Arc<Vec<u8>>) {
        let mut drawn = lock(&self.drawn);
        if png.len() > CAPACITY || drawn.pictures.contains_key(&key) {
            return;
        }
        drawn.bytes += png.len();
        drawn.pictures.insert(key, png);
        drawn.order.push_back(key);
        while drawn.bytes > CAPACITY {
            let Some(oldest) = drawn.order.pop_front() else { break };
            let gone = drawn.pictures.remove(&oldest).map_or(0, |png| png.len());
            drawn.bytes -= gone;
        }
    }

    /// Draws a picture off the async threads and keeps it; `None` if that failed.
    pub(super) async fn render(&self, key: PictureKey, scene: Scene) -> Option<Arc<Vec<u8>>> {
        let _permit = self.drawers.acquire().await.ok()?;
        if let Some(png) = self.get(key) {
            return Some(png);
        }
        let renderer = self.renderer.clone();
        let job = move || renderer.png(&scene, key.theme, key.width);
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_make_room() {
        let pictures = PictureCache::new(Renderer::new([]));
        let key = |line| PictureKey { line, width: 900, theme: Theme::Wood };
        let big = Arc::new(vec![0; CAPACITY / 2]);
        for line in 1..=3 {
            pictures.keep(key(line), Arc::clone(&big));
        }
        assert!(pictures.get(key(1)).is_none());
        assert!(pictures.get(key(2)).is_some() && pictures.get(key(3)).is_some());
    }
}
