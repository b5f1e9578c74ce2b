//! Labels on boards hide no man: chips of fights, discs of earlier plies, and the chances of attacks. Pictures of the
//! same men with and without them are compared.

use super::super::{
    board::{BoardGeometry, render_board},
    canvas::IndexedImage,
    compose::palette_kind,
    layout::Layout,
    scale::{Format, Scale},
};
use super::*;
use crate::assets::AssetsKey;

const LYRA: [&str; 6] = ["soldier", "reversed_up", "lieutenant", "captain", "assassin", "general"];
const MARTIAN: [&str; 3] = ["queen", "drone", "pawn"];
const MIX: [&str; 7] = ["king", "dama", "silver", "knight", "liner", "pawn", "checker"];

fn squares(side: u8, turned: u8, zone: Option<[u8; 2]>) -> Shape {
    Shape::Squares(Squares { files: side, ranks: side, turned, zone })
}

fn geometry(shape: Shape, width: u32) -> BoardGeometry {
    let scale = Scale::new(Format::of(shape), width);
    let board = Board::of(shape, Vec::new(), Vec::new());
    BoardGeometry::new(scale, shape, Layout::of(&Scene::of(board, Panel::default())))
}

/// The board of a scene, without what stands beside it.
fn drawn(scene: &Scene, width: u32) -> IndexedImage {
    let layout = Layout::of(scene);
    let scale = Scale::new(Format::of(scene.board.shape), width);
    let key = AssetsKey { theme: Theme::Wood, palette_kind: palette_kind(scene), scale };
    let geometry = BoardGeometry::new(scale, scene.board.shape, layout);
    render_board(&renderer().assets_of(key), scene, &geometry, layout, Coordinates::Shown).image
}

/// A man on every cell: of one of these kinds, or of all of them in some order. Some have badges.
fn crowd(shape: Shape, folder: &str, kinds: &[&str], badges: usize) -> Vec<Placed> {
    let cells = geometry(shape, 400).cells();
    let placed = |(index, &at): (usize, &Spot)| {
        let some = index * index * 7 + index * 3 + index / 5;
        let shade = match folder {
            "martian" => Shade::Tone(1),
            _ if some % 2 == 0 => Shade::Light,
            _ => Shade::Dark,
        };
        let piece = |kind: &str| Piece { sprite: format!("{folder}/{kind}"), shade };
        let badge = |nth: usize| Badge { piece: piece(kinds[nth % kinds.len()]), letter: 'C' };
        let badges = (0..if badges == 0 { 0 } else { some % (badges + 1) }).map(badge).collect();
        Placed { at, piece: piece(kinds[some % kinds.len()]), badges }
    };
    cells.iter().enumerate().map(placed).collect()
}

/// The men of a picture: the pixels that are the same on whatever ground, row by row.
struct Men {
    shown: Vec<Vec<u8>>,
    are_men: Vec<Vec<bool>>,
}

impl Men {
    fn of(shape: Shape, men: &[Placed], width: u32) -> Self {
        let panel = Panel::default();
        let board = |men: &[Placed], marks| {
            let scene = Scene::of(Board::of(shape, men.to_vec(), marks), panel.clone());
            let image = drawn(&scene, width);
            image.rows().map(<[u8]>::to_vec).collect::<Vec<_>>()
        };
        let cells = geometry(shape, width).cells();
        let marked =
            |mark: fn(Spot) -> Mark| board(men, cells.iter().map(|at| mark(*at)).collect());
        let (shown, bare) = (board(men, Vec::new()), board(&[], Vec::new()));
        let (tinted, framed) = (marked(Mark::From), marked(Mark::Focus));
        let is_man = |y: usize, x: usize| {
            let pixel = shown[y][x];
            pixel == tinted[y][x] && pixel == framed[y][x] && pixel != bare[y][x]
        };
        let row = |y: usize| (0..shown[y].len()).map(|x| is_man(y, x)).collect();
        let are_men = (0..shown.len()).map(row).collect();
        Self { shown, are_men }
    }

    /// The pixels in which another picture of the same men hides them.
    fn hidden(&self, image: &IndexedImage) -> Vec<[i32; 2]> {
        let rows = image.rows().zip(&self.shown).zip(&self.are_men).zip(0..);
        let differing = rows.filter(|(((row, shown), _), _)| *row != &shown[..]);
        let hidden = differing.flat_map(|(((row, shown), are_men), y)| {
            let pixels = row.iter().zip(shown).zip(are_men).zip(0..);
            pixels.filter_map(move |(((pixel, shown), is_man), x)| {
                (*is_man && pixel != shown).then_some([x, y])
            })
        });
        hidden.collect()
    }

