//! Legal moves in sentences: those that somebody asks about, lists of them, and what a single one
//! does.

use super::{LIST_ORDER, a, end, plural, seat_name, the, verb};
use crate::{
    Outcome, Rules as _, Seat,
    cyvasse::{
        Action, Attack, Hex, HexSet, Kind, Move, Position,
        sums::{defence_words, has, men_words, strength_sum},
    },
    legal_moves,
    text::{count, list},
};

/// The legal moves that somebody asks about: all, or those of a man or of a kind.
pub(in crate::cyvasse) fn about(position: &Position, text: &str) -> Result<Vec<Move>, String> {
    let mut moves = legal_moves(position);
    let text = text.trim().to_lowercase();
    if text.is_empty() {
        return Ok(moves);
    }
    let (wanted, hand) = asked(position, &text)?;
    let is_asked = |mv: &Move| match mv.action {
        Action::Step { from, .. } => wanted.contains(from),
        Action::Enter(_) => hand,
        Action::Pass => false,
    };
    let is_over = position.outcome().is_some();
    moves.retain(is_asked);
    if moves.is_empty() && !is_over { Err(none(position, wanted)) } else { Ok(moves) }
}

/// The sentence that none of these men can move now.
fn none(position: &Position, wanted: HexSet) -> String {
    let seat = seat_name(position.turn());
    if !position.has_king(position.turn()) {
        return format!("{seat} must crown a King this turn: `legal` lists the turns that do.");
    }
    let Some(at) = wanted.first() else {
        return format!("{seat}'s Dragon cannot come out now: `why dragon` tells the reason.");
    };
    let who = match position.kind_at(at) {
        Some(kind) if wanted.size() == 1 => format!("No move for {}", the(kind, at)),
        Some(kind) => format!("None of {seat}'s {} can move", plural(kind)),
        None => "No move".to_owned(),
    };
    format!("{who}: `why {at}` tells the reason.")
}

/// The player's own men that somebody asks about by hex, kind or letter, and whether the Dragon in
/// hand is meant.
fn asked(position: &Position, text: &str) -> Result<(HexSet, bool), String> {
    let (seat, name) = (position.turn(), seat_name(position.turn()));
    if let Ok(at) = Hex::parse(text) {
        return match (position.kind_at(at), position.owner(at)) {
            (Some(_), Some(owner)) if owner == seat => Ok((HexSet::of(at), false)),
            (Some(kind), Some(owner)) => Err(format!(
                "The {} on {at} {} {}'s, and {name} is to move. `why {at}` tells who can take it.",
                kind.name(),
                verb(kind, "is", "are"),
                seat_name(owner)
            )),
            _ => Err(format!("No man stands on {at}. `why {at}` tells what is there.")),
        };
    }
    let named = kinds(text);
    if named.is_empty() {
        let own = position.men_of(seat).last();
        let example = own.map_or_else(String::new, |at| format!(" (`legal {at}`)"));
        return Err(format!(
            "Ask for all turns with `legal`, for one man with his hex{example}, or for a kind \
             (`legal elephant`)."
        ));
    }
    let men = named.iter().fold(HexSet::EMPTY, |men, kind| men | position.pieces(seat, *kind));
    let hand = named.contains(&Kind::Dragon) && position.has_dragon_in_hand(seat);
    if men.is_empty() && !hand {
        let names = list(named.iter().map(|kind| kind.name()));
        return Err(format!("{name} has no {names} now."));
    }
    Ok((men, hand))
}

/// The kinds that a word means: `Elephant`, `elephants`, `e`, `light`, `horse`.
pub(in crate::cyvasse) fn kinds(word: &str) -> Vec<Kind> {
    let bare = |name: &str| name.to_lowercase().trim_end_matches('s').to_owned();
    let stem = bare(word.trim());
    let is_meant = |kind: &Kind| {
        let name = bare(kind.name());
        let letter = kind.letter().to_ascii_lowercase().to_string();
        let horse = name.split_once(' ').is_some_and(|(which, what)| stem == which || stem == what);
        // `s` stands for Spears, and has no stem.
        stem == name || horse || word.trim().eq_ignore_ascii_case(&letter)
    };
    Kind::ALL.into_iter().filter(|kind| !word.trim().is_empty() && is_meant(kind)).collect()
}

