//! The view that a viewer may have of an arrangement. Pictures and sentences are made from this alone.

use scene::{Board, Mark, Veil};

use crate::{
    Seat,
    arrangement::ArrangementView,
    cyvasse::{
        Army, ArmyFault, DragonStart, Figure, Hex, Kind,
        present::board::{army_board, shape},
    },
    text::list,
};

/// The part of an arrangement that a viewer may know, and nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct View {
    known: Known,
    /// Whether each side is done.
    done: [bool; 2],
    /// The seat that places next in an open arrangement.
    next: Option<Seat>,
    dragon: DragonStart,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Known {
    /// Neither army.
    Nothing,
    /// The viewer's own army.
    Own(Seat, Army),
    /// Both armies, and the hex of the last placing.
    Both([Army; 2], Option<Hex>),
}

impl View {
    /// The view of a hidden arrangement: at most the viewer's own army.
    pub(super) fn hidden(own: Option<(Seat, Army)>, done: [bool; 2], dragon: DragonStart) -> Self {
        let known = own.map_or(Known::Nothing, |(seat, army)| Known::Own(seat, army));
        Self { known, done, next: None, dragon }
    }

    /// The view of an open arrangement: everything is public.
    pub(super) const fn open(
        armies: [Army; 2],
        done: [bool; 2],
        last: Option<Hex>,
        next: Option<Seat>,
        dragon: DragonStart,
    ) -> Self {
        Self { known: Known::Both(armies, last), done, next, dragon }
    }

    /// The board and the sentences for this viewer.
    pub(super) fn shown(&self, facing: Seat) -> ArrangementView {
        let mut words: Vec<String> = match &self.known {
            Known::Nothing => Vec::new(),
            Known::Own(seat, army) => vec![half(*seat, army, self.dragon)],
            Known::Both(armies, _) => {
                let halves = Seat::all(2).zip(armies);
                halves.map(|(seat, army)| half(seat, army, self.dragon)).collect()
            }
        };
        words.push(self.states());
        ArrangementView { board: self.board(facing), words }
    }

    fn board(&self, facing: Seat) -> Board {
        match &self.known {
            Known::Nothing => {
                let shape = shape(facing, Veil::Both);
                Board::of(shape, Vec::new(), Vec::new())
            }
            Known::Own(seat, army) => {
                let shape = shape(*seat, Veil::Far);
                army_board(shape, [(*seat, army)], Vec::new())
            }
            Known::Both(armies, last) => {
                let halves = Seat::all(2).zip(armies);
                let marks = last.iter().map(|hex| Mark::To((*hex).into())).collect();
                army_board(shape(facing, Veil::None), halves, marks)
            }
        }
    }

    /// `White is done, Black is placing.`
    fn states(&self) -> String {
        if let (Known::Both(..), Some(next)) = (&self.known, self.next) {
            let side = if next == Seat::FIRST { "White" } else { "Black" };
            return format!("{side} places next.");
        }
        let [white, black] = self.done.map(|done| if done { "is done" } else { "is placing" });
        format!("White {white}, Black {black}.")
    }
}

/// The name of `n` of a figure.
const fn plural(figure: Figure, n: usize) -> &'static str {
    match (figure, n) {
        (Figure::Mountain, 2..) => "Mountains",
        (Figure::Man(Kind::Trebuchet), 2..) => "Trebuchets",
        (Figure::Man(Kind::Elephant), 2..) => "Elephants",
        _ => figure.name(),
    }
}

/// An army in words: `White: King h2 in the fortress; Crossbows c4 and k4; …`
fn half(seat: Seat, army: &Army, dragon: DragonStart) -> String {
    let side = if seat == Seat::FIRST { "White" } else { "Black" };
    let hexes = |figure: Figure| -> Vec<Hex> {
        army.figures(seat).filter(|(_, found)| *found == figure).map(|(hex, _)| hex).collect()
    };
    let named = |figure: &Figure| {
        let hexes = hexes(*figure);
        let name = plural(*figure, hexes.len());
        (!hexes.is_empty()).then(|| format!("{name} {}", list(hexes)))
    };
    let mut parts: Vec<String> = Figure::ALL.iter().filter_map(named).collect();
    let missing = army.faults(DragonStart::Choice).into_iter().filter_map(|fault| match fault {
        ArmyFault::Number(figure, found) if found < figure.set_size() => {
            let n = figure.set_size() - found;
            Some(format!("{n} {}", plural(figure, n.into())))
        }
        _ => None,
    });
    let missing: Vec<String> = missing.collect();
    if !missing.is_empty() {
        parts.push(format!("still to place: {}", list(missing)));
    }
    if army.count(Figure::Man(Kind::Dragon)) == 0 {
        let has_all = army.faults(DragonStart::Choice).is_empty();
        parts.push(match dragon {
            DragonStart::Board => "Dragon still to place".to_owned(),
            DragonStart::Choice if !has_all => "Dragon to place or to keep".to_owned(),
            DragonStart::Choice | DragonStart::Hold => "Dragon in hand".to_owned(),
        });
    }
    let placed = army.figures(seat).count() as u64;
    let placed = if placed == 0 { "nothing placed yet; ".to_owned() } else { String::new() };
    format!("{side}: {placed}{}.", parts.join("; "))
}
