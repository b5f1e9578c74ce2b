//! One person on several devices.
//!
//! A page of the person shows a code, another device types it, and the person says yes. Only then does the
//! store keep the hash of the other browser's secret beside the first one's. Codes are in memory alone, and
//! there only as hashes. Nobody signs out whoever let them in; whoever is signed out is told, and by whom, also
//! when they come again later.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
    time::Instant,
};

use host::{Entropy as _, SystemEntropy};
use store::{DeviceAdmission, StoreError};
use table::{Millis, Person, PersonId};
use tokio::sync::oneshot;

use super::{
    chat_room::ChatRoom,
    claim::is_secret,
    connections::Connection,
    limits::CODE_LASTS,
    lock::lock,
    names, text,
    wire::{CodeClaim, DeviceStep, ToPage},
};

/// The signs of a code. None of them can be taken for another, so there is no `0`, `1`, `2`, `5` or `8`.
const SIGNS: [u8; 24] = *b"34679ACDEFGHJKMNPQRTVWXY";

/// How many signs a code has.
const CODE_LENGTH: usize = 8;

/// How many characters of a typed code are looked at.
const MAX_TYPED: usize = 64;

/// The codes that are shown, and who has typed one of them. Each person has one code at a time.
#[derive(Debug, Default)]
pub(super) struct Devices(Mutex<BTreeMap<PersonId, Invitation>>);

#[derive(Debug)]
struct Invitation {
    stage: Stage,
    /// When it is over.
    until: Instant,
}

#[derive(Debug)]
enum Stage {
    /// A code with this hash is shown.
    Shown([u8; 32]),
    /// It was typed, and the person is asked whether that is them.
    Asked(Newcomer),
}

/// A page that has typed a code.
#[derive(Debug)]
struct Newcomer {
    session: u64,
    secret_hash: [u8; 32],
}

impl Devices {
    /// Keeps a new code in place of an earlier one, and returns whoever has typed that.
    fn invite(&self, person: &PersonId, code: &str, now: Instant) -> Option<Newcomer> {
        let mut all = lock(&self.0);
        all.retain(|_, invitation| now < invitation.until);
        let stage = Stage::Shown(names::secret_hash(code));
        let before = all.insert(person.clone(), Invitation { stage, until: now + CODE_LASTS });
        newcomer(before?)
    }

    /// Uses a code up, and returns the person who is to be asked; `None` if no such code is shown.
    fn redeem(&self, code: &str, by: Newcomer, now: Instant) -> Option<PersonId> {
        let hash = names::secret_hash(code);
        let mut all = lock(&self.0);
        let (person, invitation) = all.iter_mut().find(|(_, invitation)| {
            matches!(invitation.stage, Stage::Shown(shown) if shown == hash)
                && now < invitation.until
        })?;
        *invitation = Invitation { stage: Stage::Asked(by), until: now + CODE_LASTS };
        Some(person.clone())
    }

    /// Returns `true` if somebody waits for a person's yes.
    pub(super) fn is_asked(&self, person: &PersonId, now: Instant) -> bool {
        lock(&self.0).get(person).is_some_and(|invitation| {
            matches!(invitation.stage, Stage::Asked(_)) && now < invitation.until
        })
    }

    /// Takes whoever waits for a person's yes or no.
    fn answered(&self, person: &PersonId, now: Instant) -> Option<Newcomer> {
        let invitation = lock(&self.0).remove(person).filter(|one| now < one.until)?;
        newcomer(invitation)
    }

    /// Forgets a page that is gone: nobody can be let in there any more.
    pub(super) fn leave(&self, session: u64) {
        lock(&self.0).retain(
            |_, one| !matches!(&one.stage, Stage::Asked(newcomer) if newcomer.session == session),
        );
    }
}

/// Whoever waits because of an invitation.
fn newcomer(invitation: Invitation) -> Option<Newcomer> {
    match invitation.stage {
        Stage::Asked(newcomer) => Some(newcomer),
        Stage::Shown(_) => None,
    }
}

/// A new code.
fn draw() -> Result<String, String> {
    let mut code = String::new();
    while code.len() < CODE_LENGTH {
        // Of each byte below 240, ten values stand for each sign.
        let fair = SystemEntropy.secret()?.into_iter().filter(|byte| *byte < 240);
        let signs = fair.map(|byte| char::from(SIGNS[usize::from(byte) % SIGNS.len()]));
        code.extend(signs.take(CODE_LENGTH - code.len()));
    }
    Ok(code)
}

