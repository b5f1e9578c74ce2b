//! Makes the scene of a picture from a position.

use std::cmp::Reverse;

use games::{BySeat, Outcome, PictureContext, Present, Reason, RuleEnd, Seat, SeatSet, isolated};
use scene::{Board, Gone, Mark, Panel, Piece, PlyNote, Scene, Side, SideTime};

use super::{invisible::is_seen, line::Line, names::short_name};

/// The facts that a picture's panel states besides the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caption {
    /// The seat whose side is at the bottom.
    pub facing: Seat,
    /// A name for each seat, in order.
    pub names: BySeat<String>,
    /// The outcome, if the game is over in any way.
    pub outcome: Option<Outcome>,
    /// The number of the game, if it has one.
    pub number: Option<u32>,
    /// The display options of the game in canonical text.
    pub look: String,
    /// The time that each seat has left; empty in a game without clocks.
    pub times: BySeat<Option<SideTime>>,
}

impl Caption {
    /// The name of the player on a seat; that of the seat where there is none, or nothing of it would be seen.
    fn name<G: Present>(&self, position: &G, seat: Seat) -> String {
        let named = self.names.get(seat.index()).filter(|name| is_seen(name)).cloned();
        named.unwrap_or_else(|| position.seat_name(seat).to_owned())
    }

    /// The same within a sentence.
    fn told_name<G: Present>(&self, position: &G, seat: Seat) -> String {
        isolated(&self.name(position, seat))
    }

    /// The same in a few letters: that of the seat's zone where it has one, which its plate shows too.
    fn short_name<G: Present>(&self, position: &G, seat: Seat) -> String {
        let label = position.zone_label(seat);
        if label.starts_with(char::is_alphabetic) {
            return label.to_owned();
        }
        let names: Vec<String> =
            Seat::all(position.n_seats()).map(|seat| self.name(position, seat)).collect();
        short_name(&names, seat.index())
    }
}

/// The marks that a picture shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Highlight<'a> {
    /// Those of this many last plies, the ones that one message announces: numbered if they are
    /// several, those before the last one paler. 0 counts as 1, and more than 255 as 255.
    Plies(u32),
    /// These marks, which go with an answer.
    Marks(&'a [Mark]),
}

/// The picture of the position to which a line has led.
#[must_use]
pub fn scene<G: Present>(line: &Line<G>, caption: &Caption, highlight: Highlight<'_>) -> Scene {
    let (position, plies, facing) = (line.now(), line.plies(), caption.facing);
    let marks: Vec<Mark> = match highlight {
        Highlight::Plies(_) => {
            let of_ply = plies.last().map(|(_, report)| G::ply_marks(report)).unwrap_or_default();
            of_ply.into_iter().chain(position.state_marks()).collect()
        }
        Highlight::Marks(marks) => marks.to_vec(),
    };
    let seed = caption.number.map_or(0, u64::from);
    let context = PictureContext { plies, look: &caption.look, seed };
    let (headline, note, state) = headline(position, caption);
    let announced = announced(plies, highlight);
    let mut notes: Vec<PlyNote> =
        announced.iter().map(|(_, report)| ply_note(position, report, caption)).collect();
    // What the position says by itself is not said once more of the ply that led to it.
    let is_news = |came: &String| !state.split(", ").any(|said| said == came);
    if let Some(last) = notes.last_mut() {
        last.came.retain(is_news);
    }
    let short_came = announced.last().map(|(_, last)| short_came(position, last, caption));
    let short_came = short_came.unwrap_or_default().into_iter().filter(is_news).collect();
    let captures = position.captures(&context);
    let panel = Panel {
        moment: moment(u32::try_from(plies.len()).unwrap_or(u32::MAX)),
        headline,
        note,
        state,
        short_came,
        sides: sides(position, &captures, caption),
        plies: notes,
        ..short_end(position, caption)
    };
    let before = announced.split_last().map_or(&[][..], |(_, before)| before);
    let mut board = position.board(facing, marks, &context);
    if let Some((_, report)) = announced.last() {
        board.gone = gone::<G>(report, &captures, caption.outcome);
    }
    let earlier = before.iter().map(|(_, report)| G::ply_marks(report)).collect();
    Scene { board, panel, earlier, face: G::FACE }
}

/// Returns which position a picture shows: the one behind so many plies.
pub fn moment(plies: u32) -> String {
    match plies {
        0 => "the start".to_owned(),
        ply => format!("move {ply}"),
    }
}

/// A panel that says no more than which game it is of.
fn titled<G: Present>(position: &G, caption: &Caption) -> Panel {
    let number = caption.number.map(|number| format!("#{number}")).unwrap_or_default();
    Panel { title: G::title(position.options()).to_owned(), number, ..Panel::default() }
}

