//! The pictures that the page has asked for: they are rendered, and kept while there is room.

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

/// The widths in which pictures are rendered: the page asks for one of these.
pub(super) const WIDTHS: [u32; 8] = [300, 400, 450, 600, 840, 900, 1_200, 1_800];

/// How much memory rendered pictures may take, in bytes: enough for about a thousand boards.
const CAPACITY: usize = 24 * 1024 * 1024;

/// How many pictures are rendered at a time; the rest wait.
const MAX_RENDERING: usize = 2;

/// What tells one picture from all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct PictureKey {
    /// The number of the line that it belongs to.
    pub line: u64,
    /// Its width in pixels.
    pub width: u32,
    /// The theme in which it is rendered.
    pub theme: Theme,
}

/// The cache, and the permits to render what is not in it.
#[derive(Debug)]
pub(super) struct PictureCache {
    rendered: Mutex<RenderedPictures>,
    permits: Semaphore,
    renderer: Renderer,
}

/// The pictures that are kept.
#[derive(Debug, Default)]
struct RenderedPictures {
    pictures: HashMap<PictureKey, Arc<Vec<u8>>>,
    /// Their keys, the oldest first.
    order: VecDeque<PictureKey>,
    /// The size of all pictures together.
    bytes: usize,
}

impl PictureCache {
    /// An empty cache in front of a renderer.
    pub(super) fn new(renderer: Renderer) -> Self {
        Self { rendered: Mutex::default(), permits: Semaphore::new(MAX_RENDERING), renderer }
    }

    /// A picture, if it has been rendered and kept.
    pub(super) fn get(&self, key: PictureKey) -> Option<Arc<Vec<u8>>> {
        lock(&self.rendered).pictures.get(&key).cloned()
    }

    /// Keeps a picture; the oldest ones make room for it.
    pub(super) fn keep(&self, key: PictureKey, png: Arc<Vec<u8>>) {
        let mut rendered = lock(&self.rendered);
        if png.len() > CAPACITY || rendered.pictures.contains_key(&key) {
            return;
        }
        rendered.bytes += png.len();
        rendered.pictures.insert(key, png);
        rendered.order.push_back(key);
        while rendered.bytes > CAPACITY {
            let Some(oldest) = rendered.order.pop_front() else { break };
            let gone = rendered.pictures.remove(&oldest).map_or(0, |png| png.len());
            rendered.bytes -= gone;
        }
    }

    /// Renders a picture off the async threads and keeps it; `None` if that failed.
    pub(super) async fn render(&self, key: PictureKey, scene: Scene) -> Option<Arc<Vec<u8>>> {
        let _permit = self.permits.acquire().await.ok()?;
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
