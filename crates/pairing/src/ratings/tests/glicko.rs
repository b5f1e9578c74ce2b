use super::{
    super::{Duel, Rating, Score, glicko::after_period, rate_duels},
    reference::{Plain, Steps, Stream, glicko2, steps},
};

fn rating(rating: f64, deviation: f64, volatility: f64) -> Rating {
    let millionths = |number: f64| (number * 1e6).round() as i64;
    Rating {
        rating: millionths(rating),
        deviation: millionths(deviation),
        volatility: millionths(volatility * 1e3),
    }
}

fn plain(rating: Rating) -> Plain {
    Plain {
        rating: rating.rating as f64 / 1e6,
        deviation: rating.deviation as f64 / 1e6,
        volatility: rating.volatility as f64 / 1e9,
    }
}

fn points(score: Score) -> f64 {
    match score {
        Score::Win => 1.0,
        Score::Draw => 0.5,
        Score::Loss => 0.0,
    }
}

fn assert_near(ours: Rating, theirs: Plain, what: &str) {
    let ours = plain(ours);
    for (ours, theirs, tolerance) in [
        (ours.rating, theirs.rating, 1e-4),
        (ours.deviation, theirs.deviation, 1e-4),
        (ours.volatility, theirs.volatility, 1e-7),
    ] {
        assert!((ours - theirs).abs() < tolerance, "{what}: {ours} and not {theirs}");
    }
}

#[test]
fn the_example_of_the_paper() {
    let player = rating(1500.0, 200.0, 0.06);
    let games = [
        (rating(1400.0, 30.0, 0.06), Score::Win),
        (rating(1550.0, 100.0, 0.06), Score::Loss),
        (rating(1700.0, 300.0, 0.06), Score::Loss),
    ];
    let after = after_period(player, &games);
    // What the paper prints, which rounds on its way.
    assert!((plain(after).rating - 1464.06).abs() < 0.01, "{after}");
    assert!((plain(after).deviation - 151.52).abs() < 0.005, "{after}");
    assert!((plain(after).volatility - 0.05999).abs() < 0.00001, "{after}");
    assert_eq!(after.to_string(), "1464.050671 151.516524 0.059995984");
}

/// Sixty random vectors: a player of any rating who has played up to twenty games.
#[test]
fn vectors_of_a_second_implementation() {
    let mut stream = Stream(2012);
    let any = |stream: &mut Stream| {
        rating(
            600.0 + stream.below(2_000_000) as f64 / 1e3,
            30.0 + stream.below(320_000) as f64 / 1e3,
            0.03 + stream.below(60_000) as f64 / 1e6,
        )
    };
    for number in 0..60 {
        let player = any(&mut stream);
        let games: Vec<(Rating, Score)> = (0..1 + stream.below(20))
            .map(|_| {
                let score = [Score::Win, Score::Draw, Score::Loss][stream.below(3) as usize];
                (any(&mut stream), score)
            })
            .collect();
        let theirs: Vec<(Plain, f64)> =
            games.iter().map(|(opponent, score)| (plain(*opponent), points(*score))).collect();
        let expected = glicko2(plain(player), &theirs);
        assert_near(after_period(player, &games), expected, &format!("vector {number}"));
    }
}

/// Twelve players over thirty weeks, some of them with pauses, by the second implementation without
/// any rounding in between: what is rounded does not add up.
#[test]
fn many_periods_stay_near() {
    let mut stream = Stream(7);
    let mut duels = Vec::new();
    for period in 0..30 {
        for _ in 0..stream.below(25) {
            let first = stream.below(12) as usize;
            let second = (first + 1 + stream.below(11) as usize) % 12;
            let score = [Score::Win, Score::Draw, Score::Loss][stream.below(3) as usize];
            duels.push(Duel { period, players: [first, second], score, is_one_sided: false });
        }
    }
    let start = Plain { rating: 1500.0, deviation: 350.0, volatility: 0.06 };
    let mut theirs = [None::<Plain>; 12];
    for period in 0..30 {
        let before: Vec<Plain> = theirs.iter().map(|one| one.unwrap_or(start)).collect();
        for (player, state) in theirs.iter_mut().enumerate() {
            let mut games = Vec::new();
            for duel in duels.iter().filter(|duel| duel.period == period) {
                let [first, second] = duel.players;
                if first == player {
                    games.push((before[second], points(duel.score)));
                } else if second == player {
                    games.push((before[first], 1.0 - points(duel.score)));
                }
            }
            if state.is_some() || !games.is_empty() {
                *state = Some(glicko2(before[player], &games));
            }
        }
    }
    let ours = rate_duels(&duels, Some(29));
    assert_eq!(ours.len(), 12);
    for (player, rated) in &ours {
        assert_near(rated.rating, theirs[*player].unwrap(), &format!("player {player}"));
    }
}

#[test]
fn an_absurd_series_gives_numbers() {
    let duel =
        |period| Duel { period, players: ["a", "b"], score: Score::Win, is_one_sided: false };
    let duels: Vec<Duel<&str>> = (0..200).flat_map(|period| vec![duel(period); 500]).collect();
    let rated = rate_duels(&duels, None);
    let (winner, loser) = (rated["a"].rating, rated["b"].rating);
    assert!((2_000..10_000).contains(&winner.points()), "{winner}");
    assert!((-7_000..1_000).contains(&loser.points()), "{loser}");
    assert!(winner.deviation > 0 && winner.volatility > 0, "{winner}");
}

