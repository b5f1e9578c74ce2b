//! A second Lyra, slow and obvious, as judge of the first: letters on a grid, and the tables of
//! the rules page as they stand there. It shares nothing with the first but the options.

use super::super::Options;

/// A position as its text has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Oracle {
    /// Letters by rank and file, rank 1 first; `.` is empty.
    board: [[char; 6]; 6],
    white_to_move: bool,
    /// White's and Black's, as text without `-`.
    sets: [String; 2],
    quiet: u32,
    options: Options,
}

type Place = (i32, i32);

fn name((file, rank): Place) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}

fn place(name: &str) -> Place {
    let bytes = name.as_bytes();
    (i32::from(bytes[0] - b'a'), i32::from(bytes[1] - b'1'))
}

impl Oracle {
    pub(super) fn new(text: &str, options: &Options) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        let mut board = [['.'; 6]; 6];
        for (row, rank) in fields[0].split('/').zip((0..6).rev()) {
            let cells = row.chars().flat_map(|c| match c.to_digit(10) {
                Some(n) => vec!['.'; n as usize],
                None => vec![c],
            });
            for (file, c) in cells.enumerate() {
                board[rank][file] = c;
            }
        }
        let (white, black) = fields[2].split_once('/').unwrap();
        Self {
            board,
            white_to_move: fields[1] == "w",
            sets: [white, black].map(|set| set.replace('-', "")),
            quiet: fields[3].parse().unwrap(),
            options: *options,
        }
    }

    pub(super) fn text(&self) -> String {
        let rows: Vec<String> = self.board.iter().rev().map(pack).collect();
        let side = if self.white_to_move { "w" } else { "b" };
        let [white, black] =
            [0, 1].map(|i| if self.sets[i].is_empty() { "-" } else { self.sets[i].as_str() });
        format!("{} {side} {white}/{black} {}", rows.join("/"), self.quiet)
    }

    fn at(&self, (file, rank): Place) -> Option<char> {
        let inside = (0..6).contains(&file) && (0..6).contains(&rank);
        inside.then(|| self.board[rank as usize][file as usize])
    }

    fn set(&mut self, (file, rank): Place, c: char) {
        self.board[rank as usize][file as usize] = c;
    }

    fn is_own(&self, c: char) -> bool {
        c != '.' && c.is_ascii_uppercase() == self.white_to_move
    }

    fn is_enemy(&self, c: char) -> bool {
        c != '.' && c.is_ascii_uppercase() != self.white_to_move
    }

    fn own_set(&self) -> &str {
        &self.sets[usize::from(!self.white_to_move)]
    }

    pub(super) fn count(&self, letter: char) -> usize {
        self.board.iter().flatten().filter(|c| **c == letter).count()
    }

    fn over(&self) -> bool {
        self.count('G') == 0 || self.count('g') == 0
    }

    /// The steps of a kind: files, ranks forward.
    fn single(&self, kind: char) -> Vec<Place> {
        let mut steps = match kind {
            'S' => vec![(0, 1), (1, 0), (-1, 0)],
            'V' => vec![(0, -1), (1, 0), (-1, 0)],
            'L' => vec![(1, 1), (1, -1), (-1, 1), (-1, -1), (0, 1), (0, -1)],
            'C' => vec![(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1)],
            'A' => vec![(1, 1), (1, -1), (-1, 1), (-1, -1), (1, 0), (-1, 0)],
            _ => vec![(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)],
        };
        if kind == 'C' && self.options.captain_diag_all() {
            steps.extend([(1, -1), (-1, -1)]);
        }
        steps
    }

    fn double(kind: char) -> Vec<Place> {
        match kind {
            'L' => vec![(1, 1), (1, -1), (-1, 1), (-1, -1)],
            'C' => vec![(0, 1), (0, -1), (1, 0), (-1, 0)],
            _ => vec![],
        }
    }

    /// Returns `true` if a piece of this kind may pass over this square.
    fn passes(&self, kind: char, between: char) -> bool {
        let rank = |c: char| match c.to_ascii_uppercase() {
            'S' | 'V' => 1,
            'L' => 2,
            'C' => 3,
            'A' => 4,
            _ => 5,
        };
        if between == '.' {
            return true;
        }
        if self.is_enemy(between) {
            return kind == 'A';
        }
        let soldier = rank(between) == 1;
        (!self.options.jump_soldiers() || soldier)
            && (!self.options.v1() || rank(between) < rank(kind))
    }

    /// Every legal move, sorted.
    pub(super) fn moves(&self) -> Vec<String> {
        let mut list = Vec::new();
        if self.over() {
            return list;
        }
        for rank in 0..6 {
            for file in 0..6 {
                if self.is_own(self.board[rank as usize][file as usize]) {
                    self.moves_from((file, rank), &mut list);
                }
            }
        }
        if list.is_empty() {
            list.push("pass".to_owned());
        }
        list.sort();
        list.dedup();
        list
    }

    fn moves_from(&self, from: Place, list: &mut Vec<String>) {
        let kind = self.at(from).unwrap().to_ascii_uppercase();
        let forward = if self.white_to_move { 1 } else { -1 };
        let movements = if kind == 'A' { format!("A{}", self.own_set()) } else { kind.to_string() };
        for movement in movements.chars() {
            for (files, ranks) in self.single(movement) {
                self.add(from, (from.0 + files, from.1 + ranks * forward), kind, list);
            }
            for (files, ranks) in Self::double(movement) {
                let between = self.at((from.0 + files, from.1 + ranks));
                if between.is_some_and(|c| self.passes(kind, c)) {
                    self.add(from, (from.0 + 2 * files, from.1 + 2 * ranks), kind, list);
                }
            }
        }
    }

    fn add(&self, from: Place, to: Place, kind: char, list: &mut Vec<String>) {
        let Some(target) = self.at(to) else { return };
        if self.is_own(target) {
            return;
        }
        let sep = if target == '.' { '-' } else { 'x' };
        let plain = format!("{}{sep}{}", name(from), name(to));
        if self.arrives_as_soldier(kind, from, to) && self.may_promote() {
            list.push(plain + "=L");
            return;
        }
        if kind == 'L' && self.options.v4() && to.1 == self.last_rank() {
            list.push(format!("{plain}=C"));
        }
        list.push(plain);
    }

    fn last_rank(&self) -> i32 {
        if self.white_to_move { 5 } else { 0 }
    }

    fn arrives_as_soldier(&self, kind: char, from: Place, to: Place) -> bool {
        let goal = match kind {
            'S' => self.last_rank(),
            'V' => 5 - self.last_rank(),
            _ => return false,
        };
        to.1 == goal && from.1 != goal
    }

    fn may_promote(&self) -> bool {
        let lieutenant = if self.white_to_move { 'L' } else { 'l' };
        !self.options.v3() || self.count(lieutenant) < 2
    }

    /// The outcomes of a move: `w`, `p`, `l`; `w` alone for what is no fight.
    pub(super) fn outcomes(&self, mv: &str) -> &'static str {
        if !mv.contains('x') || self.options.classic() {
            "w"
        } else if self.options.v5() {
            "wpl"
        } else {
            "wp"
        }
    }

    /// The position after a legal move with this outcome.
    pub(super) fn play(&self, mv: &str, outcome: char) -> Self {
        let mut next = self.clone();
        let us = usize::from(!self.white_to_move);
        next.white_to_move = !self.white_to_move;
        next.quiet = (self.quiet + 1).min(9999);
        if mv == "pass" {
            return next;
        }
        let (from, to) = (place(&mv[..2]), place(&mv[3..5]));
        let (piece, victim) = (self.at(from).unwrap(), self.at(to).unwrap());
        if mv.contains('x') || mv.contains('=') {
            next.quiet = 0;
        }
        if outcome == 'p' {
            return next;
        }
        next.set(from, '.');
        if outcome == 'w' {
            next.set(to, self.arrived(piece, from, to, mv));
            if piece.eq_ignore_ascii_case(&'A') && !matches!(victim, '.' | 'G' | 'g') {
                next.sets[us] = self.new_set(us, victim);
            }
            if victim.eq_ignore_ascii_case(&'A') {
                next.sets[1 - us].clear();
            }
        } else if piece.eq_ignore_ascii_case(&'A') {
            next.sets[us].clear();
        }
        next
    }

    fn arrived(&self, piece: char, from: Place, to: Place, mv: &str) -> char {
        let kind = piece.to_ascii_uppercase();
        let becomes = match mv.split_once('=') {
            Some((_, "L")) => 'L',
            Some(_) => 'C',
            None if self.arrives_as_soldier(kind, from, to) => {
                if kind == 'S' {
                    'V'
                } else {
                    'S'
                }
            }
            None => kind,
        };
        if self.white_to_move { becomes } else { becomes.to_ascii_lowercase() }
    }

    fn new_set(&self, us: usize, victim: char) -> String {
        let mut letters = victim.to_ascii_uppercase().to_string().replace('V', "S");
        if self.options.inherit_full() && letters == "A" {
            letters += &self.sets[1 - us];
        }
        if self.options.v2() {
            letters += &self.sets[us];
        }
        "SLCA".chars().filter(|c| letters.contains(*c)).collect()
    }

    /// Perft: nodes and commands.
    pub(super) fn perft(&self, depth: u32) -> (u64, u64) {
        if depth == 0 {
            return (1, 1);
        }
        let (mut nodes, mut commands) = (0, 0);
        for mv in self.moves() {
            for outcome in self.outcomes(&mv).chars() {
                let (n, c) = self.play(&mv, outcome).perft(depth - 1);
                nodes += n;
                commands += if outcome == 'w' { c } else { 0 };
            }
        }
        (nodes, commands)
    }

    /// The board turned by half a turn, with colours, side and sets swapped.
    pub(super) fn turned(&self) -> Self {
        let mut turned = self.clone();
        let swap = |c: char| {
            if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
        };
        for rank in 0..6 {
            for file in 0..6 {
                turned.board[rank][file] = swap(self.board[5 - rank][5 - file]);
            }
        }
        turned.white_to_move = !self.white_to_move;
        turned.sets.reverse();
        turned
    }
}

fn pack(row: &[char; 6]) -> String {
    let mut text: String = row.iter().collect();
    for n in (1..=6).rev() {
        text = text.replace(&".".repeat(n), &n.to_string());
    }
    text
}

/// A move on the board turned by half a turn.
pub(super) fn turned_move(mv: &str) -> String {
    if mv == "pass" {
        return mv.to_owned();
    }
    let turn = |name: &str| {
        let (file, rank) = place(name);
        super::oracle::name((5 - file, 5 - rank))
    };
    format!("{}{}{}{}", turn(&mv[..2]), &mv[2..3], turn(&mv[3..5]), &mv[5..])
}
