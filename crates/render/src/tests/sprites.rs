//! Sprites: what the renderer needs of them, and that kinds are told apart by them.

use std::fs;
use std::path::{Path, PathBuf};

use super::super::sprite::{PIP, SpriteSet, parse, whole};
use super::*;
use crate::theme::Colours;

/// Every sprite in a folder of `sprites/`, in the order of their names.
pub(super) fn in_folder() -> Vec<SpriteSource> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../sprites");
    let mut files: Vec<_> = fs::read_dir(&root)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir())
        .flat_map(|folder| fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()))
        .collect();
    files.sort();
    let source = |path: PathBuf| {
        let name = path.strip_prefix(&root).unwrap().with_extension("");
        let (name, svg) = (name.to_str().unwrap().to_owned(), fs::read_to_string(&path).unwrap());
        SpriteSource { name: name.leak(), svg: svg.leak() }
    };
    files.into_iter().map(source).collect()
}

fn source(name: &str) -> &'static str {
    let set = SpriteSet::new(in_folder());
    set.source(set.named(name))
}

#[test]
fn every_sprite_is_small_and_has_what_the_renderer_needs() {
    for SpriteSource { name, svg: source } in SpriteSet::new(in_folder()).sources() {
        let shapes = ["<path", "<circle", "<ellipse", "<rect"];
        let count: usize = shapes.iter().map(|shape| source.matches(shape).count()).sum();
        assert!((1..=12).contains(&count), "{name} has {count} elements");
        assert!(source.contains("viewBox=\"0 0 100 100\""), "{name}");
        assert!(source.contains(Paint::WEIGHT), "{name} has no outline to adapt");
        assert_eq!(name.starts_with("lyra/"), source.contains("id=\"head\""), "{name}");
        parse(source);
    }
}

/// Pieces that lie flat, so that lines of connection between the middles of squares meet them.
const DISCS: [&str; 2] = ["mix/checker", "mix/dama"];

#[test]
fn pieces_stand_at_ninety_and_stay_inside() {
    let folders = ["lyra/", "martian/", "mix/"];
    let is_piece = |name: &str| folders.iter().any(|folder| name.starts_with(folder));
    for SpriteSource { name, svg: source } in
        in_folder().iter().filter(|sprite| is_piece(sprite.name))
    {
        let bounds = parse(source).root().abs_stroke_bounding_box();
        // Eight of the 81 pixels of a square higher.
        let foot = if DISCS.contains(name) { 80.1 } else { 90.0 };
        assert!((bounds.bottom() - foot).abs() < 0.1, "{name} stands at {}", bounds.bottom());
        assert!(bounds.top() >= 0.0 && bounds.left() >= 0.0, "{name} {bounds:?}");
        assert!(bounds.right() <= 100.0, "{name} {bounds:?}");
    }
}

/// The width of what a sprite covers in the lowest fifth of a square with a side of `cell` pixels.
fn base_width(name: &str, paint: &Paint, cell: u32) -> i32 {
    let dots = whole(source(name), paint, None, cell);
    let dots = || dots.iter().filter(|dot| dot.alpha > 127);
    let low = dots().map(|dot| dot.y).max().unwrap_or(0) - cell as i32 / 5;
    let columns = || dots().filter(|dot| dot.y > low).map(|dot| dot.x);
    columns().max().unwrap_or(0) + 1 - columns().min().unwrap_or(0)
}

