//! The claim of a browser on a name, and its welcome.

use std::sync::Arc;

use store::{Claimed, NameStatus, PageClaim, StoreError};
use table::{MAX_NAME, Person, skeleton, without_piles};
use tokio::sync::oneshot;

use super::{
    chat_room::ChatRoom,
    connections::Connection,
    names::{self, Name},
    origin, text,
    wire::{NameClaim, Secret, ToPage, You},
};
use crate::admission::Party;

/// The longest secret that is accepted, in bytes.
const LONGEST_SECRET: usize = 200;

/// The shortest secret that is accepted, in bytes: nobody can guess one of this length.
const SHORTEST_SECRET: usize = 32;

/// Returns `true` if a secret is as long as those that browsers make.
pub(super) fn is_secret(secret: &Secret) -> bool {
    (SHORTEST_SECRET..=LONGEST_SECRET).contains(&secret.text().len())
}

/// Claims a name for the browser that has this secret. The error is the refusal to send.
pub(super) async fn claim(
    room: &Arc<ChatRoom>,
    request: NameClaim,
    connection: &Connection,
) -> Result<Person, ToPage> {
    let secret_hash = names::secret_hash(request.secret.text());
    // Whoever has a name keeps it, also one that would be refused today.
    if let Some(held) = held(room, &request.name, secret_hash, connection.party()).await {
        return held;
    }
    let name = Name::parse(&request.name).map_err(|fault| {
        let offer = without_forbidden(&request.name);
        ToPage::Refused { why: fault.to_string(), offer, key: None, out: false }
    })?;
    if !is_secret(&request.secret) {
        return Err(refused(text::MALFORMED, None, &name));
    }
    if let Some(address) = connection.other_machine() {
        room.limits.new_name(address).await;
    }
    let (done, claimed) = oneshot::channel();
    let claim = PageClaim {
        key: name.key().to_owned(),
        name: name.shown().to_owned(),
        skeleton: name.skeleton(),
        secret_hash,
        at: room.clock.now(),
    };
    room.store.claim_name(claim, move |result| {
        let _ = done.send(result);
    });
    let why = match claimed.await {
        Ok(Ok(Claimed::Yours)) => {
            let person = name.person();
            room.named(&person.id);
            return Ok(person);
        }
        Ok(Ok(Claimed::Taken)) => text::taken(name.shown()),
        Ok(Ok(Claimed::LooksLike(other))) => text::looks_like(name.shown(), &other),
        Ok(Err(error)) => {
            room.log_failure("name", "a name cannot be kept", &error);
            return Err(refused(name_failed(&error), None, &name));
        }
        Err(_) => return Err(refused(text::NAME_FAILED, None, &name)),
    };
    let offer = free_variant(room, &name, connection.party()).await;
    Err(refused(&why, offer, &name))
}

/// Returns what somebody hears whose name cannot be kept.
const fn name_failed(error: &StoreError) -> &'static str {
    match error {
        StoreError::NoRoom(_) => text::NAME_NO_ROOM,
        StoreError::Stopped | StoreError::Unknown => text::STOPPED,
        _ => text::NAME_FAILED,
    }
}

/// The person of this browser who has a name as it is typed, in the spelling of today or of before;
/// `None` if it is nobody's or another browser's. It is shown as typed if that looks the same as when
/// it was taken, otherwise as it was taken. The error is for a browser that has been signed out.
async fn held(
    room: &Arc<ChatRoom>,
    typed: &str,
    secret_hash: [u8; 32],
    party: Party,
) -> Option<Result<Person, ToPage>> {
    let names = [Name::of_before(typed), Name::parse(typed).ok()];
    let asked = Arc::clone(room);
    let search = move || {
        names.into_iter().flatten().find_map(|name| {
            let status = asked.read(|reader| reader.name_status(name.key(), &secret_hash));
            let taken = match status.ok()? {
                NameStatus::Yours(taken) => taken,
                NameStatus::SignedOut(out) => {
                    let (why, key) = (text::signed_out(out), Some(name.key().to_owned()));
                    return Some(Err(ToPage::Refused { why, offer: None, key, out: true }));
                }
                NameStatus::Free | NameStatus::Taken => return None,
            };
            let mut person = name.person();
            let shown = if name.skeleton() == skeleton(&taken) { &person.name } else { &taken };
            person.name = without_piles(shown);
            Some(Ok(person))
        })
    };
    room.reading(party, search).await.flatten()
}

/// The refusal of a person who has too many pages open.
pub(super) fn too_many_pages(person: &Person) -> ToPage {
    let why = text::too_many_pages(&person.name);
    ToPage::Refused { why, offer: None, key: None, out: false }
}

/// The refusal of a name, with the reason and perhaps another name to take.
fn refused(why: &str, offer: Option<String>, name: &Name) -> ToPage {
    let key = Some(name.key().to_owned());
    ToPage::Refused { why: why.to_owned(), offer, key, out: false }
}

/// Returns what was typed, without the characters that a name cannot hold; `None` if that is no name.
fn without_forbidden(typed: &str) -> Option<String> {
    let plain: String =
        typed.chars().take(MAX_NAME).map(|c| if c.is_alphanumeric() { c } else { ' ' }).collect();
    Name::parse(&plain).ok().map(|name| name.shown().to_owned())
}

/// The same name with the first number that makes it free.
async fn free_variant(room: &Arc<ChatRoom>, name: &Name, party: Party) -> Option<String> {
    let (asked, name) = (Arc::clone(room), name.clone());
    let search = move || {
        (2..100)
            .filter_map(|n| name.variant(n))
            .find(|variant| asked.is_free(variant))
            .map(|variant| variant.shown().to_owned())
    };
    room.reading(party, search).await.flatten()
}

/// The first answer to a page that comes in; `is_here` if it is open on this machine.
pub(super) fn welcome(
    room: &ChatRoom,
    person: Option<&Person>,
    proof: Option<String>,
    build: &'static str,
    is_here: bool,
) -> ToPage {
    ToPage::Welcome {
        run: room.run.clone(),
        build,
        you: person.map(|person| You {
            id: person.id.clone(),
            name: person.name.clone(),
            key: person.id.key().to_owned(),
            proof: proof.unwrap_or_default(),
        }),
        suggestion: if person.is_some() { None } else { Some(suggestion(room)) },
        greeting: text::greeting(),
        signing_key: room.signing_key.clone(),
        open: !room.listen.ip().is_loopback(),
        // Whoever comes from elsewhere has an address that works, and learns no other one.
        address: is_here.then(|| origin::from_elsewhere(room.listen)).flatten(),
    }
}

/// A free name for somebody new.
fn suggestion(room: &ChatRoom) -> String {
    names::suggestion(|key| Name::parse(key).is_ok_and(|name| !room.is_free(&name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_on_a_full_disk_is_told_why_it_is_not_kept() {
        let told = name_failed(&StoreError::NoRoom("database or disk is full".to_owned()));
        assert!(told.contains("takes nothing just now") && told.contains("try again"), "{told}");
        assert_eq!(name_failed(&StoreError::Stopped), text::STOPPED);
        assert_eq!(name_failed(&StoreError::Other(String::new())), text::NAME_FAILED);
    }
}
