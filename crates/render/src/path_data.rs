//! The data of SVG paths.

use crate::point::Point;

/// A number in the data of a path: to a tenth, as short as it can be.
fn number(at: f32) -> String {
    let rounded = (at * 10.0).round() / 10.0;
    // No path needs a negative zero.
    (rounded + 0.0).to_string()
}

/// The data of a path from point to point.
pub(crate) fn polygon(points: &[Point], closed: bool) -> String {
    let mut path = String::new();
    for (index, [x, y]) in points.iter().enumerate() {
        path += if index == 0 { "M" } else { "L" };
        path += &format!("{} {}", number(*x), number(*y));
    }
    if closed {
        path.push('z');
    }
    path
}

/// The data of the path around a box with round corners, by its upper left and its lower right corner.
pub(crate) fn rounded([[left, top], [right, low]]: [Point; 2], radius: f32) -> String {
    let [across, down] = [right - left - 2.0 * radius, low - top - 2.0 * radius].map(number);
    let (start, top, r) = (number(left + radius), number(top), number(radius));
    format!(
        "M{start} {top}h{across}a{r} {r} 0 0 1 {r} {r}v{down}a{r} {r} 0 0 1-{r} {r}\
         h-{across}a{r} {r} 0 0 1-{r}-{r}v-{down}a{r} {r} 0 0 1 {r}-{r}z"
    )
}

/// The data of the path around a disc.
pub(crate) fn circle([x, y]: Point, radius: f32) -> String {
    let (left, radius, across) = (number(x - radius), number(radius), number(2.0 * radius));
    let y = number(y);
    format!("M{left} {y}a{radius} {radius} 0 1 0 {across} 0a{radius} {radius} 0 1 0 -{across} 0z")
}
