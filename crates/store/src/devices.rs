//! The browsers of a name on the local page: the one that took it, and those that were let in later.
//!
//! Each of them was let in by another, so they are a tree. None signs out those above it: otherwise a device
//! that somebody has let in by mistake could take the name away for good.

use rusqlite::{Connection, OptionalExtension as _, Row, params};
use table::Millis;

use super::{StoreError, queries};

/// How many browsers a name may belong to besides the one that took it.
const MAX_DEVICES: usize = 10;

/// How many browsers of a name are remembered that are signed out, the last ones.
const MAX_SIGNED_OUT: u32 = 100;

/// SHA-256 of a browser's secret.
type SecretHash = [u8; 32];

/// A browser that has been signed out, as it is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SignedOut {
    /// Who has done it.
    pub by: SignedOutBy,
    /// When it was done, by the program's clock.
    pub at: Millis,
}

/// The browser that has signed another one out, seen from that one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignedOutBy {
    /// The one that had let it in.
    Admitter,
    /// The one that took the name.
    First,
    /// One beside or above the one that let it in.
    Other,
}

/// The outcome of letting a browser in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeviceAdmission {
    /// The name is its too, and this browser has lost it, where there were too many.
    Admitted(Option<(SecretHash, SignedOut)>),
    /// The name is not that of the browser which lets it in.
    NotTheirs,
    /// There are too many, and each of those that could give way has let another one in.
    TooMany,
}

/// The outcome of signing all others out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OthersSignedOut {
    /// Those that have lost the name.
    pub gone: Vec<(SecretHash, SignedOut)>,
    /// Whether some have let this one in, and so have stayed.
    pub some_stay: bool,
}

/// A browser that was let in and is not signed out.
struct Device {
    secret_hash: SecretHash,
    admitted_by: Option<SecretHash>,
}

/// The browsers of a name that are not signed out.
struct Devices {
    first: SecretHash,
    /// Those that were let in, the first one first.
    admitted: Vec<Device>,
}

impl Devices {
    /// Reads the browsers of a name; `None` if nobody has it.
    fn read(conn: &Connection, key: &str) -> Result<Option<Self>, StoreError> {
        let mut holder = conn.prepare_cached(queries::NAME_HOLDER.sql)?;
        let Some(first) = holder.query_row([key], |row| row.get(0)).optional()? else {
            return Ok(None);
        };
        let device =
            |row: &Row<'_>| Ok(Device { secret_hash: row.get(0)?, admitted_by: row.get(1)? });
        let mut devices = conn.prepare_cached(queries::DEVICES.sql)?;
        let admitted = devices.query_map([key], device)?.collect::<Result<_, _>>()?;
        Ok(Some(Self { first, admitted }))
    }

    fn find(&self, hash: &SecretHash) -> Option<&Device> {
        self.admitted.iter().find(|device| device.secret_hash == *hash)
    }

    fn have(&self, hash: &SecretHash) -> bool {
        self.first == *hash || self.find(hash).is_some()
    }

    /// Returns `true` if a browser has let this one in, or the one that did, and so on.
    fn is_above(&self, above: &SecretHash, hash: &SecretHash) -> bool {
        let admitter = |hash: &SecretHash| self.find(hash)?.admitted_by;
        // A tree of so many has no longer way to its root.
        let mut way = std::iter::successors(admitter(hash), admitter).take(self.admitted.len());
        self.first == *above || way.any(|one| one == *above)
    }

    /// The browser that gives way to a further one which `by` lets in: the first of those that have let nobody in,
    /// so that what is above each of the others stays known.
    fn to_give_way(&self, by: &SecretHash) -> Option<&Device> {
        let has_admitted = |hash| self.admitted.iter().any(|other| other.admitted_by == Some(hash));
        self.admitted.iter().find(|one| one.secret_hash != *by && !has_admitted(one.secret_hash))
    }

    /// Notes that a browser has lost the name.
    fn sign_out(
        &self,
        conn: &Connection,
        key: &str,
        device: &Device,
        (by, at): (&SecretHash, Millis),
    ) -> Result<(SecretHash, SignedOut), StoreError> {
        let Device { secret_hash, admitted_by } = device;
        conn.prepare_cached(queries::SIGN_OUT.sql)?.execute(params![key, secret_hash, by, at])?;
        conn.prepare_cached(queries::FORGET_SIGNED_OUT.sql)?
            .execute(params![key, MAX_SIGNED_OUT])?;
        let by = signed_out_by(*admitted_by == Some(*by), self.first == *by);
        Ok((*secret_hash, SignedOut { by, at }))
    }
}

/// Who has signed a browser out.
pub(super) const fn signed_out_by(is_admitter: bool, is_first: bool) -> SignedOutBy {
    match (is_admitter, is_first) {
        (true, _) => SignedOutBy::Admitter,
        (false, true) => SignedOutBy::First,
        (false, false) => SignedOutBy::Other,
    }
}

/// Lets a name belong to one more browser, as another one says that has it.
pub(super) fn admit(
    conn: &Connection,
    key: &str,
    secret_hash: &SecretHash,
    by: &SecretHash,
    at: Millis,
) -> Result<DeviceAdmission, StoreError> {
    let devices = Devices::read(conn, key)?.filter(|devices| devices.have(by));
    let Some(devices) = devices else { return Ok(DeviceAdmission::NotTheirs) };
    if devices.have(secret_hash) {
        return Ok(DeviceAdmission::Admitted(None));
    }
    let mut gone = None;
    if devices.admitted.len() >= MAX_DEVICES {
        let Some(one) = devices.to_give_way(by) else { return Ok(DeviceAdmission::TooMany) };
        gone = Some(devices.sign_out(conn, key, one, (by, at))?);
    }
    conn.prepare_cached(queries::ADMIT_DEVICE.sql)?.execute(params![key, secret_hash, at, by])?;
    Ok(DeviceAdmission::Admitted(gone))
}

/// Takes a name from all browsers but one that has it and those above it; `None` if that one does not have it.
pub(super) fn sign_out_others(
    conn: &Connection,
    key: &str,
    by: &SecretHash,
    at: Millis,
) -> Result<Option<OthersSignedOut>, StoreError> {
    let devices = Devices::read(conn, key)?.filter(|devices| devices.have(by));
    let Some(devices) = devices else { return Ok(None) };
    let stays = |hash| hash == by || devices.is_above(hash, by);
    let others = devices.admitted.iter().filter(|device| !stays(&device.secret_hash));
    let gone = others.map(|device| devices.sign_out(conn, key, device, (by, at)));
    let gone = gone.collect::<Result<_, _>>()?;
    Ok(Some(OthersSignedOut { gone, some_stay: devices.first != *by }))
}
