//! What the last ply did, in words, with its dice, between the plates: the earlier plies of the same message
//! above it, paler; below it what else counts, or how the game ended.

use scene::{Fight, FightVerdict, Mark, PlyNote, Scene};

use crate::{
    assets::Assets,
    canvas::{Align, Canvas},
    dice,
    marks::MarkShape,
    number::numbered_disc,
    text::Font,
    theme::Rgb,
};

/// The space at both sides.
const PAD: f32 = 10.0;
/// The most that is told between two plates.
const MOST_LINES: usize = 5;

/// One part of what is told. Those of a lower rank go first where not all have room.
struct Part {
    height: f32,
    rank: u8,
    what: What,
}

enum What {
    /// Words in the middle.
    Line(String, Font, Rgb),
    /// An earlier ply, with its number.
    Earlier(u8, String),
    /// The two dice.
    Dice(Fight),
    /// How likely a hit was.
    Chance(Fight),
    /// What the percentages on the board mean.
    Legend,
}

/// All that is told, from top to bottom.
pub(super) struct Told {
    parts: Vec<Part>,
}

impl Told {
    /// What a scene tells in a width.
    pub(super) fn of(canvas: &Canvas<'_>, scene: &Scene, width: f32) -> Self {
        let panel = &scene.panel;
        let mut writer =
            Writer { assets: canvas.assets, room: width - 2.0 * PAD, parts: Vec::new() };
        if let Some((last, earlier)) = panel.plies.split_last() {
            for (ply, number) in earlier.iter().zip(1..=u8::MAX) {
                writer.push(36.0, 0, What::Earlier(number, earlier_words(ply)));
            }
            writer.last(last);
        }
        if panel.is_running() {
            writer.dim(&panel.state, 4);
        } else if panel.is_won() {
            writer.bold(&panel.state, 10);
        } else {
            writer.bold(&panel.headline, 11);
            writer.plain(&panel.note, 10);
            writer.plain(&panel.state, 10);
        }
        let has_odds = |mark: &Mark| matches!(mark, Mark::Attack(_, Some(_)));
        if panel.plies.is_empty() && scene.board.marks.iter().any(has_odds) {
            writer.push(44.0, 6, What::Legend);
        }
        Self { parts: writer.parts }
    }

    /// The same without what has no room in a height.
    fn within(&self, height: f32) -> Vec<&Part> {
        let mut parts: Vec<&Part> = self.parts.iter().collect();
        let all = |parts: &[&Part]| parts.iter().map(|part| part.height).sum::<f32>();
        while all(&parts) > height {
            let least = parts.iter().enumerate().min_by_key(|(_, part)| part.rank);
            let Some((_, least)) = least else { break };
            // Of earlier plies the oldest goes first; lines of one text go together.
            let (rank, is_earlier) = (least.rank, matches!(least.what, What::Earlier(..)));
            let oldest = parts.iter().position(|part| matches!(part.what, What::Earlier(..)));
            match oldest.filter(|_| is_earlier) {
                Some(oldest) => drop(parts.remove(oldest)),
                None => parts.retain(|part| part.rank != rank),
            }
        }
        parts
    }
}

/// Puts together what is told.
struct Writer<'a> {
    assets: &'a Assets,
    room: f32,
    parts: Vec<Part>,
}

impl Writer<'_> {
    fn push(&mut self, height: f32, rank: u8, what: What) {
        self.parts.push(Part { height, rank, what });
    }

    /// A text on as many lines as it needs, up to a few.
    fn lines(&mut self, text: &str, font: Font, colour: Rgb, rank: u8) {
        let height = f32::from(font.size) / self.assets.scale.factor() + 4.0;
        for line in font.wrap(text, self.assets.px(self.room) as f32, MOST_LINES) {
            self.push(height, rank, What::Line(line, font, colour));
        }
    }

    fn bold(&mut self, text: &str, rank: u8) {
        let colour = self.assets.colours.text;
        self.lines(text, Font::narrow_bold(self.assets.size(32.0)), colour, rank);
    }

    fn plain(&mut self, text: &str, rank: u8) {
        let colour = self.assets.colours.text;
        self.lines(text, Font::narrow(self.assets.size(30.0)), colour, rank);
    }

    fn dim(&mut self, text: &str, rank: u8) {
        let colour = self.assets.colours.dim_text;
        self.lines(text, Font::narrow(self.assets.size(30.0)), colour, rank);
    }

    /// The last ply in full.
    fn last(&mut self, ply: &PlyNote) {
        self.bold(&ply.words, 9);
        for (came, rank) in ply.came.iter().zip([8, 3, 2, 1]) {
            self.dim(came, rank);
        }
        if let Some(fight) = &ply.fight {
            self.push(86.0, 7, What::Dice(fight.clone()));
            let (word, colour) = verdict(self.assets, fight.verdict);
            let font = Font::narrow_bold(self.assets.size(46.0));
            self.push(48.0, 6, What::Line(word.to_owned(), font, colour));
            self.push(46.0, 5, What::Chance(fight.clone()));
        }
    }
}