/// Returns a period of these results between a player and each of these opponents.
fn results(
    period: u32,
    who: usize,
    opponents: &[usize],
    score: Score,
    n: usize,
) -> Vec<Duel<usize>> {
    let duel = |other: &usize| Duel { period, players: [who, *other], score, is_one_sided: false };
    opponents.iter().map(duel).flat_map(|duel| vec![duel; n]).collect()
}

/// Who loses twenty games in a week and wins forty in the next one had 30,471 ± 758 without the bounds, and a week
/// later −79,833 ± 6,179.
#[test]
fn a_turn_of_fortune_stays_within_bounds() {
    let duels = [
        results(0, 0, &[1], Score::Loss, 20),
        results(1, 0, &[1, 2, 3, 4], Score::Win, 10),
        results(2, 0, &[1, 2, 3, 4], Score::Loss, 10),
    ];
    let course = &rate_duels(&duels.concat(), None)[&0].curve;
    let points: Vec<i64> = course.iter().map(|point| point.rating.points()).collect();
    assert_eq!(points, [1032, 1732, 1032]);
    assert!(course.iter().all(|point| is_bounded(point.rating)), "{course:?}");
}

fn is_bounded(rating: Rating) -> bool {
    rating.deviation <= 350_000_000 && rating.volatility <= 100_000_000
}

/// The most contrary results that can be: everybody wins all games of a week and loses all of the next one, or
/// those with the lowest ratings win, over years.
#[test]
fn no_results_leave_the_bounds() {
    for seed in 0..20 {
        let mut stream = Stream(seed);
        let mut duels = Vec::new();
        for period in 0..60 {
            let so_far = rate_duels(&duels, Some(period));
            let points = |who: usize| so_far.get(&who).map_or(1500, |one| one.rating.points());
            for _ in 0..=stream.below(8) {
                let first = stream.below(6) as usize;
                let second = (first + 1 + stream.below(5) as usize) % 6;
                let is_lower = points(first) < points(second);
                let score = if is_lower || stream.below(5) == 0 { Score::Win } else { Score::Loss };
                let n = 1 + stream.below(60) as usize;
                duels.extend(results(period, first, &[second], score, n));
            }
        }
        for one in rate_duels(&duels, None).values() {
            let mut before = Rating::START;
            for point in &one.curve {
                let (now, step) = (point.rating, point.rating.rating - before.rating);
                assert!(is_bounded(now) && step.abs() <= 700_000_000, "{seed}: {before} to {now}");
                assert!((-1000..4000).contains(&now.points()), "{seed}: {now}");
                before = now;
            }
        }
    }
}

/// The bound of the volatility holds for the steps that use it, by the second implementation.
#[test]
fn what_a_bounded_volatility_gives() {
    let player = rating(1500.0, 60.0, 0.1);
    let games = vec![(rating(1900.0, 50.0, 0.06), Score::Win); 12];
    let theirs: Vec<(Plain, f64)> =
        games.iter().map(|(opponent, score)| (plain(*opponent), points(*score))).collect();
    let unbounded = steps(plain(player), &theirs);
    assert!(unbounded.volatility > 0.1, "{unbounded:?}");
    let after = after_period(player, &games);
    assert_near(after, glicko2(plain(player), &theirs), "bounded");
    assert_eq!(after.volatility, 100_000_000);
}

/// The worked example of `docs/TOURNAMENTS.md`, number by number.
#[test]
fn the_page_has_the_right_numbers() {
    let page = include_str!("../../../../../docs/TOURNAMENTS.md");
    let plain = |rating, deviation| Plain { rating, deviation, volatility: 0.06 };
    let games =
        [(plain(1400.0, 30.0), 1.0), (plain(1550.0, 100.0), 0.0), (plain(1700.0, 300.0), 0.0)];
    let Steps { opponents, v, delta, volatility, grown, after: [phi, mu] } =
        steps(plain(1500.0, 200.0), &games);
    let mut lines = Vec::new();
    for ((opponent, score), [mu, phi, g, expected]) in games.iter().zip(opponents) {
        let (rating, deviation) = (opponent.rating, opponent.deviation);
        lines.push(format!(
            "| {rating} | {deviation} | {score} | {mu:.4} | {phi:.4} | {g:.4} | {expected:.4} |"
        ));
    }
    lines.push(format!("*v* = {v:.4}, *Δ* = {delta:.4}, *σ*′ = {volatility:.6}"));
    lines.push(format!("*φ*\\* = {grown:.4}, *φ*′ = {phi:.4}, *μ*′ = {mu:.4}"));
    let after = glicko2(plain(1500.0, 200.0), &games);
    lines.push(format!("{:.2} with the deviation {:.2}", after.rating, after.deviation));
    for line in lines {
        let line = line.replace('-', "−");
        assert!(page.contains(&line), "not on the page: {line}");
    }
}
