//! Nim with dice, the shortest complete game: of fifteen matches, whoever takes the last one wins.
//!
//! `cargo run --example nim` plays it, `cargo test --example nim` runs the conformance kit on it.
//! A hosted game is made by the recipe *Add a game* in docs/ARCHITECTURE.md. Of this file
//! - everything down to `Present` goes to a folder of `crates/games/src/`, and so does the test;
//! - what is borrowed becomes the game's own: a variant of `GameKind`, and drawings;
//! - `main` goes away: the host talks and throws fair dice. Its bot needs an `Opponent`, which goes to
//!   `crates/engine/src/opponents/`; here the other side takes whatever comes.
#![expect(clippy::print_stdout, reason = "the game is played on the command line")]

use std::io::{self, BufRead as _};
use std::{fmt, ops::RangeInclusive, str::FromStr};

use games::{
    Actor, Branch, Dice, Die, GameKind, MoveTextError, OptionLine, OptionsError, Outcome,
    PictureContext, Play, PositionError, Present, ReadError, Reason, Refusal, Roll, RuleEnd, Rules,
    Seat, legal_moves, lyra,
};
use scene::{
    Board, Fight, FightVerdict, Mark, Piece, Placed, PlyNote, Shape, Spot, SpriteSource, Square,
    Squares,
};

const RULES: &str = "Take one, two or three matches: type `1`, `2` or `3`. Or grab four with `4`: if \
                     your d6 is higher than a d4 you get them, otherwise only one. Whoever takes the \
                     last match wins.";
const MATCHES: u8 = 15;
const GRAB: Move = Move(4);
const MOVES: [Move; 4] = [Move(1), Move(2), Move(3), GRAB];
const LAST_MATCH: Reason = Reason::Rule(RuleEnd { key: "last-match", panel: None });

/// The options: there are none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Options;

impl fmt::Display for Options {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl FromStr for Options {
    type Err = OptionsError;

    fn from_str(text: &str) -> Result<Self, OptionsError> {
        let error = || OptionsError("Nim has no options".to_owned());
        text.is_empty().then_some(Self).ok_or_else(error)
    }
}

/// A move: how many matches to take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Move(u8);

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Move {
    type Err = MoveTextError;

    fn from_str(text: &str) -> Result<Self, MoveTextError> {
        let found = MOVES.into_iter().find(|mv| mv.to_string() == text);
        found.ok_or(MoveTextError("a move is a number from 1 to 4"))
    }
}

/// The one fault that a move can have: fewer matches are left.
#[derive(Clone, Debug, PartialEq, Eq)]
struct TooMany;

/// A ply as it turned out.
#[derive(Clone, Debug)]
struct Report {
    seat: Seat,
    before: u8,
    after: u8,
    roll: Roll,
}

/// A position. Its text tells the matches that are left and the seat to move: `15 1`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Nim {
    left: u8,
    turn: Seat,
}

impl fmt::Display for Nim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.left, self.turn)
    }
}

