//! A second, slow game made straight from the rules page: cells by name in a map, rays walked
//! step by step by the table of section 3.3. It shares no code with the fast one.

use std::collections::{BTreeMap, BTreeSet};

/// Zone, u, v on wedge boards; 0, file, rank on flat boards, both from 1.
type Key = [i32; 3];

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Oracle {
    n: i32,
    flat: bool,
    board: BTreeMap<Key, char>,
    turn: i32,
    scores: Vec<u64>,
    ban: Option<(Key, Key)>,
    clock: Option<u64>,
    quiet: u64,
    out: Vec<i32>,
    options: String,
}

impl Oracle {
    /// Reads a canonical position text.
    pub(super) fn new(text: &str, options: &str) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        let flat = !fields[0].contains('|');
        let mut game = Self {
            n: fields[2].split(',').count() as i32,
            flat,
            board: BTreeMap::new(),
            turn: fields[1].parse().unwrap(),
            scores: fields[2].split(',').map(|n| n.parse().unwrap()).collect(),
            ban: None,
            clock: fields[4].parse().ok(),
            quiet: fields[5].parse().unwrap(),
            out: fields.get(6).map_or(vec![], |seats| {
                seats.split(',').map(|seat| seat.parse().unwrap()).collect()
            }),
            options: options.to_owned(),
        };
        for (at, c) in game.order().into_iter().zip(spread(fields[0])) {
            if c != ' ' {
                game.board.insert(at, c);
            }
        }
        game.ban =
            fields[3].split_once('-').filter(|(a, _)| !a.is_empty()).map(|(a, b)| (key(a), key(b)));
        game
    }

    fn has(&self, option: &str) -> bool {
        self.options.split(',').any(|part| part == option)
    }

    /// All cells in the order of the text.
    fn order(&self) -> Vec<Key> {
        let mut all = Vec::new();
        if self.flat {
            for rank in (1..=8).rev() {
                all.extend((1..=self.files()).map(|file| [0, file, rank]));
            }
        } else {
            for zone in 0..self.n {
                for u in (1..=4).rev() {
                    all.extend((1..=4).rev().map(|v| [zone, u, v]));
                }
            }
        }
        all
    }

    fn files(&self) -> i32 {
        if self.n == 2 { 4 } else { 8 }
    }

    /// The seat that owns a cell.
    fn owner(&self, at: Key) -> i32 {
        match (self.flat, at) {
            (false, [zone, ..]) => zone + 1,
            (true, [_, file, rank]) => match (file <= 4, rank <= 4) {
                (true, true) => 1,
                (true, false) => 2,
                (false, false) => 3,
                (false, true) => 4,
            },
        }
    }

    fn next_seat(&self) -> i32 {
        let mut seat = self.turn;
        loop {
            seat = seat % self.n + 1;
            if !self.out.contains(&seat) {
                return seat;
            }
        }
    }

    /// One step: the cells that a ray goes on to, with the direction after it.
    fn step(&self, [k, u, v]: Key, (du, dv): (i32, i32)) -> Vec<(Key, (i32, i32))> {
        let (up, vp, n) = (u + du, v + dv, self.n);
        if self.flat {
            let on = (1..=self.files()).contains(&up) && (1..=8).contains(&vp);
            return if on { vec![([0, up, vp], (du, dv))] } else { vec![] };
        }
        if up >= 1 && vp >= 1 && up <= 4 && vp <= 4 {
            vec![([k, up, vp], (du, dv))]
        } else if up >= 1 && vp >= 1 {
            vec![]
        } else if up < 1 && vp < 1 {
            let ahead: &[i32] = match n {
                4 => &[2],
                6 => &[3],
                5 if !self.has("centre=closed") => &[2, 3],
                _ => &[],
            };
            ahead.iter().map(|more| ([(k + more) % n, 1, 1], (1, 1))).collect()
        } else if (up < 1 && vp > 4) || (vp < 1 && up > 4) {
            vec![]
        } else if up < 1 {
            vec![([(k + 1) % n, vp, 1], (dv, 1))]
        } else {
            vec![([(k + n - 1) % n, 1, up], (1, du))]
        }
    }

    /// The cells that a piece sees from `at` in a direction within so many steps.
    fn look(&self, at: Key, direction: (i32, i32), steps: i32, seen: &mut BTreeSet<Key>) {
        if steps == 0 {
            return;
        }
        for (next, onward) in self.step(at, direction) {
            seen.insert(next);
            if !self.board.contains_key(&next) {
                self.look(next, onward, steps - 1, seen);
            }
        }
    }

    fn seen(&self, kind: char, at: Key) -> BTreeSet<Key> {
        let mut seen = BTreeSet::new();
        for (du, dv) in [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
            let diagonal = du != 0 && dv != 0;
            let steps = match kind {
                'P' => i32::from(diagonal),
                'D' => 2 * i32::from(!diagonal),
                _ => 99,
            };
            self.look(at, (du, dv), steps, &mut seen);
        }
        seen
    }

    /// Start, sign and target of every legal move, sorted by text.
    fn all(&self) -> Vec<(String, Key, char, Key)> {
        let mut list = Vec::new();
        if self.result() != "ongoing" {
            return list;
        }
        let mine: Vec<(Key, char)> = self
            .board
            .iter()
            .filter(|(at, _)| self.owner(**at) == self.turn)
            .map(|(at, kind)| (*at, *kind))
            .collect();
        let have = |kind: char| mine.iter().any(|(_, other)| *other == kind);
        for (from, kind) in &mine {
            for to in self.seen(*kind, *from) {
                let sign = match self.board.get(&to) {
                    None => '-',
                    Some(_) if self.owner(to) != self.turn => 'x',
                    Some(other) => {
                        let fits = match (*kind, *other) {
                            ('D', 'P') | ('P', 'D') => !have('Q'),
                            ('P', 'P') => !have('D'),
                            _ => false,
                        };
                        if !fits || self.has("promotion=off") {
                            continue;
                        }
                        '+'
                    }
                };
                if self.ban != Some((*from, to)) {
                    list.push((
                        format!("{}{sign}{}", self.name(*from), self.name(to)),
                        *from,
                        sign,
                        to,
                    ));
                }
            }
        }
        list.sort();
        list
    }

    pub(super) fn moves(&self) -> Vec<String> {
        self.all().into_iter().map(|(text, ..)| text).collect()
    }

    fn full_clock(&self) -> u64 {
        [7, 11, 14, 18, 21][self.n as usize - 2]
    }

    /// The game after a legal move, with `*` for a call.
    pub(super) fn play(&self, mv: &str) -> Self {
        let (body, call) = mv.strip_suffix('*').map_or((mv, false), |body| (body, true));
        let (_, from, sign, to) = self.all().into_iter().find(|(text, ..)| text == body).unwrap();
        let mut next = self.clone();
        let kind = next.board.remove(&from).unwrap();
        let met = next.board.remove(&to);
        next.board.insert(to, kind);
        next.quiet += 1;
        if call {
            next.clock = Some(self.full_clock());
        } else if let Some(left) = self.clock {
            next.clock = Some(if sign == 'x' { self.full_clock() } else { left - 1 });
        }
        match (sign, met) {
            ('x', Some(victim)) => {
                next.scores[self.turn as usize - 1] += " PDQ".find(victim).unwrap() as u64;
                next.quiet = 0;
            }
            ('+', Some(other)) => {
                next.board.insert(to, if kind == other { 'D' } else { 'Q' });
            }
            _ => {}
        }
        next.turn = self.next_seat();
        let in_force = self.has("undo_rule=on") || (self.n == 2 && !self.has("undo_rule=off"));
        let crosses = self.owner(from) != self.owner(to);
        next.ban = (in_force && crosses && self.owner(to) == next.turn).then_some((to, from));
        next
    }

    /// The result by the rules of sections 6.1 and 6.3.
    pub(super) fn result(&self) -> String {
        let empty = (1..=self.n).find(|seat| !self.board.keys().any(|at| self.owner(*at) == *seat));
        let auto = self.has("deadlock=auto27");
        let reason = if empty.is_some() {
            "empty"
        } else if self.clock == Some(0) {
            "clock"
        } else if auto && self.quiet >= 27 {
            "auto27"
        } else {
            return "ongoing".to_owned();
        };
        let sides: Vec<Vec<i32>> = if self.n == 4 && self.has("teams=on") {
            vec![vec![1, 3], vec![2, 4]]
        } else {
            (1..=self.n).map(|seat| vec![seat]).collect()
        };
        let sides: Vec<Vec<i32>> = sides
            .into_iter()
            .filter(|side| side.iter().any(|seat| !self.out.contains(seat)))
            .collect();
        let total = |side: &Vec<i32>| -> u64 {
            side.iter().map(|seat| self.scores[*seat as usize - 1]).sum()
        };
        let most = sides.iter().map(total).max().unwrap();
        let mut best: Vec<Vec<i32>> =
            sides.iter().filter(|side| total(side) == most).cloned().collect();
        if let Some(ender) = empty
            && let Some(side) = best.iter().find(|side| side.contains(&ender)).cloned()
        {
            best = vec![side];
        }
        if best.len() == sides.len() && best.len() > 1 {
            return format!("draw {reason}");
        }
        let mut seats: Vec<i32> = best.concat();
        seats.sort_unstable();
        let seats: Vec<String> = seats.iter().map(i32::to_string).collect();
        format!("win {} {reason}", seats.join(","))
    }

    pub(super) fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            _ => self.moves().iter().map(|mv| self.play(mv).perft(depth - 1)).sum(),
        }
    }

    fn name(&self, [k, u, v]: Key) -> String {
        if self.flat {
            format!("{}{v}", (b'a' + u as u8 - 1) as char)
        } else {
            format!("{}{u}{v}", (b'A' + k as u8) as char)
        }
    }

    /// Canonical position text.
    pub(super) fn text(&self) -> String {
        let width = if self.flat { self.files() } else { 4 };
        let mut board = String::new();
        let mut empty = 0;
        for (i, at) in (0..).zip(self.order()) {
            if i % width == 0 && i > 0 {
                board.push_str(&digit(&mut empty));
                board.push(if !self.flat && i % 16 == 0 { '|' } else { '/' });
            }
            match self.board.get(&at) {
                None => empty += 1,
                Some(kind) => {
                    board.push_str(&digit(&mut empty));
                    board.push(*kind);
                }
            }
        }
        board.push_str(&digit(&mut empty));
        let list = |items: Vec<String>| items.join(",");
        let scores = list(self.scores.iter().map(u64::to_string).collect());
        let ban =
            self.ban.map_or("-".to_owned(), |(a, b)| format!("{}-{}", self.name(a), self.name(b)));
        let clock = self.clock.map_or("-".to_owned(), |left| left.to_string());
        let mut text = format!("{board} {} {scores} {ban} {clock} {}", self.turn, self.quiet);
        if !self.out.is_empty() {
            text += &format!(" {}", list(self.out.iter().map(i32::to_string).collect()));
        }
        text
    }

    /// Everything carried over by a map of cells and seats (from 1).
    fn mapped(&self, cell: impl Fn(Key) -> Key, seat: impl Fn(i32) -> i32) -> Self {
        let mut next = self.clone();
        next.board = self.board.iter().map(|(at, kind)| (cell(*at), *kind)).collect();
        next.ban = self.ban.map(|(a, b)| (cell(a), cell(b)));
        next.turn = seat(self.turn);
        next.out = self.out.iter().map(|one| seat(*one)).collect();
        next.out.sort_unstable();
        for (i, score) in (1..).zip(&self.scores) {
            next.scores[seat(i) as usize - 1] = *score;
        }
        next
    }

    fn turn_cell(&self, [k, u, v]: Key) -> Key {
        match (self.flat, self.n) {
            (true, 2) => [0, 5 - u, 9 - v],
            // A quarter turn clockwise takes South-West to North-West.
            (true, _) => [0, v, 9 - u],
            (false, n) => [(k + 1) % n, u, v],
        }
    }

    /// The board turned on by one zone, clockwise.
    pub(super) fn turned(&self) -> Self {
        self.mapped(|at| self.turn_cell(at), |seat| seat % self.n + 1)
    }

    /// A move on the turned board.
    pub(super) fn turned_move(&self, mv: &str) -> String {
        self.mapped_move(mv, |at| self.turn_cell(at), self)
    }

    /// A wedge board in the mirror: zone k to −k, u and v exchanged.
    pub(super) fn mirrored(&self) -> Self {
        let n = self.n;
        self.mapped(|[k, u, v]| [(n - k) % n, v, u], |seat| (n + 1 - seat) % n + 1)
    }

    pub(super) fn mirrored_move(&self, mv: &str) -> String {
        self.mapped_move(mv, |[k, u, v]| [(self.n - k) % self.n, v, u], self)
    }

    /// The 8×8 board as four wedges (section 3.3, end).
    pub(super) fn as_wedges(&self) -> Self {
        let mut wedges = self.mapped(wedge_of, |seat| seat);
        wedges.flat = false;
        wedges
    }

    pub(super) fn as_wedges_move(&self, mv: &str) -> String {
        self.mapped_move(mv, wedge_of, &self.as_wedges())
    }

    fn mapped_move(&self, mv: &str, cell: impl Fn(Key) -> Key, there: &Self) -> String {
        let at = mv.find(['+', '-', 'x']).unwrap();
        let (from, to) = (cell(key(&mv[..at])), cell(key(mv[at + 1..].trim_end_matches('*'))));
        let call = if mv.ends_with('*') { "*" } else { "" };
        format!("{}{}{}{call}", there.name(from), &mv[at..=at], there.name(to))
    }
}

