//! The tags of a record: what they say, each by itself and all together.

use dice::{Agreement, Scheme, Secret, is_id};
use games::{GameKind, Outcome, Present, Rules, parse_result, result_text, rules_version};

use super::{
    army_tags,
    fault::{RecordError, excerpt},
    model::{ArmyTags, Record, Signed},
    replay::Proof,
    signature::{self, KEY, SIGNATURE},
    tokens::{Tag, is_hash},
};

/// The tags of a record, and the faults found so far.
pub(super) struct Head {
    pub(super) tags: Vec<Tag>,
    pub(super) faults: Vec<RecordError>,
}

impl Head {
    fn fault(&mut self, line: usize, what: impl Into<String>) {
        self.faults.push(RecordError { line, what: what.into() });
    }

    /// The fault with the lowest line number; of several on that line, the one that was found first.
    pub(super) fn first_fault(self) -> RecordError {
        let unknown = || RecordError { line: 1, what: "the record cannot be read".into() };
        self.faults.into_iter().min_by_key(|fault| fault.line).unwrap_or_else(unknown)
    }

    fn find(&self, name: &str) -> Option<&Tag> {
        self.tags.iter().find(|tag| tag.name == name)
    }

    /// Line and value of a tag, if it is there.
    fn value(&self, name: &str) -> Option<(usize, String)> {
        self.find(name).map(|tag| (tag.line, tag.value.clone()))
    }

    /// Line and value of a tag that every record must have.
    fn needed(&mut self, name: &str) -> Option<(usize, String)> {
        let found = self.value(name);
        if found.is_none() && self.faults.is_empty() {
            // The fault of a missing tag stands on the line after the last tag.
            let line = self.tags.last().map_or(1, |tag| tag.line + 1);
            self.fault(line, format!("the tag {name} is missing"));
        }
        found
    }

    pub(super) fn kind(&mut self) -> Option<GameKind> {
        let (line, value) = self.needed("Game")?;
        let kind = GameKind::from_key(&value).filter(|kind| kind.key() == value);
        if kind.is_none() {
            let known: Vec<&str> = GameKind::ALL.iter().map(|kind| kind.key()).collect();
            let known = known.join(", ");
            self.fault(line, format!("no game is called `{}`; known: {known}", excerpt(&value)));
        }
        kind
    }

