//! What the bot promises in Cyvasse.

mod book;
mod search;
mod sight;
mod suite;

use games::{
    Rules as _,
    cyvasse::{Move, Options, Position},
};

use crate::{Choice, Limit, Opponent as _, SearchRequest, choose, random::SplitMix};

/// Options texts that together touch every option.
const OPTIONS: [&str; 10] = [
    "",
    "flanking=cascade",
    "dragon_flanks=no,dragon=board",
    "dragon=hold,dragon_entry=path",
    "ruin=instant",
    "promotion=forced",
    "fortress_bonus=any",
    "ports=on",
    "progress=4",
    "preset=v51,ports=on,progress=0",
];

fn position(text: &str, options: &str) -> Position {
    Position::from_position_text(text, &options.parse().unwrap()).unwrap()
}

/// Positions of random games under all options in turn; no game is over.
fn positions(n: usize, seed: u64) -> Vec<Position> {
    let mut random = SplitMix::new(seed);
    let mut spare = Vec::new();
    let mut found = Vec::new();
    while found.len() < n {
        let options: Options = OPTIONS[found.len() % OPTIONS.len()].parse().unwrap();
        let mut here = Position::opening_start(&options, &mut random);
        for _ in 0..random.below(90) {
            let next = here.after(here.random_move(&mut random, &mut spare).unwrap());
            if next.outcome().is_some() || next.drawn_by_count(1).is_some() {
                break;
            }
            here = next;
        }
        found.push(here);
    }
    found
}

fn thought(position: &Position, limit: Limit) -> Choice<Move> {
    choose(&[*position], &SearchRequest::new(limit, 1, 99), &|| false).unwrap()
}

fn best(text: &str, options: &str, limit: Limit) -> String {
    thought(&position(text, options), limit).into_move().to_string()
}
