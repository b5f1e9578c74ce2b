//! The tags of set-ups: `Setup1`, `SetupCommit1`, `SetupSalt1` and their like, how they fit
//! together, and the start that they give.

use super::{RecordError, SetupTags, excerpt, read::is_hash, tokens::Tag};
use crate::{
    dice::{is_setup_salt, setup_commitment},
    games::{Present, Seat},
};

/// The names of the tags without the seat's number, in canonical order.
pub(super) const NAMES: [&str; 3] = ["Setup", "SetupCommit", "SetupSalt"];

/// Whether a tag is one of a set-up.
pub(super) fn is_setup_tag(name: &str) -> bool {
    let bare = name.trim_end_matches(|c: char| c.is_ascii_digit());
    bare.len() < name.len() && NAMES.contains(&bare)
}

impl SetupTags {
    /// The tags of these seats, in canonical order.
    pub(super) fn named(setups: &[Self]) -> impl Iterator<Item = (String, &str)> {
        let all = NAMES.iter().zip([Self::text, Self::commitment, Self::salt]);
        all.flat_map(move |(name, get)| {
            let numbered = setups.iter().zip(1..);
            numbered.filter_map(move |(tags, n)| Some((format!("{name}{n}"), get(tags)?)))
        })
    }

    fn text(&self) -> Option<&str> {
        self.text.as_deref()
    }

    fn commitment(&self) -> Option<&str> {
        self.commitment.as_deref()
    }

    fn salt(&self) -> Option<&str> {
        self.salt.as_deref()
    }
}

/// What the tags of set-ups say.
pub(super) struct Read<G> {
    /// By seat; empty if there is no such tag.
    pub(super) tags: Vec<SetupTags>,
    /// The start that they give, if they are revealed.
    pub(super) start: Option<G>,
}

/// The tags as they stand, for looking things up.
struct Tags<'t> {
    all: &'t [Tag],
}

impl<'t> Tags<'t> {
    fn find(&self, name: &str, seat: Seat) -> Option<&'t Tag> {
        let name = format!("{name}{seat}");
        self.all.iter().find(|tag| tag.name == name)
    }

    /// The value of a tag that must satisfy `sound`.
    fn checked(
        &self,
        name: &str,
        seat: Seat,
        sound: fn(&str) -> bool,
        shape: &str,
    ) -> Result<Option<String>, RecordError> {
        match self.find(name, seat) {
            None => Ok(None),
            Some(tag) if sound(&tag.value) => Ok(Some(tag.value.clone())),
            Some(tag) => Err(fault(tag, format!("{} must be {shape}", tag.name))),
        }
    }
}

fn fault(tag: &Tag, what: impl Into<String>) -> RecordError {
    RecordError { line: tag.line, what: what.into() }
}

/// Reads the tags of set-ups, and with `prove` recomputes their commitments.
pub(super) fn read<G: Present>(
    all: &[Tag],
    options: &G::Options,
    prove: bool,
) -> Result<Read<G>, RecordError> {
    let Some(first) = all.iter().find(|tag| is_setup_tag(&tag.name)) else {
        return Ok(Read { tags: Vec::new(), start: None });
    };
    let Some(screen) = G::arranging(options) else {
        return Err(fault(first, "the game has no set-ups"));
    };
    if screen.arrangement().is_open() {
        return Err(fault(first, "with an open set-up the placings are events, not tags"));
    }
    if all.iter().any(|tag| tag.name == "Position") {
        return Err(fault(first, "a record has a position or set-ups, not both"));
    }
    let own = G::start(options);
    let seats = own.n_seats();
    let tags = Tags { all };
    let of_seat = |seat: Seat| -> Result<SetupTags, RecordError> {
        Ok(SetupTags {
            text: tags.find(NAMES[0], seat).map(|tag| tag.value.clone()),
            commitment: tags.checked(NAMES[1], seat, is_hash, "64 small hex digits")?,
            salt: tags.checked(NAMES[2], seat, is_setup_salt, "32 small hex digits")?,
        })
    };
    let by_seat: Vec<SetupTags> = Seat::all(seats).map(of_seat).collect::<Result<_, _>>()?;
    if let Some(foreign) = all.iter().find(|tag| {
        is_setup_tag(&tag.name) && !Seat::all(seats).any(|s| tag.name.ends_with(&s.to_string()))
    }) {
        let name = excerpt(&foreign.name);
        return Err(fault(foreign, format!("the game has {seats} seats, so there is no {name}")));
    }
    check_whole(&tags, &by_seat)?;
    let texts: Option<Vec<&str>> = by_seat.iter().map(|tags| tags.text.as_deref()).collect();
    let start = match texts {
        None => None,
        Some(texts) => {
            Some(screen.start_of(&texts).map_err(
                |(seat, what)| match tags.find(NAMES[0], seat) {
                    Some(tag) => {
                        fault(tag, format!("{} ({}): {what}", tag.name, own.seat_name(seat)))
                    }
                    None => fault(first, what),
                },
            )?)
        }
    };
    if prove {
        for (seat, setup) in Seat::all(seats).zip(&by_seat) {
            check_seal(&tags, seat, own.seat_name(seat), setup)?;
        }
    }
    Ok(Read { tags: by_seat, start })
}

/// Which tags need which others.
fn check_whole(tags: &Tags<'_>, by_seat: &[SetupTags]) -> Result<(), RecordError> {
    let revealed = by_seat.iter().any(|setup| setup.text.is_some());
    for (seat, setup) in (0..).filter_map(Seat::from_index).zip(by_seat) {
        if let Some(tag) = tags.find(NAMES[2], seat) {
            if setup.commitment.is_none() {
                return Err(fault(tag, "a salt needs its commitment"));
            }
            if setup.text.is_none() {
                return Err(fault(tag, "a salt needs its set-up"));
            }
        }
        if revealed && setup.text.is_none() {
            let line = tags.all.iter().find(|tag| tag.name.starts_with(NAMES[0]));
            let line = line.map_or(1, |tag| tag.line);
            let what = format!("{}{seat} is missing: set-ups are revealed together", NAMES[0]);
            return Err(RecordError { line, what });
        }
    }
    Ok(())
}

/// Compares a seal with what is revealed.
fn check_seal(
    tags: &Tags<'_>,
    seat: Seat,
    side: &str,
    setup: &SetupTags,
) -> Result<(), RecordError> {
    let (Some(text), Some(sealed), Some(salt)) = (&setup.text, &setup.commitment, &setup.salt)
    else {
        return Ok(());
    };
    let right = setup_commitment(text, salt);
    match tags.find(NAMES[1], seat) {
        Some(tag) if right != *sealed => Err(fault(
            tag,
            format!(
                "{side}'s set-up is not the one that was sealed: {} should be {right}",
                tag.name
            ),
        )),
        _ => Ok(()),
    }
}

/// What is missing for the proof of the set-ups, if anything.
pub(super) fn unproven(setups: &[SetupTags]) -> Option<String> {
    let sealed = setups.iter().zip(1..).filter(|(setup, _)| setup.commitment.is_some());
    for (setup, n) in sealed {
        if setup.text.is_none() {
            return Some("the set-ups are not revealed".to_owned());
        }
        if setup.salt.is_none() {
            return Some(format!("the salt of set-up {n} is missing"));
        }
    }
    None
}

/// Whether set-ups were sealed and never revealed, so that no ply can follow.
pub(super) fn are_hidden(setups: &[SetupTags]) -> bool {
    !setups.is_empty() && setups.iter().all(|setup| setup.text.is_none())
}
