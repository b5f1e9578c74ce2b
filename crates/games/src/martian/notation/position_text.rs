//! Reading position texts: the grammar of section 8.1 and the faults V1 to V15 of section 8.2.

use crate::{
    PositionError, Seat, SeatSet,
    martian::{
        Ban, Cell, CellSet, Deadlock, Form, Kind, Options, Position, position::NUMBER_MAX,
        tables::Board,
    },
    text::excerpt,
};

/// The greatest length in bytes of a position text that is read.
const TEXT_MAX: usize = 400;

/// Reads a position text; the error names every fault that can be seen at once.
pub(in crate::martian) fn parse(text: &str, options: &Options) -> Result<Position, PositionError> {
    if text.len() > TEXT_MAX {
        let text = format!("a position has at most {TEXT_MAX} bytes, not {}", text.len());
        return Err(PositionError(text));
    }
    let fields: Vec<&str> = text.split(' ').filter(|field| !field.is_empty()).collect();
    if !(2..=7).contains(&fields.len()) {
        let text = format!(
            "a position has two to seven fields with spaces between, not {}: board, seat to move, \
             scores, ban, clock, quiet count, seats out",
            fields.len()
        );
        return Err(PositionError(text));
    }
    let mut reader = Reader { options, faults: Vec::new() };
    let position = reader.position(&fields);
    match position {
        Some(position) if reader.faults.is_empty() => Ok(position),
        _ => Err(PositionError(reader.faults.join("; "))),
    }
}

/// Reads the fields of a text, and collects what is wrong with them.
struct Reader<'a> {
    options: &'a Options,
    faults: Vec<String>,
}

