//! Makes the scene of a picture from a position.

use games::{BySeat, Outcome, PictureContext, Present, Reason, Seat, SeatSet};
use scene::{Board, Fight, Mark, Panel, Scene, Side, SideTime};

use super::line::Line;

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
    let (headline, note) = headline(position, caption);
    let ply = line.played();
    let foot = match caption.number {
        Some(number) => format!("#{number} · {ply}"),
        None => format!("ply {ply}"),
    };
    let announced = announced(plies, highlight);
    let panel = Panel {
        headline,
        note,
        sides: sides(position, &context, caption),
        fights: fights::<G>(announced),
        foot,
        turns: announced.iter().filter_map(|(_, report)| G::ply_text(report)).collect(),
    };
    let before = announced.split_last().map_or(&[][..], |(_, before)| before);
    Scene {
        board: position.board(facing, marks, &context),
        panel,
        earlier: before.iter().map(|(_, report)| G::ply_marks(report)).collect(),
        face: G::FACE,
    }
}

/// The picture while men are arranged: this board, and who has not finished.
#[must_use]
pub fn unplayed<G: Present>(
    position: &G,
    board: Board,
    caption: &Caption,
    awaits: SeatSet,
) -> Scene {
    let context = PictureContext { plies: &[], look: &caption.look, seed: 0 };
    let mut sides = sides(position, &context, caption);
    for (side, seat) in sides.iter_mut().zip(in_order(position, caption)) {
        // The men in a side's hand are hidden as well.
        side.hand.clear();
        side.to_move = caption.outcome.is_none() && awaits.contains(seat);
    }
    let name = |seat: Seat| caption.names.get(seat.index()).cloned().unwrap_or_default();
    let arranging: Vec<String> = awaits.iter().map(name).collect();
    let (headline, note) = match caption.outcome {
        None => (arranging.join(", "), "arranging".to_owned()),
        Some(_) => headline(position, caption),
    };
    let foot = caption.number.map(|number| format!("#{number}")).unwrap_or_default();
    let panel = Panel { headline, note, sides, fights: Vec::new(), foot, turns: Vec::new() };
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
fn sides<G: Present>(
    position: &G,
    context: &PictureContext<'_, G::Report>,
    caption: &Caption,
) -> Vec<Side> {
    let (captures, scores) = (position.captures(context), position.scores());
    let side = |seat: Seat| Side {
        name: caption.names.get(seat.index()).cloned().unwrap_or_default(),
        shade: G::shade(seat),
        captured: captures.iter().filter(|(by, _)| *by == seat).map(|(_, p)| p.clone()).collect(),
        hand: position.hand(seat),
        label: position.zone_label(seat).to_owned(),
        score: scores.as_ref().and_then(|scores| scores.get(seat.index())).copied(),
        to_move: caption.outcome.is_none() && seat == position.to_move(),
        out: !position.active().contains(seat),
        time: caption.times.get(seat.index()).cloned().flatten(),
    };
    in_order(position, caption).into_iter().map(side).collect()
}

/// The plies that one message announces; none in an answer to a question.
fn announced<'p, R>(plies: &'p [(Seat, R)], highlight: Highlight<'_>) -> &'p [(Seat, R)] {
    let Highlight::Plies(announced) = highlight else { return &[] };
    let count = announced.clamp(1, u32::from(u8::MAX)) as usize;
    &plies[plies.len().saturating_sub(count)..]
}

/// The fights of these plies, the oldest first, with the numbers of their plies if there are
/// several.
fn fights<G: Present>(announced: &[(Seat, G::Report)]) -> Vec<Fight> {
    let is_numbered = announced.len() > 1;
    let of_ply = |((_, report), number): (&(Seat, G::Report), u8)| {
        Some(Fight { number: is_numbered.then_some(number), ..G::fight(report)? })
    };
    announced.iter().zip(1..=u8::MAX).filter_map(of_ply).collect()
}

/// Returns how a game ended, in a word or two; `None` where the board shows it.
const fn end_note(reason: Reason) -> Option<&'static str> {
    Some(match reason {
        Reason::Rule(end) => return end.panel,
        Reason::Progress => "no progress",
        Reason::Repetition => "repetition",
        Reason::Resignation => "resignation",
        Reason::Time => "on time",
        Reason::Forfeit => "forfeit",
        Reason::Agreement => "agreed",
        Reason::Adjudication => "decided",
    })
}

/// The panel's headline and the note below it.
fn headline<G: Present>(position: &G, caption: &Caption) -> (String, String) {
    let name = |seat: Seat| {
        let named = caption.names.get(seat.index()).cloned();
        named.unwrap_or_else(|| position.seat_name(seat).to_owned())
    };
    match caption.outcome {
        None => {
            let state = position.state_words().map(|words| format!("; {words}"));
            (name(position.to_move()), format!("to move{}", state.unwrap_or_default()))
        }
        Some(Outcome::Win(seats, reason)) => {
            let names: Vec<String> = seats.iter().map(name).collect();
            let wins = if names.len() == 1 { "wins" } else { "win" };
            let note =
                end_note(reason).map_or_else(|| wins.to_owned(), |end| format!("{wins}; {end}"));
            (names.join(", "), note)
        }
        Some(Outcome::Draw(reason)) => {
            ("Draw".to_owned(), end_note(reason).unwrap_or_default().to_owned())
        }
        Some(Outcome::Aborted) => ("Ended".to_owned(), "not counted".to_owned()),
    }
}
