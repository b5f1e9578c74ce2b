//! The span of a chart, where its lines at round values are, and which points have a label.

use std::ops::RangeInclusive;

use scene::CurvePoint;

/// The greatest rating and deviation that are drawn, and the least rating below nought: no rating comes
/// near it, and what lies beyond would leave no room for labels.
const MOST: i64 = 99_999;
/// The least number of points that a chart spans, so that small changes look small.
const LEAST_SPAN: i64 = 100;
/// How many whole steps between round values a chart spans at most.
const MOST_STEPS: i64 = 5;
/// The greatest number of labels between the first and the last one.
const MOST_BETWEEN: usize = 6;

/// A point's rating as it is drawn.
pub(super) fn rating(point: &CurvePoint) -> i64 {
    point.rating.clamp(-MOST, MOST)
}

/// The lower and the upper end of the band at a point.
pub(super) fn band(point: &CurvePoint) -> [i64; 2] {
    let off = 2 * point.deviation.clamp(0, MOST);
    [rating(point) - off, rating(point) + off]
}

/// The ratings that a chart spans from its lower end to its upper one, a little more than it shows.
///
/// It shows every rating and the last band whole. Of other bands it shows no more than leaves that
/// half of the height: the wide band with which somebody begins would press the line flat for ever.
pub(super) fn span(points: &[CurvePoint]) -> [i64; 2] {
    let hull = |[low, high]: [i64; 2], [least, most]: [i64; 2]| [low.min(least), high.max(most)];
    let Some(last) = points.last() else { return [0, LEAST_SPAN] };
    let core = points.iter().map(|point| [rating(point); 2]).fold(band(last), hull);
    let [least, most] = points.iter().map(band).fold(core, hull);
    let room = (core[1] - core[0]) / 2;
    let [mut low, mut high] = [least.max(core[0] - room), most.min(core[1] + room)];
    let lacking = (LEAST_SPAN - (high - low)).max(0);
    low -= lacking / 2;
    high += lacking - lacking / 2;
    let margin = (high - low) / 16;
    [low - margin, high + margin]
}

/// The round ratings within what a chart spans: multiples of one, two or five times a power of ten.
pub(super) fn round_values([low, high]: [i64; 2]) -> Vec<i64> {
    let steps = (0..).map(|n: u32| [1, 2, 5][n as usize % 3] * 10_i64.pow(n / 3));
    let wide = |step: &i64| (high - low) / step <= MOST_STEPS;
    let step = steps.take(20).find(wide).unwrap_or(MOST);
    let first = low.div_euclid(step) + i64::from(low.rem_euclid(step) > 0);
    (first..=high.div_euclid(step)).map(|n| n * step).collect()
}

/// A number with the sign that is as wide as a figure.
pub(super) fn figures(value: i64) -> String {
    value.to_string().replace('-', "−")
}

/// The labels, given by the columns that each would take, that are written with at least `gap` between
/// them: the last one, the first one, and as many between as fit about evenly.
pub(super) fn labelled(columns: &[RangeInclusive<f32>], gap: f32) -> Vec<usize> {
    let Some(last) = columns.len().checked_sub(1) else { return Vec::new() };
    let middle = |index: usize| (columns[index].start() + columns[index].end()) / 2.0;
    let nearest = |column: f32| {
        let far = |index: &usize| (middle(*index) - column).abs();
        (0..=last).min_by(|one, other| far(one).total_cmp(&far(other))).unwrap_or(last)
    };
    let even = |between: usize| -> Vec<usize> {
        let part = |n: usize| n as f32 / (between + 1) as f32;
        let inner = |n| nearest(middle(0) + (middle(last) - middle(0)) * part(n));
        let all = [0].into_iter().chain((1..=between).map(inner));
        all.chain([last]).collect()
    };
    let fits = |chosen: &Vec<usize>| {
        chosen.windows(2).all(|pair| columns[pair[0]].end() + gap <= *columns[pair[1]].start())
    };
    (0..=MOST_BETWEEN).rev().map(even).find(fits).unwrap_or_else(|| vec![last])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(of: &[(i64, i64)]) -> Vec<CurvePoint> {
        let point = |(at, &(rating, deviation)): (u32, &(i64, i64))| CurvePoint {
            label: String::new(),
            at,
            rating,
            deviation,
        };
        (0..).zip(of).map(point).collect()
    }

    #[test]
    fn every_rating_and_the_last_band_are_shown_whole() {
        for (of, shown) in [
            (vec![(1500, 290)], [920, 2080]),
            (vec![(1500, 60), (1620, 60)], [1380, 1740]),
            // The first band would go from 920 to 2080.
            (vec![(1500, 290), (1700, 50)], [1350, 1950]),
            (vec![(200, 0), (3000, 0)], [200, 3000]),
            (vec![(-40, 10), (-300, 20)], [-340, -20]),
            (vec![(1500, 0), (1500, 0)], [1450, 1550]),
        ] {
            let [low, high] = span(&points(&of));
            let margin = (shown[1] - shown[0]) / 16;
            assert_eq!([low + margin, high - margin], shown, "{of:?}");
        }
        let [low, high] = span(&points(&[(i64::MIN, i64::MAX), (i64::MAX, i64::MIN)]));
        assert!((-MOST * 3..0).contains(&low) && (0..MOST * 3).contains(&high), "{low}..{high}");
    }

    #[test]
    fn lines_stand_at_round_values() {
        assert_eq!(round_values([848, 2152]), [1000, 1500, 2000]);
        assert_eq!(round_values([1443, 1557]), [1460, 1480, 1500, 1520, 1540]);
        assert_eq!(round_values([25, 3175]), [1000, 2000, 3000]);
        assert_eq!(round_values([-360, 0]), [-300, -200, -100, 0]);
        for low in [-299_997, -1_234, -1, 0, 7, 1_499] {
            for wide in [112, 113, 250, 999, 1_000, 1_001, 4_321, 599_994] {
                let lines = round_values([low, low + wide]);
                assert!((2..=6).contains(&lines.len()), "{low} and {wide} more: {lines:?}");
                assert!(lines.iter().all(|line| (low..=low + wide).contains(line)));
            }
        }
        assert_eq!(figures(-1_200), "−1200");
    }

    #[test]
    fn as_many_labels_stand_as_fit_and_always_the_last_one() {
        let columns = |middles: &[f32]| -> Vec<_> {
            middles.iter().map(|middle| middle - 40.0..=middle + 40.0).collect()
        };
        let even: Vec<f32> = (0..53).map(|week| week as f32 * 12.0).collect();
        assert_eq!(labelled(&columns(&even), 20.0), [0, 10, 21, 31, 42, 52]);
        assert_eq!(labelled(&columns(&[0.0, 350.0, 700.0]), 20.0), [0, 1, 2]);
        assert_eq!(labelled(&columns(&[0.0, 30.0, 700.0]), 20.0), [0, 2]);
        assert_eq!(labelled(&columns(&[0.0, 30.0]), 20.0), [1]);
        assert_eq!(labelled(&columns(&[0.0]), 20.0), [0]);
        assert!(labelled(&[], 20.0).is_empty());
    }
}
