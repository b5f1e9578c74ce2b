//! Reading a record: strict about its meaning, lenient about its form, however it was pasted or saved. The fault to
//! report is the one with the lowest line number, so tags, plies, result and the proof of the dice are checked
//! separately.

use games::{Arrangement, GameKind, Present, Seat, with_game};
use signing::PublicKey;

use super::{
    fault::RecordError,
    head::Head,
    model::{Record, Verified},
    pasted::unwrapped,
    replay::{Replay, Starts},
    signature,
    tokens::{tags, tokens},
};
use crate::{AnyPosition, Caption, GameReplay, PlayedPosition};

/// The greatest length of a record in bytes, 1 MiB; a longer one is refused unread. The longest
/// game that the host plays takes a tenth of it.
pub const MAX_RECORD: usize = 1 << 20;

impl Record {
    /// Reads a record and replays it: every move must be legal, every roll must fit its dice, and
    /// the result must be what plies and events give.
    ///
    /// ```
    /// use games::{GameKind, result_text, rules_version};
    /// use martian_cake_table::record::Record;
    ///
    /// let kind = GameKind::ALL[0];
    /// let tags = format!("[Game \"{}\"]\n[Rules \"{}\"]\n", kind.key(), rules_version(kind));
    /// let text = tags + "[Result \"win 2 resignation\"]\n\nresign 1\nwin 2 resignation\n";
    /// let record = Record::parse(&text).expect("the result is what the event gives");
    /// assert_eq!(result_text(record.result), "win 2 resignation");
    ///
    /// let fault = Record::parse(&text.replace("resign 1", "resign 2")).expect_err("seat 1 wins now");
    /// assert_eq!(fault.line, 3);
    /// ```
    ///
    /// # Errors
    /// The first fault, with its line.
    pub fn parse(text: &str) -> Result<Self, RecordError> {
        read(text, None).map(|(verified, _)| verified.record)
    }
}

/// Reads and replays a record like [`Record::parse`]; if it has a commitment and a secret, computes
/// every roll again, and if it is signed, finds out whether the signature holds.
///
/// ```
/// use games::Seat;
/// use signing::HostKey;
/// use martian_cake_table::{ Stamp, record::{Record, Verdict, verify}, };
/// # use dice::Secret;
/// # use games::GameKind;
/// # use martian_cake_table::{Game, GameNo, NewGame, Occupant, OfferTerms, PlaceId, Platform};
/// # let new = NewGame {
/// #     no: GameNo(12),
/// #     kind: GameKind::ALL[0],
/// #     options: String::new(),
/// #     place: PlaceId::channel(Platform::Local, "channel"),
/// #     server: None,
/// #     seats: vec![Occupant::Bot(1), Occupant::Bot(2)],
/// #     terms: OfferTerms::default(),
/// #     secret: Secret::from_bytes([7; 32]),
/// #     salt: "m1".to_owned(),
/// #     at: 0,
/// # };
/// # let mut game = Game::offer(new).expect("every game has default options");
/// # game.start(|_| 0, Stamp { at: 1_000, salt: Some("m2") }).expect("all seats are taken");
///
/// // While the game goes on, its record does not show the secret.
/// let unfinished = Record::of_game(&game).to_text();
/// let verified = verify(&unfinished).expect("the host writes sound records");
/// assert!(matches!(verified.verdict, Verdict::NotProven(_)));
///
/// game.resign(Seat::FIRST, 2_000).expect("a seat of a running game can resign");
/// let host = HostKey::from_bytes([9; 32]);
/// let verified = verify(&Record::of_game(&game).signed_by(&host).to_text())?;
/// assert_eq!((&verified.verdict, verified.signer()), (&Verdict::Proven, Some(host.public())));
/// assert_eq!(verified.to_string(), format!("ok, signed by {}", host.public()));
/// # Ok::<(), martian_cake_table::record::RecordError>(())
/// ```
///
/// # Errors
/// The first fault with its line and with what should stand there. The signature is judged last,
/// over a record that is sound otherwise.
pub fn verify(text: &str) -> Result<Verified, RecordError> {
    read(text, Some(&Checks { signer: None })).map(|(verified, _)| verified)
}

