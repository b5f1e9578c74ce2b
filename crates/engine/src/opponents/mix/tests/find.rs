//! Finding positions for the suite: from games among searching players, and from a few men put on
//! the board at random.

use games::{
    Rules as _,
    mix::{Kind, Options, Position},
};

use crate::{
    opponents::tests::suite::{game, line_of},
    random::SplitMix,
};

/// The lines for the suite that are found in `n` random games and positions.
pub(crate) fn find(options: &str, seed: u64, n: u64) -> Vec<String> {
    let options: Options = options.parse().unwrap();
    let sources = (0..n).flat_map(|index| {
        let mut random = SplitMix::part(seed, index);
        if index % 100 == 0 {
            game(&options, &mut random)
        } else {
            few_men(&options, &mut random).into_iter().collect()
        }
    });
    sources.filter_map(|position| line_of(&position)).collect()
}

/// A King on the rim, three to seven men near it, most of them enemies, and the other King
/// anywhere; `None` if that is no position, or if the game is over there.
fn few_men(options: &Options, random: &mut SplitMix) -> Option<Position> {
    let mut board = [' '; 64];
    let white = random.below(2) == 0;
    let of = |kind: Kind, ours: bool| {
        if ours == white { kind.letter() } else { kind.letter().to_ascii_lowercase() }
    };
    let centre = match random.below(4) {
        0 => random.below(8),
        1 => 56 + random.below(8),
        2 => 8 * random.below(8),
        _ => 8 * random.below(8) + 7,
    };
    for _ in 0..3 + random.below(5) {
        let (row, file) = (centre / 8 + random.below(7), centre % 8 + random.below(7));
        let kind = Kind::ALL[random.below(6) as usize];
        let ours = random.below(3) > 0;
        if (3..11).contains(&row) && (3..11).contains(&file) {
            board[((row - 3) * 8 + file - 3) as usize] = of(kind, ours);
        }
    }
    board[random.below(64) as usize] = of(Kind::King, true);
    board[centre as usize] = of(Kind::King, false);
    let rank = |rank: &[char]| {
        let (mut text, mut gap) = (String::new(), 0);
        for letter in rank.iter().chain(['|'].iter()) {
            match letter {
                ' ' => gap += 1,
                _ => {
                    if gap > 0 {
                        text += &gap.to_string();
                    }
                    text.push(*letter);
                    gap = 0;
                }
            }
        }
        text.trim_end_matches('|').to_owned()
    };
    let ranks: Vec<String> = board.chunks(8).map(rank).collect();
    let side = if white { "w" } else { "b" };
    let position =
        Position::from_position_text(&format!("{} {side} - 0 1", ranks.join("/")), options).ok()?;
    // The King of the side that has just moved is safe.
    let safe = position.checkers_of(position.turn().other()).is_empty();
    (safe && position.outcome().is_none()).then_some(position)
}
