//! Contact sheets: pictures of every kind beside each other, for the eye.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
};

use games::{GameKind, Outcome, Present, Reason, Seat, SeatSet, with_game};
use image::{
    RgbImage,
    codecs::png::{CompressionType, FilterType, PngEncoder},
};
use render::{Eye, Theme, size};
use scene::{Mark, Panel, Scene, SideTime};
use table::{AnyPosition, Caption, Highlight, sample_position, start_position};

use crate::{
    pictures::samples,
    support::{
        names::NAMES,
        pictures::{decoded, renderer},
    },
};

/// A scene with a name that says what it shows.
pub(crate) type Named = (String, Scene);

/// The width of the pictures on a sheet of a theme.
const WIDTH: u32 = 320;
/// The widths that have a sheet of their own, in the theme that each game has by itself.
const WIDTHS: [u32; 4] = [400, 640, 960, 1_200];
/// The scenes on those sheets: one of each form of board, and what is hardest to fit.
const AT_EACH_WIDTH: [&str; 14] = [
    "hit",
    "end",
    "legal",
    "told-bots",
    "flat4x8",
    "flat8x8",
    "wedge3",
    "wedge4",
    "wedge5",
    "wedge6",
    "mix-chain",
    "cyvasse-middle",
    "cyvasse-late",
    "names-6",
];

/// Draws all scenes, or those whose names begin with `ONLY`: a sheet for each theme and eye, and one for each width.
#[test]
#[ignore = "for the eye: cargo xtask contact-sheet"]
fn contact_sheets() {
    let only = std::env::var("ONLY").unwrap_or_default();
    let mut scenes = scenes();
    scenes.retain(|(name, _)| name.starts_with(&only));
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("target/contact-sheets");
    std::fs::create_dir_all(&folder).unwrap();
    let all: Vec<&Scene> = scenes.iter().map(|(_, scene)| scene).collect();
    for theme in Theme::ALL {
        let drawn = sheet(&all, Some(theme), WIDTH, 10);
        for eye in &Eye::ALL {
            save(&seen_by(eye, &drawn), &folder, &format!("{}-{}", theme.key(), eye.name));
        }
    }
    let few = scenes.iter().filter(|(name, _)| AT_EACH_WIDTH.contains(&name.as_str()));
    let few: Vec<&Scene> = few.map(|(_, scene)| scene).collect();
    for width in WIDTHS.into_iter().filter(|_| !few.is_empty()) {
        save(&sheet(&few, None, width, 4), &folder, &format!("width-{width}"));
    }
}

/// All scenes of the sheets.
pub(crate) fn scenes() -> Vec<Named> {
    let samples = samples::scenes().into_iter().map(|(name, scene)| (name.to_owned(), scene));
    let more = lessons().into_iter().chain(positions()).chain(ends()).chain(names());
    samples.chain(more).collect()
}

fn save(sheet: &RgbImage, folder: &Path, name: &str) {
    let file = std::fs::File::create(folder.join(format!("{name}.png"))).unwrap();
    let (fast, filter) = (CompressionType::Fast, FilterType::NoFilter);
    sheet.write_with_encoder(PngEncoder::new_with_quality(file, fast, filter)).unwrap();
}

/// Pictures beside each other, in a theme or in that of each game.
fn sheet(scenes: &[&Scene], theme: Option<Theme>, width: u32, columns: usize) -> RgbImage {
    let height = scenes.iter().map(|scene| size(scene, width)[1]).max().expect("there are some");
    let rows = scenes.len().div_ceil(columns) as u32;
    let mut sheet = RgbImage::new(width * columns.min(scenes.len()) as u32, height * rows);
    for (n, scene) in scenes.iter().enumerate() {
        let picture = decoded(&renderer().png(scene, theme.unwrap_or(scene.face), width));
        let [x, y] = [n % columns, n / columns].map(|n| n as u32);
        image::imageops::replace(&mut sheet, &picture, (x * width).into(), (y * height).into());
    }
    sheet
}

/// The sheet as an eye sees it.
fn seen_by(eye: &Eye, sheet: &RgbImage) -> RgbImage {
    let mut known = HashMap::new();
    let mut seen = sheet.clone();
    // Most pixels are like the one before.
    let (mut before, mut colour) = ([0; 3], eye.seen([0; 3]));
    for pixel in seen.pixels_mut() {
        if pixel.0 != before {
            before = pixel.0;
            colour = *known.entry(before).or_insert_with(|| eye.seen(before));
        }
        pixel.0 = colour;
    }
    seen
}

