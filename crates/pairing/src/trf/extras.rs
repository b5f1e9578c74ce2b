//! The lines that say how to pair: rounds, colours, points, absences, who must not meet.

use std::collections::HashMap;

use super::super::history::{Bye, Colour, Entry, Forbidden, Number, Player, PointSystem, Points};
use super::read::{Fault, MOST, points, short};
use super::worths::{Kind, Worths};

/// The types (192) that are the Dutch system as it is now, without the ending of accelerated ones. A draft of the form
/// called it by the year before.
const DUTCH: [&str; 3] = ["FIDE_DUTCH", "FIDE_DUTCH_2026", "FIDE_DUTCH_2025"];

/// The most characters of a type that are shown: the longest one of the form, and a few characters more.
const LONGEST_KIND: usize = 32;

/// The information that those lines have given so far.
#[derive(Default)]
pub(super) struct Extras {
    pub(super) rounds: usize,
    pub(super) initial: Option<Colour>,
    pub(super) rank: bool,
    /// With the lines that say so.
    pub(super) forbidden: Vec<(usize, Forbidden)>,
    /// The notes on lines that were passed over though they concern the points.
    pub(super) remarks: Vec<String>,
    worths: Worths,
    /// Which line says how many rounds there are.
    rounds_line: usize,
    absent: Vec<Away>,
    acceleration: Vec<Bonus>,
    /// The type of the event (192), with the line that says so.
    kind: Option<(usize, String)>,
}

/// Somebody who is not there in a round, and the line that says so.
struct Away {
    line: usize,
    player: Number,
    /// From 0; `None` for the one that is to be paired.
    round: Option<usize>,
    bye: Bye,
}

/// Points for the pairing alone: for these players, in these rounds from 0.
struct Bonus {
    line: usize,
    players: (Number, Number),
    first: usize,
    points: Vec<Points>,
}

/// A whole number of at most four digits.
pub(super) fn number(text: &str, what: &str) -> Result<u32, String> {
    let text = text.trim();
    match text.parse::<u32>() {
        Ok(number) if number <= MOST && text.bytes().all(|byte| byte.is_ascii_digit()) => {
            Ok(number)
        }
        _ => Err(format!("{what} is no number: {}", short(text))),
    }
}

fn numbers(text: &str) -> Result<Vec<Number>, String> {
    text.split_whitespace().map(|word| number(word, "a start number")).collect()
}

/// A round as it is written, counted from 0.
fn round(text: &str) -> Result<usize, String> {
    match number(text, "the round")? {
        0 => Err("rounds are counted from 1".into()),
        round @ 1..=500 => Ok(round as usize - 1),
        round => Err(format!("no event has {round} rounds")),
    }
}

impl Extras {
    /// Takes in a line; those that do not concern the pairing are passed over.
    pub(super) fn line(&mut self, at: usize, code: &str, rest: &str) -> Result<(), String> {
        let words: Vec<&str> = rest.split_whitespace().collect();
        match code {
            "XXR" | "142" => (self.rounds, self.rounds_line) = (round(rest)? + 1, at),
            "XXC" => self.configuration(&words),
            "152" => self.initial = Some(drawn(rest.trim())?),
            "XXZ" => {
                let away = |player| Away { line: at, player, round: None, bye: Bye::Zero };
                self.absent.extend(numbers(rest)?.into_iter().map(away));
            }
            "XXP" => {
                let players = numbers(rest)?;
                self.forbidden.push((at, Forbidden { first: 0, last: usize::MAX, players }));
            }
            "260" => self.forbidden_in_rounds(at, &words)?,
            "240" => self.byes_in_round(at, &words)?,
            "XXA" => self.accelerated(at, rest)?,
            "250" => self.accelerated_range(at, &words)?,
            "XXS" => self.codes(&words)?,
            "162" => self.letters(&words)?,
            "BBW" => self.worths.say(Kind::Win, points(rest)?)?,
            "BBD" => self.worths.say(Kind::Draw, points(rest)?)?,
            "BBL" => self.worths.say(Kind::Loss, points(rest)?)?,
            "BBZ" => self.worths.say(Kind::ZeroBye, points(rest)?)?,
            "BBF" => self.worths.say(Kind::ForfeitLoss, points(rest)?)?,
            "BBU" => self.worths.say(Kind::AllocatedBye, points(rest)?)?,
            "299" => {
                let why = "points that were given or taken away (299) do not count";
                self.remarks.push(format!("line {at}: {why}"));
            }
            "192" => {
                let kind = rest.trim().to_ascii_uppercase();
                self.kind = (!kind.is_empty()).then_some((at, kind));
            }
            _ => {}
        }
        Ok(())
    }

