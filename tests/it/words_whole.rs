//! No word of the last ply, of what came of it, or of why a game is over is cut, split or lost in a picture: in each
//! game, with each number of seats, at each width, with each kind of name, for each ending. A table says what was
//! written: `words-whole.txt` in the folder of temporary files.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::{fmt::Write as _, path::Path};

use games::{GameKind, Outcome, Reason, Rules, Seat, SeatSet, canonical_options, seats, with_game};
use render::CARD_WIDTH;
use scene::{CardSheet, Panel, PlyNote, Scene, Shape, SideTime};
use table::{AnyPosition, Caption, Highlight};

use crate::support::{matches::played, pictures::renderer};

/// The game whose boards `martian_words` looks at; its cards are in this table.
const CARDS_ALONE: GameKind = GameKind::Martian;
/// The widths, of which a picture has its own instead of the first.
const WIDTHS: [u32; 3] = [0, 400, 340];
/// The letters of names.
const SCRIPTS: [&str; 3] =
    ["bartholomewmontgomeryfitzgerald", "владимиралександрович", "אברהםשלמהדודיעקבמשה"];
const LENGTHS: [usize; 4] = [3, 12, 24, 32];
/// Up to this length names are whole on every plate; those in Hebrew up to half of it, since its letters are broad.
const WHOLE: usize = 24;
/// Plies that chance seldom plays: their words and what came of them.
const SELDOM: [(GameKind, &str, &[&str]); 5] = [
    (GameKind::Lyra, "Lieutenant c3×d4", &["takes the Lieutenant", "becomes an Assassin"]),
    (GameKind::Lyra, "Assassin a1×f6", &["takes the Lieutenant", "moves like a Lieutenant now"]),
    (GameKind::Mix, "Checker a1×c3×e5×g7×e3×c1", &["takes 5 men", "becomes a Dama", "check"]),
    (GameKind::Cyvasse, "Elephant d10×h2", &["takes the King", "helped by 3 men"]),
    (
        GameKind::Cyvasse,
        "Heavy Horse d10×h11",
        &[
            "takes the Heavy Horse",
            "promotes to a Trebuchet",
            "a fortress falls",
            "helped by 3 men",
        ],
    ),
];

#[test]
fn words_are_whole_in_a_sample() {
    check(311);
}

#[test]
#[ignore = "second tier: cargo xtask long"]
fn words_are_whole_in_many_pictures() {
    check(11);
}

/// A name of so many of these letters, with hyphens or without.
fn name(letters: &str, length: usize, has_hyphens: bool, from: usize) -> String {
    let letters = letters.chars().cycle().skip(from).take(length).enumerate();
    let letter = |(n, letter): (usize, char)| match n {
        0 => letter.to_uppercase().next().unwrap(),
        _ if has_hyphens && n % 9 == 2 && n + 1 < length => '-',
        _ => letter,
    };
    letters.map(letter).collect()
}

/// Checks each so-manieth of all pictures and cards, and writes the table.
fn check(step: usize) {
    let (mut table, mut harmed, mut number) = (String::new(), Vec::new(), 0);
    for kind in GameKind::ALL {
        for n in seats(kind) {
            let game = Shown::new(kind, n);
            for (end, note, width, names, is_timed) in game.all() {
                number += 1;
                if number % step != 0 {
                    continue;
                }
                let scene = game.scene((end, note), &names, is_timed);
                let width = if width == 0 { usual(&scene) } else { width };
                let line = format!(
                    "{:8} {n} {width:4} {:32} {:30} {}{}",
                    kind.key(),
                    names[0],
                    end.map_or_else(|| "ongoing".to_owned(), |end| games::result_text(Some(end))),
                    note.words,
                    if is_timed { ", timed" } else { "" }
                );
                let mut faults = card_faults(&scene, width);
                if kind != CARDS_ALONE {
                    faults.extend(picture_faults(&scene, width));
                }
                if faults.is_empty() {
                    writeln!(table, "whole  {line}").unwrap();
                } else {
                    writeln!(table, "HARMED {line}: {}", faults.join("; ")).unwrap();
                    harmed.push(format!("{line}: {}", faults.join("; ")));
                }
            }
        }
    }
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("words-whole.txt");
    std::fs::write(&file, &table).unwrap();
    let count = table.lines().count();
    eprintln!("{} of {count} pictures have harmed words: {}", harmed.len(), file.display());
    assert!(count > 200, "{count} pictures show little");
    assert!(harmed.is_empty(), "{:#?}", &harmed[..harmed.len().min(20)]);
}