/// The word for how a fight ended, and its colour.
fn verdict(assets: &Assets, verdict: FightVerdict) -> (&'static str, Rgb) {
    match verdict {
        FightVerdict::Hit => ("HIT", assets.colours.hit),
        FightVerdict::Push => ("PUSH", assets.colours.push_word),
        FightVerdict::Lost => ("LOST", assets.colours.lost_word),
    }
}

/// `f6×d4 5:1 hit`
fn earlier_words(ply: &PlyNote) -> String {
    let Some(fight) = &ply.fight else { return ply.short.clone() };
    let word = match fight.verdict {
        FightVerdict::Hit => "hit",
        FightVerdict::Push => "push",
        FightVerdict::Lost => "lost",
    };
    format!("{} {}:{} {word}", ply.short, fight.attack.1, fight.defence.1)
}

/// Draws what is told in the middle of a place: left, top, right, bottom.
pub(super) fn render_told(canvas: &mut Canvas<'_>, told: &Told, place: [f32; 4]) {
    let [left, top, right, bottom] = place;
    let parts = told.within(bottom - top - 6.0);
    if parts.is_empty() {
        return;
    }
    let height: f32 = parts.iter().map(|part| part.height).sum();
    let mut y = top + (bottom - top - height) / 2.0;
    for part in parts {
        render_part(canvas, part, [left + PAD, y, right - left - 2.0 * PAD]);
        y += part.height;
    }
}

fn render_part(canvas: &mut Canvas<'_>, part: &Part, [left, top, width]: [f32; 3]) {
    let assets = canvas.assets;
    let middle = [assets.px(left + width / 2.0), assets.px(top + part.height / 2.0)];
    match &part.what {
        What::Line(text, font, colour) => canvas.text(text, *font, *colour, middle, Align::Middle),
        What::Earlier(number, text) => {
            // It goes nearer to the edges: a move and its dice are long.
            let (disc, start, room) = (assets.px(28.0), left - 7.0, width + 15.0);
            numbered_disc(canvas, *number, [assets.px(start), middle[1] - disc / 2], disc);
            let font = Font::narrow(assets.size(30.0));
            let text = font.fit(text, assets.px(room - 33.0) as f32);
            let at = [assets.px(start + 33.0), middle[1]];
            canvas.text(&text, font, assets.colours.dim_text, at, Align::Left);
        }
        What::Dice(fight) => {
            let (size, gap) = (78.0, 34.0);
            let start = left + (width - 2.0 * size - gap) / 2.0;
            let places = [start, start + size + gap].map(|left| [left, top + 4.0, size]);
            dice::pair(canvas, fight, places);
            let font = Font::narrow_bold(assets.size(40.0));
            canvas.text(":", font, assets.colours.dim_text, middle, Align::Middle);
        }
        What::Chance(fight) => chance(canvas, fight, [left, top, width]),
        What::Legend => legend(canvas, middle),
    }
}

/// Draws how likely the hit was before the dice fell: a bar and words.
fn chance(canvas: &mut Canvas<'_>, fight: &Fight, [left, top, width]: [f32; 3]) {
    let assets = canvas.assets;
    let (_, colour) = verdict(assets, fight.verdict);
    let full = assets.px(width);
    let [x, y, high] = [assets.px(left), assets.px(top + 2.0), assets.px(8.0).max(2)];
    canvas.fill([x, y, full, high], assets.colours.faint());
    canvas.fill([x, y, full * i32::from(fight.percent.min(100)) / 100, high], colour);
    let font = Font::narrow(assets.size(30.0));
    let text = format!("{} % to hit", fight.percent);
    let at = [assets.px(left + width / 2.0), assets.px(top + 28.0)];
    canvas.text(&text, font, assets.colours.dim_text, at, Align::Middle);
}

/// Says what the percentages in the rings on the board mean.
fn legend(canvas: &mut Canvas<'_>, [x, y]: [i32; 2]) {
    let assets = canvas.assets;
    let font = Font::narrow(assets.size(30.0));
    let (label, gap) = ([assets.size(46.0), assets.size(40.0)], assets.px(8.0));
    let [wide, high] = label.map(i32::from);
    let text = "to hit";
    let left = x - (wide + gap + font.width(text).round() as i32) / 2;
    let colours = assets.colours;
    let shape = MarkShape::Label(label[0], label[1]);
    canvas.mark(shape, colours.medal, [left, y - high / 2], assets.size(108.0));
    let sign = Font::narrow_bold(assets.size(26.0));
    canvas.text("%", sign, colours.edge, [left + wide / 2, y], Align::Middle);
    canvas.text(text, font, colours.text, [left + wide + gap, y], Align::Left);
}
