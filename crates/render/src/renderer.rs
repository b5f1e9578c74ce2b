//! The renderer: sprites in, pictures of scenes out.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use scene::{CardSheet, Frame, Piece, RatingCurve, Scene, SpriteSource, StandingsSheet};

use super::animation;
use super::assets::{Assets, AssetsKey};
use super::board::Coordinates;
use super::canvas::IndexedImage;
#[cfg(any(test, feature = "testkit"))]
use super::canvas::written;
use super::card;
use super::chart;
use super::compose::{compose, compose_board, palette_kind};
use super::encode;
use super::living::{self, Overlay};
use super::lone_piece;
use super::palette::PaletteKind;
use super::picture::WIDTHS;
use super::scale::{Format, Scale};
use super::sprite::SpriteSet;
use super::standings;
use super::theme::Theme;

/// How many bytes everything that is prepared may take: enough for a few themes and kinds of board in
/// the default widths, which is more than the habits of one server need. One theme and width that
/// takes more is kept alone.
const MOST_BYTES: usize = 16 << 20;

/// Draws scenes. Clones share what has been prepared.
#[derive(Clone, Debug)]
pub struct Renderer {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    sprites: Arc<SpriteSet>,
    /// The ones used last stand last.
    assets: Mutex<Vec<(AssetsKey, Arc<Assets>)>>,
    /// Whether every picture is empty.
    #[cfg(feature = "testkit")]
    blank: bool,
}

impl Renderer {
    /// A renderer that draws nothing, for tests that play many games and look at no picture.
    #[cfg(feature = "testkit")]
    #[must_use]
    pub fn blank() -> Self {
        let (sprites, assets) = (Arc::new(SpriteSet::new([])), Mutex::new(Vec::new()));
        Self { shared: Arc::new(Shared { sprites, assets, blank: true }) }
    }

    /// A renderer for pieces with these sprites.
    ///
    /// Where captured pieces are counted by kind, later sprites stand before earlier ones.
    #[must_use]
    pub fn new(sprites: impl IntoIterator<Item = SpriteSource>) -> Self {
        let sprites = Arc::new(SpriteSet::new(sprites));
        Self {
            shared: Arc::new(Shared {
                sprites,
                assets: Mutex::new(Vec::new()),
                #[cfg(feature = "testkit")]
                blank: false,
            }),
        }
    }

    /// Renders a scene as an indexed PNG exactly `width` pixels wide, and four fifths of that high,
    /// or six sevenths where the board leaves its corners free; the same bytes every time.
    ///
    /// A width outside [`WIDTHS`] is brought to its nearest end. What the board does not have is
    /// left out, and a piece without a sprite is drawn as unknown. What a theme and width need is
    /// prepared when it is first used and kept, so the first picture takes longer than those after
    /// it.
    #[must_use]
    pub fn png(&self, scene: &Scene, theme: Theme, width: u32) -> Vec<u8> {
        #[cfg(feature = "testkit")]
        if self.shared.blank {
            return Vec::new();
        }
        let (image, assets) = self.image(scene, theme, width);
        encode::png(&image, &assets.palette)
    }

    /// The texts that a picture of [`Renderer::png`] writes, line by line, in the order of drawing.
    #[cfg(any(test, feature = "testkit"))]
    #[must_use]
    pub fn words(&self, scene: &Scene, theme: Theme, width: u32) -> Vec<String> {
        written::during(|| drop(self.image(scene, theme, width)))
    }

    /// The texts that a card of [`Renderer::card_png`] writes, line by line, in the order of drawing.
    #[cfg(any(test, feature = "testkit"))]
    #[must_use]
    pub fn card_words(&self, card: &CardSheet, width: u32) -> Vec<String> {
        written::during(|| drop(self.card_png(card, None, width)))
    }

