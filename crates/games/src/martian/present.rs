//! Martian Chess in pictures and sentences, as the host asks for them.

use scene::{Board, Mark, Placed, PlyNote, Shade, Shape, Spot, Squares, Wedges};

use super::{
    Cell, CellSet, Fault, Form, Kind, Move, Position, Report, Way,
    colours::{Painted, TONES},
    explain, help, read, refusals, words,
};
use crate::{
    Actor, Lesson, OptionLine, OptionValues, Outcome, PictureContext, Present, Rules as _, Seat,
    legal_moves,
    marks::focus_marks,
    present::pieces_in,
    text::{called, singular},
};

impl Present for Position {
    const INTRODUCTION: &'static str = "**Martian Chess** has pyramids and two to six players, and \
                                        whose a piece is depends on where it stands";
    const SPRITES: &'static [scene::SpriteSource] = super::sprites::SPRITES;
    const LESSONS: &'static [Lesson] = help::LESSONS;
    const FACE: scene::Theme = scene::Theme::Mars;
    const LOOK_LINES: &'static [OptionLine] = &[OptionLine {
        key: "colours",
        values: OptionValues::Words(&["plain", "rainbow", "shady"]),
        default: "rainbow",
        meaning: "colours of the pieces, which mean nothing: one tone, nine for each zone, or two mixed",
    }];

    fn seat_name(&self, seat: Seat) -> &'static str {
        words::seat_name(self.form(), seat)
    }

    /// Colours mean nothing in this game, so none stands for a seat.
    fn shade(_seat: Seat) -> Shade {
        Shade::Tone(0)
    }

    fn pieces() -> Vec<scene::Piece> {
        let shades: Vec<Shade> = TONES.map(Shade::Tone).collect();
        pieces_in(Self::SPRITES, &shades)
    }

    fn board(&self, facing: Seat, marks: Vec<Mark>, context: &PictureContext<'_, Report>) -> Board {
        let painted = Painted::of(self, context);
        let placed = |at: usize| Placed {
            at: self.cell(at).into(),
            piece: picture(self.kind_on(at), painted.shade(at)),
            badges: Vec::new(),
        };
        let pieces = self.occupied().map(placed).collect();
        Board::of(shape(self.form(), facing), pieces, marks)
    }

    fn ply_marks(report: &Report) -> Vec<Mark> {
        let (from, to) = (report.mv.from.into(), report.mv.to.into());
        let mut marks = vec![Mark::From(from), Mark::To(to)];
        if report.is_long {
            marks.push(Mark::Arrow(from, to));
        }
        if report.mv.way == Way::Merge {
            marks.push(Mark::Grown(to));
        }
        marks
    }

    fn captures(&self, context: &PictureContext<'_, Report>) -> Vec<(Seat, scene::Piece)> {
        let painted = Painted::of(self, context);
        let piece = |(seat, kind, shade)| (seat, picture(kind, shade));
        painted.captures.into_iter().map(piece).collect()
    }

    fn ply_note(report: &Report, name: &dyn Fn(Seat) -> String) -> PlyNote {
        words::note(report, name)
    }

    fn taken_at(report: &Report) -> Vec<Spot> {
        report.captured().map(|_| report.mv.to.into()).into_iter().collect()
    }

    /// By pips.
    fn worth(sprite: &str) -> u32 {
        match sprite {
            "martian/queen" => 3,
            "martian/drone" => 2,
            _ => 1,
        }
    }

    fn state_words(&self) -> Option<String> {
        words::state(self)
    }

    fn end_words(&self, outcome: Outcome, name: &dyn Fn(Seat) -> String) -> Option<String> {
        words::end(self, outcome, name)
    }

    fn short_end_words(&self, outcome: Outcome, name: &dyn Fn(Seat) -> String) -> Option<String> {
        words::short_end(self, outcome, name)
    }

    fn zone_label(&self, seat: Seat) -> &'static str {
        words::zone_label(self.form(), seat)
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
        let set = |cells: &mut dyn Iterator<Item = Cell>| {
            cells.fold(CellSet::EMPTY, |all, at| all | CellSet::of(at))
        };
        let movers = set(&mut moves.iter().map(|mv| mv.from));
        let targets = |way: Way| {
            let of_way = moves.iter().filter(|mv| mv.way == way);
            words::cells(self, set(&mut of_way.map(|mv| mv.to))).into_iter()
        };
        let mut marks = focus_marks(words::cells(self, movers));
        marks.extend(targets(Way::Plain).map(|to| Mark::Step(to.into())));
        marks.extend(targets(Way::Capture).map(|to| Mark::Attack(to.into(), None)));
        marks.extend(targets(Way::Merge).map(|to| Mark::Join(to.into())));
        marks
    }

    fn piece_name(&self, cell: &str) -> Option<&'static str> {
        Some(self.piece_at(self.form().named(cell)?)?.name())
    }

    fn moves_about(&self, about: &str) -> Result<Vec<Move>, String> {
        let mut moves = legal_moves(self);
        if about.trim().is_empty() {
            return Ok(moves);
        }
        let wanted = self.asked(about)?;
        moves.retain(|mv| wanted.contains(mv.from));
        match wanted.indices().next() {
            Some(at) if moves.is_empty() && !self.is_over() => {
                let at = self.cell(at);
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

    fn why(&self, cell: &str) -> Result<(String, Vec<Mark>), String> {
        explain::why(self, cell)
    }

    fn rules_words(topic: &str) -> Option<String> {
        help::rules(topic)
    }

    /// A Pawn's step inside the own zone where there is one, since it needs no explanation.
    fn example_move(&self) -> Option<Move> {
        let moves = legal_moves(self);
        let own = self.zone(self.to_move());
        let mut simple = moves.iter().filter(|mv| {
            let pawn = self.piece_at(mv.from) == Some(Kind::Pawn);
            pawn && mv.way == Way::Plain && own.contains(mv.to)
        });
        // Names are ordered so that this one tends to lead towards the middle.
        let best = if self.form().is_flat() { simple.next_back() } else { simple.next() };
        best.or(moves.first()).copied()
    }

    fn is_full_move_text(text: &str) -> bool {
        read::is_full(text)
    }
}

impl Position {
    /// The own pieces that are asked about by cell, kind or letter.
    fn asked(&self, about: &str) -> Result<CellSet, String> {
        let seat = self.to_move();
        if let Some(at) = self.form().named(about) {
            return match self.piece_at(at) {
                Some(_) if self.owner(at) == seat => Ok(CellSet::of(at)),
                Some(kind) => Err(format!(
                    "The {} on {at} is in {}, and {} is to move.",
                    kind.name(),
                    words::zone_words(self.form(), self.owner(at)),
                    self.seat_name(seat)
                )),
                None => Err(format!("No piece stands on {at}.")),
            };
        }
        let about = about.trim().to_lowercase();
        let stem = singular(&about, 2);
        let Some(named) = called(Kind::ALL, stem, Kind::name, Kind::letter) else {
            let example = self.own().next().map(|at| self.cell(at));
            let example = example.map_or_else(String::new, |at| format!(" (`legal {at}`)"));
            return Err(format!(
                "Ask for all moves with `legal`, for one piece with its cell{example}, or for a \
                 kind (`legal queen`)."
            ));
        };
        let of_kind = self.pieces(seat, named);
        if of_kind.is_empty() {
            return Err(format!("{} has no {} now.", self.seat_name(seat), named.name()));
        }
        Ok(of_kind)
    }
}

/// The board of a form with the zone of `facing` at the bottom; of four, at the lower left.
const fn shape(form: Form, facing: Seat) -> Shape {
    let (seats, facing) = (form.seats(), facing.index() as u8);
    if !form.is_flat() {
        return Shape::Wedges(Wedges { zones: seats, facing: facing % seats });
    }
    let turned = Squares::turns_for(facing, seats);
    Shape::Squares(Squares { files: form.files(), ranks: 8, turned, zone: Some([4, 4]) })
}

fn picture(kind: Kind, shade: Shade) -> scene::Piece {
    let sprite = match kind {
        Kind::Pawn => "martian/pawn",
        Kind::Drone => "martian/drone",
        Kind::Queen => "martian/queen",
    };
    scene::Piece { sprite: sprite.to_owned(), shade }
}
