//! The pictures that the page has asked for: they are rendered, and kept while there is room.

use std::{
    collections::HashMap,
    io,
    sync::{Arc, Mutex},
};

use games::GameKind;
use host::Workers;
use render::{Cache, Coordinates, Renderer, Theme};
use scene::Piece;
use sha2::{Digest as _, Sha256};
use table::GameNo;

use super::{drawn::Drawn, lock::lock, names, packing::Kept};
use crate::admission::{Admission, Party};

/// The widths in which pictures are rendered: the page asks for one of these.
pub(super) const WIDTHS: [u32; 11] =
    [300, 400, 450, render::REPLAY_WIDTH, 600, 840, 900, 960, 1_200, 1_800, 2_400];

/// The most memory that rendered pictures may take, in bytes: enough for some hundred boards.
const CAPACITY: usize = 12 * 1024 * 1024;

/// How many pictures are rendered at a time; the rest wait.
pub(super) const MAX_RENDERING: usize = 2;

/// The cost of what takes less than the smallest picture.
pub(super) const SMALL_COST: u64 = 300;

/// The width from which a picture counts as large, in pixels.
const LARGE: u32 = 901;

/// The properties that tell one picture from all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct PictureKey {
    /// Where it comes from.
    pub source: PictureSource,
    /// The seat whose side is at the bottom of a board.
    pub side: Option<u8>,
    /// Its width in pixels.
    pub width: u32,
    /// The theme in which it is rendered.
    pub theme: Theme,
}

/// The source of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum PictureSource {
    /// A drawing, by the hash of what is kept of it: lines that show the same share it.
    Drawing([u8; 32]),
    /// The table of a game.
    Table(TableBoard),
    /// A game that somebody new may choose.
    Cover(GameKind),
    /// The film of a game up to so many lines of its log.
    Film(GameNo, usize),
}

impl PictureSource {
    /// A drawing of which this text is kept.
    pub(super) fn of(kept: &str) -> Self {
        Self::Drawing(Sha256::digest(kept.as_bytes()).into())
    }
}

/// The properties that tell the board of a table from all others, but for its side, size and theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct TableBoard {
    pub game: GameNo,
    pub lines: usize,
    pub plies: u32,
    pub own: bool,
    pub coordinates: Coordinates,
    /// Whether its men stand on it, with all marks.
    pub men: bool,
}

/// The file with the men of a game in a theme.
#[derive(Clone, Debug)]
pub(super) struct Sheet {
    pub(super) file: Kept,
    /// A tag that changes whenever the file does.
    pub(super) build: String,
}

/// The cache, and the admission to rendering for what is not in it.
#[derive(Debug)]
pub(super) struct PictureCache {
    rendered: Cache<PictureKey, Vec<u8>>,
    gate: Admission,
    /// One large picture, one that moves, or one film at a time: it takes long, and much memory.
    large: Admission,
    /// The boards of tables, which do not wait behind pictures.
    small: Admission,
    /// Always the same threads, since each keeps some of the memory that it has used.
    painters: Workers<Party>,
    renderer: Renderer,
    /// The men of each game in each theme that somebody has asked for; `None` for what has no sprites.
    sheets: Mutex<HashMap<(GameKind, Theme), Option<Sheet>>>,
}

impl PictureCache {
    /// An empty cache in front of a renderer. The error is the system's, which gives no threads.
    pub(super) fn new(renderer: Renderer) -> io::Result<Self> {
        let painters = Workers::new("page painter", MAX_RENDERING)?;
        let (gate, small) = (Admission::new(MAX_RENDERING), Admission::new(MAX_RENDERING));
        let large = Admission::new(1);
        let (rendered, sheets) = (Cache::new(CAPACITY), Mutex::default());
        Ok(Self { rendered, gate, large, small, painters, renderer, sheets })
    }

    /// Keeps a picture; those used least recently make room for it.
    pub(super) fn keep(&self, key: PictureKey, png: &Arc<Vec<u8>>) {
        self.rendered.keep(key, png);
    }

    /// Lets go of all pictures.
    pub(super) fn clear(&self) {
        self.rendered.clear();
    }

    /// A piece alone; `None` if that failed.
    pub(super) async fn piece(&self, piece: Piece, size: u32) -> Option<Vec<u8>> {
        let (renderer, party) = (self.renderer.clone(), Party::Connection(0));
        let _pass = self.gate.pass(party.clone(), u64::from(size)).await;
        self.painters.run(party, move || renderer.piece_png(&piece, size)).await
    }

