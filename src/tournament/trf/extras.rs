//! The lines that say how to pair: rounds, colours, points, absences, who must not meet.

use std::collections::HashMap;

use super::super::event::{Bye, Colour, Entry, Forbidden, Number, Player, PointSystem, Points};
use super::read::{Fault, MOST, points, short, usual};

/// What those lines have said so far.
pub(super) struct Extras {
    pub(super) rounds: usize,
    pub(super) initial: Option<Colour>,
    pub(super) rank: bool,
    pub(super) points: PointSystem,
    pub(super) forbidden: Vec<Forbidden>,
    /// The points of an allocated bye were said, and do not follow those of a win.
    allocated: bool,
    /// Absent in the round that is to be paired.
    absent: Vec<Number>,
    /// Byes asked for, by round from 0.
    byes: Vec<(usize, Number, Bye)>,
    acceleration: Vec<Bonus>,
}

/// Points for the pairing alone: for these players, in these rounds from 0.
struct Bonus {
    players: (Number, Number),
    first: usize,
    points: Vec<Points>,
}

impl Default for Extras {
    fn default() -> Extras {
        Extras {
            rounds: 0,
            initial: None,
            rank: false,
            points: usual(),
            forbidden: Vec::new(),
            allocated: false,
            absent: Vec::new(),
            byes: Vec::new(),
            acceleration: Vec::new(),
        }
    }
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
    pub(super) fn line(&mut self, code: &str, rest: &str) -> Result<(), String> {
        let words: Vec<&str> = rest.split_whitespace().collect();
        match code {
            "XXR" | "142" => self.rounds = round(rest)? + 1,
            "XXC" => self.configuration(&words),
            "152" => self.initial = Some(drawn(rest.trim())?),
            "XXZ" => self.absent.extend(numbers(rest)?),
            "XXP" => self.forbidden.push(Forbidden {
                first: 0,
                last: usize::MAX,
                players: numbers(rest)?,
            }),
            "260" => self.forbidden_in_rounds(&words)?,
            "240" => self.byes_in_round(&words)?,
            "XXA" => self.accelerated(rest)?,
            "250" => self.accelerated_range(&words)?,
            "XXS" => self.codes(&words)?,
            "162" => self.letters(&words)?,
            "BBW" | "BBD" | "BBL" | "BBZ" | "BBF" | "BBU" => self.worth(&code[2..], points(rest)?),
            "192" if rest.trim().ends_with("BAKU") => {
                return Err("accelerated points are to be written out (XXA or 250)".into());
            }
            "192" if !rest.trim().is_empty() && !rest.contains("DUTCH") => {
                return Err(format!("this is not the Dutch system: {}", short(rest.trim())));
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

    fn forbidden_in_rounds(&mut self, words: &[&str]) -> Result<(), String> {
        let [first, last, players @ ..] = words else {
            return Err("two rounds and the players are wanted".into());
        };
        let players =
            players.iter().map(|word| number(word, "a start number")).collect::<Result<_, _>>()?;
        self.forbidden.push(Forbidden { first: round(first)?, last: round(last)?, players });
        Ok(())
    }

    fn byes_in_round(&mut self, words: &[&str]) -> Result<(), String> {
        let [kind, at, players @ ..] = words else {
            return Err("a kind, a round and the players are wanted".into());
        };
        let bye = match *kind {
            "F" => Bye::Full,
            "H" => Bye::Half,
            "Z" => Bye::Zero,
            other => return Err(format!("the kind of bye is F, H or Z, not {}", short(other))),
        };
        for player in players {
            self.byes.push((round(at)?, number(player, "a start number")?, bye));
        }
        Ok(())
    }

    fn accelerated(&mut self, rest: &str) -> Result<(), String> {
        let mut words = rest.split_whitespace();
        let player = number(words.next().unwrap_or_default(), "the start number")?;
        let points = words.map(points).collect::<Result<_, _>>()?;
        self.acceleration.push(Bonus { players: (player, player), first: 0, points });
        Ok(())
    }

    fn accelerated_range(&mut self, words: &[&str]) -> Result<(), String> {
        // The match points before the game points concern teams, and are mostly left blank.
        let [.., bonus, first, last, from, to] = words else {
            return Err("six columns are wanted".into());
        };
        let (first, last) = (round(first)?, round(last)?);
        let players = (number(from, "a start number")?, number(to, "a start number")?);
        let points = vec![points(bonus)?; (last + 1).saturating_sub(first)];
        self.acceleration.push(Bonus { players, first, points });
        Ok(())
    }

    /// `XXS WW=1.0 D=0.5 …`
    fn codes(&mut self, words: &[&str]) -> Result<(), String> {
        for word in words {
            let (code, worth) =
                word.split_once('=').ok_or_else(|| format!("no points: {}", short(word)))?;
            let worth = points(worth)?;
            match code {
                "W" | "WW" | "BW" => self.worth("W", worth),
                "D" | "WD" | "BD" => self.worth("D", worth),
                "WL" | "BL" | "L" => self.worth("L", worth),
                "ZPB" => self.worth("Z", worth),
                "FL" => self.worth("F", worth),
                "PAB" => self.worth("U", worth),
                "HPB" | "FPB" | "FW" => {}
                other => return Err(format!("no result has the code {}", short(other))),
            }
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
            match letter {
                "W" | "D" | "L" => self.worth(letter, worth),
                "P" => self.worth("U", worth),
                "A" => {
                    self.worth("Z", worth);
                    self.worth("F", worth);
                }
                other => return Err(format!("no result has the letter {}", short(other))),
            }
        }
        Ok(())
    }

    fn worth(&mut self, letter: &str, worth: Points) {
        let system = &mut self.points;
        match letter {
            "W" => {
                system.win = worth;
                if !self.allocated {
                    system.allocated = worth;
                }
            }
            "D" => system.draw = worth,
            "L" => system.loss = worth,
            "Z" => system.zero = worth,
            "F" => system.forfeit_loss = worth,
            _ => {
                system.allocated = worth;
                self.allocated = true;
            }
        }
    }

    /// Writes absences and accelerated points to the players.
    pub(super) fn apply(
        &self,
        players: &mut [Player],
        index: &HashMap<Number, usize>,
        played: usize,
    ) -> Result<(), Fault> {
        let known = |number: &Number| match index.get(number) {
            Some(&at) => Ok(at),
            None => Err(Fault {
                line: 0,
                why: format!("there is no player {number}, who is named in another line"),
            }),
        };
        let now = self
            .byes
            .iter()
            .filter(|(round, ..)| *round == played)
            .map(|(_, number, bye)| (number, *bye));
        for (number, bye) in self.absent.iter().map(|number| (number, Bye::Zero)).chain(now) {
            let player = &mut players[known(number)?];
            if player.entries.len() <= played {
                player.entries.resize(played, Entry::Absent);
                player.entries.push(Entry::Bye { bye });
            }
        }
        for bonus in &self.acceleration {
            let (from, to) = bonus.players;
            for player in players.iter_mut().filter(|player| (from..=to).contains(&player.number)) {
                let end = bonus.first + bonus.points.len();
                if player.acceleration.len() < end {
                    player.acceleration.resize(end, 0);
                }
                player.acceleration[bonus.first..end].copy_from_slice(&bonus.points);
            }
        }
        for group in &self.forbidden {
            for number in &group.players {
                known(number)?;
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
