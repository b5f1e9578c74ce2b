//! Answers to `why`: how a man moves now, what is in his way, whom he can capture and who can
//! capture him; why a capture can be made or not; what lies on an empty hex.

mod attack;
mod blockers;
mod capture;
mod ground;
mod man;

use man::ManView;
use scene::Mark;

use super::{Hex, Position};

/// The explanation of a hex, or of a capture where the text names two, with marks that show it.
pub(super) fn why(position: &Position, text: &str) -> Result<(String, Vec<Mark>), String> {
    let text = text.to_lowercase();
    if text.trim() == "dragon" && position.has_dragon_in_hand(position.turn()) {
        return Ok(ground::dragon_in_hand(position));
    }
    match named(&text).as_deref() {
        Some([at]) => match (position.kind_at(*at), position.owner(*at)) {
            (Some(kind), Some(owner)) => {
                let view = ManView::of(position, *at, kind, owner);
                Ok((view.words(), view.marks()))
            }
            _ => Ok(ground::why(position, *at)),
        },
        Some([from, to]) => Ok(capture::why(position, *from, *to)),
        _ => {
            let example = position.men_of(position.turn()).last();
            let hint = example.map_or_else(String::new, |at| format!(", for instance `why {at}`"));
            Err(format!("`why` takes a hex{hint}, or from and to of a capture, as in `why d3xd9`."))
        }
    }
}

/// The one or two hexes that a text names: `d9`, `d3xd9`, `d3-d9`, `d3 d9`.
fn named(text: &str) -> Option<Vec<Hex>> {
    let is_sign = |c: char| !c.is_ascii_alphanumeric() || c == 'x';
    let mut hexes = Vec::new();
    for word in text.split(is_sign).filter(|word| !word.is_empty()) {
        let second = word.char_indices().skip(1).find(|(_, c)| c.is_ascii_lowercase());
        let (first, rest) = second.map_or((word, None), |(at, _)| {
            let (first, rest) = word.split_at(at);
            (first, Some(rest))
        });
        for name in [first].into_iter().chain(rest) {
            hexes.push(Hex::parse(name).ok()?);
        }
    }
    (1..=2).contains(&hexes.len()).then_some(hexes)
}