    /// The men of a game in a theme; `None` if there are none.
    pub(super) async fn sheet(&self, party: Party, game: GameKind, theme: Theme) -> Option<Sheet> {
        if let Some(known) = lock(&self.sheets).get(&(game, theme)) {
            return known.clone();
        }
        let make = move |renderer: &Renderer| {
            let text = renderer.sheet(game.key(), theme)?;
            let build = names::hex(&Sha256::digest(text.as_bytes())[..8]);
            Some(Sheet { file: Kept::new(text), build })
        };
        // Everybody who comes later has it at once.
        let sheet = self.paint(party, make).await?;
        lock(&self.sheets).insert((game, theme), sheet.clone());
        sheet
    }

    /// Draws what is smaller than any picture off the async threads, before pictures that wait; `None` if that failed.
    pub(super) async fn paint<T: Send + 'static>(
        &self,
        party: Party,
        job: impl FnOnce(&Renderer) -> T + Send + 'static,
    ) -> Option<T> {
        let pass = self.small.pass(party.clone(), SMALL_COST).await;
        let renderer = self.renderer.clone();
        let job = move || {
            let _until_done = pass;
            job(&renderer)
        };
        self.painters.run(party, job).await
    }

    /// A picture: kept, or rendered off the async threads when it is the party's turn and then kept;
    /// `None` if that failed.
    pub(super) async fn render(
        &self,
        key: PictureKey,
        drawn: Drawn,
        party: Party,
    ) -> Option<Arc<Vec<u8>>> {
        let frames = drawn.subject.n_frames();
        let cost = u64::from(key.width) * u64::from(frames);
        let is_large = key.width >= LARGE || frames > 1;
        let draw = move |renderer: &Renderer| {
            Some(drawn.subject.file(renderer, Some(key.theme), key.width))
        };
        self.kept_or_made(key, party, (cost, is_large), draw).await
    }

    /// The file that a key stands for: kept, or made off the async threads when it is the party's turn and then kept; `None` if
    /// that failed. What `is_large` is made one at a time.
    pub(super) async fn kept_or_made(
        &self,
        key: PictureKey,
        party: Party,
        (cost, is_large): (u64, bool),
        make: impl FnOnce(&Renderer) -> Option<Vec<u8>> + Send + 'static,
    ) -> Option<Arc<Vec<u8>>> {
        if let Some(kept) = self.rendered.find(&key) {
            return Some(kept);
        }
        let large = if is_large { Some(self.large.pass(party.clone(), cost).await) } else { None };
        let passes = (large, self.gate.pass(party.clone(), cost).await);
        if let Some(kept) = self.rendered.find(&key) {
            return Some(kept);
        }
        let renderer = self.renderer.clone();
        let job = move || {
            // Whoever asks may be gone before it is done.
            let _until_done = passes;
            make(&renderer)
        };
        let Some(made) = self.painters.run(party, job).await.flatten() else {
            tracing::error!("a picture cannot be drawn: {:?}", key.source);
            return None;
        };
        let made = Arc::new(made);
        self.keep(key, &made);
        Some(made)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt as _;
    use games::Seat;
    use table::BoardRecipe;

    /// A picture of the start of a game as a line shows it of whose drawing this is kept.
    fn key(kept: &str) -> PictureKey {
        let source = PictureSource::of(kept);
        PictureKey { source, side: Some(Seat::FIRST.number()), width: 300, theme: Theme::Wood }
    }

    /// The page asks for what moves in its own width alone.
    #[test]
    fn every_picture_may_be_asked_for_in_its_own_width() {
        use render::{CARD_WIDTH, CURVE_WIDTH, REPLAY_WIDTH, STANDINGS_WIDTH};
        for width in [CARD_WIDTH, CURVE_WIDTH, REPLAY_WIDTH, STANDINGS_WIDTH] {
            assert!(WIDTHS.contains(&width), "{width}");
        }
    }

    #[tokio::test]
    async fn lines_that_show_the_same_share_one_picture() {
        let pictures = PictureCache::new(Renderer::new(games::sprites())).unwrap();
        let scene = BoardRecipe::start_scene(GameKind::ALL[0]).unwrap();
        let drawn = || Drawn::board_alone(scene.clone(), Coordinates::Shown);
        let kept = Arc::new(vec![7]);
        pictures.keep(key("a board"), &kept);
        let party = Party::Connection(1);
        let same = pictures.render(key("a board"), drawn(), party.clone()).now_or_never();
        assert!(Arc::ptr_eq(&same.flatten().expect("it is there at once"), &kept));
        let other = pictures.render(key("another"), drawn(), party).await.unwrap();
        assert!(other.starts_with(b"\x89PNG"));
    }
}
