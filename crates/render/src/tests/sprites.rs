//! Sprites: what the renderer needs of them, and that kinds are told apart by them.

use std::fs;
use std::path::{Path, PathBuf};

use super::super::sprite::{SpriteSet, parse, whole};
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

#[test]
fn pieces_stand_at_ninety_and_stay_inside() {
    let folders = ["lyra/", "martian/", "mix/"];
    let is_piece = |name: &str| folders.iter().any(|folder| name.starts_with(folder));
    for SpriteSource { name, svg: source } in
        in_folder().iter().filter(|sprite| is_piece(sprite.name))
    {
        let bounds = parse(source).root().abs_stroke_bounding_box();
        assert!((bounds.bottom() - 90.0).abs() < 0.1, "{name} stands at {}", bounds.bottom());
        assert!(bounds.top() >= 0.0 && bounds.left() >= 0.0, "{name} {bounds:?}");
        assert!(bounds.right() <= 100.0, "{name} {bounds:?}");
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

#[test]
fn kinds_have_silhouettes_of_their_own() {
    let armies = ["soldier", "lieutenant", "captain", "assassin", "general"];
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