/// The man who acts in a move, of the kind that he is after a promotion, or the Dragon in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mover {
    Man(Kind, Hex, Option<Kind>),
    Hand,
    Nobody,
}

/// The first parts of a move: corner and promotion.
type MovePrefix = (Option<Hex>, Option<Kind>);

/// A main part of a move, and the prefixes under which it is possible.
#[derive(Clone, Debug)]
struct Act {
    action: Action,
    prefixes: Vec<MovePrefix>,
}

/// Legal moves by the man who acts, in the order of lists.
struct MoveList<'p> {
    position: &'p Position,
    acts: Vec<(Mover, Vec<Act>)>,
    prefixes: Vec<MovePrefix>,
}

impl<'p> MoveList<'p> {
    fn of(position: &'p Position, moves: &[Move]) -> Self {
        let mut listed = Self { position, acts: Vec::new(), prefixes: Vec::new() };
        for mv in moves {
            let opening = (mv.corner, mv.promotion);
            if !listed.prefixes.contains(&opening) {
                listed.prefixes.push(opening);
            }
            let who = who(position, *mv);
            let index = listed.acts.iter().position(|(other, _)| *other == who);
            let index = index.unwrap_or_else(|| {
                listed.acts.push((who, Vec::new()));
                listed.acts.len() - 1
            });
            let acts = &mut listed.acts[index].1;
            match acts.iter_mut().find(|act| act.action == mv.action) {
                Some(act) => act.prefixes.push(opening),
                None => acts.push(Act { action: mv.action, prefixes: vec![opening] }),
            }
        }
        let rank = |who: &Mover| match who {
            Mover::Man(kind, at, _) => {
                (LIST_ORDER.iter().position(|listed| listed == kind), Some(*at))
            }
            Mover::Hand => (Some(1), None),
            Mover::Nobody => (None, None),
        };
        listed.acts.sort_by_key(|(who, _)| rank(who));
        for (_, acts) in &mut listed.acts {
            acts.sort_by_key(|act| act.action.target());
        }
        listed
    }

    /// The number of different main parts, however a move is opened.
    fn size(&self) -> usize {
        self.acts.iter().map(|(_, acts)| acts.len()).sum()
    }

    /// Returns what may or must come before the main part.
    fn openings_words(&self) -> String {
        let mut words = String::new();
        let corners = distinct(self.prefixes.iter().filter_map(|(corner, _)| *corner));
        if let [first, ..] = corners.as_slice() {
            let corners: Vec<String> = corners.iter().map(|at| format!("`@{at}`")).collect();
            let example = self.acts.first().and_then(|(_, acts)| acts.first());
            let example = example
                .map_or_else(String::new, |act| format!(", as in `@{first} {}`", bare(act.action)));
            words += &format!("Name a corner first: {}{example}. ", corners.join(", "));
        }
        let kinds = distinct(self.prefixes.iter().filter_map(|(_, promotion)| *promotion));
        if kinds.is_empty() {
            return words;
        }
        let Some((at, kind)) = self.position.promotable() else { return words };
        let name = kind.name();
        if kinds == [Kind::King] {
            return words + &format!("First the {name} on {at} is crowned King (`=K`). ");
        }
        let free = self.prefixes.iter().any(|(_, promotion)| promotion.is_none());
        let word = if free { "may" } else { "must" };
        let made = list(kinds.iter().map(|up| format!("{} (`={}`)", a(*up), up.letter())));
        let made = made.replace(" and ", " or ");
        words + &format!("Before the move the {name} on {at} {word} become {made}. ")
    }

    /// Returns what a main part needs before it, where not every opening of its man allows it.
    fn need(&self, who: Mover, act: &Act) -> Option<String> {
        let as_promoted = match who {
            Mover::Man(_, _, promotion) => promotion,
            Mover::Hand | Mover::Nobody => None,
        };
        // A man in the fortress is listed apart as he is promoted or not.
        let on_fortress = self.position.promotable().map(|(at, _)| at);
        let is_own = on_fortress.is_some() && origin(who) == on_fortress;
        let of_man = |opening: &&MovePrefix| !is_own || opening.1 == as_promoted;
        let possible = self.prefixes.iter().filter(of_man).count();
        if act.prefixes.len() >= possible {
            return None;
        }
        let opening = |(corner, promotion): &MovePrefix| {
            let corner = corner.map(|corner| format!("@{corner}"));
            let promotion = promotion.filter(|_| as_promoted.is_none());
            let promotion = promotion.map(|up| format!("={}", up.letter()));
            corner.into_iter().chain(promotion).collect::<Vec<_>>().join(" ")
        };
        let prefixes = distinct(act.prefixes.iter().map(opening));
        Some(format!("with {}", prefixes.join(" or ")))
    }