/// A code as it is compared: in capitals, without what people put between its signs.
fn plain(typed: &str) -> String {
    let typed = typed.chars().take(MAX_TYPED).filter(char::is_ascii_alphanumeric);
    typed.map(|c| c.to_ascii_uppercase()).collect()
}

/// Shows the person of a page a new code.
pub(super) fn show_code(room: &ChatRoom, session: u64, person: &PersonId) {
    let Ok(code) = draw() else {
        return over(room, session, text::DEVICE_FAILED);
    };
    if let Some(before) = room.devices.invite(person, &code, room.clock.instant()) {
        over(room, before.session, text::CODE_REPLACED);
    }
    let lasts = Millis::try_from(CODE_LASTS.as_millis()).unwrap_or(Millis::MAX);
    let until = room.clock.now().saturating_add(lasts);
    room.send_to(session, &ToPage::Device(DeviceStep::Code { code, until }));
}

/// Takes a code that was typed on a page, and asks the person who shows it.
pub(super) fn take_code(
    room: &ChatRoom,
    session: u64,
    connection: &Connection,
    CodeClaim { code, secret }: &CodeClaim,
) {
    if !is_secret(secret) {
        return over(room, session, text::MALFORMED);
    }
    if !room.limits.may_try_code(connection.party()) {
        return over(room, session, text::TOO_MANY_CODES);
    }
    let newcomer = Newcomer { session, secret_hash: names::secret_hash(secret.text()) };
    match room.devices.redeem(&plain(code), newcomer, room.clock.instant()) {
        Some(person) => {
            room.send_to(session, &ToPage::Device(DeviceStep::Waits {}));
            room.send_to_person(&person, &ToPage::Device(DeviceStep::Asks {}));
        }
        None => over(room, session, text::CODE_UNKNOWN),
    }
}

/// Lets the page in that waits for a person's yes, or sends it away.
pub(super) async fn answer(
    room: &Arc<ChatRoom>,
    session: u64,
    (person, own): (&Person, [u8; 32]),
    yes: bool,
) {
    let Some(newcomer) = room.devices.answered(&person.id, room.clock.instant()) else {
        return over(room, session, text::NOBODY_WAITS);
    };
    let tell = |why: &str| {
        room.send_to_person(&person.id, &ToPage::Device(DeviceStep::Over { why: why.to_owned() }));
    };
    if !yes {
        tell(text::DEVICE_SENT_AWAY);
        return over(room, newcomer.session, text::DEVICE_REFUSED);
    }
    match admit(room, &person.id, newcomer.secret_hash, own).await {
        Ok(DeviceAdmission::Admitted(gone)) => {
            if let Some(gone) = gone {
                room.sign_out(&person.id, &gone);
            }
            tell(text::DEVICE_ADMITTED);
            let name = person.name.clone();
            room.send_to(newcomer.session, &ToPage::Device(DeviceStep::Yours { name }));
        }
        // Whoever said yes has been signed out meanwhile.
        Ok(DeviceAdmission::NotTheirs) => over(room, newcomer.session, text::DEVICE_REFUSED),
        Ok(DeviceAdmission::TooMany) => {
            tell(text::TOO_MANY_DEVICES);
            over(room, newcomer.session, text::DEVICE_REFUSED);
        }
        Err(error) => {
            room.log_failure("device", "a device cannot be kept", &error);
            tell(text::DEVICE_FAILED);
            over(room, newcomer.session, text::DEVICE_FAILED);
        }
    }
}

/// Takes a person's name from all browsers but the one whose secret has this hash and those that have let it
/// in, and ends their pages.
pub(super) async fn sign_out_others(
    room: &Arc<ChatRoom>,
    session: u64,
    person: &PersonId,
    own: [u8; 32],
) {
    let (done, dropped) = oneshot::channel();
    let (key, now) = (person.key().to_owned(), room.clock.now());
    room.store.sign_out_others(key, own, now, move |result| {
        let _ = done.send(result);
    });
    match dropped.await.unwrap_or(Err(StoreError::Unknown)) {
        Ok(Some(others)) => {
            if let Some(waiting) = room.devices.answered(person, room.clock.instant()) {
                over(room, waiting.session, text::DEVICE_REFUSED);
            }
            others.gone.iter().for_each(|gone| room.sign_out(person, gone));
            let words =
                if others.some_stay { text::LATER_SIGNED_OUT } else { text::OTHERS_SIGNED_OUT };
            over(room, session, words);
        }
        // Another browser was quicker, and has ended this page.
        Ok(None) => {}
        Err(error) => {
            room.log_failure("device", "other devices cannot be signed out", &error);
            over(room, session, text::DEVICE_FAILED);
        }
    }
}