    /// The position that the game starts from, under its options, and what the tags say of armies
    /// that were arranged unseen.
    pub(super) fn start<G: Present>(&mut self, prove: bool) -> (Option<G>, Vec<ArmyTags>) {
        let Some(options) = self.options::<G>() else { return (None, Vec::new()) };
        let armies = match army_tags::read::<G>(&self.tags, &options, prove) {
            Ok(armies) => armies,
            Err(fault) => {
                self.faults.push(fault);
                return (None, Vec::new());
            }
        };
        let start = match (armies.start, self.value("Position")) {
            (Some(start), _) => Some(start),
            (None, None) => Some(G::start(&options)),
            (None, Some((line, text))) => G::from_position_text(&text, &options)
                .map_err(|err| self.fault(line, err.to_string()))
                .ok(),
        };
        (start, armies.tags)
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

    /// Returns what the tags say, each of them checked by itself.
    pub(super) fn record<G: Rules>(&mut self, start: Option<&G>, armies: Vec<ArmyTags>) -> Record {
        self.check_rules(G::KIND);
        let options = start.map(|start| start.options().clone()).unwrap_or_default();
        let own_start = G::start(&options);
        let seats = own_start.n_seats();
        self.check_spelling();
        self.check_names(seats);
        self.check_result_form();
        let is_elsewhere =
            |start: &&G| **start != own_start && !armies.iter().any(|army| army.text.is_some());
        Record {
            kind: G::KIND,
            options: options.to_string(),
            names: self.names(seats),
            date: self.checked("Date", is_date, "YYYY-MM-DD or ?").unwrap_or_else(|| "?".into()),
            position: start.filter(is_elsewhere).map(ToString::to_string),
            armies,
            id: self.checked("Id", is_id, "1 to 64 printable ASCII characters without \" and \\"),
            scheme: self.scheme(),
            commitment: self.checked("Commitment", is_hash, "64 small hex digits"),
            secret: self.checked("Secret", is_hash, "64 small hex digits"),
            signed: self.signed(),
            other_tags: self.other_tags(),
            events: Vec::new(),
            result: None,
        }
    }

    /// A name for each seat, `?` where there is no tag.
    fn names(&self, seats: u8) -> Vec<String> {
        let name = |n: u8| self.value(&format!("Seat{n}")).map_or("?".into(), |(_, name)| name);
        (1..=seats).map(name).collect()
    }

    /// The version of the dice scheme, 1 where there is no tag.
    fn scheme(&mut self) -> Scheme {
        let Some((line, value)) = self.value("Dice") else { return Scheme::One };
        let known = Scheme::ALL.map(|scheme| scheme.number().to_string());
        let at = known.iter().position(|number| *number == value);
        at.map_or_else(
            || {
                let (read, known) = (excerpt(&value), known.join(", "));
                self.fault(line, format!("dice version `{read}` is not known; known: {known}"));
                Scheme::One
            },
            |at| Scheme::ALL[at],
        )
    }

    /// Returns what the tags say of a signature; whether it holds is looked at last.
    fn signed(&mut self) -> Option<Signed> {
        signature::read(&self.tags).unwrap_or_else(|fault| {
            self.faults.push(fault);
            None
        })
    }

    /// Finds a tag that would have a meaning here if its letters were small or capital in other places: a
    /// signature or a name must not be taken away in this way.
    fn check_spelling(&mut self) {
        let misspelt = self.tags.iter().find_map(|tag| {
            let right = in_our_letters(&tag.name).filter(|right| *right != tag.name)?;
            Some((tag.line, excerpt(&tag.name), right))
        });
        if let Some((line, read, right)) = misspelt {
            self.fault(line, format!("the tag {read} should be written {right}"));
        }
    }

    /// The tags that have no meaning here, which are kept as they are.
    fn other_tags(&self) -> Vec<(String, String)> {
        let other = self.tags.iter().filter(|tag| !is_ours(&tag.name));
        other.map(|tag| (tag.name.clone(), tag.value.clone())).collect()
    }

    /// Checks that the result has the form of a result.
    fn check_result_form(&mut self) {
        if let Some((line, value)) = self.needed("Result")
            && parse_result(&value).is_none()
        {
            self.fault(line, format!("`{}` is no result", excerpt(&value)));
        }
    }

    fn check_rules(&mut self, kind: GameKind) {
        let version = rules_version(kind).to_string();
        if let Some((line, value)) = self.needed("Rules")
            && value != version
        {
            let read = excerpt(&value);
            self.fault(line, format!("rules version `{read}` is not known; known: {version}"));
        }
    }

    /// Finds a name for a seat that the game does not have.
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

    /// The value of a tag that must satisfy `is_sound`; `form` says how it should look.
    fn checked(&mut self, name: &str, is_sound: fn(&str) -> bool, form: &str) -> Option<String> {
        let (line, value) = self.value(name)?;
        if is_sound(&value) {
            return Some(value);
        }
        self.fault(line, format!("{name} must be {form}"));
        None
    }

    /// Checks that commitment, id and secret belong together, and gives what it takes to prove the
    /// rolls; `None` without `prove` or if something is missing.
    pub(super) fn proof<G: Present>(
        &mut self,
        record: &Record,
        start: Option<&G>,
        prove: bool,
    ) -> Option<Proof> {
        let line = |head: &Self, name| head.find(name).map_or(1, |tag| tag.line);
        let Some(committed) = &record.commitment else {
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
        let start = start.filter(|_| prove)?;
        // Where men are arranged before the first ply, nobody knew the start at the commitment.
        let is_arranged = record.position.is_none() && G::arranging(start.options()).is_some();
        let agreed = Agreement {
            id,
            game: record.kind.key(),
            options: &record.options,
            seats: start.n_seats(),
            start: &if is_arranged { String::new() } else { start.to_string() },
        };
        let right = agreed.commitment(record.scheme, &secret);
        if right != *committed {
            let what = match record.scheme {
                Scheme::One => "the commitment to this secret and id should be",
                Scheme::Two => {
                    "the commitment to this secret and to id, game, options, seats and start \
                     position should be"
                }
            };
            let what = format!("{what} {right}");
            self.fault(line(self, "Commitment"), what);
            return None;
        }
        Some(Proof { id: id.clone(), secret })
    }

    /// Compares the result of the replay with the tag and with the last line, if that is there.
    pub(super) fn check_result(&mut self, played: Option<Outcome>, last: Option<(usize, String)>) {
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

/// The tags that have a meaning here, but for those of seats and armies.
const OURS: [&str; 12] = [
    "Game",
    "Rules",
    "Options",
    "Date",
    "Position",
    "Id",
    "Dice",
    "Commitment",
    "Secret",
    "Result",
    KEY,
    SIGNATURE,
];

/// Returns `true` if a tag of this name has a meaning here; all others are kept as they are.
fn is_ours(name: &str) -> bool {
    in_our_letters(name).is_some_and(|right| right == name)
}

/// The name of a tag that has a meaning here, with small and capital letters as it is written; `None` for
/// all other tags.
fn in_our_letters(name: &str) -> Option<String> {
    let bare = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = &name[bare.len()..];
    let numbered = ["Seat"].into_iter().chain(army_tags::NAMES).filter(|_| !number.is_empty());
    let mut known = OURS.into_iter().filter(|_| number.is_empty()).chain(numbered);
    Some(known.find(|known| known.eq_ignore_ascii_case(bare))?.to_owned() + number)
}

/// Returns `true` if a value is `?` or a day of the calendar.
fn is_date(text: &str) -> bool {
    if text == "?" {
        return true;
    }
    let digits = |part: &str, len: usize| {
        let is_number = part.len() == len && part.bytes().all(|b| b.is_ascii_digit());
        is_number.then(|| part.parse::<u16>().ok()).flatten()
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
