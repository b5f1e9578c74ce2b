//! Boards that the page draws itself: where every man stands, what lies under and over them, and what changes from
//! one ply to the next. Numbers are pixels of the board's frame.

use render::{Overlay, Renderer, Stroke, Theme};
use scene::{Fight, Placed, Scene, Shape, Spot, Veil};
use serde::{Serialize, Serializer};
use sha2::{Digest as _, Sha256};

use super::{click_map::ClickMap, names};

/// A board as the page draws it.
#[derive(Debug, Serialize)]
pub(super) struct Living {
    /// The theme of all that follows.
    theme: &'static str,
    /// The address of the file with the men.
    sheet: String,
    ground: Ground,
    /// The measures of the boxes of men, as [`render::man_measures`] has them.
    stand: [f32; 4],
    colours: Colours,
    position: Position,
    /// The plies by which the page gets there from what it shows, the oldest first; empty if it is to jump there.
    film: Vec<Ply>,
}

/// The colours of marks.
#[derive(Debug, Serialize)]
struct Colours {
    legal: String,
    last: String,
    edge: String,
    medal: String,
    push: String,
    lost: String,
}

/// The board without men.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Ground {
    /// Its address, without width and theme.
    src: String,
    /// The same for pictures that look alike.
    key: String,
}

/// The men on a board with all marks.
#[derive(Debug, Serialize)]
pub(super) struct Position {
    men: Vec<Man>,
    #[serde(flatten)]
    marks: Marks,
}

/// A man: his cell, the name of his symbol and the letters of his badges.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Man {
    at: String,
    look: String,
    badges: String,
}

/// All that lies on a board besides its ground and its men.
#[derive(Debug, Default, Serialize)]
struct Marks {
    /// The men who are no longer there, each with the box in which he stood.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    gone: Vec<(String, Tenths, Tenths, Tenths)>,
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "strokes")]
    under: Vec<Stroke>,
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "strokes")]
    over: Vec<Stroke>,
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "strokes")]
    chips: Vec<Stroke>,
}

/// A ply by what it changes on the board.
#[derive(Debug, Serialize)]
pub(super) struct Ply {
    /// The part of the log, in lines, that the board behind it shows.
    lines: usize,
    /// The cells that are left, or whose man changes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    off: Vec<String>,
    /// The men who stand there then.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    on: Vec<Man>,
    #[serde(skip_serializing_if = "Option::is_none")]
    step: Option<Step>,
    #[serde(flatten)]
    marks: Marks,
    /// The ground, if it has changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    ground: Option<Ground>,
}

/// The course of a ply: who went where, and what became of whom.
#[derive(Debug, Default, Serialize)]
struct Step {
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<String>,
    /// The middles of the cells that the way passes, if it is not straight.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    way: Vec<[Tenths; 2]>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    taken: Vec<String>,
    /// The word for an attack that failed, if it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    how: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    merged: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    raised: Option<String>,
    /// The dice of attack and defence, each with its sides and the face that it shows.
    #[serde(skip_serializing_if = "Option::is_none")]
    rolls: Option<[(u8, u8); 2]>,
}

/// A board as it was drawn, with how much of the log it shows.
#[derive(Clone, Debug)]
pub(super) struct Still {
    pub(super) lines: usize,
    pub(super) scene: Scene,
}

/// The board of a table, as it is to be drawn.
pub(super) struct Wanted {
    /// The board that the page has, those of the plies since then, and the table's own at the end; that one alone if
    /// the page is to jump there.
    pub(super) stills: Vec<Still>,
    pub(super) theme: Theme,
    pub(super) sheet: String,
    /// The address of the board's picture, without lines.
    pub(super) src: String,
}

impl Living {
    /// The last of these boards, with the film that leads to it; `None` if there is none. `lines` are those that
    /// the picture of that board shows.
    pub(super) fn of(renderer: &Renderer, wanted: Wanted, lines: usize) -> Option<Self> {
        let Wanted { stills, theme, sheet, src } = wanted;
        let scene = &stills.last()?.scene;
        let pairs = stills.iter().zip(stills.iter().skip(1)).enumerate();
        let film = pairs.map(|(n, (before, after))| match n + 2 {
            // The position itself has the marks of the last one.
            last if last == stills.len() => Ply::of(before, after),
            _ => Ply::of(before, after).marked(renderer, theme, (&src, before, after)),
        });
        let film = film.collect();
        let colours = render::mark_colours(theme);
        Some(Self {
            theme: theme.key(),
            sheet,
            ground: Ground::of(&src, lines, scene),
            stand: render::man_measures(scene),
            colours: Colours {
                legal: colours.legal,
                last: colours.last,
                edge: colours.edge,
                medal: colours.medal,
                push: colours.push,
                lost: colours.lost,
            },
            position: Position::of(renderer, theme, scene),
            film,
        })
    }
}

impl Ground {
    /// The ground of a board whose picture has this address without lines, and shows so many.
    pub(super) fn of(src: &str, lines: usize, scene: &Scene) -> Self {
        let board = &scene.board;
        let changes = match board.shape {
            Shape::Hexes(hexes) => hexes.veil != Veil::None || !board.ground.is_empty(),
            Shape::Squares(_) | Shape::Wedges(_) => !board.ground.is_empty(),
        };
        let lines = if changes { lines } else { 0 };
        let looks = (board.shape, &board.ground, ClickMap::of_board(scene));
        // Whatever cannot be written is no board.
        let looks = serde_json::to_vec(&looks).unwrap_or_default();
        let key = names::hex(&Sha256::digest(looks)[..6]);
        Self { src: format!("{src}&lines={lines}&men=0"), key }
    }
}