    /// Renders the course of a rating as a chart: an indexed PNG exactly `width` pixels wide, and five
    /// eighths of that high; the same bytes every time.
    ///
    /// Width, theme and what is kept are as with [`Renderer::png`]. Ratings and deviations beyond 99,999
    /// points are drawn as that, and a course without points as its texts alone.
    #[must_use]
    pub fn curve_png(&self, curve: &RatingCurve, theme: Theme, width: u32) -> Vec<u8> {
        let kind = (Format::Chart, PaletteKind::Charts);
        self.sheet_png(kind, theme, width, |assets| chart::compose(assets, curve))
    }

    /// Renders the standings of an event: an indexed PNG exactly `width` pixels wide, and as high as
    /// [`standings_size`](super::standings_size) says; the same bytes every time.
    ///
    /// Width, theme and what is kept are as with [`Renderer::png`]. Names are cut where they have no room,
    /// and columns and lines left out.
    #[must_use]
    pub fn standings_png(&self, sheet: &StandingsSheet, theme: Theme, width: u32) -> Vec<u8> {
        let kind = (Format::Standings, PaletteKind::Standings);
        self.sheet_png(kind, theme, width, |assets| standings::compose(assets, sheet))
    }

    /// Renders the card of a finished game: an indexed PNG exactly `width` pixels wide, and nine sixteenths of
    /// that high; the same bytes every time. Without a theme it has the game's own.
    ///
    /// Width and what is kept are as with [`Renderer::png`]. Names are whole as far as three lines have room for
    /// them.
    #[must_use]
    pub fn card_png(&self, card: &CardSheet, theme: Option<Theme>, width: u32) -> Vec<u8> {
        let theme = theme.unwrap_or(card.scene.face);
        let palette_kind = palette_kind(&card.scene);
        self.sheet_png((Format::Card, palette_kind), theme, width, |assets| {
            let scale = card::board_scale(&card.scene, assets.scale);
            let board = self.assets_of(AssetsKey { theme, palette_kind, scale });
            card::compose(assets, &board, card)
        })
    }

    /// A picture that is no board alone, composed from the assets of its kind.
    fn sheet_png(
        &self,
        (format, palette): (Format, PaletteKind),
        theme: Theme,
        width: u32,
        compose: impl FnOnce(&Assets) -> IndexedImage,
    ) -> Vec<u8> {
        #[cfg(feature = "testkit")]
        if self.shared.blank {
            return Vec::new();
        }
        let assets = self.assets_in(format, palette, theme, width);
        let image = compose(&assets);
        self.make_room();
        encode::png(&image, &assets.palette)
    }

    /// Renders the board of a scene without what stands beside it: an indexed PNG of
    /// [`board_area`](super::board_area), cut out of a picture `width` pixels wide; the same bytes every time.
    ///
    /// Width, theme and what is kept are as with [`Renderer::png`].
    #[must_use]
    pub fn board_png(
        &self,
        scene: &Scene,
        theme: Theme,
        width: u32,
        coordinates: Coordinates,
    ) -> Vec<u8> {
        let kind = (Format::of(scene.board.shape), palette_kind(scene));
        self.sheet_png(kind, theme, width, |assets| compose_board(assets, scene, coordinates))
    }

    /// All that lies on the board of a scene besides its ground and its men, for a surface that draws the board
    /// itself: what [`Renderer::board_png`] shows at the default width, to a tenth of a pixel.
    #[must_use]
    pub fn overlay(&self, scene: &Scene, theme: Theme) -> Overlay {
        let format = Format::of(scene.board.shape);
        let assets = self.assets_in(format, palette_kind(scene), theme, format.width());
        let overlay = living::overlay(&assets, scene);
        self.make_room();
        overlay
    }

    /// The SVG file with everything that stands on boards of a game in a theme: its symbols are the men in all their
    /// colours, dice, and the shapes of marks. `None` for a game without sprites.
    #[must_use]
    pub fn sheet(&self, game: &str, theme: Theme) -> Option<String> {
        living::sheet(&self.shared.sprites, game, theme)
    }

