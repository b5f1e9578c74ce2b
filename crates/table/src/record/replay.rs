//! Replays the plies and events of a record one after the other.

use dice::{Secret, is_salt, roll};
use games::{Outcome, Roll, RollError, Seat, is_move_text, parse_result, result_text};

use super::{
    army_tags::{are_hidden, unproven},
    event,
    fault::{RecordError, excerpt},
    model::{Record, Verdict},
    tokens::{Token, TokenKind},
};
use crate::{AnyPosition, LegalMove, LogEvent, PlyRoll, Replayed};

/// The data needed to compute the rolls again.
pub(super) struct Proof {
    pub(super) id: String,
    pub(super) secret: Secret,
}

/// The positions from which a record can begin.
pub(super) struct Starts {
    /// The start that its tags give.
    pub(super) position: Box<dyn AnyPosition>,
    /// The start with no man placed, where the players place them openly: with the first placing, it
    /// takes the place of the other one.
    pub(super) arranged: Option<Box<dyn AnyPosition>>,
}

/// A record being replayed.
pub(super) struct Replay {
    /// The start from which the plies go on.
    start: Box<dyn AnyPosition>,
    curve: Replayed,
    /// The other start, until something is placed.
    arranged: Option<Box<dyn AnyPosition>>,
    /// Why no ply can follow yet, if none can.
    unready: Option<&'static str>,
    events: Vec<LogEvent>,
    /// Whether there is a commitment, so that every roll has its salt.
    is_committed: bool,
    proof: Option<Proof>,
    /// The first line on which an outcome stands in place of a roll.
    outcome_at: Option<usize>,
}

impl Replay {
    pub(super) fn new(starts: Starts, record: &Record, proof: Option<Proof>) -> Self {
        Self {
            curve: Replayed::new(starts.position.boxed_clone()),
            start: starts.position,
            arranged: starts.arranged,
            unready: are_hidden(&record.armies)
                .then_some("no ply can follow set-ups that are not revealed"),
            events: Vec::new(),
            is_committed: record.commitment.is_some(),
            proof,
            outcome_at: None,
        }
    }

