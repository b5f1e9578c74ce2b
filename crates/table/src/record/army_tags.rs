//! The tags of hidden armies, such as `Setup1`, `SetupCommit1` and `SetupSalt1`: how they fit
//! together, and the start position that they give.

use dice::{army_commitment, is_army_salt};
use games::{Arranging, Present, Seat};

use super::{
    fault::{RecordError, excerpt},
    model::ArmyTags,
    tokens::{Tag, is_hash},
};

/// The names of the tags without the seat's number, in canonical order.
pub(super) const NAMES: [&str; 3] = ["Setup", "SetupCommit", "SetupSalt"];

/// Returns `true` if a tag of this name belongs to an army.
pub(super) fn is_army_tag(name: &str) -> bool {
    let bare = name.trim_end_matches(|c: char| c.is_ascii_digit());
    bare.len() < name.len() && NAMES.contains(&bare)
}

/// Names and values of the tags of all seats, in canonical order.
pub(super) fn named(armies: &[ArmyTags]) -> impl Iterator<Item = (String, &str)> {
    let values: [fn(&ArmyTags) -> Option<&str>; 3] = [
        |tags| tags.text.as_deref(),
        |tags| tags.commitment.as_deref(),
        |tags| tags.salt.as_deref(),
    ];
    NAMES.iter().zip(values).flat_map(move |(name, value)| {
        let numbered = armies.iter().zip(1..);
        numbered.filter_map(move |(tags, n)| Some((format!("{name}{n}"), value(tags)?)))
    })
}

/// The armies as their tags have them.
pub(super) struct Armies<G> {
    /// The tags by seat; empty if there are none.
    pub(super) tags: Vec<ArmyTags>,
    /// The start that the armies give, if they are revealed.
    pub(super) start: Option<G>,
}

/// All tags of a record, for finding those of a seat.
struct Tags<'t> {
    all: &'t [Tag],
}

impl<'t> Tags<'t> {
    fn find(&self, name: &str, seat: Seat) -> Option<&'t Tag> {
        let name = format!("{name}{seat}");
        self.all.iter().find(|tag| tag.name == name)
    }

    /// The value of a tag that must satisfy `is_sound`; `form` says how it should look.
    fn checked(
        &self,
        name: &str,
        seat: Seat,
        is_sound: fn(&str) -> bool,
        form: &str,
    ) -> Result<Option<String>, RecordError> {
        match self.find(name, seat) {
            None => Ok(None),
            Some(tag) if is_sound(&tag.value) => Ok(Some(tag.value.clone())),
            Some(tag) => Err(fault(tag, format!("{} must be {form}", tag.name))),
        }
    }

    /// Returns what the tags say of a seat's army.
    fn army(&self, seat: Seat) -> Result<ArmyTags, RecordError> {
        Ok(ArmyTags {
            text: self.find(NAMES[0], seat).map(|tag| tag.value.clone()),
            commitment: self.checked(NAMES[1], seat, is_hash, "64 small hex digits")?,
            salt: self.checked(NAMES[2], seat, is_army_salt, "32 small hex digits")?,
        })
    }
}

fn fault(tag: &Tag, what: impl Into<String>) -> RecordError {
    RecordError { line: tag.line, what: what.into() }
}

/// Reads the tags of armies, and with `prove` computes their commitments again.
pub(super) fn read<G: Present>(
    all: &[Tag],
    options: &G::Options,
    prove: bool,
) -> Result<Armies<G>, RecordError> {
    let Some(first) = all.iter().find(|tag| is_army_tag(&tag.name)) else {
        return Ok(Armies { tags: Vec::new(), start: None });
    };
    let Some(arranging) = G::arranging(options) else {
        return Err(fault(first, "the game has no set-ups"));
    };
    if arranging.arrangement().is_open() {
        return Err(fault(first, "with an open set-up the placings are events, not tags"));
    }
    if all.iter().any(|tag| tag.name == "Position") {
        return Err(fault(first, "a record has a position or set-ups, not both"));
    }
    let own_start = G::start(options);
    let seats = own_start.n_seats();
    let tags = Tags { all };
    let by_seat: Vec<ArmyTags> =
        Seat::all(seats).map(|seat| tags.army(seat)).collect::<Result<_, _>>()?;
    check_seats(all, seats)?;
    check_whole(&tags, &by_seat)?;
    let start = start_of(&tags, &by_seat, &*arranging, &own_start)
        .map_err(|(at, what)| fault(at.unwrap_or(first), what))?;
    if prove {
        for (seat, army) in Seat::all(seats).zip(&by_seat) {
            check_commitment(&tags, seat, own_start.seat_name(seat), army)?;
        }
    }
    Ok(Armies { tags: by_seat, start })
}

