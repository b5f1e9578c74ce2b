//! Everybody against everybody, by the Berger tables of FIDE's general rules (C.05, annex 1).

use super::{history::Number, standings::System};

/// One game, or a round without one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Board {
    /// White and Black, by their numbers in the draw.
    Game(Number, Number),
    /// The number that has no opponent, where the players are odd in number.
    Bye(Number),
}

/// The system that suits so many players and rounds: everybody meets everybody where there is time for it. An odd
/// number takes as many rounds as the next even one, since somebody rests in each.
#[must_use]
pub fn auto(players: usize, rounds: usize) -> System {
    if players + players % 2 <= rounds + 1 { System::RoundRobin } else { System::Swiss }
}

/// All rounds of a round robin for numbers 1 to `players`.
///
/// In a double one the colours of the second cycle are the other way round, and the last two rounds of the first
/// cycle change places, as the annex recommends, so that nobody has one colour three times running.
#[must_use]
pub fn round_robin(players: Number, double: bool) -> Vec<Vec<Board>> {
    if players < 2 {
        return Vec::new();
    }
    let even = players + players % 2;
    let mut rounds: Vec<Vec<Board>> =
        (0..even - 1).map(|round| berger(players, even, round)).collect();
    if double {
        let second: Vec<Vec<Board>> = rounds
            .iter()
            .map(|boards| boards.iter().map(|&board| turned(board)).collect())
            .collect();
        let last = rounds.len();
        if last > 1 {
            rounds.swap(last - 1, last - 2);
        }
        rounds.extend(second);
    }
    rounds
}

fn turned(board: Board) -> Board {
    match board {
        Board::Game(white, black) => Board::Game(black, white),
        bye @ Board::Bye(_) => bye,
    }
}

/// One round of the table for an even number, from 0: the last number meets one after the other in steps of half the
/// field, the others sit round that one.
fn berger(players: Number, even: Number, round: Number) -> Vec<Board> {
    let circle = even - 1;
    let first = round * (even / 2) % circle;
    let number = |at: Number| at % circle + 1;
    let mut boards = vec![match round % 2 {
        0 => Board::Game(number(first), even),
        _ => Board::Game(even, number(first)),
    }];
    boards.extend(
        (1..even / 2).map(|step| Board::Game(number(first + step), number(first + circle - step))),
    );
    if players < even {
        boards.remove(0);
        boards.push(Board::Bye(number(first)));
    }
    boards
}

/// The most players of a league group.
pub const GROUP: usize = 6;

/// Returns how many players each group of a league has: as few groups as there can be of at most [`GROUP`], of
/// nearly the same size, the larger ones first.
#[must_use]
pub fn group_sizes(players: usize) -> Vec<usize> {
    let count = players.div_ceil(GROUP);
    let mut rest = players;
    (0..count)
        .map(|group| {
            let size = rest.div_ceil(count - group);
            rest -= size;
            size
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn shown(players: Number) -> Vec<String> {
        let text = |board: &Board| match board {
            Board::Game(white, black) => format!("{white}-{black}"),
            Board::Bye(number) => format!("{number} free"),
        };
        round_robin(players, false)
            .iter()
            .map(|round| round.iter().map(text).collect::<Vec<_>>().join(" "))
            .collect()
    }

    #[test]
    fn the_tables_of_the_annex() {
        assert_eq!(shown(4), ["1-4 2-3", "4-3 1-2", "2-4 3-1"]);
        let six = ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"];
        assert_eq!(shown(6), six);
        let page = include_str!("../../../docs/TOURNAMENTS.md");
        for (round, games) in (1..).zip(six) {
            assert!(page.contains(&format!("\n| {round} | {games} |\n")), "{games}");
        }
        assert_eq!(shown(3), ["2-3 1 free", "1-2 3 free", "3-1 2 free"]);
    }

    #[test]
    fn everybody_meets_everybody_with_fair_colours() {
        for players in 2..=24 {
            for double in [false, true] {
                let mut met: BTreeMap<(Number, Number), u32> = BTreeMap::new();
                let mut colours: BTreeMap<Number, Vec<bool>> = BTreeMap::new();
                for board in round_robin(players, double).into_iter().flatten() {
                    if let Board::Game(white, black) = board {
                        *met.entry((white.min(black), white.max(black))).or_default() += 1;
                        colours.entry(white).or_default().push(true);
                        colours.entry(black).or_default().push(false);
                    }
                }
                assert_eq!(met.len() as u32, players * (players - 1) / 2);
                assert!(met.values().all(|&times| times == 1 + u32::from(double)));
                for played in colours.values() {
                    let whites = played.iter().filter(|&&white| white).count();
                    assert!(whites.abs_diff(played.len() - whites) <= 1);
                    assert!(
                        !double
                            || played
                                .windows(3)
                                .all(|three| three[0] != three[1] || three[1] != three[2])
                    );
                }
            }
        }
    }

    #[test]
    fn groups_are_few_and_of_nearly_one_size() {
        for players in 0..60 {
            let sizes = group_sizes(players);
            assert_eq!(sizes.iter().sum::<usize>(), players);
            assert_eq!(sizes.len(), players.div_ceil(GROUP), "{players}");
            assert!(sizes.iter().all(|size| *size <= GROUP), "{players}: {sizes:?}");
            assert!(sizes.is_sorted_by(|one, other| one >= other), "{players}: {sizes:?}");
            let (first, last) = (sizes.first(), sizes.last());
            assert!(first.zip(last).is_none_or(|(first, last)| first - last <= 1), "{players}");
        }
        assert_eq!(group_sizes(13), [5, 4, 4]);
    }

    #[test]
    fn everybody_meets_everybody_where_the_rounds_suffice() {
        assert_eq!((auto(6, 5), auto(7, 5)), (System::RoundRobin, System::Swiss));
        assert_eq!((auto(5, 5), auto(5, 4)), (System::RoundRobin, System::Swiss));
    }
}
