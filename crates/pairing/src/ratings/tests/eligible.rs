use super::super::{
    FinishedGame, NotRated, RatedSeat, Scale, Table, ladder, not_rated, rate_tables,
};

/// A game that the first player wins.
fn game(number: u64, people: &[&'static str]) -> FinishedGame<&'static str> {
    let seat = |(at, person): (usize, &&'static str)| RatedSeat {
        person: (*person != "bot").then_some(*person),
        place: 1 + at as u8,
        has_moved: true,
        out_of_time: false,
    };
    let seats = people.iter().enumerate().map(seat).collect();
    FinishedGame { number, period: 0, is_rated: true, is_one_sided: false, seats }
}

fn timeout(number: u64, people: &[&'static str]) -> FinishedGame<&'static str> {
    let mut game = game(number, people);
    game.seats[1].out_of_time = true;
    game
}

fn why(scale: Scale, game: FinishedGame<&'static str>) -> Option<NotRated> {
    not_rated(scale, &[game])[0]
}

#[test]
fn what_speaks_against_a_single_game() {
    let two = Scale::TwoSeats;
    assert_eq!(why(two, game(1, &["a", "b"])), None);
    assert_eq!(why(two, game(1, &["a", "bot"])), Some(NotRated::Bot));
    assert_eq!(why(two, game(1, &["a", "a"])), Some(NotRated::SamePerson));
    assert_eq!(why(two, game(1, &["a", "b", "c"])), Some(NotRated::Seats));
    assert_eq!(why(Scale::ManySeats, game(1, &["a", "b"])), Some(NotRated::Seats));
    assert_eq!(why(Scale::ManySeats, game(1, &["a", "b", "c"])), None);
    assert_eq!(why(Scale::ManySeats, game(1, &["a", "b", "a"])), Some(NotRated::SamePerson));
    let mut casual = game(1, &["a", "bot"]);
    casual.is_rated = false;
    assert_eq!(why(two, casual), Some(NotRated::Casual));
    let mut without_move = game(1, &["a", "b"]);
    without_move.seats[0].has_moved = false;
    assert_eq!(why(two, without_move), Some(NotRated::NoMove));
}

#[test]
fn ten_games_with_one_opponent_in_a_period() {
    let mut games: Vec<_> = (0..12).map(|number| game(number, &["a", "b"])).collect();
    games.push(game(12, &["b", "a"]));
    games.push(game(13, &["a", "c"]));
    games.push(FinishedGame { period: 1, ..game(14, &["a", "b"]) });
    // The first ones count by their numbers, wherever they stand in the list.
    games.reverse();
    let verdicts = not_rated(Scale::TwoSeats, &games);
    let refused: Vec<u64> = games
        .iter()
        .zip(&verdicts)
        .filter(|(_, why)| why.is_some())
        .map(|(g, _)| g.number)
        .collect();
    assert_eq!(refused, [12, 11, 10]);
    assert!(verdicts.contains(&Some(NotRated::SameOpponent)));
}

#[test]
fn a_pair_is_counted_at_larger_tables_too() {
    let mut games: Vec<_> = (0..10).map(|number| game(number, &["a", "b", "c"])).collect();
    games.push(game(10, &["c", "x", "a"]));
    games.push(game(11, &["c", "x", "y"]));
    let verdicts = not_rated(Scale::ManySeats, &games);
    assert_eq!(verdicts[10], Some(NotRated::SameOpponent));
    assert_eq!(verdicts[11], None);
}

#[test]
fn three_losses_on_time_in_a_row() {
    let opponents = ["a", "b", "c", "d", "e", "f"];
    let mut games: Vec<_> =
        (0..).zip(opponents).map(|(at, who)| timeout(at, &[who, "gone"])).collect();
    let verdicts = |games: &[_]| not_rated(Scale::TwoSeats, games);
    assert_eq!(verdicts(&games)[..3], [None; 3]);
    assert_eq!(verdicts(&games)[3..], [Some(NotRated::Timeouts); 3]);
    // A game that ended otherwise begins a new row; a new period does as well.
    games[2] = game(2, &["c", "gone"]);
    assert_eq!(verdicts(&games), [None; 6]);
    games[2] = timeout(2, &["c", "gone"]);
    games[3].period = 1;
    assert_eq!(verdicts(&games)[3], None);
}

/// Who loses on time again and again loses points for all of these games, and feeds nobody after the third.
#[test]
fn a_row_of_losses_on_time_costs_the_loser_all_the_same() {
    let winners = ["a", "b", "c", "d", "e", "f"];
    let timed_out: Vec<_> =
        (0..).zip(winners).map(|(at, who)| timeout(at, &[who, "gone"])).collect();
    let resigned: Vec<_> = (0..).zip(winners).map(|(at, who)| game(at, &[who, "gone"])).collect();
    let [on_time, otherwise] =
        [&timed_out, &resigned].map(|games| ladder(Scale::TwoSeats, games, 0).players);
    assert_eq!(on_time["gone"], otherwise["gone"]);
    for (at, who) in winners.into_iter().enumerate() {
        assert_eq!(on_time.get(who), otherwise.get(who).filter(|_| at < 3), "{who}");
    }
    // A game whose result was put right is not lost, and ends the row.
    let mut corrected = timed_out;
    (corrected[1].seats[0].place, corrected[1].seats[1].place) = (2, 1);
    let verdicts = not_rated(Scale::TwoSeats, &corrected);
    assert_eq!(verdicts, [None, None, None, None, None, Some(NotRated::Timeouts)]);
}

/// The others of a larger table are rated as if whoever lost on time had not been there.
#[test]
fn a_row_of_losses_on_time_at_larger_tables() {
    let others = [["a", "b"], ["c", "d"], ["e", "f"], ["g", "h"]];
    let of = |at: usize| [others[at][0], "gone", others[at][1]];
    let games: Vec<_> = (0..4).map(|at| timeout(at as u64, &of(at))).collect();
    let rated = ladder(Scale::ManySeats, &games, 0);
    assert_eq!(rated.not_rated, [None, None, None, Some(NotRated::Timeouts)]);
    let table = |places: &[(&'static str, u8)]| Table {
        period: 0,
        places: places.to_vec(),
        apart: Vec::new(),
    };
    let whole: Vec<_> =
        (0..4).map(|at| table(&[(of(at)[0], 1), ("gone", 2), (of(at)[2], 3)])).collect();
    assert_eq!(rated.players["gone"], rate_tables(&whole, None)["gone"]);
    let without = rate_tables(&[table(&[("g", 1), ("h", 3)])], None);
    for who in ["g", "h"] {
        assert_eq!(rated.players[who], without[who], "{who}");
    }
    let last = FinishedGame { is_one_sided: true, ..games[3].clone() };
    assert!(["g", "h", "gone"].iter().all(|who| last.counts_for(who)));
    let mut both = last;
    both.seats[2].out_of_time = true;
    assert_eq!(["g", "h", "gone"].map(|who| both.counts_for(&who)), [false, true, true]);
}

/// A game that is not rated for another reason neither counts nor begins a new row.
#[test]
fn what_is_not_rated_counts_for_no_limit() {
    let mut games: Vec<_> = (0..4).map(|at| timeout(at * 2, &["a", "gone"])).collect();
    games.extend((0..3).map(|at| game(at * 2 + 1, &["bot", "gone"])));
    let verdicts = not_rated(Scale::TwoSeats, &games);
    assert_eq!(verdicts[3], Some(NotRated::Timeouts));
}
