//! The texts of positions and moves (sections 8.1 and 8.2).

use std::{fmt, str::FromStr};

use super::{
    Action, Bitboard, Held, Kind, Move, Options, Piece, Position, Promotion, SIZE, Side, Sq,
    position::QUIET_MAX,
};
use crate::{
    MoveTextError, PositionError,
    text::{excerpt, plain_number},
};

/// The start position (section 2).
pub(super) const START: &str = "lcgacl/ssssss/6/6/SSSSSS/LCAGCL w -/- 0";

/// The greatest length in bytes of a position text that is read (N1).
const TEXT_MAX: usize = 200;

pub(super) fn start(options: &Options) -> Position {
    parse(START, options).expect("the start position keeps every rule under all options")
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write as _;
        for rank in (0..SIZE).rev() {
            let mut empty = 0;
            for sq in (0..SIZE).filter_map(|file| Sq::new(file, rank)) {
                match self.piece_at(sq) {
                    None => empty += 1,
                    Some(piece) => {
                        if empty > 0 {
                            write!(f, "{empty}")?;
                        }
                        f.write_char(piece.letter())?;
                        empty = 0;
                    }
                }
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            f.write_str(if rank > 0 { "/" } else { "" })?;
        }
        let side = if self.side == Side::White { 'w' } else { 'b' };
        let [white, black] = self.held;
        write!(f, " {side} {white}/{black} {}", self.quiet)
    }
}

/// Reads a position text; the error names every broken rule that can be seen at once.
pub(super) fn parse(text: &str, options: &Options) -> Result<Position, PositionError> {
    let fields: Vec<&str> = text.split(' ').collect();
    let &[board, side, held, quiet] = fields.as_slice() else {
        return Err(PositionError(fields_fault(text)));
    };
    if !text.is_ascii() || text.len() > TEXT_MAX {
        return Err(PositionError(fields_fault(text)));
    }
    let mut faults = Vec::new();
    let mut position = Position {
        kinds: [Bitboard::EMPTY; 6],
        sides: [Bitboard::EMPTY; 2],
        held: parse_held_pair(held, &mut faults),
        side: if side == "b" { Side::Black } else { Side::White },
        quiet: plain_number(quiet, QUIET_MAX).unwrap_or(0),
        options: *options,
    };
    if !matches!(side, "w" | "b") {
        faults.push(format!("the side to move must be `w` or `b`, not `{}`", excerpt(side)));
    }
    if plain_number(quiet, QUIET_MAX).is_none() {
        faults.push(format!(
            "the quiet counter must be a number from 0 to 9999 in plain digits, not `{}`",
            excerpt(quiet)
        ));
    }
    parse_board(board, &mut position, &mut faults);
    // A board that does not read would only give faults that follow from the first.
    if faults.is_empty() {
        check(&position, &mut faults);
    }
    if faults.is_empty() { Ok(position) } else { Err(PositionError(faults.join("; "))) }
}

/// Returns what is wrong with a text that does not split into the fields of a position (N1).
fn fields_fault(text: &str) -> String {
    if !text.is_ascii() {
        "a position is plain ASCII text".to_owned()
    } else if text.len() > TEXT_MAX {
        format!("a position has at most {TEXT_MAX} characters")
    } else {
        "a position has four fields with single spaces between: board, side to move, sets, quiet \
         counter"
            .to_owned()
    }
}

/// Reads the board (N2 to N5).
fn parse_board(text: &str, position: &mut Position, faults: &mut Vec<String>) {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != usize::from(SIZE) {
        faults.push(format!("the board must have 6 ranks with `/` between, not {}", ranks.len()));
        return;
    }
    for (row, number) in ranks.into_iter().zip((1..=SIZE).rev()) {
        if let Some(wrong) = row.chars().find(|c| !is_cell(*c)) {
            faults.push(format!(
                "rank {number} has `{}`, which is neither a piece letter (SLCAGV, slcagv) nor a \
                 digit 1 to 6",
                excerpt(wrong.encode_utf8(&mut [0; 4]))
            ));
            continue;
        }
        if row.as_bytes().windows(2).any(|pair| pair.iter().all(u8::is_ascii_digit)) {
            faults.push(format!("rank {number} has two digits side by side (`33` must be `6`)"));
        }
        let width: u32 = row.chars().map(|c| c.to_digit(10).unwrap_or(1)).sum();
        if width != u32::from(SIZE) {
            faults.push(format!("rank {number} must add up to 6 squares, not {width}"));
            continue;
        }
        put_rank(row, number - 1, position);
    }
}

fn is_cell(c: char) -> bool {
    matches!(c, '1'..='6') || Piece::from_letter(c).is_some()
}

/// Puts the pieces of a rank of the right width.
fn put_rank(row: &str, rank: u8, position: &mut Position) {
    let mut file = 0;
    for c in row.chars() {
        match (c.to_digit(10), Piece::from_letter(c), Sq::new(file, rank)) {
            (None, Some(piece), Some(at)) => {
                position.put(piece.side, piece.kind, at);
                file += 1;
            }
            (gap, _, _) => file += gap.map_or(0, |gap| gap as u8),
        }
    }
}

