use std::collections::BTreeMap;

use super::{
    super::{
        Duel, FinishedGame, NotRated, Rated, RatedSeat, Rating, Scale, Score, ladder,
        not_rated_after, rate_duels, rate_period, week_of,
    },
    reference::Stream,
};

fn duel(period: u32, first: u32, second: u32, score: Score) -> Duel<u32> {
    Duel { period, players: [first, second], score, is_one_sided: false }
}

#[test]
fn a_pause_grows_the_deviation_alone() {
    let duels = [duel(3, 1, 2, Score::Win)];
    let at_once = &rate_duels(&duels, None)[&1];
    assert_eq!((at_once.games, at_once.curve.len()), (1, 1));
    let later = &rate_duels(&duels, Some(10))[&1];
    assert_eq!(later.rating.rating, at_once.rating.rating);
    assert_eq!(later.rating.volatility, at_once.rating.volatility);
    assert!(later.rating.deviation > at_once.rating.deviation);
    assert_eq!(later.curve, at_once.curve);
    let much_later = &rate_duels(&duels, Some(u32::MAX))[&1];
    assert_eq!(much_later.rating.deviation, Rating::START.deviation);
}

/// A pause in one go is the same as period by period.
#[test]
fn a_pause_is_the_sum_of_its_periods() {
    let rated = rate_duels(&[duel(0, 1, 2, Score::Win)], None)[&1].rating;
    let by_one = (0..25).fold(rated, |rating, _| rating.after_pause(1));
    assert_eq!(rated.after_pause(25), by_one);
    assert_eq!(rated.after_pause(0), rated);
}

#[test]
fn later_games_do_not_count_yet() {
    let duels = [duel(1, 1, 2, Score::Win), duel(5, 1, 3, Score::Loss)];
    let rated = rate_duels(&duels, Some(4));
    assert_eq!(rated.keys().copied().collect::<Vec<_>>(), [1, 2]);
    assert_eq!(rated, rate_duels(&duels[..1], Some(4)));
    assert!(rate_duels(&duels, Some(0)).is_empty());
    assert!(rate_duels::<u32>(&[], None).is_empty());
}

#[test]
fn provisional_is_a_deviation_above_110() {
    assert!(Rating::START.is_provisional());
    assert!(!Rating { deviation: 110_000_000, ..Rating::START }.is_provisional());
    assert!(Rating { deviation: 110_000_001, ..Rating::START }.is_provisional());
}

#[test]
fn points_are_rounded_to_the_nearest() {
    let points = |rating| Rating { rating, ..Rating::START }.points();
    assert_eq!((points(1_499_500_000), points(1_499_499_999), points(-700_000)), (1500, 1499, -1));
    let low = Rating { rating: -1_500_001, deviation: 2, volatility: 3 };
    assert_eq!(low.to_string(), "-1.500001 0.000002 0.000000003");
}

/// Random games of nine players, of whom the first ones lose whatever they lose on time and the first one plays
/// most.
fn random_games(scale: Scale, stream: &mut Stream) -> Vec<FinishedGame<u32>> {
    let game = |number: u64, stream: &mut Stream| {
        let seats = if scale == Scale::TwoSeats { 2 } else { 3 + stream.below(3) };
        let first = if stream.below(3) == 0 { 0 } else { stream.below(9) as u32 };
        let seat = |at: u64, stream: &mut Stream| {
            let step = if scale == Scale::TwoSeats { 4 } else { 2 };
            let player = (first + at as u32 * step) % 9;
            let place = if player < 3 { seats } else { 1 + stream.below(seats) };
            RatedSeat {
                person: (stream.below(30) > 0).then_some(player),
                place: place as u8,
                has_moved: stream.below(25) > 0,
                out_of_time: player < 3 || stream.below(4) == 0,
            }
        };
        FinishedGame {
            number,
            period: (number / 40) as u32,
            is_rated: stream.below(10) > 0,
            is_one_sided: false,
            seats: (0..seats).map(|at| seat(at, stream)).collect(),
        }
    };
    (0..400).map(|number| game(number, stream)).collect()
}

/// In whichever order the games come, everybody gets the same, to the last digit.
#[test]
fn order_does_not_matter() {
    for scale in [Scale::TwoSeats, Scale::ManySeats] {
        let mut stream = Stream(99);
        let mut games = random_games(scale, &mut stream);
        let first = ladder(scale, &games, 12);
        assert_eq!(first.players.len(), 9);
        for why in [NotRated::Timeouts, NotRated::SameOpponent] {
            assert!(first.not_rated.contains(&Some(why)), "{scale:?}: {why:?}");
        }
        for _ in 0..10 {
            stream.shuffle(&mut games);
            assert_eq!(ladder(scale, &games, 12).players, first.players);
        }
    }
}

