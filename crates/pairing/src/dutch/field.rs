//! Everybody who is to be paired, and what is absolute about it.

use super::{
    super::{
        history::{Colour, Entry, Number, PairingHistory, Player},
        matching::{Graph, less},
    },
    form::{self, Claim, Form},
};

/// The measures of how much a pair or a bye breaks, gravest first: a rematch, a second bye, colours.
pub(super) type Broken = [u32; 3];

/// Everybody who is to be paired, by score and number, with what is absolute.
pub(super) struct Field {
    pub(super) forms: Vec<Form>,
    /// The colour drawn for the first player of the first round.
    pub(super) initial: Colour,
    /// Start numbers that are forbidden to meet in this round.
    forbidden: Vec<Vec<Number>>,
    relaxed: bool,
    /// C5: the score of the one who gets the bye, once it is known.
    pub(super) bye_score: Option<u32>,
}

impl Field {
    pub(super) fn new(event: &PairingHistory, relaxed: bool) -> Field {
        let now =
            event.forbidden.iter().filter(|one| (one.first..=one.last).contains(&event.played));
        Field {
            forms: form::forms(event),
            initial: event.initial.or_else(|| inferred(event)).unwrap_or(Colour::White),
            forbidden: now.map(|one| one.players.clone()).collect(),
            relaxed,
            bye_score: None,
        }
    }

    /// Returns what this pair breaks; `None` where it is not to be.
    pub(super) fn broken(&self, one: usize, other: usize) -> Option<Broken> {
        let (one, other) = (&self.forms[one], &self.forms[other]);
        if self
            .forbidden
            .iter()
            .any(|group| group.contains(&one.number) && group.contains(&other.number))
        {
            return None;
        }
        // C1 (C.04.1 article 2): nobody meets twice.
        let rematch = one.met.contains(&other.number);
        // C3 (C.04.1 articles 6 and 7): two who are not topscorers and have the same absolute preference do not meet.
        let colours = one.claim == Claim::Absolute
            && other.claim == Claim::Absolute
            && one.preference == other.preference
            && !one.topscorer
            && !other.topscorer;
        let broken = [u32::from(rematch), 0, u32::from(colours)];
        (self.relaxed || broken == [0; 3]).then_some(broken)
    }

    /// Returns what a bye breaks; `None` where it is not to be.
    pub(super) fn broken_by_bye(&self, player: usize) -> Option<Broken> {
        let form = &self.forms[player];
        if self.bye_score.is_some_and(|score| form.score != score) {
            return None;
        }
        // C2 (C.04.1 article 4): no second bye, none after a win's points without a game.
        let broken = [0, u32::from(!form.bye), 0];
        (self.relaxed || broken == [0; 3]).then_some(broken)
    }

    /// Returns where the scoregroup that begins here ends.
    pub(super) fn group_end(&self, start: usize) -> usize {
        let Some(first) = self.forms.get(start) else { return start };
        start + self.forms[start..].iter().take_while(|form| form.score == first.score).count()
    }

    /// 1.9 and C5: whether everybody can be paired, and the least score of the one who is left over.
    pub(super) fn outlook(&self) -> Option<Option<u32>> {
        let count = self.forms.len();
        let odd = count % 2 == 1;
        let mut graph = Graph::new(count + usize::from(odd), 4);
        for one in 0..count {
            for other in one + 1..count {
                if let Some(broken) = self.broken(one, other) {
                    graph.join(
                        one,
                        other,
                        &[less(broken[0]), less(broken[1]), less(broken[2]), less(0)],
                    );
                }
            }
            if let Some(broken) = self.broken_by_bye(one).filter(|_| odd) {
                let score = less(self.forms[one].score);
                graph.join(one, count, &[less(broken[0]), less(broken[1]), less(broken[2]), score]);
            }
        }
        let mates = graph.best()?;
        Some(odd.then(|| self.forms[mates[count]].score))
    }
}

/// The colour drawn for the first of the list, from the first round in which anybody had a colour.
fn inferred(event: &PairingHistory) -> Option<Colour> {
    let colour = |player: &Player, round: usize| match player.entry(round) {
        Entry::Game { colour, .. } => Some(colour),
        Entry::Forfeit { colour, .. } => colour,
        _ => None,
    };
    let round = (0..event.played)
        .find(|&round| event.players.iter().any(|one| colour(one, round).is_some()))?;
    let known = |player: &Player| (0..=round).any(|round| player.entry(round).paired());
    let there = event.players.iter().filter(|player| known(player));
    let (at, first) =
        there.enumerate().find_map(|(at, player)| Some((at, colour(player, round)?)))?;
    Some(if at % 2 == 0 { first } else { first.other() })
}