    /// The attack of a capture, after the first opening that allows it.
    fn attack(&self, act: &Act) -> Option<Attack> {
        let (corner, promotion) = *act.prefixes.first()?;
        let opened = self.position.with_corner(corner).with_promotion(promotion);
        opened.attack(act.action.origin()?, act.action.target()?)
    }
}

/// The same items without repetitions, in their order.
fn distinct<T: PartialEq>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut found = Vec::new();
    for item in items {
        if !found.contains(&item) {
            found.push(item);
        }
    }
    found
}

/// The man who acts in a move.
fn who(position: &Position, mv: Move) -> Mover {
    let from = match mv.action {
        Action::Step { from, .. } => from,
        Action::Enter(_) => return Mover::Hand,
        Action::Pass => return Mover::Nobody,
    };
    let promoted = mv.promotion.filter(|_| position.fortress(position.turn()) == Some(from));
    let kind = promoted.or_else(|| position.kind_at(from));
    kind.map_or(Mover::Nobody, |kind| Mover::Man(kind, from, promoted))
}

/// The main part of a move, as it is typed.
fn bare(action: Action) -> String {
    Move { corner: None, promotion: None, action }.to_string()
}

/// Legal moves in words: those of one man with all details, those of several man by man.
pub(in crate::cyvasse) fn moves(position: &Position, moves: &[Move]) -> String {
    if moves.is_empty() {
        let over = position.outcome().is_some();
        return if over { "The game is over: no moves." } else { "No legal turn." }.to_owned();
    }
    let listed = MoveList::of(position, moves);
    let first = listed.openings_words();
    if let [(Mover::Nobody, _)] = listed.acts.as_slice() {
        return format!("{first}Nothing can move: type `pass`.");
    }
    let is_one = listed
        .acts
        .iter()
        .all(|(who, _)| origin(*who) == listed.acts.first().and_then(|(first, _)| origin(*first)));
    let groups = listed.acts.iter();
    if is_one {
        let groups: Vec<String> = groups.map(|(who, acts)| in_full(&listed, *who, acts)).collect();
        return format!("{first}{}", groups.join(" "));
    }
    let groups: Vec<String> = groups.map(|(who, acts)| in_short(&listed, *who, acts)).collect();
    format!("{first}{}: {}.", count(listed.size() as u64, "move"), groups.join("; "))
}

const fn origin(who: Mover) -> Option<Hex> {
    match who {
        Mover::Man(_, at, _) => Some(at),
        Mover::Hand | Mover::Nobody => None,
    }
}

/// `Elephant f2`, `Trebuchet f1 (=T)`, `Dragon in hand`
fn name(who: Mover) -> String {
    match who {
        Mover::Man(kind, at, Some(up)) => format!("{} {at} (`={}`)", kind.name(), up.letter()),
        Mover::Man(kind, at, None) => format!("{} {at}", kind.name()),
        Mover::Hand => "Dragon in hand".to_owned(),
        Mover::Nobody => "nobody".to_owned(),
    }
}

/// `Elephant f2 e4, d6 (takes Spears)`
fn in_short(listed: &MoveList<'_>, who: Mover, acts: &[Act]) -> String {
    let victim = |act: &Act| listed.position.kind_at(act.action.target()?);
    let target = |act: &Act| {
        let to = act.action.target().map_or_else(String::new, |to| to.to_string());
        let takes = victim(act).map(|kind| format!("takes {}", a(kind)));
        let notes: Vec<String> = takes.into_iter().chain(listed.need(who, act)).collect();
        if notes.is_empty() { to } else { format!("{to} ({})", notes.join(", ")) }
    };
    let targets: Vec<String> = acts.iter().map(target).collect();
    format!("{}: {}", name(who), targets.join(", "))
}

