//! From a match to a scene.

use super::any::{Caption, Shown};
use crate::{
    games::{Outcome, Present, Seat},
    scene::{Fight, Mark, Panel, Piece, Scene, Shade, Side},
};

/// The picture of a position after these plies.
#[must_use]
pub fn scene<G: Present>(
    position: &G,
    plies: &[(Seat, G::Report)],
    caption: &Caption,
    shown: Shown<'_>,
) -> Scene {
    let facing = caption.facing;
    let marks: Vec<Mark> = match shown {
        Shown::Plies(_) => plies.last().map(|(_, report)| G::ply_marks(report)).unwrap_or_default(),
        Shown::Marks(marks) => marks.to_vec(),
    };
    let board = position.board(facing, marks);
    let captured = |seat: Seat| -> Vec<Piece> {
        plies
            .iter()
            .filter_map(|(_, report)| G::captured(report))
            .filter(|(by, _)| *by == seat)
            .map(|(_, piece)| piece)
            .collect()
    };
    let side = |seat: Seat| Side {
        name: caption.names.get(seat.index()).cloned().unwrap_or_default(),
        shade: if seat == Seat::FIRST { Shade::Light } else { Shade::Dark },
        captured: captured(seat),
    };
    let (headline, note) = headline(position, caption);
    let ply = plies.len();
    let foot = match caption.number {
        Some(number) => format!("#{number} · {ply}"),
        None => format!("ply {ply}"),
    };
    let panel = Panel {
        headline,
        note,
        far: side(facing.other()),
        near: side(facing),
        fights: fights::<G>(plies, shown),
        foot,
    };
    Scene { board, panel }
}

/// The fights of the plies that one message tells, oldest first.
fn fights<G: Present>(plies: &[(Seat, G::Report)], shown: Shown<'_>) -> Vec<Fight> {
    let Shown::Plies(told) = shown else { return Vec::new() };
    let from = plies.len().saturating_sub(told.max(1) as usize);
    plies[from..].iter().filter_map(|(_, report)| G::fight(report)).collect()
}

fn headline<G: Present>(position: &G, caption: &Caption) -> (String, String) {
    let name = |seat: Seat| {
        caption.names.get(seat.index()).cloned().unwrap_or_else(|| G::seat_name(seat).to_owned())
    };
    match caption.outcome {
        None => (name(position.to_move()), "to move".to_owned()),
        Some(Outcome::Win(seats, _)) => {
            let names: Vec<String> = seats.iter().map(name).collect();
            let note = if names.len() == 1 { "wins" } else { "win" };
            (names.join(", "), note.to_owned())
        }
        Some(Outcome::Draw(_)) => ("Draw".to_owned(), String::new()),
        Some(Outcome::Aborted) => ("Ended".to_owned(), "not counted".to_owned()),
    }
}