    fn configuration(&mut self, words: &[&str]) {
        for word in words {
            match *word {
                "rank" => self.rank = true,
                "white1" => self.initial = Some(Colour::White),
                "black1" => self.initial = Some(Colour::Black),
                _ => {}
            }
        }
    }

    fn forbidden_in_rounds(&mut self, line: usize, words: &[&str]) -> Result<(), String> {
        let [first, last, players @ ..] = words else {
            return Err("two rounds and the players are wanted".into());
        };
        let players =
            players.iter().map(|word| number(word, "a start number")).collect::<Result<_, _>>()?;
        let group = Forbidden { first: round(first)?, last: round(last)?, players };
        self.forbidden.push((line, group));
        Ok(())
    }

    fn byes_in_round(&mut self, line: usize, words: &[&str]) -> Result<(), String> {
        let [kind, at, players @ ..] = words else {
            return Err("a kind, a round and the players are wanted".into());
        };
        let bye = match *kind {
            "F" => Bye::Full,
            "H" => Bye::Half,
            "Z" => Bye::Zero,
            other => return Err(format!("the kind of bye is F, H or Z, not {}", short(other))),
        };
        let round = Some(round(at)?);
        for player in players {
            let player = number(player, "a start number")?;
            self.absent.push(Away { line, player, round, bye });
        }
        Ok(())
    }

    fn accelerated(&mut self, line: usize, rest: &str) -> Result<(), String> {
        let mut words = rest.split_whitespace();
        let player = number(words.next().unwrap_or_default(), "the start number")?;
        let points = words.map(points).collect::<Result<_, _>>()?;
        self.acceleration.push(Bonus { line, players: (player, player), first: 0, points });
        Ok(())
    }

    fn accelerated_range(&mut self, line: usize, words: &[&str]) -> Result<(), String> {
        // The match points before the game points concern teams, and are mostly left blank.
        let [.., bonus, first, last, from, to] = words else {
            return Err("six columns are wanted".into());
        };
        let (first, last) = (round(first)?, round(last)?);
        let players = (number(from, "a start number")?, number(to, "a start number")?);
        let points = vec![points(bonus)?; (last + 1).saturating_sub(first)];
        self.acceleration.push(Bonus { line, players, first, points });
        Ok(())
    }

    /// `XXS WW=1.0 D=0.5 …`
    fn codes(&mut self, words: &[&str]) -> Result<(), String> {
        for word in words {
            let (code, worth) =
                word.split_once('=').ok_or_else(|| format!("no points: {}", short(word)))?;
            let worth = points(worth)?;
            let kind = match code {
                "W" | "WW" | "BW" => Kind::Win,
                "D" | "WD" | "BD" => Kind::Draw,
                "L" | "WL" | "BL" => Kind::Loss,
                "ZPB" => Kind::ZeroBye,
                "HPB" => Kind::HalfBye,
                "FPB" => Kind::FullBye,
                "PAB" => Kind::AllocatedBye,
                "FW" => Kind::ForfeitWin,
                "FL" => Kind::ForfeitLoss,
                other => return Err(format!("no result has the code {}", short(other))),
            };
            self.worths.say(kind, worth)?;
        }
        Ok(())
    }

