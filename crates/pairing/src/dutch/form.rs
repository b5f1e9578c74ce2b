//! A player as the pairing sees them before a round: score, number, preference of colour, floats.

use std::cmp::Ordering;

use super::super::history::{Bye, Colour, Entry, Number, PairingHistory, Player, Points};

/// The degree to which a player is owed a colour (1.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Claim {
    /// No game played yet.
    None,
    /// 1.7.3: as many games with one colour as with the other; the one he did not have last.
    Mild,
    /// 1.7.2: one more game with one colour than with the other.
    Strong,
    /// 1.7.1: two more, or the same colour in the last two games.
    Absolute,
}

/// The direction in which a player met somebody of another score (1.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Float {
    /// The opponent had less, or the round brought points without a game.
    Down,
    /// The opponent had more.
    Up,
    /// Neither.
    None,
}

/// A player as the pairing sees him.
#[derive(Clone, Debug)]
pub(super) struct Form {
    /// The start number.
    pub number: Number,
    /// The pairing number (TPN) from 1, in which only those count who have ever been paired.
    pub rank: usize,
    /// The score for this pairing, with acceleration.
    pub score: Points,
    /// The score as it stands in the table.
    pub points: Points,
    /// More than half of what could be won, before the last round (1.8).
    pub topscorer: bool,
    /// The colour he ought to have.
    pub preference: Option<Colour>,
    /// The strength of that claim.
    pub claim: Claim,
    /// The colours of the games played, in order.
    pub colours: Vec<Colour>,
    /// Games with white less games with black (1.6).
    pub difference: i32,
    /// Whether he may be given the bye (C2).
    pub bye: bool,
    /// Rounds without a game.
    pub unplayed: u32,
    /// Whom he has played.
    pub met: Vec<Number>,
    /// The floats of the last round and of the one before.
    pub floats: [Float; 2],
}

impl Form {
    /// The colour of the last two games, where it was the same.
    pub(super) fn repeated(&self) -> Option<Colour> {
        match self.colours.as_slice() {
            [.., before, last] if before == last => Some(*last),
            _ => None,
        }
    }

    /// Returns `true` if the colours themselves, and not their order, make the claim absolute.
    pub(super) fn lopsided(&self) -> bool {
        self.difference.abs() > 1
    }
}

/// Everybody who is to be paired in the next round, by score and pairing number (1.2).
pub(super) fn forms(event: &PairingHistory) -> Vec<Form> {
    let mut rank = 0;
    let mut forms = Vec::new();
    for player in &event.players {
        let here = player.entries.len() <= event.played;
        // C.04.2, article 2: who has never been in a pairing has no number yet.
        if here || player.entries.iter().take(event.played).any(Entry::paired) {
            rank += 1;
        }
        if here {
            forms.push(form(event, player, rank));
        }
    }
    forms.sort_by_key(|form| (std::cmp::Reverse(form.score), form.rank));
    forms
}

/// The score for pairing a round that comes after `rounds` others.
fn score(event: &PairingHistory, player: &Player, rounds: usize) -> Points {
    event.points_after(player, rounds) + player.acceleration.get(rounds).copied().unwrap_or(0)
}

fn form(event: &PairingHistory, player: &Player, rank: usize) -> Form {
    let entries: Vec<Entry> = (0..event.played).map(|round| player.entry(round)).collect();
    let colours: Vec<Colour> = entries.iter().filter_map(Entry::colour).collect();
    let whites = colours.iter().filter(|&&colour| colour == Colour::White).count() as i32;
    let difference = 2 * whites - colours.len() as i32;
    let (preference, claim) = preference(&colours, difference);
    let score = score(event, player, event.played);
    let last = event.rounds > 0 && event.played + 1 >= event.rounds;
    let most = event.points.win.max(event.points.draw) * event.played as Points;
    Form {
        number: player.number,
        rank,
        score,
        points: event.points_of(player),
        topscorer: last && 2 * score > most,
        preference,
        claim,
        difference,
        bye: may_have_bye(event, &entries),
        unplayed: entries.iter().filter(|entry| !entry.played()).count() as u32,
        met: entries.iter().filter(|entry| entry.played()).filter_map(Entry::opponent).collect(),
        floats: [1, 2].map(|back| float(event, player, back)),
        colours,
    }
}

/// 1.7: the preference of colour, and how strong it is.
fn preference(colours: &[Colour], difference: i32) -> (Option<Colour>, Claim) {
    let Some(&last) = colours.last() else { return (None, Claim::None) };
    let owed = if difference > 0 { Colour::Black } else { Colour::White };
    let twice = colours.len() > 1 && colours[colours.len() - 2] == last;
    match difference.abs() {
        2.. => (Some(owed), Claim::Absolute),
        _ if twice => (Some(last.other()), Claim::Absolute),
        1 => (Some(owed), Claim::Strong),
        _ => (Some(last.other()), Claim::Mild),
    }
}

/// C2: neither a bye of the pairing before, nor a win's points in one round without playing.
fn may_have_bye(event: &PairingHistory, entries: &[Entry]) -> bool {
    !entries.iter().any(|entry| {
        matches!(entry, Entry::Bye { bye: Bye::Allocated })
            || (!entry.played() && event.points.of(entry) >= event.points.win)
    })
}

/// 1.4.2 to 1.4.4: the float of a round, counted back from the one to be paired. Of two who played each other the
/// one with the higher score has a downfloat and the other an upfloat. Who scored more than a loss without playing
/// has a downfloat, and who lost without playing, or was absent, has none.
fn float(event: &PairingHistory, player: &Player, back: usize) -> Float {
    let Some(round) = event.played.checked_sub(back) else { return Float::None };
    let entry = player.entry(round);
    let given = !entry.played() && event.points.of(&entry) > event.points.loss;
    if given || matches!(entry, Entry::Bye { bye: Bye::Allocated }) {
        return Float::Down;
    }
    let opponent = entry.opponent().filter(|_| entry.played());
    let Some(opponent) = opponent.and_then(|number| event.player(number)) else {
        return Float::None;
    };
    match score(event, player, round).cmp(&score(event, opponent, round)) {
        Ordering::Greater => Float::Down,
        Ordering::Less => Float::Up,
        Ordering::Equal => Float::None,
    }
}