/// ``Elephant f2: `f2e4`, `f2d6`; `f2g4` takes the Dragon on g4, 3 + 1 = 4 with the Spears on f5.``
fn in_full(listed: &MoveList<'_>, who: Mover, acts: &[Act]) -> String {
    let is_capture =
        |act: &&Act| act.action.target().is_some_and(|to| listed.position.men().contains(to));
    let (captures, plain): (Vec<&Act>, Vec<&Act>) = acts.iter().partition(is_capture);
    let noted = |act: &Act, words: String| match listed.need(who, act) {
        Some(need) => format!("{words} ({need})"),
        None => words,
    };
    let plain: Vec<String> =
        plain.iter().map(|act| noted(act, format!("`{}`", bare(act.action)))).collect();
    let plain = (!plain.is_empty()).then(|| plain.join(", "));
    let capture = |act: &&Act| {
        let to = act.action.target().unwrap_or(Hex::CENTRE);
        let victim = listed.position.kind_at(to).map_or_else(String::new, |kind| the(kind, to));
        let sum = listed.attack(act).filter(Attack::needs_help).map(|it| with_help(&it));
        let words = format!("`{}` takes {victim}{}", bare(act.action), sum.unwrap_or_default());
        noted(act, words)
    };
    let captures = captures.iter().map(capture);
    let parts: Vec<String> = plain.into_iter().chain(captures).collect();
    format!("{}: {}.", name(who), parts.join("; "))
}

/// `, 3 + 1 = 4 with the Spears on f5`
fn with_help(attack: &Attack) -> String {
    format!(", {} with {}", strength_sum(attack), men_words(&attack.helpers))
}

/// Returns what tells a move from others: `Elephant, takes a Rabble`, `Rabble, corner k1`.
pub(in crate::cyvasse) fn label(position: &Position, mv: Move) -> String {
    let mut words = match who(position, mv) {
        Mover::Man(kind, ..) => kind.name().to_owned(),
        Mover::Hand => "Dragon from hand".to_owned(),
        Mover::Nobody => "nothing can move".to_owned(),
    };
    let taken = mv.action.target().and_then(|to| position.kind_at(to));
    words += &taken.map_or_else(String::new, |kind| format!(", takes {}", a(kind)));
    if matches!(mv.action, Action::Step { crowns: true, .. }) {
        words += ", is crowned";
    }
    words += &mv.corner.map_or_else(String::new, |corner| format!(", corner {corner}"));
    let promoted = mv.promotion.zip(position.promotable());
    let became = |(up, (at, kind)): (Kind, (Hex, Kind))| {
        if mv.action.origin() == Some(at) {
            return format!(", promoted from {}", kind.name());
        }
        let (kind, word) = (kind.name(), verb(kind, "becomes", "become"));
        format!(", the {kind} on {at} {word} {}", a(up))
    };
    words + &promoted.map_or_else(String::new, became)
}

/// Returns what a move is certain to do, and the sum of its attack.
pub(in crate::cyvasse) fn odds(position: &Position, mv: Move) -> String {
    let opened = position.with_corner(mv.corner).with_promotion(mv.promotion);
    let attack = mv.action.origin().zip(mv.action.target());
    let attack = attack.and_then(|(from, to)| opened.attack(from, to));
    let mut after = *position;
    let report = after.play_with_report(mv);
    let does = match (report.taken, mv.action.target()) {
        (Some(kind), Some(to)) => format!("takes {}", the(kind, to)),
        _ => "takes nothing".to_owned(),
    };
    let mut text = format!("`{mv}` {does}; there are no dice in this game.");
    if let Some(attack) = attack {
        let helped = if attack.helpers.is_empty() {
            String::new()
        } else {
            format!(" with {}", men_words(&attack.helpers))
        };
        let (kind, sum) = (attack.mover.1, strength_sum(&attack));
        let (attacker, has) = (kind.name(), has(kind));
        text += &format!(" The {attacker} {has} {sum}{helped}; {}.", defence_words(&attack));
    }
    let name = |seat: Seat| seat_name(seat).to_owned();
    let outcome = report.outcome.or_else(|| after.drawn_by_count(1));
    if let Some((outcome, why)) = outcome.and_then(|it| Some((it, end(&after, it, &name)?))) {
        let what = match outcome {
            Outcome::Win(winners, _) if winners.contains(report.seat) => "wins",
            Outcome::Win(..) => "loses",
            Outcome::Draw(_) | Outcome::Aborted => "draws",
        };
        text += &format!(" It {what}: {why}.");
    } else if report.must_crown {
        let next = seat_name(report.seat.other());
        text += &format!(" {next} then has one turn to crown another King.");
    }
    text
}