/// Cell of the 8×8 board to cell of four wedges.
fn wedge_of([_, file, rank]: Key) -> Key {
    match (file <= 4, rank <= 4) {
        (true, true) => [0, 5 - rank, 5 - file],
        (true, false) => [1, 5 - file, rank - 4],
        (false, false) => [2, rank - 4, file - 4],
        (false, true) => [3, file - 4, 5 - rank],
    }
}

/// The cell of a name.
fn key(name: &str) -> Key {
    let bytes: Vec<i32> = name.bytes().map(i32::from).collect();
    match *bytes.as_slice() {
        [file, rank] => [0, file - 96, rank - 48],
        [zone, u, v] => [zone - 65, u - 48, v - 48],
        _ => panic!("{name}"),
    }
}

/// A board text cell by cell, blanks for empty ones.
fn spread(text: &str) -> Vec<char> {
    let mut cells = Vec::new();
    for c in text.chars().filter(|c| !matches!(c, '/' | '|')) {
        match c.to_digit(10) {
            Some(gap) => cells.extend((0..gap).map(|_| ' ')),
            None => cells.push(c),
        }
    }
    cells
}

fn digit(empty: &mut u32) -> String {
    let text = if *empty > 0 { empty.to_string() } else { String::new() };
    *empty = 0;
    text
}