    /// Returns `true` if another picture is the same outside a box.
    fn is_same_outside(&self, image: &IndexedImage, [left, top, width, height]: [i32; 4]) -> bool {
        image.rows().zip(&self.shown).zip(0..).all(|((row, shown), y)| {
            let is_within = (top..top + height).contains(&y);
            let [from, to] = if is_within { [left, left + width] } else { [0, 0] };
            row[..from as usize] == shown[..from as usize]
                && row[to as usize..] == shown[to as usize..]
        })
    }
}

/// A scene with fights on a cell, the last of which is its last ply.
fn fought(shape: Shape, men: &[Placed], at: Spot, fights: &[[u8; 2]]) -> Scene {
    let ply = |faces: &[u8; 2]| {
        let [attack, defence] = faces.map(|face| (12, face));
        let fight = Fight {
            attacker: Shade::Light,
            attack,
            defence,
            verdict: FightVerdict::Hit,
            percent: 50,
        };
        PlyNote { fight: Some(fight), ..PlyNote::of_move(String::new()) }
    };
    let panel = Panel { plies: fights.iter().map(ply).collect(), ..Panel::default() };
    let earlier = fights[1..].iter().map(|_| vec![Mark::To(at)]).collect();
    let board = Board::of(shape, men.to_vec(), vec![Mark::To(at)]);
    Scene { earlier, ..Scene::of(board, panel) }
}

/// The box of the cells of a board of squares.
fn board_box(geometry: &BoardGeometry) -> [i32; 4] {
    let places: Vec<_> = geometry.cells().into_iter().filter_map(|at| geometry.place(at)).collect();
    let [left, top] =
        [0, 1].map(|axis| places.iter().map(|place| place.corner[axis]).min().unwrap());
    let [right, low] = [0, 1].map(|axis| {
        places.iter().map(|place| place.corner[axis] + i32::from(place.size)).max().unwrap()
    });
    [left, top, right - left, low - top]
}

/// Chips on every cell of a board full of men: how many pixels of men each hides.
fn chips_hide(shape: Shape, men: &[Placed], width: u32, fights: &[[u8; 2]]) -> Vec<(Spot, usize)> {
    let (geometry, without) = (geometry(shape, width), Men::of(shape, men, width));
    let hidden = |at: Spot| {
        let image = drawn(&fought(shape, men, at, fights), width);
        let is_whole = without.is_same_outside(&image, board_box(&geometry));
        assert!(is_whole, "{shape:?}, {at} at {width}: outside the board");
        (at, without.hidden(&image).len())
    };
    geometry.cells().into_iter().map(hidden).collect()
}

#[test]
fn chips_lie_within_the_board_and_over_no_man() {
    for (width, turned) in [(960, 0), (400, 2), (340, 0)] {
        let shape = squares(6, turned, None);
        for (kinds, badges) in [(&LYRA[..], 0), (&LYRA[..], 4), (&LYRA[5..], 0)] {
            let men = crowd(shape, "lyra", kinds, badges);
            for fights in [&[[6, 2]][..], &[[12, 3]]] {
                for (at, hidden) in chips_hide(shape, &men, width, fights) {
                    assert_eq!(hidden, 0, "{at} at {width}: {fights:?} over {kinds:?}, {badges}");
                }
            }
        }
    }
}

/// Two long fights on one cell may be more than has room between the men around it.
#[test]
fn long_chips_hide_next_to_nothing() {
    for width in [960, 400, 340] {
        let (shape, cell) = (squares(6, 0, None), width as usize * 108 / 960);
        let men = crowd(shape, "lyra", &LYRA, 2);
        let cases = [(&[[12, 10]][..], 0), (&[[6, 2], [5, 1]], 10), (&[[12, 10], [11, 12]], 30)];
        for (fights, most) in cases {
            for (at, hidden) in chips_hide(shape, &men, width, fights) {
                let found = 1_000 * hidden / (cell * cell);
                assert!(found <= most, "{at} at {width}: {fights:?} hide {found} thousandths");
            }
        }
    }
}

#[test]
fn chips_lie_within_boards_of_every_game() {
    let narrow = Shape::Squares(Squares { files: 4, ranks: 8, turned: 0, zone: Some([4, 4]) });
    let boards = [
        (squares(8, 2, None), "mix", &MIX[..]),
        (squares(8, 1, Some([4, 4])), "martian", &MARTIAN),
        (narrow, "martian", &MARTIAN),
    ];
    for (shape, folder, kinds) in boards {
        let men = crowd(shape, folder, kinds, 0);
        for width in [600, 340] {
            for (at, hidden) in chips_hide(shape, &men, width, &[[6, 2]]) {
                assert_eq!(hidden, 0, "{shape:?}, {at} at {width}");
            }
        }
    }
}

