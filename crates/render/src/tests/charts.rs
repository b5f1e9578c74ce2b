//! Charts of ratings: their colours, where things lie on them, and that any course is drawn.

use std::ops::Range;

use super::super::theme::{ChartColours, Colours};
use super::*;

#[test]
fn charts_stand_out_in_every_theme() {
    for theme in Theme::ALL {
        let c = ChartColours::of(Colours::of(theme));
        let (lines, type_wanted) = if theme == Theme::Contrast { (7.0, 7.0) } else { (3.0, 4.5) };
        for (what, colour, on, least) in [
            ("the title", c.text, c.ground, type_wanted),
            ("a label", c.dim_text, c.ground, type_wanted),
            ("the line", c.line, c.ground, lines),
            ("the line in the band", c.line, c.band, lines),
            ("the line on a round value", c.line, c.grid_in_band, 3.0),
            ("the end of the band", c.rim, c.ground, 3.0),
            ("the band", c.band, c.ground, 1.15),
            ("a round value", c.grid, c.ground, 1.3),
            ("a round value in the band", c.grid_in_band, c.band, 1.3),
        ] {
            let found = contrast(colour, on);
            assert!(found >= least, "{theme:?}: {what}: {found:.2}");
        }
        let palette = Palette::new(Colours::of(theme), PaletteKind::Charts);
        let entries = palette.entries();
        assert!(entries.len() <= 256, "{theme:?} has {} colours", entries.len());
        for colour in [c.ground, c.text, c.dim_text, c.line, c.band, c.rim, c.grid, c.grid_in_band]
        {
            assert_eq!(entries[usize::from(palette.index(colour))], colour, "{theme:?}");
        }
    }
}

fn curve(points: &[(u32, i64, i64)]) -> RatingCurve {
    let point =
        |&(at, rating, deviation)| CurvePoint { label: "4 May".to_owned(), at, rating, deviation };
    let points = points.iter().map(point).collect();
    RatingCurve { title: "ann, Lyra".to_owned(), note: "12 games".to_owned(), points }
}

/// The chart of these points in `wood`, at the default width.
fn chart(points: &[(u32, i64, i64)]) -> RgbImage {
    decoded(&renderer().curve_png(&curve(points), Theme::Wood, 900))
}

fn wood() -> ChartColours {
    ChartColours::of(Colours::of(Theme::Wood))
}

/// The rows of a column in which any of these colours is, from the first one to the last one.
fn rows(picture: &RgbImage, column: u32, colours: &[Rgb]) -> Range<u32> {
    let is_one = |row: &u32| {
        let [red, green, blue] = picture.get_pixel(column, *row).0;
        colours.contains(&Rgb(red, green, blue))
    };
    let first = (0..picture.height()).find(is_one).unwrap_or_default();
    let last = (0..picture.height()).rfind(is_one);
    first..last.map_or(first, |last| last + 1)
}

/// The middle columns of all that has a colour, from left to right.
fn middle(picture: &RgbImage, colour: Rgb) -> u32 {
    let columns: Vec<u32> = (0..picture.width())
        .filter(|column| !rows(picture, *column, &[colour]).is_empty())
        .collect();
    (columns[0] + columns[columns.len() - 1]) / 2
}

#[test]
fn the_band_is_two_deviations_wide_on_each_side() {
    let c = wood();
    // Lines stand at 1300, 1400 and so on; the ends of the band cover the first and the last one.
    let picture = chart(&[(0, 1500, 100)]);
    let column = middle(&picture, c.line);
    // Beside the large point, within the band.
    let grid = rows(&picture, column - 40, &[c.grid, c.grid_in_band]);
    let band = rows(&picture, column - 40, &[c.band, c.grid_in_band, c.rim]);
    let line = rows(&picture, column, &[c.line]);
    // The chart spans the 400 points of the band and a sixteenth of them above and below.
    let point = 344.0 / 450.0;
    let near = |found: f32, wanted: f32| (found - wanted).abs() <= 2.5;
    assert!(near((band.end - band.start) as f32, 400.0 * point), "{band:?}");
    assert!(near((line.start + line.end) as f32 / 2.0, 140.0 + 225.0 * point), "{line:?}");
    assert!(near((grid.end - grid.start) as f32, 200.0 * point), "{grid:?}");
}

