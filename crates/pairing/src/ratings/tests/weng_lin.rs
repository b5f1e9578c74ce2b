use super::{
    super::{Rating, Table, rate_tables},
    reference::{Stream, weng_lin},
};

fn table(period: u32, places: &[(usize, u8)]) -> Table<usize> {
    Table { period, places: places.to_vec(), apart: Vec::new() }
}

fn near(rating: Rating, mean: f64, deviation: f64) -> bool {
    let close = |kept: i64, exact: f64| (kept as f64 / 1e6 - exact).abs() < 1e-4;
    close(rating.rating, mean) && close(rating.deviation, deviation)
}

/// One game is just what the paper says, in any number of seats, with shared places too.
#[test]
fn one_game_is_the_paper() {
    let mut stream = Stream(5);
    for _ in 0..50 {
        let seats = 3 + stream.below(4) as usize;
        let places: Vec<(usize, u8)> =
            (0..seats).map(|player| (player, 1 + stream.below(seats as u64) as u8)).collect();
        let start: Vec<(f64, f64, u8)> =
            places.iter().map(|(_, place)| (25.0, 25.0 / 3.0, *place)).collect();
        let expected = weng_lin(&start, 25.0 / 6.0);
        let rated = rate_tables(&[table(0, &places)], None);
        for (player, (mean, deviation)) in expected.iter().enumerate() {
            let rating = rated[&player].rating;
            assert!(near(rating, 1500.0 + 42.0 * (mean - 25.0), 42.0 * deviation), "{rating}");
        }
    }
}

/// A second game, in a later period, begins with what the first one left and a pause has added.
#[test]
fn a_later_game_begins_where_the_first_ended() {
    let games = [table(0, &[(0, 1), (1, 2), (2, 3)]), table(4, &[(0, 3), (1, 2), (2, 1)])];
    let rated = rate_tables(&games, None);
    let first = rate_tables(&games[..1], Some(3));
    let before: Vec<(f64, f64, u8)> = (0..3)
        .map(|player| {
            let rating = first[&player].rating;
            (
                rating.rating as f64 / 1e6 / 100.0,
                rating.deviation as f64 / 1e6 / 100.0,
                3 - player as u8,
            )
        })
        .collect();
    for (player, (mean, deviation)) in weng_lin(&before, 1.75).iter().enumerate() {
        let rating = rated[&player].rating;
        assert!(near(rating, 100.0 * mean, 100.0 * deviation), "{player}: {rating}");
    }
}

/// Many games in a period tell much, and do not carry anybody away.
#[test]
fn many_games_do_not_overshoot() {
    let game = table(0, &[(0, 1), (1, 2), (2, 3), (3, 4)]);
    let at_once = rate_tables(&vec![game.clone(); 30], None);
    let one_by_one: Vec<Table<usize>> =
        (0..30).map(|period| Table { period, ..game.clone() }).collect();
    let one_by_one = rate_tables(&one_by_one, None);
    for player in 0..4 {
        let (together, apart) = (at_once[&player].rating, one_by_one[&player].rating);
        let gone = |rating: Rating| (rating.rating - Rating::START.rating).abs();
        assert!(gone(together) < gone(apart) + 400_000_000, "{player}: {together} and {apart}");
        assert!(gone(together) <= 700_000_000, "{player}: {together}");
        assert!(together.deviation < 200_000_000, "{together}");
    }
    let order: Vec<i64> = (0..4).map(|player| at_once[&player].rating.rating).collect();
    assert!(order.is_sorted_by(|better, worse| better > worse), "{order:?}");
}