/// A panel that says which game it is of, and if it is over, who has won and why, in few words.
fn short_end<G: Present>(position: &G, caption: &Caption) -> Panel {
    let name = |seat: Seat| isolated(&caption.short_name(position, seat));
    let outcome = caption.outcome;
    let winners = match outcome {
        Some(Outcome::Win(winners, _)) => winners,
        _ => SeatSet::default(),
    };
    let words = outcome.and_then(|outcome| position.short_end_words(outcome, &name));
    let short_state = words.unwrap_or_else(|| match outcome {
        // The name of a rule is no sentence.
        Some(Outcome::Win(_, Reason::Rule(RuleEnd { panel: None, .. }))) => String::new(),
        Some(Outcome::Win(_, reason) | Outcome::Draw(reason)) => nameless_end(reason).to_owned(),
        Some(Outcome::Aborted) | None => String::new(),
    });
    let losers: Vec<Seat> =
        Seat::all(position.n_seats()).filter(|seat| !winners.contains(*seat)).collect();
    let short_headline = match losers.as_slice() {
        [loser] if winners.len() > 2 => format!("all but {}", name(*loser)),
        _ => {
            let name = |seat: Seat| caption.short_name(position, seat);
            joined(&winners.iter().map(name).collect::<Vec<_>>())
        }
    };
    Panel { short_headline, short_state, ..titled(position, caption) }
}

/// Tells the effects of a ply, with short names.
fn short_came<G: Present>(position: &G, report: &G::Report, caption: &Caption) -> Vec<String> {
    G::ply_note(report, &|seat| isolated(&caption.short_name(position, seat))).came
}

/// A ply in a few words, with its fight.
fn ply_note<G: Present>(position: &G, report: &G::Report, caption: &Caption) -> PlyNote {
    let name = |seat: Seat| caption.told_name(position, seat);
    PlyNote { fight: G::fight(report), ..G::ply_note(report, &name) }
}

/// The men whom the last ply took. One whose fall decided the game lies where he fell.
fn gone<G: Present>(
    report: &G::Report,
    captures: &[(Seat, Piece)],
    outcome: Option<Outcome>,
) -> Vec<Gone> {
    let spots = G::taken_at(report);
    let last = captures.iter().skip(captures.len().saturating_sub(spots.len()));
    let gone = spots.into_iter().zip(last).map(|(at, (_, piece))| Gone {
        at,
        piece: piece.clone(),
        lies: outcome.is_some() && G::worth(&piece.sprite) == 0,
    });
    gone.collect()
}

/// The picture while men are arranged: this board, and who has not finished.
#[must_use]
pub fn unplayed<G: Present>(
    position: &G,
    board: Board,
    caption: &Caption,
    awaits: SeatSet,
) -> Scene {
    let mut sides = sides(position, &[], caption);
    for (side, seat) in sides.iter_mut().zip(in_order(position, caption)) {
        // The men in a side's hand are hidden as well.
        side.hand.clear();
        side.to_move = caption.outcome.is_none() && awaits.contains(seat);
    }
    let arranging: Vec<String> = awaits.iter().map(|seat| caption.name(position, seat)).collect();
    let (headline, note, state) = match caption.outcome {
        None => (joined(&arranging), "arranging".to_owned(), String::new()),
        Some(_) => headline(position, caption),
    };
    let moment = "set-up".to_owned();
    let panel = Panel { moment, headline, note, state, sides, ..short_end(position, caption) };
    Scene { face: G::FACE, ..Scene::of(board, panel) }
}

/// The seats, from the one at the bottom of the board on.
fn in_order<G: Present>(position: &G, caption: &Caption) -> Vec<Seat> {
    let mut seats: Vec<Seat> = Seat::all(position.n_seats()).collect();
    let first = caption.facing.index().min(seats.len().saturating_sub(1));
    seats.rotate_left(first);
    seats
}

/// The sides in the panel, from the one at the bottom of the board on.
fn sides<G: Present>(position: &G, captures: &[(Seat, Piece)], caption: &Caption) -> Vec<Side> {
    let scores = position.scores();
    let side = |seat: Seat| Side {
        name: caption.name(position, seat),
        shade: G::shade(seat),
        captured: taken_by::<G>(captures, seat),
        lead: lead(position, captures, seat),
        hand: position.hand(seat),
        label: position.zone_label(seat).to_owned(),
        score: scores.as_ref().and_then(|scores| scores.get(seat.index())).copied(),
        to_move: caption.outcome.is_none() && seat == position.to_move(),
        won: matches!(caption.outcome, Some(Outcome::Win(seats, _)) if seats.contains(seat)),
        out: !position.active().contains(seat),
        time: caption.times.get(seat.index()).cloned().flatten(),
    };
    in_order(position, caption).into_iter().map(side).collect()
}

