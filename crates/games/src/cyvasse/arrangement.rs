//! Arranging the men before the first move (rules, section 5): hidden behind a screen, or openly in
//! turns.

mod edit;
mod place;
mod reveal;
mod view;

use scene::Piece;
use view::View;

use super::{Army, DragonStart, Figure, Kind, Options, Position, present::board::figure_piece};
use crate::{
    Seat, SeatSet,
    arrangement::{
        Arrangement, ArrangementChoice, ArrangementStep, ArrangementView, Arranging, NotArranged,
    },
    text::only_letter,
};

/// A side, and its army as far as it is arranged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Side {
    army: Army,
    /// Whether the side has said that it is done or, in an open arrangement, that it keeps its
    /// Dragon.
    is_final: bool,
}

/// The armies of both sides while they are being arranged.
#[derive(Clone, Debug)]
pub(super) struct Armies {
    options: Options,
    sides: [Side; 2],
    /// The seat that places something next in an open arrangement.
    turn: Seat,
    /// The hex of the last open placing.
    last: Option<super::Hex>,
}

impl Armies {
    /// Both armies before anything is placed; a hidden draft begins with the default army.
    pub(super) fn new(options: &Options) -> Self {
        let first = if options.open_setup {
            Army::EMPTY
        } else {
            Army::named("default", options.dragon).unwrap_or(Army::EMPTY)
        };
        let side = Side { army: first, is_final: false };
        Self { options: *options, sides: [side; 2], turn: Seat::FIRST, last: None }
    }

    const fn side(&self, seat: Seat) -> &Side {
        &self.sides[seat.index() & 1]
    }

    /// Returns `true` if all men and mountains of a side stand, its Dragon aside.
    fn stands(&self, seat: Seat) -> bool {
        self.side(seat).army.faults(DragonStart::Choice).is_empty()
    }

    fn has_dragon(&self, seat: Seat) -> bool {
        self.side(seat).army.count(Figure::Man(Kind::Dragon)) > 0
    }

    /// The side that places next in an open arrangement: the sides alternate, and one that has
    /// finished is skipped. `None` in a hidden arrangement.
    fn placer(&self) -> Option<Seat> {
        let sides = [self.turn, self.turn.other()];
        sides.into_iter().find(|seat| self.is_open() && !self.is_done(*seat))
    }

    /// Returns what this viewer may know.
    fn view(&self, viewer: Option<Seat>) -> View {
        let done = [Seat::FIRST, Seat::SECOND].map(|seat| self.is_done(seat));
        if self.options.open_setup {
            let armies = self.sides.map(|side| side.army);
            return View::open(armies, done, self.last, self.placer(), self.options.dragon);
        }
        let own = viewer.map(|seat| (seat, self.side(seat).army));
        View::hidden(own, done, self.options.dragon)
    }
}

impl Arrangement for Armies {
    fn is_open(&self) -> bool {
        self.options.open_setup
    }

    fn awaited(&self) -> SeatSet {
        if self.is_open() {
            return self.placer().into_iter().collect();
        }
        Seat::all(2).filter(|seat| !self.is_done(*seat)).collect()
    }

    fn is_done(&self, seat: Seat) -> bool {
        if !self.is_open() {
            return self.side(seat).is_final;
        }
        let settled = match self.options.dragon {
            DragonStart::Choice => self.has_dragon(seat) || self.side(seat).is_final,
            DragonStart::Board => self.has_dragon(seat),
            DragonStart::Hold => true,
        };
        settled && self.stands(seat)
    }

    fn changed(
        &self,
        seat: Seat,
        typed: &str,
        below: &mut dyn FnMut(usize) -> usize,
    ) -> Result<String, String> {
        let army = self.side(seat).army;
        edit::changed(&army, seat, typed, self.options.dragon, below).map(|it| it.to_string())
    }

    fn draft(&self, seat: Seat) -> String {
        self.side(seat).army.to_string()
    }

    fn faults(&self, seat: Seat) -> Vec<String> {
        let faults = self.side(seat).army.faults(self.options.dragon);
        faults.iter().map(|fault| edit::fault_words(fault, self.options.dragon)).collect()
    }

    fn read_placing(&self, typed: &str) -> Result<ArrangementStep, NotArranged> {
        place::read(self, typed)
    }

