//! A second implementation of the rules, written for plainness alone: letters on a grid, one rule
//! after the other. A man attacks a King if it could take it, were Kings taken.

/// A square as file and rank from 0.
type At = (i8, i8);

const WAYS: [At; 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
const LEAPS: [At; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// A move: its text, the squares that it empties, and what stands where at its end.
#[derive(Clone, Debug)]
struct Ply {
    text: String,
    taken: Vec<At>,
    to: At,
    becomes: char,
    is_progress: bool,
    passes: Option<At>,
}

/// A position under options.
#[derive(Clone, Debug)]
pub(super) struct Oracle {
    grid: [[char; 8]; 8],
    white: bool,
    passed: Option<At>,
    clock: u32,
    number: u32,
    options: Vec<(String, String)>,
}

fn on_board((file, rank): At) -> bool {
    (0..8).contains(&file) && (0..8).contains(&rank)
}

fn plus((file, rank): At, (files, ranks): At, n: i8) -> At {
    (file + files * n, rank + ranks * n)
}

fn name((file, rank): At) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}

fn square(name: &str) -> At {
    let bytes = name.as_bytes();
    ((bytes[0] - b'a') as i8, (bytes[1] - b'1') as i8)
}

impl Oracle {
    /// Reads canonical texts.
    pub(super) fn new(position: &str, options: &str) -> Self {
        let fields: Vec<&str> = position.split(' ').collect();
        let mut grid = [['.'; 8]; 8];
        for (row, rank) in fields[0].split('/').zip((0..8).rev()) {
            let mut file = 0;
            for c in row.chars() {
                match c.to_digit(10) {
                    Some(gap) => file += gap as usize,
                    None => {
                        grid[file][rank] = c;
                        file += 1;
                    }
                }
            }
        }
        let parts = options.split(',').filter_map(|part| part.split_once('='));
        Self {
            grid,
            white: fields[1] == "w",
            passed: (fields[2] != "-").then(|| square(fields[2])),
            clock: fields[3].parse().unwrap(),
            number: fields[4].parse().unwrap(),
            options: parts.map(|(key, value)| (key.to_owned(), value.to_owned())).collect(),
        }
    }

    /// The position text.
    pub(super) fn text(&self) -> String {
        let mut rows = Vec::new();
        for rank in (0..8).rev() {
            let row: String = (0..8).map(|file| self.grid[file][rank]).collect();
            let gaps =
                (1..=8).rev().fold(row, |row, n| row.replace(&".".repeat(n), &n.to_string()));
            rows.push(gaps);
        }
        let side = if self.white { "w" } else { "b" };
        let passed = self.passed.map_or("-".to_owned(), name);
        format!("{} {side} {passed} {} {}", rows.join("/"), self.clock, self.number)
    }

    fn option(&self, key: &str, default: &str) -> String {
        let given = |wanted: &str| {
            let found = self.options.iter().find(|(key, _)| key == wanted);
            found.map(|(_, value)| value.clone())
        };
        let chess = given("preset").is_some_and(|preset| preset == "mixchess");
        let of_chess = match key {
            "connect" => "off",
            "stalemate" => "draw",
            "dama_check" => "bishop",
            "progress" => "50",
            "bare" => "on",
            _ => default,
        };
        given(key).unwrap_or_else(|| if chess { of_chess } else { default }.to_owned())
    }

    fn at(&self, (file, rank): At) -> char {
        if on_board((file, rank)) { self.grid[file as usize][rank as usize] } else { '#' }
    }

    fn set(&mut self, (file, rank): At, c: char) {
        self.grid[file as usize][rank as usize] = c;
    }

    fn squares() -> impl Iterator<Item = At> {
        (0..8).flat_map(|file| (0..8).map(move |rank| (file, rank)))
    }

    fn is_man(c: char) -> bool {
        c.is_ascii_alphabetic()
    }

    fn is_of(c: char, white: bool) -> bool {
        Self::is_man(c) && c.is_ascii_uppercase() == white
    }

    /// Returns `true` if `white` may take what stands there; the King only where `kings` says so.
    fn is_capturable(&self, at: At, white: bool, kings: bool) -> bool {
        let c = self.at(at);
        Self::is_of(c, !white) && (kings || !c.eq_ignore_ascii_case(&'k'))
    }

    /// Number of men on the whole line through a square.
    fn count(&self, at: At, way: At) -> i8 {
        let on_line = (-7..=7).map(|n| plus(at, way, n)).filter(|at| on_board(*at));
        on_line.filter(|at| Self::is_man(self.at(*at))).count() as i8
    }

    /// Returns what the man on a square can do, the safety of its own King left out of account. With `kings`
    /// enemy Kings may be taken, which shows what attacks them.
    fn plies(&self, from: At, kings: bool) -> Vec<Ply> {
        let man = self.at(from);
        let up = if man.is_ascii_uppercase() { 1 } else { -1 };
        let mut all = Vec::new();
        match man.to_ascii_lowercase() {
            'k' => self.step_plies(from, kings, &WAYS, &mut all),
            'n' => self.step_plies(from, kings, &LEAPS, &mut all),
            's' => {
                let ways = [(1, 1), (1, -1), (-1, 1), (-1, -1), (0, up)];
                self.step_plies(from, kings, &ways, &mut all);
            }
            'l' => self.liner_plies(from, kings, &mut all),
            'p' => self.pawn_plies(from, kings, up, &mut all),
            'c' => self.checker_plies(from, kings, up, &mut all),
            _ => self.dama_plies(from, kings, &mut all),
        }
        all
    }

    fn is_free(&self, at: At) -> bool {
        self.at(at) == '.'
    }

    /// A step onto a square, which takes whoever stands there.
    fn step(&self, from: At, to: At, becomes: char) -> Ply {
        let takes = !self.is_free(to);
        Ply {
            text: name(from) + &name(to),
            taken: if takes { vec![to] } else { Vec::new() },
            to,
            becomes,
            is_progress: takes,
            passes: None,
        }
    }

    fn step_plies(&self, from: At, kings: bool, ways: &[At], all: &mut Vec<Ply>) {
        let man = self.at(from);
        let goes =
            |to: &At| self.is_free(*to) || self.is_capturable(*to, man.is_ascii_uppercase(), kings);
        let targets = ways.iter().map(|way| plus(from, *way, 1)).filter(goes);
        all.extend(targets.map(|to| self.step(from, to, man)));
    }

    fn liner_plies(&self, from: At, kings: bool, all: &mut Vec<Ply>) {
        let man = self.at(from);
        let white = man.is_ascii_uppercase();
        for way in WAYS {
            let n = self.count(from, way);
            let mut over = (1..n).map(|k| plus(from, way, k));
            let barred = self.option("liner_leap", "any") == "friends"
                && over.any(|at| Self::is_of(self.at(at), !white));
            let to = plus(from, way, n);
            if !barred && (self.is_free(to) || self.is_capturable(to, white, kings)) {
                all.push(self.step(from, to, man));
            }
        }
    }

    fn pawn_plies(&self, from: At, kings: bool, up: i8, all: &mut Vec<Ply>) {
        let man = self.at(from);
        let white = man.is_ascii_uppercase();
        let last = if white { 7 } else { 0 };
        let mut add = |ply: Ply| {
            if ply.to.1 != last {
                return all.push(Ply { is_progress: true, ..ply });
            }
            for letter in ['L', 'N', 'S'] {
                let becomes = if white { letter } else { letter.to_ascii_lowercase() };
                let text = format!("{}={letter}", ply.text);
                all.push(Ply { text, becomes, is_progress: true, ..ply.clone() });
            }
        };
        let (one, two) = (plus(from, (0, up), 1), plus(from, (0, up), 2));
        if self.is_free(one) {
            add(self.step(from, one, man));
            let second = if white { 1 } else { 6 };
            if from.1 == second && self.is_free(two) {
                add(Ply { passes: Some(one), ..self.step(from, two, man) });
            }
        }
        for side in [-1, 1] {
            let to = plus(from, (side, up), 1);
            if self.is_capturable(to, white, kings) {
                add(self.step(from, to, man));
            } else if self.passed == Some(to) && white == self.white {
                add(Ply { taken: vec![plus(to, (0, up), -1)], ..self.step(from, to, man) });
            }
        }
    }

    fn checker_plies(&self, from: At, kings: bool, up: i8, all: &mut Vec<Ply>) {
        let man = self.at(from);
        let white = man.is_ascii_uppercase();
        let (dama, last) = if white { ('D', 7) } else { ('d', 0) };
        let becomes = |to: At| if to.1 == last { dama } else { man };
        for way in [(1, up), (-1, up), (1, -up), (-1, -up)] {
            let (one, two) = (plus(from, way, 1), plus(from, way, 2));
            if self.is_free(one) && way.1 == up {
                all.push(self.step(from, one, becomes(one)));
            }
            if !self.is_capturable(one, white, kings) {
                continue;
            }
            if self.option("checker_capture", "jump") == "displace" {
                all.push(self.step(from, one, becomes(one)));
            } else if self.is_free(two) {
                let text = format!("{}x{}", name(from), name(two));
                all.push(Ply { text, taken: vec![one], ..self.step(from, two, becomes(two)) });
            }
        }
        all.iter_mut().for_each(|ply| ply.is_progress = true);
    }

    fn dama_plies(&self, from: At, kings: bool, all: &mut Vec<Ply>) {
        let man = self.at(from);
        let ply = |text: String, taken: Vec<At>, to: At| Ply {
            text,
            is_progress: !taken.is_empty(),
            taken,
            to,
            becomes: man,
            passes: None,
        };
        let bishop = kings && self.option("dama_check", "jump") == "bishop";
        for way in WAYS.into_iter().filter(|way| way.0 != 0 && way.1 != 0) {
            let mut n = 1;
            while self.at(plus(from, way, n)) == '.' {
                let to = plus(from, way, n);
                all.push(ply(name(from) + &name(to), Vec::new(), to));
                n += 1;
            }
            let met = plus(from, way, n);
            if bishop && self.at(met).eq_ignore_ascii_case(&'k') {
                all.push(ply(String::new(), vec![met], met));
            }
        }
        if !bishop {
            let mut lifted = self.clone();
            lifted.set(from, '.');
            let white = man.is_ascii_uppercase();
            lifted.chains(white, kings, from, None, name(from), &[], &mut |text, taken, to| {
                all.push(ply(text, taken, to));
            });
        }
    }

    /// Finds every way to go on jumping from `here`; the Dama itself is lifted from the board.
    #[expect(clippy::too_many_arguments, reason = "the state of a chain under way")]
    fn chains(
        &self,
        white: bool,
        kings: bool,
        here: At,
        came: Option<At>,
        text: String,
        taken: &[At],
        add: &mut dyn FnMut(String, Vec<At>, At),
    ) {
        if taken.len() == 3 {
            return;
        }
        let turning = self.option("dama_path", "straight") == "turning";
        for way in WAYS.into_iter().filter(|way| way.0 != 0 && way.1 != 0) {
            if !turning && came.is_some_and(|came| came != way) {
                continue;
            }
            let mut n = 1;
            while self.at(plus(here, way, n)) == '.' {
                n += 1;
            }
            let (victim, to) = (plus(here, way, n), plus(here, way, n + 1));
            let fits = self.is_capturable(victim, white, kings) && !taken.contains(&victim);
            if fits && self.at(to) == '.' {
                let (text, taken) = (format!("{text}x{}", name(to)), [taken, &[victim]].concat());
                add(text.clone(), taken.clone(), to);
                self.chains(white, kings, to, Some(way), text, &taken, add);
            }
        }
    }

    /// Returns `true` if the King of a side is attacked.
    pub(super) fn is_attacked(&self, white: bool) -> bool {
        let letter = if white { 'K' } else { 'k' };
        let enemies = Self::squares().filter(|at| Self::is_of(self.at(*at), !white));
        let mut plies = enemies.flat_map(|at| self.plies(at, true));
        plies.any(|ply| ply.taken.iter().any(|at| self.at(*at) == letter))
    }

    pub(super) fn is_check(&self) -> bool {
        self.is_attacked(self.white)
    }

    fn after(&self, from: At, ply: &Ply) -> Self {
        let mut next = self.clone();
        next.set(from, '.');
        ply.taken.iter().for_each(|at| next.set(*at, '.'));
        next.set(ply.to, ply.becomes);
        next.passed = ply.passes;
        next.clock = if ply.is_progress { 0 } else { self.clock + 1 };
        next.number += u32::from(!self.white);
        next.white = !self.white;
        next
    }

    /// The legal moves with the positions after them, connections left out of account.
    fn legal(&self) -> Vec<(String, Self)> {
        let own = Self::squares().filter(|at| Self::is_of(self.at(*at), self.white));
        let mut all = Vec::new();
        for from in own {
            for ply in self.plies(from, false) {
                let next = self.after(from, &ply);
                if !next.is_attacked(self.white) {
                    let bound = matches!(self.at(from), 'c' | 'C' | 'd' | 'D');
                    all.push((ply.text, next, bound, !ply.taken.is_empty()));
                }
            }
        }
        let duty = self.option("must_capture", "off");
        let takes: Vec<String> =
            all.iter().filter(|(_, _, bound, take)| *bound && *take).map(|m| m.0.clone()).collect();
        all.retain(|(text, _, bound, take)| match (duty.as_str(), bound, take) {
            ("off", ..) | (_, false, _) => true,
            (_, _, true) => !takes.iter().any(|longer| longer.starts_with(&format!("{text}x"))),
            ("army", ..) => takes.is_empty(),
            _ => !takes.iter().any(|other| other[..2] == text[..2]),
        });
        all.into_iter().map(|(text, next, ..)| (text, next)).collect()
    }

    fn is_connected(&self, white: bool) -> bool {
        let camp = match self.option("connect", "camp").as_str() {
            "off" => return false,
            "camp" => 2,
            _ => 4,
        };
        let men: Vec<At> = Self::squares().filter(|at| Self::is_of(self.at(*at), white)).collect();
        let depth = |at: &At| if white { at.1 } else { 7 - at.1 };
        let least: usize = self.option("connect_min", "2").parse().unwrap();
        if men.len() < least || men.iter().any(|at| depth(at) < camp) {
            return false;
        }
        let mut group = vec![men[0]];
        let mut i = 0;
        while i < group.len() {
            let touches =
                |at: &At| (at.0 - group[i].0).abs() <= 1 && (at.1 - group[i].1).abs() <= 1;
            let new: Vec<At> =
                men.iter().copied().filter(|at| touches(at) && !group.contains(at)).collect();
            group.extend(new);
            i += 1;
        }
        group.len() == men.len()
    }

    /// The legal moves, sorted.
    pub(super) fn moves(&self) -> Vec<String> {
        if self.is_connected(true) || self.is_connected(false) {
            return Vec::new();
        }
        let mut moves: Vec<String> = self.legal().into_iter().map(|(text, _)| text).collect();
        moves.sort();
        moves
    }

    /// The position text after a legal move.
    pub(super) fn played(&self, mv: &str) -> String {
        self.legal().into_iter().find(|(text, _)| text == mv).unwrap().1.text()
    }

    /// The result line, the history of the game left out of account.
    pub(super) fn result(&self) -> String {
        let (mover, other) = if self.white { (2, 1) } else { (1, 2) };
        let stuck = self.legal().is_empty();
        let (mine, theirs) = (self.is_connected(!self.white), self.is_connected(self.white));
        let all: Vec<char> =
            Self::squares().map(|at| self.at(at)).filter(|c| Self::is_man(*c)).collect();
        let sides =
            [true, false].map(|white| all.iter().filter(|c| Self::is_of(**c, white)).count());
        let knights = all.iter().filter(|c| matches!(c, 'n' | 'N')).count();
        let bare = self.option("bare", "off") == "on" && sides.contains(&1);
        let progress: u32 = self.option("progress", "20").parse().unwrap();
        if stuck && self.is_check() {
            format!("win {mover} checkmate")
        } else if mine && theirs && self.option("connect_tie", "draw") == "draw" {
            "draw connection".to_owned()
        } else if mine {
            format!("win {mover} connection")
        } else if theirs {
            format!("win {other} connection")
        } else if stuck && self.option("stalemate", "win") == "win" {
            format!("win {mover} stalemate")
        } else if stuck {
            "draw stalemate".to_owned()
        } else if all.len() == 2 || bare && (all.len() == 3 || all.len() == 4 && knights == 2) {
            "draw material".to_owned()
        } else if progress > 0 && self.clock >= 2 * progress {
            "draw progress".to_owned()
        } else {
            "ongoing".to_owned()
        }
    }
}