    /// `162 W 1.0 D 0.5 …`, with or without spaces before the points.
    fn letters(&mut self, words: &[&str]) -> Result<(), String> {
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let (letter, worth) = word.split_at_checked(1).unwrap_or((word, ""));
            let worth = match worth.trim_start_matches('=') {
                "" => words.next().copied().unwrap_or_default(),
                worth => worth,
            };
            let worth = points(worth)?;
            let kind = match letter.to_ascii_uppercase().as_str() {
                "W" => Kind::Win,
                "D" => Kind::Draw,
                "L" => Kind::Loss,
                "A" => Kind::Absence,
                // One of the pairing programs says Z where the form says A.
                "Z" => Kind::ZeroLetter,
                "P" | "U" => Kind::AllocatedBye,
                "F" => Kind::FullBye,
                "H" => Kind::HalfBye,
                // A result that is not known: a round in which there is one does not count yet.
                "X" => continue,
                other => return Err(format!("no result has the letter {}", short(other))),
            };
            self.worths.say(kind, worth)?;
        }
        Ok(())
    }

    /// Says why the next round cannot be paired, if the type of the event is not the Dutch system as it is now, or is
    /// accelerated without saying by how much.
    pub(super) fn unpairable(&self) -> Option<Fault> {
        let (line, kind) = self.kind.as_ref()?;
        let (system, is_accelerated) = match kind.strip_suffix("_BAKU") {
            Some(system) => (system, true),
            None => (kind.as_str(), false),
        };
        let why = if !DUTCH.contains(&system) {
            "is not the Dutch system of 2026, and no other is paired here"
        } else if is_accelerated && self.acceleration.is_empty() {
            "is accelerated, and the points for that are to be written out (250 or XXA)"
        } else {
            return None;
        };
        let kind: String = kind.chars().filter(|c| !c.is_control()).take(LONGEST_KIND).collect();
        Some(Fault { line: *line, why: format!("{kind} {why}") })
    }

    /// Returns what results are worth.
    pub(super) fn points(&self) -> PointSystem {
        self.worths.system()
    }

    /// Refuses more rounds than the event has.
    pub(super) fn check_rounds(&self, played: usize) -> Result<(), Fault> {
        if self.rounds == 0 || played <= self.rounds {
            return Ok(());
        }
        let why = format!("{played} rounds were played, though the event has {}", self.rounds);
        Err(Fault { line: self.rounds_line, why })
    }

    /// Writes absences and accelerated points to the players.
    pub(super) fn apply(
        &self,
        players: &mut [Player],
        index: &HashMap<Number, usize>,
        played: usize,
    ) -> Result<(), Fault> {
        let known = |line: usize, number: Number| match index.get(&number) {
            Some(&at) => Ok(at),
            None => Err(Fault { line, why: format!("there is no player {number}") }),
        };
        for away in &self.absent {
            let player = &mut players[known(away.line, away.player)?];
            if away.round.is_none_or(|round| round == played) && player.entries.len() <= played {
                player.entries.resize(played, Entry::Absent);
                player.entries.push(Entry::Bye { bye: away.bye });
            }
        }
        for bonus in &self.acceleration {
            let (from, to) = bonus.players;
            if from == to {
                known(bonus.line, from)?;
            }
            for player in players.iter_mut().filter(|player| (from..=to).contains(&player.number)) {
                let end = bonus.first + bonus.points.len();
                if player.acceleration.len() < end {
                    player.acceleration.resize(end, 0);
                }
                player.acceleration[bonus.first..end].copy_from_slice(&bonus.points);
            }
        }
        for (line, group) in &self.forbidden {
            for number in &group.players {
                known(*line, *number)?;
            }
        }
        Ok(())
    }
}

fn drawn(text: &str) -> Result<Colour, String> {
    match text {
        "W" | "w" => Ok(Colour::White),
        "B" | "b" => Ok(Colour::Black),
        other => Err(format!("the colour is W or B, not {}", short(other))),
    }
}
