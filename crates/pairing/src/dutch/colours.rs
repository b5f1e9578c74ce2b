//! Who gets which colour (article 5).

use std::cmp::Ordering;

use super::super::history::Colour;
use super::form::{Claim, Form};

/// The colour of `one` against `other`; `initial` is the colour drawn for the first player of the first round.
pub(super) fn colour(one: &Form, other: &Form, initial: Colour) -> Colour {
    // 5.2.1: both preferences are granted, where they do not collide.
    match (one.preference, other.preference) {
        (Some(wish), None) => return wish,
        (None, Some(wish)) => return wish.other(),
        (Some(wish), Some(theirs)) if wish != theirs => return wish,
        (None, None) => return by_number(one, other, initial),
        (Some(_), Some(_)) => {}
    }
    let wish = one.preference.unwrap_or(initial);
    // 5.2.2: the stronger one; of two absolute ones the wider difference.
    let stronger = one.claim.cmp(&other.claim).then_with(|| match one.claim {
        Claim::Absolute => one.difference.abs().cmp(&other.difference.abs()),
        _ => Ordering::Equal,
    });
    match stronger {
        Ordering::Greater => return wish,
        Ordering::Less => return wish.other(),
        Ordering::Equal => {}
    }
    // 5.2.3: the other way round than in the latest round in which one had white and the other black; rounds
    // without a game are left out, as if they had come first.
    let latest = one
        .colours
        .iter()
        .rev()
        .zip(other.colours.iter().rev())
        .find(|(mine, theirs)| mine != theirs);
    if let Some((_, &theirs)) = latest {
        return theirs;
    }
    // 5.2.4: what the higher ranked wishes.
    if higher(one, other) { wish } else { wish.other() }
}

/// 1.2: whether `one` ranks above `other`.
pub(super) fn higher(one: &Form, other: &Form) -> bool {
    (other.score, one.rank) < (one.score, other.rank)
}

/// 5.2.5: an odd number has the initial colour, for the higher ranked of the two.
fn by_number(one: &Form, other: &Form, initial: Colour) -> Colour {
    let of = |form: &Form| if form.rank % 2 == 1 { initial } else { initial.other() };
    if higher(one, other) { of(one) } else { of(other).other() }
}
