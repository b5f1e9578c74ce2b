//! Games of more than two seats: who sits at which table, and what a place is worth.

/// The points of winning a table. It can be divided among the places of any table of three to six.
pub const WIN: u32 = 60;

/// Somebody to be seated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sitter {
    /// The points so far; see [`worth`].
    pub points: u32,
    /// The others met so far, by their places in the list, as often as they were met.
    pub met: Vec<usize>,
}

/// Returns what a place is worth: all of [`WIN`] for the first, nothing for the last, even steps between them.
/// Those who share places share what these are worth.
#[must_use]
pub fn worth(seats: u32, place: u32, sharing: u32) -> u32 {
    let steps = seats.saturating_sub(1).max(1);
    let one = |place: u32| WIN * seats.saturating_sub(place) / steps;
    let sharing = sharing.max(1);
    (place..place + sharing).map(one).sum::<u32>() / sharing
}

/// The sizes of tables for so many, none smaller than `least` or larger than `most`, as near to `wanted` as can be,
/// large ones first. `None` where there are too few, or no such tables hold them.
///
/// What counts is at how large a table each of the people sits: ten who want to be four are 4 + 3 + 3, where six sit
/// with one too few, and not 5 + 5, where all ten sit with one too many. Of equals the smaller tables.
#[must_use]
pub fn sizes(people: usize, least: usize, wanted: usize, most: usize) -> Option<Vec<usize>> {
    let even = |tables: usize| {
        let large = people % tables;
        (0..tables).map(move |at| people / tables + usize::from(at < large))
    };
    let missed =
        |tables: &usize| -> usize { even(*tables).map(|size| size * size.abs_diff(wanted)).sum() };
    let fits = |tables: &usize| people >= tables * least && people <= tables * most;
    let tables = (1..=people).rev().filter(fits).min_by_key(missed)?;
    Some(even(tables).collect())
}

/// Seats people at tables of these sizes, so that the same people meet as rarely as can be, and those with like
/// points sit together. `people` stand in the order of the table, the first at the top.
///
/// It begins with the order and changes two seats as long as that is better, so that the same list always gives the
/// same tables.
#[must_use]
pub fn seat(people: &[Sitter], sizes: &[usize]) -> Vec<Vec<usize>> {
    let mut tables: Vec<Vec<usize>> = Vec::new();
    let mut next = 0..people.len();
    for &size in sizes {
        tables.push(next.by_ref().take(size).collect());
    }
    while let Some((one, other)) = best_change(people, &tables) {
        let left = tables[one.0][one.1];
        tables[one.0][one.1] = tables[other.0][other.1];
        tables[other.0][other.1] = left;
    }
    tables.iter_mut().for_each(|table| table.sort_unstable());
    tables
}

type Seat = (usize, usize);

/// Returns what is bad about a table: how often its people have met, repeated meetings weighing more, then how
/// far apart their points are.
fn cost(people: &[Sitter], table: &[usize]) -> (u64, u64) {
    let mut sum = (0, 0);
    for (at, &one) in table.iter().enumerate() {
        for &other in &table[at + 1..] {
            let times = people[one].met.iter().filter(|&&met| met == other).count() as u64;
            let apart = u64::from(people[one].points.abs_diff(people[other].points));
            sum = (sum.0 + times * times, sum.1 + apart * apart);
        }
    }
    sum
}

/// The two seats whose change helps most; `None` where none helps.
fn best_change(people: &[Sitter], tables: &[Vec<usize>]) -> Option<(Seat, Seat)> {
    let now: Vec<(u64, u64)> = tables.iter().map(|table| cost(people, table)).collect();
    let mut best: Option<((i128, i128), (Seat, Seat))> = None;
    for one in 0..tables.len() {
        for other in one + 1..tables.len() {
            for left in 0..tables[one].len() {
                for right in 0..tables[other].len() {
                    let (mut here, mut there) = (tables[one].clone(), tables[other].clone());
                    std::mem::swap(&mut here[left], &mut there[right]);
                    let (here, there) = (cost(people, &here), cost(people, &there));
                    let less = |old: u64, new: u64| i128::from(new) - i128::from(old);
                    let gain = (
                        less(now[one].0 + now[other].0, here.0 + there.0),
                        less(now[one].1 + now[other].1, here.1 + there.1),
                    );
                    if gain < (0, 0) && best.as_ref().is_none_or(|(least, _)| gain < *least) {
                        best = Some((gain, ((one, left), (other, right))));
                    }
                }
            }
        }
    }
    best.map(|(_, change)| change)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_share_what_they_are_worth() {
        assert_eq!((1..=4).map(|place| worth(4, place, 1)).collect::<Vec<_>>(), [60, 40, 20, 0]);
        assert_eq!(worth(4, 1, 2), 50);
        assert_eq!(worth(6, 1, 6), 30);
        for seats in 3..=6 {
            assert_eq!(WIN % (seats - 1), 0);
        }
    }

    #[test]
    fn tables_of_three_to_six_hold_all_who_can_be_held() {
        assert_eq!(sizes(2, 3, 4, 6), None);
        assert_eq!(sizes(7, 3, 4, 6), Some(vec![4, 3]));
        assert_eq!(sizes(10, 3, 4, 6), Some(vec![4, 3, 3]));
        assert_eq!(sizes(10, 3, 4, 4), Some(vec![4, 3, 3]));
        assert_eq!(sizes(6, 3, 4, 6), Some(vec![3, 3]));
        assert_eq!(sizes(9, 3, 4, 6), Some(vec![5, 4]));
        assert_eq!(sizes(12, 3, 5, 6), Some(vec![4, 4, 4]));
        assert_eq!((sizes(5, 3, 4, 4), sizes(0, 3, 4, 6)), (None, None));
        let page = include_str!("../../../docs/TOURNAMENTS.md");
        for people in [3, 4, 5, 6, 7, 8, 9, 10, 11, 13] {
            let sizes = sizes(people, 3, 4, 6).expect("three or more can be seated");
            let sizes: Vec<String> = sizes.iter().map(usize::to_string).collect();
            assert!(
                page.contains(&format!("\n| {people} | {} |\n", sizes.join(" + "))),
                "{people}"
            );
        }
        for people in 3..100 {
            let sizes = sizes(people, 3, 4, 6).expect("three or more can be seated");
            assert_eq!(sizes.iter().sum::<usize>(), people);
            assert!(sizes.iter().all(|size| (3..=6).contains(size)));
        }
    }

    #[test]
    fn sixteen_meet_nobody_twice_in_three_rounds_and_seldom_after() {
        let mut people: Vec<Sitter> =
            (0..16).map(|_| Sitter { points: 0, met: Vec::new() }).collect();
        for round in 0..5 {
            let tables = seat(&people, &sizes(16, 3, 4, 6).expect("fits"));
            let again: usize = tables
                .iter()
                .flat_map(|table| table.iter().map(move |&one| (one, table)))
                .map(|(one, table)| {
                    table.iter().filter(|other| people[one].met.contains(other)).count()
                })
                .sum();
            assert!(if round < 3 { again == 0 } else { again <= 24 }, "round {round}: {again}");
            for table in &tables {
                for (place, &one) in table.iter().enumerate() {
                    people[one].points += worth(4, place as u32 + 1, 1);
                    people[one].met.extend(table.iter().filter(|&&other| other != one));
                }
            }
        }
    }
}
