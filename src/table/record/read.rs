//! Reading a record: strict about what it means, mild about its form. The fault on the first line
//! is the one to tell, so tags, plies, result and the proof of the dice are checked separately.

use super::{
    fault::RecordError,
    head::Head,
    model::{Record, Verdict},
    replay::Replay,
    tokens::{tags, tokens},
};
use crate::{
    games::{Play, Present},
    with_game,
};

/// The greatest length of a record in bytes, 1 MiB; a longer one is refused unread. The longest
/// game that the host plays takes a tenth of it.
pub const MAX_RECORD: usize = 1 << 20;

impl Record {
    /// Reads a record and replays it: every move must be legal, every roll must fit its dice, and
    /// the result must be what plies and events give.
    ///
    /// # Errors
    /// The first fault with its line.
    pub fn parse(text: &str) -> Result<Self, RecordError> {
        read(text, false).map(|(record, _)| record)
    }
}

/// Reads and replays a record like [`Record::parse`], and where it has a commitment and a secret
/// computes every roll again.
///
/// # Errors
/// The first fault with its line and with what should stand there.
pub fn verify(text: &str) -> Result<Verdict, RecordError> {
    read(text, true).map(|(_, verdict)| verdict)
}

/// Reads and replays a record; with `prove` also computes the commitments and the rolls again.
fn read(text: &str, prove: bool) -> Result<(Record, Verdict), RecordError> {
    if text.len() > MAX_RECORD {
        return Err(RecordError { line: 1, what: "a record is at most 1 MiB long".into() });
    }
    // Some editors put a byte order mark before the text.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (tags, broken, line, body) = tags(text);
    let mut head = Head { tags, faults: broken.into_iter().collect() };
    let Some(kind) = head.kind() else { return Err(head.first_fault()) };
    with_game!(kind, G => read_as::<G>(head, Movetext { text: body, line }, prove))
}

/// The text after the tags, and the number of its first line.
struct Movetext<'a> {
    text: &'a str,
    line: usize,
}

/// Reads and replays a record of this game.
fn read_as<G: Present>(
    mut head: Head,
    movetext: Movetext<'_>,
    prove: bool,
) -> Result<(Record, Verdict), RecordError> {
    let is_whole = head.faults.is_empty();
    let (start, armies) = head.start::<G>(prove);
    let mut record = head.record::<G>(start.as_ref(), armies);
    let proof = head.proof(&record, prove);
    let (Some(start), true) = (start, is_whole) else { return Err(head.first_fault()) };

    let is_committed = record.commitment.is_some();
    let mut replay = Replay::new(Play::new(start), &record.armies, is_committed, proof);
    let last = replay.run(&tokens(movetext.text, movetext.line));
    match last {
        Ok(last) => {
            record.result = replay.outcome();
            head.check_result(record.result, last);
        }
        Err(fault) => head.faults.push(fault),
    }
    if !head.faults.is_empty() {
        return Err(head.first_fault());
    }
    let verdict = replay.verdict(&record);
    record.entries = replay.into_entries();
    Ok((record, verdict))
}
