//! The man whose fall decided the game: he lies in front of the winner, all of him to be seen, within the cell and
//! off the winner's head.

use super::super::assets::{Assets, BitmapKey};
use super::super::board::{BoardGeometry, fallen};
use super::super::canvas::{Canvas, IndexedImage};
use super::super::layout::Layout;
use super::super::point::Point;
use super::super::scale::{Format, Scale};
use super::super::theme::Colouring;
use super::*;

const LYRA: [&str; 6] = ["soldier", "lieutenant", "captain", "assassin", "general", "reversed_up"];
const CYVASSE: [&str; 9] =
    ["rabble", "king", "crossbows", "spears", "light", "heavy", "trebuchet", "elephant", "dragon"];

fn badge(letter: char) -> Badge {
    let piece = Piece { sprite: "lyra/soldier".to_owned(), shade: Shade::Light };
    Badge { piece, letter }
}

/// A board on which `winner` has just taken the last man on a cell, with a fight if it has dice.
fn taken(shape: Shape, at: Spot, [winner, fell]: [Piece; 2], badges: usize) -> Scene {
    let badges = "SLC".chars().take(badges).map(badge).collect();
    let attacker = winner.shade;
    let placed = Placed { at, piece: winner, badges };
    let [near, far] = [Shade::Light, Shade::Dark].map(|shade| Side::of(String::new(), shade));
    let fight = Fight {
        attacker,
        attack: (12, 9),
        defence: (10, 8),
        verdict: FightVerdict::Hit,
        percent: 50,
    };
    let fight = matches!(shape, Shape::Squares(_)).then_some(fight);
    let ply = PlyNote { fight, ..PlyNote::default() };
    let panel = Panel { sides: vec![near, far], plies: vec![ply], ..Panel::default() };
    let mut scene = Scene::of(Board::of(shape, vec![placed], vec![Mark::To(at)]), panel);
    scene.board.gone.push(Gone { at, piece: fell, lies: true });
    scene
}

/// Every winner over a General or a King of either side, on cells in the middle and at the edge
/// of the board, with up to three badges.
fn ends() -> Vec<Scene> {
    let squares = Shape::Squares(Squares { files: 6, ranks: 6, turned: 0, zone: None });
    let hexes = Shape::Hexes(Hexes { edge: 6, half_turned: false, veil: Veil::None });
    let square = |file, rank| Spot::from(Square { file, rank });
    let hex = |column, row| Spot::from(Hex { column, row });
    let lyra = LYRA.iter().flat_map(|kind| {
        let places = [square(2, 3), square(5, 5), square(0, 0), square(4, 0)].into_iter().zip(0..);
        // An Assassin alone has badges.
        let most = if *kind == "assassin" { 3 } else { 0 };
        places.map(move |(at, badges)| {
            (squares, at, format!("lyra/{kind}"), "lyra/general", most.min(badges))
        })
    });
    let places = [hex(5, 5), hex(5, 0), hex(10, 5)].into_iter().cycle();
    let cyvasse = CYVASSE.iter().zip(places);
    let cyvasse =
        cyvasse.map(|(kind, at)| (hexes, at, format!("cyvasse/{kind}"), "cyvasse/king", 0));
    let men = lyra.chain(cyvasse).flat_map(|(shape, at, winner, fell, badges)| {
        [[Shade::Light, Shade::Dark], [Shade::Dark, Shade::Light]].map(|[winning, losing]| {
            let winner = Piece { sprite: winner.clone(), shade: winning };
            let fell = Piece { sprite: fell.to_owned(), shade: losing };
            taken(shape, at, [winner, fell], badges)
        })
    });
    men.collect()
}

/// The pixels that a bitmap in a box covers whatever is under it, and their colours.
fn opaque(assets: &Assets, key: BitmapKey, [left, top, size, _]: [i32; 4]) -> Vec<([i32; 2], u8)> {
    let [one, other] = [0, 1].map(|ground| {
        let image = IndexedImage::new(size as usize, size as usize, ground);
        let mut canvas = Canvas::new(assets, image);
        canvas.put(key, 0, 0);
        canvas.image
    });
    let rows = one.rows().zip(other.rows()).zip(top..);
    let pixels = rows.flat_map(|((one, other), y)| {
        let both = one.iter().zip(other).zip(left..).filter(|((one, other), _)| one == other);
        both.map(move |((index, _), x)| ([x, y], *index)).collect::<Vec<_>>()
    });
    pixels.collect()
}

