//! Any scene, sensible or not.

use proptest::prelude::*;

use super::*;

fn square() -> impl Strategy<Value = Spot> {
    prop_oneof![
        (0_u8..9, 0_u8..9).prop_map(|(file, rank)| Square { file, rank }.into()),
        (0_u8..8, 0_u8..6, 0_u8..6).prop_map(|(zone, u, v)| Cell { zone, u, v }.into()),
        (0_u8..13, 0_u8..13).prop_map(|(column, row)| Hex { column, row }.into()),
    ]
}

fn mark() -> impl Strategy<Value = Mark> {
    (square(), square(), prop::option::of(any::<u8>()), 0..25).prop_map(
        |(from, to, percent, kind)| match kind {
            0 => Mark::From(from),
            1 => Mark::To(from),
            2 | 3 => Mark::Arrow(from, to),
            4 => Mark::Push(from, to),
            5 => Mark::Lost(from, to),
            6 => Mark::Focus(from),
            7 => Mark::Step(from),
            8 => Mark::Attack(from, percent),
            9 => Mark::Grown(from),
            10 => Mark::Join(from),
            11 => Mark::Check(from),
            12 | 13 => Mark::Threat(from, to),
            14 => Mark::Covered(from),
            15 => Mark::Joined(from, to),
            16 => Mark::Taken(from),
            17 => Mark::Count(from, percent.unwrap_or(u8::MAX)),
            18 => Mark::Counted(from),
            19 => Mark::Flank(from, to),
            20 => Mark::TooStrong(from),
            21 => Mark::Raised(from),
            22 => Mark::Way(from, to),
            23 => Mark::Names,
            _ => Mark::Block(from),
        },
    )
}

fn shade() -> impl Strategy<Value = Shade> {
    prop_oneof![Just(Shade::Light), Just(Shade::Dark), any::<u8>().prop_map(Shade::Tone)]
}

fn piece() -> impl Strategy<Value = Piece> {
    let names = [
        "lyra/soldier",
        "lyra/general",
        "martian/pawn",
        "martian/queen",
        "mix/king",
        "",
        "../x",
        "cyvasse/dragon",
    ];
    let names = prop::sample::select(names.to_vec());
    (names, shade()).prop_map(|(name, shade)| Piece { sprite: name.to_owned(), shade })
}

fn placed() -> impl Strategy<Value = Placed> {
    let badge = (piece(), any::<char>()).prop_map(|(piece, letter)| Badge { piece, letter });
    (square(), piece(), prop::collection::vec(badge, 0..5)).prop_map(|(at, piece, badges)| Placed {
        at,
        piece,
        badges,
    })
}

fn shape() -> impl Strategy<Value = Shape> {
    let size = prop_oneof![Just((6, 6)), (0_u8..12, 0_u8..12), (any::<u8>(), any::<u8>())];
    let squares = (size, any::<u8>(), prop::option::of(any::<[u8; 2]>())).prop_map(
        |((files, ranks), turned, zone)| Shape::Squares(Squares { files, ranks, turned, zone }),
    );
    let wedges = (any::<u8>(), any::<u8>())
        .prop_map(|(zones, facing)| Shape::Wedges(Wedges { zones, facing }));
    let edge = prop_oneof![Just(6), 0_u8..16, any::<u8>()];
    let veil = prop::sample::select(vec![Veil::None, Veil::Far, Veil::Both]);
    let hexes = (edge, any::<bool>(), veil)
        .prop_map(|(edge, half_turned, veil)| Shape::Hexes(Hexes { edge, half_turned, veil }));
    prop_oneof![squares, wedges, hexes]
}

fn ground() -> impl Strategy<Value = Ground> {
    prop_oneof![
        prop::sample::select(hexes::TERRAINS.to_vec()),
        shade().prop_map(Ground::Fortress),
        shade().prop_map(Ground::Ruin),
    ]
}

pub(super) fn board() -> impl Strategy<Value = Board> {
    let pieces = prop::collection::vec(placed(), 0..40);
    let ground = prop::collection::vec((square(), ground()), 0..12);
    let gone = (placed(), any::<bool>());
    let gone = gone.prop_map(|(Placed { at, piece, .. }, lies)| Gone { at, piece, lies });
    let gone = prop::collection::vec(gone, 0..4);
    (shape(), ground, pieces, gone, prop::collection::vec(mark(), 0..12)).prop_map(
        |(shape, ground, pieces, gone, marks)| Board { shape, ground, pieces, gone, marks },
    )
}

pub(super) fn earlier() -> impl Strategy<Value = Vec<Vec<Mark>>> {
    prop::collection::vec(prop::collection::vec(mark(), 0..5), 0..9)
}

fn fight() -> impl Strategy<Value = Fight> {
    let die = || (any::<u8>(), any::<u8>());
    let verdict =
        prop::sample::select(vec![FightVerdict::Hit, FightVerdict::Push, FightVerdict::Lost]);
    (shade(), die(), die(), verdict, any::<u8>()).prop_map(
        |(attacker, attack, defence, verdict, percent)| Fight {
            attacker,
            attack,
            defence,
            verdict,
            percent,
        },
    )
}

fn side() -> impl Strategy<Value = Side> {
    let captured = || prop::collection::vec(piece(), 0..31);
    let flags = (any::<bool>(), any::<bool>(), any::<bool>(), any::<u32>());
    let flags = (text(), prop::option::of(any::<u32>()), flags);
    let time = (any::<u16>(), text()).prop_map(|(part, text)| SideTime { part, text });
    let time = prop::option::of(time);
    (text(), shade(), captured(), captured(), flags, time).prop_map(
        |(name, shade, captured, hand, (label, score, (to_move, won, out, lead)), time)| Side {
            name,
            shade,
            captured,
            lead,
            hand,
            label,
            score,
            to_move,
            won,
            out,
            time,
        },
    )
}

pub(super) fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(String::new()),
        "\\PC{0,200}",
        prop::collection::vec(any::<char>(), 0..200)
            .prop_map(|characters| characters.into_iter().collect())
    ]
}

fn ply() -> impl Strategy<Value = PlyNote> {
    let came = prop::collection::vec(text(), 0..4);
    (text(), came, text(), prop::option::of(fight()))
        .prop_map(|(words, came, short, fight)| PlyNote { words, came, short, fight })
}

pub(super) fn panel() -> impl Strategy<Value = Panel> {
    let sides = prop::collection::vec(side(), 0..8);
    let plies = prop::collection::vec(ply(), 0..6);
    let words = (text(), text(), text(), text(), text());
    let short = (text(), text(), prop::collection::vec(text(), 0..4));
    (words, text(), short, sides, plies).prop_map(
        |((title, number, moment, headline, note), state, short, sides, plies)| Panel {
            title,
            number,
            moment,
            headline,
            note,
            state,
            short_state: short.0,
            short_headline: short.1,
            short_came: short.2,
            sides,
            plies,
        },
    )
}
