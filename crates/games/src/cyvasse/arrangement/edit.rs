//! Changing a hidden draft, and the sentences about what is wrong with it.

use crate::{
    ArrangementChoice, Seat,
    cyvasse::{
        Army, ArmyFault, DragonStart, Figure, Hex, Kind,
        army::{NAMED, ROWS, home},
        hexes::NameFault,
        present::board::figure_piece,
    },
    text::{excerpt, list},
};

/// The names of whole armies that a player can ask for.
pub(super) const NAMES: &[&str] = &["default", "bastion", "vanguard", "harbour", "random"];

/// The draft after the change that was typed, or a sentence about why it cannot be made.
pub(super) fn changed(
    army: &Army,
    seat: Seat,
    typed: &str,
    dragon: DragonStart,
    below: &mut dyn FnMut(usize) -> usize,
) -> Result<Army, String> {
    let lower = typed.to_lowercase();
    let words: Vec<&str> = lower.split([' ', ',']).collect();
    let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
    let draft = Draft { army: *army, seat, dragon };
    match words.as_slice() {
        ["random"] => Ok(Army::scattered(dragon, below)),
        ["mirror" | "mirrored"] => Ok(army.mirrored()),
        ["clear" | "empty"] => Ok(Army::EMPTY),
        ["hold"] | ["dragon", "hold" | "hand"] => Ok(draft.hold()),
        ["move", rest @ ..] => draft.moved(rest),
        ["swap", rest @ ..] => draft.swapped(rest),
        ["put" | "place", rest @ ..] => draft.put(rest),
        ["remove" | "take", hex] => draft.removed(hex),
        [from, to] if hex(from).is_ok() && hex(to).is_ok() => draft.moved(&words),
        [pair] if pair.contains('-') && pair.split('-').all(|name| hex(name).is_ok()) => {
            draft.moved(&words)
        }
        [put] if put.contains('@') => draft.put(&words),
        [name] if hex(name).is_ok() => draft.named(name),
        _ => whole(typed, dragon),
    }
}

/// Returns what moves one figure, with a few words: the figures, or where the one on this hex can go.
pub(super) fn choices(army: &Army, seat: Seat, from: Option<&str>) -> Vec<ArrangementChoice> {
    let choice = |change: String, label: String, figure: Figure, at: Hex| ArrangementChoice {
        change,
        label,
        piece: figure_piece(figure, seat),
        at: at.into(),
    };
    let Some(from) = from else {
        let named = |at: Hex| {
            let figure = army.at(seat, at)?;
            Some(choice(format!("move {at}"), format!("{at} {}", figure.name()), figure, at))
        };
        return home(seat).filter_map(named).collect();
    };
    let Some((from, figure)) = hex(from).ok().and_then(|at| Some((at, army.at(seat, at)?))) else {
        return Vec::new();
    };
    let to = |at: Hex| match army.at(seat, at) {
        Some(there) => {
            let label = format!("{at}, in exchange for the {}", there.name());
            choice(format!("swap {from}-{at}"), label, there, at)
        }
        None => choice(format!("move {from}-{at}"), at.to_string(), figure, at),
    };
    home(seat).filter(|at| *at != from).map(to).collect()
}

/// Reads the name or the text of a whole army. Its rows may stand apart, as in several lines that were pasted.
fn whole(typed: &str, dragon: DragonStart) -> Result<Army, String> {
    let apart: Vec<&str> = typed.split([' ', '/']).filter(|row| !row.is_empty()).collect();
    let joined = (typed.contains(' ') && apart.len() == ROWS.len()).then(|| apart.join("/"));
    let typed = joined.as_deref().unwrap_or(typed);
    Army::read_draft(typed.trim(), dragon).map_err(|faults| {
        if !typed.contains('/') {
            let names = NAMES.iter().map(|name| format!("`{name}`"));
            return format!(
                "There is no set-up `{}`. Known are {}; or type five rows from the front, such as \
                 `setup {}`.",
                excerpt(typed),
                list(names),
                NAMED[0].1
            );
        }
        let faults: Vec<String> = faults.iter().map(|fault| fault_words(fault, dragon)).collect();
        faults.join(" ")
    })
}

/// A fault of an army in sentences: what is wrong, what is wanted, what to type.
pub(super) fn fault_words(fault: &ArmyFault, dragon: DragonStart) -> String {
    match fault {
        ArmyFault::TooLong => {
            format!(
                "This text is longer than any set-up. A set-up has five rows: `{}`.",
                NAMED[0].1
            )
        }
        ArmyFault::NotAscii => {
            "A set-up has only letters, digits and `/`; type it without other signs.".to_owned()
        }
        ArmyFault::Rows => format!(
            "A set-up has five rows with `/` between, the front row first: `setup {}`.",
            NAMED[0].1
        ),
        ArmyFault::RowTooLong(row) => format!(
            "Row {row} from the front has a figure after its last hex; it has {} hexes.",
            width(*row)
        ),
        ArmyFault::RowHas(row, found, wanted) => format!(
            "Row {row} from the front fills {found} of {wanted} hexes; figures and numbers of \
             empty hexes must fill it."
        ),
        ArmyFault::BadLetter('^') => {
            "`^` is no figure of a set-up; a mountain is `M` here.".to_owned()
        }
        ArmyFault::BadLetter(letter) => format!(
            "`{}` is no figure; the letters are R K C S L T E H D and M for a mountain.",
            excerpt(letter.encode_utf8(&mut [0; 4]))
        ),
        ArmyFault::Number(figure, found) => number_words(*figure, *found, dragon),
    }
}

fn width(row: u8) -> u8 {
    ROWS.get(usize::from(row).wrapping_sub(1)).copied().unwrap_or_default()
}

