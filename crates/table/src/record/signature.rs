//! The tags `Key` and `Signature`: signing a record, reading the tags, and finding out whether the
//! signature holds.

use signing::{HostKey, PublicKey, Signature};

use super::{
    fault::RecordError,
    model::{Record, Signed},
    tokens::Tag,
};

/// The tag of the host's public key.
pub(super) const KEY: &str = "Key";
/// The tag of the signature.
pub(super) const SIGNATURE: &str = "Signature";

impl Record {
    /// The same record, signed by this host.
    #[must_use]
    pub fn signed_by(mut self, key: &HostKey) -> Self {
        let text_of = |signature| Some(Signed { key: key.public(), signature });
        // The key belongs to what is signed, so it has to be there first; its signature does not.
        self.signed = text_of(key.sign(""));
        self.signed = text_of(key.sign(&self.text_to_sign()));
        self
    }
}

fn fault(tag: &Tag, what: impl Into<String>) -> RecordError {
    RecordError { line: tag.line, what: what.into() }
}

/// Reads both tags; one of them cannot stand without the other.
pub(super) fn read(tags: &[Tag]) -> Result<Option<Signed>, RecordError> {
    let find = |name| tags.iter().find(|tag| tag.name == name);
    let (key, signature) = match (find(KEY), find(SIGNATURE)) {
        (None, None) => return Ok(None),
        (Some(tag), None) => return Err(fault(tag, "a key needs its signature")),
        (None, Some(tag)) => return Err(fault(tag, "a signature needs its key")),
        (Some(key), Some(signature)) => (key, signature),
    };
    let read_key: PublicKey = key.value.parse().map_err(|err| fault(key, format!("{err}")))?;
    let signature: Signature =
        signature.value.parse().map_err(|err| fault(signature, format!("{err}")))?;
    Ok(Some(Signed { key: read_key, signature }))
}

/// Finds out whether the signature of an otherwise sound record holds, and whether it is by
/// `wanted`, if a key is wanted.
pub(super) fn check(
    record: &Record,
    tags: &[Tag],
    wanted: Option<&PublicKey>,
) -> Result<(), RecordError> {
    let line_of = |name| tags.iter().find(|tag| tag.name == name).map_or(1, |tag| tag.line);
    let Some(Signed { key, signature }) = &record.signed else {
        if wanted.is_none() {
            return Ok(());
        }
        // The fault of a missing tag stands on the line after the last tag.
        let line = tags.last().map_or(1, |tag| tag.line + 1);
        return Err(RecordError { line, what: format!("the tag {SIGNATURE} is missing") });
    };
    if let Some(wanted) = wanted.filter(|wanted| *wanted != key) {
        return Err(RecordError {
            line: line_of(KEY),
            what: format!("the key should be {wanted}"),
        });
    }
    if !key.has_signed(&record.text_to_sign(), signature) {
        let what = "the signature does not hold: this key has signed another record, or none";
        return Err(RecordError { line: line_of(SIGNATURE), what: what.to_owned() });
    }
    Ok(())
}