/// The men that each seat has taken in a line, the most valuable first, and by how much they are worth more than
/// the other's: `Taken by ann: …; by ben: … (+1).` `None` before the first.
pub fn captures_words<G: Present>(line: &Line<G>, name: &dyn Fn(Seat) -> String) -> Option<String> {
    let position = line.now();
    let context = PictureContext { plies: line.plies(), look: "", seed: 0 };
    let captures = position.captures(&context);
    let taken = Seat::all(position.n_seats()).filter_map(|seat| {
        let pieces = taken_by::<G>(&captures, seat);
        let kinds = pieces.chunk_by(|one, other| one.sprite == other.sprite);
        let kinds = kinds.map(|kind| G::men_words(&kind[0].sprite, kind.len()));
        let lead = match lead(position, &captures, seat) {
            0 => String::new(),
            lead => format!(" (+{lead})"),
        };
        let words = kinds.collect::<Vec<_>>().join(", ");
        (!pieces.is_empty()).then(|| format!("by {}: {words}{lead}", name(seat)))
    });
    let taken: Vec<String> = taken.collect();
    (!taken.is_empty()).then(|| format!("Taken {}.", taken.join("; ")))
}

/// The men that a seat has captured, the most valuable first.
fn taken_by<G: Present>(captures: &[(Seat, Piece)], seat: Seat) -> Vec<Piece> {
    let own = captures.iter().filter(|(by, _)| *by == seat);
    let mut pieces: Vec<Piece> = own.map(|(_, piece)| piece.clone()).collect();
    pieces.sort_by(|one, other| {
        let worth = |piece: &Piece| Reverse(G::worth(&piece.sprite));
        worth(one).cmp(&worth(other)).then_with(|| one.sprite.cmp(&other.sprite))
    });
    pieces
}

/// By how much the captures of one of two seats are worth more than those of the other.
fn lead<G: Present>(position: &G, captures: &[(Seat, Piece)], seat: Seat) -> u32 {
    if position.scores().is_some() || position.n_seats() != 2 {
        return 0;
    }
    let worth = |seat: Seat| {
        let own = captures.iter().filter(|(by, _)| *by == seat);
        own.map(|(_, piece)| G::worth(&piece.sprite)).sum::<u32>()
    };
    worth(seat).saturating_sub(worth(seat.other()))
}

/// The plies that one message announces; none in an answer to a question.
fn announced<'p, R>(plies: &'p [(Seat, R)], highlight: Highlight<'_>) -> &'p [(Seat, R)] {
    let Highlight::Plies(announced) = highlight else { return &[] };
    let count = announced.clamp(1, u32::from(u8::MAX)) as usize;
    &plies[plies.len().saturating_sub(count)..]
}

/// The most bytes for which a picture has room that say which progress was missing.
const LONGEST_PROGRESS: usize = 70;

/// Returns why a game ended, as a clause: `ben resigned`.
fn end_words<G: Present>(position: &G, outcome: Outcome, caption: &Caption) -> String {
    let (winners, reason) = match outcome {
        Outcome::Win(seats, reason) => (Some(seats), reason),
        Outcome::Draw(reason) => (None, reason),
        Outcome::Aborted => return String::new(),
    };
    let name = |seat: Seat| caption.told_name(position, seat);
    let words = position.end_words(outcome, &name);
    let is_short = |words: &String| reason != Reason::Progress || words.len() <= LONGEST_PROGRESS;
    if let Some(words) = words.filter(is_short) {
        return words;
    }
    let losers = Seat::all(position.n_seats())
        .filter(|seat| winners.is_some_and(|winners| !winners.contains(*seat)));
    let losers: Vec<String> = losers.map(name).collect();
    match (reason, losers.as_slice()) {
        (Reason::Resignation, [who]) => format!("{who} resigned"),
        (Reason::Time, [who]) => format!("{who} ran out of time"),
        _ => nameless_end(reason).to_owned(),
    }
}

/// Returns why a game ended, without names.
const fn nameless_end(reason: Reason) -> &'static str {
    match reason {
        Reason::Rule(RuleEnd { panel: Some(words), .. }) => words,
        Reason::Rule(end) => end.key,
        Reason::Resignation => "by resignation",
        Reason::Time => "on time",
        Reason::Progress => "no progress",
        Reason::Repetition => "repetition",
        Reason::Forfeit => "forfeit",
        Reason::Agreement => "agreed",
        Reason::Adjudication => "decided",
    }
}

