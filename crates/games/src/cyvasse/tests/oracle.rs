//! A second judge, written from the rules page for plainness alone: letters on hexes, one rule
//! after the other, texts in and texts out.

mod reach;

use std::collections::HashMap;

use reach::{Reach, tier};

/// A hex as x and y of the axial coordinates, the middle of the board at (0, 0).
type At = (i8, i8);

const CORNERS: [&str; 6] = ["k6", "f11", "a11", "a6", "f1", "k1"];

/// The centre that the Horses of both sides ride round: a fortress, or what came after it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Centre {
    Fortress(At),
    Ruin(At),
    Unnamed,
}

impl Centre {
    fn read(text: &str) -> Self {
        match text.strip_prefix('@') {
            Some(hex) => Self::Ruin(at(hex)),
            None if text == "?" => Self::Unnamed,
            None => Self::Fortress(at(text)),
        }
    }

    fn text(self) -> String {
        match self {
            Self::Fortress(at) => name(at),
            Self::Ruin(at) => format!("@{}", name(at)),
            Self::Unnamed => "?".to_owned(),
        }
    }

    fn hex(self) -> Option<At> {
        match self {
            Self::Fortress(at) | Self::Ruin(at) => Some(at),
            Self::Unnamed => None,
        }
    }
}

/// A position under options.
#[derive(Clone, Debug)]
pub(super) struct Oracle {
    /// Men and mountains.
    board: HashMap<At, char>,
    white: bool,
    /// White's, then Black's.
    centres: [Centre; 2],
    terrain: String,
    hands: String,
    quiet: u32,
    full: u32,
    options: HashMap<String, String>,
}

fn on_board((x, y): At) -> bool {
    x.abs() <= 5 && y.abs() <= 5 && (x + y).abs() <= 5
}

fn name((x, y): At) -> String {
    format!("{}{}", char::from((x + 5) as u8 + b'a'), y + 6)
}

fn at(name: &str) -> At {
    ((name.as_bytes()[0] - b'a') as i8 - 5, name[1..].parse::<i8>().unwrap() - 6)
}

/// The hexes of row `y` from left to right.
fn row(y: i8) -> impl Iterator<Item = At> {
    (-5..=5).map(move |x| (x, y)).filter(|at| on_board(*at))
}

impl Oracle {
    /// Reads canonical texts.
    pub(super) fn new(position: &str, options: &str) -> Self {
        let fields: Vec<&str> = position.split(' ').collect();
        let mut board = HashMap::new();
        for (text, y) in fields[0].split('/').zip((-5..=5).rev()) {
            let mut hexes = row(y);
            let mut gap = 0;
            for c in text.chars().chain(['/']) {
                match c.to_digit(10) {
                    Some(digit) => gap = 10 * gap + digit,
                    None => {
                        (0..gap).for_each(|_| assert!(hexes.next().is_some()));
                        gap = 0;
                        if c != '/' {
                            board.insert(hexes.next().unwrap(), c);
                        }
                    }
                }
            }
        }
        let centres: Vec<Centre> = fields[2].split(',').map(Centre::read).collect();
        let chosen = options.split(',').filter_map(|part| part.split_once('='));
        Self {
            board,
            white: fields[1] == "w",
            centres: [centres[0], centres[1]],
            terrain: fields[3].to_owned(),
            hands: fields[4].to_owned(),
            quiet: fields[5].parse().unwrap(),
            full: fields[6].parse().unwrap(),
            options: chosen.map(|(key, value)| (key.to_owned(), value.to_owned())).collect(),
        }
    }

    /// The position text.
    pub(super) fn text(&self) -> String {
        let mut rows = Vec::new();
        for y in (-5..=5).rev() {
            let (mut text, mut gap) = (String::new(), 0);
            for at in row(y) {
                match self.board.get(&at) {
                    None => gap += 1,
                    Some(c) if gap == 0 => text.push(*c),
                    Some(c) => {
                        text += &format!("{gap}{c}");
                        gap = 0;
                    }
                }
            }
            rows.push(if gap > 0 { format!("{text}{gap}") } else { text });
        }
        let side = if self.white { "w" } else { "b" };
        let centres = self.centres.map(Centre::text).join(",");
        let Self { terrain, hands, quiet, full, .. } = self;
        format!("{} {side} {centres} {terrain} {hands} {quiet} {full}", rows.join("/"))
    }

