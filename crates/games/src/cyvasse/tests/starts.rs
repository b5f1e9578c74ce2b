//! Positions to begin random games from, and random moves that bring things about.

use proptest::{prelude::*, sample::select};

use super::page::{at, cases, perft_positions};
use crate::{
    Play, Seat,
    cyvasse::{
        Action, Army, Centre, DragonStart, Hex, Move, Position,
        army::NAMED,
        rows::{row, write_row},
    },
    random::Random,
    testkit::{random_game, rare_more_often},
};

/// A random options text.
pub(super) fn any_options() -> impl Strategy<Value = String> {
    (
        select(vec!["preset=v51,", "", "", ""]),
        select(vec!["flanking=cascade,", "flanking=halves,", "", ""]),
        select(vec!["dragon_flanks=no,", "dragon_flanks=yes,", ""]),
        select(vec!["dragon_entry=path,", ""]),
        select(vec!["ruin=instant,", "ruin=delayed,", "", ""]),
        select(vec!["promotion=forced,", "promotion=optional,", ""]),
        select(vec!["fortress_bonus=any,", ""]),
        select(vec!["ports=on,", ""]),
        select(vec!["progress=0,", "progress=4,", "", "", "", ""]),
    )
        .prop_map(|(a, b, c, d, e, f, g, h, i)| {
            [a, b, c, d, e, f, g, h, i].concat().trim_end_matches(',').to_owned()
        })
}

/// A position text: whole armies, few men, and what the rules page has.
pub(super) fn any_start() -> impl Strategy<Value = String> {
    (0..12_usize, any::<u64>()).prop_map(|(sort, seed)| {
        let mut random = Random::new(seed);
        match sort {
            0 | 4 => armies(|random| random.pick(&NAMED).1.to_owned(), &mut random),
            1 => {
                let scattered = |random: &mut Random| {
                    Army::scattered(DragonStart::Choice, &mut |n| random.below(n)).to_string()
                };
                armies(scattered, &mut random)
            }
            2 => random.pick(&perft_positions().collect::<Vec<_>>()).0.to_owned(),
            3 => random.pick(&cases()).field("pos").to_owned(),
            5 => locked(&mut random),
            _ => few(&mut random),
        }
    })
}

fn armies(army: impl Fn(&mut Random) -> String, random: &mut Random) -> String {
    [army(random), army(random)].join("+")
}

/// Two hexes; one is a corner.
fn two_centres(random: &mut Random) -> [Hex; 2] {
    let hexes: Vec<Hex> = Hex::all().collect();
    loop {
        let pair = [*random.pick(&hexes), *random.pick(&Hex::CORNERS)];
        if pair[0] != pair[1] {
            return if random.below(2) == 0 { pair } else { [pair[1], pair[0]] };
        }
    }
}

/// Letters of one side.
fn letters(text: &str, white: bool) -> Vec<char> {
    if white { text.chars().collect() } else { text.to_lowercase().chars().collect() }
}

/// Puts a sign on a hex that is free.
fn put(board: &mut Vec<(Hex, char)>, at: Hex, sign: char) {
    if board.iter().all(|(taken, _)| *taken != at) {
        board.push((at, sign));
    }
}

/// A position with few men, most of them near the fortresses, often on them; Kings, fortresses and
/// Dragons may be gone.
fn few(random: &mut Random) -> String {
    let (white, centres) = (random.below(2) == 0, two_centres(random));
    let (reach, mut board) = (if random.below(3) == 0 { 2 } else { 6 }, Vec::new());
    let mut left = "RRRRRCSLTEH".to_owned();
    for centre in centres.into_iter().filter(|_| random.below(2) == 0).collect::<Vec<_>>() {
        let letters = letters(&left, random.below(2) == 0);
        let man = *random.pick(&letters);
        left = left.replacen(man.to_ascii_uppercase(), "", 1);
        put(&mut board, centre, man);
    }
    for is_white in [true, false] {
        let n_kings =
            if random.below(if is_white == white { 3 } else { 15 }) == 0 { "" } else { "K" };
        let men = format!("{n_kings}{left}CSLTEHD^^^^");
        for sign in letters(&men, is_white) {
            let (focus, most) = (*random.pick(&centres), 1 + random.below(reach) as u8);
            let near: Vec<Hex> = Hex::all().filter(|at| at.distance(focus) <= most).collect();
            let at = *random.pick(&near);
            let is_there = matches!(sign, 'K' | 'k') || random.below(3) == 0;
            if is_there && !(sign == '^' && centres.contains(&at)) {
                put(&mut board, at, sign);
            }
        }
    }
    written(random, white, centres, &board)
}