fn number_words(figure: Figure, found: u8, dragon: DragonStart) -> String {
    let (name, letter) = (figure.name(), figure.letter());
    let wanted = match (figure, dragon) {
        (Figure::Man(Kind::Dragon), DragonStart::Hold) => {
            return "The Dragon starts in hand in this game: take it off with `setup hold`."
                .to_owned();
        }
        (Figure::Man(Kind::Dragon), DragonStart::Board) if found == 0 => {
            return "The Dragon starts on the board in this game: `setup put D HEX` puts it there."
                .to_owned();
        }
        _ => figure.set_size(),
    };
    if found > wanted {
        let off = found - wanted;
        format!("{name}: {found} placed, {off} too many: `setup remove HEX` takes one off.")
    } else {
        let found = if found == 0 { "none".to_owned() } else { found.to_string() };
        format!("{name}: {found} placed, a set-up has {wanted}. `setup put {letter} HEX` adds one.")
    }
}

/// Reads the name of a hex in any case.
fn hex(text: &str) -> Result<Hex, String> {
    Hex::parse(text).map_err(|fault| match fault {
        NameFault::NoName => {
            format!("`{}` is no hex; hexes are called `h2` or `d10`.", excerpt(text))
        }
        NameFault::OffBoard => format!("The board has no hex {text}."),
    })
}

/// A draft that is being changed.
struct Draft {
    army: Army,
    seat: Seat,
    dragon: DragonStart,
}

impl Draft {
    /// Reads a hex of the player's own home.
    fn own(&self, text: &str) -> Result<Hex, String> {
        let at = hex(text)?;
        if home(self.seat).any(|own| own == at) {
            return Ok(at);
        }
        let rows = if self.seat == Seat::FIRST { "1 to 5" } else { "7 to 11" };
        Err(format!("{at} is not on your half: your men stand on rows {rows}."))
    }

    /// Reads the two hexes of `a1-b2`, `a1 b2` or `a1 to b2`.
    fn pair(&self, words: &[&str], verb: &str) -> Result<(Hex, Hex), String> {
        let names: Vec<&str> = words
            .iter()
            .flat_map(|word| word.split('-'))
            .filter(|word| !word.is_empty() && !matches!(*word, "to" | "and" | "with"))
            .collect();
        let &[from, to] = names.as_slice() else {
            let hexes: Vec<Hex> = home(self.seat).take(2).collect();
            return Err(format!("Name two hexes: `setup {verb} {}-{}`.", hexes[0], hexes[1]));
        };
        let (from, to) = (self.own(from)?, self.own(to)?);
        if from == to { Err(format!("Both hexes are {from}; name two.")) } else { Ok((from, to)) }
    }

    fn figure(&self, at: Hex) -> Result<Figure, String> {
        let found = self.army.at(self.seat, at);
        found.ok_or_else(|| format!("Nothing stands on {at}. `setup show` shows your half."))
    }

    fn moved(mut self, words: &[&str]) -> Result<Army, String> {
        let (from, to) = self.pair(words, "move")?;
        let figure = self.figure(from)?;
        if let Some(there) = self.army.at(self.seat, to) {
            let name = there.name();
            return Err(format!(
                "Your {name} stands on {to}. To exchange the two: `setup swap {from}-{to}`."
            ));
        }
        self.army.set(self.seat, from, None);
        self.army.set(self.seat, to, Some(figure));
        Ok(self.army)
    }

    fn swapped(mut self, words: &[&str]) -> Result<Army, String> {
        let (one, other) = self.pair(words, "swap")?;
        let figures = [self.army.at(self.seat, one), self.army.at(self.seat, other)];
        if figures == [None, None] {
            return Err(format!("Both {one} and {other} are empty. `setup show` shows your half."));
        }
        self.army.set(self.seat, one, figures[1]);
        self.army.set(self.seat, other, figures[0]);
        Ok(self.army)
    }

    /// Reads `put D g4`, `put d@g4` or `put dragon on g4`, and places the figure.
    fn put(mut self, words: &[&str]) -> Result<Army, String> {
        let parts: Vec<&str> =
            words.iter().flat_map(|w| w.split('@')).filter(|w| !matches!(*w, "" | "on")).collect();
        let usage = || "Say what and where: `setup put D g4`.".to_owned();
        let Some((name, kind)) = parts.split_last() else { return Err(usage()) };
        let figure = super::place::figure(&kind.join(" ")).ok_or_else(usage)?;
        let at = self.own(name)?;
        if figure == Figure::Man(Kind::Dragon) && self.dragon == DragonStart::Hold {
            return Err("The Dragon starts in hand in this game.".to_owned());
        }
        if let Some(there) = self.army.at(self.seat, at) {
            return Err(format!(
                "Your {} stands on {at}. First `setup remove {at}`, or choose another hex.",
                there.name()
            ));
        }
        self.army.set(self.seat, at, Some(figure));
        Ok(self.army)
    }

    /// Answers a hex typed alone, which does not say what is to happen there.
    fn named(&self, text: &str) -> Result<Army, String> {
        let at = self.own(text)?;
        let name = self.figure(at)?.name();
        Err(format!(
            "The {name} stands on {at}. `setup remove {at}` takes it off; to move it name both \
             hexes: `setup move {at}-HEX`."
        ))
    }

    fn removed(mut self, text: &str) -> Result<Army, String> {
        let at = self.own(text)?;
        self.figure(at)?;
        self.army.set(self.seat, at, None);
        Ok(self.army)
    }

    fn hold(mut self) -> Army {
        for at in home(self.seat) {
            if self.army.at(self.seat, at) == Some(Figure::Man(Kind::Dragon)) {
                self.army.set(self.seat, at, None);
            }
        }
        self.army
    }
}