    fn is(&self, key: &str, value: &str) -> bool {
        let of_v51 = [
            ("flanking", "cascade"),
            ("dragon_flanks", "no"),
            ("ruin", "instant"),
            ("promotion", "forced"),
        ];
        let strict = self.options.get("preset").is_some_and(|preset| preset == "v51");
        match self.options.get(key) {
            Some(chosen) => chosen == value,
            None => strict && of_v51.contains(&(key, value)),
        }
    }

    /// The man of a side on a hex.
    fn man(&self, at: At, white: bool) -> Option<char> {
        let c = *self.board.get(&at)?;
        (c != '^' && c.is_ascii_uppercase() == white).then_some(c)
    }

    fn men(&self, white: bool) -> Vec<(At, char)> {
        let hexes = (-5..=5).flat_map(row);
        hexes.filter_map(|at| Some((at, self.man(at, white)?))).collect()
    }

    /// Number of men of a kind that the side to move has on the board.
    fn count(&self, kind: char) -> usize {
        self.men(self.white).iter().filter(|(_, man)| man.eq_ignore_ascii_case(&kind)).count()
    }

    fn has_king(&self, white: bool) -> bool {
        self.men(white).iter().any(|(_, man)| man.eq_ignore_ascii_case(&'k'))
    }

    /// The hex of an intact fortress.
    fn fortress(&self, white: bool) -> Option<At> {
        match self.centres[usize::from(!white)] {
            Centre::Fortress(at) => Some(at),
            _ => None,
        }
    }

    /// Returns what a side does after naming a corner and promoting.
    fn actions(&self) -> Vec<String> {
        if self.has_king(self.white) {
            let moves = self.moves().map(|it| name(it.from) + &name(it.to));
            let entries = self.entries().into_iter().map(|to| format!("D@{}", name(to)));
            return moves.chain(entries).collect();
        }
        let crowns = |it: &Reach| tier(it.man) == 3 && self.fortress(self.white) == Some(it.to);
        let crownings = self.moves().filter(crowns);
        crownings.map(|it| format!("{}{}=K", name(it.from), name(it.to))).collect()
    }

    /// Returns what the man on the own fortress may or must become; nothing is one of the ways.
    fn promotions(&self) -> Vec<Option<char>> {
        let stands = self.fortress(self.white).and_then(|at| self.man(at, self.white));
        let kinds = match stands.map(|man| man.to_ascii_uppercase()) {
            Some('R') => "CSL",
            Some('C') => "T",
            Some('S') => "E",
            Some('L') => "H",
            Some('T' | 'E' | 'H') if !self.has_king(self.white) => return vec![Some('K')],
            _ => "",
        };
        if !self.has_king(self.white) {
            return vec![None];
        }
        let mut paths: Vec<Option<char>> =
            kinds.chars().filter(|kind| self.count(*kind) < 2).map(Some).collect();
        if paths.is_empty() || !self.is("promotion", "forced") {
            paths.push(None);
        }
        paths
    }

    fn promote(&mut self, kind: char) {
        let at = self.fortress(self.white).unwrap();
        self.board.insert(at, if self.white { kind } else { kind.to_ascii_lowercase() });
    }