/// Returns what the rules of each game show, for every piece.
fn lessons() -> Vec<Named> {
    fn of<G: Present>() -> Vec<Named> {
        let named = |lesson: &games::Lesson| {
            let it = lesson.diagram::<G>()?;
            let (headline, note) = (it.headline.to_owned(), it.note.to_owned());
            let panel = Panel { headline, note, ..Panel::default() };
            let scene = Scene { face: G::FACE, ..Scene::of(it.board, panel) };
            Some((format!("rules-{}", lesson.topics[0]), scene))
        };
        G::LESSONS.iter().filter_map(named).collect()
    }
    GameKind::ALL.into_iter().flat_map(|kind| with_game!(kind, G => of::<G>())).collect()
}

/// Each game as it begins, with each number of seats and with unusual options; with the names of its cells, and with
/// what can be asked about it.
fn positions() -> Vec<Named> {
    let options =
        ["", "players=3", "players=4,teams=on", "players=5", "players=6", "v2=on", "setup=open"];
    let mut scenes = Vec::new();
    for (kind, text) in GameKind::ALL.into_iter().flat_map(|kind| options.map(|text| (kind, text)))
    {
        let Some(start) = start_position(kind, text) else { continue };
        let caption = caption(start.as_ref(), None);
        let mut show = |what: &str, marks: &[Mark]| {
            let scene = start.scene(&caption, Highlight::Marks(marks));
            scenes.push((format!("{what}-{}-{text}", kind.key()), scene));
        };
        show("start", &[]);
        show("cells", &[Mark::Names]);
    }
    for kind in GameKind::ALL {
        let sample = sample_position(kind);
        let caption = caption(sample.as_ref(), None);
        let first = sample.moves().first().cloned().unwrap_or_default();
        let asked = first.split(['-', 'x', '×', ' ', '+']).next().unwrap_or_default();
        let answers = [sample.legal(""), sample.legal(asked), sample.why(asked)];
        for (answer, what) in answers.into_iter().zip(["legal-all", "legal-one", "why"]) {
            let Ok(answer) = answer else { continue };
            let scene = sample.scene(&caption, Highlight::Marks(&answer.marks));
            scenes.push((format!("{what}-{}", kind.key()), scene));
        }
    }
    scenes
}

/// Each way in which players or the host end a game.
fn ends() -> Vec<Named> {
    let first = SeatSet::of(Seat::FIRST);
    let ends = [
        ("resigned", Outcome::Win(first, Reason::Resignation)),
        ("time", Outcome::Win(first, Reason::Time)),
        ("agreed", Outcome::Draw(Reason::Agreement)),
        ("repetition", Outcome::Draw(Reason::Repetition)),
        ("progress", Outcome::Draw(Reason::Progress)),
        ("aborted", Outcome::Aborted),
    ];
    let all = GameKind::ALL.into_iter().flat_map(|kind| ends.map(|end| (kind, end)));
    let shown = all.map(|(kind, (name, outcome))| {
        let sample = sample_position(kind);
        let scene = sample.scene(&caption(sample.as_ref(), Some(outcome)), Highlight::Plies(1));
        (format!("ended-{name}-{}", kind.key()), scene)
    });
    shown.collect()
}

/// Names of many scripts on every form of board, two of them alike but for their ends, with clocks and without.
fn names() -> Vec<Named> {
    let starts = ["", "players=3", "players=4", "players=5", "players=6"];
    let all = GameKind::ALL.into_iter().flat_map(|kind| starts.map(|text| (kind, text)));
    let mut names = NAMES.into_iter().cycle();
    let mut scenes = Vec::new();
    for (kind, text) in all {
        let Some(start) = start_position(kind, text) else { continue };
        let seats = usize::from(start.n_seats());
        for is_timed in [false, true] {
            let time = is_timed.then(|| SideTime { part: 410, text: "1d 4h".to_owned() });
            let caption = Caption {
                names: names.by_ref().take(seats).map(str::to_owned).collect(),
                times: vec![time; seats],
                ..caption(start.as_ref(), None)
            };
            let scene = start.scene(&caption, Highlight::Marks(&[]));
            scenes.push((format!("names-{}", scenes.len()), scene));
        }
    }
    scenes
}

fn caption(position: &dyn AnyPosition, outcome: Option<Outcome>) -> Caption {
    let names = ["Zoë", "ben", "charlotte", "dora", "elisabeth", "frederick"].map(str::to_owned);
    Caption {
        facing: Seat::FIRST,
        names: names.into_iter().take(position.n_seats().into()).collect(),
        outcome,
        number: Some(12),
        look: String::new(),
        times: Vec::new(),
    }
}