/// The side to move stands in a corner behind mountains, perhaps with an enemy among its men.
fn locked(random: &mut Random) -> String {
    let (white, far) = (random.below(2) == 0, Hex::CENTRE);
    let own = *random.pick(&Hex::CORNERS);
    let near = |at: Hex| Hex::all().filter(move |other| other.distance(at) == 1);
    let second = near(own).nth(random.below(3)).unwrap();
    let mut board = Vec::new();
    for at in [own, second] {
        let man = *random.pick(&letters("KKRCSLTEH", white));
        let has_king = board.iter().any(|(_, sign)| matches!(sign, 'K' | 'k'));
        put(&mut board, at, if has_king { *random.pick(&letters("RCSLTEH", white)) } else { man });
    }
    if random.below(3) == 0 {
        board[random.below(2)].1 = *random.pick(&letters("RCSTE", !white));
    }
    near(own).chain(near(second)).for_each(|at| put(&mut board, at, '^'));
    let free: Vec<Hex> = Hex::all().filter(|at| at.distance(own) > 3 && *at != far).collect();
    put(&mut board, *random.pick(&free), letters("K", !white)[0]);
    put(&mut board, *random.pick(&free), *random.pick(&letters("TEHD", !white)));
    let centres = if white { [own, far] } else { [far, own] };
    written(random, white, centres, &board)
}

/// The position text with this board; the rest is drawn.
fn written(random: &mut Random, white: bool, centres: [Hex; 2], board: &[(Hex, char)]) -> String {
    let sign = |at: Hex| board.iter().find(|(taken, _)| *taken == at).map(|(_, sign)| *sign);
    let mut text = String::new();
    for number in (1..=11).rev() {
        write_row(&mut text, row(number).map(sign)).unwrap();
        text.push(if number > 1 { '/' } else { ' ' });
    }
    text + &rest(random, white, centres, board)
}

/// The fields after the board.
fn rest(random: &mut Random, white: bool, centres: [Hex; 2], board: &[(Hex, char)]) -> String {
    let mut centre = |at: Hex, is_due: bool| match random.below(6) {
        0 => Centre::Ruin(at),
        1 if is_due => Centre::Fallen,
        _ => Centre::Fortress(at),
    };
    let (is_white, white, black) = (white, centre(centres[0], !white), centre(centres[1], white));
    let mut grounds = Vec::new();
    for (letter, kinds) in [('h', "CT"), ('f', "SE"), ('g', "LH")] {
        let fitting = board.iter().filter(|(_, man)| kinds.contains(man.to_ascii_uppercase()));
        let names: Vec<String> =
            fitting.filter(|_| random.below(2) == 0).map(|(at, _)| at.to_string()).collect();
        if !names.is_empty() {
            grounds.push(format!("{letter}={}", names.join(",")));
        }
    }
    let terrain = if grounds.is_empty() { "-".to_owned() } else { grounds.join(";") };
    let mut hand = |dragon: char| {
        let is_out = board.iter().any(|(_, man)| *man == dragon);
        if is_out || random.below(2) == 0 { String::new() } else { dragon.to_string() }
    };
    let hands = hand('D') + &hand('d');
    let hands = if hands.is_empty() { "-" } else { hands.as_str() };
    let side = if is_white { 'w' } else { 'b' };
    format!("{side} {white},{black} {terrain} {hands} {} {}", random.below(9), 1 + random.below(30))
}

/// Plays a random game and shows every position to `look`, with the move that is played next.
pub(super) fn each_ply(
    options: &str,
    start: &str,
    seed: u64,
    plies: usize,
    mut look: impl FnMut(&Play<Position>, Option<Move>, &mut Random),
) {
    random_game(at(start, options), seed, plies, any_move, |play, next, random| {
        look(play, next.copied(), random);
    });
}

/// A random move; what changes much is more frequent than its share.
pub(super) fn any_move(position: &Position, random: &mut Random) -> Move {
    rare_more_often(position, random, 2, |mv| {
        let to = mv.action.target();
        let onto = |seat| to.is_some() && position.fortress(seat) == to;
        let takes = to.is_some_and(|to| position.men().contains(to));
        // Entries are many: some of them will do.
        let enters = matches!(mv.action, Action::Enter(at) if at.index() % 5 == 0);
        mv.promotion.is_some() || takes || enters || Seat::all(2).any(onto)
    })
}