    /// The corners that may be named; nothing where none is due.
    fn corners(&self) -> Vec<Option<&'static str>> {
        let (own, other) = (usize::from(!self.white), usize::from(self.white));
        if self.centres[other] != Centre::Unnamed {
            return vec![None];
        }
        let fits = |corner: &&str| self.centres[own].hex() != Some(at(corner));
        CORNERS.into_iter().filter(fits).map(Some).collect()
    }

    fn name_corner(&mut self, corner: &str) {
        self.centres[usize::from(self.white)] = Centre::Ruin(at(corner));
    }

    /// The legal moves, sorted.
    pub(super) fn moves_unsorted(&self) -> Vec<String> {
        let (mut moves, mut passes) = (Vec::new(), Vec::new());
        if !self.has_king(!self.white) {
            return moves;
        }
        for corner in self.corners() {
            let mut named = self.clone();
            let mut opening = String::new();
            if let Some(corner) = corner {
                named.name_corner(corner);
                opening = format!("@{corner} ");
            }
            for kind in named.promotions() {
                let (mut promoted, mut opening) = (named.clone(), opening.clone());
                if let Some(kind) = kind {
                    promoted.promote(kind);
                    opening += &format!("={kind} ");
                }
                moves.extend(promoted.actions().iter().map(|action| format!("{opening}{action}")));
                if promoted.has_king(self.white) {
                    passes.push(opening + "pass");
                }
            }
        }
        if moves.is_empty() {
            moves = passes;
        }
        moves.sort();
        moves
    }

    /// Takes what stands where a man arrives, and puts the man there; whether something stood there.
    fn arrive(&mut self, to: At, man: char) -> bool {
        if self.is("ruin", "instant") && self.fortress(!self.white) == Some(to) {
            self.centres[usize::from(self.white)] = Centre::Ruin(to);
        }
        self.board.insert(to, man).is_some()
    }

    /// The position after a legal move.
    pub(super) fn after(&self, mv: &str) -> Self {
        let mut next = self.clone();
        let mut progress = false;
        let ruined = next.centres.map(|centre| matches!(centre, Centre::Fortress(_)));
        for part in mv.split(' ') {
            if let Some(corner) = part.strip_prefix('@') {
                next.name_corner(corner);
                progress = true;
            } else if let Some(kind) = part.strip_prefix('=') {
                next.promote(kind.chars().next().unwrap());
                progress = true;
            } else if let Some(hex) = part.strip_prefix("D@") {
                let dragon = if self.white { 'D' } else { 'd' };
                next.hands = next.hands.replace(dragon, "");
                next.arrive(at(hex), dragon);
                progress = true;
            } else if part != "pass" {
                progress |= next.step(part);
            }
        }
        next.hands = if next.hands.is_empty() { "-".to_owned() } else { next.hands };
        let intruder = |hex| next.man(hex, !self.white).is_some();
        if !self.is("ruin", "instant") && next.fortress(self.white).is_some_and(intruder) {
            next.centres[usize::from(!self.white)] = Centre::Unnamed;
        }
        let left = next.centres.map(|centre| matches!(centre, Centre::Fortress(_)));
        next.quiet = if progress || left != ruined { 0 } else { (self.quiet + 1).min(65535) };
        next.full = (self.full + u32::from(!self.white)).min(65535);
        next.white = !self.white;
        next
    }

    /// A move from hex to hex; whether it captures or crowns.
    fn step(&mut self, text: &str) -> bool {
        let digits =
            |text: &str| text[1..].find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len() - 1);
        let (from, rest) = text.split_at(1 + digits(text));
        let (to, crown) = rest.split_at(1 + digits(rest));
        let mut man = self.board.remove(&at(from)).unwrap();
        if crown == "=K" {
            man = if self.white { 'K' } else { 'k' };
        }
        self.arrive(at(to), man) || crown == "=K"
    }

    /// The result line.
    pub(super) fn result(&self) -> String {
        let (mover, other) = if self.white { (1, 2) } else { (2, 1) };
        let progress: u32 = self.options.get("progress").map_or(50, |n| n.parse().unwrap());
        if !self.has_king(!self.white) {
            format!("win {mover} king")
        } else if !self.has_king(self.white) && self.moves_unsorted().is_empty() {
            format!("win {other} king")
        } else if progress > 0 && self.quiet >= 2 * progress {
            "draw progress".to_owned()
        } else {
            "ongoing".to_owned()
        }
    }
}