    /// The end that plies and events give.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        self.curve.outcome()
    }

    /// The start, and the events that follow it.
    pub(super) fn into_course(self) -> (Box<dyn AnyPosition>, Vec<LogEvent>) {
        (self.start, self.events)
    }

    /// Returns whether the dice are proven, once everything else is sound.
    pub(super) fn verdict(&self, record: &Record) -> Verdict {
        let reason = if let Some(line) = self.outcome_at {
            format!("an outcome stands without its roll on line {line}")
        } else if let Some(missing) = unproven(&record.armies) {
            missing
        } else if record.commitment.is_none() {
            if self.curve.rolls() == 0 {
                return Verdict::Proven;
            }
            "the record has no commitment".to_owned()
        } else if record.secret.is_none() {
            "the secret is not revealed".to_owned()
        } else {
            return Verdict::Proven;
        };
        Verdict::NotProven(reason)
    }

    /// Plays everything. Returns the result at the end of the record with its line, if there is one.
    pub(super) fn run(
        &mut self,
        mut tokens: &[Token<'_>],
    ) -> Result<Option<(usize, String)>, RecordError> {
        let mut result: Option<(usize, String)> = None;
        let mut ply_line = 0;
        while let Some((token, rest)) = tokens.split_first() {
            let word = match token.kind {
                TokenKind::Brace(_) => {
                    tokens = rest;
                    continue;
                }
                TokenKind::Unclosed => return Err(fault(token, "a { without its }")),
                TokenKind::Word(word) => word,
            };
            if let Some((_, text)) = &result {
                return Err(fault(token, format!("nothing may follow the result \"{text}\"")));
            }
            if word.starts_with(|c: char| c.is_ascii_digit()) {
                tokens = self.ply(tokens)?;
                ply_line = token.line;
                continue;
            }
            let n = tokens.iter().take_while(|other| other.line == token.line).count();
            let (line, rest) = tokens.split_at(n);
            result = self.line(token, line)?;
            if result.is_none() && ply_line == token.line {
                return Err(fault(token, "an event stands on a line of its own"));
            }
            tokens = rest;
        }
        Ok(result)
    }

    /// Reads a line that is an event or the result. Only the result is returned.
    fn line(
        &mut self,
        first: &Token<'_>,
        line: &[Token<'_>],
    ) -> Result<Option<(usize, String)>, RecordError> {
        let mut words = Vec::new();
        for token in line {
            match token.kind {
                TokenKind::Word(word) => words.push(word),
                TokenKind::Brace(_) => {}
                TokenKind::Unclosed => return Err(fault(token, "a { without its }")),
            }
        }
        let text = words.join(" ");
        if parse_result(&text).is_some() {
            return Ok(Some((first.line, text)));
        }
        if let TokenKind::Word("win" | "draw" | "ongoing" | "aborted") = first.kind {
            let right = result_text(self.outcome());
            return Err(fault(first, format!("the result should be \"{right}\"")));
        }
        let event = event::read(&words).map_err(|what| fault(first, what))?;
        self.check_open(first)?;
        let n = self.curve.position().n_seats();
        if let Some(seat) = event::named_seats(&event).find(|seat| seat.number() > n) {
            return Err(fault(first, format!("the game has {n} seats, so none is {seat}")));
        }
        if event.is_arrangement() {
            self.arrange(&event).map_err(|what| fault(first, what))?;
        } else {
            self.curve.take(&event).map_err(|err| fault(first, err.to_string()))?;
        }
        self.events.push(event);
        Ok(None)
    }

    /// Lets a seat place something, or keep the rest in its hand.
    fn arrange(&mut self, event: &LogEvent) -> Result<(), String> {
        let position = self.curve.position();
        if position.arranging().is_none() {
            let start = self.arranged.take().filter(|_| position.ply() == 0);
            self.start = start.ok_or("nothing is placed here: the men stand")?;
            self.curve = Replayed::new(self.start.boxed_clone());
        }
        let seat = event.seat().unwrap_or(Seat::FIRST);
        self.curve.take(event).map_err(|_| match event {
            LogEvent::Place(_, text) => {
                format!("seat {seat} cannot place `{}` now", excerpt(text))
            }
            _ => format!("seat {seat} cannot hold anything now"),
        })?;
        let is_arranging = self.curve.position().arranging().is_some();
        self.unready = is_arranging.then_some("the men are still being arranged");
        Ok(())
    }

    /// Refuses to go on after the end of the game.
    fn check_open(&self, token: &Token<'_>) -> Result<(), RecordError> {
        match self.outcome() {
            None => Ok(()),
            end => {
                let end = result_text(end);
                Err(fault(token, format!("the game ended before this line: {end}")))
            }
        }
    }

    /// Reads and plays `N. MOVE`, then perhaps a roll, then perhaps a salt; returns the tokens after
    /// it.
    fn ply<'t, 'a>(&mut self, tokens: &'t [Token<'a>]) -> Result<&'t [Token<'a>], RecordError> {
        let [number, rest @ ..] = tokens else { return Ok(tokens) };
        self.check_open(number)?;
        let right = format!("{}.", self.curve.position().ply() + 1);
        if number.kind != TokenKind::Word(&right) {
            return Err(fault(number, format!("this ply should begin with `{right}`")));
        }
        if let Some(what) = self.unready {
            return Err(fault(number, what));
        }
        let Some((at, word, rest)) = self.words_of_move(rest) else {
            return Err(fault(number, format!("a move must follow `{right}`")));
        };
        let (text, mark) = match word.split_once(':') {
            Some((text, mark)) => (text, Some(mark)),
            None => (&*word, None),
        };
        let mv = self.legal(text).map_err(|what| fault(at, what))?;
        let (roll, rest) = match (rest, mark) {
            ([Token { kind: TokenKind::Word(roll), line }, rest @ ..], _)
                if roll.starts_with('(') =>
            {
                let at = Token { kind: TokenKind::Word(roll), line: *line };
                if mark.is_some() {
                    return Err(fault(&at, "a ply has its roll or its outcome, not both"));
                }
                self.roll(&mv, &at, roll, rest)?
            }
            (rest, Some(mark)) => (self.mark(&mv, at, mark)?, rest),
            (rest, None) => (PlyRoll::NoDice, rest),
        };
        let seat = self.curve.position().to_move();
        let event = LogEvent::Ply { seat, mv: mv.mv, roll };
        self.curve.take(&event).map_err(|err| fault(at, err.to_string()))?;
        self.events.push(event);
        Ok(rest)
    }

    /// The words of a move, which has several words in some games: the fewest that are the text of a
    /// move, otherwise all that could belong to one.
    fn words_of_move<'t, 'a>(
        &self,
        tokens: &'t [Token<'a>],
    ) -> Option<(&'t Token<'a>, String, &'t [Token<'a>])> {
        let words = tokens.iter().map_while(|token| match token.kind {
            TokenKind::Word(word)
                if !word.starts_with(|c: char| c == '(' || c.is_ascii_digit()) =>
            {
                Some(word)
            }
            _ => None,
        });
        let words: Vec<&str> = words.take(MOVE_WORDS).collect();
        let joined = |n: usize| words[..n].join(" ");
        let kind = self.curve.position().kind();
        let is_move = |text: &str| {
            let bare = text.split_once(':').map_or(text, |(bare, _)| bare);
            is_move_text(kind, bare)
        };
        let whole = (1..=words.len()).find(|n| is_move(&joined(*n)));
        // Words on the next line are an event, so they never belong to a move.
        let line = tokens.first()?.line;
        let same = tokens.iter().take(words.len()).take_while(|token| token.line == line).count();
        let n = whole.unwrap_or(same).max(1).min(words.len());
        (n > 0).then(|| (&tokens[0], joined(n), &tokens[n..]))
    }

    /// The legal move with this canonical text; the error says what should stand there.
    fn legal(&self, text: &str) -> Result<LegalMove, String> {
        let position = self.curve.position();
        if let Some(mv) = position.legal_move(text) {
            return Ok(mv);
        }
        let shown = excerpt(text);
        match position.read(text) {
            Ok(mv) => Err(format!("the move `{shown}` should be written `{}`", mv.mv)),
            Err(_) => Err(format!("the move `{shown}` is not legal here")),
        }
    }

    /// Reads a roll in brackets, and its salt if the record has a commitment; both are checked if the
    /// rolls can be proven.
    fn roll<'t, 'a>(
        &mut self,
        mv: &LegalMove,
        at: &Token<'_>,
        text: &str,
        rest: &'t [Token<'a>],
    ) -> Result<(PlyRoll, &'t [Token<'a>]), RecordError> {
        let faces = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
        let faces: Roll = faces
            .ok_or(RollError::Unreadable)
            .and_then(str::parse)
            .map_err(|err| fault(at, err.to_string()))?;
        mv.dice.check(&faces).map_err(|err| fault(at, err.to_string()))?;
        if !self.is_committed {
            return Ok((PlyRoll::Faces(faces, None), rest));
        }
        let [Token { kind: TokenKind::Brace(salt), .. }, rest @ ..] = rest else {
            return Err(fault(at, "a record with a commitment needs the salt after each roll"));
        };
        if !is_salt(salt) {
            let what = "a salt is 1 to 64 letters, digits, dots, colons, dashes and underscores";
            return Err(fault(at, what));
        }
        if let Some(proof) = &self.proof {
            let n = self.curve.rolls() + 1;
            let right = roll(&proof.id, &proof.secret, n, salt, &mv.dice);
            if right != faces {
                return Err(fault(at, format!("the roll ({faces}) should be ({right})")));
            }
        }
        Ok((PlyRoll::Faces(faces, Some((*salt).to_owned())), rest))
    }

    /// Reads an outcome that stands for a roll which nobody wrote down.
    fn mark(&mut self, mv: &LegalMove, at: &Token<'_>, text: &str) -> Result<PlyRoll, RecordError> {
        let branches = self.curve.position().branches(&mv.mv);
        let marks = branches.into_iter().filter_map(|branch| branch.mark);
        let Some(mark) = marks.clone().find(|mark| mark.to_string() == text) else {
            let known: Vec<String> = marks.map(|mark| format!(":{mark}")).collect();
            return Err(fault(
                at,
                if known.is_empty() {
                    "this move has no outcome, it always succeeds".to_owned()
                } else {
                    format!("the outcome here can be {}", known.join(" or "))
                },
            ));
        };
        if !mv.dice.is_empty() {
            if self.is_committed {
                return Err(fault(at, "a record with a commitment has rolls, not outcomes"));
            }
            self.outcome_at.get_or_insert(at.line);
        }
        Ok(PlyRoll::Outcome(mark))
    }
}

fn fault(token: &Token<'_>, what: impl Into<String>) -> RecordError {
    RecordError { line: token.line, what: what.into() }
}

/// The most words that the text of a move has in any game.
const MOVE_WORDS: usize = 3;