/// Returns `true` if a pixel lies in a cell with these corners.
fn is_within(corners: &[Point], at: [i32; 2]) -> bool {
    let at = at.map(|at| at as f32 + 0.5);
    let ends = corners.iter().zip(corners.iter().cycle().skip(1));
    let sides =
        ends.map(|([ax, ay], [bx, by])| (bx - ax) * (at[1] - ay) - (by - ay) * (at[0] - ax));
    // Half a pixel may lie outside.
    let length = (corners[0][0] - corners[1][0]).hypot(corners[0][1] - corners[1][1]);
    let sides: Vec<f32> = sides.map(|side| side / length).collect();
    sides.iter().all(|side| *side >= -1.0) || sides.iter().all(|side| *side <= 1.0)
}

#[test]
fn who_fell_lies_in_front_of_the_winner_and_is_seen_whole() {
    for (scene, theme) in ends().iter().flat_map(|scene| Theme::ALL.map(|theme| (scene, theme))) {
        let format = Format::of(scene.board.shape);
        for width in [format.width(), 400, 340] {
            let (image, assets) = renderer().image(scene, theme, width);
            let scale = Scale::new(format, width);
            let geometry = BoardGeometry::new(scale, scene.board.shape, Layout::of(scene));
            let (gone, [x, y, size, _]) = fallen(&geometry, &scene.board).next().unwrap();
            let place = geometry.place(gone.at).unwrap();
            let winner = &scene.board.pieces[0];
            let told =
                format!("{} {theme:?} {width} {:?}", winner.piece.sprite, winner.badges.len());
            assert!(size * 100 >= i32::from(place.size) * 36, "{told}: {size}");

            let key = |piece: &Piece| (assets.sprite(&piece.sprite), Colouring::of(piece.shade));
            let (sprite, colouring) = key(&gone.piece);
            let lying = BitmapKey::Lying(sprite, colouring, size as u16);
            let covers = opaque(&assets, lying, [x, y, size, size]);
            let rows: Vec<&[u8]> = image.rows().collect();
            let is_seen =
                |([x, y], index): &&([i32; 2], u8)| rows[*y as usize][*x as usize] == *index;
            let seen = covers.iter().filter(is_seen).count();
            assert!(covers.len() > 40 && seen * 100 >= covers.len() * 90, "{told}: {seen}");
            let corners = place.corners();
            let outside = covers.iter().find(|(at, _)| !is_within(&corners, *at));
            assert_eq!(outside, None, "{told}: {place:?}");

            // The winner's head, or of a token most of what is on it.
            let [left, top] = place.corner;
            let cell = i32::from(place.size);
            let within = |[x, y]: [i32; 2], edges: [i32; 4]| {
                let [x, y] = [(x - left) * 100 / cell, (y - top) * 100 / cell];
                (edges[0]..edges[1]).contains(&x) && (edges[2]..edges[3]).contains(&y)
            };
            let (sprite, colouring) = key(&winner.piece);
            if matches!(scene.board.shape, Shape::Squares(_)) {
                let man = assets.bitmap(BitmapKey::Standing(sprite, colouring, place.size));
                let is_head = |[x, y]: [i32; 2]| {
                    within([x, y], [31, 69, 5, 66]) && man.covers([x - left, y - top])
                };
                assert!(!covers.iter().any(|(at, _)| is_head(*at)), "{told}");
            } else {
                let hidden = covers.iter().filter(|(at, _)| within(*at, [27, 73, 27, 73])).count();
                let sign = (cell * 46 / 100).pow(2) as usize;
                assert!(hidden * 4 <= sign, "{told}: {hidden} of {sign}");
            }
        }
    }
}