/// Game by game, each judged by those before it and each player rated by the games of the period so far, it
/// comes to the same as all at once.
#[test]
fn game_by_game_is_all_at_once() {
    for (scale, seed) in [(Scale::TwoSeats, 21), (Scale::ManySeats, 22)] {
        let games = random_games(scale, &mut Stream(seed));
        let mut rated: BTreeMap<u32, BTreeMap<u32, (Rating, u32)>> = BTreeMap::new();
        let mut judged: Vec<(FinishedGame<u32>, Option<NotRated>)> = Vec::new();
        for game in games.clone() {
            judged.retain(|(earlier, _)| earlier.period == game.period);
            let why = not_rated_after(scale, &judged, &game);
            let is_one_sided = why.is_some_and(NotRated::is_one_sided);
            let game = FinishedGame { is_one_sided, ..game };
            judged.push((game.clone(), why));
            if why.is_some() && !is_one_sided {
                continue;
            }
            let counts = |why: &Option<NotRated>| why.is_none_or(NotRated::is_one_sided);
            let so_far = judged.iter().filter(|(_, why)| counts(why)).map(|(game, _)| game.clone());
            let so_far: Vec<FinishedGame<u32>> = so_far.collect();
            let before = (0..9).map(|who| {
                let last = rated.get(&who).and_then(|curve| curve.range(..game.period).last());
                let paused = last.map(|(at, (one, _))| one.after_pause(game.period - at - 1));
                (who, paused.unwrap_or(Rating::START))
            });
            let before: BTreeMap<u32, Rating> = before.collect();
            for player in (0..9).filter(|who| game.counts_for(who)) {
                let is_theirs = |one: &&FinishedGame<u32>| {
                    one.seats.iter().any(|seat| seat.person == Some(player))
                };
                let theirs: Vec<_> = so_far.iter().filter(is_theirs).cloned().collect();
                let after = rate_period(scale, &before, &theirs)[&player];
                rated.entry(player).or_default().insert(game.period, after);
            }
        }
        for (player, all) in ladder(scale, &games, 12).players {
            let curve = all.curve.iter().map(|one| (one.period, (one.rating, one.games)));
            assert_eq!(rated[&player], curve.collect(), "{scale:?}, {player}");
        }
    }
}

/// A hundred corrections, one after the other, end where a single computation ends.
#[test]
fn corrections_recompute() {
    let mut stream = Stream(3);
    let mut games = random_games(Scale::TwoSeats, &mut stream);
    let wanted = ladder(Scale::TwoSeats, &games, 12);
    for game in &mut games {
        game.seats[0].place = 3 - game.seats[0].place;
    }
    assert_ne!(ladder(Scale::TwoSeats, &games, 12), wanted);
    let mut order: Vec<usize> = (0..games.len()).collect();
    stream.shuffle(&mut order);
    for (done, at) in order.into_iter().enumerate() {
        games[at].seats[0].place = 3 - games[at].seats[0].place;
        if done % 40 == 0 {
            let _ = ladder(Scale::TwoSeats, &games, 12);
        }
    }
    assert_eq!(ladder(Scale::TwoSeats, &games, 12), wanted);
}

/// What a period ends with is all that the next one needs.
#[test]
fn the_course_leads_on() {
    let mut stream = Stream(11);
    let games = random_games(Scale::TwoSeats, &mut stream);
    let all = ladder(Scale::TwoSeats, &games, 9);
    for Rated { rating, games, curve } in all.players.values() {
        assert_eq!(*games, curve.iter().map(|point| point.games).sum::<u32>());
        assert!(curve.is_sorted_by(|a, b| a.period < b.period));
        let last = curve.last().unwrap();
        assert_eq!(*rating, last.rating.after_pause(9 - last.period));
    }
}

#[test]
fn weeks_begin_on_monday() {
    // 2026-11-23 is a Monday.
    let monday = 1_795_392_000;
    assert_eq!(week_of(monday), week_of(monday - 1) + 1);
    assert_eq!(week_of(monday), week_of(monday + 7 * 86_400 - 1));
    assert_eq!((week_of(i64::MIN), week_of(i64::MAX)), (0, u32::MAX));
}
