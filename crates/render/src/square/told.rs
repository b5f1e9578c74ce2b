//! What the last ply did, in words, with its dice, between the plates: the earlier plies of the same message
//! above it, paler; below it what else counts, or how the game ended.

use scene::{Fight, FightVerdict, Mark, PlyNote, Scene};

use crate::{
    assets::Assets,
    canvas::{Align, Canvas},
    dice,
    marks::MarkShape,
    number::numbered_disc,
    said::{self, Way},
    text::{Font, Harm},
    theme::Rgb,
};

/// The space at both sides.
const PAD: f32 = 10.0;
/// The space above and below together.
const MARGIN: f32 = 6.0;
/// How far behind the disc of an earlier ply its words begin.
const BEHIND: f32 = 33.0;
/// The most lines of one text.
const MOST_LINES: usize = 6;
/// The size of words.
pub(super) const SIZE: f32 = 30.0;
/// From this rank on parts are needed.
pub(super) const NEEDED: u8 = 4;

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
    Earlier(u8, Vec<String>, Font),
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
    /// What breaking it into lines cost the words.
    harm: Harm,
}

impl Told {
    /// What a scene tells in a width, in several ways: the first ones say most.
    pub(super) fn ways<'a>(
        canvas: &'a Canvas<'_>,
        scene: &'a Scene,
        width: f32,
    ) -> impl Iterator<Item = Self> + 'a {
        let panel = &scene.panel;
        let sizes = canvas.assets.scale.sizes_from(SIZE);
        let sizes = sizes.map(|size| (size, panel.shortest_state()));
        let ways = [(SIZE, &*panel.state)].into_iter().chain(sizes);
        ways.map(move |(size, state)| {
            let room = width - 2.0 * PAD;
            let told = Self { parts: Vec::new(), harm: Harm::None };
            let mut writer = Writer { assets: canvas.assets, room, size, told };
            writer.scene(scene, state);
            writer.told
        })
    }

    /// What a scene of more than two sides tells in a width, in one of the ways and in a size.
    pub(super) fn said(
        canvas: &Canvas<'_>,
        scene: &Scene,
        width: f32,
        (way, size): (&Way, f32),
    ) -> Self {
        let told = Self { parts: Vec::new(), harm: Harm::None };
        let room = width - 2.0 * PAD;
        let mut writer = Writer { assets: canvas.assets, room, size, told };
        writer.all_earlier(&scene.panel.plies);
        for (part, text) in way {
            match part {
                // Bold letters need more room.
                said::Part::Ply | said::Part::End if size < SIZE => writer.plain(text, 11),
                said::Part::Ply => writer.bold(text, 9),
                said::Part::Came => writer.dim(text, 8),
                said::Part::End => writer.bold(text, 11),
                said::Part::State if scene.panel.is_running() => writer.dim(text, 7),
                said::Part::State => writer.plain(text, 10),
            }
        }
        writer.legend(scene);
        writer.told
    }

    /// Returns `true` if no word suffers, and all from a rank on has room in a height.
    pub(super) fn fits(&self, height: f32, rank: u8) -> bool {
        let needed = self.parts.iter().filter(|part| part.rank >= rank);
        self.harm == Harm::None && needed.map(|part| part.height).sum::<f32>() <= height - MARGIN
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
    /// The size of words.
    size: f32,
    told: Told,
}

impl Writer<'_> {
    /// All that a scene tells, with what else counts in these words.
    fn scene(&mut self, scene: &Scene, state: &str) {
        let panel = &scene.panel;
        self.all_earlier(&panel.plies);
        if let Some(last) = panel.plies.last() {
            self.last(last);
        }
        if panel.is_running() {
            self.dim(state, 4);
        } else if panel.is_won() {
            self.bold(state, 10);
        } else {
            self.bold(&panel.headline, 11);
            self.plain(&panel.note, 10);
            self.plain(state, 10);
        }
        self.legend(scene);
    }

    /// The plies before the last one.
    fn all_earlier(&mut self, plies: &[PlyNote]) {
        let earlier = plies.split_last().map_or(&[][..], |(_, earlier)| earlier);
        for (ply, number) in earlier.iter().zip(1..=u8::MAX) {
            self.earlier(number, &earlier_words(ply));
        }
    }

    /// What percentages mean, where there are some on the board.
    fn legend(&mut self, scene: &Scene) {
        let has_odds = |mark: &Mark| matches!(mark, Mark::Attack(_, Some(_)));
        if scene.panel.plies.is_empty() && scene.board.marks.iter().any(has_odds) {
            self.push(44.0, 3, What::Legend);
        }
    }

    fn push(&mut self, height: f32, rank: u8, what: What) {
        self.told.parts.push(Part { height, rank, what });
    }

    /// A text on as many lines as it needs, up to a few.
    fn lines(&mut self, text: &str, font: Font, colour: Rgb, rank: u8) {
        let height = f32::from(font.size) / self.assets.scale.factor() + 4.0;
        let rooms = [self.assets.px(self.room) as f32; MOST_LINES];
        let (lines, harm) = font.lines(text, &rooms);
        self.told.harm = self.told.harm.max(harm);
        for line in lines {
            self.push(height, rank, What::Line(line, font, colour));
        }
    }

    fn bold(&mut self, text: &str, rank: u8) {
        let colour = self.assets.colours.text;
        self.lines(text, Font::narrow_bold(self.assets.size(self.size + 2.0)), colour, rank);
    }

    fn plain(&mut self, text: &str, rank: u8) {
        let colour = self.assets.colours.text;
        self.lines(text, Font::narrow(self.assets.size(self.size)), colour, rank);
    }

    fn dim(&mut self, text: &str, rank: u8) {
        let colour = self.assets.colours.dim_text;
        self.lines(text, Font::narrow(self.assets.size(self.size)), colour, rank);
    }

    /// An earlier ply behind its number.
    fn earlier(&mut self, number: u8, words: &str) {
        let font = Font::narrow(self.assets.size(SIZE));
        let rooms = [self.assets.px(self.room + 15.0 - BEHIND) as f32; 3];
        let (lines, _) = font.lines(words, &rooms);
        self.push(36.0 * lines.len() as f32, 0, What::Earlier(number, lines, font));
    }

    /// The last ply in full.
    fn last(&mut self, ply: &PlyNote) {
        self.bold(&ply.words, 9);
        for (came, rank) in ply.came.iter().zip([8, 7, 6, 5, 4]) {
            self.dim(came, rank);
        }
        if let Some(fight) = &ply.fight {
            self.push(86.0, 3, What::Dice(fight.clone()));
            let (word, colour) = verdict(self.assets, fight.verdict);
            let font = Font::narrow_bold(self.assets.size(46.0));
            self.push(48.0, 2, What::Line(word.to_owned(), font, colour));
            self.push(46.0, 1, What::Chance(fight.clone()));
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
    let parts = told.within(bottom - top - MARGIN);
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
        What::Earlier(number, lines, font) => {
            // It goes nearer to the edges: a move and its dice are long.
            let (disc, start) = (assets.px(28.0), left - 7.0);
            let first = assets.px(top + 18.0);
            numbered_disc(canvas, *number, [assets.px(start), first - disc / 2], disc);
            for (line, n) in lines.iter().zip(0_u8..) {
                let at = [start + BEHIND, top + 18.0 + 36.0 * f32::from(n)].map(|at| assets.px(at));
                canvas.text(line, *font, assets.colours.dim_text, at, Align::Left);
            }
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