impl Rules for Nim {
    /// Borrowed, and used only where a game is hosted.
    const KIND: GameKind = GameKind::Lyra;
    const VERSION: u32 = 1;
    const SEATS: RangeInclusive<u8> = 2..=2;
    const ENDS: &'static [Reason] = &[LAST_MATCH];
    const COUNTS_COMMANDS: bool = true;
    const OPTION_LINES: &'static [OptionLine] = &[];
    const OPTION_WORDS: &'static [&'static str] = &[];
    type Options = Options;
    type Move = Move;
    type Key = Self;
    type Report = Report;
    type Fault = TooMany;

    fn start(_: &Options) -> Self {
        Self { left: MATCHES, turn: Seat::FIRST }
    }
    fn from_position_text(text: &str, _: &Options) -> Result<Self, PositionError> {
        let of_turn = |turn| (0..=MATCHES).map(move |left| Self { left, turn });
        let found = Seat::all(2).flat_map(of_turn).find(|position| position.to_string() == text);
        found.ok_or_else(|| PositionError("a position is like `15 1`, with 0 to 15".to_owned()))
    }
    fn options(&self) -> &Options {
        &Options
    }
    fn title(_: &Options) -> &'static str {
        "Nim"
    }
    fn to_move(&self) -> Seat {
        self.turn
    }
    fn outcome(&self) -> Option<Outcome> {
        (self.left == 0).then(|| Outcome::win(self.turn.other(), LAST_MATCH))
    }
    fn drawn_by_count(&self, _: u32) -> Option<Outcome> {
        None
    }
    fn key(&self) -> Self {
        self.clone()
    }
    /// No match ever comes back.
    fn is_after_irreversible_ply(&self) -> bool {
        true
    }
    fn legal_moves(&self, out: &mut Vec<Move>) {
        out.extend(MOVES.iter().filter(|mv| self.is_legal(mv)));
    }
    fn is_legal(&self, mv: &Move) -> bool {
        mv.0 <= self.left
    }
    fn dice(&self, mv: &Move) -> Dice {
        if *mv == GRAB { Dice::pair(Die::new(6), Die::new(4)) } else { Dice::NONE }
    }
    fn branches(&self, mv: &Move, out: &mut Vec<Branch>) {
        if *mv != GRAB {
            return out.push(Branch::WITHOUT_DICE);
        }
        out.push(Branch { roll: Roll::pair(2, 1), weight: 14, mark: Some('w') });
        out.push(Branch { roll: Roll::pair(1, 1), weight: 10, mark: Some('l') });
    }
    fn apply(&mut self, mv: &Move, roll: &Roll) -> Report {
        let (seat, before) = (self.turn, self.left);
        let has_missed = matches!(roll.as_slice(), [grab, hold] if grab <= hold);
        self.left -= if has_missed { 1 } else { mv.0 };
        self.turn = seat.other();
        Report { seat, before, after: self.left, roll: *roll }
    }
    fn read(&self, text: &str) -> Result<Move, ReadError<Move, TooMany>> {
        let mv = text.trim().parse().map_err(|_| ReadError::NotAMove)?;
        let refusal = || Refusal { fault: TooMany, near: legal_moves(self) };
        if self.is_legal(&mv) { Ok(mv) } else { Err(ReadError::Refused(refusal())) }
    }
}

/// The place of a match in pictures, five to a row.
fn place(n: u8) -> Spot {
    Square { file: n % 5, rank: n / 5 }.into()
}

impl Present for Nim {
    const INTRODUCTION: &'static str = "**Nim** has fifteen matches, and the last one wins";
    /// Borrowed too.
    const SPRITES: &'static [SpriteSource] = lyra::Position::SPRITES;

