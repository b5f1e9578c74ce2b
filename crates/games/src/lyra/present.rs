//! Lyra in pictures and sentences, as the host asks for them.

use scene::{Badge, Board, Fight, Mark, Placed, PlyNote, Shape, Spot, Squares};

use super::{
    ActionReport, Bitboard, Fault, Kind, Move, Piece, Position, Report, SIZE, Side, Sq, Verdict,
    explain, help, read, read::TypedMove, refusals, rules::GENERAL, words,
};
use crate::{
    Actor, Lesson, Outcome, PictureContext, Present, Reason, Rules as _, Seat, legal_moves,
    marks::focus_marks,
    text::{called, capitalised, only_letter, singular},
};

impl Present for Position {
    const INTRODUCTION: &'static str =
        "**Lyra** is a small battle on six by six squares, where a capture is a fight with dice";
    const SPRITES: &'static [scene::SpriteSource] = super::sprites::SPRITES;
    const LESSONS: &'static [Lesson] = help::LESSONS;

    fn seat_name(&self, seat: Seat) -> &'static str {
        Side::of(seat).name()
    }

    fn rolls_dice(&self) -> bool {
        !self.options().classic()
    }

    fn board(&self, facing: Seat, marks: Vec<Mark>, _dress: &PictureContext<'_, Report>) -> Board {
        let placed = |at: Sq| {
            let piece = self.piece_at(at)?;
            Some(Placed { at: at.into(), piece: seen(piece, facing), badges: self.badges(piece) })
        };
        let pieces = Sq::all().filter_map(placed).collect();
        let turned = Squares::turns_for(facing.index() as u8, 2);
        let squares = Squares { files: SIZE, ranks: SIZE, turned, zone: None };
        Board::of(Shape::Squares(squares), pieces, marks)
    }

    fn ply_marks(report: &Report) -> Vec<Mark> {
        let Some(action) = report.action else { return Vec::new() };
        let (from, to) = (action.from.into(), action.to.into());
        let mut marks = match action.fight.map(|fight| fight.verdict) {
            Some(Verdict::Push) => vec![Mark::Push(from, to)],
            Some(Verdict::Lost) => vec![Mark::Lost(from, to)],
            Some(Verdict::Hit) | None if is_long(&action) => {
                vec![Mark::From(from), Mark::To(to), Mark::Arrow(from, to)]
            }
            Some(Verdict::Hit) | None => vec![Mark::From(from), Mark::To(to)],
        };
        // A Soldier that turns round has risen to nothing.
        let rose = action.becomes.filter(|kind| matches!(kind, Kind::Lieutenant | Kind::Captain));
        marks.extend(rose.map(|_| Mark::Raised(to)));
        marks
    }

    fn fight(report: &Report) -> Option<Fight> {
        let fight = report.action?.fight?;
        let (&[attack, defence], &[high, low]) = (fight.dice.as_slice(), fight.roll.as_slice())
        else {
            return None;
        };
        Some(Fight {
            attacker: Position::shade(report.side.seat()),
            attack: (attack.sides(), high),
            defence: (defence.sides(), low),
            verdict: match fight.verdict {
                Verdict::Hit => scene::FightVerdict::Hit,
                Verdict::Push => scene::FightVerdict::Push,
                Verdict::Lost => scene::FightVerdict::Lost,
            },
            percent: fight.odds.percent(Verdict::Hit),
        })
    }

    fn captures(&self, context: &PictureContext<'_, Report>) -> Vec<(Seat, scene::Piece)> {
        context.plies.iter().filter_map(|(_, report)| captured(report)).collect()
    }

    fn ply_note(report: &Report, _name: &dyn Fn(Seat) -> String) -> PlyNote {
        words::note(report)
    }

    fn taken_at(report: &Report) -> Vec<Spot> {
        let Some(action) = report.action else { return Vec::new() };
        let at = match action.fight.map(|fight| fight.verdict) {
            Some(Verdict::Hit) => Some(action.to),
            Some(Verdict::Lost) => Some(action.from),
            Some(Verdict::Push) | None => None,
        };
        at.into_iter().map(Spot::from).collect()
    }

    fn men_words(sprite: &str, count: usize) -> String {
        let is_soldier = sprite.starts_with("lyra/reversed");
        let name = sprite.trim_start_matches("lyra/");
        let name = capitalised(if is_soldier { "soldier" } else { name });
        if count == 1 { name } else { format!("{count} {name}s") }
    }

    /// By rank; a General counts for nothing, since his fall is the end.
    fn worth(sprite: &str) -> u32 {
        match sprite {
            "lyra/general" => 0,
            "lyra/assassin" => 4,
            "lyra/captain" => 3,
            "lyra/lieutenant" => 2,
            _ => 1,
        }
    }

    fn end_words(&self, outcome: Outcome, name: &dyn Fn(Seat) -> String) -> Option<String> {
        Some(match outcome {
            Outcome::Win(winners, GENERAL) => {
                let loser = Side::ALL.into_iter().find(|side| !winners.contains(side.seat()))?;
                format!("the General of {} fell", name(loser.seat()))
            }
            Outcome::Draw(Reason::Repetition) => "the same position for the third time".to_owned(),
            Outcome::Draw(Reason::Progress) => "too long without attack and promotion".to_owned(),
            _ => return None,
        })
    }

    fn ply_words(report: &Report, actor: Actor<'_>) -> String {
        words::ply(report, actor)
    }

    fn position_words(&self) -> Vec<String> {
        words::position(self)
    }

    fn fault_words(&self, typed: &str, fault: &Fault) -> String {
        refusals::words(self, typed, fault)
    }

    fn move_label(&self, mv: &Move) -> String {
        words::label(self, *mv)
    }

    fn move_marks(&self, moves: &[Move]) -> Vec<Mark> {
        let actions = || moves.iter().filter_map(|mv| mv.action());
        let movers: Bitboard = actions().map(|action| action.from).collect();
        let steps: Bitboard =
            actions().filter(|action| !action.attack).map(|action| action.to).collect();
        let targets: Bitboard =
            actions().filter(|action| action.attack).map(|action| action.to).collect();
        // A square attacked by several pieces has one ring, with the best of their chances.
        let best = |to: Sq| {
            let attackers = actions().filter(move |action| action.to == to);
            attackers.filter_map(|action| self.percent(action.from, to)).max()
        };
        let mut marks = focus_marks(movers);
        marks.extend(steps.map(|to| Mark::Step(to.into())));
        marks.extend(targets.map(|to| Mark::Attack(to.into(), best(to))));
        marks
    }

    fn piece_name(&self, square: &str) -> Option<&'static str> {
        Some(self.piece_at(Sq::parse(square)?)?.kind.name())
    }

    fn piece_called(&self, part: &str) -> Option<scene::Piece> {
        let kind = only_letter(part.strip_prefix('=')?).and_then(Kind::from_letter)?;
        Some(picture(Piece { side: self.side(), kind }))
    }

    fn moves_about(&self, about: &str) -> Result<Vec<Move>, String> {
        let mut moves = legal_moves(self);
        let about = about.trim().to_lowercase();
        if about.is_empty() {
            return Ok(moves);
        }
        let wanted = self.asked(&about)?;
        moves.retain(|mv| mv.action().is_some_and(|action| wanted.contains(&action.from)));
        match wanted.first() {
            Some(at) if moves.is_empty() && self.outcome().is_none() => {
                Err(format!("No move for the piece on {at}: `why {at}` tells the reason."))
            }
            _ => Ok(moves),
        }
    }

    fn moves_words(&self, moves: &[Move]) -> String {
        words::moves(self, moves)
    }

    fn odds_words(&self, mv: &Move) -> String {
        words::odds(self, *mv)
    }

    fn why(&self, square: &str) -> Result<(String, Vec<Mark>), String> {
        explain::why(self, square)
    }

    fn rules_words(topic: &str) -> Option<String> {
        help::rules(topic)
    }

    /// A Soldier's step in the middle where there is one, since it needs no explanation.
    fn example_move(&self) -> Option<Move> {
        let moves = legal_moves(self);
        let simple = |mv: &&Move| {
            mv.action().is_some_and(|action| {
                let soldier = self.pieces(self.side(), Kind::Soldier).contains(action.from);
                soldier && !action.attack && (2..4).contains(&action.from.file())
            })
        };
        moves.iter().find(simple).or(moves.first()).copied()
    }

    fn is_full_move_text(text: &str) -> bool {
        matches!(read::parse(text), Some(TypedMove::Action(typed)) if typed.from.is_some())
    }
}