impl Reader<'_> {
    fn fault(&mut self, text: String) {
        self.faults.push(text);
    }

    /// Reads all fields; `None` if the board does not read, so that only the form of the other fields
    /// can be judged.
    fn position(&mut self, fields: &[&str]) -> Option<Position> {
        let field = |n: usize| fields.get(n).copied();
        let board = self.board(fields[0]);
        let form = board.map(|(form, _)| form);
        let n = form.map(Form::seats);
        if let (Some(n), Some(given)) = (n, self.options.players)
            && n != given
        {
            self.fault(format!(
                "the board is one of {n} players, but the options say players={given}"
            ));
        }
        let turn = self.turn(fields[1], n);
        let scores = self.scores(field(2), n);
        let ban = self.ban(field(3), form);
        let clock = self.clock(field(4), n);
        let quiet = self.quiet(field(5));
        let out = self.out(field(6), n);
        let (form, kinds) = board?;
        let options = Options { players: Some(form.seats()), ..*self.options };
        let position = Position {
            kinds,
            board: Board::of(form),
            scores,
            quiet,
            ban,
            clock,
            turn: turn.unwrap_or(Seat::FIRST),
            out: out.unwrap_or_default(),
            no_undo: options.no_undo(form.seats()),
            options,
        };
        self.check(&position, turn.is_some() && out.is_some());
        Some(position)
    }

    /// The form of the board and the cells of each kind (V2 to V4).
    fn board(&mut self, text: &str) -> Option<(Form, [CellSet; 3])> {
        let wrong = text.chars().find(|c| !is_board_char(*c));
        if let Some(wrong) = wrong {
            let shown = excerpt(wrong.encode_utf8(&mut [0; 4]));
            self.fault(format!(
                "the board has `{shown}`, which is neither a piece (P, D, Q) nor a digit 1 to 8"
            ));
        }
        // Where a character is wrong, the width of its row says nothing.
        let sized = wrong.is_none();
        let form =
            if text.contains('|') { self.wedges(text, sized) } else { self.flat(text, sized) };
        let form = form.filter(|_| sized)?;
        let mut kinds = [CellSet::EMPTY; 3];
        for (row, cells) in text.split(['|', '/']).zip(form.rows()) {
            put_row(row, &cells, &mut kinds);
        }
        Some((form, kinds))
    }

    /// The form of a board of files and ranks, by its rows (V3).
    fn flat(&mut self, text: &str, sized: bool) -> Option<Form> {
        let ranks: Vec<&str> = text.split('/').collect();
        if ranks.len() != 8 {
            self.fault(format!(
                "the board must have eight ranks with `/` between, not {}",
                ranks.len()
            ));
            return None;
        }
        let widths: Vec<u32> = ranks.iter().map(|rank| width(rank)).collect();
        match widths[0] {
            4 if widths.iter().all(|width| *width == 4) => Some(Form::Narrow),
            8 if widths.iter().all(|width| *width == 8) => Some(Form::Square),
            _ if !sized => None,
            _ => {
                let shown: Vec<String> = widths.iter().map(u32::to_string).collect();
                self.fault(format!(
                    "the eight ranks must all be 4 cells wide (two players) or all 8 (four \
                     players), not {}",
                    shown.join(", ")
                ));
                None
            }
        }
    }

    /// The form of a board of wedges, by its zones (V4).
    fn wedges(&mut self, text: &str, sized: bool) -> Option<Form> {
        let mut sound = true;
        let zones: Vec<&str> = text.split('|').collect();
        for (zone, name) in zones.iter().zip('A'..='F') {
            let rows: Vec<&str> = zone.split('/').collect();
            if rows.len() != 4 {
                let n = rows.len();
                sound = false;
                self.fault(format!("zone {name} must have four rows with `/` between, not {n}"));
            } else if let Some(row) = rows.iter().find(|row| sized && width(row) != 4) {
                sound = false;
                self.fault(format!("zone {name} has a row of {} cells in place of 4", width(row)));
            }
        }
        let form = u8::try_from(zones.len()).ok().and_then(|n| Form::wedge(n, self.options.closed));
        if form.is_none() {
            self.fault(format!(
                "a board of wedges has three to six zones with `|` between, not {}",
                zones.len()
            ));
        }
        form.filter(|_| sound)
    }

    /// The seat to move (V6).
    fn turn(&mut self, text: &str, n: Option<u8>) -> Option<Seat> {
        let most = n.unwrap_or(Seat::MAX);
        let seat = seat(text, most);
        if seat.is_none() {
            let shown = excerpt(text);
            self.fault(format!(
                "the seat to move must be a number from 1 to {most}, not `{shown}`"
            ));
        }
        seat
    }

    /// The scores by seat; 0 for all where the text has none (V7).
    fn scores(&mut self, text: Option<&str>, n: Option<u8>) -> [u32; 6] {
        let mut scores = [0; 6];
        let Some(text) = text else { return scores };
        let parts: Vec<&str> = text.split(',').collect();
        if let Some(n) = n.filter(|n| parts.len() != usize::from(*n)) {
            self.fault(format!(
                "there must be {n} scores with commas between, not {}",
                parts.len()
            ));
        }
        for (score, part) in scores.iter_mut().zip(&parts) {
            match number(part) {
                Some(n) => *score = n,
                None => {
                    let shown = excerpt(part);
                    self.fault(format!(
                        "a score must be a number of one to nine digits, not `{shown}`"
                    ));
                }
            }
        }
        scores
    }

    /// The ban, as far as its text shows it (V8).
    fn ban(&mut self, text: Option<&str>, form: Option<Form>) -> Option<Ban> {
        let text = text.filter(|text| *text != "-")?;
        let on_board =
            |name| Cell::parse(name).filter(|cell| form.is_none_or(|form| form.contains(*cell)));
        let cells = text.split_once('-').and_then(|(a, b)| Some((on_board(a)?, on_board(b)?)));
        match cells {
            Some((from, to)) if from.is_flat() == to.is_flat() => Some(Ban { from, to }),
            _ => {
                let shown = excerpt(text);
                self.fault(format!(
                    "the ban must be `-` or two cells of this board with `-` between, not `{shown}`"
                ));
                None
            }
        }
    }

    /// Returns what the clock shows (V11).
    fn clock(&mut self, text: Option<&str>, n: Option<u8>) -> Option<u8> {
        let text = text.filter(|text| *text != "-")?;
        if self.options.deadlock != Deadlock::Clock {
            self.fault("a clock runs only under deadlock=clock, so it must be `-`".to_owned());
        }
        let full = (7 * n.unwrap_or(Seat::MAX)).div_ceil(2);
        let clock = number(text).and_then(|n| u8::try_from(n).ok()).filter(|left| *left <= full);
        if clock.is_none() {
            let shown = excerpt(text);
            self.fault(format!(
                "the clock must be `-` or a number from 0 to {full}, not `{shown}`"
            ));
        }
        clock
    }

    /// The quiet count (V12).
    fn quiet(&mut self, text: Option<&str>) -> u32 {
        let text = text.unwrap_or("0");
        number(text).unwrap_or_else(|| {
            let shown = excerpt(text);
            self.fault(format!(
                "the quiet count must be a number of one to nine digits, not `{shown}`"
            ));
            0
        })
    }

    /// The seats that are out, as far as their text shows it (V15).
    fn out(&mut self, text: Option<&str>, n: Option<u8>) -> Option<SeatSet> {
        let Some(text) = text else { return Some(SeatSet::default()) };
        let seats: Option<Vec<Seat>> =
            text.split(',').map(|part| seat(part, n.unwrap_or(Seat::MAX))).collect();
        let seats = seats.filter(|seats| seats.is_sorted_by(|a, b| a < b));
        if seats.is_none() {
            let shown = excerpt(text);
            self.fault(format!(
                "the seats out must be seats of this game, ascending, each once, with commas \
                 between, not `{shown}`"
            ));
        }
        seats.map(|seats| seats.into_iter().collect())
    }

    /// Checks the fields together (V9, V10, V13 to V15); what depends on the seat to move and the seats out
    /// is only checked if they are `known`.
    fn check(&mut self, position: &Position, known: bool) {
        self.check_ban(position, known);
        let empty: Vec<Seat> =
            position.seats().filter(|seat| position.pieces_of(*seat).is_empty()).collect();
        match empty.as_slice() {
            [owner] if known && !moved_last(position, *owner) => self.fault(format!(
                "zone {owner} is empty, so its seat must have moved last, but seat {} is to move",
                position.turn
            )),
            [] | [_] => {}
            more => {
                let n = more.len();
                self.fault(format!("{n} zones are empty, but no game can have more than one"));
            }
        }
        self.check_out(position, known);
    }

    fn check_ban(&mut self, position: &Position, known: bool) {
        let Some(ban) = position.ban else { return };
        if !position.no_undo {
            self.fault(format!(
                "no-undo is not in force with these options and {} seats, so the ban must be `-`",
                position.n_seats()
            ));
        }
        let (mover, Ban { from, to }) = (position.turn, ban);
        let Some(kind) = position.piece_at(from) else {
            return self.fault(format!("the ban {ban} names {from}, where no piece stands"));
        };
        let why = if !known {
            return;
        } else if position.owner(from) != mover {
            format!("{from} is not in the zone of seat {mover}, which is to move")
        } else if position.piece_at(to).is_some() {
            format!("{to} is not empty")
        } else if position.owner(to) == mover {
            "both cells lie in one zone".to_owned()
        } else if !position.reach(kind, from.index()).contains(to) {
            format!("the {} on {from} cannot go there", kind.name())
        } else {
            return;
        };
        self.fault(format!("the ban {ban} is not possible: {why}"));
    }

    /// Whether these seats can be out (V15).
    fn check_out(&mut self, position: &Position, known: bool) {
        let out = position.out;
        if out.is_empty() {
            return;
        }
        if position.n_seats() == 2 {
            self.fault("with two players no seat can be out".to_owned());
        }
        if known && out.contains(position.turn) {
            self.fault(format!("seat {} is to move, but it is out", position.turn));
        }
        let left = position.seats().filter(|seat| !out.contains(*seat)).count();
        if left < 2 {
            self.fault(format!("at least two seats must be left, not {left}"));
        }
        let is_out = |seat: Seat| position.side_of(seat).iter().all(|one| out.contains(one));
        if position.has_teams() && position.seats().any(is_out) {
            self.fault("a whole team is out, so the game would be over".to_owned());
        }
        for seat in out.iter().filter(|seat| position.pieces_of(*seat).is_empty()) {
            self.fault(format!("zone {seat} is empty, but its seat is out and never moved away"));
        }
    }
}