    fn seat_name(&self, seat: Seat) -> &'static str {
        if seat == Seat::FIRST { "White" } else { "Black" }
    }
    fn rolls_dice(&self) -> bool {
        true
    }
    fn board(&self, _: Seat, marks: Vec<Mark>, _: &PictureContext<'_, Report>) -> Board {
        let piece = Piece { sprite: "lyra/soldier".to_owned(), shade: Self::shade(Seat::FIRST) };
        let placed = |n| Placed { at: place(n), piece: piece.clone(), badges: Vec::new() };
        let shape = Shape::Squares(Squares { files: 5, ranks: 3, turned: 0, zone: None });
        Board::of(shape, (0..self.left).map(placed).collect(), marks)
    }
    fn ply_marks(report: &Report) -> Vec<Mark> {
        (report.after..report.before).map(|n| Mark::Taken(place(n))).collect()
    }
    fn fight(report: &Report) -> Option<Fight> {
        let &[grab, hold] = report.roll.as_slice() else { return None };
        let verdict = if grab > hold { FightVerdict::Hit } else { FightVerdict::Push };
        let (attack, defence) = ((6, grab), (4, hold));
        let attacker = Self::shade(report.seat);
        Some(Fight { attacker, attack, defence, verdict, percent: 58 })
    }
    fn ply_note(report: &Report, _: &dyn Fn(Seat) -> String) -> PlyNote {
        PlyNote::of_move(format!("takes {}", report.before - report.after))
    }
    /// Matches are nobody's.
    fn captures(&self, _: &PictureContext<'_, Report>) -> Vec<(Seat, Piece)> {
        Vec::new()
    }
    fn end_words(&self, outcome: Outcome, name: &dyn Fn(Seat) -> String) -> Option<String> {
        let Outcome::Win(winners, LAST_MATCH) = outcome else { return None };
        winners.iter().next().map(|winner| format!("{} took the last match", name(winner)))
    }
    fn ply_words(report: &Report, actor: Actor<'_>) -> String {
        let (who, s) = if let Actor::Named(name) = actor { (name, "s") } else { ("I", "") };
        let taken = report.before - report.after;
        match report.roll.as_slice() {
            [grab, hold] => format!("{who} grab{s} {taken}: **{grab}** against **{hold}**."),
            _ => format!("{who} take{s} {taken}."),
        }
    }
    fn position_words(&self) -> Vec<String> {
        vec![format!("{} to move, matches: {}.", self.seat_name(self.turn), self.left)]
    }
    fn fault_words(&self, typed: &str, _: &TooMany) -> String {
        format!("`{typed}` is too many: {} left.", self.left)
    }
    fn move_label(&self, mv: &Move) -> String {
        format!("take {mv}")
    }
    fn piece_name(&self, _: &str) -> Option<&'static str> {
        None
    }
    fn move_marks(&self, moves: &[Move]) -> Vec<Mark> {
        moves.iter().map(|mv| Mark::Step(place(self.left - mv.0))).collect()
    }
    fn moves_about(&self, about: &str) -> Result<Vec<Move>, String> {
        let error = || "All matches are alike: ask for all moves.".to_owned();
        about.is_empty().then(|| legal_moves(self)).ok_or_else(error)
    }
    fn moves_words(&self, moves: &[Move]) -> String {
        moves.iter().map(|mv| self.odds_words(mv)).collect::<Vec<_>>().join(", ")
    }
    fn odds_words(&self, mv: &Move) -> String {
        if *mv == GRAB { "4 (58 %, else 1)".to_owned() } else { mv.to_string() }
    }
    fn why(&self, _: &str) -> Result<(String, Vec<Mark>), String> {
        Err("All matches are alike, so there is nothing to explain.".to_owned())
    }
    fn rules_words(topic: &str) -> Option<String> {
        topic.is_empty().then(|| RULES.to_owned())
    }
    fn example_move(&self) -> Option<Move> {
        legal_moves(self).first().copied()
    }
    /// A number alone may be talk.
    fn is_full_move_text(_: &str) -> bool {
        false
    }
}

fn main() {
    println!("{RULES}\nYou are White.");
    let mut play = Play::new(Nim::start(&Options));
    let mut lines = io::stdin().lock().split(b'\n');
    while play.outcome().is_none() {
        let position = play.position();
        let moves = legal_moves(position);
        let mut mv = moves[rand::random_range(0..moves.len())];
        if position.turn == Seat::FIRST {
            let (row, words) = ("|".repeat(position.left.into()), position.moves_words(&moves));
            println!("\n{row}  {}\nYour move: {words}", position.position_words()[0]);
            let Some(Ok(line)) = lines.next() else { return };
            let typed = String::from_utf8_lossy(&line);
            mv = match position.read(&typed) {
                Ok(mv) => mv,
                Err(ReadError::Refused(refusal)) => {
                    println!("{}", position.fault_words(typed.trim(), &refusal.fault));
                    continue;
                }
                Err(_) => {
                    println!("Type a number from 1 to 4, or end the input to stop.");
                    continue;
                }
            };
        }
        let name = position.seat_name(position.turn);
        let throw = |die: &Die| rand::random_range(1..=die.sides());
        let faces: Vec<u8> = play.dice(&mv).as_slice().iter().map(throw).collect();
        let roll = Roll::from_faces(&faces).expect("a roll has room for all dice");
        let report = play.play(&mv, &roll).expect("the move is legal and the roll fits");
        println!("{}", Nim::ply_words(&report, Actor::Named(name)));
    }
    let name = |seat| play.position().seat_name(seat).to_owned();
    let end = play.outcome().and_then(|outcome| play.position().end_words(outcome, &name));
    println!("{}.", end.unwrap_or_default());
}

#[test]
fn conformance() {
    games::conformance::check::<Nim>(&[""], &MOVES, 50, 20);
}