impl Position {
    /// The squares of the own pieces that are asked about by square, kind or letter.
    fn asked(&self, about: &str) -> Result<Vec<Sq>, String> {
        let (side, own) = (self.side(), self.side_squares(self.side()));
        if let Some(at) = Sq::parse(about) {
            return match self.piece_at(at) {
                Some(piece) if piece.side == side => Ok(vec![at]),
                Some(piece) => Err(format!(
                    "The {} on {at} is {}'s, and {} is to move.",
                    piece.kind.name(),
                    piece.side.name(),
                    side.name()
                )),
                None => Err(format!("No piece stands on {at}.")),
            };
        }
        let stem = singular(about, 2);
        let Some(named) = called(Kind::ALL, stem, Kind::name, Kind::letter) else {
            return Err(
                "Ask for all moves with `legal`, for one piece with its square (`legal c2`), \
                        or for a kind (`legal captain`)."
                    .to_owned(),
            );
        };
        let of_kind: Vec<Sq> = own
            .filter(|at| self.piece_at(*at).is_some_and(|piece| read::fits(named, piece.kind)))
            .collect();
        if of_kind.is_empty() {
            return Err(format!("{} has no {} on the board.", side.name(), named.name()));
        }
        Ok(of_kind)
    }

    /// The badges at a piece: what an Assassin holds, as heads of its own side.
    fn badges(&self, piece: Piece) -> Vec<Badge> {
        if piece.kind != Kind::Assassin {
            return Vec::new();
        }
        let badge = |kind: Kind| Badge {
            piece: picture(Piece { side: piece.side, kind }),
            letter: kind.letter(),
        };
        self.held(piece.side).kinds().map(badge).collect()
    }
}