/// Tells a page that it has come to an end, and how.
fn over(room: &ChatRoom, session: u64, why: &str) {
    room.send_to(session, &ToPage::Device(DeviceStep::Over { why: why.to_owned() }));
}

/// Keeps it that a browser is a person's, as another one says.
async fn admit(
    room: &ChatRoom,
    person: &PersonId,
    secret_hash: [u8; 32],
    by: [u8; 32],
) -> Result<DeviceAdmission, StoreError> {
    let (done, admitted) = oneshot::channel();
    room.store.admit_device(
        person.key().to_owned(),
        secret_hash,
        by,
        room.clock.now(),
        move |result| {
            let _ = done.send(result);
        },
    );
    admitted.await.unwrap_or(Err(StoreError::Unknown))
}

#[cfg(test)]
mod tests {
    use host::{Clock as _, ManualClock};

    use super::*;

    fn person(name: &str) -> PersonId {
        names::person_id(name)
    }

    fn newcomer(session: u64) -> Newcomer {
        Newcomer { session, secret_hash: [7; 32] }
    }

    #[test]
    fn a_code_works_once_and_for_a_while() {
        let (devices, start) = (Devices::default(), ManualClock::new(0).instant());
        let (ann, ben) = (person("ann"), person("ben"));
        assert!(devices.invite(&ann, "ANNSCODE", start).is_none());
        assert!(devices.invite(&ben, "BENSCODE", start).is_none());
        assert_eq!(devices.redeem("NOBODYS", newcomer(1), start), None);
        let last = start + CODE_LASTS - std::time::Duration::from_millis(1);
        assert_eq!(devices.redeem("ANNSCODE", newcomer(1), last), Some(ann.clone()));
        assert_eq!(devices.redeem("ANNSCODE", newcomer(2), last), None, "it was used");
        assert_eq!(devices.redeem("BENSCODE", newcomer(2), start + CODE_LASTS), None, "too late");
        // The time for the yes begins when the code was typed.
        assert!(devices.is_asked(&ann, start + CODE_LASTS));
        assert!(devices.answered(&ben, last).is_none());
        assert_eq!(devices.answered(&ann, start + CODE_LASTS).map(|one| one.session), Some(1));
        assert!(devices.answered(&ann, last).is_none(), "once");
    }

    #[test]
    fn nobody_is_let_in_who_is_gone_or_whose_code_was_replaced() {
        let (devices, now) = (Devices::default(), ManualClock::new(0).instant());
        let ann = person("ann");
        devices.invite(&ann, "FIRST", now);
        devices.redeem("FIRST", newcomer(1), now);
        devices.leave(2);
        assert!(devices.is_asked(&ann, now));
        devices.leave(1);
        assert!(!devices.is_asked(&ann, now) && devices.answered(&ann, now).is_none());
        devices.invite(&ann, "SECOND", now);
        devices.redeem("SECOND", newcomer(3), now);
        assert_eq!(devices.invite(&ann, "THIRD", now).map(|one| one.session), Some(3));
        assert!(!devices.is_asked(&ann, now));
        assert!(!format!("{devices:?}").contains("THIRD"), "only its hash is kept");
    }

    #[test]
    fn codes_are_read_however_they_are_typed() {
        let code = draw().unwrap();
        assert_eq!(code.len(), CODE_LENGTH);
        assert!(code.bytes().all(|sign| SIGNS.contains(&sign)), "{code}");
        assert_ne!(code, draw().unwrap());
        let (head, tail) = code.split_at(4);
        assert_eq!(plain(&format!(" {}-{} ", head.to_lowercase(), tail)), code);
        assert!(plain(&"x".repeat(10_000)).len() <= MAX_TYPED);
    }
}