/// The start that the armies give; `None` if they are not revealed. The error stands at the tag of
/// the army that is wrong.
fn start_of<'t, G: Present>(
    tags: &Tags<'t>,
    armies: &[ArmyTags],
    arranging: &dyn Arranging<G>,
    own_start: &G,
) -> Result<Option<G>, (Option<&'t Tag>, String)> {
    let texts: Option<Vec<&str>> = armies.iter().map(|army| army.text.as_deref()).collect();
    let Some(texts) = texts else { return Ok(None) };
    let start = arranging.start_of(&texts).map_err(|(seat, what)| {
        let tag = tags.find(NAMES[0], seat);
        let side = own_start.seat_name(seat);
        (tag, tag.map_or(what.clone(), |tag| format!("{} ({side}): {what}", tag.name)))
    })?;
    Ok(Some(start))
}

/// Finds a tag of a seat that the game does not have.
fn check_seats(all: &[Tag], seats: u8) -> Result<(), RecordError> {
    let is_foreign = |tag: &&Tag| {
        is_army_tag(&tag.name) && !Seat::all(seats).any(|s| tag.name.ends_with(&s.to_string()))
    };
    match all.iter().find(is_foreign) {
        None => Ok(()),
        Some(tag) => {
            let name = excerpt(&tag.name);
            Err(fault(tag, format!("the game has {seats} seats, so there is no {name}")))
        }
    }
}

/// Finds a tag without those that it needs.
fn check_whole(tags: &Tags<'_>, by_seat: &[ArmyTags]) -> Result<(), RecordError> {
    let is_revealed = by_seat.iter().any(|army| army.text.is_some());
    for (seat, army) in (0..).filter_map(Seat::from_index).zip(by_seat) {
        if let Some(tag) = tags.find(NAMES[2], seat) {
            if army.commitment.is_none() {
                return Err(fault(tag, "a salt needs its commitment"));
            }
            if army.text.is_none() {
                return Err(fault(tag, "a salt needs its set-up"));
            }
        }
        if is_revealed && army.text.is_none() {
            let line = tags.all.iter().find(|tag| tag.name.starts_with(NAMES[0]));
            let line = line.map_or(1, |tag| tag.line);
            let what = format!("{}{seat} is missing: set-ups are revealed together", NAMES[0]);
            return Err(RecordError { line, what });
        }
    }
    Ok(())
}

/// Compares the commitment of a revealed army with its text and salt, if all three are there.
fn check_commitment(
    tags: &Tags<'_>,
    seat: Seat,
    side: &str,
    army: &ArmyTags,
) -> Result<(), RecordError> {
    let (Some(text), Some(commitment), Some(salt)) = (&army.text, &army.commitment, &army.salt)
    else {
        return Ok(());
    };
    let right = army_commitment(text, salt);
    match tags.find(NAMES[1], seat) {
        Some(tag) if right != *commitment => Err(fault(
            tag,
            format!(
                "{side}'s set-up is not the one that was sealed: {} should be {right}",
                tag.name
            ),
        )),
        _ => Ok(()),
    }
}

/// Returns what is missing for the proof of the armies, if anything is.
pub(super) fn unproven(armies: &[ArmyTags]) -> Option<String> {
    let committed = armies.iter().zip(1..).filter(|(army, _)| army.commitment.is_some());
    for (army, n) in committed {
        if army.text.is_none() {
            return Some("the set-ups are not revealed".to_owned());
        }
        if army.salt.is_none() {
            return Some(format!("the salt of set-up {n} is missing"));
        }
    }
    None
}

/// Returns `true` if armies were committed to and not revealed, so that no ply can follow.
pub(super) fn are_hidden(armies: &[ArmyTags]) -> bool {
    !armies.is_empty() && armies.iter().all(|army| army.text.is_none())
}
