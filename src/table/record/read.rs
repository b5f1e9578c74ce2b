//! Reading a record: strict about meaning, mild about form. The fault on the first line counts,
//! so the tags, the plies, the result and the proof of the dice are looked at apart.

use super::{
    MAX_RECORD, Record, RecordError, SetupTags, Verdict, excerpt,
    replay::{Proof, Replay},
    setups::{self, is_setup_tag},
    tokens::{Tag, tags, tokens},
};
use crate::{
    dice::{Secret, commitment, is_id},
    games::{GameKind, Outcome, Play, Present, Rules, parse_result, result_text},
    with_game,
};

/// Reads and replays a record; with `prove` also recomputes commitment and rolls.
pub(super) fn read(text: &str, prove: bool) -> Result<(Record, Verdict), RecordError> {
    if text.len() > MAX_RECORD {
        return Err(RecordError { line: 1, what: "a record is at most 1 MiB long".into() });
    }
    // Some editors put a byte order mark before the text.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (tags, broken, line, body) = tags(text);
    let mut head = Head { tags, faults: broken.into_iter().collect() };
    let Some(kind) = head.kind() else { return Err(head.first_fault()) };
    with_game!(kind, G => read_as::<G>(head, Body { text: body, line }, prove))
}

/// The text after the tags and the number of its first line.
struct Body<'a> {
    text: &'a str,
    line: usize,
}