    fn next_step(&self, army: &str) -> Option<ArrangementStep> {
        let wanted = Army::read(army, self.options.dragon).ok()?;
        let seat = self.placer()?;
        Some(place::toward(&self.side(seat).army, &wanted, seat))
    }

    fn placings(&self) -> Vec<String> {
        place::all(self)
    }

    fn choices(&self, seat: Seat, from: Option<&str>) -> Vec<ArrangementChoice> {
        edit::choices(&self.sides[seat.index() & 1].army, seat, from)
    }

    fn figure_name(&self, placing: &str) -> Option<&'static str> {
        placed(placing).map(Figure::name)
    }

    fn figure_piece(&self, placing: &str) -> Option<Piece> {
        Some(figure_piece(placed(placing)?, self.placer()?))
    }

    fn apply(&mut self, seat: Seat, step: &ArrangementStep) -> Option<()> {
        if self.is_done(seat) {
            return None;
        }
        let dragon = self.options.dragon;
        match step {
            ArrangementStep::Draft(text) if !self.is_open() => {
                let army = Army::read_draft(text, dragon).ok()?;
                self.sides[seat.index() & 1].army = army;
            }
            ArrangementStep::Done(text) if !self.is_open() => {
                let army = Army::read(text, dragon).ok().filter(|it| it.to_string() == *text)?;
                self.sides[seat.index() & 1] = Side { army, is_final: true };
            }
            ArrangementStep::Place(text) if self.placer() == Some(seat) => {
                let (figure, hex) = place::exact(text).filter(|it| self.may_place(seat, *it))?;
                self.sides[seat.index() & 1].army.set(seat, hex, Some(figure));
                self.last = Some(hex);
                self.turn = seat.other();
            }
            ArrangementStep::Hold if self.placer() == Some(seat) && self.may_hold(seat) => {
                self.sides[seat.index() & 1].is_final = true;
                self.turn = seat.other();
            }
            _ => return None,
        }
        Some(())
    }

    fn seen_by(&self, viewer: Option<Seat>, facing: Seat) -> ArrangementView {
        self.view(viewer).shown(facing)
    }

    fn names(&self) -> &'static [&'static str] {
        edit::NAMES
    }

    fn placing_form(&self) -> &'static str {
        "a letter, `@` and a hex of your half"
    }

    fn is_like_army(&self, typed: &str) -> bool {
        reveal::is_like_army(typed)
    }

    fn is_like_change(&self, typed: &str) -> bool {
        reveal::is_like_change(typed)
    }

    fn may_reveal(&self, words: &[&str]) -> bool {
        reveal::may_reveal(words)
    }

    fn examples(&self, seat: Seat) -> Vec<String> {
        let own = |name: &str| {
            let hex = super::Hex::parse(name).unwrap_or(super::Hex::CENTRE);
            if seat == Seat::FIRST { hex } else { hex.turned() }
        };
        let [h1, h2, c4, d3] = ["h1", "h2", "c4", "d3"].map(own);
        vec![
            format!("setup move {h2}-{h1}"),
            format!("setup swap {c4}-{d3}"),
            format!("setup put D {h1}"),
            format!("setup remove {h1}"),
        ]
    }
}

/// Returns what a placing that begins so places: a Mountain for `M@`.
fn placed(placing: &str) -> Option<Figure> {
    let letter = only_letter(placing.strip_suffix('@')?)?;
    Figure::ALL.into_iter().find(|figure| figure.letter() == letter)
}

impl Arranging<Position> for Armies {
    fn start(&self) -> Option<Position> {
        let [white, black] = &self.sides;
        self.awaited()
            .is_empty()
            .then(|| Position::from_armies([&white.army, &black.army], &self.options))
    }

    fn start_of(&self, texts: &[&str]) -> Result<Position, (Seat, String)> {
        let mut armies = [Army::EMPTY; 2];
        for ((seat, text), army) in Seat::all(2).zip(texts).zip(&mut armies) {
            let read = Army::read(text, self.options.dragon).map_err(|faults| {
                (seat, faults.first().map_or_else(String::new, ToString::to_string))
            })?;
            if read.to_string() != *text {
                return Err((seat, format!("should be \"{read}\"")));
            }
            *army = read;
        }
        Ok(Position::from_armies([&armies[0], &armies[1]], &self.options))
    }

    fn arrangement(&self) -> &dyn Arrangement {
        self
    }

    fn boxed(&self) -> Box<dyn Arranging<Position>> {
        Box::new(self.clone())
    }
}