/// Ranks of Lyra are told by the widths of their bases.
#[test]
fn bases_are_as_wide_as_ranks_ask() {
    let lyra = [
        ("soldier", 58),
        ("reversed", 58),
        ("reversed_up", 58),
        ("lieutenant", 66),
        ("captain", 72),
        ("assassin", 68),
        ("general", 84),
    ];
    let mix = [
        ("king", 58),
        ("silver", 58),
        ("knight", 60),
        ("pawn", 56),
        ("liner", 54),
        ("checker", 55),
        ("dama", 55),
    ];
    let of_game = |game, cell, kinds: [(&'static str, i32); 7]| {
        kinds.map(|(kind, wanted)| (format!("{game}/{kind}"), cell, wanted))
    };
    let all = [of_game("lyra", 108, lyra), of_game("mix", 81, mix)].concat();
    for c in Theme::ALL.map(Colours::of) {
        for (paint, (name, cell, wanted)) in [&c.white, &c.black]
            .into_iter()
            .flat_map(|paint| all.iter().map(move |one| (paint, one)))
        {
            let found = base_width(name, paint, *cell);
            assert!((found - wanted).abs() <= 2, "{name} in {:?} is {found} wide", paint.fill);
        }
    }
}

/// A man looks like his side: outline and signs of rank leave enough of him to its colour. White's men
/// have heavy outlines in some themes, and there the Captain has the largest signs.
#[test]
fn men_look_like_their_sides() {
    let men = in_folder();
    let is_man = |name: &str| name.starts_with("lyra/") || name.starts_with("mix/");
    for man in men.iter().filter(|man| is_man(man.name)) {
        for c in Theme::ALL.map(Colours::of) {
            for (is_light, paint) in [(true, &c.white), (false, &c.black)] {
                let dots = whole(man.svg, paint, None, 108);
                let alike = dots.iter().filter(|dot| dot.colour.is_bright() == is_light).count();
                let least = if man.name == "lyra/captain" { 50 } else { 42 };
                let part = 100 * alike / dots.len();
                assert!(part >= least, "{part} % of {} in {:?}", man.name, paint.fill);
            }
        }
    }
}

/// The plate beside the board is in the colour of the panel or, lit, in that of text.
#[test]
fn discs_of_sides_show_on_every_plate_and_look_like_their_sides() {
    for theme in Theme::ALL {
        let c = Colours::of(theme);
        let [white, black] = [&c.white, &c.black].map(|paint| c.disc(paint));
        for plate in [c.panel, c.text] {
            for [fill, ring] in [white, black] {
                let found = contrast(fill, plate).max(contrast(ring, plate));
                assert!(found >= 3.0, "{theme:?}: {fill:?} on {plate:?}: {found:.2}");
            }
        }
        assert_eq!(white[0], c.white.fill, "{theme:?}");
        let found = contrast(black[0], c.black.fill);
        assert!(found <= 1.6, "{theme:?}: the dark disc beside its pieces: {found:.2}");
        let found = contrast(white[0], black[0]);
        assert!(found >= 4.5, "{theme:?}: the two discs: {found:.2}");
        let found = contrast(white[0], black[1]);
        assert!(found >= 2.5, "{theme:?}: the light disc and the ring of the dark one: {found:.2}");
    }
}

/// Pixels that a sprite covers at the size at which kinds must still be told apart.
fn silhouette(name: &str) -> Vec<bool> {
    let paint = Colours::of(Theme::Wood).white;
    let mut covered = vec![false; 24 * 24];
    for dot in whole(source(name), &paint, None, 24) {
        covered[(dot.y * 24 + dot.x) as usize] = dot.alpha > 127;
    }
    covered
}

/// Pixels of the sign on a token, which all tokens have in the same colour and no other part.
fn sign(name: &str) -> Vec<bool> {
    let mut paint = Colours::of(Theme::Paper).white;
    let (ground, colour) = (Rgb(255, 255, 255), Rgb(0, 0, 0));
    (paint.line, paint.shade, paint.mark) = (ground, ground, colour);
    let mut covered = vec![false; 24 * 24];
    for dot in whole(source(name), &paint, None, 24) {
        covered[(dot.y * 24 + dot.x) as usize] = dot.alpha > 127 && dot.colour.0 < 128;
    }
    covered
}

#[test]
fn tokens_fill_their_box_and_have_signs_of_their_own() {
    let kinds = ["rabble", "king", "crossbows", "spears", "light", "heavy"];
    let more = ["trebuchet", "elephant", "dragon"];
    let names: Vec<String> =
        kinds.iter().chain(&more).map(|kind| format!("cyvasse/{kind}")).collect();
    for name in &names {
        let bounds = parse(source(name)).root().abs_stroke_bounding_box();
        let sides = [bounds.left(), bounds.top(), 100.0 - bounds.right(), 100.0 - bounds.bottom()];
        assert!(sides.iter().all(|side| (side - 2.5).abs() < 0.1), "{name} {bounds:?}");
        let inked = sign(name).iter().filter(|&&inked| inked).count();
        assert!((50..200).contains(&inked), "{name}: {inked} pixels of a 24 px square");
    }
    told_apart(&names, sign);
}

/// The pips tell the kinds apart even where sizes cannot be compared.
#[test]
fn pyramids_have_as_many_pips_as_points() {
    let pips = |name: &str| source(name).matches("<circle").count();
    for (points, kind) in (1..).zip(["pawn", "drone", "queen"]) {
        assert_eq!(pips(&format!("martian/{kind}")), points, "{kind}");
    }
}

/// A pip that is too small to be counted is left out.
#[test]
fn small_pyramids_have_no_pips() {
    let [paint, bare] = [Rgb(255, 0, 0), Rgb(0, 0, 255)]
        .map(|mark| Paint { mark, ..Colours::of(Theme::Wood).paint(Shade::Tone(1)) });
    for kind in ["martian/pawn", "martian/drone", "martian/queen"] {
        let radius = format!("r=\"{}\"", PIP / 2.0);
        let svg = source(kind);
        assert_eq!(svg.matches(&radius).count(), svg.matches("<circle").count(), "{kind}");
        let has_pips = |size| {
            let colours = |paint| whole(svg, paint, None, size).into_iter().map(|dot| dot.colour);
            !colours(&paint).eq(colours(&bare))
        };
        assert!(has_pips(22) && !has_pips(21), "{kind}");
    }
}

#[test]
fn kinds_have_silhouettes_of_their_own() {
    let armies =
        ["soldier", "reversed", "reversed_up", "lieutenant", "captain", "assassin", "general"];
    told_apart(&armies.map(|kind| format!("lyra/{kind}")), silhouette);
    let pyramids = ["pawn", "drone", "queen"].map(|kind| format!("martian/{kind}"));
    told_apart(&pyramids, silhouette);
    let mixed = ["king", "dama", "silver", "knight", "liner", "pawn", "checker"];
    told_apart(&mixed.map(|kind| format!("mix/{kind}")), silhouette);
}

fn told_apart(kinds: &[String], look: fn(&str) -> Vec<bool>) {
    let silhouettes: Vec<_> = kinds.iter().map(|kind| look(kind)).collect();
    for (index, one) in silhouettes.iter().enumerate() {
        for (other_index, other) in silhouettes.iter().enumerate().skip(index + 1) {
            let apart = one.iter().zip(other).filter(|(one, other)| one != other).count();
            let pair = (&kinds[index], &kinds[other_index]);
            assert!(apart >= 24, "{pair:?} differ in {apart} pixels of a 24 px square");
        }
    }
}