impl Position {
    /// The men and marks of a scene.
    pub(super) fn of(renderer: &Renderer, theme: Theme, scene: &Scene) -> Self {
        Self { men: men(scene), marks: renderer.overlay(scene, theme).into() }
    }
}

/// The men on the board of a scene.
fn men(scene: &Scene) -> Vec<Man> {
    let man = |placed: &Placed| Man {
        at: placed.at.to_string(),
        look: render::man_symbol(&scene.board, placed),
        badges: placed.badges.iter().map(|badge| badge.letter.to_ascii_uppercase()).collect(),
    };
    scene.board.pieces.iter().map(man).collect()
}

impl Ply {
    /// The ply between two boards, without marks.
    pub(super) fn of(before: &Still, after: &Still) -> Self {
        let (left, men) = (men(&before.scene), men(&after.scene));
        let gone = left.iter().filter(|man| !men.contains(man));
        Self {
            lines: after.lines,
            off: gone.map(|man| man.at.clone()).collect(),
            on: men.iter().filter(|man| !left.contains(man)).cloned().collect(),
            step: Step::of(&after.scene),
            marks: Marks::default(),
            ground: None,
        }
    }

    /// The same with its marks, and with the ground if that has changed; `src` is the address of the board's picture
    /// without lines.
    pub(super) fn marked(
        self,
        renderer: &Renderer,
        theme: Theme,
        (src, before, after): (&str, &Still, &Still),
    ) -> Self {
        let looks = |still: &Still| (still.scene.board.shape, still.scene.board.ground.clone());
        let ground = || Ground::of(src, after.lines, &after.scene);
        Self {
            marks: renderer.overlay(&after.scene, theme).into(),
            ground: (looks(before) != looks(after)).then(ground),
            ..self
        }
    }
}

impl Step {
    /// The last ply of a scene; `None` if its marks tell of none.
    fn of(scene: &Scene) -> Option<Self> {
        let step = scene::Step::of(&scene.board.marks)?;
        let named = |at: Option<Spot>| at.map(|at| at.to_string());
        let straight = [step.from, step.to].into_iter().flatten().collect();
        let hops = if step.hops.is_empty() { straight } else { step.hops };
        let way = Some(render::way(scene, &hops)).filter(|way| way.len() > 2);
        let fight = scene.panel.plies.last().and_then(|ply| ply.fight.as_ref());
        Some(Self {
            from: named(step.from),
            to: named(step.to),
            way: way.into_iter().flatten().map(|at| at.map(Tenths)).collect(),
            taken: step.taken.iter().map(Spot::to_string).collect(),
            how: step.failed.map(|failed| match failed {
                scene::Failed::Push => "push",
                scene::Failed::Lost => "lost",
            }),
            merged: named(step.merged),
            raised: named(step.raised),
            rolls: fight.map(|&Fight { attack, defence, .. }| [attack, defence]),
        })
    }
}

impl From<Overlay> for Marks {
    fn from(Overlay { under, gone, over, chips }: Overlay) -> Self {
        let gone = gone.into_iter().map(|(look, at)| {
            let [x, y, size] = at.map(Tenths);
            (look, x, y, size)
        });
        Self { gone: gone.collect(), under, over, chips }
    }
}

impl Serialize for Man {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Self { at, look, badges } = self;
        if badges.is_empty() { (at, look).serialize(to) } else { (at, look, badges).serialize(to) }
    }
}

/// A number that is written to tenths, and a whole one without a point.
#[derive(Clone, Copy, Debug)]
struct Tenths(f32);

impl Serialize for Tenths {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let tenths = (f64::from(self.0) * 10.0).round();
        if tenths % 10.0 == 0.0 {
            to.serialize_i64((tenths / 10.0) as i64)
        } else {
            to.serialize_f64(tenths / 10.0)
        }
    }
}

/// Writes strokes, each as a short list.
fn strokes<S: Serializer>(strokes: &[Stroke], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(strokes.iter().map(Listed))
}

/// A stroke as the page gets it.
struct Listed<'s>(&'s Stroke);

impl Serialize for Listed<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Stroke::Area(path, fill) => (path, fill).serialize(to),
            Stroke::Line(line) => {
                let (path, colour, width) = (&line.path, &line.colour, Tenths(line.width));
                let dashes: Vec<String> = line.dashes.iter().map(f32::to_string).collect();
                if !dashes.is_empty() {
                    (path, colour, width, line.round, dashes.join(" ")).serialize(to)
                } else if line.round {
                    (path, colour, width, true).serialize(to)
                } else {
                    (path, colour, width).serialize(to)
                }
            }
            Stroke::Shape { place, name, core, edge } => {
                let [x, y, size] = place.map(Tenths);
                match edge {
                    Some(edge) => (x, y, size, name, core, edge).serialize(to),
                    None => (x, y, size, name, core).serialize(to),
                }
            }
            Stroke::Text { words, at, size, colour, width } => {
                let ([x, y], size, width) = (at.map(Tenths), Tenths(*size), Tenths(*width));
                Words { words, x, y, size, colour, width }.serialize(to)
            }
            Stroke::Group(part, of) => {
                // Hundredths of it are more than an eye tells apart.
                let part = (f64::from(*part) * 100.0).round() / 100.0;
                Group { part, of }.serialize(to)
            }
        }
    }
}

/// A text as the page gets it.
#[derive(Serialize)]
struct Words<'s> {
    words: &'s str,
    x: Tenths,
    y: Tenths,
    size: Tenths,
    colour: &'s str,
    width: Tenths,
}

/// Strokes of which a part is seen.
#[derive(Serialize)]
struct Group<'s> {
    part: f64,
    #[serde(serialize_with = "strokes")]
    of: &'s [Stroke],
}