/// Reads what the two Assassins hold (N7).
fn parse_held_pair(text: &str, faults: &mut Vec<String>) -> [Held; 2] {
    let parts: Vec<&str> = text.split('/').collect();
    let &[white, black] = parts.as_slice() else {
        faults.push("the sets must be two parts with one `/` between, as in `L/-`".to_owned());
        return [Held::NONE; 2];
    };
    [white, black].map(|part| {
        parse_held(part).unwrap_or_else(|| {
            faults.push(format!(
                "a set must be `-` or letters of S L C A in this order, each once, not `{}`",
                excerpt(part)
            ));
            Held::NONE
        })
    })
}

fn parse_held(text: &str) -> Option<Held> {
    let held = Held::KINDS
        .into_iter()
        .filter(|kind| text.contains(kind.letter()))
        .fold(Held::NONE, |held, kind| held.with(Held::of(kind)));
    // There is one text for each set, so what does not come back was wrong.
    (held.to_string() == text).then_some(held)
}

/// Checks the board, the sets and the options together (N9 to N15).
fn check(position: &Position, faults: &mut Vec<String>) {
    for side in Side::ALL {
        check_side(position, side, faults);
    }
    if Side::ALL.into_iter().all(|side| position.pieces(side, Kind::General).is_empty()) {
        faults.push("there is no General on the board".to_owned());
    }
    let reversed = position.kinds[Kind::Reversed.index()];
    if !position.options.v3 && !reversed.is_empty() {
        faults.push("reversed Soldiers (V, v) need the option v3=on".to_owned());
    }
}

fn check_side(position: &Position, side: Side, faults: &mut Vec<String>) {
    let name = side.name();
    for kind in [Kind::General, Kind::Assassin] {
        let n = position.pieces(side, kind).size();
        if n > 1 {
            faults.push(format!("{name} has {n} {}s, at most 1 is possible", kind.name()));
        }
    }
    let held = position.held(side);
    if !held.is_empty() && position.pieces(side, Kind::Assassin).is_empty() {
        faults.push(format!("{name} has no Assassin, so its set must be `-`, not `{held}`"));
    }
    if !can_hold(held, &position.options) {
        faults.push(format!("the set `{held}` of {name} is not possible under these options"));
    }
    for (kind, rank) in [(Kind::Soldier, side.last_rank()), (Kind::Reversed, side.first_rank())] {
        for at in position.pieces(side, kind).filter(|at| at.rank() == rank) {
            let letter = Piece { side, kind }.letter();
            faults.push(format!("`{letter}` on {at} would have promoted or turned round there"));
        }
    }
    check_material(position, side, faults);
}

/// Returns `true` if a set can come about under the options: without variant 2 it is what a single hit gave
/// (N12).
fn can_hold(held: Held, options: &Options) -> bool {
    let pair = options.inherit_full && held.size() == 2 && held.contains(Kind::Assassin);
    options.v2 || held.size() <= 1 || pair
}

/// Checks that so many pieces of each kind can come about: pieces only ever turn into the next ones, and some
/// only under an option (N15).
fn check_material(position: &Position, side: Side, faults: &mut Vec<String>) {
    let Options { v3, v4, .. } = position.options;
    let count = |kind| position.pieces(side, kind).size();
    let soldiers = count(Kind::Soldier) + count(Kind::Reversed);
    let (lieutenants, captains) = (count(Kind::Lieutenant), count(Kind::Captain));
    let most = [
        (soldiers, 6, "Soldiers", true),
        (soldiers + lieutenants, 8, "Soldiers and Lieutenants", true),
        (soldiers + lieutenants + captains, 10, "Soldiers, Lieutenants and Captains", true),
        (captains, 2, "Captains without v4=on", !v4),
        (lieutenants, 2, "Lieutenants under v3=on", v3),
    ];
    for (n, max, what, counts) in most {
        if counts && n > max {
            let name = side.name();
            faults.push(format!("{name} has {n} {what}, at most {max} are possible"));
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { from, attack, to, promotion } = self;
        write!(f, "{from}{}{to}", if *attack { 'x' } else { '-' })?;
        match promotion {
            None => Ok(()),
            Some(promotion) => write!(f, "={}", promotion.kind().letter()),
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Action(action) => action.fmt(f),
            Self::Pass => f.write_str("pass"),
        }
    }
}

impl fmt::Debug for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The error for a text that is no canonical move.
const NOT_A_MOVE: MoveTextError =
    MoveTextError("a move of Lyra is written like c2-c3, c3xd4, b5-b6=L or pass");

impl FromStr for Move {
    type Err = MoveTextError;

    /// Reads canonical text only; what people type is for [`Rules::read`](crate::Rules).
    fn from_str(text: &str) -> Result<Self, MoveTextError> {
        if text == "pass" {
            return Ok(Self::Pass);
        }
        canonical_action(text).map(Self::Action).ok_or(NOT_A_MOVE)
    }
}

fn canonical_action(text: &str) -> Option<Action> {
    let from = Sq::parse(text.get(..2)?)?;
    let attack = match text.get(2..3)? {
        "-" => false,
        "x" => true,
        _ => return None,
    };
    let to = Sq::parse(text.get(3..5)?)?;
    let promotion = match text.get(5..)? {
        "" => None,
        "=L" => Some(Promotion::Lieutenant),
        "=C" => Some(Promotion::Captain),
        _ => return None,
    };
    Some(Action { from, attack, to, promotion })
}