fn read_as<G: Present>(
    mut head: Head,
    body: Body<'_>,
    prove: bool,
) -> Result<(Record, Verdict), RecordError> {
    let whole = head.faults.is_empty();
    let (start, setups) = head.start::<G>(prove);
    let mut record = head.record::<G>(start.as_ref(), setups);
    let proof = head.proof(&record, prove);
    let (Some(start), true) = (start, whole) else { return Err(head.first_fault()) };

    let sealed = record.commitment.is_some();
    let mut replay = Replay::new(Play::new(start), &record.setups, sealed, proof);
    let last = replay.run(&tokens(body.text, body.line));
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

/// The tags and what is wrong so far.
struct Head {
    tags: Vec<Tag>,
    faults: Vec<RecordError>,
}

impl Head {
    fn fault(&mut self, line: usize, what: impl Into<String>) {
        self.faults.push(RecordError { line, what: what.into() });
    }

    /// The fault on the first line; the first one found, if there are several on it.
    fn first_fault(self) -> RecordError {
        let unknown = || RecordError { line: 1, what: "the record cannot be read".into() };
        self.faults.into_iter().min_by_key(|fault| fault.line).unwrap_or_else(unknown)
    }

    fn find(&self, name: &str) -> Option<&Tag> {
        self.tags.iter().find(|tag| tag.name == name)
    }

    /// Line and value of a tag, or nothing.
    fn value(&self, name: &str) -> Option<(usize, String)> {
        self.find(name).map(|tag| (tag.line, tag.value.clone()))
    }

    /// A tag without which there is no record.
    fn needed(&mut self, name: &str) -> Option<(usize, String)> {
        let found = self.value(name);
        if found.is_none() && self.faults.is_empty() {
            // It is missed after the last tag.
            let line = self.tags.last().map_or(1, |tag| tag.line + 1);
            self.fault(line, format!("the tag {name} is missing"));
        }
        found
    }

    fn kind(&mut self) -> Option<GameKind> {
        let (line, value) = self.needed("Game")?;
        let kind = GameKind::from_key(&value).filter(|kind| kind.key() == value);
        if kind.is_none() {
            let known: Vec<&str> = GameKind::ALL.iter().map(|kind| kind.key()).collect();
            let known = known.join(", ");
            self.fault(line, format!("no game is called `{}`; known: {known}", excerpt(&value)));
        }
        kind
    }

    /// The position that the game starts from, under its options, and what the record says of
    /// set-ups.
    fn start<G: Present>(&mut self, prove: bool) -> (Option<G>, Vec<SetupTags>) {
        let Some(options) = self.options::<G>() else { return (None, Vec::new()) };
        let setups = match setups::read::<G>(&self.tags, &options, prove) {
            Ok(setups) => setups,
            Err(fault) => {
                self.faults.push(fault);
                return (None, Vec::new());
            }
        };
        let start = match (setups.start, self.value("Position")) {
            (Some(start), _) => Some(start),
            (None, None) => Some(G::start(&options)),
            (None, Some((line, text))) => G::from_position_text(&text, &options)
                .map_err(|err| self.fault(line, err.to_string()))
                .ok(),
        };
        (start, setups.tags)
    }

    fn options<G: Rules>(&mut self) -> Option<G::Options> {
        Some(match self.value("Options") {
            None => G::Options::default(),
            Some((line, value)) => match value.parse::<G::Options>() {
                Ok(options) if options.to_string() == value => options,
                Ok(options) => {
                    self.fault(line, format!("Options should be \"{options}\""));
                    return None;
                }
                Err(err) => {
                    self.fault(line, err.to_string());
                    return None;
                }
            },
        })
    }

    /// What the tags say, each of them checked by itself.
    fn record<G: Rules>(&mut self, start: Option<&G>, setups: Vec<SetupTags>) -> Record {
        self.check_rules(G::KIND);
        let options = start.map(|start| start.options().clone()).unwrap_or_default();
        let own_start = G::start(&options);
        let seats = own_start.n_seats();
        self.check_names(seats);
        let name = |n: u8| self.value(&format!("Seat{n}")).map_or("?".into(), |(_, name)| name);
        let names = (1..=seats).map(name).collect();
        let other = self.tags.iter().filter(|tag| !is_ours(&tag.name));
        let other = other.map(|tag| (tag.name.clone(), tag.value.clone())).collect();
        if let Some((line, value)) = self.needed("Result")
            && parse_result(&value).is_none()
        {
            self.fault(line, format!("`{}` is no result", excerpt(&value)));
        }
        Record {
            kind: G::KIND,
            options: options.to_string(),
            names,
            date: self.checked("Date", is_date, "YYYY-MM-DD or ?").unwrap_or_else(|| "?".into()),
            position: start
                .filter(|start| **start != own_start && !setups.iter().any(|s| s.text.is_some()))
                .map(ToString::to_string),
            setups,
            id: self.checked("Id", is_id, "1 to 64 printable ASCII characters without \" and \\"),
            commitment: self.checked("Commitment", is_hash, "64 small hex digits"),
            secret: self.checked("Secret", is_hash, "64 small hex digits"),
            other,
            entries: Vec::new(),
            result: None,
        }
    }

    fn check_rules(&mut self, kind: GameKind) {
        let version = crate::games::rules_version(kind).to_string();
        if let Some((line, value)) = self.needed("Rules")
            && value != version
        {
            let read = excerpt(&value);
            self.fault(line, format!("rules version `{read}` is not known; known: {version}"));
        }
    }

    /// No names of seats that the game does not have.
    fn check_names(&mut self, seats: u8) {
        let foreign = self.tags.iter().find_map(|tag| {
            let number = tag.name.strip_prefix("Seat")?;
            let known = (1..=seats).any(|n| n.to_string() == number);
            let numeric = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
            (numeric && !known).then(|| (tag.line, excerpt(&tag.name)))
        });
        if let Some((line, name)) = foreign {
            self.fault(line, format!("the game has {seats} seats, so there is no {name}"));
        }
    }

    /// A tag whose value must satisfy `sound`.
    fn checked(&mut self, name: &str, sound: fn(&str) -> bool, shape: &str) -> Option<String> {
        let (line, value) = self.value(name)?;
        if sound(&value) {
            return Some(value);
        }
        self.fault(line, format!("{name} must be {shape}"));
        None
    }

    /// Checks how commitment, id and secret belong together; what is needed to prove the rolls.
    fn proof(&mut self, record: &Record, prove: bool) -> Option<Proof> {
        let line = |head: &Self, name| head.find(name).map_or(1, |tag| tag.line);
        let Some(sealed) = &record.commitment else {
            if record.secret.is_some() && self.find("Commitment").is_none() {
                self.fault(line(self, "Secret"), "a secret needs its commitment");
            }
            return None;
        };
        let Some(id) = &record.id else {
            if self.find("Id").is_none() {
                self.fault(line(self, "Commitment"), "a commitment needs the tag Id");
            }
            return None;
        };
        let secret = Secret::from_hex(record.secret.as_deref()?)?;
        if !prove {
            return None;
        }
        let right = commitment(id, &secret);
        if right != *sealed {
            let what = format!("the commitment to this secret and id should be {right}");
            self.fault(line(self, "Commitment"), what);
            return None;
        }
        Some(Proof { id: id.clone(), secret })
    }

    /// Compares the result of the replay with the tag and with the last line, if it is there.
    fn check_result(&mut self, played: Option<Outcome>, last: Option<(usize, String)>) {
        let played_text = result_text(played);
        for (line, value) in self.value("Result").into_iter().chain(last) {
            if value != played_text {
                self.fault(line, format!("the result should be \"{played_text}\""));
                return;
            }
        }
        if played.is_none()
            && let Some((line, _)) = self.value("Secret")
        {
            self.fault(line, "a game that goes on cannot show its secret");
        }
    }
}

/// Whether a tag has a meaning of its own; all others are kept as they are.
fn is_ours(name: &str) -> bool {
    const OURS: [&str; 8] =
        ["Game", "Rules", "Options", "Date", "Position", "Id", "Commitment", "Secret"];
    let seat = name.strip_prefix("Seat").is_some_and(|n| n.parse::<u8>().is_ok());
    seat || OURS.contains(&name) || is_setup_tag(name) || name == "Result"
}

pub(super) fn is_hash(text: &str) -> bool {
    Secret::from_hex(text).is_some()
}

/// `?`, or a day that is in the calendar.
fn is_date(text: &str) -> bool {
    if text == "?" {
        return true;
    }
    let digits = |part: &str, len: usize| {
        let sound = part.len() == len && part.bytes().all(|b| b.is_ascii_digit());
        sound.then(|| part.parse::<u16>().ok()).flatten()
    };
    let parts: Vec<&str> = text.split('-').collect();
    let [year, month, day] = *parts.as_slice() else { return false };
    let (Some(year), Some(month), Some(day)) = (digits(year, 4), digits(month, 2), digits(day, 2))
    else {
        return false;
    };
    let month = u8::try_from(month).ok().and_then(|month| time::Month::try_from(month).ok());
    let day = u8::try_from(day).ok();
    month.zip(day).is_some_and(|(month, day)| {
        time::Date::from_calendar_date(i32::from(year), month, day).is_ok()
    })
}
