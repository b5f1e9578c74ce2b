//! A plain presentation, until the game's own words and drawings are there.

use super::{Position, Report, Verdict};
use crate::{
    games::{Actor, Present, Rules, Seat},
    scene::{self, Board, Fight, Mark, Piece, Placed, Shade, Square},
};

fn square(at: super::Sq) -> Square {
    Square { file: at.file(), rank: at.rank() }
}

impl Present for Position {
    fn seat_name(seat: Seat) -> &'static str {
        if seat == Seat::FIRST { "White" } else { "Black" }
    }
    fn rolls_dice(&self) -> bool {
        !self.rules().classic()
    }
    fn board(&self, facing: Seat, marks: Vec<Mark>) -> Board {
        let pieces = super::Sq::all()
            .filter_map(|at| {
                let piece = self.piece_at(at)?;
                Some(Placed {
                    at: square(at),
                    piece: Piece {
                        sprite: format!("lyra/{:?}", piece.kind).to_lowercase(),
                        shade: if piece.side == super::Side::White {
                            Shade::Light
                        } else {
                            Shade::Dark
                        },
                    },
                    badges: Vec::new(),
                })
            })
            .collect();
        Board { files: 6, ranks: 6, turned: facing == Seat::SECOND, pieces, marks }
    }
    fn ply_marks(report: &Report) -> Vec<Mark> {
        report.deed.map_or_else(Vec::new, |deed| {
            vec![Mark::From(square(deed.from)), Mark::To(square(deed.to))]
        })
    }
    fn fight(report: &Report) -> Option<Fight> {
        let fight = report.deed?.fight?;
        let (dice, roll) = (fight.dice.as_slice().to_vec(), fight.roll.as_slice().to_vec());
        if dice.is_empty() {
            return None;
        }
        Some(Fight {
            attacker: if report.side == super::Side::White { Shade::Light } else { Shade::Dark },
            attack: (dice[0].sides(), roll[0]),
            defence: (dice[1].sides(), roll[1]),
            verdict: match fight.verdict {
                Verdict::Hit => scene::Verdict::Hit,
                Verdict::Push => scene::Verdict::Push,
                Verdict::Lost => scene::Verdict::Lost,
            },
            percent: fight.odds.percent(Verdict::Hit),
        })
    }
    fn captured(_report: &Report) -> Option<(Seat, Piece)> {
        None
    }
    fn ply_words(report: &Report, actor: Actor<'_>) -> String {
        let who = match actor {
            Actor::Named(name) => name,
            Actor::Me => "I",
        };
        format!("{who} moved {}.", report.mv)
    }
    fn position_words(&self) -> Vec<String> {
        vec![self.to_string()]
    }
    fn fault_words(&self, _typed: &str, fault: &Self::Fault) -> String {
        format!("{fault:?}")
    }
    fn move_label(&self, mv: &Self::Move) -> String {
        mv.to_string()
    }
    fn move_marks(&self, _moves: &[Self::Move]) -> Vec<Mark> {
        Vec::new()
    }
    fn moves_about(&self, about: &str) -> Result<Vec<Self::Move>, String> {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.retain(|mv| mv.to_string().starts_with(about));
        Ok(moves)
    }
    fn moves_words(&self, moves: &[Self::Move]) -> String {
        moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }
    fn odds_words(&self, mv: &Self::Move) -> String {
        mv.to_string()
    }
    fn why(&self, square: &str) -> Result<(String, Vec<Mark>), String> {
        Ok((square.to_owned(), Vec::new()))
    }
    fn rules_words(topic: &str) -> Option<String> {
        matches!(topic, "" | "options").then(|| "Capture the enemy General.".to_owned())
    }
    fn example_move(&self) -> Option<Self::Move> {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.into_iter().next()
    }
    fn is_full_move_text(text: &str) -> bool {
        let text = text.trim();
        text.len() >= 4
            && text.len() <= 12
            && text.chars().filter(char::is_ascii_digit).count() == 2
    }
}
