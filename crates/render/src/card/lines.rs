//! Lines of words below each other. Lengths are those of the card 1200 pixels wide.

use crate::{
    canvas::{Align, Canvas},
    text::{Font, Harm},
    theme::Rgb,
};

/// The height of a line, in sizes of its letters.
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
#[derive(Debug)]
pub(super) struct Lines {
    lines: Vec<(String, Letters)>,
    /// The harm of breaking the words.
    pub(super) harm: Harm,
}

impl Default for Lines {
    fn default() -> Self {
        Self { lines: Vec::new(), harm: Harm::None }
    }
}

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
        let rooms = vec![width; most];
        let (mut lines, mut harm) = font.lines(words, &rooms);
        if harm == Harm::Cut {
            (lines, harm) = font.name_lines(words, "", &rooms);
        }
        self.harm = self.harm.max(harm);
        self.lines.extend(lines.into_iter().map(|line| (line, letters)));
    }

    /// Adds other lines below.
    pub(super) fn append(&mut self, other: Self) {
        self.harm = self.harm.max(other.harm);
        self.lines.extend(other.lines);
    }

    /// How many lines there are.
    pub(super) fn count(&self) -> usize {
        self.lines.len()
    }

    /// The same without the last lines that have no room in a height.
    pub(super) fn within(mut self, height: f32) -> Self {
        while self.height() > height && self.lines.pop().is_some() {}
        self
    }

    /// The height of all lines.
    pub(super) fn height(&self) -> f32 {
        self.lines.iter().map(|(_, letters)| letters.height()).sum()
    }

    /// Writes them from a place on: left and top.
    pub(super) fn write(&self, canvas: &mut Canvas<'_>, [left, top]: [f32; 2]) {
        let mut top = top;
        for (line, letters) in &self.lines {
            let middle = top + letters.height() / 2.0;
            let at = [left, middle].map(|length| canvas.assets.px(length));
            canvas.text(line, letters.font(canvas), letters.colour, at, Align::Left);
            top += letters.height();
        }
    }

    /// Strikes them out that stand at a place.
    pub(super) fn strike(&self, canvas: &mut Canvas<'_>, [left, top]: [f32; 2]) {
        let mut top = top;
        for (line, letters) in &self.lines {
            let [x, y] =
                [left, top + letters.height() / 2.0].map(|length| canvas.assets.px(length));
            let long = letters.font(canvas).width(line).ceil() as i32;
            canvas.fill([x, y, long, canvas.assets.px(3.0).max(1)], letters.colour);
            top += letters.height();
        }
    }
}