/// A game that is shown in many ways.
struct Shown {
    kind: GameKind,
    position: Box<dyn AnyPosition>,
    notes: Vec<PlyNote>,
}

impl Shown {
    /// A game that was played at random, with the plies about which there is most to say.
    fn new(kind: GameKind, n: u8) -> Self {
        let options = canonical_options(kind, "", n).unwrap();
        let games = [1, 2, 3].map(|seed| played(kind, &options, seed, 150));
        let mut notes: Vec<PlyNote> = Vec::new();
        for game in &games {
            let caption = caption(game.position(), None, &[], false);
            notes.extend(game.position().scene(&caption, Highlight::Plies(150)).panel.plies);
        }
        let length =
            |note: &PlyNote| note.words.len() + note.came.iter().map(String::len).sum::<usize>();
        notes.sort_by_key(|note| std::cmp::Reverse((length(note), note.words.clone())));
        notes.dedup_by(|one, other| one.came == other.came);
        notes.truncate(6);
        let seldom = SELDOM.into_iter().filter(|(of, ..)| *of == kind);
        notes.extend(seldom.map(|(_, words, came)| PlyNote {
            came: came.iter().map(|came| (*came).to_owned()).collect(),
            ..PlyNote::of_move(words.to_owned())
        }));
        Self { kind, position: games[1].position().boxed_clone(), notes }
    }

    /// Each ending with each ply, width and names, with clocks and without.
    fn all(&self) -> impl Iterator<Item = (Option<Outcome>, &PlyNote, u32, Vec<String>, bool)> {
        let first = SeatSet::of(Seat::FIRST);
        let own = with_game!(self.kind, G => <G as Rules>::ENDS);
        let reasons = own.iter().copied().chain([
            Reason::Resignation,
            Reason::Time,
            Reason::Agreement,
            Reason::Repetition,
            Reason::Progress,
            Reason::Forfeit,
            Reason::Adjudication,
        ]);
        let ends =
            reasons.flat_map(move |reason| [Outcome::Win(first, reason), Outcome::Draw(reason)]);
        let ends = ends.chain([Outcome::Aborted]).map(Some).chain([None]);
        let n = usize::from(self.position.n_seats());
        let names = SCRIPTS.into_iter().flat_map(move |letters| {
            LENGTHS.into_iter().flat_map(move |length| {
                [false, true].map(|hyphens| {
                    (0..n).map(|seat| name(letters, length, hyphens, 5 * seat)).collect::<Vec<_>>()
                })
            })
        });
        let names: Vec<_> = names.collect();
        ends.flat_map(move |end| {
            let names = names.clone();
            self.notes.iter().flat_map(move |note| {
                let names = names.clone();
                WIDTHS.into_iter().flat_map(move |width| {
                    let all = names.clone().into_iter();
                    all.flat_map(move |names| {
                        [false, true].map(|is_timed| (end, note, width, names.clone(), is_timed))
                    })
                })
            })
        })
    }

    fn scene(
        &self,
        (end, note): (Option<Outcome>, &PlyNote),
        names: &[String],
        is_timed: bool,
    ) -> Scene {
        let caption = caption(&*self.position, end, names, is_timed);
        let mut scene = self.position.scene(&caption, Highlight::Plies(3));
        if let Some(last) = scene.panel.plies.last_mut() {
            last.clone_from(note);
            scene.panel.short_came.clone_from(&note.came);
        }
        if end.is_none() {
            // The game is over by its rules, perhaps.
            scene.panel.sides[0].to_move = true;
        }
        scene
    }
}

