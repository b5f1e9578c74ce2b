//! Placing figures openly, one in each turn.

use super::Armies;
use crate::{
    Seat,
    arrangement::{ArrangementStep, NotArranged},
    cyvasse::{Army, DragonStart, Figure, Hex, Kind, army::home, hexes::NameFault},
    text::{excerpt, list},
};

/// The order in which a side with an army in mind places it: what reveals least comes first.
const ORDER: [Figure; 10] = [
    Figure::Mountain,
    Figure::Man(Kind::Rabble),
    Figure::Man(Kind::Trebuchet),
    Figure::Man(Kind::Elephant),
    Figure::Man(Kind::HeavyHorse),
    Figure::Man(Kind::Crossbows),
    Figure::Man(Kind::Spears),
    Figure::Man(Kind::LightHorse),
    Figure::Man(Kind::King),
    Figure::Man(Kind::Dragon),
];

impl Armies {
    pub(super) fn may_place(&self, seat: Seat, (figure, hex): (Figure, Hex)) -> bool {
        self.fault(seat, figure, hex).is_none()
    }

    /// Returns `true` if a side may declare that it keeps its Dragon in hand.
    pub(super) fn may_hold(&self, seat: Seat) -> bool {
        self.options.dragon == DragonStart::Choice && self.stands(seat) && !self.has_dragon(seat)
    }

    fn is_spare(&self, seat: Seat, figure: Figure) -> bool {
        let is_dragon = figure == Figure::Man(Kind::Dragon);
        let barred = is_dragon && self.options.dragon == DragonStart::Hold;
        !barred && self.side(seat).army.count(figure) < figure.set_size()
    }

    /// Returns why a figure cannot be placed on a hex; `None` if it can.
    fn fault(&self, seat: Seat, figure: Figure, hex: Hex) -> Option<String> {
        let name = figure.name();
        if figure == Figure::Man(Kind::Dragon) && self.options.dragon == DragonStart::Hold {
            return Some("The Dragon starts in hand in this game.".to_owned());
        }
        if !self.is_spare(seat, figure) {
            let left = ORDER.into_iter().filter(|left| self.is_spare(seat, *left));
            let left: Vec<String> = left.map(|left| format!("`{}`", left.letter())).collect();
            return Some(format!("No {name} is left to place. Left are {}.", list(left)));
        }
        if !home(seat).any(|own| own == hex) {
            let rows = if seat == Seat::FIRST { "1 to 5" } else { "7 to 11" };
            return Some(format!("{hex} is not on that half: men are placed on rows {rows}."));
        }
        let there = self.side(seat).army.at(seat, hex)?;
        Some(format!("{hex} is taken: {} stands there. Choose an empty hex.", there.name()))
    }
}

/// Reads a placing in canonical text.
pub(super) fn exact(text: &str) -> Option<(Figure, Hex)> {
    let (letter, hex) = text.split_once('@')?;
    let figure = Figure::ALL.into_iter().find(|figure| letter == figure.letter().to_string())?;
    Some((figure, Hex::parse(hex).ok()?))
}

/// The figure with this letter or name, in any case.
pub(super) fn figure(text: &str) -> Option<Figure> {
    let mut letters = text.chars();
    if let (Some(letter), None) = (letters.next(), letters.next()) {
        return Figure::from_letter(letter);
    }
    let is_called = |figure: &Figure| {
        let name = figure.name();
        name.eq_ignore_ascii_case(text) || name.replace(' ', "").eq_ignore_ascii_case(text)
    };
    Figure::ALL.into_iter().find(is_called)
}

/// Reads what somebody types: `M@f3`, `m f3`, `place mountain on f3`, `hold`.
pub(super) fn read(screen: &Armies, typed: &str) -> Result<ArrangementStep, NotArranged> {
    let lower = typed.to_lowercase();
    let parts: Vec<&str> = lower
        .split([' ', '@', '-'])
        .filter(|word| !matches!(*word, "" | "on" | "at" | "place" | "put"))
        .collect();
    let seat = screen.placer().ok_or(NotArranged::NotAPlacing)?;
    if let ["hold"] | ["dragon", "hold"] = parts.as_slice() {
        return hold(screen, seat);
    }
    let Some((name, kind)) = parts.split_last() else { return Err(NotArranged::NotAPlacing) };
    let figure = figure(&kind.join(" ")).ok_or(NotArranged::NotAPlacing)?;
    match Hex::parse(name) {
        Err(NameFault::NoName) => Err(NotArranged::NotAPlacing),
        Err(NameFault::OffBoard) => {
            Err(NotArranged::Refused(format!("The board has no hex {}.", excerpt(name))))
        }
        Ok(hex) => match screen.fault(seat, figure, hex) {
            Some(fault) => Err(NotArranged::Refused(fault)),
            None => Ok(ArrangementStep::Place(format!("{}@{hex}", figure.letter()))),
        },
    }
}

fn hold(screen: &Armies, seat: Seat) -> Result<ArrangementStep, NotArranged> {
    if screen.may_hold(seat) {
        return Ok(ArrangementStep::Hold);
    }
    let why = match screen.options.dragon {
        DragonStart::Board => "The Dragon starts on the board in this game.",
        DragonStart::Hold => "The Dragon is in hand in this game without a word.",
        DragonStart::Choice => "`hold` comes when all others stand: place them first.",
    };
    Err(NotArranged::Refused(why.to_owned()))
}

/// The next step from an unfinished army towards a wanted one.
pub(super) fn toward(army: &Army, wanted: &Army, seat: Seat) -> ArrangementStep {
    let missing = |figure: &Figure| {
        let mut placed = wanted.figures(seat).filter(|(_, found)| found == figure);
        placed.find(|(hex, _)| army.at(seat, *hex).is_none())
    };
    match ORDER.iter().find_map(missing) {
        Some((hex, figure)) => ArrangementStep::Place(format!("{}@{hex}", figure.letter())),
        None => ArrangementStep::Hold,
    }
}

/// Every placing that is possible now, in canonical text.
pub(super) fn all(screen: &Armies) -> Vec<String> {
    let Some(seat) = screen.placer() else { return Vec::new() };
    let free: Vec<Hex> =
        home(seat).filter(|hex| screen.side(seat).army.at(seat, *hex).is_none()).collect();
    let figures = ORDER.into_iter().filter(|figure| screen.is_spare(seat, *figure));
    let mut texts: Vec<String> = figures
        .flat_map(|figure| free.iter().map(move |hex| format!("{}@{hex}", figure.letter())))
        .collect();
    texts.extend(screen.may_hold(seat).then(|| "hold".to_owned()));
    texts
}
