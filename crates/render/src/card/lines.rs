//! Lines of words below each other. Lengths are those of the card 1200 pixels wide.

use crate::{
    canvas::{Align, Canvas},
    text::Font,
    theme::Rgb,
};

/// How much higher a line is than its letters are large.
pub(super) const LEADING: f32 = 1.18;

/// The letters of a line: the weight, the size and the colour.
#[derive(Clone, Copy, Debug)]
pub(super) struct Letters {
    pub(super) weight: fn(u16) -> Font,
    pub(super) size: f32,
    pub(super) colour: Rgb,
}

impl Letters {
    /// The font on a canvas.
    pub(super) fn font(self, canvas: &Canvas<'_>) -> Font {
        (self.weight)(canvas.assets.size(self.size))
    }

    /// The height of a line.
    pub(super) fn height(self) -> f32 {
        self.size * LEADING
    }
}

/// Lines below each other.
#[derive(Debug, Default)]
pub(super) struct Lines(Vec<(String, Letters)>);

impl Lines {
    /// Adds words on as many lines of a width as they need, up to `most`; what has no room between its blanks is
    /// broken anywhere.
    pub(super) fn add(
        &mut self,
        canvas: &Canvas<'_>,
        words: &str,
        letters: Letters,
        (width, most): (f32, usize),
    ) {
        let (font, width) = (letters.font(canvas), canvas.assets.px(width) as f32);
        let mut lines = font.wrap(words, width, most);
        if lines.iter().any(|line| line.ends_with('…')) {
            (lines, _) = font.name_lines(words, "", &vec![width; most]);
        }
        self.0.extend(lines.into_iter().map(|line| (line, letters)));
    }

    /// How many lines there are.
    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    /// Returns `true` if words are cut.
    pub(super) fn is_cut(&self) -> bool {
        self.0.iter().any(|(line, _)| line.contains('…'))
    }

    /// Returns `true` if a line ends within a word of these.
    pub(super) fn breaks_words(&self, words: &str) -> bool {
        self.0.len() > 1 && words.split_whitespace().count() < self.words()
    }

    /// The number of words on all lines.
    fn words(&self) -> usize {
        self.0.iter().map(|(line, _)| line.split_whitespace().count()).sum()
    }

    /// The same without the last lines that have no room in a height.
    pub(super) fn within(mut self, height: f32) -> Self {
        while self.height() > height && self.0.pop().is_some() {}
        self
    }

    /// The height of all lines.
    pub(super) fn height(&self) -> f32 {
        self.0.iter().map(|(_, letters)| letters.height()).sum()
    }

    /// Writes them from a place on: left and top.
    pub(super) fn write(&self, canvas: &mut Canvas<'_>, [left, top]: [f32; 2]) {
        let mut top = top;
        for (line, letters) in &self.0 {
            let middle = top + letters.height() / 2.0;
            let at = [left, middle].map(|length| canvas.assets.px(length));
            canvas.text(line, letters.font(canvas), letters.colour, at, Align::Left);
            top += letters.height();
        }
    }

    /// Strikes them out that stand at a place.
    pub(super) fn strike(&self, canvas: &mut Canvas<'_>, [left, top]: [f32; 2]) {
        let mut top = top;
        for (line, letters) in &self.0 {
            let [x, y] =
                [left, top + letters.height() / 2.0].map(|length| canvas.assets.px(length));
            let long = letters.font(canvas).width(line).ceil() as i32;
            canvas.fill([x, y, long, canvas.assets.px(3.0).max(1)], letters.colour);
            top += letters.height();
        }
    }
}