/// The piece that a ply took off the board and the seat that captured it.
fn captured(report: &Report) -> Option<(Seat, scene::Piece)> {
    let action = report.action?;
    let fight = action.fight?;
    let (loser, kind) = match fight.verdict {
        Verdict::Hit => (report.side.other(), fight.victim),
        Verdict::Push => return None,
        Verdict::Lost => (report.side, action.kind),
    };
    Some((loser.other().seat(), picture(Piece { side: loser, kind })))
}

/// A piece as the side `facing` sees it on the board: a reversed Soldier points where he goes, so up
/// the picture where he is the other side's.
fn seen(piece: Piece, facing: Seat) -> scene::Piece {
    let mut picture = picture(piece);
    if piece.kind == Kind::Reversed && piece.side.seat() != facing {
        "lyra/reversed_up".clone_into(&mut picture.sprite);
    }
    picture
}

fn picture(piece: Piece) -> scene::Piece {
    let sprite = match piece.kind {
        Kind::Soldier => "lyra/soldier",
        Kind::Reversed => "lyra/reversed",
        Kind::Lieutenant => "lyra/lieutenant",
        Kind::Captain => "lyra/captain",
        Kind::Assassin => "lyra/assassin",
        Kind::General => "lyra/general",
    };
    scene::Piece { sprite: sprite.to_owned(), shade: Position::shade(piece.side.seat()) }
}

/// Returns `true` if a move gets an arrow: more than one step.
const fn is_long(action: &ActionReport) -> bool {
    action.from.distance(action.to) > 1
}
