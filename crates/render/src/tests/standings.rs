//! Standings of events: their colours, that what matters is told without colour, and that any are drawn.

use scene::{Honour, RoundSign, StandingsRow, StandingsSection, StandingsSheet};

use super::super::{
    standings_size,
    theme::{Colours, StandingsColours},
};
use super::*;

const SIGNS: [RoundSign; 7] = [
    RoundSign::Won,
    RoundSign::Drawn,
    RoundSign::Lost,
    RoundSign::FreePoint,
    RoundSign::FreeHalf,
    RoundSign::FreeNothing,
    RoundSign::Open,
];
const HONOURS: [Honour; 3] = [Honour::None, Honour::Podium, Honour::Winner];

#[test]
fn standings_stand_out_in_every_theme() {
    for theme in Theme::ALL {
        let c = StandingsColours::of(Colours::of(theme));
        let wanted = if theme == Theme::Contrast { 7.0 } else { 4.5 };
        for (what, colour, on, least) in [
            ("a name", c.text, c.ground, wanted),
            ("a name of a winner", c.text, c.won_row, wanted),
            ("a tie-break", c.dim_text, c.ground, wanted),
            ("a tie-break of a winner", c.dim_text, c.won_row, wanted),
            ("the sign of a draw", c.text, c.drawn, wanted),
            ("the sign of a win", c.ground, c.text, wanted),
            ("the first place", c.ground, c.gold, wanted),
            ("the crown", c.gold, c.won_row, 3.0),
            ("a drawn game against a won one", c.text, c.drawn, 3.0),
            ("a drawn game", c.drawn, c.ground, 1.5),
            ("the line between rows", c.rule, c.ground, 1.3),
        ] {
            let found = contrast(colour, on);
            assert!(found >= least, "{theme:?}: {what}: {found:.2}");
        }
        let palette = Palette::new(Colours::of(theme), PaletteKind::Standings);
        let entries = palette.entries();
        assert!(entries.len() <= 256, "{theme:?} has {} colours", entries.len());
        for colour in [c.ground, c.text, c.dim_text, c.rule, c.drawn, c.gold, c.won_row] {
            assert_eq!(entries[usize::from(palette.index(colour))], colour, "{theme:?}");
        }
    }
}

fn row(place: u32, honour: Honour, results: Vec<RoundSign>) -> StandingsRow {
    let place = Some(place);
    StandingsRow {
        place,
        honour,
        name: "ann".to_owned(),
        results,
        points: "2½".to_owned(),
        tie_breaks: vec!["7.5".to_owned()],
    }
}

fn sheet(rows: Vec<StandingsRow>) -> StandingsSheet {
    let rounds = rows.iter().map(|row| row.results.len()).max().unwrap_or(0);
    let section = StandingsSection {
        title: String::new(),
        rounds: (1..=rounds).map(|round| round.to_string()).collect(),
        points: "Pts".to_owned(),
        codes: vec!["SB".to_owned()],
        rows,
        more: String::new(),
    };
    StandingsSheet {
        title: "Friday".to_owned(),
        note: "after round 1 of 3".to_owned(),
        sections: vec![section],
        foot: Vec::new(),
    }
}

/// The picture of a sheet as it is printed in grey.
fn grey(sheet: &StandingsSheet, theme: Theme) -> Vec<u8> {
    let png = renderer().standings_png(sheet, theme, 900);
    image::DynamicImage::from(decoded(&png)).into_luma8().into_raw()
}

/// Returns how many pixels of two pictures are clearly apart.
fn apart_in_grey(one: &[u8], other: &[u8]) -> usize {
    one.iter().zip(other).filter(|(one, other)| one.abs_diff(**other) > 60).count()
}

#[test]
fn signs_and_places_are_told_apart_in_grey() {
    for theme in Theme::ALL {
        let of_sign = |sign| grey(&sheet(vec![row(4, Honour::None, vec![sign])]), theme);
        let signs = SIGNS.map(of_sign);
        for (at, one) in signs.iter().enumerate() {
            for other in &signs[..at] {
                let found = apart_in_grey(one, other);
                assert!(found > 10, "{theme:?}: {:?} and another: {found}", SIGNS[at]);
            }
        }
        let places =
            [(1, Honour::None), (1, Honour::Podium), (2, Honour::Podium), (1, Honour::Winner)]
                .map(|(place, honour)| grey(&sheet(vec![row(place, honour, Vec::new())]), theme));
        for (at, one) in places.iter().enumerate() {
            for other in &places[..at] {
                assert!(apart_in_grey(one, other) > 60, "{theme:?}: place {at}");
            }
        }
    }
}

#[test]
fn the_height_follows_from_the_rows() {
    let of = |rows: usize| {
        let rows = (0..rows).map(|_| row(1, Honour::None, Vec::new())).collect();
        let sheet = sheet(rows);
        let picture = decoded(&renderer().standings_png(&sheet, Theme::Wood, 900));
        assert_eq!(picture.dimensions(), standings_size(&sheet, 900).into());
        picture.height()
    };
    let (none, one, ten) = (of(0), of(1), of(10));
    assert_eq!(ten - none, 10 * (one - none));
    assert_eq!(of(24), of(9_000), "what is beyond is left out");
}

fn any_row() -> impl Strategy<Value = StandingsRow> {
    let sign = prop::sample::select(SIGNS.to_vec());
    let number = prop_oneof![
        4 => prop::sample::select(vec!["0", "½", "10½", "7.25", "-", ""]).prop_map(str::to_owned),
        1 => any::text(),
    ]
    .boxed();
    (
        any::<u32>(),
        prop::sample::select(HONOURS.to_vec()),
        any::text(),
        prop::collection::vec(sign, 0..12),
        number.clone(),
        prop::collection::vec(number, 0..7),
    )
        .prop_map(|(place, honour, name, results, points, tie_breaks)| StandingsRow {
            place: Some(place),
            honour,
            name,
            results,
            points,
            tie_breaks,
        })
}

fn any_sheet() -> impl Strategy<Value = StandingsSheet> {
    let words = |most| prop::collection::vec(any::text(), 0..most);
    let section = (
        any::text(),
        words(40),
        any::text(),
        words(7),
        prop::collection::vec(any_row(), 0..20),
        any::text(),
    );
    let section = section.prop_map(|(title, rounds, points, codes, rows, more)| StandingsSection {
        title,
        rounds,
        points,
        codes,
        rows,
        more,
    });
    let sections = prop::collection::vec(section, 0..8);
    (any::text(), any::text(), sections, words(5))
        .prop_map(|(title, note, sections, foot)| StandingsSheet { title, note, sections, foot })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn any_standings_are_drawn(
        sheet in any_sheet(),
        theme in prop::sample::select(Theme::ALL.to_vec()),
        width in prop::sample::select(vec![100_u32, 237, 900]),
    ) {
        let png = renderer().standings_png(&sheet, theme, width);
        prop_assert_eq!(decoded(&png).dimensions(), standings_size(&sheet, width).into());
        prop_assert!(png == renderer().standings_png(&sheet, theme, width));
        let kept = serde_json::to_string(&sheet).unwrap();
        prop_assert_eq!(serde_json::from_str::<StandingsSheet>(&kept).unwrap(), sheet);
    }
}

#[test]
fn signs_of_later_versions_are_read() {
    let kept = r#"{"place":1,"name":"ann","points":"1","results":["won","of_later"]}"#;
    let row: StandingsRow = serde_json::from_str(kept).unwrap();
    assert_eq!(row.results, [RoundSign::Won, RoundSign::Open]);
    assert_eq!(row.honour, Honour::None);
}