/// Returns `true` if `owner` is the last active seat before the one to move.
fn moved_last(position: &Position, owner: Seat) -> bool {
    !position.out.contains(owner) && position.next_active(owner) == position.turn
}

const fn is_board_char(c: char) -> bool {
    matches!(c, 'P' | 'D' | 'Q' | '1'..='8' | '/' | '|')
}

/// Returns how many cells a row has; a wrong character counts as one.
fn width(row: &str) -> u32 {
    row.chars().map(|c| c.to_digit(10).unwrap_or(1)).sum()
}

/// Puts the pieces of a row of the right width.
fn put_row(row: &str, cells: &[Cell], kinds: &mut [CellSet; 3]) {
    let mut cells = cells.iter();
    for c in row.chars() {
        let gap = c.to_digit(10).unwrap_or(1) as usize;
        let Some(cell) = cells.nth(gap - 1) else { return };
        if let Some(kind) = Kind::from_letter(c) {
            kinds[kind.index()] |= CellSet::of(*cell);
        }
    }
}

/// Reads one to nine digits, leading zeros allowed.
fn number(text: &str) -> Option<u32> {
    let plain = (1..=9).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    text.parse().ok().filter(|n| plain && *n <= NUMBER_MAX)
}

/// Reads a seat from 1 to `most`.
fn seat(text: &str, most: u8) -> Option<Seat> {
    let n = u8::try_from(number(text)?).ok()?;
    Seat::from_index(n.checked_sub(1)?).filter(|seat| seat.number() <= most)
}