#[test]
fn the_line_goes_from_the_first_period_to_the_last_and_rises_with_the_rating() {
    let c = wood();
    let picture = chart(&[(0, 1500, 0), (1, 1500, 0), (4, 1800, 0)]);
    let columns: Vec<u32> =
        (0..900).filter(|column| !rows(&picture, *column, &[c.line]).is_empty()).collect();
    let (first, last) = (columns[0] + 10, columns[columns.len() - 1] - 30);
    let at = |part: f32| {
        let column = first as f32 + (last - first) as f32 * part;
        let rows = rows(&picture, column as u32, &[c.line]);
        (rows.start + rows.end) / 2
    };
    let low = at(0.0);
    assert!(low.abs_diff(at(0.2)) <= 2, "level for the first of four periods");
    assert!(at(0.3) < low && at(0.6) < at(0.3) && at(0.9) < at(0.6), "then it rises");
    let (one, other) = (at(0.4) - at(0.6), at(0.6) - at(0.8));
    assert!(one.abs_diff(other) <= 2, "{one} and {other}: weeks without games take room");
}

#[test]
fn a_long_name_is_cut_and_what_stands_behind_it_is_read() {
    let title = |title: &str| {
        let curve = RatingCurve { title: title.to_owned(), ..curve(&[(0, 1500, 50)]) };
        decoded(&renderer().curve_png(&curve, Theme::Wood, 900))
    };
    let of = |picture: &RgbImage| {
        let mut columns = (0..900).filter(|column| {
            let rows = rows(picture, *column, &[wood().text]);
            !rows.is_empty() && rows.start < 90
        });
        columns.next_back().unwrap_or_default()
    };
    let long = "W".repeat(60);
    for long in [format!("{long}, Lyra"), long.clone(), format!("ann, {long}")] {
        assert!((700..=864).contains(&of(&title(&long))), "{long}: {}", of(&title(&long)));
    }
    assert!(of(&title("ann, Lyra")) < 260);
    let [cut, other] = ["Lyra", "Cyvasse"].map(|game| title(&format!("{long}, {game}")));
    assert!(cut != other, "the game is shown");
}

/// A number that is as people have it, or any at all.
fn number() -> impl Strategy<Value = i64> {
    let ends = prop::sample::select(vec![i64::MIN, -100_000, -1, 0, 1, 100_000, i64::MAX]);
    prop_oneof![4 => 0_i64..3_500, 1 => any::<i64>(), 1 => ends]
}

fn any_course() -> impl Strategy<Value = RatingCurve> {
    let at = prop_oneof![0_u32..60, 0_u32..60, any::<u32>()];
    let point = (any::text(), at, number(), number())
        .prop_map(|(label, at, rating, deviation)| CurvePoint { label, at, rating, deviation });
    let point = point.boxed();
    let many = |count| prop::collection::vec(point.clone(), count);
    let points = prop_oneof![many(0..4), many(4..40), many(40..400)];
    let in_order = any::<bool>();
    (any::text(), any::text(), points, in_order).prop_map(|(title, note, mut points, in_order)| {
        if in_order {
            points.sort_by_key(|point| point.at);
        }
        RatingCurve { title, note, points }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn any_course_is_drawn(
        curve in any_course(),
        theme in prop::sample::select(Theme::ALL.to_vec()),
        width in prop::sample::select(vec![100_u32, 237, 900]),
    ) {
        let png = renderer().curve_png(&curve, theme, width);
        prop_assert_eq!(decoded(&png).dimensions(), course_size(width).into());
        prop_assert!(png == renderer().curve_png(&curve, theme, width));
        let kept = serde_json::to_string(&curve).unwrap();
        prop_assert_eq!(serde_json::from_str::<RatingCurve>(&kept).unwrap(), curve);
    }
}