/// Also where no cell around is free, which games with stars do not come to; but not on the smallest phones.
#[test]
fn discs_lie_over_no_man_on_boards_of_every_form() {
    let hexes = Shape::Hexes(Hexes { edge: 6, half_turned: false, veil: Veil::None });
    let wedges = (3..=6).map(|zones| Shape::Wedges(Wedges { zones, facing: 1 }));
    let boards = wedges.map(|shape| (shape, "martian", &MARTIAN[..])).chain([
        (squares(6, 0, None), "lyra", &LYRA[..]),
        (squares(8, 0, Some([4, 4])), "martian", &MARTIAN[..]),
        (squares(8, 0, None), "mix", &MIX[..]),
        (hexes, "cyvasse", &["king", "dragon"][..]),
    ]);
    for (shape, folder, kinds) in boards {
        let all = crowd(shape, folder, kinds, 0);
        let some = all.iter().enumerate().filter(|(index, _)| index * 7 % 16 < 10);
        let some = some.map(|(_, man)| man.clone()).collect::<Vec<_>>();
        for (width, men) in [(Format::of(shape).width(), &all), (400, &all), (340, &some)] {
            let without = Men::of(shape, men, width);
            for at in men.iter().map(|man| man.at).step_by(if width > 400 { 7 } else { 3 }) {
                let board = Board::of(shape, men.clone(), Vec::new());
                let scene = Scene::of(board, Panel::default());
                let scene = Scene { earlier: vec![vec![Mark::To(at)]], ..scene };
                let hidden = without.hidden(&drawn(&scene, width)).len();
                assert_eq!(hidden, 0, "{shape:?}, {at} at {width}");
            }
        }
    }
}

/// The base of the man who is attacked may be hidden: what is above it tells his kind.
#[test]
fn chances_hide_no_head_and_no_badge() {
    let shape = squares(6, 0, None);
    for (kinds, badges) in [(&LYRA[..], 2), (&LYRA[3..4], 0), (&LYRA[4..], 2)] {
        let men = crowd(shape, "lyra", kinds, badges);
        let without_badges = |man: &Placed| Placed { badges: Vec::new(), ..man.clone() };
        let bare: Vec<Placed> = men.iter().map(without_badges).collect();
        for width in [960, 400, 340] {
            let (geometry, bare) = (geometry(shape, width), Men::of(shape, &bare, width));
            let all = Men::of(shape, &men, width);
            for (at, percent) in geometry.cells().into_iter().zip([5, 69, 100].into_iter().cycle())
            {
                let marks = vec![Mark::Attack(at, Some(percent))];
                let scene = Scene::of(Board::of(shape, men.clone(), marks), Panel::default());
                let place = geometry.place(at).unwrap();
                let tells = |[x, y]: [i32; 2]| {
                    let part = |at: i32, axis: usize| {
                        (at - place.corner[axis]) * 100 / i32::from(place.size)
                    };
                    let is_base = (0..100).contains(&part(x, 0)) && (78..100).contains(&part(y, 1));
                    let [row, column] = [y, x].map(|at| at as usize);
                    let is_badge = all.shown[row][column] != bare.shown[row][column];
                    // The name of the cell stands at its upper left.
                    let is_name = (0..34).contains(&part(x, 0)) && (0..20).contains(&part(y, 1));
                    is_badge || !is_base && !is_name
                };
                let hidden = all.hidden(&drawn(&scene, width));
                let hidden = hidden.into_iter().filter(|at| tells(*at)).count();
                assert_eq!(hidden, 0, "{at}, {percent} % at {width}: {kinds:?}");
            }
        }
    }
}

/// The sign of a push lies on the border or the corner between both squares. Beside a tall man at the edge of the board
/// there may be a little less room than it takes.
#[test]
fn signs_of_pushes_hide_next_to_nothing() {
    let shape = squares(6, 0, None);
    let men = crowd(shape, "lyra", &LYRA, 0);
    for width in [960, 400] {
        let (geometry, without) = (geometry(shape, width), Men::of(shape, &men, width));
        for from in geometry.cells() {
            let (Spot::Square(square), Some(place)) = (from, geometry.place(from)) else {
                continue;
            };
            for (right, up) in [(1, 0), (0, 1), (1, 1), (0, -1)] {
                let file = square.file.checked_add_signed(right);
                let rank = square.rank.checked_add_signed(up);
                let (Some(file), Some(rank)) = (file, rank) else { continue };
                let marks = vec![Mark::Push(from, Square { file, rank }.into())];
                let scene = Scene::of(Board::of(shape, men.clone(), marks), Panel::default());
                let hidden = without.hidden(&drawn(&scene, width)).len();
                let found = 1_000 * hidden / usize::from(place.size).pow(2);
                assert!(found <= 10, "{from}, {right} {up} at {width}: {found} thousandths");
            }
        }
    }
}