fn caption(
    position: &dyn AnyPosition,
    outcome: Option<Outcome>,
    names: &[String],
    is_timed: bool,
) -> Caption {
    let time = is_timed.then(|| SideTime { part: 410, text: "1d 4h".to_owned() });
    Caption {
        facing: Seat::FIRST,
        names: names.to_vec(),
        outcome,
        number: Some(12),
        look: String::new(),
        times: vec![time; position.n_seats().into()],
    }
}

/// The default width of a picture.
const fn usual(scene: &Scene) -> u32 {
    if matches!(scene.board.shape, Shape::Squares(_)) { 960 } else { 840 }
}

/// Returns what a picture of a scene does not say in whole words.
fn picture_faults(scene: &Scene, width: u32) -> Vec<String> {
    let panel = &scene.panel;
    let picture = Said::new(renderer().words(scene, scene.face, width));
    let last = panel.plies.last().unwrap();
    // Where much came of a ply, the least of it may be left out.
    let came = if last.came.len() < 3 { &last.came[..] } else { &last.came[..1] };
    let ply = [&last.words].into_iter().chain(came).filter(|words| !picture.says(words));
    let state = (!picture.says_why(panel)).then_some(&panel.state);
    let most =
        |name: &str| if name.contains(|c| matches!(c, 'א'..='ת')) { WHOLE / 2 } else { WHOLE };
    let short = |name: &&String| name.chars().count() <= most(name);
    let names = panel.sides.iter().map(|side| &side.name).filter(short);
    ply.chain(state).chain(names.filter(|name| !picture.holds(name))).cloned().collect()
}

/// Returns what the card of a scene does not say in whole words; a game that goes on has none.
fn card_faults(scene: &Scene, width: u32) -> Vec<String> {
    let panel = &scene.panel;
    if panel.is_running() || panel.headline == "Ended" {
        return Vec::new();
    }
    let card = CardSheet {
        scene: scene.clone(),
        // No game of more than two has dice.
        fights: match panel.sides.len() {
            2 => vec!["15 of 24 fights won, 12.2 expected".to_owned(); 2],
            _ => Vec::new(),
        },
        length: "143 moves".to_owned(),
        date: "27 November 2026".to_owned(),
        host: "Martian Cake".to_owned(),
        invitation: "play cyvasse".to_owned(),
    };
    let width = if width == usual(scene) { CARD_WIDTH } else { width };
    let said = Said::new(renderer().card_words(&card, width));
    let state = (!said.says_why(panel)).then_some(&panel.state);
    let headline = (!said.holds(&panel.headline)).then_some(&panel.headline);
    state.into_iter().chain(headline).map(|words| format!("card: {words}")).collect()
}

/// What a picture says.
struct Said {
    /// All its lines in the order of drawing and in the opposite one, as corners are filled from below.
    lines: [String; 2],
}

impl Said {
    fn new(lines: Vec<String>) -> Self {
        let lines: Vec<String> = lines.iter().map(|line| plain(line)).collect();
        let turned: Vec<String> = lines.iter().rev().cloned().collect();
        Self { lines: [lines, turned].map(|lines| unbroken(&lines.join(" "))) }
    }

    /// Returns `true` if all words of a sentence follow each other, none of them broken but behind a sign.
    fn says(&self, sentence: &str) -> bool {
        self.lines.iter().any(|lines| {
            format!(" {lines} ").contains(&format!(" {} ", unbroken(&plain(sentence))))
        }) || sentence.is_empty()
    }

    /// Returns `true` if it says why the game is over, in full or in short.
    fn says_why(&self, panel: &Panel) -> bool {
        self.says(&panel.state) || self.says(panel.shortest_state())
    }

    /// Returns `true` if all letters of a name are there, wherever it is broken.
    fn holds(&self, name: &str) -> bool {
        let without = |text: &str| plain(text).replace(' ', "");
        self.lines.iter().any(|lines| without(lines).contains(&without(name)))
    }
}

/// A text without the marks that keep names in their places.
fn plain(text: &str) -> String {
    text.replace(['\u{2066}', '\u{2067}', '\u{2069}'], "")
}

/// A text as if no line had ended behind a sign.
fn unbroken(text: &str) -> String {
    text.replace("- ", "-").replace("× ", "×").replace("– ", "–")
}