/// Like [`verify`], and the record must have a signature by this key.
///
/// # Errors
/// As [`verify`]; a record that nobody has signed, or another key, is at fault too.
pub fn verify_signed_by(text: &str, key: &PublicKey) -> Result<Verified, RecordError> {
    read(text, Some(&Checks { signer: Some(*key) })).map(|(verified, _)| verified)
}

/// A record that is shown once more from its first seat's side.
#[derive(Debug)]
pub struct Replayable {
    /// The plies of its game.
    pub replay: GameReplay,
    /// The game that is played.
    pub kind: GameKind,
    /// The options that it is played with, in canonical text.
    pub options: String,
    /// The tag `Date`.
    pub date: String,
}

/// Reads a record like [`Record::parse`], to be shown once more; `None` if no ply stands.
///
/// # Errors
/// The first fault, with its line.
pub fn replay(text: &str) -> Result<Option<Replayable>, RecordError> {
    let (Verified { record, .. }, start) = read(text, None)?;
    let named = |(name, seat): (String, Seat)| match &*name {
        "?" => start.seat_name(seat).to_owned(),
        _ => name,
    };
    let caption = Caption {
        facing: Seat::FIRST,
        names: record.names.into_iter().zip(Seat::all(start.n_seats())).map(named).collect(),
        outcome: None,
        number: record.id.and_then(|id| id.parse().ok()),
        look: String::new(),
        times: Vec::new(),
    };
    let Record { kind, options, date, .. } = record;
    let replay = GameReplay::new(start, &record.events, caption);
    Ok(replay.map(|replay| Replayable { replay, kind, options, date }))
}

/// The points that verifying looks at beyond what reading does.
struct Checks {
    /// The key that must have signed the record, if one must.
    signer: Option<PublicKey>,
}

/// A record without faults, and the start that its events follow.
type Read = (Verified, Box<dyn AnyPosition>);

/// Reads and replays a record; with `checks` also computes the commitments and the rolls again, and
/// judges the signature.
fn read(text: &str, checks: Option<&Checks>) -> Result<Read, RecordError> {
    if text.len() > MAX_RECORD {
        return Err(RecordError { line: 1, what: "a record is at most 1 MiB long".into() });
    }
    let (text, before) = unwrapped(text).unwrap_or_else(|| (text.to_owned(), 0));
    let (tags, broken, line, body) = tags(&text);
    let mut head = Head { tags, faults: broken.into_iter().collect() };
    let read = match head.kind() {
        Some(kind) => {
            with_game!(kind, G => read_as::<G>(head, Movetext { text: body, line }, checks))
        }
        None => Err(head.first_fault()),
    };
    read.map_err(|fault| RecordError { line: fault.line + before, ..fault })
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
    checks: Option<&Checks>,
) -> Result<Read, RecordError> {
    let prove = checks.is_some();
    let is_whole = head.faults.is_empty();
    let (start, armies) = head.start::<G>(prove);
    let mut record = head.record::<G>(start.as_ref(), armies);
    let proof = head.proof(&record, start.as_ref(), prove);
    let (Some(start), true) = (start, is_whole) else { return Err(head.first_fault()) };

    let arranged = PlayedPosition::<G>::start(start.options());
    let is_open = arranged.arranging().is_some_and(Arrangement::is_open);
    let starts = Starts {
        position: Box::new(PlayedPosition::new(start)),
        arranged: is_open.then(|| Box::new(arranged) as Box<dyn AnyPosition>),
    };
    let mut replay = Replay::new(starts, &record, proof);
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
    let (start, events) = replay.into_course();
    record.events = events;
    if let Some(checks) = checks {
        signature::check(&record, &head.tags, checks.signer.as_ref())?;
    }
    Ok((Verified { record, verdict }, start))
}