/// Names beside each other.
fn joined(names: &[String]) -> String {
    match names {
        [name] => name.clone(),
        names => names.iter().map(|name| isolated(name)).collect::<Vec<_>>().join(", "),
    }
}

/// The panel's headline, the note below it, and what else counts.
fn headline<G: Present>(position: &G, caption: &Caption) -> (String, String, String) {
    let name = |seat: Seat| caption.name(position, seat);
    let state = |outcome| end_words(position, outcome, caption);
    match caption.outcome {
        None => {
            let state = position.state_words().unwrap_or_default();
            (name(position.to_move()), "to move".to_owned(), state)
        }
        Some(outcome @ Outcome::Win(seats, _)) => {
            let names: Vec<String> = seats.iter().map(name).collect();
            let wins = if names.len() == 1 { "wins" } else { "win" };
            (joined(&names), wins.to_owned(), state(outcome))
        }
        Some(outcome @ Outcome::Draw(_)) => ("Draw".to_owned(), String::new(), state(outcome)),
        Some(Outcome::Aborted) => ("Ended".to_owned(), "not counted".to_owned(), String::new()),
    }
}

#[cfg(test)]
mod tests {
    use games::GameKind;

    use super::*;
    use crate::{sample_position, start_position};

    fn caption(outcome: Option<Outcome>, names: &[&str]) -> Caption {
        Caption {
            facing: Seat::FIRST,
            names: names.iter().map(|name| (*name).to_owned()).collect(),
            outcome,
            number: None,
            look: String::new(),
            times: BySeat::default(),
        }
    }

    #[test]
    fn a_picture_has_room_for_why_a_game_is_drawn() {
        for kind in GameKind::ALL {
            let caption = caption(Some(Outcome::Draw(Reason::Progress)), &[]);
            let state = sample_position(kind).scene(&caption, Highlight::Plies(1)).panel.state;
            assert!(!state.is_empty() && state.len() <= LONGEST_PROGRESS, "{kind:?}: {state}");
        }
    }

    #[test]
    fn a_picture_is_headed_by_the_name_of_what_is_played() {
        let mut variations = 0;
        for kind in GameKind::ALL {
            for options in games::option_words(kind).1 {
                let Some(position) = start_position(kind, options) else { continue };
                let title = games::title(kind, options);
                variations += usize::from(title != kind.title());
                let panel = position.scene(&caption(None, &[]), Highlight::Plies(1)).panel;
                assert_eq!(panel.title, title, "{options}");
            }
        }
        assert!(variations > 0, "some game has another name under its options");
    }

    #[test]
    fn nothing_is_said_of_a_position_and_once_more_of_the_ply_that_led_to_it() {
        for kind in GameKind::ALL {
            let (mut position, mut random) = (sample_position(kind), 7_u64);
            for _ in 0..120 {
                let moves = position.moves();
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let Some(mv) = moves.get((random >> 33) as usize % moves.len().max(1)) else {
                    break;
                };
                position.play(mv, &position.branches(mv)[0].roll).unwrap();
                let panel = position.scene(&caption(None, &[]), Highlight::Plies(1)).panel;
                for came in &panel.plies[0].came {
                    assert!(!panel.state.split(", ").any(|said| said == came), "{came}");
                }
            }
        }
    }

    #[test]
    fn a_side_of_whose_player_no_name_is_seen_has_its_own() {
        let position = sample_position(GameKind::ALL[0]);
        let own = position.seat_name(Seat::FIRST);
        for name in ["\u{2800}", "\u{3164}", "\u{ad}", "\u{115f}\u{301}", ""] {
            let panel = position.scene(&caption(None, &[name, "ben"]), Highlight::Plies(1)).panel;
            let names = [&panel.sides[0].name, &panel.sides[1].name, &panel.headline];
            assert_eq!(names, [own, "ben", own], "{name:?}");
        }
    }

    #[test]
    fn a_name_that_is_written_from_the_right_is_isolated_in_a_sentence() {
        let won = Outcome::Win(SeatSet::of(Seat::FIRST), Reason::Resignation);
        let caption = caption(Some(won), &["דן", "שלום 7"]);
        let panel = sample_position(GameKind::ALL[0]).scene(&caption, Highlight::Plies(1)).panel;
        assert_eq!(panel.headline, "דן", "by itself it needs no isolate");
        assert_eq!(panel.state, "\u{2067}שלום 7\u{2069} resigned");
        assert_eq!(panel.sides[1].name, "שלום 7");
        assert_eq!(joined(&caption.names), "\u{2067}דן\u{2069}, \u{2067}שלום 7\u{2069}");
    }
}