    /// Renders a piece alone as a PNG `size` pixels wide and high without a ground, in the colours of the
    /// default theme; the same bytes every time.
    ///
    /// It shows on any ground: a light rim stands around it, and its outline within that is dark. A piece
    /// without a sprite is drawn as unknown.
    #[must_use]
    pub fn piece_png(&self, piece: &Piece, size: u32) -> Vec<u8> {
        lone_piece::png(&self.shared.sprites, piece, size)
    }

    /// Renders frames of one game as an animated GIF that starts over at its end. Empty where there are
    /// none.
    ///
    /// Size, palette and what is kept are as with [`Renderer::png`], by the first frame; without a theme it has the
    /// game's own.
    #[must_use]
    pub fn gif(
        &self,
        frames: impl IntoIterator<Item = Frame>,
        theme: Option<Theme>,
        width: u32,
    ) -> Vec<u8> {
        #[cfg(feature = "testkit")]
        if self.shared.blank {
            return Vec::new();
        }
        let mut frames = frames.into_iter().peekable();
        let Some(first) = frames.peek() else { return Vec::new() };
        let theme = theme.unwrap_or(first.scene.face);
        let assets = self.assets(&first.scene, theme, width);
        let images = frames.map(|frame| (compose(&assets, &frame.scene), frame.hundredths));
        let gif = animation::gif(images, &assets.palette);
        self.make_room();
        gif
    }

    /// The image of a scene, and the assets whose palette its indices belong to.
    pub(crate) fn image(
        &self,
        scene: &Scene,
        theme: Theme,
        width: u32,
    ) -> (IndexedImage, Arc<Assets>) {
        let assets = self.assets(scene, theme, width);
        let image = compose(&assets, scene);
        self.make_room();
        (image, assets)
    }

    /// Returns what a scene in a theme and width needs, prepared at the first call.
    fn assets(&self, scene: &Scene, theme: Theme, width: u32) -> Arc<Assets> {
        self.assets_in(Format::of(scene.board.shape), palette_kind(scene), theme, width)
    }

    /// Returns what pictures of a format in a theme and the width nearest to this one need.
    fn assets_in(
        &self,
        format: Format,
        palette_kind: PaletteKind,
        theme: Theme,
        width: u32,
    ) -> Arc<Assets> {
        let scale = Scale::new(format, width.clamp(*WIDTHS.start(), *WIDTHS.end()));
        self.assets_of(AssetsKey { theme, palette_kind, scale })
    }

    /// The assets of a key.
    pub(crate) fn assets_of(&self, key: AssetsKey) -> Arc<Assets> {
        let mut kept = self.kept();
        let found = match kept.iter().position(|(known, _)| *known == key) {
            Some(index) => kept.remove(index).1,
            None => Arc::new(Assets::new(key, Arc::clone(&self.shared.sprites))),
        };
        kept.push((key, Arc::clone(&found)));
        found
    }

    /// Drops assets until the rest take no more than [`MOST_BYTES`]: first those of other widths than
    /// the default one, in which every reply is drawn, and of these the ones used least recently.
    fn make_room(&self) {
        let mut kept = self.kept();
        let mut bytes: usize = kept.iter().map(|(_, assets)| assets.bytes()).sum();
        while bytes > MOST_BYTES && kept.len() > 1 {
            let others = &kept[..kept.len() - 1];
            let index = others.iter().position(|(key, _)| !key.is_usual()).unwrap_or(0);
            let (_, gone) = kept.remove(index);
            bytes = bytes.saturating_sub(gone.bytes());
        }
    }

    fn kept(&self) -> MutexGuard<'_, Vec<(AssetsKey, Arc<Assets>)>> {
        self.shared.assets.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns how many bytes of memory everything takes that is prepared and kept; never more than 16 MiB once
    /// no picture is being rendered.
    #[must_use]
    pub fn prepared_bytes(&self) -> usize {
        self.kept().iter().map(|(_, assets)| assets.bytes()).sum()
    }
}
